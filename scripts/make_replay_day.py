#!/usr/bin/python3
"""Writes a day of measured-style power of rack groups: synthetic, made from nothing but a seed.

    make_replay_day.py [-o scenarios/data/replay_day.csv] [--seed 20260704] [--groups 24] [--step-s 60]

Shape after published traces of training clusters: groups idle or busy together as jobs take and leave them (the largest
over most of the machine), slow ripple of a per cent or two while a job runs, checkpoints that dip all groups of a job at
once, a late start here and there. Columns: time in s, then the mean power of each group until the next row in W, at the
inputs of its racks, rounded to 10 W. Only random() and exact arithmetic decide, so any Python writes the same file.
"""
import argparse
import random
import sys
from pathlib import Path

IDLE_W, FULL_W = 240e3, 960e3  # a group of 24 racks of four 8-GPU servers: 2.5 kW idle, 10 kW full a server


def normal(rng):
    """Irwin-Hall: close to a normal deviate, and the same on every machine."""
    return sum(rng.random() for _ in range(12)) - 6.0


class Job:
    """Holds groups from `begin` for `length` seconds at `level` of full power, with checkpoints every `period`."""

    def __init__(self, rng, groups, begin):
        self.groups, self.begin = groups, begin
        self.level = 0.55 + 0.35 * rng.random()
        hours = (0.5 + 3.0 * rng.random()) if len(groups) < 6 else (3.0 + 7.0 * rng.random())
        self.end = begin + 3600.0 * hours
        self.period = 60.0 * (15 + int(30 * rng.random()))
        self.checkpoint = 30.0 + 90.0 * rng.random()
        self.offset = {g: 20.0 * rng.random() for g in groups}  # ranks do not all load at the same moment
        self.ripple = 0.0

    def share(self, group, t0, t1):
        """Mean over [t0, t1) of the job's level in a group: on from its start, lower in checkpoints."""
        on = max(0.0, min(t1, self.end) - max(t0, self.begin + self.offset[group]))
        if on == 0.0:
            return 0.0
        first = int((t0 - self.begin) // self.period)
        low = 0.0
        for k in range(max(1, first), first + 2):
            start = self.begin + k * self.period
            low += max(0.0, min(t1, start + self.checkpoint, self.end) - max(t0, start))
        return (on - 0.75 * min(low, on)) / (t1 - t0) * self.level * (1.0 + self.ripple)


def groups_wanted(rng, count):
    """A few large jobs, many small ones."""
    draw = rng.random()
    share = 0.6 if draw < 0.15 else 0.25 if draw < 0.45 else 0.08
    return max(1, min(count, round(count * share * (0.6 + 0.8 * rng.random()))))


def start_jobs(rng, queue, jobs, free, t, groups):
    """First come, first served; a job starts when enough groups are free, at any moment of the step."""
    while queue and queue[0] <= len(free):
        taken = [free.pop(0) for _ in range(queue.pop(0))]
        jobs.append(Job(rng, taken, t + 60.0 * rng.random()))
    if len(queue) < 4 and rng.random() < 0.02:
        queue.append(groups_wanted(rng, groups))


def generate(seed, groups, step_s):
    rng = random.Random(seed)
    jobs, queue, free = [], [groups_wanted(rng, groups) for _ in range(3)], list(range(groups))
    wander = [0.0] * groups
    spread = [1.0 + 0.015 * normal(rng) for _ in range(groups)]
    for row in range(round(86400 / step_s)):
        t = row * step_s
        for job in [j for j in jobs if j.end <= t]:
            jobs.remove(job)
            free.extend(job.groups)
            free.sort()
        start_jobs(rng, queue, jobs, free, t, groups)
        power = [IDLE_W] * groups
        for job in jobs:
            job.ripple = 0.9 * job.ripple + 0.006 * normal(rng)
            for g in job.groups:
                power[g] += (FULL_W - IDLE_W) * job.share(g, t, t + step_s)
        for g in range(groups):
            wander[g] = 0.95 * wander[g] + 0.002 * normal(rng)
            power[g] = min(FULL_W, max(0.9 * IDLE_W, power[g] * spread[g] * (1.0 + wander[g])))
        yield t, power


def write(path, seed, groups, step_s):
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(f"# synthetic, by scripts/make_replay_day.py: seed {seed}; W, mean until the next row\n")
        file.write("time," + ",".join(f"group_{g + 1:02d}" for g in range(groups)) + "\n")
        for t, power in generate(seed, groups, step_s):
            row = ",".join(str(10 * round(p / 10)) for p in power)
            file.write(f"{t:g},{row}\n")
        file.write(f"86400,{row}\n")  # the series reaches the end of the day


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = Path(__file__).resolve().parent.parent / "scenarios/data/replay_day.csv"
    parser.add_argument("-o", "--output", type=Path, default=default)
    parser.add_argument("--seed", type=int, default=20260704)
    parser.add_argument("--groups", type=int, default=24)
    parser.add_argument("--step-s", type=float, default=60.0)
    options = parser.parse_args(arguments)
    if options.groups < 1 or options.step_s <= 0 or 86400 % options.step_s:
        parser.error("--groups must be positive and --step-s a divisor of 86400")
    write(options.output, options.seed, options.groups, options.step_s)
    print(options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())

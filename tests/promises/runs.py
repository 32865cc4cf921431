"""Runs of the shipped scenarios, made once and shared by the tests of the promises."""
import json
import os
import signal
import subprocess
import time
from pathlib import Path

import h5py
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("STEPLOAD", ROOT / "build" / "stepload"))
SCENARIOS = ["quickstart", "training_ramp_100k", "training_64_jobs", "job_abort", "weak_grid", "renewables_day", "replay_day"]
PLANNING = {"renewables_day", "replay_day"}


def command(name, out, sets=(), threads=2, extra=()):
    """`name` of a shipped scenario, or the path of another."""
    scenario = name if isinstance(name, Path) else ROOT / "scenarios" / f"{name}.json"
    args = [str(PROGRAM), "run", str(scenario), "-o", str(out), "--json", "--progress", "none",
            "--threads", str(threads), "--checkpoint-every", "0", *extra]
    for s in sets:
        args += ["--set", s]
    return args


def run(name, out, **options):
    """Runs a scenario; returns its summary as {name: value}."""
    done = subprocess.run(command(name, out, **options), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return {k: v["value"] for k, v in json.loads(done.stdout)["summary"].items()}


def checkpoint_of(out):
    return out.with_suffix(".ckpt")


def file_there(path):
    """Tells one file under this name from the next."""
    try:
        found = os.stat(path)
        return found.st_ino, found.st_mtime_ns
    except FileNotFoundError:
        return None


def run_killed(name, out, every_s, after_s=0.0, extra=(), by=signal.SIGKILL, **options):
    """Starts (or with extra=["--resume"] goes on with) a run that writes a checkpoint every `every_s` simulated seconds,
    and kills it `after_s` wall seconds after its first one. Fails if the run was over before. Returns what it said."""
    before = file_there(checkpoint_of(out))
    process = subprocess.Popen(command(name, out, extra=[*extra, "--checkpoint-sim", str(every_s)], **options),
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    while process.poll() is None and file_there(checkpoint_of(out)) in (before, None):
        time.sleep(0.0005)
    time.sleep(after_s)
    process.send_signal(by)
    talk = process.communicate()[1].decode()
    assert process.returncode == (-by if by == signal.SIGKILL else 128 + by), f"ended by itself: {process.returncode} {talk}"
    return talk


def datasets(path):
    """All datasets of a result by name; provenance tells of the run, not of the campus."""
    found = {}

    def visit(name, item):
        if isinstance(item, h5py.Dataset) and not name.startswith("provenance"):
            found[name] = item[()]

    with h5py.File(path, "r") as f:
        f.visititems(visit)
    return found


def rows_of_groups(path):
    """group -> the numbers of rows that its datasets over time have."""
    rows = {}
    with h5py.File(path, "r") as f:
        def visit(name, item):
            if isinstance(item, h5py.Dataset) and item.maxshape[:1] == (None,):
                rows.setdefault(name.rpartition("/")[0], set()).add(item.shape[0])

        f.visititems(visit)
    return rows


def differences(a, b):
    """Names of datasets that are not bit-equal."""
    left, right = datasets(a), datasets(b)
    names = sorted(set(left) ^ set(right))
    for name in sorted(set(left) & set(right)):
        x, y = np.asarray(left[name]), np.asarray(right[name])
        if x.shape != y.shape or (x.tobytes() != y.tobytes() if x.dtype != object else not np.array_equal(x, y)):
            names.append(name)
    return names

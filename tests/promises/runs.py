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
    args = [str(PROGRAM), "run", str(ROOT / "scenarios" / f"{name}.json"), "-o", str(out), "--json", "--progress", "none",
            "--threads", str(threads), "--checkpoint-every", "0", *extra]
    for s in sets:
        args += ["--set", s]
    return args


def run(name, out, **options):
    """Runs a scenario; returns its summary as {name: value}."""
    done = subprocess.run(command(name, out, **options), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return {k: v["value"] for k, v in json.loads(done.stdout)["summary"].items()}


def run_killed(name, out, every_s, kill_after_s, **options):
    """Starts a run with checkpoints every `every_s` simulated seconds and kills it (SIGKILL) once it has written a
    checkpoint and `kill_after_s` more have passed. Returns True if it was still running."""
    process = subprocess.Popen(command(name, out, extra=["--force", "--checkpoint-sim", str(every_s)], **options),
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    checkpoint = Path(str(out)[:-len(".h5")] + ".ckpt")
    while process.poll() is None and not checkpoint.exists():
        time.sleep(0.002)
    time.sleep(kill_after_s)
    alive = process.poll() is None
    if alive:
        process.send_signal(signal.SIGKILL)
    process.wait()
    return alive


def datasets(path):
    """All datasets of a result by name; provenance tells of the run, not of the campus."""
    found = {}

    def visit(name, item):
        if isinstance(item, h5py.Dataset) and not name.startswith("provenance"):
            found[name] = item[()]

    with h5py.File(path, "r") as f:
        f.visititems(visit)
    return found


def differences(a, b):
    """Names of datasets that are not bit-equal."""
    left, right = datasets(a), datasets(b)
    names = sorted(set(left) ^ set(right))
    for name in sorted(set(left) & set(right)):
        x, y = np.asarray(left[name]), np.asarray(right[name])
        if x.shape != y.shape or (x.tobytes() != y.tobytes() if x.dtype != object else not np.array_equal(x, y)):
            names.append(name)
    return names

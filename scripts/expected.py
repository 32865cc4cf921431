#!/usr/bin/env python3
"""Key results of the shipped scenarios: compares runs with scenarios/expected/NAME.json, or with --write makes those files.

They are a watch on change, not a proof of right: a result that moves must be explained by the change that moved it.

    scripts/expected.py build/stepload            compare all
    scripts/expected.py build/stepload --write    after a change that is meant to move results
"""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KEYS = ["accelerator_energy", "it_energy", "facility_energy", "import_energy", "cooling_energy", "solar_energy", "wind_energy",
        "storage_loss_energy", "water", "import_max", "import_max_at", "import_min", "voltage_min", "voltage_max", "frequency_min",
        "frequency_max", "pue", "wue"]
# Transcendental functions of other C libraries differ in the last bit; behind thresholds that can move a sample.
TOLERANCE = 1e-6


def scenarios():
    return sorted(p for p in (ROOT / "scenarios").glob("*.json"))


def results(program, scenario):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program, "run", str(scenario), "-o", f"{folder}/run.h5", "--json", "--quiet"], capture_output=True,
                              text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{scenario.name}: exit {done.returncode}\n{done.stderr}")
    summary = json.loads(done.stdout)["summary"]
    return {key: summary[key] for key in KEYS}


def moved(expected, got):
    """Lines on what differs."""
    lines = []
    for key, want in expected.items():
        have = got.get(key, {"value": None})["value"]
        if (want["value"] is None) != (have is None) or (
                have is not None and abs(have - want["value"]) > TOLERANCE * max(abs(want["value"]), 1e-9)):
            lines.append(f"{key}: {have!r}, expected {want['value']!r} {want['units']}")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    failed = 0
    for scenario in scenarios():
        path = ROOT / "scenarios" / "expected" / scenario.name
        got = results(args.program, scenario)
        if args.write:
            path.write_text(json.dumps(got, indent=1) + "\n")
            continue
        lines = moved(json.loads(path.read_text()), got) if path.exists() else ["has no expected results: --write makes them"]
        failed += bool(lines)
        for line in lines:
            print(f"{scenario.stem}: {line}")
    if not args.write:
        print(f"{len(scenarios()) - failed} as expected, {failed} moved")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

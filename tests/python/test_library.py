"""Entries of the library keep what their words promise."""
import json
import re

import pytest
from conftest import ROOT

TEXT = (ROOT / "scenarios/library/grid.json").read_text()
GRIDS = json.loads(re.sub(r"^\s*//.*$", "", TEXT, flags=re.M))
PROMISES = {name: re.search(r"about ([\d.]+) GW (?:per|at) ([\d.]+) Hz", entry["doc"]) for name, entry in GRIDS.items()}


@pytest.mark.parametrize("name", [name for name, promise in PROMISES.items() if promise])
def test_grids_answer_as_they_say(name):
    """Steady governors with the deadband taken off (non-step), and the loads' damping where a measured response has it
    in; 3 GW at 0.2 Hz is the primary control of Continental Europe alone."""
    grid, (gw, hz) = GRIDS[name], map(float, PROMISES[name].groups())
    governors = grid["responsive_fraction"] * grid["load_gw"] * (hz - grid["deadband_mhz"] * 1e-3) / grid["nominal_hz"] / grid["droop_pu"]
    damping = grid["damping_pu"] * grid["load_gw"] * hz / grid["nominal_hz"] if name != "continental" else 0.0
    assert grid["deadband_kind"] == "non_step"
    assert governors + damping == pytest.approx(gw, rel=0.025)


def test_there_are_promises():
    assert sum(p is not None for p in PROMISES.values()) == 4

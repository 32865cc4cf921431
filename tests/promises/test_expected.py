"""Key results of every shipped scenario against scenarios/expected."""
import json
import sys

import pytest
import runs

sys.path.insert(0, str(runs.ROOT / "scripts"))
import expected


@pytest.mark.parametrize("scenario", expected.scenarios(), ids=lambda p: p.stem)
def test_key_results_are_as_expected(scenario):
    path = runs.ROOT / "scenarios" / "expected" / scenario.name
    assert expected.moved(json.loads(path.read_text()), expected.results(str(runs.PROGRAM), scenario)) == []


def test_a_moved_result_is_noticed():
    want = {"import_max": {"value": 2e6, "units": "W"}, "pue": {"value": None, "units": "1"}}
    assert expected.moved(want, {"import_max": {"value": 2e6}, "pue": {"value": None}}) == []
    assert len(expected.moved(want, {"import_max": {"value": 2.00001e6}, "pue": {"value": 1.1}})) == 2

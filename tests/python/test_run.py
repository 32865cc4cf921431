"""Small runs whose answer is known in closed form, seen through the whole chain and the reader."""
import json
import os
import subprocess

import numpy as np
import pytest
import stepload

ACCELERATOR = {"rated_power_w": 1000, "idle_power_w": 100, "accelerators_per_server": 8, "servers_per_rack": 2,
               "gain_spread_fraction": 0, "noise_fraction": 0, "lag_ms": 4}


@pytest.fixture
def simulate(tmp_path):
    program = os.environ.get("STEPLOAD")
    if not program:
        pytest.skip("STEPLOAD does not name a built program")

    def run(jobs, **time):
        scenario = {"stepload": 1, "name": "small", "time": {"duration_s": 1, "step_ms": 1, **time},
                    "site": {"frequency_hz": 60},
                    "fleet": {"racks_per_hall": 2, "rack": {"accelerator": ACCELERATOR, "psu": {"rated_power_kw": 40}}},
                    "workload": {"jobs": jobs}}
        path = tmp_path / "small.json"
        path.write_text(json.dumps(scenario))
        done = subprocess.run([program, "run", str(path), "-o", str(tmp_path / "small.h5"), "--force"], text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        return stepload.open(tmp_path / "small.h5")

    return run


def lagged_step_means(time_s, at_s, step_s, tau_s):
    """Mean over [t, t + h) of 1 - exp(-(t - at)/tau), 0 before `at`: the answer of a first-order lag to a jump."""
    a, b = np.maximum(time_s - at_s, 0.0), np.maximum(time_s + step_s - at_s, 0.0)
    return ((b - a) - tau_s * (np.exp(-a / tau_s) - np.exp(-b / tau_s))) / step_s


@pytest.mark.parametrize("start_s", [0.25, 0.3, 0.3004])
def test_a_job_starts_at_its_instant_through_the_lag(simulate, start_s):
    """Between two control instants, at one, and inside a step."""
    job = {"name": "j", "accelerators": 32, "start_s": start_s,
           "program": {"model": "phases", "rank_skew_ms": 0, "phases": [{"duration_s": 10, "power_fraction": 0.9}]}}
    run = simulate([job])
    power = run.site.accelerator_power.values.astype(float)
    # 32 accelerators from 100 W to 900 W
    expected = 3200 + 32 * 800 * lagged_step_means(run.site.time.values, start_s, 1e-3, 4e-3)
    assert np.abs(power - expected).max() < 1e-6 * 28800


def test_energy_does_not_depend_on_the_step(simulate):
    """A job of 0.1 s at 900 W and idle otherwise: 32 (100 W 1 s + 800 W 0.1 s) = 5760 J at every step."""
    job = {"name": "j", "accelerators": 32, "start_s": 0.2003, "stop_s": 0.3003,
           "program": {"model": "phases", "rank_skew_ms": 0, "phases": [{"duration_s": 10, "power_fraction": 0.9}]}}
    for step_ms in (0.5, 1, 2):
        run = simulate([job], step_ms=step_ms)
        energy = run.site.accelerator_power.values.astype(float).sum() * run.step_s
        assert energy == pytest.approx(5760, rel=1e-6)
        run.close()

"""The committed replay series is what its script writes, and looks like measured load."""
import make_replay_day
import make_weather_day
import numpy as np
import pytest
from conftest import ROOT

COMMITTED = ROOT / "scenarios/data/replay_day.csv"


def test_the_committed_file_is_reproduced(tmp_path):
    again = tmp_path / "replay_day.csv"
    assert make_replay_day.main(["-o", str(again)]) == 0
    assert again.read_bytes() == COMMITTED.read_bytes()


def test_another_seed_is_another_day(tmp_path):
    other = tmp_path / "other.csv"
    make_replay_day.main(["-o", str(other), "--seed", "1"])
    assert other.read_bytes() != COMMITTED.read_bytes()


def test_shape_of_the_day():
    data = np.genfromtxt(COMMITTED, delimiter=",", skip_header=2)
    time, power = data[:, 0], data[:, 1:]
    assert time[0] == 0 and time[-1] == 86400 and np.all(np.diff(time) == 60)
    assert power.shape[1] == 24
    assert power.min() > 0.85 * make_replay_day.IDLE_W and power.max() <= make_replay_day.FULL_W
    total = power.sum(axis=1)
    # jobs move the sum far more than independent groups would: the correlation that the file is for
    independent = np.sqrt(power.var(axis=0).sum())
    assert total.std() > 1.5 * independent
    assert np.abs(np.diff(total)).max() > 0.2 * total.max()


def test_the_committed_weather_is_reproduced(tmp_path):
    again = tmp_path / "weather_day.csv"
    assert make_weather_day.main(["-o", str(again)]) == 0
    assert again.read_bytes() == (ROOT / "scenarios/data/weather_day.csv").read_bytes()


def test_weather_is_possible():
    time, dry, wet, wind, ghi = np.genfromtxt(ROOT / "scenarios/data/weather_day.csv", delimiter=",", skip_header=2).T
    assert time[0] == 0 and time[-1] == 86400
    assert np.all(wet < dry) and np.all(wind > 0) and np.all(ghi >= 0)
    # Haurwitz at a zenith of 11.3 degrees (noon of 15 July at 32.9 N): 1098 cos z exp(-0.057/cos z) = 1016 W/m2
    assert max(make_weather_day.clear_sky_ghi(h / 60) for h in range(1440)) == pytest.approx(1016, abs=3)
    assert ghi.max() <= 1020 and ghi[time < 5 * 3600].max() == 0

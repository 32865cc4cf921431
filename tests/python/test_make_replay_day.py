"""The committed replay series is what its script writes, and looks like measured load."""
import make_replay_day
import numpy as np
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

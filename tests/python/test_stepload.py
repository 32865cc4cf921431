"""The reader: groups, lazy access, level of detail."""
import time

import h5py
import numpy as np
import pytest
import stepload
from conftest import write_synthetic


def test_groups_open_with_units_and_seconds(result_file):
    with stepload.open(result_file) as run:
        assert run.site.poi_power.dims == ("time",)
        assert run.site.poi_power.attrs["units"] == "W"
        assert run.site.time.values[0] == pytest.approx(0.0, abs=1e-9)
        assert run.racks.rack_power.dims == ("time", "rack")
        assert run.feed.sizes["feed"] >= 1
        assert run.events.sizes["event"] >= 2
        assert {"worst_up", "worst_down"} <= set(run.ramps)
        assert run.jobs.sizes["row"] >= 1 and run.ratings.sizes["row"] >= 1
        assert run.summary and set(run.summary_units) <= set(run.summary)
        assert run.duration_s > 0 and run.step_s > 0
        assert run.scenario.lstrip().startswith("{")


def test_windows_are_counted_from_one(result_file):
    with stepload.open(result_file) as run:
        assert run.windows[0] == "0001"
        first = run.window(1)
        assert first.equals(run.window("0001"))
        assert 0 <= first.time.values[0] < first.time.values[-1] <= run.duration_s


def test_calendar_times_on_request(synthetic):
    with stepload.open(synthetic, decode_times=True) as run:
        # the start of the run: 18:00 UTC of the epoch's day
        assert str(run.site.time.values[0])[:19] == "2027-07-15T18:00:00"


def test_nothing_is_read_before_it_is_used(synthetic):
    with stepload.open(synthetic) as run:
        assert not run.site.poi_power.variable._in_memory


def test_trace_keeps_extremes_and_energy(result_file):
    with stepload.open(result_file) as run, h5py.File(result_file) as file:
        raw = file["site/poi_power"][:].astype(float)
        for points in (50, 700):
            trace = run.trace("poi_power", points=points)
            assert len(trace) <= points and not trace.exact
            assert trace.min.min() == raw.min() and trace.max.max() == raw.max()
            assert np.all(trace.min <= trace.mean * (1 + 1e-6)) and np.all(trace.mean <= trace.max * (1 + 1e-6))
            assert np.all(np.diff(trace.time) > 0)


def test_trace_zooms_to_every_sample(synthetic):
    with stepload.open(synthetic) as run:
        trace = run.trace("it_power", 8.95, 9.05)
        assert trace.exact and trace.level == 0 and 100 <= len(trace) <= 104
        assert 8.94 < trace.time[0] <= 8.9505 and 9.0495 <= trace.time[-1] < 9.06
        # the synthetic job starts at 9 s: the rise is in the right place
        assert trace.time[np.argmax(np.diff(trace.mean))] == pytest.approx(9.0, abs=2e-3)


def test_trace_of_a_long_run_reads_little(tmp_path):
    """Ten million samples, of which the picture may not read one in ten."""
    path = write_synthetic(tmp_path / "long.h5", duration=64.0)
    with h5py.File(path, "a") as file:  # stretch only what the reader should look at: the pyramid of one channel
        n = 10_000_000
        for level in (1, 2, 3):
            size = 32**level
            count = -(-n // size)
            group = file[f"overview/site/L{level}"]
            for name in list(group):
                del group[name]
            group["time"] = 64800.0 + 1e-3 * size * np.arange(count)
            group["time"].attrs["dt_s"] = 1e-3 * size
            for suffix in ("min", "mean", "max"):
                group[f"poi_power_{suffix}"] = np.ones(count, dtype=np.float32)
    with stepload.open(path) as run:
        begin = time.perf_counter()
        trace = run.trace("poi_power", points=4000)
        assert time.perf_counter() - begin < 2.0
        assert trace.level == 2 and 2000 < len(trace) <= 4000
        assert trace.time[-1] == pytest.approx(10_000.0, rel=1e-3)


def test_errors_name_what_there_is(synthetic, tmp_path):
    with stepload.open(synthetic) as run:
        with pytest.raises(KeyError, match="poi_power"):
            run.trace("poi_pwoer")
        with pytest.raises(KeyError, match="site"):
            run._group("nothing")
    broken = tmp_path / "broken.h5"
    broken.write_bytes(b"not hdf5")
    with pytest.raises(OSError, match="broken.h5"):
        stepload.open(broken)
    with pytest.raises(FileNotFoundError):
        stepload.open(tmp_path / "absent.h5")

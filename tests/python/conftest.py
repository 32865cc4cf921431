"""A small synthetic result file with the published layout, so that the readers are tested without a run.

With STEPLOAD naming the program, `real_file` is a fresh result of scenarios/quickstart.json (skipped otherwise)."""
import os
import subprocess
import sys
from pathlib import Path

import h5py
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

EPOCH = "seconds since 2027-07-15 00:00:00"
T0_S = 64800.0
FACTOR = 32
TEXT = h5py.string_dtype("utf-8")


class Writer:
    """Datasets with scales and attributes as the program writes them."""

    def __init__(self, file):
        self.file = file

    def data(self, path, values, units, dims=(), **attrs):
        d = self.file.create_dataset(path, data=values, chunks=True if np.ndim(values) else None,
                                     **({"shuffle": True, "compression": 1} if np.ndim(values) else {}), track_order=True)
        d.attrs["units"] = units
        d.attrs["long_name"] = path.rsplit("/", 1)[1].replace("_", " ")
        for key, value in attrs.items():
            d.attrs[key] = value
        for axis, scale in enumerate(dims):
            d.dims[axis].attach_scale(self.file[scale])
        return d

    def time(self, group, values, dt_s):
        d = self.data(f"{group}/time", values, EPOCH, calendar="proleptic_gregorian", standard_name="time", axis="T",
                      long_name="time", t0_s=T0_S, dt_s=dt_s)
        d.make_scale("time")

    def index(self, group, name, count):
        d = self.data(f"{group}/{name}", np.arange(count, dtype=np.int32), "1", long_name=f"{name} number")
        d.make_scale(name)

    def text(self, path, values, dims=()):
        d = self.file.create_dataset(path, data=values if isinstance(values, str) else np.array(values, dtype=object),
                                     dtype=TEXT)
        d.attrs["long_name"] = path.rsplit("/", 1)[1].replace("_", " ")
        for axis, scale in enumerate(dims):
            d.dims[axis].attach_scale(self.file[scale])


def site_channels(t):
    """Plausible traces of a 2 MW campus; float64 sums, as the program forms them before it stores float32."""
    n = len(t)
    ripple = np.where((t % 5.9) / 5.9 < 0.82, 1.0, 0.4)
    on = (t > 0.15 * t[-1]) & (t < 0.85 * t[-1])
    it = 0.3e6 + np.where(on, 0.9e6 * ripple, 0.0) + 2e3 * np.random.default_rng(7).standard_normal(n)
    cooling = 60e3 + 0.05e6 * (1 - np.exp(-t / 20))
    facility = it + cooling + 0.03 * it + 5e3
    solar = 150e3 + 20e3 * np.sin(t / 7)
    storage = np.where(on, 100e3 * (1 - ripple) - 30e3, 0.0)
    poi = facility - solar - storage
    mean = {"cell_methods": "time: mean"}
    point = {"cell_methods": "time: point"}
    return {
        "it_power": (it, "W", "IT power at the equipment's AC input", mean),
        "facility_power": (facility, "W", "power of the whole facility", mean),
        "cooling_power": (cooling, "W", "cooling power", mean),
        "solar_power": (solar, "W", "solar power injected", mean),
        "wind_power": (np.zeros(n), "W", "wind power injected", mean),
        "generator_power": (np.zeros(n), "W", "generator power injected", mean),
        "storage_power": (storage, "W", "storage power injected", mean),
        "storage_soc": (0.5 - np.cumsum(storage) * (t[1] - t[0]) / 3.6e9, "1", "state of charge", point),
        "poi_power": (poi, "W", "power imported at the POI", dict(
            mean, identity="poi_power = facility_power - solar_power - wind_power - generator_power - storage_power")),
        "poi_reactive_power": (0.1 * poi, "V A", "reactive power absorbed at the POI", mean),
        "poi_voltage": (1.0 - 0.02 * poi / 1.5e6, "1", "POI voltage", point),
        "grid_frequency": (60 - 0.01 * (poi - poi.mean()) / 1e6, "Hz", "grid frequency", point),
        "coolant_supply_temperature": (28 + it / 1e6, "degC", "coolant supply temperature", point),
        "accelerator_temperature_max": (45 + 20 * it / 1.2e6, "degC", "hottest accelerator", point),
        "outdoor_wet_bulb": (np.full(n, 24.0), "degC", "outdoor wet bulb", point),
    }


def write_overview(w, time, channels, dt):
    low = {k: v.astype(np.float32) for k, v in channels.items()}
    high, mean, level, factor = low, {k: v.astype(np.float64) for k, v in low.items()}, 0, 1
    counts = np.ones(len(time))
    start = time
    while len(start) > FACTOR:
        level, factor = level + 1, factor * FACTOR
        edges = np.arange(0, len(start), FACTOR)
        total = np.add.reduceat(counts, edges)
        mean = {k: np.add.reduceat(v * counts, edges) / total for k, v in mean.items()}
        low = {k: np.minimum.reduceat(v, edges) for k, v in low.items()}
        high = {k: np.maximum.reduceat(v, edges) for k, v in high.items()}
        start, counts = start[edges], total
        group = f"overview/site/L{level}"
        w.time(group, start, dt * factor)
        w.file[group].attrs["factor"] = factor
        w.index(group, "bnds", 2)
        w.data(f"{group}/time_bounds", np.stack([start, start + dt * counts], axis=1), EPOCH,
               [f"{group}/time", f"{group}/bnds"], calendar="proleptic_gregorian")
        w.data(f"{group}/count", counts.astype(np.int32), "1", [f"{group}/time"])
        for k in low:
            units = w.file[f"site/{k}"].attrs["units"]
            for suffix, values in (("min", low), ("max", high), ("mean", mean)):
                method = {"min": "minimum", "max": "maximum", "mean": "mean"}[suffix]
                w.data(f"{group}/{k}_{suffix}", values[k].astype(np.float32), units, [f"{group}/time"],
                       long_name=f"{k} {suffix}", cell_methods=f"time: {method}")


def write_tier(w, group, count, dt, duration, total_w):
    n = int(round(duration / dt))
    w.time(group, T0_S + dt * np.arange(n), dt)
    w.index(group, group, count)
    w.text(f"{group}/{group}_name", [f"{group}{i}" for i in range(count)], [f"{group}/{group}"])
    mean = np.full((n, count), total_w / count, dtype=np.float32)
    for suffix, scale in (("", 1.0), ("_min", 0.9), ("_max", 1.1)):
        w.data(f"{group}/{group}_power{suffix}", mean * np.float32(scale), "W", [f"{group}/time", f"{group}/{group}"],
               long_name=f"{group} power", cell_methods="time: " + {"": "mean", "_min": "minimum", "_max": "maximum"}[suffix])


def write_tables(w):
    w.index("events", "event", 2)
    w.data("events/time", T0_S + np.array([9.0, 51.0]), EPOCH, ["events/event"], calendar="proleptic_gregorian")
    w.text("events/type", ["job_start", "job_stop"], ["events/event"])
    w.text("events/target", ["pretrain", "pretrain"], ["events/event"])
    w.data("events/power_change", np.array([0.9e6, -0.9e6]), "W", ["events/event"])
    # a table with a single row is stored as scalars
    w.text("jobs/name", "pretrain")
    w.data("jobs/energy", 3.0e7, "J")
    w.index("ratings", "row", 2)
    w.text("ratings/name", ["main_transformer", "import"], ["ratings/row"])
    w.data("ratings/worst_loading", np.array([0.7, 0.5]), "1", ["ratings/row"])
    windows = np.array([0.001, 0.01, 0.1, 1.0, 10.0])
    w.index("ramps", "row", 5)
    w.data("ramps/window", windows, "s", ["ramps/row"])
    for name, sign in (("worst_up", 1), ("worst_down", -1)):
        w.data(f"ramps/{name}", sign * 0.9e6 * np.minimum(1, windows / 0.02), "W", ["ramps/row"])
        w.data(f"ramps/{name}_time", np.full(5, 9.0 if sign > 0 else 51.0), "s", ["ramps/row"])
    w.data("summary/energy", 3.2e7, "J", long_name="energy imported")
    w.data("summary/peak_power", 1.1e6, "W", long_name="peak power")
    w.file.create_dataset("provenance/scenario_json", data='{"stepload": 1}', dtype=TEXT)


def write_synthetic(path, duration=60.0, dt=1e-3):
    """Writes a result with the published layout; returns the path."""
    with h5py.File(path, "w", libver=("v108", "v110"), track_order=True) as file:
        for key, value in {"Conventions": "CF-1.10", "title": "synthetic", "source": "stepload 0.1.0 abcdef123456",
                           "history": "made by tests", "run_status": "complete", "seed": 7,
                           "git_hash": "abcdef123456", "scenario_sha256": "0f" * 32}.items():
            file.attrs[key] = value
        w = Writer(file)
        n = int(round(duration / dt))
        t = dt * np.arange(1, n + 1)
        w.time("site", T0_S + t - dt, dt)
        channels = site_channels(t)
        for name, (values, units, label, attrs) in channels.items():
            w.data(f"site/{name}", values.astype(np.float32), units, ["site/time"], long_name=label, **attrs)
        write_overview(w, T0_S + t - dt, {k: v[0] for k, v in channels.items()}, dt)
        write_tier(w, "feed", 2, 0.1, duration, 1.0e6)
        write_tier(w, "rack", 4, 1.0, duration, 1.0e6)
        inside = (t > 8) & (t <= 14)
        w.time("window/0001", T0_S + t[inside] - dt, dt)
        w.index("window/0001", "rack", 4)
        w.data("window/0001/rack_power", np.full((inside.sum(), 4), 2.5e5, dtype=np.float32), "W",
               ["window/0001/time", "window/0001/rack"], long_name="rack power", cell_methods="time: mean")
        file["window/0001"].attrs["trigger"] = "job_start"
        write_tables(w)
    return path


@pytest.fixture(scope="session")
def synthetic(tmp_path_factory):
    return write_synthetic(tmp_path_factory.mktemp("result") / "synthetic.h5")


@pytest.fixture(scope="session")
def real_file(tmp_path_factory):
    program = os.environ.get("STEPLOAD")
    if not program:
        pytest.skip("STEPLOAD does not name a built program")
    path = tmp_path_factory.mktemp("run") / "quickstart.h5"
    subprocess.run([program, "run", str(ROOT / "scenarios/quickstart.json"), "-o", str(path)], check=True,
                   stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
    return path


@pytest.fixture(params=["synthetic", "real_file"])
def result_file(request):
    """Every reader test runs on the synthetic file and on a real one."""
    return request.getfixturevalue(request.param)

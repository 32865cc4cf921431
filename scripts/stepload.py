"""Reads stepload result files into xarray, lazily.

    import stepload
    run = stepload.open("output/quickstart.h5")
    run.site.poi_power.plot()                  # every step: xarray, time in seconds since the start of the run
    run.racks.rack_power.isel(rack=0)          # rack tier: mean, _min, _max over each interval
    run.trace("poi_power", 10, 20)             # min, mean, max of at most ~4000 points from any length of trace
    run.events.to_dataframe()                  # likewise jobs, ratings, ramps
    run.summary["import_energy"]               # scalars with their unit: run.summary_units["import_energy"]
    run.window(1)                              # full-rate capture around the first trigger; run.windows lists all

Open with `decode_times=True` to get calendar times (datetime64) instead of seconds.
"""
import re
from functools import cached_property
from pathlib import Path

import h5py
import numpy as np
import xarray as xr

__all__ = ["open", "Result", "Trace"]


def open(path, decode_times=False):  # noqa: A001 - stepload.open reads best
    """Opens a result file, complete, interrupted or still `.part`."""
    return Result(path, decode_times)


class Trace:
    """One channel reduced to at most a few thousand points: `time` (s), `min`, `mean`, `max`, `unit`, `label`, `level`.

    `time` is the middle of each bucket; of single samples the middle of the step for a mean, its end for a state.
    `exact` tells that every sample is there and min = mean = max."""

    def __init__(self, name, time, low, mean, high, unit, label, level):
        self.name, self.time, self.min, self.mean, self.max = name, time, low, mean, high
        self.unit, self.label, self.level = unit, label, level
        self.exact = level == 0 and low is mean

    def __len__(self):
        return len(self.time)

    def to_xarray(self):
        data = {k: ("time", getattr(self, k), {"units": self.unit}) for k in ("min", "mean", "max")}
        return xr.Dataset(data, coords={"time": ("time", self.time, {"units": "s"})},
                          attrs={"channel": self.name, "long_name": self.label, "level": self.level})


class Result:
    """A result file. Groups are opened on first use and read on access; nothing is loaded whole."""

    def __init__(self, path, decode_times=False):
        self.path = Path(path)
        self.decode_times = decode_times
        self._datasets = {}
        try:
            self.file = h5py.File(self.path, "r")
        except FileNotFoundError:
            raise
        except OSError as e:
            raise OSError(f"{self.path}: not a readable HDF5 file ({e})") from e
        self.attrs = {k: _plain(v) for k, v in self.file.attrs.items()}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        for dataset in self._datasets.values():
            dataset.close()
        self._datasets.clear()
        self.file.close()

    def __repr__(self):
        return (f"<stepload result {self.path.name}: {self.attrs.get('title', '?')}, {self.duration_s:g} s, "
                f"{self.attrs.get('run_status', '?')}>")

    # groups

    @property
    def site(self):
        """Site channels at every step."""
        return self._group("site")

    @property
    def feed(self):
        """Feed tier (time, feed)."""
        return self._group("feed")

    @property
    def racks(self):
        """Rack tier (time, rack)."""
        return self._group("rack")

    @property
    def events(self):
        """What happened, to what, why, and how much power it moved."""
        return self._group("events")

    @property
    def jobs(self):
        return self._table("jobs")

    @property
    def ratings(self):
        return self._table("ratings")

    @property
    def ramps(self):
        """Worst rise and fall of power against the window over which it happens."""
        return self._table("ramps")

    @property
    def windows(self):
        """Names of the captured windows, in order."""
        return sorted(self.file["window"]) if "window" in self.file else []

    def window(self, n):
        """The n-th captured window, counted from 1, or by name."""
        return self._group("window/" + (n if isinstance(n, str) else f"{n:04d}"))

    @cached_property
    def summary(self):
        """Scalars of the run, by name. Units in `summary_units`."""
        group = self.file.get("summary", {})
        values = {k: _plain(d[()]) for k, d in group.items() if isinstance(d, h5py.Dataset) and d.shape == ()}
        values.update({k: _plain(v) for k, v in getattr(group, "attrs", {}).items() if not k.startswith("_")})
        return values

    @cached_property
    def summary_units(self):
        group = self.file.get("summary", {})
        return {k: _plain(d.attrs["units"]) for k, d in group.items() if "units" in getattr(d, "attrs", {})}

    @property
    def scenario(self):
        """The effective scenario, with every default filled in, as text."""
        for name in ("provenance/scenario_json", "provenance/scenario"):
            if name in self.file:
                return _plain(self.file[name][()])
        return None

    @cached_property
    def levels(self):
        """Levels of the site's overview pyramid: 1 is the finest."""
        group = self.file.get("overview/site", {})
        return sorted(int(k[1:]) for k in group if re.fullmatch(r"L\d+", k))

    def overview(self, level):
        """Minimum, maximum and mean of each site channel over 32**level steps."""
        return self._group(f"overview/site/L{level}")

    def channels(self, group="site"):
        """Names of the channels of a group, their extremes left out."""
        if group not in self.file:
            return []
        items = self.file[group]
        return [k for k, d in items.items() if d.ndim and k not in ("time", "feed", "rack", "source", "machine")
                and not (re.search("_(min|max|name)$", k) and k.rsplit("_", 1)[0] in items)]

    # time

    @cached_property
    def t0_s(self):
        """Start of the run on the file's time axis, s."""
        time = self.file["site/time"]
        if "t0_s" in time.attrs:
            return float(time.attrs["t0_s"])
        return float(time[0]) if len(time) else 0.0

    @cached_property
    def step_s(self):
        time = self.file["site/time"]
        if "dt_s" in time.attrs:
            return float(time.attrs["dt_s"])
        return float(time[1] - time[0]) if len(time) > 1 else 1.0

    @property
    def duration_s(self):
        time = self.file["site/time"]
        return float(time[-1]) - self.t0_s + self.step_s if len(time) else 0.0

    # traces

    def trace(self, name, t0=None, t1=None, points=4000):
        """Channel `name` of the site between t0 and t1 (seconds since the start), reduced to at most `points` buckets.

        Reads the coarsest level of the pyramid that still has `points` samples in the range, so the cost does not grow
        with the length of the run, and no extreme is lost."""
        if f"site/{name}" not in self.file:
            raise KeyError(f"no site channel {name!r}; there are: {', '.join(self.channels())}")
        source = self.file[f"site/{name}"]
        unit, label = _plain(source.attrs.get("units", "1")), _plain(source.attrs.get("long_name", name))
        for level in [*reversed(self.levels), 0]:
            time = self.file[self._level(level) + "/time"]
            first, last = _bounds(time, t0, t1, self.t0_s, self._bucket_s(level))
            if last - first >= points or level == 0:
                break
        group, width = self.file[self._level(level)], self._bucket_s(level)
        point = level == 0 and "point" in str(_plain(source.attrs.get("cell_methods", "")))
        at = time[first:last] - self.t0_s + (width if point else width / 2)  # rows carry the start of their interval
        if level:
            low, mean, high = (group[f"{name}_{k}"][first:last] for k in ("min", "mean", "max"))
        else:
            low = mean = high = group[name][first:last]
            if f"{name}_min" in group and f"{name}_max" in group:  # the site is recorded more coarsely than it is stepped
                low, high = group[f"{name}_min"][first:last], group[f"{name}_max"][first:last]
        if len(at) > points:
            at, low, mean, high = _reduce(points, at, low, mean, high)
        return Trace(name, at, low, mean, high, unit, label, level)

    def _level(self, level):
        return f"overview/site/L{level}" if level else "site"

    def _bucket_s(self, level):
        if not level:
            return self.step_s
        time = self.file[self._level(level) + "/time"]
        if "dt_s" in time.attrs:
            return float(time.attrs["dt_s"])
        return float(time[1] - time[0]) if len(time) > 1 else self.duration_s

    def _group(self, name):
        if name not in self.file:
            raise KeyError(f"{self.path}: no group /{name}; there are: {', '.join(self.file)}")
        if name not in self._datasets:
            dataset = xr.open_dataset(self.path, engine="h5netcdf", group=name, decode_times=self.decode_times)
            self._datasets[name] = dataset if self.decode_times else self._in_seconds(dataset)
        return self._datasets[name]

    def _table(self, name):
        """A table as columns over `row`, also when it has a single row, stored as scalars."""
        table = self._group(name)
        return table if "row" in table.dims else table.expand_dims(row=[0])

    def _in_seconds(self, dataset):
        """Calendar times as seconds since the start of the run."""
        for name, variable in dataset.variables.items():
            if str(variable.attrs.get("units", "")).startswith("seconds since"):
                attrs = {k: v for k, v in variable.attrs.items() if k != "calendar"}
                attrs.update(units="s", long_name="time since the start of the run")
                dataset = dataset.assign({name: (variable.dims, variable.values - self.t0_s, attrs)})
        return dataset


def _plain(value):
    """Bytes to text, one-element arrays and numpy scalars to Python's."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, np.ndarray) and value.size == 1:
        value = value.reshape(())[()]
    return value.item() if isinstance(value, np.generic) else value


def _bisect(time, value):
    """First index with time[index] >= value, reading a handful of elements."""
    low, high = 0, len(time)
    while low < high:
        middle = (low + high) // 2
        if time[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low


def _bounds(time, t0, t1, start_s, width_s):
    first = 0 if t0 is None else max(0, _bisect(time, start_s + t0 - 1e-9) - 1)
    last = len(time) if t1 is None else min(len(time), _bisect(time, start_s + t1 + 1e-9) + 1)
    return first, last


def _reduce(points, time, low, mean, high):
    """Equal buckets of samples; the last one may be shorter."""
    size = -(-len(time) // points)
    edges = np.arange(0, len(time), size)
    counts = np.diff(np.append(edges, len(time)))
    total = np.add.reduceat(mean.astype(np.float64), edges)
    return (np.add.reduceat(time, edges) / counts, np.fmin.reduceat(low, edges), total / counts,
            np.fmax.reduceat(high, edges))

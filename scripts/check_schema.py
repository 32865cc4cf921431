#!/usr/bin/python3
"""Checks that a stepload result keeps its promises to readers.

    check_schema.py RESULT.h5 [--quick]

Opens the file with h5py, xarray (h5netcdf and netcdf4) and netCDF4; every numeric dataset has units; every axis has a
dimension scale; time rises; strings are variable-length UTF-8; only shuffle and deflate filter the data; the identities
that channels state hold; the overview agrees with what it summarises. --quick reads the first million steps only.
Prints a line a fault; exit 1 if there is any, 4 if the file cannot be opened."""
import argparse
import ast
import re
import sys

import h5py
import numpy as np

ROOT_ATTRIBUTES = ("Conventions", "title", "source", "history", "run_status", "seed", "scenario_sha256")
LIBRARY_ATTRIBUTES = ("CLASS", "NAME")  # of dimension scales, written by HDF5 itself
IDENTITY_RTOL = 4e-7  # a few times float32's half unit in the last place, of the largest term
BLOCK = 1 << 20


class Checker:
    def __init__(self, path, quick=False):
        self.path, self.quick = path, quick
        self.faults, self.checks, self.notes = [], 0, []

    def expect(self, condition, message):
        self.checks += 1
        if not condition:
            self.faults.append(message)
        return condition

    def run(self):
        with h5py.File(self.path, "r") as file:
            self.check_root(file)
            file.visititems(self.check_object)
            groups = [n for n in groups_of(file)]
            for group in groups:
                self.check_times(file[group])
                self.check_identities(file, group)
            self.check_overview(file)
        self.check_readers(groups)
        return not self.faults

    def check_root(self, file):
        for name in ROOT_ATTRIBUTES:
            self.expect(name in file.attrs, f"/: attribute {name} is missing")
        conventions = str(file.attrs.get("Conventions", ""))
        self.expect(conventions.startswith("CF-"), f"/: Conventions is {conventions!r}, not CF-...")

    def check_object(self, name, item):
        for key, value in item.attrs.items():
            if isinstance(value, (bytes, np.bytes_)) and key not in LIBRARY_ATTRIBUTES:
                self.expect(False, f"/{name}: attribute {key} is a fixed-length string")
        if not isinstance(item, h5py.Dataset):
            return
        kind = item.dtype.kind
        text = h5py.check_string_dtype(item.dtype)
        if text is not None:
            self.expect(text.length is None, f"/{name}: fixed-length strings crash netCDF-4 readers")
            self.expect(text.encoding == "utf-8", f"/{name}: strings are {text.encoding}, not utf-8")
        elif kind in "fiu":
            units = item.attrs.get("units")
            self.expect(isinstance(units, str) and units, f"/{name}: no units")
            if not is_time(item):
                self.expect(units not in ("seconds", "minutes", "hours", "days"),
                            f"/{name}: units {units!r} make xarray read a time span")
            self.expect(item.attrs.get("long_name") or is_scale(item), f"/{name}: no long_name")
        else:
            self.expect(False, f"/{name}: type {item.dtype} is outside the netCDF-4 model")
        self.check_axes(name, item)
        self.check_filters(name, item)

    def check_axes(self, name, item):
        for axis in range(item.ndim):
            scale = is_scale(item) and item.ndim == 1
            if not self.expect(scale or len(item.dims[axis]) == 1, f"/{name}: axis {axis} has no dimension scale"):
                continue
            if not scale:
                count = len(item.dims[axis][0])
                self.expect(count == item.shape[axis],
                            f"/{name}: axis {axis} has {item.shape[axis]} rows, its scale {count}")

    def check_filters(self, name, item):
        create = item.id.get_create_plist()
        used = {create.get_filter(i)[0] for i in range(create.get_nfilters())}
        self.expect(used <= {h5py.h5z.FILTER_SHUFFLE, h5py.h5z.FILTER_DEFLATE},
                    f"/{name}: filters {used} beyond shuffle, deflate")
        if item.chunks:
            size = int(np.prod(item.chunks)) * item.dtype.itemsize
            self.expect(size <= 1 << 20, f"/{name}: chunks of {size} bytes overflow the readers' default cache")

    def check_times(self, group):
        time = group.get("time")
        if time is None or not is_time(time) or not is_scale(time):
            return
        self.expect(time.dtype == np.float64, f"{time.name}: {time.dtype}, not float64")
        self.expect(re.fullmatch(r"seconds since \d{4}-\d\d-\d\d \d\d:\d\d:00.*", str(time.attrs["units"])),
                    f"{time.name}: units {time.attrs['units']!r} do not decode everywhere")
        previous = -np.inf
        for block in self.blocks(len(time)):
            values = time[block]
            self.expect(np.all(np.diff(values) > 0) and values[0] > previous, f"{time.name}: does not rise")
            previous = values[-1]
        if len(time) > 1 and "dt_s" in time.attrs:
            even = time[0] + float(time.attrs["dt_s"]) * np.arange(min(len(time), BLOCK))
            self.expect(np.allclose(time[: len(even)], even, rtol=0, atol=1e-6), f"{time.name}: not evenly spaced by dt_s")

    def check_identities(self, file, group):
        for name, item in file[group].items():
            text = item.attrs.get("identity") if isinstance(item, h5py.Dataset) else None
            if text is None or not item.ndim:
                continue
            for left, right in equations(text):
                self.check_identity(file, file[group], f"/{group}/{name}", left, right)

    def check_identity(self, file, group, where, left, right):
        terms = terms_of(right)
        if not self.expect(terms is not None, f"{where}: identity {right!r} is no sum of channels"):
            return
        if left not in group or any(name not in group for _, name in terms):
            absent = [n for n in [left, *(n for _, n in terms)] if n not in group]
            self.expect(False, f"{where}: identity names {', '.join(absent)}, not in this group")
            return
        worst, at = 0.0, 0
        for block in self.blocks(group[left].shape[0]):
            values = group[left][block].astype(np.float64)
            total, size = np.zeros_like(values), np.abs(values)
            for sign, name in terms:
                term = group[name][block].astype(np.float64)
                total, size = total + sign * term, np.maximum(size, np.abs(term))
            error = np.abs(values - total) / np.maximum(size, 1.0)
            if error.size and np.nanmax(error) > worst:
                worst, at = float(np.nanmax(error)), int(np.nanargmax(error)) + block.start
            if np.isnan(error).any():
                worst = np.inf
        tolerance = IDENTITY_RTOL * max(1, len(terms)) / 2
        self.expect(worst <= tolerance, f"{where}: identity broken by {worst:.1e} of the largest term at row {at}")
        self.notes.append(f"{where}: {left} = {right} within {worst:.1e}")

    def check_overview(self, file):
        overview = file.get("overview/site")
        if overview is None:
            return
        for level in sorted(overview, key=lambda k: int(k[1:])):
            for name in channels_of(file["site"]):
                parts = [overview[level].get(f"{name}_{k}") for k in ("min", "mean", "max")]
                if self.expect(all(p is not None for p in parts), f"/overview/site/{level}: {name} is missing"):
                    self.check_bucket(file["site"], name, level, parts)

    def check_bucket(self, site, name, level, parts):
        """The first and the middle bucket against the rows below them."""
        size = 32 ** int(level[1:])
        lowest, highest = (site.get(f"{name}_{k}", site[name]) for k in ("min", "max"))
        for bucket in {0, len(parts[0]) // 2}:
            rows = slice(bucket * size, (bucket + 1) * size)
            samples = site[name][rows].astype(np.float64)
            # a bucket that ends the run may hold a shorter last row, and then no plain mean
            if len(samples) < size or size > BLOCK or bucket >= len(parts[0]):
                continue
            low, mean, high = (float(p[bucket]) for p in parts)
            scale = max(np.max(np.abs(samples), initial=0.0, where=np.isfinite(samples)), 1e-30)
            if np.isnan(samples).all():
                good = np.isnan([low, mean, high]).all()
            else:
                good = (low == np.nanmin(lowest[rows]) and high == np.nanmax(highest[rows])
                        and abs(mean - np.nanmean(samples)) <= 1e-6 * scale)
            self.expect(good,
                        f"/overview/site/{level}: {name} bucket {bucket} is not the min, mean, max of its samples")

    def check_readers(self, groups):
        import netCDF4
        import xarray as xr
        for group in groups:
            for engine in ("h5netcdf", "netcdf4"):
                try:
                    with xr.open_dataset(self.path, engine=engine, group=group) as data:
                        for variable in data.variables.values():
                            if variable.ndim:
                                variable[tuple(slice(0, 2) for _ in variable.dims)].values
                    self.checks += 1
                except Exception as e:  # any failure of a reader is the finding
                    self.expect(False, f"/{group}: xarray {engine}: {type(e).__name__}: {e}")
        try:
            with netCDF4.Dataset(self.path) as data:
                self.expect(set(data.groups) >= {g.split("/")[0] for g in groups}, "/: netCDF4 does not see all groups")
        except OSError as e:
            self.expect(False, f"/: netCDF4: {e}")

    def blocks(self, count):
        if self.quick:
            count = min(count, BLOCK)
        return [slice(i, min(i + BLOCK, count)) for i in range(0, count, BLOCK)]


def groups_of(file):
    """Groups that hold datasets."""
    found = []
    file.visititems(lambda name, item: found.append(name) if isinstance(item, h5py.Group) and
                    any(isinstance(v, h5py.Dataset) for v in item.values()) else None)
    return found


def channels_of(group):
    """Channels along time, their extremes left out."""
    return [k for k, d in group.items() if d.ndim and k != "time"
            and not (re.search("_(min|max)$", k) and k.rsplit("_", 1)[0] in group)]


def is_scale(item):
    return h5py.h5ds.is_scale(item.id)


def is_time(item):
    return str(item.attrs.get("units", "")).startswith("seconds since")


def equations(text):
    """`a = b + c - d` (several separated by ;) as pairs of left and right."""
    for part in str(text).split(";"):
        left, equals, right = part.partition("=")
        yield (left.strip(), right.strip()) if equals else ("", part.strip())


def terms_of(text):
    """Signed names of a sum, or None when it is anything else."""
    try:
        node = ast.parse(text, mode="eval").body
    except SyntaxError:
        return None
    terms = []

    def walk(node, sign):
        if isinstance(node, ast.Name):
            terms.append((sign, node.id))
            return True
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return walk(node.operand, -sign)
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            return walk(node.left, sign) and walk(node.right, sign if isinstance(node.op, ast.Add) else -sign)
        return False

    return terms if walk(node, 1) else None


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("result")
    parser.add_argument("--quick", action="store_true", help="only the first million steps")
    parser.add_argument("-v", "--verbose", action="store_true", help="also tell how well each identity holds")
    options = parser.parse_args(arguments)
    checker = Checker(options.result, options.quick)
    try:
        checker.run()
    except OSError as e:
        print(f"check_schema: {options.result}: {e}", file=sys.stderr)
        return 4
    for note in checker.notes if options.verbose else []:
        print(note)
    for fault in checker.faults:
        print(f"{options.result}: {fault}", file=sys.stderr)
    print(f"check_schema: {checker.checks} checks, {len(checker.faults)} faults")
    return 1 if checker.faults else 0


if __name__ == "__main__":
    sys.exit(main())

"""`stepload info` tells what h5py finds, and survives files that are none of ours."""
import json
import os
import subprocess

import h5py
import numpy as np
import pytest


@pytest.fixture
def info():
    program = os.environ.get("STEPLOAD")
    if not program:
        pytest.skip("STEPLOAD does not name a built program")

    def call(*args):
        return subprocess.run([program, "info", *map(str, args)], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              timeout=60, check=False)

    return call


def groups_of(path):
    """group -> {dataset: (shape, units)} by h5py."""
    found = {}

    def visit(name, item):
        if isinstance(item, h5py.Dataset):
            group, _, variable = name.rpartition("/")
            found.setdefault("/" + group, {})[variable] = (list(item.shape), item.attrs.get("units"))

    with h5py.File(path, "r") as f:
        f.visititems(visit)
    return found


def test_json_says_what_is_in_the_file(info, real_file):
    told = json.loads(info(real_file, "--json").stdout)
    groups = groups_of(real_file)
    named = {path: group["variables"] for path, group in told["groups"].items() if group["variables"]}
    assert set(named) == set(groups)
    for path, variables in groups.items():
        assert {name: (v["shape"], v.get("units")) for name, v in named[path].items()} == variables
    with h5py.File(real_file, "r") as f:
        for name in ("title", "run_status", "source", "scenario_sha256", "inputs_sha256", "epoch"):
            assert told[name] == f.attrs[name]
        for name in ("seed", "dt_s", "duration_s", "start_s"):
            assert told[name] == f.attrs[name]
        time = f["site/time"][()]
        site = told["groups"]["/site"]
        assert (site["first_s"], site["last_s"], site["dt_s"]) == (time[0], time[-1], f["site/time"].attrs["dt_s"])


def test_text_has_a_line_a_group(info, real_file):
    lines = info(real_file).stdout.splitlines()
    assert any(line.split() == ["run_status", "complete"] for line in lines)
    for path, variables in groups_of(real_file).items():
        line = next(line for line in lines if line.split()[:1] == [path])
        assert line.split()[1:3] == [str(len(variables)), "variables"]
        rows = {shape[0] for shape, _ in variables.values() if shape}
        assert not rows or any(f" {n} " in line + " " for n in rows)


def test_files_that_are_none_of_ours(info, tmp_path):
    """Other ranks and types, texts with quotes and control characters, links in circles and to nowhere."""
    path = tmp_path / "foreign.h5"
    with h5py.File(path, "w") as f:
        f.attrs["title"] = 'say "hi"\n\\ \u00e4'
        f.attrs["dt_s"] = float("nan")
        f.attrs["seed"] = "no number"
        f["cube"] = np.zeros((2, 3, 4))
        f["g/pair"] = np.zeros(3, dtype=[("a", "i4"), ("b", "f8")])
        f["g/empty"] = h5py.Empty("f8")
        f["g/time"] = np.array([5, 6], dtype="i8")
        f["g/odd"] = np.zeros((2, 0))
        f["g/above"] = f["/"]
        f["nowhere"] = h5py.SoftLink("/not/there")
    told = info(path, "--json")
    assert told.returncode == 0, told.stderr
    read = json.loads(told.stdout, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    assert read["title"] == 'say "hi"\n\\ \u00e4'
    assert "seed" not in read
    assert read["groups"]["/g"]["variables"]["odd"]["shape"] == [2, 0]
    assert info(path).returncode == 0


def test_a_part_is_told_while_it_is_written(info, real_file, tmp_path):
    """Nothing is locked or changed by looking, and an unfinished file says so."""
    part = tmp_path / "run.h5.part"
    part.write_bytes(real_file.read_bytes())
    with h5py.File(part, "r+") as f:
        f.attrs.modify("run_status", "running")
    before = part.read_bytes()
    os.chmod(part, 0o444)
    assert json.loads(info(part, "--json").stdout)["run_status"] == "running"
    assert part.read_bytes() == before


@pytest.mark.parametrize("name, code, says", [("none.h5", 4, "No such file"), ("text.h5", 4, "not an HDF5 file"), ("empty.h5", 4, ""),
                                              ("folder", 4, "folder")])
def test_what_cannot_be_opened(info, tmp_path, name, code, says):
    (tmp_path / "text.h5").write_text("time,power\n" * 100)
    (tmp_path / "empty.h5").touch()
    (tmp_path / "folder").mkdir()
    done = info(tmp_path / name)
    assert done.returncode == code and name in done.stderr and says in done.stderr and done.stdout == ""


def test_usage(info):
    assert info().returncode == 2
    assert info("a.h5", "b.h5").returncode == 2
    assert info("--jsno", "a.h5").returncode == 2
    assert info("--help").stdout.startswith("Usage")

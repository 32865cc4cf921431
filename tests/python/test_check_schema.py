"""The schema check passes good files and catches each kind of fault."""
import check_schema
import h5py
import numpy as np
import pytest


def test_results_pass(result_file, capsys):
    status = check_schema.main([str(result_file)])
    assert status == 0, capsys.readouterr().err


def no_units(file):
    del file["site/it_power"].attrs["units"]


def span_units(file):
    file["jobs/energy"].attrs["units"] = "seconds"


def no_scale(file):
    file["site/it_power"].dims[0].detach_scale(file["site/time"])


def time_falls(file):
    file["site/time"][10] = file["site/time"][8]


def fixed_string(file):
    file.create_dataset("events/note", data=np.array([b"a", b"b"]))
    file["events/note"].dims[0].attach_scale(file["events/event"])


def broken_identity(file):
    file["site/poi_power"][12345] += 5.0


def identity_without_channel(file):
    file["site/poi_power"].attrs["identity"] = "poi_power = facility_power - absent_power"


def lost_extreme(file):
    file["overview/site/L1/it_power_max"][0] -= 1.0


def exotic_filter(file):
    d = file.create_dataset("site/extra", data=np.zeros(len(file["site/time"])), chunks=(4096,), compression="lzf")
    d.attrs["units"], d.attrs["long_name"] = "W", "extra"
    d.dims[0].attach_scale(file["site/time"])


def no_status(file):
    del file.attrs["run_status"]


@pytest.mark.parametrize("damage, words", [
    (no_units, "site/it_power: no units"), (span_units, "jobs/energy: units"), (no_scale, "no dimension scale"),
    (time_falls, "does not rise"), (fixed_string, "fixed-length"), (broken_identity, "identity broken"),
    (identity_without_channel, "absent_power"), (lost_extreme, "bucket 0"), (exotic_filter, "beyond shuffle"),
    (no_status, "run_status")])
def test_faults_are_caught(synthetic, tmp_path, capsys, damage, words):
    path = tmp_path / "damaged.h5"
    path.write_bytes(synthetic.read_bytes())
    with h5py.File(path, "a") as file:
        damage(file)
    # netCDF-4 itself crashes on fixed-length strings: stop before its readers are asked
    checker = check_schema.Checker(str(path))
    checker.check_readers = lambda groups: None
    assert not checker.run()
    assert any(words in fault for fault in checker.faults), checker.faults


def test_unreadable_file_is_an_io_error(tmp_path):
    path = tmp_path / "x.h5"
    path.write_bytes(b"nothing")
    assert check_schema.main([str(path)]) == 4


@pytest.mark.parametrize("text, expected", [
    ("a - b + c", [(1, "a"), (-1, "b"), (1, "c")]), ("a - (b - c)", [(1, "a"), (-1, "b"), (1, "c")]),
    ("-a", [(-1, "a")]), ("a * b", None), ("sum of a", None)])
def test_identities_are_sums(text, expected):
    assert check_schema.terms_of(text) == expected

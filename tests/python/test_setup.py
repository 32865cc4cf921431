"""scripts/setup.sh against stand-ins for the package tools: it installs what is missing, or says so in one line."""
import os
import stat
import subprocess

import pytest
from conftest import ROOT


@pytest.fixture
def machine(tmp_path):
    """A PATH with stand-ins; each call of apt-get is logged."""
    tools = tmp_path / "bin"
    tools.mkdir()

    def tool(name, text):
        path = tools / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    for name in ("grep", "env", "sh"):
        tool(name, f'exec /bin/{name} "$@"' if os.path.exists(f"/bin/{name}") else f'exec /usr/bin/{name} "$@"')

    def run(missing=(), uid=0, sudo=False, apt=True, apt_status=0, listed="always"):
        """`listed`: packages are in apt's lists "always", "after update" or "never"."""
        words = " ".join(missing)
        tool("id", f"echo {uid}")
        tool("dpkg-query", f'for p in {words or "none"}; do [ "$4" = "$p" ] && exit 1; done; echo installed')
        if apt:
            tool("apt-get", f'echo "$@" >> {tmp_path}/log; [ "$1" = update ] || exit {apt_status}')
            known = {"always": "true", "never": "false", "after update": f"grep -q '^update' {tmp_path}/log 2>/dev/null"}
            tool("apt-cache", f'shift 2; {known[listed]} && for p in "$@"; do echo "Package: $p"; done')
        if sudo:
            tool("sudo", f'echo sudo >> {tmp_path}/log; exec "$@"')
        done = subprocess.run(["/bin/sh", str(ROOT / "scripts/setup.sh")], env={"PATH": str(tools)}, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL, check=False)
        log = tmp_path / "log"
        return done.returncode, done.stderr, log.read_text() if log.exists() else ""

    return run


def test_nothing_missing_installs_nothing(machine):
    assert machine() == (0, "", "")


def test_root_installs_only_what_is_missing(machine):
    status, _, log = machine(missing=["libgsl-dev", "python3-h5py"])
    assert status == 0
    assert "install" in log and "libgsl-dev python3-h5py" in log and "libhdf5-dev" not in log and "sudo" not in log


def test_a_user_goes_through_sudo(machine):
    status, _, log = machine(missing=["libgsl-dev"], uid=1000, sudo=True)
    assert status == 0 and log.startswith("sudo\n")


def test_a_user_without_sudo_gets_one_line(machine):
    status, said, log = machine(missing=["libgsl-dev"], uid=1000)
    assert status == 1 and said.count("\n") == 1 and "apt-get install libgsl-dev" in said and log == ""


def test_no_apt_gets_one_line(machine):
    status, said, _ = machine(missing=["libgsl-dev"], apt=False)
    assert status == 1 and said.count("\n") == 1 and "libgsl-dev" in said


def test_empty_lists_are_filled_before_apt_complains(machine):
    status, said, log = machine(missing=["libgsl-dev"], listed="after update")
    assert status == 0 and "refreshing the package lists" in said
    assert [line.split()[0] for line in log.splitlines()] == ["update", "install"]


def test_packages_that_do_not_exist_are_named_in_one_line(machine):
    status, said, log = machine(missing=["libgsl-dev", "python3-dask"], listed="never")
    assert status == 1 and said.splitlines()[-1].endswith(": libgsl-dev python3-dask") and said.count("\n") == 2
    assert log.split()[0] == "update" and "install" not in log


def test_stale_lists_are_refreshed_once_and_failure_is_told(machine):
    status, said, log = machine(missing=["libgsl-dev"], apt_status=100)
    assert status == 1 and "apt-get failed" in said.splitlines()[-1]
    assert [line.split()[0] for line in log.splitlines()] == ["install", "update", "install"]

"""The pages tell the truth: every command of theirs runs, and the lists are whole."""
import os
import re
import subprocess

import pytest
from conftest import ROOT

PAGES = ("README.md", "docs/format.md")


def blocks(page, language=""):
    return re.findall(rf"^```{language}\n(.*?)^```", (ROOT / page).read_text(), re.S | re.M)


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder that looks like the project's, with the built program."""
    program = os.environ.get("STEPLOAD")
    if not program:
        pytest.skip("STEPLOAD does not name a built program")
    folder = tmp_path_factory.mktemp("desk")
    for name in ("scenarios", "scripts"):
        (folder / name).symlink_to(ROOT / name)
    for name in ("build", "output"):
        (folder / name).mkdir()
    (folder / "build/stepload").symlink_to(program)
    return folder


def run(command, folder):
    done = subprocess.run(["bash", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=120, check=False)
    assert done.returncode == 0, f"{command}\n{done.stderr}"
    return done


def test_every_command_runs_in_the_order_of_the_page(desk):
    commands = [line.split("  #")[0] for page in PAGES for block in blocks(page) for line in block.splitlines()
                if re.match(r"(build/|scripts/\w+\.py)", line)]
    assert len(commands) >= 10
    said = [run(command, desk).stderr for command in commands]
    ramps = [float(re.search(r"/-([\d.]+) MW in 0.01 s", text)[1]) for text in said if " MW in 0.01 s" in text]
    # smoothing lets 1e6 W/s fall instead of 200 W/s: what the page says of its second run
    claimed = re.search(r"([\d.]+) MW within 10 ms instead of ([\d.]+) MW", (ROOT / "README.md").read_text())
    assert [float(claimed[2]), float(claimed[1])] == pytest.approx(ramps, rel=0.02)
    for block in blocks("README.md", "python"):
        (desk / "page.py").write_text(block)
        run("/usr/bin/python3 page.py", desk)


def test_every_scenario_is_told():
    shipped = {path.stem for path in (ROOT / "scenarios").glob("*.json")}
    assert set(re.findall(r"^\| `(\w+)` \|", (ROOT / "README.md").read_text(), re.M)) == shipped
    numbers = "No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve".split()
    assert f"- {numbers[len(shipped)]} scenarios:" in (ROOT / "CHANGELOG.md").read_text()


def test_every_event_is_told(desk):
    kinds = re.findall(r'"(\w+)"', re.search(r"choice: (.*?);", run("build/stepload describe events.type", desk).stdout)[1])
    row = next(line for line in (ROOT / "docs/format.md").read_text().splitlines() if line.startswith("| `events`"))
    assert kinds and set(re.findall(r"`(\w+)`", row)) == {"events", *kinds}

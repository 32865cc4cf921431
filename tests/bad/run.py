#!/usr/bin/python3
"""Bad input: every case of cases.py must end with its exit code and name its place, and leave nothing behind.

    run.py [STEPLOAD]      the program; default $STEPLOAD, else build/stepload

Also: the published JSON Schema gives the same verdict as the program wherever a schema can tell.
"""
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from cases import BASE, cases  # noqa: E402

try:
    import jsonschema
except ImportError:
    jsonschema = None

ROOT = Path(__file__).resolve().parents[2]


class Runner:
    def __init__(self, program, scratch):
        self.program, self.scratch = str(Path(program).resolve()), scratch
        self.passed = self.failed = self.skipped = 0
        self.env = dict(os.environ, STEPLOAD_LIBRARY=str(ROOT / "scenarios/library"), LC_ALL="C.UTF-8")

    def call(self, *args, **kw):
        return subprocess.run([self.program, *map(str, args)], capture_output=True, text=True, errors="replace", env=self.env,
                              cwd=self.scratch, timeout=300, stdin=subprocess.DEVNULL, **kw)

    def judge(self, name, problem):
        if problem:
            self.failed += 1
            print(f"FAILED {name}: {problem}")
        else:
            self.passed += 1

    def skip(self, name, why):
        self.skipped += 1
        print(f"skipped {name}: {why}")


def message_problem(case, result, file):
    """What is wrong with the answer to a case, or None."""
    if result.returncode != case.code:
        return f"exit {result.returncode}, expected {case.code}: {result.stderr[:400]}"
    lines = [line for line in result.stderr.splitlines() if "error: " in line]
    if not lines:
        return f"no error message: {result.stderr[:400]}"
    if case.place:
        start = f"{file}:{case.place[0]}:{case.place[1]}: error: "
        lines = [line for line in lines if line.startswith(start)]
        if not lines:
            return f"nothing at {start}: {result.stderr[:600]}"
    if not any(case.says in line for line in lines):
        return f"does not say {case.says!r}: {result.stderr[:600]}"
    return None


def run_cases(r, all_cases):
    for case in all_cases:
        (r.scratch / "bad.json").write_bytes(case.bytes)
        result = r.call("check", "bad.json", *case.args)
        r.judge(case.name, message_problem(case, result, "bad.json"))


def without_comments(text):
    return re.sub(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', lambda m: m.group(1) or "", text, flags=re.S)


def run_schema(r, all_cases):
    if not jsonschema:
        r.skip("schema", "python3-jsonschema is not installed")
        return
    schema = json.loads(r.call("schema").stdout)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    for case in all_cases:
        if case.schema:
            r.judge(f"schema on {case.name}", "the schema finds it valid" if validator.is_valid(json.loads(case.bytes)) else None)
    good = [("BASE", BASE)] + [(p.name, p.read_text()) for p in sorted((ROOT / "scenarios").glob("*.json"))]
    for name, text in good:
        error = jsonschema.exceptions.best_match(validator.iter_errors(json.loads(without_comments(text))))
        r.judge(f"schema on {name}", error and f"{'/'.join(map(str, error.path))}: {error.message[:200]}")


def run_good(r):
    """BASE itself is valid, and its effective form is a scenario with the same effective form."""
    (r.scratch / "base.json").write_text(BASE)
    result = r.call("check", "base.json")
    r.judge("BASE is valid", None if result.returncode == 0 else result.stderr)
    first = r.call("check", "base.json", "--json", "--effective").stdout
    effective = json.loads(first)["scenario"]
    (r.scratch / "again.json").write_text(json.dumps(effective))
    second = json.loads(r.call("check", "again.json", "--json", "--effective").stdout)
    r.judge("effective form is a fixed point", None if second["valid"] and second["scenario"] == effective else "it changed")


def series_cases(r):
    """Series that the scenario names: missing, short, broken."""
    csv = "time_s,dry_bulb_degc,wet_bulb_degc\n"
    files = {
        "missing.csv": (None, 3, "bad.json:4:"),
        "short.csv": (csv + "0,30,20\n2,30,20\n4,30,20\n", 3, "short.csv"),  # its last value holds until 6 s of 10
        "broken.csv": (csv + "0,30,20\n5,warm,20\n10,30,20\n", 3, "broken.csv:3:"),
        "back.csv": (csv + "0,30,20\n5,30,20\n4,30,20\n10,30,20\n", 3, "back.csv:4:"),
        "empty.csv": ("", 3, "empty.csv"),
        "column.csv": ("time_s,dry_bulb_degf\n0,80\n10,80\n", 3, "column.csv:1"),
        "row.csv": (csv + "0,30,20\n5,30\n10,30,20\n", 3, "row.csv:3:"),
        "holes.epw": (epw_year(hole=(7, 15, 14)), 3, "holes.epw"),
        "no_sun.epw": (epw_year(sun="9999,9999,9999"), 3, "no_sun.epw: error: has no radiation"),
        "no_global.epw": (epw_year(sun="9999,600,100"), 3, "no_global.epw: error: has direct or diffuse"),
        "beam.csv": ("time_s,dni_w_per_m2\n0,500\n10,500\n", 3, "beam.csv: error: has direct"),
    }
    for name, (text, code, place) in files.items():
        if text is not None:
            (r.scratch / name).write_text(text)
        (r.scratch / "bad.json").write_text(BASE.replace('"weather": {', f'"weather": {{ "file": "{name}",'))
        result = r.call("check", "bad.json")
        if result.returncode == 0:  # a series is read when the run starts
            result = r.call("run", "bad.json", "-o", "series.h5")
        problem = None
        if result.returncode != code:
            problem = f"exit {result.returncode}, expected {code}: {result.stderr[-300:]}"
        elif place not in result.stderr:
            problem = f"does not name {place}: {result.stderr[-300:]}"
        elif "stepload: error: " in result.stderr and name in result.stderr.split("error:")[1]:
            problem = f"says error twice: {result.stderr[-300:]}"
        r.judge(f"weather {name}", problem or left_behind(r, "series.h5"))
        (r.scratch / "series.h5").unlink(missing_ok=True)


def replay_cases(r):
    """Measured power in place of jobs."""
    start, end = BASE.index('"workload"'), BASE.index('"power": { "poi"')
    files = {
        "gone.csv": (None, "bad.json:6:"),
        "ends_early.csv": ("time,a\n0,1000\n1,1000\n2,1000\n", "ends_early.csv"),
        "no_time.csv": ("t,a\n0,1000\n10,1000\n", "no_time.csv:1"),
        "time_too.csv": ("a,time\n1000,0\n1000,10\n", "time_too.csv:1:3: error: this column is the time"),
        "nan.csv": ("time,a\n0,1000\n5,nan\n10,1000\n", "nan.csv:3:"),
    }
    for name, (text, place) in files.items():
        if text is not None:
            (r.scratch / name).write_text(text)
        columns = ', "columns": ["a", "time"]' if name == "time_too.csv" else ""
        scenario = BASE[:start] + f'"workload": {{ "replay": {{ "file": "{name}"{columns} }} }},\n  ' + BASE[end:]
        (r.scratch / "bad.json").write_text(re.sub(r'  "events".*\n', "", scenario))
        result = r.call("run", "bad.json", "-o", "replay.h5")
        problem = None if result.returncode == 3 and place in result.stderr else f"exit {result.returncode}: {result.stderr[-300:]}"
        r.judge(f"replay {name}", problem or left_behind(r, "replay.h5"))
        (r.scratch / "replay.h5").unlink(missing_ok=True)


def epw_year(hole=None, sun="500,600,100"):
    """A year of hours in the layout of EnergyPlus, one hour left out; sun: global, direct, diffuse, 9999 if missing."""
    head = ["LOCATION,Nowhere,-,-,-,000000,32.9,-97.0,-6.0,100.0", "DESIGN CONDITIONS,0", "TYPICAL/EXTREME PERIODS,0",
            "GROUND TEMPERATURES,0", "HOLIDAYS/DAYLIGHT SAVINGS,No,0,0,0", "COMMENTS 1,", "COMMENTS 2,",
            "DATA PERIODS,1,1,Data,Sunday, 1/ 1,12/31"]
    rows = []
    days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    for month, count in enumerate(days, 1):
        for day in range(1, count + 1):
            for hour in range(1, 25):
                if (month, day, hour) == hole:
                    continue
                rows.append(f"2027,{month},{day},{hour},60,?9,25.0,15.0,54,101325,0,0,350,{sun},0,0,0,0,180,3.0,5,5,"
                            "20,77777,9,999999999,20,0.1,0,88,0.2,0,0")
    return "\n".join(head + rows) + "\n"


def left_behind(r, name):
    """A failed run leaves nothing under the final name."""
    return f"{name} was left behind" if (r.scratch / name).exists() else None


def output_cases(r):
    (r.scratch / "base.json").write_text(BASE)
    folder = r.scratch / "output"
    folder.mkdir(exist_ok=True)
    (r.scratch / "file").write_text("no folder")
    result = r.call("run", "base.json", "-o", "file/x.h5", "-q")
    r.judge("output below a file", None if result.returncode == 4 and "file/x.h5" in result.stderr else
            f"exit {result.returncode}: {result.stderr[-300:]}")
    result = r.call("run", "base.json", "-o", "/proc/none/x.h5", "-q")
    r.judge("output folder unwritable", None if result.returncode == 4 and "/proc/none/x.h5" in result.stderr else
            f"exit {result.returncode}: {result.stderr[-300:]}")

    (r.scratch / "target.h5").write_text("precious")
    (r.scratch / "link.h5").symlink_to("target.h5")
    os.mkfifo(r.scratch / "pipe.h5")
    for name, says in [("/dev/null", "not a regular file"), ("pipe.h5", "not a regular file"), ("link.h5", "symbolic link"),
                       ("output", "is a folder"), ("output/", "is a folder"), ("new/", "names a folder"), ("", "no name"),
                       ("none/x.h5", "the folder none does not exist: make it first"), ("n" * 300, "too long"),
                       ("./" * 2100 + "x.h5", "too long"), ("base.json", "is read by this run")]:
        before = sorted(p.name for p in r.scratch.iterdir())
        result = r.call("run", "base.json", "-o", name, "-f", "-q")
        left = set(before) ^ {p.name for p in r.scratch.iterdir()}
        r.judge(f"output {name[:20]!r}", None if result.returncode == 4 and says in result.stderr and not left else
                f"exit {result.returncode}, left {left}: {result.stderr[-300:]}")
    r.judge("target of a link", None if (r.scratch / "target.h5").read_text() == "precious" else "was replaced")

    (r.scratch / "child.json").write_text('{ "extends": "base.json", "stepload": 1, "name": "child" }')
    (r.scratch / "own.h5.part").write_text(BASE)
    for scenario, name in [("child.json", "base.json"), ("own.h5.part", "own.h5")]:
        text = (r.scratch / scenario).read_text()
        result = r.call("run", scenario, "-o", name, "-f", "-q")
        kept = (r.scratch / scenario).read_text() == text and (r.scratch / "base.json").read_text() == BASE
        r.judge(f"reads what it would write: {scenario}", None if result.returncode == 4 and kept and "is read by this run"
                in result.stderr else f"exit {result.returncode}, kept {kept}: {result.stderr[-300:]}")
    (r.scratch / "side.h5.part.new").write_text("precious")
    result = r.call("run", "base.json", "-o", "side.h5", "-f", "-q")
    r.judge("a stranger under a side name", None if result.returncode == 4 and (r.scratch / "side.h5.part.new").read_text() == "precious"
            else f"exit {result.returncode}: {result.stderr[-300:]}")

    existing = r.scratch / "there.h5"
    existing.write_text("precious")
    result = r.call("run", "base.json", "-o", "there.h5", "-q")
    kept = existing.read_text(errors="replace") == "precious"
    r.judge("existing output", None if result.returncode == 4 and kept and "--force" in result.stderr else
            f"exit {result.returncode}, kept {kept}: {result.stderr[-300:]}")

    for size in (4_096, 200_000):  # not even the first commit fits; the run does not
        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        result = r.call("run", "base.json", "-o", "full.h5", "-q", "-f", preexec_fn=small_files)
        r.judge(f"disk full after {size} bytes", left_behind(r, "full.h5") or (
            None if result.returncode == 4 and "full.h5" in result.stderr else f"exit {result.returncode}: {result.stderr[-300:]}"))


def disk_case(r):
    """Windows count when the result is measured against the disk: 1000 of 600 s at 0.1 ms are a terabyte."""
    free = shutil.disk_usage(r.scratch).free
    if free > 0.2e12:
        r.skip("windows larger than the disk", "this disk is too large")
        return
    windows = '"windows": [ { "on": ["job_start"], "before_s": 0, "after_s": 600, "count_max": 1000 } ], "window_bytes_max": '
    for most, code in (("1e12", 4), ("1e6", 0)):
        text = BASE.replace('"step_ms": 1', '"step_ms": 0.1').replace('"duration_s": 10', '"duration_s": 6')
        start, end = text.index('"windows"'), text.rindex(" } }")
        (r.scratch / "bad.json").write_text(text[:start] + windows + most + text[end:])
        result = r.call("run", "bad.json", "-o", "large.h5", "-q")
        r.judge(f"windows of {most} bytes on this disk", None if result.returncode == code and
                ("the disk has" in result.stderr) == bool(code) else f"exit {result.returncode}: {result.stderr[-400:]}")


def memory_cases(r):
    """What does not fit into this machine's memory is refused before it is tried."""
    have = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    racks = int(have / (4 * 600e3)) + 1  # a float a rack and step of 0.1 ms, 60 s before a trigger
    if racks > 100_000:
        r.skip("ring before triggers", "this machine has too much memory")
        return
    for before, places in ((60, ["record.windows"]), (0, [])):
        text = BASE.replace('"racks_per_hall": 4', f'"racks_per_hall": {racks}')
        text = text.replace('"step_ms": 1', '"step_ms": 0.1').replace('"before_s": 1', f'"before_s": {before}')
        (r.scratch / "bad.json").write_text(text)
        result = r.call("check", "bad.json")
        named = [place for place in ("record.windows", "fleet.racks") if f"error: {place}" in result.stderr]
        r.judge(f"ring of {before} s before triggers", None if named == places else result.stderr[:400])


def usage_cases(r):
    table = [
        (["chek", "base.json"], 2, 'did you mean "check"'),
        ([], 2, "Usage"),
        (["check"], 2, "one scenario file"),
        (["check", "a.json", "b.json"], 2, "one scenario file"),
        (["check", "--effectiv2", "base.json"], 2, "effectiv2"),
        (["check", "nowhere.json"], 4, "nowhere.json"),
        (["check", "."], 4, "folder"),
        (["describe", "power.upz"], 2, 'did you mean "ups"'),
        (["schema", "x"], 2, "takes no file"),
        (["run"], 2, "one scenario file"),
        (["run", "nowhere.json"], 4, "nowhere.json"),
    ]
    for args, code, says in table:
        result = r.call(*args)
        r.judge("usage: " + " ".join(args), None if result.returncode == code and says in result.stderr else
                f"exit {result.returncode}, expected {code}: {result.stderr[-300:]}")


def stdout_cases(r):
    """Output that is lost is an error."""
    if not os.path.exists("/dev/full"):
        r.skip("stdout full", "no /dev/full here")
        return
    with open("/dev/full", "w") as full:
        for words in (["describe", "power.ups"], ["--help"], ["--version"]):
            result = subprocess.run([r.program, *words], stdout=full, stderr=subprocess.PIPE, text=True, env=r.env)
            r.judge(f"stdout full: {words[0]}", None if result.returncode == 4 and "standard output" in result.stderr
                    else f"exit {result.returncode}")


def overload_cases(r):
    """Campuses that no voltage can feed: exit 1, with what is in the way and not a word of storage where there is none."""
    quickstart = str(ROOT / "scenarios/quickstart.json")
    weak = str(ROOT / "scenarios/weak_grid.json")
    none = "storage=[]"
    cases = [(quickstart, [none, "renewables.solar[0].rated_power_mw=200"], "the main transformer, rated"),
             (quickstart, [none, "power.main_transformer.rated_power_mva=1e-6"], "the main transformer, rated"),
             (weak, [none, "events=[]", "time.duration_s=10", "grid.short_circuit_mva=30"], "30 MVA short-circuit power"),
             (weak, ["events=[]", "time.duration_s=10", "grid.short_circuit_mva=27"], "27 MVA short-circuit power")]
    for scenario, sets, says in cases:
        result = r.call("run", scenario, "-q", "-o", "overload.h5", "-f", *[word for s in sets for word in ("--set", s)])
        right = "no operating point" in result.stderr and says in result.stderr and "Check storage" not in result.stderr
        r.judge(f"overload {sets[-1]}", None if result.returncode == 1 and right else f"exit {result.returncode}: {result.stderr[-400:]}")


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("STEPLOAD", str(ROOT / "build/stepload"))
    scratch = Path(tempfile.mkdtemp(prefix="stepload_bad_"))
    try:
        r = Runner(program, scratch)
        all_cases = cases()
        run_good(r)
        run_cases(r, all_cases)
        run_schema(r, all_cases)
        usage_cases(r)
        series_cases(r)
        replay_cases(r)
        output_cases(r)
        disk_case(r)
        memory_cases(r)
        overload_cases(r)
        stdout_cases(r)
    finally:
        shutil.rmtree(scratch)
    print(f"{r.passed} passed, {r.failed} failed, {r.skipped} skipped")
    return 1 if r.failed else 0


if __name__ == "__main__":
    sys.exit(main())

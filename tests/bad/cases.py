"""Bad scenarios: what is wrong, the exit code, and the place that the message must name.

A case changes BASE by replacing text, or stands alone. The sign § in the changed text marks the place that the message
must name; the runner takes it out and counts its line and column. `says` must stand in that message.
"""

BASE = '''{ "stepload": 1, "name": "base", "seed": 7,
  "time": { "start": "2027-07-15T13:00:00-05:00", "duration_s": 10, "step_ms": 1 },
  "site": { "latitude_deg": 32.9, "longitude_deg": -97.0, "frequency_hz": 60,
            "weather": { "dry_bulb_degc": 30, "wet_bulb_degc": 22 } },
  "fleet": { "halls": 1, "racks_per_hall": 4, "rack": { "use": "h100_8gpu" } },
  "workload": { "jobs": [
    { "name": "train", "accelerators": 128, "start_s": 1, "stop_s": 8,
      "program": { "use": "llm_dense_70b" },
      "checkpoint": { "every_s": 4, "duration_s": 1 } } ] },
  "power": { "poi": { "voltage_kv": 13.8, "import_limit_mw": 2 },
    "main_transformer": { "rated_power_mva": 2.5, "count": 1 },
    "ups": { "use": "double_conversion_1m5w", "redundancy": "2n" } },
  "cooling": { "use": "liquid_tower_30c" },
  "storage": [ { "name": "bess", "use": "lfp_grid_following", "rated_power_mw": 0.5, "capacity_mwh": 0.25 } ],
  "renewables": { "solar": [ { "name": "pv", "rated_power_mw": 0.4 } ] },
  "grid": { "model": "frequency", "short_circuit_mva": 25, "x_over_r": 8,
    "frequency_response": { "kinetic_energy_gws": 0.2, "load_gw": 0.04, "droop_pu": 0.05 } },
  "events": [ { "at_s": 5, "type": "job_abort", "target": "train" } ],
  "record": { "windows": [ { "on": ["job_start"], "before_s": 1, "after_s": 2 } ] } }
'''

MARK = "§"


class Case:
    """schema: may a validator of the published schema be asked for the same verdict?"""

    def __init__(self, name, says, edits=None, text=None, code=3, args=(), schema=True, place=None):
        self.name, self.says, self.code, self.args, self.schema = name, says, code, list(args), schema
        raw = BASE if text is None else text
        for old, new in edits or []:
            if raw.count(old) != 1:
                raise ValueError(f"{name}: {old!r} stands {raw.count(old)} times in BASE")
            raw = raw.replace(old, new)
        self.place = place
        if isinstance(raw, str):
            if MARK in raw:
                before = raw.split(MARK)[0]
                self.place = (before.count("\n") + 1, len(before) - before.rfind("\n"))
                raw = raw.replace(MARK, "")
            raw = raw.encode()
        self.bytes = raw


def edit(name, old, new, says, **kw):
    return Case(name, says, edits=[(old, new)], **kw)


def cases():
    out = []

    # Text that is no scenario
    out += [
        Case("empty file", "the file is empty", text="§", schema=False),
        Case("blank file", "no value", text="§ \n\n", schema=False),
        Case("comment only", "no value", text="§// nothing\n", schema=False),
        Case("truncated in a string", "string without end", text='{ "stepload": 1, "name": §"ba', schema=False),
        Case("truncated after a comma", "ends here", text='{ "stepload": 1,§', schema=False),
        Case("truncated in nesting", "ends here", text='{ "stepload": 1, "site": { "frequency_hz": 60§', schema=False),
        Case("binary with NUL", "binary file", text=b"{\"a\": \0}", place=(1, 1), schema=False),
        Case("HDF5 in place of a scenario", "HDF5", text=b"\x89HDF\r\n\x1a\n\0\0", place=(1, 1), schema=False),
        Case("UTF-16", "UTF-16", text="{}".encode("utf-16"), place=(1, 1), schema=False),
        Case("random bytes", "byte 0x", text=bytes(range(200, 256)) * 8, place=(1, 1), schema=False),
        Case("nested 65 deep", "deeper than 64", text="[" * 64 + "§[" + "]" * 65, schema=False),
        Case("nested 100000 deep", "deeper than 64", text="[" * 64 + "§[" + "[" * 99935, schema=False),
        Case("50 MB", "larger than 16 MiB", text=b'{ "stepload": 1, "name": "' + b"x" * 50_000_000 + b'" }', place=(1, 1),
             schema=False),
        Case("too many values", "CSV", text="[" + "1," * 1_000_001 + "1]", place=(1, 2_000_000), schema=False),
        Case("a list", "a scenario is an object", text="§[1, 2]"),
        Case("a number", "a scenario is an object", text="§3"),
        Case("open comment", "comment without end", text='{ "stepload": 1 } §/* open', schema=False),
    ]

    # What cJSON would let pass (or refuse without a word)
    out += [
        edit("duplicate key", '"seed": 7,', '"seed": 7, §"seed": 8,', "twice; first at line 1", schema=False),
        edit("duplicate key below", '"halls": 1,', '"halls": 1, §"halls": 2,', "twice", schema=False),
        edit("leading zero", '"seed": 7', '"seed": §007', "superfluous 0", schema=False),
        edit("bare decimal point", '"dry_bulb_degc": 30', '"dry_bulb_degc": §30.', "decimal point", schema=False),
        edit("no digit before the point", '"dry_bulb_degc": 30', '"dry_bulb_degc": §.5', "not a value", schema=False),
        edit("plus sign", '"seed": 7', '"seed": §+7', "not a value", schema=False),
        edit("hexadecimal", '"seed": 7', '"seed": §0x10', "not a number", schema=False),
        edit("NaN", '"dry_bulb_degc": 30', '"dry_bulb_degc": §NaN', "not a finite number", schema=False),
        edit("Infinity", '"dry_bulb_degc": 30', '"dry_bulb_degc": §Infinity', "not a finite number", schema=False),
        edit("minus infinity", '"dry_bulb_degc": 30', '"dry_bulb_degc": §-Infinity', "not a number", schema=False),
        edit("beyond double precision", '"dry_bulb_degc": 30', '"dry_bulb_degc": §1e400', "not finite", schema=False),
        edit("trailing comma in an object", '"halls": 1,', '"weather2": {"a": 1§, }, "halls": 1,', "remove this comma",
             schema=False),
        edit("trailing comma in a list", '["job_start"]', '["job_start"§, ]', "remove this comma", schema=False),
        edit("missing comma", '"seed": 7,', '"seed": 7', "','", schema=False, place=(2, 3)),
        edit("single quotes", '"name": "base"', "\"name\": §'base'", "double quotes", schema=False),
        edit("bare key", '"seed": 7', '§seed: 7', "keys stand in double quotes", schema=False),
        edit("True", '"seed": 7', '"seed": §True', "lower case", schema=False),
        edit("raw tab in a string", '"name": "base"', '"name": "ba§\tse"', "control character", schema=False),
        edit("raw line end in a string", '"name": "base"', '"name": §"ba\nse"', "string without end", schema=False),
        edit("escaped NUL", '"name": "base"', '"name": "ba§\\u0000se"', "\\u0000", schema=False),
        edit("lone surrogate", '"name": "base"', '"name": "§\\ud800"', "surrogate", schema=False),
        Case("invalid UTF-8", "invalid UTF-8", text=b'{ "stepload": 1, "name": "\xff" }', place=(1, 27), schema=False),
        Case("text after the end", "after the end", text=BASE + "§xyz", schema=False),
        Case("two documents", "after the end", text=BASE + "§{}", schema=False),
        edit("integer beyond 2^53", '"seed": 7', '"seed": §9007199254740993', "whole number"),
        edit("key in another case", '"seed": 7', '§"Seed": 7', 'did you mean "seed"'),
    ]

    # Typos at every level
    out += [
        edit("typo at the top", '"workload":', '§"worklod":', 'did you mean "workload"'),
        edit("typo in a section", '"racks_per_hall": 4', '"racks_per_hall": 4, §"hals": 2', 'did you mean "halls"'),
        edit("typo in a job", '"stop_s": 8,', '"stop_s": 8, §"nam": "x",', 'did you mean "name"'),
        edit("typo in a nested object", '"every_s": 4', '§"evry_s": 4', 'did you mean "every_s"'),
        edit("typo beside use", '"use": "h100_8gpu"', '"use": "h100_8gpu", §"restart_spred_s": 1',
             'did you mean "restart_spread_s"'),
        edit("typo in a list in a section", '"rated_power_mw": 0.4', '§"rated_powr_mw": 0.4', 'did you mean "rated_power_mw"'),
        edit("typo in a library name", '"h100_8gpu"', '§"h100_8gp"', 'did you mean "h100_8gpu"', schema=False),
        edit("typo in a choice", '"2n"', '§"2m"', 'must be one of'),
        edit("typo in an event", '"job_abort"', '§"job_abrt"', 'did you mean "job_abort"'),
        edit("typo in a trigger", '"job_start"', '§"job_sart"', 'did you mean "job_start"'),
        edit("typo in a model", '"model": "frequency"', '"model": §"freqency"', 'must be one of'),
        edit("key in the wrong section", '"halls": 1,', '"halls": 1, §"latitude_deg": 3,', 'belongs under "site"'),
        edit("key of another model", '"x_over_r": 8,', '"x_over_r": 8, §"file": "x.csv",', 'belongs to "model"'),
        edit("library entry of another kind", '"liquid_tower_30c"', '§"h100_8gpu"', 'of kind "rack"', schema=False),
    ]

    # Units, types, ranges
    out += [
        edit("wrong unit of power", '"import_limit_mw": 2', '§"import_limit_kw": 2000', '2000 kW is 2 MW'),
        edit("wrong unit of time", '"duration_s": 10,', '§"duration_min": 2, "duration_s": 10,', '2 min is 120 s'),
        edit("no unit", '"duration_s": 10', '"duration_s": 10, §"duration": 10', 'did you mean "duration_s"'),
        edit("unit in the value", '"import_limit_mw": 2', '"import_limit_mw": §"2 MW"', "write the number alone"),
        edit("per cent", '"capacity_mwh": 0.25', '"capacity_mwh": 0.25, "initial_soc_fraction": §50', "did you mean 0.5"),
        edit("text for a number", '"latitude_deg": 32.9', '"latitude_deg": §"north"', "must be a number"),
        edit("number for text", '"name": "base"', '"name": §3', "must be a string"),
        edit("null", '"seed": 7', '"seed": §null', "leave the key out"),
        edit("true for a number", '"seed": 7', '"seed": §true', "must be a number"),
        edit("object for a list", '"renewables": { "solar": [ { "name": "pv", "rated_power_mw": 0.4 } ] }',
             '"renewables": { "solar": §{ "name": "pv", "rated_power_mw": 0.4 } }', "must be a list"),
        edit("list for an object", '"poi": { "voltage_kv": 13.8, "import_limit_mw": 2 }', '"poi": §[]', "must be an object"),
        edit("negative power", '"import_limit_mw": 2', '"import_limit_mw": §-2', "between 0 and"),
        edit("negative time", '"duration_s": 10', '"duration_s": §-10', "above 0"),
        edit("zero racks", '"racks_per_hall": 4', '"racks_per_hall": §0', "between 1 and"),
        edit("half a rack", '"racks_per_hall": 4', '"racks_per_hall": §4.5', "whole number"),
        edit("latitude off the Earth", '"latitude_deg": 32.9', '"latitude_deg": §132.9', "between -90 and 90"),
        edit("400 Hz", '"frequency_hz": 60', '"frequency_hz": §400', "between 50 and 60"),
        edit("step too long for a dynamic run", '"step_ms": 1', '"step_ms": §50', "between 0.1 and 10 ms"),
        edit("negative seed", '"seed": 7', '"seed": §-7', "-7 must be"),
        edit("text for a power beside use", '"use": "h100_8gpu"', '"use": "h100_8gpu", "rated_power_kw": §"lots"', "must be a number"),
    ]

    # What is missing
    out += [
        edit("no format", '"stepload": 1, ', '', '"stepload" is missing', place=(1, 1)),
        edit("format 2", '"stepload": 1', '"stepload": §2', "reads format 1"),
        edit("no frequency", ', "frequency_hz": 60', '', '"frequency_hz" is missing', place=(3, 3)),
        edit("no duration", '"duration_s": 10, ', '', '"duration_s" is missing', place=(2, 3)),
        edit("no fleet", '"fleet": {', '§"flet": {', 'did you mean "fleet"'),
    ]

    # Cross-checks
    out += [
        edit("job larger than the fleet", '"accelerators": 128', '"accelerators": §129', "the fleet has 128", schema=False),
        edit("job starts after the end", '"start_s": 1, "stop_s": 8', '"start_s": §12', "before the job starts", schema=False),
        edit("job stops before its start", '"stop_s": 8', '"stop_s": §1', "after its start", schema=False),
        edit("floor above the cap", '"checkpoint": {', '"smoothing": { "floor_fraction": §0.8, "cap_fraction": 0.6 }, "checkpoint": {',
             "above the cap_fraction of 0.6", schema=False),
        edit("idle above rated", '"use": "h100_8gpu"', '"use": "h100_8gpu", "accelerator": { "idle_power_w": §701 }',
             "above the rated power of 700 W", schema=False),
        edit("phase of 0.1 ns", '"program": { "use": "llm_dense_70b" }',
             '"program": { "model": "phases", "phases": [ { "duration_s": §1e-10, "power_fraction": 1 } ] }', "must be"),
        edit("phase of 1 ns", '"program": { "use": "llm_dense_70b" }',
             '"program": { "model": "phases", "phases": [ { "duration_s": §1e-9, "power_fraction": 1 } ] }', "must be"),
        edit("event after the end", '"at_s": 5', '"at_s": §10', "before the event", schema=False),
        edit("event of an unknown job", '"target": "train"', '"target": §"trian"', "no job has this name", schema=False),
        edit("dip shorter than the step", '{ "at_s": 5, "type": "job_abort", "target": "train" }',
             '{ "at_s": 5, "type": "voltage_dip", "residual_pu": 0.5, "duration_ms": §0.5 }', "shorter than the step",
             schema=False),
        edit("name twice", '"rated_power_mw": 0.4 }', '"rated_power_mw": 0.4 }, { "name": §"pv", "rated_power_mw": 1 }',
             "taken", schema=False),
        edit("both steps", '"step_ms": 1', '"step_ms": 1, "step_s": §60', "not both", schema=False),
        edit("55 Hz", '"frequency_hz": 60', '"frequency_hz": §55', "50 or 60", schema=False),
        edit("run of half a step", '"duration_s": 10', '"duration_s": §10.0005', "whole number of steps", schema=False),
        edit("UPS too small", '"redundancy": "2n"', '"redundancy": "2n", "module_rated_power_mw": 0.01, "modules_per_side": §1',
             "modules are needed", schema=False),
        edit("33 windows", '"windows": [ { "on": ["job_start"], "before_s": 1, "after_s": 2 } ]',
             '§"windows": [ ' + ", ".join(['{ "on": ["job_start"] }'] * 33) + " ]", "at most 32", schema=False),
        edit("missing weather file", '"weather": {', '"weather": { "file": §"nowhere.epw",', "cannot read", schema=False),
    ]

    # --set
    out += [
        Case("--set of an unknown key", '--set:1:10: error: workload.job: unknown key (did you mean "jobs"?)',
             args=["--set", "workload.job=3"], schema=False),
        Case("--set of an unknown element", "named train", args=["--set", "workload.jobs[x].accelerators=3"], schema=False),
        Case("--set into a list that is not there", "--set:1:1: error: limits: there is no such list",
             args=["--set", "limits[0].type=3"], schema=False),
        Case("--set of a value out of range", "--set:1:22: error: fleet.racks_per_hall: 0 must be",
             args=["--set", "fleet.racks_per_hall=0"], schema=False),
        Case("--set without a value", "path=value", args=["--set", "seed"], schema=False),
    ]
    return out

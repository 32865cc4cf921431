#!/usr/bin/python3
"""Checks the house rules that the compiler does not: dependencies point down, and models stay pure.

    check_layers.py [ROOT]        exit 1 and one line a violation: file:line: what
    check_layers.py --self-test   proves that each kind of violation is caught

Rules: a folder of models/ includes itself, models/machines/ and models/base/; models/ uses C11, libm, GSL, Random123 and
libnova, never prints, opens files, exits or keeps non-const globals. sim/ includes only folders below its own:
main.c > commands > campus > output > scenario. Only sim/output/h5_*.[ch] include HDF5, only sim/scenario/json.c cJSON.
A file has at most 800 lines, a function at most 70; half of that is the aim.
"""
import re
import sys
import tempfile
from fnmatch import fnmatchcase
from pathlib import Path

SIM_RANK = {"scenario": 1, "output": 2, "campus": 3, "commands": 4}
MAIN_RANK = 5
FILE_LINES, FUNCTION_LINES = 800, 70
OWNERS = {"hdf5.h": "sim/output/h5_*.[ch]", "hdf5_hl.h": "sim/output/h5_*.[ch]", "cjson/cJSON.h": "sim/scenario/json.c",
          "cJSON.h": "sim/scenario/json.c"}
C11 = {"assert", "complex", "ctype", "errno", "fenv", "float", "inttypes", "limits", "locale", "math", "setjmp", "stdarg",
       "stdatomic", "stdbool", "stddef", "stdint", "stdio", "stdlib", "string", "tgmath", "time", "stdalign", "stdnoreturn"}
MODEL_SYSTEM = re.compile(r"^(gsl/\w+\.h|Random123/\w+\.h|libnova/\w+\.h|omp\.h|(%s)\.h)$" % "|".join(sorted(C11)))
IMPURE = re.compile(r"\b(printf|fprintf|vprintf|vfprintf|puts|fputs|putchar|fputc|perror|fwrite|fopen|freopen|fread|fgets|"
                    r"scanf|fscanf|remove|rename|tmpfile|exit|_exit|quick_exit|abort|system|getenv|time|clock|rand|srand)"
                    r"\s*\(")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.M)


def blank(text):
    """The source with comments, string contents and character constants blanked: same length, same lines."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def rank(path):
    """Height of a file of sim/ in the house; None outside. Shared files directly in sim/ are at the bottom."""
    parts = path.split("/")
    if parts[0] != "sim":
        return None
    if len(parts) == 2:
        return MAIN_RANK if parts[1] == "main.c" else 0
    return SIM_RANK.get(parts[1], MAIN_RANK)


def include_fault(path, quoted, target):
    """Why `path` may not include `target`, or None."""
    if target in OWNERS:
        return None if fnmatchcase(path, OWNERS[target]) else f"only {OWNERS[target]} includes {target}"
    if path.startswith("models/"):
        if not quoted:
            return None if MODEL_SYSTEM.match(target) else f"models do not use <{target}>"
        own = "/".join(path.split("/")[:2]) + "/"
        allowed = [own, "models/base/"] + ([] if own == "models/base/" else ["models/machines/"])
        if not target.startswith(tuple(allowed)):
            return f"{own} may include only {', '.join(allowed)}; not {target}"
    elif path.startswith("sim/") and quoted:
        if target.startswith("models/"):
            return None
        if not target.startswith("sim/"):
            return f"include from the root of the tree: {target}"
        if target.rsplit("/", 1)[0] != path.rsplit("/", 1)[0] and rank(target) >= rank(path):
            return f"dependencies point down (main, commands, campus, output, scenario): not {target}"
    return None


def file_scope(code):
    """Declarations at file scope of blanked source: (position, text), up to ; or to a body or initialiser."""
    depth, start, text = 0, 0, ""
    for i, c in enumerate(code):
        if c == "{":
            # the body of a struct belongs to the declaration that goes on behind it
            if depth == 0 and not re.search(r"\b(struct|union|enum)(\s+\w+)?\s*$", text):
                yield start, text
                text = ""
            depth += 1
        elif c == "}":
            depth -= 1
            if depth == 0 and text:
                text += "{}"
            elif depth == 0:
                start = i + 1
        elif depth == 0 and c == ";":
            yield start, text
            text, start = "", i + 1
        elif depth == 0:
            text += c


def globals_in(code):
    """Positions and names of variables at file scope that are not const."""
    code = re.sub(r"^[ \t]*#(?:[^\n\\]|\\.)*(?:\\\n(?:[^\n\\]|\\.)*)*", lambda m: re.sub(r"[^\n]", " ", m.group()), code,
                  flags=re.M)
    for start, text in file_scope(code):
        head = re.sub(r"__attribute__\s*\(\(.*?\)\)", "", text.split("=")[0], flags=re.S).strip()
        if not head or "(" in head or re.match(r"(typedef|extern|_Static_assert)\b", head):
            continue
        if re.fullmatch(r"(static\s+|const\s+)*(struct|union|enum)(\s+\w+)?(\s*\{\})?", head):
            continue
        # `const char *p` is a variable: the constness that counts stands behind the last star
        constant = re.search(r"\bconst\b", head.rsplit("*", 1)[-1] if "*" in head else head)
        name = re.search(r"(\w+)\s*(\[[^\]]*\]\s*)*$", head)
        if not constant and name:
            yield start + len(text) - len(text.lstrip()), name.group(1)


def long_functions(code):
    """Lines and lengths of functions that are too long: a body begins and ends with a brace in the first column."""
    start = None
    for number, line in enumerate(code.split("\n"), 1):
        if line.startswith("{"):
            start = number
        elif line.startswith("}") and start:
            if number - start + 1 > FUNCTION_LINES:
                yield start, number - start + 1
            start = None


def faults_of(root, path):
    text = (root / path).read_text(encoding="utf-8")
    code = blank(text)
    for m in INCLUDE.finditer(text):
        if code[m.start(): m.end()].strip():
            why = include_fault(path, m.group(1) == '"', m.group(2))
            if why:
                yield line_of(text, m.start()), why
    for line, length in long_functions(code):
        yield line, f"a function of {length} lines, more than {FUNCTION_LINES}"
    if text.count("\n") > FILE_LINES:
        yield FILE_LINES, f"a file of {text.count(chr(10))} lines, more than {FILE_LINES}"
    if path.startswith("models/"):
        for m in IMPURE.finditer(code):
            yield line_of(text, m.start()), f"models do not call {m.group(1)}()"
        for position, name in globals_in(code):
            yield line_of(text, position), f"models keep no globals: {name} is not const"


def check(root):
    files = sorted(p.relative_to(root).as_posix() for top in ("models", "sim") for p in (root / top).rglob("*.[ch]"))
    faults = [f"{path}:{line}: {why}" for path in files for line, why in faults_of(root, path)]
    return files, faults


CASES = [  # path, source, words of the expected violation (None: clean)
    ("models/load/a.c", '#include "models/power/psu.h"\n', "models/load/ may include only"),
    ("models/load/b.c", '#include "models/load/b.h"\n#include "models/base/error.h"\n#include "models/machines/c.h"\n', None),
    ("models/base/a.c", '#include "models/machines/c.h"\n', "models/base/ may include only"),
    ("models/machines/a.c", '#include "models/grid/poi.h"\n', "models/machines/ may include only"),
    ("models/grid/a.c", '#include "sim/output/recorder.h"\n', "models/grid/ may include only"),
    ("models/grid/b.c", "#include <hdf5.h>\n", "only sim/output/h5_*.[ch]"),
    ("models/grid/c.c", "#include <unistd.h>\n", "do not use <unistd.h>"),
    ("models/grid/d.c", "void sl_f(void)\n{\n    printf(\"x\");\n}\n", "do not call printf"),
    ("models/grid/e.c", "/* printf(x) exit(1) */ int sl_f(char *b)\n{\n    return snprintf(b, 3, \"exit(1)\");\n}\n", None),
    ("models/grid/f.c", "void sl_f(void)\n{\n    exit (1);\n}\n", "do not call exit"),
    ("models/grid/g.c", "void *sl_f(void)\n{\n    return fopen(\"x\", \"r\");\n}\n", "do not call fopen"),
    ("models/grid/h.c", "static int count;\n", "count is not const"),
    ("models/grid/i.c", "static const char *names[] = {\"a\"};\n", "names is not const"),
    ("models/grid/j.c", "static const char *const names[] = {\"a\"};\nconst double sl_x = 1.0;\nstruct sl_y;\n"
     "struct sl_z { int a; };\nenum sl_e { A, B };\ntypedef int (*f)(void);\nint sl_g(int a);\n"
     "static const struct sl_z table[] = {{1}, {2}};\n#define X \\\n    int y;\n", None),
    ("models/grid/m.c", "static const struct {\n    int a;\n} table[] = {{1}};\n", None),
    ("models/grid/n.c", "static struct {\n    int a;\n} cache = {1};\n", "cache is not const"),
    ("models/grid/k.c", "double sl_state[3] = {1, 2, 3};\n", "sl_state is not const"),
    ("models/grid/l.c", "static _Thread_local int depth = 0;\n", "depth is not const"),
    ("sim/main.c", '#include "sim/commands/run.h"\n', None),
    ("sim/commands/a.c", '#include "sim/campus/engine.h"\n#include "sim/output/r.h"\n#include "sim/scenario/s.h"\n', None),
    ("sim/campus/a.c", '#include "sim/commands/run.h"\n', "dependencies point down"),
    ("sim/campus/b.c", '#include "sim/output/r.h"\n#include "sim/scenario/s.h"\n#include "models/load/a.h"\n', None),
    ("sim/output/a.c", '#include "sim/campus/campus.h"\n', "dependencies point down"),
    ("sim/output/b.c", "#include <hdf5.h>\n", "only sim/output/h5_*.[ch]"),
    ("sim/output/h5_dataset.c", "#include <hdf5.h>\n#include <stdio.h>\n", None),
    ("sim/scenario/a.c", "#include <cjson/cJSON.h>\n", "only sim/scenario/json.c"),
    ("sim/scenario/json.c", "#include <cjson/cJSON.h>\n", None),
    ("sim/scenario/b.c", '#include "sim/output/r.h"\n', "dependencies point down"),
    ("sim/scenario/c.c", '#include "fields.h"\n', "from the root"),
    ("sim/campus/c.c", "int sl_f(void)\n{\n" + "    f();\n" * 69 + "}\n", "a function of 71 lines"),
    ("sim/campus/d.c", "int sl_f(void)\n{\n" + "    f();\n" * 68 + "}\n", None),
    ("sim/campus/e.c", "int a;\n" * 801, "a file of 801 lines"),
    ("sim/version.c", '#include "sim/version.h"\n', None),
]


def self_test():
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for path, source, expected in CASES:
            target = Path(folder) / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(source, encoding="utf-8")
            found = [why for _, why in faults_of(Path(folder), path)]
            right = not found if expected is None else len(found) == 1 and expected in found[0]
            if not right:
                wrong += 1
                print(f"self-test: {path}: expected {expected!r}, found {found}", file=sys.stderr)
    print(f"check_layers self-test: {len(CASES) - wrong} passed, {wrong} failed")
    return wrong


def main():
    if "--self-test" in sys.argv[1:]:
        return 1 if self_test() else 0
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    files, faults = check(root)
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"check_layers: {len(files)} files, {len(faults)} violations")
    return 1 if faults or not files else 0


if __name__ == "__main__":
    sys.exit(main())

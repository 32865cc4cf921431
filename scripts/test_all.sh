#!/usr/bin/env bash
# Every test, stage by stage, and one total at the end: `N passed, N failed, N skipped`. Called by `make test`.
# A stage reports its counts in a closing line with "N passed", "N failed", "N skipped" (ours and pytest's);
# one without such a line counts as one test, judged by its exit code.
set -uo pipefail
cd "$(dirname "$0")/.."
: "${MAKE:=make}" "${PYTHON:=/usr/bin/python3}" "${BUILD:=build}"
passed=0 failed=0 skipped=0 broken=""
log=$(mktemp)
trap 'rm -f "$log"' EXIT

count() { # WORD: its number in the last line of the log that has counts
    grep -E '[0-9]+ (passed|failed)' "$log" | tail -n 1 | grep -oE "[0-9]+ $1" | cut -d' ' -f1
}

stage() { # NAME COMMAND...
    local name=$1 status p f s
    shift
    echo "== $name"
    "$@" </dev/null 2>&1 | tee "$log"
    status=${PIPESTATUS[0]}
    p=$(count passed) f=$(count failed) s=$(count skipped)
    if [ -z "$p$f" ] && [ "$status" -eq 0 ]; then p=1; fi
    if [ "$status" -ne 0 ]; then
        broken="$broken $name"
        [ "${f:-0}" -gt 0 ] || f=1
    fi
    passed=$((passed + ${p:-0})) failed=$((failed + ${f:-0})) skipped=$((skipped + ${s:-0}))
}

finish() {
    [ -z "$broken" ] || echo "failed in:$broken"
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
    exit
}

jobs=-j$(nproc 2>/dev/null || echo 1)
stage build "$MAKE" --no-print-directory "$jobs" all
[ -z "$broken" ] || finish
passed=0
stage unit "$MAKE" --no-print-directory "$jobs" unit
stage check-source "$MAKE" --no-print-directory check-source
export STEPLOAD="$PWD/$BUILD/stepload"
case $BUILD in /*) STEPLOAD="$BUILD/stepload" ;; esac
[ -f tests/bad/run.py ] && stage bad-input "$PYTHON" tests/bad/run.py
[ -f tests/scenarios/run.py ] && stage scenarios "$PYTHON" tests/scenarios/run.py
[ -d tests/promises ] && stage promises "$PYTHON" -m pytest --no-header -rs -p no:cacheprovider tests/promises
stage python "$MAKE" --no-print-directory check-python

finish

#!/usr/bin/env bash
# Runs cmocka test programs one after the other; prints each one's closing lines, all of a failing one's output,
# and a total at the end. Exit 1 if any failed.
set -u
passed=0 failed=0 log=$(mktemp)
trap 'rm -f "$log"' EXIT
for program in "$@"; do
    if "$program" >"$log" 2>&1; then status=ok; else status=FAILED; fi
    n=$(grep -c '^\[       OK \]' "$log")
    f=$(grep -c '^\[  FAILED  \] [a-zA-Z_]' "$log")
    if [ "$status" = FAILED ]; then
        cat "$log"
        [ "$f" -gt 1 ] && f=$((f / 2))
        [ "$f" -eq 0 ] && f=1
    fi
    printf '%-60s %s  %d\n' "${program#*/tests/}" "$status" "$n"
    passed=$((passed + n)) failed=$((failed + f))
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

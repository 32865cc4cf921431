#!/usr/bin/env bash
# Instructions per accelerator-step of training_ramp_100k, as the difference of two lengths under callgrind.
set -eu
program=$1
accelerators=100800
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
count() {
    OMP_WAIT_POLICY=passive valgrind --tool=callgrind --callgrind-out-file="$out/cg" "$program" run scenarios/training_ramp_100k.json \
        -o "$out/run.h5" --force -q -j 1 --set time.duration_s="$1" --set 'events=[]' 2>&1 | sed -n 's/.*refs: *//p' | tr -d ,
}
short=$(count 10) long=$(count 20)
awk -v a="$short" -v b="$long" -v n=$accelerators \
    'BEGIN { printf "instructions_per_accelerator_step %.4f   (%.4g in 10 s, %.4g in 20 s)\n", (b - a) / (10000 * n), a, b }'

#!/usr/bin/env bash
# Every external symbol of the library starts with sl_, and the models keep no writable data.
#   check_symbols.sh BUILD        BUILD/libstepload.a and BUILD/models/**/*.o
#   check_symbols.sh --self-test  proves that both are caught
set -euo pipefail

foreign_symbols() { # LIBRARY: external symbols that do not start with sl_
    nm -g --defined-only "$1" | awk 'NF == 3 && $3 !~ /^sl_/ { print $3 }' | sort -u
}

# Constant tables of pointers live in .data.rel.ro and are fine.
writable_data() { # OBJECT...: objects in .data, .bss or thread-local sections
    objdump -t "$@" 2>/dev/null | awk '
        /file format/ { sub(/:.*/, "", $0); file = $0 }
        NF > 4 && $(NF-2) ~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ && $(NF-2) !~ /^\.data\.rel\.ro/ &&
        $NF !~ /^\./ { print file ": " $NF }'
}

check() { # BUILD
    local bad=0 foreign data
    foreign=$(foreign_symbols "$1/libstepload.a")
    if [ -n "$foreign" ]; then
        printf 'symbol without sl_: %s\n' $foreign >&2
        bad=1
    fi
    data=$(find "$1/models" -name '*.o' -print0 | xargs -0r bash -c 'writable_data "$@"' _)
    if [ -n "$data" ]; then
        printf 'writable global in a model: %s\n' "$data" >&2
        bad=1
    fi
    echo "check_symbols: $(nm -g --defined-only "$1/libstepload.a" | grep -c ' sl_') symbols, $bad kinds of violation"
    return $bad
}

self_test() {
    local folder wrong=0
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' RETURN
    mkdir -p "$folder/good/models" "$folder/bad/models"
    printf 'int sl_ok(int a);\nint sl_ok(int a) { return a; }\nconst char *const sl_names[] = {"a"};\n' >"$folder/good/models/x.c"
    printf 'int helper(int a);\nint helper(int a) { static int n; return n += a; }\nint sl_cache[2] = {1, 2};\n' \
        >"$folder/bad/models/x.c"
    for f in good bad; do
        ${CC:-cc} -O1 -c "$folder/$f/models/x.c" -o "$folder/$f/models/x.o"
        ar rcs "$folder/$f/libstepload.a" "$folder/$f/models/x.o"
    done
    check "$folder/good" >/dev/null 2>&1 || { echo "self-test: a clean library was refused" >&2; wrong=1; }
    [ "$(foreign_symbols "$folder/bad/libstepload.a")" = helper ] || { echo "self-test: helper not caught" >&2; wrong=1; }
    [ "$(writable_data "$folder/bad/models/x.o" | wc -l)" -eq 2 ] || { echo "self-test: globals not caught" >&2; wrong=1; }
    check "$folder/bad" >/dev/null 2>&1 && { echo "self-test: a bad library passed" >&2; wrong=1; }
    echo "check_symbols self-test: $((4 - wrong)) passed, $wrong failed"
    return $wrong
}

export -f writable_data
if [ "${1:-}" = --self-test ]; then self_test; else check "${1:-build}"; fi

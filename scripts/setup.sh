#!/bin/sh
# Installs the Debian/Ubuntu packages that are missing, and nothing when none is.
#   scripts/setup.sh          what building, running, plotting and testing need
#   scripts/setup.sh --dev    also formatter, linter and profiler (make format, lint, bench-instr)
set -eu

packages="gcc make pkg-config binutils libgsl-dev libhdf5-dev zlib1g-dev libcjson-dev librandom123-dev libnova-dev libcmocka-dev
    python3 python3-h5py python3-numpy python3-matplotlib python3-xarray python3-h5netcdf python3-dask
    python3-netcdf4 python3-pytest python3-jsonschema"
if [ "${1:-}" = --dev ]; then packages="$packages clang-format cppcheck valgrind"; fi

installed() {
    dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed
}

if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
    echo "setup: no apt-get here; install the equivalents of:" $packages >&2
    exit 1
fi
missing=""
for package in $packages; do
    installed "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=""
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "setup: needs root; run as root: apt-get install$missing" >&2
        exit 1
    fi
    as_root=sudo
fi
unknown() { # those of the missing that are not in apt's lists
    listed=$(apt-cache show --no-all-versions $missing 2>/dev/null | grep '^Package: ' || true)
    for package in $missing; do
        printf '%s\n' "$listed" | grep -qxF "Package: $package" || printf ' %s' "$package"
    done
}
update() {
    echo "setup: refreshing the package lists" >&2
    $as_root apt-get update -qq </dev/null >&2 || echo "setup: apt-get update failed; going on" >&2
}
install_missing() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing </dev/null >&2
}

# The lists of a fresh machine are empty: fill them before apt complains about every package.
fresh=""
if [ -n "$(unknown)" ]; then
    update
    fresh=yes
    still=$(unknown)
    if [ -n "$still" ]; then
        echo "setup: not in this system's package sources (is there a network? see /etc/apt):$still" >&2
        exit 1
    fi
fi
echo "setup: installing$missing" >&2
install_missing && exit 0
# Stale lists name versions that are gone.
if [ -z "$fresh" ]; then
    update
    install_missing && exit 0
fi
echo "setup: apt-get failed; as root: apt-get update && apt-get install$missing" >&2
exit 1

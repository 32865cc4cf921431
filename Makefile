# stepload: build, test, demonstrate. `make help` lists the targets.
#
# Dependencies (Debian/Ubuntu packages; scripts/setup.sh installs what is missing):
#   libgsl-dev          special functions, root finding, linear algebra of the models
#   libhdf5-dev         the result file
#   zlib1g-dev          its compression, done outside of HDF5 on a thread of ours (HDF5 brings zlib along)
#   libcjson-dev        the JSON parser behind the scenario reader
#   librandom123-dev    counter-based random numbers (header only)
#   libnova-dev         the Sun's place by VSOP87: the accuracy of the solar position algorithm (0.0003 deg) without
#                       carrying its tables ourselves
#   libcmocka-dev       unit tests
#   python3-h5py -numpy -matplotlib -xarray -h5netcdf    scripts/; python3-netcdf4 -pytest -jsonschema    tests/python

VERSION := 0.1.0
CC ?= gcc
BUILD ?= build
PREFIX ?= /usr/local
PYTHON ?= /usr/bin/python3
# Folders that take part; a part can be built alone: make BUILD=/tmp/x PARTS="models/base models/load" test
PARTS ?= models sim
GITHASH := $(shell git describe --always --dirty --abbrev=12 2>/dev/null || echo unknown)

LIBS := gsl hdf5 zlib libcjson libnova
HINT_gsl := libgsl-dev
HINT_hdf5 := libhdf5-dev
HINT_zlib := zlib1g-dev
HINT_libcjson := libcjson-dev
HINT_libnova := libnova-dev
HINT_cmocka := libcmocka-dev
# libnova ships no pkg-config file
pkg = $(filter-out libnova,$(1))

WARN := -Wall -Wextra -Wshadow -Wconversion -Wmissing-prototypes -Wstrict-prototypes -Wundef -Wdouble-promotion
# Bits first: no contraction, no fast-math, no -march=native; hot kernels carry target_clones.
OPT ?= -O3 -g -ffp-contract=off -fno-math-errno
CPPFLAGS += -I. -DSL_VERSION='"$(VERSION)"' -D_GNU_SOURCE
CFLAGS := -std=c11 $(OPT) $(WARN) $(WERROR) -fopenmp $(EXTRA) $(shell pkg-config --cflags $(call pkg,$(LIBS)) 2>/dev/null)
LDLIBS := $(shell pkg-config --libs $(call pkg,$(LIBS)) 2>/dev/null) -lhdf5_hl -lnova -lm
LDFLAGS += -fopenmp $(EXTRA)

SRC := $(filter-out sim/main.c,$(foreach p,$(PARTS),$(shell find $(p) -name '*.c')))
OBJ := $(SRC:%.c=$(BUILD)/%.o)
LIB := $(BUILD)/libstepload.a
BIN := $(BUILD)/stepload
ORACLE := $(wildcard tests/oracle/*.c)
TESTS ?= $(foreach p,$(PARTS),$(shell find tests/$(p) -name 'test_*.c' 2>/dev/null))
TEST_BIN := $(TESTS:%.c=$(BUILD)/%)

.PHONY: all demo test unit check-source check-python asan bench bench-instr format lint install clean help setup
all: $(BIN)                       ## build/stepload

help:                             ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## / \t/' | expand -t 18

# One line a missing package, instead of a page of compiler errors.
$(BUILD)/.deps:
	@$(foreach l,$(call pkg,$(LIBS)),pkg-config --exists $(l) || { echo "missing $(l): apt-get install $(HINT_$(l)) (or: make setup)" >&2; exit 1; };)
	@echo '#include <libnova/libnova.h>' | $(CC) -E - >/dev/null 2>&1 || { echo "missing libnova: apt-get install libnova-dev (or: make setup)" >&2; exit 1; }
	@echo '#include <Random123/philox.h>' | $(CC) -E - >/dev/null 2>&1 || { echo "missing Random123: apt-get install librandom123-dev (or: make setup)" >&2; exit 1; }
	@mkdir -p $(BUILD) && touch $@

# What a result says about its build must be so: flags that change build anew, a commit links anew.
# The recipe runs only where the text differs from what the stamp holds.
FLAGS_TEXT = $(VERSION) $(CC) $(CFLAGS)
changed = $(if $(filter-out 0,$(shell [ "$$(cat $(1) 2>/dev/null)" = '$(2)' ]; echo $$?)),FORCE)
$(BUILD)/.flags: $(call changed,$(BUILD)/.flags,$(FLAGS_TEXT))
	@mkdir -p $(@D) && printf '%s' '$(FLAGS_TEXT)' >$@
$(BUILD)/.commit: $(call changed,$(BUILD)/.commit,$(GITHASH))
	@mkdir -p $(@D) && printf '%s' '$(GITHASH)' >$@
.PHONY: FORCE

$(BUILD)/%.o: %.c $(BUILD)/.flags | $(BUILD)/.deps
	@mkdir -p $(@D)
	@echo "CC $<"
	@$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/sim/version.o: $(BUILD)/.commit
$(BUILD)/sim/version.o: CPPFLAGS += -DSL_GITHASH='"$(GITHASH)"' -DSL_BUILD_FLAGS='"$(OPT)"'

$(LIB): $(OBJ)
	@rm -f $@
	@$(AR) rcs $@ $(OBJ)

$(BIN): $(BUILD)/sim/main.o $(LIB)
	@echo "LD $@"
	@$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/tests/%: tests/%.c $(ORACLE) $(LIB)
	@mkdir -p $(@D)
	@echo "LD $@"
	@$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -MMD -MP -o $@ $< $(ORACLE) $(LIB) -lcmocka $(LDLIBS)

# Dependencies first, then a fresh make: this one has already asked pkg-config.
demo: setup                       ## install what is missing, build, run the quickstart, draw output/quickstart.png
	@$(MAKE) --no-print-directory all
	@$(BIN) run scenarios/quickstart.json --force -o output/quickstart.h5
	@$(PYTHON) scripts/plot.py output/quickstart.h5 -o output/quickstart.png

test: setup                       ## build and run every test
	@MAKE='$(MAKE)' BUILD='$(BUILD)' PYTHON='$(PYTHON)' scripts/test_all.sh

check-source: $(LIB)              ## dependency direction, pure models, symbol prefix
	@$(PYTHON) scripts/check_layers.py --self-test && scripts/check_symbols.sh --self-test
	@$(PYTHON) scripts/check_layers.py && scripts/check_symbols.sh $(BUILD)

check-python:                     ## tests of the Python side; with STEPLOAD set also on a fresh result
	@$(PYTHON) -m pytest --no-header -rs -p no:cacheprovider tests/python

asan:                             ## unit tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/asan OPT='-O1 -g -ffp-contract=off -fno-math-errno' \
	    EXTRA='-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer' unit

# Three of cppcheck 2.10's findings are wrong: a pointer kept in an array's struct, a count that is never 0, a text that ends.
lint:                             ## cppcheck and formatting
	cppcheck --quiet --std=c11 --language=c --enable=warning,performance,portability --inline-suppr \
	    --suppress=missingIncludeSystem --suppress=memleak:sim/output/atomic_file.c \
	    --suppress=uninitvar:sim/scenario/message.c --suppress=arrayIndexThenCheck:sim/scenario/effective.c --error-exitcode=1 -I. $(PARTS)
	clang-format --dry-run -Werror $$(git ls-files '*.c' '*.h')

install: $(BIN)                   ## binary, equipment library and scripts under PREFIX
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/stepload/library $(DESTDIR)$(PREFIX)/share/stepload/scripts
	install -m 755 $(BIN) $(DESTDIR)$(PREFIX)/bin/stepload
	install -m 644 scenarios/library/*.json $(DESTDIR)$(PREFIX)/share/stepload/library/
	install -m 755 scripts/stepload.py scripts/plot.py scripts/check_schema.py $(DESTDIR)$(PREFIX)/share/stepload/scripts/

setup:                            ## install missing Debian/Ubuntu packages
	@scripts/setup.sh

unit: $(TEST_BIN)                 ## build and run the unit tests of PARTS
	@scripts/run_tests.sh $(TEST_BIN)

# One line a figure; compare ratios in one run, never seconds between days or machines.
bench: $(BUILD)/tests/bench/bench_load $(BUILD)/tests/bench/bench_run  ## speed and memory: load kernel, and whole runs
	@$(BUILD)/tests/bench/bench_load
	@echo "whole runs; threads 1 is held on one processor, the writer's thread included"
	@OMP_WAIT_POLICY=passive taskset -c 0 $(BUILD)/tests/bench/bench_run 1
	@OMP_WAIT_POLICY=passive $(BUILD)/tests/bench/bench_run 2

# Instructions an accelerator-step: the difference of two lengths, so that the start cancels. Repeatable for a binary.
bench-instr: $(BIN)               ## instructions per accelerator-step under callgrind
	@scripts/bench_instr.sh $(BIN)

clean:                            ## remove what was built
	rm -rf $(BUILD)

format:                           ## clang-format all sources in place
	clang-format -i $$(git ls-files '*.c' '*.h')

-include $(OBJ:.o=.d) $(TEST_BIN:=.d)

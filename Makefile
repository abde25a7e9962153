# Two commands to remember: `make demo` and `make test`.
BUILD ?= build
.PHONY: all packages configure build programs tests deb tar demo test test-all core test-core format clean help

all: build

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14

packages: ## install the Debian packages that are missing
	@sh scripts/install_packages.sh

configure: packages
	@test -f $(BUILD)/build.ninja || cmake --preset release >/dev/null

build: configure ## everything, benches too, in build/
	@ninja -C $(BUILD)

programs: configure ## the programs alone, without tests and benches
	@ninja -C $(BUILD) programs

tests: configure ## the programs and the unit tests, without benches
	@ninja -C $(BUILD) programs unit-tests

demo: programs ## optimize ResNet-50 and show the summary
	@sh scripts/demo.sh $(BUILD)

test: tests ## every test of the first tier
	@python3 scripts/run_tests.py $(BUILD)

test-all: build ## first tier and the slow suites
	@python3 scripts/run_tests.py $(BUILD) --tier=2

core: packages ## the planning core and its tests alone, without MLIR, in build-core/
	@test -f build-core/build.ninja || cmake --preset core-only >/dev/null
	@ninja -C build-core planning-core

test-core: core ## tests of the planning core alone
	@python3 scripts/run_tests.py build-core

deb: build ## Debian packages alcove and libalcove-dev in build/packages
	@cd $(BUILD) && cpack -G DEB >/dev/null && ls packages/*.deb

tar: build ## the same as one archive that runs wherever it is unpacked
	@cd $(BUILD) && cpack -G TXZ >/dev/null && ls packages/*.tar.xz

format: ## clang-format the tree
	@python3 scripts/check_format.py --write

clean: ## remove the build trees
	@rm -rf build build-core build-debug build-sanitizer

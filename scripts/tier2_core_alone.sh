#!/bin/sh
# Everything below MLIR builds and passes its tests without MLIR, its files compiled many at once (preset core-only):
# two helpers of one name in one library show here and nowhere else.
cd "$(dirname "$0")/.." || exit 1
cmake --preset core-only >/dev/null && ninja -C build-core && exec python3 scripts/run_tests.py build-core

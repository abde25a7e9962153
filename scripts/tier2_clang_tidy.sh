#!/bin/sh
# The few checks of .clang-tidy on every file of the libraries and programs that are built without MLIR (preset core-only:
# MLIR's headers alone would take minutes for each file). Prints one line per finding; 77 where clang-tidy-22 is not there.
# usage: tier2_clang_tidy.sh [REGEX]     only files whose path fits
cd "$(dirname "$0")/.." || exit 1
tidy=${CLANG_TIDY:-clang-tidy-22}
if ! command -v "$tidy" >/dev/null 2>&1; then
  echo "clang-tidy: $tidy is not there (package clang-tidy-22)"
  exit 77
fi
# Files one by one, without precompiled headers: a unity file would be one file to clang-tidy.
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
cmake --preset core-only -B "$build" -DCMAKE_UNITY_BUILD=OFF -DALCOVE_PCH=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null || exit 1
python3 scripts/lint.py "$tidy" "$build" "${1:-.}"

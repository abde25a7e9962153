#!/usr/bin/env bash
# examples/cmake, outside of the tree, built against what `cmake --install` writes, with any prefix, and run; then the
# relocatable programs from another folder than the one they were installed to.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/moved"
cp -r examples/cmake "$work/source"
cmake -S "$work/source" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/moved" -DCMAKE_CXX_COMPILER="${CXX:-clang++-22}" \
  -DCMAKE_C_COMPILER="${CC:-clang-22}" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cmake --build "$work/build" >"$work/log" 2>&1 || { tail -40 "$work/log"; exit 1; }
"$work/build/addresses"
"$work/build/planned" examples/mlp.mlir
env -i PATH="$work/moved/bin:/usr/bin:/bin" alcove doctor

#!/bin/sh
# Layout problems of the contest against the page of bests: no cost above it, no proof lost, every certificate accepted by both checkers.
# Passes without doing anything where ALCOVE_IOPDDL names no folder that holds them.
# usage: ALCOVE_IOPDDL=FOLDER tier2_layout_bests.sh [BUILD_DIR]
cd "$(dirname "$0")/.." || exit 1
build=${1:-$(ls -d build build-core 2>/dev/null | head -1)}
set -- "${ALCOVE_IOPDDL:-/nowhere}"/*.json.gz
[ -r "$1" ] || { echo "ALCOVE_IOPDDL names no folder with problems: nothing was run"; exit 0; }
exec python3 bench/LayoutChoice/bests.py --bin="$build/bin" --against=docs/measurements/layout-bests.md "$@"

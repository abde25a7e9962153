#!/bin/sh
# Kills every program at 200 random moments: each output is the old file or the whole new one.
# usage: tier2_output_kill.sh [BUILD_DIR]
cd "$(dirname "$0")/.." || exit 1
build=${1:-build}
[ -x "$build/bin/alcove-opt" ] || { echo "no $build/bin/alcove-opt"; exit 1; }
exec python3 test/tools/Inputs/outputs.py "$build/bin" kill 200

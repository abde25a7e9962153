#!/bin/sh
# Ends the solvers at 300 random moments, by SIGKILL, SIGTERM or SIGINT: what is on disk is a valid solution or nothing, after a
# request to stop there is one, no bound is above the cost of any solution seen, and no run is late.
# usage: tier2_solver_kill.sh [BUILD_DIR]
cd "$(dirname "$0")/.." || exit 1
build=${1:-$(ls -d build build-core 2>/dev/null | head -1)}
[ -x "$build/bin/alcove-solve" ] || { echo "no $build/bin/alcove-solve"; exit 1; }
exec python3 scripts/solver_kill.py "$build/bin/alcove-solve"

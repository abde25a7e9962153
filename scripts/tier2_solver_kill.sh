#!/bin/sh
# Ends the solvers at 300 random moments, by SIGKILL, SIGTERM, SIGINT or their own limit: what is on disk is a valid solution or nothing,
# bounds are shown by certificates, none is above the cost of any solution seen, and no run is more than LATE seconds late.
# usage: tier2_solver_kill.sh [BUILD_DIR [COUNT [LATE]]]     on an idle machine: tier2_solver_kill.sh build 300 0.1
cd "$(dirname "$0")/.." || exit 1
build=${1:-$(ls -d build build-core 2>/dev/null | head -1)}
[ -x "$build/bin/alcove-solve" ] || { echo "no $build/bin/alcove-solve"; exit 1; }
[ $# -eq 0 ] || shift
exec python3 scripts/solver_kill.py "$build/bin/alcove-solve" "$@"

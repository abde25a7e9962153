#!/bin/sh
# Changes every valid form of every op in one place, and counts what is refused: none may end the reader by a signal.
# usage: tier2_mutants.sh [BUILD_DIR]
cd "$(dirname "$0")/.." || exit 1
exec python3 scripts/mutants.py --build="${1:-build}" --least=7700

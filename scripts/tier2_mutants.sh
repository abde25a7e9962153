#!/bin/sh
# Changes every valid form of every op in one place: of what breaks a rule 99 % must be refused, and none may end the
# reader by a signal.
# usage: tier2_mutants.sh [BUILD_DIR]
cd "$(dirname "$0")/.." || exit 1
exec python3 testing/models/mutate_forms.py --build="${1:-build}"

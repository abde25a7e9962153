#!/bin/sh
# Seeds faults of every kind, a sample of each, into the look-alikes, own models and other forms (unseen.py) in small size
# and compares by the rules of alcove-run: at least 98 % of those that matter are seen, no harmless edit is refused.
# usage: tier2_fault_seeding.sh [BUILD_DIR]
cd "$(dirname "$0")/.." || exit 1
build=${1:-build}
[ -x "$build/bench/bin/fault-seeding" ] || { echo "no $build/bench/bin/fault-seeding"; exit 1; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
python3 bench/JudgeNumbers/unseen.py "$work" || exit 1
python3 bench/JudgeNumbers/faults.py --build "$build" --lookalikes --negations 20 --per-kind 2 "$work"

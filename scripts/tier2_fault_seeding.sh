#!/bin/sh
# Seeds faults of every kind into small models and compares by the rules of alcove-run: at least 97 % of those that matter
# are seen, no harmless edit is refused.
# usage: tier2_fault_seeding.sh [BUILD_DIR]
cd "$(dirname "$0")/.." || exit 1
build=${1:-build}
tool=$build/bench/bin/fault-seeding
[ -x "$tool" ] || { echo "no $tool"; exit 1; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
seed() {
  python3 models/generate.py "$@" > "$work/model.mlir" || exit 1
  echo "$*"
  "$tool" --all-kinds --sample=400 --least=97 "$work/model.mlir" || failed=1
}
seed mlp --batch 16 --width 64 --hidden 96
seed bert --layers 1 --batch 2 --sequence 16 --width 64 --heads 4
seed llama-decode --layers 1 --batch 4 --width 64 --hidden 96 --heads 4 --kv-heads 2 --cache 32
seed llama-prefill --layers 1 --batch 2 --sequence 16 --width 64 --hidden 96 --heads 4 --kv-heads 2
exit $failed

#!/bin/sh
# Plans models of every kind and gives their values types, shards and memrefs that their ops cannot produce: verifiers and
# memory judge refuse each of them, and none of the modules as planned.
# usage: tier2_type_edits.sh [BUILD_DIR]
cd "$(dirname "$0")/.." || exit 1
build=${1:-build}
tool=$build/bench/bin/type-edits
[ -x "$tool" ] || { echo "no $tool"; exit 1; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
python3 testing/models/lookalikes.py --all "$work" --small > "$work/log" || { cat "$work/log"; exit 1; }
for model in "$work"/*.mlir; do
  for level in 1 2; do
    "$build/bin/alcove-opt" "$model" --ttir-to-ttnn-backend-pipeline=optimization-level=$level \
      -o "$work/$(basename "$model" .mlir).$level.planned" 2> "$work/log" || { cat "$work/log"; exit 1; }
  done
done
exec "$tool" --list --sample=20 --least=100 "$work"/*.planned

#!/bin/sh
# Every model of the corpus: print(parse(x)) is a fixpoint; it lowers at levels 0 to 2 without a ttir op, judged.
set -eu
corpus=$1 work=$2
mkdir -p "$work"
for model in "$corpus"/*.mlir; do
  alcove-opt "$model" -mlir-print-debuginfo -o "$work/1.mlir"
  alcove-opt "$work/1.mlir" -mlir-print-debuginfo -o "$work/2.mlir"
  cmp "$work/1.mlir" "$work/2.mlir"
  for level in 0 1 2; do
    alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=$level" "$model" -o "$work/out.mlir"
    ! grep -q '"ttir\.' "$work/out.mlir"
    alcove-opt "$work/out.mlir" -o /dev/null
  done
done

#!/usr/bin/env bash
# Compile time of --super-tiling in planned mode: a transformer encoder of width 768 by depth, and a detector.
# usage: compile_time.sh BUILD_DIR [MEMORY_BYTES]      prints seconds of CPU time (user + system), best of 3
set -euo pipefail
bin=$1/bin
memory=${2:-524288}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
measure() {
  local best=
  for _ in 1 2 3; do
    local t
    t=$( { TIMEFORMAT='%U %S'; time "$bin/alcove-opt" "$2" --super-tiling="memory-bytes=$memory" -o /dev/null; } 2>&1 | awk '{print $1 + $2}')
    best=$(printf '%s\n' $best "$t" | sort -g | head -1)
  done
  echo "$1 $best s"
}
for layers in 1 3 6 12 24 48; do
  "$bin/alcove-program" encoder --layers=$layers > "$work/e.mlir"
  measure "encoder width 768, $layers layers:" "$work/e.mlir"
done
"$bin/alcove-program" detector --image=640 --width=32 --depth=3 > "$work/d.mlir"
measure "detector 640 x 640, width 32, depth 3:" "$work/d.mlir"

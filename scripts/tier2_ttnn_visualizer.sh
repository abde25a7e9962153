#!/usr/bin/env bash
# ttnn-visualizer itself on reports of ours: every end point of its back end, on five models. The package is no Debian
# package and not on npm; where its sources are at hand (ALCOVE_TTNN_VISUALIZER=FOLDER, a checkout or an unpacked wheel that has
# backend/ttnn_visualizer or ttnn_visualizer), they run under Debian's Python, with stubs for what Debian lacks. Elsewhere the
# reports are checked against what the reader's sources are known to ask (test/Report/Inputs/check_visualizer.py), and the
# last line says so.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build}
corpus=${ALCOVE_CORPUS:-../shared/models}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
models=()
for name in mnist resnet_hf llama_3_2_1b_decode_layer bert_encoder_layer yolo_v8; do
  if [ -f "$corpus/$name.mlir" ]; then models+=("$corpus/$name.mlir"); fi
done
[ ${#models[@]} -gt 0 ] || models=(examples/mlp.mlir test/Optimize/op-names.mlir)
reports=()
for model in "${models[@]}"; do
  at=$work/$(basename "$model" .mlir)
  "$build/bin/alcove-opt" "--ttir-to-ttnn-backend-pipeline=optimization-level=2 default-device=wormhole visualizer=$at timeline=$at.timeline.json summary-json=$at.json" \
    "$model" -o /dev/null
  echo "$(basename "$model"): $(python3 test/Report/Inputs/check_visualizer.py "$at" "$at.timeline.json" "$at.json")"
  reports+=("$at")
done
sources=${ALCOVE_TTNN_VISUALIZER:-}
if [ -z "$sources" ] && /usr/bin/python3 -c 'import ttnn_visualizer' 2>/dev/null; then
  sources=$(/usr/bin/python3 -c 'import pathlib, ttnn_visualizer; print(pathlib.Path(ttnn_visualizer.__file__).parent.parent)')
fi
for below in "" backend src; do
  if [ -n "$sources" ] && [ -d "$sources/$below/ttnn_visualizer" ]; then
    exec_from=$sources/$below
  fi
done
if [ -z "${exec_from:-}" ]; then
  echo "ttnn-visualizer is not at hand (ALCOVE_TTNN_VISUALIZER): ${#reports[@]} reports hold by what its reader is known to ask; no end point was asked"
  exit 0
fi
PYTHONPATH=$exec_from /usr/bin/python3 scripts/ask_ttnn_visualizer.py "${reports[@]}"

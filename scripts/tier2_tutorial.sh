#!/usr/bin/env bash
# Every command of docs/tutorial.md on three real models, and plans written, edited, pinned and given back on all of them
# (testing/models/plan_files.py). Passes without doing anything where the models are not at hand.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build}
corpus=${ALCOVE_CORPUS:-../shared/models}
if [ ! -d "$corpus" ]; then
  echo "the real models are not at hand ($corpus): nothing was run"
  exit 0
fi
export PATH="$PWD/$build/bin:$PATH"
for model in resnet_hf yolo_v8 llama_3_2_1b_decode_layer; do
  python3 test/Pipelines/Inputs/run_tutorial.py docs/tutorial.md "$corpus/$model.mlir"
done
python3 testing/models/plan_files.py "$build" "$corpus"/*.mlir --edits 17

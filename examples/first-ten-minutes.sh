#!/bin/sh
# The first ten minutes with Alcove, step by step: what each command answers stands above it. It needs the programs on PATH
# and this folder's mlp.mlir; what it writes goes to a folder of its own, named at the end.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-$(mktemp -d)}
model=${2:-$here/mlp.mlir}
mkdir -p "$folder"

echo "== Is the installation whole?"
alcove --version
alcove doctor | tail -n 1

echo "== What does planning gain, and how far from optimal is it?"
alcove plan "$model" --device n150 -o "$folder/planned.mlir"

echo "== Which op takes longest, what does it wait for, and what lies in DRAM?"
alcove explain "$model"

echo "== One op: where, why, and what else could it be?"
alcove explain "$model" up | head -n 12

echo "== The same as a page, and as data."
alcove report "$model" -o "$folder/plan.html"
alcove plan "$model" --summary=false --summary-json="$folder/summary.json" --timeline="$folder/timeline.json" --plan-out="$folder/plan.json"

echo "== What if the chip were smaller? Another card?"
alcove compare "$model" --after "l1-bytes=600000" --json "$folder/smaller.json"
alcove compare "$model" --after "mock-system-desc-arch=p150" --json "$folder/p150.json"

echo "== I know better: one result pinned to DRAM."
alcove plan "$model" --override-output-layout=up=dram:interleaved | grep 'planned time'

echo "== Are the numbers still the same?"
alcove run "$model" --compare="$folder/planned.mlir" | tail -n 1

echo "== Which cards are there, and may this op run so?"
alcove device list --json > "$folder/devices.json"
alcove device show n150 --layout="512x512|tile|bf16|l1|block_sharded|8x8" --json > "$folder/device.json"
alcove opmodel query "matmul 512x1024|bf16|l1 1024x512 -> ?512x512" --json > "$folder/answer.json"

echo "== A mistake says what to write instead."
alcove plan "$model" --optimization-levle=2 2>&1 || true

echo "== The plan as a program for the chip."
alcove build "$model" -o "$folder/program" --device n150

echo "All of it is in $folder"

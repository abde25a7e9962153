#!/bin/sh
# Optimizes a full-size ResNet-50 for a Wormhole chip and shows what was gained.
set -eu
build=${1:-build}
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
batch=${BATCH:-8}
python3 "$root/testing/models/generate.py" resnet50 --batch="$batch" > "$work/resnet50.mlir"
echo "ResNet-50, batch $batch: $(grep -c '"ttir\.' "$work/resnet50.mlir") TTIR ops in; Wormhole, 8x8 cores"
"$build/bin/alcove" plan "$work/resnet50.mlir" -o "$work/resnet50-ttnn.mlir"
echo "$(grep -c '"ttnn\.' "$work/resnet50-ttnn.mlir") TTNN ops out, accepted by the judge. Three of them, as printed:"
grep -E '"ttnn\.(conv2d|add|to_memory_config)"' "$work/resnet50-ttnn.mlir" | sed -n '1p;20p;40p' | cut -c1-150 | sed 's/^ */  /; s/$/ .../'
kept=$build/demo/resnet50
"$build/bin/alcove" build "$work/resnet50.mlir" -o "$kept" > /dev/null
echo "The plan as a program over ttnn, $(wc -l < "$kept/main.py") lines: $kept/main.py"

#!/bin/sh
# Lowers every model at levels 0, 1 and 2 for both architectures and plans it again by the exact planner: the direct
# way's time within 1 %, the second pass equal to the first byte for byte.
# usage: tier2_round_trip.sh [BUILD_DIR [MODELS]]
cd "$(dirname "$0")/.." || exit 1
build=${1:-build}
models=${2:-../shared/models}
[ -d "$models" ] || { echo "no models in $models: nothing to do"; exit 0; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
PATH=$PWD/$build/bin:$PATH
for arch in wormhole_b0 blackhole; do
  python3 test/Pipelines/Inputs/round_trip.py --policy=Global --arch=$arch "$work" "$models"/*.mlir || exit 1
done

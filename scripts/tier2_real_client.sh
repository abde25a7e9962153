#!/bin/sh
# Feeds everything that we write to tt-mlir's own programs (ALCOVE_REAL_CLIENT, a folder of real-opt, real-verify, real-py
# and real-fb that scripts/check_with_tt_mlir.sh builds): every model at levels 0, 1 and 2 for both architectures and by
# `alcove plan`, the models of the corpus by every policy, the models of a mesh on cards of several chips.
# usage: tier2_real_client.sh [BUILD_DIR [MODELS]]; ALCOVE_LOOKALIKES: a folder that has the look-alike models already
cd "$(dirname "$0")/.." || exit 1
build=${1:-build}
corpus=${2:-${ALCOVE_CORPUS:-../shared/models}}
client=${ALCOVE_REAL_CLIENT:-/opt/real-client}
[ -x "$client/real-verify" ] || { echo "no real-verify in $client: skipped"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
models=${ALCOVE_LOOKALIKES:-$work}
[ "$models" != "$work" ] || python3 testing/models/lookalikes.py --all "$work" > "$work/log" || { cat "$work/log"; exit 1; }
real=$(ls "$corpus"/*.mlir 2> /dev/null)
[ -n "$real" ] || echo "no models in $corpus: the look-alikes alone"
failed=0
accept() { echo "$1"; shift; python3 test/RealClient/Inputs/accept.py --client="$client" --build="$build" "$@" || failed=1; }

accept "every model" --plan $real "$models"/*.mlir
policies=Global,AllDram,DFSharding,DFSharding2,GreedyL1Interleaved,BFInterleaved,GreedyBeam,TimeBeam
[ -z "$real" ] || accept "every policy" --level=2 --policy=$policies $real
on_mesh() { grep -lE "ttcore.meshes<\[<\"[^\"]*\" = ($1)[ >]" $real "$models"/*.mlir; }
accept "cards of several chips" --arch=wormhole-n300,wormhole-t3000,wormhole-galaxy $(on_mesh '1x2')
accept "cards of eight and more" --arch=wormhole-t3000,wormhole-galaxy $(on_mesh '1x8|2x4')
exit $failed

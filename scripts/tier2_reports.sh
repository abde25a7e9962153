#!/usr/bin/env bash
# Every report of a plan on all real models, each checked against the others' figures: the database for ttnn-visualizer
# (peaks replayed from its captured graphs equal the judge's), the graph for Model Explorer, the page. Then what all
# reports together cost. Passes without doing anything where the models are not at hand.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build}
corpus=${ALCOVE_CORPUS:-../shared/models}
if [ ! -d "$corpus" ]; then
  echo "the real models are not at hand ($corpus): nothing was run"
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
checks=test/Report/Inputs
# Seconds of user and system time together.
cost() {
  python3 - "$@" << 'PY'
import resource
import subprocess
import sys
subprocess.run(sys.argv[1:], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{used.ru_utime + used.ru_stime:.2f}")
PY
}
for model in "$corpus"/*.mlir; do
  name=$(basename "$model" .mlir)
  at=$folder/$name
  reports="visualizer=$at timeline=$at.timeline.json summary-json=$at.json model-explorer=$at.graph.json report=$at.html"
  reports="$reports chrome-trace=$at.trace.json plan-out=$at.plan.json"
  bare=$(cost "$build/bin/alcove-opt" "--ttir-to-ttnn-backend-pipeline=optimization-level=2" "$model" -o "$at.bare.mlir")
  full=$(cost "$build/bin/alcove-opt" "--ttir-to-ttnn-backend-pipeline=optimization-level=2 $reports" "$model" -o "$at.mlir")
  cmp "$at.bare.mlir" "$at.mlir"
  echo "$name: $bare s without, $full s with all reports; page $(stat -c %s "$at.html") B"
  python3 $checks/check_visualizer.py "$at" "$at.timeline.json" "$at.json"
  python3 $checks/check_model_explorer.py "$at.graph.json" "$at.json"
  python3 $checks/check_page.py "$at.html" "$at.json" "$at.timeline.json"
done

#!/usr/bin/env bash
# Every MiniMalloc CSV of a folder, N times each: at the capacity given, then at the least capacity; what was found and
# the wall time of every run, and the sum of the medians.
#   usage: bench/Allocation/minimalloc.sh FOLDER [RUNS] [CAPACITY] [ALCOVE_SOLVE] [SECONDS_FOR_LEAST]
set -u
folder=${1:?folder} runs=${2:-3} capacity=${3:-1048576} solve=${4:-build/bin/alcove-solve} least=${5:-60}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
total=0
printf '| file | run | at %s | checked | wall s |\n|---|---:|---|---|---:|\n' "$capacity"
for file in "$folder"/*.csv; do
  name=$(basename "$file" .csv); walls=()
  for run in $(seq "$runs"); do
    begin=$(date +%s.%N)
    "$solve" allocate "$file" --capacity="$capacity" --out="$scratch/out.csv" 2> "$scratch/text"; code=$?
    wall=$(echo "$(date +%s.%N) - $begin" | bc)
    checked=$("$solve" check allocation "$file" "$scratch/out.csv" --capacity="$capacity" 2>&1 | head -1)
    printf '| %s | %s | exit %s, %s | %s | %.2f |\n' "$name" "$run" "$code" "$(tail -1 "$scratch/text" | cut -c1-120)" "$checked" "$wall"
    walls+=("$wall")
  done
  median=$(printf '%s\n' "${walls[@]}" | sort -n | sed -n "$(((runs + 1) / 2))p")
  total=$(echo "$total + $median" | bc)
done
printf '\nsum of the medians: %.2f s\n\n| file | least capacity | wall s |\n|---|---|---:|\n' "$total"
for file in "$folder"/*.csv; do
  begin=$(date +%s.%N)
  "$solve" allocate "$file" --minimize --timeout="$least" --out="$scratch/out.csv" 2> "$scratch/text"
  printf '| %s | %s | %.2f |\n' "$(basename "$file" .csv)" "$(tail -1 "$scratch/text" | cut -c1-160)" \
    "$(echo "$(date +%s.%N) - $begin" | bc)"
done

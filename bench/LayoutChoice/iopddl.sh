#!/usr/bin/env bash
# Every IOPDDL file of a folder with its target time, N times each; cost, bound, gap and wall time of every run, and the
# median of the wall times and the worst cost. Target times are those of the contest (by the letter of the file), 300 s
# for other names.
#   usage: bench/LayoutChoice/iopddl.sh FOLDER [RUNS] [ALCOVE_SOLVE] [LETTERS]
#   e.g.   bench/LayoutChoice/iopddl.sh FOLDER 3 build/bin/alcove-solve BGV
set -u
folder=${1:?folder} runs=${2:-3} solve=${3:-build/bin/alcove-solve} letters=${4:-}
target() {
  case $1 in
    A|B|C|D) echo 60 ;; E|F|G|H|I) echo 120 ;; J|K|L|M|N) echo 180 ;; O|P|Q|R|S|T) echo 240 ;; *) echo 300 ;;
  esac
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
printf '| file | limit s | run | cost | bound | gap | proved | wall s | checked |\n|---|---:|---:|---:|---:|---:|---|---:|---|\n'
for file in "$folder"/*.json.gz "$folder"/*.json; do
  [ -e "$file" ] || continue
  name=$(basename "$file"); name=${name%.gz}; name=${name%.json}; letter=${name##*-}
  [ -z "$letters" ] || [[ $letters == *"$letter"* ]] || continue
  limit=$(target "$letter"); walls=(); worst=0
  for run in $(seq "$runs"); do
    begin=$(date +%s.%N)
    "$solve" layout "$file" "$limit" --out="$scratch/solution.json" > "$scratch/out" 2> "$scratch/summary"
    wall=$(echo "$(date +%s.%N) - $begin" | bc)
    line=$(grep '^cost=' "$scratch/summary" | tail -1)
    field() { sed -n "s/.*\b$1=\([^ ]*\).*/\1/p" <<< "$line"; }
    checked=$("$solve" check layout "$file" "$scratch/solution.json" 2>&1 | head -1)
    printf '| %s | %s | %s | %s | %s | %s | %s | %.1f | %s |\n' "$name" "$limit" "$run" "$(field cost)" "$(field bound)" \
      "$(field gap)" "$(field proved)" "$wall" "$checked"
    walls+=("$wall"); cost=$(field cost); [ "${cost:-0}" -gt "$worst" ] 2> /dev/null && worst=$cost
  done
  printf '| %s | %s | median | %s (worst) | | | | %.1f | |\n' "$name" "$limit" "$worst" \
    "$(printf '%s\n' "${walls[@]}" | sort -n | sed -n "$(((runs + 1) / 2))p")"
done

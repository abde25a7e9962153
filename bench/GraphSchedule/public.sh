#!/usr/bin/env bash
# The public instances of the contest under their published limits (nine tenths of them, as the contest binary does), one after the other:
#
#   [MODE=--tiles=dividing | MODE=--strict] bench/GraphSchedule/public.sh BUILD_DIR INSTANCE_DIR [NUMBER…]
#
# Prints cost, bound, gap, best published cost, seconds; every schedule is re-priced by the verifier. Wants an idle machine.
set -euo pipefail
[ $# -ge 2 ] || { sed -n 2,6p "$0"; exit 2; }
solve=$1/bin/alcove-solve; instances=$2; shift 2
[ $# -gt 0 ] || set -- 1 2 3 5 7 9 10 13 14 16 17 20
# Best accepted entries of the leaderboards, or the best valid schedule seen since where that is lower.
declare -A published=([1]=367001.6 [2]=26000 [3]=91750.4 [5]=778786.1 [7]=135133.9 [9]=44962938.9 [10]=10119000 [13]=12080000
                      [14]=2759000..2774000 [16]=7884261.3 [17]=4966400 [20]=5228800)
limits=(2 5 15 30 60 120)
out=$(mktemp -d); trap 'rm -rf "$out"' EXIT
printf '%4s %5s %15s %15s %8s %6s %18s %8s  %s\n' no limit cost bound gap proved 'best published' seconds verifier
for n in "$@"; do
  limit=${limits[$(((n - 1) / 4))]}
  line=$("$solve" schedule "$instances/mlsys-2026-$n.json" "$out/$n.json" --timeout="$(awk "BEGIN { print 0.9 * $limit }")" ${MODE:-})
  for field in $line; do [[ $field == *=* ]] && declare "r_${field%%=*}=${field#*=}"; done
  verdict=$("$solve" check schedule "$instances/mlsys-2026-$n.json" "$out/$n.json" --quiet)
  printf '%4s %5s %15s %15s %8s %6s %18s %8s  %s\n' "$n" "$limit" "$r_cost" "$r_bound" "$r_gap" "$r_proved" \
    "${published[$n]:-?}" "$r_seconds" "$verdict"
done

#!/usr/bin/env python3
"""Writes the table of docs/guide/limits.md: how far modelled times are off, by family of ops. usage: write_limits.py [--check]

The figures are those of include/alcove/OpModel/TimeIntervals.def, the same that summaries print their intervals from.
--check changes nothing and fails when the table is another.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAMES = {"Matmul": "products of matrices", "Elementwise": "elementwise ops", "Convolution": "convolutions, pools", "Attention": "attention",
         "Normalization": "softmax, norms, reductions", "DataMovement": "permutes, slices, concats, gathers, fills",
         "LayoutConversion": "tilize, untilize, casts", "Resharding": "moves between memories and shardings", "Heads": "heads, rotary, caches",
         "Collective": "collectives between chips"}


def table():
    rows = re.findall(r"ALCOVE_TIME_INTERVAL\((\w+), \w+, ([\d.]+), ([\d.]+), \d+, \d+, (\d+)\)",
                      (ROOT / "include/alcove/OpModel/TimeIntervals.def").read_text())
    lines = ["| family | 90 % of the measured times lie within, of the modelled one | questions |", "|---|---|---|"]
    for family, name in NAMES.items():
        seen = [(float(low), float(high), int(count)) for each, low, high, count in rows if each == family and int(count) > 0]
        lines.append(f"| {name} | {min(s[0] for s in seen):.2f} to {max(s[1] for s in seen):.2f} times | {sum(s[2] for s in seen)} |")
    assert {each for each, *_ in rows} == set(NAMES)
    return "\n".join(lines) + "\n"


page = ROOT / "docs/guide/limits.md"
text = page.read_text()
new, count = re.subn(r"(?<=<!-- table: scripts/write_limits.py -->\n).*?(?=<!-- end -->)", lambda _: table(), text, count=1, flags=re.S)
assert count == 1, "docs/guide/limits.md has no place for the table"
if "--check" in sys.argv:
    sys.exit("docs/guide/limits.md: the table is not that of TimeIntervals.def; scripts/write_limits.py writes it" if new != text else 0)
page.write_text(new)

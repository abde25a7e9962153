#!/usr/bin/env python3
"""Prices of ops between chips against published times, by series, and the order of variants.

usage: collectives.py [--build DIR] [--table FILE]
       table: rows of collectives (default: $ALCOVE_COLLECTIVES). Both programs are built without MLIR, too.

A series is an op on one architecture, line or ring, number of chips and kind of run. Held out: constants fitted to half of
the sizes of every series answer the other half. A pair is two measured ways of one op on equal bytes and chips (line or
ring, kernel of the library or for decoding) whose times differ by more than a tenth; it is right when the prices have the
order of the times.
"""
import argparse
import collections
import csv
import itertools
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BETWEEN = re.compile(r"ALCOVE_TIME_PARAMETER\(((?:gather(?!Line)|scatter(?!Bytes)|exchange|decode)\w+)")


def run(command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"collectives.py: {' '.join(map(str, command))}: {result.stderr}")
    return result.stdout


def pairs(rows):
    """Right and all pairs of variants."""
    groups = collections.defaultdict(list)
    for row in rows:
        op, arch, *way = row["family"].split(" ")
        question = row["question"].split("|")
        groups[op, arch, way[1], question[1], question[3]].append(row)  # op and shape, element type
    right = total = 0
    for group in groups.values():
        for a, b in itertools.combinations(group, 2):
            measured = float(a["measured_ns"]) / float(b["measured_ns"])
            if a["family"] == b["family"] or 1 / 1.1 <= measured <= 1.1:
                continue
            total += 1
            right += (measured < 1) == (float(a["estimated_ns"]) < float(b["estimated_ns"]))
    return right, total


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--table", default=os.environ.get("ALCOVE_COLLECTIVES"))
    options = parser.parse_args()
    if not options.table:
        parser.error("--table or ALCOVE_COLLECTIVES must name the table of collectives")
    tool = os.path.join(options.build, "bin/alcove-opmodel")
    calibrate = os.path.join(options.build, "bench/bin/OpModelCalibrate")
    only = ",".join(BETWEEN.findall((ROOT / "include/alcove/OpModel/TimeParameters.def").read_text()))
    with tempfile.TemporaryDirectory() as folder:
        rows_file = os.path.join(folder, "rows.csv")
        print(run([tool, "score", options.table, "--kind=time", "--rows", rows_file]))
        with open(rows_file, newline="") as handle:
            rows = list(csv.DictReader(handle))
    print("Held out\n")
    held = run([calibrate, "--cross", "--splits=4", "--rounds=8", f"--only={only}", options.table])
    print(held)
    coverage = run([calibrate, "--coverage", "--splits=4", "--rounds=8", f"--only={only}", options.table])
    print("\n".join(line for line in coverage.splitlines() if line.startswith(("Collective ", "total"))))
    right, total = pairs(rows)
    print(f"\norder of variants: {right} of {total} pairs right ({100 * right / max(1, total):.1f} %)")


if __name__ == "__main__":
    main()

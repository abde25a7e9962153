#!/usr/bin/env python3
"""What is known of each op of a version of the dialects: defined, verified, executed, lowered, priced.

usage: op_coverage.py OPS.csv [--build DIR] [--output FILE.md]
       op_coverage.py --check FILE.json [--build DIR]

OPS.csv lists the ops of that version (columns dialect, op, operands, attributes, results). Nothing here is by hand: an
op is *defined* when its form in test/Ops/Rules/valid.mlir is read, *verified* by the number of programs in
test/Ops/Rules that must be refused at it, *executed* when `alcove-run FORMS.mlir --coverage` has run each of its forms, *lowered* (TTIR) when
lower-ttir-to-ttnn takes its form and leaves no opaque op, *priced* (TTNN) when `alcove-opmodel` knows a family for it (*analogy*: no
measurement of the op itself, `alcove-opmodel analogies` says what stands for it).

What is left has its reason in scripts/op_coverage_reasons.csv (op, columns, reason). A reason that is missing or that
nothing is left for is an error, here and with --check, which compares a written table with the tools as they are:
bench/Ops/results/OpCoverage.json, which is written with the page docs/measurements/OpCoverage.md.
"""
import argparse
import collections
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import pages

ROOT = pathlib.Path(__file__).resolve().parents[1]
OP = re.compile(r'"?\b(ttir|ttnn|ttcore)\.([a-z]\w*)"?')


def sections(path):
    return [s for s in path.read_text().split("// -----\n") if s.strip()]


def forms():
    """Op with dialect -> text of its form."""
    found = {}
    for section in sections(ROOT / "test/Ops/Rules/valid.mlir"):
        match = re.search(r'"(\w+\.\w+)"\(', section) or re.search(r"\b(ttcore\.\w+) ", section)
        if match:
            found.setdefault(match[1], section)
    return found


def negatives():
    """Op with dialect -> programs that must be refused at it."""
    folder, count, known = ROOT / "test/Ops/Rules", collections.Counter(), forms()
    for path in sorted(folder.glob("*-invalid.mlir")):
        for section in sections(path):
            lines = section.splitlines()
            for line, after in zip(lines, lines[1:]):
                match = OP.search(after.split("//")[0]) if "expected-error" in line else None
                if match:
                    count[".".join(match.groups())] += 1
                    break
    for name in ("edits", "library-edits", "refused-programs", "library-programs"):
        for line in (folder / f"Inputs/{name}.txt").read_text().splitlines():
            op = line.partition(" | ")[0]
            count.update(() if line.startswith("#") else [op] if "." in op else {f"ttir.{op}", f"ttnn.{op}"} & known.keys())
    return count


def run(*command, text=""):
    return subprocess.run(command, input=text, capture_output=True, text=True)


def returned(text):
    """The form with its results returned: an op whose results nobody reads is gone after lowering."""
    made = re.search(r"%0(?::\d+)? = .* -> (.*)$", text, re.M)
    if not made:
        return text
    types = made[1][1:-1] if made[1].startswith("(") else made[1]
    count = types.count("tensor<")
    values = "%0" if count == 1 else ", ".join(f"%0#{i}" for i in range(count))
    return text.replace(") {\n", f") -> ({types}) {{\n", 1).replace("  return\n", f"  return {values} : {types}\n", 1)


def lowers(opt, text):
    """yes, opaque or no."""
    done = run(opt, "--lower-ttir-to-ttnn", "-", text=returned(text))
    if done.returncode:
        return "no"
    return "opaque" if "alcove.opaque" in done.stdout else "yes"


def reasons():
    """(op with dialect, column) -> why it is not so."""
    found = {}
    for row in csv.DictReader(open(ROOT / "scripts/op_coverage_reasons.csv")):
        for column in row["columns"].split():
            found[row["op"], column] = row["reason"]
    return found


def why(op, cells, known):
    """Text of the last column, and what is missing or too much among the reasons."""
    texts, wrong = {}, []
    for column, cell in cells.items():
        left, reason = cell in ("no", "opaque"), known.get((op, column))
        if left and not reason:
            wrong.append(f"{op}: {column} is '{cell}' without a reason in scripts/op_coverage_reasons.csv")
        elif reason and not left:
            wrong.append(f"{op}: {column} is '{cell}', yet scripts/op_coverage_reasons.csv has a reason: {reason}")
        elif left:
            texts.setdefault(reason, []).append(column)
    return "; ".join(f"not {' nor '.join(columns)}: {reason}" for reason, columns in texts.items()), wrong


def executed_ops(build):
    """Op with dialect -> whether the interpreter runs each of its forms."""
    executed, valid, more = {}, ROOT / "test/Ops/Rules/valid.mlir", ROOT / "test/Judge/Numbers/Inputs/forms.mlir"
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as both:
        both.write(valid.read_text() + more.read_text())
        both.flush()
        table = run(f"{build}/bin/alcove-run", both.name, "--coverage").stdout
    for line in table.splitlines():
        cells = [c.strip() for c in line.split("|")[1:-1]]
        if len(cells) >= 3:
            executed["ttir." + cells[0]], executed["ttnn." + cells[0]] = cells[1] == "yes", cells[2] == "yes"
    return executed


def prices(build):
    """Op without dialect -> yes or analogy."""
    known = {op: "yes" for op in run(f"{build}/bin/alcove-opmodel", "ops").stdout.split()}
    for line in run(f"{build}/bin/alcove-opmodel", "analogies").stdout.splitlines():
        known[line.split("\t")[0]] = "analogy"
    return known


def table_of_ops(path):
    """The rows of the table whose first column is an op."""
    return [row for block in json.loads(pathlib.Path(path).read_text()) if block["columns"][0] == "op" for row in block["rows"]]


def check(path, build):
    """Compares a written table with the reasons and, where that is quick, with the tools."""
    executed, known, given, wrong, seen = executed_ops(build), prices(build), reasons(), [], set()
    for op, _, _, runs, lowered, priced, text in table_of_ops(path):
        seen.add(op)
        dialect, name = op.split(".")
        if dialect != "ttcore" and runs != ("yes" if executed.get(op) else "no"):
            wrong.append(f"{op}: the table says executed: {runs}")
        if dialect == "ttnn" and priced != known.get(name, "no"):
            wrong.append(f"{op}: the table says priced: {priced}, alcove-opmodel says {known.get(name, 'no')}")
        expected, more = why(op, {"executed": runs, "lowered": lowered, "priced": priced}, given)
        wrong += more + ([f"{op}: the table says '{text}', the reasons '{expected}'"] if text != expected else [])
    wrong += [f"{op}: a reason for an op that the table has not" for op, _ in given if op not in seen]
    wrong += [] if seen else [f"{path}: no table of ops"]
    print("\n".join(wrong) or f"{len(seen)} ops, every reason in its place")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ops", nargs="?")
    parser.add_argument("--check")
    parser.add_argument("--build", default="build")
    parser.add_argument("--output")
    options = parser.parse_args()
    if options.check:
        return check(options.check, options.build)
    if not options.ops:
        parser.error("a list of ops or --check is needed")
    opt, given, refused = f"{options.build}/bin/alcove-opt", forms(), negatives()
    executed, known, whys, wrong = executed_ops(options.build), prices(options.build), reasons(), []
    lines, totals = [], collections.Counter()
    for row in csv.DictReader(open(options.ops)):
        op = f"{row['dialect']}.{row['op']}"
        defined = op in given and run(opt, "-", text=given[op]).returncode == 0
        lowered = lowers(opt, given[op]) if defined and row["dialect"] == "ttir" else "-"
        priced = known.get(row["op"], "no") if row["dialect"] == "ttnn" else "-"
        runs = "-" if row["dialect"] == "ttcore" else "yes" if executed.get(op) else "no"
        text, more = why(op, {"executed": runs, "lowered": lowered, "priced": priced}, whys)
        wrong += more
        cells = ["yes" if defined else "no", str(refused[op]), runs, lowered, priced, text]
        totals.update({(row["dialect"], "ops"): 1, (row["dialect"], "defined"): defined, (row["dialect"], "verified"): refused[op] >= 3,
                       (row["dialect"], "executed"): runs == "yes", (row["dialect"], "lowered"): lowered == "yes",
                       (row["dialect"], "priced"): priced in ("yes", "analogy"),
                       (row["dialect"], "by analogy"): priced == "analogy"})
        lines.append(f"| {op} | " + " | ".join(cells) + " |")
    text = ["# What is known of each op", "", "Written by `scripts/op_coverage.py`; its head says what the columns are.", "",
            "| dialect | ops | defined | three or more refusals | executed | lowered | priced | of these by analogy |",
            "|---|---|---|---|---|---|---|---|"]
    for dialect in ("ttir", "ttnn", "ttcore"):
        text.append(f"| {dialect} | " + " | ".join(str(totals[dialect, what]) for what in
                    ("ops", "defined", "verified", "executed", "lowered", "priced", "by analogy")) + " |")
    text += ["", "| op | defined | refusals | executed | lowered | priced | what is left and why |",
             "|---|---|---|---|---|---|---|", *lines, ""]
    if options.output:
        pages.write(options.output, "\n".join(text), "Ops")
    print("\n".join(text[4:10] + wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""What each freedom of the exact planner brings: the same problems with one freedom less.

usage: ablation.py [--build DIR] [--arch NAME] [--jobs N] [--out FILE.md] [MODEL.mlir|DIR ...]

Each model is compiled once and its problem exported with all that the planner asked of the backend; then the freedom is
taken out of the tables and `alcove-solve function --policy Global` plans what is left. Geometric means of the time without
a freedom over the time with it, by class of model; 1.000 = it brings nothing. Freedoms:

  programs    written program configurations of matmuls, convolutions and norms
  weights     constants in DRAM shards
  views       results in L1 that share their operand's bytes
  interleaved tensors in L1, not sharded
  sharded     tensors in L1, sharded
  conversions from one layout in L1 to another
  orders      other orders than the scheduled one
  room        the other way round: the time over that of a plan with 64 times the L1, from the same candidates. No choice
              of what stays in L1, is spilled and loaded again can bring more.

Models are added to --out as they come.
"""
import argparse
import concurrent.futures
import copy
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

import policies

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import pages  # noqa: E402


def without_candidates(problem, drop):
    """Drops candidates (but the base and those of settled configurations) for which drop(class, row, layouts) says so."""
    for entry in problem["classes"]:
        reads, makes = len(entry["operands"]), len(entry["results"])
        kept, base = [], entry["base"]
        for index, row in enumerate(entry["candidates"]):
            operands, results = row[9:9 + reads], row[9 + reads:9 + reads + makes]
            layouts = [problem["kinds"][k]["layouts"][l] for k, l in zip(entry["operands"] + entry["results"], operands + results)]
            needed = index == base or row[0] == entry["settled_config"]
            if needed or not drop(entry, row, layouts, reads, makes):
                if index == base:
                    entry["base"] = len(kept)
                kept.append(row)
        entry["candidates"] = kept
    return problem


def is_l1(layout, sharded):
    return layout["space"] == "l1" and (layout["sharding"] != "interleaved") == sharded


FREEDOMS = {
    "programs": lambda entry, row, layouts, reads, makes: bool(entry["configs"][row[0]]),
    "weights": lambda entry, row, layouts, reads, makes: any(l["space"] == "dram" and l["sharding"] != "interleaved" for l in layouts[:reads]),
    "views": lambda entry, row, layouts, reads, makes: any(a >= 0 for a in row[9 + reads + makes:]) and any(l["space"] == "l1" for l in layouts[reads:]),
    "interleaved": lambda entry, row, layouts, reads, makes: any(is_l1(l, False) for l in layouts),
    "sharded": lambda entry, row, layouts, reads, makes: any(is_l1(l, True) for l in layouts),
}


COLUMNS = [*FREEDOMS, "conversions", "orders", "room"]


def without(problem, freedom):
    problem = copy.deepcopy(problem)
    if freedom == "room":
        problem["capacity"] *= 64
        problem["l1_bytes"] *= 64
    if freedom in FREEDOMS:
        return without_candidates(problem, FREEDOMS[freedom])
    if freedom == "conversions":
        space = lambda kind, layout: problem["kinds"][kind]["layouts"][layout]["space"]
        problem["conversions"] = [c for c in problem["conversions"] if not (space(c[0], c[1]) == "l1" and space(c[0], c[2]) == "l1")]
    return problem


def solve(build, problem, work, extra=()):
    source, out = os.path.join(work, "problem.json"), os.path.join(work, "plan.json")
    json.dump(problem, open(source, "w"))
    process = subprocess.run([os.path.join(build, "bin/alcove-solve"), "function", source, "--policy", "Global", "--out", out, *extra],
                             capture_output=True, text=True)
    return json.load(open(out))["time_ps"] if process.returncode == 0 else process.stderr[:200]


def measure(options, model):
    """Freedom -> time without it over time with all; a text when something failed."""
    with tempfile.TemporaryDirectory() as work:
        exported = os.path.join(work, "exported.json")
        pipeline = f"optimization-level=2 mock-system-desc-arch={options.arch} export-plan-problem={exported}"
        process = subprocess.run([os.path.join(options.build, "bin/alcove-opt"), f"--ttir-to-ttnn-backend-pipeline={pipeline}", model, "-o",
                                  os.path.join(work, "out.mlir")], stderr=subprocess.PIPE, text=True)
        if process.returncode:
            return process.stderr[:200]
        files = sorted(pathlib.Path(work).glob("exported*.json"))
        problems = [json.load(open(file)) for file in files]
        full = [solve(options.build, problem, work) for problem in problems]
        ratios = {}
        for freedom in COLUMNS:
            extra = ["--one-order"] if freedom == "orders" else []
            less = [solve(options.build, without(problem, freedom), work, extra) for problem in problems]
            if any(isinstance(time, str) for time in full + less):
                return f"{freedom}: {full} {less}"
            ratios[freedom] = sum(full) / sum(less) if freedom == "room" else sum(less) / sum(full)
        return ratios


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--arch", default="wormhole_b0")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out")
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        models = policies.given_models(options.models, work)
        classes = {model: policies.class_of(model) for model in models}
        results = {}
        for model, found in zip(models, pool.map(lambda m: measure(options, m), models)):
            results[model] = found
            if options.out:
                pages.write(options.out, report(options, results, classes), "Models")
    print(report(options, results, classes))
    return 1 if any(isinstance(r, str) for r in results.values()) else 0


def report(options, results, classes):
    failed = {m: r for m, r in results.items() if isinstance(r, str)}
    lines = ["# What each freedom brings", "", f"Written by `bench/Models/ablation.py` at commit {policies.pages.commit()}: {options.arch}, {len(results)} models. "
             "Time without a freedom over the time with all, geometric mean; in brackets the greatest. `room` is the time over that with 64 times the L1.", "",
             "| class | models | " + " | ".join(COLUMNS) + " |", "|---|---|" + "---|" * len(COLUMNS)]
    for kind in ("vision", "encoder", "prefill", "decode", "all"):
        rows = [r for m, r in results.items() if m not in failed and kind in (classes[m], "all")]
        if rows:
            cells = [f"{policies.geometric_mean([r[f] for r in rows]):.4f} ({max(r[f] for r in rows):.3f})" for f in COLUMNS]
            lines.append(f"| {kind} | {len(rows)} | " + " | ".join(cells) + " |")
    lines += ["", *(f"* failed: {pathlib.Path(m).stem}: {r}" for m, r in failed.items())]
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    sys.exit(main())

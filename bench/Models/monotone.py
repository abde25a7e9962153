#!/usr/bin/env python3
"""Larger spaces never give slower plans: every model under caps, sizes of L1, rows and lists of layouts.

usage: monotone.py [--build DIR] [--arch NAME]... [--caps 0.8,0.9,1.0] [--l1 700000,...] [--layouts 3,5,40] [--jobs N]
                   [--every K] [--out FILE.json] [MODEL.mlir|DIR ...]

A space is larger than another when its cap, its L1, its list of layouts and its rows (off, on) all are at least the
other's. Broken is a pair of neighbours (one of the four differs by one step) where the plan of the larger space takes
more modelled time by over one part in a million. Prints each, with the gaps of both plans, and counts by what grew.
Exit code 1 when a pair is broken or a model fails.
"""
import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import policies

ROOT = pathlib.Path(__file__).resolve().parents[2]
AXES = ("cap", "l1", "layouts", "rows")


def plan_of(tool, model, arch, space):
    """(time in ns, gap in percent), or the first line of the error."""
    cap, l1, layouts, rows = space
    with tempfile.TemporaryDirectory() as work:
        summary = os.path.join(work, "summary.json")
        options = (f"optimization-level=2 mock-system-desc-arch={arch} tensor-l1-usage-cap={cap} layouts-per-sharding={layouts} "
                   f"row-major-enabled={'true' if rows else 'false'} summary-json={summary}" + (f" l1-bytes={l1}" if l1 else ""))
        process = subprocess.run([tool, f"--ttir-to-ttnn-backend-pipeline={options}", model, "-o", "/dev/null"],
                                 stderr=subprocess.PIPE, text=True)
        if process.returncode:
            return (process.stderr.strip().split("\n") or ["no message"])[0][:200]
        plan = json.load(open(summary))["plan"]
        return plan["time_ns"], plan.get("gap_percent", plan.get("gap", 0))


def broken_pairs(found, grid):
    """[(axis that grew, smaller space, larger space)] among neighbours of the grid."""
    pairs = []
    for space in itertools.product(*grid):
        for axis, values in enumerate(grid):
            at = values.index(space[axis])
            if at + 1 == len(values):
                continue
            larger = space[:axis] + (values[at + 1],) + space[axis + 1:]
            a, b = found[space], found[larger]
            if isinstance(a, str) or isinstance(b, str):
                if not isinstance(a, str):
                    pairs.append((AXES[axis], space, larger))
            elif b[0] > a[0] * (1 + 1e-6):
                pairs.append((AXES[axis], space, larger))
    return pairs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--arch", action="append")
    parser.add_argument("--caps", default="0.8,0.9,1.0")
    parser.add_argument("--l1", default="700000,0", help="bytes, rising; 0 is the whole L1")
    parser.add_argument("--layouts", default="3,40")
    parser.add_argument("--rows", default="0,1")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--every", type=int, default=1, help="only each K-th model")
    parser.add_argument("--out")
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    grid = [[float(x) for x in options.caps.split(",")]] + \
           [[int(x) for x in given.split(",")] for given in (options.l1, options.layouts, options.rows)]
    tool = os.path.join(options.build, "bin/alcove-opt")
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        models = policies.given_models(options.models, work)[::options.every]
        counts, compiled, failed, rows = collections.Counter(), 0, 0, {}
        for arch in options.arch or ["wormhole_b0"]:
            for model in models:
                spaces = list(itertools.product(*grid))
                found = dict(zip(spaces, pool.map(lambda space: plan_of(tool, model, arch, space), spaces)))
                compiled += len(spaces)
                failed += sum(isinstance(each, str) for each in found.values())
                name = pathlib.Path(model).stem
                rows[f"{arch} {name}"] = [list(space) + [found[space]] for space in spaces]
                for axis, small, large in broken_pairs(found, grid):
                    counts[axis] += 1
                    a, b = found[small], found[large]
                    rise = "fails" if isinstance(b, str) else f"+{100 * (b[0] / a[0] - 1):.4f} %"
                    print(f"{arch} {name}: {axis} grows, {dict(zip(AXES, small))}: {a} -> {b} ({rise})", flush=True)
    print(f"{len(models)} models, {compiled} plans, {failed} fail; broken by axis: {dict(counts) or 'none'}")
    if options.out:
        json.dump(rows, open(options.out, "w"), indent=0)
    return 1 if counts or failed else 0


if __name__ == "__main__":
    sys.exit(main())

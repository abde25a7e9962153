#!/usr/bin/env python3
"""Larger spaces never give slower plans: every model under caps, sizes of L1, rows and lists of layouts.

usage: monotone.py [--build DIR] [--arch NAME]... [--caps 0.8,0.9,1.0] [--l1 700000,...] [--layouts 3,5,40] [--jobs N]
                   [--chains N] [--every K] [--rows-in FILE] [--minutes N] [--out PAGE.md] [MODEL.mlir|DIR ...]

A space is larger than another when its cap, its L1, its list of layouts and its rows (off, on) all are at least the
other's. Without --chains every space of the product is planned; with it, for each model, the spaces of N chains from the
least to the greatest, each of which grows by one step of one of the four at a time (drawn by the model's name). Broken is
a space whose plan takes more modelled time, by over one part in a million, than that of a smaller one: the nearest that
is broken is printed, with what grew. A space without a plan is broken when a smaller one has a plan; else the model is refused
in it and in all smaller ones that were asked. --rows-in keeps the plans, and a run goes on with what is there; --minutes ends it
between two plans. Exit code 1 when a pair is broken.
"""
import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

import policies
import rows

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import pages  # noqa: E402
AXES = ("cap", "l1", "layouts", "rows")
L1 = "500000,600000,700000,800000,900000,1000000,1100000,1200000,1300000,1350000,1390000,0"


def plan_of(tool, model, arch, space):
    """(time in ns, gap in percent, seconds of the compilation), or the first line of the error."""
    began = time.monotonic()
    cap, l1, layouts, with_rows = space
    with tempfile.TemporaryDirectory() as work:
        summary = os.path.join(work, "summary.json")
        options = (f"optimization-level=2 mock-system-desc-arch={arch} tensor-l1-usage-cap={cap} layouts-per-sharding={layouts} "
                   f"row-major-enabled={'true' if with_rows else 'false'} summary-json={summary}" + (f" l1-bytes={l1}" if l1 else ""))
        process = subprocess.run([tool, f"--ttir-to-ttnn-backend-pipeline={options}", model, "-o", "/dev/null"],
                                 stderr=subprocess.PIPE, text=True)
        if process.returncode:
            first = (process.stderr.strip().split("\n") or ["no message"])[0]
            return re.sub(r"loc\(.*\): ", "", first)[:200]  # the name of a fused op may be longer than what is wrong with it
        plan = json.load(open(summary))["plan"]
        return plan["time_ns"], 100 * plan.get("gap", 0), round(time.monotonic() - began, 2)


def chain(grid, name, number):
    """From the least to the greatest space, one step of one axis at a time."""
    steps = [axis for axis, values in enumerate(grid) for _ in values[1:]]
    random.Random(f"{name} {number}").shuffle(steps)
    at = [0] * len(grid)
    spaces = [tuple(values[0] for values in grid)]
    for axis in steps:
        at[axis] += 1
        spaces.append(tuple(values[i] for values, i in zip(grid, at)))
    return spaces


def spaces_of(grid, name, chains):
    if not chains:
        return list(itertools.product(*grid))
    return list(dict.fromkeys(space for number in range(chains) for space in chain(grid, name, number)))


def broken_spaces(found, grid):
    """[(axes that grew, smaller space, larger space)], of each larger space the nearest smaller one that is ahead."""
    place = {space: tuple(values.index(x) for values, x in zip(grid, space)) for space in found}
    broken = []
    for large, b in found.items():
        ahead = [small for small, a in found.items()
                 if small != large and all(x <= y for x, y in zip(place[small], place[large])) and not isinstance(a, str)
                 and (isinstance(b, str) or b[0] > a[0] * (1 + 1e-6))]
        if ahead:
            small = min(ahead, key=lambda s: (sum(place[large]) - sum(place[s]), s))
            broken.append(("+".join(axis for axis, x, y in zip(AXES, small, large) if x != y), small, large))
    return broken


def pairs_of(found, grid):
    """How many pairs of the plans are a smaller and a larger space."""
    place = [tuple(values.index(x) for values, x in zip(grid, space)) for space in found]
    return sum(a != b and all(x <= y for x, y in zip(a, b)) for a in place for b in place)


def reason(error):
    """Of an error the op and the rule: 'ttnn.update_cache' MEM-1."""
    found = re.search(r"'ttnn\.\w+'.*?[A-Z]+-\d+", error)
    return found[0] if found else error


def page_of(total, of_all, models, asked, refused, counts, worst, options):
    head = ["# Larger spaces and slower plans", ""] + ([f"Programs of commit {options.built}.", ""] if options.built else []) + [
            "Written by `bench/Models/monotone.py`. A plan of a larger space (cap, L1, layouts per sharding, rows) must not take",
            "longer than one of a smaller space of the same program.", "",
            f"Seen: {total['plans']} of the {of_all} plans of {models} models x {len(asked[0])} caps x {len(asked[1])} sizes of L1 x "
            f"{len(asked[2])} lists of layouts x {len(asked[3])}", "(rows off and on)"
            + (f", on {options.chains} way(s) from the least space to the greatest; {total['models']} models have plans." if options.chains else ".")
            + f" {total['pairs']} pairs of a smaller and a larger space were compared.", "",
            f"- fail where a smaller space has a plan: {total['fail']}",
            f"- slower than a smaller space: {sum(counts.values()) - total['fail']} plans"
            + ("" if not counts else ", by what grew: " + ", ".join(f"{axis} {n}" for axis, n in sorted(counts.items())))
            + ("" if not worst else f"; the worst is {100 * worst[0]:.3f} % slower ({worst[1]})"),
            f"- refused, as in all smaller spaces: {sum(refused.values())} plans" + "".join(
                f"; {n} x {why}" for why, n in sorted(refused.items())), ""]
    return "\n".join(head)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--arch", action="append")
    parser.add_argument("--caps", default="0.8,0.85,0.9,0.95,1.0")
    parser.add_argument("--l1", default=L1, help="bytes, rising; 0 is the whole L1")
    parser.add_argument("--layouts", default="3,5,40")
    parser.add_argument("--rows", default="0,1")
    parser.add_argument("--chains", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--every", type=int, default=1, help="only each K-th model")
    parser.add_argument("--rows-in", help="file in which plans are kept")
    parser.add_argument("--minutes", type=float, help="of this run")
    parser.add_argument("--out", help="a page of what was seen")
    parser.add_argument("--built", help="for the page: the commit of the programs, where the tree has gone on")
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    grid = [[float(x) for x in options.caps.split(",")]] + \
           [[int(x) for x in given.split(",")] for given in (options.l1, options.layouts, options.rows)]
    size = len(list(itertools.product(*grid)))
    tool = os.path.join(options.build, "bin/alcove-opt")
    kept = rows.Rows(options.rows_in, options.minutes)
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        models = policies.given_models(options.models, work)[::options.every]
        archs = options.arch or ["wormhole_b0"]
        counts, total, refused, worst = collections.Counter(), collections.Counter(), collections.Counter(), None
        for arch, model in itertools.product(archs, models):
            name = pathlib.Path(model).stem

            def row(space):
                key = json.dumps([arch, f"{pathlib.Path(model).parent.name}/{name}", *space])
                if key not in kept.values and kept.time_is_up():
                    return None
                return kept.of(key, lambda: plan_of(tool, model, arch, space))

            spaces = spaces_of(grid, name, options.chains)
            found = {space: each for space, each in zip(spaces, pool.map(row, spaces)) if each is not None}
            total["plans"] += len(found)
            total["models"] += bool(found)
            total["pairs"] += pairs_of(found, grid)
            broken = broken_spaces(found, grid)
            fails = {space for space, each in found.items() if isinstance(each, str)}
            total["fail"] += len(fails & {large for _, _, large in broken})
            refused.update(reason(found[space]) for space in fails - {large for _, _, large in broken})
            for axis, small, large in broken:
                counts[axis] += 1
                a, b = found[small], found[large]
                rise = "fails" if isinstance(b, str) else f"+{100 * (b[0] / a[0] - 1):.4f} %"
                if not isinstance(b, str):
                    worst = max(worst or (0,), (b[0] / a[0] - 1, name))
                print(f"{arch} {name}: {axis} grows, {dict(zip(AXES, small))} -> {dict(zip(AXES, large))}: {a} -> {b} ({rise})",
                      flush=True)
    print(f"{len(models)} models, {total['plans']} plans of {len(archs) * len(models) * size}, {total['pairs']} pairs, {sum(refused.values())} refused; "
          f"broken by what grew: {dict(counts) or 'none'}")
    if options.out:
        text = page_of(total, len(archs) * len(models) * size, len(models), grid, refused, counts, worst, options)
        pages.write(options.out, text, "Models")
    return 1 if counts else 0


if __name__ == "__main__":
    sys.exit(main())

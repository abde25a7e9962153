#!/usr/bin/env python3
"""How the plans of level 2 stand to the space of their proof: optimal in it, better than all of it, or with an open gap.

usage: standings.py [--build DIR] [--arch NAME]... [--out FILE.md] [MODEL.mlir|DIR ...]
       without models: the corpus ($ALCOVE_CORPUS), all of testing/models/lookalikes.py and testing/models/generate.py

What is counted is recomputed from time, bound and `in_space` of the summary; the exit code is 1 where its words or its
gap say something else, or where a proof's order of signs is wrong.
"""
import argparse
import collections
import os
import pathlib
import sys
import tempfile

import policies
from lowering import summary_of

STANDINGS = ("optimal in the space", "better than all of the space", "open gap")


def standing(row):
    """Of its numbers alone; None where no bound is printed."""
    if "bound_ns" not in row:
        return None
    if row["in_space"]:
        return STANDINGS[0] if row["bound_ns"] >= row["cost_ns"] else STANDINGS[2]
    return STANDINGS[1] if row["bound_ns"] > row["cost_ns"] else STANDINGS[2]


def contradictions(row):
    """Sentences of the summary that its own numbers do not bear."""
    if "bound_ns" not in row:
        return
    gap = row["cost_ns"] / row["bound_ns"] - 1 if row["bound_ns"] else row["gap"]
    if abs(gap - row["gap"]) > 1e-6:
        yield f"gap {row['gap']}, by cost and bound {gap}"
    if row["proved"] != (standing(row) == STANDINGS[0]):
        yield f"proved {row['proved']}, but it is {standing(row)}"
    if row["in_space"] and row["bound_ns"] > row["cost_ns"] * (1 + 1e-9):
        yield f"the bound {row['bound_ns']} is above the cost {row['cost_ns']} of a plan of the space"
    if row.get("any_order_bound_ns", 0) > row["bound_ns"] * (1 + 1e-9):
        yield f"the bound for any order {row['any_order_bound_ns']} is above {row['bound_ns']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*")
    parser.add_argument("--build", default=str(policies.ROOT / "build"))
    parser.add_argument("--arch", action="append")
    parser.add_argument("--out")
    options = parser.parse_args()
    tool, failed, lines, others = os.path.join(options.build, "bin/alcove-opt"), False, [], []
    with tempfile.TemporaryDirectory() as work:
        models = policies.given_models(options.models, work)
        for arch in options.arch or ["wormhole_b0", "blackhole"]:
            counts, gaps = collections.Counter(), []
            for model in models:
                name, summary = pathlib.Path(model).stem, summary_of(tool, model, arch)
                if isinstance(summary, str):
                    counts["refused"] += 1
                    others.append(f"- {name}, {arch}: {summary}")
                    continue
                row = summary["plan"]
                found = list(contradictions(row))
                failed |= bool(found)
                others += [f"- {name}, {arch}: {each}" for each in found]
                counts[standing(row) or "no bound"] += 1
                if standing(row) == STANDINGS[2]:
                    gaps.append((row["gap"], name))
                    others.append(f"- {name}, {arch}: open gap {row['gap']:.4%}, " + "; ".join(row["limits"]))
                print(name, arch, row.get("standing"), file=sys.stderr, flush=True)
            lines.append(f"| {arch} | " + " | ".join(str(counts[s]) for s in STANDINGS) +
                         f" | {counts['no bound']} | {counts['refused']} | {max(gaps)[0] if gaps else 0:.3%} |")
    text = "\n".join(["# Standings", "", f"Written by `bench/Models/standings.py` at commit {policies.pages.commit()}: {len(models)} models.", "",
                      "| chip | optimal in the space | better than all of it | open gap | no bound | refused | greatest open gap |",
                      "|---|---|---|---|---|---|---|"] + lines + [""] + others)
    print(text)
    if options.out:
        policies.pages.write(options.out, text + "\n", "Models")
    return failed


if __name__ == "__main__":
    sys.exit(main())

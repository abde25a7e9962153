#!/usr/bin/env python3
"""Where the time of planned models is, and could be: per class of model and kind of op the time above the rooflines.

usage: rooflines.py [--build DIR] [--arch NAME]... [--option OPTION]... [--jobs N] [--out FILE.md] [MODEL.mlir|DIR ...]
       without models: those of policies.py

A model's time above its rooflines is the sum over its ops of modelled time less roofline. Shares are of the time of the
whole class, every model counting alike (its time is one), so that a large model does not hide twenty small ones.
"""
import argparse
import collections
import concurrent.futures
import datetime
import os
import pathlib
import sys
import tempfile

import policies
from lowering import summary_of

KINDS_SHOWN = 14


def excess(op):
    """What an op takes above its roofline, and the reason that the summary gives."""
    time = op.get("time_ns", 0.0)
    return max(0.0, time - op.get("roofline_ns", time)), op.get("above_roofline", "")


def table_of(summaries, arch):
    """One line per kind of op, for every class: share of the time, share above the rooflines, the reasons that hold most of it."""
    lines = []
    for kind in ("vision", "encoder", "prefill", "decode"):
        members = [s for (_, k), s in summaries.items() if k == kind]
        if not members:
            continue
        ratio = policies.geometric_mean([s["roofline"]["ratio"] for s in members])
        lines += [f"### {arch}, {kind}: {len(members)} models, {ratio:.2f} times their rooflines (geometric mean)", "",
                  "| op | ops | share of the time % | above rooflines % | of which |", "|---|---|---|---|---|"]
        time, above, count = collections.Counter(), collections.Counter(), collections.Counter()
        reasons = collections.defaultdict(collections.Counter)
        for s in members:
            total = sum(op.get("time_ns", 0.0) for op in s["ops"])
            for op in s["ops"]:
                over, reason = excess(op)
                count[op["op"]] += 1
                time[op["op"]] += op.get("time_ns", 0.0) / total
                above[op["op"]] += over / total
                reasons[op["op"]][reason] += over / total
        for name, over in above.most_common(KINDS_SHOWN):
            parts = ", ".join(f"{100 * v / len(members):.1f} {r}" for r, v in reasons[name].most_common(3) if v > 0)
            lines.append(f"| {name} | {count[name]} | {100 * time[name] / len(members):.1f} | {100 * over / len(members):.1f} | {parts} |")
        lines.append("")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(policies.ROOT / "build"))
    parser.add_argument("--arch", action="append")
    parser.add_argument("--option", action="append", default=[], help="a further option of the pipeline")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", help="write the tables to this file too")
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    tool = os.path.join(options.build, "bin/alcove-opt")
    further = " ".join(options.option)
    lines, failed = ["# Time above the rooflines", ""], 0
    with tempfile.TemporaryDirectory() as work:
        models = policies.given_models(options.models, work)
        lines += [f"Written by `bench/Models/rooflines.py` at commit {policies.pages.commit()}, {datetime.date.today()}; {len(models)} models.", ""]
        for arch in options.arch or ("wormhole_b0", "blackhole"):
            with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                answers = list(pool.map(lambda m: summary_of(tool, m, arch, further), models))
            summaries = {}
            for model, answer in zip(models, answers):
                if isinstance(answer, str):
                    failed += 1
                    lines.append(f"* failed: {pathlib.Path(model).stem}: {answer}")
                else:
                    summaries[pathlib.Path(model).stem, policies.class_of(model)] = answer
            lines += table_of(summaries, arch)
    print("\n".join(lines))
    if options.out:
        policies.pages.write(options.out, "\n".join(lines) + "\n", "Models")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Two builds on the same models: whose plans are faster, and what planning costs.

usage: builds.py [--arch NAME]... [--option OPTION]... BEFORE AFTER [MODEL.mlir|DIR ...]
       BEFORE, AFTER: alcove-opt of each build; without models: those of policies.py

One model after the other, so that processor times compare. Exit code 1 when a model is slower by over one part in a million,
or fails.
"""
import argparse
import pathlib
import resource
import sys
import tempfile

import policies
from lowering import summary_of


def plan_of(tool, model, arch, further):
    """(modelled ns, processor seconds, gap), or the first line of the error."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    summary = summary_of(tool, model, arch, further)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if isinstance(summary, str):
        return summary
    return summary["plan"]["time_ns"], after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, summary["predicted"].get("gap")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arch", action="append")
    parser.add_argument("--option", action="append", default=[], help="a further option of the pipeline")
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    further = " ".join(options.option)
    broken = False
    with tempfile.TemporaryDirectory() as work:
        models = policies.given_models(options.models, work)
        for arch in options.arch or ("wormhole_b0", "blackhole"):
            ratios, seconds, by_class = [], [0.0, 0.0], {}
            for model in models:
                name, pair = pathlib.Path(model).stem, [plan_of(tool, model, arch, further) for tool in (options.before, options.after)]
                if any(isinstance(each, str) for each in pair):
                    print(f"{arch} {name}: {pair[0]} / {pair[1]}", flush=True)
                    broken |= isinstance(pair[1], str)
                    continue
                ratio = pair[0][0] / pair[1][0]
                ratios.append(ratio)
                by_class.setdefault(policies.class_of(model), []).append(ratio)
                seconds = [total + each[1] for total, each in zip(seconds, pair)]
                if abs(ratio - 1) > 1e-6:
                    print(f"{arch} {name}: {ratio:.5f} times as fast, gaps {pair[0][2]} and {pair[1][2]}", flush=True)
                broken |= ratio < 1 - 1e-6
            for kind, members in sorted(by_class.items()) + [("all", ratios)]:
                print(f"{arch} {kind}: {len(members)} models, {policies.geometric_mean(members):.4f} times as fast "
                      f"({min(members, default=1):.4f} to {max(members, default=1):.4f}), {sum(r > 1 + 1e-6 for r in members)} faster, "
                      f"{sum(r < 1 - 1e-6 for r in members)} slower")
            print(f"{arch}: {seconds[0]:.1f} and {seconds[1]:.1f} s of processor time", flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""What plans cost more than the best plan found, if every price is off by up to 5, 15 or 50 %: every policy on one table.

usage: robustness.py [--build DIR] [--arch NAME]... [--draws N] [--every K] [--minutes M] [--jobs N] [--out FILE.md] [MODEL.mlir|DIR ...]
       without models: the corpus ($ALCOVE_CORPUS) and the look-alikes; --every K takes each K-th of them;
       --minutes M begins no model after M minutes: in an order that does not go by kind, so that fewer are a sample

Nine in ten prices of a draw lie within the error; a fifth of the variance is shared by a family of ops and what bounds
them. The best plan of a draw is the cheapest of all policies' plans and of those that the exact planner finds for the
prices of each draw, so that a regret is a lower bound. `Robust` stands beside its own time at the modelled prices.
"""
import argparse
import concurrent.futures
import hashlib
import pathlib
import tempfile
import time

import policies as bench
from lowering import summary_of

ERRORS = (0.05, 0.15, 0.5)


def regrets_of(tool, model, arch, draws):
    """By error and policy: mean, 90th percentile, worst; with Robust the price at modelled times."""
    result = {}
    for error in ERRORS:
        common = f"robustness={draws} robustness-error={error}"
        summary = summary_of(tool, model, arch, f"{common} policies=all")
        robust = summary_of(tool, model, arch, f"{common} memory-layout-analysis-policy=Robust")
        if isinstance(summary, str) or isinstance(robust, str):
            return None
        rows = {}
        for function in summary["plan"]["functions"]:
            for row in function["robustness"]["regrets"]:
                rows[row["policy"]] = [row["mean"], row["percentile_90"], row["worst"], 1.0]
        for function in robust["plan"]["functions"]:
            for row in function["robustness"]["regrets"]:
                if row["policy"] == "Robust":
                    price = robust["plan"]["cost_ns"] / summary["plan"]["cost_ns"]
                    rows["Robust"] = [row["mean"], row["percentile_90"], row["worst"], price]
        result[error] = rows
    return result


def table(results):
    """Means over the models of each regret, in percent."""
    names = sorted({name for model in results for rows in model.values() for name in rows})
    lines = ["| policy | " + " | ".join(f"±{100 * e:.0f} %: mean / 90th / worst" for e in ERRORS) + " | time, as modelled |",
             "|---|" + "---|" * (len(ERRORS) + 1)]
    for name in names:
        cells, price = [], []
        for error in ERRORS:
            rows = [model[error][name] for model in results if name in model[error]]
            means = [100 * sum(row[i] for row in rows) / len(rows) for i in range(2)]
            price += [row[3] for row in rows]
            cells.append(f"{means[0]:.2f} / {means[1]:.2f} / {100 * max(row[2] for row in rows):.1f}")
        cells.append(f"{bench.geometric_mean(price):.4f}" if name == "Robust" else "")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(bench.ROOT / "build"))
    parser.add_argument("--arch", action="append")
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out")
    parser.add_argument("models", nargs="*")
    arguments = parser.parse_args()
    tool = pathlib.Path(arguments.build) / "bin/alcove-opt"
    text = []
    with tempfile.TemporaryDirectory() as work:
        models = bench.given_models(arguments.models, work)[::arguments.every]
        models.sort(key=lambda path: hashlib.sha256(pathlib.Path(path).name.encode()).hexdigest())
        for arch in arguments.arch or ["wormhole", "blackhole"]:
            end = time.monotonic() + 60 * arguments.minutes
            with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
                all_results = list(pool.map(lambda m: regrets_of(tool, m, arch, arguments.draws) if time.monotonic() < end else None, models))
            results = [r for r in all_results if r]
            text.append(f"## {arch}, {len(results)} of {len(models)} models, {arguments.draws} draws\n\n{table(results)}\n")
            print(text[-1], flush=True)
    if arguments.out:
        head = ("# What plans cost if prices are wrong\n\nPercent above the best plan found of each draw: mean over draws and models, "
                "mean over models of the 90th percentile, worst of all. A draw is no measurement: it is what the model's own "
                "errors allow.\n")
        bench.pages.write(arguments.out, head + "\n" + "\n".join(text) + "\n", "Models")


if __name__ == "__main__":
    main()

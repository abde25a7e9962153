#!/usr/bin/env python3
"""What plans cost more than the best plan found, if every price is off by up to 5, 15 or 50 %: every policy on one table.

usage: robustness.py [--build DIR] [--arch NAME]... [--draws N] [--every K] [--rows-in FILE] [--minutes M] [--out FILE.md]
                     [--built COMMIT] [MODEL.mlir|DIR ...]
       without models: the corpus ($ALCOVE_CORPUS) and the look-alikes; --every K takes each K-th of them

One compilation per model and chip answers for all policies and errors. Nine in ten prices of a draw lie within the error;
a fifth of the variance is shared by a family of ops and what bounds them. The best plan of a draw is the cheapest of all
policies' plans and of those that the exact planner finds for the prices of any draw of the three errors, so that a regret
is a lower bound. `Robust` stands beside its own time at the modelled prices. --rows-in keeps what is measured, and a run
goes on with what is there; --minutes ends it between two models, in an order that does not go by kind, so that fewer are a
sample.
"""
import argparse
import hashlib
import pathlib
import tempfile

import policies as bench
import rows
from lowering import summary_of

ERRORS = (0.05, 0.15, 0.5)


def regrets_of(tool, model, arch, draws):
    """By error, then by policy: mean, 90th percentile, worst and modelled time of the longest function; or the error."""
    errors = ",".join(map(str, ERRORS))
    summary = summary_of(tool, model, arch, f"robustness={draws} robustness-error={errors} policies=all")
    if isinstance(summary, str):
        return summary
    longest = max(summary["plan"]["functions"], key=lambda function: function["cost_ns"])
    return [{row["policy"]: [row["mean"], row["percentile_90"], row["worst"], row["cost_ns"]] for row in of["regrets"]}
            for of in longest["robustness"]]


def table(results):
    """Means over the models of each regret, in percent; the time against that of Global."""
    names = sorted({name for model in results for name in model[0]})
    lines = ["| policy | models | " + " | ".join(f"±{100 * e:.0f} %: mean / 90th / worst" for e in ERRORS) + " | time over Global's, as modelled |",
             "|---|---:|" + "---|" * (len(ERRORS) + 1)]
    for name in names:
        cells, times = [], []
        for error in range(len(ERRORS)):
            found = [model[error] for model in results if name in model[error]]
            means = [100 * sum(of[name][i] for of in found) / len(found) for i in range(2)]
            cells.append(f"{means[0]:.2f} / {means[1]:.2f} / {100 * max(of[name][2] for of in found):.1f}")
            times.append(bench.geometric_mean([of[name][3] / of["Global"][3] for of in found]))
        told = " / ".join(f"{time:.4f}" for time in times) if name == "Robust" else f"{times[0]:.4f}"
        lines.append(f"| {name} | {len(found)} | " + " | ".join(cells) + f" | {told} |")
    return "\n".join(lines)


def robust_line(results):
    """In how many models Robust is another plan than Global's, and what it brings there and loses."""
    parts = []
    for error, of in zip(ERRORS, zip(*results)):
        pairs = [(model["Global"], model["Robust"]) for model in of if model["Global"] != model["Robust"]]
        gain = 100 * sum(a[1] - b[1] for a, b in pairs) / max(len(pairs), 1)
        cost = 100 * (sum(b[3] / a[3] for a, b in pairs) / max(len(pairs), 1) - 1) if pairs else 0
        parts.append(f"±{100 * error:.0f} %: {len(pairs)} models, there {gain:.2f} points less at the 90th percentile for {cost:.2f} % more time")
    return "Robust is another plan than Global's at " + "; ".join(parts) + "."


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(bench.ROOT / "build"))
    parser.add_argument("--arch", action="append")
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--rows-in", help="file in which rows are kept")
    parser.add_argument("--minutes", type=float, help="of this run")
    parser.add_argument("--out")
    parser.add_argument("--built", help="for the page: the commit of the programs, where the tree has gone on")
    parser.add_argument("models", nargs="*")
    arguments = parser.parse_args()
    tool = pathlib.Path(arguments.build) / "bin/alcove-opt"
    kept, text = rows.Rows(arguments.rows_in, arguments.minutes), []
    with tempfile.TemporaryDirectory() as work:
        models = bench.given_models(arguments.models, work)[::arguments.every]
        models.sort(key=lambda path: hashlib.sha256(pathlib.Path(path).name.encode()).hexdigest())
        for arch in arguments.arch or ["wormhole", "blackhole"]:
            found = {}
            for model in models:
                name = f"{pathlib.Path(model).parent.name}/{pathlib.Path(model).stem}" if arguments.models else pathlib.Path(model).stem
                key = f"{name} {arch} {arguments.draws}"
                if key in kept.values or not kept.time_is_up():
                    found[name] = kept.of(key, lambda: regrets_of(tool, model, arch, arguments.draws))
            results = [row for row in found.values() if not isinstance(row, str)]
            if results:
                text.append(f"## {arch}, {len(results)} of {len(models)} models, {arguments.draws} draws\n\n{table(results)}\n\n{robust_line(results)}\n")
                print(text[-1], flush=True)
            for name, row in found.items():
                if isinstance(row, str):
                    text.append(f"* {name}: {row}\n")
                    print(text[-1], flush=True)
    if arguments.out:
        head = ("# What plans cost if prices are wrong\n\n" + (f"Programs of commit {arguments.built}.\n\n" if arguments.built else "") +
                "Percent above the best plan found of each draw: mean over draws and models, mean over models of the 90th percentile, "
                "worst of all. The longest function of each model counts. A draw is no measurement: it is what the model's own errors "
                "allow.\n\nEvery draw of every error is planned by the exact planner for its prices: it begins with the cheapest plan known "
                "by then (those of all policies with its forms of parts, and those of the draws before), keeps the order of ops of that plan, looks at "
                "the usual lists of layouts with a twentieth of the usual work, and proves nothing. What no draw leads to is no rival, so that regrets are lower "
                "bounds. Robust is chosen by the draws that it is scored with here, which flatters it.\n")
        bench.pages.write(arguments.out, head + "\n" + "\n".join(text) + "\n", "Models")


if __name__ == "__main__":
    main()

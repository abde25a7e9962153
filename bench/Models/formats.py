#!/usr/bin/env python3
"""Number formats of weights under error budgets: ten budgets each, planned and executed on unseen data.

usage: formats.py [--build DIR] [--device CARD] [--budgets 0.01,0.03] [--folder DIR] [--out FILE.md] MODEL.mlir ...

Formats that a model says are candidates too (`--formats=free` of alcove formats), so that every weight starts as bf16. The
deviation is the norm of the difference by the norm of the result, the largest over results of floats, against the given
program in f32; contributions are measured on the data of seed 1, what is shown on those of seeds 2 and 3. `--folder` keeps
the figures of each model, and those that are there are not measured again.
"""
import argparse
import datetime
import importlib.machinery
import importlib.util
import json
import pathlib
import sys
import tempfile
import time

import policies

DATA = ["--seed=1", "--seed=2", "--seed=3"]


def tool(build):
    """alcove formats as a module; what it calls lies beside it."""
    loader = importlib.machinery.SourceFileLoader("formats", str(pathlib.Path(build) / "bin/alcove-formats"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("formats", loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


def measure(formats, path, device, budgets, points):
    """Figures of one model as plain data."""
    began = time.time()
    with tempfile.TemporaryDirectory() as work:
        model = formats.Model(path, device, work, True)
        items, base = formats.measure(model, DATA[0], 1)
        least = max(max(model.error({}, data)) for data in DATA)
        given = model.plan({})[0]
        rows = formats.curve(items, base, given, least, points) if points > 1 else []
        formats.check(model, items, base, rows, DATA[1:])
        found = formats.settle(model, items, base, budgets, DATA[1:])
        uniform = {}
        for name in formats.FORMATS:
            chosen = formats.expanded(dict.fromkeys(items, name))
            uniform[name] = (model.plan(chosen)[0], max(max(model.error(chosen, data)) for data in DATA[1:]))
        return {"commit": policies.pages.commit(), "given_ns": given, "given_deviation": least, "seconds": time.time() - began, "weights": sum(map(len, items)),
                "budgets": [(budget, model.plan(formats.expanded(each["chosen"]))[0], each["worst"], each["proved"], each["tightened"],
                             {model.title(group): name for group, name in each["chosen"].items()})
                            for budget, each in zip(budgets, found)],
                "curve": [(row["budget"], row["time_ns"], row["deviation"]) for row in rows], "uniform": uniform}


def table(results, budgets):
    heads = [f"{100 * b:g} %: times as fast, deviation %" for b in budgets]
    lines = ["| model | us, bf16 | deviation % | " + " | ".join(heads) + " | all bfp8 | all bfp4 | points kept | faster than uniform at |",
             "|---|---|---|" + "---|" * (len(budgets) + 4)]
    for name, r in results.items():
        cells = [f"{r['given_ns'] / ns:.2f}, {100 * worst:.2f}" + ("" if worst <= b else " **beyond**") for b, ns, worst, *_ in r["budgets"]]
        cells += [f"{r['given_ns'] / ns:.2f}, {100 * worst:.2f}" for ns, worst in r["uniform"].values()]
        kept = sum(worst <= budget for budget, _, worst in r["curve"])
        better = 0
        for budget, ns, _ in r["curve"]:
            fits = [t for t, worst in [(r["given_ns"], r["given_deviation"]), *r["uniform"].values()] if worst <= budget]
            better += bool(fits) and ns < min(fits) * (1 - 1e-9)
        lines.append(f"| {name} | {r['given_ns'] / 1e3:.0f} | {100 * r['given_deviation']:.2f} | " + " | ".join(cells)
                     + f" | {kept} of {len(r['curve'])} | {better} |")
    return lines


def curves(results):
    lines = ["Budget in percent and times as fast, at each point of the curve:", ""]
    for name, r in results.items():
        if not r["curve"]:
            continue
        points = ", ".join(f"{100 * budget:.2f}: {r['given_ns'] / ns:.2f}" for budget, ns, _ in r["curve"])
        lines.append(f"* {name}: {points}")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(policies.ROOT / "build"))
    parser.add_argument("--device", default="wormhole")
    parser.add_argument("--budgets", default="0.01,0.03", type=lambda text: [float(each) for each in text.split(",")])
    parser.add_argument("--points", type=int, default=10, help="of each curve; 0: none")
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--out", help="write the table to this file too")
    parser.add_argument("models", nargs="+")
    options = parser.parse_args()
    formats, results, failed = tool(options.build), {}, []
    for path in options.models:
        name = pathlib.Path(path).stem
        kept = options.folder and options.folder / f"{name}.{options.device}.json"
        try:
            results[name] = json.loads(kept.read_text()) if kept and kept.exists() else measure(formats, path, options.device, options.budgets, options.points)
        except formats.FormatsError as problem:
            failed.append(f"* {name}: {problem}")
            continue
        if kept:
            kept.write_text(json.dumps(results[name], indent=1) + "\n")
    lines = ["# Formats of weights under error budgets", "",
             f"Written by `bench/Models/formats.py` at commit {policies.pages.commit()}, {datetime.date.today()}, on {options.device}; "
             f"measured at {', '.join(sorted({r['commit'] for r in results.values()}))}. Weights are seeded, times modelled.", "",
             *table(results, options.budgets), "", *curves(results), *(["", "Failed:", "", *failed] if failed else [])]
    print("\n".join(lines))
    if options.out:
        policies.pages.write(options.out, "\n".join(lines) + "\n", "Models")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

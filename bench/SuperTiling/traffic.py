#!/usr/bin/env python3
"""Modelled traffic of super tiling: the corpus and programs by name, at several budgets, planned and by the simple modes.

usage: traffic.py BUILD_DIR [--opt=ALCOVE_OPT] [--json=FILE] [--named] [--threads=N]

Prints geometric means of planned traffic over the simple modes (marked and unmarked), the compulsory bytes and the lower
bound, the worst ratio to the bound, and every pair of neighbouring budgets where traffic rises.
"""
import argparse
import json
import math
import pathlib
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

BUDGETS = [16 << 10, 64 << 10, 128 << 10, 512 << 10, 2 << 20]
NAMED = {
    "ResNet-18": (["resnet18"], [64 << 10, 128 << 10, 256 << 10, 512 << 10, 2 << 20]),
    "attention 12 x 1024": (["attention", "--heads=12", "--tokens=1024"], [64 << 10, 256 << 10, 512 << 10, 2 << 20]),
    "feed-forward 128 x 768": (["feed-forward", "--tokens=128"], [64 << 10, 256 << 10, 512 << 10, 2 << 20]),
    "feed-forward 512 x 768": (["feed-forward", "--tokens=512"], [64 << 10, 256 << 10, 512 << 10, 2 << 20]),
    "encoder 2 x 128 x 128": (["encoder", "--layers=2", "--width=128", "--heads=2"],
                              [64 << 10, 128 << 10, 256 << 10, 512 << 10, 1 << 20, 2 << 20]),
    "encoder 1 x 128 x 768": (["encoder", "--layers=1"], [64 << 10, 128 << 10, 256 << 10, 512 << 10, 1 << 20, 2 << 20]),
}
MODES = ["planned", "no-fuse", "max-producers"]


def programs(bin_dir, named):
    tool = f"{bin_dir}/alcove-program"
    if named:
        return [(name, subprocess.check_output([tool, *arguments], text=True), budgets)
                for name, (arguments, budgets) in NAMED.items()]
    names = subprocess.check_output([tool, "list"], text=True).split()
    return [(name, subprocess.check_output([tool, "corpus", f"--name={name}"], text=True), BUDGETS) for name in names]


def tile(opt, text, budget, mode, marked):
    with tempfile.TemporaryDirectory() as work:
        source, report = pathlib.Path(work, "in.mlir"), pathlib.Path(work, "report.json")
        source.write_text(text)
        passes = ["--mark-patterns-for-super-tiling"] if marked else []
        passes.append(f"--super-tiling=memory-bytes={budget} mode={mode} report={report}")
        run = subprocess.run([opt, source, *passes, "-o", "/dev/null"], capture_output=True, text=True)
        return json.loads(report.read_text()) if run.returncode == 0 else None


def geometric(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


def mean_line(rows, name, of):
    ratios = [r["planned"]["traffic_bytes"] / of(r) for r in rows if r["planned"] and of(r)]
    worst = max(ratios, default=0)
    above = sum(ratio > 1.0000001 for ratio in ratios)
    print(f"planned / {name}: {geometric(ratios):.3f} over {len(ratios)} cases, worst {worst:.2f}, above 1 in {above}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--opt")
    parser.add_argument("--json")
    parser.add_argument("--named", action="store_true")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    opt = options.opt or f"{options.build}/bin/alcove-opt"
    cases = [(name, text, budget) for name, text, budgets in programs(f"{options.build}/bin", options.named)
             for budget in budgets]

    def run(case):
        name, text, budget = case
        row = {"name": name, "budget": budget}
        for mode in MODES:
            row[mode] = tile(opt, text, budget, mode, True)
            row[mode + " unmarked"] = tile(opt, text, budget, mode, False) if mode != "planned" or options.named else None
        return row

    with ThreadPoolExecutor(options.threads) as pool:
        rows = list(pool.map(run, cases))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rows, indent=1))
    if options.named:
        print("| program | budget, KiB | planned, MB | no-fuse | max-producers | no-fuse unmarked | compulsory | bound | planned / compulsory | planned / bound |")
        print("|---|---|---|---|---|---|---|---|---|---|")
        mb = lambda report, key="traffic_bytes": f"{report[key] / 1e6:.2f}" if report and report.get(key) else "-"
        for r in rows:
            p = r["planned"]
            print(f"| {r['name']} | {r['budget'] >> 10} | {mb(p)} | {mb(r['no-fuse'])} | {mb(r['max-producers'])} | {mb(r['no-fuse unmarked'])} | "
                  f"{mb(p, 'compulsory_bytes')} | {mb(p, 'bound_bytes')} | "
                  + (f"{p['traffic_bytes'] / p['compulsory_bytes']:.2f} | " if p else "- | ")
                  + (f"{p['traffic_bytes'] / p['bound_bytes']:.2f} |" if p and p.get("bound_bytes") else "- |"))
    else:
        served = sum(r["planned"] is not None for r in rows)
        print(f"{served} of {len(rows)} cases served")
        for mode in MODES[1:]:
            for unmarked in ("", " unmarked"):
                mean_line(rows, mode + unmarked, lambda r: (r[mode + unmarked] or {}).get("traffic_bytes"))
        mean_line(rows, "compulsory", lambda r: r["planned"]["compulsory_bytes"])
        mean_line(rows, "bound", lambda r: r["planned"].get("bound_bytes"))
    for a, b in zip(rows, rows[1:]):
        if a["name"] == b["name"] and a["planned"] and b["planned"]:
            before, after = a["planned"]["traffic_bytes"], b["planned"]["traffic_bytes"]
            if after > before * 1.0000001:
                print(f"traffic rises: {a['name']} {a['budget']} B {before:.0f}, {b['budget']} B {after:.0f}")


main()

#!/usr/bin/env python3
"""Simulated time of super tiling on the machine presets: the corpus and programs by name, with one and two buffers.

usage: time.py BUILD_DIR [--opt=ALCOVE_OPT] [--out=docs/measurements/super-tiling-time.md] [--jobs=N] [--machine=NAME ...]

Writes the tables of docs/measurements/super-tiling-time.md. Times are simulated, not measured: the same on any computer.
"""
import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import pages  # noqa: E402

MACHINES = ["small-npu", "npu-16", "wormhole-n150", "blackhole-p150", "cpu"]
NAMED = {
    "ResNet-18": ["resnet18"],
    "attention 12 x 1024": ["attention", "--heads=12", "--tokens=1024"],
    "feed-forward 128 x 768": ["feed-forward", "--tokens=128"],
    "matmul 384 x 512, K = 3072": None,
}
PRODUCT = """func.func @main(%a: tensor<384x3072xf32>, %b: tensor<3072x512xf32>) -> tensor<384x512xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<384x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<384x512xf32>) -> tensor<384x512xf32>
  %c = linalg.matmul ins(%a, %b : tensor<384x3072xf32>, tensor<3072x512xf32>) outs(%f : tensor<384x512xf32>) -> tensor<384x512xf32>
  return %c : tensor<384x512xf32>
}
"""
HEAD = """# Simulated time of super tiling

Written by `bench/SuperTiling/time.py BUILD_DIR`; simulated, so the same on any computer. Machines: `devices/machines/` and the
chips of `devices/`; `cpu` is what `SuperTilingMachineBench` measured of one computer, under load, and is to be measured again
on an idle one. The model and its rules: [TileTime.md](../spec/TileTime.md). The machines are those of
[the guide](../guide/super-tiling.md).

"Transfer" and "compute" are what the core with the longest part spends in each, "total" is both as they run: their sum with one
buffer; with two, the maximum of each step, and what can be loaded ahead of a group is. "Bound": no plan is faster (traffic bound with the
local memories of all cores together over the bandwidth, and what every plan computes over the rates of all cores). "Least traffic" is the plan of fewest bytes
with the same buffers, its tiles as they are, shared among the cores as well as they can be.
"""


def programs(bin_dir):
    tool = f"{bin_dir}/alcove-program"
    names = subprocess.check_output([tool, "list"], text=True).split()
    corpus = [(name, subprocess.check_output([tool, "corpus", f"--name={name}"], text=True)) for name in names]
    named = [(name, PRODUCT if arguments is None else subprocess.check_output([tool, *arguments], text=True))
             for name, arguments in NAMED.items()]
    return corpus, named


def tile(opt, text, machine, buffers):
    with tempfile.TemporaryDirectory() as work:
        source, report = pathlib.Path(work, "in.mlir"), pathlib.Path(work, "report.json")
        source.write_text(text)
        passes = f"--super-tiling-pipeline=machine={machine} double-buffering={buffers} report={report}"
        run = subprocess.run([opt, source, passes, "-o", "/dev/null"], capture_output=True, text=True)
        return json.loads(report.read_text()) if run.returncode == 0 else None


def geometric(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


def microseconds(value):
    return "-" if value is None else f"{value / 1e3:.1f}"


def ratio(report, over):
    return report["time_ns"] / report[over] if report and report.get(over) else None


def table(rows):
    lines = ["| program | machine | buffers | transfer, us | compute, us | total, us | bound, us | total / bound | "
             "least traffic, us | total / least traffic |", "|---|---|---|---|---|---|---|---|---|---|"]
    for name, machine, buffers, r in rows:
        shown = "one" if buffers == "off" else "two"
        if not r:
            lines.append(f"| {name} | {machine} | {shown} | refused | | | | | | |")
            continue
        figures = [microseconds(r[key]) for key in ("transfer_ns", "compute_ns", "time_ns", "time_bound_ns")]
        over, least = ratio(r, "time_bound_ns"), ratio(r, "least_traffic_time_ns")
        lines.append(f"| {name} | {machine} | {shown} | {' | '.join(figures)} | " + (f"{over:.2f}" if over else "-") + " | "
                     + microseconds(r["least_traffic_time_ns"]) + " | " + (f"{least:.2f}" if least else "-") + " |")
    return "\n".join(lines)


def summary(rows):
    lines = ["| machine | buffers | served | transfer, ms | compute, ms | total, ms | total / bound | worst | total / least "
             "traffic | slower than it |", "|---|---|---|---|---|---|---|---|---|---|"]
    for machine in dict.fromkeys(row[1] for row in rows):
        for buffers in ("off", "on"):
            own = [row[3] for row in rows if row[1] == machine and row[2] == buffers]
            found = [r for r in own if r and r["time_ns"]]
            over = [x for x in (ratio(r, "time_bound_ns") for r in found) if x]
            least = [x for x in (ratio(r, "least_traffic_time_ns") for r in found) if x]
            sums = [sum(r[key] for r in found) / 1e6 for key in ("transfer_ns", "compute_ns", "time_ns")]
            shown = "one" if buffers == "off" else "two"
            lines.append(f"| {machine} | {shown} | {len(found)} of {len(own)} | " + " | ".join(f"{x:.2f}" for x in sums)
                         + f" | {geometric(over):.2f} | {max(over, default=0):.2f} | {geometric(least):.3f} | "
                         f"{sum(x > 1.000001 for x in least)} |")
    return "\n".join(lines)


def faster(rows):
    """Two buffers against one, program by program."""
    lines = []
    for machine in dict.fromkeys(row[1] for row in rows):
        one = {row[0]: row[3] for row in rows if row[1] == machine and row[2] == "off" and row[3]}
        two = {row[0]: row[3] for row in rows if row[1] == machine and row[2] == "on" and row[3]}
        gains = [one[name]["time_ns"] / two[name]["time_ns"] for name in one if name in two and two[name]["time_ns"]]
        lines.append(f"- {machine}: {geometric(gains):.2f} times faster with two buffers over {len(gains)} programs, from "
                     f"{min(gains, default=0):.2f} to {max(gains, default=0):.2f}.")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--opt")
    parser.add_argument("--out")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--machine", action="append")
    parser.add_argument("--every", type=int, default=1, help="of the corpus only each N-th program")
    options = parser.parse_args()
    opt = options.opt or f"{options.build}/bin/alcove-opt"
    corpus, named = programs(f"{options.build}/bin")
    corpus = corpus[::options.every]

    def rows(which):
        cases = [(name, machine, buffers, text) for name, text in which for machine in options.machine or MACHINES
                 for buffers in ("off", "on")]
        with ThreadPoolExecutor(options.jobs) as pool:
            reports = list(pool.map(lambda case: tile(opt, case[3], case[1], case[2]), cases))
        return [(*case[:3], report) for case, report in zip(cases, reports)]

    named_rows, corpus_rows = rows(named), rows(corpus)
    text = "\n".join([HEAD, "## Programs by name\n", table(named_rows),
                      f"\n## The corpus, {len(corpus)} programs\n",
                      "Sums over programs; ratios are geometric means.\n", summary(corpus_rows), "",
                      faster(corpus_rows), "\n## The corpus, program by program\n", table(corpus_rows), ""])
    if options.out:
        pages.write(options.out, text, "SuperTiling")
    else:
        print(text)


main()

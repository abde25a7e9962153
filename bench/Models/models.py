#!/usr/bin/env python3
"""Compiles models at level 2 and prints what the plan gained beside the all-DRAM baseline of the same module.

usage: models.py [--build DIR] [--arch NAME] [MODEL.mlir ...]     default: the corpus ($ALCOVE_CORPUS)
       models.py --split [--level N] ...    the modelled time instead, and its parts (level 0 unless said otherwise)

Parts are sums over ops of what each resource is busy; they overlap within an op, so their sum exceeds the total.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def measure(tool, model, arch, level):
    with tempfile.TemporaryDirectory() as work:
        report = os.path.join(work, "summary.json")
        options = f"optimization-level={level} mock-system-desc-arch={arch} summary-json={report}"
        start = time.monotonic()
        process = subprocess.Popen([tool, f"--ttir-to-ttnn-backend-pipeline={options}", model, "-o", os.path.join(work, "out.mlir")],
                                   stderr=subprocess.PIPE, text=True)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - start
        if status:
            return None, seconds, usage.ru_maxrss, process.stderr.read().split("\n")[0]
        return json.load(open(report)), seconds, usage.ru_maxrss, ""


def print_split(options, models, level):
    print("| model | ops | DRAM MB | total us | compute us | DRAM us | NoC us | launch us |")
    print("|---|---|---|---|---|---|---|---|")
    for model in models:
        report, _, _, error = measure(os.path.join(options.build, "bin/alcove-opt"), model, options.arch, level)
        name = pathlib.Path(model).stem
        if report is None:
            print(f"| {name} | failed: {error} |")
            continue
        plan = report["plan"]
        ops = str(plan["timed_ops"]) + ("" if plan["timed_ops"] == plan["ops"] else f" of {plan['ops']}")
        times = " | ".join(f"{plan[part + '_ns'] / 1e3:.0f}" for part in ("time", "compute", "dram", "noc", "launch"))
        print(f"| {name} | {ops} | {plan['dram_bytes'] / 1e6:.1f} | {times} |")
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--arch", default="wormhole_b0")
    parser.add_argument("--split", action="store_true", help="modelled time and its split into compute, DRAM, NoC, launch")
    parser.add_argument("--level", type=int, help="optimization level (default 2, with --split 0)")
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    corpus = pathlib.Path(os.environ.get("ALCOVE_CORPUS", ROOT / "corpus"))
    models = options.models or sorted(map(str, corpus.glob("*.mlir")))
    if not models:
        sys.exit(f"models.py: no models given and none in {corpus}")
    level = options.level if options.level is not None else 0 if options.split else 2
    if options.split:
        return print_split(options, models, level)
    print("| model | ops in L1 | longest chain / run | spills | peak L1 | DRAM MB: all-DRAM -> plan | modelled us: all-DRAM -> plan | s | MB |")
    print("|---|---|---|---|---|---|---|---|---|")
    for model in models:
        report, seconds, memory, error = measure(os.path.join(options.build, "bin/alcove-opt"), model, options.arch, level)
        name = pathlib.Path(model).stem
        if report is None:
            print(f"| {name} | failed: {error} |")
            continue
        plan, base, chains = report["plan"], report["all_dram"], report["chains"]
        in_l1 = plan["l1_sharded"] + plan["l1_interleaved"]
        print(f"| {name} | {in_l1} of {plan['activation_ops']} ({100 * in_l1 / max(plan['activation_ops'], 1):.0f} %) "
              f"| {chains['longest']} / {chains['longest_run']} | {plan['spills']} "
              f"| {100 * plan['peak_l1_bytes_per_core'] / report['capacity_l1_bytes_per_core']:.0f} % "
              f"| {base['dram_bytes'] / 1e6:.1f} -> {plan['dram_bytes'] / 1e6:.1f} "
              f"| {base['time_ns'] / 1e3:.0f} -> {plan['time_ns'] / 1e3:.0f} | {seconds:.2f} | {memory // 1024} |")


if __name__ == "__main__":
    main()

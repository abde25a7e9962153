#!/usr/bin/env python3
"""Compiles models at level 2 and prints what the plan gained beside the all-DRAM baseline of the same module.

usage: models.py [--build DIR] [--arch NAME] [MODEL.mlir ...]     default: the corpus ($ALCOVE_CORPUS, ../shared/models)
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


def measure(tool, model, arch):
    with tempfile.TemporaryDirectory() as work:
        report = os.path.join(work, "summary.json")
        options = f"optimization-level=2 mock-system-desc-arch={arch} summary-json={report}"
        start = time.monotonic()
        process = subprocess.Popen([tool, f"--ttir-to-ttnn-backend-pipeline={options}", model, "-o", os.path.join(work, "out.mlir")],
                                   stderr=subprocess.PIPE, text=True)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - start
        if status:
            return None, seconds, usage.ru_maxrss, process.stderr.read().split("\n")[0]
        return json.load(open(report)), seconds, usage.ru_maxrss, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--arch", default="wormhole_b0")
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    corpus = pathlib.Path(os.environ.get("ALCOVE_CORPUS", ROOT / ".." / "shared" / "models"))
    models = options.models or sorted(map(str, corpus.glob("*.mlir")))
    if not models:
        sys.exit(f"models.py: no models given and none in {corpus}")
    print("| model | ops in L1 | longest chain / run | spills | peak L1 | DRAM MB: all-DRAM -> plan | modelled us: all-DRAM -> plan | s | MB |")
    print("|---|---|---|---|---|---|---|---|---|")
    for model in models:
        report, seconds, memory, error = measure(os.path.join(options.build, "bin/alcove-opt"), model, options.arch)
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

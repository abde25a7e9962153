#!/usr/bin/env python3
"""Compiles models at levels 0 to 2 for Wormhole and Blackhole and prints what the judge found in the final program beside
what the planner believed of its plan.

usage: judge.py [--build DIR] [--levels 0,1,2] [--archs wormhole_b0,blackhole] [MODEL.mlir ...]
       default models: the corpus ($ALCOVE_CORPUS). exit 1: some model was refused

Peaks are bytes of L1 per core: `sum` as plans add them up (rule MEM-1), `held` at one moment by addresses, `extent` between
both ends of the core. A model whose text names a mesh of several chips is compiled for that mesh.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def mesh_of(model):
    """`1,2` when the module declares a mesh of more than one chip, else None."""
    with open(model, errors="replace") as file:
        declared = re.search(r'#ttcore\.meshes<\[<"[^"]*" = ([0-9x]+)', file.read(1 << 20))
    return declared.group(1).replace("x", ",") if declared and declared.group(1) != "1x1" else None


def judge(tool, model, level, arch):
    with tempfile.TemporaryDirectory() as work:
        summary = os.path.join(work, "summary.json")
        options = f"optimization-level={level} mock-system-desc-arch={arch} summary-json={summary}"
        if mesh := mesh_of(model):
            options += f" mesh-shape={mesh}"
        command = [tool, f"--ttir-to-ttnn-backend-pipeline={options}", model, "-o", os.path.join(work, "out.mlir")]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode:
            return None, next((line for line in run.stderr.split("\n") if "error:" in line), "no message")
        return json.load(open(summary)), ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--levels", default="0,1,2")
    parser.add_argument("--archs", default="wormhole_b0,blackhole")
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    corpus = pathlib.Path(os.environ.get("ALCOVE_CORPUS", ROOT / "corpus"))
    models = options.models or sorted(map(str, corpus.glob("*.mlir")))
    if not models:
        sys.exit(f"judge.py: no models given and none in {corpus}")
    tool, refused = os.path.join(options.build, "bin/alcove-opt"), 0
    print("| model | arch | level | verdict | believed peak | judged sum | held | extent | fragmented | believed us | judged us | difference |")
    print("|---|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for model in models:
        for arch in options.archs.split(","):
            for level in options.levels.split(","):
                report, error = judge(tool, model, level, arch)
                row = f"| {pathlib.Path(model).stem} | {arch} | {level} |"
                if report is None:
                    refused += 1
                    print(f"{row} refused: {error} |", flush=True)
                    continue
                plan, believed = report["plan"], report.get("predicted")
                peak = time = gap = "-"
                if believed:
                    peak, time = str(believed["peak_l1_bytes_per_core"]), f"{believed['time_ns'] / 1e3:.1f}"
                    gap = f"{100 * (plan['time_ns'] / max(believed['time_ns'], 1e-9) - 1):+.2f} %"
                print(f"{row} passes | {peak} | {plan['peak_l1_bytes_per_core']} | {plan['peak_held_bytes_per_core']} "
                      f"| {plan['peak_extent_bytes_per_core']} | {100 * plan['fragmentation']:.1f} % | {time} "
                      f"| {plan['time_ns'] / 1e3:.1f} | {gap} |", flush=True)
    sys.exit(1 if refused else 0)


if __name__ == "__main__":
    main()

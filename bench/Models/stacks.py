#!/usr/bin/env python3
"""How planning grows with the depth of a stack of decoder layers.

usage: stacks.py [--build DIR] [--layers 1,2,5,10,20,40,80] [--model llama-decode] [--out FILE.md]

Per depth: seconds of planning and of the whole compilation, cost and gap per layer, memory of the process. The exponent is
that of the last doubling: 1 = linear.
"""
import argparse
import json
import math
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import policies

ROOT = pathlib.Path(__file__).resolve().parents[2]


def compile_stack(tool, name, layers, work):
    model, report = os.path.join(work, "model.mlir"), os.path.join(work, "summary.json")
    with open(model, "w") as out:
        subprocess.run([sys.executable, ROOT / "models/generate.py", name, "--layers", str(layers)], stdout=out, check=True)
    options = f"optimization-level=2 summary-json={report}"
    start = time.monotonic()
    process = subprocess.run([tool, f"--ttir-to-ttnn-backend-pipeline={options}", model, "-o", os.path.join(work, "out.mlir")],
                             stderr=subprocess.PIPE, text=True)
    if process.returncode:
        sys.exit(f"stacks.py: {layers} layers: {process.stderr[:500]}")
    plan = json.load(open(report))["plan"]
    return {"layers": layers, "ops": plan["ops"], "seconds": time.monotonic() - start, "planning": plan["planning_ms"] / 1e3,
            "parts": plan["planning_ms_by_part"], "us": plan["cost_ns"] / 1e3 / layers, "gap": 100 * plan.get("gap", 0),
            "mb": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--layers", default="1,2,5,10,20,40,80")
    parser.add_argument("--model", default="llama-decode")
    parser.add_argument("--out")
    options = parser.parse_args()
    tool = os.path.join(options.build, "bin/alcove-opt")
    with tempfile.TemporaryDirectory() as work:
        rows = [compile_stack(tool, options.model, int(n), work) for n in options.layers.split(",")]
    lines = ["# Planning of stacks", "", f"Written by `bench/Models/stacks.py` at commit {policies.commit()}: {options.model}.", "",
             "| layers | ops | compile s | planning s | by part, ms | us per layer | gap % | peak MB so far |", "|---|---|---|---|---|---|---|---|"]
    for row in rows:
        parts = ", ".join(f"{part} {ms:.0f}" for part, ms in row["parts"].items())
        lines.append(f"| {row['layers']} | {row['ops']} | {row['seconds']:.2f} | {row['planning']:.2f} | {parts} | {row['us']:.1f} | {row['gap']:.3f} | {row['mb']:.0f} |")
    if len(rows) > 1:
        a, b = rows[-2], rows[-1]
        lines += ["", f"Exponent of planning from {a['layers']} to {b['layers']} layers: "
                  f"{math.log(b['planning'] / a['planning']) / math.log(b['layers'] / a['layers']):.2f}"]
    print("\n".join(lines))
    if options.out:
        pathlib.Path(options.out).write_text("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

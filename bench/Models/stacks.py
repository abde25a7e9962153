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
import re
import resource
import subprocess
import sys
import tempfile
import time

import policies

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import pages  # noqa: E402


def planning_of(summary):
    """Seconds and milliseconds by part in the summary's line `planning  1234 ms (conflicts 1, solve 1200)`."""
    found = re.search(r"^\s*planning\s+(\d+) ms \((.*)\)", summary, re.MULTILINE)
    if not found:
        sys.exit("stacks.py: the summary does not say how long planning took")
    return int(found[1]) / 1e3, {part: float(ms) for part, ms in (entry.rsplit(" ", 1) for entry in found[2].split(", "))}


def compile_stack(tool, name, layers, work):
    model, report = os.path.join(work, "model.mlir"), os.path.join(work, "summary.json")
    with open(model, "w") as out:
        subprocess.run([sys.executable, ROOT / "testing/models/generate.py", name, "--layers", str(layers)], stdout=out, check=True)
    options = f"optimization-level=2 summary=true summary-json={report}"
    start = time.monotonic()
    process = subprocess.run([tool, f"--ttir-to-ttnn-backend-pipeline={options}", model, "-o", os.path.join(work, "out.mlir")],
                             stderr=subprocess.PIPE, text=True)
    if process.returncode:
        sys.exit(f"stacks.py: {layers} layers: {process.stderr[:500]}")
    seconds = time.monotonic() - start
    plan = json.load(open(report))["plan"]
    planning, parts = planning_of(process.stderr)
    return {"layers": layers, "ops": plan["ops"], "seconds": seconds, "planning": planning, "parts": parts, "us": plan["cost_ns"] / 1e3 / layers, "gap": 100 * plan.get("gap", 0),
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
    lines = ["# Planning of stacks", "", f"Written by `bench/Models/stacks.py` at commit {policies.pages.commit()}: {options.model}.", "",
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
        pages.write(options.out, "\n".join(lines) + "\n", "Models")
    return 0


if __name__ == "__main__":
    sys.exit(main())

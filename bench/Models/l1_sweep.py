#!/usr/bin/env python3
"""Every model on devices with less and less L1: what the plan costs, and that less memory never makes it faster.

usage: l1_sweep.py [--build DIR] [--device devices/NAME.json]... [--from BYTES] [--to BYTES] [--step BYTES] [--jobs N]
                   [--out FILE.md] [MODEL.mlir|DIR ...]

Per model and size of L1 (the device's l1_size_bytes, 400,000 to 1,500,000 in steps of 100,000, down to multiples of 32):
compiled at level 1 and at level 2, both judged. Two things must hold:
  level    level 2 compiles wherever level 1 does
  order    when L1 shrinks the planned time does not fall by more than the gap of the plan on the larger L1
Exit code 1 when one does not.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import policies

ROOT = pathlib.Path(__file__).resolve().parents[2]


def compile_at(tool, model, device, level, work):
    """The `plan` object of the summary, or the first line of the error."""
    report = os.path.join(work, f"level{level}.json")
    options = f"optimization-level={level} system-desc-path={device} summary-json={report}"
    process = subprocess.run([tool, f"--ttir-to-ttnn-backend-pipeline={options}", model, "-o", os.path.join(work, "out.mlir")],
                             stderr=subprocess.PIPE, text=True)
    if process.returncode:
        return (process.stderr.strip().split("\n") or ["no message"])[0][:200]
    return json.load(open(report))["plan"]


def sweep(tool, model, device, sizes):
    """Size -> (plan or error of level 1, of level 2)."""
    found = {}
    text = json.load(open(device))
    with tempfile.TemporaryDirectory() as work:
        for size in sizes:
            set_l1(text, size)
            path = os.path.join(work, "device.json")
            json.dump(text, open(path, "w"))
            found[size] = tuple(compile_at(tool, model, path, level, work) for level in (1, 2))
    return found


def set_l1(node, size):
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "l1_size_bytes":
                node[key] = size
            else:
                set_l1(value, size)
    elif isinstance(node, list):
        for item in node:
            set_l1(item, size)


def judge(name, found):
    """What does not hold, in words."""
    broken = []
    larger = None
    for size in sorted(found, reverse=True):
        first, second = found[size]
        if isinstance(second, str):
            if not isinstance(first, str):
                broken.append(f"{name}: L1 {size}: level 1 compiles, level 2 does not: {second}")
            continue
        if larger:
            at, plan = larger
            least = plan["cost_ns"] / (1 + plan.get("gap", 0))
            if second["cost_ns"] < least * (1 - 1e-9):
                broken.append(f"{name}: {second['cost_ns'] / 1e3:.3f} us with L1 {size}, {plan['cost_ns'] / 1e3:.3f} us (gap "
                              f"{100 * plan.get('gap', 0):.3f} %) with {at}")
        larger = (size, second)
    return broken


def cell(pair):
    first, second = pair
    if isinstance(second, str):
        return "level 1 fails too" if isinstance(first, str) else "fails"
    return f"{second['cost_ns'] / 1e3:.1f}" + (f" ({100 * second['gap']:.2f} %)" if second.get("gap", 0) > 1e-9 else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--device", action="append")
    parser.add_argument("--from", dest="least", type=int, default=400_000)
    parser.add_argument("--to", dest="most", type=int, default=1_500_000)
    parser.add_argument("--step", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out")
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    sizes = [size // 32 * 32 for size in range(options.least, options.most + 1, options.step)]
    tool = os.path.join(options.build, "bin/alcove-opt")
    lines, broken = ["# Plans on less L1", "", f"Written by `bench/Models/l1_sweep.py` at commit {policies.commit()}. Planned us; in brackets the gap."], []
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        models = policies.given_models(options.models, work)
        for device in options.device or [str(ROOT / "devices/wormhole-n150.json")]:
            lines += ["", f"### {pathlib.Path(device).stem}", "", "| model | " + " | ".join(f"{s // 1000} kB" for s in sizes) + " |",
                      "|---|" + "---|" * len(sizes)]
            for model, found in zip(models, pool.map(lambda m: sweep(tool, m, device, sizes), models)):
                name = pathlib.Path(model).stem
                broken += judge(f"{pathlib.Path(device).stem}: {name}", found)
                lines.append(f"| {name} | " + " | ".join(cell(found[s]) for s in sizes) + " |")
    lines += ["", f"{len(models)} models, {len(sizes)} sizes; rules that do not hold: {len(broken)}"] + [f"* {b}" for b in broken]
    print("\n".join(lines))
    if options.out:
        pathlib.Path(options.out).write_text("\n".join(lines) + "\n")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Every model on devices with less and less L1: what the plan costs, and that less memory never makes it faster.

usage: l1_sweep.py [--build DIR] [--device devices/NAME.json]... [--from BYTES] [--to BYTES] [--step BYTES] [--jobs N]
                   [--out FILE.md] [MODEL.mlir|DIR ...]

Per model and size of L1 (the device's l1_size_bytes, 400,000 to 1,500,000 in steps of 100,000, down to multiples of 32):
compiled at level 1 and at level 2, both judged. Two things must hold:
  level    level 2 compiles wherever level 1 does
  order    when L1 shrinks the planned time does not fall by more than the gap of the plan on the larger L1
Where the second does not, it is said why: the backend (an op of the plan on less L1 takes more L1 or time on more: it
makes its buffers as large as they fit), another program (the lowering chose other ops), or the space that was searched.
Models are written to --out as they come. Exit code 1 when a rule does not hold.
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
sys.path.insert(0, str(ROOT / "scripts"))
import pages  # noqa: E402


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
    """Size -> (plan or error of level 1 where level 2 fails, plan or error of level 2)."""
    found = {}
    with tempfile.TemporaryDirectory() as work:
        for size in sizes:
            path = device_with(device, size, work)
            plan = compile_at(tool, model, path, 2, work)
            found[size] = (compile_at(tool, model, path, 1, work) if isinstance(plan, str) else None, plan)
    return found


def device_with(device, size, work):
    text = json.load(open(device))
    set_l1(text, size)
    path = os.path.join(work, "device.json")
    json.dump(text, open(path, "w"))
    return path


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


def judge(found):
    """[(what does not hold, in words, smaller size or None, larger size)]"""
    broken = []
    larger = None
    for size in sorted(found, reverse=True):
        first, second = found[size]
        if isinstance(second, str):
            if not isinstance(first, str):
                broken.append((f"L1 {size}: level 1 compiles, level 2 does not: {second}", None, size))
            continue
        if larger:
            at, plan = larger
            least = plan["cost_ns"] / (1 + plan.get("gap", 0))
            if second["cost_ns"] < least * (1 - 1e-9):
                broken.append((f"{second['cost_ns'] / 1e3:.3f} us with L1 {size}, {plan['cost_ns'] / 1e3:.3f} us (+"
                               f"{100 * (plan['cost_ns'] / second['cost_ns'] - 1):.3f} %, gap {100 * plan.get('gap', 0):.3f} %) with {at}",
                               size, at))
        larger = (size, second)
    return broken


def exported(build, model, device, size):
    """[(problem with what was asked, plan)] per function, as `alcove-solve function` plans it."""
    found = []
    with tempfile.TemporaryDirectory() as work:
        pipeline = f"optimization-level=2 system-desc-path={device_with(device, size, work)} export-plan-problem={work}/exported.json"
        subprocess.run([f"{build}/bin/alcove-opt", f"--ttir-to-ttnn-backend-pipeline={pipeline}", model, "-o", f"{work}/out.mlir"],
                       check=True, stderr=subprocess.DEVNULL)
        for file in sorted(pathlib.Path(work).glob("exported*.json")):
            subprocess.run([f"{build}/bin/alcove-solve", "function", file, "--policy", "Global", "--out", f"{work}/plan.json"], check=True,
                           stdout=subprocess.DEVNULL)
            found.append((json.load(open(file)), json.load(open(f"{work}/plan.json"))))
    return found


def way_of(problem, entry, row):
    """What a candidate reads and makes, by the names of the layouts."""
    kinds = entry["operands"] + entry["results"]
    return [problem["kinds"][kind]["layouts"][layout]["name"] for kind, layout in zip(kinds, row[9:9 + len(kinds)])]


def why(build, model, device, small, large):
    """Of a plan on less L1 that is faster: `backend: OP`, `program`, or `space`."""
    for (before, plan), (after, _) in zip(exported(build, model, device, small), exported(build, model, device, large)):
        names = [[p["classes"][op["class"]]["name"] for op in p["ops"]] for p in (before, after)]
        if names[0] != names[1]:
            return "program"
        for op, chosen in enumerate(plan["candidates"]):
            entry, other = before["classes"][before["ops"][op]["class"]], after["classes"][after["ops"][op]["class"]]
            row = entry["candidates"][chosen]
            way = way_of(before, entry, row)
            same = [r for r in other["candidates"] if way_of(after, other, r) == way]
            if any(r[1] <= row[1] and r[3] <= row[3] and r[6] <= row[6] for r in same):
                continue
            refused = [text for layout, text in other["refusals"] if entry["operands"] and text.startswith("needs")
                       and after["kinds"][other["operands"][0]]["layouts"][layout]["name"] == way[0]]
            # Programs that are written down do not change with the L1 there is.
            if not entry["configs"][row[0]] and (same or refused):
                return f"backend: {entry['op']}"
    return "space"


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
    lines, broken = ["# Plans on less L1", "", f"Written by `bench/Models/l1_sweep.py` at commit {policies.pages.commit()}. Planned us; in brackets the gap."], []
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        models = policies.given_models(options.models, work)
        for device in options.device or [str(ROOT / "devices/wormhole-n150.json")]:
            lines += ["", f"### {pathlib.Path(device).stem}", "", "| model | " + " | ".join(f"{s // 1000} kB" for s in sizes) + " |",
                      "|---|" + "---|" * len(sizes)]
            for done, (model, found) in enumerate(zip(models, pool.map(lambda m: sweep(tool, m, device, sizes), models)), 1):
                name = pathlib.Path(model).stem
                for text, small, large in judge(found):
                    reason = why(options.build, model, device, small, large) if small else "level"
                    broken.append((reason.split(":")[0], f"{pathlib.Path(device).stem}: {name}: {text}: {reason}"))
                lines.append(f"| {name} | " + " | ".join(cell(found[s]) for s in sizes) + " |")
                if options.out:
                    pages.write(options.out, report(lines, done, sizes, broken), "Models")
    print(report(lines, len(models), sizes, broken))
    return 1 if broken else 0


def report(lines, models, sizes, broken):
    counts = ", ".join(f"{reason} {[r for r, _ in broken].count(reason)}" for reason in ("level", "space", "program", "backend"))
    return "\n".join([*lines, "", f"{models} models, {len(sizes)} sizes; rules that do not hold, by reason: {counts}",
                      *(f"* {text}" for _, text in broken)]) + "\n"


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Splits models over meshes: planned and judged on every chip, held against other policies, executed against the one-chip model.

usage: models.py BIN [--meshes 1x2:n300,2x4:t3000,1x8:t3000] [--small] [--only REGEX] [--numbers] [--plan] [MODEL.mlir ...]

BIN holds the programs; without models those of testing/models/lookalikes.py are taken, --small in their narrow form. For each:
time of the mesh problem and its gap, the other policies over it (planned, with --plan), --plan: the plan of one chip
accepted by the judge, DRAM of a chip by the judge, --numbers: the planned program equal to the model in f32 (MLIR of both executed). Exit 1 when a model fails, a policy is
faster, or numbers differ. The end has geometric means.
"""
import argparse
import math
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINE = re.compile(r"^mesh \S+ on \S+: ([\d.]+) us = .*?([\d.]+) MiB of DRAM per chip(?:, no split takes less than ([\d.]+) us \(gap ([\d.]+) %\))?", re.M)
POLICY = re.compile(r"^  (replicated|data-parallel|megatron|auto-sharding) +([\d.]+) us(?:, planned ([\d.]+) us)?", re.M)
OWN = re.compile(r"one chip's program, planned: ([\d.]+) us, ([\d.]+) MiB")


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True)


def first_error(done):
    lines = [line for line in (done.stderr + done.stdout).splitlines() if "error:" in line]
    return (lines or ["no answer"])[0].split("error: ", 1)[-1][:200]


def try_model(options, model, mesh, device, folder, ratios):
    """One row of the table and whether all went well."""
    planned = folder / "planned.mlir"
    if options.plan or options.numbers:
        done = run(options.binaries / "alcove", "plan", model, "--mesh", mesh, "--device", device, "--compare-meshes=true", "-o", planned)
    else:
        done = run(options.binaries / "alcove-opt", model, f"--ttir-split-over-mesh=mesh={mesh} device={device} compare=true", "-o", "/dev/null")
    said = done.stderr + done.stdout
    found = LINE.search(said)
    if "names a mesh of several already" in said:
        return "a program of several chips already, refused", True
    if done.returncode or not found:
        return f"FAULT: {first_error(done)}", False
    time, gap = float(found[1]), found[4]
    text, good = f"{time:.1f} us | gap {gap or '?'} %", gap is not None
    own = OWN.search(said)
    for name, by_prices, by_plan in POLICY.findall(said):
        ours, other = (float(own[1]), float(by_plan)) if own and by_plan else (time, float(by_prices))
        ratios.setdefault(name, []).append(other / ours)
        if other < ours - 0.1:
            text, good = f"{text} | FAULT: {name} takes {other} us", False
    whole = re.search(r"planned time +([\d.]+) us", said)
    text += f" | {own[2] if own else found[2]} MiB | planned {whole[1]} us" if whole else f" | {found[2]} MiB"
    if options.numbers:
        done = run(options.binaries / "alcove-run", model, f"--compare={planned}", "--precision=f32")
        good &= done.returncode == 0
        lines = [line for line in (done.stdout + done.stderr).splitlines() if "DIFFERS" in line or "error" in line]
        lines.append(f"numbers: exit {done.returncode}")
        text += " | equal" if done.returncode == 0 else f" | FAULT: {lines[0][:160]}"
    return text, good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries", type=pathlib.Path)
    parser.add_argument("models", nargs="*", type=pathlib.Path)
    parser.add_argument("--meshes", default="1x2:n300,2x4:t3000,1x8:t3000")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--plan", action="store_true")
    parser.add_argument("--numbers", action="store_true")
    options = parser.parse_args()
    bad = rows = 0
    ratios = {}
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        if not options.models:
            words = ["--small"] if options.small else []
            run(sys.executable, ROOT / "testing/models/lookalikes.py", "--all", folder / "models", *words)
            options.models = sorted((folder / "models").glob("*.mlir"))
        for model in options.models:
            if not re.search(options.only, model.stem):
                continue
            for mesh, device in (each.split(":") for each in options.meshes.split(",")):
                text, good = try_model(options, model, mesh, device, folder, ratios)
                bad += not good
                rows += 1
                print(f"{model.stem} | {mesh} {device} | {text}", flush=True)
    for name, values in ratios.items():
        print(f"{name} over exact: {math.exp(sum(map(math.log, values)) / len(values)):.3f} (geometric mean of {len(values)}), least {min(values):.3f}")
    print(f"{rows} rows, {bad} with a fault")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

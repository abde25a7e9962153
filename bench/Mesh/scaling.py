#!/usr/bin/env python3
"""How a model of one chip scales over meshes: the planned time of one chip's program, its parts, DRAM, speed over one chip.

usage: scaling.py [--build DIR] [--device NAME] [--meshes 1x1,1x2,1x8] [--weights bfp_bf8] [--layers N] MODEL.mlir ...

With --layers there are two models: a layer alone, and a layer with all that a model has once (embedding, head). The token
of a model of N layers takes N - 1 times the first and the second once.
"""
import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINE = re.compile(r"^mesh \S+ on \S+: ([\d.]+) us = ops ([\d.]+) us \+ conversions ([\d.]+) us, .*?(?:\(gap ([\d.]+) %\))?$", re.M)
JUDGE = re.compile(r"program, planned: [\d.]+ us, ([\d.]+) MiB of DRAM by the judge; prices said ([\d.]+) us at first")
PLANNED = re.compile(r"planned time +([\d.]+) us")


def plan(options, model, mesh):
    command = [str(pathlib.Path(options.build) / "bin/alcove"), "plan", str(model), "--mesh", mesh, "--device", options.device,
               f"--experimental-weight-dtype={options.weights}", "-o", "/dev/null"]
    done = subprocess.run(command, capture_output=True, text=True)
    said = done.stderr + done.stdout
    line, judge, planned = LINE.search(said), JUDGE.search(said), PLANNED.search(said)
    if done.returncode or not (line and judge and planned):
        errors = [each for each in said.splitlines() if "error" in each]
        return (errors or ["failed"])[0][:200]
    return {"planned": float(planned[1]), "first": float(judge[2]), "prices": float(line[1]), "moves": float(line[3]),
            "dram": float(judge[1]), "gap": line[4] or "?"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--device", default="wormhole-t3000")
    parser.add_argument("--meshes", default="1x1,1x2,1x4,1x8")
    parser.add_argument("--weights", default="none")
    parser.add_argument("--layers", type=int, default=0)
    parser.add_argument("models", nargs="+")
    options = parser.parse_args()
    if options.layers and len(options.models) != 2:
        parser.error("--layers takes two models: a layer alone, and one with embedding and head")
    times = {}
    for model in options.models:
        print(f"{pathlib.Path(model).stem} on {options.device}, weights {options.weights}")
        print(f"{'mesh':>6} {'planned us':>10} {'first said':>10} {'moves us':>10} {'MiB/chip':>10} {'gap %':>6} {'speed':>6}")
        first = None
        for mesh in options.meshes.split(","):
            found = plan(options, model, mesh)
            if isinstance(found, str):
                print(f"{mesh:>6} {found}")
                continue
            first = first or found["planned"]
            times.setdefault(mesh, []).append(found["planned"])
            slower = "  slower than one chip" if found["planned"] > first else ""
            print(f"{mesh:>6} {found['planned']:10.1f} {found['first']:10.1f} {found['moves']:10.1f} {found['dram']:10.1f} "
                  f"{found['gap']:>6} {first / found['planned']:6.2f}{slower}")
            sys.stdout.flush()
    if options.layers:
        print(f"a token of {options.layers} layers")
        tokens = {mesh: ((options.layers - 1) * both[0] + both[1]) / 1000 for mesh, both in times.items() if len(both) == 2}
        for mesh, token in tokens.items():
            print(f"{mesh:>6} {token:8.2f} ms {1000 / token:8.1f} tokens/s {next(iter(tokens.values())) / token:6.2f}")


if __name__ == "__main__":
    main()

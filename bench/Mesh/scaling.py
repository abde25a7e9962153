#!/usr/bin/env python3
"""How a model of one chip scales over meshes: time of the split, its parts, DRAM per chip, and the time on one chip over it.

usage: scaling.py [--build DIR] [--device NAME] [--meshes 1x1,1x2,1x4,1x8] MODEL.mlir ...

Times are those of the mesh problem: ops at the shapes of one chip before fusing, and collectives.
"""
import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINE = re.compile(r"^mesh \S+ on (\S+): ([\d.]+) us = ops ([\d.]+) us \+ conversions ([\d.]+) us, ([\d.]+) MiB.*\(gap ([\d.]+) %\)", re.M)


def split(options, model, mesh):
    tool = pathlib.Path(options.build) / "bin/alcove-opt"
    command = [str(tool), str(model), f"--ttir-split-over-mesh=mesh={mesh} device={options.device}", "-o", "/dev/null"]
    done = subprocess.run(command, capture_output=True, text=True)
    found = LINE.search(done.stderr)
    if done.returncode or not found:
        return done.stderr.strip().splitlines()[0] if done.stderr.strip() else "failed"
    return [float(value) for value in found.groups()[1:]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--device", default="wormhole-t3000")
    parser.add_argument("--meshes", default="1x1,1x2,1x4,1x8")
    parser.add_argument("models", nargs="+")
    options = parser.parse_args()
    for model in options.models:
        print(f"{pathlib.Path(model).stem} on {options.device}")
        print(f"{'mesh':>6} {'us':>10} {'ops':>10} {'moves':>10} {'MiB/chip':>10} {'gap %':>6} {'speed':>6}")
        first = None
        for mesh in options.meshes.split(","):
            result = split(options, model, mesh)
            if isinstance(result, str):
                print(f"{mesh:>6} {result}")
                continue
            total, ops, moves, memory, gap = result
            first = first or total
            print(f"{mesh:>6} {total:10.1f} {ops:10.1f} {moves:10.1f} {memory:10.1f} {gap:6.2f} {first / total:6.2f}")
            sys.stdout.flush()


if __name__ == "__main__":
    main()

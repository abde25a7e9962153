#!/usr/bin/env python3
"""Programs on one core of this CPU against its limits and baselines from outside, as a page. For an idle computer.

usage: cpu_limits.py BUILD_DIR [--seconds=2] [--output=PAGE] [--filter=TEXT]
"""
import argparse
import math
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import pages  # noqa: E402

VARIANTS = ["planned", "vectors alone", "untiled", "plain C", "OpenBLAS"]
# Share of the peak, or times the limit of the bandwidth.
AIMS = [("matmul-transposed", None), ("matmul", 0.6), ("conv-3x3-64-fhwc", 0.4), ("attention", 0.3), ("mlp", 0.5),
        ("layer-norm", 1.5), ("softmax", 1.5), ("elementwise", 1.5), ("gelu", 1.5)]
HEAD = """# Super tiling on one core: limits and baselines

Written by `bench/SuperTiling/cpu_limits.py BUILD_DIR`. Load of the computer over the last 15 minutes: {load} of {cores} cores.
Medians in milliseconds of runs in turn in one process, each after another one of the same program. The limits were measured in the same run: {peak} GFLOP/s of multiply-adds
from registers, and {bandwidth} GB/s of a copy that passes the caches by (bytes read and written), at its best. What the bandwidth
allows is the median of such copies that ran in turn with the program.

| column | program |
|---|---|
| planned | `super-tiling-pipeline="device=cpu reassociate=true"`, then `cpu-pipeline`: what a user has |
| vectors alone | `cpu-pipeline` of the program as it came |
| untiled | the program as it came, by upstream's passes to loops, LLVM at level 3, polynomials for `exp` and `tanh` |
| plain C | `bench/SuperTiling/PlainC.c`: loops in the order in which they vectorize, clang with `-O3 -march=native` |
| OpenBLAS | one thread; {blas} |

Every variant computes the numbers of the untiled program. "Of the limit": share of the peak, or how many times what the bandwidth
allows; bold where the aim is missed.
"""


def measure(arguments):
    bench = pathlib.Path(arguments.build, "bench/bin/SuperTilingCpuLimits")
    command = [bench, f"--seconds={arguments.seconds}", f"--filter={arguments.filter}"]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    limits, rows, failed = {}, [], []
    for line in run.stdout.splitlines():
        fields = line.split("\t")
        if fields[0] in ("peak", "bandwidth", "OpenBLAS"):
            limits[fields[0]] = fields[1]
        elif len(fields) == 9:
            rows.append((fields[0], fields[1], *map(float, fields[2:])))
        else:
            failed.append(line)
    return limits, rows, failed


def aim_of(name):
    return next((aim for prefix, aim in AIMS if name.startswith(prefix)), None)


def row(fields):
    name, kind, _, limit, *times = fields
    planned, aim = times[0], aim_of(name)
    share = limit / planned
    of_limit = f"{100 * share:.0f} %" if kind == "flops" else f"{planned / limit:.2f} times"
    missed = aim and (share < aim if kind == "flops" else planned / limit > aim)
    wanted = "-" if not aim else f"{100 * aim:.0f} %" if kind == "flops" else f"{aim} times"
    cells = [f"{ms:.2f}" if ms else "-" for ms in times]
    return f"| {name} | {'**' + of_limit + '**' if missed else of_limit} | {wanted} | " + " | ".join(cells) + " |\n"


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else 0


def page(limits, rows, failed):
    load = pathlib.Path("/proc/loadavg").read_text().split()[2]
    text = HEAD.format(load=load, cores=os.cpu_count(), peak=limits["peak"], bandwidth=limits["bandwidth"],
                       blas="0.3 of the system" if limits["OpenBLAS"] == "yes" else "not installed")
    text += "\n## Programs\n\n| program | of the limit | aim | " + " | ".join(VARIANTS) + " |\n|" + "---|" * 8 + "\n"
    text += "".join(map(row, rows)) + "\n"
    for index, variant in enumerate(VARIANTS[1:], 1):
        ratios = [fields[4 + index] / fields[4] for fields in rows if fields[4 + index]]
        if ratios:
            text += f"- {variant} / planned: geometric mean {mean(ratios):.2f} of {len(ratios)}, least {min(ratios):.2f}\n"
    if failed:
        text += "\nNot measured:\n\n" + "".join(f"- {line}\n" for line in failed)
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--filter", default="")
    parser.add_argument("--output", type=pathlib.Path, default="docs/measurements/super-tiling-limits.md")
    arguments = parser.parse_args()
    limits, rows, failed = measure(arguments)
    if not rows:
        sys.exit("nothing was measured")
    pages.write(arguments.output, page(limits, rows, failed), "SuperTiling")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

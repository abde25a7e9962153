#!/usr/bin/env python3
"""Times of tiled against untiled programs on this CPU, as a page. For an idle computer.

usage: cpu.py BUILD_DIR [--seconds=0.05] [--named-seconds=1.5] [--memory-bytes=262144] [--output=PAGE] [--filter=TEXT]
"""
import argparse
import collections
import math
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import pages  # noqa: E402

WAYS = [("math", False), ("strict", False), ("math", True), ("strict", True)]
LEAST = 0.98
TARGETS = [("layer-norm", 2.5), ("elementwise-6", 2.5), ("softmax", 2.0), ("attention", 2.0), ("matmul-relu-matmul", 2.5)]
HEAD = """# Super tiling on a CPU

Written by `bench/SuperTiling/cpu.py BUILD_DIR`{load}. Medians of runs in turn in one process, by the same compiler; a figure is
the time of the untiled program over that of the planned one (`device=cpu memory-bytes={memory}`): above 1 is faster.

| column | sums | `exp`, `tanh`, `erf` | softmax | threads | planned with |
|---|---|---|---|---|---|
| math, one core | may be reassociated | polynomials | `online-softmax=true` | 1 | `parallel-loops=shared` |
| strict, one core | in their order | libm | `online-softmax=false` | 1 | `parallel-loops=shared` |
| math, all cores | may be reassociated | polynomials | `online-softmax=true` | {threads} | `parallel-loops=all threads={threads}` |
| strict, all cores | in their order | libm | `online-softmax=false` | {threads} | `parallel-loops=all threads={threads}` |

The untiled program is lowered by upstream's passes, the planned one by `cpu-pipeline`, with the same options. On all cores one pool of threads runs the planned program's parallel tiles
(`scf.forall`); of the untiled one it runs of every operation the first parallel loop with an iteration for each thread.

"Aim" holds for the columns with math options; strict figures have none of their own.
"""


def measure(arguments):
    bench = pathlib.Path(arguments.build, "bench/bin/SuperTilingCpuBench")
    command = [bench, "--table", f"--seconds={arguments.seconds}", f"--named-seconds={arguments.named_seconds}",
               f"--memory-bytes={arguments.memory_bytes}", f"--filter={arguments.filter}"]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    rows, failed, threads = collections.OrderedDict(), [], 1
    for line in run.stdout.splitlines():
        fields = line.split("\t")
        if len(fields) < 5:
            continue
        kind, program, way, count = fields[0], fields[1], fields[2], int(fields[3])
        threads = max(threads, count)
        if len(fields) != 8:
            failed.append(f"{program}, {way}, {count} threads: {fields[4]}")
            continue
        rows.setdefault((kind, program), {})[(way, count > 1)] = tuple(map(float, fields[4:]))
    return rows, failed, threads


def ratio(times):
    return times[0] / times[1]


def is_tiled(times):
    return times[2] > 0


def cell(times, aim, held):
    """The figure with both times; bold where an aim is missed."""
    if not times:
        return "-"
    figure = f"{ratio(times):.2f}"
    if ratio(times) < (aim if held else LEAST):
        figure = f"**{figure}**"
    return f"{figure} ({times[0]:.3f} / {times[1]:.3f})"


def summary(ways, way):
    figures = {name: times[way] for name, times in ways.items() if way in times}
    ratios = {name: ratio(times) for name, times in figures.items()}
    below = [name for name, value in ratios.items() if value < LEAST]
    mean = math.exp(sum(map(math.log, ratios.values())) / len(figures)) if figures else 1
    worst = min(ratios, key=ratios.get) if ratios else None
    untiled = sum(not is_tiled(times) for times in figures.values())
    return (str(len(figures)), str(untiled), f"{mean:.2f}", f"{ratios[worst]:.2f} ({worst})" if worst else "-", f"{len(below)}" + (f" ({', '.join(below)})" if below else ""))


def table(ways, targets):
    text = "| program | aim | " + " | ".join(f"{way}, {'all cores' if every else 'one core'}" for way, every in WAYS)
    text += " |\n|---|---|---|---|---|---|\n"
    for name, times in ways.items():
        aim = next((target for prefix, target in TARGETS if targets and name.startswith(prefix)), LEAST)
        cells = [cell(times.get(way), aim, way[0] == "math") for way in WAYS]
        text += f"| {name} | {aim} | " + " | ".join(cells) + " |\n"
    return text


def aims(ways):
    """How many figures with math options reach the aims by name, on one core and on all."""
    text = ""
    for every in (False, True):
        held, missed = 0, []
        for name, times in ways.items():
            aim = next((target for prefix, target in TARGETS if name.startswith(prefix)), None)
            found = times.get(("math", every))
            if aim is None or not found:
                continue
            held += ratio(found) >= aim
            if ratio(found) < aim:
                missed.append(f"{name} {ratio(found):.2f} of {aim}")
        text += f"- {'All cores' if every else 'One core'}, math options: {held} of {held + len(missed)} aims held"
        text += (": missed " + ", ".join(missed) if missed else "") + ".\n"
    return text


def page(rows, failed, threads, arguments):
    kinds = {kind: {name: times for (of, name), times in rows.items() if of == kind} for kind in ("named", "corpus")}
    load = pathlib.Path("/proc/loadavg").read_text().split()[2]
    text = HEAD.format(load=f"; load of the computer over the last\n15 minutes: {load} (an idle one has what this measurement makes, 1 to 2)", memory=arguments.memory_bytes, threads=threads)
    text += "\n## Programs by name\n\nFigure (ms untiled / ms planned); bold: below its aim.\n\n" + aims(kinds["named"]) + "\n"
    text += table(kinds["named"], True)
    text += "\n## The corpus\n\n\"No loop\": the plan builds none because none is faster by its model (SUT-C1).\n\n"
    text += f"| way | programs | no loop | geometric mean | least | below {LEAST} |\n|---|---|---|---|---|---|\n"
    for way, every in WAYS:
        text += f"| {way}, {'all cores' if every else 'one core'} | " + " | ".join(summary(kinds["corpus"], (way, every)))
        text += " |\n"
    text += "\n" + table(kinds["corpus"], False)
    if failed:
        text += "\nNot measured:\n\n" + "".join(f"- {line}\n" for line in failed)
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--named-seconds", type=float, default=1.5)
    parser.add_argument("--memory-bytes", type=int, default=262144)
    parser.add_argument("--filter", default="")
    parser.add_argument("--output", type=pathlib.Path, default="docs/measurements/super-tiling-cpu.md")
    arguments = parser.parse_args()
    rows, failed, threads = measure(arguments)
    if not rows:
        sys.exit("nothing was measured")
    pages.write(arguments.output, page(rows, failed, threads, arguments), "SuperTiling")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

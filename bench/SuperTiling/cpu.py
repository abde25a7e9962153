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
import tempfile

WAYS = [("math", False), ("strict", False), ("math", True), ("strict", True)]
TARGETS = [("layer-norm", 2.5), ("elementwise-6", 2.5), ("softmax", 2.0), ("attention", 2.0), ("matmul-relu-matmul", 2.5)]
HEAD = """# Super tiling on a CPU

Written by `bench/SuperTiling/cpu.py BUILD_DIR`, on an idle computer{load}. Medians of runs in turn in one process, by the same
compiler; a figure is the time of the untiled program over that of the planned one (`device=cpu`, {memory} B): above 1 is faster.

- "math": sums may be reassociated, polynomials for `exp`, `tanh` and `erf`, online softmax. "strict": operations as they stand,
  libm, no online softmax.
- "one core": both programs on one thread.
- "all cores": {threads} threads of one pool. The planned program runs its parallel tiles (`parallel-loops=all`, `scf.forall`) on them,
  the untiled one of every operation the first parallel loop with an iteration for each thread.
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


def cell(times):
    return f"{ratio(times):.2f} ({times[0]:.3f} / {times[1]:.3f})" if times else "-"


def summary(ways, way):
    figures = {name: ratio(times[way]) for name, times in ways.items() if way in times}
    if not figures:
        return "-", "-", "-"
    mean = math.exp(sum(map(math.log, figures.values())) / len(figures))
    worst = min(figures, key=figures.get)
    return f"{mean:.2f}", f"{figures[worst]:.2f} ({worst})", str(sum(value < 0.98 for value in figures.values()))


def table(ways, targets):
    text = "| program | aim | " + " | ".join(f"{way}, {'all cores' if every else 'one core'}" for way, every in WAYS)
    text += " |\n|---|---|---|---|---|---|\n"
    for name, times in ways.items():
        aim = next((target for prefix, target in TARGETS if targets and name.startswith(prefix)), 0.98)
        text += f"| {name} | {aim} | " + " | ".join(cell(times.get(way)) for way in WAYS) + " |\n"
    return text


def page(rows, failed, threads, arguments):
    kinds = {kind: {name: times for (of, name), times in rows.items() if of == kind} for kind in ("named", "corpus")}
    load = pathlib.Path("/proc/loadavg").read_text().split()[2]
    text = HEAD.format(load=f" (load over 15 minutes {load})", memory=arguments.memory_bytes, threads=threads)
    text += "\n## Programs by name\n\nFigure (ms untiled / ms planned).\n\n" + table(kinds["named"], True)
    text += "\n## The corpus\n\n| way | geometric mean | least | below 0.98 |\n|---|---|---|---|\n"
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
    with tempfile.NamedTemporaryFile("w", dir=arguments.output.parent, delete=False) as out:
        out.write(page(rows, failed, threads, arguments))
    pathlib.Path(out.name).chmod(0o644)
    pathlib.Path(out.name).replace(arguments.output)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

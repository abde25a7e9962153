#!/usr/bin/env python3
"""Modelled traffic of fused problems that papers on mappers use, at ten budgets, over its lower bound.

usage: fused.py BUILD_DIR [--opt=ALCOVE_OPT] [--only=TEXT] [--out=PAGE] [--threads=N]

Blocks of BERT and of GPT-3 (6.7B), attention alone, feed-forward networks, pairs of products; all f32, from
`alcove-program`. A case is proved where the plan moves what the bound says, within 1e-9. Traffic is modelled: the same on
any computer. Seconds are processor time of one run of `alcove-opt`, reading, planning, building and judging.
"""
import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import pages  # noqa: E402

BUDGETS = [(64 << 10) << i for i in range(10)]


def block(tokens, width, heads):
    return ["encoder", "--layers=1", f"--tokens={tokens}", f"--width={width}", f"--heads={heads}"]


def attention(heads, tokens, head):
    return ["attention", f"--heads={heads}", f"--tokens={tokens}", f"--width={head}"]


PROBLEMS = {
    "pair 512 x 768 x 3072": ["product-pair", "--tokens=512", "--width=768"],
    "pair 512 x 1024 x 4096": ["product-pair", "--tokens=512", "--width=1024"],
    "pair 2048 x 4096 x 16384": ["product-pair", "--tokens=2048", "--width=4096"],
    "feed-forward 512 x 768 x 3072": ["feed-forward", "--tokens=512", "--width=768"],
    "feed-forward 512 x 1024 x 4096": ["feed-forward", "--tokens=512", "--width=1024"],
    "attention 12 x 512 x 64": attention(12, 512, 64),
    "attention 12 x 1024 x 64": attention(12, 1024, 64),
    "attention 12 x 4096 x 64": attention(12, 4096, 64),
    "attention 32 x 2048 x 128": attention(32, 2048, 128),
    "BERT-base block, 512 tokens": block(512, 768, 12),
    "BERT-large block, 512 tokens": block(512, 1024, 16),
    "GPT-3 6.7B block, 2048 tokens": block(2048, 4096, 32),
}


def tile(opt, text, budget):
    """The report of one run, and its seconds of processor time."""
    with tempfile.TemporaryDirectory() as work:
        source, report = pathlib.Path(work, "in.mlir"), pathlib.Path(work, "report.json")
        source.write_text(text)
        run = subprocess.Popen([opt, source, f"--super-tiling=memory-bytes={budget} report={report}", "-o", "/dev/null"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(run.pid, 0)
        run.returncode = status
        return json.loads(report.read_text()) if status == 0 else None, usage.ru_utime + usage.ru_stime


def measure(build, opt, only, threads):
    cases = [(name, subprocess.check_output([f"{build}/bin/alcove-program", *arguments], text=True), budget)
             for name, arguments in PROBLEMS.items() if only in name for budget in BUDGETS]
    with ThreadPoolExecutor(threads) as pool:
        found = pool.map(lambda case: tile(opt, case[1], case[2]), cases)
        return [(name, budget, report, seconds) for (name, _, budget), (report, seconds) in zip(cases, found)]


def ratio(report):
    return report["traffic_bytes"] / report["bound_bytes"]


def line(name, rows):
    ratios = [ratio(report) for _, _, report, _ in rows if report]
    if not ratios:
        return f"| {name} | 0 of {len(rows)} | | | | | |"
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    return (f"| {name} | {len(ratios)} of {len(rows)} | {sum(r < 1 + 1e-9 for r in ratios)} | {sum(r <= 1.02 for r in ratios)} | "
            f"{mean:.3f} | {max(ratios):.3f} | {max(row[3] for row in rows):.1f} |")


def ceil(a, b):
    return -(-a // b)


def alone(rows, columns, depth, memory):
    """Elements that one product loads at least: every tile of rows and columns, sums that stay or are stored and loaded."""
    left, right, sums, best = rows * depth, depth * columns, rows * columns, math.inf
    for m in range(1, rows + 1):
        n = max((memory - 1 - min(m, memory // m)) // m, 0)
        while n > 0 and m * n + min(m, n) + 1 > memory:
            n -= 1
        if n > 0:
            best = min(best, left * ceil(columns, min(n, columns)) + right * ceil(rows, m))
        if m * (depth + 1) + 1 <= memory:
            best = min(best, left + right * ceil(rows, m))
        if m + 2 <= memory:
            best = min(best, left + right * ceil(rows, m) + 2 * sums * (ceil(depth, (memory - m - 1) // m) - 1 if memory - 1 >= 2 * m else math.inf))
    for n in range(1, columns + 1):
        if n * (depth + 1) + 1 <= memory:
            best = min(best, left * ceil(columns, n) + right)
        if memory - 1 >= 2 * n:
            best = min(best, left * ceil(columns, n) + right + 2 * sums * (ceil(depth, (memory - n - 1) // n) - 1))
    return best


def together(rows, depth, between, columns, memory):
    """Elements that two products in one loop load at least, the first made once, rows or columns in between outside."""
    x, w, v, y, best = rows * depth, depth * between, between * columns, rows * columns, math.inf
    for x_stays in (False, True):
        for y_stays in (False, True):
            for m in range(1, rows + 1):
                # Rows outside: parts of x and y of m rows; the tile in between takes the rest.
                rest = memory - m * (depth * x_stays + columns * y_stays) - 1
                h = min((rest - (0 if x_stays and y_stays else min(m, rest // m))) // m if rest > 0 else 0, between)
                if h > 0:
                    times = ceil(between, h)
                    best = min(best, (w + v) * ceil(rows, m) + x * (1 if x_stays else times) + (0 if y_stays else 2 * y * (times - 1)))
            for h in range(1, between + 1):
                # Columns in between outside: w and v stay, all of x and y or nothing of them.
                rest = memory - h * (depth + columns) - rows * (depth * x_stays + columns * y_stays) - 1
                if rest >= h:
                    times = ceil(between, h)
                    best = min(best, w + v + x * (1 if x_stays else times) + (0 if y_stays else 2 * y * (times - 1)))
    return best


def second_search(rows):
    """Pairs of products once more, by loops in this script: the products apart or in one loop."""
    lines = ["| problem | budget, KiB | this search, MB | bound, MB |", "|---|---|---|---|"]
    m, k, h = 512, 768, 3072
    for name, budget, report, _ in rows:
        if name != "pair 512 x 768 x 3072" or not report:
            continue
        memory = budget // 4
        apart = alone(m, h, k, memory) + alone(m, k, h, memory) + m * h + m * k
        least = 4 * min(apart, together(m, k, h, k, memory) + m * k)
        lines.append(f"| {name} | {budget >> 10} | {least / 1e6:.3f} | {report['bound_bytes'] / 1e6:.3f} |")
    return lines


def page(rows):
    lines = ["# Fused problems of the literature", "",
             "Written by `bench/SuperTiling/fused.py`. Modelled bytes over the lower bound, which every run verifies, at ten budgets from",
             "64 KiB to 32 MiB; f32; programs of `alcove-program`. Proved: the plan moves what the bound says.", "",
             "| problem | planned | proved | within 2 % | mean over bound | worst | slowest, s |", "|---|---|---|---|---|---|---|"]
    for name in dict.fromkeys(row[0] for row in rows):
        lines.append(line(name, [row for row in rows if row[0] == name]))
    lines += [line("all", rows), "", "## A second search", "",
              "For sceptics: the same pair by loops over tile sizes in the script, which shares no code with the program. Both products",
              "apart, or in one loop without doing the first again.", "", *second_search(rows), "", "## By budget", "",
              "| problem | budget, KiB | planned, MB | bound, MB | planned / bound | s |", "|---|---|---|---|---|---|"]
    for name, budget, report, seconds in rows:
        values = [f"{report[key] / 1e6:.3f}" for key in ("traffic_bytes", "bound_bytes")] if report else ["-", "-"]
        lines.append(f"| {name} | {budget >> 10} | {values[0]} | {values[1]} | {f'{ratio(report):.4f}' if report else '-'} | {seconds:.1f} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--opt")
    parser.add_argument("--only", default="")
    parser.add_argument("--out", type=pathlib.Path, default="docs/measurements/super-tiling-fused.md")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    rows = measure(options.build, options.opt or f"{options.build}/bin/alcove-opt", options.only, options.threads)
    pages.write(options.out, page(rows), "SuperTiling")


main()

#!/usr/bin/env python3
"""Modelled traffic of super tiling: the corpus and programs by name, at several budgets, planned and by the simple modes.

usage: traffic.py BUILD_DIR [--opt=ALCOVE_OPT] [--before=ALCOVE_OPT --before-name=TEXT] [--out=PAGE] [--threads=N]

Writes a page: geometric means of planned traffic over the simple modes (marked and unmarked), the compulsory bytes and the
lower bound, the worst ratio to the bound, every pair of neighbouring budgets where traffic rises, a table of the programs
by name; the same of an older program where one is given, and the cases in which the two differ. What the page has from
"## Compile time" on is kept. Traffic is modelled: the same on any computer.
"""
import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import pages  # noqa: E402

BUDGETS = [16 << 10, 64 << 10, 128 << 10, 512 << 10, 2 << 20]
NAMED = {
    "ResNet-18": (["resnet18"], [64 << 10, 128 << 10, 256 << 10, 512 << 10, 2 << 20]),
    "detector 320": (["detector"], [64 << 10, 128 << 10, 512 << 10, 2 << 20]),
    "attention 12 x 1024": (["attention", "--heads=12", "--tokens=1024"], [64 << 10, 256 << 10, 512 << 10, 2 << 20]),
    "feed-forward 128 x 768": (["feed-forward", "--tokens=128"], [64 << 10, 256 << 10, 512 << 10, 2 << 20]),
    "feed-forward 512 x 768": (["feed-forward", "--tokens=512"], [64 << 10, 256 << 10, 512 << 10, 2 << 20]),
    "encoder 2 x 128 x 128": (["encoder", "--layers=2", "--width=128", "--heads=2"],
                              [64 << 10, 128 << 10, 256 << 10, 512 << 10, 1 << 20, 2 << 20]),
    "encoder 1 x 128 x 768": (["encoder", "--layers=1"], [64 << 10, 128 << 10, 256 << 10, 512 << 10, 1 << 20, 2 << 20]),
}
MODES = ["planned", "no-fuse", "max-producers"]


def programs(bin_dir, named):
    tool = f"{bin_dir}/alcove-program"
    if named:
        return [(name, subprocess.check_output([tool, *arguments], text=True), budgets)
                for name, (arguments, budgets) in NAMED.items()]
    names = subprocess.check_output([tool, "list"], text=True).split()
    return [(name, subprocess.check_output([tool, "corpus", f"--name={name}"], text=True), BUDGETS) for name in names]


def tile(opt, text, budget, mode, marked):
    with tempfile.TemporaryDirectory() as work:
        source, report = pathlib.Path(work, "in.mlir"), pathlib.Path(work, "report.json")
        source.write_text(text)
        passes = ["--mark-patterns-for-super-tiling"] if marked else []
        passes.append(f"--super-tiling=memory-bytes={budget} mode={mode} report={report}")
        run = subprocess.run([opt, source, *passes, "-o", "/dev/null"], capture_output=True, text=True)
        return json.loads(report.read_text()) if run.returncode == 0 else None


def geometric(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


def mean_line(rows, name, of):
    ratios = [r["planned"]["traffic_bytes"] / of(r) for r in rows if r["planned"] and of(r)]
    worst = max(ratios, default=0)
    above = sum(ratio > 1.0000001 for ratio in ratios)
    return f"planned / {name}: {geometric(ratios):.3f} over {len(ratios)} cases, worst {worst:.2f}, above 1 in {above}"


def measure(build, opt, named, threads):
    cases = [(name, text, budget) for name, text, budgets in programs(f"{build}/bin", named) for budget in budgets]

    def run(case):
        name, text, budget = case
        row = {"name": name, "budget": budget}
        for mode in MODES:
            row[mode] = tile(opt, text, budget, mode, True)
            row[mode + " unmarked"] = tile(opt, text, budget, mode, False) if mode != "planned" or named else None
        return row

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(run, cases))


def summary(rows):
    lines = [f"{sum(r['planned'] is not None for r in rows)} of {len(rows)} cases served"]
    for mode in MODES[1:]:
        for unmarked in ("", " unmarked"):
            lines.append(mean_line(rows, mode + unmarked, lambda r: (r[mode + unmarked] or {}).get("traffic_bytes")))
    lines.append(mean_line(rows, "compulsory", lambda r: r["planned"]["compulsory_bytes"]))
    lines.append(mean_line(rows, "bound", lambda r: r["planned"].get("bound_bytes")))
    return lines + rises(rows)


def rises(rows):
    lines = []
    for a, b in zip(rows, rows[1:]):
        if a["name"] == b["name"] and a["planned"] and b["planned"]:
            less, more = a["planned"]["traffic_bytes"], b["planned"]["traffic_bytes"]
            if more > less * 1.0000001:
                lines.append(f"traffic rises: {a['name']} {a['budget']} B {less:.0f}, {b['budget']} B {more:.0f}")
    return lines or ["no rise of traffic between neighbouring budgets"]


def table(rows):
    lines = ["| program | budget, KiB | planned, MB | unmarked | no-fuse | max-producers | no-fuse unmarked | compulsory | bound | "
             "planned / compulsory | planned / bound |", "|---|---|---|---|---|---|---|---|---|---|---|"]

    def mb(report, key="traffic_bytes"):
        return f"{report[key] / 1e6:.2f}" if report and report.get(key) else "-"

    def ratio(report, key):
        return f"{report['traffic_bytes'] / report[key]:.2f}" if report and report.get(key) else "-"

    for r in rows:
        p = r["planned"]
        cells = [r["name"], str(r["budget"] >> 10), mb(p), mb(r["planned unmarked"]), mb(r["no-fuse"]), mb(r["max-producers"]),
                 mb(r["no-fuse unmarked"]), mb(p, "compulsory_bytes"), mb(p, "bound_bytes"), ratio(p, "compulsory_bytes"),
                 ratio(p, "bound_bytes")]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def differences(before, after):
    lines = ["| program | budget, KiB | before, B | after, B | after / before |", "|---|---|---|---|---|"]
    for b, a in zip(before, after):
        if not b["planned"] or not a["planned"]:
            continue
        x, y = b["planned"]["traffic_bytes"], a["planned"]["traffic_bytes"]
        if x != y:
            lines.append(f"| {a['name']} | {a['budget'] >> 10} | {x:.0f} | {y:.0f} | {y / x:.3f} |")
    return lines if len(lines) > 2 else ["None."]


HEAD = """# Traffic of super tiling

Written by `bench/SuperTiling/traffic.py` (from "Compile time" on by hand). Modelled bytes: the same on any computer. The corpus
has 80 programs, at 5 budgets. Programs are marked (`--mark-patterns-for-super-tiling`) except in the columns that say otherwise.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--opt")
    parser.add_argument("--before")
    parser.add_argument("--before-name", default="an older build")
    parser.add_argument("--out", type=pathlib.Path, default="docs/measurements/super-tiling-traffic.md")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    opts = [options.opt or f"{options.build}/bin/alcove-opt"] + ([options.before] if options.before else [])
    corpus = [measure(options.build, opt, False, options.threads) for opt in opts]
    named = [measure(options.build, opt, True, options.threads) for opt in opts]
    lines = ["## The corpus", "", "```", *summary(corpus[0]), "```"]
    if options.before:
        lines += ["", f"Before ({options.before_name}):", "", "```", *summary(corpus[1]), "```", "", "Cases that differ:", "",
                  *differences(corpus[1], corpus[0])]
    lines += ["", "## Programs by name", "", *table(named[0]), "", *rises(named[0])]
    if options.before:
        lines += ["", f"Cases that differ from {options.before_name}:", "", *differences(named[1], named[0])]
    old = options.out.read_text() if options.out.exists() else ""
    kept = old[old.index("## Compile time"):] if "## Compile time" in old else ""
    pages.write(options.out, HEAD + "\n" + "\n".join(lines) + "\n\n" + kept, "SuperTiling")


main()

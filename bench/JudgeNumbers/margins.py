#!/usr/bin/env python3
"""Compiles models and compares each with what it became: the noise of every unmutated model against its bounds.

usage: margins.py [--build DIR] [--arch NAME] [--level N] [--threads N] [--within-s N] [--within-gb N] [MODEL.mlir|DIR ...]
       default: the corpus ($ALCOVE_CORPUS)

Per model and precision the smallest margin (how many times the errors would fit into the bounds that they are held to,
rules NUM-C5 to NUM-C10), the largest errors, seconds, processor seconds and peak memory of the comparison. Exit 1: a
model does not compile or compares unequal, all comparisons take more than --within-s seconds, or one more memory than
--within-gb.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(command):
    """(exit status, output, seconds, processor seconds, megabytes)"""
    with tempfile.TemporaryFile("w+") as output:
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        output.seek(0)
        return status, output.read(), time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def worst(lines, what, pick=max):
    numbers = [float(n) for line in lines for n in re.findall(what, line)]
    return f"{pick(numbers):g}" if numbers else "none"


def row_of(text, precision):
    """Margin, correlation, errors of the rows of one precision; constants and integers have no errors."""
    lines = [line for line in text.splitlines() if re.search(r": (equal|DIFFERS)", line)]
    lines = [line for line in lines if ("as declared" in line) == (precision == "declared")]
    if not lines:
        return "one precision | | | |"
    if all("the same numbers" in line for line in lines):
        return "the same numbers | 1 | 0 | 0 | 0"
    return " | ".join([worst(lines, r"([\d.e+-]+) times within", min), worst(lines, r"correlation ([\d.]+)", min),
                       worst(lines, r"error ([\d.e+-]+) of its size"), worst(lines, r"row or column ([\d.e+-]+)"),
                       worst(lines, r"worst element ([\d.e+-]+)")])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--arch", default="wormhole_b0")
    parser.add_argument("--level", type=int, default=2)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--within-s", type=float, default=float("inf"))
    parser.add_argument("--within-gb", type=float, default=float("inf"))
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    corpus = os.environ.get("ALCOVE_CORPUS", ROOT / "corpus")
    files = [pathlib.Path(m) for m in options.models or [corpus]]
    files = [f for m in files for f in (sorted(m.glob("*.mlir")) if m.is_dir() else [m])]
    print("| model | verdict | observed | precision | margin | correlation | error | worst row | worst element | s | processor s | MB |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    failed, sums, most = [], [0.0, 0.0], 0.0
    for model in files:
        with tempfile.TemporaryDirectory() as work:
            out = os.path.join(work, "out.mlir")
            pipeline = f"--ttir-to-ttnn-backend-pipeline=optimization-level={options.level} mock-system-desc-arch={options.arch}"
            status, text, *_ = run([os.path.join(options.build, "bin/alcove-opt"), pipeline, str(model), "-o", out])
            if status == 0:
                status, text, seconds, processor, megabytes = run(
                    [os.path.join(options.build, "bin/alcove-run"), str(model), f"--compare={out}", f"--threads={options.threads}"])
        if "function " not in text:
            failed.append(model.stem)
            print(f"| {model.stem} | failed: {text.splitlines()[0] if text else ''} |", flush=True)
            continue
        observed = re.search(r"([\d.]+ % of \d+ ops) observed(, a sample of \d+)?", text)
        verdict = "equal" if status == 0 else "DIFFERS"
        if status:
            failed.append(model.stem)
        sums = [sums[0] + seconds, sums[1] + processor]
        most = max(most, megabytes)
        print(f"| {model.stem} | {verdict} | {observed[1] + (observed[2] or '') if observed else ''} | f32 | {row_of(text, 'f32')} | "
              f"{seconds:.1f} | {processor:.0f} | {megabytes:.0f} |")
        if "as declared" in text:
            print(f"| | | | declared | {row_of(text, 'declared')} | | | |", flush=True)
    print(f"\n{len(files)} models, {len(files) - len(failed)} equal, {sums[0]:.0f} s, {sums[1]:.0f} processor s, at most {most:.0f} MB")
    return 1 if failed or sums[0] > options.within_s or most > options.within_gb * 1000 else 0


if __name__ == "__main__":
    sys.exit(main())

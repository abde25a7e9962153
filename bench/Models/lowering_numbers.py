#!/usr/bin/env python3
"""Numbers of every model as TTIR and as what level 2 makes of it: correlation in f32 and in the declared types.

usage: lowering_numbers.py [--build DIR] [--arch NAME] [--jobs N] [--threads N] [--output FILE] [MODEL.mlir ...]

default models: the corpus ($ALCOVE_CORPUS) in full size, and the look-alikes in small size
(testing/models/lookalikes.py --all DIR --small). Least correlation over the results of a model. Bounds: 1.0000000 in f32, 0.99998
as declared. A miss as declared is run again: level 2 with every pattern of LoweringPatterns.def off against TTIR, and TTIR
and level 2, as declared, against TTIR in f32. Where TTIR itself is no nearer to f32 than level 2 is, the miss is the
type's. Exit 1: a model fails, differs in f32, or level 2 is farther from f32 than TTIR is by a tenth.
"""
import argparse
import array
import ast
import concurrent.futures
import math
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

import lowering

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import pages  # noqa: E402
BOUND = 0.99998


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError((done.stderr or done.stdout).strip().split("\n")[0][:200])
    return done.stdout


def least(text, declared):
    """Least correlation of the results of one precision; 1 where all numbers are the same, None without such a line."""
    lines = [line for line in text.splitlines() if re.search(r"result \d+:.*: (equal|DIFFERS)", line)]
    lines = [line for line in lines if ("as declared" in line) == declared]
    numbers = [float(n) for line in lines for n in re.findall(r"correlation ([\d.]+)", line)]
    return min(numbers, default=1.0) if lines else None


def read_npy(path):
    """Numbers of a one-dimensional view of a .npy file of f4, or None for other types."""
    with open(path, "rb") as file:
        file.read(8)
        header = ast.literal_eval(file.read(struct.unpack("<H", file.read(2))[0]).decode())
        if header["descr"] != "<f4":
            return None
        values = array.array("f")
        values.frombytes(file.read())
        return values


def correlation(a, b):
    n = len(a)
    mean_a, mean_b = math.fsum(a) / n, math.fsum(b) / n
    ab = math.fsum((x - mean_a) * (y - mean_b) for x, y in zip(a, b))
    aa, bb = math.fsum((x - mean_a) ** 2 for x in a), math.fsum((y - mean_b) ** 2 for y in b)
    return ab / math.sqrt(aa * bb) if aa and bb else 1.0


def nearness(folder, kind):
    """Least correlation of the results of one side, as declared, with those of TTIR in f32."""
    pairs = [(read_npy(path), read_npy(path.with_suffix(f".{kind}.npy"))) for path in sorted(folder.glob("*.result*.npy"))
             if re.search(r"\.result\d+\.npy$", path.name)]
    return min((correlation(exact, values) for exact, values in pairs if exact and values), default=1.0)


def check(options, model):
    tool, runner = (os.path.join(options.build, "bin", name) for name in ("alcove-opt", "alcove-run"))
    pipeline = f"--ttir-to-ttnn-backend-pipeline=optimization-level=2 mock-system-desc-arch={options.arch}"
    common = ["--sensitivity=no", f"--threads={options.threads}"]
    with tempfile.TemporaryDirectory() as work:
        after, off = os.path.join(work, "after.mlir"), os.path.join(work, "off.mlir")
        try:
            run([tool, pipeline, model, "-o", after])
            text = run([runner, model, f"--compare={after}", f"--outputs={work}", *common])
            row = {"f32": least(text, False), "declared": least(text, True)}
            if row["declared"] is not None and row["declared"] < BOUND:
                run([tool, pipeline + "".join(f" enable-{name}=false" for name in lowering.patterns()), model, "-o", off])
                plain = run([runner, model, f"--compare={off}", "--precision=declared", *common])
                folder = pathlib.Path(work)
                row["miss"] = least(plain, True), nearness(folder, "declared"), nearness(folder, "other")
            return row
        except RuntimeError as error:
            return {"error": str(error)}


def text_of(value):
    return "-" if value is None else f"{value:.7f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--arch", default="wormhole_b0")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="of one comparison")
    parser.add_argument("--output", help="markdown file; default: standard output")
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    work = tempfile.TemporaryDirectory()
    models = options.models
    if not models:
        subprocess.run([sys.executable, str(ROOT / "testing/models/lookalikes.py"), "--all", work.name, "--small"], check=True, stdout=subprocess.DEVNULL)
        models = sorted(map(str, lowering.corpus_of().glob("*.mlir"))) + sorted(map(str, pathlib.Path(work.name).glob("*.mlir")))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        rows = list(zip(models, pool.map(lambda model: check(options, model), models)))
    good = [row for _, row in rows if "error" not in row]
    misses = [row["miss"] for row in good if "miss" in row]
    wrong = [row for row in good if row["f32"] is not None and row["f32"] < 0.99999995]
    farther = [miss for miss in misses if 1 - miss[2] > 1.1 * (1 - miss[1])]
    which = "MODEL.mlir ..." if options.models else "the corpus in full size, the look-alikes in small size"
    out = ["# Lowering: numbers of TTIR and of level 2", "",
           f"Written by `bench/Models/lowering_numbers.py --arch {options.arch}`: {which}, the same seeded data.",
           "Least correlation over a model's results. Bounds: 1.0000000 in f32, 0.99998 in the declared types.", "",
           f"Models: {len(rows)}; failed: {len(rows) - len(good)}; below 1.0000000 in f32: {len(wrong)}; below 0.99998 as declared: "
           f"{len(misses)}, of these level 2 farther from f32 than TTIR itself by more than a tenth: {len(farther)}.", "",
           "| model | f32 | declared | patterns off, declared | TTIR, declared against f32 | level 2, declared against f32 |",
           "|---|---|---|---|---|---|"]
    for model, row in rows:
        name = pathlib.Path(model).stem
        if "error" in row:
            out.append(f"| {name} | failed: {row['error']} | | | | |")
        else:
            extra = " | ".join(map(text_of, row["miss"])) if "miss" in row else " | | "
            out.append(f"| {name} | {text_of(row['f32'])} | {text_of(row['declared'])} | {extra} |")
    text = "\n".join(out) + "\n"
    if options.output:
        pages.write(options.output, text, "Models")
    else:
        print(text, end="")
    return 1 if len(good) < len(rows) or wrong or farther else 0


if __name__ == "__main__":
    sys.exit(main())

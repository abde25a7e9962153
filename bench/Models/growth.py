#!/usr/bin/env python3
"""How compiling grows with the number of ops: a chain, stacks of products, and ops that share one operand.

usage: growth.py [--build DIR] [--ops 5000,40000] [--programs relu,stack,one-weight,shared] [--most-seconds S] [--most-mb M]
                 [--most-exponent E] [--out FILE.md]

Processor seconds, wall seconds and memory of `alcove-opt` at level 2, and the exponent of the processor time from the
first number of ops to the last: 1 = linear. With a --most option the exit code is 1 where a row is above it.
"""
import argparse
import math
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import policies

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import pages  # noqa: E402

TENSOR = "tensor<64x64xbf16>"


def binary(index, op, left, right):
    return f'  %{index} = "ttir.{op}"({left}, {right}) : ({TENSOR}, {TENSOR}) -> {TENSOR}'


def unary(index, op, operand):
    return f'  %{index} = "ttir.{op}"({operand}) : ({TENSOR}) -> {TENSOR}'


def relu(count):
    """Each op reads the one before."""
    return [], [unary(i, "relu" if i % 2 else "neg", f"%{i - 1}" if i else "%x") for i in range(count)]


def layers(count, weight_of):
    """product, addition of a bias, gelu: three ops a layer."""
    lines, before = [], "%x"
    for i in range(0, count - 2, 3):
        lines += [binary(i, "matmul", before, weight_of(i // 3)), binary(i + 1, "add", f"%{i}", "%b"), unary(i + 2, "gelu", f"%{i + 1}")]
        before = f"%{i + 2}"
    return lines


def stack(count):
    """Layers with a weight each, as far as arguments go, then again from the first."""
    weights = [f"%w{i}" for i in range(min(256, count // 3 + 1))]
    return weights + ["%b"], layers(count, lambda i: weights[i % len(weights)])


def one_weight(count):
    return ["%w", "%b"], layers(count, lambda i: "%w")


def shared(count):
    """Every op reads the input beside the one before."""
    return [], [binary(i, "multiply" if i % 2 else "add", f"%{i - 1}" if i else "%x", "%x") for i in range(count)]


PROGRAMS = {"relu": relu, "stack": stack, "one-weight": one_weight, "shared": shared}


def text(name, count):
    parameters, lines = PROGRAMS[name](count)
    kinds = ["input"] + ["parameter"] * len(parameters)
    arguments = ", ".join(f"{argument}: {TENSOR} {{ttcore.argument_type = #ttcore.argument_type<{kind}>}}"
                          for argument, kind in zip(["%x"] + parameters, kinds))
    last = lines[-1].split()[0]
    return f"func.func @main({arguments}) -> {TENSOR} {{\n" + "\n".join(lines) + f"\n  return {last} : {TENSOR}\n}}\n"


def run(tool, name, count, work):
    model = os.path.join(work, "model.mlir")
    pathlib.Path(model).write_text(text(name, count))
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    # A process of its own: the largest memory of all children is the only one that is known.
    report = subprocess.run([sys.executable, "-c", "import resource, subprocess, sys\n"
                             "code = subprocess.run(sys.argv[1:]).returncode\n"
                             "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
                             "sys.exit(code)",
                             tool, "--ttir-to-ttnn-backend-pipeline=optimization-level=2", model, "-o", os.path.join(work, "out.mlir")],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if report.returncode:
        sys.exit(f"growth.py: {name}, {count} ops: {report.stderr[-500:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {"ops": count, "wall": time.monotonic() - start, "mb": int(report.stdout.split()[-1]) / 1024,
            "seconds": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--ops", default="5000,40000")
    parser.add_argument("--programs", default=",".join(PROGRAMS))
    for limit in ("seconds", "mb", "exponent"):
        parser.add_argument(f"--most-{limit}", type=float, default=math.inf)
    parser.add_argument("--out")
    options = parser.parse_args()
    tool, failed = os.path.join(options.build, "bin/alcove-opt"), False
    lines = ["# Growth", "", f"Written by `bench/Models/growth.py` at commit {policies.pages.commit()}.", "",
             "| program | ops | processor s | wall s | peak MB | exponent |", "|---|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory() as work:
        for name in options.programs.split(","):
            rows = [run(tool, name, int(count), work) for count in options.ops.split(",")]
            first, last = rows[0], rows[-1]
            exponent = math.log(last["seconds"] / first["seconds"]) / math.log(last["ops"] / first["ops"]) if len(rows) > 1 else math.nan
            for row in rows:
                shown = f"{exponent:.2f}" if row is last else ""
                lines.append(f"| {name} | {row['ops']} | {row['seconds']:.2f} | {row['wall']:.2f} | {row['mb']:.0f} | {shown} |")
                failed |= row["seconds"] > options.most_seconds or row["mb"] > options.most_mb
            failed |= exponent > options.most_exponent
    print("\n".join(lines))
    if options.out:
        pages.write(options.out, "\n".join(lines) + "\n", "Models")
    return failed


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Every alternative beside the program as it stands: the same numbers in f32, bit for bit.

usage: forms_equal.py BUILD [--programs N] [--seed S]

Products with and without bias and activation, in random shapes and types, on data with ties, infinities, NaN and negative
zeros. Each is compiled once per form (force-forms), both are executed on the same data. Prints the first difference and
ends with 1, or one line that counts what was compared.
"""
import argparse
import array
import collections
import math
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

ACTIVATIONS = ["relu", "silu", "gelu", "sigmoid"]


def program(draw):
    """Text of a module, its argument shapes and the forms of its product."""
    m, k, n = (draw.choice([1, 5, 32, 33, 64]) for _ in range(3))
    element, activation = draw.choice(["bf16", "f32"]), draw.choice(ACTIVATIONS + [None])
    bias = draw.choice([None, (n,), (1, n)])
    if activation is None and bias is None:
        activation = "silu"
    shapes = [(m, k), (k, n)] + ([bias] if bias else [])

    def of(shape):
        return f"tensor<{'x'.join(map(str, shape))}x{element}>"

    kinds = ["input"] + ["parameter"] * (len(shapes) - 1)
    arguments = ", ".join(f"%arg{i}: {of(s)} {{ttcore.argument_type = #ttcore.argument_type<{kind}>}}"
                          for i, (s, kind) in enumerate(zip(shapes, kinds)))
    operands = ", ".join(f"%arg{i}" for i in range(len(shapes)))
    types = ", ".join(map(of, shapes))
    op = "linear" if bias else "matmul"
    lines = [f'%0 = "ttir.{op}"({operands}) <{{transpose_a = false, transpose_b = false}}> : ({types}) -> {of((m, n))} loc("dense")']
    if activation:
        lines.append(f'%1 = "ttir.{activation}"(%0) : ({of((m, n))}) -> {of((m, n))} loc("act")')
    lines.append(f"return %{len(lines) - 1} : {of((m, n))}")
    forms = (["activation-apart"] if activation else []) + \
        ([] if not bias else ["bias-and-activation-apart"] if activation else ["bias-apart"])
    return f"func.func @f({arguments}) -> {of((m, n))} {{\n  " + "\n  ".join(lines) + "\n}\n", shapes, forms


def data(draw, shape):
    """Few values, so that there are ties; here and there one that arithmetic treats on its own."""
    values = array.array("f", [draw.choice([-2.0, -0.5, -0.0, 0.0, 0.25, 1.0, 3.0]) for _ in range(math.prod(shape))])
    if draw.random() < 0.3:
        values[draw.randrange(len(values))] = draw.choice([math.inf, -math.inf, math.nan])
    return values


def write_npy(path, values, shape):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({', '.join(map(str, shape))},), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + values.tobytes())


def read_npy(path):
    """Header and 32-bit words, NaN as one."""
    content = path.read_bytes()
    begin = 10 + struct.unpack("<H", content[8:10])[0]
    floats = array.array("f", content[begin:])
    return content[10:begin].strip(), [None if math.isnan(f) else word for f, word in zip(floats, array.array("I", content[begin:]))]


def result_of(build, work, source, form):
    """Result of the program compiled with `form`, executed in f32."""
    planned = work / f"{form}.mlir"
    subprocess.run([build / "bin/alcove-opt", f"--ttir-to-ttnn-backend-pipeline=optimization-level=2 force-forms=dense={form}", source, "-o", planned], check=True)
    (work / form).mkdir()
    subprocess.run([build / "bin/alcove-run", planned, "--precision=f32", "--function=f", f"--inputs={work}", f"--outputs={work / form}"],
                   check=True, stdout=subprocess.DEVNULL)
    return read_npy(work / form / "f.result0.npy")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    compared = collections.Counter()
    special = 0
    for number in range(args.programs):
        draw = random.Random(args.seed * 100_003 + number)
        text, shapes, forms = program(draw)
        with tempfile.TemporaryDirectory() as folder:
            work = pathlib.Path(folder)
            (work / "program.mlir").write_text(text)
            arrays = [data(draw, shape) for shape in shapes]
            special += any(not math.isfinite(value) for values in arrays for value in values)
            for i, (values, shape) in enumerate(zip(arrays, shapes)):
                write_npy(work / f"arg{i}.npy", values, shape)
            stands = result_of(args.build, work, work / "program.mlir", "as-it-stands")
            for form in forms:
                other = result_of(args.build, work, work / "program.mlir", form)
                compared[form] += 1
                if other != stands:
                    print(f"program {number} of seed {args.seed}: {form} differs from as-it-stands\n{text}")
                    return 1
    print(f"equal bit for bit: {args.programs} programs, {special} with infinities or NaN; " +
          ", ".join(f"{count} {form}" for form, count in sorted(compared.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())

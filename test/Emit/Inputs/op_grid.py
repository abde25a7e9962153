#!/usr/bin/env python3
"""One program for each op of TTNN: its form in test/Dialect/Ops/valid.mlir, every tensor in DRAM, written by alcove-emit
and run under the stand-in.

usage: op_grid.py ALCOVE_SRC PLANNED.mlir WORK [--table]

PLANNED.mlir lends its chip. Prints how many ops are written, and how many of these the stand-in runs; with --table a line
for each op. A form whose shapes only its dialect asks for may be refused by the library: that is `refused`, not `runs`.
"""
import contextlib
import io
import os
import pathlib
import re
import subprocess
import sys

os.environ["TTNN_NUMBERS"] = "0"
SOURCE, PLANNED, WORK = map(pathlib.Path, sys.argv[1:4])
sys.path.insert(0, str(SOURCE / "test/RealClient"))
sys.path.insert(0, str(SOURCE / "models"))
sys.path.insert(0, str(SOURCE / "testing/ttnn"))
import one_op_programs  # noqa: E402
import run as runner  # noqa: E402

SHAPED = re.compile(r"tensor<((?:\d+x)*)([a-z]+\d+)>")


def laid_out(match):
    extents = [int(e) for e in match[1].split("x")[:-1]]
    return one_op_programs.laid_out(extents, match[2], "dram tiles") if extents else match[0]


def forms():
    """Op -> a function around its form."""
    for section in (SOURCE / "test/Dialect/Ops/valid.mlir").read_text().split("// -----\n"):
        op = re.search(r'"ttnn\.(\w+)"\(', section)
        if op:
            yield op[1], SHAPED.sub(laid_out, section)


def module(text, chip):
    """The form in a module that has the chip of the planned one."""
    return (f"{chip[0]}\nmodule {{ ttcore.device_module {{ builtin.module attributes {{ttcore.system_desc = #system_desc}} {{\n"
            f"{chip[1]}\n{text}\n}} }} }}\n")


def emitted(path, folder):
    return subprocess.run(["alcove-emit", path, "-o", folder], capture_output=True, text=True)


def verdict(op, text, chip):
    path = WORK / f"{op}.mlir"
    path.write_text(module(text, chip))
    written = emitted(path, WORK / op)
    if written.returncode:
        return "refused: " + written.stderr.strip().splitlines()[-1].split("mlir: ")[-1]
    sys.argv = ["main.py"]
    program = runner.load(str(WORK / op / "main.py"))
    runner.without_data(program)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return "written, ends with an error" if program["main"]() else "runs"
    except NotImplementedError:
        return "uncomputed"
    except (RuntimeError, TypeError) as error:
        return f"written: {error}"


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    planned = PLANNED.read_text()
    chip = (re.search(r"^#system_desc = .*$", planned, re.M)[0],
            re.sub(r" loc\(.*", "", re.search(r"^ *ttcore\.device @.*$", planned, re.M)[0]))
    table = "--table" in sys.argv
    verdicts = {op: verdict(op, text, chip) for op, text in sorted(forms())}
    if table:
        for op, said in verdicts.items():
            print(f"{op}: {said}")
    written = [op for op, said in verdicts.items() if not said.startswith("refused")]
    print(f"{len(verdicts)} ops, {len(written)} written, {sum(v == 'runs' for v in verdicts.values())} run")


main()

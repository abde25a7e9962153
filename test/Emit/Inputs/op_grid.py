#!/usr/bin/env python3
"""Programs for each op of TTNN: the forms of test/RealClient/one_op_programs.py, written by alcove-emit and run under the
stand-in, until one form of the op runs.

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
sys.path.insert(0, str(SOURCE / "testing/models"))
sys.path.insert(0, str(SOURCE / "testing/ttnn"))
import mutate_forms  # noqa: E402
import one_op_programs  # noqa: E402
import run as runner  # noqa: E402



def on_host(form):
    """The form with its first operand in rows on the host: weights that are prepared come from there."""
    extents, element, _ = one_op_programs.parts(form.operands[0])
    return form._replace(operands=[one_op_programs.laid_out(extents, element, "host rows"), *form.operands[1:]])


def forms():
    """Op -> functions around its forms, in the layouts that these tests know."""
    for op, some in sorted(one_op_programs.seeds()[0].items()):
        if op.startswith("ttnn."):
            if re.match(r"ttnn\.(prepare_|to_device)", op):
                some = [on_host(form) for form in some if one_op_programs.parts(form.operands[0])] + some
            yield op.removeprefix("ttnn."), [mutate_forms.section(form).replace("// -----", "") for form in some]


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
            return "written: ends with an error" if program["main"]() else "runs"
    except NotImplementedError:
        return "uncomputed"
    except (RuntimeError, TypeError, ValueError) as error:
        return f"written: {error}"


ORDER = ("refused", "uncomputed", "written", "runs")


def best(op, texts, chip):
    """The verdict on the form that came farthest."""
    found = "refused: no form"
    for text in texts:
        said = verdict(op, text, chip)
        if ORDER.index(said.split(":")[0]) > ORDER.index(found.split(":")[0]) or found.endswith("no form"):
            found = said
        if found == "runs":
            break
    return found


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    planned = PLANNED.read_text()
    chip = (re.search(r"^#system_desc = .*$", planned, re.M)[0],
            re.sub(r" loc\(.*", "", re.search(r"^ *ttcore\.device @.*$", planned, re.M)[0]))
    table = "--table" in sys.argv
    verdicts = {op: best(op, texts, chip) for op, texts in forms()}
    if table:
        for op, said in verdicts.items():
            print(f"{op}: {said}")
    written = [op for op, said in verdicts.items() if not said.startswith("refused")]
    print(f"{len(verdicts)} ops, {len(written)} written, {sum(v == 'runs' for v in verdicts.values())} run")


main()

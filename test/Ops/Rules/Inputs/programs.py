"""Programs of one op each, written from the meaning of the ops: writes them with the error that each must give.

usage: programs.py PROGRAMS.txt > PROGRAMS.mlir

A line is `op | operand types or - | attributes or - | result types or - | message`, tensors
without `tensor<>`; a program without a message is accepted."""
import pathlib
import re
import sys


def types(text):
    """The types of a cell: commas inside of a layout separate none."""
    kinds, depth = [""], 0
    for piece in [] if text == "-" else re.split(r"([<>]|, )", text):
        depth += {"<": 1, ">": -1}.get(piece, 0)
        if piece == ", " and depth == 0:
            kinds.append("")
        else:
            kinds[-1] += piece
    return [kind if kind.startswith("!") else f"tensor<{kind}>" for kind in kinds if kind]


for number, line in enumerate(pathlib.Path(sys.argv[1]).read_text().splitlines(), 1):
    if not line or line.startswith("#"):
        continue
    cells = line.split(" | ")
    assert len(cells) in (4, 5), f"{sys.argv[1]}:{number}: 4 or 5 cells expected, got {len(cells)}"
    op, operands, attributes, results = cells[0], types(cells[1]), cells[2], types(cells[3])
    error = f"  // expected-error @below {{{{{cells[4]}}}}}\n" if len(cells) == 5 else ""
    made = f"%r:{len(results)} = " if results else ""
    properties = "" if attributes == "-" else f" <{{{attributes}}}>"
    print(f"func.func @f({', '.join(f'%a{i}: {kind}' for i, kind in enumerate(operands))}) {{\n{error}  {made}\"{op}\"("
          f"{', '.join(f'%a{i}' for i in range(len(operands)))}){properties} : ({', '.join(operands)}) -> "
          f"({', '.join(results)})\n  return\n}}\n// -----")

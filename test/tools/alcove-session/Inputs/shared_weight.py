"""Writes a model of ROWS rows times a weight.

usage: shared_weight.py NAME ROWS [as-it-is] > model.mlir

The weight lies as (out, in), so that a const-eval function transposes it, or as it is multiplied.
"""
import sys

name, rows = sys.argv[1], int(sys.argv[2])
depth, width = 2048, 3072
x, stored, w, y = (f"tensor<{a}x{b}xbf16>" for a, b in ((rows, depth), (width, depth), (depth, width), (rows, width)))
if "as-it-is" in sys.argv:
    stored = w
kind = "ttcore.argument_type = #ttcore.argument_type"
print(f"""module {{
  func.func @{name}(%x: {x} {{{kind}<input>, ttir.name = "hidden"}}, %w: {stored} {{{kind}<parameter>, ttir.name = "w"}}) -> {y} {{
    %0 = "ttir.permute"(%w) <{{permutation = array<i64: {'0, 1' if stored == w else '1, 0'}>}}> : ({stored}) -> {w}
    %1 = "ttir.matmul"(%x, %0) : ({x}, {w}) -> {y}
    return %1 : {y}
  }}
}}""")

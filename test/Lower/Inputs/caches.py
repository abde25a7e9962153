#!/usr/bin/env python3
"""Writes a function that adds a row to a cache of `rows` rows by copying it. usage: caches.py SPELLING [ROWS] > m.mlir
       caches.py --data FOLDER: its arguments as .npy, the position inside of the cache

Spellings of an update: slices, nested, where. Near misses: gap (a row of the cache is lost), other (slices of another
tensor), two-rows, old-is-read, other-dimension, counts-from-one.
"""
import pathlib
import struct
import sys

spelling, rows = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 and sys.argv[1] != "--data" else 64
B, H, D, P = 2, 4, 32, 10
if spelling == "--data":
    for name, shape, kind, values in (("past", (B, H, rows, D), "f", lambda i: i % 251), ("row", (B, H, 1, D), "f", lambda i: -1 - i % 97),
                                      ("spare", (B, H, rows, D), "f", lambda i: 300 + i % 89), ("position", (1,), "i", lambda i: P)):
        count = 1
        for extent in shape:
            count *= extent
        header = f"{{'descr': '<{kind}4', 'fortran_order': False, 'shape': {shape}, }}".encode()
        header += b" " * (63 - (10 + len(header)) % 64) + b"\n"
        data = struct.pack(f"<{count}{kind}", *map(values, range(count)))
        pathlib.Path(sys.argv[2], name + ".npy").write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + data)
    sys.exit(0)
full, row = f"tensor<{B}x{H}x{rows}x{D}xf32>", f"tensor<{B}x{H}x1x{D}xf32>"
lines, result, returned = [], "%r", [full]


def cut(name, source, begin, end):
    part = f"tensor<{B}x{H}x{end - begin}x{D}xf32>"
    lines.append(f'{name} = "ttir.slice_static"({source}) <{{begins = [0 : i32, 0 : i32, {begin} : i32, 0 : i32], ends = [{B} : i32, {H} : i32, {end} : i32, {D} : i32], '
                 f'step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}}> : ({full}) -> {part}')
    return part


def join(name, pieces, dim, type):
    lines.append(f'{name} = "ttir.concat"({", ".join(p for p, t in pieces)}) <{{dim = {dim} : si32}}> : ({", ".join(t for p, t in pieces)}) -> {type}')


if spelling in ("slices", "old-is-read", "other"):
    before, after = cut("%a", "%past" if spelling != "other" else "%spare", 0, P), cut("%b", "%past", P + 1, rows)
    join("%r", [("%a", before), ("%row", row), ("%b", after)], 2, full)
elif spelling == "nested":
    before, after = cut("%a", "%past", 0, P), cut("%b", "%past", P + 1, rows)
    first = f"tensor<{B}x{H}x{P + 1}x{D}xf32>"
    join("%ab", [("%a", before), ("%row", row)], -2, first)
    join("%r", [("%ab", first), ("%b", after)], -2, full)
elif spelling == "gap":  # the row goes to the end, the first one is lost
    before = cut("%a", "%past", 1, rows)
    join("%r", [("%a", before), ("%row", row)], 2, full)
elif spelling == "two-rows":
    before, after = cut("%a", "%past", 0, P), cut("%b", "%past", P + 2, rows)
    two = f"tensor<{B}x{H}x2x{D}xf32>"
    join("%two", [("%row", row), ("%row", row)], 2, two)
    join("%r", [("%a", before), ("%two", two), ("%b", after)], 2, full)
elif spelling == "other-dimension":
    half = f"tensor<{B}x{H // 2}x{rows}x{D}xf32>"
    for name, begin in (("%a", 0), ("%b", H // 2)):
        lines.append(f'{name} = "ttir.slice_static"(%past) <{{begins = [0 : i32, {begin} : i32, 0 : i32, 0 : i32], ends = [{B} : i32, {begin + H // 2} : i32, {rows} : i32, {D} : i32], '
                     f'step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}}> : ({full}) -> {half}')
    join("%r", [("%b", half), ("%a", half)], 1, full)
else:  # where, counts-from-one
    start = 1 if spelling == "counts-from-one" else 0
    lines += [f'%i = "ttir.arange"() <{{arange_dimension = 0 : i64, start = {start} : si64, end = {rows + start} : si64, step = 1 : si64}}> : () -> tensor<{rows}xi32>',
              f'%j = "ttir.reshape"(%i) <{{shape = [1 : i32, 1 : i32, {rows} : i32, 1 : i32]}}> : (tensor<{rows}xi32>) -> tensor<1x1x{rows}x1xi32>',
              '%p = "ttir.reshape"(%position) <{shape = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<1xi32>) -> tensor<1x1x1x1xi32>',
              f'%q = "ttir.broadcast"(%p) <{{broadcast_dimensions = array<i64: 1, 1, {rows}, 1>}}> : (tensor<1x1x1x1xi32>) -> tensor<1x1x{rows}x1xi32>',
              f'%e = "ttir.eq"(%j, %q) : (tensor<1x1x{rows}x1xi32>, tensor<1x1x{rows}x1xi32>) -> tensor<1x1x{rows}x1xi1>',
              f'%c = "ttir.broadcast"(%e) <{{broadcast_dimensions = array<i64: {B}, {H}, 1, {D}>}}> : (tensor<1x1x{rows}x1xi1>) -> tensor<{B}x{H}x{rows}x{D}xi1>',
              f'%n = "ttir.broadcast"(%row) <{{broadcast_dimensions = array<i64: 1, 1, {rows}, 1>}}> : ({row}) -> {full}',
              f'%r = "ttir.where"(%c, %n, %past) : (tensor<{B}x{H}x{rows}x{D}xi1>, {full}, {full}) -> {full}']
if spelling == "old-is-read":
    lines.append(f'%o = "ttir.add"(%past, %past) : ({full}, {full}) -> {full}')
    result, returned = "%r, %o", [full, full]

kind = "ttcore.argument_type = #ttcore.argument_type<input>"
print(f'''func.func @decode(%past: {full} {{{kind}, ttir.name = "past"}}, %row: {row} {{{kind}, ttir.name = "row"}},
    %position: tensor<1xi32> {{{kind}, ttir.name = "position"}}, %spare: {full} {{{kind}, ttir.name = "spare"}}) -> ({", ".join(returned)}) {{''')
print("\n".join("  " + line for line in lines))
print(f"  return {result} : {', '.join(returned)}\n}}")

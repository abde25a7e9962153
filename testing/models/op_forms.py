#!/usr/bin/env python3
"""Writes one TTIR module for every op in every form that front ends use: element types, ranks, dimensions, windows.

usage: op_forms.py --all DIR [--only REGEX] [--destinations] | --list

Each module is one op between an argument and a return, so that whatever a lowering cannot do shows under the op's name.
"""
import argparse
import itertools
import os
import re

from generate import Module
from lookalikes import Style, Xla, i32s, i64s

UNARY = ("abs acos acosh asin asinh atan atanh bitwise_not cbrt ceil cos cosh erf erfc exp expm1 floor gelu hardsigmoid hardswish isfinite "
         "log log1p logical_not mish neg reciprocal relu relu6 rsqrt sigmoid sign silu sin sinh softplus softsign sqrt tan tanh trunc").split()
BINARY = ("add subtract multiply div maximum minimum remainder pow atan2 eq ne lt le gt ge logical_and logical_or logical_xor bitwise_and "
          "bitwise_or bitwise_xor logical_left_shift logical_right_shift gelu_backward").split()
COMPARE = "eq ne lt le gt ge logical_and logical_or logical_xor".split()
FLOAT = ("bf16", "f32")


def forms():
    """Yields (name, text)."""
    def case(name, build, style=Style):
        m = style()
        results = build(m)
        return name, m.text(list(results) if isinstance(results, (list, tuple)) else [results])

    arg = lambda m, shape, dtype="bf16", kind="input": m.argument(f"a{len(m.arguments)}", shape, kind, dtype)
    shapes = ((), (7,), (33, 65), (2, 3, 17), (1, 8, 32, 64), (2, 1, 3, 5, 33), (2, 2, 2, 2, 3, 7))
    for name in UNARY:
        for dtype in ("i32",) if name == "bitwise_not" else FLOAT + (("i1",) if name == "logical_not" else ("i32", "i64") if name in ("abs", "neg", "sign", "relu") else ()):
            for shape in shapes if name in ("exp", "neg", "relu") else shapes[2:5:2]:
                out = "i1" if name in ("logical_not", "isfinite") else dtype
                yield case(f"{name}_{dtype}_rank{len(shape)}", lambda m: m.op(name, [arg(m, shape, dtype)], shape, dtype=out))
    for name in BINARY:
        types = ("i32",) if "bitwise" in name or "shift" in name else FLOAT + (("i1",) if "logical" in name else ("i64", "ui32") if name in ("add", "multiply", "subtract", "eq", "lt", "ge", "maximum") else ())
        for dtype in types:
            pairs = (((1, 8, 32, 64), (1, 8, 32, 64)), ((2, 3, 17), (3, 1)), ((5,), ()))
            for i, (a, b) in enumerate(pairs + ((((4, 1, 33), (4, 7, 1)), ((2, 1, 3, 1, 9), (2, 4, 1, 5, 1))) if name in ("add", "multiply", "where") else ())):
                shape = tuple(max(x, y) for x, y in itertools.zip_longest(reversed(a), reversed(b), fillvalue=1))[::-1]
                yield case(f"{name}_{dtype}_{i}", lambda m: m.op(name, [arg(m, a, dtype), arg(m, b, dtype, "parameter")], shape, dtype="i1" if name in COMPARE else dtype))
    for a, b in itertools.product(("bf16", "f32", "f64", "i1", "i8", "ui8", "i32", "i64", "ui32", "ui16", "f16"), repeat=2):
        if a != b:
            yield case(f"typecast_{a}_{b}", lambda m: m.op("typecast", [arg(m, (3, 40), a)], (3, 40), "conservative_folding = false", dtype=b))
    yield case("leaky_relu", lambda m: m.op("leaky_relu", [arg(m, (3, 40))], (3, 40), "parameter = 1.000000e-02 : f32"))
    yield case("elu", lambda m: m.op("elu", [arg(m, (3, 40))], (3, 40), "alpha = 1.000000e+00 : f32"))
    yield case("dropout", lambda m: m.op("dropout", [arg(m, (3, 40))], (3, 40), "prob = 2.000000e-01 : f32, scale = 1.250000e+00 : f32, seed = 7 : ui32, use_per_device_seed = true"))
    yield case("clamp_int", lambda m: m.op("clamp_scalar", [arg(m, (3, 40), "i32")], (3, 40), "max = 6 : i32, min = 0 : i32"))
    yield case("clamp_tensor", lambda m: m.op("clamp_tensor", [arg(m, (3, 40)), arg(m, (3, 40)), arg(m, (3, 40))], (3, 40)))
    for dtype in ("bf16", "f32", "i32", "i64"):
        yield case(f"where_{dtype}", lambda m: m.op("where", [arg(m, (2, 1, 40), "i1"), arg(m, (2, 8, 40), dtype), arg(m, (1, 1, 1), dtype)], (2, 8, 40), dtype=dtype))

    for name in ("sum", "mean", "max", "min", "prod"):
        for shape, dims, keep in (((4, 5), None, False), ((4, 5), [-1], True), ((2, 3, 33, 65), [1], False), ((2, 3, 33, 65), [2, 3], True),
                                  ((2, 3, 33, 65), [0, 1, 2, 3], False), ((2, 3, 4, 5, 6), [3], True), ((9,), [0], False), ((1, 7, 1, 40), [0, 2], False)):
            for dtype in FLOAT + (("i32",) if name in ("sum", "max") and keep else ()):
                at = range(len(shape)) if dims is None else [d % len(shape) for d in dims]
                out = tuple(1 if i in at else d for i, d in enumerate(shape) if keep or i not in at)
                dim_arg = "" if dims is None else f"dim_arg = {i32s(dims)}, "
                if name == "prod" and dims and len(dims) > 1:
                    continue
                yield case(f"{name}_{dtype}_{len(shape)}_{'_'.join(map(str, dims or ['all']))}_{keep}",
                           lambda m: m.op(name, [arg(m, shape, dtype)], out, f"{dim_arg}keep_dim = {str(keep).lower()}", dtype=dtype))
    for name in ("reduce_or", "reduce_and"):
        for dims in ([1], [0, 2]):
            yield case(f"{name}_{len(dims)}", lambda m: m.reduce(name, arg(m, (2, 9, 40), "i1"), dims, dtype="i1"))
    for shape, dims, keep, dtype in (((32, 1000), [1], False, "i32"), ((4, 9, 33), [0], False, "i32"), ((2, 21, 8, 8), [1], True, "i64"), ((5, 40), None, False, "i32"),
                                     ((2, 3, 4), [1, 2], False, "ui32"), ((77,), [0], False, "i64"), ((1, 128256), [-1], True, "i32")):
        at = range(len(shape)) if dims is None else [d % len(shape) for d in dims]
        out = tuple(1 if i in at else d for i, d in enumerate(shape) if keep or i not in at)
        text = "" if dims is None else f"dim_arg = {i32s(dims)}, "
        yield case(f"argmax_{len(shape)}_{'_'.join(map(str, dims or ['all']))}", lambda m: m.op("argmax", [arg(m, shape)], out, f"{text}keep_dim = {str(keep).lower()}", dtype=dtype))
    for dim in (0, 1, 2):
        yield case(f"cumsum_{dim}", lambda m: m.op("cumsum", [arg(m, (3, 33, 40))], (3, 33, 40), f"dim = {dim} : i64"))
    yield case("cumsum_i64", lambda m: m.op("cumsum", [arg(m, (1, 40), "i64")], (1, 40), "dim = 1 : i64", dtype="i64"))

    for a, b, c, p in (((7, 9), (9, 5), (7, 5), ""), ((2, 3, 7, 9), (9, 5), (2, 3, 7, 5), ""), ((2, 3, 7, 9), (2, 3, 5, 9), (2, 3, 7, 5), "transpose_b = true"),
                       ((1, 4096), (4096, 128256), (1, 128256), ""), ((9, 7), (9, 5), (7, 5), "transpose_a = true"), ((4, 1, 7, 9), (1, 3, 9, 5), (4, 3, 7, 5), ""),
                       ((32, 8192), (8192, 28672), (32, 28672), ""), ((9,), (9, 5), (5,), ""), ((7, 9), (9,), (7,), "")):
        for dtype in FLOAT:
            yield case(f"matmul_{dtype}_{'x'.join(map(str, a))}_{'x'.join(map(str, b))}", lambda m: m.op("matmul", [arg(m, a, dtype), arg(m, b, dtype, "parameter")], c, p))
    yield case("linear", lambda m: m.op("linear", [arg(m, (2, 7, 9)), arg(m, (9, 5)), arg(m, (5,))], (2, 7, 5), "transpose_a = false, transpose_b = false"))
    for a, b, ba, bb, ca, cb in (((2, 3, 4), (2, 4, 5), [0], [0], [2], [1]), ((4, 2, 3), (5, 4, 2), [1], [2], [0], [1]), ((2, 3), (4, 5), [], [], [], []), ((3, 4), (4, 3), [], [], [0, 1], [1, 0]),
                                 ((2, 3, 4, 5), (2, 3, 6, 5), [0, 1], [0, 1], [3], [3]), ((4,), (4,), [], [], [0], [0]), ((2, 5, 6, 7), (7, 3), [], [], [3], [0]), ((2, 3, 4), (3, 4, 6), [1], [0], [2], [1]),
                                 ((1, 32, 1), (1, 1, 18), [0], [0], [2], [1]), ((2, 4, 3, 8, 16), (2, 4, 9, 16), [0, 1], [0, 1], [4], [3])):
        yield case(f"dot_general_{len(a)}_{len(b)}_{''.join(map(str, ba + ca + cb))}", lambda m: m.dot(arg(m, a), arg(m, b), ba, bb, ca, cb))

    for a, b in (((2, 3, 4), (24,)), ((24,), (2, 3, 4)), ((), (1,)), ((1,), ()), ((32, 2048), (32, 32, 1, 64)), ((1, 1, 5, 7, 3, 2), (35, 6)), ((1, 50257), (50257,)), ((2, 6, 1, 1, 4), (3, 4, 4))):
        for dtype in ("bf16", "i64", "i1"):
            yield case(f"reshape_{dtype}_{len(a)}_{len(b)}", lambda m: m.view(arg(m, a, dtype), b))
    yield case("reshape_rest", lambda m: m.op("reshape", [arg(m, (8, 16))], (4, 32), f"shape = {i32s((4, -1))}"))
    for order in ((1, 0), (0, 2, 1), (2, 0, 1), (0, 2, 1, 3), (0, 3, 1, 2), (3, 2, 1, 0), (0, 1, 3, 2, 4), (0, 1, 3, 2, 4, 5), (0, 3, 4, 1, 5, 2)):
        for dtype in ("bf16", "f32", "i32"):
            yield case(f"permute_{dtype}_{''.join(map(str, order))}", lambda m: m.order(arg(m, (2, 3, 4, 5, 6, 7)[:len(order)], dtype), order))
    yield case("transpose", lambda m: m.op("transpose", [arg(m, (2, 3, 40))], (2, 40, 3), "dim0 = -1 : si32, dim1 = -2 : si32"))
    for a, b in (((1,), (17,)), ((1, 5), (3, 5)), ((2, 1, 5, 1), (2, 4, 5, 6)), ((2, 3, 1, 7, 8), (2, 3, 4, 7, 8)), ((1, 1, 1, 1, 1, 1), (1, 2, 3, 4, 5, 6))):
        for dtype in ("bf16", "i64", "i1"):
            yield case(f"broadcast_{dtype}_{len(a)}", lambda m: m.spread(arg(m, a, dtype), b))
    yield case("repeat", lambda m: m.op("repeat", [arg(m, (2, 3, 5))], (2, 6, 15), f"repeat_dimensions = {i64s((1, 2, 3))}"))
    for dim in (1, -2):
        yield case(f"repeat_interleave_{dim}", lambda m: m.op("repeat_interleave", [arg(m, (1, 8, 32, 64))], (1, 32, 32, 64) if dim == 1 else (1, 8, 128, 64), f"dim = {dim} : si32, repeats = 4 : ui32"))
    for dim, dtype in itertools.product((0, 1, 2, -1), ("bf16", "i64", "i1")):
        yield case(f"concat_{dim}_{dtype}", lambda m: m.op("concat", [arg(m, (2, 3, 5), dtype), arg(m, (2, 3, 5), dtype), arg(m, (2, 3, 5), dtype)],
                                                           [d * (3 if i == dim % 3 else 1) for i, d in enumerate((2, 3, 5))], f"dim = {dim} : si32", dtype=dtype))
    for shape, begins, ends, steps in (((9,), [2], [7], [1]), ((3, 70), [0, 33], [3, 70], [1]), ((8, 56, 56, 96), [0, 1, 0, 0], [8, 56, 56, 96], [1, 2, 2, 1]), ((2, 3, 4, 5, 6), [0, 1, 0, 0, 2], [2, 2, 4, 5, 4], [1] * 5),
                                       ((1, 40), [0, 3], [1, 38], [1, 7])):
        steps = steps if len(steps) == len(shape) else [1] * len(shape)
        out = [-(-(e - b) // s) for b, e, s in zip(begins, ends, steps)]
        for dtype in ("bf16", "i64"):
            yield case(f"slice_{dtype}_{len(shape)}_{steps[-1]}", lambda m: m.op("slice_static", [arg(m, shape, dtype)], out, f"begins = {i32s(begins)}, ends = {i32s(ends)}, step = {i32s(steps)}"))
    yield case("slice_negative", lambda m: m.op("slice_static", [arg(m, (4, 9))], (4, 3), "begins = [0 : i32, -3 : i32], ends = [4 : i32, 9 : i32], step = [1 : i32, 1 : i32]"))
    yield case("slice_dynamic", lambda m: m.op("slice_dynamic", [arg(m, (4, 64)), arg(m, (2,), "i32"), arg(m, (2,), "i32")], (4, 32), "step = [1 : i32, 1 : i32]"))
    yield case("index_negative_dim", lambda m: m.op("index", [arg(m, (4, 9, 6))], (4, 4, 6), "begin = 0 : i32, dim = -2 : i32, end = 8 : i32, step = 2 : i32"))
    for dims in ([0], [1, 3]):
        yield case(f"reverse_{len(dims)}", lambda m: m.op("reverse", [arg(m, (3, 4, 5, 33))], (3, 4, 5, 33), f"dimensions = {i64s(dims)}"))
    yield case("select_one", lambda m: m.op("select", [arg(m, (4, 4, 32))], (4, 1, 32), "begin = 1 : si32, dim = 1 : si32, length = 1 : si32, stride = 4 : si32"))
    yield case("select_pieces", lambda m: m.op("select", [arg(m, (4, 8, 32))], (4, 4, 32), "begin = 0 : si32, dim = -2 : si32, length = 2 : si32, stride = 4 : si32"))
    for dim, dtype in itertools.product((0, 1, -1), ("bf16", "f32", "i32")):
        shape = [8, 8, 40]
        shape[dim] //= 2
        yield case(f"index_select_{dim}_{dtype}", lambda m: m.op("index_select", [arg(m, (8, 8, 40), dtype)], shape, f"begin = 0 : si32, dim = {dim} : si32, length = 2 : si32, stride = 4 : si32", dtype=dtype))
    for shape, padding, value, dtype in (((3, 5), [0, 1, 2, 3], "0.000000e+00", "bf16"), ((2, 3, 8, 8), [0, 0, 0, 0, 1, 1, 1, 1], "0xFF800000", "bf16"), ((1, 4, 33), [0, 0, 3, 0, 0, 0], "1.000000e+00", "f32"),
                                         ((1, 8, 8, 3), [0, 0, 1, 2, 1, 2, 0, 29], "0.000000e+00", "bf16"), ((5,), [0, 27], "0.000000e+00", "i32"), ((1, 2, 3, 4, 5), [0, 0, 0, 0, 1, 1, 1, 1, 0, 0], "0.000000e+00", "bf16")):
        out = [d + padding[2 * i] + padding[2 * i + 1] for i, d in enumerate(shape)]
        yield case(f"pad_{len(shape)}_{dtype}", lambda m: m.op("pad", [arg(m, shape, dtype)], out, f"padding = array<i32: {', '.join(map(str, padding))}>, value = {value} : f32"))
    for ids, dtype, table in (((1, 32), "ui32", (128256, 4096)), ((8, 77), "i64", (500, 40)), ((32,), "i32", (1000, 64)), ((1, 1), "bf16", (50257, 768))):
        yield case(f"embedding_{dtype}_{len(ids)}", lambda m: m.op("embedding", [arg(m, ids, dtype), arg(m, table, "bf16", "parameter")], ids + table[1:], dtype="bf16"))
    yield case("embedding_backward", lambda m: m.op("embedding_backward", [arg(m, (1, 32), "ui32"), arg(m, (512, 128)), arg(m, (1, 32, 128))], (512, 128), dtype="bf16"))

    def gather(shape, index, result, offset, collapsed, map_, vector, sizes, dtype="i64"):
        return lambda m: m.op("gather", [arg(m, shape), arg(m, index, dtype)], result,
                              f"collapsed_slice_dims = {i64s(collapsed)}, index_vector_dim = {vector} : si64, indices_are_sorted = false, offset_dims = {i64s(offset)}, operand_batching_dims = array<i64>, "
                              f"slice_sizes = {i64s(sizes)}, start_index_map = {i64s(map_)}, start_indices_batching_dims = array<i64>", dtype="bf16")
    for i, given in enumerate((((169, 3), (2401,), (2401, 3), [1], [0], [0], 1, [1, 3]), ((169, 3), (2401, 1), (2401, 3), [1], [0], [0], 1, [1, 3]), ((100, 7, 5), (4, 6, 1), (4, 6, 7, 5), [2, 3], [0], [0], 2, [1, 7, 5]),
                               ((7, 100), (9, 1), (7, 9), [0], [1], [1], 1, [7, 1]), ((5, 6, 7), (9, 2), (9, 7), [1], [0, 1], [0, 1], 1, [1, 1, 7]), ((5, 6), (9, 2), (9,), [], [0, 1], [0, 1], 1, [1, 1]),
                               ((32, 18, 64), (1, 3), (1, 32, 1, 64), [1, 2, 3], [], [0, 1, 2], 1, [32, 1, 64]), ((12,), (4, 1), (4,), [], [0], [0], 1, [1]), ((3, 8, 8), (2,), (3, 2, 2), [0, 1, 2], [], [1, 2], 0, [3, 2, 2]))):
        yield case(f"gather_stablehlo_{i}", gather(*given))
    yield case("gather_stablehlo_ui32", gather((169, 3), (2401,), (2401, 3), [1], [0], [0], 1, [1, 3], "ui32"))
    for dim, dtype in itertools.product((0, 1, -1), ("i64", "ui32", "i32")):
        yield case(f"gather_{dim}_{dtype}", lambda m: m.op("gather", [arg(m, (6, 5, 40)), arg(m, (6, 5, 40), dtype)], (6, 5, 40), f"dim = {dim} : i32", dtype="bf16"))
    yield case("gather_logits", lambda m: m.op("gather", [arg(m, (4, 32000)), arg(m, (4, 1), "i64")], (4, 1), "dim = 1 : i32", dtype="bf16"))
    for dim in (0, 1, -1):
        yield case(f"scatter_{dim}", lambda m: m.op("scatter", [arg(m, (64, 64)), arg(m, (64, 64), "i32"), arg(m, (64, 64))], (64, 64), f"dim = {dim} : i32, scatter_reduce_type = #ttcore.reduce_type<invalid>"))
    yield case("scatter_stablehlo", lambda m: m.op("scatter", [arg(m, (1, 72)), arg(m, (1, 6, 2), "i64"), arg(m, (1, 6))], (1, 72),
               "index_vector_dim = 2 : i32, indices_are_sorted = false, input_batching_dims = array<i32>, inserted_window_dims = array<i32: 0, 1>, scatter_dims_to_operand_dims = array<i32: 0, 1>, "
               "scatter_indices_batching_dims = array<i32>, unique_indices = false, update_window_dims = array<i32>"))

    def two(m, name, operands, shapes, types, properties):
        values = [f"%r{i}" for i in range(len(shapes))]
        made = [f"tensor<{'x'.join(map(str, s))}x{t}>" for s, t in zip(shapes, types)]
        m.lines.append(f'{", ".join(values)} = "ttir.{name}"({", ".join(operands)}) <{{{properties}}}> : ({", ".join(m.type(o) for o in operands)}) -> ({", ".join(made)})')
        for v, s, t in zip(values, shapes, types):
            m.shapes[v] = (tuple(s), t)
        return values

    for dim, types in itertools.product((-1, 0, 1), (("bf16", "i32"), ("f32", "i64"), ("bf16", "ui16"))):
        yield case(f"sort_{dim}_{types[1]}", lambda m: two(m, "sort", [arg(m, (8, 64), types[0])], [(8, 64)] * 2, types, f"descending = true, dim = {dim} : si32, stable = false"))
    for dim, k, types in ((-1, 4, ("bf16", "i32")), (-1, 32, ("f32", "i64")), (0, 2, ("bf16", "i32")), (1, 50, ("bf16", "ui16"))):
        shape = (32, 64)
        out = tuple(k if i == dim % 2 else d for i, d in enumerate(shape))
        yield case(f"topk_{dim}_{k}", lambda m: two(m, "topk", [arg(m, shape, types[0])], [out] * 2, types, f"dim = {dim} : i32, k = {k} : i32, largest = true, sorted = true"))
    yield case("topk_vocabulary", lambda m: two(m, "topk", [arg(m, (32, 128256))], [(32, 40)] * 2, ("bf16", "i32"), "dim = -1 : i32, k = 40 : i32, largest = true, sorted = true"))

    for dtype, value in (("bf16", "1.000000e+00"), ("f32", "0xFF800000"), ("i64", "-1"), ("i1", "true"), ("f64", "0xFFF0000000000000"), ("ui32", "7"), ("i8", "3"), ("f16", "5.000000e-01")):
        yield case(f"constant_{dtype}", lambda m: m.splat(value, (3, 40), dtype))
        yield case(f"constant_scalar_{dtype}", lambda m: m.splat(value, (), dtype))
    yield case("constant_dense_i1", lambda m: m.splat("[[true, false, true], [false, true, true]]", (2, 3), "i1"))
    yield case("constant_dense_i64", lambda m: m.splat("[9223372036854775807, -9223372036854775808, 5]", (3,), "i64"))
    yield case("constant_dense_f64", lambda m: m.splat("[1.0, 2.5, 1.0e300]", (3,), "f64"))
    for dtype in ("bf16", "i32", "i64", "f32"):
        fill = "1 : i32" if dtype[0] == "i" else "5.000000e-01 : f32"
        yield case(f"full_{dtype}", lambda m: m.op("full", [], (2, 33), f"fill_value = {fill}, shape = array<i32: 2, 33>", dtype=dtype))
        yield case(f"zeros_{dtype}", lambda m: m.op("zeros", [], (2, 33), "shape = array<i32: 2, 33>", dtype=dtype))
        yield case(f"ones_{dtype}", lambda m: m.op("ones", [], (2, 33), "shape = array<i32: 2, 33>", dtype=dtype))
        for dim in (0, 1):
            yield case(f"arange_{dtype}_{dim}", lambda m: m.op("arange", [], ((20, 5), (5, 20))[dim], f"arange_dimension = {dim} : i64, end = 40 : si64, start = 0 : si64, step = 2 : si64", dtype=dtype))
    yield case("rand", lambda m: m.op("rand", [], (32, 32), "dtype = bf16, high = 1.000000e+00 : f32, low = 0.000000e+00 : f32, seed = 0 : ui32, size = [32 : i32, 32 : i32]", dtype="bf16"))

    for dim, shape in ((-1, (2, 3, 40)), (1, (2, 3, 40)), (0, (5, 7)), (3, (8, 12, 197, 197)), (-1, (1, 128256)), (-1, (7,)), (-1, (2, 3, 4, 5, 6))):
        for dtype in FLOAT:
            yield case(f"softmax_{dtype}_{dim}_{shape[-1]}", lambda m: m.op("softmax", [arg(m, shape, dtype)], shape, f"dimension = {dim} : si32, numericStable = true"))
    for name in ("layer_norm", "rms_norm"):
        for shape, count, parts in (((2, 7, 40), 1, 2), ((2, 7, 40), 2, 2), ((32, 1, 8192), 1, 1), ((3, 5, 6, 7), 3, 0), ((1, 128, 28672), 1, 1), ((40,), 1, 1)):
            norm = shape[-count:]
            yield case(f"{name}_{len(shape)}_{count}_{parts}_{shape[-1]}", lambda m: m.op(name, [arg(m, shape)] + [arg(m, norm, "bf16", "parameter") for _ in range(parts)], shape,
                       f"epsilon = 1.000000e-05 : f32, normalized_shape = {i64s(norm)}, operandSegmentSizes = array<i32: 1, {int(parts > 0)}, {int(parts > 1)}>"))
    for dim, shape in ((1, (2, 16, 8, 8)), (3, (2, 8, 8, 16)), (1, (2, 16)), (1, (2, 16, 40)), (1, (2, 16, 3, 4, 5))):
        channels = shape[dim]
        for dtype in FLOAT:
            yield case(f"batch_norm_{dtype}_{len(shape)}_{dim}", lambda m: m.op("batch_norm_inference", [arg(m, shape, dtype)] + [arg(m, (channels,), dtype, "parameter") for _ in range(4)], shape, f"dimension = {dim} : i32, epsilon = 1.000000e-05 : f32"))
        yield case(f"batch_norm_training_{len(shape)}_{dim}", lambda m: two(m, "batch_norm_training", [arg(m, shape, "f32")] + [arg(m, (channels,), "f32", "parameter") for _ in range(4)], [shape, (channels,), (channels,)], ["f32"] * 3,
                   f"dimension = {dim} : i32, epsilon = 1.000000e-05 : f32, momentum = 1.000000e-01 : f32"))
    for shape in ((2, 1, 64, 96), (1, 8, 8, 64)):
        yield case(f"group_norm_{shape[-1]}", lambda m: m.op("group_norm", [arg(m, shape)] + [arg(m, shape[-1:], "bf16", "parameter") for _ in range(2)], shape, "epsilon = 1.000000e-05 : f32, num_groups = 8 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>"))

    def conv(m, shape, weight, stride, pad, dilation, groups, bias=False, nchw=False, dtype="bf16", name="conv2d"):
        n, h, w, c = (shape[0], shape[2], shape[3], shape[1]) if nchw else shape
        out = lambda e, k, s, p, d: (e + p - d * (k - 1) - 1) // s + 1
        oh, ow = out(h, weight[2], stride[0], pad[0] + pad[2], dilation[0]), out(w, weight[3], stride[1], pad[1] + pad[3], dilation[1])
        result = (n, weight[0], oh, ow) if nchw else (n, oh, ow, weight[0])
        dims = "batch_dim = 0 : i64, channel_dim = 1 : i64, height_dim = 2 : i64, width_dim = 3 : i64, " if nchw else ""
        operands = [arg(m, shape, dtype), arg(m, weight, dtype, "parameter")] + ([arg(m, (1, 1, 1, weight[0]), dtype, "parameter")] if bias else [])
        text = lambda v: f"array<i32: {', '.join(map(str, v))}>"
        return m.op(name, operands, result, f"{dims}dilation = {text(dilation)}, groups = {groups} : i32, padding = {text(pad)}, stride = {text(stride)}")
    for i, given in enumerate((((1, 224, 224, 3), (64, 3, 7, 7), (2, 2), (3, 3, 3, 3), (1, 1), 1), ((8, 56, 56, 64), (64, 64, 3, 3), (1, 1), (1, 1, 1, 1), (1, 1), 1), ((1, 32, 32, 64), (64, 1, 3, 3), (1, 1), (1, 1, 1, 1), (1, 1), 64),
                               ((1, 28, 28, 512), (512, 16, 3, 3), (2, 2), (1, 1, 1, 1), (1, 1), 32), ((1, 64, 64, 256), (256, 256, 3, 3), (1, 1), (6, 6, 6, 6), (6, 6), 1), ((2, 16, 16, 8), (4, 8, 1, 1), (1, 1), (0, 0, 0, 0), (1, 1), 1),
                               ((1, 17, 17, 128), (128, 128, 1, 7), (1, 1), (0, 3, 0, 3), (1, 1), 1), ((1, 17, 17, 128), (128, 128, 7, 1), (1, 1), (3, 0, 3, 0), (1, 1), 1), ((1, 13, 19, 5), (7, 5, 3, 2), (2, 1), (0, 1, 1, 0), (1, 1), 1),
                               ((1, 512, 512, 3), (32, 3, 4, 4), (4, 4), (0, 0, 0, 0), (1, 1), 1), ((1, 1, 3000, 80), (384, 80, 1, 3), (1, 1), (0, 1, 0, 1), (1, 1), 1), ((16, 112, 112, 64), (128, 64, 3, 3), (1, 1), (1, 1, 1, 1), (1, 1), 1),
                               ((1, 1024, 1024, 64), (64, 64, 3, 3), (1, 1), (1, 1, 1, 1), (1, 1), 1), ((1, 7, 7, 2048), (512, 2048, 1, 1), (1, 1), (0, 0, 0, 0), (1, 1), 1), ((32, 224, 224, 3), (64, 3, 3, 3), (1, 1), (1, 1, 1, 1), (1, 1), 1),
                               ((1, 14, 14, 1280), (1280, 1280, 3, 3), (1, 1), (1, 1, 1, 1), (1, 1), 1), ((1, 1, 1, 960), (240, 960, 1, 1), (1, 1), (0, 0, 0, 0), (1, 1), 1))):
        yield case(f"conv2d_{i}", lambda m: conv(m, *given))
        yield case(f"conv2d_bias_f32_{i}", lambda m: conv(m, *given, bias=True, dtype="f32"))
    yield case("conv2d_nchw", lambda m: conv(m, (2, 16, 14, 15), (8, 16, 3, 3), (1, 2), (1, 1, 1, 1), (1, 1), 1, nchw=True))
    for i, (shape, weight, stride, pad, extra, out) in enumerate((((1, 8, 8, 16), (16, 8, 2, 2), 2, 0, 0, 16), ((1, 16, 16, 32), (32, 16, 4, 4), 2, 1, 0, 32), ((2, 7, 7, 12), (12, 5, 3, 3), 2, 1, 1, 14), ((1, 128, 128, 64), (64, 32, 2, 2), 2, 0, 0, 256))):
        yield case(f"conv_transpose2d_{i}", lambda m: m.op("conv_transpose2d", [arg(m, shape), arg(m, weight, "bf16", "parameter")], (shape[0], out, out, weight[1]),
                   f"dilation = array<i32: 1, 1>, groups = 1 : i32, output_padding = array<i32: {extra}, {extra}>, padding = array<i32: {pad}, {pad}, {pad}, {pad}>, stride = array<i32: {stride}, {stride}>"))
    yield case("conv3d", lambda m: m.op("conv3d", [arg(m, (1, 8, 28, 28, 32)), arg(m, (64, 32, 3, 3, 3), "bf16", "parameter")], (1, 6, 26, 26, 64), "groups = 1 : i32, padding = array<i32: 0, 0, 0>, padding_mode = \"zeros\", stride = array<i32: 1, 1, 1>", dtype="bf16"))

    def pool(m, kind, shape, kernel, stride, pad, ceil=False, dilation=1, two_results=False):
        n, h, w, c = shape
        def out(e, p0, p1):
            span = e + p0 + p1 - dilation * (kernel - 1) - 1
            return (-(-span // stride) if ceil else span // stride) + 1
        result = (n, out(h, pad[0], pad[2]), out(w, pad[1], pad[3]), c)
        properties = (f"ceil_mode = {str(ceil).lower()}, " + ("count_include_pad = false, " if kind == "avg_pool2d" else "") +
                      f"dilation = array<i32: {dilation}, {dilation}>, kernel = array<i32: {kernel}, {kernel}>, padding = array<i32: {', '.join(map(str, pad))}>, stride = array<i32: {stride}, {stride}>")
        if two_results:
            return two(m, kind, [arg(m, shape)], [result] * 2, ("bf16", "i32"), properties)
        return m.op(kind, [arg(m, shape)], result, properties)
    for kind in ("max_pool2d", "avg_pool2d"):
        for i, given in enumerate((((1, 112, 112, 64), 3, 2, (1, 1, 1, 1)), ((8, 114, 114, 64), 3, 2, (0, 0, 0, 0)), ((1, 20, 20, 256), 5, 1, (2, 2, 2, 2)), ((1, 55, 55, 64), 3, 2, (0, 0, 0, 0), True), ((1, 7, 7, 1280), 7, 1, (0, 0, 0, 0)),
                                   ((32, 224, 224, 64), 2, 2, (0, 0, 0, 0)), ((2, 9, 9, 3), 2, 2, (0, 0, 1, 1)), ((1, 512, 512, 128), 2, 2, (0, 0, 0, 0)), ((1, 13, 13, 512), 13, 1, (6, 6, 6, 6)), ((16, 112, 112, 64), 3, 2, (1, 1, 1, 1)))):
            yield case(f"{kind}_{i}", lambda m: pool(m, kind, *given))
    yield case("max_pool2d_dilated", lambda m: pool(m, "max_pool2d", (1, 32, 32, 32), 3, 1, (0, 0, 0, 0), False, 2))
    yield case("max_pool2d_with_indices", lambda m: pool(m, "max_pool2d_with_indices", (1, 32, 32, 32), 2, 2, (0, 0, 0, 0), two_results=True))
    # Older dumps: windows in StableHLO's terms. Dimensions are given as letters: b(atch), f(eatures), o(ut), i(n), 0, 1, 2.
    def general(m, shape, weight, order="bf01 oi01 bf01", stride=None, pad=None, hole=None, dilation=None, turn=None, features=1, batches=1, bias=False):
        given, kernel, made = order.split()
        axes = len(kernel) - 2
        ones = [1] * axes
        stride, hole, dilation, pad, turn = stride or ones, hole or ones, dilation or ones, pad or [0] * 2 * axes, turn or [False] * axes
        out = {"b": shape[given.index("b")] // batches, "f": weight[kernel.index("o")]}
        for a in range(axes):
            span = (shape[given.index(str(a))] - 1) * hole[a] + 1 + pad[2 * a] + pad[2 * a + 1] - dilation[a] * (weight[kernel.index(str(a))] - 1) - 1
            out[str(a)] = span // stride[a] + 1
        where = lambda text: "x".join(str(text.index(str(a))) for a in range(axes))
        layout = (f"input_batch = {given.index('b')}, input_feature = {given.index('f')}, input_spatial_dimensions = {where(given)}, kernel_output_feature = {kernel.index('o')}, "
                  f"kernel_input_feature = {kernel.index('i')}, kernel_spatial_dimensions = {where(kernel)}, output_batch = {made.index('b')}, output_feature = {made.index('f')}, "
                  f"output_spatial_dimensions = {where(made)}")
        operands = [arg(m, shape), arg(m, weight, "bf16", "parameter")] + ([arg(m, (1, out["f"], *ones), "bf16", "parameter")] if bias else [])
        return m.op("convolution", operands, tuple(out[c] for c in made), f"batch_group_count = {batches} : i64, convolution_layout = #ttir<convolution_layout {layout}>, feature_group_count = {features} : i64, "
                    f"input_dilation = {i64s(hole)}, padding = {i64s(pad)}, weight_dilation = {i64s(dilation)}, window_reversal = array<i1{': ' * bool(turn)}{', '.join(str(t).lower() for t in turn)}>, window_strides = {i64s(stride)}")
    for i, given in enumerate((dict(shape=(2, 3, 16, 18), weight=(8, 3, 3, 3), pad=[1, 1, 1, 1]), dict(shape=(2, 16, 17, 4), weight=(3, 2, 4, 8), order="b01f 01io b01f", stride=[2, 1], pad=[1, 0, 0, 1]),
                               dict(shape=(1, 16, 9, 9), weight=(16, 1, 3, 3), pad=[2, 2, 2, 2], dilation=[2, 2], features=16), dict(shape=(2, 6, 20), weight=(8, 6, 3), order="bf0 oi0 bf0", pad=[1, 1], bias=True),
                               dict(shape=(1, 4, 7, 5), weight=(6, 4, 3, 3), hole=[2, 2], pad=[1, 2, 1, 2]), dict(shape=(1, 4, 7, 5), weight=(4, 6, 4, 4), order="bf01 io01 bf01", hole=[2, 3], pad=[2, 2, 2, 2], turn=[True, True]),
                               dict(shape=(2, 8, 5, 5), weight=(8, 4, 3, 3), hole=[2, 2], pad=[1, 1, 1, 1], features=2), dict(shape=(1, 4, 7, 6), weight=(6, 4, 2, 2), hole=[2, 2], pad=[3, 3, 3, 3], stride=[2, 1]),
                               dict(shape=(6, 4, 8, 8), weight=(9, 4, 3, 3), batches=3, turn=[True, False]), dict(shape=(1, 32, 5, 8, 8), weight=(32, 32, 3, 3, 3), order="bf012 oi012 bf012", pad=[2, 0, 1, 1, 1, 1]),
                               dict(shape=(1, 32, 4, 6, 6), weight=(32, 32, 2, 2, 2), order="bf012 oi012 bf012", dilation=[2, 1, 1], hole=[1, 2, 1]), dict(shape=(4, 12), weight=(7, 12), order="bf oi bf"))):
        yield case(f"convolution_{i}", lambda m: general(m, **given))

    def pooling(m, kind, shape, window, stride=None, pad=None, dilation=None, hole=None, dtype="bf16"):
        ones = [1] * len(shape)
        stride, hole, dilation, pad = stride or ones, hole or ones, dilation or ones, pad or [0] * 2 * len(shape)
        result = [((e - 1) * h + 1 + pad[2 * a] + pad[2 * a + 1] - d * (w - 1) - 1) // s + 1 for a, (e, w, s, d, h) in enumerate(zip(shape, window, stride, dilation, hole))]
        return m.op("pooling", [arg(m, shape, dtype)], tuple(result), f"base_dilations = {i64s(hole)}, padding = {i64s(pad)}, pooling_method = #ttir<pooling_method {kind}>, "
                    f"window_dilations = {i64s(dilation)}, window_dimensions = {i64s(window)}, window_strides = {i64s(stride)}", dtype=dtype)
    for kind in ("Max", "Average", "Sum"):
        for i, given in enumerate((dict(shape=(1, 8, 16, 18), window=[1, 1, 3, 3], stride=[1, 1, 2, 2], pad=[0] * 4 + [1, 1, 1, 1]), dict(shape=(2, 17, 16, 8), window=[1, 2, 2, 1], stride=[1, 2, 2, 1], pad=[0, 0, 0, 1, 0, 0, 0, 0]),
                                   dict(shape=(3, 8, 20), window=[1, 1, 4], stride=[1, 1, 4]), dict(shape=(2, 4, 6, 8, 8), window=[1, 1, 2, 2, 2], stride=[1, 1, 2, 2, 2]), dict(shape=(5, 7), window=[5, 7]),
                                   dict(shape=(1, 4, 6, 6), window=[1, 1, 3, 3], hole=[1, 1, 2, 2], pad=[0, 0, 0, 0, 2, 2, 1, 1]))):
            yield case(f"pooling_{kind}_{i}", lambda m: pooling(m, kind, **given))
    for dtype in ("f32", "i64"):
        yield case(f"pooling_running_{dtype}", lambda m: pooling(m, "Sum", (2, 40), [1, 40], pad=[0, 0, 39, 0], dtype=dtype))

    first = "batch_dim = 0 : i64, channel_dim = 1 : i64, height_dim = 2 : i64, width_dim = 3 : i64, "
    ones = "dilation = array<i32: 1, 1>, "
    yield case("conv_transpose2d_nchw", lambda m: m.op("conv_transpose2d", [arg(m, (2, 16, 8, 9)), arg(m, (16, 8, 2, 2), "bf16", "parameter")], (2, 8, 16, 18),
               f"{first}{ones}groups = 1 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>"))
    yield case("conv3d_ncdhw", lambda m: m.op("conv3d", [arg(m, (1, 16, 5, 12, 14)), arg(m, (32, 16, 3, 3, 3), "bf16", "parameter")], (1, 32, 3, 10, 12),
               "batch_dim = 0 : i64, channel_dim = 1 : i64, depth_dim = 2 : i64, groups = 1 : i32, height_dim = 3 : i64, padding = array<i32: 0, 0, 0>, padding_mode = \"zeros\", stride = array<i32: 1, 1, 1>, width_dim = 4 : i64"))
    for kind in ("max_pool2d", "avg_pool2d", "max_pool2d_with_indices"):
        window = f"{first}ceil_mode = false, {ones}kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>"
        shape, half = (2, 16, 8, 10), (2, 16, 4, 5)
        yield case(f"{kind}_nchw", lambda m: two(m, kind, [arg(m, shape)], [half] * 2, ("bf16", "i32"), window) if kind[-1] == "s" else m.op(kind, [arg(m, shape)], half, window))
    yield case("concat_with_empty", lambda m: m.op("concat", [arg(m, (2, 0, 5)), arg(m, (2, 3, 5)), arg(m, (2, 4, 5))], (2, 7, 5), "dim = 1 : si32"))
    yield case("global_avg_pool2d", lambda m: m.op("global_avg_pool2d", [arg(m, (2, 7, 7, 64))], (2, 1, 1, 64)))
    for mode, scale, shape in itertools.product(("nearest", "bilinear"), (2, 4), ((1, 20, 20, 256), (2, 7, 9, 3), (1, 128, 128, 32))):
        yield case(f"upsample_{mode}_{scale}_{shape[3]}", lambda m: m.op("upsample2d", [arg(m, shape)], (shape[0], shape[1] * scale, shape[2] * scale, shape[3]), f'mode = "{mode}", scale_factor = {scale} : si32'))
    yield case("upsample_pair", lambda m: m.op("upsample2d", [arg(m, (1, 8, 8, 32))], (1, 16, 24, 32), 'mode = "nearest", scale_factor = array<i32: 2, 3>'))

    q, k = (1, 8, 64, 64), (1, 8, 128, 64)
    yield case("sdpa_causal", lambda m: m.op("scaled_dot_product_attention", [arg(m, q), arg(m, q), arg(m, q)], q, "is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, scale = 1.250000e-01 : f32"))
    yield case("sdpa_mask", lambda m: m.op("scaled_dot_product_attention", [arg(m, q), arg(m, (1, 2, 128, 64)), arg(m, (1, 2, 128, 64)), arg(m, (1, 1, 64, 128))], q, "is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>, scale = 1.250000e-01 : f32"))
    yield case("sdpa_decode", lambda m: m.op("scaled_dot_product_attention_decode", [arg(m, (1, 8, 12, 128)), arg(m, (8, 1, 1024, 128)), arg(m, (8, 1, 1024, 128)), arg(m, (8,), "i32")], (1, 8, 12, 128),
               "is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>, scale = 8.800000e-02 : f32"))
    yield case("paged_sdpa_decode", lambda m: m.op("paged_scaled_dot_product_attention_decode", [arg(m, (1, 8, 32, 128)), arg(m, (128, 8, 32, 128)), arg(m, (128, 8, 32, 128)), arg(m, (8, 16), "i32"), arg(m, (8,), "i32")], (1, 8, 32, 128),
               "is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>, scale = 8.800000e-02 : f32"))
    yield case("split_qkv", lambda m: two(m, "split_query_key_value_and_split_heads", [arg(m, (2, 32, 3072))], [(2, 16, 32, 64)] * 3, ["bf16"] * 3, "num_heads = 16 : ui32, transpose_key = false"))
    yield case("concatenate_heads", lambda m: m.op("concatenate_heads", [arg(m, (1, 24, 32, 128))], (1, 32, 3072)))
    yield case("nlp_concat_heads_decode", lambda m: m.op("nlp_concat_heads_decode", [arg(m, (1, 8, 32, 64))], (1, 1, 8, 2048), "num_heads = 32 : ui32"))
    yield case("rotary_embedding", lambda m: m.op("rotary_embedding", [arg(m, (1, 8, 32, 64)), arg(m, (1, 1, 32, 64)), arg(m, (1, 1, 32, 64))], (1, 8, 32, 64)))
    for dtype in ("i64", "i32", "ui32"):
        def update(m):
            cache = arg(m, (32, 8, 128, 64))
            m.op("update_cache", [cache, arg(m, (1, 8, 32, 64)), arg(m, (1,), dtype)], (), "batch_offset = 0 : i32", results=False)
            return cache
        yield case(f"update_cache_{dtype}", update)
    def fill(m):
        cache = arg(m, (4, 8, 128, 64))
        m.op("fill_cache", [cache, arg(m, (1, 8, 17, 64))], (), "batch_offset = 3 : i32", results=False)
        return cache
    yield case("fill_cache", fill)
    def paged(m):
        cache = arg(m, (128, 4, 32, 256))
        m.op("paged_update_cache", [cache, arg(m, (1, 8, 12, 256)), arg(m, (8,), "i32"), arg(m, (8, 16), "i32")], (), "share_cache = false", results=False)
        return cache
    yield case("paged_update_cache", paged)
    def paged_fill(m):
        cache = arg(m, (128, 12, 32, 256))
        m.op("paged_fill_cache", [cache, arg(m, (1, 12, 65, 256)), arg(m, (8, 16), "i32"), arg(m, (1,), "i32")], (), "", results=False)
        return cache
    yield case("paged_fill_cache", paged_fill)

    class Mesh(Xla):
        mesh, shards = "2x4", "presharded"
    class Line(Xla):
        mesh, shards = "1x8", "presharded"
    for style in (Mesh, Line):
        tag = style.mesh
        for dtype in FLOAT:
            for shape in ((32, 4096), (1, 1, 32, 4096), (8, 3)):
                rank = len(shape)
                for axis in (0, 1):
                    yield case(f"all_reduce_{tag}_{dtype}_{rank}_{axis}_{shape[-1]}", lambda m: m.op("all_reduce", [arg(m, shape, dtype)], shape, f"cluster_axis = {axis} : ui32, reduce_type = #ttcore.reduce_type<sum>"), style)
                ways = int(tag[-1])
                for dim in range(rank):
                    big = [d * (ways if i == dim else 1) for i, d in enumerate(shape)]
                    yield case(f"all_gather_{tag}_{dtype}_{rank}_{dim}_{shape[-1]}", lambda m: m.op("all_gather", [arg(m, shape, dtype)], big, f"all_gather_dim = {dim} : si32, cluster_axis = 1 : ui32"), style)
                    yield case(f"reduce_scatter_{tag}_{dtype}_{rank}_{dim}_{shape[-1]}", lambda m: m.op("reduce_scatter", [arg(m, big, dtype)], shape, f"cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>, scatter_dim = {dim} : si32"), style)
                    yield case(f"mesh_partition_{tag}_{dtype}_{rank}_{dim}_{shape[-1]}", lambda m: m.op("mesh_partition", [arg(m, big, dtype, "parameter")], shape, f"cluster_axis = 1 : ui32, dim = {dim} : si32"), style)
        yield case(f"collective_permute_{tag}", lambda m: m.op("collective_permute", [arg(m, (1, 1, 32, 512))], (1, 1, 32, 512), "source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>"), style)
        ways = int(tag[-1])
        groups = [list(range(ways))]
        yield case(f"all_to_all_{tag}", lambda m: m.op("all_to_all", [arg(m, (1, 1, 32, 512))], (1, 1, 32 * ways, 512 // ways), f"concat_dim = 2 : si32, replica_groups = dense<{groups}> : tensor<1x{ways}xi64>, split_count = {ways} : si32, split_dim = 3 : si32"), style)
        yield case(f"collective_broadcast_{tag}", lambda m: m.op("collective_broadcast", [arg(m, (32, 512))], (32, 512), f"replica_groups = dense<{groups}> : tensor<1x{ways}xi64>"), style)
        yield case(f"mesh_shard_{tag}", lambda m: m.op("mesh_shard", [arg(m, (32, 512))], (32, 128), "shard_dims = array<i64: -1, 1>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 4>, shard_type = #ttcore.shard_type<devices>"), style)
        yield case(f"point_to_point_{tag}", lambda m: m.op("point_to_point", [arg(m, (32, 512))], (32, 512), "receiver_coord = array<i64: 0, 1>, sender_coord = array<i64: 0, 0>"), style)
        yield case(f"distributed_rms_norm_{tag}", lambda m: m.op("distributed_rms_norm", [arg(m, (32, 1, 2048)), arg(m, (2048,), "bf16", "parameter")], (32, 1, 2048), "cluster_axis = 1 : ui32, epsilon = 1.000000e-05 : f32, operandSegmentSizes = array<i32: 1, 1, 0>"), style)
        yield case(f"distributed_rms_norm_residual_{tag}", lambda m: m.op("distributed_rms_norm", [arg(m, (1, 1, 32, 2048)), arg(m, (2048,), "bf16", "parameter"), arg(m, (1, 1, 32, 2048))], (1, 1, 32, 2048), "cluster_axis = 0 : ui32, epsilon = 1.000000e-05 : f32, operandSegmentSizes = array<i32: 1, 1, 1>"), style)
    yield case("unknown_op", lambda m: m.op("sparse_matmul", [arg(m, (2, 1, 32, 64)), arg(m, (1, 4, 64, 128)), arg(m, (1, 1, 2, 4))], (2, 1, 1, 4, 32, 128), "is_input_a_sparse = false, is_input_b_sparse = true, nnz = 1 : i64"))


def with_destinations(text):
    """The module as front ends of 2025 wrote it: behind the operands of an op, one empty tensor for each result."""
    lines, count = [], 0
    for line in text.splitlines():
        found = re.match(r'( *)(%.*) = "(ttir\.\w+)"\((.*?)\)( <{.*}>)? : \((.*)\) -> (.*)$', line)
        if not found or found[3] in ("ttir.constant", "ttir.arange", "ttir.full", "ttir.zeros", "ttir.ones", "ttir.rand"):
            lines.append(line)
            continue
        indent, values, name, operands, properties, types, results = found.groups()
        made = re.findall(r"tensor<[^>]*>", results)
        places = [f"%d{count + i}" for i in range(len(made))]
        lines += [f"{indent}{place} = {('ttir', 'tensor')[count % 2]}.empty() : {kind}" for place, kind in zip(places, made)]
        count += len(made)
        given = [o for o in operands.split(", ") if o]
        properties = (properties or " <{}>")[3:-2]
        if "operandSegmentSizes" in properties:
            properties = re.sub(r"(operandSegmentSizes = array<i32: [^>]*)", r"\1, 1", properties)
        elif count % 3:
            properties += (", " if properties else "") + f"operandSegmentSizes = array<i32: {len(given)}, {len(made)}>"
        lines.append(f'{indent}{values} = "{name}"({", ".join(given + places)}) <{{{properties}}}> : '
                     f'({", ".join([types] * bool(types) + made)}) -> {results}')
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", metavar="DIR")
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--destinations", action="store_true", help="in destination-passing style, as older front ends wrote")
    options = parser.parse_args()
    seen = {}
    for name, text in forms():
        seen[name] = seen.get(name, 0) + 1
        name = name.replace("-", "m") + (f"_v{seen[name]}" if seen[name] > 1 else "")
        if not re.search(options.only, name):
            continue
        if options.list:
            print(name)
        if options.all:
            os.makedirs(options.all, exist_ok=True)
            with open(os.path.join(options.all, f"{name}.mlir"), "w") as file:
                file.write(with_destinations(text) if options.destinations else text)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""The interpreter against formulas written with numpy: kinds of ops x element types, none may differ.

usage: formulas.py ALCOVE_RUN FOLDER

Every case is a function of one op. All of them are one module, run once (`--inputs`, `--outputs`); what it writes is
compared with what the formula gives in f64, rounded to the type of the result: integers are equal, reals within two
units in the last place of their type, or within `units` where a formula sums or cancels in f32.
"""
import itertools
import math
import pathlib
import subprocess
import sys

import numpy as np

REALS, WHOLE = ("f32", "bf16", "f16"), ("i8", "ui8", "i16", "ui16", "i32", "ui32", "i64")
BITS = {"f32": 23, "bf16": 7, "f16": 10}
RANGE = {"i8": (-128, 127), "ui8": (0, 255), "i16": (-2**15, 2**15 - 1), "ui16": (0, 2**16 - 1), "i32": (-2**31, 2**31 - 1), "ui32": (0, 2**32 - 1)}
rng = np.random.default_rng(34)
cases = []


def rounded(values, dtype):
    """Reals as the type holds them, integers wrapped to it (i8, the type of quantized numbers, saturates)."""
    values = np.asarray(values)
    if dtype == "f16":
        return values.astype(np.float32).astype(np.float16).astype(np.float64)
    if dtype == "bf16":
        bits = values.astype(np.float32).view(np.uint32).astype(np.uint64)
        return ((bits + 0x7fff + ((bits >> 16) & 1)) & 0xffff0000).astype(np.uint32).view(np.float32).astype(np.float64)
    if dtype == "f32":
        return values.astype(np.float32).astype(np.float64)
    if dtype == "i1":
        return (values != 0).astype(np.int64)
    values = values.astype(object) if values.dtype == object else values.astype(np.int64)
    if dtype == "i64":
        return values.astype(np.int64)
    low, high = RANGE[dtype]
    if dtype == "i8":
        return np.clip(values, low, high).astype(np.int64)
    return ((values - low) % (high - low + 1) + low).astype(np.int64)


def draw(dtype, shape, low=-3.0, high=3.0):
    if dtype in BITS:
        return rounded(rng.uniform(low, high, shape), dtype)
    if dtype == "i1":
        return rng.integers(0, 2, shape)
    bottom = 0 if dtype.startswith("u") else -40
    return rng.integers(max(bottom, int(low) if low != -3.0 else bottom), (int(high) if high != 3.0 else 40) + 1, shape)


def text(shape, dtype):
    return "tensor<" + "".join(f"{d}x" for d in shape) + dtype + ">"


def case(name, op, inputs, dtypes, result, expected, attributes="", units=2.0):
    """`inputs`: arrays; `result`: type or types; `expected`: arrays in f64 or int64."""
    many = isinstance(result, (list, tuple))
    cases.append(dict(name=f"f{len(cases)}_{name}", op=op, inputs=inputs, dtypes=dtypes, result=list(result) if many else [result],
                      expected=list(expected) if many else [expected], attributes=attributes, units=units))


def erf(x):
    return np.vectorize(math.erf)(x)


def unary():
    sigmoid, softplus = lambda x: 1 / (1 + np.exp(-x)), lambda x: np.logaddexp(0, x)
    table = {"abs": np.abs, "acos": (np.arccos, -0.9, 0.9), "asin": (np.arcsin, -0.9, 0.9), "asinh": np.arcsinh, "atan": np.arctan,
             "acosh": (np.arccosh, 1.1, 5), "atanh": (np.arctanh, -0.9, 0.9), "cbrt": np.cbrt, "ceil": np.ceil, "cos": np.cos, "cosh": np.cosh,
             "erf": erf, "erfc": lambda x: np.vectorize(math.erfc)(x), "exp": np.exp, "exp2": np.exp2, "expm1": np.expm1, "floor": np.floor,
             "gelu": lambda x: 0.5 * x * (1 + erf(x / math.sqrt(2))), "hardsigmoid": lambda x: np.clip(x / 6 + 0.5, 0, 1),
             "hardswish": lambda x: x * np.clip(x / 6 + 0.5, 0, 1), "frac": lambda x: x - np.trunc(x), "log": (np.log, 0.1, 9), "log1p": (np.log1p, -0.5, 9),
             "logical_not": lambda x: x == 0, "mish": lambda x: x * np.tanh(softplus(x)), "neg": np.negative, "reciprocal": (lambda x: 1 / x, 0.2, 3),
             "relu": lambda x: np.maximum(x, 0), "relu6": lambda x: np.clip(x, 0, 6), "rsqrt": (lambda x: 1 / np.sqrt(x), 0.2, 9), "sigmoid": sigmoid,
             "sign": np.sign, "signbit": lambda x: x < 0, "silu": lambda x: x * sigmoid(x), "sin": np.sin, "sinh": np.sinh, "softplus": softplus,
             "softsign": lambda x: x / (1 + np.abs(x)), "sqrt": (np.sqrt, 0, 9), "square": np.square, "tan": (np.tan, -1.2, 1.2), "tanh": np.tanh,
             "trunc": np.trunc, "isfinite": lambda x: np.isfinite(x)}
    for (op, formula), dtype in itertools.product(table.items(), REALS):
        formula, low, high = formula if isinstance(formula, tuple) else (formula, -3.0, 3.0)
        x = draw(dtype, (4, 9), low, high)
        case(f"{op}_{dtype}", op, [x], [dtype], dtype, formula(x))
    for op, dtype in itertools.product(("abs", "neg", "relu", "sign", "square"), ("i32", "i64")):
        x = draw(dtype, (4, 9))
        case(f"{op}_{dtype}", op, [x], [dtype], dtype, {"abs": np.abs, "neg": np.negative, "relu": lambda v: np.maximum(v, 0), "sign": np.sign, "square": np.square}[op](x))
    for dtype in ("i32", "ui8", "i16"):
        x = draw(dtype, (4, 9))
        case(f"bitwise_not_{dtype}", "bitwise_not", [x], [dtype], dtype, ~x)
    bit = draw("i1", (4, 9))
    case("bitwise_not_i1", "bitwise_not", [bit], ["i1"], "i1", 1 - bit)


def binary():
    table = {"add": np.add, "subtract": np.subtract, "multiply": np.multiply, "maximum": np.maximum, "minimum": np.minimum, "eq": np.equal, "ne": np.not_equal,
             "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal,
             "logical_and": lambda a, b: (a != 0) & (b != 0), "logical_or": lambda a, b: (a != 0) | (b != 0), "logical_xor": lambda a, b: (a != 0) != (b != 0)}
    for (op, formula), dtype in itertools.product(table.items(), REALS + ("i8", "i16", "ui16", "i32", "ui32", "i64")):
        a, b = draw(dtype, (4, 9)), draw(dtype, (1, 9))
        b[0, 0] = a[0, 0]
        case(f"{op}_{dtype}", op, [a, b], [dtype] * 2, dtype, np.asarray(formula(a, b)).astype(a.dtype))
    for dtype in REALS:
        a, b = draw(dtype, (4, 9)), draw(dtype, (1, 9), 0.5, 3)
        case(f"div_{dtype}", "div", [a, b], [dtype] * 2, dtype, a / b)
        case(f"remainder_{dtype}", "remainder", [a, b], [dtype] * 2, dtype, np.fmod(a, b), units=64)
        case(f"atan2_{dtype}", "atan2", [a, b], [dtype] * 2, dtype, np.arctan2(a, b))
        case(f"pow_{dtype}", "pow", [np.abs(a), b], [dtype] * 2, dtype, np.abs(a) ** b)
    for dtype in ("i16", "i32", "i64"):
        a, b = draw(dtype, (4, 9)), draw(dtype, (1, 9), 1, 9)
        case(f"div_{dtype}", "div", [a, b], [dtype] * 2, dtype, np.trunc(a / b).astype(np.int64))
        case(f"remainder_{dtype}", "remainder", [a, b], [dtype] * 2, dtype, np.fmod(a, b))
    for dtype in ("i8", "ui8", "i16", "i32", "ui32"):
        a, b, by = draw(dtype, (4, 9)), draw(dtype, (4, 9)), draw(dtype, (4, 9), 0, 6)
        for op, formula in (("and", np.bitwise_and), ("or", np.bitwise_or), ("xor", np.bitwise_xor)):
            case(f"bitwise_{op}_{dtype}", f"bitwise_{op}", [a, b], [dtype] * 2, dtype, formula(a, b))
        width = int(dtype.lstrip("ui"))
        wrap = lambda v: ((v + (0 if dtype[0] == "u" else 2 ** (width - 1))) % 2**width) - (0 if dtype[0] == "u" else 2 ** (width - 1))
        case(f"left_shift_{dtype}", "logical_left_shift", [a, by], [dtype] * 2, dtype, wrap(a << by))
        case(f"logical_shift_{dtype}", "logical_right_shift", [a, by], [dtype] * 2, dtype, wrap((a % 2**width) >> by))
        case(f"right_shift_{dtype}", "right_shift", [a, by], [dtype] * 2, dtype, a >> by)


def with_parameters():
    for dtype in REALS:
        x = draw(dtype, (4, 9))
        slope = float(np.float32(0.1))
        case(f"leaky_relu_{dtype}", "leaky_relu", [x], [dtype], dtype, np.where(x > 0, x, slope * x), "parameter = 1.0e-1 : f32")
        case(f"elu_{dtype}", "elu", [x], [dtype], dtype, np.where(x > 0, x, 0.5 * np.expm1(x)), "alpha = 0.5 : f32")
        case(f"selu_{dtype}", "selu", [x], [dtype], dtype, 1.25 * np.where(x > 0, x, 1.5 * np.expm1(x)), "alpha = 1.5 : f32, scale = 1.25 : f32")
        case(f"clamp_scalar_{dtype}", "clamp_scalar", [x], [dtype], dtype, np.clip(x, -1, 2), "min = -1.0 : f32, max = 2.0 : f32")
        low, high = draw(dtype, (4, 9), -2, -1), draw(dtype, (4, 9), 1, 2)
        case(f"clamp_tensor_{dtype}", "clamp_tensor", [x, low, high], [dtype] * 3, dtype, np.clip(x, low, high))
        c = draw("i1", (4, 9))
        case(f"where_{dtype}", "where", [c, x, low], ["i1", dtype, dtype], dtype, np.where(c != 0, x, low))
        gradient = draw(dtype, (4, 9))
        density = np.exp(-x * x / 2) / math.sqrt(2 * math.pi)
        case(f"gelu_backward_{dtype}", "gelu_backward", [gradient, x], [dtype] * 2, dtype, gradient * (0.5 * (1 + erf(x / math.sqrt(2))) + x * density), 'approximate = "none"', units=16)
    for source, target in itertools.product(("f32", "bf16", "i32", "i1"), ("f32", "bf16", "f16", "i16", "i32", "i64", "ui8", "i1")):
        x = draw(source, (4, 9), 0, 9) if target == "ui8" else draw(source, (4, 9))
        wanted = x if target in REALS else (x != 0) if target == "i1" else np.trunc(x).astype(np.int64)
        case(f"typecast_{source}_{target}", "typecast", [x], [source], target, wanted)


def reductions():
    dims = {"last": [2], "first_two": [0, 1], "ends": [0, 2], "middle": [1]}
    for dtype, (name, axes) in itertools.product(("f32", "bf16", "f16"), dims.items()):
        x = draw(dtype, (3, 4, 5))
        for op, formula in (("sum", np.sum), ("mean", np.mean), ("max", np.max), ("min", np.min), ("prod", np.prod)):
            case(f"{op}_{name}_{dtype}", op, [x], [dtype], dtype, formula(x, axis=tuple(axes)), f"dim_arg = {[Typed(a) for a in axes]}, keep_dim = false", units=8)
        holes = np.where(rng.random(x.shape) < 0.4, 0, x) * (rng.random((3, 1, 5)) < 0.6)
        for op, formula in (("reduce_or", np.any), ("reduce_and", np.all)):
            case(f"{op}_{name}_{dtype}", op, [holes], [dtype], dtype, formula(holes != 0, axis=tuple(axes)), f"dim_arg = {[Typed(a) for a in axes]}, keep_dim = false")
    for (name, axes), dtype in itertools.product(dims.items(), ("f32", "bf16", "i32")):
        x = draw(dtype, (3, 4, 5))
        kept = [d for d in range(3) if d not in axes]
        lines = np.transpose(x, kept + axes).reshape([x.shape[d] for d in kept] + [-1])
        case(f"argmax_{name}_{dtype}", "argmax", [x], [dtype], "i32", np.argmax(lines, -1), f"dim_arg = {[Typed(a) for a in axes]}, keep_dim = false")
    for dtype in ("i32", "i64"):
        x = draw(dtype, (3, 4, 5))
        for op, formula in (("sum", np.sum), ("max", np.max), ("min", np.min)):
            case(f"{op}_{dtype}", op, [x], [dtype], dtype, formula(x, axis=1), "dim_arg = [1 : i32], keep_dim = false")
    for dtype in ("f32", "bf16", "i32"):
        x = draw(dtype, (3, 6))
        case(f"cumsum_{dtype}", "cumsum", [x], [dtype], dtype, np.cumsum(x, 1), "dim = 1 : i64", units=64)
        y = draw(dtype, (3, 6), 1, 2)
        case(f"cumprod_{dtype}", "cumprod", [y], [dtype], dtype, np.cumprod(y, 0), "dim = 0 : i64", units=8)


class Typed(int):
    def __repr__(self):
        return f"{int(self)} : i32"


def movements():
    for dtype in ("f32", "bf16", "i16", "i32", "i64", "ui8", "i1"):
        x, y = draw(dtype, (3, 4, 6)), draw(dtype, (3, 2, 6))
        one = lambda op, expected, attributes="", given=(x,): case(f"{op}_{dtype}", op, list(given), [dtype] * len(given), dtype, expected, attributes)
        one("permute", x.transpose(2, 0, 1), "permutation = array<i64: 2, 0, 1>")
        one("transpose", x.swapaxes(0, 2), "dim0 = 0 : si32, dim1 = -1 : si32")
        one("reshape", x.reshape(6, 12), "shape = [6 : i32, 12 : i32]")
        one("broadcast", np.broadcast_to(x[:, :1], (3, 4, 6)), "broadcast_dimensions = array<i64: 1, 4, 1>", (x[:, :1],))
        one("repeat", np.tile(x, (1, 2, 3)), "repeat_dimensions = array<i64: 1, 2, 3>")
        one("repeat_interleave", np.repeat(x, 3, 1), "dim = 1 : si32, repeats = 3 : ui32")
        one("concat", np.concatenate([x, y], 1), "dim = 1 : si32", (x, y))
        one("slice_static", x[:, 1:4:2, -5:-1], "begins = [0 : i32, 1 : i32, -5 : i32], ends = [3 : i32, 4 : i32, -1 : i32], step = [1 : i32, 2 : i32, 1 : i32]")
        one("index", x[:, :, 1:6:2], "begin = 1 : i32, dim = 2 : i32, end = 6 : i32, step = 2 : i32")
        one("reverse", x[::-1, :, ::-1], "dimensions = array<i64: 0, 2>")
        for op in ("select", "index_select"):
            one(op, x[:, :, [1, 2, 4, 5]], "begin = 1 : si32, dim = 2 : si32, length = 2 : si32, stride = 3 : si32")
        one("squeeze", y[:, 0], "dim = 1 : si32", (y[:, :1],))
        one("unsqueeze", x[:, None], "dim = 1 : si32")
        one("rearrange", x.transpose(2, 0, 1).reshape(6, 12), 'pattern = "a b c -> c (a b)"')
        if dtype in ("f32", "bf16", "i32"):
            one("pad", np.pad(x, ((0, 0), (1, 2), (3, 0)), constant_values=1), "padding = array<i32: 0, 0, 1, 2, 3, 0>, value = 1.0 : f32")
        case(f"slice_dynamic_{dtype}", "slice_dynamic", [x, np.array([1, 0, 2]), np.array([3, 4, 6])], [dtype, "i32", "i32"], dtype, x[1:3, :, 2:6])


def selections():
    for dtype in ("f32", "bf16", "i16", "i32"):
        x, index, updates = draw(dtype, (4, 6)), rng.integers(0, 4, (3, 6)), draw(dtype, (3, 6))
        case(f"gather_{dtype}", "gather", [x, index], [dtype, "i32"], dtype, np.take_along_axis(x, index, 0), "dim = 0 : i32")
        for how, combine in (("invalid", None), ("sum", np.add), ("prod", np.multiply), ("max", np.maximum), ("min", np.minimum)):
            expected = x.astype(np.int64 if dtype[0] == "i" else np.float64).copy()
            for row, column in itertools.product(range(3), range(6)):
                at = (index[row, column], column)
                expected[at] = updates[row, column] if combine is None else combine(expected[at], updates[row, column])
            case(f"scatter_{how}_{dtype}", "scatter", [x, index, updates], [dtype, "i32", dtype], dtype, expected, f"dim = 0 : i32, scatter_reduce_type = #ttcore.reduce_type<{how}>", units=4)
        rows = rng.permutation(4)[:2].reshape(2, 1)
        replaced = x.copy()
        replaced[rows[:, 0]] = updates[:2]
        case(f"scatter_rows_{dtype}", "scatter", [x, rows, updates[:2]], [dtype, "i32", dtype], dtype, replaced,
             "update_window_dims = array<i64: 1>, inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, index_vector_dim = 1 : i64")
        y = draw(dtype, (3, 4, 5))
        for axis, down in itertools.product((0, 2), (False, True)):
            order = np.argsort(-y if down else y, axis, kind="stable")
            case(f"sort_{axis}_{down}_{dtype}", "sort", [y], [dtype], [dtype, "i32"], [np.take_along_axis(y, order, axis), order], f"dim = {axis} : si32, descending = {str(down).lower()}")
        order = np.argsort(-y, 2, kind="stable")[..., :3]
        case(f"topk_{dtype}", "topk", [y], [dtype], [dtype, "i32"], [np.take_along_axis(y, order, 2), order], "dim = 2 : i32, k = 3 : i32, largest = true, sorted = true")
    for dtype, index in itertools.product(("f32", "bf16"), ("i32", "ui32", "i64", "bf16")):
        table, ids = draw(dtype, (40, 7)), rng.integers(0, 40, (2, 5))
        case(f"embedding_{dtype}_{index}", "embedding", [ids, table], [index, dtype], dtype, table[ids])
    ids, gradient = rng.integers(0, 9, (1, 32)), draw("f32", (1, 32, 4))
    sums = np.zeros((9, 4))
    np.add.at(sums, ids[0], gradient[0])
    case("embedding_backward", "embedding_backward", [ids, draw("f32", (9, 4)), gradient], ["ui32", "f32", "f32"], "f32", sums, units=64)


def contractions():
    for dtype, (ta, tb) in itertools.product(REALS, itertools.product((False, True), repeat=2)):
        a, b = draw(dtype, (6, 4) if ta else (4, 6)), draw(dtype, (5, 6) if tb else (6, 5))
        left, right = a.T if ta else a, b.T if tb else b
        flags = f"transpose_a = {str(ta).lower()}, transpose_b = {str(tb).lower()}"
        case(f"matmul_{ta}_{tb}_{dtype}", "matmul", [a, b], [dtype] * 2, dtype, left @ right, flags, units=256)
        bias = draw(dtype, (5,))
        case(f"linear_{ta}_{tb}_{dtype}", "linear", [a, b, bias], [dtype] * 3, dtype, left @ right + bias, flags, units=256)
    for dtype in REALS:
        a, b = draw(dtype, (2, 3, 4, 6)), draw(dtype, (2, 3, 6, 5))
        case(f"batches_{dtype}", "matmul", [a, b], [dtype] * 2, dtype, a @ b, "transpose_a = false, transpose_b = false", units=256)
        c, d = draw(dtype, (4, 2, 6)), draw(dtype, (6, 5, 2))
        case(f"dot_general_{dtype}", "dot_general", [c, d], [dtype] * 2, dtype, np.einsum("abk,kcb->bac", c, d),
             "batch_dims_lhs = array<i64: 1>, batch_dims_rhs = array<i64: 2>, contract_dims_lhs = array<i64: 2>, contract_dims_rhs = array<i64: 0>", units=256)


def softmax(x, axis=-1):
    e = np.exp(x - x.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


def normalizations():
    for dtype in REALS:
        x, w, b = draw(dtype, (3, 4, 8)), draw(dtype, (8,)), draw(dtype, (8,))
        for axis in (0, 2):
            case(f"softmax_{axis}_{dtype}", "softmax", [x], [dtype], dtype, softmax(x, axis), f"dimension = {axis} : si32, numericStable = true")
        e = float(np.float32(1e-3))
        root = np.sqrt((x * x).mean(-1, keepdims=True) + e)
        case(f"rms_norm_{dtype}", "rms_norm", [x, w, b], [dtype] * 3, dtype, x / root * w + b, "epsilon = 1.0e-3 : f32, normalized_shape = array<i64: 8>, operandSegmentSizes = array<i32: 1, 1, 1>", units=64)
        spread = np.sqrt(x.var(-1, keepdims=True) + e)
        case(f"layer_norm_{dtype}", "layer_norm", [x, w, b], [dtype] * 3, dtype, (x - x.mean(-1, keepdims=True)) / spread * w + b, "epsilon = 1.0e-3 : f32, normalized_shape = array<i64: 8>, operandSegmentSizes = array<i32: 1, 1, 1>", units=64)
        image = draw(dtype, (2, 6, 4, 5))
        scale, offset, mean, var = draw(dtype, (6,)), draw(dtype, (6,)), draw(dtype, (6,)), draw(dtype, (6,), 0.5, 2)
        of = lambda v: np.asarray(v).reshape(1, 6, 1, 1)
        case(f"batch_norm_inference_{dtype}", "batch_norm_inference", [image, scale, offset, mean, var], [dtype] * 5, dtype,
             (image - of(mean)) / np.sqrt(of(var) + e) * of(scale) + of(offset), "dimension = 1 : i32, epsilon = 1.0e-3 : f32", units=64)
        own, biased, m = image.mean((0, 2, 3)), image.var((0, 2, 3)), float(np.float32(0.1))
        case(f"batch_norm_training_{dtype}", "batch_norm_training", [image, scale, offset, mean, var], [dtype] * 5, [dtype] * 3,
             [(image - of(own)) / np.sqrt(of(biased) + e) * of(scale) + of(offset), mean + m * (own - mean), var + m * (biased - var)],
             "dimension = 1 : i32, epsilon = 1.0e-3 : f32, momentum = 1.0e-1 : f32", units=64)
        groups = image.reshape(2, 3, 2 * 20)
        normed = ((groups - groups.mean(-1, keepdims=True)) / np.sqrt(groups.var(-1, keepdims=True) + e)).reshape(image.shape)
        case(f"group_norm_{dtype}", "group_norm", [image, scale, offset], [dtype] * 3, dtype, normed * of(scale) + of(offset),
             "num_groups = 3 : i64, channel_dim = 1 : i64, epsilon = 1.0e-3 : f32, operandSegmentSizes = array<i32: 1, 0, 1, 1>", units=64)


def heads_and_attention():
    for dtype in REALS:
        q, k, v = draw(dtype, (2, 4, 5, 8)), draw(dtype, (2, 2, 7, 8)), draw(dtype, (2, 2, 7, 8))
        mask = draw(dtype, (2, 1, 5, 7))
        scores = 0.25 * q @ np.repeat(k, 2, 1).swapaxes(2, 3) + mask
        case(f"attention_{dtype}", "scaled_dot_product_attention", [q, k, v, mask], [dtype] * 4, dtype, softmax(scores) @ np.repeat(v, 2, 1),
             "is_causal = false, scale = 0.25 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>", units=64)
        k5, v5 = k[:, :, :5], v[:, :, :5]
        causal = 0.25 * q @ np.repeat(k5, 2, 1).swapaxes(2, 3) + np.where(np.tri(5) > 0, 0, -np.inf)
        case(f"attention_causal_{dtype}", "scaled_dot_product_attention", [q, k5, v5], [dtype] * 3, dtype, softmax(causal) @ np.repeat(v5, 2, 1),
             "is_causal = true, scale = 0.25 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>", units=64)
        case(f"concatenate_heads_{dtype}", "concatenate_heads", [q], [dtype], dtype, q.transpose(0, 2, 1, 3).reshape(2, 5, 32))
        one = draw(dtype, (1, 3, 6, 8))
        case(f"concat_heads_decode_{dtype}", "nlp_concat_heads_decode", [one], [dtype], dtype, one[:, :, :4].reshape(1, 1, 3, 32), "num_heads = 4 : ui32")
        row = draw(dtype, (2, 5, 64))
        parts = row.reshape(2, 5, 8, 8).transpose(0, 2, 1, 3)
        case(f"split_heads_{dtype}", "split_query_key_value_and_split_heads", [row], [dtype], [dtype] * 3, [parts[:, :4], parts[:, 4:6].swapaxes(2, 3), parts[:, 6:]],
             "num_heads = 4 : ui32, num_kv_heads = 2 : ui32, transpose_key = true")
        cos, sin = draw(dtype, (1, 1, 9, 8)), draw(dtype, (1, 1, 9, 8))
        turned = np.concatenate([-q[..., 4:], q[..., :4]], -1)
        case(f"rotary_embedding_{dtype}", "rotary_embedding", [q, cos, sin], [dtype] * 3, dtype, q * cos[:, :, :5] + turned * sin[:, :, :5], units=64)


def windows(x, kernel, stride, fill):
    """Windows of an NHWC image that is padded by one everywhere: N, rows, columns, C, kernel rows, kernel columns."""
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)), constant_values=fill)
    return np.lib.stride_tricks.sliding_window_view(padded, kernel, (1, 2))[:, ::stride[0], ::stride[1]]


def images():
    for dtype in REALS:
        x, w, b = draw(dtype, (2, 6, 7, 4)), draw(dtype, (6, 2, 3, 2)), draw(dtype, (1, 1, 1, 6))
        seen = windows(x, (3, 2), (2, 1), 0.0)
        grouped = seen.reshape(*seen.shape[:3], 2, 2, 3, 2)
        expected = np.einsum("nhwgckl,gockl->nhwgo", grouped, w.reshape(2, 3, 2, 3, 2)).reshape(*seen.shape[:3], 6) + b
        case(f"conv2d_{dtype}", "conv2d", [x, w, b], [dtype] * 3, dtype, expected,
             "stride = array<i32: 2, 1>, padding = array<i32: 1, 1, 1, 1>, dilation = array<i32: 1, 1>, groups = 2 : i32", units=512)
        pool = "ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 3, 2>, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>"
        case(f"max_pool2d_{dtype}", "max_pool2d", [x], [dtype], dtype, windows(x, (3, 2), (2, 1), -np.inf).max((-1, -2)), pool)
        case(f"avg_pool2d_{dtype}", "avg_pool2d", [x], [dtype], dtype, seen.mean((-1, -2)), pool + ", count_include_pad = true", units=64)
        case(f"global_avg_pool2d_{dtype}", "global_avg_pool2d", [x], [dtype], dtype, x.mean((1, 2), keepdims=True), units=64)
        case(f"upsample2d_{dtype}", "upsample2d", [x], [dtype], dtype, x.repeat(2, 1).repeat(3, 2), 'mode = "nearest", scale_factor = array<i32: 2, 3>')
        image, kernel = draw(dtype, (1, 3, 4, 2)), draw(dtype, (2, 3, 2, 2))
        spread = np.zeros((1, 6, 8, 3))
        for row, column in itertools.product(range(3), range(4)):
            spread[:, 2 * row:2 * row + 2, 2 * column:2 * column + 2] += np.einsum("nc,cokl->nklo", image[:, row, column], kernel)
        case(f"conv_transpose2d_{dtype}", "conv_transpose2d", [image, kernel], [dtype] * 2, dtype, spread,
             "stride = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, output_padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32", units=64)


def quantizations():
    for axis, storage in itertools.product((0, 1), ("i8", "!quant.uniform<i8:f32, 0.1:3>")):
        x, scale, zero = draw("f32", (4, 8), -30, 30), draw("f32", (4, 8)[axis:axis + 1], 0.1, 0.5), rng.integers(-5, 5, (4, 8)[axis])
        of = lambda v: np.expand_dims(v, 1 - axis)
        q = np.clip(np.rint(rounded(x, "f32") / of(scale)) + of(zero), -128, 127)
        tag = f"{axis}_{'typed' if storage[0] == '!' else 'plain'}"
        case(f"quantize_{tag}", "quantize_unrolled", [x, scale, zero], ["f32", "f32", "si32"], storage, q.astype(np.int64), f"axis = {axis} : i32")
        if storage == "i8":
            case(f"dequantize_{tag}", "dequantize_unrolled", [q.astype(np.int64), scale, zero], ["i8", "f32", "si32"], "f32", (q - of(zero)) * of(scale), f"axis = {axis} : i32")


def module():
    lines = []
    for c in cases:
        arguments = ", ".join(f'%a{i}: {text(x.shape, d)} {{ttir.name = "{c["name"]}_{i}"}}' for i, (x, d) in enumerate(zip(c["inputs"], c["dtypes"])))
        types = ", ".join(text(x.shape, d) for x, d in zip(c["inputs"], c["dtypes"]))
        results = [text(np.shape(x), d) for x, d in zip(c["expected"], c["result"])]
        names = ", ".join(f"%a{i}" for i in range(len(c["inputs"])))
        many = f"({', '.join(results)})" if len(results) > 1 else results[0]
        values = ", ".join(f"%r#{i}" for i in range(len(results))) if len(results) > 1 else "%r"
        lines.append(f"func.func @{c['name']}({arguments}) -> {many} {{\n  %r{':' + str(len(results)) if len(results) > 1 else ''} = \"ttir.{c['op']}\"({names}) "
                     f"<{{{c['attributes']}}}> : ({types}) -> {many}\n  return {values} : {', '.join(results)}\n}}\n")
    return "".join(lines)


def wrong(given, expected, dtype, units):
    """What differs, or nothing."""
    if given.shape != np.shape(expected):
        return f"shape {given.shape}, expected {np.shape(expected)}"
    if dtype not in BITS:
        bad = given.astype(np.int64) != rounded(expected, "i8" if dtype[0] == "!" else dtype.removeprefix("s") if dtype[0] == "s" else dtype)
    else:
        given, expected = given.astype(np.float64), np.asarray(expected, np.float64)
        unit = 2.0 ** (np.floor(np.log2(np.maximum(np.abs(expected), 2.0**-14))) - BITS[dtype])
        # What is summed in f32 is off by units of f32 beside that.
        allowed = unit * (units if dtype == "f32" else 1.0) + 2.0**-23 * units * max(1.0, np.max(np.abs(expected), initial=0.0))
        bad = ~(np.abs(given - expected) <= allowed)
    if not bad.any():
        return None
    at = tuple(int(i) for i in np.argwhere(bad)[0])
    return f"{int(bad.sum())} of {bad.size} differ, first {list(at)}: {given[at]}, expected {np.asarray(expected)[at]}"


def main(run, folder):
    for part in (unary, binary, with_parameters, reductions, movements, selections, contractions, normalizations, heads_and_attention, images, quantizations):
        part()
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cases.mlir").write_text(module())
    for c in cases:
        for i, x in enumerate(c["inputs"]):
            whole = np.asarray(x).dtype.kind in "biu" and c["dtypes"][i] not in BITS
            np.save(folder / f"{c['name']}_{i}.npy", np.ascontiguousarray(x, np.int64 if whole else np.float32))
    done = subprocess.run([run, str(folder / "cases.mlir"), f"--inputs={folder}", f"--outputs={folder}", "--precision=declared"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"alcove-run: exit {done.returncode}: {done.stderr.strip()[-600:]}")
    differ = []
    for c in cases:
        for i, (expected, dtype) in enumerate(zip(c["expected"], c["result"])):
            if problem := wrong(np.load(folder / f"{c['name']}.result{i}.npy"), expected, dtype, c["units"]):
                differ.append(f"{c['name']} result {i}: {problem}")
    print("\n".join(differ))
    print(f"{len(cases)} cases of {len({c['op'] for c in cases})} ops, {len(differ)} differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

#!/usr/bin/env python3
"""Patterns of models as JAX, PyTorch/XLA and Keras print them in StableHLO, and near misses of each.

    testing/models/stablehlo_patterns.py FOLDER          writes PATTERN.SPELLING.mlir and PATTERN.miss-WHAT.mlir

`PATTERNS` says which op of TTNN each is to become; bench/StableHLO/patterns.py plans and runs the programs.
"""
import pathlib, sys


class Value:
    def __init__(self, name, shape, element):
        self.name, self.shape, self.element = name, tuple(shape), element

    @property
    def type(self):
        return "tensor<" + "".join(f"{extent}x" for extent in self.shape) + self.element + ">"


class Program:
    """One function, written op by op."""

    def __init__(self, **arguments):
        self.lines, self.count, self.inner = [], 0, None
        self.arguments = {name: Value("%" + name, *what) for name, what in arguments.items()}

    def __getattr__(self, name):
        if name in self.arguments:
            return self.arguments[name]
        raise AttributeError(name)

    def new(self, text, shape, element):
        value = Value(f"%{self.count}", shape, element)
        self.count += 1
        self.lines.append(f"    {value.name} = stablehlo.{text}")
        return value

    def constant(self, number, element="f32", shape=()):
        value = Value("", shape, element)
        return self.new(f"constant dense<{number}> : {value.type}", shape, element)

    def unary(self, op, x):
        return self.new(f"{op} {x.name} : {x.type}", x.shape, x.element)

    def binary(self, op, a, b):
        assert a.type == b.type, (op, a.type, b.type)
        return self.new(f"{op} {a.name}, {b.name} : {a.type}", a.shape, a.element)

    def scalar(self, op, x, number, left=False):
        """x op a number, which is broadcast."""
        c = self.spread(self.constant(number, x.element), x.shape, [])
        return self.binary(op, c, x) if left else self.binary(op, x, c)

    def spread(self, x, shape, dims):
        result = Value("", shape, x.element)
        return self.new(f"broadcast_in_dim {x.name}, dims = {list(dims)} : ({x.type}) -> {result.type}", shape, x.element)

    def reshape(self, x, *shape):
        result = Value("", shape, x.element)
        return self.new(f"reshape {x.name} : ({x.type}) -> {result.type}", shape, x.element)

    def transpose(self, x, *dims):
        shape = [x.shape[d] for d in dims]
        result = Value("", shape, x.element)
        return self.new(f"transpose {x.name}, dims = {list(dims)} : ({x.type}) -> {result.type}", shape, x.element)

    def convert(self, x, element):
        result = Value("", x.shape, element)
        return self.new(f"convert {x.name} : ({x.type}) -> {result.type}", x.shape, element)

    def reduce(self, op, x, *dims):
        first = self.constant({"add": "0.0", "maximum": {"f32": "0xFF800000", "bf16": "0xFF80"}[x.element]}[op], x.element)
        shape = [extent for d, extent in enumerate(x.shape) if d not in dims]
        result = Value("", shape, x.element)
        return self.new(f"reduce({x.name} init: {first.name}) applies stablehlo.{op} across dimensions = {list(dims)} : "
                        f"({x.type}, {first.type}) -> {result.type}", shape, x.element)

    def slice(self, x, dim, begin, end):
        ranges = ", ".join(f"{begin}:{end}" if d == dim else f"0:{extent}" for d, extent in enumerate(x.shape))
        shape = [end - begin if d == dim else extent for d, extent in enumerate(x.shape)]
        result = Value("", shape, x.element)
        return self.new(f"slice {x.name} [{ranges}] : ({x.type}) -> {result.type}", shape, x.element)

    def concat(self, a, b, dim):
        shape = [extent + (b.shape[d] if d == dim else 0) for d, extent in enumerate(a.shape)]
        result = Value("", shape, a.element)
        return self.new(f"concatenate {a.name}, {b.name}, dim = {dim} : ({a.type}, {b.type}) -> {result.type}", shape, a.element)

    def dot(self, a, b, batch, contract, element=None):
        free = lambda x, side: [e for d, e in enumerate(x.shape) if d not in batch[side] and d not in contract[side]]
        shape = [a.shape[d] for d in batch[0]] + free(a, 0) + free(b, 1)
        result = Value("", shape, element or a.element)
        batching = f"batching_dims = {batch[0]} x {batch[1]}, " if batch[0] else ""
        return self.new(f"dot_general {a.name}, {b.name}, {batching}contracting_dims = {contract[0]} x {contract[1]}, "
                        f"precision = [DEFAULT, DEFAULT] : ({a.type}, {b.type}) -> {result.type}", shape, result.element)

    def compare(self, direction, a, b, kind):
        result = Value("", a.shape, "i1")
        return self.new(f"compare {direction}, {a.name}, {b.name}, {kind} : ({a.type}, {b.type}) -> {result.type}", a.shape, "i1")

    def select(self, p, a, b):
        return self.new(f"select {p.name}, {a.name}, {b.name} : {p.type}, {a.type}", a.shape, a.element)

    def iota(self, shape, dim, element="i32"):
        result = Value("", shape, element)
        return self.new(f"iota dim = {dim} : {result.type}", shape, element)

    def chlo(self, op, x):
        value = self.new("", x.shape, x.element)
        self.lines[-1] = f"    {value.name} = chlo.{op} {x.name} : {x.type} -> {x.type}"
        return value

    def custom(self, target, x):
        return self.new(f'custom_call @{target}({x.name}) {{mhlo.attributes = {{}}, mhlo.version = 1 : i64}} : '
                        f'({x.type}) -> {x.type}', x.shape, x.element)

    def text(self, *results):
        arguments = ", ".join(f"{value.name}: {value.type}" for value in self.arguments.values())
        types = ", ".join(value.type for value in results)
        names = ", ".join(value.name for value in results)
        return "\n".join(["module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {",
                          f"  func.func public @main({arguments}) -> ({types}) {{", *self.lines,
                          f"    return {names} : {types}", "  }", "}", ""])


# How each front end keeps a dimension that it reduced, and repeats along it: JAX broadcasts twice, PyTorch/XLA once, TF
# (which Keras exports through) reshapes first.
def kept(p, style, x, like, dim):
    rest = [d for d in range(len(like.shape)) if d != dim]
    ones = [1 if d == dim else extent for d, extent in enumerate(like.shape)]
    if style == "torch":
        return p.spread(x, like.shape, rest)
    x = p.spread(x, ones, rest) if style == "jax" else p.reshape(x, *ones)
    return p.spread(x, like.shape, range(len(like.shape)))


def softmax_of_narrow(p, style, x, squares=False):
    """The sum in f32, and narrow again: before or after it gets its dimension back."""
    dim = len(x.shape) - 1
    e = p.unary("exponential", p.binary("subtract", x, kept(p, style, p.reduce("maximum", x, dim), x, dim)))
    wide = p.convert(e, "f32")
    total = p.reduce("add", p.binary("multiply", wide, wide) if squares else wide, dim)
    if style == "jax":
        line = p.convert(p.spread(total, x.shape[:-1] + (1,), range(dim)), x.element)
        return p.binary("divide", e, p.spread(line, x.shape, range(dim + 1)))
    return p.binary("divide", e, kept(p, style, p.convert(total, x.element), x, dim))


def softmax(p, style, x, dim=None, axis=None, squares=False):
    dim = len(x.shape) - 1 if dim is None else dim
    top = p.reduce("maximum", x, dim)
    if style == "jax":
        top = p.binary("maximum", p.spread(p.constant("0xFF800000" if x.element == "f32" else "0xFF80", x.element), top.shape, []), top)
    e = p.unary("exponential", p.binary("subtract", x, kept(p, style, top, x, dim)))
    axis = dim if axis is None else axis
    total = p.reduce("add", p.binary("multiply", e, e) if squares else e, axis)
    return p.binary("divide", e, kept(p, style, total, x, axis))


def log_softmax(p, style, x):
    dim = len(x.shape) - 1
    top = p.reduce("maximum", x, dim)
    if style == "jax":
        top = p.binary("maximum", p.spread(p.constant("0xFF800000"), top.shape, []), top)
    shifted = p.binary("subtract", x, kept(p, style, top, x, dim))
    total = p.reduce("add", p.unary("exponential", shifted), dim)
    if style == "keras":
        return p.binary("subtract", shifted, kept(p, style, p.unary("log", total), x, dim))
    ones = x.shape[:-1] + (1,)
    line = p.spread(total, ones, range(dim)) if style == "jax" else p.reshape(total, *ones)
    return p.binary("subtract", shifted, p.spread(p.unary("log", line), x.shape, range(dim + 1)))


def mean(p, x, dim=None):
    dim = len(x.shape) - 1 if dim is None else dim
    return p.scalar("divide", p.reduce("add", x, dim), float(x.shape[dim]))


def along_last(p, vector, like):
    return p.spread(vector, like.shape, [len(like.shape) - 1])


def layer_norm(p, style, x, epsilon="1.0E-5", other=None):
    last, w, b = len(x.shape) - 1, p.w, p.b
    if style == "jax":  # flax: the variance as the mean of squares less the square of the mean
        m, squares = mean(p, x), mean(p, p.binary("multiply", other or x, other or x))
        variance = p.binary("subtract", squares, p.binary("multiply", m, m))
        variance = p.scalar("maximum", variance, "0.0", left=True)
        ones = x.shape[:-1] + (1,)
        centred = p.binary("subtract", x, kept(p, style, m, x, last))
        root = p.unary("rsqrt", p.scalar("add", p.spread(variance, ones, range(last)), epsilon))
        factor = p.binary("multiply", p.spread(root, x.shape, range(last + 1)), along_last(p, w, x))
        return p.binary("add", p.binary("multiply", centred, factor), along_last(p, b, x))
    if style == "torch":  # native_layer_norm is a batch norm over rows there
        if other:
            return None
        rows, length = 1, x.shape[-1]
        for extent in x.shape[:-1]:
            rows *= extent
        flat = p.reshape(x, 1, rows, length)
        one, zero = p.spread(p.constant("1.0"), (rows,), []), p.spread(p.constant("0.0"), (rows,), [])
        shape, vector = Value("", flat.shape, "f32").type, Value("", (rows,), "f32").type
        p.lines.append(f'    %norm:3 = "stablehlo.batch_norm_training"({flat.name}, {one.name}, {zero.name}) '
                       f'<{{epsilon = {epsilon} : f32, feature_index = 1 : i64}}> : ({shape}, {vector}, {vector}) -> ({shape}, {vector}, {vector})')
        norm = p.reshape(Value("%norm#0", flat.shape, "f32"), *x.shape)
        return p.binary("add", p.binary("multiply", norm, along_last(p, w, x)), along_last(p, b, x))
    m = kept(p, style, mean(p, x), x, last)  # keras: x * inv + (beta - mean * inv)
    difference = p.binary("subtract", other or x, m)
    variance = p.reshape(mean(p, p.binary("multiply", difference, difference)), *x.shape[:-1], 1)
    inverse = p.spread(p.unary("rsqrt", p.scalar("add", variance, epsilon)), x.shape, range(last + 1))
    inverse = p.binary("multiply", inverse, along_last(p, w, x))
    rest = p.binary("subtract", along_last(p, b, x), p.binary("multiply", m, inverse))
    return p.binary("add", p.binary("multiply", x, inverse), rest)


def rms_norm(p, style, x, epsilon="1.0E-6", other=None):
    last, w = len(x.shape) - 1, p.w
    square = p.scalar("power", other or x, "2.0") if style == "torch" else p.binary("multiply", other or x, other or x)
    total = p.reduce("add", square, last)
    ones = x.shape[:-1] + (1,)
    if style == "jax":
        total = p.scalar("divide", p.spread(total, ones, range(last)), float(x.shape[-1]))
    else:
        total = p.scalar("multiply" if style == "torch" else "divide", p.reshape(total, *ones),
                         1.0 / x.shape[-1] if style == "torch" else float(x.shape[-1]))
    root = p.spread(p.unary("rsqrt", p.scalar("add", total, epsilon)), x.shape, range(last + 1))
    if style == "keras":
        return p.binary("multiply", x, p.binary("multiply", root, along_last(p, w, x)))
    norm = p.binary("multiply", x, root)
    return p.binary("multiply", along_last(p, w, x), norm) if style == "torch" else p.binary("multiply", norm, along_last(p, w, x))


def gelu(p, style, x, half="0.5"):
    if style == "jax":  # 0.5 x erfc(-x sqrt(1/2))
        erfc = p.chlo("erfc", p.scalar("multiply", p.unary("negate", x), "0.707106769"))
        return p.binary("multiply", p.scalar("multiply", x, half, left=True), erfc)
    if style == "torch":
        erf = p.custom("mhlo.erf", p.scalar("multiply", x, "0.70710678118654757"))
        return p.binary("multiply", p.scalar("multiply", x, half), p.scalar("add", erf, "1.0"))
    erf = p.chlo("erf", p.scalar("divide", x, "1.41421354"))
    return p.binary("multiply", p.scalar("multiply", x, half, left=True), p.scalar("add", erf, "1.0", left=True))


def gelu_halved(p, style, x, divisor="2.0", half="0.5"):
    """Halved as the last step, by a quotient or a product."""
    root = p.scalar("multiply", x, "0.707106769") if style == "torch" else p.scalar("divide", x, "1.41421354")
    turned = p.scalar("add", p.chlo("erf", root), "1.0")
    product = p.binary("multiply", turned, x) if style == "keras" else p.binary("multiply", x, turned)
    return p.scalar("multiply", product, half) if style == "torch" else p.scalar("divide", product, divisor)


def gelu_tanh(p, style, x, third="4.471500e-02"):
    if style == "keras":
        cube = p.scalar("power", x, "3.0")
    else:
        square = p.binary("multiply", x, x)
        cube = p.binary("multiply", square, x) if style == "jax" else p.binary("multiply", x, square)
    inner = p.scalar("multiply", p.binary("add", x, p.scalar("multiply", cube, third, left=True)), "0.797884583", left=True)
    turned = p.scalar("add", p.unary("tanh", inner), "1.0", left=True)
    if style == "jax":
        return p.binary("multiply", x, p.scalar("multiply", turned, "0.5", left=True))
    return p.binary("multiply", p.scalar("multiply", x, "0.5", left=True), turned)


def silu(p, style, x, other=None):
    if style == "jax":
        return p.binary("multiply", x, p.unary("logistic", other or x))
    e = p.scalar("add", p.unary("exponential", p.unary("negate", other or x)), "1.0", left=style == "keras")
    if style == "torch":
        return p.binary("divide", x, e)
    return p.binary("multiply", x, p.scalar("divide", e, "1.0", left=True))


def heads_of(p, style, x, groups):
    """K or V of fewer heads repeated: (B, T, G, D) with JAX and Keras, (B, G, T, D) with PyTorch."""
    if style == "torch":
        b, g, t, d = x.shape
        return p.reshape(p.spread(x, (b, g, groups, t, d), [0, 1, 3, 4]), b, g * groups, t, d)
    b, t, g, d = x.shape
    return p.reshape(p.spread(x, (b, t, g, groups, d), [0, 1, 2, 4]), b, t, g * groups, d)


def attention(p, style, q, k, v, mask=None, groups=1, axis=None):
    depth = q.shape[-1]
    scale = depth ** -0.5
    if groups > 1 and style == "jax":  # (B, T, K, G, D): one product over both dimensions of heads
        b, t, n, d = q.shape
        q5 = p.reshape(q, b, t, n // groups, groups, d)
        scores = p.transpose(p.dot(q5, k, ([0, 2], [0, 2]), ([4], [3])), 0, 1, 3, 2, 4)
        weights = p.inner = softmax(p, style, p.scalar("multiply", scores, scale))
        out = p.dot(weights, v, ([0, 1], [0, 2]), ([4], [1]))  # B K G T D
        return p.reshape(p.transpose(out, 0, 3, 1, 2, 4), b, t, n, d)
    if groups > 1:
        k, v = heads_of(p, style, k, groups), heads_of(p, style, v, groups)
    if style == "torch":  # (B, N, T, D), batches of heads in products of three dimensions
        b, n, t, d = q.shape
        root = depth ** -0.25
        q, kt = p.scalar("multiply", q, root), p.scalar("multiply", p.transpose(k, 0, 1, 3, 2), root)
        three = p.dot(p.reshape(q, b * n, t, d), p.reshape(kt, b * n, d, k.shape[2]), ([0], [0]), ([2], [1]))
        scores = p.reshape(three, b, n, t, k.shape[2])
        if mask:
            scores = p.binary("add", scores, p.spread(mask, scores.shape, [0, 1, 2, 3]))
        weights = p.inner = softmax(p, style, scores, axis=axis)
        out = p.dot(p.reshape(weights, b * n, t, k.shape[2]), p.reshape(v, b * n, k.shape[2], d), ([0], [0]), ([2], [1]))
        return p.reshape(out, b, n, t, d)
    if style == "keras":  # the query is scaled first; products, then the order of einsum's result
        q = p.scalar("multiply", q, scale)
        scores = p.transpose(p.dot(k, q, ([0, 2], [0, 2]), ([3], [3])), 0, 1, 3, 2)
    else:
        scores = p.scalar("multiply", p.dot(q, k, ([0, 2], [0, 2]), ([3], [3])), scale)
    if mask and style == "jax":
        low = p.spread(p.constant("-2.38197633E+38", scores.element), scores.shape, [])
        scores = p.select(p.spread(mask, scores.shape, [0, 1, 2, 3]), scores, low)
    elif mask:
        there = p.convert(mask, scores.element)
        gone = p.scalar("multiply", p.scalar("subtract", there, "1.0", left=True), "-1.0E+9")
        scores = p.binary("add", scores, p.spread(gone, scores.shape, [0, 1, 2, 3]))
    weights = p.inner = softmax(p, style, scores, axis=axis)
    if style == "keras":
        out = p.dot(v, weights, ([0, 2], [0, 1]), ([1], [3]))  # B N D T
        return p.transpose(out, 0, 3, 1, 2)
    return p.transpose(p.dot(weights, v, ([0, 1], [0, 2]), ([3], [1])), 0, 2, 1, 3)


def rotary(p, style, x, swapped=False):
    last, half = len(x.shape) - 1, x.shape[-1] // 2
    low, high = p.slice(x, last, 0, half), p.slice(x, last, half, 2 * half)
    table = lambda t: p.spread(t, x.shape, range(4))
    cos, sin = p.cos, p.sin
    if style == "jax":  # the two halves by themselves
        c, s = (p.spread(p.slice(t, 3, 0, half), low.shape, range(4)) for t in (cos, sin))
        first = p.binary("subtract", p.binary("multiply", low, c), p.binary("multiply", high, s))
        second = p.binary("add", p.binary("multiply", high, c), p.binary("multiply", low, s))
        return p.concat(second, first, last) if swapped else p.concat(first, second, last)
    if style == "torch":
        turned = p.concat(low, p.unary("negate", high), last) if swapped else p.concat(p.unary("negate", high), low, last)
    else:  # stacked before the last dimension, then flattened
        b, h, s, d = x.shape
        parts = [p.reshape(v, b, h, s, 1, half) for v in (p.unary("negate", high), low)]
        turned = p.reshape(p.concat(parts[1 if swapped else 0], parts[0 if swapped else 1], 3), b, h, s, d)
    return p.binary("add", p.binary("multiply", x, table(cos)), p.binary("multiply", turned, table(sin)))


def batch_norm(p, style, x, epsilon="1.0E-5", axis=3):
    row = lambda v: p.spread(v, x.shape, [axis])
    mean, var, scale, offset = p.mean, p.var, p.scale, p.offset
    if style == "torch":
        return batch_norm_op(p, x, epsilon, axis)
    if style == "jax":
        ones = (1, 1, 1, x.shape[3])
        spread = lambda v: p.spread(v, x.shape, range(4))
        m, v = p.reshape(mean, *ones), p.reshape(var, *ones)
        factor = p.binary("multiply", p.unary("rsqrt", p.scalar("add", v, epsilon)), p.reshape(scale, *ones))
        product = p.binary("multiply", p.binary("subtract", x, spread(m)), spread(factor))
        return p.binary("add", product, spread(p.reshape(offset, *ones)))
    inverse = p.binary("multiply", p.unary("rsqrt", p.scalar("add", var, epsilon)), scale)
    rest = p.binary("subtract", offset, p.binary("multiply", mean, inverse))
    return p.binary("add", p.binary("multiply", x, row(inverse)), row(rest))


def batch_norm_op(p, x, epsilon, axis):
    operands = [x, p.scale, p.offset, p.mean, p.var]
    value = p.new("", x.shape, x.element)
    p.lines[-1] = (f'    {value.name} = "stablehlo.batch_norm_inference"({", ".join(o.name for o in operands)}) '
                   f'<{{epsilon = {epsilon} : f32, feature_index = {axis} : i64}}> : '
                   f'({", ".join(o.type for o in operands)}) -> {x.type}')
    return value


def one_hot(p, style, ids, table, shifted=False):
    count, rows = ids.shape[0], table.shape[0]
    shape = (count, rows)
    if style == "torch":
        wide = p.spread(ids, shape, [0])
    else:
        line = p.reshape(ids, count, 1) if style == "keras" else p.spread(ids, (count, 1), [0])
        wide = p.spread(line, shape, [0, 1])
    places = p.spread(p.iota((1, rows), 1), shape, [0, 1]) if style == "jax" else p.iota(shape, 1)
    if shifted:
        places = p.scalar("multiply", places, "2")
    hot = p.convert(p.compare("EQ", wide, places, "SIGNED"), table.element)
    if style == "keras":  # the table is on the left
        return p.transpose(p.dot(table, hot, ([], []), ([0], [1])), 1, 0)
    return p.dot(hot, table, ([], []), ([1], [0]))


def cache_update(p, style, cache, new, at):
    """One token of (B, H, 1, D) into (B, H, S, D) at a position that the run knows."""
    zero = p.constant("0", "i32")
    if style == "keras":  # chosen where the positions are its
        b, h, s, d = cache.shape
        here = p.compare("EQ", p.iota((1, 1, s, 1), 2), p.spread(at, (1, 1, s, 1), []), "SIGNED")
        return p.select(p.spread(here, cache.shape, range(4)), p.spread(new, cache.shape, range(4)), cache)
    if style == "torch":  # index_copy
        index = p.reshape(at, 1)
        value = p.new("", cache.shape, cache.element)
        p.lines[-1] = (
            f'    {value.name} = "stablehlo.scatter"({cache.name}, {index.name}, {new.name}) <{{scatter_dimension_numbers = '
            f'#stablehlo.scatter<update_window_dims = [0, 1, 3], inserted_window_dims = [2], '
            f'scatter_dims_to_operand_dims = [2], index_vector_dim = 1>}}> ({{\n'
            f'    ^bb0(%old: tensor<{cache.element}>, %one: tensor<{cache.element}>):\n'
            f'      stablehlo.return %one : tensor<{cache.element}>\n'
            f'    }}) : ({cache.type}, {index.type}, {new.type}) -> {cache.type}')
        return value
    return p.new(f"dynamic_update_slice {cache.name}, {new.name}, {zero.name}, {zero.name}, {at.name}, {zero.name} : "
                 f"({cache.type}, {new.type}, {zero.type}, {zero.type}, {at.type}, {zero.type}) -> {cache.type}",
                 cache.shape, cache.element)


STYLES = ("jax", "torch", "keras")
F = lambda *shape: (shape, "f32")
B = lambda *shape: (shape, "bf16")


def layout(style, b, n, t, d):
    return (b, n, t, d) if style == "torch" else (b, t, n, d)


def attend(mask=False, groups=1, reads=False, **more):
    def write(style):
        q, kv = layout(style, 2, 8, 64, 64), layout(style, 2, 8 // groups, 64, 64)
        arguments = dict(q=B(*q), k=B(*kv), v=B(*kv))
        if mask:
            arguments["mask"] = B(2, 1, 64, 64) if style == "torch" else ((2, 1, 64, 64), "i1")
        p = Program(**arguments)
        out = attention(p, style, p.q, p.k, p.v, p.mask if mask else None, groups, **more)
        return p.text(out, p.inner) if reads else p.text(out)
    return write


def simple(make, element="f32", shape=(32, 128), **more):
    def write(style):
        arguments = dict(x=(shape, element))
        if make in (layer_norm, rms_norm):
            arguments.update(w=F(shape[-1]), b=F(shape[-1])) if make is layer_norm else arguments.update(w=F(shape[-1]))
        if make is rotary:
            arguments.update(cos=((1, 1) + shape[2:], element), sin=((1, 1) + shape[2:], element))
        if make is batch_norm:
            arguments.update(mean=F(shape[3]), var=F(shape[3]), scale=F(shape[3]), offset=F(shape[3]))
        p = Program(**arguments)
        return p.text(make(p, style, p.x, **more))
    return write


def other_operand(make, shape=(32, 128)):
    """The same with another tensor in one of its places."""
    def write(style):
        arguments = dict(x=F(*shape), y=F(*shape))
        if make in (layer_norm, rms_norm):
            arguments["w"] = F(shape[-1])
        if make is layer_norm:
            arguments["b"] = F(shape[-1])
        p = Program(**arguments)
        made = make(p, style, p.x, other=p.y)
        return made and p.text(made)
    return write


def hot(shifted=False):
    def write(style):
        p = Program(ids=((64,), "i32"), table=F(512, 128))
        return p.text(one_hot(p, style, p.ids, p.table, shifted))
    return write


def cached(donated=True, reads=False, other=False):
    """A cache that the caller gives up (`donated`), whose old rows are read as well (`reads`), or another tensor's (`other`)."""
    def write(style):
        p = Program(cache=B(2, 4, 64, 64), token=B(2, 4, 1, 64), at=((), "i32"))
        cache = p.binary("add", p.cache, p.cache) if other else p.cache
        results = [cache_update(p, style, cache, p.token, p.at)] + ([p.binary("add", p.cache, p.cache)] if reads else [])
        text = p.text(*results)
        argument = f"%cache: {p.cache.type}"
        return text.replace(argument, argument + " {tf.aliasing_output = 0 : i32}", 1) if donated else text
    return write


# Name: the op of TTNN (in the plan, where it is recognized; None: the library has none), the program, near misses, and
# options of the plan that the pattern needs.
PATTERNS = {
    "softmax": ("softmax", simple(softmax), {"a sum of squares": simple(softmax, squares=True)}, ()),
    "softmax of bf16, sum in f32": ("softmax", simple(softmax_of_narrow, "bf16"),
                                    {"a sum of squares": simple(softmax_of_narrow, "bf16", squares=True)}, ()),
    "log-softmax": (None, simple(log_softmax), {}, ()),
    "layer norm": ("layer_norm", simple(layer_norm), {"another tensor's variance": other_operand(layer_norm)}, ()),
    "rms norm": ("rms_norm", simple(rms_norm), {"another tensor's squares": other_operand(rms_norm)}, ()),
    "gelu": ("gelu", simple(gelu), {"half": simple(gelu, half="0.25")}, ()),
    "gelu, halved last": ("gelu", simple(gelu_halved), {"half": simple(gelu_halved, divisor="4.0", half="0.25")}, ()),
    "gelu, tanh": ("gelu", simple(gelu_tanh, "bf16"), {"third power's factor": simple(gelu_tanh, "bf16", third="5.5e-02")},
                   ("--enable-tanh-gelu=true",)),
    "silu": ("silu", simple(silu), {"another tensor's sigmoid": other_operand(silu)}, ()),
    "attention": ("scaled_dot_product_attention", attend(), {"axis": attend(axis=2), "the weights are read": attend(reads=True)}, ()),
    "attention, mask": ("scaled_dot_product_attention", attend(mask=True), {"axis": attend(mask=True, axis=2), "the weights are read": attend(mask=True, reads=True)}, ()),
    "attention, grouped heads": ("scaled_dot_product_attention", attend(groups=4), {"the weights are read": attend(groups=4, reads=True)}, ()),
    "rotary": ("rotary_embedding", simple(rotary, "bf16", (2, 4, 32, 64)),
               {"halves exchanged": simple(rotary, "bf16", (2, 4, 32, 64), swapped=True)}, ()),
    "batch norm": (None, simple(batch_norm, shape=(2, 8, 8, 32)), {}, ()),
    "one-hot embedding": ("embedding", hot(), {"other positions": hot(shifted=True)}, ()),
    "cache update": ("update_cache", cached(), {"the old cache is read": cached(reads=True), "not donated": cached(donated=False),
                                               "a tensor made of the cache": cached(other=True)}, ()),
}


def programs():
    """Pattern, spelling, what is missed (None: nothing), text."""
    for name, (_, write, misses, _) in PATTERNS.items():
        for style in STYLES:
            yield name, style, None, write(style)
            for what, other in misses.items():
                if text := other(style):
                    yield name, style, what, text


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, style, miss, text in programs():
        words = [name.replace(", ", "-").replace(" ", "-"), style] + ([f"miss-{miss.replace(' ', '-')}"] if miss else [])
        (folder / (".".join(words) + ".mlir")).write_text(text)


if __name__ == "__main__":
    main()

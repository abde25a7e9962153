#!/usr/bin/env python3
"""Writes TTIR modules of well-known architectures, sized by parameters.

usage: generate.py resnet50|bert|llama-decode|llama-prefill|mlp [--batch N] [--layers N] ... > model.mlir

The graphs are written from the papers: He et al. 2016 (ResNet), Devlin et al. 2019 (BERT), Touvron et al. 2023
(Llama, with grouped-query attention and rotary embedding). Weights are function arguments; every op carries a name.
"""
import argparse
import sys


class Module:
    """A function under construction: arguments on demand, one op a line, values by their SSA name."""

    def __init__(self, dtype="bf16"):
        self.dtype, self.arguments, self.lines, self.count, self.shapes = dtype, [], [], 0, {}

    def type(self, value):
        shape, dtype = self.shapes[value]
        return f"tensor<{'x'.join(map(str, shape))}{'x' if shape else ''}{dtype}>"

    def argument(self, name, shape, kind="parameter", dtype=None):
        value = f"%arg{len(self.arguments)}"
        self.shapes[value] = (tuple(shape), dtype or self.dtype)
        self.arguments.append(
            f'{value}: {self.type(value)} {{ttcore.argument_type = #ttcore.argument_type<{kind}>, ttir.name = "{name}"}}')
        return value

    def op(self, name, operands, shape, properties="", loc=None, dtype=None, results=True):
        types = ", ".join(self.type(o) for o in operands)
        properties = f" <{{{properties}}}>" if properties else ""
        loc = f' loc("{loc}")' if loc else ""
        call = f'"ttir.{name}"({", ".join(operands)}){properties} : ({types})'
        if not results:
            self.lines.append(f"{call} -> (){loc}")
            return None
        value = f"%{self.count}"
        self.count += 1
        self.shapes[value] = (tuple(shape), dtype or self.shapes[operands[0]][1] if operands else dtype)
        self.lines.append(f"{value} = {call} -> {self.type(value)}{loc}")
        return value

    def shape(self, value):
        return self.shapes[value][0]

    def linear(self, x, features, name, bias=True):
        weight = self.argument(f"{name}.weight", (self.shape(x)[-1], features))
        y = self.op("matmul", [x, weight], self.shape(x)[:-1] + (features,), loc=f"{name}.matmul")
        if not bias:
            return y
        return self.op("add", [y, self.argument(f"{name}.bias", (features,))], self.shape(y), loc=f"{name}.bias")

    def reshape(self, x, shape, name):
        text = ", ".join(f"{d} : i32" for d in shape)
        return self.op("reshape", [x], shape, f"shape = [{text}]", name)

    def permute(self, x, order, name):
        shape = tuple(self.shape(x)[d] for d in order)
        return self.op("permute", [x], shape, f"permutation = array<i64: {', '.join(map(str, order))}>", name)

    def slice(self, x, dim, begin, end, name):
        rank = len(self.shape(x))
        begins = [begin if d == dim else 0 for d in range(rank)]
        ends = [end if d == dim else s for d, s in enumerate(self.shape(x))]
        text = lambda values: "[" + ", ".join(f"{v} : i32" for v in values) + "]"
        return self.op("slice_static", [x], [e - b for b, e in zip(begins, ends)],
                       f"begins = {text(begins)}, ends = {text(ends)}, step = {text([1] * rank)}", name)

    def text(self, results):
        body = "\n".join("    " + line for line in self.lines)
        types = ", ".join(self.type(r) for r in results)
        return (f"module {{\n  func.func @forward({', '.join(self.arguments)}) -> ({types}) {{\n{body}\n"
                f"    return {', '.join(results)} : {types}\n  }}\n}}\n")


def resnet50(options):
    m = Module()
    if options.channels_first:
        x = m.argument("image", (options.batch, 3, options.size, options.size), "input")
        x = m.op("permute", [x], (options.batch, options.size, options.size, 3), "permutation = array<i64: 0, 2, 3, 1>", "image.nhwc")
    else:
        x = m.argument("image", (options.batch, options.size, options.size, 3), "input")

    def conv(x, channels, kernel, stride, name, relu=True):
        n, h, w, c = m.shape(x)
        pad = kernel // 2
        out = lambda extent: (extent + 2 * pad - kernel) // stride + 1
        weight = m.argument(f"{name}.weight", (channels, c, kernel, kernel))
        y = m.op("conv2d", [x, weight], (n, out(h), out(w), channels),
                 f"dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: {pad}, {pad}, {pad}, {pad}>, "
                 f"stride = array<i32: {stride}, {stride}>", name)
        # Inference batch norm with its constants folded: a scale and a shift per channel.
        y = m.op("multiply", [y, m.argument(f"{name}.scale", (1, 1, 1, channels), "constant")], m.shape(y), loc=f"{name}.scale")
        y = m.op("add", [y, m.argument(f"{name}.shift", (1, 1, 1, channels), "constant")], m.shape(y), loc=f"{name}.shift")
        return m.op("relu", [y], m.shape(y), loc=f"{name}.relu") if relu else y

    x = conv(x, 64, 7, 2, "stem")
    n, h, w, c = m.shape(x)
    x = m.op("max_pool2d", [x], (n, (h - 1) // 2 + 1, (w - 1) // 2 + 1, c),
             "ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 3, 3>, "
             "padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 2>", "pool")
    for stage, (blocks, width) in enumerate(((3, 64), (4, 128), (6, 256), (3, 512))):
        for block in range(blocks):
            name = f"stage{stage + 1}.block{block}"
            stride = 2 if block == 0 and stage > 0 else 1
            shortcut = conv(x, 4 * width, 1, stride, f"{name}.shortcut", relu=False) if block == 0 else x
            y = conv(x, width, 1, 1, f"{name}.conv1")
            y = conv(y, width, 3, stride, f"{name}.conv2")
            y = conv(y, 4 * width, 1, 1, f"{name}.conv3", relu=False)
            y = m.op("add", [y, shortcut], m.shape(y), loc=f"{name}.add")
            x = m.op("relu", [y], m.shape(y), loc=f"{name}.relu")
    n, h, w, c = m.shape(x)
    x = m.reshape(x, (n, 1, h * w, c), "flatten")
    x = m.op("mean", [x], (n, 1, 1, c), "dim_arg = [2 : i32], keep_dim = true", "mean")
    x = m.reshape(x, (n, c), "features")
    return m.text([m.linear(x, 1000, "classifier")])


def attention(m, q, k, v, mask, head_dim, name):
    """softmax(q k^T / sqrt(d) + mask) v on (batch, heads, sequence, head_dim)."""
    b, heads, rows, _ = m.shape(q)
    keys = m.shape(k)[2]
    scores = m.op("matmul", [q, k], (b, heads, rows, keys), "transpose_a = false, transpose_b = true", f"{name}.scores")
    scale = m.op("constant", [], (1, 1, 1, 1), f"value = dense<{head_dim ** -0.5:e}> : tensor<1x1x1x1x{m.dtype}>",
                 f"{name}.scale", m.dtype)
    scores = m.op("multiply", [scores, scale], m.shape(scores), loc=f"{name}.scaled")
    if mask:
        scores = m.op("add", [scores, mask], m.shape(scores), loc=f"{name}.masked")
    weights = m.op("softmax", [scores], m.shape(scores), "dimension = -1 : si32, numericStable = true", f"{name}.softmax")
    return m.op("matmul", [weights, v], (b, heads, rows, head_dim), loc=f"{name}.context")


def split_heads(m, x, heads, head_dim, name):
    b, rows, _ = m.shape(x)
    return m.permute(m.reshape(x, (b, rows, heads, head_dim), f"{name}.split"), (0, 2, 1, 3), f"{name}.heads")


def merge_heads(m, x, name):
    b, heads, rows, head_dim = m.shape(x)
    return m.reshape(m.permute(x, (0, 2, 1, 3), f"{name}.rows"), (b, rows, heads * head_dim), f"{name}.merge")


def bert(options):
    m = Module()
    width, heads = options.width, options.heads
    x = m.argument("hidden", (options.batch, options.sequence, width), "input")
    mask = m.argument("mask", (options.batch, 1, 1, options.sequence), "input")
    mask = m.op("broadcast", [mask], (options.batch, heads, options.sequence, options.sequence),
                f"broadcast_dimensions = array<i64: 1, {heads}, {options.sequence}, 1>", "mask")

    def norm(x, name):
        return m.op("layer_norm", [x, m.argument(f"{name}.weight", (width,)), m.argument(f"{name}.bias", (width,))],
                    m.shape(x), f"epsilon = 1.000000e-12 : f32, normalized_shape = array<i64: {width}>, "
                    "operandSegmentSizes = array<i32: 1, 1, 1>", name)

    for layer in range(options.layers):
        name = f"layer{layer}"
        q, k, v = (split_heads(m, m.linear(x, width, f"{name}.{p}"), heads, width // heads, f"{name}.{p}")
                   for p in ("query", "key", "value"))
        y = merge_heads(m, attention(m, q, k, v, mask, width // heads, f"{name}.attention"), f"{name}.attention")
        y = m.linear(y, width, f"{name}.output")
        x = norm(m.op("add", [y, x], m.shape(x), loc=f"{name}.residual1"), f"{name}.norm1")
        y = m.linear(x, 4 * width, f"{name}.up")
        y = m.op("gelu", [y], m.shape(y), loc=f"{name}.gelu")
        y = m.linear(y, width, f"{name}.down")
        x = norm(m.op("add", [y, x], m.shape(x), loc=f"{name}.residual2"), f"{name}.norm2")
    return m.text([x])


def llama(options, decode):
    m = Module()
    width, heads, kv_heads = options.width, options.heads, options.kv_heads
    head_dim, rows, cache_rows = width // heads, 1 if decode else options.sequence, options.cache
    x = m.argument("hidden", (options.batch, rows, width), "input")
    cos = m.argument("cos", (1, 1, rows, head_dim), "input")
    sin = m.argument("sin", (1, 1, rows, head_dim), "input")
    keys = cache_rows if decode else rows
    mask = m.argument("mask", (options.batch, 1, rows, keys), "input")
    mask = m.op("broadcast", [mask], (options.batch, heads, rows, keys),
                f"broadcast_dimensions = array<i64: 1, {heads}, 1, 1>", "mask")
    position = m.argument("position", (1,), "input", "i64") if decode else None

    def norm(x, name):
        return m.op("rms_norm", [x, m.argument(f"{name}.weight", (width,))], m.shape(x),
                    f"epsilon = 9.99999974E-6 : f32, normalized_shape = array<i64: {width}>, "
                    "operandSegmentSizes = array<i32: 1, 1, 0>", name)

    def rotate(x, name):
        b, h, r, d = m.shape(x)
        left, right = m.slice(x, 3, 0, d // 2, f"{name}.left"), m.slice(x, 3, d // 2, d, f"{name}.right")
        half = m.op("concat", [m.op("neg", [right], m.shape(right), loc=f"{name}.neg"), left], (b, h, r, d),
                    "dim = 3 : si32", f"{name}.half")
        a = m.op("multiply", [x, cos], m.shape(x), loc=f"{name}.cos")
        return m.op("add", [a, m.op("multiply", [half, sin], m.shape(x), loc=f"{name}.sin")], m.shape(x), loc=name)

    def grouped(x, name):
        """Repeats each key or value head for its group of query heads."""
        b, h, r, d = m.shape(x)
        x = m.reshape(x, (b, h, 1, r, d), f"{name}.group")
        group = heads // kv_heads
        x = m.op("broadcast", [x], (b, h, group, r, d), f"broadcast_dimensions = array<i64: 1, 1, {group}, 1, 1>",
                 f"{name}.repeat")
        return m.reshape(x, (b, heads, r, d), f"{name}.ungroup")

    for layer in range(options.layers):
        name = f"layer{layer}"
        h = norm(x, f"{name}.attention_norm")
        q = rotate(split_heads(m, m.linear(h, width, f"{name}.q", False), heads, head_dim, f"{name}.q"), f"{name}.q.rope")
        k = rotate(split_heads(m, m.linear(h, kv_heads * head_dim, f"{name}.k", False), kv_heads, head_dim, f"{name}.k"),
                   f"{name}.k.rope")
        v = split_heads(m, m.linear(h, kv_heads * head_dim, f"{name}.v", False), kv_heads, head_dim, f"{name}.v")
        if decode:  # one new row for every sequence of the batch
            caches = []
            for part, new in (("k", k), ("v", v)):
                cache = m.argument(f"{name}.{part}_cache", (options.batch, kv_heads, cache_rows, head_dim), "input")
                row = m.permute(new, (2, 1, 0, 3), f"{name}.{part}.row")
                m.op("update_cache", [cache, row, position], (), "batch_offset = 0 : i32", f"{name}.{part}.update", results=False)
                caches.append(cache)
            k, v = caches
        y = attention(m, q, grouped(k, f"{name}.k"), grouped(v, f"{name}.v"), mask, head_dim, f"{name}.attention")
        y = m.linear(merge_heads(m, y, f"{name}.attention"), width, f"{name}.o", False)
        x = m.op("add", [x, y], m.shape(x), loc=f"{name}.residual1")
        h = norm(x, f"{name}.mlp_norm")
        gate = m.linear(h, options.hidden, f"{name}.gate", False)
        gate = m.op("multiply", [gate, m.op("sigmoid", [gate], m.shape(gate), loc=f"{name}.sigmoid")], m.shape(gate), loc=f"{name}.silu")
        up = m.linear(h, options.hidden, f"{name}.up", False)
        h = m.op("multiply", [gate, up], m.shape(up), loc=f"{name}.gated")
        x = m.op("add", [x, m.linear(h, width, f"{name}.down", False)], m.shape(x), loc=f"{name}.residual2")
    return m.text([x])


def mlp(options):
    m = Module()
    x = m.argument("input", (options.batch, options.width), "input")
    for layer in range(options.layers):
        x = m.linear(x, options.hidden, f"layer{layer}")
        x = m.op("relu", [x], m.shape(x), loc=f"layer{layer}.relu")
    return m.text([m.linear(x, 10, "output")])


KINDS = {  # name: writer, defaults
    "resnet50": (resnet50, dict(batch=8, size=224, channels_first=0)),
    "bert": (bert, dict(batch=1, sequence=384, width=768, heads=12, layers=1)),
    "llama-decode": (lambda o: llama(o, True), dict(batch=32, width=2048, hidden=8192, heads=32, kv_heads=8, cache=128, layers=1)),
    "llama-prefill": (lambda o: llama(o, False), dict(batch=1, sequence=128, width=2048, hidden=8192, heads=32, kv_heads=8, cache=0, layers=1)),
    "mlp": (mlp, dict(batch=32, width=784, hidden=512, layers=2)),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    for name, (_, defaults) in KINDS.items():
        kind = kinds.add_parser(name)
        for option, value in defaults.items():
            kind.add_argument("--" + option.replace("_", "-"), type=int, default=value)
    options = parser.parse_args()
    sys.stdout.write(KINDS[options.kind][0](options))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes models in StableHLO as JAX and PyTorch/XLA print them: no framework is needed, and sizes are a test's.

usage: stablehlo_models.py --list | --all DIR [--dtype f32|bf16] | NAME [--dtype f32|bf16]

`jax_`: functions of `jnp` and `jax.nn` as private functions, weights as they are multiplied, NHWC, results of `scan` by
`while`, names in `jax.arg_info`, donated buffers. `torch_`: weights transposed, everything of rank 4 reshaped by hand,
NCHW, roles by `tt.mark_argument`, scalars of f64.
"""
import argparse
import os
import sys

from stablehlo_writer import LOWEST, Module

JAX = "mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32"
TORCH = "mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.use_auto_spmd_partitioning = false"


class Jax(Module):
    def __init__(self, name, dtype):
        super().__init__("jit_" + name, JAX)
        self.float = dtype

    def input(self, name, *shape, dtype=None, **more):
        return self.argument(shape, dtype or self.float, jax__arg_info=f'"{name}"', **more)

    def weight(self, name, *shape, dtype=None):
        return self.input(f"params['{name}']", *shape, dtype=dtype)

    def dense(self, b, x, name, width, bias=True):
        w = self.weight(name + "']['kernel", x.shape[-1], width)
        y = b.dot(x, w, ([x.rank - 1], [0]))
        return b.add(y, self.weight(name + "']['bias", width)) if bias else y

    def norm(self, b, x, name, epsilon=1e-6):
        """flax.linen.LayerNorm: E[x^2] - E[x]^2, not below 0, in f32."""
        wide = b.convert(x, "f32")
        mean = b.mean(wide)
        square = b.mean(b.mul(wide, wide))
        variance = b.binary("maximum", b.sub(square, b.mul(mean, mean)), 0.0)
        factor = b.unary("rsqrt", b.add(variance, epsilon))
        scale, shift = self.weight(name + "']['scale", x.shape[-1]), self.weight(name + "']['bias", x.shape[-1])
        y = b.mul(b.sub(wide, b.kept(mean, wide)), b.kept(factor, wide))
        y = b.add(b.mul(y, b.convert(scale, "f32")), b.convert(shift, "f32"))
        return b.convert(y, x.dtype)

    def rms(self, b, x, name, epsilon=1e-5):
        wide = b.convert(x, "f32")
        factor = b.unary("rsqrt", b.add(b.mean(b.mul(wide, wide)), epsilon))
        y = b.convert(b.mul(wide, b.kept(factor, wide)), x.dtype)
        return b.mul(y, self.weight(name, x.shape[-1]))

    @staticmethod
    def softmax(b, x):
        wide = b.convert(x, "f32")
        top = b.reduce(wide, [-1], "maximum")
        low = b.const(LOWEST["f32"], "f32", top.shape)
        top = b.binary("maximum", low, top)
        e = b.unary("exponential", b.sub(wide, b.kept(top, wide)))
        return b.convert(b.div(e, b.kept(b.reduce(e, [-1]), e)), x.dtype)

    @staticmethod
    def gelu(b, x):
        """jax.nn.gelu, approximate."""
        cube = b.mul(b.mul(x, x), x)
        inner = b.mul(b.add(x, b.mul(cube, 0.044715)), 0.797884583)
        return b.mul(x, b.mul(b.add(b.unary("tanh", inner), 1.0), 0.5))

    @staticmethod
    def silu(b, x):
        return b.call("silu", lambda f, v: f.mul(v, f.unary("logistic", v)), x)

    @staticmethod
    def relu(b, x):
        return b.call("relu", lambda f, v: f.binary("maximum", v, 0.0), x)


class Torch(Module):
    def __init__(self, name, dtype):
        super().__init__("SyncTensorsGraph.42", TORCH)
        self.float = dtype

    def input(self, name, *shape, dtype=None, **more):
        return self.argument(shape, dtype or self.float, ttcore__argument_type="#ttcore.argument_type<input>", ttir__name=f'"{name}"', **more)

    def weight(self, name, *shape, dtype=None):
        """A parameter, marked by an identity on a tensor of rank 3 as PyTorch/XLA's tracer leaves it."""
        x = self.argument(shape, dtype or self.float)
        wide = self.reshape(x, *([1] * (3 - len(shape))), *shape) if len(shape) < 3 else x
        marked = self.op(f'stablehlo.custom_call @tt.mark_argument({wide.name}) {{api_version = 0 : i32, mhlo.frontend_attributes = '
                         f'{{ttcore.argument_type = "parameter", ttir.name = "{name}"}}}} : ({wide.type}) -> {wide.type}', wide.shape, x.dtype)
        return self.reshape(marked, *shape) if len(shape) < 3 else marked

    def linear(self, b, x, name, width, bias=True):
        w = b.transpose(self.weight(name + "_weight", width, x.shape[-1]), 1, 0)
        rows = 1
        for d in x.shape[:-1]:
            rows *= d
        y = b.dot(b.reshape(x, rows, x.shape[-1]), w, ([1], [0]))
        if bias:
            y = b.add(y, b.spread(self.weight(name + "_bias", width), y.shape, [1]))
        return b.reshape(y, *x.shape[:-1], width)

    def norm(self, b, x, name, epsilon=1e-5):
        """Two passes: the mean, then the mean of squares around it."""
        wide = b.convert(x, "f32")
        centred = b.sub(wide, b.kept(b.mean(wide), wide))
        variance = b.mean(b.mul(centred, centred))
        root = b.unary("sqrt", b.add(variance, epsilon))
        y = b.convert(b.div(centred, b.kept(root, centred)), x.dtype)
        return b.add(b.mul(y, self.weight(name + "_weight", x.shape[-1])), self.weight(name + "_bias", x.shape[-1]))

    def group_norm(self, b, x, name, groups, epsilon=1e-5):
        n, c, h, w = x.shape
        rows = b.convert(b.reshape(x, n, groups, c // groups * h * w), "f32")
        centred = b.sub(rows, b.kept(b.mean(rows), rows))
        factor = b.unary("rsqrt", b.add(b.mean(b.mul(centred, centred)), epsilon))
        y = b.reshape(b.convert(b.mul(centred, b.kept(factor, centred)), x.dtype), n, c, h, w)
        y = b.mul(y, b.spread(self.weight(name + "_weight", c), y.shape, [1]))
        return b.add(y, b.spread(self.weight(name + "_bias", c), y.shape, [1]))

    def conv2d(self, b, x, name, width, kernel, stride=1, pad=0, bias=True):
        w = self.weight(name + "_weight", width, x.shape[1], kernel, kernel)
        y = b.conv(x, w, "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]", [stride] * 2, [[pad, pad]] * 2)
        return b.add(y, b.spread(self.weight(name + "_bias", width), y.shape, [1])) if bias else y

    def up(self, b, x, name, width):
        """ConvTranspose2d(kernel 4, stride 2, padding 1): a convolution of the spread input with the turned kernel."""
        w = self.weight(name + "_weight", x.shape[1], width, 4, 4)
        y = b.conv(x, w, "[b, f, 0, 1]x[i, o, 0, 1]->[b, f, 0, 1]", [1, 1], [[2, 2]] * 2, lhs_dilate=[2, 2], reverse=True)
        return b.add(y, b.spread(self.weight(name + "_bias", width), y.shape, [1]))

    @staticmethod
    def softmax(b, x):
        wide = b.convert(x, "f32")
        top = b.reduce(wide, [-1], "maximum")
        e = b.unary("exponential", b.sub(wide, b.kept(top, wide)))
        return b.convert(b.div(e, b.kept(b.reduce(e, [-1]), e)), x.dtype)

    @staticmethod
    def gelu(b, x):
        inner = b.mul(x, 0.707106769)
        erf = b.op(f"stablehlo.custom_call @mhlo.erf({inner.name}) {{mhlo.attributes = {{}}, mhlo.version = 1 : i64}} : ({x.type}) -> {x.type}", x.shape, x.dtype)
        return b.mul(b.mul(x, 0.5), b.add(erf, 1.0))

    @staticmethod
    def silu(b, x):
        return b.mul(x, b.unary("logistic", x))


def heads_of(b, x, heads):
    """(B, S, H * D) -> (B, H, S, D)."""
    batch, rows, width = x.shape
    return b.transpose(b.reshape(x, batch, rows, heads, width // heads), 0, 2, 1, 3)


def joined(b, x):
    batch, heads, rows, size = x.shape
    return b.reshape(b.transpose(x, 0, 2, 1, 3), batch, rows, heads * size)


def attend(style, b, q, k, v, mask=None):
    """Heads as (B, H, S, D); `mask` is added, or a predicate."""
    scores = b.dot(q, k, ([3], [3]), ([0, 1], [0, 1]))
    scores = b.mul(scores, float(q.shape[-1] ** -0.5))
    if mask is not None and mask.dtype == "i1":
        scores = b.select(b.spread(mask, scores.shape), scores, -1e9)
    elif mask is not None:
        scores = b.add(scores, b.spread(mask, scores.shape))
    return b.dot(style.softmax(b, scores), v, ([3], [2]), ([0, 1], [0, 1]))


def repeated(b, x, times):
    """Grouped heads: each of them for `times` queries."""
    if times == 1:
        return x
    n, h, s, d = x.shape
    return b.reshape(b.spread(x, (n, h, times, s, d), [0, 1, 3, 4]), n, h * times, s, d)


def rotary(b, x, cos, sin):
    """Halves turned; tables (S, D)."""
    half = x.shape[-1] // 2
    turned = b.concat([b.unary("negate", b.slice(x, 3, half, 2 * half)), b.slice(x, 3, 0, half)], 3)
    return b.add(b.mul(x, b.spread(cos, x.shape, [2, 3])), b.mul(turned, b.spread(sin, x.shape, [2, 3])))


def causal(b, rows, columns, offset=0):
    """Query i sees keys up to i + offset."""
    i, j = b.iota((rows, columns), 0), b.iota((rows, columns), 1)
    return b.compare("GE", b.add(i, offset) if offset else i, j)


# ---------------------------------------------------------------------------------------------------------------------

def jax_mlp(dtype):
    m = Jax("mlp", dtype)
    x = m.input("x", 32, 64)
    h = m.gelu(m, m.dense(m, x, "up", 256))
    h = m.relu(m, m.dense(m, h, "down", 64))
    logits = m.dense(m, h, "head", 32)
    top = m.reduce(logits, [-1], "maximum")
    centred = m.sub(logits, m.kept(top, logits))
    return m.finish([m.sub(centred, m.kept(m.unary("log", m.reduce(m.unary("exponential", centred), [-1])), centred))])


def jax_convnext_block(dtype):
    m, width = Jax("convnext", dtype), 32
    x = m.input("x", 1, 16, 16, width)
    w = m.weight("dwconv", 7, 7, 1, width)
    h = m.conv(x, w, "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", [1, 1], [[3, 3]] * 2, groups=width)
    h = m.norm(m, h, "norm")
    h = m.dense(m, h, "pw1", 4 * width)
    erf = m.op(f"chlo.erf {m.mul(h, 0.707106769).name} : {h.type} -> {h.type}", h.shape, h.dtype)
    h = m.dense(m, m.mul(m.mul(h, 0.5), m.add(erf, 1.0)), "pw2", width)
    return m.finish([m.add(x, m.mul(h, m.weight("gamma", width)))])


def torch_vit(dtype):
    m, width, heads = Torch("vit", dtype), 64, 4
    x = m.input("pixel_values", 1, 3, 32, 32)
    h = m.conv2d(m, x, "patch", width, 8, stride=8)
    h = m.transpose(m.reshape(h, 1, width, 16), 0, 2, 1)
    h = m.concat([m.weight("cls_token", 1, 1, width), h], 1)
    h = m.add(h, m.weight("position", 1, 17, width))
    for layer in range(2):
        y = m.norm(m, h, f"l{layer}_norm1")
        q, k, v = (heads_of(m, m.linear(m, y, f"l{layer}_{n}", width), heads) for n in "qkv")
        h = m.add(h, m.linear(m, joined(m, attend(m, m, q, k, v)), f"l{layer}_o", width))
        y = m.gelu(m, m.linear(m, m.norm(m, h, f"l{layer}_norm2"), f"l{layer}_up", 4 * width))
        h = m.add(h, m.linear(m, y, f"l{layer}_down", width))
    first = m.reshape(m.slice(m.norm(m, h, "norm"), 1, 0, 1), 1, width)
    return m.finish([m.linear(m, first, "head", 10)])


def gpt2_layers(m, b, weights, h, keys, values, mask, at, heads):
    zero = b.const("0", "i32")
    made = []
    for layer, w in enumerate(weights):
        y = w["norm1"](b, h)
        q, k, v = (heads_of(b, w[n](b, y), heads) for n in ("q", "k", "v"))
        key = b.update(keys[layer], k, [zero, zero, at, zero])
        value = b.update(values[layer], v, [zero, zero, at, zero])
        made += [key, value]
        h = b.add(h, w["o"](b, joined(b, attend(m, b, q, key, value, mask))))
        h = b.add(h, w["down"](b, m.gelu(b, w["up"](b, w["norm2"](b, h)))))
    return h, made


def held_weights(m, width, layer):
    """Weights as arguments of the module, used in the prompt's pass and in the loop alike."""
    def dense(name, inner, outer):
        w, bias = m.weight(f"h{layer}']['{name}']['kernel", inner, outer), m.weight(f"h{layer}']['{name}']['bias", outer)
        return lambda b, x: b.add(b.dot(x, w, ([x.rank - 1], [0])), bias)

    def norm(name):
        scale, shift = m.weight(f"h{layer}']['{name}']['scale", width), m.weight(f"h{layer}']['{name}']['bias", width)

        def apply(b, x):
            wide = b.convert(x, "f32")
            centred = b.sub(wide, b.kept(b.mean(wide), wide))
            factor = b.unary("rsqrt", b.add(b.mean(b.mul(centred, centred)), 1e-5))
            y = b.convert(b.mul(centred, b.kept(factor, centred)), x.dtype)
            return b.add(b.mul(y, scale), shift)
        return apply
    made = {n: dense(n, width, width) for n in ("q", "k", "v", "o")}
    made.update(up=dense("up", width, 4 * width), down=dense("down", 4 * width, width), norm1=norm("norm1"), norm2=norm("norm2"))
    return made


def jax_gpt2_generate(dtype):
    """Greedy text of 12 tokens from a prompt of 4; it may end before."""
    m, width, heads, prompt, length, words = Jax("gpt2", dtype), 64, 2, 4, 12, 96
    tokens = m.input("input_ids", 1, prompt, dtype="i32")
    table, places = m.weight("wte", words, width), m.weight("wpe", 32, width)
    weights = [held_weights(m, width, layer) for layer in range(2)]
    zero = m.const("0", "i32")
    cache = [m.spread(m.const(0.0, dtype), (1, heads, length, width // heads), []) for _ in range(4)]
    text = m.update(m.spread(m.const("0", "i32"), (1, length), []), tokens, [zero, zero])

    def logits_of(b, h):
        last = b.reshape(b.slice(h, 1, h.shape[1] - 1, h.shape[1]), 1, width)
        return b.argmax(b.dot(last, table, ([1], [1])), 1)

    h = m.add(m.take(table, tokens), m.spread(m.slice(places, 0, 0, prompt), (1, prompt, width), [1, 2]))
    i, j = m.iota((prompt, length), 0), m.iota((prompt, length), 1)
    h, cache = gpt2_layers(m, m, weights, h, cache[0::2], cache[1::2], m.compare("GE", i, j), zero, heads)
    first = logits_of(m, h)
    at = m.const(str(prompt), "i32")
    text = m.update(text, m.reshape(first, 1, 1), [zero, at])
    ended = m.compare("EQ", first, m.spread(m.const("7", "i32"), (1,), []))

    def condition(b, state):
        more = b.compare("LT", state[0], b.const(str(length - 1), "i32"))
        done = b.reduce(state[3], [0], "and")
        return b.binary("and", more, b.unary("not", done))

    def body(b, state):
        at, text, last, ended, *cache = state
        zero = b.const("0", "i32")
        place = b.reshape(b.dynamic_slice(places, [at, zero], [1, width]), 1, 1, width)
        h = b.add(b.take(table, b.reshape(last, 1, 1)), place)
        mask = b.compare("LE", b.iota((1, length), 1), b.spread(at, (1, length), []))
        h, cache = gpt2_layers(m, b, weights, h, cache[0::2], cache[1::2], mask, at, heads)
        word = logits_of(b, h)
        pad = b.spread(b.const("7", "i32"), (1,), [])
        word = b.select(ended, pad, word)
        at = b.add(at, 1)
        text = b.update(text, b.reshape(word, 1, 1), [b.const("0", "i32"), at])
        return [at, text, word, b.binary("or", ended, b.compare("EQ", word, pad)), *cache]

    return m.finish([m.loop([at, text, first, ended, *cache], condition, body)[1]])


def llama_layer(m, b, h, name, width, heads, groups, cos, sin, cache, mask, at, dense):
    """The block around `at`; caches are (B, G, S, D)."""
    zero = b.const("0", "i32")
    y = m.rms(b, h, name + "norm1")
    size = width // heads
    q = rotary(b, heads_of(b, dense(y, name + "q", width), heads), cos, sin)
    k = rotary(b, heads_of(b, dense(y, name + "k", groups * size), groups), cos, sin)
    v = heads_of(b, dense(y, name + "v", groups * size), groups)
    key = b.update(cache[0], k, [zero, zero, at, zero])
    value = b.update(cache[1], v, [zero, zero, at, zero])
    times = heads // groups
    out = joined(b, attend(m, b, q, repeated(b, key, times), repeated(b, value, times), mask))
    h = b.add(h, dense(out, name + "o", width))
    y = m.rms(b, h, name + "norm2")
    gate = m.silu(b, dense(y, name + "gate", 2 * width))
    return b.add(h, dense(b.mul(gate, dense(y, name + "up", 2 * width)), name + "down", width)), key, value


def jax_llama(dtype, rows, name):
    """`rows` tokens against caches of 32 positions that are donated: a prompt from position 0 on, or one token."""
    m, width, heads, groups, places, batch, words = Jax(name, dtype), 64, 4, 2, 32, 2, 128
    tokens = m.input("tokens", batch, rows, dtype="i32")
    at = m.input("position", dtype="i32") if rows == 1 else None
    caches = [m.input(f"cache[{i}]", batch, groups, places, width // heads, tf__aliasing_output=f"{i} : i32") for i in range(2)]
    cos, sin = (m.weight(n, places, width // heads) for n in ("cos", "sin"))
    zero = m.const("0", "i32")
    if at is None:
        at, mask = zero, causal(m, rows, places)
        cos, sin = m.slice(cos, 0, 0, rows), m.slice(sin, 0, 0, rows)
    else:
        cos, sin = (m.dynamic_slice(t, [at, zero], [1, width // heads]) for t in (cos, sin))
        mask = m.compare("LE", m.iota((1, places), 1), m.spread(at, (1, places), []))
    h = m.take(m.weight("embed", words, width), tokens)
    h, key, value = llama_layer(m, m, h, "l0.", width, heads, groups, cos, sin, caches, mask, at,
                                lambda x, n, w: m.dense(m, x, n, w, bias=False))
    logits = m.dense(m, m.rms(m, h, "norm"), "head", words, bias=False)
    return m.finish([key, value, logits])


def jax_llama_prefill(dtype):
    return jax_llama(dtype, 16, "llama_prefill")


def jax_llama_decode(dtype):
    return jax_llama(dtype, 1, "llama_decode")


def jax_moe(dtype):
    """Two of four experts by a router; every expert sees every token, weighed."""
    m, width, experts, tokens = Jax("moe", dtype), 64, 4, 32
    x = m.input("x", tokens, width)
    probabilities = m.softmax(m, m.dense(m, x, "router", experts, bias=False))
    pair = m.name()
    best, at = m.name(), f"tensor<{tokens}x2xi32>"
    kind = probabilities.type.replace(f"x{experts}x", "x2x")
    m.line(f"{best}, {pair} = chlo.top_k({probabilities.name}, k = 2) : {probabilities.type} -> ({kind}, {at})")
    from stablehlo_writer import Value
    best, places = Value(best, (tokens, 2), dtype), Value(pair, (tokens, 2), "i32")
    best = m.div(best, m.kept(m.reduce(best, [-1]), best))
    shape = (tokens, 2, experts)
    hot = m.compare("EQ", m.spread(places, shape, [0, 1]), m.iota(shape, 2))
    gates = m.reduce(m.mul(m.convert(hot, dtype), m.spread(best, shape, [0, 1])), [1])
    up, down = m.weight("up", experts, width, 2 * width), m.weight("down", experts, 2 * width, width)
    h = m.dot(m.spread(x, (experts, tokens, width), [1, 2]), up, ([2], [1]), ([0], [0]))
    h = m.dot(m.silu(m, h), down, ([2], [1]), ([0], [0]))
    h = m.mul(h, m.spread(m.transpose(gates, 1, 0), h.shape, [0, 1]))
    return m.finish([m.add(x, m.reduce(h, [0]))])


def torch_unet_block(dtype):
    m, width = Torch("unet", dtype), 32
    x, time = m.input("sample", 1, width, 16, 16), m.input("temb", 1, 64)
    h = m.conv2d(m, m.silu(m, m.group_norm(m, x, "norm1", 8)), "conv1", 64, 3, pad=1)
    t = m.linear(m, m.silu(m, time), "time", 64)
    h = m.add(h, m.spread(t, h.shape, [0, 1]))
    h = m.conv2d(m, m.silu(m, m.group_norm(m, h, "norm2", 8)), "conv2", 64, 3, pad=1)
    h = m.add(h, m.conv2d(m, x, "skip", 64, 1))
    small = m.conv2d(m, h, "down", 64, 3, stride=2, pad=1)
    n, c, rows, columns = small.shape
    wide = m.spread(small, (n, c, rows, 2, columns, 2), [0, 1, 2, 4])
    large = m.conv2d(m, m.reshape(wide, n, c, 2 * rows, 2 * columns), "up", 64, 3, pad=1)
    return m.finish([m.concat([large, h], 1)])


def jax_mixer(dtype):
    m, width, tokens = Jax("mixer", dtype), 64, 16
    x = m.input("x", 2, tokens, width)
    for i in range(2):
        y = m.transpose(m.norm(m, x, f"n{i}a"), 0, 2, 1)
        y = m.dense(m, m.gelu(m, m.dense(m, y, f"t{i}a", 32)), f"t{i}b", tokens)
        x = m.add(x, m.transpose(y, 0, 2, 1))
        y = m.norm(m, x, f"n{i}b")
        x = m.add(x, m.dense(m, m.gelu(m, m.dense(m, y, f"c{i}a", 4 * width)), f"c{i}b", width))
    return m.finish([m.dense(m, m.mean(m.norm(m, x, "norm"), 1), "head", 10)])


def jax_lstm(dtype):
    """lax.scan over 12 steps."""
    m, width, steps, batch = Jax("lstm", dtype), 32, 12, 4
    xs = m.input("xs", steps, batch, width)
    w, u, bias = m.weight("w", width, 4 * width), m.weight("u", width, 4 * width), m.weight("b", 4 * width)
    zeros = m.spread(m.const(0.0, dtype), (batch, width), [])
    ys = m.spread(m.const(0.0, dtype), (steps, batch, width), [])

    def body(b, state):
        i, h, c, ys = state
        zero = b.const("0", "i32")
        x = b.reshape(b.dynamic_slice(xs, [i, zero, zero], [1, batch, width]), batch, width)
        z = b.add(b.add(b.dot(x, w, ([1], [0])), b.dot(h, u, ([1], [0]))), bias)
        gates = [b.slice(z, 1, k * width, (k + 1) * width) for k in range(4)]
        s = [b.unary("logistic", g) for g in gates]
        c = b.add(b.mul(s[1], c), b.mul(s[0], b.unary("tanh", gates[2])))
        h = b.mul(s[3], b.unary("tanh", c))
        ys = b.update(ys, b.reshape(h, 1, batch, width), [i, zero, zero])
        return [b.add(i, 1), h, c, ys]
    state = m.loop([m.const("0", "i32"), zeros, zeros, ys],
                   lambda b, s: b.compare("LT", s[0], b.const(str(steps), "i32")), body)
    return m.finish([state[3], state[1]])


def torch_clip_text(dtype):
    m, width, heads, tokens = Torch("clip", dtype), 64, 4, 16
    ids = m.input("input_ids", 2, tokens, dtype="i64")
    flat = m.reshape(ids, 2 * tokens)
    h = m.reshape(m.take(m.weight("token", 100, width), flat), 2, tokens, width)
    h = m.add(h, m.spread(m.weight("position", tokens, width), h.shape, [1, 2]))
    mask = m.select(causal(m, tokens, tokens), m.const(0.0, dtype, (tokens, tokens)), m.const(-3e38, dtype, (tokens, tokens)))
    for layer in range(2):
        y = m.norm(m, h, f"l{layer}_norm1")
        q, k, v = (heads_of(m, m.linear(m, y, f"l{layer}_{n}", width), heads) for n in "qkv")
        h = m.add(h, m.linear(m, joined(m, attend(m, m, q, k, v, mask)), f"l{layer}_o", width))
        y = m.linear(m, m.norm(m, h, f"l{layer}_norm2"), f"l{layer}_up", 2 * width)
        h = m.add(h, m.linear(m, m.mul(y, m.unary("logistic", m.mul(y, 1.702))), f"l{layer}_down", width))
    h = m.norm(m, h, "norm")
    # The row of the largest token: that of the end.
    last = m.argmax(m.convert(ids, "f32"), 1)
    hot = m.compare("EQ", m.spread(last, (2, tokens), [0]), m.iota((2, tokens), 1))
    pooled = m.dot(m.convert(hot, dtype), h, ([1], [1]), ([0], [0]))
    return m.finish([h, m.linear(m, pooled, "projection", width, bias=False)])


def jax_whisper(dtype):
    m, width, heads, frames, words = Jax("whisper", dtype), 64, 4, 32, 64
    sound, tokens = m.input("mel", 1, frames, 16), m.input("tokens", 1, 8, dtype="i32")
    h = sound
    for i, stride in enumerate((1, 2)):
        w = m.weight(f"conv{i}", 3, h.shape[2], width)
        h = m.conv(h, w, "[b, 0, f]x[0, i, o]->[b, 0, f]", [stride], [[1, 1]])
        h = m.gelu(m, m.add(h, m.weight(f"conv{i}_bias", width)))
    h = m.add(h, m.weight("positions", frames // 2, width))

    def block(x, other, name, mask=None):
        y = m.norm(m, x, name + "norm")
        other = y if other is None else other
        q, k, v = (heads_of(m, m.dense(m, s, name + n, width), heads) for n, s in (("q", y), ("k", other), ("v", other)))
        return m.add(x, m.dense(m, joined(m, attend(m, m, q, k, v, mask)), name + "o", width))

    def mlp(x, name):
        return m.add(x, m.dense(m, m.gelu(m, m.dense(m, m.norm(m, x, name + "norm"), name + "up", 4 * width)), name + "down", width))
    h = mlp(block(h, None, "e."), "em.")
    h = m.norm(m, h, "enc")
    table = m.weight("embed", words, width)
    y = m.add(m.take(table, tokens), m.weight("text_positions", 8, width))
    y = mlp(block(block(y, None, "d.", causal(m, 8, 8)), h, "x."), "dm.")
    return m.finish([m.dot(m.norm(m, y, "dec"), table, ([2], [1]))])


def torch_deconv_decoder(dtype):
    m = Torch("decoder", dtype)
    h = m.linear(m, m.input("z", 1, 32), "fc", 64 * 4 * 4)
    h = m.binary("maximum", m.reshape(h, 1, 64, 4, 4), 0.0)
    h = m.binary("maximum", m.up(m, h, "up1", 32), 0.0)
    return m.finish([m.unary("tanh", m.up(m, h, "up2", 3))])


def torch_swin_block(dtype):
    """Windows of 4x4, turned by two, with a bias by relative positions and a mask at the seam."""
    m, width, heads, side, window = Torch("swin", dtype), 64, 4, 8, 4
    n, area = (side // window) ** 2, window * window
    x = m.input("x", 1, side * side, width)
    h = m.reshape(m.norm(m, x, "norm1"), 1, side, side, width)
    for dim in (1, 2):
        h = m.concat([m.slice(h, dim, 2, side), m.slice(h, dim, 0, 2)], dim)
    h = m.reshape(h, 1, side // window, window, side // window, window, width)
    h = m.reshape(m.transpose(h, 0, 1, 3, 2, 4, 5), n, area, width)
    q, k, v = (heads_of(m, m.linear(m, h, name, width), heads) for name in "qkv")
    bias = m.reshape(m.take(m.weight("bias_table", 49, heads), m.input("bias_index", area * area, dtype="i64")), area, area, heads)
    bias = m.spread(m.transpose(bias, 2, 0, 1), (n, heads, area, area), [1, 2, 3])
    mask = m.spread(m.weight("mask", n, area, area), (n, heads, area, area), [0, 2, 3])
    h = joined(m, attend(m, m, q, k, v, m.add(bias, mask)))
    h = m.linear(m, h, "o", width)
    h = m.reshape(h, 1, side // window, side // window, window, window, width)
    h = m.reshape(m.transpose(h, 0, 1, 3, 2, 4, 5), 1, side, side, width)
    for dim in (1, 2):
        h = m.concat([m.slice(h, dim, side - 2, side), m.slice(h, dim, 0, side - 2)], dim)
    h = m.add(x, m.reshape(h, 1, side * side, width))
    y = m.gelu(m, m.linear(m, m.norm(m, h, "norm2"), "up", 4 * width))
    return m.finish([m.add(h, m.linear(m, y, "down", width))])


def jax_mamba(dtype):
    """A selective scan of 16 steps behind a causal convolution by channel."""
    m, width, states, steps = Jax("mamba", dtype), 32, 8, 16
    x = m.input("x", 1, steps, width)
    both = m.dense(m, x, "in", 2 * width, bias=False)
    u, gate = m.slice(both, 2, 0, width), m.slice(both, 2, width, 2 * width)
    w = m.weight("conv", 4, 1, width)
    u = m.conv(u, w, "[b, 0, f]x[0, i, o]->[b, 0, f]", [1], [[3, 0]], groups=width)
    u = m.silu(m, m.add(u, m.weight("conv_bias", width)))
    step = m.dense(m, u, "dt", width)
    step = m.unary("log_plus_one", m.unary("exponential", step))
    decay = m.unary("negate", m.unary("exponential", m.weight("a_log", width, states)))
    bs, cs = m.dense(m, u, "B", states, bias=False), m.dense(m, u, "C", states, bias=False)
    ys = m.spread(m.const(0.0, dtype), (1, steps, width), [])
    h = m.spread(m.const(0.0, dtype), (width, states), [])

    def body(b, state):
        i, h, ys = state
        zero = b.const("0", "i32")

        def row(t):
            return b.reshape(b.dynamic_slice(t, [zero, i, zero], [1, 1, t.shape[2]]), t.shape[2])
        dt, ut, bt, ct = row(step), row(u), row(bs), row(cs)
        a = b.unary("exponential", b.mul(b.spread(dt, h.shape, [0]), decay))
        h = b.add(b.mul(a, h), b.mul(b.spread(b.mul(dt, ut), h.shape, [0]), b.spread(bt, h.shape, [1])))
        y = b.dot(h, ct, ([1], [0]))
        return [b.add(i, 1), h, b.update(ys, b.reshape(y, 1, 1, width), [zero, i, zero])]
    state = m.loop([m.const("0", "i32"), h, ys], lambda b, s: b.compare("LT", s[0], b.const(str(steps), "i32")), body)
    y = m.add(state[2], m.mul(u, m.weight("D", width)))
    return m.finish([m.dense(m, m.mul(y, m.silu(m, gate)), "out", width, bias=False)])


MODELS = {name: make for name, make in list(globals().items())
          if name.startswith(("jax_", "torch_")) and name != "jax_llama"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="?")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--all", metavar="DIR")
    parser.add_argument("--dtype", default="f32", choices=["f32", "bf16"])
    given = parser.parse_args()
    if given.list:
        print("\n".join(MODELS))
    elif given.all:
        os.makedirs(given.all, exist_ok=True)
        for name, make in MODELS.items():
            with open(os.path.join(given.all, name + ".mlir"), "w") as file:
                file.write(make(given.dtype))
    elif given.name in MODELS:
        sys.stdout.write(MODELS[given.name](given.dtype))
    else:
        sys.exit(f"stablehlo_models.py: '{given.name}' is none of: {', '.join(MODELS)}")


if __name__ == "__main__":
    main()

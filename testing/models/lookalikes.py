#!/usr/bin/env python3
"""Writes TTIR modules with the idioms that front ends leave behind, for many well-known architectures.

usage: lookalikes.py --list | --all DIR [--small] [--only REGEX] | NAME [--small]

Two styles. `Xla`: PyTorch/XLA through StableHLO: weights transposed by permute, every splat broadcast by hand, guarded
softmax in f32, i64 positions, i1 masks, key/value caches, module attributes. `Forge`: a layer-by-layer tracer: chains of
transposes around channel-last convolutions, negative dimensions, squeezes, open-coded norms. Widths are those of the
published configurations; `--small` divides them so that a test stays quick.
"""
import argparse
import os
import re
import sys

from generate import Module


def i32s(values):
    return "[" + ", ".join(f"{v} : i32" for v in values) + "]"


def i64s(values):
    return "array<i64" + (": " if values else "") + ", ".join(map(str, values)) + ">"


class Style(Module):
    """Ops that both styles write the same way."""

    def unary(self, name, x, dtype=None):
        return self.op(name, [x], self.shape(x), loc=name, dtype=dtype or self.dtype_of(x))

    def binary(self, name, a, b, shape=None, dtype=None):
        return self.op(name, [a, b], shape or self.shape(a), loc=name, dtype=dtype or self.dtype_of(a))

    def dtype_of(self, x):
        return self.shapes[x][1]

    def cast(self, x, dtype):
        return self.op("typecast", [x], self.shape(x), "conservative_folding = false", "convert", dtype)

    def view(self, x, shape, loc="reshape"):
        return self.op("reshape", [x], tuple(shape), f"shape = {i32s(shape)}", loc)

    def order(self, x, permutation, loc="transpose"):
        return self.op("permute", [x], tuple(self.shape(x)[d] for d in permutation), f"permutation = {i64s(permutation)}", loc)

    def cut(self, x, dim, begin, end, step=1):
        shape = list(self.shape(x))
        begins, ends, steps = [0] * len(shape), list(shape), [1] * len(shape)
        begins[dim], ends[dim], steps[dim] = begin, end, step
        shape[dim] = (end - begin + step - 1) // step
        return self.op("slice_static", [x], shape, f"begins = {i32s(begins)}, ends = {i32s(ends)}, step = {i32s(steps)}", "slice")

    def join(self, parts, dim):
        shape = list(self.shape(parts[0]))
        shape[dim] = sum(self.shape(p)[dim] for p in parts)
        return self.op("concat", parts, shape, f"dim = {dim} : si32", "concatenate")

    def spread(self, x, shape):
        """broadcast to `shape`, same rank."""
        factors = [s // d for s, d in zip(shape, self.shape(x))]
        return self.op("broadcast", [x], tuple(shape), f"broadcast_dimensions = {i64s(factors)}", "broadcast")

    def splat(self, text, shape, dtype):
        x = "x".join(map(str, shape)) + ("x" if shape else "")
        return self.op("constant", [], tuple(shape), f"value = dense<{text}> : tensor<{x}{dtype}>", "constant", dtype)

    def dot(self, a, b, batch_a, batch_b, contract_a, contract_b):
        sa, sb = self.shape(a), self.shape(b)
        shape = [sa[d] for d in batch_a] + [d for i, d in enumerate(sa) if i not in batch_a + contract_a]
        shape += [d for i, d in enumerate(sb) if i not in batch_b + contract_b]
        return self.op("dot_general", [a, b], shape,
                       f"batch_dims_lhs = {i64s(batch_a)}, batch_dims_rhs = {i64s(batch_b)}, "
                       f"contract_dims_lhs = {i64s(contract_a)}, contract_dims_rhs = {i64s(contract_b)}", "dot")

    def reduce(self, name, x, dims, keep=False, dtype=None):
        rank = len(self.shape(x))
        at = [d % rank for d in dims]
        shape = [1 if i in at else d for i, d in enumerate(self.shape(x)) if keep or i not in at]
        return self.op(name, [x], shape, f"dim_arg = {i32s(dims)}, keep_dim = {str(keep).lower()}", "reduce", dtype)


class Xla(Style):
    mesh, shards = "1x1", "unsharded"

    def argument(self, name, shape, kind="parameter", dtype=None):
        value = super().argument(name, shape, kind, dtype)
        local = f"ttcore.local_shape = #ttcore<local_shape local_shape = {self.type(value)}>, "
        self.arguments[-1] = self.arguments[-1].replace(
            "ttir.name", f"{local}ttcore.shard_status = #ttcore.shard_status<{self.shards}>, ttir.name")
        return value

    def text(self, results):
        body = super().text(results)
        attributes = ("mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, "
                      f'mhlo.use_auto_spmd_partitioning = false, ttcore.meshes = #ttcore.meshes<[<"mesh" = {self.mesh}>]>')
        inner = body.replace("module {", f"builtin.module @SyncTensorsGraph attributes {{{attributes}}} {{", 1)
        inner = inner.replace("@forward", "@main", 1).replace('loc("slice")', "loc(#loc2)")
        return (f'#loc1 = loc("p0.2")\nmodule @SyncTensorsGraph attributes {{{attributes}}} {{\n  ttcore.device_module {{\n'
                f'{inner}  }}\n}}\n#loc2 = loc("slice.5"(#loc1))\n')

    def to_rank(self, x, rank, dim):
        """Vector to (1, .., n at `dim`, .., 1)."""
        return self.view(x, [self.shape(x)[0] if i == dim else 1 for i in range(rank)])

    def dense(self, x, features, name, bias=False, transposed=True, collective=None):
        """(…, k) through a weight (features, k) stored as PyTorch does."""
        lead, k = self.shape(x)[:-1], self.shape(x)[-1]
        rows = 1
        for d in lead:
            rows *= d
        flat = x if len(lead) == 1 else self.view(x, (rows, k))
        w = self.argument(f"{name}_weight", (features, k))
        if transposed:
            w = self.view(self.view(w, (1, features, k)), (features, k))
        y = self.dot(flat, self.order(w, (1, 0)), [], [], [1], [0])
        if collective:
            y = self.op("all_reduce", [y], self.shape(y),
                        f"cluster_axis = {collective} : ui32, reduce_type = #ttcore.reduce_type<sum>", "all_reduce")
        y = y if len(lead) == 1 else self.view(y, lead + (features,))
        if bias:
            y = self.binary("add", y, self.row(self.argument(f"{name}_bias", (features,)), self.shape(y)))
        return y

    def row(self, vector, shape):
        """Vector broadcast along the last dimension of `shape`."""
        x = self.view(vector, (1, 1, self.shape(vector)[0]))
        x = self.view(x, self.shape(vector))
        return self.spread(self.to_rank(x, len(shape), len(shape) - 1), shape)

    def scalar(self, text, shape, dtype, by_broadcast=False):
        if not by_broadcast:
            return self.splat(text, shape, dtype)
        return self.spread(self.view(self.splat(text, (), dtype), [1] * len(shape)), shape)

    # Norms ---------------------------------------------------------------------------------------------------------

    def layer_norm(self, x, name):
        width = self.shape(x)[-1]
        return self.op("layer_norm", [x, self.argument(f"{name}_weight", (width,)), self.argument(f"{name}_bias", (width,))],
                       self.shape(x), f"epsilon = 9.99999996E-13 : f32, normalized_shape = {i64s([width])}, "
                       "operandSegmentSizes = array<i32: 1, 1, 1>", "layer_norm")

    def rms_norm(self, x, name):
        width = self.shape(x)[-1]
        return self.op("rms_norm", [x, self.argument(f"{name}_weight", (width,))], self.shape(x),
                       f"epsilon = 9.99999974E-6 : f32, normalized_shape = {i64s([width])}, "
                       "operandSegmentSizes = array<i32: 1, 1, 0>", "rms_norm")

    def rms_norm_open(self, x, name, plus_one=False):
        """x * rsqrt(mean(x^2) + eps) * w in f32, as decomposed by the front end; Gemma multiplies by (1 + w)."""
        shape, width, dtype = self.shape(x), self.shape(x)[-1], self.dtype_of(x)
        f = self.cast(x, "f32")
        s = self.reduce("sum", self.binary("pow", f, self.splat("2.000000e+00", shape, "f32")), [len(shape) - 1])
        s = self.binary("multiply", s, self.splat(f"{1 / width:e}", self.shape(s), "f32"))
        s = self.view(s, shape[:-1] + (1,))
        s = self.unary("rsqrt", self.binary("add", s, self.splat("9.99999974E-6", self.shape(s), "f32")))
        s = self.spread(self.view(self.view(s, shape[:-1]), shape[:-1] + (1,)), shape)
        y = self.binary("multiply", f, s)
        w = self.argument(f"{name}_weight", (width,))
        if plus_one:
            w = self.cast(w, "f32")
            w = self.binary("add", w, self.splat("1.000000e+00", (width,), "f32"))
            return self.cast(self.binary("multiply", y, self.row(w, shape)), dtype)
        return self.binary("multiply", self.row(w, shape), self.cast(y, dtype))

    def layer_norm_open(self, x, name):
        """batch_norm_training over (1, rows, width), as native_layer_norm is lowered."""
        shape, width, dtype = self.shape(x), self.shape(x)[-1], self.dtype_of(x)
        rows = 1
        for d in shape[:-1]:
            rows *= d
        f = self.cast(self.view(x, (1, rows, width)), "f32")
        inverse = self.splat(f"{1 / width:e}", (rows,), "f32")
        mean = self.binary("multiply", self.reduce("sum", f, [0, 2]), inverse)
        mean = self.spread(self.view(self.view(mean, (1, rows)), (1, rows, 1)), (1, rows, width))
        d = self.binary("subtract", f, mean)
        v = self.binary("multiply", self.reduce("sum", self.binary("multiply", d, d), [0, 2]), inverse)
        v = self.view(v, (1, rows, 1))
        v = self.unary("rsqrt", self.binary("add", v, self.splat("9.99999974E-6", (1, rows, 1), "f32")))
        y = self.binary("multiply", d, self.spread(self.view(self.view(v, (1, rows)), (1, rows, 1)), (1, rows, width)))
        y = self.cast(self.view(self.cast(y, dtype), shape), "f32")
        w = self.row(self.cast(self.argument(f"{name}_weight", (width,)), "f32"), shape)
        b = self.row(self.cast(self.argument(f"{name}_bias", (width,)), "f32"), shape)
        return self.cast(self.binary("add", b, self.binary("multiply", y, w)), dtype)

    # Activations ---------------------------------------------------------------------------------------------------

    def silu(self, x):
        dtype = self.dtype_of(x)
        f = self.cast(x, "f32")
        return self.cast(self.binary("multiply", f, self.unary("sigmoid", f)), dtype)

    def gelu_tanh(self, x):
        shape, dtype = self.shape(x), self.dtype_of(x)
        c = lambda v: self.splat(v, shape, dtype)
        inner = self.binary("add", x, self.binary("multiply", self.binary("pow", x, c("3.000000e+00")), c("4.467770e-02")))
        t = self.unary("tanh", self.binary("multiply", inner, c("7.968750e-01")))
        return self.binary("multiply", self.binary("multiply", x, c("5.000000e-01")), self.binary("add", t, c("1.000000e+00")))

    def gelu_erf(self, x):
        shape, dtype = self.shape(x), self.dtype_of(x)
        e = self.unary("erf", self.binary("multiply", x, self.splat("7.070310e-01", shape, dtype)))
        half = self.binary("multiply", x, self.splat("5.000000e-01", shape, dtype))
        return self.binary("multiply", half, self.binary("add", e, self.splat("1.000000e+00", shape, dtype)))

    # Attention -----------------------------------------------------------------------------------------------------

    def softmax_open(self, s, guard, by_broadcast=False):
        """softmax over the last of four dimensions; `guard`: None, or the type in which rows of -inf are looked for."""
        shape, last = self.shape(s), len(self.shape(s)) - 1
        one = shape[:-1] + (1,)
        up = lambda v: self.spread(self.view(v, one), shape)
        if guard:
            infinity = {"f32": "0xFF800000", "f64": "0xFFF0000000000000"}[guard]
            wide = self.cast(s, guard) if guard != "f32" else s
            hit = self.binary("eq", wide, self.scalar(infinity, shape, guard, by_broadcast), dtype="i1")
            seen = self.reduce("reduce_or", self.unary("logical_not", hit), [last], dtype="i1")
            empty = self.unary("logical_not", self.view(seen, one))
            empty = self.spread(self.view(self.view(empty, shape[:-1]), one), shape)
        e = self.unary("exp", self.binary("subtract", s, up(self.reduce("max", s, [last]))))
        p = self.binary("div", e, up(self.reduce("sum", e, [last])))
        if not guard:
            return p
        return self.op("where", [empty, self.scalar("0.000000e+00", shape, "f32", by_broadcast), p], shape, loc="where", dtype="f32")

    def attention(self, q, k, v, mask, guard="f32", softcap=None, by_broadcast=False):
        """(b, h, s, d) x (b, h, t, d): both sides scaled by d^-1/4, in f32."""
        b, h, s, d = self.shape(q)
        t, dtype = self.shape(k)[2], self.dtype_of(q)
        scale = f"{d ** -0.25:e}"
        q = self.cast(q, "f32")
        q = self.binary("multiply", q, self.scalar(scale, self.shape(q), "f32", by_broadcast))
        k = self.order(self.cast(k, "f32"), (0, 1, 3, 2))
        k = self.binary("multiply", k, self.scalar(scale, self.shape(k), "f32", by_broadcast))
        x = self.dot(q, k, [0, 1], [0, 1], [3], [2])
        if softcap:
            x = self.binary("div", x, self.splat(softcap, self.shape(x), "f32"))
            x = self.binary("multiply", self.unary("tanh", x), self.splat(softcap, self.shape(x), "f32"))
        if mask:
            m = self.cast(mask, "f32") if self.dtype_of(mask) != "f32" else mask
            m = self.view(self.view(m, (self.shape(m)[0], self.shape(m)[2], t)), self.shape(m))
            x = self.binary("add", x, self.spread(m, (b, h, s, t)))
        p = self.softmax_open(x, guard, by_broadcast)
        return self.cast(self.dot(p, self.cast(v, "f32"), [0, 1], [0, 1], [3], [2]), dtype)

    def group(self, x, heads):
        """Repeats key or value heads for their group of query heads."""
        b, h, t, d = self.shape(x)
        if h == heads:
            return x
        y = self.spread(self.view(x, (b, h, 1, t, d)), (b, h, heads // h, t, d))
        return self.view(y, (b, heads, t, d))

    def rotary_tables(self, rows, rotated, positions):
        """cos and sin of positions x inverse frequencies, (1, 1, rows, rotated)."""
        f = self.cast(self.view(self.argument("inv_freq", (rotated // 2,), "parameter"), (1, rotated // 2, 1)), "f32")
        p = self.cast(self.view(positions, (1, 1, rows)), "f32")
        x = self.dot(f, p, [0], [0], [2], [1])
        x = self.order(x, (0, 2, 1)) if rows > 1 else self.view(x, (1, 1, rotated // 2))
        x = self.join([x, x], 2)
        table = lambda name: self.view(self.view(self.cast(self.unary(name, x), self.dtype), (rows, rotated)), (1, 1, rows, rotated))
        return table("cos"), table("sin")

    def rotate(self, x, tables):
        b, h, s, d = self.shape(x)
        rotated = self.shape(tables[0])[3]
        part = x if rotated == d else self.cut(x, 3, 0, rotated)
        a = self.binary("multiply", part, self.spread(tables[0], (b, h, s, rotated)))
        half = self.join([self.unary("neg", self.cut(part, 3, rotated // 2, rotated)), self.cut(part, 3, 0, rotated // 2)], 3)
        y = self.binary("add", a, self.binary("multiply", half, self.spread(tables[1], (b, h, s, rotated))))
        return y if rotated == d else self.join([y, self.cut(x, 3, rotated, d)], 3)

    def embed(self, ids, vocabulary, width, name="embed"):
        """i64 ids through a table, with the reshapes that come from a gather."""
        shape = self.shape(ids)
        rows = 1
        for d in shape:
            rows *= d
        flat = self.cast(self.view(ids, (rows,)), "ui32")
        table = self.order(self.argument(f"{name}_table", (vocabulary, width)), (0, 1))
        x = self.op("embedding", [self.view(flat, (1, rows)), self.view(table, (vocabulary, width))], (1, rows, width),
                    loc="gather", dtype=self.dtype)
        return self.view(self.order(self.view(x, (rows, width)), (0, 1)), shape + (width,))


def wrap_index(m, position, cache):
    """index < 0 ? index + extent : index, as index_copy writes it."""
    n = m.shape(position)
    below = m.binary("lt", position, m.splat("0", n, "i64"), dtype="i1")
    return m.op("where", [below, m.binary("add", position, m.splat(str(cache), n, "i64")), position], n, loc="where", dtype="i64")


def decoder(batch=32, rows=1, cache=128, width=2048, heads=32, kv=8, head_dim=64, inner=8192, vocabulary=128256, layers=1,
            norm="rms", act="silu", bias=False, qk_norm=False, partial=1.0, softcap=None, final_softcap=None, window=None,
            parallel_block=False, post_norm=False, scale_embedding=None, whole=True, guard="f32", by_broadcast=False,
            head_bias=False, tp=None, gated=True, distributed_norm=False, experts=None):
    """A decoder layer with embedding and head (`whole`) or the block alone; rows = 1 decodes, more is prefill.
    `experts`: how many, and how many are chosen for a token, instead of one MLP."""
    m = Xla()
    ways = 1
    if tp:
        m.mesh, m.shards, ways = tp[0], "presharded", tp[1]
    axis = 1 if tp else None
    norms = {"rms": m.rms_norm, "rms_open": m.rms_norm_open, "layer_open": m.layer_norm_open, "layer": m.layer_norm,
             "gemma": lambda x, name: m.rms_norm_open(x, name, True)}
    normalize = norms[norm]
    position = m.argument("cache_position", (rows,), "input", "i64")
    results = [m.binary("add", position, m.splat("1", (rows,), "i64"))] if whole else []
    wrapped = wrap_index(m, position, cache) if whole and rows == 1 else position
    if whole:
        ids = m.argument("input_ids", (batch, rows), "input", "i64")
        x = m.embed(ids, vocabulary, width)
        if scale_embedding:
            x = m.binary("multiply", x, m.splat(scale_embedding, m.shape(x), m.dtype))
    else:
        x = m.argument("hidden_states", (batch, rows, width), "input")
    tables = m.rotary_tables(rows, int(head_dim * partial), position)

    keys = cache if whole else rows
    spots = m.argument("key_positions", (1, 1, 1, keys), "constant", "i64") if rows > 1 or window else \
        m.op("constant", [], (1, 1, 1, keys), f"value = dense<[[[[{', '.join(map(str, range(keys)))}]]]]> : tensor<1x1x1x{keys}xi64>",
             "iota", "i64")
    at = m.spread(m.view(m.view(position, (1, 1, rows)), (1, 1, rows, 1)), (1, 1, rows, keys))
    seen = m.binary("le", m.spread(spots, (1, 1, rows, keys)), at, dtype="i1")
    if window:
        recent = m.binary("gt", m.spread(spots, (1, 1, rows, keys)),
                          m.binary("subtract", at, m.splat(str(window), m.shape(at), "i64")), dtype="i1")
        seen = m.binary("logical_and", seen, recent)
    seen = m.spread(m.view(m.view(seen, (1, rows, keys)), (1, 1, rows, keys)), (batch, 1, rows, keys))
    mask = m.op("where", [seen, m.scalar("0.000000e+00", m.shape(seen), "bf16", by_broadcast),
                          m.scalar("0xFF80", m.shape(seen), "bf16", by_broadcast)], m.shape(seen), loc="where", dtype="bf16")

    def heads_of(y, count, name):
        y = m.view(y, (batch, rows, count, head_dim) if rows > 1 else (batch, count, 1, head_dim))
        if qk_norm and name != "v":
            y = m.rms_norm(y, f"{name}_norm")
        return m.order(y, (0, 2, 1, 3)) if rows > 1 else y

    for layer in range(layers):
        h = normalize(x, "input_layernorm")
        if distributed_norm:
            h = x
            h = m.op("distributed_rms_norm", [h, m.argument("dist_weight", (width,))], m.shape(h),
                     "cluster_axis = 1 : ui32, epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 0>", "norm")
        h = m.view(h, (batch * rows, width))
        k = heads_of(m.dense(h, kv * head_dim // ways, f"k{layer}", bias), kv // ways, "k")
        v = heads_of(m.dense(h, kv * head_dim // ways, f"v{layer}", bias), kv // ways, "v")
        q = m.rotate(heads_of(m.dense(h, heads * head_dim // ways, f"q{layer}", bias), heads // ways, "q"), tables)
        k = m.rotate(k, tables)
        if whole:
            kept = []
            for name, new in (("k", k), ("v", v)):
                store = m.argument(f"past_{name}{layer}", (batch, kv // ways, cache, head_dim), "input")
                if rows == 1:
                    m.op("update_cache", [store, m.order(new, (2, 1, 0, 3)), wrapped if by_broadcast else position], (),
                         "batch_offset = 0 : i32", "update", results=False)
                else:
                    for b in range(batch):
                        m.op("fill_cache", [store, m.cut(new, 0, b, b + 1)], (), f"batch_offset = {b} : i32", "fill", results=False)
                kept.append(store)
            k, v = kept
            results += kept
        y = m.attention(q, m.group(k, heads // ways), m.group(v, heads // ways), mask, guard, softcap, by_broadcast)
        y = m.order(y, (0, 2, 1, 3)) if rows > 1 else y
        y = m.view(y, (batch * rows, heads * head_dim // ways))
        y = m.view(m.dense(y, width, f"o{layer}", bias and norm == "layer_open", collective=axis), (batch, rows, width))
        if post_norm:
            y = normalize(y, "post_attention")
        if not parallel_block:
            x = m.binary("add", x, y)
            h = m.view(normalize(x, "post_attention_layernorm"), (batch * rows, width))
        if experts:
            x = m.binary("add", x, m.view(expert_mlp(m, h, inner, *experts, str(layer)), (batch, rows, width)))
            continue
        up = m.view(m.dense(h, inner // ways, f"up{layer}", norm == "layer_open"), (batch, rows, inner // ways))
        activation = {"silu": m.silu, "gelu_tanh": m.gelu_tanh, "gelu": lambda t: m.unary("gelu", t)}[act]
        if gated:
            g = m.view(m.dense(h, inner // ways, f"gate{layer}"), (batch, rows, inner // ways))
            up = m.binary("multiply", activation(g), up)
        else:
            up = activation(up)
        down = m.view(m.dense(m.view(up, (batch * rows, inner // ways)), width, f"down{layer}", norm == "layer_open", collective=axis),
                      (batch, rows, width))
        if post_norm:
            down = normalize(down, "post_feedforward")
        x = m.binary("add", m.binary("add", y, down), x) if parallel_block else m.binary("add", x, down)
    if not whole:
        return m.text([x])
    h = m.view(normalize(x, "norm"), (batch * rows, width))
    columns = vocabulary // ways if tp else vocabulary
    logits = m.dense(h, columns, "lm_head", head_bias)
    if tp and columns != vocabulary:
        logits = m.op("all_gather", [logits], (batch * rows, vocabulary), "all_gather_dim = 1 : si32, cluster_axis = 1 : ui32", "gather")
    if final_softcap:
        logits = m.binary("div", logits, m.splat(final_softcap, m.shape(logits), m.dtype))
        logits = m.binary("multiply", m.unary("tanh", logits), m.splat(final_softcap, m.shape(logits), m.dtype))
    full = m.view(logits, (batch, rows, vocabulary))
    last = logits if rows == 1 else m.view(m.cut(full, 1, rows - 1, rows), (batch, vocabulary))
    m.op("arange", [], (vocabulary,), f"arange_dimension = 0 : i64, end = {vocabulary} : si64, start = 0 : si64, step = 1 : si64",
         "iota", "i32")
    best = m.op("argmax", [last], (batch,), "dim_arg = [1 : i32], keep_dim = false", "argmax", "i32")
    results += [full, m.view(m.cast(best, "i64"), (batch, 1))]
    return m.text(results)


def encoder(batch=8, rows=384, width=768, heads=12, inner=3072, vocabulary=30522, act="gelu", guard="f64", whole=True, masked=True,
            pooled=True, pre_norm=False):
    """BERT-like: embeddings summed, post-norm attention and MLP, pooler."""
    m = Xla()
    if whole:
        x = m.embed(m.argument("input_ids", (batch, rows), "input", "i64"), vocabulary, width)
        x = m.binary("add", x, m.embed(m.argument("token_types", (batch, rows), "input", "i64"), 2, width, "types"))
        spots = m.cut(m.argument("position_ids", (1, max(512, rows)), "constant", "i64"), 1, 0, rows)
        x = m.binary("add", x, m.spread(m.embed(spots, 512, width, "positions"), (batch, rows, width)))
        x = x if pre_norm else m.layer_norm(x, "embeddings")
    else:
        x = m.argument("hidden_states", (batch, rows, width), "input")
    mask = None
    if masked:
        given = m.argument("attention_mask", (batch, rows), "input", "i64")
        keep = m.binary("ne", given, m.splat("0", m.shape(given), "i64"), dtype="i1")
        keep = m.spread(m.view(keep, (batch, 1, 1, rows)), (batch, 1, rows, rows))
        mask = m.op("where", [keep, m.splat("0.000000e+00", m.shape(keep), "bf16"), m.splat("-3.389530e+38", m.shape(keep), "bf16")],
                    m.shape(keep), loc="where", dtype="bf16")
    d = width // heads
    h = m.layer_norm(x, "before") if pre_norm else x
    split = lambda y: m.order(m.view(y, (batch, rows, heads, d)), (0, 2, 1, 3))
    q, k, v = (split(m.dense(h, width, p, True)) for p in ("query", "key", "value"))
    y = m.order(m.attention(q, k, v, mask, guard), (0, 2, 1, 3))
    y = m.binary("add", m.dense(m.view(y, (batch, rows, width)), width, "output", True), x)
    y = y if pre_norm else m.layer_norm(y, "attention")
    h = m.dense(m.layer_norm(y, "after") if pre_norm else y, inner, "up", True)
    h = {"gelu": lambda t: m.unary("gelu", t), "gelu_erf": m.gelu_erf, "gelu_tanh": m.gelu_tanh, "relu": lambda t: m.unary("relu", t)}[act](h)
    x = m.binary("add", m.dense(h, width, "down", True), y)
    x = x if pre_norm else m.layer_norm(x, "final")
    if not pooled:
        return m.text([x])
    first = m.view(m.cut(x, 1, 0, 1), (batch, width))
    return m.text([x, m.unary("tanh", m.dense(first, width, "pooler", True))])


def vision(batch=8, size=224, patch=16, width=768, heads=12, inner=3072, classes=1000, layers=1, whole=True):
    """ViT: NCHW patch convolution, class token, layers, classifier in f32."""
    m = Xla()
    side = size // patch
    rows = side * side + 1
    if whole:
        image = m.argument("pixel_values", (batch, 3, size, size), "input")
        w = m.order(m.argument("patch_weight", (width, 3, patch, patch)), (0, 1, 2, 3))
        x = m.op("conv2d", [image, w], (batch, width, side, side),
                 "batch_dim = 0 : i64, channel_dim = 1 : i64, dilation = array<i32: 1, 1>, groups = 1 : i32, height_dim = 2 : i64, "
                 f"padding = array<i32: 0, 0, 0, 0>, stride = array<i32: {patch}, {patch}>, width_dim = 3 : i64", "convolution")
        b = m.to_rank(m.view(m.view(m.argument("patch_bias", (width,)), (1, 1, width)), (width,)), 4, 1)
        x = m.order(m.view(m.binary("add", x, m.spread(b, m.shape(x))), (batch, width, side * side)), (0, 2, 1))
        token = m.spread(m.view(m.view(m.argument("cls", (1, 1, width)), (1, width)), (1, 1, width)), (batch, 1, width))
        x = m.join([token, x], 1)
        x = m.binary("add", x, m.spread(m.argument("positions", (1, rows, width)), m.shape(x)))
    else:
        x = m.argument("hidden_states", (batch, rows, width), "input")
    d = width // heads
    for layer in range(layers):
        h = m.layer_norm(x, f"before{layer}")
        split = lambda y: m.order(m.view(y, (batch, rows, heads, d)), (0, 2, 1, 3))
        q, k, v = (split(m.dense(h, width, f"{p}{layer}", True)) for p in ("query", "key", "value"))
        y = m.order(m.attention(q, k, v, None, "f64"), (0, 2, 1, 3))
        x = m.binary("add", m.dense(m.view(y, (batch, rows, width)), width, f"out{layer}", True), x)
        h = m.unary("gelu", m.dense(m.layer_norm(x, f"after{layer}"), inner, f"up{layer}", True))
        x = m.binary("add", m.dense(h, width, f"down{layer}", True), x)
    if not whole:
        return m.text([x])
    x = m.cast(m.view(m.cut(m.layer_norm(x, "norm"), 1, 0, 1), (batch, width)), "f32")
    w = m.cast(m.order(m.argument("classifier_weight", (classes, width)), (1, 0)), "f32")
    y = m.dot(x, w, [], [], [1], [0])
    b = m.cast(m.argument("classifier_bias", (classes,)), "f32")
    return m.text([m.cast(m.binary("add", y, m.spread(m.view(b, (1, classes)), m.shape(y))), "bf16")])


def window_attention(batch=8, side=56, width=96, heads=3, window=7, shift=3, table_type="i64", whole=True, old_gather=True):
    """Swin: cyclic shift by slices and concat, windows by a rank-6 permute, relative position bias by a gather."""
    m = Xla()
    x = m.argument("hidden_states", (batch, side * side, width), "input")
    h = m.layer_norm(x, "before")
    h = m.view(h, (batch, side, side, width))

    def roll(h, by):
        for dim in (1, 2):
            n = m.shape(h)[dim]
            h = m.join([m.cut(h, dim, by % n, n), m.cut(h, dim, 0, by % n)], dim)
        return h

    h = roll(h, shift) if shift else h
    n = side // window
    area, count = window * window, batch * n * n
    h = m.order(m.view(h, (batch, n, window, n, window, width)), (0, 1, 3, 2, 4, 5))
    h = m.view(h, (count, area, width))
    d = width // heads
    split = lambda y: m.order(m.view(y, (count, area, heads, d)), (0, 2, 1, 3))
    q, k, v = (split(m.dense(h, width, p, True)) for p in ("query", "key", "value"))
    scores = m.dot(q, m.order(k, (0, 1, 3, 2)), [0, 1], [0, 1], [3], [2])
    scores = m.binary("div", scores, m.splat(f"{d ** 0.5:e}", m.shape(scores), m.dtype))
    entries = (2 * window - 1) ** 2
    table = m.argument("bias_table", (entries, heads))
    index = m.view(m.argument("bias_index", (area, area), "constant", "i64"), (area * area,))
    below = m.binary("lt", index, m.splat("0", m.shape(index), "i64"), dtype="i1")
    index = m.op("where", [below, m.binary("add", index, m.splat(str(entries), m.shape(index), "i64")), index], m.shape(index),
                 loc="where", dtype="i64")
    if old_gather:
        index = m.cast(index, "ui32") if table_type == "ui32" else index
        bias = m.op("gather", [table, index], (area * area, heads),
                    "collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : si64, indices_are_sorted = false, "
                    "offset_dims = array<i64: 1>, operand_batching_dims = array<i64>, "
                    f"slice_sizes = array<i64: 1, {heads}>, start_index_map = array<i64: 0>, start_indices_batching_dims = array<i64>",
                    "gather", "bf16")
    else:
        wide = m.spread(m.view(index, (area * area, 1)), (area * area, heads))
        bias = m.op("gather", [table, wide], (area * area, heads), "dim = 0 : i32", "gather", "bf16")
    bias = m.order(m.view(bias, (area, area, heads)), (2, 0, 1))
    scores = m.binary("add", scores, m.spread(m.view(bias, (1, heads, area, area)), m.shape(scores)))
    if shift:
        mask = m.argument("shift_mask", (n * n, area, area), "constant")
        scores = m.view(scores, (batch, n * n, heads, area, area))
        wide = m.spread(m.view(mask, (1, n * n, 1, area, area)), m.shape(scores))
        scores = m.view(m.binary("add", scores, wide), (count, heads, area, area))
    p = m.softmax_open(scores, None)
    y = m.order(m.dot(p, v, [0, 1], [0, 1], [3], [2]), (0, 2, 1, 3))
    y = m.dense(m.view(y, (count, area, width)), width, "output", True)
    y = m.order(m.view(y, (batch, n, n, window, window, width)), (0, 1, 3, 2, 4, 5))
    y = m.view(y, (batch, side, side, width))
    y = roll(y, -shift) if shift else y
    x = m.binary("add", x, m.view(y, (batch, side * side, width)))
    h = m.gelu_erf(m.dense(m.layer_norm(x, "after"), 4 * width, "up", True))
    x = m.binary("add", x, m.dense(h, width, "down", True))
    if not whole:
        return m.text([x])
    # Patch merging: four strided slices side by side.
    x = m.view(x, (batch, side, side, width))
    parts = [m.cut(m.cut(x, 1, a, side, 2), 2, b, side, 2) for b in (0, 1) for a in (0, 1)]
    x = m.view(m.join(parts, 3), (batch, (side // 2) ** 2, 4 * width))
    return m.text([m.dense(m.layer_norm(x, "merge"), 2 * width, "reduction")])


def resnet_xla(batch=8, size=224, blocks=(3, 4, 6, 3), base=64, classes=1000, depthwise=False, dtype="bf16"):
    """NCHW convolutions with inference batch norm, relu as maximum, padding before the pool, average by a sum."""
    m = Xla(dtype)
    x = m.argument("pixel_values", (batch, 3, size, size), "input")
    vector = lambda name, n: m.view(m.view(m.argument(name, (n,)), (1, 1, n)), (n,))

    def conv(x, channels, kernel, stride, name, relu=True, groups=1, dilation=1):
        n, c, h, w = m.shape(x)
        pad = dilation * (kernel // 2)
        out = lambda e: (e + 2 * pad - dilation * (kernel - 1) - 1) // stride + 1
        weight = m.argument(f"{name}_weight", (channels, c // groups, kernel, kernel))
        weight = m.view(m.view(weight, (1, channels, c // groups, kernel * kernel)), m.shape(weight))
        y = m.op("conv2d", [x, weight], (n, channels, out(h), out(w)),
                 f"batch_dim = 0 : i64, channel_dim = 1 : i64, dilation = array<i32: {dilation}, {dilation}>, groups = {groups} : i32, "
                 f"height_dim = 2 : i64, padding = array<i32: {pad}, {pad}, {pad}, {pad}>, stride = array<i32: {stride}, {stride}>, "
                 "width_dim = 3 : i64", "convolution")
        stats = [vector(f"{name}_{p}", channels) for p in ("scale", "offset", "mean", "variance")]
        y = m.op("batch_norm_inference", [y] + stats, m.shape(y), "dimension = 1 : i32, epsilon = 9.99999974E-6 : f32", "batch_norm")
        if not relu:
            return y
        zero = m.spread(m.view(m.splat("0.000000e+00", (), m.dtype), (1, 1, 1, 1)), m.shape(y))
        return m.binary("maximum", y, zero)

    x = conv(x, base, 7, 2, "stem")
    n, c, h, w = m.shape(x)
    x = m.op("pad", [x], (n, c, h + 2, w + 2), "padding = array<i32: 0, 0, 0, 0, 1, 1, 1, 1>, value = 0xFF800000 : f32", "pad")
    x = m.order(x, (0, 2, 3, 1))
    h, w = (h - 1) // 2 + 1, (w - 1) // 2 + 1
    x = m.op("max_pool2d", [x], (n, h, w, c), "ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 3, 3>, "
             "padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>", "reduce_window")
    x = m.order(x, (0, 3, 1, 2))
    for stage, count in enumerate(blocks):
        wide = base << stage
        for block in range(count):
            name = f"s{stage}b{block}"
            stride = 2 if block == 0 and stage > 0 else 1
            short = conv(x, 4 * wide, 1, stride, f"{name}_short", False) if block == 0 else x
            y = conv(x, wide, 1, 1, f"{name}_1")
            y = conv(y, wide, 3, stride, f"{name}_2", groups=wide if depthwise else 1)
            y = conv(y, 4 * wide, 1, 1, f"{name}_3", False)
            y = m.binary("add", y, short)
            zero = m.spread(m.view(m.splat("0.000000e+00", (), m.dtype), (1, 1, 1, 1)), m.shape(y))
            x = m.binary("maximum", y, zero)
    n, c, h, w = m.shape(x)
    x = m.reduce("sum", x, [2, 3])
    x = m.binary("multiply", x, m.splat(f"{1 / (h * w):e}", m.shape(x), m.dtype))
    return m.text([m.dense(m.view(m.view(x, (n, c, 1, 1)), (n, c)), classes, "fc", True)])


class Forge(Style):
    """Layer-by-layer tracing: transposes in pairs, channel_last convolutions, negative dimensions."""

    def swap(self, x, a, b):
        rank, shape = len(self.shape(x)), list(self.shape(x))
        shape[a], shape[b] = shape[b], shape[a]
        return self.op("transpose", [x], shape, f"dim0 = {a} : si32, dim1 = {b} : si32", "transpose")

    def to_last(self, x):
        return self.swap(self.swap(x, -3, -2), -2, -1)

    def to_first(self, x):
        return self.swap(self.swap(x, -2, -1), -3, -2)

    def squeeze(self, x, dim):
        shape = list(self.shape(x))
        del shape[dim]
        return self.op("squeeze", [x], shape, f"dim = {dim} : si32", "squeeze")

    def unsqueeze(self, x, dim):
        shape = list(self.shape(x))
        shape.insert(dim, 1)
        return self.op("unsqueeze", [x], shape, f"dim = {dim} : si32", "unsqueeze")

    def conv(self, x, channels, kernel, stride, name, groups=1, dilation=1, bias=True, scale=False, pad=None, act=None):
        """x is NCHW; kernel and pad may be pairs."""
        kh, kw = kernel if isinstance(kernel, tuple) else (kernel, kernel)
        ph, pw = pad if pad is not None else (dilation * (kh // 2), dilation * (kw // 2))
        y = self.to_last(x)
        n, h, w, c = self.shape(y)
        out = lambda e, k, p: (e + 2 * p - dilation * (k - 1) - 1) // stride + 1
        operands = [y, self.argument(f"{name}.weight", (channels, c // groups, kh, kw))]
        if bias and not scale:
            operands.append(self.argument(f"{name}.bias", (1, 1, 1, channels)))
        y = self.op("conv2d", operands, (n, out(h, kh, ph), out(w, kw, pw), channels),
                    f"dilation = array<i32: {dilation}, {dilation}>, groups = {groups} : i32, "
                    f"padding = array<i32: {ph}, {pw}, {ph}, {pw}>, stride = array<i32: {stride}, {stride}>", "Conv2d")
        y = self.to_first(y)
        if scale:
            y = self.binary("multiply", y, self.argument(f"{name}.scale", (channels, 1, 1), "constant"))
            y = self.binary("add", y, self.argument(f"{name}.shift", (channels, 1, 1), "constant"))
        return self.act(y, act)

    def act(self, y, act):
        if act == "silu":
            return self.binary("multiply", y, self.unary("sigmoid", y))
        if act == "hardswish":
            s = self.op("hardsigmoid", [y], self.shape(y), loc="hardsigmoid")
            return self.binary("multiply", y, s)
        if act == "relu6":
            return self.op("clamp_scalar", [y], self.shape(y), "max = 6.000000e+00 : f32, min = 0.000000e+00 : f32", "relu6")
        if act == "leaky":
            return self.op("leaky_relu", [y], self.shape(y), "parameter = 1.000000e-01 : f32", "leaky_relu")
        if act == "mish":
            return self.binary("multiply", y, self.unary("tanh", self.unary("log1p", self.unary("exp", y))))
        return self.unary(act, y) if act else y

    def pool(self, x, kind, kernel, stride, pad=0, ceil=False):
        y = self.to_last(x)
        n, h, w, c = self.shape(y)
        out = lambda e: -(-(e + 2 * pad - kernel) // stride) + 1 if ceil else (e + 2 * pad - kernel) // stride + 1
        extra = ", count_include_pad = true" if kind == "avg_pool2d" else ""
        y = self.op(kind, [y], (n, out(h), out(w), c),
                    f"ceil_mode = {str(ceil).lower()}{extra}, dilation = array<i32: 1, 1>, kernel = array<i32: {kernel}, {kernel}>, "
                    f"padding = array<i32: {pad}, {pad}, {pad}, {pad}>, stride = array<i32: {stride}, {stride}>", kind)
        return self.to_first(y)

    def upsample(self, x, factor, mode="nearest"):
        y = self.to_last(x)
        n, h, w, c = self.shape(y)
        y = self.op("upsample2d", [y], (n, h * factor, w * factor, c), f'mode = "{mode}", scale_factor = {factor} : si32', "resize2d")
        return self.to_first(y)

    def flatten_mean(self, x):
        n, c, h, w = self.shape(x)
        x = self.reduce("mean", self.view(x, (n, c, h * w, 1)), [-2], True)
        return self.view(self.squeeze(self.squeeze(x, -1), -1), (n, c))

    def fc(self, x, features, name):
        w = self.argument(f"{name}.weight", (self.shape(x)[-1], features))
        y = self.op("matmul", [x, w], self.shape(x)[:-1] + (features,), "transpose_a = false, transpose_b = false", "Linear")
        return self.binary("add", y, self.argument(f"{name}.bias", (features,)))

    def norm(self, x, name):
        """Open-coded layer norm whose constants are arguments."""
        s, one = self.shape(x), self.shape(x)[:-1] + (1,)
        mean = self.op("multiply", [self.argument(f"{name}.n", s, "constant", "f32"), self.reduce("sum", x, [-1], True)], s, loc="mean", dtype="bf16")
        d = self.binary("subtract", x, mean)
        v = self.reduce("sum", self.binary("multiply", d, d), [-1], True)
        v = self.op("multiply", [self.argument(f"{name}.m", one, "constant", "f32"), v], one, loc="var", dtype="bf16")
        v = self.op("add", [v, self.argument(f"{name}.eps", one, "constant", "f32")], one, loc="eps", dtype="bf16")
        y = self.binary("multiply", d, self.unary("reciprocal", self.unary("sqrt", v)))
        y = self.binary("multiply", y, self.argument(f"{name}.weight", s[-1:]))
        return self.binary("add", y, self.argument(f"{name}.bias", s[-1:]))


def mobilenet(batch=1, size=224, version=2, width=32, classes=1000):
    m = Forge()
    act = {1: "relu", 2: "relu6", 3: "hardswish"}[version]
    x = m.conv(m.argument("input", (batch, 3, size, size), "input"), width, 3, 2, "stem", scale=True, act=act)
    for i, (channels, stride, kernel) in enumerate(((width // 2, 1, 3), (24, 2, 3), (24, 1, 3), (40, 2, 5), (40, 1, 5), (80, 2, 3), (112, 1, 5))):
        c = m.shape(x)[1]
        wide = c if version == 1 else 4 * c
        y = x if version == 1 else m.conv(x, wide, 1, 1, f"b{i}.expand", scale=True, act=act)
        y = m.conv(y, wide, kernel, stride, f"b{i}.dw", groups=wide, scale=True, act=act)
        if version == 3:
            n, ch, h, w = m.shape(y)
            s = m.reduce("mean", m.reduce("mean", y, [-2], True), [-1], True)
            s = m.conv(s, max(8, ch // 4), 1, 1, f"b{i}.se1", act="relu")
            s = m.conv(s, ch, 1, 1, f"b{i}.se2", act="hardsigmoid")
            y = m.binary("multiply", y, s)
        y = m.conv(y, channels, 1, 1, f"b{i}.project", scale=True, act=act if version == 1 else None)
        x = m.binary("add", x, y) if version > 1 and m.shape(x) == m.shape(y) else y
    return m.text([m.fc(m.flatten_mean(x), classes, "classifier")])


def efficientnet(batch=1, size=224, classes=1000):
    m = Forge()
    x = m.conv(m.argument("input", (batch, 3, size, size), "input"), 32, 3, 2, "stem", scale=True, act="silu")
    for i, (channels, stride, kernel, expand) in enumerate(((16, 1, 3, 1), (24, 2, 3, 6), (40, 2, 5, 6), (40, 1, 5, 6), (80, 2, 3, 6))):
        c = m.shape(x)[1] * expand
        y = x if expand == 1 else m.conv(x, c, 1, 1, f"b{i}.expand", scale=True, act="silu")
        y = m.conv(y, c, kernel, stride, f"b{i}.dw", groups=c, scale=True, act="silu")
        s = m.reduce("mean", m.reduce("mean", y, [-1], True), [-2], True)
        s = m.conv(m.conv(s, max(4, c // 24), 1, 1, f"b{i}.se1", act="silu"), c, 1, 1, f"b{i}.se2", act="sigmoid")
        y = m.conv(m.binary("multiply", y, s), channels, 1, 1, f"b{i}.project", scale=True)
        x = m.binary("add", y, x) if m.shape(x) == m.shape(y) else y
    return m.text([m.fc(m.flatten_mean(x), classes, "classifier")])


def densenet(batch=1, size=224, growth=32, layers=4, classes=1000):
    m = Forge()
    x = m.conv(m.argument("input", (batch, 3, size, size), "input"), 2 * growth, 7, 2, "stem", scale=True, act="relu")
    x = m.pool(x, "max_pool2d", 3, 2, 1)
    for block in range(2):
        parts = [x]
        for i in range(layers):
            y = m.join(parts, 1) if i else x
            c = m.shape(y)[1]
            y = m.binary("multiply", y, m.argument(f"d{block}.{i}.scale", (c, 1, 1), "constant"))
            y = m.unary("relu", m.binary("add", y, m.argument(f"d{block}.{i}.shift", (c, 1, 1), "constant")))
            y = m.conv(y, 4 * growth, 1, 1, f"d{block}.{i}.a", scale=True, act="relu")
            parts.append(m.conv(y, growth, 3, 1, f"d{block}.{i}.b", bias=False))
        x = m.join(parts, 1)
        x = m.pool(m.conv(x, m.shape(x)[1] // 2, 1, 1, f"t{block}", bias=False), "avg_pool2d", 2, 2)
    return m.text([m.fc(m.flatten_mean(m.unary("relu", x)), classes, "classifier")])


def vgg(batch=1, size=224, width=64, classes=1000):
    m = Forge()
    x = m.argument("input", (batch, 3, size, size), "input")
    for stage, count in enumerate((2, 2, 3, 3, 3)):
        for i in range(count):
            x = m.conv(x, min(width << stage, 8 * width), 3, 1, f"c{stage}.{i}", act="relu")
        x = m.pool(x, "max_pool2d", 2, 2)
    n, c, h, w = m.shape(x)
    x = m.view(x, (n, c * h * w))
    for i in range(2):
        x = m.unary("relu", m.fc(x, 64 * width, f"fc{i}"))
    return m.text([m.fc(x, classes, "fc2")])


def alexnet(batch=1, size=224, classes=1000):
    m = Forge()
    x = m.argument("input", (batch, 3, size, size), "input")
    x = m.pool(m.conv(x, 64, 11, 4, "c0", pad=(2, 2), act="relu"), "max_pool2d", 3, 2)
    x = m.pool(m.conv(x, 192, 5, 1, "c1", act="relu"), "max_pool2d", 3, 2)
    for i, c in enumerate((384, 256, 256)):
        x = m.conv(x, c, 3, 1, f"c{2 + i}", act="relu")
    x = m.pool(x, "max_pool2d", 3, 2)
    n, c, h, w = m.shape(x)
    x = m.view(x, (n, c * h * w))
    x = m.unary("relu", m.fc(x, 1024, "fc0"))
    return m.text([m.fc(x, classes, "fc1")])


def inception(batch=1, size=149, classes=1000):
    m = Forge()
    x = m.argument("input", (batch, 3, size, size), "input")
    x = m.conv(x, 32, 3, 2, "s0", pad=(0, 0), scale=True, act="relu")
    x = m.conv(x, 64, 3, 1, "s1", scale=True, act="relu")
    x = m.pool(x, "max_pool2d", 3, 2)
    for i in range(2):
        a = m.conv(x, 64, 1, 1, f"i{i}.a", scale=True, act="relu")
        b = m.conv(m.conv(x, 48, 1, 1, f"i{i}.b0", scale=True, act="relu"), 64, 5, 1, f"i{i}.b1", scale=True, act="relu")
        c = m.conv(x, 64, 1, 1, f"i{i}.c0", scale=True, act="relu")
        c = m.conv(m.conv(c, 64, (1, 7), 1, f"i{i}.c1", scale=True, act="relu"), 64, (7, 1), 1, f"i{i}.c2", scale=True, act="relu")
        d = m.conv(m.pool(x, "avg_pool2d", 3, 1, 1), 32, 1, 1, f"i{i}.d", scale=True, act="relu")
        x = m.join([a, b, c, d], 1)
    return m.text([m.fc(m.flatten_mean(x), classes, "fc")])


def unet(batch=1, size=256, width=32, depth=4, transposed=False):
    m = Forge()
    x = m.argument("input", (batch, 3, size, size), "input")
    skips = []
    double = lambda x, c, name: m.conv(m.conv(x, c, 3, 1, f"{name}.a", scale=True, act="relu"), c, 3, 1, f"{name}.b", scale=True, act="relu")
    for i in range(depth):
        x = double(x, width << i, f"down{i}")
        skips.append(x)
        x = m.pool(x, "max_pool2d", 2, 2)
    x = double(x, width << depth, "middle")
    for i in reversed(range(depth)):
        if transposed:
            y = m.to_last(x)
            n, h, w, c = m.shape(y)
            y = m.op("conv_transpose2d", [y, m.argument(f"up{i}.weight", (c, width << i, 2, 2)), m.argument(f"up{i}.bias", (1, 1, 1, width << i))],
                     (n, 2 * h, 2 * w, width << i), "dilation = array<i32: 1, 1>, groups = 1 : i32, output_padding = array<i32: 0, 0>, "
                     "padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>", "ConvTranspose2d")
            x = m.to_first(y)
        else:
            x = m.upsample(x, 2)
        x = double(m.join([x, skips[i]], 1), width << i, f"up{i}")
    return m.text([m.unary("sigmoid", m.conv(x, 1, 1, 1, "head"))])


def yolo(batch=1, size=640, width=16, act="silu", focus=False, classes=80):
    """CSP blocks, SPPF, a top-down path and a head with box arithmetic."""
    m = Forge()
    x = m.argument("input", (batch, 3, size, size), "input")
    if focus:  # space to depth by strided slices
        rows = [m.op("index", [x], (batch, 3, size // 2, size), f"begin = {b} : i32, dim = -2 : i32, end = {size} : i32, step = 2 : i32", "index") for b in (0, 1)]
        x = m.join([m.op("index", [r], (batch, 3, size // 2, size // 2), f"begin = {b} : i32, dim = -1 : i32, end = {size} : i32, step = 2 : i32", "index")
                    for b in (0, 1) for r in rows], 1)
        x = m.conv(x, width, 3, 1, "stem", scale=True, act=act)
    else:
        x = m.conv(x, width, 3, 2, "stem", scale=True, act=act)

    def csp(x, c, name, shortcut=True):
        y = m.conv(x, c, 1, 1, f"{name}.0", scale=True, act=act)
        a, b = m.cut_index(y, 0, c // 2), m.cut_index(y, c // 2, c)
        z = m.conv(m.conv(b, c // 2, 3, 1, f"{name}.1", scale=True, act=act), c // 2, 3, 1, f"{name}.2", scale=True, act=act)
        z = m.binary("add", b, z) if shortcut else z
        return m.conv(m.join([a, b, z], 1), c, 1, 1, f"{name}.3", scale=True, act=act)

    levels = []
    for i in range(4):
        x = csp(m.conv(x, width << (i + 1), 3, 2, f"down{i}", scale=True, act=act), width << (i + 1), f"csp{i}")
        levels.append(x)
    parts = [m.conv(x, 8 * width, 1, 1, "sppf.0", scale=True, act=act)]
    for _ in range(3):
        parts.append(m.pool(parts[-1], "max_pool2d", 5, 1, 2))
    x = m.conv(m.join(parts, 1), 16 * width, 1, 1, "sppf.1", scale=True, act=act)
    p4 = csp(m.join([m.upsample(x, 2), levels[2]], 1), 8 * width, "up0", False)
    p3 = csp(m.join([m.upsample(p4, 2), levels[1]], 1), 4 * width, "up1", False)
    outputs = []
    for i, p in enumerate((p3, p4, x)):
        b = m.conv(m.conv(p, 64, 3, 1, f"box{i}.0", scale=True, act=act), 64, 1, 1, f"box{i}.1")
        c = m.conv(m.conv(p, classes, 3, 1, f"cls{i}.0", scale=True, act=act), classes, 1, 1, f"cls{i}.1")
        y = m.join([b, c], 1)
        n, ch, h, w = m.shape(y)
        outputs.append(m.view(y, (n, ch, h * w)))
    y = m.join(outputs, 2)
    n, ch, count = m.shape(y)
    box, score = m.cut_index(y, 0, 64), m.cut_index(y, 64, ch)
    box = m.swap(m.view(box, (n, 4, 16, count)), -2, -1)  # distribution over 16 bins
    box = m.op("softmax", [box], m.shape(box), "dimension = -1 : si32", "softmax")
    box = m.op("matmul", [box, m.argument("bins", (16, 1), "constant")], m.shape(box)[:-1] + (1,), "transpose_a = false, transpose_b = false", "dfl")
    box = m.squeeze(box, -1)
    box = m.op("multiply", [box, m.argument("strides", (1, 1, count), "constant")], m.shape(box), loc="scale")
    return m.text([m.join([box, m.unary("sigmoid", score)], 1)])


def cut_index(self, x, begin, end):
    shape = list(self.shape(x))
    shape[-3 if len(shape) == 4 else -2] = end - begin
    dim = -3 if len(shape) == 4 else -2
    return self.op("index", [x], shape, f"begin = {begin} : i32, dim = {dim} : i32, end = {end} : i32, step = 1 : i32", "index")


Forge.cut_index = cut_index


def ssd(batch=1, size=320, classes=91):
    m = Forge()
    x = m.argument("input", (batch, 3, size, size), "input")
    scores, boxes = [], []
    for i, c in enumerate((32, 64, 128, 256, 256)):
        x = m.conv(x, c, 3, 2, f"b{i}", scale=True, act="relu6")
        if i >= 2:
            for kind, k, into in (("cls", classes, scores), ("reg", 4, boxes)):
                y = m.conv(x, 6 * k, 3, 1, f"{kind}{i}")
                n, _, h, w = m.shape(y)
                y = m.view(y, (n, 6, k, h, w))
                y = m.swap(m.swap(m.swap(y, -3, -1), -3, -2), -4, -3)  # n, h, 6.. any order of the five
                into.append(m.view(y, (n, 6 * h * w, k)))
    s, b = m.join(scores, 1), m.join(boxes, 1)
    s = m.op("softmax", [s], m.shape(s), "dimension = -1 : si32", "softmax")
    n, count, _ = m.shape(b)
    xy = m.op("index", [b], (n, count, 2), "begin = 0 : i32, dim = -1 : i32, end = 2 : i32, step = 1 : i32", "index")
    wh = m.op("index", [b], (n, count, 2), "begin = 2 : i32, dim = -1 : i32, end = 4 : i32, step = 1 : i32", "index")
    wh = m.unary("exp", m.op("clamp_scalar", [wh], m.shape(wh), "max = 4.135170e+00 : f32, min = -3.40282347E+38 : f32", "clamp"))
    best = m.op("argmax", [s], (n, count), "dim_arg = [-1 : i32], keep_dim = false", "argmax", "i32")
    return m.text([s, m.join([m.binary("subtract", xy, wh), m.binary("add", xy, wh)], 2), best])


def hrnet(batch=1, size=128, width=18):
    """Parallel resolutions that exchange features."""
    m = Forge()
    x = m.conv(m.conv(m.argument("input", (batch, 3, size, size), "input"), 64, 3, 2, "s0", scale=True, act="relu"), 64, 3, 2, "s1", scale=True, act="relu")
    a = m.conv(x, width, 3, 1, "a", scale=True, act="relu")
    b = m.conv(x, 2 * width, 3, 2, "b", scale=True, act="relu")
    for i in range(2):
        na = m.unary("relu", m.binary("add", a, m.upsample(m.conv(b, width, 1, 1, f"ba{i}", scale=True), 2)))
        nb = m.unary("relu", m.binary("add", b, m.conv(a, 2 * width, 3, 2, f"ab{i}", scale=True)))
        a, b = (m.conv(v, m.shape(v)[1], 3, 1, f"{n}{i}", scale=True, act="relu") for v, n in ((na, "x"), (nb, "y")))
    return m.text([m.conv(m.join([a, m.upsample(b, 2)], 1), 17, 1, 1, "head")])


def segformer_stage(batch=1, side=64, width=64, heads=2, ratio=4, classes=150):
    """Efficient attention with a reducing convolution, mix-FFN with a depthwise one, a decode head with resizes."""
    m = Forge()
    x = m.argument("input", (batch, width, side, side), "input")
    h = m.swap(m.view(x, (batch, width, side * side)), -2, -1)
    y = m.norm(h, "norm1")
    q = m.fc(y, width, "q")
    r = m.view(m.swap(y, -2, -1), (batch, width, side, side))
    r = m.conv(r, width, ratio, ratio, "sr", pad=(0, 0))
    small = m.shape(r)[2] * m.shape(r)[3]
    r = m.norm(m.swap(m.view(r, (batch, width, small)), -2, -1), "srn")
    d = width // heads
    split = lambda t: m.swap(m.view(t, (batch, m.shape(t)[1], heads, d)), -3, -2)
    q, k, v = split(q), split(m.fc(r, width, "k")), split(m.fc(r, width, "v"))
    s = m.op("matmul", [q, m.swap(k, -2, -1)], (batch, heads, side * side, small), "transpose_a = false, transpose_b = false", "scores")
    s = m.op("div", [s, m.argument("scale", (1,), "constant")], m.shape(s), loc="div")
    s = m.op("softmax", [s], m.shape(s), "dimension = -1 : si32", "softmax")
    o = m.op("matmul", [s, v], (batch, heads, side * side, d), "transpose_a = false, transpose_b = false", "context")
    o = m.view(m.swap(o, -3, -2), (batch, side * side, width))
    h = m.binary("add", m.fc(o, width, "o"), h)
    y = m.fc(m.norm(h, "norm2"), 4 * width, "f1")
    y = m.conv(m.view(m.swap(y, -2, -1), (batch, 4 * width, side, side)), 4 * width, 3, 1, "dw", groups=4 * width)
    y = m.unary("gelu", m.swap(m.view(y, (batch, 4 * width, side * side)), -2, -1))
    h = m.binary("add", m.fc(y, width, "f2"), h)
    z = m.view(m.swap(m.fc(h, 256, "head"), -2, -1), (batch, 256, side, side))
    z = m.conv(m.upsample(z, 2, "bilinear"), classes, 1, 1, "classes")
    return m.text([z])


def mixer(batch=1, size=224, patch=16, width=512, classes=1000):
    m = Forge()
    x = m.conv(m.argument("input", (batch, 3, size, size), "input"), width, patch, patch, "stem", pad=(0, 0))
    n, c, h, w = m.shape(x)
    x = m.swap(m.view(x, (n, c, h * w)), -2, -1)
    for i in range(2):
        y = m.swap(m.norm(x, f"n{i}"), -2, -1)
        y = m.fc(m.unary("gelu", m.fc(y, 2 * (h * w), f"t{i}.0")), h * w, f"t{i}.1")
        x = m.binary("add", x, m.swap(y, -2, -1))
        x = m.binary("add", x, m.fc(m.unary("gelu", m.fc(m.norm(x, f"m{i}"), 4 * width, f"c{i}.0")), width, f"c{i}.1"))
    x = m.view(m.reduce("mean", x, [-2], True), (n, width))
    return m.text([m.fc(x, classes, "head")])


def autoencoder(batch=1, width=784):
    m = Forge()
    x = m.argument("input", (batch, width), "input")
    for i, n in enumerate((128, 64, 12, 3, 12, 64, 128)):
        x = m.unary("relu", m.fc(x, n, f"fc{i}"))
    return m.text([m.unary("tanh", m.fc(x, width, "out"))])


def conv_autoencoder(batch=1, size=64):
    m = Forge()
    x = m.argument("input", (batch, 3, size, size), "input")
    for i, c in enumerate((16, 4)):
        x = m.pool(m.conv(x, c, 3, 1, f"e{i}", act="relu"), "max_pool2d", 2, 2)
    for i, c in enumerate((16, 3)):
        y = m.to_last(x)
        n, h, w, ci = m.shape(y)
        y = m.op("conv_transpose2d", [y, m.argument(f"d{i}.weight", (ci, c, 2, 2)), m.argument(f"d{i}.bias", (1, 1, 1, c))], (n, 2 * h, 2 * w, c),
                 "dilation = array<i32: 1, 1>, groups = 1 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 0, 0, 0, 0>, "
                 "stride = array<i32: 2, 2>", "ConvTranspose2d")
        x = m.act(m.to_first(y), "relu" if i == 0 else "sigmoid")
    return m.text([x])


def nbeats(batch=1024, back=72, ahead=24, width=512):
    m = Forge()
    x = m.argument("input", (batch, back), "input")
    total = None
    for b in range(3):
        h = x
        for i in range(4):
            h = m.unary("relu", m.fc(h, width, f"b{b}.{i}"))
        theta = m.fc(h, back + ahead, f"b{b}.theta")
        part = m.op("index", [theta], (batch, back), f"begin = 0 : i32, dim = -1 : i32, end = {back} : i32, step = 1 : i32", "index")
        out = m.op("index", [theta], (batch, ahead), f"begin = {back} : i32, dim = -1 : i32, end = {back + ahead} : i32, step = 1 : i32", "index")
        x = m.binary("multiply", m.binary("subtract", x, part), m.argument("mask", (batch, back), "input"))
        total = out if total is None else m.binary("add", total, out)
    return m.text([total])


def mamba(batch=1, rows=8, width=768, state=16, kernel=4):
    """Selective scan unrolled: causal depthwise convolution as shifted products, exponentials, outer products."""
    m = Xla()
    x = m.argument("hidden_states", (batch, rows, width), "input")
    h = m.rms_norm_open(x, "norm")
    xz = m.dense(h, 2 * width, "in_proj")
    u, z = m.cut(xz, 2, 0, width), m.cut(xz, 2, width, 2 * width)
    p = m.op("pad", [u], (batch, rows + kernel - 1, width), f"padding = array<i32: 0, 0, {kernel - 1}, 0, 0, 0>, value = 0.000000e+00 : f32", "pad")
    w = m.argument("conv_weight", (kernel, width))
    acc = None
    for k in range(kernel):
        t = m.binary("multiply", m.cut(p, 1, k, k + rows), m.spread(m.view(m.cut(w, 0, k, k + 1), (1, 1, width)), (batch, rows, width)))
        acc = t if acc is None else m.binary("add", acc, t)
    u = m.silu(acc)
    proj = m.dense(u, 48 + 2 * state, "x_proj")
    dt = m.dense(m.cut(proj, 2, 0, 48), width, "dt_proj", True)
    dt = m.unary("log1p", m.unary("exp", m.cast(dt, "f32")))
    bm, cm = m.cast(m.cut(proj, 2, 48, 48 + state), "f32"), m.cast(m.cut(proj, 2, 48 + state, 48 + 2 * state), "f32")
    a = m.unary("neg", m.unary("exp", m.cast(m.argument("A_log", (width, state)), "f32")))
    s, ys = m.splat("0.000000e+00", (batch, width, state), "f32"), []
    shape = (batch, width, state)
    for t in range(rows):
        d = m.spread(m.view(m.cut(dt, 1, t, t + 1), (batch, width, 1)), shape)
        ut = m.spread(m.view(m.cast(m.cut(u, 1, t, t + 1), "f32"), (batch, width, 1)), shape)
        bt = m.spread(m.view(m.cut(bm, 1, t, t + 1), (batch, 1, state)), shape)
        ct = m.view(m.cut(cm, 1, t, t + 1), (batch, state, 1))
        decay = m.unary("exp", m.binary("multiply", d, m.spread(m.view(a, (1, width, state)), shape)))
        s = m.binary("add", m.binary("multiply", s, decay), m.binary("multiply", m.binary("multiply", d, bt), ut))
        ys.append(m.view(m.dot(s, ct, [0], [0], [2], [1]), (batch, 1, width)))
    y = m.cast(m.join(ys, 1), "bf16")
    y = m.binary("multiply", y, m.silu(z))
    return m.text([m.binary("add", x, m.dense(y, width, "out_proj"))])


def expert_mlp(m, h, inner, experts, chosen, suffix=""):
    """Router softmax, top-k, one-hot weights, every expert in one batched product: (rows, width) to (rows, width)."""
    batch, width = m.shape(h)
    p = m.softmax_open(m.cast(m.dense(h, experts, "router" + suffix), "f32"), None)
    values, indices = "%v" + suffix, "%i" + suffix
    m.lines.append(f'{values}, {indices} = "ttir.topk"({p}) <{{dim = -1 : i32, k = {chosen} : i32, largest = true, sorted = true}}> : '
                   f"({m.type(p)}) -> (tensor<{batch}x{chosen}xf32>, tensor<{batch}x{chosen}xi32>) loc(\"topk\")")
    m.shapes[values], m.shapes[indices] = ((batch, chosen), "f32"), ((batch, chosen), "i32")
    total = m.spread(m.view(m.reduce("sum", values, [1]), (batch, 1)), (batch, chosen))
    share = m.binary("div", values, total)
    lanes = m.op("arange", [], (1, 1, experts), f"arange_dimension = 2 : i64, end = {experts} : si64, start = 0 : si64, step = 1 : si64", "iota", "i32")
    hot = m.binary("eq", m.spread(m.view(indices, (batch, chosen, 1)), (batch, chosen, experts)), m.spread(lanes, (batch, chosen, experts)), dtype="i1")
    hot = m.binary("multiply", m.cast(hot, "f32"), m.spread(m.view(share, (batch, chosen, 1)), (batch, chosen, experts)))
    weight = m.cast(m.reduce("sum", hot, [1]), "bf16")
    wide = m.spread(m.view(h, (1, batch, width)), (experts, batch, width))
    up = m.dot(wide, m.argument("gate_up" + suffix, (experts, width, 2 * inner)), [0], [0], [2], [1])
    g, u = m.cut(up, 2, 0, inner), m.cut(up, 2, inner, 2 * inner)
    y = m.dot(m.binary("multiply", m.silu(g), u), m.argument("down" + suffix, (experts, inner, width)), [0], [0], [2], [1])
    weight = m.spread(m.view(m.order(weight, (1, 0)), (experts, batch, 1)), m.shape(y))
    return m.reduce("sum", m.binary("multiply", y, weight), [0])


def mixture(batch=32, width=2048, inner=1024, experts=8, chosen=2, scatter_free=True):
    """Mixture of experts behind a norm, with the residual."""
    m = Xla()
    x = m.argument("hidden_states", (batch, width), "input")
    return m.text([m.binary("add", x, expert_mlp(m, m.rms_norm(x, "norm"), inner, experts, chosen))])


def diffusion_block(batch=2, channels=320, side=32, groups=32, heads=8, text=77, text_width=768):
    """U-Net block of latent diffusion: group norm by reshapes, residual convolutions, cross attention, GEGLU."""
    m = Xla()
    x = m.argument("latent", (batch, channels, side, side), "input")
    time = m.argument("time", (batch, 4 * channels), "input")
    context = m.argument("context", (batch, text, text_width), "input")

    def group_norm(x, name):
        n, c, h, w = m.shape(x)
        g = m.cast(m.view(x, (n, groups, c // groups * h * w)), "f32")
        count = c // groups * h * w
        up = lambda v: m.spread(m.view(v, (n, groups, 1)), (n, groups, count))
        mean = m.binary("multiply", m.reduce("sum", g, [2]), m.splat(f"{1 / count:e}", (n, groups), "f32"))
        d = m.binary("subtract", g, up(mean))
        v = m.binary("multiply", m.reduce("sum", m.binary("multiply", d, d), [2]), m.splat(f"{1 / count:e}", (n, groups), "f32"))
        v = m.unary("rsqrt", m.binary("add", v, m.splat("9.99999974E-6", (n, groups), "f32")))
        y = m.view(m.cast(m.binary("multiply", d, up(v)), "bf16"), (n, c, h, w))
        y = m.binary("multiply", y, m.spread(m.to_rank(m.argument(f"{name}_w", (c,)), 4, 1), m.shape(y)))
        return m.binary("add", y, m.spread(m.to_rank(m.argument(f"{name}_b", (c,)), 4, 1), m.shape(y)))

    def conv(x, channels, kernel, name):
        n, c, h, w = m.shape(x)
        pad = kernel // 2
        y = m.op("conv2d", [x, m.argument(f"{name}_w", (channels, c, kernel, kernel))], (n, channels, h, w),
                 "batch_dim = 0 : i64, channel_dim = 1 : i64, dilation = array<i32: 1, 1>, groups = 1 : i32, height_dim = 2 : i64, "
                 f"padding = array<i32: {pad}, {pad}, {pad}, {pad}>, stride = array<i32: 1, 1>, width_dim = 3 : i64", "convolution")
        return m.binary("add", y, m.spread(m.to_rank(m.argument(f"{name}_b", (channels,)), 4, 1), m.shape(y)))

    h = conv(m.silu(group_norm(x, "n1")), channels, 3, "c1")
    t = m.dense(m.silu(time), channels, "time", True)
    h = m.binary("add", h, m.spread(m.view(t, (batch, channels, 1, 1)), m.shape(h)))
    x = m.binary("add", conv(m.silu(group_norm(h, "n2")), channels, 3, "c2"), x)
    h = conv(group_norm(x, "n3"), channels, 1, "in")
    rows = side * side
    h = m.order(m.view(h, (batch, channels, rows)), (0, 2, 1))
    d = channels // heads
    split = lambda y: m.order(m.view(y, (batch, m.shape(y)[1], heads, d)), (0, 2, 1, 3))
    for name, source in (("self", None), ("cross", context)):
        y = m.layer_norm(h, name)
        s = source or y
        q, k, v = (split(m.dense(a, channels, f"{name}_{p}")) for p, a in (("q", y), ("k", s), ("v", s)))
        y = m.order(m.attention(q, k, v, None, None), (0, 2, 1, 3))
        h = m.binary("add", m.dense(m.view(y, (batch, rows, channels)), channels, f"{name}_o", True), h)
    y = m.dense(m.layer_norm(h, "ff"), 8 * channels, "geglu", True)
    y = m.binary("multiply", m.cut(y, 2, 0, 4 * channels), m.unary("gelu", m.cut(y, 2, 4 * channels, 8 * channels)))
    h = m.binary("add", m.dense(y, channels, "ff_out", True), h)
    h = m.view(m.order(h, (0, 2, 1)), (batch, channels, side, side))
    x = m.binary("add", conv(h, channels, 1, "out"), x)
    # Nearest upsampling as the front end writes it: two broadcasts.
    y = m.spread(m.view(x, (batch, channels, side, 1, side, 1)), (batch, channels, side, 2, side, 2))
    return m.text([conv(m.view(y, (batch, channels, 2 * side, 2 * side)), channels, 3, "up")])


def pixel_shuffle(batch=1, side=32, channels=64, factor=2):
    """Super-resolution: convolutions, depth to space by a rank-6 permute."""
    m = Forge()
    x = m.argument("input", (batch, 3, side, side), "input")
    x = m.conv(x, channels, 5, 1, "c0", act="tanh")
    x = m.conv(x, 3 * factor * factor, 3, 1, "c1")
    x = m.view(x, (batch, 3, factor, factor, side, side))
    x = m.op("permute", [x], (batch, 3, side, factor, side, factor), f"permutation = {i64s((0, 1, 4, 2, 5, 3))}", "permute")
    return m.text([m.op("clamp_scalar", [m.view(x, (batch, 3, side * factor, side * factor))], (batch, 3, side * factor, side * factor),
                        "max = 1.000000e+00 : f32, min = 0.000000e+00 : f32", "clamp")])


def segmentation(batch=1, size=128, classes=21):
    """Dilated convolutions at several rates, image pooling, bilinear upsampling, argmax over channels."""
    m = Forge()
    x = m.argument("input", (batch, 3, size, size), "input")
    for i, c in enumerate((32, 64, 128)):
        x = m.conv(x, c, 3, 2, f"b{i}", scale=True, act="relu")
    n, c, h, w = m.shape(x)
    parts = [m.conv(x, 64, 1, 1, "a0", scale=True, act="relu")]
    parts += [m.conv(x, 64, 3, 1, f"a{r}", dilation=r, scale=True, act="relu") for r in (2, 4, 6)]
    pooled = m.conv(m.reduce("mean", m.reduce("mean", x, [-2], True), [-1], True), 64, 1, 1, "p", scale=True, act="relu")
    parts.append(m.op("broadcast", [pooled], (n, 64, h, w), f"broadcast_dimensions = {i64s((1, 1, h, w))}", "broadcast"))
    y = m.conv(m.join(parts, 1), classes, 1, 1, "head")
    y = m.upsample(y, 8, "bilinear")
    best = m.op("argmax", [y], (n, 8 * h, 8 * w), "dim_arg = [1 : i32], keep_dim = false", "argmax", "i32")
    return m.text([y, best])


def speech(batch=1, rows=1500, mel=80, width=384, heads=6):
    """Whisper encoder: 1-D convolutions written as 2-D ones of height 1, sinusoidal positions, one layer."""
    m = Xla()
    x = m.argument("mel", (batch, mel, 2 * rows), "input")
    for i, (c, stride) in enumerate(((width, 1), (width, 2))):
        n, ci, length = m.shape(x)
        x = m.view(x, (n, ci, 1, length))
        w = m.view(m.argument(f"conv{i}_w", (c, ci, 3)), (c, ci, 1, 3))
        x = m.op("conv2d", [x, w], (n, c, 1, (length - 1) // stride + 1),
                 "batch_dim = 0 : i64, channel_dim = 1 : i64, dilation = array<i32: 1, 1>, groups = 1 : i32, height_dim = 2 : i64, "
                 f"padding = array<i32: 0, 1, 0, 1>, stride = array<i32: 1, {stride}>, width_dim = 3 : i64", "convolution")
        x = m.view(x, (n, c, m.shape(x)[3]))
        x = m.unary("gelu", m.binary("add", x, m.spread(m.to_rank(m.argument(f"conv{i}_b", (c,)), 3, 1), m.shape(x))))
    x = m.order(x, (0, 2, 1))
    x = m.binary("add", x, m.spread(m.view(m.argument("positions", (rows, width)), (1, rows, width)), m.shape(x)))
    d = width // heads
    h = m.layer_norm(x, "n0")
    split = lambda y: m.order(m.view(y, (batch, rows, heads, d)), (0, 2, 1, 3))
    q, k, v = (split(m.dense(h, width, p, p != "k")) for p in ("q", "k", "v"))
    y = m.order(m.attention(q, k, v, None, None), (0, 2, 1, 3))
    x = m.binary("add", x, m.dense(m.view(y, (batch, rows, width)), width, "o", True))
    h = m.unary("gelu", m.dense(m.layer_norm(x, "n1"), 4 * width, "up", True))
    return m.text([m.layer_norm(m.binary("add", x, m.dense(h, width, "down", True)), "n2")])


def gpt2(batch=1, rows=32, width=768, heads=12, vocabulary=50257):
    """Fused qkv split by slices, causal mask from an i1 triangle, tied head with an odd vocabulary."""
    m = Xla()
    x = m.embed(m.argument("ids", (batch, rows), "input", "i64"), vocabulary, width)
    spots = m.op("arange", [], (rows,), f"arange_dimension = 0 : i64, end = {rows} : si64, start = 0 : si64, step = 1 : si64", "iota", "i64")
    x = m.binary("add", x, m.spread(m.view(m.embed(m.view(spots, (1, rows)), 1024, width, "wpe"), (1, rows, width)), m.shape(x)))
    d = width // heads
    qkv = m.dense(m.layer_norm_open(x, "ln_1"), 3 * width, "c_attn", True)
    parts = [m.order(m.view(m.cut(qkv, 2, i * width, (i + 1) * width), (batch, rows, heads, d)), (0, 2, 1, 3)) for i in range(3)]
    s = m.dot(parts[0], parts[1], [0, 1], [0, 1], [3], [3])
    s = m.binary("div", s, m.splat(f"{d ** 0.5:e}", m.shape(s), m.dtype))
    row = m.op("arange", [], (1, 1, rows, 1), f"arange_dimension = 2 : i64, end = {rows} : si64, start = 0 : si64, step = 1 : si64", "iota", "i32")
    col = m.op("arange", [], (1, 1, 1, rows), f"arange_dimension = 3 : i64, end = {rows} : si64, start = 0 : si64, step = 1 : si64", "iota", "i32")
    low = m.binary("ge", m.spread(row, (1, 1, rows, rows)), m.spread(col, (1, 1, rows, rows)), dtype="i1")
    s = m.op("where", [m.spread(low, m.shape(s)), s, m.splat("-3.389530e+38", m.shape(s), m.dtype)], m.shape(s), loc="where", dtype="bf16")
    p = m.op("softmax", [s], m.shape(s), "dimension = 3 : si32, numericStable = true", "softmax")
    y = m.order(m.dot(p, parts[2], [0, 1], [0, 1], [3], [2]), (0, 2, 1, 3))
    x = m.binary("add", m.dense(m.view(y, (batch, rows, width)), width, "c_proj", True), x)
    h = m.gelu_tanh(m.dense(m.layer_norm_open(x, "ln_2"), 4 * width, "c_fc", True))
    x = m.binary("add", x, m.dense(h, width, "c_proj2", True))
    return m.text([m.dense(m.layer_norm_open(x, "ln_f"), vocabulary, "head")])


DECODERS = {  # name: published widths
    "llama_3_2_1b": dict(), "llama_3_2_3b": dict(width=3072, heads=24, head_dim=128),
    "llama_3_1_8b": dict(width=4096, heads=32, head_dim=128, inner=14336),
    "falcon_3_1b": dict(heads=8, kv=4, head_dim=256, vocabulary=131072),
    "falcon_3_3b": dict(width=3072, heads=12, kv=4, head_dim=256, inner=9216, vocabulary=131072),
    "gemma_1_1_2b": dict(heads=8, kv=1, head_dim=256, inner=16384, vocabulary=256000, norm="gemma", act="gelu_tanh", scale_embedding="4.525000e+01"),
    "gemma_2_2b": dict(width=2304, heads=8, kv=4, head_dim=256, inner=9216, vocabulary=256000, norm="gemma", act="gelu_tanh", post_norm=True,
                       scale_embedding="4.800000e+01", softcap="5.000000e+01", final_softcap="3.000000e+01", window=64),
    "ministral_8b": dict(width=4096, heads=32, head_dim=128, inner=12288, vocabulary=131072),
    "mistral_7b": dict(width=4096, heads=32, head_dim=128, inner=14336, vocabulary=32768),
    "phi_1": dict(kv=32, vocabulary=51200, norm="layer_open", act="gelu_tanh", bias=True, partial=0.5, parallel_block=True, head_bias=True, gated=False),
    "phi_2": dict(width=2560, kv=32, head_dim=80, inner=10240, vocabulary=51200, norm="layer_open", act="gelu_tanh", bias=True, partial=0.4,
                  parallel_block=True, head_bias=True, gated=False),
    "qwen_2_5_0_5b": dict(width=896, heads=14, kv=2, inner=4864, vocabulary=151936, bias=True),
    "qwen_2_5_1_5b": dict(width=1536, heads=12, kv=2, head_dim=128, inner=8960, vocabulary=151936, bias=True),
    "qwen_2_5_3b": dict(heads=16, kv=2, head_dim=128, inner=11008, vocabulary=151936, bias=True),
    "qwen_2_5_7b": dict(width=3584, heads=28, kv=4, head_dim=128, inner=18944, vocabulary=152064, bias=True),
    "qwen_3_0_6b": dict(width=1024, heads=16, head_dim=128, inner=3072, vocabulary=151936, qk_norm=True),
    "qwen_3_1_7b": dict(heads=16, head_dim=128, inner=6144, vocabulary=151936, qk_norm=True),
    "qwen_3_4b": dict(width=2560, heads=32, head_dim=128, inner=9728, vocabulary=151936, qk_norm=True),
    "qwen_3_8b": dict(width=4096, heads=32, head_dim=128, inner=12288, vocabulary=151936, qk_norm=True),
}
SMALL = dict(batch=4, width=256, inner=512, vocabulary=1000, cache=64)


def small_decoder(options):
    small = dict(options, **SMALL)
    small["head_dim"] = min(options.get("head_dim", 64), 64) if options.get("partial") != 0.4 else 80
    small["heads"], small["kv"] = (8, 8) if options.get("kv") == 32 else (8, min(options.get("kv", 4), 4))
    if "window" in options:
        small["window"] = 16
    return small


def models():
    """name: (writer, options, options of the small form)."""
    table = {}
    for name, options in DECODERS.items():
        small = small_decoder(options)
        opened = {"rms": "rms_open"}.get(options.get("norm", "rms"), options.get("norm"))
        table[f"{name}_decode_layer"] = (decoder, options, small)
        table[f"{name}_prefill_layer"] = (decoder, dict(options, rows=18), dict(small, rows=18))
        table[f"{name}_decode_block"] = (decoder, dict(options, whole=False, norm=opened, rows=1), dict(small, whole=False, norm=opened, rows=1))
    big = dict(width=8192, heads=64, head_dim=128, inner=28672)
    table["llama_3_1_70b_decode_layer"] = (decoder, big, small_decoder(big))
    table["llama_3_1_70b_prefill_layer"] = (decoder, dict(big, rows=128, batch=1), dict(small_decoder(big), rows=32, batch=1))
    for mesh, ways in (("1x2", 2), ("1x8", 8), ("2x4", 4)):
        extra = dict(tp=(mesh, ways), guard="f64", by_broadcast=True, distributed_norm=ways == 4)
        table[f"llama_3_1_70b_tp{ways}_decode_layer"] = (decoder, dict(big, **extra), dict(small_decoder(big), kv=8, **extra))
    table["llama_3_2_1b_long_prefill"] = (decoder, dict(batch=1, rows=1024, cache=2048), dict(small_decoder({}), batch=1, rows=128, cache=256))
    bert = dict()
    tiny = dict(batch=2, rows=64, width=128, heads=4, inner=256, vocabulary=500)
    for name, options in {"bert_encoder_layer": dict(), "roberta_layer": dict(vocabulary=50265, act="gelu_erf"), "albert_layer": dict(act="gelu_tanh", vocabulary=30000),
                          "xlm_layer": dict(vocabulary=30145, width=1024, heads=16, inner=4096), "bert_block": dict(whole=False, pooled=False),
                          "bge_large_layer": dict(width=1024, heads=16, inner=4096, rows=512), "clip_text_layer": dict(rows=77, width=512, heads=8, inner=2048, pre_norm=True, vocabulary=49408, pooled=False),
                          "opt_relu_layer": dict(act="relu", pre_norm=True, rows=128)}.items():
        table[name] = (encoder, options, dict(options, **dict(tiny, rows=77 if options.get("rows") == 77 else 64)))
    table["vit_layer"] = (vision, dict(), dict(batch=2, size=64, width=128, heads=4, inner=256, classes=10))
    table["vit_block"] = (vision, dict(whole=False), dict(batch=2, size=64, width=128, heads=4, inner=256, whole=False))
    table["deit_two_layers"] = (vision, dict(width=384, heads=6, inner=1536, layers=2), dict(batch=1, size=64, width=96, heads=3, inner=192, layers=2, classes=10))
    table["clip_vision_layer"] = (vision, dict(patch=32, batch=1), dict(batch=1, size=64, patch=32, width=128, heads=4, inner=256, classes=10))
    for i, options in enumerate((dict(), dict(shift=0), dict(side=14, width=384, heads=12), dict(old_gather=False), dict(table_type="ui32", batch=1, whole=False))):
        table[f"swin_layer_{i}"] = (window_attention, options, dict(options, batch=1, side=14, width=48, heads=3))
    table["resnet50_xla"] = (resnet_xla, dict(), dict(batch=1, size=64, blocks=(1, 1), base=16, classes=10))
    table["resnet50_xla_f32"] = (resnet_xla, dict(dtype="f32"), dict(batch=1, size=64, blocks=(1, 1), base=16, classes=10, dtype="f32"))
    table["resnet152_like_xla"] = (resnet_xla, dict(batch=16, blocks=(3, 8, 36, 3)), dict(batch=1, size=64, blocks=(2, 1, 1), base=8, classes=10))
    table["resnext_xla"] = (resnet_xla, dict(batch=1, depthwise=True, blocks=(2, 2, 2, 2)), dict(batch=1, size=64, blocks=(1, 1), base=16, depthwise=True, classes=10))
    table["wide_resnet_xla"] = (resnet_xla, dict(batch=4, base=128), dict(batch=2, size=32, blocks=(1,), base=32, classes=10))
    for v in (1, 2, 3):
        table[f"mobilenet_v{v}"] = (mobilenet, dict(version=v), dict(version=v, size=64, classes=10))
    for name, writer, options, small in (
            ("efficientnet", efficientnet, {}, dict(size=64, classes=10)), ("densenet", densenet, {}, dict(size=64, growth=16, layers=3, classes=10)),
            ("vgg16", vgg, {}, dict(size=64, width=8, classes=10)), ("vgg16_batch32", vgg, dict(batch=32), dict(batch=4, size=32, width=8, classes=10)),
            ("alexnet", alexnet, {}, dict(classes=10)), ("inception", inception, {}, dict(size=75, classes=10)),
            ("unet", unet, {}, dict(size=64, width=8, depth=2)), ("unet_transposed", unet, dict(transposed=True), dict(size=64, width=8, depth=2, transposed=True)),
            ("yolo_v5", yolo, dict(focus=True), dict(size=64, width=8, focus=True, classes=4)), ("yolo_v8_wide", yolo, dict(width=48), dict(size=64, width=16, classes=4)),
            ("yolo_v3_leaky", yolo, dict(act="leaky"), dict(size=64, width=8, act="leaky", classes=4)),
            ("yolo_v4_mish", yolo, dict(act="mish", size=320), dict(size=64, width=8, act="mish", classes=4)),
            ("yolox_relu", yolo, dict(act="relu", focus=True, batch=2), dict(size=64, width=8, act="relu", focus=True, classes=4)),
            ("ssd", ssd, {}, dict(size=96, classes=11)), ("hrnet", hrnet, {}, dict(size=64)),
            ("segformer_stage", segformer_stage, dict(side=128, width=32, heads=1, ratio=8), dict(side=16, width=32, heads=2, classes=8)),
            ("segformer_stage2", segformer_stage, {}, dict(side=16, width=64, heads=2, ratio=2, classes=8)),
            ("mlp_mixer", mixer, {}, dict(size=64, width=64, classes=10)), ("autoencoder", autoencoder, {}, {}),
            ("conv_autoencoder", conv_autoencoder, {}, dict(size=32)), ("nbeats", nbeats, {}, dict(batch=64, width=64)),
            ("mamba_block", mamba, {}, dict(rows=3, width=64)), ("mixtral_moe", mixture, dict(width=4096, inner=14336), dict(batch=8, width=128, inner=64)),
            ("gpt_oss_moe", mixture, dict(width=2880, inner=2880, experts=32, chosen=4), dict(batch=8, width=96, inner=96, experts=16, chosen=4)),
            ("deepseek_moe", mixture, dict(width=2048, inner=1408, experts=64, chosen=6), dict(batch=8, width=64, inner=44, experts=16, chosen=6)),
            ("sd_unet_block", diffusion_block, {}, dict(channels=64, side=8, groups=8, heads=2, text=7, text_width=48)),
            ("sd_unet_deep", diffusion_block, dict(channels=1280, side=16), dict(batch=1, channels=96, side=8, groups=32, heads=3, text=77, text_width=32)),
            ("pixel_shuffle", pixel_shuffle, {}, dict(side=16, channels=16)), ("super_resolution_x4", pixel_shuffle, dict(side=128, factor=4), dict(side=8, factor=4, channels=16)),
            ("deeplab", segmentation, dict(size=512), dict(size=64, classes=5)), ("whisper_encoder", speech, {}, dict(rows=50, width=64, heads=2)),
            ("gpt2_layer", gpt2, {}, dict(width=64, heads=4, vocabulary=257)), ("gpt2_xl_layer", gpt2, dict(rows=1024, width=1600, heads=25), dict(rows=33, width=80, heads=5, vocabulary=99))):
        table[name] = (writer, options, small)
    return table


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="?")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--all", metavar="DIR")
    parser.add_argument("--only", default="")
    parser.add_argument("--small", action="store_true")
    options = parser.parse_args()
    table = models()
    write = lambda name: table[name][0](**table[name][2 if options.small else 1])
    if options.list:
        print("\n".join(sorted(table)))
    elif options.all:
        os.makedirs(options.all, exist_ok=True)
        for name in sorted(table):
            if re.search(options.only, name):
                with open(os.path.join(options.all, f"{name}.mlir"), "w") as file:
                    file.write(write(name))
    elif options.name in table:
        sys.stdout.write(write(options.name))
    else:
        parser.error(f"no model {options.name!r}; --list names them")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes small models of forms that the look-alikes do not have, to try the choice of data on them.

usage: unseen.py DIR

`retention_moe`: gated linear attention with decay, a recurrence unrolled over steps, experts mixed by a soft router
(Sun et al. 2023, Peng et al. 2023). `diffusion_step`: a residual block of a U-Net with group_norm and an embedding of the
time step, cross attention to a text, an upsampling with a skipped connection (Rombach et al. 2022). `graph_lstm`: graph
attention with degrees and masked neighbours, and an LSTM cell (Velickovic et al. 2018, Hochreiter and Schmidhuber 1997).
`selective_scan`: a causal depthwise convolution by shifted rows, a scan over steps with decays that depend on the data
(Gu and Dao 2023). `relative_bias`: attention without a scale and with a learned bias by distance, looked up by an index
of buckets, cross attention, RMS norms (Raffel et al. 2020). `registers_gru`: a vision transformer with register tokens
and scales of branches (Darcet et al. 2023, Touvron et al. 2021), its pooled tokens read by gated recurrent units (Cho et
al. 2014).
"""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "testing/models"))
from generate import Module  # noqa: E402


class Net(Module):
    def unary(self, name, x):
        return self.op(name, [x], self.shape(x), loc=name)

    def binary(self, name, a, b):
        """With numpy's broadcasting."""
        rank = max(len(self.shape(a)), len(self.shape(b)))
        sides = [(1,) * (rank - len(self.shape(v))) + self.shape(v) for v in (a, b)]
        return self.op(name, [a, b], [max(pair) for pair in zip(*sides)], loc=name)

    def splat(self, value, shape=(1, 1)):
        text = "x".join(map(str, shape))
        return self.op("constant", [], shape, f"value = dense<{value:e}> : tensor<{text}x{self.dtype}>", "splat", self.dtype)

    def reduce(self, name, x, dim):
        shape = list(self.shape(x))
        shape[dim] = 1
        return self.op(name, [x], shape, f"dim_arg = [{dim} : i32], keep_dim = true", name)

    def softmax(self, x):
        return self.op("softmax", [x], self.shape(x), "dimension = -1 : si32, numericStable = true", "softmax")

    def matmul(self, a, b, transposed=False):
        columns = self.shape(b)[-2 if transposed else -1]
        return self.op("matmul", [a, b], self.shape(a)[:-1] + (columns,),
                       f"transpose_a = false, transpose_b = {str(transposed).lower()}", "matmul")


def retention_moe():
    m = Net("f32")
    steps, heads, width, experts = 6, 4, 32, 3
    x = m.argument("tokens", (steps, width), "input")
    state = m.argument("state", (heads, width // heads, width // heads), "input")
    variance = m.reduce("mean", m.binary("multiply", x, x), 1)
    inverse = m.unary("rsqrt", m.binary("add", variance, m.splat(1e-6)))
    normed = m.binary("multiply", m.binary("multiply", x, inverse), m.argument("norm", (width,)))
    shifted = m.op("concat", [m.argument("before", (1, width), "input"), m.slice(normed, 0, 0, steps - 1, "past")],
                   (steps, width), "dim = 0 : si32", "shift")
    mix = m.unary("sigmoid", m.argument("mix", (1, width)))
    mixed = m.binary("add", m.binary("multiply", normed, mix),
                     m.binary("multiply", shifted, m.binary("subtract", m.splat(1.0), mix)))
    split = lambda v: m.reshape(v, (steps, heads, width // heads), "split")
    query, key, value = (split(m.linear(mixed, width, name, bias=False)) for name in ("receptance", "key", "value"))
    decay = m.unary("exp", m.unary("neg", m.unary("exp", m.argument("decay", (heads, width // heads, 1)))))
    outputs = []
    for step in range(steps):
        row = lambda v, shape: m.reshape(m.slice(v, 0, step, step + 1, "step"), shape, "row")
        outer = m.matmul(row(key, (heads, width // heads, 1)), row(value, (heads, 1, width // heads)))
        state = m.binary("add", m.binary("multiply", state, decay), outer)
        outputs.append(m.reshape(m.matmul(row(query, (heads, 1, width // heads)), state), (1, width), "out"))
    y = m.op("concat", outputs, (steps, width), "dim = 0 : si32", "steps")
    y = m.binary("multiply", y, m.unary("silu", m.linear(mixed, width, "gate")))
    x = m.binary("add", x, m.linear(y, width, "output"))
    router = m.softmax(m.linear(x, experts, "router"))
    hidden = m.op("broadcast", [m.reshape(x, (1, steps, width), "each")], (experts, steps, width),
                  f"broadcast_dimensions = array<i64: {experts}, 1, 1>", "each")
    up = m.matmul(hidden, m.argument("experts.up", (experts, width, 2 * width)))
    up = m.binary("multiply", m.unary("relu", up), m.unary("relu", up))
    down = m.matmul(up, m.argument("experts.down", (experts, 2 * width, width)))
    weights = m.reshape(m.permute(router, (1, 0), "experts"), (experts, steps, 1), "weights")
    blend = m.op("sum", [m.binary("multiply", down, weights)], (steps, width), "dim_arg = [0 : i32], keep_dim = false", "blend")
    return m.text([m.binary("add", x, blend), state])


def diffusion_step():
    m = Net("bf16")
    size, channels, groups, text, width = 8, 32, 4, 6, 24
    image = m.argument("latent", (1, size, size, channels), "input")

    def conv(x, out, kernel, name):
        n, h, w, c = m.shape(x)
        pad = kernel // 2
        y = m.op("conv2d", [x, m.argument(f"{name}.weight", (out, c, kernel, kernel)), m.argument(f"{name}.bias", (1, 1, 1, out))],
                 (n, h, w, out), f"dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: {pad}, {pad}, {pad}, {pad}>, "
                 "stride = array<i32: 1, 1>", name)
        return y

    def group_norm(x, name):
        c = m.shape(x)[-1]
        return m.op("group_norm", [x, m.argument(f"{name}.weight", (c,)), m.argument(f"{name}.bias", (c,))], m.shape(x),
                    f"channel_dim = 3 : i64, epsilon = 1.000000e-05 : f32, num_groups = {groups} : i64, "
                    "operandSegmentSizes = array<i32: 1, 0, 1, 1>", name)

    angle = m.binary("multiply", m.argument("timestep", (1, 1), "input"), m.argument("frequencies", (1, 8), "constant"))
    time = m.op("concat", [m.unary("sin", angle), m.unary("cos", angle)], (1, 16), "dim = 1 : si32", "time")
    time = m.linear(m.unary("silu", m.linear(time, 32, "time1")), channels, "time2")
    y = conv(m.unary("silu", group_norm(image, "norm1")), channels, 3, "conv1")
    y = m.binary("add", y, m.reshape(time, (1, 1, 1, channels), "time"))
    y = conv(m.unary("silu", group_norm(y, "norm2")), channels, 3, "conv2")
    x = m.binary("add", y, image)
    rows = m.reshape(group_norm(x, "norm3"), (1, size * size, channels), "rows")
    context = m.argument("text", (1, text, width), "input")
    heads = lambda v: m.permute(m.reshape(v, (1, m.shape(v)[1], 2, channels // 2), "split"), (0, 2, 1, 3), "heads")
    query, key, value = heads(m.linear(rows, channels, "q", False)), heads(m.linear(context, channels, "k", False)), \
        heads(m.linear(context, channels, "v", False))
    scores = m.binary("multiply", m.matmul(query, key, True), m.splat((channels // 2) ** -0.5, (1, 1, 1, 1)))
    mixed = m.reshape(m.permute(m.matmul(m.softmax(scores), value), (0, 2, 1, 3), "merge"), (1, size * size, channels), "merged")
    x = m.binary("add", x, m.reshape(m.linear(mixed, channels, "o"), (1, size, size, channels), "image"))
    large = m.op("upsample2d", [x], (1, 2 * size, 2 * size, channels), 'mode = "nearest", scale_factor = 2 : si32', "upsample")
    joined = m.op("concat", [large, m.argument("skipped", (1, 2 * size, 2 * size, 16), "input")],
                  (1, 2 * size, 2 * size, channels + 16), "dim = 3 : si32", "skip")
    return m.text([conv(joined, 16, 1, "out")])


def graph_lstm():
    m = Net("f32")
    nodes, width = 16, 24
    x = m.argument("nodes", (nodes, width), "input")
    neighbours = m.argument("adjacency", (nodes, nodes), "input")
    cell = m.argument("cell", (nodes, width), "input")
    h = m.linear(x, width, "embed", False)
    left, right = (m.matmul(h, m.argument(f"attention.{side}", (width, 1))) for side in ("left", "right"))
    scores = m.binary("add", left, m.permute(right, (1, 0), "turn"))
    scores = m.op("leaky_relu", [scores], m.shape(scores), "parameter = 2.000000e-01 : f32", "leaky")
    linked = m.op("gt", [neighbours, m.splat(0.0, (nodes, nodes))], (nodes, nodes), loc="linked", dtype="i1")
    masked = m.op("where", [linked, scores, m.splat(-1e9, (nodes, nodes))], (nodes, nodes), loc="where", dtype="f32")
    message = m.matmul(m.softmax(masked), h)
    degree = m.reduce("sum", m.op("typecast", [linked], (nodes, nodes), loc="count", dtype="f32"), 1)
    message = m.binary("multiply", message, m.unary("rsqrt", m.binary("add", degree, m.splat(1.0))))
    gates = m.binary("add", m.linear(message, 4 * width, "input"), m.linear(x, 4 * width, "hidden"))
    gate = lambda i, name: m.unary(name, m.slice(gates, 1, i * width, (i + 1) * width, "gate"))
    cell = m.binary("add", m.binary("multiply", gate(0, "sigmoid"), cell), m.binary("multiply", gate(1, "sigmoid"), gate(2, "tanh")))
    hidden = m.binary("multiply", gate(3, "sigmoid"), m.unary("tanh", cell))
    mean = m.reduce("mean", hidden, 1)
    centred = m.binary("subtract", hidden, mean)
    variance = m.reduce("mean", m.binary("multiply", centred, centred), 1)
    normed = m.binary("div", centred, m.unary("sqrt", m.binary("add", variance, m.splat(1e-5))))
    pooled = m.reduce("max", m.binary("add", m.binary("multiply", normed, m.argument("scale", (width,))), m.argument("shift", (width,))), 0)
    return m.text([m.linear(pooled, 10, "head"), cell])


def rms_norm(m, x, name, epsilon=1e-6):
    last = len(m.shape(x)) - 1
    variance = m.reduce("mean", m.binary("multiply", x, x), last)
    inverse = m.unary("rsqrt", m.binary("add", variance, m.splat(epsilon, (1,) * (last + 1))))
    return m.binary("multiply", m.binary("multiply", x, inverse), m.argument(name, (m.shape(x)[-1],)))


def selective_scan():
    m = Net("f32")
    steps, width, inner, states, taps = 5, 24, 32, 8, 3
    x = m.argument("tokens", (steps, width), "input")
    state = m.argument("state", (inner, states), "input")
    both = m.linear(rms_norm(m, x, "norm"), 2 * inner, "in", bias=False)
    u, gate = (m.slice(both, 1, i * inner, (i + 1) * inner, "half") for i in (0, 1))
    padded = m.op("concat", [m.argument("before", (taps - 1, inner), "input"), u], (steps + taps - 1, inner), "dim = 0 : si32", "pad")
    conv = m.argument("conv.bias", (1, inner))
    for tap in range(taps):
        shifted = m.slice(padded, 0, tap, tap + steps, "tap")
        conv = m.binary("add", m.binary("multiply", shifted, m.argument(f"conv.weight{tap}", (1, inner))), conv)
    u = m.unary("silu", conv)
    step_size = m.unary("log1p", m.unary("exp", m.linear(m.linear(u, 4, "dt.down", False), inner, "dt.up")))
    write, read = (m.linear(u, states, name, False) for name in ("write", "read"))
    rates = m.unary("neg", m.unary("exp", m.argument("rates", (inner, states))))
    outputs = []
    for step in range(steps):
        row = lambda v, shape: m.reshape(m.slice(v, 0, step, step + 1, "step"), shape, "row")
        size = row(step_size, (inner, 1))
        kept = m.binary("multiply", state, m.unary("exp", m.binary("multiply", size, rates)))
        drive = m.binary("multiply", size, row(u, (inner, 1)))
        state = m.binary("add", kept, m.binary("multiply", drive, row(write, (1, states))))
        outputs.append(m.reshape(m.matmul(state, row(read, (states, 1))), (1, inner), "out"))
    y = m.op("concat", outputs, (steps, inner), "dim = 0 : si32", "steps")
    y = m.binary("add", y, m.binary("multiply", u, m.argument("skip", (1, inner))))
    y = m.binary("multiply", y, m.unary("silu", gate))
    return m.text([m.binary("add", x, m.linear(y, width, "out", False)), state])


def relative_bias():
    m = Net("bf16")
    rows, sources, width, heads, buckets = 8, 6, 32, 4, 12
    x = m.argument("tokens", (1, rows, width), "input")
    memory = m.argument("memory", (1, sources, width), "input")
    distance = m.argument("distance", (1, rows * rows), "input", "i32")
    bias = m.op("embedding", [distance, m.argument("buckets", (buckets, heads))], (1, rows * rows, heads), loc="bias", dtype="bf16")
    bias = m.permute(m.reshape(bias, (1, rows, rows, heads), "square"), (0, 3, 1, 2), "bias")
    split = lambda v: m.permute(m.reshape(v, (1, m.shape(v)[1], heads, width // heads), "split"), (0, 2, 1, 3), "heads")

    def attention(x, source, name, bias=None):
        query = split(m.linear(x, width, f"{name}.q", False))
        key, value = (split(m.linear(source, width, f"{name}.{side}", False)) for side in "kv")
        scores = m.matmul(query, key, True)
        scores = m.binary("add", scores, bias) if bias else scores
        mixed = m.permute(m.matmul(m.softmax(scores), value), (0, 2, 1, 3), "merge")
        return m.linear(m.reshape(mixed, (1, rows, width), "merged"), width, f"{name}.o", False)

    normed = rms_norm(m, x, "norm1")
    x = m.binary("add", x, attention(normed, normed, "self", bias))
    x = m.binary("add", x, attention(rms_norm(m, x, "norm2"), memory, "cross"))
    hidden = rms_norm(m, x, "norm3")
    hidden = m.binary("multiply", m.unary("gelu", m.linear(hidden, 48, "wi0", False)), m.linear(hidden, 48, "wi1", False))
    x = rms_norm(m, m.binary("add", x, m.linear(hidden, width, "wo", False)), "final")
    return m.text([m.linear(m.binary("multiply", x, m.splat(width ** -0.5, (1, 1, 1))), 20, "head", False)])


def registers_gru():
    m = Net("f32")
    patches, registers, width, heads, hidden = 9, 3, 24, 3, 16
    tokens = 1 + registers + patches
    image = m.linear(m.argument("patches", (patches, 27), "input"), width, "embed")
    image = m.binary("add", image, m.argument("position", (patches, width)))
    x = m.op("concat", [m.argument("class", (1, width)), m.argument("registers", (registers, width)), image], (tokens, width),
             "dim = 0 : si32", "tokens")

    def layer_norm(x, name):
        return m.op("layer_norm", [x, m.argument(f"{name}.weight", (width,)), m.argument(f"{name}.bias", (width,))], m.shape(x),
                    f"epsilon = 1.000000e-06 : f32, normalized_shape = array<i64: {width}>, "
                    "operandSegmentSizes = array<i32: 1, 1, 1>", name)

    scaled = lambda x, branch, name: m.binary("add", x, m.binary("multiply", branch, m.argument(name, (width,))))
    normed = layer_norm(x, "norm1")
    split = lambda v: m.permute(m.reshape(v, (tokens, heads, width // heads), "split"), (1, 0, 2), "heads")
    query, key, value = (split(m.linear(normed, width, name)) for name in "qkv")
    scores = m.binary("multiply", m.matmul(query, key, True), m.splat((width // heads) ** -0.5, (1, 1, 1)))
    mixed = m.reshape(m.permute(m.matmul(m.softmax(scores), value), (1, 0, 2), "merge"), (tokens, width), "merged")
    x = scaled(x, m.linear(mixed, width, "o"), "scale1")
    x = scaled(x, m.linear(m.unary("gelu", m.linear(layer_norm(x, "norm2"), 2 * width, "up")), width, "down"), "scale2")
    state = m.argument("state", (1, hidden), "input")
    weights = [(m.argument(f"gru.in{g}", (width, hidden)), m.argument(f"gru.state{g}", (hidden, hidden)),
                m.argument(f"gru.bias{g}", (1, hidden))) for g in range(3)]
    for token in range(3):
        read = m.slice(x, 0, token * 4, token * 4 + 1, "read")
        given, bias = ([m.matmul(read, w[0]) for w in weights], [w[2] for w in weights])
        reset, update = (m.unary("sigmoid", m.binary("add", m.binary("add", given[g], m.matmul(state, weights[g][1])), bias[g]))
                         for g in (0, 1))
        fresh = m.binary("multiply", reset, m.binary("add", m.matmul(state, weights[2][1]), bias[2]))
        fresh = m.unary("tanh", m.binary("add", given[2], fresh))
        kept = m.binary("multiply", update, state)
        state = m.binary("add", m.binary("multiply", m.binary("subtract", m.splat(1.0), update), fresh), kept)
    return m.text([m.linear(state, 10, "head"), x])


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    directory = pathlib.Path(sys.argv[1])
    directory.mkdir(parents=True, exist_ok=True)
    for model in (retention_moe, diffusion_step, graph_lstm, selective_scan, relative_bias, registers_gru):
        (directory / f"{model.__name__}.mlir").write_text(model())


if __name__ == "__main__":
    main()

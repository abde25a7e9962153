#!/usr/bin/env python3
"""Near neighbours of the cases of formulas.py: other dims, ranks, sizes of heads, paddings and element types.

usage: neighbours.py ALCOVE_RUN ALCOVE_OPT FOLDER

Each is held to numpy as it stands. Then all are lowered to TTNN and executed again: there whole numbers and truth values
must be equal, while reals are rounded once more per step and are left to comparisons of their own.
"""
import itertools
import math
import pathlib
import subprocess
import sys

import numpy as np

import formulas
from formulas import BITS, Typed, case, cases, draw, rng, wrong

# What lowering refuses by name: rows of integers are turned by an embedding, which takes reals.
NOT_LOWERED = ("rev_",)


def index_selects():
    for dtype in ("f32", "bf16", "i32", "i1"):
        x = draw(dtype, (4, 6, 9))
        for dim, begin, length, stride in ((0, 0, 1, 2), (1, 1, 1, 1), (-1, 2, 3, 4), (2, 0, 2, 5), (1, 0, 6, 6), (2, 3, 2, 2), (0, 3, 1, 4), (-2, 1, 2, 3)):
            n = x.shape[dim]
            ids = [i for s in range(begin, n, stride) for i in range(s, s + length) if i < n]
            if any(s + length > n for s in range(begin, n, stride)): continue
            for op in ("select", "index_select"):
                case(f"{op}_{dim % 3}_{begin}_{length}_{stride}_{dtype}", op, [x], [dtype], dtype, np.take(x, ids, dim), f"begin = {begin} : si32, dim = {dim} : si32, length = {length} : si32, stride = {stride} : si32")


def bns():
    e, m = float(np.float32(1e-3)), float(np.float32(0.25))
    for dtype, (shape, dim) in itertools.product(("f32", "bf16"), (((5, 6), 1), ((4, 6, 5), 1), ((2, 4, 5, 6), 3), ((2, 6, 3, 2, 4), 1), ((3, 4, 5, 6), 1), ((6, 4, 5, 3), 0), ((1, 6, 1, 8), 1))):
        c = shape[dim]; x = draw(dtype, shape)
        s, o, mu, var = draw(dtype, (c,)), draw(dtype, (c,)), draw(dtype, (c,)), draw(dtype, (c,), 0.5, 2)
        of = lambda v: np.asarray(v).reshape([c if d == dim else 1 for d in range(len(shape))])
        ax = tuple(d for d in range(len(shape)) if d != dim)
        tag = f"{'x'.join(map(str, shape))}_{dim}_{dtype}"
        case(f"bni_{tag}", "batch_norm_inference", [x, s, o, mu, var], [dtype] * 5, dtype, (x - of(mu)) / np.sqrt(of(var) + e) * of(s) + of(o), f"dimension = {dim} : i32, epsilon = 1.0e-3 : f32", units=64)
        own, b = x.mean(ax), x.var(ax)
        case(f"bnt_{tag}", "batch_norm_training", [x, s, o, mu, var], [dtype] * 5, [dtype] * 3, [(x - of(own)) / np.sqrt(of(b) + e) * of(s) + of(o), mu + m * (own - mu), var + m * (b - var)], f"dimension = {dim} : i32, epsilon = 1.0e-3 : f32, momentum = 2.5e-1 : f32", units=64)


def reduces():
    for dtype in ("f32", "bf16", "f16", "i32", "i1", "ui8", "i16"):
        x = draw(dtype, (3, 4, 5)); x = np.where(rng.random(x.shape) < 0.4, 0, x) * (rng.random((3, 1, 5)) < 0.6)
        for axes in ((), (0,), (-1,), (1, 2), (0, 1, 2)):
            full = axes or (0, 1, 2)
            for keep, (op, fn) in itertools.product((True, False), (("reduce_or", np.any), ("reduce_and", np.all))):
                if not keep and len(full) == 3: continue
                d = f"dim_arg = {[Typed(a) for a in axes]}, " if axes else ""
                case(f"{op}_{'_'.join(str(a % 3) for a in axes)}_{keep}_{dtype}", op, [x], [dtype], dtype, fn(x != 0, axis=full, keepdims=keep), d + f"keep_dim = {str(keep).lower()}")


def i1s():
    a, b, c = draw("i1", (4, 9)), draw("i1", (1, 9)), draw("i1", (4, 9))
    for op, fn in (("multiply", np.multiply), ("maximum", np.maximum), ("minimum", np.minimum), ("eq", np.equal), ("ne", np.not_equal), ("lt", np.less), ("ge", np.greater_equal), ("logical_and", np.logical_and), ("logical_or", np.logical_or), ("logical_xor", np.logical_xor), ("bitwise_and", np.bitwise_and), ("bitwise_or", np.bitwise_or), ("bitwise_xor", np.bitwise_xor)):
        case(f"{op}_i1", op, [a, b], ["i1"] * 2, "i1", np.asarray(fn(a, b)).astype(np.int64))
    case("logical_not_i1", "logical_not", [a], ["i1"], "i1", 1 - a)
    case("bitwise_not_i1", "bitwise_not", [a], ["i1"], "i1", 1 - a)
    case("where_i1", "where", [a, b, c], ["i1"] * 3, "i1", np.where(a, b, c))
    for s in ("f32", "bf16", "f16", "i8", "ui8", "i16", "ui16", "i32", "ui32", "i64"):
        x = draw(s, (4, 9)); x = np.where(rng.random(x.shape) < 0.3, 0, x)
        case(f"cast_{s}_i1", "typecast", [x], [s], "i1", (x != 0).astype(np.int64))
        case(f"cast_i1_{s}", "typecast", [a], ["i1"], s, a)
        case(f"lnot_{s}_i1", "logical_not", [x], [s], "i1", (x == 0).astype(np.int64))
        case(f"isz_{s}_i1", "eq", [x, x[:1]], [s] * 2, "i1", (x == x[:1]).astype(np.int64))
    for cdt in ("f32", "bf16", "i32", "ui8"):
        x = draw(cdt, (4, 9)); x = np.where(rng.random(x.shape) < 0.3, 0, x)
        y, z = draw("f32", (4, 9)), draw("f32", (1, 9))
        case(f"where_{cdt}", "where", [x, y, z], [cdt, "f32", "f32"], "f32", np.where(x != 0, y, z))
        case(f"land_{cdt}", "logical_and", [x, x[:1]], [cdt] * 2, cdt, ((x != 0) & (x[:1] != 0)).astype(np.int64))


def heads():
    for dtype, (h, d) in itertools.product(("f32", "bf16"), ((3, 7), (2, 33), (5, 20), (1, 80), (4, 64), (2, 96))):
        q = draw(dtype, (2, h, 5, d))
        case(f"ch_{h}_{d}_{dtype}", "concatenate_heads", [q], [dtype], dtype, q.transpose(0, 2, 1, 3).reshape(2, 5, h * d))
        one = draw(dtype, (1, 3, 32, d))
        case(f"chd_{h}_{d}_{dtype}", "nlp_concat_heads_decode", [one], [dtype], dtype, one[:, :, :h].reshape(1, 1, 3, h * d), f"num_heads = {h} : ui32")
        if d % 2 == 0:
            cos, sin = draw(dtype, (1, 1, 9, d)), draw(dtype, (1, 1, 9, d))
            case(f"rope_{h}_{d}_{dtype}", "rotary_embedding", [q, cos, sin], [dtype] * 3, dtype, q * cos[:, :, :5] + np.concatenate([-q[..., d // 2:], q[..., :d // 2]], -1) * sin[:, :, :5], units=64)
        for kv, tk in ((h, False), (1, True)):
            row = draw(dtype, (2, 5, (h + 2 * kv) * d)); parts = row.reshape(2, 5, h + 2 * kv, d).transpose(0, 2, 1, 3)
            k = parts[:, h:h + kv]
            case(f"sq_{h}_{d}_{kv}_{dtype}", "split_query_key_value_and_split_heads", [row], [dtype], [dtype] * 3, [parts[:, :h], k.swapaxes(2, 3) if tk else k, parts[:, h + kv:]], f"num_heads = {h} : ui32, num_kv_heads = {kv} : ui32, transpose_key = {str(tk).lower()}")


def moves():
    for dtype in ("f32", "bf16", "i32", "ui16", "i1"):
        x = draw(dtype, (3, 4, 6))
        for dims in ((0,), (1, 2), (0, 1, 2)):
            case(f"rev_{len(dims)}_{dims[0]}_{dtype}", "reverse", [x], [dtype], dtype, np.flip(x, dims), f"dimensions = array<i64: {', '.join(map(str, dims))}>")
        ids = rng.integers(0, 4, (3, 2, 6))
        case(f"gather1_{dtype}", "gather", [x, ids], [dtype, "i32"], dtype, np.take_along_axis(x, ids, 1), "dim = 1 : i32")
        ids2 = rng.integers(0, 6, (3, 4, 2))
        case(f"gatherm1_{dtype}", "gather", [x, ids2], [dtype, "i32"], dtype, np.take_along_axis(x, ids2, 2), "dim = -1 : i32")
        for axis in (0, 1, 2):
            r = np.repeat(x, 2, axis); case(f"ri_{axis}_{dtype}", "repeat_interleave", [x], [dtype], dtype, r, f"dim = {axis - 3} : si32, repeats = 2 : ui32")
        case(f"sl_neg_{dtype}", "slice_static", [x], [dtype], dtype, x[-2:, ::3, 1:-1:2], "begins = [-2 : i32, 0 : i32, 1 : i32], ends = [3 : i32, 4 : i32, -1 : i32], step = [1 : i32, 3 : i32, 2 : i32]")
        case(f"dyn_{dtype}", "slice_dynamic", [x, np.array([0, 1, 1]), np.array([2, 3, 5])], [dtype, "i32", "i32"], dtype, x[0:2, 1:3, 1:5:2], "step = [1 : i32, 1 : i32, 2 : i32]")


def reds():
    for dtype in ("f32", "bf16", "i32"):
        x = draw(dtype, (3, 4, 5))
        for op, fn in (("sum", np.sum), ("max", np.max), ("min", np.min), ("mean", np.mean), ("prod", np.prod)):
            if dtype == "i32" and op in ("mean", "prod"): continue
            y = draw(dtype, (3, 4, 5), 0.5, 1.5) if op == "prod" else x
            case(f"{op}_all_{dtype}", op, [y], [dtype], dtype, fn(y, axis=(0, 1, 2), keepdims=True), "keep_dim = true", units=32)
            case(f"{op}_neg_{dtype}", op, [y], [dtype], dtype, fn(y, axis=-2, keepdims=True), "dim_arg = [-2 : i32], keep_dim = true", units=8)
        for r in ("i32", "ui32", "i64"):
            case(f"am_{r}_{dtype}", "argmax", [x], [dtype], r, np.argmax(x, 1)[:, None], "dim_arg = [1 : i32], keep_dim = true")
        case(f"am_all_{dtype}", "argmax", [x], [dtype], "i32", np.argmax(x).reshape(1, 1, 1), "keep_dim = true")
    for dtype in ("i16", "ui16", "ui8", "i64", "ui32", "f16"):
        y = draw(dtype, (3, 40))
        for down in (False, True):
            o = np.argsort(-y.astype(np.float64) if down else y, 1, kind="stable")
            case(f"sort_{down}_{dtype}", "sort", [y], [dtype], [dtype, "i32"], [np.take_along_axis(y, o, 1), o], f"dim = -1 : si32, descending = {str(down).lower()}, stable = true")


def pools():
    for dtype in ("f32", "bf16"):
        x = draw(dtype, (1, 7, 6, 4))
        for (k, s, p, dl, ceil, inc) in (((2, 2), (2, 2), (0, 0, 0, 0), (1, 1), False, True), ((3, 3), (2, 2), (1, 1, 1, 1), (1, 1), False, False), ((3, 2), (1, 2), (1, 0, 0, 1), (1, 1), False, True), ((3, 3), (2, 2), (0, 0, 0, 0), (1, 1), True, False), ((2, 2), (1, 1), (0, 0, 0, 0), (2, 2), False, True)):
            t, l, b, r = p
            def pool(fill, fn, cnt=False):
                pad = np.pad(x, ((0, 0), (t, b), (l, r), (0, 0)), constant_values=fill)
                H = pad.shape[1]; W = pad.shape[2]; kh = (k[0] - 1) * dl[0] + 1; kw = (k[1] - 1) * dl[1] + 1
                f = math.ceil if ceil else math.floor
                oh, ow = f((H - kh) / s[0]) + 1, f((W - kw) / s[1]) + 1
                out = np.zeros((1, oh, ow, 4))
                for i, j in itertools.product(range(oh), range(ow)):
                    win = pad[:, i * s[0]:i * s[0] + kh:dl[0], j * s[1]:j * s[1] + kw:dl[1]]
                    if fn == "max": out[:, i, j] = win.max((1, 2))
                    else:
                        ones = np.zeros((H, W)); ones[t:H - b if b else H, l:W - r if r else W] = 1
                        n = ones[i * s[0]:i * s[0] + kh:dl[0], j * s[1]:j * s[1] + kw:dl[1]].sum() if not inc else win.shape[1] * win.shape[2]
                        out[:, i, j] = win.sum((1, 2)) / n
                return out
            at = f"ceil_mode = {str(ceil).lower()}, dilation = array<i32: {dl[0]}, {dl[1]}>, kernel = array<i32: {k[0]}, {k[1]}>, padding = array<i32: {t}, {l}, {b}, {r}>, stride = array<i32: {s[0]}, {s[1]}>"
            case(f"mp_{k[0]}{k[1]}{s[0]}_{dl[0]}_{ceil}_{dtype}", "max_pool2d", [x], [dtype], dtype, pool(-np.inf, "max"), at)
            if dl == (1, 1): case(f"ap_{k[0]}{k[1]}{s[0]}_{ceil}_{inc}_{dtype}", "avg_pool2d", [x], [dtype], dtype, pool(0, "avg"), at + f", count_include_pad = {str(inc).lower()}", units=64)
        w = draw(dtype, (6, 4, 3, 3))
        for (s, p, dl) in (((1, 1), (1, 1, 1, 1), (1, 1)), ((2, 1), (0, 1, 2, 0), (1, 1)), ((1, 1), (2, 2, 2, 2), (2, 2)), ((3, 2), (0, 0, 0, 0), (1, 2))):
            t, l, b, r = p
            pad = np.pad(x, ((0, 0), (t, b), (l, r), (0, 0)))
            kh, kw = 2 * dl[0] + 1, 2 * dl[1] + 1
            oh, ow = (pad.shape[1] - kh) // s[0] + 1, (pad.shape[2] - kw) // s[1] + 1
            if oh < 1 or ow < 1: continue
            out = np.zeros((1, oh, ow, 6))
            for i, j in itertools.product(range(oh), range(ow)):
                win = pad[:, i * s[0]:i * s[0] + kh:dl[0], j * s[1]:j * s[1] + kw:dl[1]]
                out[:, i, j] = np.einsum("nklc,ockl->no", win, w)
            case(f"conv_{s[0]}{s[1]}_{t}{l}{b}{r}_{dl[0]}_{dtype}", "conv2d", [x, w], [dtype] * 2, dtype, out, f"stride = array<i32: {s[0]}, {s[1]}>, padding = array<i32: {t}, {l}, {b}, {r}>, dilation = array<i32: {dl[0]}, {dl[1]}>, groups = 1 : i32", units=512)


PARTS = (index_selects, bns, reduces, i1s, heads, moves, reds, pools)


def execute(run, program, folder):
    done = subprocess.run([run, str(program), f"--inputs={folder}", f"--outputs={folder}", "--precision=declared"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"alcove-run: exit {done.returncode}: {done.stderr.strip()[-600:]}")


def differing(folder, kept):
    for c in cases:
        for i, (expected, dtype) in enumerate(zip(c["expected"], c["result"])):
            if kept(c, dtype) and (problem := wrong(np.load(folder / f"{c['name']}.result{i}.npy"), expected, dtype, c["units"])):
                yield f"{c['name']} result {i}: {problem}"


def main(run, lower, folder):
    for part in PARTS:
        part()
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for c in cases:
        for i, x in enumerate(c["inputs"]):
            whole = np.asarray(x).dtype.kind in "biu" and c["dtypes"][i] not in BITS
            np.save(folder / f"{c['name']}_{i}.npy", np.ascontiguousarray(x, np.int64 if whole else np.float32))
    (folder / "cases.mlir").write_text(formulas.module())
    execute(run, folder / "cases.mlir", folder)
    differ = list(differing(folder, lambda c, dtype: True))
    print("\n".join(differ))
    print(f"{len(cases)} cases of {len({c['op'] for c in cases})} ops, {len(differ)} differ")
    cases[:] = [c for c in cases if not any(word in c["name"] and c["dtypes"][0] not in (*BITS, "i1") for word in NOT_LOWERED)]
    (folder / "cases.mlir").write_text(formulas.module())
    done = subprocess.run([lower, "--ttir-to-ttnn-backend-pipeline=optimization-level=2", str(folder / "cases.mlir"), "-o", str(folder / "lowered.mlir")],
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"alcove-opt: exit {done.returncode}: {done.stderr.strip()[-600:]}")
    execute(run, folder / "lowered.mlir", folder)
    whole = lambda c, dtype: dtype not in BITS
    lowered = list(differing(folder, whole))
    print("\n".join(lowered))
    print(f"lowered: {sum(whole(c, d) for c in cases for d in c['result'])} whole results, {len(lowered)} differ")
    return 1 if differ or lowered else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""Products, reductions, normalization, attention, heads."""
import math

import numpy as np

from .calls import dimension, function, make, needs_tiles, require
from .elementwise import activation
from .tensor import DRAM
from .values import classes

DataType, Layout = classes["DataType"], classes["Layout"]


def check_program(a, m, k, n):
    """A product's blocks divide its tiles where the library insists on it."""
    config = a.program_config
    if config is None:
        return
    tiles = [-(-extent // 32) for extent in (m, k, n)]
    block = getattr(config, "in0_block_w", None)
    require(not block or tiles[1] % block == 0, a.name, f"in0_block_w {block} does not divide {tiles[1]} tiles of K")
    for part, of in (("out_subblock_h", "per_core_M"), ("out_subblock_w", "per_core_N")):
        small, large = getattr(config, part, None), getattr(config, of, None)
        require(not small or not large or large % small == 0, a.name, f"{part} {small} does not divide {of} {large}")


@function("matmul linear")
def matmul(a):
    x, y, bias = a.input_tensor_a, a.input_tensor_b, getattr(a, "bias", None)
    needs_tiles(a, x, y, bias)
    def flipped(shape, flip):
        shape = list(shape)
        return shape[:-2] + shape[-2:][::-1] if flip and len(shape) > 1 else shape
    left, right = flipped(x.shape, a.transpose_a), flipped(y.shape, a.transpose_b)
    inner = right[-2] if len(right) > 1 else right[0]
    require(left[-1] == inner, a.name, f"{tuple(x.shape)} by {tuple(y.shape)}: {left[-1]} and {inner} differ")
    try:
        batch = np.broadcast_shapes(tuple(left[:-2]), tuple(right[:-2]))
    except ValueError:
        raise RuntimeError(f"{a.name}: batches of {tuple(x.shape)} and {tuple(y.shape)} do not broadcast") from None
    shape = list(batch) + left[-2:-1] + (right[-1:] if len(right) > 1 else [])
    rows = math.prod(left[:-1]) if len(right) <= 2 else (left[-2] if len(left) > 1 else 1)
    check_program(a, rows, left[-1], right[-1])
    after = activation(a.activation or getattr(a.program_config, "fused_activation", None))

    def compute(get):
        one, two = get(x).astype(np.float32), get(y).astype(np.float32)
        one = np.swapaxes(one, -1, -2) if a.transpose_a else one
        two = np.swapaxes(two, -1, -2) if a.transpose_b else two
        result = np.matmul(one, two)
        return after(result if bias is None else result + get(bias)).reshape(shape)
    return make(a, shape, compute, x, memory=DRAM)


REDUCTIONS = {"sum": np.sum, "mean": np.mean, "max": np.max, "min": np.min, "prod": np.prod}


@function(" ".join(REDUCTIONS))
def reduction(a):
    x, rank = a.input_tensor, len(a.input_tensor.shape)
    dims = range(rank) if a.dim is None else [a.dim] if isinstance(a.dim, int) else a.dim
    dims = tuple(sorted(dimension(a.name, d, rank) for d in dims))
    shape = [1 if i in dims else n for i, n in enumerate(x.shape) if a.keepdim or i not in dims]
    return make(a, shape, lambda get: REDUCTIONS[a.name](get(x).astype(np.float64), axis=dims, keepdims=bool(a.keepdim)), x)


@function("argmax")
def argmax(a):
    x = a.input_tensor
    if a.dim is None:
        require(x.layout.name == "ROW_MAJOR", a.name, "over all dimensions needs ROW_MAJOR")
        shape = [1] * len(x.shape) if a.keepdim else []
        return make(a, shape, lambda get: np.argmax(get(x)).reshape(shape), x, dtype=DataType.UINT32, layout=Layout.ROW_MAJOR)
    dim = dimension(a.name, a.dim, len(x.shape))
    shape = [1 if i == dim else n for i, n in enumerate(x.shape) if a.keepdim or i != dim]
    return make(a, shape, lambda get: np.argmax(get(x), dim).reshape(shape), x, dtype=DataType.UINT32, layout=Layout.ROW_MAJOR)


@function("cumsum cumprod")
def cumulative(a):
    x = a.input if a.name == "cumsum" else a.input_tensor
    run = np.cumsum if a.name == "cumsum" else np.cumprod
    return make(a, x.shape, lambda get: run(get(x).astype(np.float64), a.dim), x)


def exact_softmax(x, dim):
    x = x.astype(np.float64)
    powers = np.exp(x - x.max(dim, keepdims=True))
    return powers / powers.sum(dim, keepdims=True)


@function("softmax")
def softmax(a):
    x = a.input_tensor
    needs_tiles(a, x)
    dim = dimension(a.name, -1 if a.dim is None else a.dim, len(x.shape))
    return make(a, x.shape, lambda get: exact_softmax(get(x), dim), x)


@function("rms_norm layer_norm")
def norm(a):
    x = a.input_tensor
    needs_tiles(a, x)
    for name in ("weight", "bias"):
        vector = getattr(a, name)
        require(vector is None or math.prod(vector.shape) == x.shape[-1], a.name,
                f"{name} of {vector and tuple(vector.shape)} for rows of {x.shape[-1]}")

    def compute(get):
        values = get(x).astype(np.float64)
        if a.residual_input_tensor is not None:
            values = values + get(a.residual_input_tensor)
        if a.name == "layer_norm":
            values = values - values.mean(-1, keepdims=True)
        values = values / np.sqrt((values**2).mean(-1, keepdims=True) + (1e-12 if a.epsilon is None else a.epsilon))
        if a.weight is not None:
            values = values * get(a.weight).reshape(-1)
        return values if a.bias is None else values + get(a.bias).reshape(-1)
    return make(a, x.shape, compute, x)


@function("batch_norm")
def batch_norm(a):
    x = a.input
    require(len(x.shape) == 4, a.name, "takes NCHW")

    def compute(get):
        values = get(x).astype(np.float64)
        along = [1, -1, 1, 1]
        mean, variance = ((values.mean((0, 2, 3)), values.var((0, 2, 3))) if a.training
                          else (get(a.running_mean).reshape(-1), get(a.running_var).reshape(-1)))
        values = (values - mean.reshape(along)) / np.sqrt(variance.reshape(along) + (1e-5 if a.eps is None else a.eps))
        if a.weight is not None:
            values = values * get(a.weight).reshape(along)
        return values if a.bias is None else values + get(a.bias).reshape(along)
    return make(a, x.shape, compute, x)


def attend(q, k, v, mask, scale):
    """[.., rows, width] by heads; several query heads share one of keys."""
    share = q.shape[1] // k.shape[1]
    k, v = np.repeat(k, share, 1), np.repeat(v, share, 1)
    scores = np.matmul(q.astype(np.float64), np.swapaxes(k, -1, -2)) * scale
    return np.matmul(exact_softmax(scores + mask, -1), v)


def scale_of(a, width):
    return a.scale if a.scale is not None else 1 / math.sqrt(width)


@function("transformer.scaled_dot_product_attention")
def attention(a):
    q, k, v = a.input_tensor_q, a.input_tensor_k, a.input_tensor_v
    needs_tiles(a, q, k, v)
    causal = a.is_causal is not False
    require(not (causal and a.attn_mask is not None), a.name, "is causal and has a mask")
    require(q.shape[1] % k.shape[1] == 0, a.name, f"{q.shape[1]} heads of queries, {k.shape[1]} of keys")
    require(k.shape[:3] == v.shape[:3] and q.shape[3] == k.shape[3], a.name, "keys and values do not fit the queries")

    def compute(get):
        rows, keys = q.shape[2], k.shape[2]
        mask = np.where(np.tri(rows, keys, keys - rows), 0, -np.inf) if causal else 0
        mask = get(a.attn_mask) if a.attn_mask is not None else mask
        return attend(get(q), get(k), get(v), mask, scale_of(a, q.shape[3]))
    return make(a, list(q.shape[:3]) + [v.shape[3]], compute, q)


@function("transformer.scaled_dot_product_attention_decode")
def attention_decode(a):
    q, k, v = a.input_tensor_q, a.input_tensor_k, a.input_tensor_v
    one, batch, heads, width = q.shape
    require(one == 1 and k.shape[0] == batch, a.name, f"queries {tuple(q.shape)}, keys {tuple(k.shape)}")
    require(heads % k.shape[1] == 0, a.name, f"{heads} heads of queries, {k.shape[1]} of keys")

    def compute(get):
        keys = k.shape[2]
        mask = np.zeros((batch, heads, 1, keys))
        if a.attn_mask is not None:  # [batch, 1, heads, keys]
            mask = np.broadcast_to(np.swapaxes(get(a.attn_mask), 1, 2), mask.shape)
        elif a.is_causal is not False:
            positions = get(a.cur_pos_tensor).reshape(-1) if a.cur_pos_tensor is not None else np.array(a.cur_pos)
            mask = np.where(np.arange(keys) <= positions[:, None, None, None], mask, -np.inf)
        rows = get(q)[0][:, :, None, :]
        return attend(rows, get(k), get(v), mask, scale_of(a, width))[:, :, 0, :][None]
    return make(a, q.shape, compute, q)


@function("transformer.concatenate_heads experimental.nlp_concat_heads")
def concatenate_heads(a):
    x = a.input_tensor
    batch, heads, rows, width = x.shape
    shape = [batch, rows, heads * width] if a.name.startswith("transformer") else [batch, 1, rows, heads * width]
    return make(a, shape, lambda get: get(x).transpose(0, 2, 1, 3).reshape(shape), x)


@function("experimental.nlp_concat_heads_decode")
def concatenate_heads_decode(a):
    x = a.input_tensor
    require(x.config.sharded, a.name, "takes a tensor that is sharded over its batch")
    one, batch, heads, width = x.shape
    shape = [one, 1, batch, a.num_heads * width]
    return make(a, shape, lambda get: get(x)[:, :, :a.num_heads].reshape(shape), x)


@function("transformer.split_query_key_value_and_split_heads")
def split_heads(a):
    x, other = a.input_tensor, a.kv_input_tensor
    batch, rows, columns = x.shape if len(x.shape) == 3 else (x.shape[0], *x.shape[2:])
    heads, shared = a.num_heads, a.num_kv_heads or a.num_heads
    width = columns // (heads + 2 * shared) if other is None else columns // heads
    require(width * (heads + 2 * shared if other is None else heads) == columns, a.name, f"{columns} columns for {heads} heads")

    def part(start, count, source, flip=False):
        shape = [batch, count, width, rows] if flip else [batch, count, rows, width]
        def compute(get):
            piece = get(source).reshape(batch, rows, -1)[:, :, start * width:(start + count) * width]
            return piece.reshape(batch, rows, count, width).transpose(0, 2, 3, 1) if flip else piece.reshape(
                batch, rows, count, width).transpose(0, 2, 1, 3)
        return make(a, shape, compute, x)
    source, first = (x, heads) if other is None else (other, 0)
    return [part(0, heads, x), part(first, shared, source, a.transpose_key is not False), part(first + shared, shared, source)]


@function("experimental.rotary_embedding")
def rotary(a):
    x, cos, sin = a.input_tensor, a.cos_cache, a.sin_cache
    needs_tiles(a, x, cos, sin)
    half = x.shape[-1] // 2
    require(cos.shape[-1] == x.shape[-1], a.name, f"rows of {x.shape[-1]}, cache of {cos.shape[-1]}")

    def compute(get):
        values = get(x)
        turned = np.concatenate([-values[..., half:], values[..., :half]], -1)
        at = slice(a.token_index, a.token_index + 1) if a.token_index is not None else slice(0, x.shape[-2])
        return values * get(cos)[..., at, :] + turned * get(sin)[..., at, :]
    return make(a, x.shape, compute, x)

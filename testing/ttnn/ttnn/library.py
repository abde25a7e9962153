"""Functions for training, paged caches, experts' meshes, files and semaphores."""
import math
import os
import pickle

import numpy as np


from .calls import function, make, needs_tiles, require
from .elementwise import erf
from .movement import moved, overwrite
from .products import attend, scale_of
from .tensor import DRAM, Tensor
from .values import classes

DataType, Layout = classes["DataType"], classes["Layout"]


@function("experimental.dropout")
def dropout(a):
    x, generator = a.input_tensor, np.random.default_rng(a.seed)
    return make(a, x.shape, lambda get: get(x) * (generator.random(x.shape) >= a.probability) * a.scale, x)


@function("experimental.gelu_bw")
def gelu_backward(a):
    x, grad = a.input_tensor, a.grad_output_tensor
    require(a.approximate in (None, "none", "tanh"), a.name, f"approximate '{a.approximate}'")

    def compute(get):
        v = get(x).astype(np.float64)
        if a.approximate == "tanh":
            inner = math.sqrt(2 / math.pi) * (v + 0.044715 * v**3)
            slope = math.sqrt(2 / math.pi) * (1 + 3 * 0.044715 * v**2)
            return get(grad) * (0.5 * (1 + np.tanh(inner)) + 0.5 * v * (1 - np.tanh(inner) ** 2) * slope)
        return get(grad) * (0.5 * (1 + erf(v / math.sqrt(2))) + v * np.exp(-v * v / 2) / math.sqrt(2 * math.pi))
    return make(a, x.shape, compute, x)


@function("requantize")
def requantize(a):
    x = a.input_tensor

    def compute(get):
        real = (get(x) - get(a.in_zero_point)) * get(a.in_scale)
        return np.rint(real / get(a.out_scale)) + get(a.out_zero_point)
    return make(a, x.shape, compute, x, dtype=a.dtype or DataType.INT32)


@function("global_avg_pool2d")
def global_average(a):
    x = a.input_tensor
    n, _, _, c = x.shape
    return make(a, [n, 1, 1, c], lambda get: get(x).astype(np.float64).mean((1, 2), keepdims=True), x)


@function("group_norm")
def group_norm(a):
    x = a.input_tensor
    n, one, pixels, channels = x.shape
    require(channels % a.num_groups == 0, a.name, f"{channels} channels for {a.num_groups} groups")

    def compute(get):
        v = get(x).astype(np.float64).reshape(n, one * pixels, a.num_groups, -1)
        v = (v - v.mean((1, 3), keepdims=True)) / np.sqrt(v.var((1, 3), keepdims=True) + (a.epsilon or 1e-12))
        v = v.reshape(x.shape)
        v = v if a.weight is None else v * get(a.weight).reshape(-1)[:channels]
        return v if a.bias is None else v + get(a.bias).reshape(-1)[:channels]
    return make(a, x.shape, compute, x)


@function("layer_norm_pre_all_gather rms_norm_pre_all_gather")
def norm_statistics(a):
    """Sums of squares in the first column of a tile; those of the values in that of the next one."""
    x = a.input_tensor
    needs_tiles(a, x)
    shape = list(x.shape[:-1]) + [32 if a.name.startswith("rms") else 64]

    def compute(get):
        v = get(x).astype(np.float64)
        v = v if a.residual_input_tensor is None else v + get(a.residual_input_tensor)
        sums = np.zeros(shape)
        sums[..., 0] = (v * v).sum(-1)
        if shape[-1] == 64:
            sums[..., 32] = v.sum(-1)
        return sums
    return make(a, shape, compute, x)


@function("layer_norm_post_all_gather")
def norm_by_statistics(a):
    x, stats = a.input_tensor, a.stats
    chips = stats.shape[-1] // 64
    require(chips > 0 and stats.shape[-1] % 64 == 0, a.name, f"statistics of {stats.shape[-1]} columns")

    def compute(get):
        sums, count = get(stats).astype(np.float64).reshape(*stats.shape[:-1], chips, 64), chips * x.shape[-1]
        mean, square = sums[..., 32].sum(-1)[..., None] / count, sums[..., 0].sum(-1)[..., None] / count
        v = (get(x) - mean) / np.sqrt(square - mean**2 + (a.epsilon or 1e-12))
        v = v if a.weight is None else v * get(a.weight).reshape(-1)
        return v if a.bias is None else v + get(a.bias).reshape(-1)
    return make(a, x.shape, compute, x)


@function("experimental.rotary_embedding_llama")
def rotary_by_matrix(a):
    x = a.input_tensor
    width = a.trans_mat.shape[-1]
    require(x.shape[-1] % width == 0, a.name, f"rows of {x.shape[-1]}, matrix of {width}")

    def compute(get):
        v = get(x)
        parts = v.reshape(*v.shape[:-1], -1, width)
        turned = (parts @ get(a.trans_mat).reshape(-1, width, width)[0]).reshape(v.shape)
        rows = slice(0, x.shape[-2]) if not a.is_decode_mode else slice(None)
        return v * get(a.cos_cache)[..., rows, :] + turned * get(a.sin_cache)[..., rows, :]
    return make(a, x.shape, compute, x)


#===--- Heads and caches ------------------------------------------------------------------------------------------===#

@function("experimental.nlp_create_qkv_heads_decode")
def create_heads(a):
    x, shared = a.input_tensor, a.num_kv_heads or a.num_heads
    batch, width = x.shape[2], x.shape[3] // (a.num_heads + 2 * shared)
    require(width * (a.num_heads + 2 * shared) == x.shape[3], a.name, f"{x.shape[3]} columns for {a.num_heads} heads")

    def part(start, count):
        shape = [1, batch, count, width]
        return make(a, shape, lambda get: get(x)[0, 0, :, start * width:(start + count) * width].reshape(shape), x)
    return [part(0, a.num_heads), part(a.num_heads, shared), part(a.num_heads + shared, shared)]


def paged(values, table):
    """[batch, heads, rows, width] of blocks [blocks, heads, rows of a block, width] and a table [batch, blocks]."""
    picked = values[table.astype(np.int64)]
    return picked.transpose(0, 2, 1, 3, 4).reshape(len(table), values.shape[1], -1, values.shape[3])


@function("experimental.paged_update_cache")
def paged_update(a):
    cache, x, table = a.cache_tensor, a.input_tensor, a.page_table
    for chip in range(len(cache.data or ())):
        places = a.update_idxs if a.update_idxs_tensor is None else a.update_idxs_tensor.data[chip].reshape(-1)
        for entry, at in enumerate(int(p) for p in places):
            if at < 0:
                continue
            block, row = (entry, at) if table is None else (int(table.data[chip][entry, at // cache.shape[2]]), at % cache.shape[2])
            overwrite(cache, chip, (block, slice(None), row), x.data[chip][0, entry, :cache.shape[1]])
    require(x.shape[-1] == cache.shape[-1], a.name, f"rows of {x.shape[-1]}, cache of {cache.shape[-1]}")
    return cache


@function("experimental.paged_fill_cache")
def paged_fill(a):
    cache, x, table = a.cache_tensor, a.input_tensor, a.page_table
    require(x.shape[1] == cache.shape[1] and x.shape[3] == cache.shape[3], a.name,
            f"{tuple(x.shape)} does not fit into blocks of {tuple(cache.shape)}")
    for chip in range(len(cache.data or ())):
        entry = int(a.batch_idx_tensor.data[chip].reshape(-1)[0]) if a.batch_idx_tensor is not None else a.batch_idx or 0
        for row in range(x.shape[2]):
            block = int(table.data[chip][entry, row // cache.shape[2]])
            overwrite(cache, chip, (block, slice(None), row % cache.shape[2]), x.data[chip][0, :, row])
    return cache


@function("transformer.paged_scaled_dot_product_attention_decode transformer.paged_flash_multi_latent_attention_decode")
def paged_attention(a):
    q, k, table = a.input_tensor_q, a.input_tensor_k, a.page_table_tensor
    v, width = a.input_tensor_v, getattr(a, "head_dim_v", None)
    out = list(q.shape[:3]) + [width or v.shape[3]]

    def compute(get):
        keys = paged(get(k), get(table))
        values = paged(get(v), get(table)) if v is not None else keys
        mask = 0
        if a.attn_mask is not None:
            mask = np.swapaxes(get(a.attn_mask), 1, 2)
        elif a.is_causal is not False:
            at = get(a.cur_pos_tensor).reshape(-1)
            mask = np.where(np.arange(keys.shape[2]) <= at[:, None, None, None], 0, -np.inf)
        rows = get(q)[0][:, :, None, :]
        return attend(rows, keys, values[..., :out[3]], mask, scale_of(a, q.shape[3]))[:, :, 0][None]
    return make(a, out, compute, q)


@function("transformer.chunked_scaled_dot_product_attention")
def chunked_attention(a):
    q, k, v = a.input_tensor_q, a.input_tensor_k, a.input_tensor_v
    require((a.chunk_start_idx is None) != (a.chunk_start_idx_tensor is None), a.name, "takes one of two chunk starts")

    def compute(get):
        start = a.chunk_start_idx if a.chunk_start_idx is not None else int(get(a.chunk_start_idx_tensor).reshape(-1)[0])
        keys, values = paged(get(k), get(a.page_table_tensor)), paged(get(v), get(a.page_table_tensor))
        seen = np.arange(keys.shape[2]) <= start + np.arange(q.shape[2])[:, None]
        return attend(get(q), keys, values, np.where(seen, 0, -np.inf), scale_of(a, q.shape[3]))
    return make(a, list(q.shape[:3]) + [v.shape[3]], compute, q)


@function("transformer.flash_mla_prefill")
def latent_attention(a):
    q, k = a.input_tensor_q, a.input_tensor_k
    width = a.head_dim_v or a.input_tensor_v.shape[3]

    def compute(get):
        values = get(a.input_tensor_v) if getattr(a, "input_tensor_v", None) is not None else get(k)[..., :width]
        mask = np.where(np.tri(q.shape[2], k.shape[2]), 0, -np.inf) if a.is_causal is not False else 0
        return attend(get(q), get(k), values, get(a.attn_mask) if a.attn_mask is not None else mask, scale_of(a, q.shape[3]))
    return make(a, list(q.shape[:3]) + [width], compute, q)


@function("sampling")
def sampling(a):
    """With k = 1 the largest; other choices are the library's own draw, for which the largest stands."""
    values, indices = a.input_values_tensor, a.input_indices_tensor
    users = values.shape[2]
    def compute(get):
        best = get(values).argmax(-1)[..., None]
        return np.take_along_axis(get(indices), best, -1).reshape(1, 1, 1, users)
    return make(a, [1, 1, 1, users], compute, values, dtype=DataType.UINT32, layout=Layout.ROW_MAJOR, memory=DRAM)


@function("embedding_bw")
def embedding_backward(a):
    index, grad, rows = a.input_tensor, a.output_gradient_tensor, a.weight_tensor.shape[-2]
    shape = list(a.weight_tensor.shape)

    def compute(get):
        sums = np.zeros((rows, shape[-1]))
        np.add.at(sums, get(index).reshape(-1).astype(np.int64), get(grad).reshape(-1, shape[-1]))
        return sums.reshape(shape)
    return make(a, shape, compute, grad)


@function("point_to_point")
def point_to_point(a):
    x, (_, columns) = a.input_tensor, a.input_tensor.device.shape
    sender, receiver = (c.coordinates[0] * columns + c.coordinates[1] for c in (a.sender_coord, a.receiver_coord))
    require(max(sender, receiver) < x.device.get_num_devices(), a.name, "a coordinate lies outside of the mesh")
    kept = a.output_tensor if a.output_tensor is not None else x
    result = make(a, x.shape, lambda get: get(kept), x)
    if result.data is not None:
        result.data[receiver] = x.data[sender]
    return result


#===--- Convolutions ----------------------------------------------------------------------------------------------===#

@function("conv1d")
def conv1d(a):
    from .windows import convolve, extent
    x, kernel = a.input_tensor, a.kernel_size if isinstance(a.kernel_size, int) else a.kernel_size[0]
    low, high = (a.padding or 0,) * 2 if isinstance(a.padding or 0, int) else (list(a.padding) * 2)[:2]
    stride, dilation = a.stride or 1, a.dilation or 1
    out = [1, extent(a.input_length, low, high, kernel, stride, dilation)]
    shape = [1, 1, a.batch_size * out[1], a.out_channels]
    require(math.prod(x.shape) == a.batch_size * a.input_length * a.in_channels, a.name, f"input {tuple(x.shape)}")

    def compute(get):
        image = get(x).reshape(a.batch_size, 1, a.input_length, a.in_channels)
        weights = get(a.weight_tensor).reshape(a.out_channels, -1, 1, kernel).transpose(2, 3, 1, 0)
        result = convolve(image, weights, a.groups or 1, ((1, kernel), (1, stride), (1, dilation), (0, 0, low, high), out))
        return result if a.bias_tensor is None else result + get(a.bias_tensor).reshape(-1)
    return make(a, shape, compute, x, layout=Layout.TILE, memory=DRAM)


@function("experimental.conv3d")
def conv3d(a):
    """Volumes are [N, D, H, W, C]; weights have a row for each place of the window and channel."""
    x = a.input_tensor
    kernel, stride = list(a.kernel_size), list(a.stride or (1, 1, 1))
    padding = [(p, p) for p in (a.padding or (0, 0, 0))]
    out = [(n + 2 * p[0] - k) // s + 1 for n, p, k, s in zip(x.shape[1:4], padding, kernel, stride)]
    shape = [x.shape[0], *out, a.output_channels]

    def compute(get):
        mode = {"zeros": {"mode": "constant"}, "replicate": {"mode": "edge"}}[a.padding_mode or "zeros"]
        volume = np.pad(get(x), [(0, 0), *padding, (0, 0)], **mode)
        weights = get(a.weight_tensor)
        if weights.ndim == 5:
            weights = weights.transpose(2, 3, 4, 1, 0)
        weights, result = weights.reshape(*kernel, -1, a.output_channels), np.zeros(shape)
        for i, j, k in np.ndindex(*kernel):
            part = volume[:, i:i + out[0] * stride[0]:stride[0], j:j + out[1] * stride[1]:stride[1], k:k + out[2] * stride[2]:stride[2]]
            result += part[:, :out[0], :out[1], :out[2]] @ weights[i, j, k]
        return result if a.bias_tensor is None else result + get(a.bias_tensor).reshape(-1)
    return make(a, shape, compute, x, layout=Layout.ROW_MAJOR, memory=DRAM)


@function("experimental.prepare_conv3d_weights")
def prepare_volume_weights(a):
    w = a.weight_tensor
    outputs, channels = w.shape[:2]
    padded = -(-channels // (a.alignment or 32)) * (a.alignment or 32)
    shape = [math.prod(w.shape[2:]) * padded, outputs]

    def compute(get):
        values = np.pad(get(w), ((0, 0), (0, padded - channels), (0, 0), (0, 0), (0, 0)))
        return values.transpose(2, 3, 4, 1, 0).reshape(shape)
    made = make(a, shape, compute, w, layout=Layout.TILE, host=True)
    return moved(a, made, device=a.device, config=DRAM)


@function("prepare_conv_transpose2d_weights prepare_conv_transpose2d_bias")
def prepare_transposed(a):
    """Rows by kernel row, kernel column, input channel of the group."""
    from .windows import prepared, prepare_bias
    if a.name.endswith("bias"):
        return prepare_bias(a)
    w = a.weight_tensor
    require(w.device is None and w.layout.name == "ROW_MAJOR", a.name, "takes weights of the host in ROW_MAJOR")
    shape = [1, 1, math.prod(w.shape[2:]) * w.shape[0] // a.groups, w.shape[1] * a.groups]

    def compute(get):
        each = w.shape[0] // a.groups
        parts = [get(w)[g * each:(g + 1) * each].transpose(2, 3, 0, 1).reshape(shape[2], -1) for g in range(a.groups)]
        return np.concatenate(parts, -1).reshape(shape)
    return prepared(a, w, shape, compute)


#===--- Files, host, semaphores -----------------------------------------------------------------------------------===#

@function("dump_tensor")
def dump_tensor(a):
    require(a.file_name.endswith(".tensorbin"), a.name, f"'{a.file_name}' does not end in .tensorbin")
    x = a.tensor
    with open(a.file_name, "wb") as file:
        pickle.dump((x.data, list(x.shape), x.dtype.name, x.layout.name, repr(x.config), getattr(x, "prepared", None)), file)


@function("load_tensor")
def load_tensor(a):
    require(a.file_name.endswith(".tensorbin"), a.name, f"'{a.file_name}' does not end in .tensorbin")
    require(os.path.exists(a.file_name), a.name, f"there is no '{a.file_name}'")
    with open(a.file_name, "rb") as file:
        data, shape, dtype, layout, config, prepared = pickle.load(file)
    made = Tensor(data, shape, getattr(DataType, dtype), getattr(Layout, layout), a.device,
                  eval(config, dict(classes)) if a.device else None, a.name)  # its text is that of its constructor
    if prepared is not None:
        made.prepared = prepared
    return made


@function("copy_host_to_device_tensor")
def copy_to_device(a):
    host, target = a.host_tensor, a.device_tensor
    require(host.device is None and target.device is not None, a.name, "takes a tensor of the host, then one of a device")
    require(tuple(host.shape) == tuple(target.shape), a.name, f"shapes {tuple(host.shape)} and {tuple(target.shape)} differ")
    for chip in range(len(target.data or ())):
        overwrite(target, chip, ..., host.data[chip if len(host.data) > 1 else 0])


class Semaphore:
    def __init__(self, value):
        self.value = value


classes["GlobalSemaphore"] = Semaphore


@function("create_global_semaphore reset_global_semaphore_value")
def semaphores(a):
    if a.name.startswith("create"):
        return Semaphore(a.initial_value)
    a.global_semaphore.value = a.reset_value



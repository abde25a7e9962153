#!/usr/bin/env python3
"""Plays `ttnn` for the Python that tt-mlir emits, so that a program runs without a device: every name exists, every index
is in range, no tensor is used after it was deallocated, and shapes follow from shapes where that is cheap.

usage: stand_in.py FILE.py...      one line a file: ok, or line, function and what is wrong
"""
import builtins
import math
import sys
import traceback
import types


class Misuse(Exception):
    pass


def require(holds, message):
    if not holds:
        raise Misuse(message)


class Tensor:
    """`shape` is None where no rule knows it."""

    def __init__(self, data=None, shape=None, *_, **__):
        self.shape = None if shape is None else tuple(shape)
        self.live = True
        if data is not None and self.shape is not None:
            require(len(data) == math.prod(self.shape), f"{len(data)} values for shape {self.shape}")


class Record:
    """A configuration: built, handed on, never looked into."""

    def __init__(self, *args, **kwargs):
        self.args, self.kwargs = args, kwargs


class Shape(list):
    pass


def tensors(value):
    if isinstance(value, Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from tensors(each)
    elif isinstance(value, dict):
        yield from tensors(list(value.values()))


def axis(dim, rank):
    require(-rank <= dim < max(rank, 1), f"dimension {dim} of a tensor of rank {rank}")
    return dim % max(rank, 1)


def as_list(value):
    return list(value) if isinstance(value, (list, tuple)) else [value]


def broadcast(*shapes):
    if None in shapes:
        return None
    rank = max(map(len, shapes), default=0)
    result = [1] * rank
    for shape in shapes:
        for at, extent in enumerate(shape, rank - len(shape)):
            require(extent == result[at] or 1 in (extent, result[at]), f"shapes {shapes} do not broadcast")
            result[at] = result[at] if extent == 1 else extent
    return tuple(result)


# Rules: from the arguments of a call to the shape of its result, or to a list of shapes. Arguments may be named as the
# emitter names them.


def same(*args, **kwargs):
    return next(tensors([args, kwargs])).shape


def elementwise(*args, **__):
    return broadcast(*(a.shape for a in args if isinstance(a, Tensor)))


def unknown(*_, **__):
    return None


def nothing(*_, **__):
    return []


def several(count):
    return lambda *_, **__: [None] * count


def filled(shape=None, *_, **__):
    return tuple(shape)


def arange(start, end, step=1, **_):
    return (max(0, -(-(end - start) // step)),)


def reshape(x, shape, **_):
    known = x.shape is None or math.prod(x.shape) == math.prod(shape)
    require(known or -1 in shape, f"reshape of {x.shape} to {list(shape)}")
    return None if -1 in shape else tuple(shape)


def permute(x, order, **_):
    if x.shape is None:
        return None
    require(sorted(axis(d, len(x.shape)) for d in order) == list(range(len(x.shape))), f"{order} permutes no {x.shape}")
    return tuple(x.shape[d] for d in order)


def transpose(x, first, second, **_):
    if x.shape is None:
        return None
    result, a, b = list(x.shape), axis(first, len(x.shape)), axis(second, len(x.shape))
    result[a], result[b] = result[b], result[a]
    return tuple(result)


def concat(parts, dim, **_):
    shapes = [p.shape for p in parts]
    if None in shapes:
        return None
    at = axis(dim, len(shapes[0]))
    require(len({s[:at] + s[at + 1:] for s in shapes}) == 1, f"concat of {shapes} along {dim}")
    return shapes[0][:at] + (sum(s[at] for s in shapes),) + shapes[0][at + 1:]


def sliced(x, begins, ends, step, **_):
    if x.shape is None or isinstance(begins, Tensor):
        return None
    require(len(begins) == len(ends) == len(step) == len(x.shape), f"slice of {x.shape} from {begins} to {ends}")
    result = []
    for extent, begin, end, by in zip(x.shape, begins, ends, step):
        require(-extent <= begin <= extent and -extent <= end <= extent, f"[{begin}, {end}) of {extent}")
        result.append(len(range(*slice(begin, end, by).indices(extent))))
    return tuple(result)


def pad(x, padding, *_, **__):
    if x.shape is None:
        return None
    require(len(padding) == len(x.shape), f"padding {padding} of {x.shape}")
    return tuple(e + before + after for e, (before, after) in zip(x.shape, padding))


def repeat(x, times, **_):
    if x.shape is None:
        return None
    rank = max(len(x.shape), len(times))
    extents, factors = (1,) * (rank - len(x.shape)) + x.shape, [1] * (rank - len(times)) + list(times)
    return tuple(e * f for e, f in zip(extents, factors))


def repeat_interleave(x, times, dim, **_):
    if x.shape is None:
        return None
    at = axis(dim, len(x.shape))
    return x.shape[:at] + (x.shape[at] * times,) + x.shape[at + 1:]


def reduced(x, dim=None, keepdim=False, *_, **__):
    if x.shape is None:
        return None
    rank = len(x.shape)
    gone = {axis(d, rank) for d in as_list(dim)} if dim is not None else set(range(rank))
    return tuple(1 if i in gone else e for i, e in enumerate(x.shape) if keepdim or i not in gone)


def ranked(x, k, dim, *_, **__):
    """topk"""
    if x.shape is None:
        return [None, None]
    at = axis(dim, len(x.shape))
    require(k <= x.shape[at], f"the {k} best of {x.shape[at]}")
    return [x.shape[:at] + (k,) + x.shape[at + 1:]] * 2


def matmul(a, b, bias=None, transpose_a=False, transpose_b=False, **_):
    if a.shape is None or b.shape is None:
        return None
    left, right = list(a.shape), list(b.shape)
    vectors = len(left) == 1, len(right) == 1
    left, right = [1] * vectors[0] + left, right + [1] * vectors[1]
    if transpose_a and not vectors[0]:
        left[-2:] = left[:-3:-1]
    if transpose_b and not vectors[1]:
        right[-2:] = right[:-3:-1]
    require(left[-1] == right[-2], f"matmul of {a.shape} and {b.shape}")
    batch = broadcast(tuple(left[:-2]), tuple(right[:-2]))
    result = batch + (left[-2],) * (not vectors[0]) + (right[-1],) * (not vectors[1])
    return broadcast(result, bias.shape) if bias is not None else result


def embedding(indices, weight, **_):
    if indices.shape is None or weight.shape is None:
        return None
    return indices.shape + weight.shape[-1:]


def outer_and_inner(padding):
    """Padding in all, per dimension: two values are both sides of rows and columns, four are one side each."""
    require(isinstance(padding, (list, tuple)) and len(padding) in (2, 4), f"padding {padding}")
    return [2 * p for p in padding] if len(padding) == 2 else [padding[0] + padding[1], padding[2] + padding[3]]


def windows(extents, kernel, stride, padding, dilation, ceil):
    places = []
    for extent, size, step, around, apart in zip(extents, kernel, stride, padding, dilation):
        room = extent + around - apart * (size - 1) - 1
        places.append((-(-room // step) if ceil else room // step) + 1)
    return places


def conv2d(input_tensor, out_channels, batch_size, input_height, input_width, kernel_size, stride, padding, dilation, **_):
    shape = input_tensor.shape
    require(shape is None or math.prod(shape[:-1]) == batch_size * input_height * input_width,
            f"conv2d of {shape} as {batch_size} times {input_height}x{input_width}")
    rows, columns = windows((input_height, input_width), kernel_size, stride, outer_and_inner(padding), dilation, False)
    return (1, 1, batch_size * rows * columns, out_channels)


def conv_transpose2d(out_channels, batch_size, input_height, input_width, kernel_size, stride, padding, dilation,
                     output_padding, **_):
    rows, columns = ((extent - 1) * step - around + apart * (size - 1) + more + 1
                     for extent, size, step, around, apart, more
                     in zip((input_height, input_width), kernel_size, stride, outer_and_inner(padding), dilation,
                            as_list(output_padding)))
    return (1, 1, batch_size * rows * columns, out_channels)


def pooled(x, batch, height, width, channels, kernel, stride, padding, dilation, ceil):
    require(x.shape is None or math.prod(x.shape) == batch * height * width * channels,
            f"pool of {x.shape} as {batch} times {height}x{width}x{channels}")
    rows, columns = windows((height, width), kernel, stride, outer_and_inner(padding), dilation, ceil)
    return None if ceil else (1, 1, batch * rows * columns, channels)


def max_pool2d(x, n, h, w, c, kernel, stride, padding, dilation, ceil_mode=False, return_indices=False, **_):
    shape = pooled(x, n, h, w, c, kernel, stride, padding, dilation, ceil_mode)
    return [shape, shape] if return_indices else shape


def avg_pool2d(x, n, h, w, c, kernel, stride, padding, ceil_mode=False, *_, **__):
    return pooled(x, n, h, w, c, kernel, stride, padding, [1, 1], ceil_mode)


def deallocate(x, force=True):
    x.live = False
    return []


# Names as the public Python interface of TTNN has them.
RULES = {
    same: """abs acos asin asinh atan bitwise_not cbrt ceil cos erf erfc exp expm1 floor gelu hardsigmoid isfinite
        leaky_relu log log1p logical_not mish neg reciprocal relu relu6 rsqrt sigmoid sign silu sin sqrt tan tanh typecast
        softmax rms_norm layer_norm batch_norm group_norm to_layout to_memory_config to_device from_device assign cumsum
        cumprod quantize dequantize requantize experimental.dropout experimental.gelu_bw reallocate fused_rms_minimal
        experimental.rotary_embedding_llama all_reduce experimental.all_reduce_async collective_permute""",
    elementwise: """add subtract multiply divide eq ne ge gt le lt logical_and logical_or logical_xor logical_left_shift
        logical_right_shift bitwise_and bitwise_or bitwise_xor maximum minimum remainder pow atan2 where clamp""",
    unknown: """gather scatter embedding_bw upsample sparse_matmul conv1d experimental.conv3d global_avg_pool2d
        layer_norm_pre_all_gather layer_norm_post_all_gather rms_norm_pre_all_gather rms_norm_post_all_gather
        prepare_conv_weights prepare_conv_bias prepare_conv_transpose2d_weights prepare_conv_transpose2d_bias
        experimental.prepare_conv3d_weights transformer.scaled_dot_product_attention
        transformer.scaled_dot_product_attention_decode transformer.paged_scaled_dot_product_attention_decode
        transformer.chunked_scaled_dot_product_attention transformer.flash_mla_prefill
        transformer.paged_flash_multi_latent_attention_decode transformer.concatenate_heads experimental.nlp_concat_heads
        experimental.nlp_concat_heads_decode experimental.rotary_embedding sampling all_gather reduce_scatter
        mesh_partition distribute_tensor aggregate_tensor point_to_point moe_expert_token_remap rand""",
    several(2): "sort all_to_all_dispatch",
    several(3): """transformer.split_query_key_value_and_split_heads experimental.nlp_create_qkv_heads_decode""",
    nothing: """fill_cache update_cache experimental.paged_update_cache experimental.paged_fill_cache copy
        copy_host_to_device_tensor reset_global_semaphore_value""",
    filled: "full zeros ones empty",
    reduced: "sum mean max min prod argmax",
    matmul: "matmul linear",
    embedding: "embedding",
    ranked: "topk",
    arange: "arange",
    reshape: "reshape",
    permute: "permute",
    transpose: "transpose",
    concat: "concat",
    sliced: "slice",
    pad: "pad",
    repeat: "repeat",
    repeat_interleave: "repeat_interleave",
    conv2d: "conv2d",
    conv_transpose2d: "conv_transpose2d",
    max_pool2d: "max_pool2d",
    avg_pool2d: "avg_pool2d",
    deallocate: "deallocate",
}

CONSTANTS = {
    "DataType": "BFLOAT16 FLOAT32 UINT32 BFLOAT8_B BFLOAT4_B UINT8 UINT16 INT32",
    "Layout": "ROW_MAJOR TILE INVALID",
    "BufferType": "DRAM L1 L1_SMALL TRACE",
    "TensorMemoryLayout": "INTERLEAVED HEIGHT_SHARDED WIDTH_SHARDED BLOCK_SHARDED ND_SHARDED",
    "ShardOrientation": "ROW_MAJOR COL_MAJOR",
    "MathFidelity": "LoFi HiFi2 HiFi3 HiFi4",
    "FabricConfig": "DISABLED FABRIC_1D FABRIC_1D_RING FABRIC_2D",
    "SigmoidMode": "Accurate AccurateWithFastExp FastApproximate",
    "GeluVariant": "Accurate FastLut Tanh",
    "Topology": "Ring Linear Mesh Torus",
    "ReduceType": "Sum Mean Max Min Std Var Prod Invalid",
    "UnaryOpType": "RELU GELU SILU SIGMOID TANH EXP SQRT RELU6 HARDSIGMOID MISH LOG ABS NEG",
}

RECORDS = """MemoryConfig ShardSpec NdShardSpec CoreRangeSet CoreRange CoreCoord CoreGrid WormholeComputeKernelConfig UnaryWithParam
    Conv2dConfig Conv2dSliceConfig Conv3dConfig LayerNormShardedMultiCoreProgramConfig LayerNormDefaultProgramConfig
    SDPAProgramConfig MatmulMultiCoreReuseProgramConfig MatmulMultiCoreReuseMultiCastProgramConfig
    MatmulMultiCoreReuseMultiCast1DProgramConfig MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig MeshShape
    MeshCoordinate SubDeviceId MeshMapperConfig MeshComposerConfig PlacementReplicate PlacementShard create_mesh_mapper
    create_mesh_composer create_global_semaphore""".split()


def function(name, rule):
    def call(*args, **kwargs):
        try:
            for at, tensor in enumerate(tensors([args, kwargs])):
                require(tensor.live, f"tensor {at} of shape {tensor.shape} was deallocated")
            shapes = rule(*args, **kwargs)
        except (Misuse, IndexError, ValueError) as error:
            raise Misuse(f"ttnn.{name}: {error}") from None
        if isinstance(shapes, list):
            return [Tensor(shape=shape) for shape in shapes]
        return Tensor(shape=shapes)

    return call


def ttnn():
    module = types.ModuleType("ttnn")
    for name in ("transformer", "experimental"):
        setattr(module, name, types.SimpleNamespace())
    for rule, names in RULES.items():
        for name in names.split():
            *path, last = name.split(".")
            setattr(getattr(module, path[0]) if path else module, last, function(name, rule))
    for name, members in CONSTANTS.items():
        setattr(module, name, types.SimpleNamespace(**{m: f"{name}.{m}" for m in members.split()}))
    for name in RECORDS:
        setattr(module, name, type(name, (Record,), {}))
    for name in ("Conv2dDRAMSliceHeight", "Conv2dDRAMSliceWidth", "Conv2dL1Full"):
        setattr(module, name, name)
    module.Tensor, module.Shape = Tensor, Shape
    return module


def utils():
    module = types.ModuleType("utils")
    module.DeviceGetter = types.SimpleNamespace(get_device=lambda mesh, fabric_config: Record(mesh, fabric_config))
    module.get_scalar_from_tensor = lambda tensor: 0
    return module


def run(text, name="program"):
    """None, or what is wrong and where."""
    modules = {"ttnn": ttnn(), "utils": utils()}

    def importer(module, *arguments):
        return modules[module] if module in modules else __import__(module, *arguments)

    try:
        exec(compile(text, name, "exec"), {"__name__": "__main__", "__builtins__": {**vars(builtins), "__import__": importer}})
        return None
    except Exception as error:  # whatever the program does wrong is its finding
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == name]
        at = f"line {lines[-1]}: " if lines else ""
        return f"{at}{type(error).__name__}: {error}"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    wrong = 0
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            finding = run(file.read(), path)
        wrong += finding is not None
        print(f"{path}: {finding or 'ok'}")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()

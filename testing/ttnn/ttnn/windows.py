"""Convolutions and pools: images are [1, 1, N*H*W, C]; padding is top, bottom, left, right."""
import math

import numpy as np

from .calls import function, make, require, temporaries
from .elementwise import activation
from .tensor import DRAM
from .values import classes

Layout, DataType = classes["Layout"], classes["DataType"]


def pair(value):
    return (value, value) if isinstance(value, int) else tuple(value)


def four(padding):
    padding = pair(padding)
    return padding if len(padding) == 4 else (padding[0], padding[0], padding[1], padding[1])


def extent(count, low, high, kernel, stride, dilation, ceil=False):
    reach = count + low + high - dilation * (kernel - 1) - 1
    out = (-(-reach // stride) if ceil else reach // stride) + 1
    return out - 1 if ceil and (out - 1) * stride >= count + low else out


def patches(image, kernel, stride, padding, dilation, out, fill):
    """[N, out rows, out columns, kernel rows, kernel columns, C]"""
    top, bottom, left, right = padding
    rows, columns = ((out[i] - 1) * stride[i] + dilation[i] * (kernel[i] - 1) + 1 for i in (0, 1))
    image = np.pad(image, ((0, 0), (top, max(bottom, rows - image.shape[1] - top, 0)),
                           (left, max(right, columns - image.shape[2] - left, 0)), (0, 0)), constant_values=fill)
    parts = [[image[:, i * dilation[0]:i * dilation[0] + (out[0] - 1) * stride[0] + 1:stride[0],
                    j * dilation[1]:j * dilation[1] + (out[1] - 1) * stride[1] + 1:stride[1]]
              for j in range(kernel[1])] for i in range(kernel[0])]
    return np.stack([np.stack(row, 3) for row in parts], 3)


@function("prepare_conv_weights")
def prepare_weights(a):
    """Rows by kernel row, kernel column, channel of the group; one column per output channel."""
    w = a.weight_tensor
    kernel = pair(a.kernel_size)
    require(list(w.shape) == [a.out_channels, a.in_channels // a.groups, *kernel], a.name, f"weights {tuple(w.shape)}")
    require(w.device is None and w.layout.name == "ROW_MAJOR", a.name, "takes weights of the host in ROW_MAJOR")
    shape = [1, 1, kernel[0] * kernel[1] * (a.in_channels // a.groups), a.out_channels]
    return prepared(a, w, shape, lambda get: get(w).transpose(2, 3, 1, 0).reshape(shape))


def prepared(a, w, shape, compute):
    """Lies in DRAM as tiles, of the type that the configuration asks for."""
    a.memory_config, a.dtype = None, None
    wanted = (a.conv_config and a.conv_config.fields.get("weights_dtype")) or a.output_dtype or w.dtype
    made = make(a, shape, compute, w, dtype=wanted, layout=Layout.TILE, host=True)
    from .movement import moved
    result = moved(a, made, device=a.device, config=DRAM)
    result.prepared = True
    return result


@function("prepare_conv_bias")
def prepare_bias(a):
    b = a.bias_tensor
    require(b.device is None and b.layout.name == "ROW_MAJOR", a.name, "takes a bias of the host in ROW_MAJOR")
    return prepared(a, b, [1, 1, 1, a.out_channels], lambda get: get(b).reshape(1, 1, 1, a.out_channels))


def geometry(a, transposed=False):
    kernel, stride, dilation, padding = pair(a.kernel_size), pair(a.stride or 1), pair(a.dilation or 1), four(a.padding or 0)
    size = (a.input_height, a.input_width)
    if transposed:
        extra = pair(a.output_padding or 0)
        out = [(size[i] - 1) * stride[i] - padding[2 * i] - padding[2 * i + 1] + dilation[i] * (kernel[i] - 1) + 1 + extra[i]
               for i in (0, 1)]
    else:
        out = [extent(size[i], padding[2 * i], padding[2 * i + 1], kernel[i], stride[i], dilation[i]) for i in (0, 1)]
    return kernel, stride, dilation, padding, out


def needs_l1_small(a, x):
    """Tables of what each core reads lie there."""
    if x.device is not None and x.device.l1_small == 0:
        raise RuntimeError(f"{a.name}: Out of Memory: Not enough space to allocate L1_SMALL buffer: open the device with l1_small_size")


def check_image(a):
    x = a.input_tensor
    needs_l1_small(a, x)
    pixels = a.batch_size * a.input_height * a.input_width
    require(math.prod(x.shape) == pixels * a.in_channels and x.shape[-1] == a.in_channels, a.name,
            f"input {tuple(x.shape)} is not {pixels} pixels of {a.in_channels} channels")


def columns_of(a, get):
    """Weights as [kernel rows, kernel columns, channels of a group, output channels]."""
    w, kernel, group = a.weight_tensor, pair(a.kernel_size), a.in_channels // (a.groups or 1)
    values = get(w)
    if list(w.shape) == [a.out_channels, group, *kernel] and not hasattr(w, "prepared"):
        return values.transpose(2, 3, 1, 0)
    return values.reshape(*kernel, group, -1)


def convolve(image, weights, groups, geometry_):
    kernel, stride, dilation, padding, out = geometry_
    n, outputs, group = image.shape[0], weights.shape[-1], weights.shape[2]
    each = outputs // groups
    seen = patches(image, kernel, stride, padding, dilation, out, 0)
    parts = [np.tensordot(seen[..., g * group:(g + 1) * group], weights[..., g * each:(g + 1) * each], 3)
             for g in range(groups)]
    return np.concatenate(parts, -1).reshape(1, 1, n * out[0] * out[1], outputs)


@function("conv2d")
def conv2d(a):
    check_image(a)
    x, shapes = a.input_tensor, geometry(a)
    after = activation(a.conv_config.fields.get("activation") if a.conv_config else None)
    out = shapes[-1]
    shape = [1, 1, a.batch_size * out[0] * out[1], a.out_channels]
    weights = math.prod(a.weight_tensor.shape)
    require(weights == a.out_channels * (a.in_channels // (a.groups or 1)) * math.prod(shapes[0]), a.name,
            f"weights {tuple(a.weight_tensor.shape)} do not fit")

    def compute(get):
        image = get(x).astype(np.float32).reshape(a.batch_size, a.input_height, a.input_width, a.in_channels)
        result = convolve(image, columns_of(a, get), a.groups or 1, shapes)
        return after(result if a.bias_tensor is None else result + get(a.bias_tensor).reshape(-1)[:a.out_channels])
    config = a.conv_config
    layout = config.fields.get("output_layout") if config else None
    return consuming(a, lambda: make(a, shape, compute, x, layout=layout or Layout.TILE, memory=DRAM))


def consuming(a, result):
    """Of an input that is not sharded a window op makes shards of its own, and frees them as soon as the halo is made. A
    convolution then frees its input in L1 where its configuration says so. What it makes twice in one size is moved up,
    into what has become free."""
    x, config, sizes = a.input_tensor, getattr(a, "conv_config", None), temporaries(a.name)
    frees = config is not None and config.fields.get("deallocate_activation") and x.config.buffer_type.name == "L1"
    within = []
    # The last is the result's own shards where it is asked for elsewhere.
    halo = len(sizes) - (a.memory_config is None or not a.memory_config.sharded) >= 2 and not x.config.sharded
    for number, (before, count) in enumerate(zip((None, *sizes), sizes)):
        if count == before:
            if frees and x.live:
                x.free()
            while within:
                x.device.l1.free(within.pop())
        within.append(x.device.l1.allocate(count))
        if number == 1 and halo:
            x.device.l1.free(within.pop(0))
    if frees and x.live and sizes:
        x.free()
    made = result()
    if frees and x.live:
        x.free()
    for buffer in within:
        x.device.l1.free(buffer)
    return made


@function("conv_transpose2d")
def conv_transpose2d(a):
    check_image(a)
    x, w = a.input_tensor, a.weight_tensor
    kernel, stride, dilation, padding, out = geometry(a, transposed=True)
    groups, each = a.groups or 1, a.out_channels // (a.groups or 1)
    shape = [1, 1, a.batch_size * out[0] * out[1], a.out_channels]

    require(list(w.shape) == [a.in_channels, each, *kernel], a.name, f"weights {tuple(w.shape)}")

    def compute(get):
        image = get(x).reshape(a.batch_size, a.input_height, a.input_width, a.in_channels)
        full = np.zeros((a.batch_size, out[0] + sum(padding[:2]) + kernel[0] * dilation[0],
                         out[1] + sum(padding[2:]) + kernel[1] * dilation[1], a.out_channels), np.float64)
        values, group = get(w), a.in_channels // groups
        for g in range(groups):
            part = np.tensordot(image[..., g * group:(g + 1) * group], values[g * group:(g + 1) * group], 1)
            for i in range(kernel[0]):
                for j in range(kernel[1]):
                    full[:, i * dilation[0]:i * dilation[0] + a.input_height * stride[0]:stride[0],
                         j * dilation[1]:j * dilation[1] + a.input_width * stride[1]:stride[1],
                         g * each:(g + 1) * each] += part[..., i, j]
        result = full[:, padding[0]:padding[0] + out[0], padding[2]:padding[2] + out[1]].reshape(shape)
        after = activation(a.conv_config.fields.get("activation") if a.conv_config else None)
        return after(result if a.bias_tensor is None else result + get(a.bias_tensor).reshape(-1))
    return consuming(a, lambda: make(a, shape, compute, x, layout=Layout.TILE, memory=DRAM))


@function("max_pool2d avg_pool2d")
def pool(a):
    x = a.input_tensor
    needs_l1_small(a, x)
    kernel, stride, padding = pair(a.kernel_size), pair(a.stride), four(a.padding)
    dilation = pair(getattr(a, "dilation", None) or 1)
    size, batch, channels = (a.input_h, a.input_w), a.batch_size, a.channels
    require(math.prod(x.shape) == batch * size[0] * size[1] * channels, a.name, f"input {tuple(x.shape)} does not fit")
    out = [extent(size[i], padding[2 * i], padding[2 * i + 1], kernel[i], stride[i], dilation[i], bool(a.ceil_mode))
           for i in (0, 1)]
    shape = [1, 1, batch * out[0] * out[1], channels]

    def compute(get):
        image = get(x).reshape(batch, *size, channels)
        if a.name == "max_pool2d":
            return patches(image, kernel, stride, padding, dilation, out, -np.inf).max((3, 4)).reshape(shape)
        total = patches(image, kernel, stride, padding, dilation, out, 0).astype(np.float64).sum((3, 4))
        ones = np.ones((1, *size, 1))
        if a.count_include_pad is not False:
            ones, inner = np.pad(ones, ((0, 0), padding[:2], padding[2:], (0, 0)), constant_values=1), (0, 0, 0, 0)
        else:
            inner = padding
        count = patches(ones, kernel, stride, inner, dilation, out, 0).sum((3, 4))
        return (total / (a.divisor_override or count)).reshape(shape)

    def places(get):
        """Of the largest of each window, counted over the unpadded image."""
        image = get(x).reshape(batch, *size, channels)
        order = np.broadcast_to(np.arange(size[0] * size[1], dtype=np.float64).reshape(1, *size, 1), image.shape)
        seen = patches(image, kernel, stride, padding, dilation, out, -np.inf).reshape(batch, *out, -1, channels)
        numbered = patches(order, kernel, stride, padding, dilation, out, 0).reshape(seen.shape)
        return np.take_along_axis(numbered, seen.argmax(3)[..., None, :], 3).reshape(shape)
    layout = a.output_layout or Layout.ROW_MAJOR

    def results():
        result = make(a, shape, compute, x, dtype=a.dtype or DataType.BFLOAT16, layout=layout, memory=DRAM)
        if not getattr(a, "return_indices", None):
            return result
        return [result, make(a, shape, places, x, dtype=DataType.UINT16, layout=layout, memory=DRAM)]
    return consuming(a, results)

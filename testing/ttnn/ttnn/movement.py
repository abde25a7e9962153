"""Creation, layout, movement."""
import math

import numpy as np

from . import numbers
from .calls import dimension, function, make, require
from .tensor import WITH_NUMBERS, MeshDevice, Tensor, rows_and_columns
from .values import classes

Layout, DataType = classes["Layout"], classes["DataType"]


@function("open_mesh_device")
def open_mesh_device(a):
    import os
    rows, columns = (a.mesh_shape.rows, a.mesh_shape.cols) if a.mesh_shape is not None else (1, 1)
    there = tuple(int(x) for x in os.environ.get("TTNN_MESH", "1x1").split("x"))
    require(rows <= there[0] and columns <= there[1], a.name, f"a mesh of {rows}x{columns}, the system has {there[0]}x{there[1]}")
    device = MeshDevice(rows, columns, a.l1_small_size or 0)
    device.trace_region = a.trace_region_size or 0
    return device


@function("close_mesh_device")
def close_mesh_device(a):
    a.mesh_device.is_open = False


@function("set_fabric_config")
def nothing(a):
    pass


class Mapper:
    """What each chip gets of a tensor: along every axis of the mesh the whole, or its part of a dimension."""

    def __init__(self, device, config):
        self.shape, self.placements = device.shape, config.placements
        require(len(self.placements) == len(self.shape), "create_mesh_mapper", f"{len(self.placements)} placements for a mesh of {self.shape}")

    def parts(self, name, array):
        parts = []
        for chip in range(math.prod(self.shape)):
            part = array
            for at, count, placement in zip(divmod(chip, self.shape[1]), self.shape, self.placements):
                if type(placement).__name__ == "PlacementShard":
                    require(part.shape[placement.dim] % count == 0, name, f"{part.shape[placement.dim]} is no multiple of {count}")
                    part = np.split(part, count, placement.dim)[at] if WITH_NUMBERS else part[
                        tuple(slice(n // count if d == placement.dim else n) for d, n in enumerate(part.shape))]
            parts.append(part)
        return parts


classes["TensorToMesh"] = Mapper


@function("create_mesh_mapper")
def create_mesh_mapper(a):
    return Mapper(a.mesh_device, a.config)


def create(a, shape, fill):
    """A tensor of `fill(shape)`; on the host without a device."""
    chips = a.device.get_num_devices() if a.device is not None else 1
    dtype = a.dtype or DataType.BFLOAT16
    layout = a.layout or Layout.ROW_MAJOR
    data = [fill(tuple(shape)) for _ in range(chips)] if WITH_NUMBERS else None
    return Tensor(data, shape, dtype, layout, a.device, a.memory_config if a.device is not None else None, a.name)


@function("full zeros ones empty")
def full(a):
    value = {"full": getattr(a, "fill_value", 0), "ones": 1}.get(a.name, 0)
    return create(a, a.shape, lambda shape: np.full(shape, value))


@function("arange")
def arange(a):
    values = np.arange(a.start or 0, a.end, a.step or 1)
    return create(a, values.shape, lambda shape: values)


@function("rand")
def rand(a):
    generator = np.random.default_rng(a.seed or 0)
    low, high = (0.0 if a.low is None else a.low), (1.0 if a.high is None else a.high)
    return create(a, a.shape, lambda shape: generator.uniform(low, high, shape))


@function("Tensor")
def constant(a):
    require(len(a.data) == math.prod(a.shape), a.name, f"{len(a.data)} values for shape {list(a.shape)}")
    a.dtype = a.data_type
    return create(a, a.shape, lambda shape: np.array(a.data).reshape(shape))


@function("from_torch")
def from_torch(a):
    array, kinds = a.tensor, {"f": DataType.FLOAT32, "i": DataType.INT32, "u": DataType.UINT32}
    dtype = a.dtype or kinds[array.dtype.kind]
    block = dtype.name in ("BFLOAT8_B", "BFLOAT4_B")
    layout = a.layout or (Layout.TILE if block else Layout.ROW_MAJOR)
    chips = a.device.get_num_devices() if a.device is not None else 1
    parts = [array] * chips if a.mesh_mapper is None else a.mesh_mapper.parts(a.name, array)
    return Tensor(parts if WITH_NUMBERS else None, parts[0].shape, dtype, layout, a.device, a.memory_config, a.name)


class Read:
    """What to_torch gives, as far as programs use it."""

    def __init__(self, array):
        self.array = array

    def float(self):
        return Read(self.array.astype(np.float32))

    def numpy(self):
        return self.array


@function("to_torch")
def to_torch(a):
    return Read(a.tensor.data[0] if WITH_NUMBERS else np.zeros(tuple(a.tensor.shape), np.float32))


@function("get_device_tensors")
def get_device_tensors(a):
    x = a.tensor
    chips = range(x.device.get_num_devices() if x.device is not None else 1)
    return [Tensor(None if x.data is None else [x.data[chip if len(x.data) > 1 else 0]], x.shape, x.dtype, x.layout)
            for chip in chips]


def moved(a, x, layout=None, dtype=None, device=None, config=None, buffer=None):
    data = None if x.data is None else x.data
    if data is not None and device is not None and len(data) < device.get_num_devices():
        data = data * device.get_num_devices()
    return Tensor(data, x.shape, dtype or x.dtype, layout or x.layout, device, config, a.name, buffer)


def carried(old, new):
    """Prepared weights stay prepared where they are moved."""
    if hasattr(old, "prepared"):
        new.prepared = old.prepared
    return new


@function("to_device")
def to_device(a):
    require(a.tensor.device is None, a.name, "the tensor lies on a device already")
    return carried(a.tensor, moved(a, a.tensor, device=a.device, config=a.memory_config))


@function("from_device")
def from_device(a):
    require(a.tensor.device is not None, a.name, "the tensor lies on the host already")
    return carried(a.tensor, moved(a, a.tensor))


@function("to_layout")
def to_layout(a):
    x = a.tensor
    config = a.memory_config or x.config
    require(x.device is None or config is x.config or config == x.config or not config.sharded or not x.config.sharded
            or config.buffer_type == x.config.buffer_type, a.name, "moves a sharded tensor to another memory")
    same = x.device is not None and a.layout == x.layout and a.dtype in (None, x.dtype) and config == x.config
    return carried(x, moved(a, x, a.layout, a.dtype, x.device, config, x.buffer if same else None))


@function("to_memory_config")
def to_memory_config(a):
    x = a.tensor
    require(x.device is not None, a.name, "the tensor lies on the host")
    same = a.memory_config == x.config and a.dtype in (None, x.dtype)
    return carried(x, moved(a, x, dtype=a.dtype, device=x.device, config=a.memory_config, buffer=x.buffer if same else None))


@function("deallocate")
def deallocate(a):
    a.tensor.free(a.force is not False)


@function("reshape")
def reshape(a):
    x, shape = a.input_tensor, list(a.shape)
    if -1 in shape:
        shape[shape.index(-1)] = math.prod(x.shape) // -math.prod(shape)
    require(math.prod(shape) == math.prod(x.shape), a.name, f"{tuple(x.shape)} does not become {tuple(shape)}")
    config = a.memory_config or x.config
    if x.device is not None and config == x.config and is_view(x, shape):
        return Tensor(None if x.data is None else [each.reshape(shape) for each in x.data], shape, x.dtype, x.layout,
                      x.device, x.config, a.name, buffer=x.buffer)
    return make(a, shape, lambda get: get(x).reshape(shape), x)


def is_view(x, shape):
    """Whether a reshape leaves every page where it is: rows of one length, and of tiles the rows in the same tiles."""
    if not shape or not x.shape or shape[-1] != x.shape[-1]:
        return False
    if x.layout.name != "TILE":
        return not x.config.sharded or rows_and_columns(x.shape, False) == rows_and_columns(shape, False)
    second = [s[-2] if len(s) > 1 else 1 for s in (x.shape, shape)]
    return second[0] == second[1] or all(extent % 32 == 0 for extent in second)


@function("permute")
def permute(a):
    x, rank = a.input_tensor, len(a.input_tensor.shape)
    require(sorted(d % rank for d in a.dims) == list(range(rank)), a.name, f"{a.dims} is no permutation of {rank}")
    return make(a, [x.shape[d] for d in a.dims], lambda get: get(x).transpose(a.dims), x)


@function("transpose")
def transpose(a):
    x, rank = a.input_tensor, len(a.input_tensor.shape)
    first, second = dimension(a.name, a.dim1, rank), dimension(a.name, a.dim2, rank)
    shape = list(x.shape)
    shape[first], shape[second] = shape[second], shape[first]
    return make(a, shape, lambda get: np.swapaxes(get(x), first, second), x)


@function("concat")
def concat(a):
    xs = a.tensors
    dim = dimension(a.name, a.dim or 0, len(xs[0].shape))
    rests = {tuple(x.shape[:dim]) + tuple(x.shape[dim + 1:]) for x in xs}
    require(len(rests) == 1, a.name, f"shapes {[tuple(x.shape) for x in xs]} differ beside dimension {dim}")
    require(len({x.dtype for x in xs}) == 1, a.name, "data types differ")
    shape = list(xs[0].shape)
    shape[dim] = sum(x.shape[dim] for x in xs)
    return make(a, shape, lambda get: np.concatenate([get(x) for x in xs], dim), xs[0])


@function("slice")
def slices(a):
    x = a.input_tensor
    begins = a.slice_start if a.slice_start is not None else [int(v) for v in a.starts.data[0].reshape(-1)]
    ends = a.slice_end if a.slice_end is not None else [int(v) for v in a.ends.data[0].reshape(-1)]
    steps = a.slice_step or [1] * len(x.shape)
    require(len(begins) == len(x.shape), a.name, f"{len(begins)} bounds for rank {len(x.shape)}")
    ranges = [range(n)[b:e:s] for n, b, e, s in zip(x.shape, begins, ends, steps)]
    index = tuple(slice(b, e, s) for b, e, s in zip(begins, ends, steps))
    return make(a, [len(r) for r in ranges], lambda get: get(x)[index], x)


@function("pad")
def pad(a):
    x, pairs = a.input_tensor, [tuple(p) for p in a.padding]
    require(len(pairs) == len(x.shape), a.name, f"{len(pairs)} pairs for rank {len(x.shape)}")
    return make(a, [n + low + high for n, (low, high) in zip(x.shape, pairs)],
                lambda get: np.pad(get(x), pairs, constant_values=a.value), x)


@function("repeat")
def repeat(a):
    x, times = a.input_tensor, list(a.repeat_dims)
    require(len(times) == len(x.shape), a.name, f"{len(times)} counts for rank {len(x.shape)}")
    return make(a, [n * t for n, t in zip(x.shape, times)], lambda get: np.tile(get(x), times), x)


@function("repeat_interleave")
def repeat_interleave(a):
    x = a.input_tensor
    dim = dimension(a.name, a.dim, len(x.shape))
    shape = [n * (a.repeats if i == dim else 1) for i, n in enumerate(x.shape)]
    return make(a, shape, lambda get: np.repeat(get(x), a.repeats, dim), x)


@function("gather")
def gather(a):
    return make(a, a.index.shape, lambda get: np.take_along_axis(get(a.input), get(a.index), a.dim), a.input)


@function("scatter")
def scatter(a):
    x, combine = a.input, {None: None, "add": np.add, "multiply": np.multiply, "amax": np.maximum, "amin": np.minimum}
    require(a.reduce in combine, a.name, f"unknown reduce '{a.reduce}'")

    def compute(get):
        result, index = get(x).copy(), get(a.index)
        source = get(a.src)[tuple(slice(0, n) for n in index.shape)]
        places = list(np.indices(index.shape))
        places[a.dim] = index
        if a.reduce is None:
            np.put_along_axis(result, index, source, a.dim) if index.shape == result.shape else result.__setitem__(
                tuple(places), source)
        else:
            combine[a.reduce].at(result, tuple(places), source)
        return result
    return make(a, x.shape, compute, x)


@function("embedding")
def embedding(a):
    table, index = a.weight, a.input_tensor
    width = table.shape[-1]

    def compute(get):
        rows = get(table).reshape(-1, width)
        chosen = get(index)
        require(chosen.size == 0 or (0 <= chosen.min() and chosen.max() < len(rows)), a.name, "an index is out of range")
        return rows[chosen.astype(np.int64)]
    require(index.dtype.name in ("UINT32", "BFLOAT16", "INT32"), a.name, f"indices of {index.dtype}")
    return make(a, list(index.shape) + [width], compute, table, layout=a.layout or Layout.ROW_MAJOR)


@function("sort")
def sort(a):
    x = a.input_tensor
    dim = dimension(a.name, -1 if a.dim is None else a.dim, len(x.shape))

    def order(get):
        values = -get(x) if a.descending else get(x)
        return np.argsort(values, dim, kind="stable")
    kind = DataType.UINT16 if x.shape[dim] <= 65535 else DataType.UINT32
    return [make(a, x.shape, lambda get: np.take_along_axis(get(x), order(get), dim), x),
            make(a, x.shape, order, x, dtype=kind)]


@function("topk")
def topk(a):
    x, k = a.input_tensor, 32 if a.k is None else a.k
    dim = dimension(a.name, -1 if a.dim is None else a.dim, len(x.shape))
    shape = [k if i == dim else n for i, n in enumerate(x.shape)]

    def order(get):
        values = get(x) if a.largest is False else -get(x)
        return np.take(np.argsort(values, dim, kind="stable"), np.arange(k), dim)
    kind = DataType.UINT16 if x.shape[dim] <= 65535 else DataType.UINT32
    return [make(a, shape, lambda get: np.take_along_axis(get(x), order(get), dim), x),
            make(a, shape, order, x, dtype=kind)]


@function("upsample")
def upsample(a):
    x, scale = a.input_tensor, a.scale_factor
    down, across = (scale, scale) if isinstance(scale, int) else scale
    require(len(x.shape) == 4, a.name, "takes NHWC")
    n, h, w, c = x.shape

    def axis(count, factor):
        """Lower neighbour, upper neighbour and weight of the upper one for each place of the result."""
        at = np.clip((np.arange(count * factor) + 0.5) / factor - 0.5, 0, count - 1)
        low = np.floor(at).astype(int)
        return low, np.minimum(low + 1, count - 1), (at - low)

    def compute(get):
        if a.mode in (None, "nearest"):
            return np.repeat(np.repeat(get(x), down, 1), across, 2)
        low, high, share = axis(h, down)
        rows = get(x)[:, low] * (1 - share)[None, :, None, None] + get(x)[:, high] * share[None, :, None, None]
        low, high, share = axis(w, across)
        return rows[:, :, low] * (1 - share)[None, None, :, None] + rows[:, :, high] * share[None, None, :, None]
    return make(a, [n, h * down, w * across, c], compute, x)


def overwrite(tensor, chip, place, values):
    data = tensor.data[chip].copy()
    data[place] = numbers.hold(values, tensor.dtype.name)
    tensor.data[chip] = data


@function("copy")
def copy(a):
    for chip in range(len(a.input_b.data or ())):
        overwrite(a.input_b, chip, ..., a.input_a.data[chip])
    return a.input_b


@function("fill_cache")
def fill_cache(a):
    cache, x = a.cache_tensor, a.input_tensor
    require(x.shape[2] <= cache.shape[2] and a.batch_idx < cache.shape[0], a.name,
            f"{tuple(x.shape)} does not fit into {tuple(cache.shape)}")
    for chip in range(len(cache.data or ())):
        overwrite(cache, chip, (slice(a.batch_idx, a.batch_idx + x.shape[0]), slice(None), slice(0, x.shape[2])), x.data[chip])
    return cache


@function("update_cache")
def update_cache(a):
    """The input holds, for each batch entry, one row per head: [1, heads, batch (padded), width]."""
    cache, x = a.cache, a.input
    require(0 <= a.update_idx < cache.shape[2], a.name, f"row {a.update_idx} of {cache.shape[2]}")
    batch = cache.shape[0]
    for chip in range(len(cache.data or ())):
        rows = x.data[chip][0].transpose(1, 0, 2)[(a.batch_offset or 0):][:batch]
        overwrite(cache, chip, (slice(0, len(rows)), slice(None), a.update_idx), rows)
    return cache


@function("mesh_partition")
def mesh_partition(a):
    x, (rows, columns) = a.input_tensor, a.input_tensor.device.shape
    parts = rows * columns if a.cluster_axis is None else (rows, columns)[a.cluster_axis]
    dim = dimension(a.name, a.dim, len(x.shape))
    require(x.shape[dim] % parts == 0, a.name, f"{x.shape[dim]} is no multiple of {parts}")
    each = x.shape[dim] // parts
    shape = [each if i == dim else n for i, n in enumerate(x.shape)]
    result = make(a, shape, lambda get: np.take(get(x), range(each), dim), x)
    for chip in range(len(x.data or ())):
        part = chip if a.cluster_axis is None else (chip // columns, chip % columns)[a.cluster_axis]
        result.data[chip] = np.take(x.data[chip], range(part * each, part * each + each), dim)
    return result


def lines(device, axis):
    """For every chip the chips of its line along an axis of the mesh, all of them without one."""
    rows, columns = device.shape
    chips = range(rows * columns)
    if axis is None:
        return [list(chips)] * len(chips)
    return [[c for c in chips if (c // columns == chip // columns if axis == 1 else c % columns == chip % columns)]
            for chip in chips]


class Composer:
    """Along which dimension the parts of the chips of each axis are put together."""

    def __init__(self, device, config):
        self.shape, self.dims = device.shape, config.dims
        require(len(self.dims) == len(self.shape), "create_mesh_composer", f"{len(self.dims)} dimensions for a mesh of {self.shape}")


classes["MeshToTensor"] = Composer


@function("create_mesh_composer")
def create_mesh_composer(a):
    return Composer(a.mesh_device, a.config)


@function("distribute_tensor")
def distribute_tensor(a):
    x = a.tensor
    whole = np.broadcast_to(np.zeros(()), tuple(x.shape)) if x.data is None else x.data[0]
    parts = a.mapper.parts(a.name, whole)
    return Tensor(None if x.data is None else parts, parts[0].shape, x.dtype, x.layout, x.device, x.config, a.name)


@function("aggregate_tensor")
def aggregate_tensor(a):
    """On the host, where the chips' parts lie beside each other."""
    x, (rows, columns), (down, across) = a.tensor, a.composer.shape, a.composer.dims
    shape = list(x.shape)
    shape[down] *= rows
    shape[across] *= columns
    data = None
    if x.data is not None:
        lines = [np.concatenate(x.data[row * columns:(row + 1) * columns], across) for row in range(rows)]
        data = [np.concatenate(lines, down)]
    return Tensor(data, shape, x.dtype, x.layout, None, None, a.name)


@function("all_reduce all_gather reduce_scatter experimental.all_reduce_async")
def collective(a):
    x = a.input_tensor
    groups = lines(x.device, a.cluster_axis)
    count, dim, shape = len(groups[0]), None, list(x.shape)
    if not a.name.split(".")[-1].startswith("all_reduce"):
        dim = dimension(a.name, a.dim, len(shape))
        shape[dim] = shape[dim] * count if a.name == "all_gather" else shape[dim] // count
    result = make(a, shape, lambda get: np.zeros(shape), x)
    for chip in range(len(x.data or ())):
        parts = [x.data[c].astype(np.float64) for c in groups[chip]]
        values = np.concatenate(parts, dim) if a.name == "all_gather" else sum(parts)
        if a.name == "reduce_scatter":
            values = np.array_split(values, count, dim)[groups[chip].index(chip)]
        result.data[chip] = numbers.hold(values, result.dtype.name)
    return result

"""Tensors: a logical shape, a type, pages, and where they lie."""
import json
import math
import os
import pathlib

from . import memory, numbers
from .values import MemoryConfig, classes

Layout, DataType, BufferType, TensorMemoryLayout = (
    classes[name] for name in ("Layout", "DataType", "BufferType", "TensorMemoryLayout"))
WITH_NUMBERS = os.environ.get("TTNN_NUMBERS", "1") != "0"
DEVICES = pathlib.Path(__file__).resolve().parents[3] / "devices"
DRAM = MemoryConfig(TensorMemoryLayout.INTERLEAVED, BufferType.DRAM)


class MeshDevice:
    """Chips that all hold the same buffers."""

    def __init__(self, rows, columns, l1_small_size):
        chip = json.loads((DEVICES / f"{os.environ.get('TTNN_CHIP', 'wormhole-n150')}.json").read_text())["chips"][0]
        self.shape, self.chip, self.is_open = (rows, columns), chip, True
        self.l1_small = l1_small_size
        self.traces, self.capturing, self.replaying = {}, None, False
        base = chip["l1_unreserved_base_bytes"]
        self.l1 = memory.Memory("L1", base, chip["l1_size_bytes"] - base - l1_small_size,
                                chip["noc_dram_address_align_bytes"], from_top=True)  # the allocator has one alignment
        start = chip["dram_unreserved_base_bytes"]
        self.dram = memory.Memory("DRAM", start, chip["dram_unreserved_end_bytes"] - start,
                                  chip["noc_dram_address_align_bytes"], from_top=False)

    def arch(self):
        return self.chip["arch"]

    def compute_with_storage_grid_size(self):
        rows, columns = self.chip["grid"]
        return classes["CoreCoord"](columns, rows)

    def l1_size_per_core(self):
        return self.chip["l1_size_bytes"]

    def get_num_devices(self):
        return math.prod(self.shape)

    def memory_of(self, config):
        return self.dram if config.buffer_type.name == "DRAM" else self.l1

    def banks(self, config):
        return self.chip["num_dram_channels"] if config.buffer_type.name == "DRAM" else math.prod(self.chip["grid"])


classes["MeshDevice"] = MeshDevice


def padded(shape, tiled):
    """The shape with its last two extents filled up to tiles."""
    shape = list(shape)
    for i in range(1, 3) if tiled else ():
        if len(shape) >= i:
            shape[-i] = -(-shape[-i] // 32) * 32
    if tiled and len(shape) == 1:
        shape = [32] + shape
    return shape


def rows_and_columns(shape, tiled):
    shape = padded(shape, tiled)
    return math.prod(shape[:-1]), (shape[-1] if shape else 1)


def check_shards(name, shape, layout, config, device):
    """A sharded tensor: whole tiles, cores of the grid, and as many shards as cores at most."""
    spec, tiled = config.shard_spec, layout.name == "TILE"
    if spec is None:
        raise RuntimeError(f"{name}: {config.memory_layout} needs a shard spec")
    height, width = spec.shard_shape
    rows, columns = rows_and_columns(shape, tiled)
    if tiled and (height % 32 or width % 32):
        raise RuntimeError(f"{name}: shard {height}x{width} is no multiple of a tile")
    grid_rows, grid_columns = device.chip["grid"]
    if config.buffer_type.name != "DRAM" and any(x >= grid_columns or y >= grid_rows for x, y in spec.grid.cores):
        raise RuntimeError(f"{name}: cores {spec.grid.cores[-1]} lie outside of the grid {grid_columns}x{grid_rows}")
    down, across = -(-rows // height), -(-columns // width)
    kind = config.memory_layout.name
    if kind == "HEIGHT_SHARDED" and width < columns or kind == "WIDTH_SHARDED" and height < rows:
        raise RuntimeError(f"{name}: shard {height}x{width} does not hold what {kind} leaves whole of {rows}x{columns}")
    if down * across > len(spec.grid.cores):
        raise RuntimeError(f"{name}: {down * across} shards of {height}x{width} for {len(spec.grid.cores)} cores")


class Tensor:
    """`data`: one array per chip, or None where no numbers are kept."""

    def __init__(self, data, shape, dtype, layout, device=None, config=None, name="Tensor", buffer=None):
        self.shape, self.dtype, self.layout, self.device = Shape(shape), dtype, layout, device
        self.config, self.held, self.buffer = config, True, buffer
        if dtype.name in ("BFLOAT8_B", "BFLOAT4_B") and layout.name != "TILE":
            raise RuntimeError(f"{name}: {dtype} needs Layout.TILE")
        self.data = data if data is None else [numbers.hold(each, dtype.name).reshape(tuple(shape)) for each in data]
        if device is not None:
            self.config = config or DRAM
            self.buffer = buffer or self.place(name)
            self.buffer.owners += 1

    def place(self, name):
        """A buffer for it, the same on every bank; a replayed trace has those of its capture."""
        if self.device.replaying:
            return memory.Buffer(memory.Memory("replay", 0, 0, 1, False), 0, 0)
        tiled = self.layout.name == "TILE"
        rows, columns = rows_and_columns(self.shape, tiled)
        page = numbers.page_bytes(self.dtype.name, columns, tiled)
        pages = (rows // 32) * (columns // 32) if tiled else rows
        if self.config.nd_shard_spec is not None:
            spec = self.config.nd_shard_spec
            each = math.prod(padded(spec.shard_shape, tiled)) * page // (1024 if tiled else max(columns, 1))
            shards = math.prod(-(-a // b) for a, b in zip(padded(self.shape, tiled), spec.shard_shape))
            count = -(-shards // len(spec.grid.cores)) * each
        elif self.config.sharded:
            check_shards(name, self.shape, self.layout, self.config, self.device)
            height, width = self.config.shard_spec.shard_shape
            count = (height // 32) * (width // 32) * page if tiled else height * width * numbers.element_bytes(self.dtype.name)
        else:
            count = -(-pages // self.device.banks(self.config)) * page
        return self.device.memory_of(self.config).allocate(count)

    @property
    def live(self):
        return self.held and (self.buffer is None or self.buffer.live)

    def free(self, force=False):
        if self.held and self.buffer is not None:
            self.buffer.drop(force)
        self.held = False

    def __del__(self):
        if getattr(self, "held", False):
            self.free()

    def memory_config(self):
        return self.config

    def is_allocated(self):
        return self.live

    def storage_type(self):
        return classes["StorageType"].HOST if self.device is None else classes["StorageType"].DEVICE

    def get_layout(self):
        return self.layout


class Shape(tuple):
    """What `tensor.shape` gives."""


classes["Tensor"] = Tensor

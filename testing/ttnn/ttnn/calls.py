"""How a function of ttnn is called here: signature, liveness and place of its tensors, then shape and numbers."""
import collections
import json
import os
import types

import numpy as np

from . import signatures
from .tensor import WITH_NUMBERS, Tensor
from .values import TABLE, fits

FUNCTIONS = {}
COUNTS = collections.Counter()
PEAKS = {"L1": 0, "DRAM": 0}
STEPS = []  # (function, bytes of L1 that tensors hold before it, that they hold behind it), of calls on a device
# Of each op, in order, where testing/ttnn/steps.py gives them: bytes of its circular buffers from the bottom of L1, and of the
# tensors that the library makes and frees within it.
CIRCULAR_BUFFERS, TEMPORARIES = [], []
CONSUMING = {"conv2d", "conv_transpose2d", "max_pool2d", "avg_pool2d"}  # free while they have temporaries: these are theirs to make
HOST_TOO = {"to_device", "from_device", "to_layout", "to_dtype", "prepare_conv_weights", "prepare_conv_bias", "deallocate",
            "prepare_conv_transpose2d_weights", "prepare_conv_transpose2d_bias", "to_torch", "typecast",
            "experimental.prepare_conv3d_weights", "copy_host_to_device_tensor", "dump_tensor", "get_device_tensors",
            "distribute_tensor", "aggregate_tensor"}

UNPREPARED = {"weight_tensor", "bias_tensor"}  # a convolution brings them to the device itself


def function(names):
    """Registers what computes the functions of these names; it gets the bound arguments, absent ones as None."""
    def register(body):
        for name in names.split():
            FUNCTIONS[name] = body
        return body
    return register


def tensors_in(value):
    if isinstance(value, Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from tensors_in(each)


def check_operands(name, bound):
    for key, value in bound.items():
        for tensor in tensors_in(value):
            if not tensor.live:
                raise RuntimeError(f"{name}: '{key}' of shape {tuple(tensor.shape)} was deallocated")
            if tensor.device is None and name not in HOST_TOO and key not in UNPREPARED:
                raise RuntimeError(f"{name}: '{key}' of shape {tuple(tensor.shape)} lies on the host")
    device = bound.get("device") or bound.get("mesh_device")
    if device is not None and not device.is_open:
        raise RuntimeError(f"{name}: the device is closed")


def entry(name):
    """The function as users call it."""
    overloads = TABLE.functions[name]

    def call(*args, **keywords):
        bound = signatures.bind(name, overloads, args, keywords, fits)
        check_operands(name, bound)
        COUNTS[name] += 1
        if name not in FUNCTIONS:
            raise NotImplementedError(f"the stand-in does not compute ttnn.{name}")
        names = {p.name: None for signature in overloads for p in signature.parameters}
        device = next((t.device for value in bound.values() for t in tensors_in(value) if t.device is not None),
                      bound.get("device") or bound.get("mesh_device"))
        before = device.l1.held if device is not None else 0
        alone = device is not None and name not in CONSUMING
        within = [device.l1.allocate(count) for count in temporaries(name)] if alone else []
        if within:  # by several programs: the largest buffers are those of the first, when the result is not there yet
            check_circular_buffers(name, device.l1)
        results = FUNCTIONS[name](types.SimpleNamespace(**{**names, **bound}, name=name))
        capture(name, {**names, **bound}, results)
        if device is not None and name not in NO_STEPS:
            if not within:
                check_circular_buffers(name, device.l1)
            for buffer in within:
                device.l1.free(buffer)
            STEPS.append((name, before, device.l1.held))
        for tensor in tensors_in(results):
            if tensor.device is not None:
                for kind, memory in (("L1", tensor.device.l1), ("DRAM", tensor.device.dram)):
                    PEAKS[kind] = max(PEAKS[kind], memory.peak)
        return results
    call.__name__ = name.rsplit(".", 1)[-1]
    call.__doc__ = "\n".join(call.__name__ + signature.text for signature in overloads)
    return call


#===--- Traces ----------------------------------------------------------------------------------------------------===#

NEITHER = {"deallocate", "begin_trace_capture", "end_trace_capture", "synchronize_device"}
BETWEEN = {"from_torch", "to_torch", "to_device", "from_device", "copy_host_to_device_tensor", "Tensor", "dump_tensor", "load_tensor"}


def capture(name, bound, results):
    """Keeps a call of a device that captures; what moves data between host and device cannot be replayed."""
    tensors = [t for value in (*bound.values(), results) for t in tensors_in(value)]
    device = next((t.device for t in tensors if t.device is not None), bound.get("device") or bound.get("mesh_device"))
    if device is None or device.capturing is None or name in NEITHER:
        return
    if name in BETWEEN and any(t.device is not None for t in tensors):
        raise RuntimeError(f"{name}: reads and writes of the host are not supported during trace capture")
    device.capturing.append((name, bound, results))


@function("begin_trace_capture")
def begin_trace(a):
    require(a.mesh_device.capturing is None, a.name, "a capture runs already")
    require(a.mesh_device.trace_region > 0, a.name, "the device was opened without trace_region_size")
    a.mesh_device.capturing = []
    return len(a.mesh_device.traces)


@function("end_trace_capture")
def end_trace(a):
    require(a.mesh_device.capturing is not None, a.name, "no capture runs")
    a.mesh_device.traces[a.trace_id], a.mesh_device.capturing = a.mesh_device.capturing, None


@function("execute_trace")
def execute_trace(a):
    """The calls again; their results take the numbers, wherever these tensors are held."""
    require(a.trace_id in a.mesh_device.traces, a.name, f"there is no trace {a.trace_id}")
    a.mesh_device.replaying = True
    try:
        for name, bound, results in a.mesh_device.traces[a.trace_id]:
            again = FUNCTIONS[name](types.SimpleNamespace(**bound, name=name))
            for old, new in zip(tensors_in(results), tensors_in(again)):
                old.data = new.data
    finally:
        a.mesh_device.replaying = False


@function("release_trace")
def release_trace(a):
    require(a.mesh_device.traces.pop(a.trace_id, None) is not None, a.name, f"there is no trace {a.trace_id}")


@function("synchronize_device")
def synchronize(a):
    pass


NO_STEPS = {"open_mesh_device", "close_mesh_device", "create_mesh_mapper", "create_mesh_composer", "from_torch", "to_torch",
            "get_device_tensors", "deallocate", "synchronize_device"}


def temporaries(name):
    return TEMPORARIES[len(STEPS)] if name not in NO_STEPS and len(STEPS) < len(TEMPORARIES) else ()


def check_circular_buffers(name, l1):
    """A program's circular buffers lie from the bottom of L1; those of its results above count with the others."""
    if len(STEPS) < len(CIRCULAR_BUFFERS) and l1.base + CIRCULAR_BUFFERS[len(STEPS)] > l1.lowest():
        raise RuntimeError(f"{name}: statically allocated circular buffers grow to {l1.base + CIRCULAR_BUFFERS[len(STEPS)]}, "
                           f"which clashes with L1 buffers at {l1.lowest()}")


def report():
    path = os.environ.get("TTNN_REPORT")
    if path:
        with open(path, "w") as file:
            json.dump({"calls": dict(sorted(COUNTS.items())), "peak": PEAKS, "steps": STEPS}, file)


#===--- Results ---------------------------------------------------------------------------------------------------===#

def numbers_of(value, chip):
    """What a tensor or a number holds on a chip: floats as float32, integers as int64."""
    if not isinstance(value, Tensor):
        return np.asarray(value, np.float32 if isinstance(value, float) else None)
    data = value.data[chip]
    return data.astype(np.int64) if data.dtype.kind in "iu" else data


def make(a, shape, compute, like, dtype=None, layout=None, memory=None, host=False):
    """A result: `compute(get)` gives the numbers of one chip, where `get(x)` are those of x there.

    Without a memory config of its own a result lies as its first operand does."""
    device = None if host else like.device
    data = None
    if WITH_NUMBERS:
        with np.errstate(all="ignore"):
            data = [compute(lambda x, chip=chip: numbers_of(x, chip)) for chip in range(len(like.data))]
        for each in data:
            if tuple(each.shape) != tuple(shape):
                raise AssertionError(f"{a.name}: the numbers have shape {each.shape}, the rule says {tuple(shape)}")
    config = a.memory_config if getattr(a, "memory_config", None) is not None else memory or like.config
    return Tensor(data, shape, dtype or getattr(a, "dtype", None) or like.dtype, layout or like.layout, device,
                  config if device is not None else None, a.name)


def require(holds, name, message):
    if not holds:
        raise RuntimeError(f"{name}: {message}")


def needs_tiles(a, *tensors):
    for tensor in tensors:
        require(tensor is None or tensor.layout.name == "TILE", a.name, "operands must be in TILE layout")


def dimension(name, dim, rank):
    require(-rank <= dim < max(rank, 1), name, f"dimension {dim} of a tensor of rank {rank}")
    return dim % max(rank, 1)


def is_integer(tensor):
    return tensor.dtype.name in ("UINT8", "UINT16", "UINT32", "INT32")




"""A strict stand-in for the ttnn package; see the README beside it."""
import atexit as _atexit
import sys as _sys
import types as _types

from . import calls as _calls, elementwise as _e, library as _l, movement as _m, products as _p, windows as _w  # noqa: F401
from .values import TABLE as _table, classes as _classes

__version__ = f"stand-in of {_table.version}"


class _Tensors(type):
    """The class that users name: called, it makes a tensor as the table's signatures say."""

    def __instancecheck__(cls, value):
        return isinstance(value, _classes["Tensor"])

    def __call__(cls, *args, **keywords):
        return _calls.entry("Tensor")(*args, **keywords)


def _publish():
    """Every name of the table; `transformer.x` into a module of its own."""
    here = _sys.modules[__name__]
    for name, made in _classes.items():
        setattr(here, name, made)
    for name in _table.functions:
        home, leaf = here, name
        if "." in name:
            part, leaf = name.split(".")
            home = getattr(here, part, None) or _types.ModuleType(f"ttnn.{part}")
            setattr(here, part, home)
        setattr(home, leaf, _calls.entry(name))
    here.Tensor = _Tensors("Tensor", (), {})
    kinds = _classes["Conv2dSliceType"]
    here.Conv2dL1Full, here.Conv2dDRAMSliceHeight, here.Conv2dDRAMSliceWidth = kinds.L1_FULL, kinds.DRAM_HEIGHT, kinds.DRAM_WIDTH
    memory, layouts, buffers = _classes["MemoryConfig"], _classes["TensorMemoryLayout"], _classes["BufferType"]
    here.DRAM_MEMORY_CONFIG = memory(layouts.INTERLEAVED, buffers.DRAM)
    here.L1_MEMORY_CONFIG = memory(layouts.INTERLEAVED, buffers.L1)


_publish()
_atexit.register(_calls.report)

"""Enumerations and configuration classes, made from the table of signatures."""
import numpy as np

from . import signatures

TABLE = signatures.chosen()


class Enum:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"{type(self).__name__}.{self.name}"


def make_enum(name, members):
    made = type(name, (Enum,), {})
    for member in members:
        setattr(made, member, made(member))
    return made


class Configuration:
    """Its arguments, by name."""

    def __init__(self, *args, **keywords):
        self.fields = signatures.bind(type(self).__name__, TABLE.classes[type(self).__name__], args, keywords, fits)
        self.__dict__.update(self.fields)
        self.check()

    def check(self):
        pass

    def __eq__(self, other):
        return type(self) is type(other) and self.fields == other.fields

    def __hash__(self):
        return hash(repr(self))

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.fields.items())})"


class Shape(list):
    pass


class CoreRangeSet(Configuration):
    def check(self):
        self.cores = [(x, y) for r in self.core_ranges for y in range(r.start.y, r.end.y + 1)
                      for x in range(r.start.x, r.end.x + 1)]
        if len(set(self.cores)) != len(self.cores):
            raise RuntimeError("CoreRangeSet: ranges overlap")


class MemoryConfig(Configuration):
    def check(self):
        self.memory_layout = self.fields.get("memory_layout", classes["TensorMemoryLayout"].INTERLEAVED)
        self.buffer_type = self.fields.get("buffer_type", classes["BufferType"].DRAM)
        self.shard_spec = self.fields.get("shard_spec")
        self.nd_shard_spec = self.fields.get("nd_shard_spec")
        if self.nd_shard_spec is not None:
            self.memory_layout = classes["TensorMemoryLayout"].ND_SHARDED
        if self.memory_layout.name == "INTERLEAVED" and self.shard_spec is not None:
            raise RuntimeError("MemoryConfig: an interleaved tensor has no shard spec")

    @property
    def sharded(self):
        return self.memory_layout.name != "INTERLEAVED"


classes = {name: make_enum(name, members) for name, members in TABLE.enums.items()}
classes.update({name: type(name, (Configuration,), {}) for name in TABLE.classes})
classes.update({c.__name__: c for c in (Shape, CoreRangeSet, MemoryConfig)})


def is_list(value, kind):
    return isinstance(value, (list, tuple)) and all(fits(each, kind) for each in value)


PLAIN = {
    "int": lambda v: type(v) is int,
    "float": lambda v: type(v) in (int, float),
    "bool": lambda v: type(v) is bool,
    "str": lambda v: type(v) is str,
    "array": lambda v: isinstance(v, np.ndarray),
    "Shape": lambda v: isinstance(v, Shape) or is_list(v, "int"),
}


def fits(value, kind):
    """Whether the binding takes the value for a parameter of this kind."""
    if "|" in kind:
        return any(fits(value, each) for each in kind.split("|"))
    if kind in TABLE.unions:
        return fits(value, TABLE.unions[kind])
    if kind in PLAIN:
        return PLAIN[kind](value)
    if kind.startswith("list["):
        return is_list(value, kind[5:-1])
    return kind in classes and isinstance(value, classes[kind])

#!/usr/bin/env python3
"""Runs an emitted program under the stand-in and compares every configuration that its calls get with the text of the
module that it was written from: place of the result, program, compute, convolution and slice configuration.

usage: configurations.py MAIN.py PLANNED.mlir [--chip NAME]

The module is read here by its text alone; nothing of the emitter takes part.
"""
import argparse
import os
import re
import sys

import run as runner

FIELDS = {"program_config": ("matmul_program_config", "program_config"), "slice_config": ("conv2d_slice_config",),
          "dram_slice_config": ("conv2d_slice_config",), "conv_config": ("conv2d_config",), "config": ("conv3d_config",),
          "compute_kernel_config": ("compute_config",), "compute_config": ("compute_config",),
          "input_memory_config": ("input_memory_config",)}
NO_CALL = ("ttnn.deallocate", "ttnn.get_device", "ttcore.optimization_barrier")
OWN = {"open_mesh_device", "close_mesh_device", "set_fabric_config", "create_mesh_mapper", "from_torch", "to_torch",
       "get_device_tensors", "deallocate"}


#===--- The module ------------------------------------------------------------------------------------------------===#

def closing(text, start):
    """Index behind the bracket that closes the one at `start`; `->` is no bracket."""
    depth = 0
    for i in range(start, len(text)):
        if text[i] in "<[({":
            depth += 1
        elif text[i] in ">])}" and text[i - 1:i + 1] != "->":
            depth -= 1
            if depth == 0:
                return i + 1
    raise ValueError(f"no end of {text[start:start + 60]}")


def parts(text):
    """Pieces between commas outside of brackets."""
    found, start, depth = [], 0, 0
    for i, letter in enumerate(text):
        depth += letter in "<[({"
        depth -= letter in ">])}" and text[i - 1:i + 1] != "->"
        if letter == "," and depth == 0:
            found.append(text[start:i].strip())
            start = i + 1
    return [p for p in found + [text[start:].strip()] if p]


def ranges(text):
    return [tuple(map(int, m)) for m in re.findall(r"\((\d+), ?(\d+)\), \((\d+), ?(\d+)\)", text)]


def value_of(text):
    """A field of a configuration, as `plain` gives that of Python."""
    text = text.strip()
    if "core_range" in text or text in ("<>", "<[]>"):
        return ranges(text)
    if "op_type" in text:
        words = dict(p.split(" = ", 1) for p in parts(text[text.index("<") + 1:-1]))
        numbers = [float(n.split(":")[0]) for n in parts(words.get("params", "[]")[1:-1])]
        return ("unary", words["op_type"], numbers)
    coordinates = re.match(r"(?:#ttnn\.core_coord)?<(\d+), ?(\d+)>$", text)
    if coordinates:
        return ("coordinate", *map(int, coordinates.groups()))
    return {"true": True, "false": False}.get(text, int(text) if re.match(r"-?\d+$", text) else text)


def memory_of(text):
    """A memory configuration: buffer, layout, cores, shard; None for the host."""
    buffer = re.search(r"#(l1_small|l1|dram|system_memory|trace)\b|buffer_type<(\w+)>", text)
    name = next(g for g in buffer.groups() if g)
    if name == "system_memory":
        return None
    layout = re.search(r"<(interleaved|height_sharded|width_sharded|block_sharded)>", text)[1]
    if layout == "interleaved":
        return (name, layout)
    shard = re.search(r"core_ranges|core_range_set|shard_spec", text)
    extents = re.search(r"memref<(\d+)x(\d+)x(!ttcore\.tile)?", text)
    if extents:
        scale = 32 if extents[3] else 1
        return (name, layout, ranges(text[shard.start():]), [int(extents[1]) * scale, int(extents[2]) * scale])
    spec = re.search(r">, <(\d+)x(\d+)>, <", text)
    return (name, layout, ranges(text[shard.start():]), [int(spec[1]), int(spec[2])])


def configuration(text):
    if "memory_config" in text:
        return memory_of(text)
    inside = text[text.index("<") + 1:-1]
    if "slice_config" in text:
        kind, number = parts(inside)
        return {"slice_type": kind, "num_slices": int(number)}
    return {k.lower(): value_of(v) for k, v in (p.split(" = ", 1) for p in parts(inside))}


class Module:
    """Ops of each function: name, attributes as text, type of the first result."""

    def __init__(self, text):
        self.aliases = dict(re.findall(r"^(#\w+) = (.*)$", text, re.M))
        self.functions, current = {}, None
        for line in text.splitlines():
            if line.startswith("#"):  # a location may be called like an op
                continue
            head = re.search(r"func\.func (private )?@(\w+)\(", line)
            if head:
                current = self.functions.setdefault(head[2], [])
                if not head[1]:
                    self.entry = head[2]
            elif current is not None:
                cached = re.search(r"ttcore\.load_cached\(@(\w+)", line)
                op = re.search(r'"(tt\w+\.\w+)"\(', line)
                if cached:
                    current.append(("cached", cached[1], ""))
                elif op and op[1] not in NO_CALL:
                    current.append(self.op(op[1], line))

    def op(self, name, line):
        attributes = {}
        if "<{" in line:
            start = line.index("<{") + 1
            inside = line[start + 1:closing(line, start) - 1]
            attributes = dict(p.split(" = ", 1) for p in parts(inside) if " = " in p)
        result = line.rsplit("->", 1)[1] if "->" in line else ""
        if name in ("ttnn.topk", "ttnn.sort"):
            attributes["index type"] = self.index_type(line, attributes)
        layouts = re.findall(r"tensor<[^#<>]*(?:!tt\w+\.\w+<[^<>]*>)?, (#\w+)>", result)
        return (name, attributes, [self.aliases.get(layout, "") for layout in layouts])

    @staticmethod
    def index_type(line, attributes):
        """What the library gives indices: two bytes where they suffice."""
        extents = [int(n) for n in re.search(r" : \(tensor<((?:\d+x)+)", line)[1].split("x")[:-1]]
        return "u16" if extents[int(attributes.get("dim", "-1 :").split()[0])] <= 65535 else "u32"

    def resolved(self, text):
        return self.aliases.get(text.strip(), text)

    def expected(self):
        """Ops in the order in which the program runs them."""
        body = self.functions[self.entry]
        for op in body:
            if op[0] == "cached":
                yield from self.placed(self.functions[op[1]])
        yield from self.placed(self.within(body))

    def within(self, body):
        """Ops of an entry as its program has them: what the host cuts comes in parts (no call), and parts are gathered, a
        call for each axis, the last of which says where."""
        for number, (name, attributes, layouts) in enumerate(body):
            before = body[number - 1][0] if number else ""
            after = body[number + 1][0] if number + 1 < len(body) else ""
            if name == "ttnn.distribute_tensor" or name == "ttnn.to_device" and before == "ttnn.distribute_tensor" or (
                    name == "ttnn.from_device" and after == "ttnn.aggregate_tensor"):
                continue
            if name != "ttnn.aggregate_tensor":
                yield name, attributes, layouts
                continue
            extents = re.findall(r"\d+", self.resolved(attributes["composer_config"]).split("override = [")[1].replace("i64", ""))
            joined = max(1, sum(int(extent) > 1 for extent in extents))
            for axis in range(joined):
                place = layouts[0].replace("#system_memory>", "#dram>, <interleaved>") if axis + 1 == joined else ""
                yield "all_gather", {}, [place]

    @staticmethod
    def placed(body):
        """One place for each op: a call puts all results where most of them lie, and the others are moved behind it."""
        for name, attributes, layouts in body:
            if name == "cached":
                continue
            places = [memory_of(layout) for layout in layouts if layout]
            most = max(places, key=places.count) if places else None
            yield name, attributes, next((each for each in layouts if each and memory_of(each) == most), "")
            for layout in layouts if len(places) == len(layouts) else ():
                if memory_of(layout) != most:
                    yield f"result of {name}", {}, layout
            if "index type" in attributes and attributes["index type"] not in layouts[1].replace("ui", "u"):
                yield f"indices of {name}", {}, layouts[1]


#===--- The program -----------------------------------------------------------------------------------------------===#

def plain(value):
    from ttnn.values import Configuration, CoreRangeSet, Enum, MemoryConfig
    if isinstance(value, MemoryConfig):
        name = (value.buffer_type.name.lower(), value.memory_layout.name.lower())
        return name if value.shard_spec is None else (*name, plain(value.shard_spec.grid), list(value.shard_spec.shard_shape))
    if isinstance(value, CoreRangeSet):
        return [(r.start.x, r.start.y, r.end.x, r.end.y) for r in value.core_ranges]
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, Configuration):
        kind = type(value).__name__
        if kind == "CoreCoord":
            return ("coordinate", value.x, value.y)
        if kind == "UnaryWithParam":
            return ("unary", value.op_type.name.lower(), [value.param] if "param" in value.fields else [])
        return {name.lower(): plain(each) for name, each in value.fields.items()}
    return value


def recorded(path, chip):
    """(function, arguments) of every call that the program makes for an op."""
    os.environ.update(TTNN_CHIP=chip, TTNN_NUMBERS="0")
    import ttnn.calls as calls
    import ttnn.memory as memory
    memory.Memory.hole = lambda self, count: self.base  # where tensors find room is what steps.py looks at
    found, check = [], calls.check_operands

    def record(name, bound):
        found.append((name, dict(bound)))
        check(name, bound)
    calls.check_operands = record
    program = runner.load(path)
    os.environ["TTNN_MESH"] = "x".join(map(str, program["PLAN"]["mesh"]))
    runner.without_data(program)
    sys.argv = [path]
    status = program["main"]()
    if status:
        sys.exit(f"{path}: the program ends with {status}")
    return [call for call in found if call[0] not in OWN]


def compare(op, call, module):
    """What differs between an op and its call; and how many configurations there were."""
    name, attributes, layout = op
    callee, bound = call
    seen, wrong = 0, []
    planned = memory_of(layout) if layout else None
    given = plain(bound.get("memory_config"))
    if layout and "memory_config" in bound or planned not in (None, given) and callee not in (
            "from_device", "prepare_conv_weights", "prepare_conv_bias", "fill_cache", "update_cache", "point_to_point"):
        seen += 1
        if planned != given:
            wrong.append(f"{name}: place {planned}, called with {given}")
    for keyword, names in FIELDS.items():
        text = next((module.resolved(attributes[n]) for n in names if n in attributes), None)
        value = plain(bound.get(keyword))
        if text is None and keyword in bound and keyword not in ("program_config",):
            wrong.append(f"{name}: {keyword} is not planned, called with {value}")
        if text is None or (keyword not in bound and any(k in bound for k in FIELDS if FIELDS[k] == names and k != keyword)):
            continue
        seen += 1
        expected = configuration(text)
        if expected != value:
            wrong.append(f"{name}: {keyword} {expected}, called with {value}")
    return seen, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("module")
    parser.add_argument("--chip", default="wormhole-n150")
    options = parser.parse_args()
    with open(options.module) as file:
        module = Module(file.read())
    calls, ops = recorded(options.program, options.chip), list(module.expected())
    if len(calls) != len(ops):
        sys.exit(f"{options.module} has {len(ops)} ops, the program made {len(calls)} calls")
    total, wrong = 0, []
    for op, call in zip(ops, calls):
        seen, differing = compare(op, call, module)
        total += seen
        wrong += differing
    for line in wrong[:20]:
        print(line)
    print(f"{len(ops)} calls, {total} configurations, {len(wrong)} differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

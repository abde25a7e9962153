#!/usr/bin/env python3
"""Writes variants of graph scheduling problems, to see where gaps open: other memories, bandwidths, tiles, extents, parts and copies.

usage: variants.py OUT_DIR PROBLEM.json...
"""
import json
import pathlib
import sys

OPERATION_LISTS = ("inputs", "outputs", "base_costs", "op_types")


def topological(problem):
    maker = {t: o for o, made in enumerate(problem["outputs"]) for t in made}
    order, done = [], set()
    for root in range(len(problem["inputs"])):
        stack = [root]
        while stack:
            op = stack[-1]
            missing = [maker[t] for t in problem["inputs"][op] if t in maker and maker[t] not in done]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            if op not in done:
                done.add(op)
                order.append(op)
    return order


def part(problem, ops):
    """The operations `ops` alone, tensors renumbered."""
    result = dict(problem, **{f: [problem[f][o] for o in sorted(ops)] for f in OPERATION_LISTS})
    used = sorted({t for operands in result["inputs"] + result["outputs"] for t in operands})
    number = {t: i for i, t in enumerate(used)}
    for extent in ("widths", "heights"):
        result[extent] = [problem[extent][t] for t in used]
    for f in ("inputs", "outputs"):
        result[f] = [[number[t] for t in operands] for operands in result[f]]
    return result


def twice(problem, in_a_row):
    """A second copy that shares the inputs of the graph; in a row: it reads the results of the first where shapes allow."""
    result = json.loads(json.dumps(problem))
    made = {t for operands in problem["outputs"] for t in operands}
    read = {t for operands in problem["inputs"] for t in operands}
    shape = lambda t: (problem["widths"][t], problem["heights"][t])
    place = {}
    for t in range(len(problem["widths"])):
        if t in made:
            place[t] = len(result["widths"])
            for extent, size in zip(("widths", "heights"), shape(t)):
                result[extent].append(size)
        else:
            place[t] = next((r for r in sorted(made - read) if in_a_row and shape(r) == shape(t)), t)
    for f in ("inputs", "outputs"):
        result[f] += [[place[t] for t in operands] for operands in problem[f]]
    for f in ("base_costs", "op_types"):
        result[f] += problem[f]
    return result


def scaled(problem, factor):
    return dict(problem, **{e: [max(64, int(size * factor)) for size in problem[e]] for e in ("widths", "heights")})


def variants(problem):
    for factor in (0.5, 2, 4):
        yield f"memory{factor}", dict(problem, fast_memory_capacity=int(problem["fast_memory_capacity"] * factor))
    for factor in (0.4, 2.5):
        yield f"bandwidth{factor}", dict(problem, slow_memory_bandwidth=max(1, round(problem["slow_memory_bandwidth"] * factor)))
    for tile in (64, 256):
        yield f"tile{tile}", dict(problem, native_granularity=[tile, tile])
    for factor in (0.5, 2):
        yield f"extents{factor}", scaled(problem, factor)
    order = topological(problem)
    yield "part", part(problem, order[: max(1, len(order) * 6 // 10)])
    yield "twice", twice(problem, False)
    yield "row", twice(problem, True)


if len(sys.argv) < 3:
    sys.exit(__doc__)
out = pathlib.Path(sys.argv[1])
out.mkdir(parents=True, exist_ok=True)
for path in map(pathlib.Path, sys.argv[2:]):
    for name, variant in variants(json.loads(path.read_text())):
        (out / f"{path.stem}-{name}.json").write_text(json.dumps(variant))

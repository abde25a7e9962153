#!/usr/bin/env python3
"""Breaks one rule in each form of every op (op_forms.py) and counts what the verifier lets through.

usage: mutate_forms.py [--build DIR] [--only REGEX] [--show N]

Mutations of the op alone, between arguments of the types it wants: a dimension more on a result or an operand, an
extent more, another kind of element type, a dimension attribute out of range, an operand less. FREE lists what leaves
the op legal, with the reason; everything else must be rejected. Exit 1 when less than 99 % are.
"""
import argparse
import bisect
import collections
import re
import subprocess
import sys
import tempfile

import op_forms

OP = re.compile(r'"(ttir\.\w+)"\(([^)]*)\)(?: <\{(.*)\}>)? : \((.*)\) -> (.*?)(?: loc\(.*\))?$')
TENSOR = re.compile(r"tensor<((?:\d+x)*)([a-z]+\d+)>")

COMPARE = "eq ne lt le gt ge logical_and logical_or logical_xor logical_not isfinite".split()
# (op, mutation): why the mutated op is legal. `kind@N` is about operand N alone.
FREE = {
    ("typecast", "result type"): "that is what it is for",
    ("typecast", "operand type"): "that is what it is for",
    **{(op, f"{what} type"): "truth values may have any type" for op in COMPARE for what in ("result", "operand")},
    ("where", "operand type@0"): "a condition may have any type",
    ("slice_dynamic", "operand shape@0"): "the bounds are tensors: a larger input holds the slice",
    ("embedding", "operand shape@1"): "a table may have more rows",
    ("embedding", "operand type@0"): "indices may have any type",
    ("gather", "operand shape@0"): "the input may be larger than the indices",
    ("scatter", "operand shape@2"): "the source may be larger than the indices",
    ("paged_update_cache", "operand shape@0"): "a cache may have more blocks",
    ("paged_fill_cache", "operand shape@0"): "a cache may have more blocks",
    ("paged_fill_cache", "operand shape@2"): "the table may hold more users",
    ("update_cache", "operand shape@0"): "a cache may hold more users",
    ("fill_cache", "operand shape@0"): "a cache may hold more users",
    **{(op, "operand shape"): "what is reduced may have any extent"
       for op in "sum mean max min prod argmax reduce_or reduce_and topk".split()},
    **{(op, "operand rank"): "all dimensions are reduced, another one as well" for op in "sum mean max min prod argmax".split()},
    ("argmax", "operand type"): "indices are integers whatever is compared",
    **{(op, f"{what} type"): "truth values may have any type" for op in ("reduce_or", "reduce_and") for what in ("result", "operand")},
    **{(op, "result type"): "made of nothing, of any type" for op in "arange zeros ones full".split()},
    ("arange", "result shape"): "the numbers repeat along the other dimensions",
    **{(op, f"{what} shape"): "three more may be another whole number of parts; no mesh says how many"
       for op in "all_gather reduce_scatter mesh_partition".split() for what in ("result", "operand")},
    ("slice_static", "operand shape"): "a larger input holds the slice",
    ("slice_dynamic", "result shape"): "the bounds are tensors: a larger part may lie in the input",
    ("index_select", "operand shape@0"): "there may be more rows than those that are named",
    ("linear", "operand rank@2"): "a bias may have more dimensions than the product",
    ("paged_update_cache", "operand shape@3"): "a table may hold more pages",
    ("paged_scaled_dot_product_attention_decode", "operand shape@3"): "a table may hold more pages",
}
# Ops whose optional operands may be left out.
OPTIONAL = {"linear": [2], "conv2d": [2], "conv_transpose2d": [2], "conv3d": [2], "conv1d": [2], "convolution": [2],
            "layer_norm": [1, 2], "rms_norm": [1, 2], "group_norm": [1, 2], "distributed_rms_norm": [1, 2],
            "scaled_dot_product_attention": [3, 4], "paged_update_cache": [3], "paged_fill_cache": [3]}


def split(types):
    """The types of a list; none has a comma inside."""
    return [t.strip() for t in types.strip("()").split(", ") if t.strip()]


def section(op, operands, properties, results):
    arguments = ", ".join(f"%a{i}: {t}" for i, t in enumerate(operands))
    made = results[0] if len(results) == 1 else f"({', '.join(results)})"
    values = "" if not results else "%0 = " if len(results) == 1 else f"%0:{len(results)} = "
    given = f" <{{{properties}}}>" if properties else ""
    names = ", ".join(f"%a{i}" for i in range(len(operands)))
    return (f'func.func @f({arguments}) {{\n  {values}"{op}"({names}){given} : ({", ".join(operands)}) -> {made}\n'
            f"  return\n}}\n")


def longer(kind):
    return TENSOR.sub(lambda m: f"tensor<7x{m[1]}{m[2]}>", kind, count=1)


def larger(kind):
    """The last extent one more, or nothing for a scalar."""
    found = TENSOR.match(kind)
    if not found or not found[1]:
        return None
    extents = found[1].rstrip("x").split("x")
    extents[-1] = str(int(extents[-1]) + 3)
    return f"tensor<{'x'.join(extents)}x{found[2]}>"


def retyped(kind):
    return TENSOR.sub(lambda m: f"tensor<{m[1]}{'i32' if 'f' in m[2] else 'f32'}>", kind, count=1)


def mutants(op, operands, properties, results):
    """(mutation, operands, properties, results)"""
    for i, kind in enumerate(results):
        for what, change in (("rank", longer), ("shape", larger), ("type", retyped)):
            other = change(kind)
            if other:
                yield f"result {what}", i, operands, properties, results[:i] + [other] + results[i + 1:]
    for i, kind in enumerate(operands):
        for what, change in (("rank", longer), ("shape", larger), ("type", retyped)):
            other = change(kind)
            if other:
                yield f"operand {what}", i, operands[:i] + [other] + operands[i + 1:], properties, results
    for found in re.finditer(r"\b(dim|dim0|dim1|dimension|\w+_dim|arange_dimension) = (-?\d+) :", properties):
        broken = properties[:found.start(2)] + "99" + properties[found.end(2):]
        yield "dimension", 0, operands, broken, results
    if operands:
        yield "missing operand", len(operands) - 1, operands[:-1], properties, results


def legal(op, mutation, index):
    if mutation == "missing operand":
        return index in OPTIONAL.get(op, []) or op in ("concat", "pooling")
    return (op, mutation) in FREE or (op, f"{mutation}@{index}") in FREE


def collect(only):
    seen = set()
    for name, text in op_forms.forms():
        for line in text.splitlines():
            found = OP.search(line.strip())
            if not found or not re.search(only, found[1]):
                continue
            op, properties = found[1], found[3] or ""
            operands, results = split(found[4]), split(found[5]) if found[5] != "()" else []
            for mutation, index, *changed in mutants(op, operands, properties, results):
                key = (op, mutation, index, str(changed))
                if not legal(op[5:], mutation, index) and key not in seen:
                    seen.add(key)
                    yield name, op, mutation, index, changed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build")
    parser.add_argument("--only", default="")
    parser.add_argument("--show", type=int, default=20)
    options = parser.parse_args()
    cases = list(collect(options.only))
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        lines, starts = 1, []
        for _, op, _, _, changed in cases:
            text = section(op, *changed) + "\n// -----\n\n"
            starts.append(lines)
            lines += text.count("\n")
            file.write(text)
        file.flush()
        run = subprocess.run([f"{options.build}/bin/alcove-opt", "--split-input-file", file.name, "-o", "/dev/null"],
                             capture_output=True, text=True)
    rejected = set()
    for line in re.findall(r"\.mlir:(\d+):\d+: error", run.stderr):
        rejected.add(bisect.bisect_right(starts, int(line)) - 1)
    count, passed = collections.Counter(c[2] for c in cases), []
    for number, case in enumerate(cases):
        if number not in rejected:
            passed.append(case)
    for mutation, total in sorted(count.items()):
        left = sum(c[2] == mutation for c in passed)
        print(f"{mutation:16} {total:6} broken, {total - left:6} rejected ({100 * (total - left) / total:.1f} %)")
    for name, op, mutation, index, changed in passed[:options.show]:
        print(f"accepted: {name}: {mutation} {index}: {op} {changed}")
    share = 1 - len(passed) / max(len(cases), 1)
    print(f"{len(cases)} mutants of {len(set(c[0] for c in cases))} forms, {100 * share:.2f} % rejected")
    return 0 if share >= 0.99 else 1


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""A program that was split by hand, as one chip's: what is to be planned over a mesh and held against the given split.

usage: one_chip_twin.py MODEL.mlir OUTPUT.mlir

Takes TTIR whose arguments are cut by `mesh_partition` and whose sums are `all_reduce`. Both are left out; OUTPUT is the
program of a part. The dimensions that make it whole again are printed, as `alcove-opt --ttir-resize-dims=dims=` takes them:
those of the cut arguments, and the heads of caches, which are as many as the parts' times the chips.
"""
import math
import re
import sys

PARTITION = re.compile(r'\s*(%\d+) = "ttir\.mesh_partition"\((%arg\d+)\).* dim = (\d+).*: \((tensor<[^>]*>)\) -> (tensor<[^>]*>)')
REDUCTION = re.compile(r'\s*(%\d+) = "ttir\.all_reduce"\((%\d+)\)')
CACHE = re.compile(r'"ttir\.update_cache"\((%arg\d+),')
ARGUMENT = re.compile(r'(%arg\d+): tensor<([^>]*)> \{[^%]*?ttir\.name = "([^"]*)"')


def extents(tensor):
    return [int(extent) for extent in re.findall(r"(\d+)x", tensor)]


def main():
    text = open(sys.argv[1]).read()
    chips = math.prod(int(extent) for extent in re.search(r'<"\w+" = (\d+)x(\d+)>', text).groups())
    same, cut, kept = {}, {}, []
    for line in text.splitlines():
        partition, reduction = PARTITION.match(line), REDUCTION.match(line)
        if partition:
            same[partition[1]] = partition[2]
            cut[partition[2]] = (int(partition[3]), partition[4], partition[5])
        elif reduction:
            same[reduction[1]] = reduction[2]
        else:
            kept.append(line)

    def source(value):
        while value in same:
            value = same[value]
        return value

    text = re.sub(r"%\d+\b", lambda found: source(found[0]), "\n".join(kept) + "\n")
    for argument, (_, whole, part) in cut.items():
        text = text.replace(f"{argument}: {whole}", f"{argument}: {part}")
    dims = [(argument, dim, extents(whole)[dim]) for argument, (dim, whole, _) in cut.items()]
    shapes = {found[1]: (found[2], found[3]) for found in ARGUMENT.finditer(text)}
    dims += [(cache, 1, chips * extents(shapes[cache][0])[1]) for cache in dict.fromkeys(CACHE.findall(text))]
    text = re.sub(r'(<"\w+" = )\d+x\d+>', r"\g<1>1x1>", text)
    text = text.replace("shard_status<presharded>", "shard_status<unsharded>")
    with open(sys.argv[2], "w") as output:
        output.write(text)
    print(",".join(f"{shapes[argument][1]}:{dim}={extent}" for argument, dim, extent in dims))


if __name__ == "__main__":
    main()

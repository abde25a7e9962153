#!/usr/bin/env python3
"""Is the lowering a fixpoint, and does the order of its independent passes matter?

usage: lowering_order.py [--build DIR] [--jobs N] [MODEL.mlir ...]   default: the corpus ($ALCOVE_CORPUS)

1. `--ttir-lowering` on its own result leaves every op, shape and attribute as it is.
2. The passes that move reshapes and typecasts, started before any of them ran, end alike in every order (three rounds).
Modules are compared by their ops with attributes and types, as multisets for 2: names and order of ops may differ.
Prints one line per model that differs and a closing count; exits with 1 when any does.
"""
import argparse
import collections
import concurrent.futures
import itertools
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
INDEPENDENT = ("--ttir-narrow-rank-by-price", "--ttir-narrow-arithmetic", "--ttir-fusing=attention=true")


def run(tool, source, flags, target):
    done = subprocess.run([tool, source, *flags, "-o", target], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr.split("\n")[0])
    return target


def ops_of(path):
    """Ops of the module without names, locations and counts of patterns."""
    ops = []
    for line in pathlib.Path(path).read_text().splitlines():
        found = re.search(r'"?(?:ttir|ttcore)\.\w+"?\(.*|return .*', line)
        if found:
            ops.append(re.sub(r"%[\w#:]+", "%", re.sub(r" loc\(.*\)$", "", found.group(0))))
    return ops


def check(tool, model):
    complaints = []
    with tempfile.TemporaryDirectory() as work:
        at = lambda name: os.path.join(work, name)
        once = run(tool, model, ["--ttir-lowering=optimization-level=2"], at("once.mlir"))
        twice = run(tool, once, ["--ttir-lowering=optimization-level=2"], at("twice.mlir"))
        if ops_of(once) != ops_of(twice):
            complaints.append("the second lowering changes something")
        off = "--ttir-lowering=optimization-level=2 enable-narrow-rank=false enable-narrow-arithmetic=false"
        start = run(tool, model, [off], at("start.mlir"))
        ends = {}
        for order in itertools.permutations(INDEPENDENT):
            end = run(tool, start, [*(order * 3), "--cse"], at("end.mlir"))
            ends.setdefault(tuple(sorted(collections.Counter(ops_of(end)).items())), order)
        if len(ends) > 1:
            complaints.append(f"{len(ends)} results by order: " + "; ".join(" ".join(order) for order in ends.values()))
    return complaints


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    corpus = pathlib.Path(os.environ.get("ALCOVE_CORPUS", ROOT / "corpus"))
    models = options.models or sorted(map(str, corpus.glob("*.mlir")))
    if not models:
        sys.exit(f"lowering_order.py: no models given and none in {corpus}")
    tool, bad = os.path.join(options.build, "bin/alcove-opt"), 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for model, complaints in zip(models, pool.map(lambda model: check(tool, model), models)):
            bad += bool(complaints)
            for complaint in complaints:
                print(f"{pathlib.Path(model).stem}: {complaint}")
    print(f"{len(models)} models, {bad} that differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

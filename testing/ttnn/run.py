#!/usr/bin/env python3
"""Runs an emitted program under the stand-in.

usage: run.py [--shapes] [--chip NAME] [--times TIMES.json] MAIN.py [ARGUMENTS...]

--shapes: signatures, shapes, layouts and memory alone, on arguments without data, which costs nothing for models of any
size. The mesh is the program's own, the chip a preset of devices/.

--times: a chip with times of its own, for --profile: nanoseconds by name of op. The program's clock stands still but for these.
"""
import argparse
import json
import os
import pathlib
import runpy
import sys
import types

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))


def load(path):
    """The names of a program, which runs nothing by being read."""
    return runpy.run_path(path, run_name="program")


def without_data(program):
    """Arguments take no memory; what the program computes with them is not looked at."""
    import numpy as np
    program["main"].__globals__["seeded"] = lambda argument, number, seed: np.broadcast_to(
        np.zeros((), program["numpy_type"](argument[3])), argument[2])


def with_times(program, path):
    """The ops behind a signpost take what the file says of its name; no time goes by elsewhere."""
    import ttnn.calls as calls
    with open(path) as file:
        times = json.load(file)
    clock = {"now": 0.0, "op": None}

    def signpost(text):
        clock["op"] = text[len('loc("'):-len('")')]

    def taking(name, function):
        def run(a):
            clock["now"] += times.get(clock["op"], 0) * 1e-9
            return function(a)
        return function if name in calls.NO_STEPS | calls.NEITHER | calls.BETWEEN | {"execute_trace", "release_trace"} else run
    calls.FUNCTIONS.update({name: taking(name, function) for name, function in calls.FUNCTIONS.items()})
    sys.modules["tracy"] = types.SimpleNamespace(signpost=signpost)
    program["main"].__globals__["time"] = types.SimpleNamespace(perf_counter=lambda: clock["now"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--shapes", action="store_true")
    parser.add_argument("--chip", default=os.environ.get("TTNN_CHIP", "wormhole-n150"))
    parser.add_argument("--times")
    parser.add_argument("program")
    options, rest = parser.parse_known_args()
    os.environ["TTNN_CHIP"] = options.chip
    if options.shapes:
        os.environ["TTNN_NUMBERS"] = "0"
    program = load(options.program)
    os.environ.setdefault("TTNN_MESH", "x".join(map(str, program["PLAN"]["mesh"])))
    sys.argv = [options.program, *rest]
    if options.shapes:
        without_data(program)
    if options.times:
        with_times(program, options.times)
    sys.exit(program["main"]())


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Runs an emitted program under the stand-in.

usage: run.py [--shapes] [--chip NAME] MAIN.py [ARGUMENTS...]

--shapes: signatures, shapes, layouts and memory alone, on arguments without data, which costs nothing for models of any
size. The mesh is the program's own, the chip a preset of devices/.
"""
import argparse
import os
import pathlib
import runpy
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))


def load(path):
    """The names of a program, which runs nothing by being read."""
    return runpy.run_path(path, run_name="program")


def without_data(program):
    """Arguments take no memory; what the program computes with them is not looked at."""
    import numpy as np
    program["main"].__globals__["seeded"] = lambda argument, number, seed: np.broadcast_to(
        np.zeros((), program["numpy_type"](argument[3])), argument[2])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--shapes", action="store_true")
    parser.add_argument("--chip", default=os.environ.get("TTNN_CHIP", "wormhole-n150"))
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
    sys.exit(program["main"]())


if __name__ == "__main__":
    main()

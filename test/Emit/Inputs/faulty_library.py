#!/usr/bin/env python3
"""Runs a program under a library that computes `linear` wrongly where it has a program configuration; WITHOUT=NAME: that
lacks a function.

usage: faulty_library.py MAIN.py [ARGUMENTS...]
"""
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "testing/ttnn"))
import run as runner  # noqa: E402
import ttnn  # noqa: E402

linear = ttnn.linear


def wrong(*args, **keywords):
    result = linear(*args, **keywords)
    if keywords.get("program_config") is not None:
        result.data = [each[::-1].copy() for each in result.data]
    return result


wrong.__doc__ = linear.__doc__
ttnn.linear = wrong
if "WITHOUT" in os.environ:
    delattr(ttnn, os.environ["WITHOUT"])
program = runner.load(sys.argv[1])
sys.argv = sys.argv[1:]
sys.exit(program["main"]())

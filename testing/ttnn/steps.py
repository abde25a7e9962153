#!/usr/bin/env python3
"""Runs an emitted program under the stand-in and compares its L1, op by op, with the judge's timeline: the bytes that
tensors hold before each op, on the fullest core, and that circular buffers of the op end below the lowest tensor.

usage: steps.py MAIN.py TIMELINE.json [--chip NAME]

exit 1: an op differs. The numbers of the judge are read, none of its code runs.
"""
import argparse
import json
import os
import sys

import run as runner


def steps_of(program, timeline):
    """The judge's step of each op that the program runs, None where a result is moved behind its op."""
    by_function = {function["name"]: function for function in timeline["functions"]}
    for name, _, _, _, ops in program["PROGRAMS"]:
        steps, at = by_function[name]["steps"], 0
        for number, op in enumerate(ops):
            found = next((i for i in range(at, len(steps)) if steps[i]["name"] == op), None)
            if found is None or found != at and number and op == ops[number - 1]:
                yield None
                continue
            yield {**steps[found], "temporaries": temporaries_of(steps[found], by_function[name])}
            at = found + 1  # what lies between is of const-eval functions, which ran before


def temporaries_of(step, function):
    """Bytes in L1 of what the op makes and frees, in the judge's order."""
    return [tensor["end"] - tensor["begin"] for tensor in function["tensors"]
            if tensor["name"] == "temporary" and tensor["space"] == "l1" and tensor["first_step"] == step["step"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("timeline")
    parser.add_argument("--chip", default="wormhole-n150")
    options = parser.parse_args()
    os.environ.update(TTNN_CHIP=options.chip, TTNN_NUMBERS="0")
    import ttnn.calls as calls
    program = runner.load(options.program)
    os.environ["TTNN_MESH"] = "x".join(map(str, program["PLAN"]["mesh"]))
    runner.without_data(program)
    with open(options.timeline) as file:
        expected = list(steps_of(program, json.load(file)))
    space = program["main"].__globals__
    for number, (name, prepare, function, arguments, ops) in enumerate(program["PROGRAMS"]):
        def prepared(device, kept, prepare=prepare):
            made = prepare(device, kept)
            calls.STEPS.clear()  # of const-eval functions, whose memory is nobody's plan
            calls.CIRCULAR_BUFFERS[:] = [step["cb_bytes"] if step else 0 for step in expected]
            calls.TEMPORARIES[:] = [step["temporaries"] if step else () for step in expected]
            return made
        space["PROGRAMS"][number] = (name, prepared, function, arguments, ops)
    sys.argv = [options.program]
    status = program["main"]()
    found = calls.STEPS
    if len(found) != len(expected):
        sys.exit(f"{options.timeline} has {len(expected)} steps, the program made {len(found)} calls")
    wrong = [f"{step['name']}: {before} B of L1 before ttnn.{name}, the judge has {step['live_l1_bytes']}"
             for step, (name, before, _) in zip(expected, found) if step and step["live_l1_bytes"] != before]
    for line in wrong[:10]:
        print(line)
    most, judged = max((b for _, b, _ in found), default=0), max((s["live_l1_bytes"] for s in expected if s), default=0)
    print(f"{len(found)} steps, {len(wrong)} differ; most L1 before an op {most} B, the judge's {judged} B")
    sys.exit(1 if wrong or status else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Mutants of the valid form of every op: how many are refused, and which are not.

usage: mutants.py [--build=build] [--list] [--least=N]

Each form of test/Dialect/Ops/valid.mlir is changed in one place: an operand or result gets a rank, an extent or an element
type that it did not have, an operand goes, an integer of an attribute becomes -1, 0 or 97, a list loses or gains a number, an
attribute goes. Prints per kind of change how many are refused; --list the accepted ones, for a reader to judge: some break no
rule (an extent that broadcasts, an optional attribute that is gone)."""
import argparse
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
OTHER = {"f32": "i32", "bf16": "i32", "i32": "f32", "si32": "f32", "ui32": "f32", "ui16": "bf16", "i1": "f32"}
FORM = re.compile(r'^(?P<head>.*?"\w+\.\w+")\((?P<uses>[^)]*)\)(?P<attributes> <\{.*?\}>)? : '
                  r'\((?P<operands>.*)\) -> (?P<results>.*)$')


def types(text):
    """The types of a list at the outermost level."""
    found, depth, start = [], 0, 0
    for at, char in enumerate(text + ","):
        depth += {"<": 1, ">": 0 if text[at - 1:at] == "-" else -1, "(": 1, ")": -1}.get(char, 0)
        if char == "," and depth == 0:
            if text[start:at].strip():
                found.append(text[start:at].strip())
            start = at + 1
    return found


def other_types(given):
    match = re.fullmatch(r"tensor<((?:\d+x)*)(\w+)>", given)
    if not match:
        return
    extents, element = match[1].split("x")[:-1], match[2]
    yield "rank", f"tensor<7x{match[1]}{element}>"
    if extents:
        yield "rank", f"tensor<{'x'.join([*extents[1:], element])}>"
    for at, extent in enumerate(extents):
        yield "extent", f"tensor<{'x'.join([*extents[:at], str(int(extent) + 3), *extents[at + 1:], element])}>"
    if element in OTHER:
        yield "element", f"tensor<{match[1]}{OTHER[element]}>"


def other_attributes(text):
    """`text` is ` <{a = 1 : i32, ...}>`; operand segments are not touched."""
    inner = types(text[3:-2])

    def with_item(at, item):
        return " <{" + ", ".join([*inner[:at], *([item] if item else []), *inner[at + 1:]]) + "}>"

    for at, item in enumerate(inner):
        name, _, value = item.partition(" = ")
        if name == "operandSegmentSizes":
            continue
        yield "attribute gone", with_item(at, None)
        if re.fullmatch(r"-?\d+ : \w+", value):
            for number in ("-1", "0", "97"):
                kind = value.split(" : ")[1]
                if not value.startswith(number + " ") and not (number == "-1" and kind.startswith("ui")):
                    yield "integer", with_item(at, f"{name} = {number} : {kind}")
        listed = re.fullmatch(r"(array<i\d+: )(.*)(>)", value) or re.fullmatch(r"(\[)(\S+ : .*)(\])", value)
        if listed:
            numbers = listed[2].split(", ")
            kind = numbers[0].partition(" : ")[2]
            suffix = f" : {kind}" if kind else ""
            lists = [numbers[:-1], [*numbers, numbers[-1]]]
            lists += [[*numbers[:i], number + suffix, *numbers[i + 1:]]
                      for i in range(len(numbers)) for number in ("-1", "97") if numbers[i] != number + suffix]
            for changed in lists:
                if changed:
                    yield "list", with_item(at, f"{name} = {listed[1]}{', '.join(changed)}{listed[3]}")


def mutants():
    """Kind and text of each, as the body of a function of the right arguments."""
    for section in (ROOT / "test/Dialect/Ops/valid.mlir").read_text().split("// -----\n"):
        lines = [line for line in section.splitlines() if FORM.match(line)]
        if len(lines) != 1:
            continue
        form = FORM.match(lines[0]).groupdict()
        uses = types(form["uses"])
        if form["uses"] and any(not re.fullmatch(r"%a\d+", use) for use in uses):
            continue
        operands, packed = types(form["operands"]), form["results"].startswith("(")
        results = types(form["results"][1:-1] if packed else form["results"])
        attributes = form["attributes"] or ""

        def text(operands, attributes, results):
            arguments = ", ".join(f"%a{i}: {kind}" for i, kind in enumerate(operands))
            made = ", ".join(results)
            return (f"({arguments}) {{\n{form['head']}({', '.join(f'%a{i}' for i in range(len(operands)))}){attributes} : "
                    f"({', '.join(operands)}) -> {f'({made})' if packed else made}\n  return\n}}\n")

        for at, given in enumerate(operands):
            for kind, other in other_types(given):
                yield f"operand {kind}", text([*operands[:at], other, *operands[at + 1:]], attributes, results)
            yield "operand gone", text([*operands[:at], *operands[at + 1:]], attributes, results)
        for at, given in enumerate(results):
            for kind, other in other_types(given):
                yield f"result {kind}", text(operands, attributes, [*results[:at], other, *results[at + 1:]])
        if attributes:
            for kind, other in other_attributes(attributes):
                yield kind, text(operands, other, results)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--least", type=int, default=0, help="exit 1 where fewer are refused")
    options = parser.parse_args()
    made = list(mutants())
    text = "// -----\n".join(f"func.func @m{i}{body}"
                             for i, (_, body) in enumerate(made))
    done = subprocess.run([f"{options.build}/bin/alcove-opt", "--split-input-file", "-"], input=text, capture_output=True,
                          text=True)
    if done.returncode < 0:
        sys.exit(f"alcove-opt ended by signal {-done.returncode}; its last words:\n{done.stderr[-2000:]}")
    accepted = {int(number) for number in re.findall(r"func\.func @m(\d+)\(", done.stdout)}
    counts = collections.Counter(kind for kind, _ in made)
    taken = collections.Counter(made[i][0] for i in accepted)
    for kind in sorted(counts):
        print(f"{kind}: {counts[kind]} mutants, {counts[kind] - taken[kind]} refused")
    print(f"{len(made)} mutants, {len(made) - len(accepted)} refused, {len(accepted)} accepted")
    if len(made) - len(accepted) < options.least:
        sys.exit(f"{options.least} refused expected")
    if options.list:
        for i in sorted(accepted):
            print(made[i][0] + " | " + " ".join(made[i][1].split("{\n", 1)[1].splitlines()[0].split()))


if __name__ == "__main__":
    main()

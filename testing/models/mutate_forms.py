#!/usr/bin/env python3
"""Changes every valid form of every op in one place and counts what the verifiers let through.

usage: mutate_forms.py [--build DIR] [--only REGEX] [--show N] [--legal]

Forms: every op of op_forms.py (as front ends write it) and of test/Ops/Rules/valid.mlir (both dialects).
Changes: an operand or result gets a leading dimension, loses it, has one extent three larger or another kind of element; an
operand is left out; an integer attribute becomes -1, 0 or 97; a list of integers loses its last, repeats it, or has one
become -1 or 97; an attribute is left out. legal_changes.py says which of these leave the op legal, and why; everything else must be
refused. Exit 1 when less than 99 % are, or when the reader ends by a signal. --legal prints the reasons with their counts.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys

import legal_changes
import op_forms

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINE = re.compile(r'^(?:%[^=]* = )?"(?P<op>\w+\.\w+)"\((?P<uses>[^)]*)\)(?: <\{(?P<attributes>.*?)\}>)? : '
                  r'\((?P<operands>.*?)\) -> (?P<results>.*?)(?: loc\(.*\))?$')
TENSOR = re.compile(r"tensor<((?:\d+x)*)([a-z]+\d+)>")
# attributes: "name = value" each; frame: what else the module has
Form = collections.namedtuple("Form", "name op operands attributes results frame", defaults=[""])
Change = collections.namedtuple("Change", "what place old new")  # what: "operand rank"; place: index, or name of the attribute


def split(text):
    """The items of a list at the outermost level."""
    found, depth, start = [], 0, 0
    for at, char in enumerate(text + ","):
        depth += {"<": 1, ">": 0 if text[at - 1:at] == "-" else -1}.get(char, 0) + (char in "([{") - (char in ")]}")
        if char == "," and depth == 0:
            if text[start:at].strip():
                found.append(text[start:at].strip())
            start = at + 1
    return found


def read(name, line):
    """The form of a line that holds one op between arguments, or nothing."""
    found = LINE.match(line.strip())
    if not found:
        return None
    results = found["results"]
    return Form(name, found["op"], split(found["operands"]), split(found["attributes"] or ""),
                split(results[1:-1] if results.startswith("(") else results))


def forms():
    for name, text in op_forms.forms():
        for line in text.splitlines():
            form = read(name, line)
            if form and form.op != "ttir.constant":
                yield form
    for text in (ROOT / "test/Ops/Rules/valid.mlir").read_text().split("// -----\n"):
        found = [form for line in text.splitlines() if (form := read("valid.mlir", line))]
        if len(found) == 1:
            yield found[0]._replace(frame=text.partition("\n}\n")[2].strip())


def section(form):
    names = [f"%a{i}" for i in range(len(form.operands))]
    arguments = ", ".join(f"{n}: {t}" for n, t in zip(names, form.operands))
    made = form.results[0] if len(form.results) == 1 else f"({', '.join(form.results)})"
    values = "" if not form.results else "%0 = " if len(form.results) == 1 else f"%0:{len(form.results)} = "
    given = f" <{{{', '.join(form.attributes)}}}>" if form.attributes else ""
    return (f'func.func @f({arguments}) {{\n  {values}"{form.op}"({", ".join(names)}){given} : ({", ".join(form.operands)}) '
            f"-> {made}\n  return\n}}\n{form.frame}\n// -----\n\n")


def other_types(kind):
    """(what, changed type)"""
    found = TENSOR.fullmatch(kind)
    if not found:
        return
    extents, element = found[1].split("x")[:-1], found[2]
    yield "rank", f"tensor<7x{found[1]}{element}>"
    if extents:
        yield "rank", f"tensor<{'x'.join([*extents[1:], element])}>"
    for at, extent in enumerate(extents):
        changed = [*extents[:at], str(int(extent) + 3), *extents[at + 1:], element]
        yield "extent", f"tensor<{'x'.join(changed)}>"
    yield "type", f"tensor<{found[1]}{'i32' if 'f' in element else 'f32'}>"


def other_values(value):
    """(what, changed value)"""
    number = re.fullmatch(r"(-?\d+) : (\w+)", value)
    for new in ("-1", "0", "97") if number else ():
        if new != number[1] and not (new == "-1" and number[2].startswith("ui")):
            yield "number", f"{new} : {number[2]}"
    listed = re.fullmatch(r"(array<i\d+: )(.*)(>)", value) or re.fullmatch(r"(\[)(\S+ : [^#]*)(\])", value)
    if not listed:
        return
    items = listed[2].split(", ")
    kind = items[0].partition(" : ")[2]
    suffix = f" : {kind}" if kind else ""
    lists = [items[:-1], [*items, items[-1]]]
    lists += [[*items[:i], new + suffix, *items[i + 1:]]
              for i in range(len(items)) for new in ("-1", "97") if items[i] != new + suffix]
    yield from (("list", f"{listed[1]}{', '.join(changed)}{listed[3]}") for changed in lists if changed)


def changes(form):
    """(change, changed form)"""
    def at(items, i, new):
        return items[:i] + new + items[i + 1:]

    for side in ("operands", "results"):
        kinds = getattr(form, side)
        for i, kind in enumerate(kinds):
            for what, other in other_types(kind):
                yield Change(f"{side[:-1]} {what}", i, kind, other), form._replace(**{side: at(kinds, i, [other])})
    for i, kind in enumerate(form.operands):
        yield Change("missing operand", i, kind, ""), form._replace(operands=at(form.operands, i, []))
    for i, item in enumerate(form.attributes):
        name, _, value = item.partition(" = ")
        if name == "operandSegmentSizes":
            continue
        yield Change("missing attribute", name, value, ""), form._replace(attributes=at(form.attributes, i, []))
        for what, other in other_values(value):
            yield (Change(what, name, value, other),
                   form._replace(attributes=at(form.attributes, i, [f"{name} = {other}"])))


def collect(only):
    """Each mutant once: (form, change, changed form, why it is legal or nothing)."""
    seen = set()
    for form in forms():
        if not re.search(only, form.op):
            continue
        for change, changed in changes(form):
            key = str(changed[1:])
            if key not in seen:
                seen.add(key)
                yield form, change, changed, legal_changes.reason(form, change, changed)


def refused(build, cases, batch=1000):
    """The numbers of the cases with an error. In batches: naming a place takes the time of all the text before it."""
    found = set()
    for first in range(0, len(cases), batch):
        found |= {first + n for n in refused_at_once(build, cases[first:first + batch])}
    return found


def refused_at_once(build, cases):
    texts, owner = [section(changed) for _, _, changed, _ in cases], []
    for n, text in enumerate(texts):
        owner += [n] * text.count("\n")
    run = subprocess.run([f"{build}/bin/alcove-opt", "--split-input-file", "-", "-o", "/dev/null"], input="".join(texts),
                         capture_output=True, text=True)
    if run.returncode < 0:
        sys.exit(f"alcove-opt ended by signal {-run.returncode}; its last words:\n{run.stderr[-2000:]}")
    return {owner[int(line) - 1] for line in re.findall(r"^\S*?:(\d+):\d+: error", run.stderr, re.MULTILINE)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--only", default="")
    parser.add_argument("--show", type=int, default=20)
    parser.add_argument("--legal", action="store_true")
    options = parser.parse_args()
    cases = list(collect(options.only))
    out = refused(options.build, cases)
    broken = [n for n, case in enumerate(cases) if not case[3]]
    passed = [n for n in broken if n not in out]
    total, left = collections.Counter(cases[n][1].what for n in broken), collections.Counter(cases[n][1].what for n in passed)
    for what in sorted(total):
        print(f"{what:18} {total[what]:6} break a rule, {total[what] - left[what]:6} refused "
              f"({100 - 100 * left[what] / total[what]:.2f} %)")
    for n in passed[:options.show]:
        form, change, changed, _ = cases[n]
        print(f"accepted: {form.name}: {change.what} {change.place}: {change.old} -> {change.new}: {changed[1:]}")
    if options.legal:
        reasons = collections.Counter((case[3], n in out) for n, case in enumerate(cases) if case[3])
        for why in sorted({why for why, _ in reasons}):
            print(f"legal: {why}: {reasons[why, False]} accepted, {reasons[why, True]} refused")
    share = 1 - len(passed) / max(len(broken), 1)
    print(f"{len(cases)} mutants of {len({case[0].name for case in cases})} names and {len({case[0].op for case in cases})} ops: "
          f"{len(cases) - len(broken)} legal, {len(broken)} break a rule, {100 * share:.2f} % of these refused")
    return 0 if share >= 0.99 else 1


if __name__ == "__main__":
    sys.exit(main())

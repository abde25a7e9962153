#!/usr/bin/env python3
"""Every numbered rule of docs/spec/*.md stands there once and has a test; every rule that is named anywhere stands there.

usage: check_rules.py [--root DIR]

A rule is an area and a number, `MEM-8`, `LC-C3`: the first word of a table row or of a list item. A GoogleTest
`TEST(Suite, LCC3_...)` (or LC_C3_...) tests it, and so does a lit file whose text names it.
"""
import argparse
import collections
import pathlib
import re
import sys

ROW = re.compile(r"^(?:\|\s*|[-*]\s+\**|#+\s*)((?:[A-Z][A-Z0-9]+-[A-Z]{0,2}[0-9]+(?:,\s*)?)+)(?=[\s|*.:])", re.M)
RULE = re.compile(r"\b([A-Z][A-Z0-9]+)-([A-Z]{0,2}[0-9]{1,3})(?![\w-])")
TEST = re.compile(r"TEST(?:_F|_P)?\(\s*\w+\s*,\s*([A-Z][A-Z0-9]*_?[0-9]+)_")
SOURCES = (".h", ".cpp", ".td", ".mlir", ".test", ".py", ".md")
FOLDERS = ("docs", "lib", "include", "testing", "tools", "unittests", "test", "bench")


def ids(text):
    return ["-".join(pair) for pair in RULE.findall(text)]


def specified(root, errors):
    """Rule -> file that defines it."""
    where = {}
    for spec in sorted((root / "docs/spec").glob("*.md")):
        for row in ROW.findall(spec.read_text()):
            for rule in ids(row + " "):
                if rule in where:
                    errors.append(f"{spec.relative_to(root)}: {rule} stands in {where[rule]}, too")
                where[rule] = spec.relative_to(root)
    return where


def texts(root, *folders):
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SOURCES and path.is_file():
                yield path, path.read_text(errors="replace")


def tested(root, rules, errors):
    names = {form: rule for rule in rules for form in (rule.replace("-", ""), rule.replace("-", "_"))}
    areas = {rule.split("-")[0] for rule in rules}
    found = set()
    for path, text in texts(root, "unittests"):
        for name in TEST.findall(text):
            if name in names:
                found.add(names[name])
            elif any(re.fullmatch(rf"{area}_?[A-Z]{{0,2}}[0-9]+", name) for area in areas):
                errors.append(f"{path.relative_to(root)}: a test is named after {name}, which is no rule of docs/spec")
    for path, text in texts(root, "test"):
        if path.suffix in (".mlir", ".test"):
            found |= set(ids(text))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    root = parser.parse_args().root.resolve()
    errors = []
    rules = specified(root, errors)
    areas = {rule.split("-")[0] for rule in rules}
    unknown = collections.defaultdict(set)
    for path, text in texts(root, *FOLDERS):
        for rule in set(ids(text)):
            if rule.split("-")[0] in areas and rule not in rules:
                unknown[rule].add(str(path.relative_to(root)))
    errors += [f"{sorted(paths)[0]}: names {rule}, which is no rule of docs/spec" for rule, paths in sorted(unknown.items())]
    found = tested(root, rules, errors)
    errors += [f"{rules[rule]}: {rule} has no test" for rule in rules if rule not in found]
    for error in errors:
        print(error, file=sys.stderr)
    print(f"rules: {len(rules)} of {len(areas)} areas, {len(errors)} errors")
    return 1 if errors or not rules else 0


if __name__ == "__main__":
    sys.exit(main())

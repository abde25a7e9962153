#!/usr/bin/env python3
"""Checks #include lines against layering.toml, directly and transitively.

usage: check_layering.py [--root DIR]     exit 0: the house holds; 1: a broken rule, one line each

A unit is a header or source without its ending, below lib/ or include/alcove/: both 'lib/Plan/Allocation/Bound.cpp' and
'include/alcove/Plan/Allocation/Bound.h' are 'Plan/Allocation/Bound'. Files of testing/, tools/, unittests/ and bench/
keep their folder: 'tools/alcove-solve/Layout'.

Four things are held: `may` and `never` of the row of a file; `seen_by` of every row of what it includes; that a header
in lib/ is for its own library (the nearest folder with a CMakeLists.txt) and that library's unit tests; and that no
folder leads back to itself. A folder's public headers are its face: that a folder below includes one makes no way.
"""
import argparse
import collections
import pathlib
import re
import sys
import tomllib

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)
FOREIGN = ("mlir/", "mlir-c/", "llvm/", "llvm-c/")
OUTER = ("tools", "unittests", "bench")


def below(name, prefixes):
    return any(name == p or name.startswith(p + "/") for p in prefixes)


class House:
    def __init__(self, root):
        self.root = root
        self.rows = tomllib.loads((root / "layering.toml").read_text())
        self.reached = {}
        self.ways = collections.defaultdict(dict)  # folder -> folder -> the include that leads there
        self.errors = []

    def files(self):
        for base in ("include/alcove", "lib", "testing", *OUTER):
            for path in sorted((self.root / base).rglob("*")):
                if path.suffix in (".h", ".cpp", ".inc", ".td", ".def") and path.is_file():
                    yield path

    def unit(self, path):
        parts = path.relative_to(self.root).with_suffix("").parts
        return "/".join(parts if parts[0] in (*OUTER, "testing") else parts[2:] if parts[0] == "include" else parts[1:])

    def row(self, unit):
        """The name of the longest row that fits, or None."""
        fits = [name for name in self.rows if below(unit, [name])]
        return max(fits, key=len, default=None)

    def resolve(self, path, header):
        """The file of ours that an include names, 'mlir', or None for what is not ours or is generated."""
        if header.startswith(FOREIGN):
            return "mlir"
        if header.startswith("alcove/"):
            found = self.root / "include" / header
            return found if found.is_file() else None
        for base in (path.parent, self.root, self.root / "lib"):
            found = (base / header).resolve()
            if found.is_file() and found.is_relative_to(self.root):
                return found
        # A private include folder of the library: lib/Device/System.
        library = path.relative_to(self.root).parts[:2]
        return next(iter((self.root.joinpath(*library)).rglob(header)), None) if library[0] == "lib" else None

    def reach(self, path, stack=()):
        """Units, and 'mlir', that a file leads to through any chain of our headers."""
        if path in self.reached:
            return self.reached[path]
        units = set()
        for header in INCLUDE.findall(path.read_text(errors="replace")):
            target = self.resolve(path, header)
            if target == "mlir":
                units.add("mlir")
            elif target and target not in stack:
                units.add(self.unit(target))
                units |= self.reach(target, stack + (path,))
        if not stack:
            self.reached[path] = units
        return units

    def library(self, path):
        """Where the library of a private file begins: the nearest folder of lib/ that has a CMakeLists.txt."""
        for folder in path.relative_to(self.root).parents:
            if len(folder.parts) > 1 and (self.root / folder / "CMakeLists.txt").is_file():
                return folder.parts[1:]
        return path.relative_to(self.root).parts[1:2]

    def check_internals(self, path, header, target):
        """A header in lib/ is for its own library, and for the unit tests of that library."""
        parts, owner = path.relative_to(self.root).parts, self.library(target)
        if parts[0] == "lib" and self.library(path) == owner or parts[0] == "unittests" and parts[1] == owner[0]:
            return
        self.errors.append(f"{path.relative_to(self.root)}: {header} is internal to {'/'.join(owner)}")

    def check_seen_by(self, where, unit, header, target):
        """Every row of `target` that says who may include it; suites of tests and of bench look at everything."""
        for name, rule in self.rows.items():
            if "seen_by" in rule and below(target, [name]) and not below(unit, [name, *rule["seen_by"], "unittests", "bench"]):
                self.errors.append(f"{where}: includes {header}: {name} is seen only by {', '.join(rule['seen_by'])}")

    def note_way(self, where, unit, header, target):
        start, end = unit.rpartition("/")[0], self.unit(target).rpartition("/")[0]
        face = target.is_relative_to(self.root / "include") and below(start, [end])
        if start != end and not face:
            self.ways[start].setdefault(end, f"{where} includes {header}")

    def check_cycles(self):
        """One line per folder that leads back to itself through others, and only for the first of each cycle."""
        reported = set()
        for start in sorted(self.ways):
            before, queue = {}, [start]
            while queue and start not in before:
                folder = queue.pop(0)
                for end in sorted(self.ways.get(folder, {})):
                    if end not in before:
                        before[end] = folder
                        queue.append(end)
            if start not in before or start in reported:
                continue
            cycle = [start]
            while len(cycle) == 1 or cycle[-1] != start:
                cycle.append(before[cycle[-1]])
            cycle.reverse()
            reported.update(cycle)
            steps = "; ".join(self.ways[a][b] for a, b in zip(cycle, cycle[1:]))
            self.errors.append(f"folders include each other: {' -> '.join(cycle)} ({steps})")

    def check(self, path):
        unit, where = self.unit(path), str(path.relative_to(self.root))
        name = self.row(unit)
        outer = unit.split("/")[0] in OUTER
        if not name and not outer:
            self.errors.append(f"{where}: library '{unit.split('/')[0]}' is not in layering.toml")
            return
        rule = self.rows.get(name, {})
        if path.name in ("Utils.h", "Utils.cpp"):
            self.errors.append(f"{where}: name a file by what it holds, not 'Utils'")
        for header in INCLUDE.findall(path.read_text(errors="replace")):
            target = self.resolve(path, header)
            if target is None:
                if header.startswith("alcove/") and not header.endswith(".inc"):
                    self.errors.append(f"{where}: includes {header}, which does not exist")
                continue
            reached = "mlir" if target == "mlir" else self.unit(target)
            if target != "mlir":
                if target.is_relative_to(self.root / "lib"):
                    self.check_internals(path, header, target)
                self.check_seen_by(where, unit, header, reached)
                if not outer:
                    self.note_way(where, unit, header, target)
            if outer and reached.split("/")[0] in OUTER and reached.split("/")[:2] != unit.split("/")[:2]:
                self.errors.append(f"{where}: includes {header} of another program or suite")
            if "may" in rule and not below(reached, [*rule["may"], name]):
                self.errors.append(f"{where}: includes {header}: {name} may not include {self.row(reached) or reached}")
            chain = {reached} | (set() if target == "mlir" else self.reach(target))
            for bad in rule.get("never", []):
                if any(below(u, [bad]) for u in chain):
                    self.errors.append(f"{where}: includes {header}: {name} must never see {bad}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    house = House(parser.parse_args().root.resolve())
    count = 0
    for path in house.files():
        house.check(path)
        count += 1
    house.check_cycles()
    for error in house.errors:
        print(error, file=sys.stderr)
    print(f"layering: {count} files, {len(house.rows)} rows, {len(house.errors)} violations")
    return 1 if house.errors or not count else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Checks that every layer has one file per family of ops, under the family's name, and writes the grid.

usage: op_grid.py [--check] [--root DIR]      --check: writes nothing, exit 1 when the page shows another grid

The families and their ops are those of include/alcove/Ops/Families.def. A file of a layer belongs to the family whose name
it begins with (`Window.cpp`, `WindowPool.cpp`). What is otherwise stands in scripts/op_grid.toml with its reason: files
that are no family's, families that a layer leaves out, ops that stand in a file of another family. One line per breach:

  an op of a dialect without a family             a family without a file in a layer
  an op in a file of another family               a file of no family
  a kind of plan::OpKind in files of two families
  an entry of op_grid.toml that nothing needs

The grid in docs/ARCHITECTURE.md counts the ops that each file names; a dot is a file whose ops are not read from its text.
"""
import argparse
import pathlib
import re
import sys
import tomllib

BLOCK = re.compile(r"(<!-- grid: scripts/op_grid.py -->\n).*?(<!-- end -->)", re.S)
STRING = re.compile(r'"([^"\n]*)"')


def families(root):
    """Ops of each family, in the order of Families.def."""
    text = re.sub(r"//.*|#.*", "", (root / "include/alcove/Ops/Families.def").read_text())
    rows = re.findall(r'ALCOVE_OP_FAMILY\((\w+),\s*((?:"[^"]*"\s*)+)\)', text)
    return {name: " ".join(STRING.findall(ops)).split() for name, ops in rows}


def dialect_ops(root):
    """Mnemonic of each op class of both dialects, as (dialect, class) -> mnemonic."""
    found = {}
    for dialect in ("TTIR", "TTNN"):
        for path in sorted((root / "include/alcove/Ops/Dialect" / dialect).glob("*.td")):
            text = path.read_text()
            for name, op in re.findall(rf'^def {dialect}_(\w+)\s*:\s*\w+<\s*"(\w+)"', text, re.M):
                if name.endswith("Op"):
                    found[dialect.lower(), name] = op
    return found


class Layer:
    """Files of a folder and the ops that each names."""

    def __init__(self, root, folder, ops_of=None):
        self.folder = folder
        self.files = {p.stem: p.read_text() for p in sorted((root / folder).glob("*.cpp"))}
        self.ops_of = ops_of or (lambda text: [])

    def named(self):
        return {stem: sorted(set(self.ops_of(text))) for stem, text in self.files.items()}


class Constraints(Layer):
    """The table of Dispatch.cpp names the function of an op; the op stands where the function does."""

    def named(self):
        text = self.files["Dispatch"]
        rows = re.findall(r'\{"(\w+)", "\w+", (evaluate\w+)', text)
        for names, function in (("unaryNames", "evaluateUnary"), ("binaryNames", "evaluateBinary")):
            table = re.search(names + r"\[\] = \{(.*?)\};", text, re.S).group(1)
            rows += [(op, function) for op in STRING.findall(table)]
        home = {f: stem for stem, each in self.files.items() for f in re.findall(r"^bool opmodel::(evaluate\w+)", each, re.M)}
        found = {stem: set() for stem in self.files}
        for op, function in rows:
            found[home[function]].add(op)
        return {stem: sorted(ops) for stem, ops in found.items()}


def rules(text):
    """add(table, {"ttir.sort"}, verifySort)"""
    lists = re.findall(r"\badd(?:OfLibrary)?\(\s*table,\s*\{([^}]*)\}", text)
    return [name.split(".")[-1] for each in lists for name in STRING.findall(each)]


def rows(text):
    """Rows of a table: their first string has the ops, blanks between; `op@case` is a case of the op."""
    tables = re.findall(r"rows\[\] = \{(.*?)\};", text, re.S)
    firsts = re.findall(r'\{((?:\s*"[^"]*")+)\s*,', "".join(tables))
    return [op.split("@")[0] for each in firsts for op in " ".join(STRING.findall(each)).split()]


def layers(root, known):
    handled = dialect_ops(root)

    def classes(text):
        return [handled[key] for key in re.findall(r"\b(ttir|ttnn)::(\w+Op)\b", "".join(re.findall(r"add\w*<[^;{(]*>\(", text)))
                if key in handled]

    def compared(text):
        """Ops that a function compares the name of its op with."""
        sets = re.findall(r"std::set<std::string> \w+ = \{([^}]*)\}", text)
        return [op for op in re.findall(r'\bop [=!]= "(\w+)"', text) + STRING.findall("".join(sets)) if op in known]

    return {
        "rules of the library": Layer(root, "lib/Ops/Rules", rules),
        "rules of TTIR": Layer(root, "lib/Ops/Rules/TTIR", rules),
        "rules of TTNN": Layer(root, "lib/Ops/Rules/TTNN", rules),
        "legality": Constraints(root, "lib/OpModel/Constraints"),
        "time": Layer(root, "lib/OpModel/Time", compared),
        "kernels": Layer(root, "lib/Judge/Numbers/Kernels"),
        "interpreter": Layer(root, "lib/Judge/Numbers/Interpreter/Ops", classes),
        "planning": Layer(root, "lib/Optimize/OpRules", rows),
        "programs": Layer(root, "lib/Emit/Python", rows),
    }


class Grid:
    def __init__(self, root):
        self.root = root
        self.families = families(root)
        self.of = {op: family for family, ops in self.families.items() for op in ops}
        self.layers = layers(root, self.of)
        path = root / "scripts/op_grid.toml"
        self.declared = tomllib.loads(path.read_text()) if path.exists() else {}
        self.needed = set()
        self.cells = {}
        self.breaches = []

    def family_of(self, stem):
        """The longest name that fits."""
        return max((each for each in self.families if stem.startswith(each)), key=len, default=None)

    def excused(self, kind, layer, name):
        key = (kind, layer, name)
        self.needed.add(key)
        return self.reason(*key) is not None

    def reason(self, kind, layer, name):
        return self.declared.get(kind, {}).get(layer, {}).get(name)

    def check_dialects(self):
        for op in sorted(set(dialect_ops(self.root).values()) - set(self.of)):
            self.breaches.append(f"include/alcove/Ops/Families.def: no family has '{op}'")

    def check_layer(self, name, layer):
        for stem, ops in layer.named().items():
            family = self.family_of(stem)
            file = f"{layer.folder}/{stem}.cpp"
            if family is None:
                if not self.excused("files", name, stem):
                    self.breaches.append(f"{file}: no family has this name, and scripts/op_grid.toml gives no reason")
                continue
            own = self.cells.setdefault((name, family), [0, layer.ops_of is not None])
            for op in ops:
                if op not in self.of:
                    self.breaches.append(f"{file}: '{op}' is of no family")
                elif self.of[op] == family:
                    own[0] += 1
                elif not self.excused("ops", name, op):
                    self.breaches.append(f"{file}: '{op}' is of the family {self.of[op]}")
        for family in self.families:
            if (name, family) not in self.cells and not self.excused("holes", name, family):
                self.breaches.append(f"{layer.folder}: no file of the family {family}, and scripts/op_grid.toml gives no reason")

    def check_kinds(self):
        homes = {}
        layer = self.layers["planning"]
        for stem, text in layer.files.items():
            for kind in re.findall(r"OpKind::(\w+)", text):
                homes.setdefault(kind, set()).add(self.family_of(stem))
        for kind, found in sorted(homes.items()):
            found -= {None}
            if len(found) > 1 and kind != "Other":
                self.breaches.append(f"{layer.folder}: the kind {kind} is in files of {' and '.join(sorted(found))}")

    def check_declared(self):
        for kind, of_layer in self.declared.items():
            for layer, names in of_layer.items():
                for name in names:
                    if (kind, layer, name) not in self.needed:
                        self.breaches.append(f"scripts/op_grid.toml: nothing needs {kind}.\"{layer}\".{name}")

    def check(self):
        self.check_dialects()
        for name, layer in self.layers.items():
            self.check_layer(name, layer)
        self.check_kinds()
        self.check_declared()
        return self.breaches

    def table(self):
        text = "| family | ops | " + " | ".join(self.layers) + " |\n|---|---|" + "---|" * len(self.layers) + "\n"
        for family, ops in self.families.items():
            cells = []
            for name in self.layers:
                count, _ = self.cells.get((name, family), (None, None))
                cells.append("" if count is None else str(count) if count else "·")
            text += f"| {family} | {len(ops)} | {' | '.join(cells)} |\n"
        text += "\n| layer | left out | why |\n|---|---|---|\n"
        for name in self.layers:
            reasons = {}
            for family, why in self.declared.get("holes", {}).get(name, {}).items():
                reasons.setdefault(why, []).append(family)
            for why, names in reasons.items():
                text += f"| {name} | {', '.join(names)} | {why} |\n"
        return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    arguments = parser.parse_args()
    grid = Grid(arguments.root)
    breaches = grid.check()
    page = arguments.root / "docs/ARCHITECTURE.md"
    text = page.read_text()
    if not BLOCK.search(text):
        sys.exit("docs/ARCHITECTURE.md: has no place for the grid")
    written = BLOCK.sub(lambda m: m.group(1) + grid.table() + m.group(2), text)
    if arguments.check and written != text and not breaches:
        breaches.append("docs/ARCHITECTURE.md: shows another grid: scripts/op_grid.py writes it")
    print("\n".join(breaches), end="\n" if breaches else "")
    if not arguments.check and not breaches and written != text:
        page.write_text(written)
    print(f"grid: {len(grid.of)} ops, {len(grid.families)} families, {len(grid.layers)} layers, {len(breaches)} breaches")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())

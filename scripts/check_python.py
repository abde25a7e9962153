#!/usr/bin/env python3
"""Checks that what Python files of the tree take of each other is there.

usage: check_python.py [--root DIR]     exit 0: all is there; 1: one line each for what is not

Of a file that says `import other`, where other.py lies in its own folder or in a folder that a line of it puts on the
path, every `other.name` must be a name at the top of other.py: a module that was imported under one name and rebuilt
under another breaks its users only when they are run, which may be an hour into a measurement. `other.inner.name` is
followed where inner is such a module too. Names that are bound anew in the file are not looked at.
"""
import argparse
import ast
import functools
import pathlib
import sys

FOLDERS = ("bench", "scripts", "test", "testing", "python")


def top_names(tree):
    """Names that a module binds at its top, also in the branches there."""
    names = set()
    for node in tree.body if isinstance(tree, ast.Module) else tree:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
        else:
            names |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
            for field in ("body", "orelse", "finalbody", "handlers"):
                for inner in getattr(node, field, []):
                    names |= top_names(getattr(inner, "body", [inner]))
    return names


class Modules:
    def __init__(self, root):
        self.files = {}  # name of a module -> its files
        self.trees = {}
        for folder in FOLDERS:
            for path in sorted((root / folder).rglob("*.py")):
                self.trees[path] = ast.parse(path.read_text(), str(path))
                self.files.setdefault(path.stem, []).append(path)

    @functools.cache
    def names(self, path):
        return top_names(self.trees[path])

    @functools.cache
    def imported(self, path):
        """Name in the file -> file of the module. Of several with one name that of the same folder, else none."""
        found = {}
        for node in ast.walk(self.trees[path]):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    files = self.files.get(alias.name, [])
                    near = [each for each in files if each.parent == path.parent] or files
                    if len(near) == 1 and alias.name not in sys.stdlib_module_names:
                        found[alias.asname or alias.name] = near[0]
        return found

    def missing(self, path):
        imported = self.imported(path)
        tree = self.trees[path]
        bound = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
        bound |= {each.arg for each in ast.walk(tree) if isinstance(each, ast.arg)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                module = self.module_of(node.value, imported, bound)
                if module and node.attr not in self.names(module) and not node.attr.startswith("__"):
                    yield node.lineno, module, node.attr

    def module_of(self, node, imported, bound):
        if isinstance(node, ast.Name) and node.id not in bound:
            return imported.get(node.id)
        if isinstance(node, ast.Attribute):
            outer = self.module_of(node.value, imported, bound)
            return self.imported(outer).get(node.attr) if outer else None
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[1])
    root = parser.parse_args().root
    modules, errors = Modules(root), 0
    for path in modules.trees:
        for line, module, name in sorted(modules.missing(path)):
            print(f"{path.relative_to(root)}:{line}: {module.relative_to(root)} has no '{name}'")
            errors += 1
    print(f"python: {len(modules.trees)} files, {errors} errors")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())

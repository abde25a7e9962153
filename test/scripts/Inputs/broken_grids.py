"""Breaks the grid of ops in a copy of the tree, one way after the other, and prints what scripts/op_grid.py says of each.

usage: broken_grids.py SOURCE COPY
"""
import pathlib
import shutil
import subprocess
import sys

source, copy = map(pathlib.Path, sys.argv[1:])
FOLDERS = ["include/alcove/Ops", "lib/Ops/Rules", "lib/OpModel", "lib/Judge/Numbers", "lib/Optimize/OpRules", "lib/Emit/Python"]


def replace(file, old, new):
    def change():
        path = copy / file
        text = path.read_text()
        assert old in text, f"{file} has no {old}"
        path.write_text(text.replace(old, new, 1))

    return [file], change


def add(file, text):
    return [file], lambda: (copy / file).write_text(text)


def remove(file):
    return [file], lambda: (copy / file).unlink()


BREACHES = [
    replace("lib/Optimize/OpRules/Cache.cpp", '"update_cache"', '"embedding"'),
    replace("lib/Emit/Python/Shape.cpp", '{"reshape"', '{"embedding"'),
    replace("lib/Ops/Rules/TTIR/Shape.cpp", '"ttir.reverse"', '"ttir.sort"'),
    replace("lib/Judge/Numbers/Interpreter/Ops/Cache.cpp", "table.add<ttir::FillCacheOp", "table.add<ttir::MatmulOp"),
    replace("lib/OpModel/Constraints/Dispatch.cpp", '"to_layout", "layout", evaluateToLayout', '"to_layout", "layout", evaluateFillCache'),
    replace("lib/OpModel/Time/Cache.cpp", 'op == "update_cache"', 'op == "reshape"'),
    add("lib/Optimize/OpRules/Remaining.cpp", ""),
    remove("lib/Emit/Python/Cache.cpp"),
    replace("lib/Emit/Python/Cache.cpp", '"fill_cache"', '"no_such_op"'),
    replace("include/alcove/Ops/Families.def", " matmul ", " "),
    replace("lib/Optimize/OpRules/Attention.cpp", "OpKind::Attention", "OpKind::Cache"),
    replace("scripts/op_grid.toml", "[holes.planning]", '[holes.planning]\nCache = "none"'),
    replace("docs/ARCHITECTURE.md", "| Cache | 4 |", "| Cache | 5 |"),
    replace("scripts/op_grid.toml", "# What", "# That"),
]

for folder in FOLDERS:
    shutil.copytree(source / folder, copy / folder)
for file in ("scripts/op_grid.toml", "docs/ARCHITECTURE.md"):
    (copy / file).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source / file, copy / file)
for files, change in BREACHES:
    change()
    result = subprocess.run([sys.executable, source / "scripts/op_grid.py", "--check", f"--root={copy}"], capture_output=True, text=True)
    lines = [line for line in result.stdout.splitlines() if not line.startswith("grid:")]
    assert bool(lines) == (result.returncode == 1), result.stdout + result.stderr
    print(lines[0] if lines else "nothing")
    for file in files:
        if (source / file).exists():
            shutil.copyfile(source / file, copy / file)
        else:
            (copy / file).unlink()

#!/usr/bin/env python3
"""Builds models, runs each program under the stand-in and the planned module in the interpreter on the same data, and
compares: floats of every result must correlate by 0.999.

usage: run_models.py ALCOVE_SRC WORK MODEL.mlir...
"""
import pathlib
import subprocess
import sys

SOURCE, WORK = map(pathlib.Path, sys.argv[1:3])


def run(*words):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def compare(model):
    folder = WORK / model.stem
    (folder / "goldens").mkdir(parents=True, exist_ok=True)
    run("alcove", "build", model, "-o", folder)
    program = (sys.executable, SOURCE / "testing/ttnn/run.py", folder / "main.py")
    run(*program, "--write-inputs", folder / "data")
    run("alcove", "run", folder / "planned.mlir", f"--inputs={folder / 'data'}", f"--outputs={folder / 'goldens'}",
        "--precision=declared", "--sensitivity=no")
    said = run(*program, "--inputs", folder / "data", "--check", folder / "goldens", "--min-correlation", "0.999")
    return said.count("correlation")


def main():
    good = 0
    for model in map(pathlib.Path, sys.argv[3:]):
        count = compare(model)
        good += count > 0
        print(f"{model.stem}: {count} results")
    print(f"{good} of {len(sys.argv) - 3} models")


main()

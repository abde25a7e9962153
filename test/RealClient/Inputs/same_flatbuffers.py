#!/usr/bin/env python3
"""Writes each planned module as a flatbuffer and compares it, field by field, with what tt-mlir's own writer makes of it.

usage: same_flatbuffers.py CLIENT ALCOVE_SRC WORK PLANNED.mlir...
"""
import os
import pathlib
import subprocess
import sys

CLIENT, SOURCE, WORK = map(pathlib.Path, sys.argv[1:4])


def run(*words, **keywords):
    return subprocess.run([str(w) for w in words], capture_output=True, text=True, **keywords)


def theirs(module, out, keep):
    decomposing = ["--decompose"] if "to_tensor_spec" in module.read_text() else []
    return run(CLIENT / "real-fb", *decomposing, module, env={**os.environ, "KEEP_FLATBUFFER": str(out), "LD_PRELOAD": str(keep)})


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    keep = WORK / "keep.so"
    compiled = run("clang-22", "-shared", "-fPIC", SOURCE / "test/RealClient/Inputs/keep_flatbuffer.c", "-o", keep)
    if compiled.returncode:
        sys.exit(compiled.stderr)
    good = 0
    for module in map(pathlib.Path, sys.argv[4:]):
        name = module.parent.name if module.name == "planned.mlir" else module.stem
        real, ours = WORK / f"{name}.real.ttnn", WORK / name
        said = theirs(module, real, keep)
        if "\tok\t" not in said.stdout:
            print(f"{name}: tt-mlir writes none: {said.stdout.strip()[-200:]}")
            continue
        written = run("alcove-emit", "--emit=flatbuffer", f"--ttsys={real}", module, "-o", ours)
        if written.returncode:
            print(f"{name}: {written.stderr.strip()[-300:]}")
            continue
        compared = run(sys.executable, SOURCE / "testing/flatbuffer/read.py", "--compare", ours / "program.ttnn", real)
        good += compared.returncode == 0
        print(f"{name}: {compared.stdout.strip()[-1500:]}{compared.stderr.strip()[-300:]}")
        real.unlink()
    print(f"{good} of {len(sys.argv) - 4} flatbuffers are as tt-mlir writes them")


main()

"""A session's program under the stand-in, against the interpreter on the models, one call after the other.

usage: session_numbers.py STAND-IN MAIN.py PREFILL.mlir DECODE.mlir FOLDER CALLS

Prefill is called once, then decode CALLS times, each at the position behind the last. The interpreter reads the models as
they were before they were planned, and gets the caches that its own last call returned.
"""
import pathlib
import shutil
import subprocess
import sys

import numpy as np

stand_in, main, prefill, decode, folder, calls = sys.argv[1:]
folder, calls = pathlib.Path(folder), int(calls)
sys.path.insert(0, stand_in)
from run import load  # noqa: E402

CACHES = {1: "past_k0", 2: "past_v0"}  # by result, of both functions
rows = 8  # that prefill writes


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    assert done.returncode == 0, (words, done.stdout, done.stderr)
    return done.stdout


def fresh(path):
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    return path


program, random, given = load(main), np.random.default_rng(7), {}
inputs = fresh(folder / "inputs")
for function in ("prefill", "decode"):
    for name, role, shape, dtype, _, _ in program["ARGUMENTS_" + function]:
        if name == "cache_position":
            at = [np.arange(rows)] if function == "prefill" else [np.array([rows + call]) for call in range(calls)]
            given.update({(function, call, name): array.astype(np.int32) for call, array in enumerate(at)})
        elif role == "input" and program["numpy_type"](dtype) is np.int32:
            given.update({(function, call, name): random.integers(0, 1000, shape).astype(np.int32) for call in range(calls)})
        elif name in CACHES.values():
            given[None, 0, name] = np.zeros(shape, np.float32)
        elif (None, 0, name) not in given:
            array = (random.standard_normal(shape) * (0.05 if len(shape) > 1 else 1)).astype(np.float32)
            given[None, 0, name] = (array.view(np.uint32) & 0xFFFF0000).view(np.float32) if program["numpy_type"](dtype) is np.float32 else \
                np.arange(np.prod(shape)).reshape(shape).astype(np.int32)
for (function, call, name), array in given.items():
    np.save(inputs / (f"{function}.{name}.{call}.npy" if function else f"{name}.npy"), array)
for name in {name for function, _, name in given if function}:  # what every call gets that has none of its own
    for function in ("prefill", "decode"):
        if (function, 0, name) in given:
            np.save(inputs / f"{function}.{name}.npy", given[function, 0, name])

told = run(sys.executable, pathlib.Path(stand_in) / "run.py", main, "--session", "--inputs", inputs, "--outputs", fresh(folder / "program"))
caches = {}
for function, model, call in [("prefill", prefill, 0), *(("decode", decode, call) for call in range(calls))]:
    data, results = fresh(folder / "data"), fresh(folder / "interpreter")
    for (owner, number, name), array in given.items():
        if owner is None or (owner, number) == (function, call):
            np.save(data / f"{name}.npy", array)
    for name, array in caches.items():
        np.save(data / f"{name}.npy", array)
    run("alcove-run", model, f"--inputs={data}", f"--outputs={results}", "--precision=declared")
    caches = {name: np.load(results / f"{function}.result{index}.npy") for index, name in CACHES.items()}
    if call + 1 < (1 if function == "prefill" else calls):
        continue
    for path in sorted(results.glob("*.npy")):
        a, b = (np.load(each).astype(np.float64).reshape(-1) for each in (folder / "program" / path.name, path))
        if path.name.endswith("result4.npy"):  # the token is the largest of logits, which roundings may exchange
            continue
        print(f"{path.name}: correlation {program['correlation_of'](a, b):.6f}")
written = {name: int((np.abs(array).sum(axis=(0, 1, 3)) > 0).sum()) for name, array in caches.items()}
print(f"rows of caches that hold something: {written}")
print(told.strip().splitlines()[-1])

#!/usr/bin/env python3
"""What a change of structure must leave as it is, byte for byte: outputs of two builds on everything at hand.

usage: same_outputs.py record BIN OUT.json [--benchmarks=DIR] [--jobs=N] [--part=NAME]...
       same_outputs.py compare BEFORE.json AFTER.json

record   runs the programs of the folder BIN and writes a digest of each output:
         models  every model of $ALCOVE_CORPUS and of testing/models, two chips, levels 0, 1 and 2: the module of TTNN
         tiling  every program of `alcove-program list` at five budgets: the module
         layout, schedule, allocation
                 every problem under DIR/{iopddl,mlsys,minimalloc}, within an amount of work: cost, bound and answer; no seconds
compare  prints every case whose output differs, and how many are the same. Exit code 1 when one differs or is missing.
"""
import argparse
import hashlib
import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "bench" / "Models"))
import policies  # noqa: E402

ARCHS = ["wormhole_b0", "blackhole"]
BUDGETS = [16 << 10, 64 << 10, 128 << 10, 512 << 10, 2 << 20]


def outcome_of(command, files=()):
    """Exit code, first line of the error if there is one, and a digest of what it printed and wrote."""
    run = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    digest = hashlib.sha256(re.sub(r"seconds=[0-9.]+", "", run.stdout).encode())
    for file in files:
        digest.update(file.read_bytes() if file.exists() else b"none")
    return {"exit": run.returncode, "error": run.stderr.strip().split("\n")[0][:200] if run.returncode else "", "sha256": digest.hexdigest()}


def models(binaries, options, work):
    for model, arch, level in itertools.product(policies.given_models([], work), ARCHS, range(3)):
        pipeline = f"--ttir-to-ttnn-backend-pipeline=optimization-level={level} mock-system-desc-arch={arch}"
        name = pathlib.Path(model).stem if model.startswith(work) else f"corpus/{pathlib.Path(model).stem}"
        yield f"{name} {arch} level {level}", [binaries / "alcove-opt", pipeline, model], []


def tiling(binaries, options, work):
    program = binaries / "alcove-program"
    for name in subprocess.check_output([program, "list"], text=True).split():
        source = pathlib.Path(work, f"{name}.mlir")
        source.write_text(subprocess.check_output([program, "corpus", f"--name={name}"], text=True))
        for budget in BUDGETS:
            yield f"{name} {budget}", [binaries / "alcove-opt", source, "--mark-patterns-for-super-tiling", f"--super-tiling=memory-bytes={budget}"], []


def solver(command, pattern, units, answer):
    def cases(binaries, options, work):
        for problem in sorted(options.benchmarks.glob(pattern)) if options.benchmarks else []:
            out = pathlib.Path(work, problem.name + ".out")
            yield problem.name, [binaries / "alcove-solve", command, problem, *answer(out), f"--work={units}"], [out]
    return cases


PARTS = {
    "models": models,
    "tiling": tiling,
    "layout": solver("layout", "iopddl/*.json*", 200_000_000, lambda out: ["--out", out]),
    "schedule": solver("schedule", "mlsys/*.json", 20_000_000, lambda out: [out]),
    "allocation": solver("allocate", "minimalloc/*.csv", 20_000_000, lambda out: ["--capacity=1048576", f"--out={out}"]),
}


def record(options):
    outputs = {}
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(options.jobs) as pool:
        for part in options.part or PARTS:
            cases = list(PARTS[part](options.bin, options, work))
            for (name, _, _), outcome in zip(cases, pool.map(lambda case: outcome_of(case[1], case[2]), cases)):
                outputs[f"{part}: {name}"] = outcome
            print(f"{part}: {len(cases)} outputs", flush=True)
    options.out.write_text(json.dumps(outputs, indent=1) + "\n")
    return 0


def compare(options):
    before, after = (json.loads(path.read_text()) for path in (options.before, options.after))
    same = 0
    for name in sorted(before.keys() | after.keys()):
        if before.get(name) == after.get(name):
            same += 1
        else:
            print(f"{name}: {before.get(name)} / {after.get(name)}")
    print(f"{same} of {len(before.keys() | after.keys())} outputs are the same")
    return 0 if same == len(before.keys() | after.keys()) else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    recorder = commands.add_parser("record")
    recorder.add_argument("bin", type=pathlib.Path)
    recorder.add_argument("out", type=pathlib.Path)
    recorder.add_argument("--benchmarks", type=pathlib.Path)
    recorder.add_argument("--jobs", type=int, default=1)
    recorder.add_argument("--part", action="append", choices=PARTS)
    recorder.set_defaults(run=record)
    comparer = commands.add_parser("compare")
    comparer.add_argument("before", type=pathlib.Path)
    comparer.add_argument("after", type=pathlib.Path)
    comparer.set_defaults(run=compare)
    options = parser.parse_args()
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())

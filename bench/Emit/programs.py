#!/usr/bin/env python3
"""Writes every model's plan as a program and says what becomes of it: lines, seconds of the emitter, whether it compiles
and runs under the stand-in (shapes, layouts, memory), how many configurations of its calls are those of the plan, and at
how many ops its L1 is not what the judge says.

usage: programs.py [--build DIR] [--devices wormhole-n150,blackhole] [--numbers] [MODEL.mlir ...]
       default models: the corpus ($ALCOVE_CORPUS, ../shared/models). exit 1: something is not as it must be

--numbers: also runs each program and the interpreter on the same data, in f32 and as declared, and prints the least
correlations of a result; for small models. A model for a mesh is planned for a card that has it. Needs numpy.
"""
import argparse
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
STAND_IN = ROOT / "testing/ttnn"


def run(*words, cwd=None):
    return subprocess.run([str(w) for w in words], capture_output=True, text=True, cwd=cwd)


def last(done):
    return (done.stdout + done.stderr).strip().splitlines()[-1][:100] if (done.stdout + done.stderr).strip() else ""


def processor_seconds():
    """Of the programs that ran: what a machine with other work on it makes of them is no time of theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def has_mesh(model):
    declared = re.search(r'#ttcore\.meshes<\[<"[^"]*" = ([0-9x]+)', pathlib.Path(model).read_text(errors="replace"))
    return bool(declared) and set(declared[1]) != set("1x")


PRECISIONS = {"f32": 0.99999, "declared": 0.999}


def numbers(build, folder, chip, precision):
    """Least correlation of a result with the interpreter's, on the same data."""
    goldens = folder / f"goldens-{precision}"
    goldens.mkdir()
    os.environ["TTNN_PRECISION"] = precision
    program = (sys.executable, STAND_IN / "run.py", "--chip", chip, "main.py")
    for words in ((*program, "--write-inputs", "data"),
                  (build / "bin/alcove-run", "planned.mlir", "--inputs=data", f"--outputs={goldens}", f"--precision={precision}",
                   "--sensitivity=no")):
        done = run(*words, cwd=folder)
        if done.returncode:
            return None, last(done)
    done = run(*program, "--inputs", "data", "--check", goldens, "--min-correlation", PRECISIONS[precision], cwd=folder)
    found = [float(c) for c in re.findall(r"correlation ([-\d.naif]+)", done.stdout)]
    return (min(found), "") if done.returncode == 0 and found else (None, last(done))


def measure(build, model, device, with_numbers):
    """A row of the table, and whether all is as it must be."""
    name, family = pathlib.Path(model).stem, device.split("-")[0]
    card = family if has_mesh(model) else device
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        planned = run(build / "bin/alcove", "build", model, "-o", folder, "--device", card)
        if planned.returncode:
            return f"| {name} | {device} | - | - | not planned: {last(planned)} | | | |", False
        start = processor_seconds()
        written = run(build / "bin/alcove-emit", folder / "planned.mlir", "-o", folder)
        seconds = processor_seconds() - start
        if written.returncode:
            return f"| {name} | {device} | - | {seconds:.2f} | not written: {last(written)} | | | |", False
        lines = (folder / "main.py").read_text().count("\n")
        compiled = run(sys.executable, "-m", "py_compile", folder / "main.py").returncode == 0
        same = run(sys.executable, STAND_IN / "configurations.py", folder / "main.py", folder / "planned.mlir", "--chip", device)
        steps = run(sys.executable, STAND_IN / "steps.py", folder / "main.py", folder / "timeline.json", "--chip", device)
        said, good = last(same), compiled and same.returncode == steps.returncode == 0
        worst = []
        for precision in PRECISIONS if with_numbers else ():
            correlation, error = numbers(build, folder, device, precision)
            worst.append(f"{correlation:.6f}" if correlation is not None else error)
            good = good and correlation is not None
        return (f"| {name} | {device} | {lines} | {seconds:.2f} | {'yes' if compiled else 'no'} | {said} | {last(steps)} | "
                f"{', '.join(worst)} |"), good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"), type=pathlib.Path)
    parser.add_argument("--devices", default="wormhole-n150,blackhole")
    parser.add_argument("--numbers", action="store_true")
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    corpus = pathlib.Path(os.environ.get("ALCOVE_CORPUS", ROOT / ".." / "shared" / "models"))
    models = options.models or sorted(map(str, corpus.glob("*.mlir")))
    if not models:
        sys.exit(f"programs.py: no models given and none in {corpus}")
    print("| model | card | lines | emitter s | compiles | runs by shapes | L1 by step | least correlation in f32, as declared |")
    print("|---|---|--:|--:|---|---|---|---|")
    good = 0
    for model in models:
        for device in options.devices.split(","):
            row, fine = measure(options.build, model, device, options.numbers)
            good += fine
            print(row, flush=True)
    total = len(models) * len(options.devices.split(","))
    print(f"\n{good} of {total} programs are as they must be")
    sys.exit(good != total)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Feeds what we write to tt-mlir's own programs: verifiers, printer, canonicalizer, Python emitter and flatbuffer writer.

usage: accept.py --client=FOLDER [--build=DIR] [--arch=A,...] [--level=L,...] [--policy=P,...] [--plan] [--input]
                 [--jobs=N] [--keep=FOLDER] MODEL...

Every model (TTIR) is compiled for every architecture and level, at level 2 with every policy; with --plan also by
`alcove plan`. FOLDER holds real-opt, real-verify, real-py and real-fb (scripts/check_with_tt_mlir.sh builds them from a
checkout); what needs an absent one is not checked, and says so. Prints one line of counts per kind of check, and below
it what failed; exit 1 if anything did.

  input         real-verify finds nothing in the model itself (--input)
  compiled      alcove-opt writes a module
  verified      real-verify finds nothing
  printed       our reprint of what real-opt prints is the same, byte for byte
  canonical     real-opt --canonicalize changes nothing but attributes that it writes out by default
  python        real-py emits Python
  runs          that Python runs against a stand-in for ttnn: names, indices, tensors after deallocate, shapes
  flatbuffer    real-fb writes the runtime's file
"""
import argparse
import gzip
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import stand_in

LONGEST = 1200  # seconds that a program may take


class Finding(Exception):
    """What one program says against a module."""


def run(*command):
    """Standard output; a finding when the command fails."""
    try:
        done = subprocess.run([str(c) for c in command], capture_output=True, text=True, errors="replace", timeout=LONGEST)
    except subprocess.TimeoutExpired:
        raise Finding(f"{pathlib.Path(str(command[0])).name}: not done after {LONGEST} s") from None
    if done.returncode != 0:
        lines = (done.stdout + done.stderr).splitlines()
        told = [line for line in lines if "error:" in line or "Assertion" in line or "\t" in line] or lines[:1]
        raise Finding(f"exit {done.returncode}: {told[0] if told else 'in silence'}")
    return done.stdout


def first_difference(a, b):
    for number, (x, y) in enumerate(zip(a.splitlines(), b.splitlines()), 1):
        if x != y:
            at = len(os.path.commonprefix([x, y]))
            start = max(0, at - 60)
            return f"line {number}: ...{x[start:at + 100]} | ...{y[start:at + 100]}"
    return f"{len(a.splitlines())} lines | {len(b.splitlines())} lines"


ATTRIBUTES = re.compile(r"<\{(.*?)\}> : \(")


def entries(dictionary):
    """`a = 1, b = [2, 3]` by its commas outside of brackets."""
    result, depth, start = [], 0, 0
    for at, letter in enumerate(dictionary):
        depth += (letter in "<[({") - (letter in "])}" or letter == ">" and dictionary[at - 1] != "-")
        if letter == "," and depth == 0:
            result.append(dictionary[start:at].strip())
            start = at + 1
    return set(result) | {dictionary[start:].strip()}


def only_gains_attributes(before, after):
    """Whether each line of `after` is that of `before`, with at most more attributes."""
    before, after = before.splitlines(), after.splitlines()
    if len(before) != len(after):
        return False
    for x, y in zip(before, after):
        if x == y:
            continue
        had, has = ATTRIBUTES.search(x), ATTRIBUTES.search(y)
        if not has or ATTRIBUTES.sub(": (", x).replace(" :", ":") != ATTRIBUTES.sub(": (", y).replace(" :", ":"):
            return False
        if had and not entries(had[1]) <= entries(has[1]):
            return False
    return True


REFUSED = "refused by the verifiers"  # and so by every other program: counted, and told once


class Client:
    """The checks, in the order in which they are counted."""

    PROGRAMS = {"verified": "real-verify", "printed": "real-opt", "canonical": "real-opt", "python": "real-py",
                "runs": "real-py", "flatbuffer": "real-fb"}

    def __init__(self, folder, build):
        self.folder, self.opt = pathlib.Path(folder).resolve(), pathlib.Path(build) / "bin/alcove-opt"
        self.kinds = [kind for kind, program in self.PROGRAMS.items() if os.access(self.folder / program, os.X_OK)]

    def real(self, program, *arguments):
        return run(self.folder / program, *arguments)

    def check(self, path):
        """Yields a kind and None or a finding."""
        kept = {}  # what a later check needs of an earlier one
        for kind in self.kinds:
            try:
                if kept.get("refused"):
                    raise Finding(REFUSED)
                getattr(self, kind)(path, kept)
                yield kind, None
            except Finding as finding:
                kept["refused"] = kept.get("refused") or kind == "verified"
                yield kind, str(finding).replace(str(path), "").strip(":\t ")

    def input(self, model, folder):
        """A finding in the model as it is given, or None."""
        try:
            if model.suffix == ".gz":
                text, model = gzip.decompress(model.read_bytes()), folder / model.stem
                model.write_bytes(text)
            return self.verified(model, {})
        except Finding as finding:
            return str(finding)

    def verified(self, path, _):
        if said := self.real("real-verify", path).strip():
            raise Finding(said.splitlines()[0])

    def printed(self, path, kept):
        kept["print"] = self.real("real-opt", path)
        again = path.with_suffix(".real.mlir")
        again.write_text(kept["print"])
        ours = run(self.opt, again)
        again.unlink()
        if ours != kept["print"]:
            raise Finding("real print | our reprint: " + first_difference(kept["print"], ours))

    def canonical(self, path, kept):
        before = kept.get("print") or self.real("real-opt", path)
        after = self.real("real-opt", "--canonicalize", path)
        if not only_gains_attributes(before, after):
            raise Finding("as written | canonical: " + first_difference(before, after))

    def python(self, path, kept):
        kept["python"] = self.real("real-py", *decomposing(path), path)

    def runs(self, path, kept):
        if "python" not in kept:
            raise Finding("no Python to run")
        if wrong := stand_in.run(kept["python"], "emitted"):
            raise Finding(wrong)

    def flatbuffer(self, path, _):
        said = self.real("real-fb", *decomposing(path), path).strip()
        if "\tok\t" not in said:
            raise Finding(said)


def decomposing(path):
    """tt-mlir's own pass takes moves of several steps apart before anything is emitted."""
    return ["--decompose"] if '"ttnn.to_tensor_spec"' in path.read_text() else []


def compilations(options):
    """Label and command up to the model."""
    bin = pathlib.Path(options.build) / "bin"
    for arch in options.arch.split(","):
        for level in options.level.split(","):
            for policy in options.policy.split(",") if level == "2" else [""]:
                what = f"optimization-level={level} mock-system-desc-arch={arch}"
                what += f" memory-layout-analysis-policy={policy}" if policy else ""
                label = " ".join(filter(None, [arch, f"level {level}", policy]))
                yield label, [bin / "alcove-opt", f"--ttir-to-ttnn-backend-pipeline={what}"]
    if options.plan:
        yield "alcove plan", [bin / "alcove", "plan"]


def accept(client, folder, number, model, label, command):
    """The findings of one compilation, by kind. Models of two folders may have one name."""
    name = model.name.removesuffix(".gz").removesuffix(".mlir")
    path = folder / (re.sub(r"\W+", "_", f"{name} {label} {number}") + ".mlir")
    try:
        run(*command, model, "-o", path)
    except Finding as finding:
        return {"compiled": str(finding)}
    return {"compiled": None, **dict(client.check(path))}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--client", required=True)
    parser.add_argument("--build", default="build")
    parser.add_argument("--arch", default="wormhole_b0,blackhole")
    parser.add_argument("--level", default="0,1,2")
    parser.add_argument("--policy", default="")
    parser.add_argument("--plan", action="store_true")
    parser.add_argument("--input", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", help="leave the compiled modules in this folder")
    parser.add_argument("models", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    client = Client(options.client, options.build)
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(options.jobs) as pool:
        folder = pathlib.Path(options.keep or scratch)
        folder.mkdir(parents=True, exist_ok=True)
        work = [(model, label, command) for model in options.models for label, command in compilations(options)]
        results = list(pool.map(lambda at: accept(client, folder, at, *work[at]), range(len(work))))
        if options.input:
            read = pool.map(lambda model: {"input": client.input(model, folder)}, options.models)
            results += read
            work += [(model, "as given", None) for model in options.models]
    failures = 0
    for kind in ("input", "compiled", *Client.PROGRAMS):
        found = [(model, label, result[kind]) for (model, label, _), result in zip(work, results) if kind in result]
        wrong = [each for each in found if each[2]]
        failures += len(wrong)
        counts = f"{len(found) - len(wrong)} of {len(found)}"
        if found or kind != "input":
            absent = kind in Client.PROGRAMS and kind not in client.kinds
            print(f"{kind:<11} " + (f"not checked: no {Client.PROGRAMS[kind]}" if absent else counts))
        for model, label, finding in wrong:
            if finding != REFUSED:
                print(f"  {model.name}, {label}: {finding[:400]}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

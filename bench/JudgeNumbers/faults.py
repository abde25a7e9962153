#!/usr/bin/env python3
"""Seeds faults into models and prints, by model, which of them a comparison sees.

usage: faults.py [--build DIR] [--per-kind N] [--negations N] [--named] [--seconds N] [--loops N] [--jobs N]
                 [--least PERCENT] MODEL.mlir|DIR ...
       faults.py --lookalikes ...    the look-alikes and models of models/ in small size instead

Per model: a negation behind every op (--negations N: behind N drawn ones), N faults of every other kind (--per-kind),
and as many harmless edits of every kind. `matter` are those that change a result by more than 2e-6 of its norm; the
others are counted by what absorbs them last. --named seeds the kinds of the second column alone; --seconds draws no
more faults of a model after so long. Exit 1: less than --least percent of those that matter are seen, or a harmless
edit is refused.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
HARMLESS = {"last-bit", "commuted", "sum-reordered", "there-and-back"}
# What an outsider seeds first: each on every model that has an op for it.
NAMED = {"result-doubled": "doubled results", "activation-removed": "removed activations",
         "concat-swapped": "swapped halves of rotary embeddings, swapped concatenations",
         "negation-lost": "a rotary embedding without its negation", "attention-scale-wrong": "changed attention scale",
         "norm-skipped": "skipped norms", "untransposed": "untransposed weights", "epsilon-wrong": "wrong epsilon",
         "count-wrong": "wrong reciprocal of a count"}
OWN = [["mlp", "--batch", "16", "--width", "64", "--hidden", "96"],
       ["bert", "--layers", "1", "--batch", "2", "--sequence", "16", "--width", "64", "--heads", "4"],
       ["llama-decode", "--layers", "1", "--batch", "4", "--width", "64", "--hidden", "96", "--heads", "4", "--kv-heads", "2", "--cache", "32"],
       ["llama-prefill", "--layers", "1", "--batch", "2", "--sequence", "16", "--width", "64", "--hidden", "96", "--heads", "4", "--kv-heads", "2"]]


class Outcome:
    """What one run of fault-seeding printed."""

    def __init__(self, name, text, status, seconds):
        self.name, self.status, self.seconds = name, status, seconds
        self.kinds = {m[1]: tuple(map(int, m.groups()[1:])) for m in
                      re.finditer(r"^([a-z-]+): (\d+) seeded, (\d+) seen, (\d+) without effect$", text, re.M)}
        self.unseen = re.findall(r"^  (?:NOT SEEN|FALSE ALARM): .*$", text, re.M)
        self.absorbed = [(m[1], m[2]) for m in re.finditer(r"^  without effect: ([a-z-]+), .*?; (.*)$", text, re.M)]
        last = re.search(r"^fault-seeding: error: (.*)$", text, re.M)
        self.error = "" if self.kinds else (last[1] if last else f"exit {status}")

    def sums(self, kinds):
        """(seeded, matter, seen)"""
        rows = [self.kinds[k] for k in kinds if k in self.kinds]
        return sum(r[0] for r in rows), sum(r[0] - r[2] for r in rows), sum(r[1] for r in rows)


def seed(tool, model, options):
    kinds = "--kinds=" + ",".join(["negated", *NAMED, *sorted(HARMLESS)]) if options.named else "--all-kinds"
    command = [tool, kinds, f"--seconds={options.seconds}", f"--per-kind={options.per_kind}", f"--negations={options.negations}",
               f"--loops={options.loops}", f"--memory-limit-gb={options.memory_limit_gb}", str(model)]
    start = time.monotonic()
    run = subprocess.run(command, capture_output=True, text=True)
    return Outcome(pathlib.Path(model).stem, run.stdout + run.stderr, run.returncode, time.monotonic() - start)


def write_small(directory):
    subprocess.run([sys.executable, ROOT / "testing/models/lookalikes.py", "--all", directory, "--small"], check=True, stdout=subprocess.DEVNULL)
    for own in OWN:
        with open(os.path.join(directory, f"own_{own[0]}.mlir"), "w") as file:
            subprocess.run([sys.executable, ROOT / "testing/models/generate.py", *own], check=True, stdout=file)


def share(matter, seen):
    return f"{100 * seen / matter:.1f} %" if matter else "-"


def print_models(outcomes, kinds):
    print("| model | negations | matter | seen | share | named faults | matter | seen | all other kinds | matter | seen | share | harmless | refused |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    for one in outcomes:
        if one.error:
            print(f"| {one.name} | not run: {one.error} |")
            continue
        n, named, rest, harmless = (one.sums(k) for k in (["negated"], NAMED, kinds - {"negated"} - set(NAMED) - HARMLESS, HARMLESS))
        print(f"| {one.name} | {n[0]} | {n[1]} | {n[2]} | {share(*n[1:])} | {named[0]} | {named[1]} | {named[2]} | "
              f"{rest[0]} | {rest[1]} | {rest[2]} | {share(*rest[1:])} | {harmless[0]} | {harmless[2]} |")


def print_kinds(outcomes, kinds):
    print("\n| kind | models | seeded | matter | seen | share |\n|---|---|---|---|---|---|")
    for kind in sorted(kinds, key=lambda k: (k in HARMLESS, k not in NAMED, k)):
        seeded, matter, seen = (sum(column) for column in zip(*(one.sums([kind]) for one in outcomes)))
        what = f"{kind} ({NAMED[kind]})" if kind in NAMED else f"{kind} (harmless)" if kind in HARMLESS else kind
        models = sum(kind in one.kinds for one in outcomes)
        print(f"| {what} | {models} | {seeded} | {'-' if kind in HARMLESS else matter} | {seen} | "
              f"{'-' if kind in HARMLESS else share(matter, seen)} |")


def print_reasons(outcomes):
    unseen = [(one.name, line.strip()) for one in outcomes for line in one.unseen]
    print(f"\nNot seen, and false alarms ({len(unseen)}):\n")
    for name, line in unseen:
        print(f"{name}: {line}")
    reasons = collections.Counter()
    for one in outcomes:
        for kind, why in one.absorbed:
            if kind not in HARMLESS:
                reasons[re.sub(r"('\S+').*", r"\1", why)] += 1
    print(f"\nWithout effect ({sum(reasons.values())}), by what absorbs them last:\n")
    for why, count in sorted(reasons.items(), key=lambda item: (-item[1], item[0])):
        print(f"{count:5} {why}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--lookalikes", action="store_true")
    parser.add_argument("--per-kind", type=int, default=4)
    parser.add_argument("--negations", type=int, default=0)
    parser.add_argument("--named", action="store_true")
    parser.add_argument("--seconds", type=int, default=0)
    parser.add_argument("--loops", type=int, default=1, help="threads of each model")
    parser.add_argument("--jobs", type=int, default=1, help="models at once")
    parser.add_argument("--least", type=float, default=98)
    parser.add_argument("--memory-limit-gb", type=int, default=12)
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    tool = os.path.join(options.build, "bench/bin/fault-seeding")
    with tempfile.TemporaryDirectory() as work:
        if options.lookalikes:
            write_small(work)
            options.models.append(work)
        files = [pathlib.Path(m) for m in options.models]
        files = [f for m in files for f in (sorted(m.glob("*.mlir")) if m.is_dir() else [m])]
        if not files:
            parser.error("no model is named")
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            outcomes = list(pool.map(lambda model: seed(tool, model, options), files))
    kinds = {kind for one in outcomes for kind in one.kinds}
    faults = kinds - HARMLESS
    print_models(outcomes, kinds)
    print_kinds(outcomes, kinds)
    print_reasons(outcomes)
    totals = [[sum(column) for column in zip(*(one.sums(k) for one in outcomes))]
              for k in (["negated"], set(NAMED), faults - {"negated"} - set(NAMED), HARMLESS)]
    print(f"\n{len(outcomes)} models, {len(faults)} kinds of faults, {sum(one.seconds for one in outcomes):.0f} s")
    for what, (seeded, matter, seen) in zip(("negations", "named faults", "faults of all other kinds"), totals):
        print(f"{what}: {seeded} seeded, {matter} matter, {seen} seen ({share(matter, seen)})")
    print(f"harmless edits: {totals[3][0]}, refused: {totals[3][2]}")
    low = any(matter and 100 * seen / matter < options.least for _, matter, seen in totals[:3])
    return 1 if low or totals[3][2] or any(one.error for one in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())

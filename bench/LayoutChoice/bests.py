#!/usr/bin/env python3
"""Layout problems with limits of work: cost, bound, proof, processor time and memory of each, and the processor time in which both checkers follow the
certificate of the bound. All but times and memory are the same on every machine.

usage: bests.py [--bin=FOLDER] [--work=N,N] [--against=PAGE] FILE...

With --against the rows of PAGE (what this script printed before) are held against new ones at the page's limits: exit code 1 when a cost is above the
page's, a proof is lost, or nothing is found. The files need not be all of the page's, but each must have a row there.
"""
import argparse
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

from threads import run

COLUMNS = ["file", "work (10^9)", "cost", "bound", "gap", "proved", "done (10^9)", "processor s", "GB", "check s", "layout-proof s"]


def measured(options, path, work):
    with tempfile.TemporaryDirectory() as name:
        out, proof, solver = f"{name}/solution.json", f"{name}/proof.json", f"{options.bin}/alcove-solve"
        code, told, _, busy, memory = run([solver, "layout", path, f"--work={work}", "--threads=1", f"--out={out}", f"--certificate={proof}"])
        field = dict(re.findall(r"(\w+)=(\S+)", told))
        if code:
            sys.exit(f"{path.name}: {told}")
        claim = f"bound={field['bound']}"
        checks = [checking_time([solver, "check", "layout", path, out, f"--certificate={proof}"], f"cost={field['cost']} {claim} "),
                  checking_time([f"{options.bin}/layout-proof", path, proof, out], f"{claim} cost={field['cost']} ")]
        return field, [busy, memory, *checks]


def checking_time(command, claim):
    """Processor seconds of a checker, which must find the cost and the bound that the solver told."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    check = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if check.returncode or claim not in check.stdout:
        sys.exit(f"{' '.join(map(str, command))}: {check.stdout}{check.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def kept(page):
    """By file and limit the cost and whether it was proved, of a page that this script wrote."""
    rows = re.findall(r"^\| (\S+) \| (\S+) \| (\d+) \| \d+ \| \S+ \| (yes|no) \|", pathlib.Path(page).read_text(), re.M)
    return {(name, round(1e9 * float(work))): (int(cost), proved) for name, work, cost, proved in rows}


def worse(field, before):
    cost, proved = before
    return int(field["cost"]) > cost or (proved == "yes" and field["proved"] != "yes")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--work", default="8000000000")
    parser.add_argument("--against")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    before = kept(options.against) if options.against else {}
    print(f"| {' | '.join(COLUMNS)} |\n|---|---:|---:|---:|---:|---|---:|---:|---:|---:|---:|", flush=True)
    behind = []
    for path in options.files:
        name = path.name.split(".")[0]
        works = [work for known, work in before if known == name] if options.against else [int(float(work)) for work in options.work.split(",")]
        if not works:
            behind.append(f"{name}: no row in {options.against}")
        for work in works:
            field, (busy, memory, check, alone) = measured(options, path, work)
            print(f"| {name} | {work / 1e9:g} | {field['cost']} | {field['bound']} | {field['gap']} | {field['proved']} | {int(field['work']) / 1e9:.2f} | "
                  f"{busy:.1f} | {memory:.2f} | {check:.1f} | {alone:.1f} |", flush=True)
            if options.against and worse(field, before[name, work]):
                behind.append(f"{name} at {work}: {before[name, work]} in {options.against}")
    sys.exit("\n".join(behind) if behind else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Layout problems with a limit of work: cost, bound, proof, processor time and memory of each, and the processor time in which the checker follows the
certificate of the bound. All but times and memory are the same on every machine.

usage: bests.py [--solve=PROGRAM] [--work=N] [--against=PAGE] FILE...

With --against the rows of PAGE (what this script printed before, with the same --work) are held against the new ones: exit code 1 when a cost is above
the page's, a proof is lost, or nothing is found. The files need not be all of the page's, but each must have a row there.
"""
import argparse
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

from threads import run


def measured(options, path):
    with tempfile.TemporaryDirectory() as name:
        out, proof = f"{name}/solution.json", f"{name}/proof.json"
        solve = [options.solve, "layout", path, f"--work={options.work}", "--threads=1", f"--out={out}", f"--certificate={proof}"]
        code, told, _, busy, memory = run(solve)
        field = dict(re.findall(r"(\w+)=(\S+)", told))
        if code:
            sys.exit(f"{path.name}: {told}")
        return field, busy, memory, checking_time([options.solve, "check", "layout", path, out, f"--certificate={proof}"], field)


def checking_time(command, field):
    """Processor seconds of the checker, which must find the cost and the bound that the solver told."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    check = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if check.returncode or f"cost={field['cost']} bound={field['bound']} " not in check.stdout:
        sys.exit(f"{command[3].name}: {check.stdout}{check.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def kept(page):
    """Work, and by file the cost and whether it was proved, of a page that this script wrote."""
    text = pathlib.Path(page).read_text()
    rows = re.findall(r"^\| (\S+) \| (\d+) \| \d+ \| \S+ \| (yes|no) \|", text, re.M)
    return int(re.search(r"--work=(\d+)", text).group(1)), {name: (int(cost), proved) for name, cost, proved in rows}


def worse(field, before):
    cost, proved = before
    return int(field["cost"]) > cost or (proved == "yes" and field["proved"] != "yes")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--solve", default="build/bin/alcove-solve")
    parser.add_argument("--work", type=int, default=8_000_000_000)
    parser.add_argument("--against")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    before = {}
    if options.against:
        options.work, before = kept(options.against)
    print("| file | cost | bound | gap | proved | epochs | work | processor s | GB | checking s |\n|---|---:|---:|---:|---|---:|---:|---:|---:|---:|", flush=True)
    behind = []
    for path in options.files:
        name = path.name.split(".")[0]
        field, busy, memory, checking = measured(options, path)
        print(f"| {name} | {field['cost']} | {field['bound']} | {field['gap']} | {field['proved']} | {field['epochs']} | {field['work']} | "
              f"{busy:.1f} | {memory:.2f} | {checking:.1f} |", flush=True)
        if options.against and (name not in before or worse(field, before[name])):
            behind.append(f"{name}: {before.get(name, 'no row')} in {options.against}")
    sys.exit("\n".join(behind) if behind else 0)


if __name__ == "__main__":
    main()

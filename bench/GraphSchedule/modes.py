#!/usr/bin/env python3
"""Graph scheduling problems under each reading of the rules: cost, bound and the space of the bound; every schedule priced again by the verifier.

usage: modes.py [--solve=PROGRAM] [--seconds=N] [--threads=N] FILE...
       modes.py [...] --generate=SCHEDULE_TABLES [--most=OPS]    random layered graphs and transformer stacks of 100 to 10,000 operations instead

Readings: any tile and depth, only those that divide, and --strict (what every public evaluator accepts). The limit is nine tenths of the contest's for its
files (the number in their name), or --seconds.
"""
import argparse
import pathlib
import re
import subprocess
import tempfile

MODES = {"any": [], "dividing": ["--tiles=dividing"], "strict": ["--strict"]}
LIMITS = (2, 5, 15, 30, 60, 120)  # for each four instances


def limit_of(path):
    number = re.search(r"-(\d+)\.json$", path.name)
    return 0.9 * LIMITS[(int(number.group(1)) - 1) // 4] if number and int(number.group(1)) <= 24 else 10


def row(options, path, mode, out):
    limit = options.seconds or limit_of(path)
    run = subprocess.run([options.solve, "schedule", path, out, f"--timeout={limit}", f"--threads={options.threads}", *MODES[mode]],
                         capture_output=True, text=True)
    if run.returncode:
        return print(f"| {path.stem} | {mode} | {run.stderr.strip()} |")
    field = dict(re.findall(r"(\w+)=(\S+)", run.stdout))
    check = subprocess.run([options.solve, "check", "schedule", path, out, "--quiet"], capture_output=True, text=True)
    again = re.search(r"latency=(\S+)", check.stdout)
    same = again and abs(float(again.group(1)) / float(field["cost"]) - 1) < 1e-9
    print(f"| {path.stem} | {mode} | {field['cost']} | {field['bound']} | {field['gap']} | {field['proved']} | {field.get('space', '')} | "
          f"{field['seconds']} | {limit:g} | {'yes' if same else (check.stdout + check.stderr).strip()} |", flush=True)


def generated(options, folder):
    for kind in ("random", "transformer"):
        for ops in (100, 300, 1000, 3000, 10000):
            if ops <= options.most:
                path = folder / f"{kind}-of-{ops}.json"
                subprocess.run([options.generate, "generate", kind, str(ops), str(ops), path], check=True)
                yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--solve", default="build/bin/alcove-solve")
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--generate")
    parser.add_argument("--most", type=int, default=10000)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    if bool(options.generate) == bool(options.files):
        parser.error("files, or --generate")
    print("| instance | reading | cost | bound | gap | proved | space of the bound | seconds | limit | cost checked |\n"
          "|---|---|---:|---:|---:|---|---|---:|---:|---|")
    with tempfile.TemporaryDirectory() as name:
        for path in sorted(options.files or list(generated(options, pathlib.Path(name))), key=lambda file: [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", file.name)]):
            for mode in MODES:
                row(options, path, mode, pathlib.Path(name) / "schedule.json")


if __name__ == "__main__":
    main()

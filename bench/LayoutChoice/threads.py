#!/usr/bin/env python3
"""Layout problems at several numbers of threads: cost, bound, proof, time and memory, each answer checked.

usage: threads.py [--solve=PROGRAM] [--threads=1,2,4] [--seconds=N] [--work=N] FILE...

The limit is the contest's for the files of the contest (the letter of their name), 300 s for others, or --seconds. With --work the limit is an amount of
work instead, and the solutions of all numbers of threads must be the same, byte by byte: exit code 1 when they are not.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

LIMITS = {"ABCD": 60, "EFGHI": 120, "JKLMN": 180, "OPQRST": 240}


def limit_of(path):
    name = re.search(r"-([A-Z])\.json", path.name)
    return next((seconds for letters, seconds in LIMITS.items() if name and name.group(1) in letters), 300)


def run(command):
    """Exit code, the summary, seconds of wall clock and of processors, and greatest memory in GB of a program."""
    began = time.monotonic()
    with tempfile.TemporaryFile("w+") as told:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=told)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        told.seek(0)
        return process.returncode, told.read(), time.monotonic() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e6


def row(options, path, threads, folder):
    out, proof = folder / f"{threads}.json", folder / "proof.json"
    limit = f"--work={options.work}" if options.work else f"--timeout={options.seconds or limit_of(path)}"
    code, told, wall, busy, memory = run([options.solve, "layout", path, limit, f"--threads={threads}", f"--out={out}", f"--certificate={proof}"])
    field = dict(re.findall(r"(\w+)=(\S+)", told))
    checked = "no solution"
    if code == 0:
        check = subprocess.run([options.solve, "check", "layout", path, out, f"--certificate={proof}"], capture_output=True, text=True)
        checked = "yes" if check.returncode == 0 and f"cost={field['cost']} bound={field['bound']} " in check.stdout else check.stderr.strip() or check.stdout
    print(f"| {path.name.split('.')[0]} | {threads} | {field.get('cost')} | {field.get('bound')} | {field.get('gap')} | {field.get('proved')} | "
          f"{field.get('epochs')} | {wall:.1f} | {busy:.1f} | {memory:.2f} | {checked} |", flush=True)
    return out.read_bytes() if code == 0 else told.split(" seconds=")[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--solve", default="build/bin/alcove-solve")
    parser.add_argument("--threads", default="1,2,4")
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--work", type=int, default=0)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    print("| file | threads | cost | bound | gap | proved | epochs | wall s | cpu s | GB | cost and bound checked |\n"
          "|---|---:|---:|---:|---:|---|---:|---:|---:|---:|---|")
    different = []
    for path in options.files:
        with tempfile.TemporaryDirectory() as name:
            answers = {row(options, path, threads, pathlib.Path(name)) for threads in options.threads.split(",")}
        if len(answers) > 1:
            different.append(path.name)
    if options.work:
        print(f"\nThe same solution at all numbers of threads: {len(options.files) - len(different)} of {len(options.files)}", *different)
        sys.exit(bool(different))


if __name__ == "__main__":
    main()

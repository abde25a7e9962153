#!/usr/bin/env python3
"""Runs a benchmark and writes what it prints, with commit and machine, to docs/measurements/NAME.md.

usage: measure.py [--title=TEXT] [--area=FOLDER] NAME -- COMMAND...

Long tables go to bench/FOLDER/results/NAME.json (scripts/pages.py); the folder is that of the benchmark where the command
names one.
Fails, and leaves the old file, when the command fails or the tree has changes that no commit holds.
"""
import argparse
import datetime
import os
import pathlib
import platform
import re
import shlex
import subprocess
import sys

import pages

ROOT = pathlib.Path(__file__).resolve().parent.parent


def processor():
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name")
    parser.add_argument("--title", default="")
    parser.add_argument("--area", choices=sorted(folder.name for folder in (ROOT / "bench").iterdir() if folder.is_dir()))
    own, _, command = " ".join(["", *map(shlex.quote, sys.argv[1:]), ""]).partition(" -- ")
    options, command = parser.parse_args(shlex.split(own)), shlex.split(command)
    if not command:
        parser.error("no command behind --")
    area = options.area or next(iter(re.findall(r"bench/(\w+)/\w+\.(?:py|sh)", shlex.join(command))), None)
    if not area:
        parser.error("the command names no script of bench; --area=FOLDER says beside which benchmark its tables belong")
    if changed := pages.git("status", "--porcelain", "--untracked-files=no", "--", ":!docs"):
        sys.exit(f"measure.py: commit first, a figure belongs to a commit:\n{changed}")
    load = os.getloadavg()[0]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    if run.returncode:
        sys.exit(f"measure.py: exit code {run.returncode}\n{run.stdout}{run.stderr}")
    text = (f"# {options.title or options.name}\n\n"
            f"Commit {pages.commit()}, {datetime.date.today()}; {processor()}, {os.cpu_count()} cores, "
            f"load {load:.1f} before the run.\n\n```\n$ {shlex.join(command)}\n{run.stdout.rstrip()}\n```\n")
    target = ROOT / "docs/measurements" / f"{options.name}.md"
    pages.write(target, text, area)
    print(target.relative_to(ROOT))


if __name__ == "__main__":
    main()

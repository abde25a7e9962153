#!/usr/bin/env python3
"""Writes what `make demo` prints into README.md: the block that begins with `$ make demo`.

usage: write_readme.py [BUILD] [--check]

--check changes nothing and fails when the block is not today's.
"""
import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OPS_SHOWN = 6  # of the list of times by op


def demo(build):
    run = subprocess.run(["sh", ROOT / "scripts/demo.sh", build], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         text=True, check=True)
    lines, ops = ["$ make demo"], 0
    for line in run.stdout.splitlines():
        if "TTNN ops out" in line:
            break
        if line.startswith("    planning "):  # wall time: another in every run
            continue
        ops += re.search(r"^ +[0-9.]+ us in ", line) is not None
        if ops <= OPS_SHOWN:
            lines.append(line)
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", nargs="?", default="build")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    readme = ROOT / "README.md"
    text = readme.read_text()
    new, count = re.subn(r"(?<=```\n)\$ make demo\n.*?(?=```)", lambda _: demo(options.build), text, count=1, flags=re.S)
    if count != 1:
        sys.exit("README.md has no block that begins with `$ make demo`")
    if options.check:
        sys.exit("README.md: the block of `make demo` is not today's; scripts/write_readme.py writes it" if new != text else 0)
    readme.write_text(new)


if __name__ == "__main__":
    main()

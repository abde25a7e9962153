#!/usr/bin/env python3
"""Writes what commands print into the pages of the guide. usage: write_guide.py [BUILD] [--check]

A block that begins with `$ COMMAND` holds that command's output: it is run by sh in a copy of examples/, one after the other, so
that a later command may read what an earlier one wrote. Lines with wall times are left out. --check changes nothing and fails
when a block is not today's.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
WALL_TIME = re.compile(r"^ +planning +\d+ ms")
BLOCK = re.compile(r"(?<=```text\n)\$ (alcove [^\n]*)\n(.*?)(?=```)", re.S)


def written(text, folder, build, page):
    def block(match):
        command = match.group(1)
        done = subprocess.run(command, shell=True, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              env={**os.environ, "PATH": f"{build / 'bin'}:{os.environ['PATH']}"})
        if done.returncode not in (0, 3):  # 3: a comparison beyond its limit
            sys.exit(f"{page}: exit {done.returncode}: {command}\n{done.stdout[:1000]}")
        lines = [line.rstrip() for line in done.stdout.splitlines() if not WALL_TIME.match(line)]
        return "\n".join([f"$ {command}", *lines]) + "\n"
    return BLOCK.sub(block, text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", nargs="?", default="build", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    other = []
    for page in sorted((ROOT / "docs/guide").glob("*.md")):
        text = page.read_text()
        if not BLOCK.search(text):
            continue
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(ROOT / "examples", folder, dirs_exist_ok=True)
            new = written(text, folder, options.build.resolve(), page.name)
        if new != text:
            other.append(page.name)
            if not options.check:
                page.write_text(new)
    if options.check and other:
        sys.exit(f"docs/guide: a block is not today's in {', '.join(other)}; scripts/write_guide.py writes it")
    print(f"guide: {len(other)} pages {'written' if not options.check else 'differ'}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes README.md's blocks: what `make demo` prints, and the gain of each real model under `$ alcove plan MODEL`.

usage: write_readme.py [BUILD] [--check]

--check changes nothing and fails when a block is not today's. The real models stay outside the tree (ALCOVE_CORPUS); where
they are absent, their block is left as it is.
"""
import argparse
import json
import os
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
        ops += re.search(r"^ +[0-9.]+ us +[0-9.]+ % in ", line) is not None
        if ops <= OPS_SHOWN:
            lines.append(line)
    return "\n".join(lines) + "\n"


def gains(build, block):
    """A model a line: its name and what the plan gains, from summary-json."""
    corpus = pathlib.Path(os.environ.get("ALCOVE_CORPUS", ROOT.parent / "shared/models"))
    models = sorted(corpus.glob("*.mlir")) if corpus.is_dir() else []
    if not models:
        return block
    lines = ["$ alcove plan MODEL"]
    for model in models:
        for card in ("n150", "n300"):  # two chips where the model's mesh asks for them
            done = subprocess.run([ROOT / build / "bin/alcove", "plan", model, "--device", card, "--summary=false",
                                   "--summary-json=/dev/stdout"], capture_output=True, text=True)
            if done.returncode == 0:
                break
        lines.append(f"{model.stem:33} {json.loads(done.stdout)['gain']['ratio']:5.2f}x" + (f" on {card}" if card != "n150" else ""))
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", nargs="?", default="build")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    readme = ROOT / "README.md"
    text = readme.read_text()
    new, count = re.subn(r"(?<=```\n)\$ make demo\n.*?(?=```)", lambda _: demo(options.build), text, count=1, flags=re.S)
    new, tables = re.subn(r"(?<=```text\n)\$ alcove plan MODEL\n.*?(?=```)", lambda old: gains(options.build, old.group()), new,
                          count=1, flags=re.S)
    if count != 1 or tables != 1:
        sys.exit("README.md has no block that begins with `$ make demo`, or none with `$ alcove plan MODEL`")
    if options.check:
        sys.exit("README.md: a block is not today's; scripts/write_readme.py writes it" if new != text else 0)
    readme.write_text(new)


if __name__ == "__main__":
    main()

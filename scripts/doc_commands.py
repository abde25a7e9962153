#!/usr/bin/env python3
"""Prints the commands of a page, one a line: of its ```sh blocks, and in docs/man of EXAMPLE.

usage: doc_commands.py PAGE.md ...

Lines that end in a backslash go on; a comment behind a command is left out; so are blocks that are marked ```text.
"""
import pathlib
import re
import sys


def commands_of(path):
    text = pathlib.Path(path).read_text()
    if text.startswith("% "):
        text = text.split("# EXAMPLE", 1)[-1]
        blocks = re.findall(r"(?:^    .*\n)+", text.split("\n# ", 1)[0], re.M)
    else:
        blocks = re.findall(r"```sh\n(.*?)```", text, re.S)
    for line in "\n".join(blocks).replace("\\\n", " ").splitlines():
        line = re.sub(r"\s+#\s.*$", "", line.strip())
        if line and not line.startswith("#"):
            yield re.sub(r"\s+", " ", line)


if __name__ == "__main__":
    for page in sys.argv[1:]:
        for command in commands_of(page):
            print(command)

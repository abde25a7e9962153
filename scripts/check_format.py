#!/usr/bin/env python3
"""The tree is formatted as .clang-format says, and the first line of a file names it: prints the files that are not so.

--write formats them.

usage: check_format.py [--write] [ROOT]

Looks at the C++ files of ROOT (default: this tree) that git knows, or at all of them where there is no git. Exit 1 when a
file is not formatted.
"""
import pathlib
import re
import subprocess
import sys

FORMATTER = "clang-format-22"
BANNER = re.compile(r"//===-+\s*(\S+)")
FOLDERS = ("include", "lib", "tools", "unittests", "bench", "testing", "cmake")


def sources(root):
    listed = subprocess.run(["git", "-C", root, "ls-files", "*.cpp", "*.h"], capture_output=True, text=True)
    if listed.returncode == 0 and listed.stdout:
        return [root / name for name in listed.stdout.splitlines() if (root / name).exists()]
    return sorted(path for folder in FOLDERS for path in (root / folder).rglob("*") if path.suffix in (".cpp", ".h"))


def main():
    write = "--write" in sys.argv[1:]
    given = [word for word in sys.argv[1:] if word != "--write"]
    root = pathlib.Path(given[0] if given else __file__).resolve()
    files = sources(root if given else root.parents[1])
    wrong = set()
    for start in range(0, len(files), 100):
        command = [FORMATTER, "-i" if write else "--dry-run", *map(str, files[start:start + 100])]
        told = subprocess.run(command, capture_output=True, text=True).stderr
        wrong |= {line.partition(":")[0] for line in told.splitlines() if "clang-format-violations" in line}
    for name in sorted(wrong):
        print(f"{name}: not formatted; `make format` does it")
    misnamed = [path for path in files if (name := BANNER.match(path.read_text(errors="replace"))) and name.group(1) != path.name]
    for path in misnamed:
        print(f"{path}: its first line names another file")
    print(f"format: {len(files)} files, {len(wrong)} not formatted")
    return 1 if wrong or misnamed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Runs clang-tidy on the files of a build tree that lie in lib, include or tools; exit 1 when it finds something.

usage: lint.py CLANG_TIDY BUILD_DIR [REGEX]     REGEX: only files whose path fits
"""
import json
import os
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent
FINDING = re.compile(r"^(.*?):(\d+):\d+: (?:warning|error): (.*)$", re.M)


def findings(tidy, build, path):
    result = subprocess.run([tidy, "-p", build, "--quiet", path], capture_output=True, text=True)
    found = {(os.path.relpath(file, ROOT), int(line), what) for file, line, what in FINDING.findall(result.stdout)}
    if result.returncode and not found:
        found.add((os.path.relpath(path, ROOT), 0, result.stderr.strip().splitlines()[0]))
    return found


def main():
    tidy, build = sys.argv[1:3]
    wanted = re.compile(sys.argv[3] if len(sys.argv) > 3 else ".")
    commands = json.loads((pathlib.Path(build) / "compile_commands.json").read_text())
    paths = sorted({os.path.join(each["directory"], each["file"]) for each in commands})
    paths = [each for each in paths if re.match(r"(lib|tools)/", os.path.relpath(each, ROOT)) and wanted.search(each)]
    found = set()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for each in pool.map(lambda path: findings(tidy, build, path), paths):
            found |= each
    for file, line, what in sorted(found):
        print(f"{file}:{line}: {what}")
    print(f"clang-tidy: {len(paths)} files, {len(found)} findings")
    return 1 if found or not paths else 0


if __name__ == "__main__":
    sys.exit(main())

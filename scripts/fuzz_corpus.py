#!/usr/bin/env python3
"""Seeds for the fuzzers that read text or decisions, from the tests: every section of every .mlir file for FuzzModules, every
attribute of our dialects for FuzzAttributes, byte strings of growing length for FuzzPipeline, and files of problems, plans,
machines, devices and profiles for the readers of these.

usage: fuzz_corpus.py FOLDER

Writes FOLDER/{modules,attributes,pipeline,files}/SHA1 and prints how many of each. Then, each on its own:

  cmake --preset sanitizer && ninja -C build-sanitizer FuzzModules FuzzAttributes FuzzPipeline FuzzModuleEdits ..
  export ASAN_OPTIONS=allow_user_poisoning=0
  build-sanitizer/fuzz/bin/FuzzModules FOLDER/modules -dict=unittests/Ops/Dialect/Fuzz.dict -max_total_time=600
  build-sanitizer/fuzz/bin/FuzzAttributes FOLDER/attributes -dict=unittests/Ops/Dialect/Fuzz.dict -max_total_time=600
  build-sanitizer/fuzz/bin/FuzzPipeline FOLDER/pipeline -max_total_time=600

FuzzStableHLOText, FuzzTosaText and FuzzLinalg take FOLDER/modules too; FuzzStableHLOGraphs, FuzzStableHLOEdits and
FuzzModuleEdits FOLDER/pipeline; FuzzOverrides and FuzzMachine begin with nothing. The other fuzzers need no MLIR: a
core-only build with ALCOVE_SANITIZER=address,undefined and ALCOVE_BUILD_FUZZERS=ON has them, and each takes FOLDER/files.
"""
import hashlib
import pathlib
import random
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
LONGEST = 16384  # bytes: mutating more finds little


def attributes(text):
    """`#ttnn.name<...>` and the like, to the closing bracket; `->` closes nothing."""
    for start in re.finditer(r"[#!]tt(?:nn|core|ir)\.\w+<", text):
        depth, at = 1, start.end()
        while at < len(text) and depth:
            depth += {"<": 1, ">": 0 if text[at - 1] == "-" else -1}.get(text[at], 0)
            at += 1
        if not depth and start[0][0] == "#":
            yield text[start.start():at]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    seeds = {"modules": set(), "attributes": set(), "pipeline": set(), "files": set()}
    for path in sorted((ROOT / "test").rglob("*.mlir")):
        text = path.read_text(errors="replace")
        seeds["modules"].update(re.split(r"^// -----.*$", text, flags=re.MULTILINE))
        seeds["attributes"].update(attributes(text))
    for place in ("test", "unittests", "examples", "devices"):
        for path in sorted((ROOT / place).rglob("*")):
            if path.suffix in (".json", ".csv") and path.is_file():
                seeds["files"].add(path.read_bytes())
    decide = random.Random(1)
    seeds["pipeline"].update(decide.randbytes(8 * length) for length in range(1, 65))
    for kind, texts in seeds.items():
        folder = pathlib.Path(sys.argv[1]) / kind
        folder.mkdir(parents=True, exist_ok=True)
        whole = {text if isinstance(text, bytes) else text.strip().encode() for text in texts}
        kept = [text for text in whole if 0 < len(text) <= LONGEST]
        for text in kept:
            (folder / hashlib.sha1(text).hexdigest()).write_bytes(text)
        print(f"{kind}: {len(kept)} seeds")


if __name__ == "__main__":
    main()

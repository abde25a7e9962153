#!/usr/bin/env python3
"""Why results are not in L1, counted over models: docs/measurements/Reasons.md.

usage: reasons.py BUILD MODEL... [--write FILE] [--jobs N]

Compiles each model at levels 1 and 2 for both architectures and counts the ids of its reasons. Exit 1 when an op outside
of L1 has none, or one that docs/guide/reasons.md does not list, or when a model does not compile.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import pages  # noqa: E402


def ids_in_guide():
    guide = (ROOT / "docs/guide/reasons.md").read_text()
    return re.findall(r"^\| `([a-z-]+)` \|", guide, re.M)


def reasons_of(build, model, level, arch):
    """(id, has a remedy) of each op outside of L1."""
    done = subprocess.run([pathlib.Path(build) / "bin/alcove-opt", f"--ttir-to-ttnn-backend-pipeline=optimization-level="
                           f"{level} mock-system-desc-arch={arch} summary-json=/dev/stdout", model, "-o", "/dev/null"],
                          capture_output=True, text=True, timeout=1200)
    if done.returncode != 0:
        sys.exit(f"reasons: {model}: exit {done.returncode}\n{done.stderr[:2000]}")
    found = []
    for op in json.loads(done.stdout)["ops"]:
        if op["place"].startswith("L1"):
            continue
        if not op.get("why"):
            sys.exit(f"reasons: {model}, level {level}, {arch}: no reason for {op}")
        found.append((op["reason"], bool(op.get("remedy"))))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--write")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    listed = ids_in_guide()
    compiles = [(level, arch) for level in (1, 2) for arch in ("wormhole_b0", "blackhole")]
    counts, remedies = collections.defaultdict(collections.Counter), collections.Counter()
    questions = [(model, column) for model in arguments.models for column in compiles]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        answers = list(pool.map(lambda question: reasons_of(arguments.build, question[0], *question[1]), questions))
    for (model, column), answer in zip(questions, answers):
        for reason, remedy in answer:
            if reason not in listed:
                sys.exit(f"reasons: {model}: '{reason}' is not in docs/guide/reasons.md")
            counts[reason][column] += 1
            remedies[reason] += remedy
    lines = [f"# Why results are not in L1: {len(arguments.models)} models", "",
             "Written by `testing/models/reasons.py build MODEL... --write docs/measurements/Reasons.md`. Ops by the reason that",
             "they give; every op outside of L1 gives one. [What they mean](../guide/reasons.md).", "",
             "| id | " + " | ".join(f"level {level}, {arch}" for level, arch in compiles) + " | with a remedy |",
             "|---|" + "---:|" * (len(compiles) + 1)]
    for reason in listed:
        lines.append(f"| `{reason}` | " + " | ".join(f"{counts[reason][column]:,}" for column in compiles) +
                     f" | {remedies[reason]:,} |")
    lines.append("| all | " + " | ".join(f"{sum(c[column] for c in counts.values()):,}" for column in compiles) +
                 f" | {sum(remedies.values()):,} |")
    text = "\n".join(lines) + "\n"
    print(text)
    if arguments.write:
        pages.write(arguments.write, text, "Models")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Runs every suite of a build tree and prints one closing line: 'N passed, M failed'.

usage: run_tests.py BUILD_DIR [--tier=1|2] [--filter=REGEX]

Suites: the house rules (scripts/check_*.py), every GoogleTest program that BUILD_DIR/unittests/suites.txt
names and that is built, and lit on BUILD_DIR/test. Tier 2 (`make test-all`) adds the slow unit tests (GoogleTest names with 'Slow') and every program
scripts/tier2_*.sh.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIT = "/usr/lib/llvm-22/bin/lit"
AT_ONCE = max(2, min(4, os.cpu_count() or 2))  # tests at a time


def run_check(path):
    result = subprocess.run([path], capture_output=True, text=True, cwd=ROOT)
    counts = {0: (1, 0, 0), 77: (0, 0, 1)}.get(result.returncode, (0, 1, 0))  # 77: what it needs is not here
    return str(path.name), counts, result.stdout + result.stderr


def run_gtest(program, slow, shard):
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        command = [program, f"--gtest_output=json:{report.name}", "--gtest_brief=1"]
        command.append("--gtest_filter=*" if slow else "--gtest_filter=-*Slow*")
        environment = {**os.environ, "GTEST_TOTAL_SHARDS": str(AT_ONCE), "GTEST_SHARD_INDEX": str(shard)}
        result = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, errors="replace", env=environment)
        output = result.stdout + result.stderr
        try:
            data = json.load(open(report.name))
        except (OSError, ValueError):
            return (0, 1, 0), output + f"\n{program.name}: died with exit code {result.returncode}"
    skipped = sum(t.get("result") == "SKIPPED" for s in data["testsuites"] for t in s["testsuite"])
    failed = data["failures"] + (1 if result.returncode and not data["failures"] else 0)
    return (data["tests"] - data["failures"] - data["disabled"] - skipped, failed, skipped), output


def run_gtests(programs, slow):
    """Yields name, counts and output of each program; its parts run side by side, so that no long program runs last alone."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        shards = [[pool.submit(run_gtest, p, slow, i) for i in range(AT_ONCE)] for p in programs]
        for program, parts in zip(programs, shards):
            counts, outputs = zip(*(part.result() for part in parts))
            yield program.name, tuple(map(sum, zip(*counts))), "".join(outputs)


def run_lit(build, pattern):
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        command = [LIT, "-sv", f"-j{AT_ONCE}", f"-o{report.name}", build / "test"]
        command += [f"--filter={pattern}"] if pattern else []
        result = subprocess.run(command, capture_output=True, text=True)
        try:
            tests = json.load(open(report.name))["tests"]
        except (OSError, ValueError):
            return "lit", (0, 1, 0), result.stdout + result.stderr
    codes = [t["code"] for t in tests]
    good = sum(c in ("PASS", "XFAIL", "FLAKYPASS") for c in codes)
    skipped = sum(c in ("UNSUPPORTED", "SKIPPED", "EXCLUDED") for c in codes)
    output = result.stdout + result.stderr
    if ": command not found" in output:
        output += f"\nsome programs are not built; `ninja -C {build} programs` builds them"
    return "lit", (good, len(codes) - good - skipped, skipped), output


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--tier", type=int, default=1)
    parser.add_argument("--filter", default="")
    options = parser.parse_args()
    build = options.build.resolve()
    total = [0, 0, 0]

    def account(name, counts, output):
        for i in range(3):
            total[i] += counts[i]
        print(f"{'ok  ' if counts[1] == 0 else 'FAIL'} {name}: {counts[0]} passed, {counts[1]} failed"
              + (f", {counts[2]} skipped" if counts[2] else ""), flush=True)
        if counts[1]:
            print(output, flush=True)

    pattern = re.compile(options.filter)
    for check in sorted((ROOT / "scripts").glob("check_*.py")):
        if pattern.search(check.name):
            account(*run_check(check))
    suites = (build / "unittests/suites.txt").read_text().split()
    asked = [p for p in sorted(build / "unittests/bin" / s for s in suites) if pattern.search(p.name)]
    programs = [p for p in asked if os.access(p, os.X_OK)]
    if options.filter and len(programs) < len(asked):
        print(f"not built, so not run: {' '.join(p.name for p in asked if p not in programs)}; `ninja -C {options.build} unit-tests` builds them")
    for done in run_gtests(programs, options.tier >= 2):
        account(*done)
    if (build / "test/lit.site.cfg.py").is_file():
        account(*run_lit(build, options.filter))
    if options.tier >= 2:
        for script in sorted((ROOT / "scripts").glob("tier2_*.sh")):
            account(*run_check(script))
    print(f"{total[0]} passed, {total[1]} failed" + (f", {total[2]} skipped" if total[2] else ""))
    return 1 if total[1] or not total[0] else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Compiles TTIR modules at levels 0, 1 and 2 and says which fail, leave a ttir op, are slow or large, or get a plan that
is slower than none.

usage: check.py [--build DIR] [--arch NAME]... [--levels 012] [--seconds 5] [--megabytes 1024] [--times] MODEL.mlir|DIR ...

Every module must parse, print to a fixpoint, and compile; the pipeline ends in the memory judge; at level 2 the
modelled time must not exceed that of the same module with every tensor in DRAM. Seconds are processor
time of the compiler. Exit 1 when any module fails.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(command):
    """(exit status, stderr, seconds of processor, megabytes)"""
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        errors.seek(0)
        return status, errors.read(), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def first_error(text):
    for line in text.splitlines():
        if "error" in line or "Assertion" in line:
            return line.split("error: ", 1)[-1][:260]
    return text.strip()[:200] or "no message"


def check(tool, model, arches, levels, limits):
    """[(what failed, detail)], [(arch, level, seconds, megabytes)]"""
    failures, times = [], []
    with tempfile.TemporaryDirectory() as work:
        once, twice, out, summary = (os.path.join(work, n) for n in ("once.mlir", "twice.mlir", "out.mlir", "summary.json"))
        status, errors, _, _ = run([tool, model, "-o", once])
        if status:
            return [("parse", first_error(errors))], times
        status, errors, _, _ = run([tool, once, "-o", twice])
        if status or open(once).read() != open(twice).read():
            return [("round trip", first_error(errors))], times
        for arch in arches:
            for level in levels:
                pipeline = f"--ttir-to-ttnn-backend-pipeline=optimization-level={level} mock-system-desc-arch={arch} " \
                           f"summary-json={summary}"
                status, errors, seconds, megabytes = run([tool, pipeline, model, "-o", out])
                where = f"{arch} level {level}"
                times.append((arch, level, seconds, megabytes))
                if status:
                    failures.append((where, first_error(errors)))
                    continue
                text = open(out).read()
                left = sorted(set(re.findall(r'"?(ttir\.[a-z_0-9]+)"?\(', text)))
                if left:
                    failures.append((where, "left over: " + ", ".join(left)))
                if level == levels[-1]:
                    status, errors, _, _ = run([tool, out, "-o", once])
                    if status or open(once).read() != text:
                        failures.append((where, "result is no fixpoint of printing: " + first_error(errors)))
                with open(summary) as counts:
                    counts = json.load(counts)
                    planned, unplanned = (counts[which]["time_ns"] for which in ("plan", "all_dram"))
                # The baseline is counted before the last conversions: one of them more is not the plan's doing.
                if level == 2 and planned > unplanned * 1.0001 + 5000:
                    failures.append((where, f"planned {planned / 1000:.1f} us, all in DRAM {unplanned / 1000:.1f} us"))
                if seconds > limits[0] or megabytes > limits[1]:
                    failures.append((where, f"{seconds:.1f} s, {megabytes:.0f} MB"))
    return failures, times


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"), help="or 'alcove': the program in PATH")
    parser.add_argument("--arch", action="append")
    parser.add_argument("--levels", default="012")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--megabytes", type=float, default=1024)
    parser.add_argument("--times", action="store_true", help="print seconds and megabytes of every module")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("models", nargs="+")
    options = parser.parse_args()
    tool = "alcove-opt" if options.build == "alcove" else os.path.join(options.build, "bin/alcove-opt")
    models = [str(m) for given in options.models
              for m in (sorted(pathlib.Path(given).glob("*.mlir")) if os.path.isdir(given) else [given])]
    arches, levels = options.arch or ["wormhole_b0", "blackhole"], [int(c) for c in options.levels]
    work = lambda model: check(tool, model, arches, levels, (options.seconds, options.megabytes))
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for model, (failures, times) in zip(models, pool.map(work, models)):
            name = pathlib.Path(model).stem
            failed += bool(failures)
            for where, detail in failures:
                print(f"FAIL {name}: {where}: {detail}", flush=True)
            if options.times and times:
                print(f"{name}: {max(t[2] for t in times):.2f} s, {max(t[3] for t in times):.0f} MB", flush=True)
    if not models:
        sys.exit("check.py: no module given")
    print(f"{len(models) - failed} of {len(models)} modules pass")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""How many of StableHLO's public test programs are read, executed to their expected results, and converted.

    ALCOVE_CORPUS=models bench/StableHLO/corpus.py build [--steps roundtrip,execute,convert,linalg] [--filter REGEX]
                                                   [--failures FILE] [--keep FOLDER]

Programs are `stablehlo/testdata.tar.gz` and `stablehlo/*.mlir` below ALCOVE_CORPUS. Of the steps `roundtrip` prints each
program in pretty and in generic form, reads both and compares what they print; `execute` runs the functions without
arguments and holds the expectations that the programs state; `convert` writes TTIR of the
programs with real, unquantized elements that take their data from @inputs, executes it and compares with what is expected;
`linalg` converts the same programs to linalg, which upstream's passes compile for the host, and compares what they
return. Prints one line per step, and with --failures every program that fails with the reason.
"""
import argparse, collections, os, pathlib, re, subprocess, sys, tarfile, tempfile
from concurrent.futures import ThreadPoolExecutor

STEPS = {
    "roundtrip": None,
    "execute": ["--stablehlo-execute"],
    "convert": ["--stablehlo-execute=as-ttir=true"],
    "linalg": None,
}


def run(words, text=None):
    done = subprocess.run(words, input=text, capture_output=True, text=True, timeout=600)
    return done.returncode, done.stdout, done.stderr


def reason(errors):
    for line in errors.splitlines():
        found = re.search(r"error: (.*)", line)
        if found:
            return found.group(1)
    return errors.strip().splitlines()[-1] if errors.strip() else "no message"


def roundtrip(opt, path):
    code, pretty, errors = run([opt, "--split-input-file", str(path)])
    if code:
        return reason(errors)
    code, generic, errors = run([opt, "--split-input-file", "--mlir-print-op-generic", str(path)])
    if code:
        return "generic: " + reason(errors)
    for name, text in (("pretty", pretty), ("generic", generic)):
        code, again, errors = run([opt, "--split-input-file", "-"], text)
        if code:
            return f"{name} form printed is not read: " + reason(errors)
        if again != pretty:
            return f"{name} form printed reads as another program"
    return None


def step(opt, name, path):
    try:
        if name == "roundtrip":
            return roundtrip(opt, path)
        if name == "linalg":
            code, output, errors = run([opt.replace("alcove-opt", "alcove-exec"), "--test-program", "--opt-level=0", str(path)])
            different = next((line for line in output.splitlines() if "DIFFERENT" in line), "")
            return reason(errors + "error: " + different if different else errors) if code else None
        code, _, errors = run([opt, "--split-input-file", *STEPS[name], str(path), "-o", os.devnull])
        return reason(errors) if code else None
    except subprocess.TimeoutExpired:
        return "takes more than ten minutes"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--steps", default="roundtrip,execute,convert,linalg")
    parser.add_argument("--filter", default="")
    parser.add_argument("--failures")
    parser.add_argument("--keep", help="unpack the programs here and leave them")
    parser.add_argument("--at-least", type=float, default=0.0, help="per cent below which the script fails")
    given = parser.parse_args()
    corpus = os.environ.get("ALCOVE_CORPUS")
    if not corpus:
        sys.exit("corpus.py: ALCOVE_CORPUS names no folder of models")
    folder = pathlib.Path(given.keep or tempfile.mkdtemp())
    with tarfile.open(pathlib.Path(corpus) / "stablehlo" / "testdata.tar.gz") as archive:
        archive.extractall(folder)
    programs = sorted(path for path in folder.rglob("*.mlir") if re.search(given.filter, str(path)))
    opt = str(pathlib.Path(given.build) / "bin" / "alcove-opt")
    dynamic = {path for path in programs if re.search(r"tensor<[0-9x]*\?", path.read_text())}
    failures, worst = [], 100.0
    for name in given.steps.split(","):
        wanted = [path for path in programs if name == "roundtrip" or path not in dynamic]
        if name in ("convert", "linalg"):
            wanted = [path for path in wanted if "@inputs()" in path.read_text() and not re.search(r"complex<|!quant", path.read_text())]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            reasons = list(pool.map(lambda path: step(opt, name, path), wanted))
        good = sum(reason is None for reason in reasons)
        share = 100.0 * good / max(1, len(wanted))
        worst = min(worst, share)
        print(f"{name:10} {good} of {len(wanted)} ({share:.1f} %)", flush=True)
        kinds = collections.Counter(re.sub(r"[0-9]+|loc\(.*?\)", "#", each)[:150] for each in reasons if each)
        for kind, count in kinds.most_common(25):
            print(f"    {count:5} {kind}")
        failures += [f"{name} {path.relative_to(folder)}: {each}" for path, each in zip(wanted, reasons) if each]
    if given.failures:
        pathlib.Path(given.failures).write_text("".join(line + "\n" for line in failures))
    sys.exit(worst < given.at_least)


if __name__ == "__main__":
    main()

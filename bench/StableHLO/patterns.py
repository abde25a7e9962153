#!/usr/bin/env python3
"""Which patterns of models are recognized in which spelling, and that near misses are not.

    bench/StableHLO/patterns.py build [--only WORDS] [--keep FOLDER]

Plans every program of testing/models/stablehlo_patterns.py, looks for the pattern's op in the plan, and compares the
numbers of the plan with those of the program. A near miss that has the op, and numbers that differ, fail the script.
Where the library has no op for a pattern, all spellings are to become the same ops. Prints a table (scripts/measure.py writes it
to docs/measurements).
"""
import argparse, collections, os, pathlib, re, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "testing" / "models"))
from stablehlo_patterns import PATTERNS, STYLES, programs  # noqa: E402


def run(words, environment):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, env=environment, timeout=300)
    return done.returncode, done.stdout + done.stderr


def ops_of(text):
    names = re.findall(r'"ttnn\.([a-z_0-9]+)"', text)
    moves = {"to_layout", "to_memory_config", "deallocate", "get_device", "to_device", "from_device", "full", "ones",
             "zeros", "to_tensor_spec", "reshape"}
    return sorted(name for name in names if name not in moves)


def check(alcove, folder, name, style, miss, text, environment):
    """Whether the op is there (or the ops, where the library has none), and what is wrong with the numbers."""
    op, _, _, options = PATTERNS[name]
    stem = re.sub(r"[^a-z]+", "-", f"{name} {style} {miss or ''}").strip("-")
    program, plan = folder / f"{stem}.mlir", folder / f"{stem}.plan.mlir"
    program.write_text(text)
    code, said = run([alcove, "plan", program, *options, "-o", plan], environment)
    if code:
        return None, "no plan: " + next((line for line in said.splitlines() if "error" in line), said[-200:])
    planned = plan.read_text()
    # The tanh form of gelu is taken for gelu where bf16 does not see it, and differs in f32.
    precision = ["--precision=declared"] if "tanh" in name else []
    code, said = run([alcove, "run", program, f"--compare={plan}", *precision], environment)
    wrong = None if code == 0 else said.strip().splitlines()[-1][:200]
    return (ops_of(planned) if op is None else f'"ttnn.{op}"' in planned or
            bool(re.search(rf"#ttnn.unary_with_param<op_type = {op}>|activation = \"{op}\"", planned))), wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--only", default="", help="patterns whose names contain this")
    parser.add_argument("--keep", help="write programs and plans here and leave them")
    given = parser.parse_args()
    folder = pathlib.Path(given.keep or tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    binaries = pathlib.Path(given.build).resolve() / "bin"
    environment = dict(os.environ, PATH=f"{binaries}:{os.environ['PATH']}")
    cases = [case for case in programs() if given.only in case[0]]
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda case: check(binaries / "alcove", folder, *case, environment), cases))
    cells, wrong, missed = collections.defaultdict(str), [], collections.Counter()
    first, misses = {}, collections.Counter()
    for (name, style, miss, _), (there, problem) in zip(cases, found):
        where = f"{name}, {style}" + (f", {miss}" if miss else "")
        if problem:
            wrong.append(f"{where}: {problem}")
        if miss:
            misses[name] += 1
            missed[name] += there is False
            if there:
                wrong.append(f"{where}: a near miss is taken for it")
        elif PATTERNS[name][0] is None:
            same = there == first.setdefault(name, there)
            cells[name, style] = "same ops" if same else "other ops"
        else:
            cells[name, style] = "yes" if there else "no"
    names = [name for name in PATTERNS if given.only in name]
    yes = sum(cells[name, style] in ("yes", "same ops") for name in names for style in STYLES)
    print(f"{yes} of {len(names) * len(STYLES)} spellings recognized, {sum(missed.values())} of {sum(misses.values())} near misses "
          f"left alone, {len(cases) - sum(': a near' not in line for line in wrong)} of {len(cases)} programs equal by numbers\n")
    print("| pattern | op of TTNN | " + " | ".join(STYLES) + " | near misses left alone |")
    print("|---" * (len(STYLES) + 3) + "|")
    for name in names:
        what = ", ".join(PATTERNS[name][2])
        print(f"| {name} | {PATTERNS[name][0] or 'none'} | " + " | ".join(cells[name, style] for style in STYLES) +
              f" | {missed[name]} of {misses[name]}{': ' + what if what else ''} |")
    if wrong:
        print()
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()

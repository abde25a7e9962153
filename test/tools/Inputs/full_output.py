"""Commands that print, with /dev/full as standard output: each must end with 1 and name standard output on standard error.

usage: full_output.py BIN_DIR ALCOVE_SRC
"""
import pathlib
import subprocess
import sys
import tempfile

BIN, SOURCE = map(pathlib.Path, sys.argv[1:3])
SMALL = SOURCE / "test/Pipelines/Inputs/small.mlir"
CHAIN = SOURCE / "test/SuperTiling/chain.mlir"
PRINTS_HELP = ("alcove", "alcove-opt", "alcove-run", "alcove-emit", "alcove-exec", "alcove-program", "alcove-session", "alcove-compare",
               "alcove-device", "alcove-opmodel", "alcove-solve", "alcove-fit", "alcove-formats", "alcove-sweep")


def commands(folder):
    planned = folder / "planned.mlir"
    subprocess.run([BIN / "alcove", "plan", SMALL, "-o", planned], check=True, capture_output=True)
    yield from ([program, "--help"] for program in PRINTS_HELP)
    yield from ([program, "--version"] for program in PRINTS_HELP if program != "alcove-fit")
    yield from (["alcove", *words] for words in (
        ["plan", SMALL], ["explain", SMALL], ["run", SMALL], ["compare", SMALL, SMALL], ["build", SMALL, "-o", folder / "build"],
        ["plan", "--help"], ["plan", "--help-all"], ["session", f"a={SMALL}", f"b={SMALL}"], ["solve", "--help"], ["doctor"],
        ["sweep", SOURCE / "examples/sweep.json", "--list"]))
    yield from (["alcove-opt", *words] for words in ([SMALL], ["--help-all"], ["--show-dialects"], ["--list-passes"]))
    yield ["alcove-emit", planned, "-o", folder / "emitted"]
    yield ["alcove-emit", "--list-ops"]
    yield ["alcove-exec", CHAIN, "--print-results"]
    yield ["alcove-run", SMALL, "--coverage"]


def main():
    with tempfile.TemporaryDirectory() as folder, open("/dev/full", "w") as full:
        wrong, number = 0, 0
        for number, (program, *words) in enumerate(commands(pathlib.Path(folder)), 1):
            command = [str(BIN / program), *map(str, words)]
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
            said = "error: standard output: cannot write: " in done.stderr and "LLVM ERROR" not in done.stderr
            once = done.stderr.count("cannot write") == 1
            printed = subprocess.run(command, capture_output=True).stdout
            if printed and not (done.returncode == 1 and said and once):
                wrong += 1
                print(program, *words, done.returncode, repr(done.stderr[:200]))
        print(f"{wrong} of {number} commands end in silence or in other words")


main()

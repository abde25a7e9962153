"""Options that take numbers, as each program's help lists them: -1 is refused by all but those that say otherwise.

usage: numbers.py BIN_DIR ALCOVE_SRC
"""
import pathlib
import re
import subprocess
import sys

BIN, SOURCE = map(pathlib.Path, sys.argv[1:3])
SMALL = SOURCE / "test/Pipelines/Inputs/small.mlir"
CHAIN = SOURCE / "test/SuperTiling/chain.mlir"
EXAMPLES = SOURCE / "examples"
COMMANDS = {  # what runs to its end without the option, or with an option that it needs
    "alcove-run": [SMALL, f"--compare={SMALL}"],
    "alcove-exec": [CHAIN],
    "alcove-program encoder": ["--tokens=32", "--layers=1"],
    "alcove-session": [],
    "alcove-compare": [SMALL, SMALL],
    "alcove-opmodel score": [SOURCE / "test/tools/alcove-opmodel/Inputs/times.csv", "--kind=time", "--cross"],
    "alcove-solve allocate": [EXAMPLES / "buffers.csv", "--minimize"],
    "alcove-solve layout": [EXAMPLES / "layout.json"],
    "alcove-solve schedule": [EXAMPLES / "schedule.json", "/dev/null"],
    "alcove-solve function": ["no-problem.json"],
    "alcove-solve mesh": [EXAMPLES / "mesh.json"],
    "alcove-solve session": [EXAMPLES / "session.json"],
    "alcove plan": [SMALL],
    "alcove formats": [EXAMPLES / "mlp.mlir", "--error-budget=5%"],
}
NUMBER = re.compile(r"^\s*(--[\w-]+)(?:=<(?:long|int|uint|ulong|number)>| (?:U?INT|FLOAT)\b)", re.MULTILINE)
MORE = {"alcove formats": ["--seed", "--unseen"]}  # whose help does not say what is a number
BELOW_ZERO = {("alcove-run", "--min-correlation")}  # from -1 to 1
OF_OTHER_KINDS = {("alcove-program encoder", option) for option in ("--depth", "--hidden", "--image")}  # not looked at
OTHERS = [  # command line, and whether it is good
    ("alcove-run", "--min-correlation=1.5", False), ("alcove-run", "--min-correlation=0.5", True),
    ("alcove-run", "--max-abs-error=nan", False), ("alcove-run", "--max-abs-error=0", True),
    ("alcove-run", "--memory-limit-gb=0", False), ("alcove-run", "--memory-limit-gb=1", True),
    ("alcove-exec", "--opt-level=4", False), ("alcove-exec", "--opt-level=3", True),
    ("alcove-compare", "--top=3", True), ("alcove-solve allocate", "--seed=0", True),
    ("alcove plan", "--max-rounds=-1", False), ("alcove plan", "--max-rounds=2", True),
    ("alcove plan", "--mesh=1x2 --device=n300 --mesh-links=-1", False),
    ("alcove plan", "--mesh=1x2 --device=n300 --mesh-links=2", True),
    ("alcove plan", "--mesh=1x2 --device=n300 --mesh-rounds=-1", False),
]


def run(command, *options):
    program, *words = command.split()
    return subprocess.run([BIN / program, *words, *COMMANDS[command], *options], capture_output=True, text=True, cwd="/")


def refuses(command, option, value):
    """Whether it names the option or the value; a program that lacks its files says something else."""
    done = run(command, f"{option}={value}")
    name = option.removeprefix("--")
    return done.returncode in (1, 2) and any(each in done.stderr for each in (name, name.replace("-", " "), f"'{value}'"))


def main():
    taken, asked = 0, 0
    for command in COMMANDS:
        program, *words = command.split()
        help_page = "--help-all" if program == "alcove" and words == ["plan"] else "--help"
        text = subprocess.run([BIN / program, *words, help_page], capture_output=True, text=True).stdout
        for option in dict.fromkeys(NUMBER.findall(text) + MORE.get(command, [])):
            if (command, option) in BELOW_ZERO | OF_OTHER_KINDS:
                continue
            asked += 1
            if not refuses(command, option, -1):
                taken += 1
                print(f"{command} {option}=-1 is taken")
    refused = 0
    for command, options, good in OTHERS:
        done = run(command, *options.split())
        asked += not good
        taken += not good and done.returncode == 0
        refused += good and done.returncode != 0
        if good != (done.returncode == 0):
            print(command, options, done.returncode, done.stderr[:200])
    print(f"{taken} of {asked} numbers are taken that should not be, {refused} of {sum(good for _, _, good in OTHERS)} refused")


main()

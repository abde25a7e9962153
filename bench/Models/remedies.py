#!/usr/bin/env python3
"""What `alcove explain` says would help, run again: reasons above 1 % of the time, commands, and what the commands bring.

usage: remedies.py [--build DIR] [--l1 0,750000] [--every K] [--trials N] [--rows-in FILE] [--minutes N] [--out PAGE.md]
                   [MODEL.mlir|DIR ...]

Per model and size of L1 (0: the whole): the reasons that weigh, those that end in a command, those for which all that was
tried is named. Each different command is run: the modelled time must be the one that was printed, the op must take the
time and have the layout that were printed, and no command may give a plan that is slower than the model's. Models are
printed as they come. --rows-in keeps their counts, and a run goes on with what is there; --minutes ends it between two
models. Exit code 1 when a promise is broken, a reason ends in neither, or a model fails.
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import policies
import rows

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import pages  # noqa: E402
HEAD = re.compile(r"^what would help: (\d+) programs? w\w+ planned .*as it is the plan takes ([0-9.]+) us$", re.M)
REASON = re.compile(r"^  (.*) \(([0-9.]+) us, ([0-9.]+) %, ([a-z-]+)\): (.*)$", re.M)
COMMAND = re.compile(r"^(alcove plan .*): ([0-9.]+) us, ([-+][0-9.]+) %, the op ([0-9.]+) us in ([^;]*)(; .*)?$")


def run(words, folder):
    return subprocess.run([os.path.join(folder, words[0])] + words[1:], capture_output=True, text=True)


def kept(found, folder, work):
    """Whether the command brings what was printed; of all ops that name it."""
    command, total = found[0][1], found[0][2]
    summary = os.path.join(work, "again.json")
    done = run(shlex.split(command) + ["--summary=false", "--summary-json=" + summary], folder)
    if done.returncode:
        return [False] * len(found)
    again = json.load(open(summary))
    ops = {op["name"]: op for op in again["ops"]}
    right = abs(again["plan"]["time_ns"] / 1000 - total) <= 0.006
    return [right and name in ops and abs(ops[name]["time_ns"] / 1000 - us) <= 0.006 and ops[name]["layout"] == layout
            for name, _, _, us, layout in found]


def explained(model, l1, options, folder, work):
    """Counts of one model, or the first line of the error."""
    words = ["alcove", "explain", model, f"--trials={options.trials}"] + ([f"--l1-bytes={l1}"] if l1 else [])
    done = run(words, folder)
    head = HEAD.search(done.stdout)
    if done.returncode or not head:
        lines = done.stderr.strip().split("\n")
        first = next((line for line in lines if "error:" in line), lines[0])
        return re.sub(r"loc\(.*\): ", "", first)[:500]  # the name of a fused op may be longer than what is wrong with it
    row = {"plans": int(head[1]), "us": float(head[2]), "reasons": 0, "commands": 0, "in_vain": 0, "neither": 0, "kept": 0, "slower": 0, "gain": 0.0}
    by_command = {}
    for name, _, _, _, told in REASON.findall(done.stdout[head.end():]):
        row["reasons"] += 1
        if match := COMMAND.match(told):
            row["commands"] += 1
            row["slower"] += float(match[2]) > row["us"]
            row["gain"] = max(row["gain"], 100 * (1 - float(match[2]) / row["us"]))
            by_command.setdefault(match[1], []).append((name, match[1], float(match[2]), float(match[4]), match[5]))
        else:
            row["in_vain" if told.startswith("nothing tried helps this op: tried ") else "neither"] += 1
    for found in by_command.values():
        row["kept"] += sum(kept(found, folder, work))
    return row


def counted(l1, found):
    """One line about all models of one size of L1, and how many promises are broken. That an op has no room is no promise."""
    sums, refused = {}, {name: row for name, row in found.items() if isinstance(row, str)}
    too_large = [name for name, row in refused.items() if "MEM-1" in row]  # of one op, with nothing else in L1
    failed = [name for name in refused if name not in too_large]
    for row in found.values():
        for key, value in row.items() if isinstance(row, dict) else ():
            sums[key] = sums.get(key, 0) + value
    of = lambda key: sums.get(key, 0)  # noqa: E731
    line = (f"L1 {l1 or 'whole'}: {len(found)} models, {of('reasons')} reasons above 1 % of the time, "
            f"{of('commands')} with a command, of which {of('kept')} bring what was printed and {of('slower')} are slower, "
            f"{of('in_vain')} with what was tried in vain, {of('neither')} with neither; {of('plans')} plans"
            + (f"; too large for this L1: {', '.join(too_large)}" if too_large else "")
            + (f"; failed: {', '.join(failed)}" if failed else ""))
    return line, len(failed) + of("neither") + of("slower") + of("commands") - of("kept")


def page_of(lines, by_l1, cases, every, built):
    text = ["# What `alcove explain` says would help", ""] + ([f"Programs of commit {built}.", ""] if built else []) + [
            "Written by `bench/Models/remedies.py`. A reason is one op outside of L1 that takes more than 1 % of the plan's time. Each",
            "command was run again: it brings what was printed when the plan's time, the op's time and its layout are the printed ones.", ""]
    which = f" of one model in {every}" if every > 1 else ""
    text += [f"Run: {sum(map(len, by_l1.values()))} of {cases} cases (a model and a size of L1){which}.", ""]
    text += [f"- {line}" for line in lines] + [""]
    for l1, found in by_l1.items():
        text += [f"## L1 {l1 or 'whole'}", "", "| model | us | reasons | with a command | as printed | slower | tried in vain | most saved % |",
                 "|---|---:|---:|---:|---:|---:|---:|---:|"]
        text += [f"| {name} | {row['us']:.2f} | {row['reasons']} | {row['commands']} | {row['kept']} | {row['slower']} | {row['in_vain']} | "
                 f"{row['gain']:.2f} |" for name, row in found.items() if isinstance(row, dict)] + [""]
    return "\n".join(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--l1", default="0,750000", help="bytes of each core; 0 is the whole L1")
    parser.add_argument("--every", type=int, default=1, help="only each K-th model")
    parser.add_argument("--trials", type=int, default=12)
    parser.add_argument("--rows-in", help="file in which counts are kept")
    parser.add_argument("--minutes", type=float, help="of this run")
    parser.add_argument("--out", help="a page of the counts")
    parser.add_argument("--built", help="for the page: the commit of the programs, where the tree has gone on")
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    folder = os.path.join(options.build, "bin")
    kept_rows, by_l1 = rows.Rows(options.rows_in, options.minutes), {}
    with tempfile.TemporaryDirectory() as work:
        models = policies.given_models(options.models, work)[::options.every]
        for model in models:  # both sizes of one model together: a run that is ended has seen the same models with each
            for l1 in [int(x) for x in options.l1.split(",")]:
                key = f"{pathlib.Path(model).parent.name}/{pathlib.Path(model).stem} {l1}"
                if kept_rows.time_is_up() and key not in kept_rows.values:
                    continue
                name = pathlib.Path(model).stem
                row = kept_rows.of(key, lambda: explained(model, l1, options, folder, work))
                found = by_l1.setdefault(l1, {})
                found[key.split()[0] if name in found else name] = row
                print(f"{l1 or 'whole'} {name}: {row}", flush=True)
    results = [counted(l1, found) for l1, found in by_l1.items()]
    print("\n".join(line for line, _ in results))
    if options.out:
        pages.write(options.out, page_of([line for line, _ in results], by_l1, len(models) * len(options.l1.split(",")), options.every, options.built), "Models")
    return 1 if any(bad for _, bad in results) else 0


if __name__ == "__main__":
    sys.exit(main())

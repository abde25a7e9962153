#!/usr/bin/env python3
"""What `alcove explain` says would help, run again: reasons above 1 % of the time, commands, and what the commands bring.

usage: remedies.py [--build DIR] [--l1 0,750000] [--every K] [--trials N] [--out FILE.json] [MODEL.mlir|DIR ...]

Per model and size of L1 (0: the whole): the reasons that weigh, those that end in a command, those for which all that was
tried is named. Each different command is run: the modelled time must be the one that was printed, the op must take the
time and have the layout that were printed, and no command may give a plan that is slower than the model's. Models are
printed as they come. Exit code 1 when a promise is broken, a reason ends in neither, or a model fails.
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

ROOT = pathlib.Path(__file__).resolve().parents[2]
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
        return (done.stderr.strip().split("\n") or ["no message"])[0][:200]
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
            row["in_vain" if told.startswith("nothing tried helps: tried ") else "neither"] += 1
    for found in by_command.values():
        row["kept"] += sum(kept(found, folder, work))
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--l1", default="0,750000", help="bytes of each core; 0 is the whole L1")
    parser.add_argument("--every", type=int, default=1, help="only each K-th model")
    parser.add_argument("--trials", type=int, default=12)
    parser.add_argument("--out")
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    folder = os.path.join(options.build, "bin")
    bad, rows = 0, {}
    with tempfile.TemporaryDirectory() as work:
        models = policies.given_models(options.models, work)[::options.every]
        for l1 in [int(x) for x in options.l1.split(",")]:
            sums = {}
            for model in models:
                row = explained(model, l1, options, folder, work)
                rows[f"{pathlib.Path(model).stem} {l1}"] = row
                print(f"{l1 or 'whole'} {pathlib.Path(model).stem}: {row}", flush=True)
                if isinstance(row, str):
                    bad += 1
                    continue
                bad += row["neither"] + row["slower"] + row["commands"] - row["kept"]
                for key, value in row.items():
                    sums[key] = sums.get(key, 0) + value
            print(f"L1 {l1 or 'whole'}: {len(models)} models, {sums.get('reasons', 0)} reasons above 1 % of the time, "
                  f"{sums.get('commands', 0)} with a command, of which {sums.get('kept', 0)} bring what was printed and "
                  f"{sums.get('slower', 0)} are slower, {sums.get('in_vain', 0)} with what was tried in vain, "
                  f"{sums.get('neither', 0)} with neither; {sums.get('plans', 0)} plans", flush=True)
    if options.out:
        json.dump(rows, open(options.out, "w"), indent=0)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Asks our reader and tt-mlir's the same one-op programs and compares the verdicts.

usage: verifier_agreement.py [--build DIR] [--client DIR] [--seed N] [--count N] [--only REGEX] [--show N] [--details FILE]

--client (default: $ALCOVE_REAL_CLIENT) is a folder with tt-mlir's real-opt; without one nothing is compared, which is said.
Each program is one op (one_op_programs.py: every form as it is, and --count questions for each op about its forms that
tt-mlir takes); a verdict is whether reading and verifying it alone gives an error. Differences that are meant are in Inputs/differences.txt, one line each: ops,
questions, whose verdict is "accepted" (ours or theirs), reason. Exit 1 when less than 99.5 % of the verdicts agree, when a
difference has no reason, when a form that tt-mlir takes is refused, or when our reader crashes.
"""
import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys

import one_op_programs

HERE = pathlib.Path(__file__).resolve().parent
SPLIT = "// -----"


def run(command, texts):
    """(first message at each of the texts that has one, by number; how many were read before a signal ended the reader)

    A text that cannot be read stands before each, so that the errors say how far the reader came."""
    owner, whole = [], []
    for n, text in enumerate(texts):
        whole.append(f"?\n{SPLIT}\n{text}")
        owner += [-n - 1, n] + [n] * text.count("\n")
    ended = subprocess.run([*command, "--mlir-disable-threading"], input="".join(whole).encode(), capture_output=True,
                           env={**os.environ, "LLVM_DISABLE_SYMBOLIZATION": "1"})
    found, begun = {}, 0
    for line in ended.stderr.decode(errors="replace").splitlines():
        if at := re.match(r"\S*?:(\d+):\d+: error: (.*)", line):
            program = owner[int(at[1]) - 1]
            begun = max(begun, -program)
            found.setdefault(program, at[2])
        elif re.match(r"\S*: error: |error: ", line):
            found.setdefault(begun - 1, line)
    if ended.returncode >= 0 and begun < len(texts):
        sys.exit(f"{command[0]} does not read the programs; its last words:\n{ended.stderr.decode(errors='replace')[-2000:]}")
    return found, len(texts) if ended.returncode >= 0 else begun - 1


def verdicts(command, texts, batch=200):
    """For each text its first message, "" when it is accepted, "crash" when it ends the reader."""
    out = []
    while len(out) < len(texts):
        some = texts[len(out):len(out) + batch]
        found, done = run(command, some)
        out += [found.get(n, "") for n in range(done)]
        out += ["crash"] if done < len(some) else []
    return out


def reasons():
    """[(ops, questions, side, reason)]"""
    lines = (HERE / "Inputs/differences.txt").read_text().splitlines()
    return [line.split(None, 3) for line in lines if line and not line.startswith("#")]


def reason(given, program, side):
    for ops, questions, accepted_by, why in given:
        if re.fullmatch(ops, program.op) and re.search(questions.replace("_", " "), program.question) and accepted_by == side:
            return why
    return None


def per_op(programs, equal):
    total, same = collections.Counter(p.op for p in programs), collections.Counter()
    same.update(p.op for p, agree in zip(programs, equal) if agree)
    for op in sorted(total, key=lambda op: (same[op] / total[op], op)):
        if same[op] < total[op]:
            print(f"{op:50} {same[op]:5} of {total[op]:5}")
    print(f"all verdicts agree: {sum(same[op] == total[op] for op in total)} of {len(total)} ops")


def details(file, differ):
    with open(file, "w") as out:
        for program, ours, theirs, why in differ:
            print(f"=== {program.op} | {program.question} | {why or 'no reason'}\nours:   {ours or 'accepted'}\n"
                  f"theirs: {theirs or 'accepted'}\n{program.text.partition(SPLIT)[0].strip()}", file=out)


def asked(options):
    """Programs with both first messages, of those that have two verdicts; how many have none; crashes of ours."""
    reading = ["--split-input-file", "-", "-o", "/dev/null"]
    client = [f"{options.client}/real-opt", *reading]
    # Changes of a form that tt-mlir refuses as it is (an older one, which is read on purpose) would ask the same again.
    forms = [program.text for program in one_op_programs.programs(options.seed, 0, options.only)]
    refused = {text for text, verdict in zip(forms, verdicts(client, forms)) if verdict and verdict != "crash"}
    programs = list(one_op_programs.programs(options.seed, options.count, options.only, refused))
    texts = [program.text for program in programs]
    theirs = verdicts(client, texts)
    ours = verdicts([f"{options.build}/bin/alcove-opt", *reading], texts)
    # Ops and forms of older versions are read by ours alone: what is asked is asked about the dialect of today.
    foreign = {p.op for p, verdict in zip(programs, theirs) if verdict.startswith("unregistered operation")}
    cases = [case for case in zip(programs, ours, theirs)
             if case[2] != "crash" and case[0].op not in foreign and case[0].text not in refused]
    return cases, len(programs) - len(cases), [p for p, verdict in zip(programs, ours) if verdict == "crash"]


def compare(options):
    cases, silent, crashes = asked(options)
    equal = [bool(ours) == bool(theirs) for _, ours, theirs in cases]
    given = reasons()
    differ = [(p, ours, theirs, reason(given, p, "theirs" if ours else "ours"))
              for (p, ours, theirs), agree in zip(cases, equal) if not agree]
    if options.details:
        details(options.details, differ)
    per_op([p for p, _, _ in cases], equal)
    unexplained = [case for case in differ if not case[3]]
    for program, mine, other, _ in unexplained[:options.show]:
        print(f"{program.op}: {program.question}\n  ours:   {mine or 'accepted'}\n  theirs: {other or 'accepted'}")
    for program in crashes[:options.show]:
        print(f"our reader crashes: {program.op}: {program.question}\n{program.text}")
    for why, number in sorted(collections.Counter(case[3] for case in differ if case[3]).items()):
        print(f"{number:5} differ: {why}")
    forms = [ours for p, ours, theirs in cases if p.question.startswith("form") and not theirs]
    share = sum(equal) / max(len(cases), 1)
    for dialect in sorted({p.op.partition(".")[0] for p, _, _ in cases}):
        of = [agree for (p, _, _), agree in zip(cases, equal) if p.op.startswith(dialect + ".")]
        print(f"{dialect:7} {sum(of)} of {len(of)} verdicts agree: {100 * sum(of) / len(of):.3f} %")
    print(f"seed {options.seed}: {len(cases)} programs of {len({p.op for p, _, _ in cases})} ops, {100 * share:.3f} % of the verdicts "
          f"agree; accepted by ours alone {sum(not mine for _, mine, _, _ in differ)}, by theirs alone "
          f"{sum(bool(mine) for _, mine, _, _ in differ)}; without a reason {len(unexplained)}; legal forms accepted "
          f"{forms.count('')} of {len(forms)}; crashes of ours {len(crashes)}; {silent} more are of older versions or without a verdict of theirs")
    return 0 if share >= 0.995 and not unexplained and not crashes and forms.count("") == len(forms) else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(HERE.parents[1] / "build"))
    parser.add_argument("--client", default=os.environ.get("ALCOVE_REAL_CLIENT"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--only", default="")
    parser.add_argument("--show", type=int, default=20)
    parser.add_argument("--details")
    options = parser.parse_args()
    if not options.client or not os.path.exists(f"{options.client}/real-opt"):
        print("skipped: ALCOVE_REAL_CLIENT names no folder with real-opt")
        return 0
    return compare(options)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/python3
"""alcove fit: how many users, and which batch and context, fit a device, and what limits each.

Users have caches of their own beside one copy of the weights. A batch or a context is another program: a command writes the
models for it, {batch} and {context} standing for the values, {part} for the name of the function:

    alcove fit --write "python3 pairs.py llama-1b {part} --batch {batch} --cache {context}" --parts prefill,decode

Values are doubled until the judge refuses one, then bisected: the answer passes, the next value fails, both by the judge.
docs/man/alcove-fit.1.md is the manual.
"""
import argparse
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

BIN = pathlib.Path(__file__).resolve().parent


class FitError(Exception):
    pass


def run(words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True)


def count_of(text, option):
    if not re.fullmatch(r"[1-9][0-9]{0,11}", text):
        raise FitError(f"{option}: '{text}' is no whole number from 1 on")
    return int(text)


def limit_of(text):
    """The first error, without the program that says it."""
    lines = [line for line in text.splitlines() if "error:" in line] or text.splitlines() or ["no plan"]
    return lines[0].split("error: ", 1)[-1].strip()


class Question:
    """Is a value of one quantity possible, the others as given?"""

    def __init__(self, options, folder, values):
        self.options, self.folder, self.values, self.known = options, folder, values, {}

    def models(self, values):
        paths = []
        for part in self.options.parts.split(","):
            try:
                words = [word.format(part=part, **values) for word in shlex.split(self.options.write)]
            except (KeyError, IndexError, ValueError) as problem:
                raise FitError(f"--write: {problem}: {{part}}, {{batch}} and {{context}} are filled in") from None
            try:
                done = run(words)
            except OSError as problem:
                raise FitError(f"--write: {problem}") from None
            if done.returncode or not done.stdout.strip():
                raise FitError(f"--write: '{' '.join(words)}' writes no model: {limit_of(done.stderr)}")
            paths.append(self.folder / f"{part}.mlir")
            paths[-1].write_text(done.stdout)
        return [f"{path.stem}={path}" for path in paths]

    def ask(self, name, value):
        """(fits, what limits or the summary)"""
        if (name, value) not in self.known:
            values = dict(self.values, **{name: value})
            summary = self.folder / "summary.json"
            done = run([BIN / "alcove", "session", *self.models(values), *self.options.session, f"--summary-json={summary}"])
            if done.returncode == 2:
                raise FitError(limit_of(done.stderr))
            self.known[name, value] = (True, json.loads(summary.read_text())) if done.returncode == 0 else (False, limit_of(done.stderr))
        return self.known[name, value]


def largest(question, name, step, most):
    """The largest multiple of `step` that fits, none of which is above `most`; with the summary there and the next one's limit."""
    fits, fails = 0, None
    value = step
    while fails is None and value <= most:
        if question.ask(name, value)[0]:
            fits, value = value, value * 2
        else:
            fails = value
    if fails is None and fits + step <= most:
        top = most // step * step
        if question.ask(name, top)[0]:
            fits = top
        else:
            fails = top
    while fails is not None and fails - fits > step:
        middle = (fits + (fails - fits) // 2) // step * step
        if middle <= fits:
            middle = fits + step
        if question.ask(name, middle)[0]:
            fits = middle
        else:
            fails = middle
    return fits, fails


def describe(name, fits, fails, question):
    row = {"quantity": name, "largest": fits, "fails": fails, "limit": question.ask(name, fails)[1] if fails is not None else "the search ended there"}
    if fits:
        summary = question.ask(name, fits)[1]
        row.update(peak_dram_bytes=summary["peak_dram_bytes"], dram_capacity_bytes=summary["dram_capacity_bytes"],
                   peak_l1_bytes=summary["peak_l1_bytes"], l1_capacity_bytes=summary["l1_capacity_bytes"],
                   tokens_per_second_per_user=summary["tokens_per_second_per_user"])
    return row


def users(models, session):
    done = run([BIN / "alcove", "session", *models, *session, "--most-users"])
    found = re.search(r"users: (\d+) fit; (\d+) do not: (.*)", done.stdout)
    if done.returncode or not found:
        raise FitError(limit_of(done.stderr or done.stdout))
    return {"quantity": "users", "largest": int(found[1]), "fails": int(found[2]), "limit": found[3]}


def bar(row):
    """How full both memories are with the answer."""
    if "peak_dram_bytes" not in row:
        return ""
    parts = []
    for memory in ("dram", "l1"):
        share = row[f"peak_{memory}_bytes"] / row[f"{memory}_capacity_bytes"]
        parts.append(f"{memory} [{'#' * round(share * 20):<20}] {share:.0%}")
    return "    " + "  ".join(parts) + f"  {row['tokens_per_second_per_user']:.1f} tokens/s for each user\n"


def table(rows):
    text = "quantity    largest       fails         what the next one lacks\n"
    for row in rows:
        text += f"{row['quantity']:<11} {row['largest']:<13} {row['fails'] if row['fails'] is not None else '-':<13} {row['limit']}\n" + bar(row)
    return text


def read_line(arguments):
    parser = argparse.ArgumentParser(prog="alcove fit", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", help="[NAME=]MODEL of a session: how many users fit")
    parser.add_argument("--write", help="command that writes a model for {part}, {batch} and {context}")
    parser.add_argument("--parts", default="prefill,decode", help="functions that --write writes")
    parser.add_argument("--vary", default="batch,context,users", help="which of batch, context and users are asked for")
    parser.add_argument("--batch", default="32", help="while something else varies")
    parser.add_argument("--context", default="128", help="while something else varies")
    parser.add_argument("--step", default="1", help="batches are multiples of it")
    parser.add_argument("--context-step", default="32", help="contexts are multiples of it")
    parser.add_argument("--most-batch", default="4096", help="no batch above it is asked for")
    parser.add_argument("--most-context", default="1048576", help="no context above it is asked for")
    parser.add_argument("--json", help="write the table to this file")
    own = {name for action in parser._actions for name in action.option_strings}
    words, options_of_session = [], []
    rest = iter(arguments)
    for word in rest:  # of the session's options each has a value
        if not word.startswith("--") or word.split("=")[0] in own:
            words.append(word)
        elif "=" in word:
            options_of_session.append(word)
        else:
            options_of_session.append(f"{word}={next(rest, '')}")
    options = parser.parse_args(words)
    options.session = options_of_session
    if bool(options.models) == bool(options.write):
        raise FitError("either models, or --write and a command that writes them: `alcove fit prefill.mlir decode.mlir --device n150`")
    return options


def main(arguments):
    options = read_line(arguments)
    rows = []
    if options.models:
        rows.append(users(options.models, options.session))
    else:
        values = {"batch": count_of(options.batch, "--batch"), "context": count_of(options.context, "--context")}
        with tempfile.TemporaryDirectory() as scratch:
            question = Question(options, pathlib.Path(scratch), values)
            for name in options.vary.split(","):
                if name == "users":
                    rows.append(users(question.models(values), options.session))
                elif name in ("batch", "context"):
                    step = count_of(options.step if name == "batch" else options.context_step, "--step")
                    most = count_of(options.most_batch if name == "batch" else options.most_context, f"--most-{name}")
                    rows.append(describe(name, *largest(question, name, step, most), question))
                else:
                    raise FitError(f"--vary: '{name}' is none of batch, context, users")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps({"format": "alcove-fit", "version": 1, "rows": rows}, indent=1) + "\n")
    sys.stdout.write(table(rows))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except FitError as problem:
        sys.stderr.write(f"alcove fit: error: {problem}\n")
        sys.exit(2)

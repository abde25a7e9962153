#!/usr/bin/python3
"""alcove fit: how many users, and which batch and context, fit a device, and what limits each.

Users have caches of their own beside one copy of the weights. A batch or a context is another program. Given models are
rewritten for it, where the shapes of all ops follow from those of the arguments:

    alcove fit prefill.mlir decode.mlir --vary context,users --device n150
    alcove fit resnet.mlir --dim images=pixel_values:0 --vary images

or a command writes them, {batch} and {context} standing for the values, {part} for the name of the function:

    alcove fit --write "python3 pairs.py llama-1b {part} --batch {batch} --cache {context}" --parts prefill,decode

The answer passes the judge, and the next value fails it. In between, values are guessed from the bytes of those that passed.
docs/man/alcove-fit.1.md is the manual.
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

BIN = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(BIN.parent / "lib/python3/dist-packages"))
from alcove import programs  # noqa: E402

UNLIKELY = 1_000_000_007  # an extent that no model has

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
        return self.written(values) if self.options.write else self.resized(values)

    def written(self, values):
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

    def resize(self, model, wanted):
        """A given model with other extents, and the dimensions of its arguments that changed."""
        name, _, file = model.rpartition("=")
        path = self.folder / f"{name or pathlib.Path(file).name.removesuffix('.mlir')}.mlir"
        done = run([BIN / "alcove-opt", file, f"--ttir-resize-dims=dims={wanted} where-present=true print-changes=true", "-o", path])
        found = re.search(r"^resized: (.*)$", done.stderr, re.MULTILINE)
        if done.returncode or not found:
            raise FitError(f"{file} cannot be rewritten for {wanted}: {limit_of(done.stderr)}; give the other models alone, or --write")
        return f"{path.stem}={path}", [each for each in found[1].split(",") if each]

    def resized(self, values):
        """What changes in one model changes in the others, where an argument of that name has the same extent."""
        asked = [f"{target}={value}" for name, value in values.items() for target in self.options.dims.get(name, [name])]
        wanted = asked
        while True:
            done = [self.resize(model, ",".join(wanted)) for model in self.options.models]
            changes = sorted({change for _, changed in done for change in changed})
            if not set(changes) - set(wanted):
                return [model for model, _ in done]
            wanted = asked + changes

    def extent(self, name):
        """What the given models have now: what changes when another extent is asked for."""
        found = set()
        targets = self.options.dims.get(name, [name])
        for model in self.options.models:
            file = model.rpartition("=")[2]
            wanted = ",".join(f"{target}={UNLIKELY}" for target in targets)
            done = run([BIN / "alcove-opt", file, f"--ttir-resize-dims=dims={wanted} where-present=true only-print=true", "-o", "/dev/null"])
            changed = re.search(r"^resized: (.*)$", done.stderr, re.MULTILINE)
            if not changed:
                raise FitError(f"{file} cannot be rewritten for another {name}: {limit_of(done.stderr)}; give the other models alone, or --write")
            found |= {int(old) for old, new in re.findall(r"=(\d+)->(\d+)", changed[1]) if int(new) == UNLIKELY}
        return found

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

    def guess(self, name, step):
        """Where DRAM is full, by the line through the two largest values that passed; nothing where it does not grow."""
        passed = sorted(value for (asked, value), (fits, _) in self.known.items() if asked == name and fits)[-2:]
        if len(passed) < 2:
            return None
        low, high = (self.known[name, value][1] for value in passed)
        grown = high["peak_dram_bytes"] - low["peak_dram_bytes"]
        if grown <= 0:
            return None
        room = high["dram_capacity_bytes"] - high["peak_dram_bytes"]
        return passed[1] + room * (passed[1] - passed[0]) // grown // step * step


def largest(question, name, step, most, start):
    """The largest multiple of `step` that fits, none of which is above `most`; with the summary there and the next one's limit."""
    top = most // step * step
    fits, fails, value, jump = 0, top + step if top < step else None, min(start, top), step
    while fails is None or fails - fits > step:
        guess = question.guess(name, step)
        if question.ask(name, value)[0]:
            fits = value
            if fits == top:
                return fits, None
        else:
            fails = value
        end = top + step if fails is None else fails
        hit = guess is not None and value == guess
        guess = question.guess(name, step)
        jump = step if hit else jump * 2
        if guess is not None and fits < guess < end:
            value = guess
        elif guess is not None and guess <= fits and fits + jump < end:
            value = fits + jump
        elif guess is not None and guess >= end and fails is not None and fits < fails - jump:
            value = fails - jump
        else:
            value = min(fits * 2, top) if fails is None else (fits + (fails - fits) // 2) // step * step
        value = max(value, fits + step)
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
    parser.add_argument("--vary", help="which of batch, context and users are asked for (default: all, of given models users)")
    parser.add_argument("--dim", action="append", default=[], help="NAME=ARGUMENT:DIM[,ARGUMENT:DIM]: a quantity of given models")
    parser.add_argument("--batch", help="while something else varies (default 32; of given models as it is)")
    parser.add_argument("--context", help="while something else varies (default 128; of given models as it is)")
    parser.add_argument("--step", default="1", help="batches are multiples of it")
    parser.add_argument("--context-step", default="32", help="contexts are multiples of it")
    parser.add_argument("--most-batch", default="1048576", help="no batch above it is asked for")
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
    options.dims = {}
    for text in options.dim:
        name, _, targets = text.partition("=")
        if not name.isidentifier() or not all(re.fullmatch(r".+:\d+", target) for target in targets.split(",")):
            raise FitError(f"--dim: '{text}' is no NAME=ARGUMENT:DIM, such as context=past_k0:2")
        if name == "users":
            raise FitError(f"--dim: '{text}': users are counted by their caches; call a dimension by another name, such as batch")
        options.dims[name] = targets.split(",")
    if bool(options.models) == bool(options.write):
        raise FitError("either models, or --write and a command that writes them: `alcove fit prefill.mlir decode.mlir --device n150`")
    return options


def first_value(question, name, step):
    """Given models are asked as they are first: that is a value that they can have."""
    if question.options.write:
        return step
    extents = question.extent(name)
    if not extents and name in question.options.dims:
        raise FitError(f"--dim {name}={','.join(question.options.dims[name])}: no model has an argument of that ttir.name with such a "
                       "dimension that can change")
    if not extents:
        raise FitError(f"--vary: no model has a {name} that can change: no op writes a cache in place, or a dimension is 1; "
                       f"name one, --dim {name}=ARGUMENT:DIM")
    return -(-max(extents) // step) * step


def main(arguments):
    if "--version" in arguments:
        sys.stdout.write(run([BIN / "alcove", "--version"]).stdout)
        return 0
    options = read_line(arguments)
    rows = []
    values = {"batch": options.batch, "context": options.context}
    values = {name: count_of(text, f"--{name}") for name, text in values.items() if text}
    if options.write:
        values = {"batch": 32, "context": 128, **values}
    with tempfile.TemporaryDirectory() as scratch:
        question = Question(options, pathlib.Path(scratch), values)
        for name in (options.vary or ("users" if options.models else "batch,context,users")).split(","):
            if name == "users":
                rows.append(users(question.models(values) if values else options.models, options.session))
            elif name in ("batch", "context") or name in options.dims:
                step = count_of(options.context_step if name == "context" else options.step, "--step")
                most = count_of(options.most_context if name == "context" else options.most_batch, f"--most-{name}")
                rows.append(describe(name, *largest(question, name, step, most, first_value(question, name, step)), question))
            else:
                raise FitError(f"--vary: '{name}' is none of {', '.join(['batch', 'context', 'users', *options.dims])}")
    if options.json:
        programs.write_whole(options.json, json.dumps({"format": "alcove-fit", "version": 1, "rows": rows}, indent=1) + "\n")
    sys.stdout.write(table(rows))
    return 0


if __name__ == "__main__":
    programs.end("alcove fit", lambda: main(sys.argv[1:]), FitError, 2)

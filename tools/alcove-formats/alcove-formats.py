#!/usr/bin/python3
"""alcove formats: number formats of weights under an error budget, measured by execution.

Each weight of a product may stay as it is or become bfp_bf8 or bfp_bf4. Every choice is planned alone, and what depends on it
executed alone; what it adds to the error of a result is taken as a power, so that contributions of several weights add:

    error of the given program, planned          0.4 %   0.16e-4
    weight up in bfp_bf4, all else in f32        0.8 %   0.64e-4
    weight head in bfp_bf8, all else in f32      0.3 %   0.09e-4
    both                                         0.16e-4 + 0.64e-4 + 0.09e-4 -> 0.94 %, kept by a budget of 1 %

The fastest choice within the budget is found by branch and bound, executed whole on data that no choice was measured on, and
chosen again with a tighter budget where it does not keep it. docs/man/alcove-formats.1.md is the manual.
"""
import argparse
import gzip
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor

BIN = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(BIN.parent / "lib/python3/dist-packages"))
from alcove import programs  # noqa: E402

FORMATS = ("bfp_bf8", "bfp_bf4")
ATTRIBUTE = "ttcore.weight_dtype"
PACKED = re.compile(r"tile<[^>]*bfp")  # a tensor in a block format, not the attribute that asks for one
MOST_NODES = 2_000_000  # of the branch and bound
ROUNDS = 8              # choices that did not keep the budget on unseen data
MARGIN = 0.98           # of what a tightened budget allows


class FormatsError(Exception):
    pass


# ---- The module's text ----

def read_model(path):
    try:
        data = pathlib.Path(path).read_bytes()
        return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8-sig")
    except (EOFError, UnicodeDecodeError, gzip.BadGzipFile, zlib.error) as problem:
        raise FormatsError(f"{path}: {problem}") from None


def end_of_type(text, at):
    """Behind a type that begins at `at`: at its comma, its attributes, or the end of the list."""
    depth = 0
    for i in range(at, len(text)):
        if text[i] in "<([":
            depth += 1
        elif text[i] in ">)]" and text[i - 1:i + 1] != "->":
            if depth == 0:
                return i
            depth -= 1
        elif depth == 0 and text[i] in ",{" or text[i:i + 4] == "loc(" and depth == 0:
            return i
    raise FormatsError("the function's arguments do not end")


def end_of_braces(text, at):
    """Behind the closing brace of the one at `at`; braces in strings do not count."""
    depth, quoted = 0, False
    for i in range(at, len(text)):
        if text[i] == '"' and text[i - 1] != "\\":
            quoted = not quoted
        elif not quoted and text[i] == "{":
            depth += 1
        elif not quoted and text[i] == "}":
            depth -= 1
            if depth == 0:
                return i + 1
    raise FormatsError("the attributes of an argument do not end")


def arguments_of(text):
    """Arguments of the first public function with any: name, type, place behind the type, attributes as text."""
    for found in re.finditer(r"func\.func (?:public )?@[\w$.\"-]+\(", text):
        at, arguments = found.end(), []
        while match := re.compile(r"\s*(%[\w$.-]+): ").match(text, at):
            end = end_of_type(text, match.end())
            brace = end if text[end] == "{" else -1
            behind = end_of_braces(text, brace) if brace >= 0 else end
            arguments.append({"name": match[1], "type": text[match.end():end].strip(), "end": end,
                              "attributes": text[brace:behind] if brace >= 0 else "", "behind": behind})
            location = re.compile(r"\s*loc\((?:[^()\"]|\"[^\"]*\"|\([^()]*\))*\)").match(text, behind)
            at = location.end() if location else behind
            at = re.compile(r"\s*,?").match(text, at).end()
        if arguments:
            return arguments
    raise FormatsError("no function with arguments is there, in the textual form of MLIR")


def title_of(argument):
    name = re.search(r'ttir\.name = "([^"]*)"', argument["attributes"])
    return name[1] if name else argument["name"]


def weights_of(arguments, free):
    """Parameters that may be weights, and those whose format the user fixed."""
    candidates, fixed = [], []
    for index, argument in enumerate(arguments):
        shape = re.match(r"tensor<((?:\d+x)+)(?:bf16|f32)\b", argument["type"])
        constant = re.search(r"argument_type<(?:parameter|constant)>", argument["attributes"])
        if shape and constant and shape[1].count("x") > 1:
            said = ATTRIBUTE in argument["attributes"] and not free
            (fixed if said else candidates).append(index)
    return candidates, fixed


def with_formats(text, arguments, chosen):
    """The module with `chosen` (index -> format) said by its arguments; None: that an argument says nothing."""
    for index in sorted(chosen, reverse=True):
        argument, name = arguments[index], chosen[index]
        inner = argument["attributes"][1:-1].strip()
        inner = re.sub(r',?\s*ttcore\.weight_dtype = "[^"]*"', "", inner).strip(", ")
        said = f'{ATTRIBUTE} = "{name}"' if name else ""
        attributes = ", ".join(part for part in (inner, said) if part)
        text = text[:argument["end"]].rstrip() + (f" {{{attributes}}}" if attributes else "") + text[argument["behind"]:]
    return text


# ---- Planning and executing ----

def run(words, allowed=(0,)):
    result = subprocess.run([str(BIN / words[0]), *words[1:]], capture_output=True, text=True)
    if result.returncode not in allowed:
        raise FormatsError(f"{words[0]}: {result.stderr.strip() or result.stdout.strip() or result.returncode}")
    return result.stdout


def as_ttir(text, parameters, folder):
    """StableHLO and TOSA become TTIR first, whose arguments say which of them are weights; TTIR stays as it is written."""
    if not parameters and not re.search(r"\b(?:stablehlo|chlo|mhlo|tosa)\.", text):
        return text
    given = f"=parameters={parameters}" if parameters else ""
    source, converted = folder / "source.mlir", folder / "converted.mlir"
    source.write_text(text)
    run(["alcove-opt", f"--convert-stablehlo-to-ttir{given}", f"--convert-tosa-to-ttir{given}", str(source), "-o", str(converted)])
    return converted.read_text()


class Model:
    def __init__(self, path, device, folder, free, parameters=""):
        self.path, self.device, self.folder = path, device, pathlib.Path(folder)
        self.text = as_ttir(read_model(path), parameters, self.folder)
        self.arguments = arguments_of(self.text)
        self.candidates, self.fixed = weights_of(self.arguments, free)
        if free:
            self.text = with_formats(self.text, self.arguments, dict.fromkeys(self.candidates))
            self.arguments = arguments_of(self.text)
        self.given = self.folder / "given.mlir"
        self.given.write_text(self.text)
        self.plans, self.errors = {}, {}

    def title(self, group):
        return " + ".join(title_of(self.arguments[index]) for index in group)

    def key(self, chosen):
        return tuple(sorted((index, name) for index, name in chosen.items() if name))

    def plan(self, chosen):
        """Modelled time in ns of the module with these formats, and its planned program."""
        key = self.key(chosen)
        if key not in self.plans:
            stem = "plan-" + ("-".join(f"{index}{name[-1]}" for index, name in key) or "given")
            source, planned, summary = (self.folder / f"{stem}{end}" for end in (".ttir.mlir", ".mlir", ".json"))
            source.write_text(with_formats(self.text, self.arguments, chosen))
            kind = "system-desc-path" if self.device.endswith(".json") else "mock-system-desc-arch"
            run(["alcove-opt", f"--ttir-to-ttnn-backend-pipeline={kind}={self.device} optimization-level=2 "
                 f"summary-json={summary}", str(source), "-o", str(planned)])
            self.plans[key] = (json.loads(summary.read_text())["plan"]["time_ns"], planned)
        return self.plans[key]

    def execute(self, data, planned=(), formats=()):
        """What alcove-run says of the given program in f32 on `data`: see tools/alcove-run/Deviations.h."""
        words = ["alcove-run", str(self.given), data]
        words += [f"--deviations={','.join(map(str, planned))}"] if planned else []
        words += [f"--weight-formats={','.join(formats)}"] if formats else []
        found = json.loads(run(words))["functions"][0]
        floats = lambda row: [float(each) for each in row if each is not None]  # indices: rounding chooses among equals
        modules = [floats(row) for row in found["modules"]]
        if planned and not modules[0]:
            raise FormatsError("the comparison has no result of floats")
        return modules, {(each["argument"], each["format"]): floats(each["deviations"]) for each in found["weights"]}

    def error(self, chosen, data):
        """Deviation of every result of floats from the given program in f32."""
        self.execute_all([chosen], data)
        return self.errors[self.key(chosen), data]

    def execute_all(self, choices, data):
        """One run of the given program for the errors of all choices that were not executed yet."""
        new = {self.key(chosen): chosen for chosen in choices if (self.key(chosen), data) not in self.errors}
        if new:
            found = self.execute(data, [self.plan(chosen)[1] for chosen in new.values()])[0]
            self.errors.update({(key, data): errors for key, errors in zip(new, found)})

    def contributions(self, data):
        """Deviations with one weight at a time in a format, by weight and format; none where memory does not suffice."""
        try:
            modules, weights = self.execute(data, [self.plan({})[1]], FORMATS)
        except FormatsError as problem:
            if "NUM-E5" not in str(problem):
                raise
            return {}
        self.errors[(), data] = modules[0]
        return weights


# ---- Choosing ----

def choose(items, base, budget):
    """The fastest choice whose powers stay below the budget on every result: {group: format}, and whether it is proved.

    items: per group of weights a list of (format, saved ns, [power per result]); base: powers of the given program. Branch
    and bound: what all groups that are left could save at most is the bound. Equal savings: the first found.
    """
    room = [budget * budget - power for power in base]
    if any(r < 0 for r in room):
        return None, True
    order = sorted(items, key=lambda index: (-max((saved for _, saved, _ in items[index]), default=0), index))
    options = [sorted((o for o in items[index] if o[1] > 0), key=lambda o: -o[1]) for index in order]
    rest = [0.0] * (len(order) + 1)
    for i in reversed(range(len(order))):
        rest[i] = rest[i + 1] + (options[i][0][1] if options[i] else 0)
    best, nodes = [0.0, {}], 0

    def visit(i, saved, room, chosen):
        nonlocal nodes, best
        nodes += 1
        if saved > best[0]:
            best = [saved, dict(chosen)]
        if i == len(order) or saved + rest[i] <= best[0] or nodes > MOST_NODES:
            return
        for name, gain, powers in options[i]:
            left = [r - p for r, p in zip(room, powers)]
            if min(left) >= 0:
                chosen[order[i]] = name
                visit(i + 1, saved + gain, left, chosen)
                del chosen[order[i]]
        visit(i + 1, saved, room, chosen)

    visit(0, 0.0, room, {})
    return best[1], nodes <= MOST_NODES


def expanded(chosen):
    """{group of weights: format} as {weight: format}."""
    return {index: name for group, name in chosen.items() for index in group}


def measure(model, data, jobs):
    """items and base powers for `choose`, by groups of weights.

    Every weight is a group, but those that save nothing alone are one together: projections that the compiler merges are
    merged only where their formats are equal.
    """
    time, _ = model.plan({})
    alone = model.contributions(data)
    base = [error * error for error in model.error({}, data)]
    with ThreadPoolExecutor(jobs) as pool:
        # A parameter that no product reads as its weight is planned as it was.
        unknown = [index for index in model.candidates if (index, FORMATS[0]) not in alone]
        planned = zip(unknown, pool.map(lambda index: model.plan({index: FORMATS[0]}), unknown))
        others = {index for index, (_, program) in planned if PACKED.search(program.read_text())}
        weights = [index for index in model.candidates if index not in unknown or index in others]
        tasks = [((index,), name) for index in weights for name in FORMATS]
        times = list(pool.map(lambda task: model.plan(expanded(dict([task])))[0], tasks))
    saves = {group for (group, _), t in zip(tasks, times) if t < time}
    together = tuple(index for index in weights if (index,) not in saves)
    if len(together) > 1:
        added = [(together, name) for name in FORMATS]
        tasks += added
        times += [model.plan(expanded(dict([task])))[0] for task in added]
    items = {}
    for (group, name), t in zip(tasks, times):
        if t < time:
            items.setdefault(group, []).append((name, time - t, powers_of(model, data, alone, base, group, name)))
    return items, base


def powers_of(model, data, alone, base, group, name):
    """What a group of weights in a format adds to the error of each result."""
    if all((index, name) in alone for index in group):
        return [sum(error * error for error in errors) for errors in zip(*(alone[index, name] for index in group))]
    return [max(0.0, e * e - b) for e, b in zip(model.error(dict.fromkeys(group, name), data), base)]


def settle(model, items, base, budgets, unseen):
    """Per budget the chosen formats, executed on unseen data until they keep it; uniform formats compete.

    All choices of one round are executed together. Where the given program itself is beyond a budget, it is answered.
    """
    worst_of = lambda chosen: max(max(model.error(expanded(chosen), data)) for data in unseen)
    time_of = lambda chosen: model.plan(expanded(chosen))[0]
    limits, found = list(budgets), [None] * len(budgets)
    for tightened in range(ROUNDS + 1):
        open_ = [i for i, each in enumerate(found) if each is None]
        picks = {i: choose(items, base, limits[i]) if tightened < ROUNDS else ({}, True) for i in open_}
        picks = {i: (chosen or {}, proved or chosen is None) for i, (chosen, proved) in picks.items()}
        for data in unseen if picks else ():
            model.execute_all([expanded(chosen) for chosen, _ in picks.values()], data)
        for i, (chosen, proved) in picks.items():
            worst = worst_of(chosen)
            if worst <= budgets[i] or not chosen:
                found[i] = {"chosen": chosen, "worst": worst, "proved": proved, "tightened": tightened}
            else:
                limits[i] *= MARGIN * budgets[i] / worst
    for name in FORMATS if items else ():
        uniform = dict.fromkeys(items, name)
        for i, each in enumerate(found):
            if time_of(uniform) < time_of(each["chosen"]) and (error := worst_of(uniform)) <= budgets[i]:
                found[i] = {**each, "chosen": uniform, "worst": error, "proved": False}
    return found


def curve(items, base, time, least_known=0, points=10):
    """Predicted time at budgets between the least error and that of the narrowest formats, and what limits each point."""
    narrowest = [sum(max((o[2][r] for o in options), default=0) for options in items.values()) + power
                 for r, power in enumerate(base)]
    least, most = math.sqrt(max(base)), math.sqrt(max(narrowest))
    least = max(least, least_known, most * 1e-3)
    most = max(least, most)
    rows = []
    for i in range(points):
        budget = least * (most / least) ** (i / (points - 1)) * (1 + 1e-9)
        chosen, proved = choose(items, base, budget)
        chosen = chosen or {}
        saved = sum(s for index in chosen for name, s, _ in items[index] if name == chosen[index])
        # The largest saving that is left out: what limits the point.
        left = [(s - sum(t for n, t, _ in items[index] if n == chosen.get(index)), index, name)
                for index in items for name, s, _ in items[index] if chosen.get(index) != name]
        gain, index, name = max(left, default=(0, None, None), key=lambda each: each[0])
        rows.append({"budget": budget, "time_ns": time - saved, "proved": proved, "formats": chosen,
                     "limited_by": {"weight": index, "format": name, "saves_ns": gain} if gain > 0 else None})
    return rows


def check(model, items, base, rows, unseen):
    """The points of a curve as they were planned and executed."""
    for row, found in zip(rows, settle(model, items, base, [row["budget"] for row in rows], unseen)):
        row.update(formats=found["chosen"], time_ns=model.plan(expanded(found["chosen"]))[0], proved=found["proved"],
                   deviation=found["worst"])


# ---- The command ----

def fraction(text):
    try:
        value = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        value = -1
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"'{text}': a number between 0 and 1 is expected, or a percentage such as 1%")
    return value


def seed(text):
    value = int(text) if text.isdecimal() else 1 << 64
    if value >= 1 << 63:
        raise argparse.ArgumentTypeError(f"'{text}': a whole number from 0 is needed")
    return value


def command_line():
    parser = argparse.ArgumentParser(prog="alcove formats", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="TTIR, StableHLO or TOSA, in text or compressed")
    parser.add_argument("--parameters", default="", metavar="LIST",
                        help="arguments that are weights, such as 1,3-7,params (default: those that say so, else by their uses)")
    parser.add_argument("--error-budget", type=fraction, required=True, metavar="E",
                        help="norm of the difference by norm of the result, the largest over results: 0.01 or 1%%")
    parser.add_argument("--device", default="wormhole", help="card, or descriptor file (.json)")
    parser.add_argument("--formats", choices=("keep", "free"), default="keep",
                        help="free: formats that the model says are candidates too")
    parser.add_argument("--seed", type=seed, default=1, help="of the data that contributions are measured on")
    parser.add_argument("--unseen", type=int, default=2, metavar="N", help="seeds behind it that the choice is executed on")
    parser.add_argument("--data", action="append", default=[], metavar="DIR",
                        help="a set of data instead: <ttir.name>.npy or arg<N>.npy, other arguments seeded; the first set measures "
                             "contributions, the choice is executed on all others")
    parser.add_argument("--check-curve", action="store_true", help="plan and execute the ten points of the curve too")
    parser.add_argument("-j", type=int, default=1, dest="jobs", help="runs at once; each holds all weights in memory")
    parser.add_argument("-o", dest="output", metavar="FILE", help="write the model with its formats, to be planned")
    parser.add_argument("--json", metavar="FILE", help="write all figures")
    parser.add_argument("--version", action="store_true", help="print the version")
    return parser


def report(model, options, items, base, found, sets):
    time, chosen = model.plan({})[0], found["chosen"]
    now = model.plan(expanded(chosen))[0]
    lines = [f"{sum(map(len, items))} weights whose format changes the time, {len(model.fixed)} fixed by the model",
             f"{'given':<12} {time / 1000:12.1f} us, deviation {100 * math.sqrt(max(base)):.3f} %",
             f"{'chosen':<12} {now / 1000:12.1f} us, {time / now:.2f} times as fast, deviation {100 * found['worst']:.3f} % of "
             f"{100 * options.error_budget:.3g} % on {len(sets) - 1} unseen sets of data"
             + ("" if found["proved"] else ", not proved fastest")]
    for index in sorted(items):
        saved = {name: s for name, s, _ in items[index]}
        name = chosen.get(index)
        text = f"saves {saved[name] / 1000:.1f} us" if name in saved else ""
        lines.append(f"  {model.title(index):<24} {name or 'as given':<10} {text}".rstrip())
    least = max(max(model.error({}, data)) for data in sets) if options.check_curve else 0
    rows = curve(items, base, time, least) if items else []
    if options.check_curve:
        check(model, items, base, rows, sets[1:])
    if rows:
        lines.append(f"  {'budget %':>10} {'us, ' + ('planned' if options.check_curve else 'predicted'):>14}  "
                     + ("unseen %    " if options.check_curve else "") + "limited by")
    for row in rows:
        limit = row["limited_by"]
        text = f"{model.title(limit['weight'])} in {limit['format']} ({limit['saves_ns'] / 1000:.1f} us)" if limit else "-"
        seen = f"{100 * row['deviation']:>8.3f}    " if "deviation" in row else ""
        lines.append(f"  {100 * row['budget']:>10.3f} {row['time_ns'] / 1000:>14.1f}  {seen}{text}")
    print("\n".join(lines))
    if options.json:
        named = lambda formats: {model.title(index): name for index, name in sorted(formats.items())}
        programs.write_whole(options.json, json.dumps({
            "format": "alcove-formats", "version": 1, "model": os.path.basename(options.model), "device": options.device,
            "error_budget": options.error_budget, "given_ns": time, "chosen_ns": now, "deviation": found["worst"],
            "proved": found["proved"], "tightened": found["tightened"], "formats": named(chosen),
            "weights": {model.title(index): [{"format": name, "saves_ns": saved, "power": max(powers)}
                                             for name, saved, powers in items[index]] for index in sorted(items)},
            "curve": [{**row, "formats": named(row["formats"]),
                       "limited_by": row["limited_by"] and {**row["limited_by"],
                                                            "weight": model.title(row["limited_by"]["weight"])}}
                      for row in rows]}, indent=1) + "\n")


def main():
    if "--version" in sys.argv[1:]:
        sys.stdout.write(run(["alcove", "--version"]))
        return 0
    options = command_line().parse_args()
    if options.unseen < 1 or options.jobs < 1:
        raise FormatsError("--unseen and -j must be at least 1")
    if len(options.data) == 1:
        raise FormatsError("--data is given once: give a second set, which the choice is not measured on")
    for data in options.data:
        if not os.path.isdir(data):
            raise FormatsError(f"--data {data}: no such folder; one holds arg0.npy, arg1.npy and so on")
    with tempfile.TemporaryDirectory(prefix="alcove-formats-") as folder:
        model = Model(options.model, options.device, folder, options.formats == "free", options.parameters)
        sets = [f"--inputs={folder}" for folder in options.data]
        sets = sets or [f"--seed={options.seed + i}" for i in range(options.unseen + 1)]
        items, base = measure(model, sets[0], options.jobs)
        found = settle(model, items, base, [options.error_budget], sets[1:])[0]
        if found["worst"] > options.error_budget:
            raise FormatsError(f"the given program, planned, deviates by {100 * found['worst']:.3g} % from itself in f32, more than "
                               f"the budget of {100 * options.error_budget:.3g} %: give a larger --error-budget")
        if options.output:
            programs.write_whole(options.output, with_formats(model.text, model.arguments, expanded(found["chosen"])))
        report(model, options, items, base, found, sets)
    return 0


if __name__ == "__main__":
    programs.end("alcove formats", main, FormatsError, 1)

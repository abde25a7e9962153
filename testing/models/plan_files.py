#!/usr/bin/env python3
"""Plans written, read, edited and pinned: what must hold of every model.

usage: plan_files.py BUILD MODEL... [--edits N] [--seed S] [--jobs N]

For each model at level 2:
  * the plan of `plan-out`, given back by `plan-in`, makes a byte-identical module;
  * every name that the summary's reasons print is accepted by an override (every tenth op is pinned where it lies:
    kept, or refused with a reason);
  * of N random edits of the plan each is honoured (exit 0) or refused with an error that names the plan's place: no
    crash, no empty message.
Prints a line per model and `holds: ...`; exit 1 at the first thing that does not.
"""
import argparse
import concurrent.futures
import copy
import json
import pathlib
import random
import subprocess
import sys
import tempfile


def fail(text):
    sys.exit(f"plan_files: {text}")


class Model:
    def __init__(self, build, path, folder):
        self.opt = pathlib.Path(build) / "bin" / "alcove-opt"
        self.path = path
        self.folder = pathlib.Path(folder)

    def run(self, options, output=None):
        pipeline = f"--ttir-to-ttnn-backend-pipeline=optimization-level=2 {options}"
        return subprocess.run([self.opt, pipeline, self.path, "-o", output or "/dev/null"], capture_output=True,
                              text=True, timeout=600)

    def must(self, options, output=None):
        done = self.run(options, output)
        if done.returncode != 0:
            fail(f"{self.path}: {options}: exit {done.returncode}\n{done.stderr[:2000]}")
        return done

    def round_trip(self):
        plan, first, second = (self.folder / name for name in ("plan.json", "first.mlir", "second.mlir"))
        summary = self.folder / "summary.json"
        self.must(f"plan-out={plan} summary-json={summary}", first)
        self.must(f"plan-in={plan}", second)
        if first.read_bytes() != second.read_bytes():
            fail(f"{self.path}: plan-in makes another module than the one plan-out was written with")
        return json.loads(plan.read_text()), json.loads(summary.read_text())

    def pin(self, plan, summary):
        """Pins every tenth planned op by the name that the summary prints; returns (kept, refused)."""
        planned = {op["name"] for function in plan["functions"] for op in function["ops"]}
        printed = [op for op in summary["ops"] if op["layout"] and op["name"] in planned]
        # The plan's own copies are named by what they copy.
        chain = {op["name"]: op["reads"] for op in summary["ops"] if op.get("reason") == "conversion" or ".to_" in op["name"]}
        def known(name):
            return name in planned or name.startswith("%arg") or any(known(read) for read in chain.get(name, []))
        unknown = [op["name"] for op in summary["ops"] if "reason" in op and not known(op["name"])]
        if unknown:
            fail(f"{self.path}: reasons of ops that no override can name: {unknown[:5]}")
        pinned = printed[::10]
        if self.pinned(pinned):  # all of them at once; one by one only where that is refused
            return len(pinned), 0
        kept = sum(self.pinned([op]) for op in pinned)
        return kept, len(pinned) - kept

    def pinned(self, ops):
        """Whether the plan with `ops` fixed where they lie is accepted; it may only be refused with a reason."""
        functions = {}
        for op in ops:
            functions.setdefault(op["function"], []).append({"name": op["name"], "result": op["layout"]})
        part = {"format": "alcove.plan", "version": 1,
                "functions": [{"name": name, "ops": fixed} for name, fixed in functions.items()]}
        (self.folder / "part.json").write_text(json.dumps(part))
        done = self.run(f"plan-in={self.folder / 'part.json'}")
        if done.returncode == 0:
            return True
        if (done.returncode != 1 or "no op is named" in done.stderr
                or ("override-output-layout" not in done.stderr and "plan-in: " not in done.stderr)):
            fail(f"{self.path}: pinning {[op['name'] for op in ops]}: exit {done.returncode}\n{done.stderr[:2000]}")
        return False

    def edit(self, plan, seed):
        """One random edit; returns whether it was honoured."""
        edited, what = edit_plan(copy.deepcopy(plan), random.Random(seed))
        (self.folder / "edited.json").write_text(json.dumps(edited))
        done = self.run(f"plan-in={self.folder / 'edited.json'}")
        if done.returncode == 0:
            return True
        if done.returncode != 1 or "error: " not in done.stderr or "plan-in" not in done.stderr.split("\n")[0]:
            fail(f"{self.path}: edit {seed} ({what}): exit {done.returncode}\n{done.stderr[:2000]}")
        return False


def edit_plan(plan, rng):
    function = rng.choice(plan["functions"])
    ops, copies = function["ops"], function["copies"]
    layouts = sorted({op["result"] for op in ops if "result" in op} | {c["layout"] for c in copies})

    def other_result():
        op = rng.choice([op for op in ops if "result" in op])
        shape = op["result"].split("|")[0]
        same = [layout for layout in layouts if layout.split("|")[0] == shape]
        op["result"] = rng.choice(same)

    def swap_ops():
        i, j = rng.randrange(len(ops)), rng.randrange(len(ops))
        ops[i], ops[j] = ops[j], ops[i]

    def drop_copy():
        if copies:
            gone = copies.pop(rng.randrange(len(copies)))
            for op in ops:
                op["reads"] = [gone["from"] if read == gone["copy"] else read for read in op["reads"]]

    def move_copy():
        if copies:
            each = rng.choice(copies)
            each.pop("before", None), each.pop("after", None)
            each[rng.choice(["before", "after"])] = rng.choice(ops)["name"]

    def read_other():
        op = rng.choice([op for op in ops if op["reads"]])
        op["reads"][rng.randrange(len(op["reads"]))] = rng.choice([o["name"] for o in ops] + [c["copy"] for c in copies])

    def drop_op():
        ops.pop(rng.randrange(len(ops)))

    def no_config():
        configured = [op for op in ops if "config" in op]
        if configured:
            rng.choice(configured).pop("config")

    def wrong_word():
        rng.choice(ops)[rng.choice(["result", "name", "config"])] = rng.choice(["", "nowhere", "l1", "1x1|tile"])

    def wrong_type():
        rng.choice(ops)[rng.choice(["result", "reads", "name", "choice"])] = rng.choice([7, None, [3], {"a": 1}, -1])

    def add_copy():
        tensor = rng.choice([op["name"] for op in ops if "result" in op])
        copies.append({"copy": tensor + "@new", "from": tensor, "layout": rng.choice(layouts),
                       "after": tensor})

    change = rng.choice([other_result, swap_ops, drop_copy, move_copy, read_other, drop_op, no_config, wrong_word,
                         wrong_type, add_copy])
    change()
    return plan, change.__name__


def tried(arguments, path):
    with tempfile.TemporaryDirectory() as folder:
        model = Model(arguments.build, path, folder)
        plan, summary = model.round_trip()
        pins = model.pin(plan, summary)
        taken = sum(model.edit(plan, arguments.seed * 1000 + i) for i in range(arguments.edits))
    return path, pins, taken


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--edits", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    kept = refused = honoured = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for path, pins, taken in pool.map(lambda path: tried(arguments, path), arguments.models):
            kept, refused, honoured = kept + pins[0], refused + pins[1], honoured + taken
            print(f"{pathlib.Path(path).stem}: identical; {pins[0]} pins kept, {pins[1]} refused with a reason; "
                  f"{taken} of {arguments.edits} edits honoured", flush=True)
    print(f"holds: {len(arguments.models)} models, {kept} pins kept, {refused} refused, {honoured} edits honoured, "
          f"{len(arguments.models) * arguments.edits - honoured} refused")


if __name__ == "__main__":
    main()

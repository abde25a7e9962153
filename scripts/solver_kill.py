#!/usr/bin/env python3
"""Ends the solvers at random moments, by a signal or by their own limit, and checks what they leave.

Layout choice, allocation, graph scheduling and function layouts, a small and a large problem of each. After every end:

- what is on disk is a whole solution that the checker accepts, or nothing; no other file is left (one, by SIGKILL);
- exit code 0 means that there is a solution, any other that there is none (after anything but SIGKILL);
- bounds are shown by their certificates, where there are any, and are never above the least cost seen;
- the program ends at most LATE seconds after its limit, or after a request to stop.

usage: solver_kill.py ALCOVE_SOLVE [COUNT [LATE [KIND...]]]   300 moments; 10 s, for loaded machines: 0.1 on an idle one
"""
import dataclasses
import json
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time


def schedule_problem(ops):
    problem = {"widths": [], "heights": [], "inputs": [], "outputs": [], "base_costs": [], "op_types": [],
               "fast_memory_capacity": 60000, "slow_memory_bandwidth": 20, "native_granularity": [128, 128]}

    def tensor():
        problem["widths"].append(512)
        problem["heights"].append(512)
        return len(problem["widths"]) - 1
    x = first = tensor()
    for i in range(ops):
        kind = "MatMul" if i % 3 != 2 else "Pointwise"
        inputs = [x, tensor()] if kind == "MatMul" else [x, first]
        x = tensor()
        problem["inputs"].append(inputs)
        problem["outputs"].append([x])
        problem["base_costs"].append(1000 + 100 * (i % 40))
        problem["op_types"].append(kind)
    return json.dumps(problem)


def layout_problem(count, labels=6):
    intervals = [[n, min(count, n + random.randint(1, 400))] for n in range(count)]
    size = [random.randint(50, 500) for _ in range(count)]
    costs = [[random.randint(0, 1000) + 3 * size[n] * (s % 3) for s in range(labels)] for n in range(count)]
    usages = [[size[n] // (1 + s % 3) for s in range(labels)] for n in range(count)]
    edges = [[n, random.randint(n + 1, min(count - 1, n + 300))] for n in range(count - 1)]
    edge_costs = [[random.randint(0, 900) for _ in range(labels * labels)] for _ in edges]
    live = sum(size) / count * 200
    return json.dumps({"problem": {"name": "kill", "nodes": {"intervals": intervals, "costs": costs, "usages": usages},
                                   "edges": {"nodes": edges, "costs": edge_costs}, "usage_limit": int(0.6 * live)}})


def allocation_problem(count):
    rows = ["id,lower,upper,size"]
    for b in range(count):
        lower = random.randint(0, count)
        rows.append(f"b{b},{lower},{lower + random.randint(1, 60)},{random.randint(1, 400)}")
    return "\n".join(rows) + "\n"


def function_problem(count):
    """A chain of relu and add over the tables of the smallest problem that the tests have; adds read something older too."""
    problem = json.loads((pathlib.Path(__file__).parent.parent / "test/tools/alcove-solve/Inputs/function.json").read_text())
    result, ops = problem["tensors"][1], []
    tensors = problem["tensors"][:1]
    for i in range(count):
        kind = i % 2  # 0 = relu, 1 = add
        operands = [i, random.randint(max(0, i - 4), i)] if kind else [i]
        tensors.append({**result, "name": f"%{i}", "producer": i})
        ops.append({"name": f"%{i}", "class": kind, "operands": operands, "results": [i + 1], "after": [], "writes": []})
    return json.dumps({**problem, "tensors": tensors, "ops": ops, "returns": [count]})


@dataclasses.dataclass
class Kind:
    command: str
    problem: object      # size -> text
    sizes: tuple
    suffix: str
    options: list
    check: list          # arguments of `check`, without the files
    cost: str            # in the check's answer
    bound: str           # in the run's answer, or with a certificate in the check's; empty: holds in its own space only
    proof: str = ""      # how the check takes a certificate; empty: there is none


KINDS = {
    "schedule": Kind("schedule", schedule_problem, (40, 2000), "json", [], ["schedule", "--quiet"], r"latency=([0-9.e+]+)",
                     r"bound=([0-9.e+]+)"),
    "layout": Kind("layout", layout_problem, (1500, 20000), "json", [], ["layout"], r"cost=(-?\d+)", r"bound=(-?\d+)",
                   "--certificate={}"),
    "allocate": Kind("allocate", allocation_problem, (200, 5000), "csv", ["--minimize"],
                     ["allocation", "--capacity=9007199254740992"], r"height=(\d+)", r"bound=(\d+)"),
    "function": Kind("function", function_problem, (60, 1000), "json", ["--policy=Global"], ["function"], r"time_ps=(\d+)",
                     "", "{}"),
}


def fail(where, what):
    sys.exit(f"{where}: {what}")


def number(pattern, text):
    found = re.search(pattern, text)
    return float(found.group(1)) if found else None


class Runs:
    """One problem, many ends."""

    def __init__(self, solve, kind, size, folder):
        self.solve, self.kind, self.folder = solve, KINDS[kind], folder
        self.where = f"{kind} {size}"
        self.problem, self.target, self.certificate = (folder / f"{name}.{self.kind.suffix}" for name in "psc")
        self.problem.write_text(self.kind.problem(size))
        self.costs, self.bounds, self.ends, self.proofs, self.latest = [], [], 0, 0, 0.0

    def command(self, limit):
        out = [str(self.target)] if self.kind.command == "schedule" else [f"--out={self.target}"]
        extra = [f"--certificate={self.certificate}"] if self.kind.proof else []
        return [self.solve, self.kind.command, str(self.problem), *out, *extra, *self.kind.options, f"--timeout={limit:.3f}"]

    def end(self, late):
        for file in (self.target, self.certificate):
            file.unlink(missing_ok=True)
        how = random.choice([None, None, signal.SIGKILL, signal.SIGTERM, signal.SIGINT])  # None = its limit
        moment = 0.02 + random.random() ** 2 * 2
        began = time.monotonic()
        process = subprocess.Popen(self.command(30 if how else moment), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # a shell's `&` ignores it
        if how:
            time.sleep(moment)
            process.send_signal(how)
        text = process.communicate()[0]
        over = time.monotonic() - began - moment
        where = f"{self.where}, {how.name if how else 'limit'} at {moment:.3f} s"
        if over > late:
            fail(where, f"ended {over:.2f} s late: {text}")
        self.latest = max(self.latest, over)
        self.ends += 1
        self.judge(where, how == signal.SIGKILL, process.returncode, text)

    def judge(self, where, killed, code, text):
        left = {path.name for path in self.folder.iterdir()} - {self.problem.name, self.target.name, self.certificate.name}
        if len(left) > killed:
            fail(where, f"left {sorted(left)}")
        for name in left:
            (self.folder / name).unlink()
        if not killed and (code == 0) != self.target.exists():
            fail(where, f"exit code {code}, {'a' if self.target.exists() else 'no'} solution: {text}")
        if not self.target.exists():
            return
        proof = [self.kind.proof.format(self.certificate)] if self.certificate.exists() else []
        check = subprocess.run([self.solve, "check", *self.kind.check, str(self.problem), str(self.target), *proof],
                               capture_output=True, text=True)
        if check.returncode:
            fail(where, f"{check.stderr}\n{text}")
        self.costs.append(number(self.kind.cost, check.stdout))
        self.proofs += len(proof)
        if not self.kind.bound:
            return
        bound = number(self.kind.bound, check.stdout if proof else "" if self.kind.proof else text)
        if bound is not None:
            self.bounds.append(bound)

    def summary(self):
        least, greatest = min(self.costs, default=None), max(self.bounds, default=None)
        if least is None or (self.kind.bound and (greatest is None or greatest > least * (1 + 1e-9))):
            fail(self.where, f"least cost {least}, greatest bound {greatest}")
        shown = f", {self.proofs} by certificates that hold" if self.kind.proof else ""
        compared = f"{len(self.bounds)} bounds{shown}, none above the least cost" if self.kind.bound else f"bounds{shown}"
        print(f"{self.where}: {self.ends} ends, {len(self.costs)} valid solutions, {compared}; at most {self.latest:.3f} s late", flush=True)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    solve, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 300
    late = float(sys.argv[3]) if len(sys.argv) > 3 else 10
    random.seed(5)
    problems = [(kind, size) for kind in sys.argv[4:] or KINDS for size in KINDS[kind].sizes]
    for index, (kind, size) in enumerate(problems):
        with tempfile.TemporaryDirectory() as name:
            runs = Runs(solve, kind, size, pathlib.Path(name))
            for _ in range((index + 1) * count // len(problems) - index * count // len(problems)):
                runs.end(late)
            runs.summary()


if __name__ == "__main__":
    main()

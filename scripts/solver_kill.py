#!/usr/bin/env python3
"""Ends the solvers at random moments and checks what they leave.

usage: solver_kill.py ALCOVE_SOLVE [COUNT]
"""
import json
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

STOP_SECONDS = 10  # a request to stop is heard in a fraction of that, on a loaded machine too


def schedule_problem():
    problem = {"widths": [], "heights": [], "inputs": [], "outputs": [], "base_costs": [], "op_types": [],
               "fast_memory_capacity": 60000, "slow_memory_bandwidth": 20, "native_granularity": [128, 128]}

    def tensor():
        problem["widths"].append(512)
        problem["heights"].append(512)
        return len(problem["widths"]) - 1
    x = first = tensor()
    for i in range(40):
        kind = "MatMul" if i % 3 != 2 else "Pointwise"
        inputs = [x, tensor()] if kind == "MatMul" else [x, first]
        x = tensor()
        problem["inputs"].append(inputs)
        problem["outputs"].append([x])
        problem["base_costs"].append(1000 + 100 * i)
        problem["op_types"].append(kind)
    return json.dumps(problem)


def layout_problem(count=1500, labels=6):
    intervals = [[n, min(count, n + random.randint(1, 400))] for n in range(count)]
    size = [random.randint(50, 500) for _ in range(count)]
    costs = [[random.randint(0, 1000) + 3 * size[n] * (s % 3) for s in range(labels)] for n in range(count)]
    usages = [[size[n] // (1 + s % 3) for s in range(labels)] for n in range(count)]
    edges = [[n, random.randint(n + 1, min(count - 1, n + 300))] for n in range(count - 1)]
    edge_costs = [[random.randint(0, 900) for _ in range(labels * labels)] for _ in edges]
    live = sum(size) / count * 200
    return json.dumps({"problem": {"name": "kill", "nodes": {"intervals": intervals, "costs": costs, "usages": usages},
                                   "edges": {"nodes": edges, "costs": edge_costs}, "usage_limit": int(0.6 * live)}})


def allocation_problem(count=200):
    rows = ["id,lower,upper,size"]
    for b in range(count):
        lower = random.randint(0, 200)
        rows.append(f"b{b},{lower},{lower + random.randint(1, 60)},{random.randint(1, 400)}")
    return "\n".join(rows) + "\n"


KINDS = {  # problem, its file, the solution's file, options, options of the check, the cost in the check's answer
    "schedule": (schedule_problem, "p.json", "s.json", ["--timeout=30"], ["--quiet"], r"latency=([0-9.e+]+)"),
    "layout": (layout_problem, "p.json", "s.json", ["--timeout=30"], [], r"cost=(-?\d+)"),
    "allocate": (allocation_problem, "p.csv", "s.csv", ["--minimize", "--timeout=30"], ["--capacity=9007199254740992"], r"height=(\d+)"),
}


def command(solve, kind, folder, seed):
    _, source, target, options, _, _ = KINDS[kind]
    source, target = folder / source, folder / target
    out = [str(target)] if kind == "schedule" else [f"--out={target}"]
    return [solve, kind, str(source), *out, *options, f"--seed={seed}"]


def checked_cost(solve, kind, folder):
    """Cost of what is on disk, as the verifier sees it; None when there is no file."""
    _, source, target, _, options, cost = KINDS[kind]
    if not (folder / target).exists():
        return None
    check = subprocess.run([solve, "check", "allocation" if kind == "allocate" else kind, folder / source, folder / target, *options],
                           capture_output=True, text=True)
    if check.returncode:
        sys.exit(f"{kind}: {check.stderr}")
    return float(re.search(cost, check.stdout).group(1))


def run(solve, kind, folder, seed):
    """Cost and bound that a run left behind."""
    (folder / KINDS[kind][2]).unlink(missing_ok=True)
    process = subprocess.Popen(command(solve, kind, folder, seed), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # a shell's `&` ignores it
    time.sleep(random.random() ** 2 * 2)
    how = random.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
    asked = time.monotonic()
    process.send_signal(how)
    text = process.communicate()[0]
    if time.monotonic() - asked > STOP_SECONDS:
        sys.exit(f"{kind}, seed {seed}: {time.monotonic() - asked:.1f} s after signal {how}")
    cost = checked_cost(solve, kind, folder)
    bound = re.search(r"bound=(-?[0-9.e+]+)", text)
    if how != signal.SIGKILL and bound and not re.search(r"=none|status=open", text) and cost is None:
        sys.exit(f"{kind}, seed {seed}: no solution after a request to stop: {text}")
    return cost, float(bound.group(1)) if bound else None


def main():
    solve, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 300
    random.seed(5)
    for kind in KINDS:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / KINDS[kind][1]).write_text(KINDS[kind][0]())
            found = [run(solve, kind, folder, seed + 1) for seed in range(count // len(KINDS))]
        costs = [cost for cost, _ in found if cost is not None]
        bounds = [bound for _, bound in found if bound is not None]
        if not costs or not bounds or max(bounds) > min(costs) * (1 + 1e-9):
            sys.exit(f"{kind}: {len(costs)} solutions, {len(bounds)} bounds, greatest bound {max(bounds, default=None)}, least cost {min(costs, default=None)}")
        print(f"{kind}: {len(found)} ends, {len(costs)} valid solutions, {len(bounds)} bounds, none above the least cost")


if __name__ == "__main__":
    main()

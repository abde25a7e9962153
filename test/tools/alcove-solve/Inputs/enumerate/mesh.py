"""Mesh problems by docs/spec/Mesh.md, enumerated: every strategy of every op with every kept sharding of every tensor.

usage: mesh.py PROBLEMS [SEED]
"""
import itertools
import math
import sys

import against


def chips(axes, sharding):
    """How many different parts the chips hold."""
    return math.prod(axis for axis, placement in zip(axes, sharding.split(",")) if placement.startswith("S"))


def lives(problem):
    """Per tensor the first and the last op of which it is live."""
    ops = problem["ops"]
    result = []
    for number, tensor in enumerate(problem["tensors"]):
        made = [i for i, op in enumerate(ops) if number in op["outputs"]]
        read = [i for i, op in enumerate(ops) if number in op["inputs"]]
        first = made[0] if made else 0
        last = len(ops) - 1 if not made or tensor["kind"] == "result" else max(read + made)
        result.append((first, last))
    return result


def price(file, solution):
    """The sum of MP-V4, and which of MP-V2, MP-V3 and MP-V5 are broken."""
    problem, (strategies, kept) = file["mesh_problem"], solution
    tensors, axes = problem["tensors"], problem["axes"]
    total, broken = 0, set()
    for op, chosen in zip(problem["ops"], strategies):
        strategy = op["strategies"][chosen]
        paid = [strategy["cost"]]
        paid += [tensors[t]["conversions"][kept[t]][read] for t, read in zip(op["inputs"], strategy["inputs"])]
        paid += [tensors[t]["conversions"][made][kept[t]] for t, made in zip(op["outputs"], strategy["outputs"])]
        if None in paid:
            broken.add("MP-V2")
        total += sum(each or 0 for each in paid)
    held = [-(-tensor["bytes"] // chips(axes, tensor["shardings"][kept[t]])) for t, tensor in enumerate(tensors)]
    spans = lives(problem)
    for i, (op, chosen) in enumerate(zip(problem["ops"], strategies)):
        live = sum(bytes for bytes, (first, last) in zip(held, spans) if first <= i <= last)
        if live + op["strategies"][chosen]["bytes"] > problem["capacity"]:
            broken.add("MP-V3")
    for t, tensor in enumerate(tensors):
        if tensor["kind"] == "result" and "P" in tensor["shardings"][kept[t]]:
            broken.add("MP-V5")
    if any(kept[a] != kept[b] for a, b in problem["ties"]):
        broken.add("MP-V5")
    return total, broken


def solutions(file):
    problem = file["mesh_problem"]
    strategies = [range(len(op["strategies"])) for op in problem["ops"]]
    kept = [range(len(tensor["shardings"])) for tensor in problem["tensors"]]
    return itertools.product(itertools.product(*strategies), itertools.product(*kept))


def read(plan):
    return plan["mesh_plan"]["strategies"], plan["mesh_plan"]["kept"]


def draw_tensor(random, axes, name, kind):
    shape = [random.choice([8, 12, 24]) for _ in range(2)]
    placements = ["R", "S0", "S1"] + (["P"] if kind in ("value", "result") else [])
    all_shardings = [",".join(each) for each in itertools.product(placements, repeat=len(axes))]
    fits = [each for each in all_shardings
            if all(shape[d] % chips(axes, ",".join(p if p == f"S{d}" else "R" for p in each.split(","))) == 0 for d in range(2))]
    shardings = random.sample(fits, min(len(fits), random.randint(1, 3)))
    if "P" in "".join(shardings) and kind == "result":
        shardings += ["R,R,R"[:2 * len(axes) - 1]] if "R,R,R"[:2 * len(axes) - 1] not in shardings else []

    def conversion(a, b):
        makes_summands = any(q == "P" != p for p, q in zip(a.split(","), b.split(",")))
        return 0 if a == b else None if makes_summands or random.random() < 0.15 else random.randint(0, 40)
    return {"name": name, "shape": shape, "bytes": 2 * math.prod(shape) + random.choice([0, 0, 1]), "kind": kind,
            "shardings": shardings, "conversions": [[conversion(a, b) for b in shardings] for a in shardings]}


def draw(random):
    axes = random.choice([[2], [3], [4], [2, 2]])
    ops = random.randint(1, 3)
    tensors = [draw_tensor(random, axes, f"a{i}", random.choice(["input", "parameter"])) for i in range(random.randint(1, 2))]
    drawn = []
    for i in range(ops):
        inputs = [random.randrange(len(tensors)) for _ in range(random.randint(1, 2))]
        kind = "result" if i == ops - 1 or random.random() < 0.3 else "value"
        tensors.append(draw_tensor(random, axes, f"t{i}", kind))
        drawn.append({"name": f"op{i}", "inputs": inputs, "outputs": [len(tensors) - 1]})
    for op in drawn:
        def sharding(t):
            return random.randrange(len(tensors[t]["shardings"]))
        op["strategies"] = [{"splits": [random.choice(["whole", "batch", "columns"]) for _ in axes], "inputs": [sharding(t) for t in op["inputs"]],
                             "outputs": [sharding(t) for t in op["outputs"]], "cost": random.randint(0, 60),
                             "bytes": random.choice([0, 0, 100, 300])} for _ in range(random.randint(1, 3))]
    pairs = [(a, b) for a, b in itertools.combinations(range(len(tensors)), 2) if tensors[a]["shardings"] == tensors[b]["shardings"]]
    ties = [list(random.choice(pairs))] if pairs and random.random() < 0.5 else []
    whole = sum(tensor["bytes"] for tensor in tensors)
    return {"mesh_problem": {"name": "drawn", "axes": axes, "capacity": round(whole * random.choice([0.4, 0.6, 0.8, 1.5])),
                             "tensors": tensors, "ops": drawn, "ties": ties}}


KIND = against.Kind("mesh", ("MP-V2", "MP-V3", "MP-V5"), draw, solutions, read, price)

if __name__ == "__main__":
    against.compare(KIND, int(sys.argv[1]), *sys.argv[2:])

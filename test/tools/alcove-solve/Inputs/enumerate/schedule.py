"""Problems of graph scheduling by docs/spec/GraphSchedule.md, enumerated: every sequence of subgraphs with every granularity and order of
the space that the policies search, and everything that may be retained.

usage: schedule.py PROBLEMS [SEED]
"""
import functools
import itertools
import sys
from fractions import Fraction

import against

RULES = ("GS-S9", "GS-S15")


class Graph:
    def __init__(self, file):
        self.width, self.height = file["widths"], file["heights"]
        self.inputs, self.outputs, self.base = file["inputs"], file["outputs"], file["base_costs"]
        self.is_product = [each == "MatMul" for each in file["op_types"]]
        self.capacity, self.bandwidth, self.native = file["fast_memory_capacity"], file["slow_memory_bandwidth"], file["native_granularity"]
        self.numbers = range(len(self.inputs))
        self.maker = {made[0]: op for op, made in enumerate(self.outputs)}
        self.readers = {t: [op for op in self.numbers if t in self.inputs[op]] for t in range(len(self.width))}
        self.results = {t for t in self.maker if not self.readers[t]}

    def size(self, tensor):
        return self.width[tensor] * self.height[tensor]

    def depth(self, product):
        """What it sums over."""
        return self.width[self.inputs[product][0]]


def is_connected(graph, ops):
    """GS-S7"""
    ops, reached = set(ops), {min(ops)}
    while True:
        tensors = {t for op in reached for t in [*graph.inputs[op], *graph.outputs[op]]}
        more = {op for op in ops - reached if tensors & {*graph.inputs[op], *graph.outputs[op]}}
        if not more:
            return reached == ops
        reached |= more


def orders(columns, rows):
    """Row-major and the eight snakes, tiles as (column, row)."""
    found = {tuple((x, y) for y in range(rows) for x in range(columns))}
    for flip_x, flip_y, by_columns in itertools.product((False, True), repeat=3):
        outer, inner = (columns, rows) if by_columns else (rows, columns)
        walk = []
        for i in range(outer):
            for j in range(inner) if i % 2 == 0 else reversed(range(inner)):
                x, y = (i, j) if by_columns else (j, i)
                walk.append((columns - 1 - x if flip_x else x, rows - 1 - y if flip_y else y))
        found.add(tuple(walk))
    return found


class Subgraph:
    """Operations with what is resident and what is retained; rules that depend on nothing else."""

    def __init__(self, graph, ops, residents, retained):
        self.graph, self.ops, self.residents, self.retained = graph, ops, residents, retained
        self.made = {graph.outputs[op][0] for op in ops}
        read = {t for op in ops for t in graph.inputs[op]}
        self.needed = read - self.made
        self.ephemeral = (self.made & read) - retained
        self.stored = self.made - read - retained
        self.leaving = self.stored | retained

    def walk(self, granularity):
        """Per operation how it is asked for: ("tile",), ("inner", rows, columns); a rule's name where that is not possible.

        Rows and columns of slices are "h", "w" (those of the tile), "k" (those of the step) or a number, all of them."""
        graph = self.graph
        broken = set()
        wants = {t: {("h", "w")} for t in self.leaving}
        split = set()
        for op in sorted(self.ops, reverse=True):
            result = graph.outputs[op][0]
            wanted = wants.get(result, set())
            if len(wanted) != 1:
                broken.add("GS-S11")
            rows, columns = min(wanted, key=str)
            if not graph.is_product[op]:
                for t in graph.inputs[op]:
                    wants.setdefault(t, set()).add((rows, columns))
                continue
            left, right = graph.inputs[op]
            inner = (rows, columns) != ("h", "w")
            depth = graph.depth(op) if inner else "k"
            wants.setdefault(left, set()).add((rows, depth))
            wants.setdefault(right, set()).add((depth, columns))
            if not inner:
                split.add(op)
        return wants, split, broken


def evaluate(sub, granularity, order_of=None, ignored=frozenset()):
    """The latency in the best order, or in the given one; None where a rule is broken."""
    graph, (w, h, k) = sub.graph, granularity
    shapes = {(graph.width[t], graph.height[t]) for t in sub.leaving}
    if len(shapes) != 1:  # GS-S8
        return None
    (width, height), = shapes
    wants, split, broken = sub.walk(granularity)
    depths = {graph.depth(op) for op in split}
    if broken or len(depths) > 1:  # GS-S11, GS-S10
        return None
    products = [op for op in sub.ops if graph.is_product[op]]
    if any(k > graph.depth(op) for op in products):  # GS-S6
        return None
    depth = min(depths) if depths else 1
    steps = -(-depth // k) if depths else 1
    for op in products:  # GS-S9
        for t, side in zip(graph.inputs[op], (w, h)):
            if t in sub.made and not graph.is_product[graph.maker[t]] and "GS-S9" not in ignored:
                if side < graph.depth(op) or k != graph.depth(op) or steps > 1:
                    return None

    slices = {(t, wish) for t in sub.needed - sub.residents for wish in wants[t]}
    columns, rows = -(-width // w), -(-height // h)

    def used(tile, step):
        """Slices as (tensor, rows, columns) that a step uses, of those that are not resident."""
        x, y = tile
        parts = {"h": (y * h, min((y + 1) * h, height)), "w": (x * w, min((x + 1) * w, width)), "k": (step * k, min((step + 1) * k, depth))}
        is_last = step == steps - 1  # GS-L3: what a pointwise operation reads for the tile
        return {(t, parts.get(a, (0, a)), parts.get(b, (0, b))) for t, (a, b) in slices if is_last or (a, b) != ("h", "w")}

    def size(slices):
        return sum((r[1] - r[0]) * (c[1] - c[0]) for _, r, c in slices)
    working = max(size(used((x, y), step)) for x in range(columns) for y in range(rows) for step in range(steps))
    working += w * h * len(sub.stored) + sum(graph.size(t) for t in sub.residents | sub.retained)
    working += w * h * sum(1 for op in split if steps > 1 and graph.outputs[op][0] in sub.ephemeral)
    slack = 2 * w * h if sub.residents and sub.retained and order_of is None else 0
    if working + slack > graph.capacity and "GS-S15" not in ignored:
        return None

    def compute(step):
        total = Fraction(0)
        part = Fraction(min((step + 1) * k, depth) - step * k, depth)
        for op in sub.ops:
            if not graph.is_product[op]:
                total += graph.base[op] if step == steps - 1 else 0
            elif op in split:
                total += graph.base[op] * part
            else:
                total += graph.base[op] * inner_tiles(op, part)
        return total

    def inner_tiles(op, part):
        (a, b), = wants[graph.outputs[op][0]]
        along = {"h": -(-h // graph.native[1]), "w": -(-w // graph.native[0])}

        def tiles(name, native):
            if name == "k":
                return -(-depth // native) * part
            return along[name] if name in along else -(-name // native)
        return tiles(a, graph.native[1]) * tiles(b, graph.native[0])

    def latency(order):
        total, before = Fraction(0), set()
        for tile in order:
            for step in range(steps):
                now = used(tile, step)
                moved = size((t, r, c) for t, r, c in now - before if (t, (0, graph.height[t]), (0, graph.width[t])) not in before)
                if step == steps - 1:
                    x, y = tile
                    area = (min((x + 1) * w, width) - x * w) * (min((y + 1) * h, height) - y * h)
                    moved += area * len(sub.stored)
                total += max(compute(step), Fraction(moved, graph.bandwidth))
                before = now
        return total
    if order_of is not None:
        return latency([(i % columns, i // columns) for i in (order_of or range(columns * rows))])
    return min(latency(order) for order in orders(columns, rows))


def least_latency(graph, ops, residents, retained, ignored):
    sub = Subgraph(graph, ops, residents, retained)
    shapes = {(graph.width[t], graph.height[t]) for t in sub.leaving}
    if not is_connected(graph, ops) or len(shapes) != 1:
        return against.NONE
    (width, height), = shapes
    found = (evaluate(sub, (w, h, k), None, ignored) for w in range(1, min(graph.native[0], width) + 1)
             for h in range(1, min(graph.native[1], height) + 1) for k in range(1, graph.native[0] + 1))
    return min((each for each in found if each is not None), default=against.NONE)


def subsets(values):
    values = sorted(values)
    return [frozenset(each) for size in range(len(values) + 1) for each in itertools.combinations(values, size)]


def least_schedule(file, ignored):
    graph = Graph(file)
    price = functools.lru_cache(None)(lambda ops, residents, retained: least_latency(graph, ops, residents, retained, ignored))
    given = frozenset(range(len(graph.width))) - frozenset(graph.maker)
    groups = [ops for ops in subsets(graph.numbers) if ops]
    best = against.NONE

    def extend(total, slow, residents, done, ephemeral, from_slow, left):
        nonlocal best
        if total >= best:
            return
        if len(done) == len(graph.numbers) and graph.results <= slow:
            best = total
        if left == 0:
            return
        for ops in groups:
            for retained in subsets(graph.outputs[op][0] for op in ops):
                sub = Subgraph(graph, ops, residents, retained)
                if not sub.needed <= slow | residents:
                    continue
                gone, read = ephemeral | sub.ephemeral, from_slow | (sub.needed - residents)
                if gone & read and "GS-S14" not in ignored:
                    continue
                extend(total + price(ops, residents, retained), slow | sub.stored, retained, done | ops, gone, read, left - 1)
    extend(Fraction(0), given, frozenset(), frozenset(), frozenset(), frozenset(), len(graph.numbers) + 1)
    return best


class ScheduleKind(against.Kind):
    def least(self, problem):
        least = least_schedule(problem, frozenset())
        return least, {rule: least_schedule(problem, frozenset({rule})) for rule in RULES}, least


def price(file, plan):
    graph, total, broken = Graph(file), Fraction(0), set()
    residents = frozenset()
    for ops, granularity, retained, order in zip(plan["subgraphs"], plan["granularities"], plan["tensors_to_retain"], plan["traversal_orders"]):
        sub = Subgraph(graph, frozenset(ops), residents, frozenset(retained))
        latency = evaluate(sub, granularity, order or ())
        if latency is None:
            broken.add("a rule of GS-S6 to GS-S15")
        total += latency or 0
        residents = frozenset(retained)
    return total, broken


def draw(random):
    ops = random.randint(1, 3)
    sides = [random.randint(1, 4) for _ in range(3)]
    tensors, inputs, outputs, types = [], [], [], []

    def add(width, height):
        tensors.append((width, height))
        return len(tensors) - 1
    add(random.choice(sides), random.choice(sides))
    for _ in range(ops):
        first = random.randrange(len(tensors)) if random.random() < 0.4 else len(tensors) - 1
        width, height = tensors[first]
        if random.random() < 0.5:
            others = [t for t, shape in enumerate(tensors) if shape == (width, height) and t != first]
            inputs.append([first, *([random.choice(others)] if others and random.random() < 0.5 else [])])
            types.append("Pointwise")
            outputs.append([add(width, height)])
        elif random.random() < 0.7:
            new = random.choice(sides)
            inputs.append([first, add(new, width)])
            types.append("MatMul")
            outputs.append([add(new, height)])
        else:
            new = random.choice(sides)
            inputs.append([add(height, new), first])
            types.append("MatMul")
            outputs.append([add(width, new)])
    whole = sum(width * height for width, height in tensors)
    return {"widths": [width for width, _ in tensors], "heights": [height for _, height in tensors], "inputs": inputs, "outputs": outputs,
            "base_costs": [random.randint(0, 6) for _ in range(ops)], "op_types": types,
            "fast_memory_capacity": random.randint(4, max(5, whole)), "slow_memory_bandwidth": random.randint(1, 4),
            "native_granularity": [random.randint(1, 4), random.randint(1, 4)]}


KIND = ScheduleKind("schedule", RULES, draw, None, lambda plan: plan, price,
                    solve=lambda files: [files["problem"], files["plan"], "--timeout", "5"], check=lambda files: [files["problem"], files["plan"]])

if __name__ == "__main__":
    against.compare(KIND, int(sys.argv[1]), *sys.argv[2:])

"""Session problems by docs/spec/Session.md, enumerated: every way of every function with every choice of kept layouts, at the addresses
of every order in which they are put as low (DRAM) or as high (L1) as they go.

usage: session.py PROBLEMS [SEED]
"""
import itertools
import sys

import against

SPACES = ("dram", "l1")


def rounded(problem, space, bytes):
    alignment = problem[space]["alignment"]
    return -(-bytes // alignment) * alignment


def size_of(problem, layout):
    return rounded(problem, layout["space"], layout["bytes"])


def banks(problem):
    """Where the addresses of each space end."""
    ends = {}
    for space in SPACES:
        left = problem[space]["bytes"] - sum(each["bytes"] for each in problem["reserves"] if each["space"] == space)
        ends[space] = left // problem[space]["alignment"] * problem[space]["alignment"]
    return ends


def meets(a, b):
    return a["life"][0] <= b["life"][1] and b["life"][0] <= a["life"][1]


def spread(problem, space, order):
    """Addresses {(item, layout): address} of the kept layouts of a space, put one after the other."""
    items, end = problem["items"], banks(problem)[space]
    placed = {}
    for item, layout in order:
        size = size_of(problem, items[item]["layouts"][layout])
        others = [(at, at + size_of(problem, items[i]["layouts"][j])) for (i, j), at in placed.items() if meets(items[i], items[item])]
        lowest_first = sorted({0, *(high for _, high in others)})
        highest_first = sorted({each - size for each in (end, *(low for low, _ in others))}, reverse=True)
        placed[item, layout] = next(at for at in (lowest_first if space == "dram" else highest_first)
                                    if all(at + size <= low or high <= at for low, high in others))
    return placed


def kept_choices(item, takes):
    """Sets of layouts that SE-V2 lets an item have; `takes`: whether a way of the plan uses it."""
    numbers = range(len(item["layouts"]))
    sizes = {"cache": [1], "buffer": [1]}.get(item["kind"], [1, 2]) + ([0] if item["kind"] == "weight" and not takes else [])
    return [each for size in sizes for each in itertools.combinations(numbers, size)]


def solutions(file):
    problem = file["session_problem"]
    for ways in itertools.product(*(range(len(function["ways"])) for function in problem["functions"])):
        used = {use[0] for function, way in zip(problem["functions"], ways) for use in function["ways"][way]["uses"]}
        for kept in itertools.product(*(kept_choices(item, i in used) for i, item in enumerate(problem["items"]))):
            pairs = {space: [(i, j) for i, layouts in enumerate(kept) for j in layouts if problem["items"][i]["layouts"][j]["space"] == space]
                     for space in SPACES}
            for orders in itertools.product(*(itertools.permutations(pairs[space]) for space in SPACES)):
                yield ways, {pair: at for space, order in zip(SPACES, orders) for pair, at in spread(problem, space, order).items()}
            # All of them at one end, as if bytes could be shared.
            yield ways, {(i, j): at for space in SPACES for (i, j) in pairs[space]
                         for at in spread(problem, space, [(i, j)]).values()}


def is_findable(file, solution):
    """The addresses of the runtime's allocator."""
    problem, (_, kept) = file["session_problem"], solution
    given = {}
    for space in SPACES:
        order = sorted((pair for pair in kept if problem["items"][pair[0]]["layouts"][pair[1]]["space"] == space),
                       key=lambda pair: (problem["items"][pair[0]]["life"][0], pair))
        given.update(spread(problem, space, order))
    return all(given[pair] == at or problem["items"][pair[0]]["layouts"][pair[1]]["bytes"] == 0 for pair, at in kept.items())


def read(plan):
    plan = plan["session_plan"]
    return tuple(plan["ways"]), {(i, layout): at for i, kept in enumerate(plan["items"]) for layout, at in kept}


def call(problem, way, kept):
    """What one call costs, None where it cannot be made, and the bytes of its copies in each space."""
    total, bytes = way["cost"], dict.fromkeys(SPACES, 0)
    for item, layout, *writes in way["uses"]:
        if (item, layout) in kept:
            continue
        copies = problem["items"][item]["copies"]
        prices = []
        for number in (j for i, j in kept if i == item):
            price = [copies[number][layout]] + ([copies[layout][number]] if writes else [])
            if None not in price:
                prices.append(sum(price))
        if not prices:
            return None, bytes
        total += min(prices)
        wanted = problem["items"][item]["layouts"][layout]
        bytes[wanted["space"]] += size_of(problem, wanted)
    return total, bytes


def places(problem, kept):
    """Item, layout and addresses of what is kept and has bytes."""
    layouts = [(i, problem["items"][i]["layouts"][j], at) for (i, j), at in kept.items()]
    return [(i, layout, at, at + size_of(problem, layout)) for i, layout, at in layouts if layout["bytes"] > 0]


def is_apart(problem, kept):
    """SE-V4"""
    items, ends = problem["items"], banks(problem)
    spans = []
    for i, layout, low, high in places(problem, kept):
        if low < 0 or low % problem[layout["space"]]["alignment"] or high > ends[layout["space"]]:
            return False
        spans.append((layout["space"], i, low, high))
    return not any(a[0] == b[0] and meets(items[a[1]], items[b[1]]) and a[2] < b[3] and b[2] < a[3] for a, b in itertools.combinations(spans, 2))


def price(file, solution):
    problem, (ways, kept) = file["session_problem"], solution
    items, ends, broken = problem["items"], banks(problem), set()
    total = 0
    needs = {}
    for function, number in zip(problem["functions"], ways):
        way = function["ways"][number]
        cost, copies = call(problem, way, kept)
        if cost is None:
            broken.add("SE-V3")
        total += function["rate"] * (cost or 0)
        needs[function["name"]] = {space: rounded(problem, space, way[f"{space}_bytes"]) + copies[space] for space in SPACES}
    for (i, j) in kept:
        once = items[i]["layouts"][j]["once"]
        if once is None:
            broken.add("SE-V2")
        total += once or 0
    if not is_apart(problem, kept):
        broken.add("SE-V4")
    for step, (name, _) in enumerate(problem["order"]):
        live = [(layout["space"], low, high) for i, layout, low, high in places(problem, kept)
                if items[i]["life"][0] <= step <= items[i]["life"][1]]
        above = max((end for space, _, end in live if space == "dram"), default=0)
        below = min((at for space, at, _ in live if space == "l1"), default=ends["l1"])
        if above + needs[name]["dram"] > ends["dram"] or needs[name]["l1"] > below:
            broken.add("SE-V5")
    return total, broken


def draw(random):
    functions = random.randint(1, 3)
    steps = [*range(functions), *(random.randrange(functions) for _ in range(random.randint(0, 2)))]
    random.shuffle(steps)
    alignment = random.choice([1, 1, 4, 8])
    items = []
    for i in range(random.randint(1, 3)):
        kind = random.choice(["weight", "weight", "cache", "value", "buffer"])
        first = random.randrange(len(steps))
        layouts = [{"name": f"l{j}", "space": random.choice(["dram", "dram", "l1"]), "bytes": random.randint(0, 40), "once": random.randint(0, 30)}
                   for j in range(1 if kind == "buffer" else random.randint(1, 3))]
        copies = [[0 if a == b else random.choice([None, *range(0, 20, 3)]) for b in range(len(layouts))] for a in range(len(layouts))]
        items.append({"name": f"i{i}", "kind": kind, "life": [first, random.randrange(first, len(steps))], "layouts": layouts, "copies": copies})

    def may_use(item, function):
        lives = range(item["life"][0], item["life"][1] + 1)
        return item["kind"] != "buffer" and all(step in lives for step, called in enumerate(steps) if called == function)

    def way(function, number):
        uses = [[i, random.randrange(len(item["layouts"])), *(["writes"] if item["kind"] == "cache" and random.random() < 0.5 else [])]
                for i, item in enumerate(items) if may_use(item, function) and random.random() < 0.8]
        return {"name": f"w{number}", "cost": random.randint(0, 50), "l1_bytes": random.randint(0, 40), "dram_bytes": random.randint(0, 40),
                "uses": uses}
    return {"session_problem": {
        "name": "drawn", "dram": {"bytes": random.randint(50, 130), "alignment": alignment},
        "l1": {"bytes": random.randint(50, 110), "alignment": random.choice([1, alignment])},
        "reserves": [{"name": f"r{i}", "space": random.choice(SPACES), "bytes": random.randint(0, 20)} for i in range(random.randint(0, 2))],
        "items": items,
        "functions": [{"name": f"f{i}", "rate": random.choice([1, 1, 3, 20]), "ways": [way(i, number) for number in range(random.randint(1, 3))]}
                      for i in range(functions)],
        "order": [[f"f{step}", random.randint(1, 3)] for step in steps]}}


KIND = against.Kind("session", ("SE-V3", "SE-V4", "SE-V5"), draw, solutions, read, price, is_findable)

if __name__ == "__main__":
    against.compare(KIND, int(sys.argv[1]), *sys.argv[2:])

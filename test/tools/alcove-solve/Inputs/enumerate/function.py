"""Function problems by docs/spec/FunctionLayout.md and the space of docs/spec/FunctionProof.md, enumerated: every choice of forms, every order,
every listed candidate of every op and every way of every tensor, executed in L1 address by address.

usage: function.py PROBLEMS [SEED]

Of each problem: the plan of every policy is one by the rules and takes the time it says; the bounds are none above the fastest plan
of the space; a plan that is of the space is not faster than that. Of some plans of the space, valid or not, the verifier says the same.
"""
import collections
import itertools
import json
import pathlib
import random
import sys
import tempfile

import against

ALLOCATE, RELEASE, CIRCULAR, END, DONE, UP = range(6)
POLICIES = "AllDram BFInterleaved GreedyL1Interleaved DFSharding DFSharding2 GreedyBeam Global".split()


class Candidate:
    def __init__(self, opclass, row):
        operands, results = len(opclass["operands"]), len(opclass["results"])
        self.time, self.peak, self.wants, self.uses, self.consumes = row[1], row[3], row[6], row[7], row[8]
        self.reads, self.makes = row[9:9 + operands], row[9 + operands:9 + operands + results]
        self.shares = row[9 + operands + results:]


class Function:
    """What one choice of forms leaves of a problem."""

    def __init__(self, problem, forms):
        self.file, self.forms = problem, forms
        self.kinds, self.uses = problem["kinds"], problem["l1_uses"]
        self.l1, self.capacity, self.alignment = problem["l1_bytes"], problem["capacity"], problem["alignment"]
        self.moves = {tuple(row[:3]): row[3:] for row in problem["conversions"]}
        gone, stands_for = set(), {}
        for part, taken in zip(problem.get("parts", []), forms):
            for number, form in enumerate(part["forms"]):
                if number != taken:
                    gone |= set(form["ops"])
                else:
                    stands_for.update(zip(form["results"], part["forms"][0]["results"]))
        self.ops = [op for op in range(len(problem["ops"])) if op not in gone]  # by their new numbers
        results = {op: [stands_for.get(t, t) for t in problem["ops"][op]["results"]] for op in self.ops}
        made = {t for op in self.ops for t in results[op]}
        self.tensors = [t for t, tensor in enumerate(problem["tensors"]) if tensor["producer"] < 0 or t in made]
        number = {t: i for i, t in enumerate(self.tensors)}
        new = {op: i for i, op in enumerate(self.ops)}
        self.classes = [problem["classes"][problem["ops"][op]["class"]] for op in self.ops]
        self.operands = [[number[t] for t in problem["ops"][op]["operands"]] for op in self.ops]
        self.results = [[number[t] for t in results[op]] for op in self.ops]
        self.writes = [problem["ops"][op]["writes"] for op in self.ops]
        self.returns = [number[t] for t in problem["returns"]]
        self.kind = [problem["tensors"][t]["kind"] for t in self.tensors]
        self.base = [problem["tensors"][t]["base"] for t in self.tensors]
        self.constant = [problem["tensors"][t]["constant"] for t in self.tensors]
        self.resident = [problem["tensors"][t]["resident"] for t in self.tensors]
        self.maker = {t: op for op, made in enumerate(self.results) for t in made}
        self.readers = [[op for op in range(len(self.ops)) if t in self.operands[op]] for t in range(len(self.tensors))]
        form = {op: (p, number) for p, part in enumerate(problem.get("parts", [])) for number, each in enumerate(part["forms"]) for op in each["ops"]}
        form_of = [form.get(op) for op in self.ops]
        # FP-15: readers that are there whenever the tensor is
        self.sure = [[op for op in readers if form_of[op] in (None, form_of[self.maker[t]] if t in self.maker else None)]
                     for t, readers in enumerate(self.readers)]
        self.before = [{self.maker[t] for t in self.operands[op] if t in self.maker} | {new[each] for each in problem["ops"][old]["after"]}
                       for op, old in enumerate(self.ops)]
        self.candidates = [[Candidate(opclass, row) for row in opclass["candidates"]] for opclass in self.classes]

    def layout(self, tensor, layout):
        return self.kinds[self.kind[tensor]]["layouts"][layout]

    def bytes(self, tensor, layout):
        return self.layout(tensor, layout)["l1_bytes"]

    def in_l1(self, tensor, layout):
        return self.layout(tensor, layout)["space"] == "l1"

    def move(self, tensor, source, target):
        """Time, peak and uses of a conversion, or of a move within one layout; None where it is not legal."""
        row = self.moves.get((self.kind[tensor], source, target))
        return (row[1], row[2], row[5]) if row and row[0] else None

    def orders(self):
        return [order for order in itertools.permutations(range(len(self.ops)))
                if all(order.index(b) < order.index(op) for op in range(len(self.ops)) for b in self.before[op])]


class Plan:
    """As a plan file has it: copies are (tensor, layout, source, is before, op), the tensors themselves the first ones."""

    def __init__(self, function, order, chosen):
        self.function, self.order, self.chosen = function, list(order), list(chosen)
        self.copies = []
        for t, base in enumerate(function.base):
            op = function.maker.get(t)
            made = base if op is None else function.candidates[op][chosen[op]].makes[function.results[op].index(t)]
            self.copies.append((t, made, -1, 1, -1))
        self.reads = [list(operands) for operands in function.operands]
        self.returns = list(function.returns)

    @staticmethod
    def of(problem, file):
        function = Function(problem, file.get("forms", []))
        plan = Plan(function, file["order"], file["candidates"])
        plan.copies = [tuple(copy) for copy in file["copies"]]
        plan.reads, plan.returns = file["reads"], file["returns"]
        return plan

    def file(self, time):
        forms = {"forms": list(self.function.forms)} if self.function.file.get("parts") else {}
        return {"format": "alcove.function_plan", "version": 1, "policy": "enumerated", "time_ps": time, **forms, "order": self.order,
                "candidates": self.chosen, "copies": [list(copy) for copy in self.copies], "reads": self.reads, "returns": self.returns}

    def candidate(self, op):
        return self.function.candidates[op][self.chosen[op]]

    def add(self, tensor, layout, source, is_before, op):
        """The copy of this place; made once."""
        copy = (tensor, layout, source, is_before, op)
        if copy not in self.copies[len(self.function.tensors):]:
            self.copies.append(copy)
        return self.copies.index(copy, len(self.function.tensors))

    def source(self, copy):
        return self.copies[copy][2]

    def steps(self):
        """("op", number) and ("copy", number), in order."""
        made = range(len(self.function.tensors), len(self.copies))

        def at(is_before, op):
            return [("copy", c) for c in made if self.copies[c][3:] == (is_before, op)]
        steps = at(0, -1)
        for op in self.order:
            steps += at(1, op) + [("op", op)] + at(0, op)
        return steps + at(1, -1)

    def time(self):
        """FL-20; None where a conversion is not legal (FL-12)."""
        moves = [self.function.move(tensor, self.copies[self.source(c)][1], layout)
                 for c, (tensor, layout, *_) in enumerate(self.copies) if c >= len(self.function.tensors)]
        if None in moves:
            return None
        return sum(self.candidate(op).time for op in self.order) + sum(move[0] for move in moves)

    def broken(self):
        """The first of FL-10 to FL-19 that does not hold; None if all do."""
        f = self.function
        done = set()
        for op in self.order:
            if op in done or not f.before[op] <= done:
                return "FL-10"
            done.add(op)
        if len(done) != len(f.ops):
            return "FL-10"
        if self.time() is None:
            return "FL-12"
        if any([self.copies[c][1] for c in self.reads[op]] != self.candidate(op).reads for op in self.order):
            return "FL-13"
        steps = self.steps()
        return self.flow(steps) or (None if all(self.copies[c][1] == f.base[t] for t, c in zip(f.returns, self.returns)) else "FL-15") \
            or self.frees(steps) or Memory(self, steps).run()

    def made_and_read(self, steps):
        """Steps at which copies are made (-1: from outside) and read (the return is the last)."""
        f = self.function
        made, read = [-1] * len(self.copies), [[] for _ in self.copies]
        for at, (what, number) in enumerate(steps):
            if what == "copy":
                made[number] = at
                read[self.source(number)].append(at)
            else:
                for t in f.results[number]:
                    made[t] = at
                for copy in set(self.reads[number]):
                    read[copy].append(at)
        for copy in self.returns:
            read[copy].append(len(steps))
        return made, read

    def flow(self, steps):
        """FL-14"""
        f, (made, read) = self.function, self.made_and_read(steps)
        if any(at <= made[c] for c in range(len(self.copies)) for at in read[c]):
            return "FL-14"
        if any(not f.classes[op]["movable"][k] and self.reads[op][k] != t for op in self.order for k, t in enumerate(f.operands[op])):
            return "FL-14"
        writes = [(at, self.reads[op][k]) for at, (what, op) in enumerate(steps) if what == "op" for k in self.function.writes[op]]
        shared = self.shared()
        for at, copy in writes:
            if copy != self.copies[copy][0]:
                return "FL-14"
            for other in range(len(self.copies)):
                same = self.copies[other][0] == self.copies[copy][0] or shared[other] == shared[copy]
                if other != copy and same and made[other] < at and any(each > at for each in read[other]):
                    return "FL-14"
        return None

    def shared(self):
        """Per copy, the one whose bytes it has."""
        root = list(range(len(self.copies)))
        for op in self.order:
            for t, alias in zip(self.function.results[op], self.candidate(op).shares):
                if alias >= 0:
                    root[t] = root[self.reads[op][alias]]
        return root

    def freed(self, op, read):
        """The copy that the op frees itself, or None."""
        operand = self.candidate(op).consumes
        if operand < 0:
            return None
        copy = self.reads[op][operand]
        return copy if len(read[copy]) == 1 and self.reads[op].count(copy) == 1 else None

    def frees(self, steps):
        """FL-16"""
        made, read = self.made_and_read(steps)
        root, f = self.shared(), self.function
        for at, (what, op) in enumerate(steps):
            copy = self.freed(op, read) if what == "op" else None
            if copy is None:
                continue
            names = [c for c in range(len(self.copies)) if root[c] == root[copy]]
            if any(each > at for c in names for each in read[c]) or any(c < len(f.tensors) and f.resident[c] for c in names):
                return "FL-16"
            if any(c != copy and at in read[c] for c in names):
                return "FL-16"
        return None


class Memory:
    """One core's L1 while a plan runs, buffers as [begin, end, bytes]."""

    def __init__(self, plan, steps):
        self.plan, self.f, self.steps = plan, plan.function, steps
        self.placed, self.of = [], {}
        self.lacks_free = False  # an op has less than its program wants free

    def place(self, bytes):
        """At the top of the highest free range that is large enough; None where there is none."""
        a = self.f.alignment
        size = -(-bytes // a) * a
        tops = [self.f.l1] + [each[0] for each in self.placed]
        for top in sorted(tops, reverse=True):
            begin = top // a * a - size
            if begin >= 0 and all(begin + size <= low or top <= low or high <= begin for low, high, _ in self.placed):
                buffer = [begin, begin + size, bytes]
                self.placed.append(buffer)
                return buffer
        return None

    def drop(self, buffer):
        self.placed = [each for each in self.placed if each is not buffer]

    def held(self):
        return sum(bytes for _, _, bytes in self.placed)

    def execute(self, uses, results, consumed):
        """Runs an op or a conversion; buffers of the results, or the rule that breaks."""
        sequence = self.f.uses[uses] if uses >= 0 else []
        sequence = list(zip(sequence[::2], sequence[1::2]))
        live = []  # [size, buffer, result]: allocations in order
        fate = self.fates(sequence, results)
        circular, found = 0, {}
        for i, (use, bytes) in enumerate(sequence):
            if use == ALLOCATE:
                buffer = self.place(bytes) if bytes else [self.f.l1, self.f.l1, 0]
                if buffer is None:
                    return "FL-18"
                live.append((i, buffer))
                if fate.get(i, -1) != -1 and fate[i][0] == "result":
                    found[fate[i][1]] = buffer
            elif use == RELEASE:
                for j, buffer in [each for each in live if fate.get(each[0]) == ("freed", i)]:
                    self.drop(buffer)
                    live = [each for each in live if each[0] != j]
            elif use == CIRCULAR:
                circular += bytes
            elif use == END:
                circular = 0
            elif use == DONE and consumed is not None:
                self.drop(consumed)
            elif use == UP:
                for at, (j, buffer) in enumerate(live):
                    if buffer[2] and not (j in fate and fate[j][0] == "result"):
                        self.drop(buffer)
                        moved = self.place(buffer[2])
                        if moved is None:
                            return "FL-18"
                        live[at] = (j, moved)
            if circular and any(low < circular for low, high, bytes in self.placed):
                return "FL-19"
        for j, buffer in live:
            if not (j in fate and fate[j][0] == "result"):
                self.drop(buffer)
        for r, bytes in enumerate(results):
            if r not in found and bytes:
                found[r] = self.place(bytes)
                if found[r] is None:
                    return "FL-18"
        if consumed is not None:
            self.drop(consumed)
        return found

    @staticmethod
    def fates(sequence, results):
        """Of each allocation: ("freed", by which release) or ("result", which)."""
        fate, live = {}, []
        for i, (use, bytes) in enumerate(sequence):
            if use == ALLOCATE:
                live.append(i)
            if use == RELEASE:
                smallest = next((each for size in range(1, 5) for each in itertools.combinations(live, size)
                                 if sum(sequence[j][1] for j in each) == bytes), ())
                fate.update({j: ("freed", i) for j in smallest})
                live = [j for j in live if j not in smallest]
        for r in reversed(range(len(results))):
            last = next((j for j in reversed(live) if results[r] and sequence[j][1] == results[r]), None)
            if last is not None:
                fate[last] = ("result", r)
                live.remove(last)
        return fate

    def run(self):
        """The first rule of FL-17 to FL-19 that breaks, or None."""
        plan, f = self.plan, self.f
        made, read = plan.made_and_read(self.steps)
        root = plan.shared()
        written = {plan.reads[op][k] for op in plan.order for k in f.writes[op]}

        def last(copy):
            """The step behind which the name goes, None if never."""
            if copy in written or (made[copy] < 0 and not read[copy]) or (read[copy] and read[copy][-1] == len(self.steps)):
                return None
            return read[copy][-1] if read[copy] else made[copy]

        def is_l1(copy):
            return f.in_l1(*plan.copies[copy][:2])
        for t in range(len(f.tensors)):
            if t not in f.maker and is_l1(t):
                bytes = f.bytes(t, f.base[t])
                self.of[t] = self.place(bytes) if bytes else None
                if bytes and self.of[t] is None:
                    return "FL-18"
        gone_by_op = set()
        for at, (what, number) in enumerate(self.steps):
            if what == "op":
                candidate = plan.candidate(number)
                peak, uses = candidate.peak, candidate.uses
                self.lacks_free |= candidate.wants > 0 and self.held() + candidate.wants > f.l1
                results = [f.bytes(*plan.copies[t][:2]) if is_l1(t) and root[t] == t else 0 for t in f.results[number]]
                freed = plan.freed(number, read)
                consumed = self.of.get(root[freed]) if freed is not None else None
                names = f.results[number]
            else:
                tensor, layout, *_ = plan.copies[number]
                source = plan.source(number)
                _, peak, uses = f.move(tensor, plan.copies[source][1], layout)
                results, consumed, names, freed = [f.bytes(tensor, layout)], None, [number], None
            if self.held() + peak > f.l1:
                return "FL-17"
            found = self.execute(uses, results, consumed)
            if isinstance(found, str):
                return found
            for r, name in enumerate(names):
                if found.get(r) is not None:
                    self.of[name] = found[r]
            if freed is not None:
                gone_by_op.add(root[freed])
            for copy in range(len(plan.copies)):
                if is_l1(copy) and last(copy) == at and all(
                        last(c) is not None and last(c) <= at for c in range(len(plan.copies)) if root[c] == root[copy] and made[c] <= at):
                    owner = root[copy]
                    if not (owner < len(f.tensors) and f.resident[owner]) and self.of.get(owner) is not None:
                        self.drop(self.of[owner])
        return None


def as_it_stands(problem):
    f = Function(problem, [0] * len(problem.get("parts", [])))
    return Plan(f, range(len(f.ops)), [opclass["base"] for opclass in f.classes])


def pinned(problem):
    """FP-4, by the numbers of the problem: what is pinned in one form is in all (FP-15)."""
    every = dict(problem, parts=[])
    f = Function(every, [])
    stand_ins = [(form["results"][i], t) for part in problem.get("parts", []) for form in part["forms"][1:] for i, t in enumerate(part["forms"][0]["results"])]
    result = {t for t in range(len(f.tensors)) if f.resident[t]}
    for op, operands in enumerate(f.operands):
        for k, t in enumerate(operands):
            if k in f.writes[op] or not f.classes[op]["movable"][k]:
                result.add(t)
    for op in reversed(range(len(f.ops))):
        base = f.candidates[op][f.classes[op]["base"]]
        for t, alias in zip(f.results[op], base.shares):
            if alias >= 0 and t in result:
                result.add(f.operands[op][alias])
        result |= {t for pair in stand_ins for t in pair if set(pair) & result}
    return result


def is_in_rows(plan, found, may_share):
    """FP-8 and FP-5: bytes within `capacity`, as far as they are counted."""
    f = plan.function
    for c, (t, layout, source, _, _) in enumerate(plan.copies[len(f.tensors):], len(f.tensors)):
        if f.bytes(t, plan.copies[source][1]) + f.move(t, plan.copies[source][1], layout)[1] > f.capacity:
            return False
    place = {op: at for at, op in enumerate(plan.order)}
    last = [max((place[op] for op in readers), default=-1) if t not in f.returns else len(plan.order) for t, readers in enumerate(f.readers)]
    for op in plan.order:
        candidate, at = plan.candidate(op), place[op]
        is_base = plan.chosen[op] == f.classes[op]["base"]
        bytes = candidate.peak if is_base else max(candidate.peak, candidate.wants)
        for t in set(f.operands[op]):
            if last[t] == at and f.tensors[t] not in may_share:
                bytes += sum(f.bytes(t, layout) for layout in {candidate.reads[k] for k, each in enumerate(f.operands[op]) if each == t})
        if is_base or candidate.wants:
            bytes = min(bytes, f.capacity)
        for t, copy in enumerate(found):
            layout = plan.copies[copy][1]
            if layout == f.base[t] or not f.in_l1(t, layout) or f.tensors[t] in may_share:
                continue
            is_loaded = copy != t and plan.copies[copy][3] == 1 and plan.copies[t][1] == f.base[t]
            sure = [place[each] for each in f.sure[t]] + [len(plan.order)] * (t in f.returns)  # the return is a reader
            begin = min(sure, default=at) - 1 if is_loaded else place[f.maker[t]]
            if sure and begin < at < max(sure):
                bytes += f.bytes(t, layout)
        if bytes > f.capacity:
            return False
    return True


def ways(f, t, made, listed, is_pinned, order):
    """The ways of a tensor that lies as it was made: per way what is moved where before anybody reads it, as
    (copies in a chain [(layout, is before, op)], which of them readers find). The first is -1, the tensor itself."""
    base, readers = f.base[t], sorted(f.readers[t], key=order.index)
    behind = (0, f.maker.get(t, -1))
    first = (1, readers[0]) if readers else None
    to_base = [[]] if made == base else [[(base, *place)] for place in ([behind, first] if first else [behind])]
    if not readers:
        yield from ((chain, len(chain) - 1) for chain in (to_base if t in f.returns else [[]]))
        return
    yield from ((chain, len(chain) - 1) for chain in to_base)
    if is_pinned or f.constant[t]:
        return
    for layout in listed:
        if not f.in_l1(t, layout):
            continue
        if t in f.maker and made == layout:
            yield [], -1
            if t in f.returns:
                yield [(base, *behind)], -1
        elif t in f.maker and len(readers) > 1 and made != base:
            for place in (behind, first):
                yield [(layout, *place)], 0
                if t in f.returns:
                    yield [(layout, *place), (base, *place)], 0
        if len(readers) > 1 and made == base:
            yield [(layout, *first)], 0


def plans(problem, lists):
    """All plans of the space, with their costs: of each choice of forms and candidates in each order, cheapest first."""
    parts, every = problem.get("parts", []), pinned(problem)
    for forms in itertools.product(*(range(len(part["forms"])) for part in parts)):
        f = Function(problem, list(forms))
        fixed = {i for i, t in enumerate(f.tensors) if t in every}
        number = [problem["classes"].index(opclass) for opclass in f.classes]
        choices = [[c for c in lists["candidates"][number[op]]
                    if all(t not in fixed or made == f.base[t] for t, made in zip(f.results[op], f.candidates[op][c].makes))
                    and all(f.candidates[op][c].reads[k] == f.base[f.operands[op][k]] for k in f.writes[op])]
                   or [f.classes[op]["base"]] for op in range(len(f.ops))]
        for order in f.orders():
            for chosen in itertools.product(*choices):
                bare = Plan(f, order, chosen)
                options = [list(ways(f, t, bare.copies[t][1], lists["layouts"][f.kind[t]], t in fixed, order)) for t in range(len(f.tensors))]
                found = []
                for taken in itertools.product(*options):
                    plan = Plan(f, order, chosen)
                    plan.found = build(plan, taken)
                    time = plan.time()
                    if time is not None:
                        found.append((time, plan))
                yield from sorted(found, key=lambda each: each[0])


def build(plan, taken):
    f = plan.function
    found = []
    for t, (chain, at) in enumerate(taken):
        numbers = []
        for layout, is_before, op in chain:
            numbers.append(plan.add(t, layout, numbers[-1] if numbers else t, is_before, op))
        found.append((numbers[at] if at >= 0 else t, numbers))
    for op in plan.order:
        for k, t in enumerate(f.operands[op]):
            copy, wanted = found[t][0], plan.candidate(op).reads[k]
            plan.reads[op][k] = copy if plan.copies[copy][1] == wanted else plan.add(t, wanted, copy, 1, op)
    for i, t in enumerate(f.returns):
        copies = [c for c in [t, found[t][0], *found[t][1]] if plan.copies[c][1] == f.base[t]]
        plan.returns[i] = copies[0] if copies else plan.add(t, f.base[t], found[t][0], 1, -1)
    return [copy for copy, _ in found]


def lacks_free(plan):
    memory = Memory(plan, plan.steps())
    memory.run()
    return memory.lacks_free


def least(problem, lists, sample):
    """The least time of all plans by the order of their ops; what the cheapest of all breaks; some of the plans, for `sample`."""
    best, cheapest = {}, (against.NONE, None)
    may_share = set()  # bytes in L1
    for op in problem["ops"]:
        opclass = problem["classes"][op["class"]]
        for *_, made, alias in opclass["candidates"]:
            if alias >= 0 and problem["kinds"][opclass["results"][0]]["layouts"][made]["space"] == "l1":
                may_share |= {op["operands"][alias], op["results"][0]}
    for time, plan in plans(problem, lists):
        if len(sample) < 2 or random.Random(f"{time} {plan.chosen} {plan.copies}").random() < 0.003:
            sample.append((time, plan))
        order = tuple(plan.function.ops[op] for op in plan.order)
        if time >= best.get(order, against.NONE):
            continue
        why = plan.broken() or (None if is_in_rows(plan, plan.found, may_share) else "capacity") or ("free" if lacks_free(plan) else None)
        cheapest = min(cheapest, (time, why or "nothing"))
        if why is None:
            best[order] = time
    return best, cheapest[1]


def draw(random):
    """A function of one to four ops over one or two kinds."""
    l1 = random.choice([64, 100, 128])
    problem = {"format": "alcove.function_layout", "version": 1, "name": "drawn", "l1_bytes": l1,
               "capacity": l1 if random.random() < 0.6 else random.randint(l1 // 2, l1), "alignment": random.choice([1, 4, 32]),
               "machine": {"clock_mhz": 0, "dram_mb_per_s": 0, "grid": [0, 0]}, "l1_uses": []}
    shardings = [("interleaved", [8, 8]), ("height", [8, 1]), ("width", [1, 8]), ("block", [4, 4])]
    problem["kinds"] = []
    for kind in range(random.randint(1, 2)):
        layouts = [{"name": "dram", "space": "dram", "sharding": "interleaved", "grid": [1, 1], "tiled": True, "l1_bytes": 0, "total_bytes": 64}]
        for sharding, grid in random.sample(shardings, random.randint(1, 2)):
            layouts.append({"name": f"l1 {sharding}", "space": "l1", "sharding": sharding, "grid": grid, "tiled": True,
                            "l1_bytes": random.choice([8, 16, 20, 24, 32, 40, 48, 60]), "total_bytes": 64})
        problem["kinds"].append({"name": f"kind {kind}", "layouts": layouts})
    kinds = problem["kinds"]

    def uses(results, spare, extra=()):
        """A sequence of uses within `spare` more bytes than the results, its number (-1 = none)."""
        if random.random() < 0.3:
            return -1
        sequence = []
        circular, temporary = (random.choice([0, 0, 4, spare // 2]) for _ in range(2))
        if temporary:
            sequence += [ALLOCATE, temporary]
        if circular:
            sequence += [CIRCULAR, circular]
        for bytes in results:
            if bytes and random.random() < 0.8:
                sequence += [ALLOCATE, bytes]
        for use in extra:
            sequence += [use, 0]
        if temporary and random.random() < 0.5:
            sequence += [RELEASE, temporary]
        if circular:
            sequence += [END, 0]
        problem["l1_uses"].append(sequence)
        return len(problem["l1_uses"]) - 1

    problem["conversions"] = []
    for k, kind in enumerate(kinds):
        for a, b in itertools.product(range(len(kind["layouts"])), repeat=2):
            if a == b and (kind["layouts"][a]["space"] != "l1" or random.random() < 0.5):
                continue
            bytes, spare = kind["layouts"][b]["l1_bytes"], random.choice([0, 0, 8, 16])
            legal = random.random() < 0.85
            problem["conversions"].append([k, a, b, int(legal), random.randint(1, 9), bytes + spare, 0, 10, uses([bytes], spare)])
    tensors = [{"name": f"%a{i}", "kind": random.randrange(len(kinds)), "base": 0, "producer": -1, "constant": random.random() < 0.2,
                "resident": False} for i in range(random.randint(1, 2))]
    for tensor in tensors:
        if random.random() < 0.15:
            tensor["base"] = random.randrange(len(kinds[tensor["kind"]]["layouts"]))
            tensor["resident"] = random.random() < 0.5
    problem.update(classes=[], tensors=tensors, ops=[], returns=[])

    def layouts_of(kind):
        return range(len(kinds[kind]["layouts"]))

    def add_op(readable, result_kind=None, base=0):
        number = len(problem["ops"])
        operands = [random.choice(readable) for _ in range(random.choice([1, 1, 2]))]
        if tensors[readable[-1]]["producer"] >= 0 and random.random() < 0.7:
            operands[0] = readable[-1]
        reads = [tensors[t]["kind"] for t in operands]
        is_view = result_kind is None and base == 0 and random.random() < 0.12 and tensors[operands[0]]["base"] == 0
        result = reads[0] if is_view else random.randrange(len(kinds)) if result_kind is None else result_kind
        movable = [int(random.random() < 0.9) for _ in operands]
        configs = [*layouts_of(result)]
        start = [tensors[t]["base"] for t in operands]

        def candidate(config, layouts, is_base):
            made = kinds[result]["layouts"][config]["l1_bytes"]
            shares = 0 if is_view and layouts[0] == config else -1
            own, spare = made if shares < 0 else 0, random.choice([0, 0, 8, 16, 30])
            consumes = 0 if shares < 0 and not is_base and random.random() < 0.1 else -1
            if consumes == 0 and (tensors[operands[0]]["resident"] or operands.count(operands[0]) > 1):
                consumes = -1
            wants = own + spare + random.randint(0, 30) if random.random() < 0.1 and not is_base else 0
            extra = [DONE] if consumes == 0 and random.random() < 0.5 else [UP] if random.random() < 0.1 else []
            return [config, random.randint(4, 30), 1, own + spare, 0, 0, wants, uses([own], spare, extra), consumes, *layouts, config, shares]
        rows = [candidate(base, start, True)]
        combinations = [each for each in itertools.product(configs, *(layouts_of(k) if move else [at] for k, move, at in zip(reads, movable, start)))
                        if list(each) != [base, *start]]
        for config, *layouts in random.sample(combinations, min(len(combinations), random.randint(1, 5))):
            rows.append(candidate(config, layouts, False))
        problem["classes"].append({
            "op": "relu", "name": f"class {number}", "family": random.choice(["unary", "binary", "other"]),
            "traits": ["modelled"] * (random.random() < 0.95) + ["chain_shardable", "reads_shards"] + ["is_view"] * is_view, "concat_dim": -1,
            "operands": reads, "results": [result], "movable": movable, "configs": [""] * len(configs), "config_results": configs,
            "legal_configs": len(configs), "base_config": base, "settled_config": base, "user_fixed": False, "base": 0, "tile_products": 0,
            "candidates": rows, "refusals": []})
        tensors.append({"name": f"%{number}", "kind": result, "base": base, "producer": number, "constant": False, "resident": False})
        problem["ops"].append({"name": f"%{number}", "class": number, "operands": operands, "results": [len(tensors) - 1], "after": [], "writes": []})
        return len(tensors) - 1
    readable = [*range(len(tensors))]
    with_forms = random.random() < 0.3
    for i in range(random.choice([1, 2, 2, 3, 3, 4]) - with_forms):
        readable.append(add_op(readable))
    if with_forms:
        first = add_op(readable)
        other = add_op(readable, tensors[first]["kind"])
        makers = [tensors[first]["producer"], tensors[other]["producer"]]
        problem["parts"] = [{"name": "p", "forms": [{"name": str(f), "ops": [op], "results": [t]} for f, (op, t) in enumerate(zip(makers, (first, other)))]}]
        readable.append(first)
        if random.random() < 0.6:
            readable.append(add_op(readable))
    elif random.random() < 0.15:  # the last op that reads an argument of the base layout writes it
        op = problem["ops"][-1]
        argument = op["operands"][0]
        if tensors[argument]["producer"] < 0 and not tensors[argument]["constant"] and problem["classes"][-1]["candidates"][0][-1] < 0 \
                and op["operands"].count(argument) == 1 and all(row[8] < 0 for c in problem["classes"] for row in c["candidates"]) \
                and all(row[-1] < 0 for c in problem["classes"] for row in c["candidates"]):
            op["writes"] = [0]
            op["after"] = [i for i, each in enumerate(problem["ops"][:-1]) if argument in each["operands"]]
    problem["returns"] = sorted({readable[-1], *(t for t in readable[:-1] if tensors[t]["producer"] >= 0 and random.random() < 0.15)})
    return problem


def differences(problem, folder, counts):
    """What is wrong with what the programs say of a problem, in words."""
    files = {name: folder / f"{name}.json" for name in ("problem", "plan", "proof")}
    files["problem"].write_text(json.dumps(problem))
    files["proof"].unlink(missing_ok=True)
    failed = []
    for policy in POLICIES:
        certificate = ["--certificate", files["proof"]] if policy == "Global" else []
        done = against.run("alcove-solve", "function", files["problem"], f"--policy={policy}", "--out", files["plan"], *certificate)
        if done.returncode:
            failed.append(f"{policy} fails: {done.stderr}")
            continue
        written = json.loads(files["plan"].read_text())
        plan = Plan.of(problem, written)
        if plan.broken() or plan.time() != written["time_ps"]:
            yield f"by the rules the plan of {policy} takes {plan.time()} and breaks {plan.broken()}: {json.dumps(written)}"
    if failed and as_it_stands(problem).broken():
        counts["none"] += 1  # the program as it stands, from which policies begin, does not fit; unmodelled ops stay as they stand
        everything = {"layouts": [[*range(len(kind["layouts"]))] for kind in problem["kinds"]],
                      "candidates": [[*range(len(each["candidates"]) if "modelled" in each["traits"] else 1)] for each in problem["classes"]]}
        if failed[-1].startswith("Global") and least(problem, everything, [])[0]:
            yield failed[-1]
        failed = []
    yield from failed
    if not files["proof"].exists():
        return
    checked = against.run("alcove-solve", "check", "function", files["problem"], files["plan"], files["proof"])
    if checked.returncode:
        yield f"the check refuses the plan of Global: {checked.stderr}"
        return
    proof = json.loads(files["proof"].read_text())
    sample = []
    best, rule = least(problem, proof, sample)
    counts[rule] += 1
    yield from against_least(written, proof, best, checked.stdout, counts)
    for time, each in sample[:6]:
        yield from against_verifier(each, time, files, counts)


def against_least(written, proof, best, said, counts):
    time, everywhere = written["time_ps"], min(best.values(), default=against.NONE)
    same_order = min((t for order, t in best.items() if list(order) == [op for op in proof["order"] if op in order]), default=against.NONE)
    standing = next(word for word in ("optimal_in_space", "better_than_space", "open") if f"standing={word}" in said)
    counts[standing] += 1
    counts["slower"] += time > everywhere
    if proof["bound_ps"] > same_order:
        yield f"bound {proof['bound_ps']}, enumerated in its order {same_order}"
    if proof.get("any_order_bound_ps", 0) > everywhere:
        yield f"bound for any order {proof['any_order_bound_ps']}, enumerated {everywhere}"
    if " in_space=yes" in said and time < everywhere:
        yield f"a plan of the space takes {time}, enumerated {everywhere}"
    if standing == "optimal_in_space" and time != same_order:
        yield f"optimal is {time}, enumerated in its order {same_order}"


def against_verifier(plan, time, files, counts):
    files["plan"].write_text(json.dumps(plan.file(time)))
    checked = against.run("alcove-solve", "check", "function", files["problem"], files["plan"])
    broken = plan.broken()
    counts["judged"] += 1
    counts["refused"] += broken is not None
    if (checked.returncode == 0) != (broken is None) or (broken and f" {broken}: " not in checked.stderr):
        yield f"by the rules the plan breaks {broken}, told {checked.stdout}{checked.stderr}: {json.dumps(plan.file(time))}"


def main(number, seed=1):
    """Prints how many problems differ, the first of them whole, and of how many the cheapest plan of the space breaks a rule."""
    counts, wrong = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        for i in range(number):
            problem = draw(random.Random(f"function {seed} {i}"))
            found = list(differences(problem, pathlib.Path(folder), counts))
            wrong += bool(found)
            if found and wrong == 1:
                print(f"function {i}: {found[0]}\n{json.dumps(problem)}")
    print(f"function: {wrong} of {number} problems differ; {counts['optimal_in_space']} optimal, {counts['better_than_space']} better than the space, "
          f"{counts['open']} open, {counts['slower']} slower than the enumerated; of {counts['judged']} plans {counts['refused']} are refused; "
          f"decided by {', '.join(f'{rule}: {counts[rule]}' for rule in ('FL-17', 'FL-18', 'FL-19', 'capacity'))}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""What alcove-solve says of problems that are small enough to be enumerated, against all their solutions.

The enumerations beside this file are written from docs/spec alone and share nothing with the solvers and verifiers.
"""
import json
import pathlib
import random
import subprocess
import tempfile
from dataclasses import dataclass

NONE = float("inf")


@dataclass
class Kind:
    """A kind of problem: how one is drawn, and what its rules say of it.

    draw(random) -> problem; solutions(problem) -> all of them; read(plan) -> the one that the solver wrote;
    price(problem, solution) -> its cost, and the rules that it breaks; is_findable(problem, solution) -> whether the
    policies look at solutions of its kind at all.
    """
    name: str
    rules: tuple
    draw: callable
    solutions: callable
    read: callable
    price: callable
    is_findable: callable = lambda problem, solution: True
    solve: callable = lambda files: [files["problem"], "--out", files["plan"], "--certificate", files["proof"]]
    check: callable = lambda files: [files["problem"], files["plan"], "--certificate", files["proof"]]

    def least(self, problem):
        """The least cost of all solutions, what it would be without each of the rules, and that of all that are findable; NONE where
        there is none."""
        least, without, findable = NONE, dict.fromkeys(self.rules, NONE), NONE
        for solution in self.solutions(problem):
            cost, broken = self.price(problem, solution)
            for rule in self.rules:
                if not broken - {rule}:
                    without[rule] = min(without[rule], cost)
            if not broken:
                least = min(least, cost)
            if not broken and cost < findable and self.is_findable(problem, solution):
                findable = cost
        return least, without, findable


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True)


def solve(kind, problem, folder):
    """Outcome and solution; neither where the solver says that there is none."""
    files = {name: folder / f"{name}.json" for name in ("problem", "plan", "outcome", "proof")}
    for path in files.values():
        path.unlink(missing_ok=True)
    files["problem"].write_text(json.dumps(problem))
    done = run("alcove-solve", kind.name, *kind.solve(files), "--json", files["outcome"])
    if done.returncode != 0:
        return done.stderr, None
    checked = run("alcove-solve", "check", kind.name, *kind.check(files))
    if checked.returncode != 0:
        return f"the check refuses its own: {checked.stderr}", None
    return json.loads(files["outcome"].read_text()), json.loads(files["plan"].read_text())


def is_close(a, b):
    """Costs that are no integers are printed with six digits."""
    return a == b or abs(a - b) <= 2e-6 * max(abs(a), abs(b))


def fault(kind, problem, least, findable, folder):
    """What is wrong, in words, or None; and whether the solver has proved its answer, None where there is no solution."""
    outcome, plan = solve(kind, problem, folder)
    if plan is None:
        is_right = "no plan exists" in outcome if least == NONE else findable == NONE and "no plan was found" in outcome
        return (None if is_right else f"enumerated {least}, told {outcome}"), None
    cost, broken = kind.price(problem, kind.read(plan))
    if broken or not is_close(cost, outcome["cost"]):
        return f"by the rules the plan costs {cost} and breaks {broken or 'none'}, told {outcome['cost']}: {plan}", False
    if not (outcome["bound"] <= least or is_close(outcome["bound"], least)) or not (least <= outcome["cost"] or is_close(least, outcome["cost"])):
        return f"bound {outcome['bound']} <= enumerated {least} <= cost {outcome['cost']} does not hold", False
    if outcome["proved"] and not is_close(least, outcome["cost"]):
        return f"proved {outcome['cost']}, enumerated {least}", False
    return None, outcome["proved"]


def compare(kind, number, seed=1):
    """Prints how many of `number` problems differ, the first of them whole, and of how many each rule decides the cost."""
    counts, decides = {True: 0, False: 0, None: 0}, dict.fromkeys(kind.rules, 0)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for i in range(number):
            problem = kind.draw(random.Random(f"{kind.name} {seed} {i}"))
            least, without, findable = kind.least(problem)
            for rule in kind.rules:
                decides[rule] += without[rule] < least
            why, proved = fault(kind, problem, least, findable, pathlib.Path(folder))
            counts[proved] += 1
            wrong += why is not None
            if why and wrong == 1:
                print(f"{kind.name} {i}: {why}\n{json.dumps(problem)}")
    print(f"{kind.name}: {wrong} of {number} problems differ; {counts[True]} proved, {counts[False]} not, {counts[None]} without a "
          f"solution; decided by {', '.join(f'{rule}: {times}' for rule, times in decides.items())}")

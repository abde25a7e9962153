"""usage: check_formats.py ALCOVE_FORMATS: its choice is the fastest of all choices, and its edits say what was chosen."""
import importlib.machinery
import importlib.util
import itertools
import random
import sys

loader = importlib.machinery.SourceFileLoader("formats", sys.argv[1])
formats = importlib.util.module_from_spec(importlib.util.spec_from_loader("formats", loader))
sys.dont_write_bytecode = True
loader.exec_module(formats)
draw = random.Random(36)


def fastest(items, base, budget):
    """By enumeration of everything; nothing when even the given program is beyond the budget."""
    best = None
    for pick in itertools.product(*[[None, *options] for options in items.values()]):
        powers = [b + sum(o[2][r] for o in pick if o) for r, b in enumerate(base)]
        if max(powers) <= budget * budget * (1 + 1e-12):
            saved = sum(o[1] for o in pick if o)
            best = saved if best is None else max(best, saved)
    return best


for _ in range(300):
    results, budget = draw.randint(1, 3), draw.uniform(0.01, 0.1)
    base = [draw.uniform(0, 1.1) * budget * budget for _ in range(results)]
    items = {(i,): [(name, draw.randint(1, 50), [draw.choice((0, draw.uniform(0, 1))) * budget * budget for _ in base])
                    for name in formats.FORMATS[:draw.randint(1, 2)]] for i in range(draw.randint(0, 6))}
    chosen, proved = formats.choose(items, base, budget)
    saved = None if chosen is None else sum(s for i in chosen for n, s, _ in items[i] if n == chosen[i])
    assert proved and saved == fastest(items, base, budget), (items, base, budget, chosen)
    if chosen is not None:
        powers = [b + sum(p[r] for i in chosen for n, _, p in items[i] if n == chosen[i]) for r, b in enumerate(base)]
        assert max(powers) <= budget * budget * (1 + 1e-12)

edited = 0
WORDS = ['', ' {ttir.name = "a, b}{"}', ' {ttcore.weight_dtype = "bfp_bf4"}', ' {a = #x<y {z}>, ttcore.weight_dtype = "none", b}']
for _ in range(60):
    count = draw.randint(1, 5)
    words = [draw.choice(WORDS) for _ in range(count)]
    places = [draw.choice(("", ' loc("x"("m.mlir":1:2))', " loc(#loc3)")) for _ in range(count)]
    list_of = lambda words: ", ".join(f"%arg{i}: tensor<4x{i + 1}xbf16>{w}{p}" for i, (w, p) in enumerate(zip(words, places)))
    text = f"module {{\n func.func @f({list_of(words)}) -> tensor<4xbf16> {{\n }}\n}}\n"
    arguments = formats.arguments_of(text)
    assert [a["name"] for a in arguments] == [f"%arg{i}" for i in range(count)], text
    assert [a["type"] for a in arguments] == [f"tensor<4x{i + 1}xbf16>" for i in range(count)]
    chosen = {i: draw.choice(formats.FORMATS) for i in range(count) if draw.random() < 0.5}
    again = formats.arguments_of(formats.with_formats(text, arguments, chosen))
    for i, (before, after) in enumerate(zip(arguments, again, strict=True)):
        if i in chosen:
            assert after["attributes"].count("weight_dtype") == 1 and f'"{chosen[i]}"' in after["attributes"], after
            assert ('ttir.name = "a, b}{"' in before["attributes"]) == ('ttir.name = "a, b}{"' in after["attributes"])
        else:
            assert before["attributes"] == after["attributes"]
    edited += 1
print(f"300 choices are the fastest of all; {edited} modules edited")

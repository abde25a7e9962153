"""One-op programs around the legal forms of every op: each changes one or two places of a form that front ends write.

Forms: testing/models/op_forms.py, test/Ops/Rules/valid.mlir and Inputs/forms.txt. A question is an op and what is changed in
which place ("operand 1: type si32"); a program asks one, so that programs of one run ask different questions. Optional
attributes that no form has are in Inputs/attributes.txt, one line each: ops, name = value.
"""
import collections
import hashlib
import pathlib
import random
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "testing/models"))
import mutate_forms
from mutate_forms import Form, split

Program = collections.namedtuple("Program", "op question text")

SHAPED = re.compile(r"tensor<((?:\d+x)*)([a-z]+\d+|index|!quant\.uniform<[^<>]*>)(, #ttnn\.ttnn_layout<.*)?>")
BASES = ("dram tiles", "dram rows", "l1 tiles")  # how the tensors of a form of TTNN lie
ELEMENTS = ("bf16", "f16", "f32", "f64", "i1", "i8", "ui8", "ui16", "i32", "si32", "ui32", "i64", "index",
            "!quant.uniform<i8:f32, 1.000000e-01>", "!quant.uniform<i32:f32, 1.000000e-01>", "!ttcore.tile<32x32, bf16>")
NUMBERS = ("-2147483648", "-97", "-5", "-2", "-1", "0", "1", "2", "3", "4", "7", "32", "97", "2147483647")
REALS = ("0.000000e+00", "1.000000e+00", "-1.000000e+00", "2.000000e+00", "0x7FC00000", "0x7F800000")
KINDS = ("1 : i32", "1 : si32", "1 : ui32", "1 : i64", "1 : si64", "1.000000e+00 : f32", "1.000000e+00 : f64", "true",
         '"none"', "unit", "[]", "[0 : i32]", "[0 : i64]", "array<i32: 0>", "array<i64: 0>", "@g", "f32",
         "#ttnn.shape<1x1>", "#ttcore.supportedDataTypes<bf16>", "dense<1> : tensor<1xi32>")
ENUMS = {"reduce_type": "sum mean max min std var prod invalid".split(), "topology": "ring linear mesh torus".split(),
         "supportedDataTypes": "f32 f16 bf16 bfp_bf8 bfp_bf4 u32 u16 u8 si32 bool".split(),
         "layout": "row_major tile".split(), "buffer_type": "dram l1 system_memory l1_small trace".split(),
         "shard_type": "identity replicate maximal devices".split(), "shard_direction": "full_to_shard shard_to_full".split(),
         "memory_space": "dram l1 system register_dst".split(), "attention_mask_type": "none causal arbitrary".split()}
WORDS = ("none", "tanh", "nearest", "bilinear", "silu", "relu", "OIHW", "IOHW", "zeros", "constant", "replicate", "")


#===------------------------------------------------------------------------------------------------------------------===#
# Types
#===------------------------------------------------------------------------------------------------------------------===#

def tensor(extents, element, encoding=""):
    return f"tensor<{'x'.join([*map(str, extents), element])}{encoding}>"


# Element of a tile, and of a row, where it is not the tensor's: what the device holds such elements as.
TILES = {"i32": "si32", "i64": "si32", "ui32": "u32", "ui16": "u16", "ui8": "u8", "i8": "u8", "i1": "bf16", "f64": "f32", "index": "u32"}
ROWS = {"i64": "i32", "i8": "ui8", "i1": "bf16", "f64": "f32", "index": "ui32"}


def layout(extents, element, memory, pages="tile", sharding="interleaved", grid=(1, 1), shard_of=None):
    """The encoding of a tensor; `shard_of`: the extents that it is made for, where they are not the tensor's."""
    extents = list(shard_of or extents)
    names = [f"d{i}" for i in range(len(extents))]
    tile = 32 if pages == "tile" else 1
    padded = [-(-e // tile) * tile if i >= len(extents) - 2 else e for i, e in enumerate(extents)]
    rows, columns = 1, padded[-1] if padded else 1
    terms = []
    for name, extent in reversed(list(zip(names[:-1], padded[:-1]))):
        terms.insert(0, name if rows == 1 else f"{name} * {rows}")
        rows *= extent
    linear = f"({', '.join(names)}) -> ({' + '.join(terms) or '0'}, {names[-1] if names else '0'})"
    rows, columns = (-(-max(n, 1) // tile) for n in (rows, columns))
    rows, columns = -(-rows // grid[0]), -(-columns // grid[1])
    held = "u8" if element.startswith("!") else TILES.get(element, element)
    row = "ui8" if element.startswith("!") else ROWS.get(element, element)
    scalar = f"!ttcore.tile<32x32, {held}>" if pages == "tile" else row
    placed = "" if memory == "system_memory" else f", <{sharding}>"
    if sharding != "interleaved":
        placed += f", core_ranges = <[#ttnn.core_range<(0,0), ({grid[1] - 1},{grid[0] - 1})>]>"
    return (f", #ttnn.ttnn_layout<{linear}, <{grid[0]}x{grid[1]}>, memref<{rows}x{columns}x{scalar}, "
            f"#ttnn.buffer_type<{memory}>>{placed}>")


LAYOUTS = {"dram tiles": ("dram",), "dram rows": ("dram", "row_major"), "l1 tiles": ("l1",), "l1 rows": ("l1", "row_major"),
           "host rows": ("system_memory", "row_major"), "host tiles": ("system_memory",),
           "l1 height": ("l1", "tile", "height_sharded", (2, 1)), "l1 width": ("l1", "tile", "width_sharded", (1, 2)),
           "l1 block": ("l1", "tile", "block_sharded", (2, 2)), "dram height": ("dram", "tile", "height_sharded", (2, 1))}


def laid_out(extents, element, name):
    """A tensor in one of LAYOUTS, without a layout when there is no name."""
    made = layout(extents, element, *LAYOUTS[name]) if name and "?" not in extents else ""
    return tensor(extents, element, made)


def place_of(kind):
    """Which of LAYOUTS a tensor has."""
    extents, element, encoding = parts(kind)
    return next((name for name in LAYOUTS if encoding and laid_out(extents, element, name) == kind), None)


def parts(kind):
    """Extents, element and encoding of a tensor, or nothing."""
    found = SHAPED.fullmatch(kind)
    return found and ([int(e) for e in found[1].split("x")[:-1]], found[2], found[3])


def other_layouts(extents, element, place):
    """(what, tensor)"""
    yield "no layout", tensor(extents, element)
    yield from ((f"layout {name}", laid_out(extents, element, name)) for name in LAYOUTS if name != place)
    yield "layout of another element", tensor(extents, element, layout(extents, "f32" if element != "f32" else "bf16", "dram"))
    yield "layout of other extents", tensor(extents, element, layout([*extents, 64], element, "dram"))


def other_types(kind, layouted):
    """(what, changed type)"""
    found = parts(kind)
    if not found:
        yield from (("a tensor", "tensor<4x8xf32>"), ("a number", "i32"))
        return
    extents, element, _ = found
    place = place_of(kind)
    yield from ((f"type {e}", laid_out(extents, e, place)) for e in ELEMENTS if e != element)
    for what, changed in other_extents(extents):
        if changed != extents:
            yield what, laid_out(changed, element, place)
    yield "unranked", f"tensor<*x{element}>"
    yield "memref", f"memref<{'x'.join([*map(str, extents), element])}>"
    yield "a device", "!ttnn.device"
    yield "a number", element
    if layouted:
        yield from other_layouts(extents, element, place)


def other_extents(extents):
    """(what, changed extents)"""
    yield "rank first 1", [1, *extents]
    yield "rank first 7", [7, *extents]
    yield "rank last 1", [*extents, 1]
    yield from ((f"rank {n}", (extents + [1] * 5)[:n]) for n in range(5) if n != len(extents))
    if extents:
        yield "rank less", extents[1:]
        yield "all ones", [1] * len(extents)
        yield "rest of 1", [*extents[:-2], extents[-1]]
        yield "turned", extents[::-1]
        yield "last two turned", [*extents[:-2], *extents[-2:][::-1]]
    for at, extent in enumerate(extents):
        for what, new in (("1", 1), ("0", 0), ("+3", extent + 3), ("x2", extent * 2), ("32", 32), ("?", "?"), ("large", 2**31)):
            yield f"extent {at} {what}", [*extents[:at], new, *extents[at + 1:]]


#===------------------------------------------------------------------------------------------------------------------===#
# Attributes
#===------------------------------------------------------------------------------------------------------------------===#

def other_lists(value):
    listed = re.fullmatch(r"(array<i\d+)(?:: )?(.*)(>)", value) or re.fullmatch(r"(\[)(.*)(\])", value)
    if not listed:
        return
    dense = listed[1] != "["
    items = split(listed[2])
    kind = "" if dense else (items[0] if items else "0 : i32").partition(" : ")[2]
    suffix = f" : {kind}" if kind else ""

    def made(numbers, opening=listed[1]):
        return f"{opening}{': ' if dense and numbers else ''}{', '.join(numbers)}{listed[3]}"

    number = [item.partition(" : ")[0] for item in items]
    yield "empty", made([])
    if items:
        yield "shorter", made(items[:-1])
        yield "longer", made([*items, items[-1]])
        yield "one", made(items[:1])
        yield "twice", made(items * 2)
        yield "turned", made(items[::-1])
    for at in range(len(items)):
        for new in NUMBERS:
            if number[at] != new:
                yield f"[{at}] {new}", made([*items[:at], new + suffix, *items[at + 1:]])
    for other in ("i32", "i64", "si32", "ui32", "f32"):
        if dense and other in ("i32", "i64") and listed[1] != f"array<{other}":
            yield f"array of {other}", made(number, f"array<{other}")
        if not re.search(r"[^-\d]", "".join(number)) and (dense or other != kind):
            yield f"list of {other}", "[" + ", ".join(f"{n}{'.0' if other == 'f32' else ''} : {other}" for n in number) + "]"
    if not dense and not re.search(r"[^-\d]", "".join(number)):
        yield "array", f"array<{kind if kind in ('i32', 'i64') else 'i32'}{': ' if number else ''}{', '.join(number)}>"


def other_values(value):
    """(what, changed value)"""
    number = re.fullmatch(r"(-?\d+) : (\w+)", value)
    if number:
        for new in NUMBERS:
            if new != number[1]:
                yield new, f"{new} : {number[2]}"
        for kind in ("i8", "i32", "si32", "ui32", "i64", "si64", "ui64", "index"):
            if kind != number[2]:
                yield f"as {kind}", f"{number[1]} : {kind}"
        yield "as f32", f"{number[1]}.0 : f32"
    elif value in ("true", "false"):
        yield "flipped", "false" if value == "true" else "true"
    elif re.fullmatch(r"[-+.\deExA-F]+ : f\d+", value):
        yield from ((new, f"{new} : f32") for new in REALS)
        yield "as f64", "1.0 : f64"
        yield "as i32", "1 : i32"
    elif value.startswith('"'):
        yield from ((f'"{word}"', f'"{word}"') for word in WORDS if f'"{word}"' != value)
    elif shape := re.fullmatch(r"#ttnn\.shape<([\dx]*)>", value):
        extents = shape[1].split("x")
        yield "shorter", f"#ttnn.shape<{'x'.join(extents[:-1])}>"
        yield "longer", f"#ttnn.shape<{'x'.join([*extents, '1'])}>"
        for at in range(len(extents)):
            for new in ("0", "1", "97"):
                yield f"[{at}] {new}", f"#ttnn.shape<{'x'.join([*extents[:at], new, *extents[at + 1:]])}>"
    for name, cases in ENUMS.items():
        for case in cases if re.search(rf"\b{name}<\w+>", value) else ():
            yield f"{name} {case}", re.sub(rf"\b{name}<\w+>", f"{name}<{case}>", value)
    yield from other_lists(value)
    yield from ((f"kind {kind}", kind) for kind in KINDS if kind.partition(" : ")[2] != value.partition(" : ")[2] or ":" not in kind)


#===------------------------------------------------------------------------------------------------------------------===#
# Changes
#===------------------------------------------------------------------------------------------------------------------===#

def replaced(items, i, new):
    return items[:i] + new + items[i + 1:]


def segments(form, i, by):
    """operandSegmentSizes when operand `i` appears `by` more times."""
    sizes, at = [], 0
    for n, item in enumerate(form.attributes):
        if item.startswith("operandSegmentSizes"):
            sizes = [int(s) for s in re.findall(r"\d+", item.partition("=")[2].partition(":")[2])]
            for k, size in enumerate(sizes):
                at += size
                if i < at:
                    sizes[k] += by
                    break
            made = f"operandSegmentSizes = array<i32: {', '.join(map(str, sizes))}>"
            return form._replace(attributes=replaced(form.attributes, n, [made]))
    return form


def changed_operands(form, layouted):
    for side in ("operands", "results"):
        kinds = getattr(form, side)
        for i, kind in enumerate(kinds):
            for what, other in other_types(kind, layouted):
                yield f"{side[:-1]} {i}: {what}", form._replace(**{side: replaced(kinds, i, [other])})
    for i, kind in enumerate(form.operands):
        yield f"operand {i}: absent", segments(form, i, -1)._replace(operands=replaced(form.operands, i, []))
        yield f"operand {i}: absent, segments kept", form._replace(operands=replaced(form.operands, i, []))
        yield f"operand {i}: twice", segments(form, i, 1)._replace(operands=replaced(form.operands, i, [kind, kind]))
    for i in range(len(form.operands) - 1):
        a, b = form.operands[i:i + 2]
        if a != b:
            yield f"operand {i}: swapped", form._replace(operands=[*form.operands[:i], b, a, *form.operands[i + 2:]])
    if form.results:
        yield "result: absent", form._replace(results=form.results[:-1])
        yield "result: twice", form._replace(results=[*form.results, form.results[-1]])


def every(form, change):
    """All tensors changed: `change` takes extents, element and place."""
    def made(kinds):
        return [change(*parts(kind)[:2], place_of(kind)) if parts(kind) else kind for kind in kinds]
    return form._replace(operands=made(form.operands), results=made(form.results))


def changed_together(form, layouted):
    """All tensors get the same elements, the same extent in the same place, or a place in the same memory."""
    for new in ELEMENTS:
        yield f"all: type {new}", every(form, lambda extents, element, place: laid_out(extents, new, place))
    for what, at in (("first", 0), ("last", -1), ("second", 1), ("last but one", -2)):
        for extent in (0, 1, 64):
            def change(extents, element, place):
                if len(extents) > abs(at + (at < 0)):
                    extents[at] = extent
                return laid_out(extents, element, place)
            yield f"all: extent {what} {extent}", every(form, change)
    yield "all: first 1", every(form, lambda extents, element, place: laid_out([1, *extents], element, place))
    yield "all: rank less", every(form, lambda extents, element, place: laid_out(extents[1:], element, place))
    for name in (*LAYOUTS, None) if layouted else ():
        yield f"all: layout {name}", every(form, lambda extents, element, place: laid_out(extents, element, name))


def changed_attributes(form, others):
    """`others`: attributes that forms of the op have, as name -> value."""
    written = {item.partition(" = ")[0]: item.partition(" = ")[2] for item in form.attributes}
    for i, (name, value) in enumerate(written.items()):
        yield f"{name}: absent", form._replace(attributes=replaced(form.attributes, i, []))
        for what, other in other_values(value):
            yield f"{name}: {what}", form._replace(attributes=replaced(form.attributes, i, [f"{name} = {other}"]))
    for name, value in others.items():
        if name not in written:
            yield f"{name}: given", form._replace(attributes=[*form.attributes, f"{name} = {value}"])
            for what, other in other_values(value):
                yield f"{name}: {what}", form._replace(attributes=[*form.attributes, f"{name} = {other}"])


def changes(form, others):
    """(what is changed, changed form)"""
    layouted = form.op.startswith("ttnn.")
    yield from changed_operands(form, layouted)
    yield from changed_together(form, layouted)
    yield from changed_attributes(form, others)


#===------------------------------------------------------------------------------------------------------------------===#
# Programs
#===------------------------------------------------------------------------------------------------------------------===#

def text_changes(text):
    """(what, changed text) of an op that lies in a module: its first lines have numbers and names."""
    head, rest = (text.split("\n", 1) + [""])[:2]
    for n, found in enumerate(re.finditer(r"-?\d+", head)):
        for new in ("-1", "0", "1", "97"):
            yield f"number {n}: {new}", f"{head[:found.start()]}{new}{head[found.end():]}\n{rest}"
    for n, found in enumerate(re.finditer(r", \w+ = [^,]*|[@#!]?\w+|\[[^]]*\]|\(.*\) \{", head)):
        yield f"word {n}: absent", f"{head[:found.start()]}{head[found.end():]}\n{rest}"
    yield "body: absent", head.replace("{", "") + "\n"
    yield "body: twice", text + text


def more_forms():
    """Lines of Inputs/forms.txt: an op between arguments, what else the module has behind `//` with \\n for its lines; a
    tensor may name one of LAYOUTS instead of an encoding."""
    def laid(found):
        return laid_out([int(e) for e in found[1].split("x")[:-1]], found[2], found[3])

    named = re.compile(rf"tensor<((?:\d+x)*)([^,<>]+|!quant.uniform<[^<>]*>), ({'|'.join(LAYOUTS)})>")
    for line in (HERE / "Inputs/forms.txt").read_text().splitlines():
        line, _, frame = line.partition("  // ")
        form = mutate_forms.read("forms.txt", line)
        yield form._replace(operands=[named.sub(laid, kind) for kind in form.operands],
                            results=[named.sub(laid, kind) for kind in form.results], frame=frame.replace("\\n", "\n"))


def seeds():
    """Forms by op, each once, and module-level texts by op."""
    found, texts = collections.defaultdict(dict), collections.defaultdict(list)
    for form in [*mutate_forms.forms(), *more_forms()]:
        found[form.op][str(form[1:])] = form
    for text in (HERE.parents[1] / "test/Ops/Rules/valid.mlir").read_text().split("// -----\n"):
        op = re.match(r"\s*(ttcore\.\w+)", text)
        if op:
            texts[op[1]].append(text.strip() + "\n")
    forms = {op: [placed for form in some.values() for placed in places(form)] for op, some in found.items()}
    return forms, texts


def places(form):
    """The form as it is written, and of TTNN, where nothing is written, with all tensors in each of BASES."""
    if not form.op.startswith("ttnn.") or any(place_of(kind) for kind in [*form.operands, *form.results] if parts(kind)):
        return [form]
    return [every(form, lambda extents, element, place: laid_out(extents, element, name)) for name in (*BASES, None)]


def known_attributes(forms):
    """For each op: every attribute that some form or the list of optional ones has, with a value."""
    known = {op: {item.partition(" = ")[0]: item.partition(" = ")[2] for form in some for item in form.attributes}
             for op, some in forms.items()}
    for line in (HERE / "Inputs/attributes.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        ops, _, item = line.partition(" ")
        name, _, value = item.strip().partition(" = ")
        for op in known:
            if re.fullmatch(ops, op):
                known[op].setdefault(name, value)
    for attributes in known.values():
        attributes.pop("operandSegmentSizes", None)
    return known


def chosen(rng, asked, count):
    """One program for each of `count` questions, drawn evenly from the places, then from what is changed there."""
    places = collections.defaultdict(list)
    for question in sorted(asked):
        places[question.partition(":")[0]].append(question)
    order = sorted(places)
    for questions in places.values():
        rng.shuffle(questions)
    while count and order:
        for place in list(order):
            if count and places[place]:
                count -= 1
                question = places[place].pop()
                yield question, rng.choice(asked[question])
            elif not places[place]:
                order.remove(place)


def of_op(op, forms, others, seed, count):
    rng = random.Random(int(hashlib.sha256(f"{seed} {op}".encode()).hexdigest()[:16], 16))
    asked = collections.defaultdict(list)
    for form in forms:
        for what, made in changes(form, others):
            asked[what].append(made)
    single = count - count // 4
    for question, form in chosen(rng, asked, single):
        yield Program(op, question, mutate_forms.section(form))
    seen = set()
    first_changes = sorted((what, n) for what, made in asked.items() for n in range(len(made)))
    for _ in range(count // 4 if first_changes else 0):  # two places at once
        first, n = rng.choice(first_changes)
        second, made = rng.choice(list(changes(asked[first][n], others)))
        if (first, second) not in seen:
            seen.add((first, second))
            yield Program(op, f"{first}; {second}", mutate_forms.section(made))


def programs(seed, count, only="", refused=frozenset()):
    """Every form as it is, and `count` questions for each op about its forms that are not in `refused`."""
    forms, texts = seeds()
    known = known_attributes(forms)
    for op in sorted({*forms, *texts}):
        if not re.search(only, op):
            continue
        for n, form in enumerate(forms.get(op, [])):
            yield Program(op, f"form {n}", mutate_forms.section(form))
        legal = [form for form in forms.get(op, []) if mutate_forms.section(form) not in refused]
        yield from of_op(op, legal, known[op], seed, count) if legal else ()
        for text in texts.get(op, []):
            yield Program(op, "form", text + "\n// -----\n\n")
            yield from (Program(op, what, made + "\n// -----\n\n") for what, made in text_changes(text))

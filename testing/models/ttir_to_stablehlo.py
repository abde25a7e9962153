#!/usr/bin/env python3
"""Writes the StableHLO that a TTIR model came from: the twin of a dump, to hold both ways of reading it against each other.

usage: ttir_to_stablehlo.py MODEL.mlir [-o OUT.mlir]

Takes one function of TTIR in generic form, as front ends of tt-mlir dump it, and writes what PyTorch/XLA prints: caches
are donated arguments that a scatter writes, norms are composites with their decomposition, weights keep their roles.
An op that it does not know ends it with the op's name.
"""
import argparse
import re
import sys

TYPE = r"tensor<[^>]*>"


def shape_of(text):
    parts = text[len("tensor<"):-1].split("x")
    return [int(p) for p in parts[:-1]], parts[-1]


def tensor(shape, dtype):
    return "tensor<" + "".join(f"{d}x" for d in shape) + dtype + ">"


def numbers(text):
    return [int(n) for n in re.findall(r"-?\d+", re.sub(r"i(32|64)|si(32|64)", "", text))]


UNARY = {"neg": "negate", "exp": "exponential", "sigmoid": "logistic", "cos": "cosine", "sin": "sine", "rsqrt": "rsqrt",
         "sqrt": "sqrt", "tanh": "tanh", "logical_not": "not", "abs": "abs", "log": "log", "floor": "floor"}
BINARY = {"add": "add", "subtract": "subtract", "multiply": "multiply", "div": "divide", "maximum": "maximum",
          "minimum": "minimum", "pow": "power", "logical_and": "and", "logical_or": "or", "bitwise_and": "and"}
COMPARE = {"eq": "EQ", "ne": "NE", "lt": "LT", "le": "LE", "gt": "GT", "ge": "GE"}
REDUCE = {"sum": ("add", "0.0"), "max": ("maximum", None), "min": ("minimum", None), "prod": ("multiply", "1.0"),
          "reduce_or": ("or", "false"), "reduce_and": ("and", "true")}
LOWEST = {"f32": "0xFF800000", "bf16": "0xFF80", "f64": "0xFFF0000000000000"}


class Writer:
    def __init__(self):
        self.lines, self.functions, self.count, self.renamed = [], [], 0, {}

    def line(self, text):
        self.lines.append("    " + text)

    def new(self):
        self.count += 1
        return f"%v{self.count}"

    def value(self, name):
        return self.renamed.get(name, name)

    def emit(self, text):
        name = self.new()
        self.line(f"{name} = {text}")
        return name

    def constant(self, text, dtype, shape=()):
        return self.emit(f"stablehlo.constant dense<{text}> : {tensor(shape, dtype)}")

    def spread(self, x, shape, dtype, dims, to):
        listed = ", ".join(map(str, dims))
        return self.emit(f"stablehlo.broadcast_in_dim {x}, dims = [{listed}] : ({tensor(shape, dtype)}) -> {tensor(to, dtype)}")

    def op(self, name, operands, attributes, types, result):
        method = getattr(self, "op_" + name, None)
        t = types[0] if types else None
        if method:
            return method(operands, attributes, types, result)
        if name in UNARY:
            return self.emit(f"stablehlo.{UNARY[name]} {operands[0]} : {t}")
        if name in BINARY:
            return self.emit(f"stablehlo.{BINARY[name]} {operands[0]}, {operands[1]} : {t}")
        if name in COMPARE:
            kind = "FLOAT" if "f" in shape_of(t)[1] else "SIGNED"
            return self.emit(f"stablehlo.compare {COMPARE[name]}, {operands[0]}, {operands[1]}, {kind} : ({t}, {t}) -> {result}")
        if name in REDUCE:
            return self.reduce(name, operands[0], numbers(attributes["dim_arg"]), attributes["keep_dim"] == "true", t, result)
        sys.exit(f"ttir.{name}: no way to write it")

    def reduce(self, name, x, dims, keep, t, result):
        shape, dtype = shape_of(t)
        dims = [d % len(shape) for d in dims]
        op, init = REDUCE[name]
        init = self.constant(init or LOWEST[dtype], dtype)
        flat = tensor([d for i, d in enumerate(shape) if i not in dims], shape_of(result)[1])
        out = self.emit(f"stablehlo.reduce({x} init: {init}) applies stablehlo.{op} across dimensions = {dims} : "
                        f"({t}, {tensor((), dtype)}) -> {flat}")
        return self.emit(f"stablehlo.reshape {out} : ({flat}) -> {result}") if keep else out

    def op_constant(self, operands, attributes, types, result):
        value = attributes["value"].rsplit(" : ", 1)[0]
        return self.emit(f"stablehlo.constant {value} : {result}")

    def op_full(self, operands, attributes, types, result):
        return self.constant(attributes["fill_value"].split(" : ")[0], shape_of(result)[1], shape_of(result)[0])

    def op_arange(self, operands, attributes, types, result):
        return self.emit(f"stablehlo.iota dim = {numbers(attributes['arange_dimension'])[0]} : {result}")

    def op_reshape(self, operands, attributes, types, result):
        return self.emit(f"stablehlo.reshape {operands[0]} : ({types[0]}) -> {result}")

    op_squeeze = op_unsqueeze = op_reshape

    def op_typecast(self, operands, attributes, types, result):
        return self.emit(f"stablehlo.convert {operands[0]} : ({types[0]}) -> {result}")

    def op_permute(self, operands, attributes, types, result):
        return self.emit(f"stablehlo.transpose {operands[0]}, dims = {numbers(attributes['permutation'].split(':', 1)[-1])} : "
                         f"({types[0]}) -> {result}")

    def op_broadcast(self, operands, attributes, types, result):
        shape, dtype = shape_of(types[0])
        return self.spread(operands[0], shape, dtype, range(len(shape)), shape_of(result)[0])

    def op_slice_static(self, operands, attributes, types, result):
        bounds = zip(*(numbers(attributes[key]) for key in ("begins", "ends", "step")))
        return self.emit("stablehlo.slice " + operands[0] + " [" + ", ".join(f"{b}:{e}" + (f":{s}" if s != 1 else "") for b, e, s in bounds) +
                         f"] : ({types[0]}) -> {result}")

    def op_concat(self, operands, attributes, types, result):
        dim = numbers(attributes["dim"])[0] % len(shape_of(result)[0])
        return self.emit(f"stablehlo.concatenate {', '.join(operands)}, dim = {dim} : ({', '.join(types)}) -> {result}")

    def op_where(self, operands, attributes, types, result):
        return self.emit(f"stablehlo.select {', '.join(operands)} : {types[0]}, {result}")

    def op_dot_general(self, operands, attributes, types, result):
        def dims(key):
            return numbers(attributes[key].split("i64", 1)[-1])
        batch = f"batching_dims = {dims('batch_dims_lhs')} x {dims('batch_dims_rhs')}, " if dims("batch_dims_lhs") else ""
        return self.emit(f"stablehlo.dot_general {operands[0]}, {operands[1]}, {batch}contracting_dims = "
                         f"{dims('contract_dims_lhs')} x {dims('contract_dims_rhs')}, precision = [DEFAULT, DEFAULT] : "
                         f"({types[0]}, {types[1]}) -> {result}")

    def op_embedding(self, operands, attributes, types, result):
        shape, dtype = shape_of(types[0])
        rows, columns = shape_of(types[1])[0]
        return self.emit(
            f'"stablehlo.gather"({operands[1]}, {operands[0]}) <{{dimension_numbers = #stablehlo.gather<offset_dims = [{len(shape)}], '
            f"collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = {len(shape)}>, indices_are_sorted = false, "
            f"slice_sizes = array<i64: 1, {columns}>}}> : ({types[1]}, {types[0]}) -> {result}")

    def op_update_cache(self, operands, attributes, types, result):
        cache, update, index = operands
        (b, h, s, d), dtype = shape_of(types[0])
        row = self.emit(f"stablehlo.transpose {update}, dims = [2, 1, 0, 3] : ({types[1]}) -> {tensor((b, h, 1, d), dtype)}")
        at = self.emit(f"stablehlo.reshape {index} : ({types[2]}) -> {tensor((1, 1), shape_of(types[2])[1])}")
        written = self.emit(
            f'"stablehlo.scatter"({cache}, {at}, {row}) <{{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<'
            f"update_window_dims = [0, 1, 3], inserted_window_dims = [2], scatter_dims_to_operand_dims = [2], index_vector_dim = 1>, "
            f"unique_indices = false}}> ({{\n    ^bb0(%old: {tensor((), dtype)}, %new: {tensor((), dtype)}):\n"
            f"      stablehlo.return %new : {tensor((), dtype)}\n    }}) : ({types[0]}, {tensor((1, 1), shape_of(types[2])[1])}, "
            f"{tensor((b, h, 1, d), dtype)}) -> {types[0]}")
        for old, new in list(self.renamed.items()):
            if new == cache:
                self.renamed[old] = written
        self.renamed.setdefault(cache, written)

    def op_fill_cache(self, operands, attributes, types, result):
        zero = self.constant("0", "i32")
        places = ", ".join([zero] * 4)
        written = self.emit(f"stablehlo.dynamic_update_slice {operands[0]}, {operands[1]}, {places} : "
                            f"({types[0]}, {types[1]}, {', '.join(['tensor<i32>'] * 4)}) -> {types[0]}")
        self.renamed[operands[0]] = written

    def op_rms_norm(self, operands, attributes, types, result):
        shape, dtype = shape_of(result)
        epsilon = attributes["epsilon"].split(" : ")[0]
        name = f"rms_norm_{len(self.functions)}"
        self.functions.append(norm_body(name, shape, dtype, epsilon))
        width = shape[-1]
        return self.emit(
            f'stablehlo.composite "tenstorrent.rms_norm" {operands[0]}, {operands[1]} {{composite_attributes = {{epsilon = {epsilon} : f32, '
            f"normalized_shape = dense<{width}> : tensor<1xi64>}}, decomposition = @{name}}} : ({types[0]}, {types[1]}) -> {result}")

    def op_argmax(self, operands, attributes, types, result):
        shape, dtype = shape_of(types[0])
        dim, = (d % len(shape) for d in numbers(attributes["dim_arg"]))
        places = self.emit(f"stablehlo.iota dim = {dim} : {tensor(shape, 'i32')}")
        low, zero = self.constant(LOWEST[dtype], dtype), self.constant("0", "i32")
        name = self.new()
        s, i = tensor((), dtype), tensor((), "i32")
        best = tensor([d for j, d in enumerate(shape) if j != dim], dtype)
        at = best.replace(dtype + ">", "i32>")
        self.line(f"{name}:2 = stablehlo.reduce({operands[0]} init: {low}), ({places} init: {zero}) across dimensions = [{dim}] : "
                  f"({types[0]}, {tensor(shape, 'i32')}, {s}, {i}) -> ({best}, {at})")
        self.line(f" reducer(%a: {s}, %b: {s}) (%i: {i}, %j: {i}) {{")
        for text in (f"%ge = stablehlo.compare GE, %a, %b, FLOAT : ({s}, {s}) -> tensor<i1>",
                     f"%best = stablehlo.select %ge, %a, %b : tensor<i1>, {s}",
                     f"%eq = stablehlo.compare EQ, %a, %b, FLOAT : ({s}, {s}) -> tensor<i1>",
                     f"%first = stablehlo.minimum %i, %j : {i}", f"%at = stablehlo.select %ge, %i, %j : tensor<i1>, {i}",
                     f"%where = stablehlo.select %eq, %first, %at : tensor<i1>, {i}",
                     f"stablehlo.return %best, %where : {s}, {i}"):
            self.line("  " + text)
        self.line("}")
        return f"{name}#1"


def norm_body(name, shape, dtype, epsilon):
    """x * rsqrt(mean(x * x) + epsilon) * weight in f32, as PyTorch's decomposition has it."""
    full, weight = tensor(shape, dtype), tensor(shape[-1:], dtype)
    wide, line = tensor(shape, "f32"), tensor(shape[:-1], "f32")
    kept = ", ".join(map(str, range(len(shape) - 1)))
    return f"""  func.func private @{name}(%x: {full}, %w: {weight}) -> {full} {{
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %n = stablehlo.constant dense<{float(shape[-1])}> : {line}
    %e = stablehlo.constant dense<{epsilon}> : {line}
    %0 = stablehlo.convert %x : ({full}) -> {wide}
    %1 = stablehlo.multiply %0, %0 : {wide}
    %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [{len(shape) - 1}] : ({wide}, tensor<f32>) -> {line}
    %3 = stablehlo.divide %2, %n : {line}
    %4 = stablehlo.add %3, %e : {line}
    %5 = stablehlo.rsqrt %4 : {line}
    %6 = stablehlo.broadcast_in_dim %5, dims = [{kept}] : ({line}) -> {wide}
    %7 = stablehlo.multiply %0, %6 : {wide}
    %8 = stablehlo.convert %7 : ({wide}) -> {full}
    %9 = stablehlo.broadcast_in_dim %w, dims = [{len(shape) - 1}] : ({weight}) -> {full}
    %10 = stablehlo.multiply %9, %8 : {full}
    return %10 : {full}
  }}
"""


def attributes_of(text):
    """`a = 1 : i32, b = [..]` by name, split at commas outside of brackets."""
    found, depth, start, quoted = {}, 0, 0, False
    for i, c in enumerate(text + ","):
        quoted ^= c == '"'
        depth += (c in "[<({") - (c in "]>)}")
        if c == "," and depth == 0 and not quoted:
            key, _, value = text[start:i].partition(" = ")
            found[key.strip()] = value.strip()
            start = i + 1
    return found


def split_types(text):
    return re.findall(TYPE, text)


def convert(text):
    text = re.sub(r" loc\((?:\"[^\"]*\"|#\w+)\)", "", text)
    begin = text.index("func.func")
    head = text[begin:text.index("\n", begin)]
    caches = set(re.findall(r'"ttir.(?:update|fill)_cache"\((%arg\d+)', text))
    arguments = []
    for name, kind, rest in re.findall(r"(%arg\d+): (" + TYPE + r")( \{.*?\})?(?=, %arg|\) ->)", head):
        words = re.findall(r"ttcore.argument_type = #ttcore.argument_type<\w+>|(?:ttir.name|ttcore.weight_dtype) = \"[^\"]*\"", rest)
        words += ["jax.buffer_donor = true"] if name in caches else []
        arguments.append(f"{name}: {kind}" + (" {" + ", ".join(words) + "}" if words else ""))
    results = split_types(re.sub(r"\{.*?\}", "", head.rsplit("->", 1)[1]))
    writer = Writer()
    for line in text[begin:].splitlines()[1:]:
        line = line.strip()
        found = re.match(r'(?:(%\w+) = )?"ttir\.(\w+)"\(([^)]*)\)(?: <\{(.*)\}>)? : \((.*?)\) -> (.*)$', line)
        if line.startswith("return"):
            names = re.findall(r"%\w+", line.split(" : ")[0])
            writer.line("return " + ", ".join(writer.value(n) for n in names) + " : " + ", ".join(results))
            break
        if not found:
            continue
        name, op, operands, attributes, types, result = found.groups()
        operands = [writer.value(n.strip()) for n in operands.split(",") if n.strip()]
        made = writer.op(op, operands, attributes_of(attributes or ""), split_types(types), result)
        if name:
            writer.renamed[name] = made
    body = "\n".join(writer.lines)
    return (f"module @SyncTensorsGraph.1 attributes {{mhlo.cross_program_prefetches = [], mhlo.is_dynamic = false, "
            f"mhlo.use_auto_spmd_partitioning = false}} {{\n  func.func @main({', '.join(arguments)}) -> ({', '.join(results)}) {{\n"
            f"{body}\n  }}\n{''.join(writer.functions)}}}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("-o", default="-")
    given = parser.parse_args()
    with open(given.model) as file:
        text = convert(file.read())
    if given.o == "-":
        sys.stdout.write(text)
    else:
        with open(given.o, "w") as file:
            file.write(text)


if __name__ == "__main__":
    main()

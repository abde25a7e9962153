"""Writes StableHLO in pretty form, as JAX and PyTorch/XLA print it: values with shapes, ops that check them."""
import math


def tensor(shape, dtype):
    return "tensor<" + "".join(f"{d}x" for d in shape) + dtype + ">"


class Value:
    def __init__(self, name, shape, dtype):
        self.name, self.shape, self.dtype = name, tuple(shape), dtype

    @property
    def type(self):
        return tensor(self.shape, self.dtype)

    @property
    def rank(self):
        return len(self.shape)


LOWEST = {"f32": "0xFF800000", "bf16": "0xFF80"}


class Body:
    """Ops of one block; nested blocks (loops) share the numbering."""

    def __init__(self, module, indent=2):
        self.module, self.indent, self.lines = module, indent, []

    def line(self, text):
        self.lines.append("  " * self.indent + text)

    def name(self, prefix=""):
        self.module.count += 1
        return f"%{prefix}{self.module.count}"

    def op(self, text, shape, dtype, prefix=""):
        name = self.name(prefix)
        self.line(f"{name} = {text}")
        return Value(name, shape, dtype)

    # Constants and places.
    def const(self, text, dtype, shape=()):
        if isinstance(text, float):
            text = f"{text:.6e}"
        return self.op(f"stablehlo.constant dense<{text}> : {tensor(shape, dtype)}", shape, dtype,
                       "cst_" if "f" in dtype else "c_")

    def iota(self, shape, dim, dtype="i32"):
        return self.op(f"stablehlo.iota dim = {dim} : {tensor(shape, dtype)}", shape, dtype)

    def spread(self, x, shape, dims=None):
        """To `shape`; dimensions of `x` lie at `dims` (the last ones)."""
        if x.shape == tuple(shape):
            return x
        dims = list(range(len(shape) - x.rank, len(shape))) if dims is None else list(dims)
        return self.op(f"stablehlo.broadcast_in_dim {x.name}, dims = {dims} : ({x.type}) -> {tensor(shape, x.dtype)}", shape, x.dtype)

    # Element by element; numbers become constants, smaller tensors are spread.
    def unary(self, name, x):
        return self.op(f"stablehlo.{name} {x.name} : {x.type}", x.shape, x.dtype)

    def both(self, x, y):
        if not isinstance(x, Value):
            x = self.spread(self.const(x, y.dtype), y.shape, [])
        if not isinstance(y, Value):
            y = self.spread(self.const(y, x.dtype), x.shape, [])
        shape = x.shape if math.prod(x.shape) >= math.prod(y.shape) and x.rank >= y.rank else y.shape
        return self.spread(x, shape), self.spread(y, shape)

    def binary(self, name, x, y):
        x, y = self.both(x, y)
        assert x.shape == y.shape and x.dtype == y.dtype, (name, x.type, y.type)
        return self.op(f"stablehlo.{name} {x.name}, {y.name} : {x.type}", x.shape, x.dtype)

    def add(self, x, y):
        return self.binary("add", x, y)

    def sub(self, x, y):
        return self.binary("subtract", x, y)

    def mul(self, x, y):
        return self.binary("multiply", x, y)

    def div(self, x, y):
        return self.binary("divide", x, y)

    def convert(self, x, dtype):
        return x if x.dtype == dtype else self.op(f"stablehlo.convert {x.name} : ({x.type}) -> {tensor(x.shape, dtype)}", x.shape, dtype)

    def compare(self, direction, x, y):
        x, y = self.both(x, y)
        kind = "FLOAT" if "f" in x.dtype else "UNSIGNED" if x.dtype == "i1" else "SIGNED"
        return self.op(f"stablehlo.compare  {direction}, {x.name}, {y.name},  {kind} : ({x.type}, {y.type}) -> {tensor(x.shape, 'i1')}", x.shape, "i1")

    def select(self, pred, x, y):
        x, y = self.both(x, y)
        pred = self.spread(pred, x.shape)
        return self.op(f"stablehlo.select {pred.name}, {x.name}, {y.name} : {pred.type}, {x.type}", x.shape, x.dtype)

    # Movement.
    def reshape(self, x, *shape):
        assert math.prod(shape) == math.prod(x.shape), (x.type, shape)
        return self.op(f"stablehlo.reshape {x.name} : ({x.type}) -> {tensor(shape, x.dtype)}", shape, x.dtype)

    def transpose(self, x, *order):
        shape = [x.shape[d] for d in order]
        return self.op(f"stablehlo.transpose {x.name}, dims = {list(order)} : ({x.type}) -> {tensor(shape, x.dtype)}", shape, x.dtype)

    def slice(self, x, dim, begin, end, step=1):
        ranges = [f"0:{d}" for d in x.shape]
        ranges[dim] = f"{begin}:{end}" + (f":{step}" if step > 1 else "")
        shape = list(x.shape)
        shape[dim] = -(-(end - begin) // step)
        return self.op(f"stablehlo.slice {x.name} [{', '.join(ranges)}] : ({x.type}) -> {tensor(shape, x.dtype)}", shape, x.dtype)

    def concat(self, parts, dim):
        shape = list(parts[0].shape)
        shape[dim] = sum(p.shape[dim] for p in parts)
        return self.op(f"stablehlo.concatenate {', '.join(p.name for p in parts)}, dim = {dim} : ({', '.join(p.type for p in parts)}) -> "
                       f"{tensor(shape, parts[0].dtype)}", shape, parts[0].dtype)

    def pad(self, x, low, high, value=0.0):
        zero = self.const(value, x.dtype)
        shape = [l + d + h for l, d, h in zip(low, x.shape, high)]
        return self.op(f"stablehlo.pad {x.name}, {zero.name}, low = {list(low)}, high = {list(high)}, interior = {[0] * x.rank} : "
                       f"({x.type}, {zero.type}) -> {tensor(shape, x.dtype)}", shape, x.dtype)

    def dynamic_slice(self, x, starts, sizes):
        types = ", ".join([x.type] + [s.type for s in starts])
        return self.op(f"stablehlo.dynamic_slice {x.name}, {', '.join(s.name for s in starts)}, sizes = {list(sizes)} : ({types}) -> "
                       f"{tensor(sizes, x.dtype)}", sizes, x.dtype)

    def update(self, x, y, starts):
        types = ", ".join([x.type, y.type] + [s.type for s in starts])
        return self.op(f"stablehlo.dynamic_update_slice {x.name}, {y.name}, {', '.join(s.name for s in starts)} : ({types}) -> {x.type}",
                       x.shape, x.dtype)

    def take(self, table, indices):
        """Rows of `table` by integers of any shape."""
        at = self.reshape(indices, *indices.shape, 1)
        shape = indices.shape + table.shape[1:]
        return self.op(
            f'"stablehlo.gather"({table.name}, {at.name}) <{{dimension_numbers = #stablehlo.gather<offset_dims = [{indices.rank}], '
            f"collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = {indices.rank}>, indices_are_sorted = false, "
            f"slice_sizes = array<i64: 1, {table.shape[1]}>}}> : ({table.type}, {at.type}) -> {tensor(shape, table.dtype)}", shape, table.dtype)

    # Sums.
    def reduce(self, x, dims, kind="add"):
        dims = sorted(d % x.rank for d in dims)
        init = self.const({"add": 0.0, "maximum": LOWEST.get(x.dtype), "and": "true", "or": "false"}[kind], x.dtype)
        shape = [d for i, d in enumerate(x.shape) if i not in dims]
        return self.op(f"stablehlo.reduce({x.name} init: {init.name}) applies stablehlo.{kind} across dimensions = {dims} : "
                       f"({x.type}, {init.type}) -> {tensor(shape, x.dtype)}", shape, x.dtype)

    def kept(self, x, like, dim=-1):
        """A reduction along `dim` of `like`, spread to it again."""
        dims = [d for d in range(like.rank) if d != dim % like.rank]
        return self.spread(x, like.shape, dims)

    def mean(self, x, dim=-1):
        return self.div(self.reduce(x, [dim]), float(x.shape[dim]))

    def dot(self, x, y, contract, batch=((), ())):
        shape = [x.shape[d] for d in batch[0]]
        shape += [d for i, d in enumerate(x.shape) if i not in contract[0] and i not in batch[0]]
        shape += [d for i, d in enumerate(y.shape) if i not in contract[1] and i not in batch[1]]
        batches = f"batching_dims = {list(batch[0])} x {list(batch[1])}, " if batch[0] else ""
        return self.op(f"stablehlo.dot_general {x.name}, {y.name}, {batches}contracting_dims = {list(contract[0])} x {list(contract[1])}, "
                       f"precision = [DEFAULT, DEFAULT] : ({x.type}, {y.type}) -> {tensor(shape, x.dtype)}", shape, x.dtype)

    def conv(self, x, w, dims, stride, pad, groups=1, lhs_dilate=None, reverse=False):
        """`dims` as StableHLO writes them: "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"."""
        left, rest = dims.split("x", 1)
        right, out = rest.split("->")
        parts = [p.strip("[] ").replace(" ", "").split(",") for p in (left, right, out)]
        spatial = [str(i) for i in range(x.rank - 2)]
        lhs_dilate = lhs_dilate or [1] * len(spatial)
        sizes = {"b": x.shape[parts[0].index("b")], "f": w.shape[parts[1].index("o")]}
        for i in spatial:
            extent = (x.shape[parts[0].index(i)] - 1) * lhs_dilate[int(i)] + 1 + sum(pad[int(i)])
            sizes[i] = (extent - w.shape[parts[1].index(i)]) // stride[int(i)] + 1
        shape = [sizes[p] for p in parts[2]]
        window = f"stride = {list(stride)}, pad = {[list(p) for p in pad]}, lhs_dilate = {list(lhs_dilate)}, rhs_dilate = {[1] * len(spatial)}, " \
                 f"reverse = [{', '.join([str(reverse).lower()] * len(spatial))}]"
        return self.op(f"stablehlo.convolution({x.name}, {w.name}) dim_numbers = {dims}, window = {{{window}}} {{batch_group_count = 1 : i64, "
                       f"feature_group_count = {groups} : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}} : "
                       f"({x.type}, {w.type}) -> {tensor(shape, x.dtype)}", shape, x.dtype)

    def argmax(self, x, dim):
        places = self.iota(x.shape, dim)
        low, zero = self.const(LOWEST[x.dtype], x.dtype), self.const("0", "i32")
        shape = [d for i, d in enumerate(x.shape) if i != dim]
        s, i, name = low.type, zero.type, self.name()
        self.line(f"{name}:2 = stablehlo.reduce({x.name} init: {low.name}), ({places.name} init: {zero.name}) across dimensions = [{dim}] : "
                  f"({x.type}, {places.type}, {s}, {i}) -> ({tensor(shape, x.dtype)}, {tensor(shape, 'i32')})")
        self.line(f" reducer(%a: {s}, %b: {s}) (%i: {i}, %j: {i})  {{")
        for text in (f"%p = stablehlo.compare  GT, %a, %b,  FLOAT : ({s}, {s}) -> tensor<i1>",
                     f"%q = stablehlo.compare  NE, %a, %a,  FLOAT : ({s}, {s}) -> tensor<i1>",
                     "%r = stablehlo.or %p, %q : tensor<i1>", f"%t = stablehlo.compare  EQ, %a, %b,  FLOAT : ({s}, {s}) -> tensor<i1>",
                     f"%u = stablehlo.compare  LT, %i, %j,  SIGNED : ({i}, {i}) -> tensor<i1>", "%v = stablehlo.and %t, %u : tensor<i1>",
                     "%w = stablehlo.or %r, %v : tensor<i1>", f"%x = stablehlo.select %r, %a, %b : tensor<i1>, {s}",
                     f"%y = stablehlo.select %w, %i, %j : tensor<i1>, {i}", f"stablehlo.return %x, %y : {s}, {i}"):
            self.line("  " + text)
        self.line("}")
        return Value(f"{name}#1", shape, "i32")

    # Bodies.
    def loop(self, state, condition, body):
        """`condition(block, state) -> pred`, `body(block, state) -> state`."""
        name = self.name()
        inside = [Value(f"%iterArg_{self.module.count}_{i}", v.shape, v.dtype) for i, v in enumerate(state)]
        pairs = ", ".join(f"{a.name} = {v.name}" for a, v in zip(inside, state))
        types = ", ".join(v.type for v in state)
        self.line(f"{name}:{len(state)} = stablehlo.while({pairs}) : {types}")
        for keyword, make in (("cond", condition), ("do", body)):
            block = Body(self.module, self.indent + 2)
            made = make(block, list(inside))
            made = made if isinstance(made, list) else [made]
            block.line(f"stablehlo.return {', '.join(v.name for v in made)} : {', '.join(v.type for v in made)}")
            self.lines += [f"{'  ' * self.indent} {keyword} {{", *block.lines, "  " * self.indent + ("}" if keyword == "do" else "}")]
        # `} do {` may stand on lines of its own.
        return [Value(f"{name}#{i}", v.shape, v.dtype) for i, v in enumerate(state)]

    def call(self, function, make, *arguments):
        """A private function, written once per name and types."""
        types = ", ".join(a.type for a in arguments)
        key = (function, types)
        if key not in self.module.private:
            symbol = function if all(k[0] != function for k in self.module.private) else f"{function}_{len(self.module.private)}"
            block = Body(self.module)
            inside = [Value(f"%arg{i}", a.shape, a.dtype) for i, a in enumerate(arguments)]
            result = make(block, *inside)
            block.line(f"return {result.name} : {result.type}")
            head = ", ".join(f"{a.name}: {a.type}" for a in inside)
            self.module.private[key] = (symbol, result, [f"  func.func private @{symbol}({head}) -> {result.type} {{", *block.lines, "  }"])
        symbol, result, _ = self.module.private[key]
        return self.op(f"call @{symbol}({', '.join(a.name for a in arguments)}) : ({types}) -> {result.type}", result.shape, result.dtype)


class Module(Body):
    """@main with its arguments; `finish` writes the module."""

    def __init__(self, name, attributes):
        self.count, self.private, self.arguments = 0, {}, []
        super().__init__(self)
        self.module_name, self.attributes = name, attributes

    def argument(self, shape, dtype, **attributes):
        value = Value(f"%arg{len(self.arguments)}", shape, dtype)
        self.arguments.append((value, attributes))
        return value

    def finish(self, results):
        def written(attributes):
            words = [f"{key.replace('__', '.')} = {text}" for key, text in attributes.items()]
            return " {" + ", ".join(words) + "}" if words else ""
        head = ", ".join(f"{value.name}: {value.type}{written(attributes)}" for value, attributes in self.arguments)
        types = ", ".join(r.type for r in results)
        self.line(f"return {', '.join(r.name for r in results)} : {types}")
        private = [line for _, _, lines in self.private.values() for line in lines]
        return "\n".join([f"module @{self.module_name} attributes {{{self.attributes}}} {{",
                          f"  func.func public @main({head}) -> ({types}) {{", *self.lines, "  }", *private, "}", ""])

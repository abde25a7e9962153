//===- Shape.cpp - What TTIR asks of ops that move elements ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../OpView.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

/// -1, which no extent is, where the product overflows.
static int64_t product(int64_t a, int64_t b) {
  int64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? -1 : result;
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

static LogicalResult verifyBroadcast(Operation *op) {
  OpView view(op, "input -> result");
  SmallVector<int64_t> repeats = *view.integers("broadcast_dimensions");
  Shape input = view.shape("input"), result = view.shape("result");
  if (view.rank("result", input.size()).count("broadcast_dimensions", {static_cast<int64_t>(input.size())}).failed())
    return failure();
  std::optional<SmallVector<int64_t>> common = shape::broadcast({input, result});
  view.require(common.has_value(), "input of shape " + text(input) + " does not broadcast to " + text(result));
  for (size_t dim = 0; dim < input.size(); ++dim)
    view.extentIs("result", dim, product(input[dim], repeats[dim]), "extent of the input times broadcast_dimensions");
  return view.done();
}

static LogicalResult verifyRepeat(Operation *op) {
  OpView view(op, "input -> result");
  SmallVector<int64_t> repeats = *view.integers("repeat_dimensions");
  Shape input = view.shape("input");
  if (view.rank("result", input.size())
          .count("repeat_dimensions", {static_cast<int64_t>(input.size())})
          .inRange("repeat_dimensions", 1)
          .failed())
    return failure();
  for (size_t dim = 0; dim < input.size(); ++dim)
    view.extentIs("result", dim, product(input[dim], repeats[dim]), "extent of the input times repeat_dimensions");
  return view.done();
}

static LogicalResult verifyRepeatInterleave(Operation *op) {
  OpView view(op, "input -> result");
  if (view.rankAtLeast("input", 1).inRange("repeats", 1).dimension("dim", view.shape("input").size()).failed())
    return failure();
  SmallVector<int64_t> expected(view.shape("input"));
  int64_t &extent = expected[*shape::normalizeDim(view.integer("dim"), expected.size())];
  extent = product(extent, view.integer("repeats"));
  return view.shapeIs("result", expected).done();
}

static LogicalResult verifyReshape(Operation *op) {
  OpView view(op, "input -> result");
  SmallVector<int64_t> shape = *view.integers("shape");
  Shape result = view.shape("result");
  view.equal("elements of input", view.volume("input"), "elements of result", view.volume("result"))
      .count("shape", {static_cast<int64_t>(result.size())})
      .inRange("shape", -1)
      .require(llvm::count(shape, -1) <= 1, "shape has more than one -1");
  for (size_t dim = 0; dim < shape.size() && !view.failed(); ++dim)
    view.require(shape[dim] == -1 || shape[dim] == result[dim], "shape says " + Twine(shape[dim]) + " for dimension " +
                                                                    Twine(dim) + ", the result has " +
                                                                    Twine(result[dim]));
  return view.done();
}

static LogicalResult verifySqueeze(Operation *op) {
  OpView view(op, "input -> result");
  SmallVector<int64_t> expected(view.shape("input"));
  if (view.dimension("dim", expected.size())
          .rankAtLeast("result", 1)
          .rank("result", static_cast<int64_t>(expected.size()) - 1)
          .failed())
    return failure();
  int64_t dim = *shape::normalizeDim(view.integer("dim"), expected.size());
  view.extentIs("input", dim, 1, "what is squeezed");
  expected.erase(expected.begin() + dim);
  return view.shapeIs("result", expected).done();
}

static LogicalResult verifyUnsqueeze(Operation *op) {
  OpView view(op, "input -> result");
  SmallVector<int64_t> expected(view.shape("input"));
  if (view.dimension("dim", expected.size() + 1).failed())
    return failure();
  expected.insert(expected.begin() + *shape::normalizeDim(view.integer("dim"), expected.size() + 1), 1);
  return view.shapeIs("result", expected).done();
}

/// Extents of the two dimensions are exchanged; the others are not asked.
static LogicalResult verifyTranspose(Operation *op) {
  OpView view(op, "input -> result");
  int64_t rank = view.shape("input").size();
  if (view.rankAtLeast("input", 2).rank("result", rank).dimension("dim0", rank).dimension("dim1", rank).failed())
    return failure();
  int64_t first = *shape::normalizeDim(view.integer("dim0"), rank),
          second = *shape::normalizeDim(view.integer("dim1"), rank);
  return view.sameExtent("input", first, "result", second).sameExtent("input", second, "result", first).done();
}

static LogicalResult verifyPermute(Operation *op) {
  return shape::verifyPermute(op, *shape::integers(op->getAttr("permutation")));
}

static LogicalResult verifyReverse(Operation *op) {
  OpView view(op, "input -> result");
  SmallVector<int64_t> dims = *view.integers("dimensions");
  view.sameShape("input result").inRange("dimensions", 0, static_cast<int64_t>(view.shape("input").size()) - 1);
  llvm::sort(dims);
  return view.require(std::adjacent_find(dims.begin(), dims.end()) == dims.end(), "dimensions must be unique").done();
}

static LogicalResult verifyPad(Operation *op) {
  OpView view(op, "input -> result");
  SmallVector<int64_t> padding = *view.integers("padding"), expected(view.shape("input"));
  if (view.count("padding", {static_cast<int64_t>(2 * expected.size())}).failed())
    return failure();
  for (size_t dim = 0; dim < expected.size(); ++dim)
    expected[dim] += padding[2 * dim] + padding[2 * dim + 1];
  return view.shapeIs("result", expected).done();
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// Elements that begin, end and step take of `extent`, both counted from the end where they are negative. An empty
/// slice may lie anywhere where `mayBeOutside`.
static int64_t sliced(OpView &view, size_t dim, int64_t extent, int64_t begin, int64_t end, int64_t step,
                      bool mayBeOutside) {
  int64_t from = begin + (begin < 0 ? extent : 0), to = end + (end < 0 ? extent : 0);
  bool empty = mayBeOutside && from == to;
  view.require(empty || (from >= 0 && from < extent) || (!mayBeOutside && from == to && from == extent),
               "begin " + Twine(begin) + " of dimension " + Twine(dim) + " is outside of its " + Twine(extent) +
                   " elements")
      .require(empty || (to >= 0 && to <= extent), "end " + Twine(end) + " of dimension " + Twine(dim) +
                                                       " is outside of its " + Twine(extent) + " elements")
      .require(step != 0, "step of dimension " + Twine(dim) + " is 0: it must not be")
      .require(step <= 0 || from <= to,
               "dimension " + Twine(dim) + " goes from " + Twine(from) + " down to " + Twine(to) + " by " + Twine(step))
      .require(step >= 0 || from >= to,
               "dimension " + Twine(dim) + " goes from " + Twine(from) + " up to " + Twine(to) + " by " + Twine(step));
  if (view.failed())
    return 0;
  int64_t distance = step > 0 ? to - from : from - to, by = std::abs(step);
  return (distance + by - 1) / by;
}

static LogicalResult verifySliceStatic(Operation *op) {
  OpView view(op, "input -> result");
  int64_t rank = view.shape("input").size();
  if (view.rankAtLeast("input", 1)
          .rank("result", rank)
          .sameElement("input result")
          .count("begins", {rank})
          .count("ends", {rank})
          .count("step", {rank})
          .failed())
    return failure();
  SmallVector<int64_t> begins = *view.integers("begins"), ends = *view.integers("ends"), steps = *view.integers("step");
  for (int64_t dim = 0; dim < rank && !view.failed(); ++dim) {
    int64_t count = sliced(view, dim, view.extent("input", dim), begins[dim], ends[dim], steps[dim], true);
    view.extentIs("result", dim, count, "elements of the slice");
  }
  return view.done();
}

/// Front ends of before may count the dimension from the end, which tt-mlir does not take any more.
static LogicalResult verifyIndex(Operation *op) {
  OpView view(op, "input -> result");
  int64_t rank = view.shape("input").size();
  if (view.rankAtLeast("input", 1).rank("result", rank).sameElement("input result").dimension("dim", rank).failed())
    return failure();
  int64_t dim = *shape::normalizeDim(view.integer("dim"), rank);
  int64_t count = sliced(view, dim, view.extent("input", dim), view.integer("begin"), view.integer("end"),
                         view.integer("step"), false);
  return view.extentIs("result", dim, count, "elements of the slice").done();
}

static LogicalResult verifySliceDynamic(Operation *op) {
  OpView view(op, "input begins ends -> result");
  int64_t rank = view.shape("input").size();
  if (view.rankAtLeast("input", 1)
          .rank("begins ends", 1)
          .extentIs("begins", 0, rank, "dimensions of the input")
          .extentIs("ends", 0, rank, "dimensions of the input")
          .rank("result", rank)
          .sameElement("input result")
          .count("step", {rank})
          .failed())
    return failure();
  for (auto [dim, step] : llvm::enumerate(view.integers("step").value_or(SmallVector<int64_t>())))
    view.require(step != 0, "step of dimension " + Twine(dim) + " is 0: it must not be");
  return view.done();
}

/// Extents of the inputs but `dim` are equal; of the result only that of `dim` is asked.
static LogicalResult verifyConcat(Operation *op) {
  OpView view(op, "inputs* -> result");
  if (view.require(op->getNumOperands() > 0, "needs at least one operand").failed())
    return failure();
  int64_t rank = view.shape("inputs").size(), sum = 0;
  if (view.dimension("dim", rank).failed())
    return failure();
  int64_t dim = *shape::normalizeDim(view.integer("dim"), rank);
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    Shape extents = shape::of(operand);
    bool fits = static_cast<int64_t>(extents.size()) == rank;
    for (int64_t at = 0; fits && at < rank; ++at)
      fits = at == dim || extents[at] == view.extent("inputs", at);
    if (view.require(fits, "operand " + Twine(index) + " of shape " + text(extents) + " does not fit the first of " +
                               text(view.shape("inputs")))
            .failed())
      return failure();
    sum += extents[dim];
  }
  return view.extentIs("result", dim, sum, "sum of the operands").done();
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// `a b c -> c (a b)`: what an output dimension puts together.
static LogicalResult verifyRearrange(Operation *op) {
  OpView view(op, "input -> result");
  StringRef pattern = op->getAttrOfType<StringAttr>("pattern").getValue();
  SmallVector<StringRef> sides;
  pattern.split(sides, "->");
  if (view.require(sides.size() == 2, "pattern '" + pattern + "' must have one ->").failed())
    return failure();
  llvm::StringMap<int64_t> extents;
  SmallVector<StringRef> names;
  StringRef left = sides[0];
  SmallVector<StringRef> words;
  left.split(words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef word : words)
    names.push_back(word.trim("()"));
  bool joins = llvm::any_of(words, [](StringRef word) { return word.starts_with("(") != word.ends_with(")"); });
  if (view.require(!joins, "pattern '" + pattern + "' joins dimensions left of the arrow")
          .equal("rank of input", view.shape("input").size(), "dimensions left of the arrow", names.size())
          .failed())
    return failure();
  for (auto [dim, name] : llvm::enumerate(names))
    view.require(extents.try_emplace(name, view.extent("input", dim)).second,
                 "pattern '" + pattern + "' names " + name + " twice");
  SmallVector<int64_t> expected;
  int64_t depth = 0;
  size_t used = 0;
  for (StringRef rest = sides[1].ltrim(' '); !rest.empty(); rest = rest.ltrim(' ')) {
    if (rest.front() == '(' || rest.front() == ')') {
      if (rest.front() == '(' && depth++ == 0)
        expected.push_back(1);
      depth -= rest.front() == ')' && depth > 0;
      rest = rest.drop_front();
      continue;
    }
    StringRef name = rest.take_until([](char c) { return c == ' ' || c == '(' || c == ')'; });
    rest = rest.drop_front(name.size());
    auto known = extents.find(name);
    if (view.require(known != extents.end() || name == "1",
                     "pattern '" + pattern + "' has no " + name + " left of the arrow")
            .failed())
      return failure();
    used += known != extents.end();
    int64_t extent = known == extents.end() ? 1 : known->second;
    if (depth > 0)
      expected.back() *= extent;
    else
      expected.push_back(extent);
  }
  return view.require(used == names.size(), "pattern '" + pattern + "' must name each dimension once on both sides")
      .shapeIs("result", expected)
      .done();
}

/// `length` elements from `begin` on, again every `stride`; a stride of 0 is none.
static LogicalResult verifyIndexSelect(Operation *op) {
  OpView view(op, "input indices? -> result");
  int64_t rank = view.shape("input").size();
  if (view.require(!view.has("indices"), "takes one operand: what it selects is said by begin, length and stride (rows "
                                         "by indices are an embedding or a gather)")
          .rank("result", rank)
          .sameElement("input result")
          .dimension("dim", rank)
          .require(view.attr("begin") && view.attr("length"), "requires attributes begin and length")
          .failed())
    return failure();
  int64_t dim = *shape::normalizeDim(view.integer("dim"), rank), extent = view.extent("input", dim);
  int64_t begin = view.integer("begin"), length = view.integer("length"), given = view.integer("stride"),
          stride = given == 0 ? extent : given;
  if (view.inRange("begin", 0, extent - 1)
          .inRange("stride", 0, extent)
          .require(length >= 1 && length <= stride,
                   "length " + Twine(length) + " must be at least 1 and at most the stride " + Twine(stride))
          .require(begin + length <= extent,
                   "takes elements " + Twine(begin) + " to " + Twine(begin + length) + " of " + Twine(extent))
          .failed())
    return failure();
  int64_t count = 0;
  for (int64_t at = begin; at < extent; at += stride)
    count += std::min(length, extent - at);
  return view.extentIs("result", dim, count, "elements of all slices").done();
}

void rules::addTTIRShapeRules(RuleTable &table) {
  add(table, {"ttir.broadcast"}, verifyBroadcast);
  add(table, {"ttir.repeat"}, verifyRepeat);
  add(table, {"ttir.repeat_interleave", "ttnn.repeat_interleave"}, verifyRepeatInterleave);
  add(table, {"ttir.reshape", "ttnn.reshape"}, verifyReshape);
  add(table, {"ttir.squeeze"}, verifySqueeze);
  add(table, {"ttir.unsqueeze"}, verifyUnsqueeze);
  add(table, {"ttir.transpose", "ttnn.transpose"}, verifyTranspose);
  add(table, {"ttir.permute", "ttnn.permute"}, verifyPermute);
  add(table, {"ttir.reverse"}, verifyReverse);
  add(table, {"ttir.pad"}, verifyPad);
  add(table, {"ttir.slice_static", "ttnn.slice_static"}, verifySliceStatic);
  add(table, {"ttir.index"}, verifyIndex);
  add(table, {"ttir.slice_dynamic", "ttnn.slice_dynamic"}, verifySliceDynamic);
  add(table, {"ttir.concat", "ttnn.concat"}, verifyConcat);
  add(table, {"ttir.rearrange"}, verifyRearrange);
  add(table, {"ttir.index_select"}, verifyIndexSelect);
}

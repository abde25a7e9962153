//===- Shape.cpp - Rules of ops that move elements ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpView.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"

#include <cmath>

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

//===----------------------------------------------------------------------===//
// Movement: elements keep their type
//===----------------------------------------------------------------------===//

static LogicalResult verifyMove(Operation *op) {
  return OpView(op, "input -> result").sameElement("input result").done();
}

/// Extents of one repeat; what repeats larger ones is a repeat.
static LogicalResult verifyBroadcast(Operation *op) {
  OpView view(op, "input -> result");
  view.sameElement("input result");
  SmallVector<int64_t> repeats = view.integers("broadcast_dimensions").value_or(SmallVector<int64_t>());
  size_t rank = view.shape("input").size();
  for (size_t dim = 0; dim < rank && repeats.size() >= rank; ++dim) {
    int64_t extent = view.extent("input", dim), times = repeats[dim + repeats.size() - rank];
    view.require(extent == 1 || times == 1, "dimension " + Twine(dim) + " of input is " + Twine(extent) +
                                                ", repeated " + Twine(times) + " times: only 1 broadcasts");
  }
  return view.done();
}

static LogicalResult verifyReshape(Operation *op) {
  OpView view(op, "input -> result");
  if (view.sameElement("input result").failed() || !view.attr("shape"))
    return view.done();
  std::optional<SmallVector<int64_t>> shape = view.integers("shape");
  if (view.require(shape.has_value(), "shape must hold integers").failed())
    return failure();
  return view.count("shape", {static_cast<int64_t>(view.shape("result").size())}).inRange("shape", -1).done();
}

static LogicalResult verifyConcat(Operation *op) {
  OpView view(op, "inputs* -> result");
  if (view.require(op->getNumOperands() > 0, "needs at least one operand").failed())
    return failure();
  Type element = cast<ShapedType>(op->getResult(0).getType()).getElementType();
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    Type type = cast<ShapedType>(operand.getType()).getElementType();
    if (type != element)
      return op->emitOpError() << "operand " << index << " has elements of type " << type << ", the result of "
                               << element << ": they must be equal";
  }
  return view.dimension("dim", view.shape("result").size()).done();
}

static LogicalResult verifySlice(Operation *op) {
  OpView view(op, "input -> result");
  int64_t rank = view.shape("input").size();
  view.sameElement("input result").rank("result", rank);
  for (StringRef name : {"begins", "ends", "step"})
    view.require(view.integers(name).has_value(), name + " must hold integers").count(name, {rank});
  if (view.failed())
    return failure();
  for (auto [dim, step] : llvm::enumerate(*view.integers("step")))
    view.require(step != 0, "step of dimension " + Twine(dim) + " is 0: it must not be");
  return view.done();
}

static LogicalResult verifySliceDynamic(Operation *op) {
  OpView view(op, "input begins ends -> result");
  if (view.rankAtLeast("input", 1).rank("begins ends", 1).isIndex("begins ends").failed())
    return failure();
  int64_t rank = view.shape("input").size();
  view.extentIs("begins", 0, rank, "one for each dimension of the input")
      .extentIs("ends", 0, rank, "one for each dimension of the input")
      .sameElement("begins ends")
      .rank("result", rank)
      .sameElement("input result")
      .count("step", {rank});
  if (view.failed())
    return failure();
  std::optional<SmallVector<int64_t>> step = view.integers("step");
  if (view.require(!view.attr("step") || step, "step must hold integers").failed())
    return failure();
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t by = step ? (*step)[dim] : 1, whole = view.extent("input", dim), part = view.extent("result", dim);
    view.require(by != 0, "step of dimension " + Twine(dim) + " is 0: it must not be");
    if (view.failed())
      return failure();
    int64_t most = (whole + std::abs(by) - 1) / std::abs(by);
    view.require(part <= most, "dimension " + Twine(dim) + " of result is " + Twine(part) + ", at most " + Twine(most) +
                                   " of " + Twine(whole) + " lie " + Twine(std::abs(by)) + " apart");
  }
  return view.done();
}

static LogicalResult verifyRepeatInterleave(Operation *op) {
  OpView view(op, "input -> result");
  return view.sameElement("input result").inRange("repeats", 1).dimension("dim", view.shape("input").size()).done();
}

static LogicalResult verifyTranspose(Operation *op) {
  OpView view(op, "input -> result");
  int64_t rank = view.shape("input").size();
  return view.sameElement("input result").dimension("dim0", rank).dimension("dim1", rank).done();
}

static LogicalResult verifyPermute(Operation *op) {
  OpView view(op, "input -> result");
  int64_t rank = view.shape("input").size();
  return view.sameElement("input result").count("permutation", {rank}).inRange("permutation", 0, rank - 1).done();
}

static LogicalResult verifyReverse(Operation *op) {
  OpView view(op, "input -> result");
  if (view.sameElement("input result").failed())
    return failure();
  int64_t rank = view.shape("input").size();
  SmallVector<bool> seen(rank, false);
  for (int64_t dim : view.integers("dimensions").value_or(SmallVector<int64_t>())) {
    std::optional<int64_t> at = shape::normalizeDim(dim, rank);
    if (view.require(at.has_value(), "dimension " + Twine(dim) + " is out of range for rank " + Twine(rank)).failed() ||
        view.require(!std::exchange(seen[*at], true), "dimension " + Twine(dim) + " is named twice").failed())
      return failure();
  }
  return view.done();
}

namespace {
/// One side of a pattern `a b c -> c (a b)`: the names of each dimension; parentheses make one of several.
using PatternSide = SmallVector<SmallVector<StringRef>>;
} // namespace

/// Nothing where parentheses do not match.
static std::optional<PatternSide> patternSide(StringRef side) {
  PatternSide dims;
  bool inside = false;
  while (!(side = side.ltrim(' ')).empty()) {
    if (side.front() == '(' || side.front() == ')') {
      if (inside == (side.front() == '('))
        return std::nullopt;
      inside = !inside;
      if (inside)
        dims.emplace_back();
      side = side.drop_front();
      continue;
    }
    StringRef name = side.take_until([](char c) { return c == ' ' || c == '(' || c == ')'; });
    side = side.drop_front(name.size());
    if (!inside)
      dims.emplace_back();
    dims.back().push_back(name);
  }
  return inside ? std::nullopt : std::optional(dims);
}

static SmallVector<StringRef> sortedNames(const PatternSide &side) {
  SmallVector<StringRef> names;
  for (const SmallVector<StringRef> &dim : side)
    llvm::append_range(names, dim);
  llvm::sort(names);
  return names;
}

/// Extents right of the arrow that follow from single names left of it.
static OpView &checkRearranged(OpView &view, const PatternSide &from, const PatternSide &to) {
  llvm::StringMap<int64_t> extents;
  for (auto [dim, names] : llvm::enumerate(from))
    if (names.size() == 1)
      extents[names[0]] = view.extent("input", dim);
  for (auto [dim, names] : llvm::enumerate(to)) {
    std::optional<int64_t> expected = 1;
    for (StringRef name : names)
      expected = expected && extents.contains(name) ? boundedVolume({*expected, extents[name]}) : std::nullopt;
    if (expected)
      view.extentIs("result", dim, *expected, "what the pattern puts there");
  }
  return view;
}

/// `a b c -> c (a b)`: the names left and right of the arrow are the same ones; the left ones count the dimensions.
static LogicalResult verifyRearrange(Operation *op) {
  OpView view(op, "input -> result");
  StringRef pattern = op->getAttrOfType<StringAttr>("pattern").getValue();
  auto [left, right] = pattern.split("->");
  std::optional<PatternSide> from = patternSide(left), to = patternSide(right);
  if (view.sameElement("input result")
          .require(pattern.contains("->"), "pattern '" + pattern + "' has no ->")
          .require(from && to, "parentheses of pattern '" + pattern + "' do not match")
          .volumeIs("result", view.volume("input"), "those of the input")
          .failed())
    return failure();
  SmallVector<StringRef> before = sortedNames(*from), after = sortedNames(*to);
  if (view.require(before == after && std::adjacent_find(before.begin(), before.end()) == before.end(),
                   "pattern '" + pattern + "' must name the same dimensions once on both sides")
          .equal("rank of input", view.shape("input").size(), "dimensions left of the arrow", from->size())
          .equal("rank of result", view.shape("result").size(), "dimensions right of the arrow", to->size())
          .failed())
    return failure();
  return checkRearranged(view, *from, *to).done();
}

static LogicalResult verifyGetDimensionSize(Operation *op) {
  OpView view(op, "operand -> result");
  return view.dimension("dimension", view.shape("operand").size())
      .volumeIs("result", 1, "one number")
      .isInteger("result")
      .done();
}

static LogicalResult verifyIndexSelect(Operation *op) {
  OpView view(op, "input indices? -> result");
  return view.sameElement("input result")
      .dimension("dim", view.shape("input").size())
      .require(!view.has("indices"), "takes one operand: what it selects is said by begin, length and stride (rows by "
                                     "indices are an embedding or a gather)")
      .require(op->hasAttr("begin") && op->hasAttr("length"), "needs both begin and length")
      .inRange("begin stride", 0)
      .inRange("length", 1)
      .done();
}

void rules::addShapeRules(RuleTable &table) {
  addOfLibrary(table, {"broadcast"}, verifyBroadcast);
  addOfLibrary(table, {"repeat", "index", "pad", "select", "squeeze", "unsqueeze"}, verifyMove);
  addOfLibrary(table, {"reshape"}, verifyReshape);
  addOfLibrary(table, {"permute"}, verifyPermute);
  addOfLibrary(table, {"transpose"}, verifyTranspose);
  addOfLibrary(table, {"reverse"}, verifyReverse);
  addOfLibrary(table, {"concat"}, verifyConcat);
  addOfLibrary(table, {"slice_static"}, verifySlice);
  addOfLibrary(table, {"slice_dynamic"}, verifySliceDynamic);
  addOfLibrary(table, {"repeat_interleave"}, verifyRepeatInterleave);
  addOfLibrary(table, {"rearrange"}, verifyRearrange);
  addOfLibrary(table, {"get_dimension_size"}, verifyGetDimensionSize);
  addOfLibrary(table, {"index_select"}, verifyIndexSelect);
}

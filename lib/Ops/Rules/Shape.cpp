//===- Shape.cpp - Rules of ops that move or create elements -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpView.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "llvm/ADT/APFloat.h"

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

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

/// The attribute that says the shape of the result, as integers.
static std::optional<SmallVector<int64_t>> shapeOf(Attribute attribute) {
  if (auto shape = dyn_cast_or_null<ttnn::ShapeAttr>(attribute))
    return SmallVector<int64_t>(shape.getShape());
  return shape::integers(attribute);
}

static LogicalResult verifyCreated(Operation *op, StringRef name) {
  OpView view(op, "device? -> result");
  if (!op->hasAttr(name))
    return success();
  std::optional<SmallVector<int64_t>> shape = shapeOf(op->getAttr(name));
  if (view.require(shape.has_value(), name + " must hold integers").failed())
    return failure();
  return view
      .require(Shape(*shape) == view.shape("result"), name + " is " + text(*shape) + ", the result has shape " +
                                                          text(view.shape("result")) + ": they must be equal")
      .done();
}

/// Elements of the result hold `value`: whole and in range for integers, finite in range or no finite one for reals.
static OpView &checkHolds(OpView &view, double value) {
  Type element = cast<ShapedType>(view.operation()->getResult(0).getType()).getElementType();
  std::string given;
  llvm::raw_string_ostream(given) << "fill_value " << value;
  if (auto integer = dyn_cast<IntegerType>(element)) {
    unsigned bits = integer.getWidth();
    // An integer without sign holds what either sign can say; a truth value holds any number.
    double low = integer.isUnsigned() ? 0 : -std::ldexp(1.0, bits - 1);
    double high = std::ldexp(1.0, integer.isSigned() ? bits - 1 : bits) - 1;
    return view.require(bits == 1 || std::floor(value) == value, given + " is no integer")
        .require(bits == 1 || (value >= low && value <= high), given + " does not fit " + Twine(bits) + " bits");
  }
  auto real = dyn_cast<FloatType>(element);
  if (!real || !std::isfinite(value))
    return view;
  double largest = llvm::APFloat::getLargest(real.getFloatSemantics()).convertToDouble();
  return view.require(std::abs(value) <= largest, given + " does not fit " + Twine(real.getWidth()) + " bits");
}

static LogicalResult verifyFilled(Operation *op) {
  if (failed(verifyCreated(op, "shape")))
    return failure();
  OpView view(op, "device? -> result");
  Attribute fill = op->getAttr("fill_value");
  bool isNumber = isa_and_nonnull<FloatAttr>(fill) || (isa_and_nonnull<IntegerAttr>(fill) && !isa<BoolAttr>(fill));
  view.require(!fill || isNumber, "fill_value must be a number");
  if (view.failed() || !fill || op->getNumResults() == 0)
    return view.done();
  return checkHolds(view, *view.number("fill_value")).done();
}

static LogicalResult verifyRand(Operation *op) {
  if (failed(verifyCreated(op, "size")))
    return failure();
  OpView view(op, "device? -> result");
  double low = view.number("low").value_or(0), high = view.number("high").value_or(1);
  view.require(low < high, "low (" + std::to_string(low) + ") must be less than high (" + std::to_string(high) + ")")
      .isReal("result");
  auto dtype = op->getAttrOfType<TypeAttr>("dtype");
  Type element = cast<ShapedType>(op->getResult(0).getType()).getElementType();
  if (dtype && !view.failed() && dtype.getValue() != element)
    return op->emitOpError() << "dtype is " << dtype << ", the result has elements of type " << element;
  return view.done();
}

static LogicalResult verifyConstant(Operation *op) {
  auto value = op->getAttrOfType<ElementsAttr>("value");
  Type from = value.getElementType(), to = cast<ShapedType>(op->getResult(0).getType()).getElementType();
  if (isa<FloatType>(from) != isa<FloatType>(to) && isa<FloatType, IntegerType>(to) &&
      isa<FloatType, IntegerType>(from))
    return op->emitOpError() << "value has elements of type " << from << ", the result of " << to
                             << ": both must be integers or both reals";
  return success();
}

static LogicalResult verifyArange(Operation *op) {
  OpView view(op, "device? -> result");
  int64_t start = view.integer("start"), end = view.integer("end"), step = view.integer("step");
  auto dim = shape::normalizeDim(view.integer("arange_dimension", -1), view.shape("result").size());
  if (op->getName().getDialectNamespace() == "ttnn" && view.rank("result", 1).failed())
    return failure();
  if (view.rankAtLeast("result", 1)
          .require(step != 0, "step is 0: it must not be")
          .require(dim.has_value(), "arange_dimension " + Twine(view.integer("arange_dimension", -1)) +
                                        " is out of range for rank " + Twine(view.shape("result").size()))
          .failed())
    return failure();
  __int128 distance = static_cast<__int128>(end) - start;
  view.require(distance == 0 || (distance > 0) == (step > 0),
               "cannot count from " + Twine(start) + " to " + Twine(end) + " by " + Twine(step));
  __int128 by = step > 0 ? step : -static_cast<__int128>(step),
           count = ((distance < 0 ? -distance : distance) + by - 1) / by;
  return view
      .require(count == view.extent("result", *dim), "counts " + Twine(static_cast<int64_t>(count)) +
                                                         " values, dimension " + Twine(*dim) + " of result is " +
                                                         Twine(view.extent("result", *dim)))
      .done();
}

//===----------------------------------------------------------------------===//
// Layouts and devices
//===----------------------------------------------------------------------===//

static ttnn::TTNNLayoutAttr layoutOf(Value value) { return ttnn::layoutOf(value.getType()); }

/// A copy between memories takes pages as they are.
static OpView &checkSamePages(OpView &view) {
  ttnn::TTNNLayoutAttr from = layoutOf(view.get("input")), to = layoutOf(view.get("result"));
  auto pages = [](ttnn::TTNNLayoutAttr layout) { return layout.isTiled() ? "tiles" : "rows"; };
  return view.require(!from || !to || from.isTiled() == to.isTiled(),
                      Twine("input lies in ") + (from ? pages(from) : "") + ", result in " + (to ? pages(to) : "") +
                          ": only ttnn.to_layout changes pages");
}

static LogicalResult verifyToDevice(Operation *op) {
  OpView view(op, "input device -> result");
  if (view.sameElement("input result").failed())
    return failure();
  ttnn::TTNNLayoutAttr from = layoutOf(op->getOperand(0)), to = layoutOf(op->getResult(0));
  view.require(!from || !from.isDeviceMemory(), "input lies in device memory already")
      .require(!to || to.isDeviceMemory(), "result lies in system_memory: a copy to the device ends in dram or l1");
  return checkSamePages(view).done();
}

static LogicalResult verifyFromDevice(Operation *op) {
  OpView view(op, "input -> result");
  if (view.sameElement("input result").failed())
    return failure();
  ttnn::TTNNLayoutAttr from = layoutOf(op->getOperand(0)), to = layoutOf(op->getResult(0));
  view.require(!from || from.isDeviceMemory(), "input lies in system_memory already")
      .require(!to || !to.isDeviceMemory(), "result lies in device memory: a copy from the device ends in "
                                            "system_memory");
  return checkSamePages(view).done();
}

static LogicalResult verifyToMemoryConfig(Operation *op) {
  OpView view(op, "input -> result");
  if (view.sameShape("input result").sameElement("input result").failed())
    return failure();
  for (StringRef name : {"input", "result"})
    if (ttnn::TTNNLayoutAttr layout = layoutOf(view.get(name)))
      view.require(layout.isDeviceMemory(), name + " lies in system_memory: both must lie in device memory");
  return checkSamePages(view).done();
}

/// A mesh of one chip or more; its corner.
static LogicalResult verifyGetDevice(Operation *op) {
  OpView view(op, "-> device");
  if (auto shape = op->getAttrOfType<ttnn::MeshShapeAttr>("mesh_shape"))
    view.require(shape.getY() > 0 && shape.getX() > 0,
                 "mesh_shape is " + Twine(shape.getY()) + "x" + Twine(shape.getX()) + ": both must be at least 1");
  return view.done();
}

static LogicalResult verifyAlike(Operation *op) {
  return OpView(op, "input -> result").sameShape("input result").sameElement("input result").done();
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
  addOfLibrary(table, {"full", "zeros", "ones", "empty"}, verifyFilled);
  addOfLibrary(table, {"rand"}, verifyRand);
  addOfLibrary(table, {"constant"}, verifyConstant);
  addOfLibrary(table, {"arange"}, verifyArange);
  addOfLibrary(table, {"to_device"}, verifyToDevice);
  addOfLibrary(table, {"from_device"}, verifyFromDevice);
  addOfLibrary(table, {"to_memory_config"}, verifyToMemoryConfig);
  addOfLibrary(table, {"assign"}, verifyAlike);
  addOfLibrary(table, {"get_device"}, verifyGetDevice);
}

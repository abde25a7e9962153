//===- Creation.cpp - Rules of ops that make a tensor of nothing ----------===//
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

void rules::addCreationRules(RuleTable &table) {
  addOfLibrary(table, {"full", "zeros", "ones", "empty"}, verifyFilled);
  addOfLibrary(table, {"rand"}, verifyRand);
  addOfLibrary(table, {"constant"}, verifyConstant);
  addOfLibrary(table, {"arange"}, verifyArange);
}

//===- Creation.cpp - What TTNN asks of ops that make a tensor of nothing -===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Layouts.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

static LogicalResult verifyFilled(Operation *op) {
  OpView view(op, "device? -> result");
  return hasLayout(view, "result").shapeIs("result", op->getAttrOfType<ttnn::ShapeAttr>("shape").getShape()).done();
}

static LogicalResult verifyFull(Operation *op) {
  OpView view(op, "device? -> result");
  return hasLayout(view, "result").done();
}

static LogicalResult verifyRand(Operation *op) {
  OpView view(op, "device? -> result");
  return hasLayout(view.require(op->getNumOperands() == 1, "needs a device"), "result")
      .shapeIs("result", op->getAttrOfType<ttnn::ShapeAttr>("size").getShape())
      .require(!(view.number("low").value_or(0) >= view.number("high").value_or(1)), "low must be less than high")
      .done();
}

static LogicalResult verifyArange(Operation *op) {
  OpView view(op, "device? -> result");
  int64_t start = view.integer("start"), end = view.integer("end"), step = view.integer("step");
  if (hasLayout(view, "result").require(step != 0, "step is 0: it must not be").failed())
    return failure();
  int64_t count = static_cast<int64_t>((static_cast<__int128>(end) - start) / step);
  return view.require(count > 0, "cannot count from " + Twine(start) + " to " + Twine(end) + " by " + Twine(step))
      .shapeIs("result", {count})
      .done();
}

/// A device exactly where the tensor lies on it.
static OpView &checkDevice(OpView &view) {
  if (hasLayout(view, "result").failed())
    return view;
  bool given = view.operation()->getNumOperands() > 0;
  return onDevice(view, "result", given);
}

static LogicalResult verifyConstant(Operation *op) {
  OpView view(op, "device? -> result");
  auto value = op->getAttrOfType<ElementsAttr>("value");
  view.shapeIs("result", cast<ShapedType>(value.getType()).getShape())
      .require(isa<DenseElementsAttr, DenseResourceElementsAttr>(value), "value must be dense or a dense resource");
  return checkDevice(view).done();
}

void rules::addTTNNCreationRules(RuleTable &table) {
  add(table, {"ttnn.empty", "ttnn.zeros", "ttnn.ones"}, verifyFilled);
  add(table, {"ttnn.full"}, verifyFull);
  add(table, {"ttnn.rand"}, verifyRand);
  add(table, {"ttnn.arange"}, verifyArange);
  add(table, {"ttnn.constant"}, verifyConstant);
}

//===- Creation.cpp - What TTIR asks of ops that make a tensor of nothing -===//
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

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

static LogicalResult verifyFull(Operation *op) {
  OpView view(op, "-> result");
  return view.shapeIs("result", *view.integers("shape")).done();
}

static LogicalResult verifyRand(Operation *op) {
  OpView view(op, "-> result");
  return view.shapeIs("result", *view.integers("size"))
      .require(!(view.number("low").value_or(0) >= view.number("high").value_or(1)), "low must be less than high")
      .done();
}

static LogicalResult verifyConstant(Operation *op) {
  OpView view(op, "-> result");
  auto value = op->getAttrOfType<ElementsAttr>("value");
  return view.shapeIs("result", cast<ShapedType>(value.getType()).getShape())
      .require(isa<DenseElementsAttr, DenseResourceElementsAttr>(value), "value must be dense or a dense resource")
      .done();
}

/// The result holds the whole steps from start to end: what is left over of the last one makes no element.
static LogicalResult verifyArange(Operation *op) {
  OpView view(op, "-> result");
  int64_t start = view.integer("start"), end = view.integer("end"), step = view.integer("step");
  if (view.inRange("arange_dimension", 0, static_cast<int64_t>(view.shape("result").size()) - 1)
          .require(step != 0, "step is 0: it must not be")
          .failed())
    return failure();
  int64_t count = static_cast<int64_t>((static_cast<__int128>(end) - start) / step);
  return view.require(count > 0, "cannot count from " + Twine(start) + " to " + Twine(end) + " by " + Twine(step))
      .extentIs("result", view.integer("arange_dimension"), count, "whole steps from start to end")
      .done();
}

void rules::addTTIRCreationRules(RuleTable &table) {
  add(table, {"ttir.full"}, verifyFull);
  add(table, {"ttir.rand"}, verifyRand);
  add(table, {"ttir.constant"}, verifyConstant);
  add(table, {"ttir.arange"}, verifyArange);
}

//===- Shape.cpp - What TTNN asks of ops that move elements ---------------===//
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
// Movement
//===----------------------------------------------------------------------===//

static LogicalResult verifyPad(Operation *op) {
  OpView view(op, "input -> result");
  SmallVector<int64_t> padding = *view.integers("padding"), expected(view.shape("input"));
  if (view.count("padding", {static_cast<int64_t>(2 * expected.size())}).inRange("padding", 0).failed())
    return failure();
  for (size_t dim = 0; dim < expected.size(); ++dim)
    expected[dim] += padding[2 * dim] + padding[2 * dim + 1];
  return view.shapeIs("result", expected).done();
}

static LogicalResult verifyRepeat(Operation *op) {
  OpView view(op, "input -> result");
  Shape input = view.shape("input"), repeats = op->getAttrOfType<ttnn::ShapeAttr>("repeat_dims").getShape();
  if (view.equal("rank of input", input.size(), "numbers in repeat_dims", repeats.size())
          .rank("result", input.size())
          .failed())
    return failure();
  for (size_t dim = 0; dim < input.size() && !view.failed(); ++dim) {
    std::optional<int64_t> extent = boundedVolume({input[dim], repeats[dim]});
    view.require(repeats[dim] > 0,
                 "repeat_dims has " + Twine(repeats[dim]) + " for dimension " + Twine(dim) + ": it must be at least 1")
        .extentIs("result", dim, extent.value_or(-1), "extent of the input times repeat_dims");
  }
  return view.done();
}

void rules::addTTNNShapeRules(RuleTable &table) {
  add(table, {"ttnn.pad"}, verifyPad);
  add(table, {"ttnn.repeat"}, verifyRepeat);
}

//===- Layout.cpp - What TTIR asks of conversions of layout and type ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../OpView.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

/// Of the input alone it is a conversion that lowering has not written down yet.
static LogicalResult verifyToLayout(Operation *op) {
  if (op->getNumOperands() == 1 && op->getNumResults() == 1)
    return OpView(op, "input -> result").sameShape("input result").done();
  OpView view(op, "->");
  bool tensors = isa<RankedTensorType>(op->getOperand(op->getNumOperands() - 1).getType());
  if (view.equal("operands", op->getNumOperands(), "input and output", 2)
          .equal("results", op->getNumResults(), "output tensors", tensors)
          .failed())
    return failure();
  return view
      .require(!tensors || op->getOperand(1).getType() == op->getResult(0).getType(),
               "result and output must have the same type")
      .done();
}

void rules::addTTIRLayoutRules(RuleTable &table) { add(table, {"ttir.to_layout"}, verifyToLayout); }

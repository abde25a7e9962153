//===- Elementwise.cpp - What TTNN asks of ops that look at one element ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Layouts.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

//===----------------------------------------------------------------------===//
// Elementwise: shapes and elements of most are free
//===----------------------------------------------------------------------===//

static LogicalResult verifySameShape(Operation *op) {
  return OpView(op, "input -> result").sameShape("input result").done();
}

static LogicalResult verifyDropout(Operation *op) {
  return OpView(op, "input -> result").sameType("input result").realInRange("prob", 0, 1).done();
}

static LogicalResult verifyGeluBackward(Operation *op) {
  OpView view(op, "lhs rhs -> result");
  for (StringRef name : {"lhs", "rhs", "result"})
    view.rankAtLeast(name, 2).require(view.shape(name).size() <= 4,
                                      name + " must have rank 4 or less, got rank " + Twine(view.shape(name).size()));
  return view.rank("rhs result", view.shape("lhs").size()).oneOf("approximate", {"none", "tanh"}).done();
}

static LogicalResult verifyShift(Operation *op) {
  OpView view(op, "lhs rhs -> result");
  for (StringRef name : {"lhs", "rhs", "result"})
    view.require(isa<IntegerType>(cast<ShapedType>(view.get(name).getType()).getElementType()),
                 name + " must have integer elements");
  return view.done();
}

void rules::addTTNNElementwiseRules(RuleTable &table) {
  add(table, {"ttnn.clamp_scalar"}, verifySameShape);
  add(table, {"ttnn.dropout"}, verifyDropout);
  add(table, {"ttnn.gelu_bw"}, verifyGeluBackward);
  add(table, {"ttnn.logical_left_shift", "ttnn.logical_right_shift"}, verifyShift);
}

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
  OpView view(op, "input -> result");
  double prob = view.number("prob").value_or(0), scale = view.number("scale").value_or(1);
  return view.sameType("input result")
      .require(!(prob < 0 || prob > 1), "prob must be in [0, 1], got " + std::to_string(prob))
      .require(!(scale <= 0), "scale must be positive, got " + std::to_string(scale))
      .done();
}

static LogicalResult verifyPowScalar(Operation *op) {
  OpView view(op, "input -> result");
  double exponent = view.number("rhs").value_or(0);
  return view.require(!(exponent < 0), "the exponent rhs must not be negative, got " + std::to_string(exponent)).done();
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
  add(table, {"ttnn.pow_scalar"}, verifyPowScalar);
  add(table, {"ttnn.gelu_bw"}, verifyGeluBackward);
  add(table, {"ttnn.logical_left_shift", "ttnn.logical_right_shift"}, verifyShift);
}

//===- Elementwise.cpp - What TTIR asks of ops that look at one element ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../OpView.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

static LogicalResult verifySameShape(Operation *op) {
  return OpView(op, "input -> result").sameShape("input result").done();
}

static LogicalResult verifyDropout(Operation *op) {
  OpView view(op, "input -> result");
  double prob = view.number("prob").value_or(0), scale = view.number("scale").value_or(1);
  int64_t rank = view.shape("input").size();
  return view.sameType("input result")
      .require(rank >= 2 && rank <= 4, "input must have rank 2, 3 or 4, got rank " + Twine(rank))
      .require(!(prob < 0 || prob > 1), "prob must be in [0, 1], got " + std::to_string(prob))
      .require(scale > 0, "scale must be positive, got " + std::to_string(scale))
      .done();
}

/// Bounds and result have a common shape; the input is not asked.
static LogicalResult verifyClampTensor(Operation *op) {
  OpView view(op, "input min max -> result");
  for (StringRef name : {"min", "max"})
    view.require(shape::broadcast({view.shape(name), view.shape("result")}).has_value(),
                 name + " of shape " + text(view.shape(name)) + " does not broadcast to the result's " +
                     text(view.shape("result")));
  return view.done();
}

static LogicalResult verifyShift(Operation *op) {
  OpView view(op, "lhs rhs -> result");
  for (StringRef name : {"lhs", "rhs", "result"})
    view.require(isa<IntegerType>(elementOf(view.get(name))), name + " must have integer elements");
  return view.done();
}

static LogicalResult verifyBitcast(Operation *op) {
  OpView view(op, "input -> result");
  Type from = elementOf(op->getOperand(0)), to = elementOf(op->getResult(0));
  if (view.require(from.isIntOrFloat() && to.isIntOrFloat(), "input and result must have integer or real elements")
          .failed())
    return failure();
  return view
      .equal("bits of an input element", from.getIntOrFloatBitWidth(), "bits of a result element",
             to.getIntOrFloatBitWidth())
      .done();
}

static LogicalResult verifyGeluBackward(Operation *op) {
  OpView view(op, "lhs rhs -> result");
  int64_t rank = view.shape("lhs").size();
  return view.oneOf("approximate", {"none", "tanh"})
      .require(rank >= 2 && rank <= 4, "lhs must have rank 2, 3 or 4, got rank " + Twine(rank))
      .rank("rhs result", rank)
      .done();
}

void rules::addTTIRElementwiseRules(RuleTable &table) {
  add(table, {"ttir.clamp_scalar"}, verifySameShape);
  add(table, {"ttir.clamp_tensor"}, verifyClampTensor);
  add(table, {"ttir.dropout"}, verifyDropout);
  add(table, {"ttir.logical_left_shift", "ttir.logical_right_shift", "ttir.right_shift"}, verifyShift);
  add(table, {"ttir.bitcast_convert"}, verifyBitcast);
  add(table, {"ttir.gelu_bw"}, verifyGeluBackward);
}

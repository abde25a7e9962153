//===- Layout.cpp - What TTNN asks of conversions of layout and type ------===//
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

static LogicalResult verifyAssign(Operation *op) {
  OpView view(op, "input -> result");
  return sameDataType(view.sameShape("input result"), "input", "result").done();
}

static LogicalResult verifyToMemoryConfig(Operation *op) {
  OpView view(op, "input -> result");
  return hasLayout(view, "input result").done();
}

static LogicalResult verifyToTensorSpec(Operation *op) {
  OpView view(op, "input -> result");
  return hasLayout(view, "result").done();
}

void rules::addTTNNLayoutRules(RuleTable &table) {
  add(table, {"ttnn.assign"}, verifyAssign);
  add(table, {"ttnn.to_memory_config"}, verifyToMemoryConfig);
  add(table, {"ttnn.to_tensor_spec"}, verifyToTensorSpec);
}

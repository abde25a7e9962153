//===- Reduction.cpp - Rules of sums, extrema and scans -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpView.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

//===----------------------------------------------------------------------===//
// Reductions. Shapes: shape::verifyReduction.
//===----------------------------------------------------------------------===//

/// An empty dim_arg reduces all dimensions.
static LogicalResult verifyReducedShape(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (name.starts_with("ttnn.") && name != "ttnn.prod") // have verifiers of their own
    return success();
  return shape::verifyReduction(op, op->getAttr("dim_arg"), OpView(op, "input -> result").flag("keep_dim", false));
}

static LogicalResult verifyReduction(Operation *op) {
  // Lowering of TTIR makes a typecast of a change between integers and reals.
  bool library = op->getName().getDialectNamespace() == "ttnn";
  if (library && OpView(op, "input -> result").sameKind("input result").failed())
    return failure();
  return verifyReducedShape(op);
}

static LogicalResult verifyArgMax(Operation *op) {
  return OpView(op, "input -> result").isIndex("result").failed() ? failure() : verifyReducedShape(op);
}

static LogicalResult verifyScan(Operation *op) {
  OpView view(op, "input -> result");
  return view.dimension("dim", view.shape("input").size()).sameShape("input result").sameKind("input result").done();
}

void rules::addReductionRules(RuleTable &table) {
  addOfLibrary(table, {"sum", "mean", "max", "min", "prod"}, verifyReduction);
  addOfLibrary(table, {"ttir.reduce_and", "ttir.reduce_or"}, verifyReducedShape);
  addOfLibrary(table, {"argmax"}, verifyArgMax);
  addOfLibrary(table, {"cumsum", "cumprod"}, verifyScan);
}

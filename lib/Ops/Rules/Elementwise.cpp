//===- Elementwise.cpp - Rules of ops that look at one element ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpView.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

/// Lowering makes a typecast of each change between integers and reals that an op of TTIR implies.
static bool castsItself(Operation *op) { return op->getName().getDialectNamespace() == "ttir"; }

/// Arithmetic stays among integers or among reals: from one to the other is a typecast.
static LogicalResult verifyUnary(Operation *op) {
  if (castsItself(op))
    return success();
  return OpView(op, "input -> result").sameKind("input result").done();
}

static LogicalResult verifyArithmetic(Operation *op) {
  if (castsItself(op))
    return success();
  return OpView(op, "lhs rhs -> result").sameKind("lhs rhs result").done();
}

/// Truth values may have any type.
static LogicalResult verifyComparison(Operation *op) {
  if (castsItself(op))
    return success();
  return OpView(op, "lhs rhs -> result").sameKind("lhs rhs").done();
}

/// The sign as a truth value.
static LogicalResult verifySignbit(Operation *op) {
  return OpView(op, "input -> result").sameShape("input result").done();
}

static LogicalResult verifyBitwise(Operation *op) {
  return op->getNumOperands() == 1 ? OpView(op, "input -> result").isInteger("input result").done()
                                   : OpView(op, "lhs rhs -> result").isInteger("lhs rhs result").done();
}

static LogicalResult verifyBitcast(Operation *op) {
  auto bits = [](Value value) -> int64_t {
    Type type = cast<ShapedType>(value.getType()).getElementType();
    return type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
  };
  return OpView(op, "input -> result")
      .equal("bits of an input element", bits(op->getOperand(0)), "bits of a result element", bits(op->getResult(0)))
      .done();
}

static LogicalResult verifyClamp(Operation *op) {
  OpView view(op, "input -> result");
  if (view.sameShape("input result").failed() || (!castsItself(op) && view.sameKind("input result").failed()))
    return failure();
  Attribute low = op->getAttr("min"), high = op->getAttr("max");
  auto isNumber = [](Attribute value) { return isa_and_nonnull<FloatAttr, IntegerAttr>(value); };
  return view.require(isNumber(low) && isNumber(high), "min and max must be numbers")
      .require(isa_and_nonnull<FloatAttr>(low) == isa_and_nonnull<FloatAttr>(high),
               "min and max must be both integers or both reals")
      .done();
}

static LogicalResult verifyClampTensor(Operation *op) {
  if (failed(shape::verifyElementwise(op)))
    return failure();
  if (castsItself(op))
    return success();
  return OpView(op, "input min max -> result").sameKind("input min max result").done();
}

static LogicalResult verifyWhere(Operation *op) {
  return OpView(op, "first second third -> result").sameElement("second third").sameElement("second result").done();
}

static LogicalResult verifyActivation(Operation *op) {
  return OpView(op, "input -> result").sameShape("input result").isReal("input result").done();
}

static LogicalResult verifyDropout(Operation *op) {
  return OpView(op, "input -> result")
      .sameShape("input result")
      .isReal("input result")
      .realInRange("prob", 0, 1)
      .realInRange("scale", 0, 1e30)
      .done();
}

static LogicalResult verifyGeluBackward(Operation *op) {
  return OpView(op, "lhs rhs -> result").oneOf("approximate", {"none", "tanh"}).isReal("lhs rhs result").done();
}

static LogicalResult verifyPowScalar(Operation *op) {
  return OpView(op, "lhs -> result")
      .sameShape("lhs result")
      .require(isa_and_nonnull<FloatAttr, IntegerAttr>(op->getAttr("rhs")), "rhs must be a number")
      .sameKind("lhs result")
      .done();
}

void rules::addElementwiseRules(RuleTable &table) {
  addOfLibrary(table, {"abs",   "acos",        "acosh",     "asin", "asinh", "atan", "atanh", "cbrt",       "ceil",
                       "cos",   "cosh",        "erf",       "erfc", "exp",   "exp2", "expm1", "floor",      "frac",
                       "gelu",  "hardsigmoid", "hardswish", "log",  "log1p", "mish", "neg",   "reciprocal", "relu",
                       "relu6", "rsqrt",       "sigmoid",   "sign", "silu",  "sin",  "sinh",  "softplus",   "softsign",
                       "sqrt",  "square",      "tan",       "tanh", "trunc"},
               verifyUnary);
  addOfLibrary(
      table,
      {"add", "subtract", "multiply", "div", "divide", "maximum", "minimum", "remainder", "pow", "pow_tensor", "atan2"},
      verifyArithmetic);
  addOfLibrary(table,
               {"bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_not", "logical_left_shift", "logical_right_shift",
                "right_shift"},
               verifyBitwise);
  addOfLibrary(table, {"eq", "ne", "lt", "le", "gt", "ge"}, verifyComparison);
  addOfLibrary(table, {"signbit"}, verifySignbit);
  addOfLibrary(table, {"bitcast_convert"}, verifyBitcast);
  addOfLibrary(table, {"clamp_scalar"}, verifyClamp);
  addOfLibrary(table, {"clamp_tensor"}, verifyClampTensor);
  addOfLibrary(table, {"where"}, verifyWhere);
  addOfLibrary(table, {"leaky_relu", "elu", "selu"}, verifyActivation);
  addOfLibrary(table, {"dropout"}, verifyDropout);
  addOfLibrary(table, {"gelu_bw", "gelu_backward"}, verifyGeluBackward);
  addOfLibrary(table, {"pow_scalar"}, verifyPowScalar);
}

//===- Elementwise.cpp - Ops that take each element by itself ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Spec.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;

namespace {
/// abs C1, C2 and of the others C1: one type; of abs the part of complex numbers.
LogicalResult oneType(Operation *op) {
  Spec spec(op);
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    spec.sameType(1, "operand and result", spec.in(i), spec.out());
  return spec.done();
}

LogicalResult abs(Operation *op) {
  Spec spec(op);
  spec.sameShape(1, "operand and result", spec.in(0), spec.out());
  auto complex = dyn_cast<ComplexType>(spec.in(0).getElementType());
  Type element = complex ? complex.getElementType() : spec.in(0).getElementType();
  return spec.sameElement(2, "magnitudes and result", spec.in(0).clone(element), spec.out()).done();
}

/// convert C1; is_finite C1; uniform_quantize C1: shapes only.
LogicalResult oneShape(Operation *op) {
  Spec spec(op);
  return spec.sameShape(1, "operand and result", spec.in(0), spec.out()).done();
}

LogicalResult part(Operation *op) {
  Spec spec(op);
  spec.sameShape(1, "operand and result", spec.in(0), spec.out());
  auto complex = dyn_cast<ComplexType>(spec.in(0).getElementType());
  Type element = complex ? complex.getElementType() : spec.in(0).getElementType();
  return spec.sameElement(2, "the part and result", spec.in(0).clone(element), spec.out()).done();
}

LogicalResult complex(Operation *op) {
  Spec spec(op);
  spec.sameType(1, "lhs and rhs", spec.in(0), spec.in(1)).sameShape(2, "lhs and result", spec.in(0), spec.out());
  auto element = cast<ComplexType>(spec.out().getElementType()).getElementType();
  return spec.sameElement(3, "lhs and parts of the result", spec.in(0), spec.out().clone(element)).done();
}

LogicalResult clamp(Operation *op) {
  Spec spec(op);
  for (unsigned i : {0u, 2u})
    if (spec.in(i).getRank() > 0)
      spec.sameShape(i == 0 ? 1 : 2, i == 0 ? "min, if no scalar, and operand" : "max, if no scalar, and operand",
                     spec.in(i), spec.in(1));
  return spec.sameElement(3, "min and operand", spec.in(0), spec.in(1))
      .sameElement(3, "max and operand", spec.in(2), spec.in(1))
      .sameType(4, "operand and result", spec.in(1), spec.out())
      .done();
}

LogicalResult compare(Operation *op) {
  Spec spec(op);
  auto type = cast<CompareOp>(op).getCompareType();
  Type element = spec.in(0).getElementType();
  spec.sameElement(1, "lhs and rhs", spec.in(0), spec.in(1))
      .sameShape(2, "lhs and rhs", spec.in(0), spec.in(1))
      .sameShape(2, "lhs and result", spec.in(0), spec.out());
  using enum ComparisonType;
  if (!type || *type == NOTYPE || isa<quant::QuantizedType>(element))
    return spec.done();
  auto integer = dyn_cast<IntegerType>(element);
  bool isUnsigned = integer && (integer.isUnsigned() || integer.getWidth() == 1);
  bool good = *type == UNSIGNED ? isUnsigned : *type == SIGNED ? integer && !isUnsigned : !integer;
  // Older files say SIGNED of booleans and of unsigned integers alike.
  good |= integer && (*type == SIGNED || *type == UNSIGNED);
  return spec.holds(3, good, "compare_type " + stringifyComparisonType(*type) + " does not fit the element type")
      .done();
}

LogicalResult select(Operation *op) {
  Spec spec(op);
  if (spec.in(0).getRank() > 0)
    spec.sameShape(1, "pred, if no scalar, and on_true", spec.in(0), spec.in(1));
  return spec.sameType(2, "on_true and on_false", spec.in(1), spec.in(2))
      .sameType(2, "on_true and result", spec.in(1), spec.out())
      .done();
}

LogicalResult reducePrecision(Operation *op) {
  Spec spec(op);
  return spec.sameType(1, "operand and result", spec.in(0), spec.out())
      .atLeast(2, "exponent_bits", {spec.number("exponent_bits")}, 1)
      .atLeast(3, "mantissa_bits", {spec.number("mantissa_bits")}, 0)
      .done();
}

LogicalResult map(Operation *op) {
  Spec spec(op);
  auto mapOp = cast<MapOp>(op);
  spec.holds(1, op->getNumOperands() > 0, "it has no inputs");
  if (!spec.ok())
    return failure();
  SmallVector<Type> scalars;
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    spec.sameShape(1, "inputs and result", spec.in(i), spec.out());
    scalars.push_back(scalarOf(spec.in(i)));
  }
  Dims dims = spec.list("dimensions");
  return spec
      .holds(2, llvm::equal(dims, llvm::seq<int64_t>(0, spec.in(0).getRank())),
             "dimensions " + text(dims) + " must be all " + Twine(spec.in(0).getRank()) + " in order")
      .region(3, "computation", mapOp.getComputation(), scalars, {scalarOf(spec.out())})
      .done();
}
} // namespace

void stablehlo::addElementwiseRules(RuleTable &table) {
  for (const char *name : {"cbrt",
                           "ceil",
                           "cosine",
                           "count_leading_zeros",
                           "exponential",
                           "exponential_minus_one",
                           "floor",
                           "log",
                           "log_plus_one",
                           "logistic",
                           "negate",
                           "not",
                           "popcnt",
                           "round_nearest_afz",
                           "round_nearest_even",
                           "rsqrt",
                           "sign",
                           "sine",
                           "sqrt",
                           "tan",
                           "tanh",
                           "add",
                           "and",
                           "atan2",
                           "divide",
                           "maximum",
                           "minimum",
                           "multiply",
                           "or",
                           "power",
                           "remainder",
                           "shift_left",
                           "shift_right_arithmetic",
                           "shift_right_logical",
                           "subtract",
                           "xor"})
    table[name] = oneType;
  for (const char *name : {"convert", "is_finite", "uniform_quantize", "uniform_dequantize"})
    table[name] = oneShape;
  table["abs"] = abs;
  table["real"] = table["imag"] = part;
  table["complex"] = complex;
  table["clamp"] = clamp;
  table["compare"] = compare;
  table["select"] = select;
  table["reduce_precision"] = reducePrecision;
  table["map"] = map;
}

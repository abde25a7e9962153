//===- Quantization.cpp - What TTIR asks of ops between reals and stored integers ===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../OpView.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

//===----------------------------------------------------------------------===//
// Quantization
//===----------------------------------------------------------------------===//

static OpView &checkKind(OpView &view, StringRef name, bool quantized) {
  return quantized ? view.isQuantized(name) : view.isReal(name);
}

static LogicalResult verifyConversion(Operation *op, bool fromQuantized, bool toQuantized) {
  OpView view(op, "input -> result");
  return checkKind(checkKind(view, "input", fromQuantized), "result", toQuantized).sameShape("input result").done();
}

static LogicalResult verifyQuantize(Operation *op) { return verifyConversion(op, false, true); }

static LogicalResult verifyDequantize(Operation *op) { return verifyConversion(op, true, false); }

static LogicalResult verifyRequantize(Operation *op) { return verifyConversion(op, true, true); }

/// Of the unrolled ops lowering leaves the integers that are stored, which tt-mlir does not take at this place.
static OpView &checkStored(OpView &view, StringRef name) {
  Value value = view.get(name);
  return view.require(isQuantizedElement(value.getType()) || isa<IntegerType>(elementOf(value)),
                      name + " must have a quantized element type, or the integers that stand for it");
}

static OpView &checkAxis(OpView &view) {
  return view.inRange("axis", 0, static_cast<int64_t>(view.shape("input").size()) - 1);
}

static LogicalResult verifyQuantizeUnrolled(Operation *op) {
  OpView view(op, "input scale zero_point -> result");
  checkStored(checkKind(view, "input", false), "result");
  return checkAxis(view).sameShape("input result").done();
}

static LogicalResult verifyDequantizeUnrolled(Operation *op) {
  OpView view(op, "input scale zero_point -> result");
  checkKind(checkStored(view, "input"), "result", false);
  return checkAxis(view).sameShape("input result").done();
}

static LogicalResult verifyRequantizeUnrolled(Operation *op) {
  OpView view(op, "input in_scale in_zero_point out_scale out_zero_point -> result");
  Type from = elementOf(op->getOperand(0)), to = elementOf(op->getResult(0));
  auto both = [&](auto is) { return is(from) && is(to); };
  return checkAxis(view.require(both([](Type type) { return isa<quant::UniformQuantizedType>(type); }) ||
                                    both([](Type type) { return isa<quant::UniformQuantizedPerAxisType>(type); }) ||
                                    both([](Type type) { return isa<IntegerType>(type); }),
                                "input and result must be quantized both per tensor or both per axis"))
      .sameShape("input result")
      .done();
}

void rules::addTTIRQuantizationRules(RuleTable &table) {
  add(table, {"ttir.quantize"}, verifyQuantize);
  add(table, {"ttir.dequantize"}, verifyDequantize);
  add(table, {"ttir.requantize"}, verifyRequantize);
  add(table, {"ttir.quantize_unrolled"}, verifyQuantizeUnrolled);
  add(table, {"ttir.dequantize_unrolled"}, verifyDequantizeUnrolled);
  add(table, {"ttir.requantize_unrolled"}, verifyRequantizeUnrolled);
}

//===- Quantization.cpp - What TTNN asks of ops between reals and stored integers ===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Layouts.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

static bool isPerTensor(Value value) { return isa<quant::UniformQuantizedType>(elementOf(value)); }

static bool isPerAxis(Value value) { return isa<quant::UniformQuantizedPerAxisType>(elementOf(value)); }

/// Lowering leaves the stored integers alone in the type: scale and zero point are operands.
static bool isStored(Value value) { return isa<IntegerType>(elementOf(value)); }

static bool isQuantized(Value value) { return isPerTensor(value) || isPerAxis(value) || isStored(value); }

/// Scales and zero points as tensors are not asked.
static OpView &checkQuantized(OpView &view) {
  return view.sameShape("input result").inRange("axis", 0, static_cast<int64_t>(view.shape("input").size()) - 1);
}

static LogicalResult verifyQuantize(Operation *op) {
  OpView view(op, "input scale zero_point -> result");
  return checkQuantized(view)
      .isReal("input")
      .require(isQuantized(op->getResult(0)),
               "result must have a uniformly quantized element type or its stored integers")
      .done();
}

static LogicalResult verifyDequantize(Operation *op) {
  OpView view(op, "input scale zero_point -> result");
  return checkQuantized(view)
      .require(isQuantized(op->getOperand(0)),
               "input must have a uniformly quantized element type or its stored integers")
      .isReal("result")
      .done();
}

static LogicalResult verifyRequantize(Operation *op) {
  Value input = op->getOperand(0), result = op->getResult(0);
  OpView view(op, "input in_scale in_zero_point out_scale out_zero_point -> result");
  return checkQuantized(view)
      .require((isPerTensor(input) && isPerTensor(result)) || (isPerAxis(input) && isPerAxis(result)) ||
                   isStored(input) || isStored(result),
               "input and result must be quantized both for the tensor or both for each index of an axis")
      .done();
}

void rules::addTTNNQuantizationRules(RuleTable &table) {
  add(table, {"ttnn.quantize"}, verifyQuantize);
  add(table, {"ttnn.dequantize"}, verifyDequantize);
  add(table, {"ttnn.requantize"}, verifyRequantize);
}

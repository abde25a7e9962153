//===- Quantization.cpp - Rules of ops between reals and stored integers --===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpView.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

//===----------------------------------------------------------------------===//
// Quantization
//===----------------------------------------------------------------------===//

static LogicalResult verifyQuantize(Operation *op) {
  return OpView(op, "input -> result").sameShape("input result").isReal("input").isQuantized("result").done();
}

static LogicalResult verifyDequantize(Operation *op) {
  return OpView(op, "input -> result").sameShape("input result").isQuantized("input").isReal("result").done();
}

static LogicalResult verifyRequantize(Operation *op) {
  return OpView(op, "input -> result").sameShape("input result").isQuantized("input result").done();
}

/// Scale and zero point are one number for the tensor, or one for each index of `axis`.
static OpView &checkScale(OpView &view, StringRef scale, StringRef zeroPoint) {
  if (view.isReal(scale).isInteger(zeroPoint).dimension("axis", view.shape("input").size()).failed())
    return view;
  bool perAxis = view.volume(scale) != 1 || view.volume(zeroPoint) != 1;
  if (perAxis && view.require(static_cast<bool>(view.attr("axis")),
                              scale + " of shape " + text(view.shape(scale)) + " for more than one index needs an axis")
                     .failed())
    return view;
  if (!perAxis)
    return view;
  int64_t extent = view.extent("input", view.integer("axis"));
  for (StringRef name : {scale, zeroPoint})
    if (view.volume(name) != 1)
      view.volumeIs(name, extent, "one for each index of the axis").rank(name, 1);
  return view;
}

static bool isStored(Value value) { return isIntegerElement(value.getType()) || isQuantizedElement(value.getType()); }

static LogicalResult verifyQuantizeWith(Operation *op) {
  if (op->getNumOperands() == 1)
    return verifyQuantize(op);
  OpView view(op, "input scale zero_point -> result");
  view.sameShape("input result").isReal("input");
  return checkScale(view.require(isStored(op->getResult(0)), "result must hold integers or a quantized type"), "scale",
                    "zero_point")
      .done();
}

static LogicalResult verifyDequantizeWith(Operation *op) {
  if (op->getNumOperands() == 1)
    return verifyDequantize(op);
  OpView view(op, "input scale zero_point -> result");
  view.sameShape("input result").isReal("result");
  return checkScale(view.require(isStored(op->getOperand(0)), "input must hold integers or a quantized type"), "scale",
                    "zero_point")
      .done();
}

static LogicalResult verifyRequantizeWith(Operation *op) {
  if (op->getNumOperands() == 1)
    return verifyRequantize(op);
  OpView view(op, "input in_scale in_zero_point out_scale out_zero_point -> result");
  view.sameShape("input result");
  view.require(isStored(op->getOperand(0)) && isStored(op->getResult(0)),
               "input and result must hold integers or a quantized type");
  if (view.failed() || checkScale(view, "in_scale", "in_zero_point").failed())
    return failure();
  return checkScale(view, "out_scale", "out_zero_point").done();
}

void rules::addQuantizationRules(RuleTable &table) {
  addOfLibrary(table, {"quantize", "quantize_unrolled"}, verifyQuantizeWith);
  addOfLibrary(table, {"dequantize", "dequantize_unrolled"}, verifyDequantizeWith);
  addOfLibrary(table, {"requantize", "requantize_unrolled"}, verifyRequantizeWith);
}

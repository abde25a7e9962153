//===- Elementwise.cpp - What TTNN asks of elementwise ops and reductions ===//
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

//===----------------------------------------------------------------------===//
// Quantization
//===----------------------------------------------------------------------===//

static Type elementOf(Value value) { return cast<ShapedType>(value.getType()).getElementType(); }
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

//===----------------------------------------------------------------------===//
// Reductions. Product and running ones ask nothing.
//===----------------------------------------------------------------------===//

/// `dims`: null for all of them.
static LogicalResult verifyReduced(OpView &view, const std::optional<SmallVector<int64_t>> &dims) {
  Shape input = view.shape("input");
  int64_t rank = input.size();
  SmallVector<bool> reduced(rank, !dims);
  for (int64_t dim : dims.value_or(SmallVector<int64_t>())) {
    std::optional<int64_t> at = shape::normalizeDim(dim, rank);
    if (view.require(at.has_value(), "dimension " + Twine(dim) + " is out of range for rank " + Twine(rank)).failed())
      return failure();
    reduced[*at] = true;
  }
  SmallVector<int64_t> expected;
  for (auto [extent, gone] : llvm::zip_equal(input, reduced))
    if (!gone || view.flag("keep_dim", false))
      expected.push_back(gone ? 1 : extent);
  return view.shapeIs("result", expected).done();
}

static LogicalResult verifyReduction(Operation *op) {
  OpView view(op, "input -> result");
  return verifyReduced(view, view.attr("dim_arg") ? view.integers("dim_arg") : std::nullopt);
}

static LogicalResult verifyArgMax(Operation *op) {
  OpView view(op, "input -> result");
  std::optional<SmallVector<int64_t>> dims;
  if (view.attr("dim"))
    dims = SmallVector<int64_t>{view.integer("dim")};
  return verifyReduced(view, dims);
}

static LogicalResult verifySoftmax(Operation *op) {
  OpView view(op, "input -> result");
  return view.sameShape("input result").dimension("dimension", view.shape("input").size()).done();
}

void rules::addTTNNElementwiseRules(RuleTable &table) {
  add(table, {"ttnn.clamp_scalar"}, verifySameShape);
  add(table, {"ttnn.dropout"}, verifyDropout);
  add(table, {"ttnn.gelu_bw"}, verifyGeluBackward);
  add(table, {"ttnn.logical_left_shift", "ttnn.logical_right_shift"}, verifyShift);
  add(table, {"ttnn.quantize"}, verifyQuantize);
  add(table, {"ttnn.dequantize"}, verifyDequantize);
  add(table, {"ttnn.requantize"}, verifyRequantize);
  add(table, {"ttnn.sum", "ttnn.mean", "ttnn.max", "ttnn.min"}, verifyReduction);
  add(table, {"ttnn.argmax"}, verifyArgMax);
  add(table, {"ttnn.softmax"}, verifySoftmax);
}

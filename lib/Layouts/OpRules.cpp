//===- OpRules.cpp - What the chain policy knows about ops ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Layouts/OpRules.h"
#include "alcove/Dialect/TTNN/TTNN.h"

using namespace mlir;
using namespace alcove;

bool layouts::isChainShardable(Operation *op) {
  return isa<ttnn::Conv2dOp, ttnn::ConvTranspose2dOp, ttnn::AddOp, ttnn::MultiplyOp, ttnn::ReluOp, ttnn::Relu6Op,
             ttnn::SiluOp, ttnn::MatmulOp, ttnn::LinearOp, ttnn::MinimumOp, ttnn::GeluOp, ttnn::NegOp, ttnn::RsqrtOp,
             ttnn::ConcatOp, ttnn::PowScalarOp, ttnn::RotaryEmbeddingOp>(op);
}

static bool isElementwise(Operation *op) {
  return isa<ttnn::AddOp, ttnn::MultiplyOp, ttnn::ReluOp, ttnn::Relu6Op, ttnn::SiluOp, ttnn::MinimumOp, ttnn::GeluOp,
             ttnn::NegOp, ttnn::RsqrtOp, ttnn::PowScalarOp>(op);
}

bool layouts::isPlausible(Operation *op, const device::TensorLayout &input, const device::TensorLayout &output) {
  if (!input.isSharded() || !output.isSharded())
    return true;
  if (input.memoryLayout != output.memoryLayout)
    return false;
  bool sameGrid = input.gridRows == output.gridRows && input.gridCols == output.gridCols;
  if (isElementwise(op))
    return sameGrid;
  // A height-sharded in0 keeps its rows on their cores; so does a block-sharded one.
  if (isa<ttnn::MatmulOp, ttnn::LinearOp>(op))
    return output.memoryLayout == device::MemoryLayout::WidthSharded || input.gridRows == output.gridRows;
  return true;
}

bool layouts::shrinksCoresOfBinary(Operation *op, const device::TensorLayout &input,
                                   const device::TensorLayout &output) {
  return isa<ttnn::AddOp, ttnn::MultiplyOp, ttnn::MinimumOp>(op) && input.isSharded() && output.isSharded() &&
         output.numCores() < input.numCores();
}

bool layouts::needsExactHint(Operation *op) {
  return isa<ttnn::MatmulOp, ttnn::LinearOp, ttnn::Conv2dOp, ttnn::ConvTranspose2dOp>(op);
}

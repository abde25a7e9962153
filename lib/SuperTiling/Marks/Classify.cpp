//===- Classify.cpp - The kind of an operation ----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Marks/Classify.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;

namespace alcove::supertiling {

OpClass classify(Operation *op) {
  if (isa<linalg::SoftmaxOp>(op))
    return OpClass::Softmax;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp)
    return OpClass::Other;
  if (op->getName().getStringRef().starts_with("linalg.pooling"))
    return OpClass::Pool;
  if (linalg::isaContractionOpInterface(linalgOp))
    return OpClass::Matmul;
  if (linalg::isaConvolutionOpInterface(linalgOp))
    return OpClass::Conv;
  return linalgOp.getNumReductionLoops() == 0 ? OpClass::Elementwise : OpClass::Reduction;
}

bool hasSparseOperands(Operation *op) {
  auto isEncoded = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getEncoding();
  };
  return llvm::any_of(op->getOperandTypes(), isEncoded) || llvm::any_of(op->getResultTypes(), isEncoded);
}

} // namespace alcove::supertiling

//===- ThroughLayout.h - A tensor as its layout stores it -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SIM_STORAGE_THROUGHLAYOUT_H
#define ALCOVE_SIM_STORAGE_THROUGHLAYOUT_H

#include "alcove/Sim/Numeric/Tensor.h"

#include "mlir/IR/BuiltinTypes.h"

namespace alcove::sim {

/// `tensor` stored as `type` says and read back; `tensor` itself when `type` has no #ttnn.ttnn_layout. The shapes are
/// equal.
Result<Tensor> throughLayout(const Tensor &tensor, mlir::RankedTensorType type);

} // namespace alcove::sim

#endif // ALCOVE_SIM_STORAGE_THROUGHLAYOUT_H

//===- ThroughLayout.h - A tensor as its layout stores it -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_INTERPRETER_THROUGHLAYOUT_H
#define ALCOVE_JUDGE_NUMBERS_INTERPRETER_THROUGHLAYOUT_H

#include "alcove/Judge/Numbers/Storage/PhysicalLayout.h"
#include "alcove/Judge/Numbers/Tensor/Tensor.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

namespace alcove::reference {

/// What the attribute says, word by word. An error when its map is not linear or its shard not of rank 2.
Result<PhysicalLayout> describe(ttnn::TTNNLayoutAttr layout);

/// Whether the layout of `type`, when it has one, describes a tensor of its shape: rules ST-1..ST6.
Status checkStorable(mlir::RankedTensorType type);

/// `tensor` stored as `type` says and read back; `tensor` itself when `type` has no #ttnn.ttnn_layout. The shapes are
/// equal. ST-9: of large interleaved tensors only the layout is checked.
Result<Tensor> throughLayout(const Tensor &tensor, mlir::RankedTensorType type);

/// Whether a tensor of `held` elements is what `throughLayout` makes of it (ST-9), so that nothing need be stored.
bool isStoredAsIs(ElementType held, mlir::RankedTensorType type);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_INTERPRETER_THROUGHLAYOUT_H

//===- TTNN.h - TTNN dialect ------------------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTNN_TTNN_H
#define ALCOVE_OPS_DIALECT_TTNN_TTNN_H

#include "alcove/Ops/Dialect/OpRules.h"
#include "alcove/Ops/Dialect/ShapeRules.h"
#include "alcove/Ops/Dialect/StaticShapes.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TensorEncoding.h"

#include "alcove/Ops/Dialect/TTNN/TTNNEnums.h.inc"

#include "alcove/Ops/Dialect/TTNN/TTNNDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "alcove/Ops/Dialect/TTNN/TTNNAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "alcove/Ops/Dialect/TTNN/TTNNTypes.h.inc"

#define GET_OP_CLASSES
#include "alcove/Ops/Dialect/TTNN/TTNNOps.h.inc"

namespace alcove::ttnn {

/// Layout of a tensor type, null when it has no #ttnn.ttnn_layout.
TTNNLayoutAttr layoutOf(mlir::Type type);
/// Logical shape and layout as plain values; needs a #ttnn.ttnn_layout.
device::TensorSpec specOf(mlir::RankedTensorType type);
/// `type` with another layout; the element type follows the layout's data type unless that is a block format.
mlir::RankedTensorType withLayout(mlir::RankedTensorType type, TTNNLayoutAttr layout);

/// Where TTNN puts the shards of a grid when nothing else is said: block HxW on the rectangle (0,0)-(W-1,H-1);
/// height- and width-sharded row-major over the worker grid (rows, columns): full rows, then a tail row.
std::vector<device::CoreRange> canonicalCores(device::MemoryLayout layout, int64_t gridRows, int64_t gridCols,
                                              std::pair<int64_t, int64_t> workerGrid);

/// True for ops of this dialect that the optimizer must take as they are: unknown to the dialect, or with memory
/// effects that order them.
bool isOpaque(mlir::Operation *op);

} // namespace alcove::ttnn

#endif // ALCOVE_OPS_DIALECT_TTNN_TTNN_H

//===- SeeThrough.h - Slices of views become views of slices ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream gives no tiling interface to reshapes, slices and concatenations, so they would end every fused chain.
// Inside a tile loop a slice of a view is a view of a slice:
//
//   %e = tensor.expand_shape %s [[0, 1]] : tensor<64xf32> into tensor<8x8xf32>
//   %t = tensor.extract_slice %e[%i, 0] [2, 8] [1, 1]
//   =>
//   %p = tensor.extract_slice %s[%i * 8] [16] [1]
//   %t = tensor.expand_shape %p [[0, 1]] output_shape [2, 8]
//
// A tile that cuts a view across its seams is covered by whole rows, of which the wanted part is then sliced.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_DESCRIBE_SEETHROUGH_H
#define ALCOVE_SUPERTILING_DESCRIBE_SEETHROUGH_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace alcove::supertiling {

/// The value of `slice`, whose source is the result of an expand_shape, collapse_shape, extract_slice or concat,
/// computed from slices of the operands of that operation. Null when the tile has no such form (a strided slice, a
/// concatenation cut along its joined dimension).
mlir::Value rewriteSliceOfView(mlir::RewriterBase &rewriter, mlir::tensor::ExtractSliceOp slice);

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_DESCRIBE_SEETHROUGH_H

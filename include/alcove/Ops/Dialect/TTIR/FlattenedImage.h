//===- FlattenedImage.h - Activations of windows in one row -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTIR_FLATTENEDIMAGE_H
#define ALCOVE_OPS_DIALECT_TTIR_FLATTENEDIMAGE_H

#include "mlir/IR/Operation.h"

#include <optional>

namespace alcove::ttir {

/// (N, H, W) of a convolution or pool whose activation has the shape (1, 1, N*H*W, C): from `flattened_image`, or from
/// tt-mlir's `flattened_compat_info = #ttir<flattened_compat batch_size = N, input_height = H, input_width = W>`. Empty
/// for an activation that is not flattened; nothing when the attribute cannot be read or is not positive.
std::optional<llvm::SmallVector<int64_t>> flattenedImage(mlir::Operation *op);

} // namespace alcove::ttir

#endif // ALCOVE_OPS_DIALECT_TTIR_FLATTENEDIMAGE_H

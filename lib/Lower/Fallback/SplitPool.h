//===- SplitPool.h - Pools too large for the chip ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_FALLBACK_SPLITPOOL_H
#define ALCOVE_LIB_LOWER_FALLBACK_SPLITPOOL_H

#include "alcove/Ops/Queries/Queries.h"

namespace alcove::conversion {

/// Replaces a two-dimensional pool that does not fit by pools over some of its images and channels, the fewest that
/// `fits` accepts (at most 64): a pool mixes neither. Slices before, concatenations behind. Returns the new ops in
/// order, empty when no cut helps; `op` is gone then.
///
///   (1, 1, 32*HW, C) => slice (1, 1, 16*HW, C), pool   twice   => concat (1, 1, 32*H'W', C)
llvm::SmallVector<mlir::Operation *> splitPool(mlir::Operation *op, const opmodel::Query &query,
                                               const queries::Machine &machine,
                                               llvm::function_ref<bool(const opmodel::Query &)> fits);

} // namespace alcove::conversion

#endif // ALCOVE_LIB_LOWER_FALLBACK_SPLITPOOL_H

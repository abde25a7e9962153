//===- SplitTopK.h - The largest of rows that do not fit ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_FALLBACK_SPLITTOPK_H
#define ALCOVE_LIB_LOWER_FALLBACK_SPLITTOPK_H

#include "alcove/Ops/Queries/Queries.h"

namespace alcove::conversion {

/// Replaces a topk whose rows do not fit by one over the winners of pieces of the rows, the fewest that `fits` accepts
/// (at most 64): an element among the k first of all is among the k first of its piece. Indices of a piece are moved to
/// where it starts. Returns the new ops in order, empty when no cut helps; `op` is gone then.
///
///   (32, 128256), k 40  =>  slice (32, 10688), topk   twelve times, indices + 0, 10688, ..
///                       =>  concat (32, 480) of values, of indices  =>  topk, gather of the indices at its own
llvm::SmallVector<mlir::Operation *> splitTopK(ttnn::TopKOp op, const opmodel::Query &query,
                                               const queries::Machine &machine,
                                               llvm::function_ref<bool(const opmodel::Query &)> fits);

} // namespace alcove::conversion

#endif // ALCOVE_LIB_LOWER_FALLBACK_SPLITTOPK_H

//===- TwoMoves.h - Permutations of tiles in two moves ----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TWOMOVES_H
#define ALCOVE_OPS_DIALECT_TWOMOVES_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <utility>

namespace alcove::shape {

/// It moves only extents of 1 past others: a permute of `shape` by it is a reshape.
bool keepsOrder(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> permutation);

/// A permutation that moves the last of three dimensions or more, as two: one moves whole rows of tiles, one turns tiles
/// where they are. Nothing where one of the two does it alone, and where no element of `shape` passes another.
std::optional<std::pair<llvm::SmallVector<int64_t>, llvm::SmallVector<int64_t>>>
inTwoMoves(llvm::ArrayRef<int64_t> order, llvm::ArrayRef<int64_t> shape);

} // namespace alcove::shape

#endif // ALCOVE_OPS_DIALECT_TWOMOVES_H

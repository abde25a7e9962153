//===- TwoMoves.cpp - Permutations of tiles in two moves --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/TwoMoves.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace alcove;

bool shape::keepsOrder(ArrayRef<int64_t> shape, ArrayRef<int64_t> permutation) {
  int64_t last = -1;
  for (int64_t dim : permutation) {
    if (shape[dim] == 1)
      continue;
    if (dim < last)
      return false;
    last = dim;
  }
  return true;
}

std::optional<std::pair<SmallVector<int64_t>, SmallVector<int64_t>>> shape::inTwoMoves(ArrayRef<int64_t> order,
                                                                                       ArrayRef<int64_t> shape) {
  const size_t rank = order.size();
  const int64_t last = static_cast<int64_t>(rank) - 1;
  if (rank < 3 || keepsOrder(shape, order))
    return std::nullopt;
  const bool rowsFirst = order[rank - 2] == last, tilesFirst = order[rank - 1] == last - 1;
  if (rowsFirst == tilesFirst)
    return std::nullopt;
  SmallVector<int64_t> turned = llvm::to_vector(llvm::seq<int64_t>(0, last + 1)), rows(order);
  std::swap(turned[rank - 2], turned[rank - 1]);
  if (rowsFirst)
    std::swap(rows[rank - 2], rows[rank - 1]);
  else
    for (int64_t &dim : rows)
      dim = turned[static_cast<size_t>(dim)];
  return rowsFirst ? std::pair(rows, turned) : std::pair(turned, rows);
}

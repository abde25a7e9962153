//===- Moves.cpp - Permutes in two moves, moves on rows -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Propose.h"
#include "alcove/Device/DataTypeKinds.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include <numeric>

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

/// The order in which dimensions that are no units change places.
static bool movesElements(ArrayRef<int64_t> order, ArrayRef<int64_t> shape) {
  int64_t last = -1;
  for (int64_t dim : order) {
    if (shape[dim] == 1)
      continue;
    if (dim < last)
      return true;
    last = dim;
  }
  return false;
}

// A channel-first image to channels last, and back:
//
//   (N, C, H, W) ─ permute 0, 2, 3, 1 ─► (N, H, W, C)
//        └─ permute 0, 2, 1, 3 ─► (N, H, C, W) ─ permute 0, 1, 3, 2 ─┘     back: the tiles first, then the rows
//
// Equal in every bit: nothing is computed. One op writes elements of tiles in short lines; of two one moves whole rows
// of tiles, and one turns tiles where they are. Left alone: rows, whose lines are short either way, and permutes that
// one of the two moves is.
void transforms::proposeMoves(Operation *op, FormBuilder &forms) {
  auto permute = dyn_cast<ttnn::PermuteOp>(op);
  if (!permute)
    return;
  auto from = cast<RankedTensorType>(op->getOperand(0).getType()),
       to = cast<RankedTensorType>(op->getResult(0).getType());
  ArrayRef<int64_t> order = permute.getPermutation();
  const int64_t rank = from.getRank(), last = rank - 1;
  if (rank < 3 || !isTiledOrFree(from) || !isTiledOrFree(to) || !movesElements(order, from.getShape()))
    return;
  const bool rowsFirst = order[last - 1] == last, tilesFirst = order[last] == last - 1;
  if (rowsFirst == tilesFirst)
    return;
  SmallVector<int64_t> turned(rank), rows(order);
  std::iota(turned.begin(), turned.end(), 0);
  std::swap(turned[last - 1], turned[last]);
  if (rowsFirst)
    std::swap(rows[last - 1], rows[last]);
  else
    for (int64_t &dim : rows)
      dim = turned[dim];
  auto move = [&](Value value, RankedTensorType type, ArrayRef<int64_t> by) {
    NamedAttrList attributes(op->getAttrs());
    attributes.set("permutation", DenseI64ArrayAttr::get(op->getContext(), by));
    return forms.create("ttnn.permute", type, value, attributes);
  };
  ArrayRef<int64_t> first = rowsFirst ? rows : turned;
  SmallVector<int64_t> between;
  for (int64_t dim : first)
    between.push_back(from.getDimSize(dim));
  Value moved = move(op->getOperand(0), forms.typeOfShape(from, between), first);
  move(moved, to, rowsFirst ? turned : rows);
  forms.finishIfItPays("in-two-moves");
}

// reshape or permute of tiles   =   to rows ─ the same of rows ─ to tiles.
//
// Equal in every bit: nothing is computed, and padding is none of the tensor. Rows that stay as wide are a view, and in
// L1 tiles become rows without DRAM. The other way round never won on a model.
void transforms::proposeRows(Operation *op, FormBuilder &forms) {
  if (!isa<ttnn::ReshapeOp, ttnn::PermuteOp>(op))
    return;
  auto from = cast<RankedTensorType>(op->getOperand(0).getType()),
       to = cast<RankedTensorType>(op->getResult(0).getType());
  for (RankedTensorType type : {from, to})
    if (!ttnn::layoutOf(type) || !ttnn::layoutOf(type).isTiled())
      return;
  device::TensorLayout layout = ttnn::specOf(from).layout;
  if (!layout.isDram() || layout.isSharded() || !device::convertsPages(layout.dataType))
    return;
  Value value = forms.create("ttnn.to_layout", FormBuilder::inRows(from), op->getOperand(0), {});
  value = forms.create(op->getName().getStringRef(), FormBuilder::inRows(to), value, op->getAttrs());
  forms.create("ttnn.to_layout", to, value, {});
  forms.finishIfItPays("through-rows");
}

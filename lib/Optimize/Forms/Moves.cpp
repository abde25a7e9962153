//===- Moves.cpp - Permutes in two moves, moves on rows -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Propose.h"
#include "alcove/Device/DataTypeKinds.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"
#include "alcove/Ops/Dialect/TwoMoves.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

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
  auto moves = shape::inTwoMoves(permute.getPermutation(), from.getShape());
  if (!moves || !isTiledOrFree(from) || !isTiledOrFree(to))
    return;
  auto move = [&](Value value, RankedTensorType type, ArrayRef<int64_t> by) {
    NamedAttrList attributes(op->getAttrs());
    attributes.set("permutation", DenseI64ArrayAttr::get(op->getContext(), by));
    return forms.create("ttnn.permute", type, value, attributes);
  };
  SmallVector<int64_t> between;
  for (int64_t dim : moves->first)
    between.push_back(from.getDimSize(dim));
  Value moved = move(op->getOperand(0), forms.typeOfShape(from, between), moves->first);
  move(moved, to, moves->second);
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

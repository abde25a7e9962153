//===- JoinHeads.cpp - Heads back to columns in one kernel ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   x (B, H, S, D) ─ permute (B, S, H, D) ─ reshape (B S, H D)   =>   x ─ concatenate_heads (B, S, H D) ─ reshape
//
//===----------------------------------------------------------------------===//
#include "Heads.h"
#include "alcove/Dialect/OpNames.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// The permute of a reshape that joins heads; null for other reshapes.
static ttir::PermuteOp joinedBy(ttir::ReshapeOp op) {
  auto permute = op.getInput().getDefiningOp<ttir::PermuteOp>();
  if (!permute || !permute->hasOneUse() || permute.getPermutation() != ArrayRef<int64_t>{0, 2, 1, 3})
    return {};
  shape::Shape heads = shape::of(permute.getInput()), out = shape::of(op.getResult());
  bool joins = !out.empty() && out.back() == heads[1] * heads[3] && heads[3] % headTile == 0 && heads[2] >= 2;
  return joins ? permute : ttir::PermuteOp();
}

int64_t conversion::fuseJoinHeads(func::FuncOp function, const OpPrices *prices) {
  SmallVector<ttir::ReshapeOp> reshapes;
  function.walk([&](ttir::ReshapeOp op) {
    if (joinedBy(op))
      reshapes.push_back(op);
  });
  int64_t fused = 0;
  for (ttir::ReshapeOp op : reshapes) {
    ttir::PermuteOp permute = joinedBy(op);
    shape::Shape heads = shape::of(permute.getInput());
    RankedTensorType type = withShape(tensorTypeOf(op.getResult()), {heads[0], heads[2], heads[1] * heads[3]});
    Trial trial(op);
    Location loc = withNamesOf(suffixed(permute.getLoc(), "_joinHeads"), op.getLoc());
    Value joined = ttir::ConcatenateHeadsOp::create(trial.builder, loc, type, permute.getInput());
    joined = reshape(trial.builder, op.getLoc(), joined, shape::of(op.getResult()));
    if (!pays(trial, {op.getOperation(), permute.getOperation()}, prices)) {
      trial.drop();
      continue;
    }
    op.getResult().replaceAllUsesWith(joined);
    op->erase();
    permute->erase();
    ++fused;
  }
  return fused;
}

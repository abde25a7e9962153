//===- JoinHeads.cpp - Heads back to columns in one kernel ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   x (B, H, S, D) ─ permute (B, S, H, D) ─ reshape (B S, H D)   =>   x ─ concatenate_heads (B, S, H D) ─ reshape
//
// One token of every user, as attention on caches gives it:
//
//   x (1, B, H, D) ─ reshape (B, H D)   =>   x ─ nlp_concat_heads_decode (1, 1, B, H D) ─ reshape
//
//===----------------------------------------------------------------------===//
#include "../Evaluable.h"
#include "Heads.h"
#include "alcove/Ops/Dialect/OpNames.h"

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

/// Puts a kernel that joins the heads of `heads` in place of `replaced`, the last of which is `op`, where it pays.
template <typename BuildJoin>
static bool join(ttir::ReshapeOp op, ArrayRef<Operation *> replaced, const OpPrices *prices, BuildJoin build) {
  Trial trial(op);
  Location loc = withNamesOf(suffixed(replaced.front()->getLoc(), "_joinHeads"), op.getLoc());
  Value joined = reshape(trial.builder, op.getLoc(), build(trial.builder, loc), shape::of(op.getResult()));
  if (!pays(trial, replaced, prices)) {
    trial.drop();
    return false;
  }
  op.getResult().replaceAllUsesWith(joined);
  for (Operation *old : llvm::reverse(replaced))
    old->erase();
  return true;
}

/// One token of every user: the users, not the heads of one, are on the cores of the kernel.
static bool joinsToken(ttir::ReshapeOp op) {
  shape::Shape heads = shape::of(op.getInput()), out = shape::of(op.getResult());
  constexpr int64_t mostHeads = 32, mostUsers = 32; // one tile of each
  return heads.size() == 4 && !out.empty() && heads[0] == 1 && heads[1] >= 2 && heads[1] <= mostUsers &&
         heads[2] >= 2 && heads[2] <= mostHeads && heads[3] % headTile == 0 && out.back() == heads[2] * heads[3] &&
         op.getInput().getDefiningOp() && !op.getInput().getDefiningOp<ttir::ReshapeOp>() &&
         !isConstEvaluable(op.getInput());
}

static bool joinToken(ttir::ReshapeOp op, const OpPrices *prices) {
  return join(op, {op.getOperation()}, prices, [&](OpBuilder &builder, Location loc) -> Value {
    shape::Shape heads = shape::of(op.getInput());
    RankedTensorType type = withShape(tensorTypeOf(op.getResult()), {1, 1, heads[1], heads[2] * heads[3]});
    auto count = builder.getIntegerAttr(builder.getIntegerType(32, false), heads[2]);
    return ttir::NLPConcatHeadsDecodeOp::create(builder, loc, type, op.getInput(), count);
  });
}

int64_t conversion::fuseJoinHeads(func::FuncOp function, const OpPrices *prices) {
  SmallVector<ttir::ReshapeOp> reshapes;
  function.walk([&](ttir::ReshapeOp op) {
    if (joinedBy(op) || joinsToken(op))
      reshapes.push_back(op);
  });
  int64_t fused = 0;
  for (ttir::ReshapeOp op : reshapes) {
    ttir::PermuteOp permute = joinedBy(op);
    if (!permute) {
      fused += joinToken(op, prices);
      continue;
    }
    shape::Shape heads = shape::of(permute.getInput());
    fused += join(op, {permute.getOperation(), op.getOperation()}, prices, [&](OpBuilder &builder, Location loc) {
      RankedTensorType type = withShape(tensorTypeOf(op.getResult()), {heads[0], heads[2], heads[1] * heads[3]});
      return Value(ttir::ConcatenateHeadsOp::create(builder, loc, type, permute.getInput()));
    });
  }
  return fused;
}

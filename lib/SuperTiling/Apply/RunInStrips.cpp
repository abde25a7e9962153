//===- RunInStrips.cpp - The end of a body in strips of its tile ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RunInStrips.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"

#include <fmt/format.h>

using namespace mlir;

namespace alcove::supertiling {

namespace {

constexpr llvm::StringLiteral stripsAttr = "__alcove_strips";

scf::ForOp loopOf(LoopLikeOpInterface loop) { return cast<scf::ForOp>(loop.getOperation()); }

/// Slices in `strips` of what `op` computes, also of what the loop carries of it.
SmallVector<tensor::ExtractSliceOp> slicesOf(scf::ForOp strips, Operation *op) {
  SmallVector<tensor::ExtractSliceOp> found;
  strips.walk([&](tensor::ExtractSliceOp slice) {
    Value source = slice.getSource();
    if (auto argument = dyn_cast<BlockArgument>(source); argument && argument.getOwner() == strips.getBody())
      if (OpOperand *init = strips.getTiedLoopInit(argument))
        source = init->get();
    if (source.getDefiningOp() == op)
      found.push_back(slice);
  });
  return found;
}

/// Sizes of what operations of `block` write are those of their destinations: asked of the results, these would be in use
/// behind what is written over them.
void askDestinationsForSizes(RewriterBase &rewriter, Block &block) {
  auto isSize = [](OpOperand &use) { return isa<tensor::DimOp>(use.getOwner()); };
  for (Operation &op : llvm::reverse(block)) {
    if (auto writes = dyn_cast<DestinationStyleOpInterface>(op))
      for (OpResult result : op.getResults())
        rewriter.replaceUsesWithIf(result, writes.getTiedOpOperand(result)->get(), isSize);
    if (auto panels = dyn_cast<scf::ForOp>(op))
      for (OpResult result : op.getResults())
        rewriter.replaceUsesWithIf(result, panels.getTiedLoopInit(result)->get(), isSize);
  }
}

/// False where something in front of the loop still needs all of `op`.
bool moveInto(RewriterBase &rewriter, LoopLikeOpInterface &strips, Operation *op) {
  DominanceInfo dominance(strips->getParentOp());
  eliminateCommonSubExpressions(rewriter, dominance, strips);
  SmallVector<tensor::ExtractSliceOp> slices = slicesOf(loopOf(strips), op);
  for (tensor::ExtractSliceOp slice : slices) {
    if (!scf::tileAndFuseProducerOfSlice(rewriter, slice, MutableArrayRef(strips)))
      return false;
    if (slice->use_empty())
      rewriter.eraseOp(slice);
  }
  if (!op->use_empty())
    return false;
  rewriter.eraseOp(op);
  return true;
}

bool sameSlice(tensor::InsertSliceOp insert, tensor::ExtractSliceOp extract) {
  return insert.getMixedOffsets() == extract.getMixedOffsets() && insert.getMixedSizes() == extract.getMixedSizes();
}

/// Where the whole result of the strips is put into the tensor of the loop around them: that place.
tensor::InsertSliceOp placeOf(scf::ForOp strips) {
  if (strips.getNumResults() != 1 || !strips.getResult(0).hasOneUse())
    return {};
  auto insert = dyn_cast<tensor::InsertSliceOp>(*strips.getResult(0).user_begin());
  if (!insert || insert.getSource() != strips.getResult(0) || !isa<BlockArgument>(insert.getDest()) ||
      insert.getSourceType().getRank() != insert.getDestType().getRank() || !insert.hasUnitStride())
    return {};
  Operation *start = strips.getInitArgs()[0].getDefiningOp();
  auto slice = dyn_cast_or_null<tensor::ExtractSliceOp>(start);
  bool begins = isa_and_nonnull<tensor::EmptyOp>(start) ||
                (slice && slice.getSource() == insert.getDest() && sameSlice(insert, slice));
  DominanceInfo dominance;
  bool known = llvm::all_of(insert->getOperands().drop_front(2),
                            [&](Value index) { return dominance.properlyDominates(index, strips); });
  return begins && known ? insert : tensor::InsertSliceOp();
}

/// The strips put what they make where it goes, not into a tile in between.
void storeByStrips(RewriterBase &rewriter, scf::ForOp strips) {
  tensor::InsertSliceOp place = placeOf(strips);
  auto inner = dyn_cast_or_null<tensor::InsertSliceOp>(strips.getYieldedValues()[0].getDefiningOp());
  BlockArgument tile = strips.getRegionIterArg(0);
  if (!place || !inner || inner.getDest() != tile)
    return;
  rewriter.setInsertionPoint(inner);
  SmallVector<OpFoldResult> offsets;
  AffineExpr sum = rewriter.getAffineDimExpr(0) + rewriter.getAffineDimExpr(1);
  for (auto [outer, own] : llvm::zip_equal(place.getMixedOffsets(), inner.getMixedOffsets()))
    offsets.push_back(
        affine::makeComposedFoldedAffineApply(rewriter, inner.getLoc(), AffineMap::get(2, 0, sum), {outer, own}));
  rewriter.modifyOpInPlace(strips, [&] {
    strips.getInitArgsMutable()[0].set(place.getDest());
    strips.getResult(0).setType(place.getDestType());
  });
  Type tileType = tile.getType();
  tile.setType(place.getDestType());
  auto stored = tensor::InsertSliceOp::create(rewriter, inner.getLoc(), inner.getSource(), tile, offsets,
                                              inner.getMixedSizes(), inner.getMixedStrides());
  rewriter.replaceOp(inner, stored.getResult());
  rewriter.setInsertionPointToStart(strips.getBody());
  auto slice = tensor::ExtractSliceOp::create(rewriter, place.getLoc(), cast<RankedTensorType>(tileType), tile,
                                              place.getMixedOffsets(), place.getMixedSizes(), place.getMixedStrides());
  rewriter.replaceUsesWithIf(tile, slice.getResult(),
                             [&](OpOperand &use) { return use.getOwner() != slice && use.getOwner() != stored; });
  rewriter.replaceOp(place, strips.getResult(0));
}

} // namespace

Status runInStrips(RewriterBase &rewriter, LoopLikeOpInterface &strips, ArrayRef<Operation *> members) {
  askDestinationsForSizes(rewriter, *strips->getBlock());
  for (Operation *member : members)
    if (!moveInto(rewriter, strips, member))
      return Error{"does not move with the strips alone"};
  SmallVector<linalg::FillOp> fills(strips->getBlock()->getOps<linalg::FillOp>());
  for (linalg::FillOp fill : fills)
    if (llvm::all_of(fill->getUsers(), [&](Operation *user) { return strips->isAncestor(user); }))
      (void)moveInto(rewriter, strips, fill);
  storeByStrips(rewriter, loopOf(strips));
  strips->setAttr(stripsAttr, rewriter.getUnitAttr());
  return {};
}

void loadInFrontOfStrips(Operation *scope) {
  scope->walk([&](scf::ForOp loop) {
    if (!loop->removeAttr(stripsAttr))
      return;
    for (Operation &op : llvm::make_early_inc_range(loop.getBody()->without_terminator()))
      if (isa<tensor::ExtractSliceOp, affine::AffineApplyOp, affine::AffineMinOp>(op) &&
          llvm::all_of(op.getOperands(), [&](Value operand) { return loop.isDefinedOutsideOfLoop(operand); }))
        op.moveBefore(loop);
  });
}

} // namespace alcove::supertiling

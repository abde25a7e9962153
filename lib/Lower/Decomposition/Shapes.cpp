//===- Shapes.cpp - Ops that only move or rename dimensions ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"
#include "../TTIRBuilder.h"
#include "Patterns.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {
struct TransposeToPermute : OpRewritePattern<ttir::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::TransposeOp op, PatternRewriter &rewriter) const override {
    int64_t rank = tensorTypeOf(op.getInput()).getRank();
    std::optional<int64_t> dim0 = shape::normalizeDim(op.getDim0(), rank);
    std::optional<int64_t> dim1 = shape::normalizeDim(op.getDim1(), rank);
    if (!dim0 || !dim1)
      return failure();
    SmallVector<int64_t> permutation = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    std::swap(permutation[*dim0], permutation[*dim1]);
    rewriter.replaceOp(op, permute(rewriter, op.getLoc(), op.getInput(), permutation));
    return success();
  }
};

/// squeeze and unsqueeze.
template <typename OpTy>
struct ToReshape : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, reshape(rewriter, op.getLoc(), op.getInput(), shape::of(op.getResult())));
    return success();
  }
};

struct IndexToSlice : OpRewritePattern<ttir::IndexOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::IndexOp op, PatternRewriter &rewriter) const override {
    shape::Shape input = shape::of(op.getInput());
    std::optional<int64_t> dim = shape::normalizeDim(op.getDimAttr().getInt(), input.size());
    if (!dim)
      return failure();
    SmallVector<int32_t> begins(input.size(), 0), ends(input.begin(), input.end()), steps(input.size(), 1);
    begins[*dim] = op.getBegin();
    ends[*dim] = op.getEnd();
    steps[*dim] = op.getStep();
    rewriter.replaceOpWithNewOp<ttir::SliceStaticOp>(op, op.getResult().getType(), op.getInput(),
                                                     rewriter.getI32ArrayAttr(begins), rewriter.getI32ArrayAttr(ends),
                                                     rewriter.getI32ArrayAttr(steps));
    return success();
  }
};

struct RepeatToBroadcast : OpRewritePattern<ttir::RepeatOp> {
  using OpRewritePattern::OpRewritePattern;
  /// Only a repeat of extents 1 is a broadcast: [a, b] twice is [a, b, a, b].
  LogicalResult matchAndRewrite(ttir::RepeatOp op, PatternRewriter &rewriter) const override {
    shape::Shape input = shape::of(op.getInput());
    ArrayRef<int64_t> repeats = op.getRepeatDimensions();
    if (repeats.size() != input.size())
      return failure();
    for (auto [extent, count] : llvm::zip(input, repeats))
      if (extent != 1 && count != 1)
        return failure();
    rewriter.replaceOpWithNewOp<ttir::BroadcastOp>(op, op.getResult().getType(), op.getInput(),
                                                   op.getRepeatDimensionsAttr());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Simplification
//===----------------------------------------------------------------------===//

/// The input has the type of the result and the op changes nothing else.
template <typename OpTy>
struct EraseIdentity : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    if (op->getOperand(0).getType() != op->getResult(0).getType())
      return failure();
    if (auto permute = dyn_cast<ttir::PermuteOp>(op.getOperation()); permute && !isIdentity(permute.getPermutation()))
      return failure();
    rewriter.replaceOp(op, op->getOperand(0));
    return success();
  }
};

/// What is written in place is read at its time: nothing that reads it moves down.
struct MergeReshapes : OpRewritePattern<ttir::ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::ReshapeOp op, PatternRewriter &rewriter) const override {
    auto before = op.getInput().getDefiningOp<ttir::ReshapeOp>();
    if (!before || isWrittenInPlace(before.getInput()))
      return failure();
    rewriter.replaceOp(op, reshape(rewriter, op.getLoc(), before.getInput(), shape::of(op.getResult())));
    return success();
  }
};

struct MergePermutes : OpRewritePattern<ttir::PermuteOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::PermuteOp op, PatternRewriter &rewriter) const override {
    auto before = op.getInput().getDefiningOp<ttir::PermuteOp>();
    if (!before || isWrittenInPlace(before.getInput()))
      return failure();
    SmallVector<int64_t> merged;
    for (int64_t dim : op.getPermutation())
      merged.push_back(before.getPermutation()[dim]);
    rewriter.replaceOp(op, permute(rewriter, op.getLoc(), before.getInput(), merged));
    return success();
  }
};

/// A permute that moves only extents of 1 past others is a reshape: no data moves.
struct PermuteToReshape : OpRewritePattern<ttir::PermuteOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::PermuteOp op, PatternRewriter &rewriter) const override {
    if (!keepsOrder(shape::of(op.getInput()), op.getPermutation()))
      return failure();
    rewriter.replaceOp(op, reshape(rewriter, op.getLoc(), op.getInput(), shape::of(op.getResult())));
    return success();
  }
};

struct MergeBroadcasts : OpRewritePattern<ttir::BroadcastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::BroadcastOp op, PatternRewriter &rewriter) const override {
    auto before = op.getInput().getDefiningOp<ttir::BroadcastOp>();
    if (!before || before.getBroadcastDimensions().size() != op.getBroadcastDimensions().size())
      return failure();
    SmallVector<int64_t> repeats;
    for (auto [first, second] : llvm::zip(before.getBroadcastDimensions(), op.getBroadcastDimensions()))
      repeats.push_back(first * second);
    rewriter.replaceOpWithNewOp<ttir::BroadcastOp>(op, op.getResult().getType(), before.getInput(),
                                                   rewriter.getDenseI64ArrayAttr(repeats));
    return success();
  }
};

/// reshape, broadcast, permute of one value everywhere is that value everywhere.
template <typename OpTy>
struct OfFull : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    auto before = op->getOperand(0).template getDefiningOp<ttir::FullOp>();
    if (!before)
      return failure();
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    SmallVector<int32_t> dims(type.getShape().begin(), type.getShape().end());
    rewriter.replaceOpWithNewOp<ttir::FullOp>(op, type, rewriter.getDenseI32ArrayAttr(dims), before.getFillValue());
    return success();
  }
};

/// Narrowing to where a value came from: f32(bf16 x) back to bf16 is x.
struct MergeTypecasts : OpRewritePattern<ttir::TypecastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::TypecastOp op, PatternRewriter &rewriter) const override {
    auto before = op.getInput().getDefiningOp<ttir::TypecastOp>();
    if (!before || before.getInput().getType() != op.getResult().getType())
      return failure();
    auto narrow = dyn_cast<FloatType>(tensorTypeOf(before.getInput()).getElementType());
    auto wide = dyn_cast<FloatType>(tensorTypeOf(op.getInput()).getElementType());
    if (!narrow || !wide || !wide.isF32())
      return failure();
    rewriter.replaceOp(op, before.getInput());
    return success();
  }
};

/// Operands without elements add nothing: caches before the first token.
struct ConcatWithEmpty : OpRewritePattern<ttir::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::ConcatOp op, PatternRewriter &rewriter) const override {
    SmallVector<Value> kept;
    for (Value input : op.getInputs())
      if (tensorTypeOf(input).getNumElements() != 0)
        kept.push_back(input);
    if (kept.empty() || kept.size() == op.getInputs().size())
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.getInputsMutable().assign(kept); });
    return success();
  }
};

/// concat of a single operand, slice of everything.
struct SingleConcat : OpRewritePattern<ttir::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::ConcatOp op, PatternRewriter &rewriter) const override {
    if (op.getInputs().size() != 1 || op.getInputs()[0].getType() != op.getResult().getType())
      return failure();
    rewriter.replaceOp(op, op.getInputs()[0]);
    return success();
  }
};

/// A slice of nothing that was padded is one of what was there before.
struct SliceOfPad : OpRewritePattern<ttir::SliceStaticOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::SliceStaticOp op, PatternRewriter &rewriter) const override {
    auto pad = op.getInput().getDefiningOp<ttir::PadOp>();
    auto begins = shape::integers(op.getBegins()), ends = shape::integers(op.getEnds());
    if (!pad || isWrittenInPlace(pad.getInput()) || !begins || !ends)
      return failure();
    shape::Shape before = shape::of(pad.getInput());
    SmallVector<int32_t> first, behind;
    for (auto [dim, extent] : llvm::enumerate(before)) {
      const int64_t low = pad.getPadding()[2 * dim];
      if ((*begins)[dim] < low || (*ends)[dim] > low + extent || (*ends)[dim] < (*begins)[dim])
        return failure();
      first.push_back(static_cast<int32_t>((*begins)[dim] - low));
      behind.push_back(static_cast<int32_t>((*ends)[dim] - low));
    }
    rewriter.replaceOpWithNewOp<ttir::SliceStaticOp>(op, op.getResult().getType(), pad.getInput(),
                                                     rewriter.getI32ArrayAttr(first), rewriter.getI32ArrayAttr(behind),
                                                     op.getStepAttr());
    return success();
  }
};

/// Nothing is computed twice here, so nothing has to be kept apart.
struct EraseBarrier : OpRewritePattern<ttcore::OptimizationBarrierOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttcore::OptimizationBarrierOp op, PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, op.getInputs());
    return success();
  }
};
} // namespace

void conversion::populateSimplification(RewritePatternSet &patterns) {
  patterns.add<EraseIdentity<ttir::ReshapeOp>, EraseIdentity<ttir::PermuteOp>, EraseIdentity<ttir::BroadcastOp>,
               EraseIdentity<ttir::TypecastOp>, EraseIdentity<ttir::SliceStaticOp>, MergeReshapes, MergePermutes,
               PermuteToReshape, MergeBroadcasts, MergeTypecasts, ConcatWithEmpty, SingleConcat, SliceOfPad,
               OfFull<ttir::ReshapeOp>, OfFull<ttir::BroadcastOp>, OfFull<ttir::PermuteOp>>(patterns.getContext());
}

void conversion::populateShapeDecompositions(RewritePatternSet &patterns) {
  patterns.add<TransposeToPermute, ToReshape<ttir::SqueezeOp>, ToReshape<ttir::UnsqueezeOp>, IndexToSlice,
               RepeatToBroadcast, EraseBarrier>(patterns.getContext());
}

//===- Reductions.cpp - reduce_or, reduce_and, argmax ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../TTIRBuilder.h"
#include "Patterns.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {
/// Truth values, which is all that element types are normalized to here, are 0 and 1 on the device: "or" is their
/// maximum, "and" their minimum. (tt-mlir sums for "or", which is
/// not 0 or 1 and rounds in bf16 beyond 256.)
template <typename OpTy, typename ReduceTy>
struct LogicalReduction : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<ReduceTy>(op, op.getResult().getType(), op.getInput(), op.getKeepDimAttr(),
                                          op.getDimArgAttr());
    return success();
  }
};

/// argmax works along rows. Another dimension moves to the end; several, counted in their row-major order, become one
/// there, and the result gets its shape back.
struct ArgMaxOverOne : OpRewritePattern<ttir::ArgMaxOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::ArgMaxOp op, PatternRewriter &rewriter) const override {
    shape::Shape input = shape::of(op.getInput());
    std::optional<SmallVector<int64_t>> dims = reducedDims(op);
    if (!dims || (dims->size() == 1 && dims->front() + 1 == static_cast<int64_t>(input.size())))
      return failure();
    SmallVector<int64_t> order, kept;
    int64_t count = 1;
    for (auto [dim, extent] : llvm::enumerate(input)) {
      if (llvm::is_contained(*dims, static_cast<int64_t>(dim))) {
        count *= extent;
        continue;
      }
      order.push_back(dim);
      kept.push_back(extent);
    }
    llvm::append_range(order, *dims);
    SmallVector<int64_t> flat(kept);
    flat.push_back(count);
    Location loc = op.getLoc();
    Value last = permute(rewriter, suffixed(loc, "_permute"), op.getInput(), order);
    last = reshape(rewriter, suffixed(loc, "_reshape"), last, flat);
    RankedTensorType type = tensorTypeOf(op.getResult());
    int32_t axis = static_cast<int32_t>(kept.size());
    Value result = ttir::ArgMaxOp::create(rewriter, loc, withShape(type, kept), last, rewriter.getBoolAttr(false),
                                          rewriter.getI32ArrayAttr({axis}));
    rewriter.replaceOp(op, reshape(rewriter, suffixed(loc, "_reshapeOutput"), result, type.getShape()));
    return success();
  }
};

/// A product over several dimensions, not all: one after another, the last first, so that the others keep their place.
struct ProdOverOne : OpRewritePattern<ttir::ProdOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::ProdOp op, PatternRewriter &rewriter) const override {
    std::optional<SmallVector<int64_t>> dims = reducedDims(op);
    size_t rank = shape::of(op.getInput()).size();
    if (!dims || dims->size() < 2 || (dims->size() == rank && !op.getKeepDim()))
      return failure();
    Value value = op.getInput();
    for (int64_t dim : llvm::reverse(*dims)) {
      SmallVector<int64_t> shape(shape::of(value));
      shape[dim] = 1;
      if (!op.getKeepDim())
        shape.erase(shape.begin() + dim);
      value = ttir::ProdOp::create(rewriter, op.getLoc(), withShape(tensorTypeOf(op.getResult()), shape), value,
                                   op.getKeepDimAttr(), rewriter.getI32ArrayAttr({static_cast<int32_t>(dim)}));
    }
    rewriter.replaceOp(op, value);
    return success();
  }
};

/// The library multiplies tensors of rank 4 at most: what is before and behind the dimension is one each.
struct ProdOfHighRank : OpRewritePattern<ttir::ProdOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::ProdOp op, PatternRewriter &rewriter) const override {
    constexpr size_t highest = 4;
    std::optional<SmallVector<int64_t>> dims = reducedDims(op);
    shape::Shape input = shape::of(op.getInput());
    if (!dims || dims->size() != 1 || input.size() <= highest)
      return failure();
    auto volume = [](shape::Shape extents) { return ShapedType::getNumElements(extents); };
    int64_t dim = dims->front(), before = volume(input.take_front(dim)), behind = volume(input.drop_front(dim + 1));
    RankedTensorType type = tensorTypeOf(op.getResult());
    Value flat = reshape(rewriter, suffixed(op.getLoc(), "_reshape"), op.getInput(), {before, input[dim], behind});
    Value product = ttir::ProdOp::create(rewriter, op.getLoc(), withShape(type, {before, 1, behind}), flat,
                                         rewriter.getBoolAttr(true), rewriter.getI32ArrayAttr({1}));
    rewriter.replaceOp(op, reshape(rewriter, suffixed(op.getLoc(), "_reshapeOutput"), product, type.getShape()));
    return success();
  }
};

/// x * hardsigmoid(x).
struct HardswishToHardsigmoid : OpRewritePattern<ttir::HardswishOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::HardswishOp op, PatternRewriter &rewriter) const override {
    Value gate = ttir::HardsigmoidOp::create(rewriter, suffixed(op.getLoc(), "_hardsigmoid"), op.getResult().getType(),
                                             op.getInput());
    rewriter.replaceOpWithNewOp<ttir::MultiplyOp>(op, op.getResult().getType(), op.getInput(), gate);
    return success();
  }
};
} // namespace

void conversion::populateReductionDecompositions(RewritePatternSet &patterns) {
  patterns.add<LogicalReduction<ttir::ReduceOrOp, ttir::MaxOp>, LogicalReduction<ttir::ReduceAndOp, ttir::MinOp>,
               ArgMaxOverOne, ProdOverOne, ProdOfHighRank, HardswishToHardsigmoid>(patterns.getContext());
}

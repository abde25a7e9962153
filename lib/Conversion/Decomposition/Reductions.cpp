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
/// Booleans are 0 and 1 on the device: "or" is their maximum, "and" their minimum. (tt-mlir sums for "or", which is
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
               ArgMaxOverOne, HardswishToHardsigmoid>(patterns.getContext());
}

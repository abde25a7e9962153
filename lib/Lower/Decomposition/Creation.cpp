//===- Creation.cpp - Ops that make tensors from nothing ----------------------------------------------===//
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

/// Exactly representable as the fill value of ttir.full.
static bool fitsFull(RankedTensorType type, double value) {
  if (isa<FloatType>(type.getElementType()))
    return true;
  return value >= -2147483648.0 && value <= 2147483647.0;
}

namespace {
struct SplatConstantToFull : OpRewritePattern<ttir::ConstantOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::ConstantOp op, PatternRewriter &rewriter) const override {
    std::optional<double> value = splatOf(op.getResult());
    RankedTensorType type = tensorTypeOf(op.getResult());
    if (!value || type.getNumElements() == 0 || !fitsFull(type, *value))
      return failure();
    rewriter.replaceOp(op, full(rewriter, op.getLoc(), type, *value));
    return success();
  }
};

template <typename OpTy, int value>
struct ToFull : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, full(rewriter, op.getLoc(), tensorTypeOf(op.getResult()), value));
    return success();
  }
};

struct ArangeTo1D : OpRewritePattern<ttir::ArangeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::ArangeOp op, PatternRewriter &rewriter) const override {
    RankedTensorType type = tensorTypeOf(op.getResult());
    if (type.getRank() <= 1)
      return failure();
    int64_t dim = op.getArangeDimension();
    int64_t count = type.getDimSize(dim);
    Value line = ttir::ArangeOp::create(rewriter, op.getLoc(), withShape(type, {count}), op.getStartAttr(),
                                        op.getEndAttr(), op.getStepAttr(), rewriter.getI64IntegerAttr(0));
    SmallVector<int64_t> placed(type.getRank(), 1);
    placed[dim] = count;
    Value shaped = reshape(rewriter, suffixed(op.getLoc(), "_reshape"), line, placed);
    rewriter.replaceOp(op, broadcast(rewriter, suffixed(op.getLoc(), "_broadcast"), shaped, type.getShape()));
    return success();
  }
};
} // namespace

void conversion::populateCreationDecompositions(RewritePatternSet &patterns) {
  patterns.add<SplatConstantToFull, ToFull<ttir::ZerosOp, 0>, ToFull<ttir::OnesOp, 1>, ArangeTo1D>(
      patterns.getContext());
}

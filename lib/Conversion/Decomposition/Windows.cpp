//===- Windows.cpp - Convolutions in NHWC ----------------------------------------------===//
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
/// Any dimension order to NHWC: permute, convolve, permute back.
struct ConvToNHWC : OpRewritePattern<ttir::Conv2dOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::Conv2dOp op, PatternRewriter &rewriter) const override {
    SmallVector<int64_t> order{static_cast<int64_t>(op.getBatchDim()), static_cast<int64_t>(op.getHeightDim()),
                               static_cast<int64_t>(op.getWidthDim()), static_cast<int64_t>(op.getChannelDim())};
    if (isIdentity(order))
      return failure();
    Location loc = op.getLoc();
    Value input = permute(rewriter, suffixed(loc, "_permuteInput"), op.getInput(), order);
    RankedTensorType type = tensorTypeOf(op.getResult());
    SmallVector<int64_t> shape;
    for (int64_t dim : order)
      shape.push_back(type.getDimSize(dim));
    auto conv = cast<ttir::Conv2dOp>(rewriter.clone(*op));
    conv.getInputMutable().assign(input);
    conv.getResult().setType(withShape(type, shape));
    conv.setBatchDim(0);
    conv.setHeightDim(1);
    conv.setWidthDim(2);
    conv.setChannelDim(3);
    rewriter.replaceOp(op,
                       permute(rewriter, suffixed(loc, "_permuteOutput"), conv.getResult(), inversePermutation(order)));
    return success();
  }
};

/// The mean over height and width.
struct GlobalPoolToMean : OpRewritePattern<ttir::GlobalAvgPool2dOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::GlobalAvgPool2dOp op, PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<ttir::MeanOp>(op, op.getResult().getType(), op.getInput(), rewriter.getBoolAttr(true),
                                              rewriter.getI32ArrayAttr({1, 2}));
    return success();
  }
};
} // namespace

void conversion::populateWindowDecompositions(RewritePatternSet &patterns) {
  patterns.add<ConvToNHWC, GlobalPoolToMean>(patterns.getContext());
}

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
/// Any dimension order to NHWC or NDHWC: permute, convolve or pool, permute back.
template <typename OpTy>
struct ToChannelLast : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    SmallVector<int64_t> order = ttir::imageDims(op);
    if (isIdentity(order) || tensorTypeOf(op.getInput()).getRank() != static_cast<int64_t>(order.size()))
      return failure();
    Location loc = op.getLoc();
    Value input = permute(rewriter, suffixed(loc, "_permuteInput"), op.getInput(), order);
    auto window = cast<OpTy>(rewriter.clone(*op));
    window.getInputMutable().assign(input);
    window.setBatchDim(0);
    if constexpr (std::is_same_v<OpTy, ttir::Conv3dOp>)
      window.setDepthDim(1);
    window.setHeightDim(order.size() - 3);
    window.setWidthDim(order.size() - 2);
    window.setChannelDim(order.size() - 1);
    SmallVector<Value> results;
    for (Value result : window->getResults()) {
      RankedTensorType type = tensorTypeOf(result);
      SmallVector<int64_t> shape;
      for (int64_t dim : order)
        shape.push_back(type.getDimSize(dim));
      result.setType(withShape(type, shape));
      results.push_back(permute(rewriter, suffixed(loc, "_permuteOutput"), result, inversePermutation(order)));
    }
    rewriter.replaceOp(op, results);
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
/// Rows and columns of integers are repeated: the library's upsampling is of floats.
struct UpsampleOfIntegers : OpRewritePattern<ttir::Upsample2dOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::Upsample2dOp op, PatternRewriter &rewriter) const override {
    RankedTensorType type = tensorTypeOf(op.getResult());
    if (!isa<IntegerType>(type.getElementType()) || op.getMode() != "nearest")
      return failure();
    SmallVector<int64_t> shape(shape::of(op.getInput()));
    Value value = op.getInput();
    for (int64_t dim : {1, 2}) {
      int64_t times = type.getDimSize(dim) / shape[dim];
      shape[dim] = type.getDimSize(dim);
      value = ttir::RepeatInterleaveOp::create(
          rewriter, suffixed(op.getLoc(), dim == 1 ? "_rows" : "_columns"), withShape(type, shape), value,
          rewriter.getIntegerAttr(rewriter.getIntegerType(32, /*isSigned=*/false), times), si32Attr(rewriter, dim));
    }
    rewriter.replaceOp(op, value);
    return success();
  }
};
} // namespace

void conversion::populateWindowDecompositions(RewritePatternSet &patterns) {
  patterns.add<ToChannelLast<ttir::Conv2dOp>, ToChannelLast<ttir::ConvTranspose2dOp>, ToChannelLast<ttir::Conv3dOp>,
               ToChannelLast<ttir::MaxPool2dOp>, ToChannelLast<ttir::AvgPool2dOp>,
               ToChannelLast<ttir::MaxPool2dWithIndicesOp>, GlobalPoolToMean, UpsampleOfIntegers>(
      patterns.getContext());
}

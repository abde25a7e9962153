//===- Contractions.cpp - Bias and scale of matmuls and convolutions ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Evaluable.h"
#include "Patterns.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// No other dimension than the last is split or merged away.
static bool keepsLast(ttir::ReshapeOp op) {
  shape::Shape in = shape::of(op.getInput()), out = shape::of(op.getResult());
  return !in.empty() && !out.empty() && in.back() == out.back();
}

namespace {
/// matmul(a, b) + bias, with a reshape of the rows between them or not.
struct Linear : OpRewritePattern<ttir::AddOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::AddOp op, PatternRewriter &rewriter) const override {
    for (int side : {0, 1}) {
      Value product = op->getOperand(side), bias = op->getOperand(1 - side);
      auto reshaped = product.getDefiningOp<ttir::ReshapeOp>();
      if (reshaped && reshaped->hasOneUse() && keepsLast(reshaped))
        product = reshaped.getInput();
      auto matmul = product.getDefiningOp<ttir::MatmulOp>();
      if (!matmul || !matmul->hasOneUse() || op->getOperand(side).getType() != op.getResult().getType())
        continue;
      RankedTensorType type = tensorTypeOf(matmul.getResult());
      // The library adds a bias to products with one weight matrix, not to batches of them (scores and their mask).
      shape::Shape weight = shape::of(matmul.getB());
      if (weight.size() < 2 || llvm::any_of(weight.drop_back(2), [](int64_t extent) { return extent != 1; }))
        continue;
      if (type.getRank() < 2 || !isVectorAlongLast(bias, type.getShape().back(), 8) ||
          tensorTypeOf(bias).getElementType() != type.getElementType())
        continue;
      Value vector = bias;
      if (tensorTypeOf(bias).getRank() > 2)
        vector = reshape(rewriter, suffixed(op.getLoc(), "_bias"), bias, {1, type.getShape().back()});
      Value linear = ttir::LinearOp::create(rewriter, matmul.getLoc(), type, matmul.getA(), matmul.getB(), vector,
                                            matmul.getTransposeAAttr(), matmul.getTransposeBAttr());
      rewriter.replaceOp(op, reshape(rewriter, op.getLoc(), linear, shape::of(op.getResult())));
      return success();
    }
    return failure();
  }
};

/// NHWC convolution without other users of its result, beside a vector of channels that is known before the run.
std::optional<std::pair<ttir::Conv2dOp, Value>> convBesideChannels(Operation *op) {
  auto match = matchEither<ttir::Conv2dOp>(op);
  if (!match)
    return std::nullopt;
  auto [conv, vector] = *match;
  RankedTensorType type = tensorTypeOf(conv.getResult());
  if (!conv->hasOneUse() || conv.getChannelDim() != 3 || type != op->getResult(0).getType() ||
      !isVectorAlongLast(vector, type.getShape().back(), 4) ||
      tensorTypeOf(vector).getElementType() != type.getElementType() || !isConstEvaluable(vector))
    return std::nullopt;
  return match;
}

/// conv(x, w) + b.
struct ConvBias : OpRewritePattern<ttir::AddOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::AddOp op, PatternRewriter &rewriter) const override {
    auto match = convBesideChannels(op);
    if (!match)
      return failure();
    auto [conv, vector] = *match;
    int64_t channels = shape::of(op.getResult()).back();
    Value bias = reshape(rewriter, suffixed(op.getLoc(), "_bias"), vector, {1, 1, 1, channels});
    if (Value before = conv.getBias()) {
      before = reshape(rewriter, suffixed(op.getLoc(), "_biasBefore"), before, {1, 1, 1, channels});
      bias = ttir::AddOp::create(rewriter, suffixed(op.getLoc(), "_biasSum"), bias.getType(), before, bias);
    }
    replaceConv(rewriter, op, conv, conv.getWeight(), bias);
    return success();
  }

  /// `op` gives way to `conv` with another weight and bias, built where `op` is: its operands stand before.
  static void replaceConv(PatternRewriter &rewriter, Operation *op, ttir::Conv2dOp conv, Value weight, Value bias) {
    Operation *clone = rewriter.clone(*conv);
    SmallVector<Value> operands{conv.getInput(), weight};
    if (bias)
      operands.push_back(bias);
    clone->setOperands(operands);
    rewriter.replaceOp(op, clone->getResults());
  }
};

/// Scaling happens in tiles, and a tile holds one kernel: weights and product of 1x1 kernels take a thousand times
/// their bytes. Both must fit into the DRAM of the smallest chip (12 GiB) while constants are computed.
static bool fitsScaledInTiles(Value weight) {
  constexpr int64_t mostBytes = int64_t(5) << 30;
  RankedTensorType type = tensorTypeOf(weight);
  int64_t bytes = std::max<int64_t>(type.getElementTypeBitWidth() / 8, 1);
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    bool inTile = static_cast<int64_t>(dim) + 2 >= type.getRank();
    if (__builtin_mul_overflow(bytes, inTile ? (extent + 31) / 32 * 32 : extent, &bytes))
      return false;
  }
  return bytes <= mostBytes;
}

/// conv(x, w) * s = conv(x, w * s): the weights of output channel o are scaled by s[o].
struct ConvMultiply : OpRewritePattern<ttir::MultiplyOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::MultiplyOp op, PatternRewriter &rewriter) const override {
    auto match = convBesideChannels(op);
    if (!match || !isConstEvaluable(match->first.getWeight()) || !fitsScaledInTiles(match->first.getWeight()) ||
        (match->first.getBias() && !isConstEvaluable(match->first.getBias())) ||
        tensorTypeOf(match->first.getWeight()).getElementType() != tensorTypeOf(match->second).getElementType())
      return failure();
    auto [conv, vector] = *match;
    int64_t channels = shape::of(op.getResult()).back();
    Value perFilter = reshape(rewriter, suffixed(op.getLoc(), "_scale"), vector, {channels, 1, 1, 1});
    Value weight = ttir::MultiplyOp::create(rewriter, suffixed(op.getLoc(), "_weight"), conv.getWeight().getType(),
                                            conv.getWeight(), perFilter);
    Value bias = conv.getBias();
    if (bias) {
      Value perChannel = reshape(rewriter, suffixed(op.getLoc(), "_scaleBias"), vector, {1, 1, 1, channels});
      bias = reshape(rewriter, suffixed(op.getLoc(), "_biasBefore"), bias, {1, 1, 1, channels});
      bias = ttir::MultiplyOp::create(rewriter, suffixed(op.getLoc(), "_bias"), bias.getType(), bias, perChannel);
    }
    ConvBias::replaceConv(rewriter, op, conv, weight, bias);
    return success();
  }
};
} // namespace

void conversion::populateContractionFusing(RewritePatternSet &patterns, bool convWithMultiply) {
  patterns.add<Linear, ConvBias>(patterns.getContext());
  if (convWithMultiply)
    patterns.add<ConvMultiply>(patterns.getContext());
}

//===- Norms.cpp - rms_norm and layer_norm ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Patterns.h"

#include <cmath>

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// x * x or x ^ 2.
static Value squared(Value value) {
  if (auto multiply = value.getDefiningOp<ttir::MultiplyOp>())
    return multiply.getLhs() == multiply.getRhs() ? multiply.getLhs() : Value();
  if (auto pow = value.getDefiningOp<ttir::PowOp>())
    return isSplat(pow.getRhs(), 2.0) ? pow.getLhs() : Value();
  return {};
}

/// A mean over the last dimension alone that keeps it.
static ttir::MeanOp meanOverLast(Value value) {
  auto mean = value.getDefiningOp<ttir::MeanOp>();
  if (!mean || !mean.getKeepDim())
    return {};
  std::optional<SmallVector<int64_t>> dims = reducedDims(mean);
  bool last = dims && dims->size() == 1 && dims->front() == tensorTypeOf(mean.getInput()).getRank() - 1;
  return last ? mean : ttir::MeanOp();
}

/// The x and epsilon of mean(x^2) + epsilon.
static std::optional<std::pair<Value, double>> meanSquarePlusEpsilon(Value value) {
  auto add = value.getDefiningOp<ttir::AddOp>();
  if (!add)
    return std::nullopt;
  for (int side : {0, 1}) {
    ttir::MeanOp mean = meanOverLast(add->getOperand(side));
    std::optional<double> epsilon = splatOf(add->getOperand(1 - side));
    Value x = mean ? squared(mean.getInput()) : Value();
    if (x && epsilon && std::isfinite(*epsilon) && *epsilon >= 0)
      return std::pair(x, *epsilon);
  }
  return std::nullopt;
}

/// The x and epsilon of x / sqrt(mean(x^2) + epsilon), in any of its spellings.
static std::optional<std::pair<Value, double>> rootMeanSquareNorm(Operation *op) {
  auto check = [](Value x, Value radicand) -> std::optional<std::pair<Value, double>> {
    auto found = meanSquarePlusEpsilon(radicand);
    return found && found->first == x ? found : std::nullopt;
  };
  if (auto div = dyn_cast<ttir::DivOp>(op)) {
    auto root = div.getRhs().getDefiningOp<ttir::SqrtOp>();
    return root ? check(div.getLhs(), root.getInput()) : std::nullopt;
  }
  for (int side : {0, 1}) {
    Value x = op->getOperand(side), factor = op->getOperand(1 - side);
    if (auto root = factor.getDefiningOp<ttir::RsqrtOp>())
      if (auto found = check(x, root.getInput()))
        return found;
    if (auto reciprocal = factor.getDefiningOp<ttir::ReciprocalOp>())
      if (auto root = reciprocal.getInput().getDefiningOp<ttir::SqrtOp>())
        if (auto found = check(x, root.getInput()))
          return found;
  }
  return std::nullopt;
}

namespace {
/// With x = y - mean(y) it is layer_norm(y), else rms_norm(x).
template <typename OpTy>
struct Norm : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    auto found = rootMeanSquareNorm(op);
    if (!found || found->first.getType() != op.getResult().getType())
      return failure();
    Value x = found->first;
    double epsilon = found->second;
    Type type = op.getResult().getType();
    auto normalized = rewriter.getDenseI64ArrayAttr({shape::of(x).back()});
    auto epsilonAttr = rewriter.getF32FloatAttr(static_cast<float>(epsilon));
    if (auto centered = x.getDefiningOp<ttir::SubtractOp>()) {
      ttir::MeanOp mean = meanOverLast(centered.getRhs());
      if (mean && mean.getInput() == centered.getLhs() && centered.getLhs().getType() == type) {
        rewriter.replaceOpWithNewOp<ttir::LayerNormOp>(op, type, centered.getLhs(), Value(), Value(), normalized,
                                                       epsilonAttr);
        return success();
      }
    }
    rewriter.replaceOpWithNewOp<ttir::RMSNormOp>(op, type, x, Value(), Value(), normalized, epsilonAttr);
    return success();
  }
};

/// norm(x) * w is the weight of the norm.
template <typename OpTy>
struct NormWeight : OpRewritePattern<ttir::MultiplyOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::MultiplyOp op, PatternRewriter &rewriter) const override {
    auto match = matchEither<OpTy>(op);
    if (!match)
      return failure();
    auto [norm, weight] = *match;
    RankedTensorType type = tensorTypeOf(op.getResult());
    int64_t extent = type.getShape().empty() ? 0 : type.getShape().back();
    if (norm.getWeight() || norm.getBias() || !norm->hasOneUse() || norm.getResult().getType() != type ||
        norm.getNormalizedShape().size() != 1 || !isVectorAlongLast(weight, extent, type.getRank()) ||
        tensorTypeOf(weight).getElementType() != type.getElementType())
      return failure();
    Value vector = reshape(rewriter, suffixed(op.getLoc(), "_weight"), weight, {extent});
    rewriter.replaceOpWithNewOp<OpTy>(op, type, norm.getInput(), vector, Value(), norm.getNormalizedShapeAttr(),
                                      norm.getEpsilonAttr());
    return success();
  }
};

/// layer_norm(x, w) + b is its bias.
struct LayerNormBias : OpRewritePattern<ttir::AddOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::AddOp op, PatternRewriter &rewriter) const override {
    auto match = matchEither<ttir::LayerNormOp>(op);
    if (!match)
      return failure();
    auto [norm, bias] = *match;
    RankedTensorType type = tensorTypeOf(op.getResult());
    int64_t extent = type.getShape().empty() ? 0 : type.getShape().back();
    if (!norm.getWeight() || norm.getBias() || !norm->hasOneUse() || norm.getResult().getType() != type ||
        norm.getNormalizedShape().size() != 1 || !isVectorAlongLast(bias, extent, type.getRank()) ||
        tensorTypeOf(bias).getElementType() != type.getElementType())
      return failure();
    Value vector = reshape(rewriter, suffixed(op.getLoc(), "_bias"), bias, {extent});
    rewriter.replaceOpWithNewOp<ttir::LayerNormOp>(op, type, norm.getInput(), norm.getWeight(), vector,
                                                   norm.getNormalizedShapeAttr(), norm.getEpsilonAttr());
    return success();
  }
};
} // namespace

void conversion::populateNormFusing(RewritePatternSet &patterns) {
  patterns.add<Norm<ttir::MultiplyOp>, Norm<ttir::DivOp>, NormWeight<ttir::RMSNormOp>, NormWeight<ttir::LayerNormOp>,
               LayerNormBias>(patterns.getContext());
}

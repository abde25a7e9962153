//===- Activations.cpp - silu, mish, gelu, relu, relu6 ----------------------------------------------===//
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

namespace {
/// x * sigmoid(x).
struct Silu : OpRewritePattern<ttir::MultiplyOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::MultiplyOp op, PatternRewriter &rewriter) const override {
    for (int side : {0, 1}) {
      auto sigmoid = op->getOperand(side).getDefiningOp<ttir::SigmoidOp>();
      Value x = op->getOperand(1 - side);
      if (!sigmoid || sigmoid.getInput() != x || x.getType() != op.getResult().getType())
        continue;
      rewriter.replaceOpWithNewOp<ttir::SiluOp>(op, op.getResult().getType(), x);
      return success();
    }
    return failure();
  }
};

/// 0.5 * x * (1 + erf(x / sqrt(2))), the factors in any order. `tanhForm`: 1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)) too,
/// on bf16: both forms are within 4.8e-4 of each other, absolute, where bf16 rounds results around 1 by 3.9e-3.
struct Gelu : OpRewritePattern<ttir::MultiplyOp> {
  Gelu(MLIRContext *context, PatternCounts *tanhForm) : OpRewritePattern(context), tanhForm(tanhForm) {}
  LogicalResult matchAndRewrite(ttir::MultiplyOp op, PatternRewriter &rewriter) const override {
    Value x;
    double scale = 1;
    SmallVector<Value> others;
    bool isTanh = false;
    for (Value factor : ttir::factorsOf(op)) {
      if (std::optional<double> value = splatOf(factor)) {
        scale *= *value;
        continue;
      }
      Value exact = x ? Value() : ttir::onePlusErf(factor), other = x || exact ? Value() : onePlusTanh(factor);
      isTanh |= bool(other);
      if (exact || other)
        x = exact ? exact : other;
      else
        others.push_back(factor);
    }
    if (!x || others.size() != 1 || others[0] != x || std::abs(scale - 0.5) > 1e-6 ||
        x.getType() != op.getResult().getType())
      return failure();
    rewriter.replaceOpWithNewOp<ttir::GeluOp>(op, op.getResult().getType(), x);
    if (isTanh)
      tanhForm->add(LoweringPattern::TanhGelu);
    return success();
  }

private:
  /// The x of 1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)), when it is wanted and the types are bf16.
  Value onePlusTanh(Value value) const {
    auto add = value.getDefiningOp<ttir::AddOp>();
    Value turned = add && tanhForm ? besideSplat(add, 1.0) : Value();
    auto tanh = turned ? turned.getDefiningOp<ttir::TanhOp>() : ttir::TanhOp();
    auto scaled = tanh ? tanh.getInput().getDefiningOp<ttir::MultiplyOp>() : ttir::MultiplyOp();
    Value polynomial = scaled ? besideSplat(scaled, std::sqrt(2 / M_PI)) : Value();
    auto sum = polynomial ? polynomial.getDefiningOp<ttir::AddOp>() : ttir::AddOp();
    if (!sum || !tensorTypeOf(value).getElementType().isBF16())
      return {};
    for (int side : {0, 1}) {
      auto cubic = sum->getOperand(side).getDefiningOp<ttir::MultiplyOp>();
      Value cube = cubic ? besideSplat(cubic, 0.044715) : Value();
      if (cube && cubed(cube) == sum->getOperand(1 - side))
        return sum->getOperand(1 - side);
    }
    return {};
  }

  /// The x of x^3, x * x * x.
  static Value cubed(Value value) {
    if (auto pow = value.getDefiningOp<ttir::PowOp>())
      return isSplat(pow.getRhs(), 3.0) ? pow.getLhs() : Value();
    auto product = value.getDefiningOp<ttir::MultiplyOp>();
    for (int side : {0, 1}) {
      auto square = product ? product->getOperand(side).getDefiningOp<ttir::MultiplyOp>() : ttir::MultiplyOp();
      Value x = product ? product->getOperand(1 - side) : Value();
      if (square && square.getLhs() == x && square.getRhs() == x)
        return x;
    }
    return {};
  }

  PatternCounts *tanhForm; ///< null: not wanted
};

/// x * tanh(log1p(exp(x))): equal where x is finite.
struct Mish : OpRewritePattern<ttir::MultiplyOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::MultiplyOp op, PatternRewriter &rewriter) const override {
    std::optional<std::pair<ttir::TanhOp, Value>> sides = matchEither<ttir::TanhOp>(op);
    auto softplus = sides ? sides->first.getInput().getDefiningOp<ttir::Log1pOp>() : ttir::Log1pOp();
    auto exp = softplus ? softplus.getInput().getDefiningOp<ttir::ExpOp>() : ttir::ExpOp();
    if (!exp || exp.getInput() != sides->second || sides->second.getType() != op.getResult().getType())
      return failure();
    rewriter.replaceOpWithNewOp<ttir::MishOp>(op, op.getResult().getType(), sides->second);
    return success();
  }
};

/// maximum(x, 0).
struct Relu : OpRewritePattern<ttir::MaximumOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::MaximumOp op, PatternRewriter &rewriter) const override {
    Value x = besideSplat(op, 0.0);
    if (!x || x.getType() != op.getResult().getType())
      return failure();
    rewriter.replaceOpWithNewOp<ttir::ReluOp>(op, x.getType(), x);
    return success();
  }
};

/// minimum(relu(x), 6).
struct Relu6 : OpRewritePattern<ttir::MinimumOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::MinimumOp op, PatternRewriter &rewriter) const override {
    Value bounded = besideSplat(op, 6.0);
    auto relu = bounded ? bounded.getDefiningOp<ttir::ReluOp>() : ttir::ReluOp();
    if (!relu || relu.getInput().getType() != op.getResult().getType())
      return failure();
    rewriter.replaceOpWithNewOp<ttir::Relu6Op>(op, op.getResult().getType(), relu.getInput());
    return success();
  }
};

/// clamp(x, 0, 6).
struct ClampToRelu6 : OpRewritePattern<ttir::ClampScalarOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::ClampScalarOp op, PatternRewriter &rewriter) const override {
    auto low = dyn_cast<FloatAttr>(op.getMin()), high = dyn_cast<FloatAttr>(op.getMax());
    if (!low || !high || low.getValueAsDouble() != 0.0 || high.getValueAsDouble() != 6.0)
      return failure();
    rewriter.replaceOpWithNewOp<ttir::Relu6Op>(op, op.getResult().getType(), op.getInput());
    return success();
  }
};
} // namespace

void conversion::populateActivationFusing(RewritePatternSet &patterns, PatternCounts *tanhGelu) {
  patterns.add<Silu, Mish, Relu, Relu6, ClampToRelu6>(patterns.getContext());
  patterns.add<Gelu>(patterns.getContext(), tanhGelu);
}

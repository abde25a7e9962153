//===- Norms.cpp - Normalizations that TTNN takes in one form only ----------------------------------------------===//
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
/// x * s + (offset - mean * s), s = scale * rsqrt(variance + epsilon). What depends on parameters alone is computed
/// once by const-eval; the multiply and the add fold into a convolution.
struct DecomposeBatchNorm : OpRewritePattern<ttir::BatchNormInferenceOp> {
  DecomposeBatchNorm(MLIRContext *context, bool always) : OpRewritePattern(context), always(always) {}
  LogicalResult matchAndRewrite(ttir::BatchNormInferenceOp op, PatternRewriter &rewriter) const override {
    RankedTensorType type = tensorTypeOf(op.getOperand());
    std::optional<int64_t> dim = shape::normalizeDim(static_cast<int32_t>(op.getDimension()), type.getRank());
    if (!dim || (!always && type.getRank() == 4 && *dim == 1))
      return failure();
    Location loc = op.getLoc();
    SmallVector<int64_t> placed(type.getRank(), 1);
    placed[*dim] = type.getDimSize(*dim);
    auto place = [&](Value value, StringRef suffix) { return reshape(rewriter, suffixed(loc, suffix), value, placed); };
    auto typed = [&](Value value) { return RankedTensorType::get(placed, tensorTypeOf(value).getElementType()); };
    Value scale = place(op.getScale(), "_scale"), offset = place(op.getOffset(), "_offset");
    Value mean = place(op.getMean(), "_mean"), variance = place(op.getVariance(), "_variance");
    SmallVector<int64_t> ones(type.getRank(), 1);
    Value epsilon =
        full(rewriter, suffixed(loc, "_epsilon"), withShape(typed(variance), ones), op.getEpsilon().convertToFloat());
    Value sum = ttir::AddOp::create(rewriter, suffixed(loc, "_addEpsilon"), typed(variance), variance, epsilon);
    Value root = ttir::RsqrtOp::create(rewriter, suffixed(loc, "_rsqrt"), typed(variance), sum);
    Value factor = ttir::MultiplyOp::create(rewriter, suffixed(loc, "_factor"), typed(scale), scale, root);
    Value moved = ttir::MultiplyOp::create(rewriter, suffixed(loc, "_shift"), typed(mean), mean, factor);
    Value shift = ttir::SubtractOp::create(rewriter, suffixed(loc, "_bias"), typed(offset), offset, moved);
    Value scaled = ttir::MultiplyOp::create(rewriter, suffixed(loc, "_scaled"), type, op.getOperand(), factor);
    rewriter.replaceOpWithNewOp<ttir::AddOp>(op, op.getResult().getType(), scaled, shift);
    return success();
  }
  bool always;
};

/// ttnn.batch_norm takes statistics of shape (1, C, 1, 1).
struct BatchNormStatistics : OpRewritePattern<ttir::BatchNormInferenceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::BatchNormInferenceOp op, PatternRewriter &rewriter) const override {
    RankedTensorType type = tensorTypeOf(op.getOperand());
    if (type.getRank() != 4 || op.getDimension() != 1 || tensorTypeOf(op.getMean()).getRank() == 4)
      return failure();
    SmallVector<int64_t> placed{1, type.getDimSize(1), 1, 1};
    SmallVector<Value> statistics;
    for (Value value : op->getOperands().drop_front())
      statistics.push_back(reshape(rewriter, suffixed(op.getLoc(), "_statistics"), value, placed));
    rewriter.modifyOpInPlace(op, [&] {
      for (auto [index, value] : llvm::enumerate(statistics))
        op->setOperand(index + 1, value);
    });
    return success();
  }
};

/// TTNN normalizes over the last dimension: several become one.
template <typename OpTy>
struct NormOverLast : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    ArrayRef<int64_t> normalized = op.getNormalizedShape();
    RankedTensorType type = tensorTypeOf(op.getInput());
    if (normalized.size() < 2 || static_cast<int64_t>(normalized.size()) > type.getRank() ||
        type.getShape().take_back(normalized.size()) != normalized)
      return failure();
    int64_t count = 1;
    for (int64_t extent : normalized)
      count *= extent;
    SmallVector<int64_t> flat(type.getShape().drop_back(normalized.size()));
    flat.push_back(count);
    Location loc = op.getLoc();
    auto flatten = [&](Value value) -> Value {
      if (!value)
        return value;
      if (tensorTypeOf(value).getNumElements() != count)
        return {};
      return reshape(rewriter, suffixed(loc, "_reshape"), value, {count});
    };
    for (Value parameter : {Value(op.getWeight()), Value(op.getBias())})
      if (parameter && tensorTypeOf(parameter).getNumElements() != count)
        return failure();
    Value input = reshape(rewriter, suffixed(loc, "_reshapeInput"), op.getInput(), flat);
    Value weight = flatten(op.getWeight()), bias = flatten(op.getBias());
    auto result = OpTy::create(rewriter, loc, withShape(tensorTypeOf(op.getResult()), flat), input, weight, bias,
                               rewriter.getDenseI64ArrayAttr({count}), op.getEpsilonAttr());
    rewriter.replaceOp(op, reshape(rewriter, suffixed(loc, "_reshapeOutput"), result, type.getShape()));
    return success();
  }
};
} // namespace

void conversion::populateNormDecompositions(RewritePatternSet &patterns, bool decomposeBatchNorm) {
  MLIRContext *context = patterns.getContext();
  patterns.add<DecomposeBatchNorm>(context, decomposeBatchNorm);
  if (!decomposeBatchNorm)
    patterns.add<BatchNormStatistics>(context);
  patterns.add<NormOverLast<ttir::RMSNormOp>, NormOverLast<ttir::LayerNormOp>>(context);
}

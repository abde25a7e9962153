//===- Norms.cpp - Normalizations that TTNN takes in one form only ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../TTIRBuilder.h"
#include "Patterns.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// `value` with elements of type `element`.
static Value retyped(PatternRewriter &rewriter, Value value, Type element) {
  RankedTensorType type = tensorTypeOf(value);
  if (type.getElementType() == element)
    return value;
  return ttir::TypecastOp::create(rewriter, value.getLoc(), RankedTensorType::get(type.getShape(), element), value,
                                  rewriter.getBoolAttr(false));
}

namespace {
/// (x - mean) * s + offset, s = scale * rsqrt(variance + epsilon) in f32 whatever the type: no two large numbers cancel
/// that the type has rounded, as x * s and offset - mean * s do where a row is far from zero and hardly varies. All
/// three steps fold into a convolution, and what depends on parameters alone is computed once by const-eval.
struct DecomposeBatchNorm : OpRewritePattern<ttir::BatchNormInferenceOp> {
  DecomposeBatchNorm(MLIRContext *context, bool always) : OpRewritePattern(context), always(always) {}
  LogicalResult matchAndRewrite(ttir::BatchNormInferenceOp op, PatternRewriter &rewriter) const override {
    RankedTensorType type = tensorTypeOf(op.getOperand());
    std::optional<int64_t> dim = shape::normalizeDim(static_cast<int32_t>(op.getDimension()), type.getRank());
    if (!dim || (!always && type.getRank() == 4 && *dim == 1))
      return failure();
    Location loc = op.getLoc();
    SmallVector<int64_t> placed(type.getRank(), 1), ones(type.getRank(), 1);
    placed[*dim] = type.getDimSize(*dim);
    auto place = [&](Value value, StringRef suffix) { return reshape(rewriter, suffixed(loc, suffix), value, placed); };
    auto wide = RankedTensorType::get(placed, rewriter.getF32Type());
    Value scale = retyped(rewriter, place(op.getScale(), "_scale"), wide.getElementType());
    Value variance = retyped(rewriter, place(op.getVariance(), "_variance"), wide.getElementType());
    Value epsilon = full(rewriter, suffixed(loc, "_epsilon"), withShape(wide, ones), op.getEpsilon().convertToFloat());
    Value sum = ttir::AddOp::create(rewriter, suffixed(loc, "_addEpsilon"), wide, variance, epsilon);
    Value root = ttir::RsqrtOp::create(rewriter, suffixed(loc, "_rsqrt"), wide, sum);
    Value factor = ttir::MultiplyOp::create(rewriter, suffixed(loc, "_factor"), wide, scale, root);
    factor = retyped(rewriter, factor, type.getElementType());
    Value mean = place(op.getMean(), "_mean"), offset = place(op.getOffset(), "_offset");
    // An addition, which a convolution takes as its bias.
    Value shift = ttir::NegOp::create(rewriter, suffixed(loc, "_shift"), mean.getType(), mean);
    Value centred = ttir::AddOp::create(rewriter, suffixed(loc, "_centred"), type, op.getOperand(), shift);
    Value scaled = ttir::MultiplyOp::create(rewriter, suffixed(loc, "_scaled"), type, centred, factor);
    rewriter.replaceOpWithNewOp<ttir::AddOp>(op, op.getResult().getType(), scaled, offset);
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

/// Elementwise ops on one element type, named after the op that they stand for.
struct Arithmetic {
  PatternRewriter &rewriter;
  Location loc;

  Value mean(Value x, ArrayRef<int64_t> dims) const {
    RankedTensorType type = tensorTypeOf(x);
    SmallVector<int64_t> shape(type.getShape());
    SmallVector<int32_t> narrow;
    for (int64_t dim : dims) {
      shape[dim] = 1;
      narrow.push_back(static_cast<int32_t>(dim));
    }
    return ttir::MeanOp::create(rewriter, suffixed(loc, "_mean"), withShape(type, shape), x, rewriter.getBoolAttr(true),
                                rewriter.getI32ArrayAttr(narrow));
  }
  template <typename OpTy>
  Value binary(Value a, Value b) const {
    SmallVector<int64_t> shape = *shape::broadcast({shape::of(a), shape::of(b)});
    return OpTy::create(rewriter, loc, withShape(tensorTypeOf(a), shape), a, b);
  }
  Value scalar(Value like, double value) const {
    RankedTensorType type = tensorTypeOf(like);
    return full(rewriter, suffixed(loc, "_constant"), withShape(type, SmallVector<int64_t>(type.getRank(), 1)), value);
  }
  /// (x - mean, mean of its square) over `dims`.
  std::pair<Value, Value> centred(Value x, Value average, ArrayRef<int64_t> dims) const {
    Value difference = binary<ttir::SubtractOp>(x, average);
    return {difference, mean(binary<ttir::MultiplyOp>(difference, difference), dims)};
  }
  Value scaled(Value difference, Value variance, double epsilon) const {
    Value sum = binary<ttir::AddOp>(variance, scalar(variance, epsilon));
    Value root = ttir::RsqrtOp::create(rewriter, suffixed(loc, "_rsqrt"), sum.getType(), sum);
    return binary<ttir::MultiplyOp>(difference, root);
  }
};

/// Statistics over everything but `dimension`; running' = running + momentum (batch - running).
struct DecomposeBatchNormTraining : OpRewritePattern<ttir::BatchNormTrainingOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::BatchNormTrainingOp op, PatternRewriter &rewriter) const override {
    RankedTensorType type = tensorTypeOf(op.getOperand());
    std::optional<int64_t> channel = shape::normalizeDim(op.getDimensionAttr().getInt(), type.getRank());
    if (!channel)
      return failure();
    Arithmetic arithmetic{rewriter, op.getLoc()};
    SmallVector<int64_t> placed(type.getRank(), 1), others;
    placed[*channel] = type.getDimSize(*channel);
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (dim != *channel)
        others.push_back(dim);
    auto place = [&](Value value) { return reshape(rewriter, suffixed(op.getLoc(), "_place"), value, placed); };
    Value mean = arithmetic.mean(op.getOperand(), others);
    auto [difference, variance] = arithmetic.centred(op.getOperand(), mean, others);
    Value result = arithmetic.scaled(difference, variance, op.getEpsilon().convertToFloat());
    result = arithmetic.binary<ttir::MultiplyOp>(result, place(op.getScale()));
    result = arithmetic.binary<ttir::AddOp>(result, place(op.getOffset()));
    auto moved = [&](Value running, Value batch, Value like) {
      running = place(running);
      batch = retyped(rewriter, batch, tensorTypeOf(running).getElementType());
      Value step = arithmetic.binary<ttir::SubtractOp>(batch, running);
      step = arithmetic.binary<ttir::MultiplyOp>(step, arithmetic.scalar(step, op.getMomentum().convertToFloat()));
      Value next = arithmetic.binary<ttir::AddOp>(running, step);
      next = retyped(rewriter, next, tensorTypeOf(like).getElementType());
      return reshape(rewriter, suffixed(op.getLoc(), "_statistics"), next, shape::of(like));
    };
    rewriter.replaceOp(op, {result, moved(op.getRunningMean(), mean, op.getBatchMean()),
                            moved(op.getRunningVariance(), variance, op.getBatchVariance())});
    return success();
  }
};

/// (N, .., C) as (N, rows, G, C / G): the mean over rows and the channels of a group.
struct DecomposeGroupNorm : OpRewritePattern<ttir::GroupNormOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::GroupNormOp op, PatternRewriter &rewriter) const override {
    auto dim = op->getAttrOfType<IntegerAttr>("channel_dim");
    int64_t last = tensorTypeOf(op.getInput()).getRank() - 1;
    if (dim && shape::normalizeDim(dim.getInt(), last + 1) != last)
      return failure(); // channels go last first
    RankedTensorType type = tensorTypeOf(op.getInput());
    int64_t images = type.getDimSize(0), channels = type.getShape().back(), groups = op.getNumGroupsAttr().getInt();
    int64_t rows = type.getNumElements() / (images * channels);
    Arithmetic arithmetic{rewriter, op.getLoc()};
    // Groups before rows, so that a group is one run of memory and one row of the reduction.
    Value x =
        reshape(rewriter, suffixed(op.getLoc(), "_split"), op.getInput(), {images, rows, groups, channels / groups});
    x = permute(rewriter, suffixed(op.getLoc(), "_permute"), x, {0, 2, 1, 3});
    x = reshape(rewriter, suffixed(op.getLoc(), "_flatten"), x, {images, groups, rows * (channels / groups)});
    Value mean = arithmetic.mean(x, {2});
    auto [difference, variance] = arithmetic.centred(x, mean, {2});
    x = arithmetic.scaled(difference, variance, op.getEpsilon().convertToFloat());
    x = reshape(rewriter, suffixed(op.getLoc(), "_unflatten"), x, {images, groups, rows, channels / groups});
    x = permute(rewriter, suffixed(op.getLoc(), "_permuteBack"), x, {0, 2, 1, 3});
    x = reshape(rewriter, suffixed(op.getLoc(), "_merge"), x, type.getShape());
    auto place = [&](Value value) { return reshape(rewriter, suffixed(op.getLoc(), "_place"), value, {channels}); };
    if (op.getWeight())
      x = arithmetic.binary<ttir::MultiplyOp>(x, place(op.getWeight()));
    if (op.getBias())
      x = arithmetic.binary<ttir::AddOp>(x, place(op.getBias()));
    rewriter.replaceOp(op, x);
    return success();
  }
};
/// Chips along an axis of the mesh; 0 when no device says how many there are.
static int64_t chipsAlong(Operation *op, int64_t axis) {
  ttcore::DeviceAttr device = ttcore::lookupDevice(op->getParentOfType<ModuleOp>());
  if (!device)
    return 0;
  ArrayRef<int64_t> mesh = device.getMeshShape();
  return axis < static_cast<int64_t>(mesh.size()) ? mesh[axis] : 1;
}

/// What the chips of an axis have together, where the axis has one.
template <typename OpTy>
struct ExchangeOfOneChip : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    if (chipsAlong(op, op.getClusterAxis()) != 1 || op.getInput().getType() != op.getResult().getType())
      return failure();
    rewriter.replaceOp(op, op.getInput());
    return success();
  }
};

/// A norm whose rows lie on several chips: each chip's mean and mean of squares, averaged over the chips of the axis.
/// The library's fused kernel wants shards in L1, a buffer of statistics and a semaphore, and few rows; this runs
/// everywhere.
template <typename OpTy>
struct DecomposeDistributedNorm : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  static constexpr bool isCentred = std::is_same_v<OpTy, ttir::DistributedLayerNormOp>;

  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    int64_t last = tensorTypeOf(op.getInput()).getRank() - 1, chips = chipsAlong(op, op.getClusterAxis());
    if (last < 0 || chips == 0)
      return failure();
    Arithmetic arithmetic{rewriter, op.getLoc()};
    auto meanOverChips = [&](Value x) {
      Value local = arithmetic.mean(x, {last});
      if (chips == 1)
        return local;
      Value sum = ttir::AllReduceOp::create(rewriter, suffixed(op.getLoc(), "_allReduce"), local.getType(), local,
                                            ttcore::ReduceTypeAttr::get(op.getContext(), ttcore::ReduceType::Sum),
                                            op.getClusterAxisAttr());
      return arithmetic.binary<ttir::MultiplyOp>(sum, arithmetic.scalar(sum, 1.0 / static_cast<double>(chips)));
    };
    Value x = op.getInput();
    if (op.getResidual())
      x = arithmetic.binary<ttir::AddOp>(x, op.getResidual());
    if constexpr (isCentred)
      x = arithmetic.binary<ttir::SubtractOp>(x, meanOverChips(x));
    Value squares = meanOverChips(arithmetic.binary<ttir::MultiplyOp>(x, x));
    x = arithmetic.scaled(x, squares, op.getEpsilon().convertToDouble());
    if (op.getWeight())
      x = arithmetic.binary<ttir::MultiplyOp>(x, op.getWeight());
    if constexpr (isCentred)
      if (op.getBias())
        x = arithmetic.binary<ttir::AddOp>(x, op.getBias());
    rewriter.replaceOp(op, x);
    return success();
  }
};
} // namespace

void conversion::populateNormDecompositions(RewritePatternSet &patterns, bool decomposeBatchNorm) {
  MLIRContext *context = patterns.getContext();
  patterns.add<DecomposeBatchNorm>(context, decomposeBatchNorm);
  if (!decomposeBatchNorm)
    patterns.add<BatchNormStatistics>(context);
  patterns.add<NormOverLast<ttir::RMSNormOp>, NormOverLast<ttir::LayerNormOp>, DecomposeBatchNormTraining,
               DecomposeGroupNorm, ExchangeOfOneChip<ttir::AllReduceOp>, ExchangeOfOneChip<ttir::AllGatherOp>,
               ExchangeOfOneChip<ttir::ReduceScatterOp>, DecomposeDistributedNorm<ttir::DistributedRMSNormOp>,
               DecomposeDistributedNorm<ttir::DistributedLayerNormOp>>(context);
}

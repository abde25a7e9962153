//===- Images.cpp - Padding and upsampling spelled out -----------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Patterns.h"

#include <limits>

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// Top, left, bottom, right of an op's own padding; nothing when it is not that of an image.
static std::optional<SmallVector<int64_t>> paddingOf(Operation *op) {
  std::optional<SmallVector<int64_t>> by = shape::integers(op->getAttr("padding"));
  if (by && by->size() == 1)
    by->assign(4, by->front());
  if (by && by->size() == 2)
    *by = {(*by)[0], (*by)[1], (*by)[0], (*by)[1]};
  return by && by->size() == 4 ? by : std::nullopt;
}

/// The window moves over (N, H, W, C).
template <typename OpTy>
static bool isChannelLast(OpTy op) {
  return !op->hasAttr("flattened_image") && !op->hasAttr("flattened_compat_info") && op.getBatchDim() == 0 &&
         op.getHeightDim() == 1 && op.getWidthDim() == 2 && op.getChannelDim() == 3;
}

/// What `pad` puts around the image is what the library's window sees there, and kernels take that much of it.
static bool isOwnPadding(ttir::Conv2dOp, ttir::PadOp pad, ArrayRef<int64_t>) {
  return pad.getValue().convertToDouble() == 0;
}

/// At most half of the kernel, so that every window sees the image.
template <typename PoolOp>
static bool fitsKernel(PoolOp op, ArrayRef<int64_t> sum) {
  std::optional<SmallVector<int64_t>> kernel = shape::integers(op.getKernelAttr());
  std::optional<SmallVector<int64_t>> dilation = shape::integers(op.getDilationAttr());
  return kernel && !kernel->empty() && dilation && llvm::all_of(*dilation, [](int64_t by) { return by == 1; }) &&
         !op.getCeilMode() && 2 * std::max(sum[0], sum[2]) <= kernel->front() &&
         2 * std::max(sum[1], sum[3]) <= kernel->back();
}

/// No maximum takes -inf, nor 0 where nothing is below it.
static bool isOwnPadding(ttir::MaxPool2dOp op, ttir::PadOp pad, ArrayRef<int64_t> sum) {
  double value = pad.getValue().convertToDouble();
  bool isLeast = value == -std::numeric_limits<double>::infinity();
  std::optional<SmallVector<int64_t>> own = paddingOf(op);
  bool hasNone = llvm::all_of(*own, [](int64_t by) { return by == 0; });
  bool isPositive = pad.getInput().getDefiningOp<ttir::ReluOp>() != nullptr;
  return fitsKernel(op, sum) && (isLeast || (value == 0 && isPositive && hasNone));
}

static bool isOwnPadding(ttir::AvgPool2dOp op, ttir::PadOp pad, ArrayRef<int64_t> sum) {
  return fitsKernel(op, sum) && op.getCountIncludePad() && pad.getValue().convertToDouble() == 0;
}

namespace {

template <typename OpTy>
struct PadIntoWindow : OpRewritePattern<OpTy> {
  PadIntoWindow(MLIRContext *context, PatternCounts &counts) : OpRewritePattern<OpTy>(context), counts(counts) {}

  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    auto pad = op.getInput().template getDefiningOp<ttir::PadOp>();
    std::optional<SmallVector<int64_t>> sum = paddingOf(op);
    if (!pad || !pad->hasOneUse() || !sum || !isChannelLast(op) || pad.getPadding().size() != 8)
      return failure();
    ArrayRef<int32_t> by = pad.getPadding();
    if (by[0] != 0 || by[1] != 0 || by[6] != 0 || by[7] != 0 || llvm::any_of(by, [](int32_t n) { return n < 0; }))
      return failure();
    constexpr size_t places[] = {2, 4, 3, 5}; // pad lists rows before and behind, then columns
    for (auto [side, place] : llvm::zip(*sum, places))
      side += by[place];
    if (!isOwnPadding(op, pad, *sum))
      return failure();
    SmallVector<int32_t> narrow(sum->begin(), sum->end());
    rewriter.modifyOpInPlace(op, [&] {
      op.getInputMutable().assign(pad.getInput());
      op->setAttr("padding", rewriter.getDenseI32ArrayAttr(narrow));
    });
    rewriter.eraseOp(pad);
    counts.add(LoweringPattern::PadIntoWindow);
    return success();
  }

  PatternCounts &counts;
};

/// Each pixel s x t times: (N, C, H, 1, W, 1) or (N, H, 1, W, 1, C), repeated along the ones, joined.
struct NearestUpsample : OpRewritePattern<ttir::BroadcastOp> {
  NearestUpsample(MLIRContext *context, PatternCounts &counts) : OpRewritePattern(context), counts(counts) {}

  LogicalResult matchAndRewrite(ttir::BroadcastOp op, PatternRewriter &rewriter) const override {
    for (int64_t height : {2, 1})
      if (succeeded(upsampleAt(height, op, rewriter)))
        return success();
    return failure();
  }

private:
  /// `height`: dimension of the rows.
  LogicalResult upsampleAt(int64_t height, ttir::BroadcastOp op, PatternRewriter &rewriter) const {
    auto joined = op->hasOneUse() ? dyn_cast<ttir::ReshapeOp>(*op->user_begin()) : ttir::ReshapeOp();
    shape::Shape in = shape::of(op.getInput());
    ArrayRef<int64_t> repeats = op.getBroadcastDimensions();
    if (!joined || in.size() != 6 || repeats.size() != 6)
      return failure();
    int64_t places[] = {height + 1, height + 3};
    SmallVector<int64_t> image, large;
    for (int64_t dim = 0; dim < 6; ++dim) {
      bool isPlace = llvm::is_contained(places, dim);
      if (isPlace ? in[dim] != 1 || repeats[dim] > largestScale : repeats[dim] != 1)
        return failure();
      if (isPlace) {
        large.back() *= repeats[dim];
        continue;
      }
      image.push_back(in[dim]);
      large.push_back(in[dim]);
    }
    bool isChannelFirst = height == 2;
    if (image == large || shape::of(joined.getResult()) != shape::Shape(large) || image[height] == 1 ||
        image[height + 1] == 1 || !isa<FloatType>(tensorTypeOf(op.getInput()).getElementType()))
      return failure();
    Location loc = op.getLoc();
    Value value = reshape(rewriter, suffixed(loc, "_image"), op.getInput(), image);
    if (isChannelFirst)
      value = permute(rewriter, suffixed(loc, "_channelsLast"), value, {0, 2, 3, 1});
    SmallVector<int64_t> shape(shape::of(value));
    shape[1] *= repeats[places[0]];
    shape[2] *= repeats[places[1]];
    auto scale = rewriter.getDenseI32ArrayAttr(
        {static_cast<int32_t>(repeats[places[0]]), static_cast<int32_t>(repeats[places[1]])});
    value = ttir::Upsample2dOp::create(rewriter, loc, withShape(tensorTypeOf(value), shape), value, scale,
                                       rewriter.getStringAttr("nearest"));
    if (isChannelFirst)
      value = permute(rewriter, suffixed(loc, "_channelsFirst"), value, {0, 3, 1, 2});
    rewriter.replaceOp(joined, value);
    rewriter.eraseOp(op);
    counts.add(LoweringPattern::NearestUpsample);
    return success();
  }

  /// Of the library's kernel.
  static constexpr int64_t largestScale = 64;

  PatternCounts &counts;
};

} // namespace

void conversion::populatePadFusing(RewritePatternSet &patterns, PatternCounts &counts) {
  patterns.add<PadIntoWindow<ttir::Conv2dOp>, PadIntoWindow<ttir::MaxPool2dOp>, PadIntoWindow<ttir::AvgPool2dOp>>(
      patterns.getContext(), counts);
}

void conversion::populateUpsampleFusing(RewritePatternSet &patterns, PatternCounts &counts) {
  patterns.add<NearestUpsample>(patterns.getContext(), counts);
}

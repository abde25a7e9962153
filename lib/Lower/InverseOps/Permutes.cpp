//===- Permutes.cpp - NHWC-to-NCHW permutes sink ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Evaluable.h"
#include "../TTIRBuilder.h"
#include "Patterns.h"
#include "alcove/Lower/Rows.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

// Only this permute sinks. It is what a convolution leaves behind, and the next convolution undoes it; moving others
// (heads of attention) would trade one permute for several.
static constexpr int64_t toNCHW[] = {0, 3, 1, 2};

/// What runs on rows was put there by price and stays.
static ttir::PermuteOp sinkingPermute(Value value) {
  auto op = value.getDefiningOp<ttir::PermuteOp>();
  return op && !op->hasAttr(rowMajorAttrName) && op.getPermutation() == ArrayRef<int64_t>(toNCHW) ? op
                                                                                                  : ttir::PermuteOp();
}

static bool isElementwise(Operation *op) {
  return op->isRegistered() && op->getName().getDialectNamespace() == "ttir" && op->hasTrait<ElementwiseShape>() &&
         op->getNumResults() == 1;
}

/// At most one extent differs from 1, so that permuting is renaming.
static bool isVector(Value value) {
  return llvm::count_if(shape::of(value), [](int64_t extent) { return extent != 1; }) <= 1;
}

namespace {
/// op(permute(x), permute(y), small) = permute(op(x, y, inverse(small))).
struct SinkPermuteBelowElementwise : RewritePattern {
  explicit SinkPermuteBelowElementwise(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (!isElementwise(op))
      return failure();
    RankedTensorType type = tensorTypeOf(op->getResult(0));
    // First what most ops lack, then what takes a walk.
    bool anyFull = llvm::any_of(op->getOperands(), [&](Value operand) {
      return sinkingPermute(operand) && shape::of(operand) == type.getShape();
    });
    if (!anyFull || type.getRank() != 4)
      return failure();
    for (Value operand : op->getOperands()) {
      if (sinkingPermute(operand))
        continue;
      bool cheap = isVector(operand) || operand.getDefiningOp<ttir::FullOp>() || isConstEvaluable(operand);
      if (!cheap || tensorTypeOf(operand).getRank() > 4)
        return failure();
    }
    SmallVector<int64_t> inverse = inversePermutation(toNCHW);
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      if (auto permuteOp = sinkingPermute(operand)) {
        operands.push_back(permuteOp.getInput());
        continue;
      }
      SmallVector<int64_t> aligned(4 - tensorTypeOf(operand).getRank(), 1);
      llvm::append_range(aligned, shape::of(operand));
      Value shaped = reshape(rewriter, suffixed(op->getLoc(), "_reshape"), operand, aligned);
      operands.push_back(permute(rewriter, suffixed(op->getLoc(), "_permute"), shaped, inverse));
    }
    SmallVector<int64_t> shape;
    for (int64_t dim : inverse)
      shape.push_back(type.getDimSize(dim));
    Operation *clone = rewriter.clone(*op);
    clone->setOperands(operands);
    clone->getResult(0).setType(withShape(type, shape));
    rewriter.replaceOp(op, permute(rewriter, suffixed(op->getLoc(), "_permuteOutput"), clone->getResult(0), toNCHW));
    return success();
  }
};

struct SinkPermuteBelowConcat : OpRewritePattern<ttir::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::ConcatOp op, PatternRewriter &rewriter) const override {
    SmallVector<Value> inputs;
    for (Value input : op.getInputs()) {
      auto permuteOp = sinkingPermute(input);
      if (!permuteOp)
        return failure();
      inputs.push_back(permuteOp.getInput());
    }
    RankedTensorType type = tensorTypeOf(op.getResult());
    std::optional<int64_t> dim = shape::normalizeDim(op.getDim(), 4);
    if (inputs.empty() || !dim)
      return failure();
    SmallVector<int64_t> shape;
    for (int64_t from : inversePermutation(toNCHW))
      shape.push_back(type.getDimSize(from));
    Value concat =
        ttir::ConcatOp::create(rewriter, op.getLoc(), withShape(type, shape), inputs, si32Attr(rewriter, toNCHW[*dim]));
    rewriter.replaceOp(op, permute(rewriter, suffixed(op.getLoc(), "_permuteOutput"), concat, toNCHW));
    return success();
  }
};

struct SinkPermuteBelowSlice : OpRewritePattern<ttir::SliceStaticOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::SliceStaticOp op, PatternRewriter &rewriter) const override {
    auto permuteOp = sinkingPermute(op.getInput());
    if (!permuteOp)
      return failure();
    SmallVector<int64_t> inverse = inversePermutation(toNCHW);
    SmallVector<ArrayAttr> lists;
    for (Attribute attribute : {op.getBegins(), op.getEnds(), op.getStep()}) {
      std::optional<SmallVector<int64_t>> values = shape::integers(attribute);
      if (!values || values->size() != 4)
        return failure();
      SmallVector<int32_t> moved;
      for (int64_t from : inverse)
        moved.push_back(static_cast<int32_t>((*values)[from]));
      lists.push_back(rewriter.getI32ArrayAttr(moved));
    }
    RankedTensorType type = tensorTypeOf(op.getResult());
    SmallVector<int64_t> shape;
    for (int64_t from : inverse)
      shape.push_back(type.getDimSize(from));
    Value slice = ttir::SliceStaticOp::create(rewriter, op.getLoc(), withShape(type, shape), permuteOp.getInput(),
                                              lists[0], lists[1], lists[2]);
    rewriter.replaceOp(op, permute(rewriter, suffixed(op.getLoc(), "_permuteOutput"), slice, toNCHW));
    return success();
  }
};

struct SinkPermuteBelowPad : OpRewritePattern<ttir::PadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::PadOp op, PatternRewriter &rewriter) const override {
    auto permuteOp = sinkingPermute(op.getInput());
    if (!permuteOp || op.getPadding().size() != 8)
      return failure();
    RankedTensorType type = tensorTypeOf(op.getResult());
    SmallVector<int64_t> shape;
    SmallVector<int32_t> padding;
    for (int64_t from : inversePermutation(toNCHW)) {
      shape.push_back(type.getDimSize(from));
      padding.push_back(op.getPadding()[2 * from]);
      padding.push_back(op.getPadding()[2 * from + 1]);
    }
    Value pad = ttir::PadOp::create(rewriter, op.getLoc(), withShape(type, shape), permuteOp.getInput(),
                                    rewriter.getDenseI32ArrayAttr(padding), op.getValueAttr());
    rewriter.replaceOp(op, permute(rewriter, suffixed(op.getLoc(), "_permuteOutput"), pad, toNCHW));
    return success();
  }
};

/// Reductions of NCHW over some dimensions are those of NHWC over their places.
template <typename OpTy>
struct SinkPermuteBelowReduction : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    auto permuteOp = sinkingPermute(op.getInput());
    std::optional<SmallVector<int64_t>> dims = reducedDims(op);
    if (!permuteOp || !dims)
      return failure();
    SmallVector<int32_t> moved;
    for (int64_t dim : *dims)
      moved.push_back(static_cast<int32_t>(toNCHW[dim]));
    llvm::sort(moved);
    // Remaining dimensions in the order of NHWC, and the permute that brings them into that of NCHW.
    RankedTensorType inputType = tensorTypeOf(permuteOp.getInput()), type = tensorTypeOf(op.getResult());
    SmallVector<int64_t> shape, places, back;
    for (int64_t dim = 0; dim < 4; ++dim) {
      bool reduced = llvm::is_contained(moved, dim);
      if (reduced && !op.getKeepDim())
        continue;
      shape.push_back(reduced ? 1 : inputType.getDimSize(dim));
      places.push_back(dim);
    }
    for (int64_t dim : toNCHW)
      if (auto *found = llvm::find(places, dim); found != places.end())
        back.push_back(found - places.begin());
    Value result = OpTy::create(rewriter, op.getLoc(), withShape(type, shape), permuteOp.getInput(),
                                op.getKeepDimAttr(), rewriter.getI32ArrayAttr(moved));
    rewriter.replaceOp(op, permute(rewriter, suffixed(op.getLoc(), "_permuteOutput"), result, back));
    return success();
  }
};
} // namespace

void conversion::populatePermuteSinking(RewritePatternSet &patterns) {
  patterns.add<SinkPermuteBelowElementwise, SinkPermuteBelowConcat, SinkPermuteBelowSlice, SinkPermuteBelowPad,
               SinkPermuteBelowReduction<ttir::SumOp>, SinkPermuteBelowReduction<ttir::MeanOp>,
               SinkPermuteBelowReduction<ttir::MaxOp>, SinkPermuteBelowReduction<ttir::MinOp>>(patterns.getContext());
}

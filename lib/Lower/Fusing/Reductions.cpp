//===- Reductions.cpp - keep_dim and mean ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../ComputeShapes/Shapes.h"
#include "../Functions.h"
#include "Patterns.h"

#include <cmath>

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

bool conversion::isVectorAlongLast(Value value, int64_t n, int64_t rank) {
  shape::Shape shape = shape::of(value);
  if (shape.empty() || static_cast<int64_t>(shape.size()) > rank || shape.back() != n)
    return false;
  return llvm::all_of(shape.drop_back(), [](int64_t extent) { return extent == 1; });
}

static int64_t elementsPerResult(Operation *reduction) {
  int64_t in = tensorTypeOf(reduction->getOperand(0)).getNumElements();
  int64_t out = tensorTypeOf(reduction->getResult(0)).getNumElements();
  return out == 0 ? 0 : in / out;
}

namespace {
/// reshape(reduce(x, keep_dim = false)) to the shape with ones is reduce(x, keep_dim = true).
struct KeepDim : OpRewritePattern<ttir::ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::ReshapeOp op, PatternRewriter &rewriter) const override {
    Operation *reduction = op.getInput().getDefiningOp();
    if (!isa_and_nonnull<ttir::SumOp, ttir::MeanOp, ttir::MaxOp, ttir::MinOp, ttir::ArgMaxOp>(reduction) ||
        !reduction->hasOneUse() || cast<BoolAttr>(reduction->getAttr("keep_dim")).getValue())
      return failure();
    std::optional<SmallVector<int64_t>> dims = reducedDims(reduction);
    if (!dims)
      return failure();
    SmallVector<int64_t> kept(shape::of(reduction->getOperand(0)));
    for (int64_t dim : *dims)
      kept[dim] = 1;
    if (shape::of(op.getResult()) != shape::Shape(kept))
      return failure();
    rewriter.setInsertionPoint(reduction);
    Operation *clone = rewriter.clone(*reduction);
    clone->setAttr("keep_dim", rewriter.getBoolAttr(true));
    clone->getResult(0).setType(op.getResult().getType());
    rewriter.replaceOp(op, clone->getResults());
    return success();
  }
};

/// Reducing an extent of 1 does nothing: with keep_dim it need not be named.
template <typename OpTy>
struct DropUnitDims : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    std::optional<SmallVector<int64_t>> dims = reducedDims(op);
    if (!dims || !op.getKeepDim())
      return failure();
    SmallVector<int32_t> left;
    for (int64_t dim : *dims)
      if (shape::of(op.getInput())[dim] != 1)
        left.push_back(static_cast<int32_t>(dim));
    if (left.empty() || left.size() == dims->size())
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.setDimArgAttr(rewriter.getI32ArrayAttr(left)); });
    return success();
  }
};

/// Constants are printed with seven digits. The 1/49 of bf16 is 1.1e-3 from 1/49: a product with it is no mean.
constexpr double factorError = 1e-6;

/// sum(x) * (1/n) and sum(x) / n are mean(x).
template <typename OpTy>
struct ScaledSumToMean : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    constexpr bool divides = std::is_same_v<OpTy, ttir::DivOp>;
    for (int side : {0, 1}) {
      auto sum = op->getOperand(side).template getDefiningOp<ttir::SumOp>();
      if (!sum || !sum->hasOneUse() || (divides && side == 1) || sum.getResult().getType() != op.getResult().getType())
        continue;
      double count = static_cast<double>(elementsPerResult(sum));
      std::optional<double> factor = splatOf(op->getOperand(1 - side));
      if (count < 1 || !factor || std::abs((divides ? count / *factor : *factor * count) - 1) > factorError)
        continue;
      rewriter.replaceOpWithNewOp<ttir::MeanOp>(op, op.getResult().getType(), sum.getInput(), sum.getKeepDimAttr(),
                                                sum.getDimArgAttr());
      return success();
    }
    return failure();
  }
};

//===----------------------------------------------------------------------===//
// Reductions before reshapes
//===----------------------------------------------------------------------===//

/// `dims` of `after` as dimensions of `before`, of which `after` is a regrouping; nothing when one of them was made of
/// parts of dimensions.
static std::optional<SmallVector<int32_t>> dimsBefore(shape::Shape before, shape::Shape after, ArrayRef<int64_t> dims) {
  SmallVector<int32_t> result;
  for (size_t from = 0, to = 0; from < before.size() || to < after.size();) {
    // The shortest runs of both with as many elements.
    int64_t left = 1, right = 1, reduced = 0, kept = 0;
    SmallVector<int32_t> run;
    do {
      if (to == after.size() || (left < right && from < before.size())) {
        run.push_back(static_cast<int32_t>(from));
        left *= before[from++];
        continue;
      }
      bool isReduced = llvm::is_contained(dims, static_cast<int64_t>(to));
      (isReduced ? reduced : kept) += after[to] != 1;
      right *= after[to++];
    } while (left != right && (from < before.size() || to < after.size()));
    if (left != right || (reduced > 0 && kept > 0))
      return std::nullopt;
    if (reduced > 0)
      llvm::copy_if(run, std::back_inserter(result), [&](int32_t dim) { return before[dim] != 1; });
  }
  return result;
}

/// The two differ in extents of 1 alone: which form is better, ttir-narrow-rank decides.
static bool differInOnes(shape::Shape a, shape::Shape b) {
  auto isWide = [](int64_t extent) { return extent != 1; };
  return llvm::equal(llvm::make_filter_range(a, isWide), llvm::make_filter_range(b, isWide));
}

/// `op` over `dims` of `input`, which has its operand's elements in another shape; the result as it was.
template <typename OpTy>
static void reduceInstead(OpTy op, Value input, ArrayRef<int32_t> dims, PatternRewriter &rewriter) {
  SmallVector<int64_t> kept(shape::of(input));
  for (int32_t dim : dims)
    kept[dim] = 1;
  RankedTensorType type = tensorTypeOf(op.getResult());
  Value reduced = OpTy::create(rewriter, op.getLoc(), withShape(type, kept), input, rewriter.getBoolAttr(true),
                               rewriter.getI32ArrayAttr(dims));
  rewriter.replaceOp(op, reshape(rewriter, suffixed(op.getLoc(), "_reshape"), reduced, type.getShape()));
}

/// reduce(reshape(x)) is reshape(reduce(x)) where whole dimensions of x are reduced, and x fills no more tiles.
template <typename OpTy>
struct ReduceBeforeReshape : OpRewritePattern<OpTy> {
  ReduceBeforeReshape(MLIRContext *context, PatternCounts &counts) : OpRewritePattern<OpTy>(context), counts(counts) {}

  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    auto before = op.getInput().template getDefiningOp<ttir::ReshapeOp>();
    std::optional<SmallVector<int64_t>> dims = reducedDims(op);
    if (!before || !dims || isWrittenInPlace(before.getInput()))
      return failure();
    shape::Shape in = shape::of(before.getInput()), out = shape::of(op.getInput());
    if (in.size() < 2 || in.size() > 4 || llvm::is_contained(in, 0) || rank::tilesOf(in) > rank::tilesOf(out) ||
        differInOnes(in, out))
      return failure();
    std::optional<SmallVector<int32_t>> moved = dimsBefore(in, out, *dims);
    if (!moved || moved->empty())
      return failure();
    reduceInstead(op, before.getInput(), *moved, rewriter);
    counts.add(LoweringPattern::EarlyReductions);
    return success();
  }

  PatternCounts &counts;
};

/// `shape` with neighbours among `dims` as one dimension; these are appended to `merged`.
static SmallVector<int64_t> withNeighboursMerged(shape::Shape shape, ArrayRef<int64_t> dims,
                                                 SmallVectorImpl<int32_t> &merged) {
  SmallVector<int64_t> result;
  bool wasReduced = false;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    bool isReduced = llvm::is_contained(dims, static_cast<int64_t>(dim));
    if (isReduced && wasReduced) {
      result.back() *= extent;
    } else {
      result.push_back(extent);
      if (isReduced)
        merged.push_back(static_cast<int32_t>(result.size()) - 1);
    }
    wasReduced = isReduced;
  }
  return result;
}

/// reduce(reshape(x)) over neighbours is one over their product, where that takes fewer tiles: a batch of 7 x 7 images
/// whose rows come one after the other, (8, 7, 7, C), as (8, 49, C). Sums are rounded once.
template <typename OpTy>
struct ReduceNeighbours : OpRewritePattern<OpTy> {
  ReduceNeighbours(MLIRContext *context, PatternCounts &counts) : OpRewritePattern<OpTy>(context), counts(counts) {}

  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    auto before = op.getInput().template getDefiningOp<ttir::ReshapeOp>();
    std::optional<SmallVector<int64_t>> dims = reducedDims(op);
    if (!before || !dims || isWrittenInPlace(before.getInput()))
      return failure();
    shape::Shape in = shape::of(op.getInput());
    SmallVector<int32_t> merged;
    SmallVector<int64_t> regrouped = withNeighboursMerged(in, *dims, merged);
    if (llvm::is_contained(in, 0) || regrouped.size() < 2 || merged.size() == dims->size() ||
        rank::tilesOf(regrouped) >= rank::tilesOf(in))
      return failure();
    Value rows = reshape(rewriter, suffixed(op.getLoc(), "_neighbours"), before.getInput(), regrouped);
    reduceInstead(op, rows, merged, rewriter);
    counts.add(LoweringPattern::EarlyReductions);
    return success();
  }

  PatternCounts &counts;
};

/// One reduction over the dimensions of two of a kind: results are rounded once.
template <typename OpTy>
struct MergeReductions : OpRewritePattern<OpTy> {
  MergeReductions(MLIRContext *context, PatternCounts &counts) : OpRewritePattern<OpTy>(context), counts(counts) {}

  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    auto inner = op.getInput().template getDefiningOp<OpTy>();
    if (!inner || !inner->hasOneUse() || !inner.getKeepDim() || !op.getKeepDim())
      return failure();
    std::optional<SmallVector<int64_t>> dims = reducedDims(op), others = reducedDims(inner);
    if (!dims || !others ||
        tensorTypeOf(inner.getInput()).getElementType() != tensorTypeOf(op.getResult()).getElementType())
      return failure();
    dims->append(*others);
    llvm::sort(*dims);
    dims->erase(llvm::unique(*dims), dims->end());
    SmallVector<int32_t> merged(dims->begin(), dims->end());
    rewriter.replaceOpWithNewOp<OpTy>(op, op.getResult().getType(), inner.getInput(), op.getKeepDimAttr(),
                                      rewriter.getI32ArrayAttr(merged));
    counts.add(LoweringPattern::EarlyReductions);
    return success();
  }

  PatternCounts &counts;
};
} // namespace

void conversion::populateEarlyReductions(RewritePatternSet &patterns, PatternCounts &counts) {
  patterns.add<ReduceBeforeReshape<ttir::SumOp>, ReduceBeforeReshape<ttir::MeanOp>, ReduceBeforeReshape<ttir::MaxOp>,
               ReduceBeforeReshape<ttir::MinOp>, MergeReductions<ttir::SumOp>, MergeReductions<ttir::MeanOp>,
               MergeReductions<ttir::MaxOp>, MergeReductions<ttir::MinOp>, ReduceNeighbours<ttir::SumOp>,
               ReduceNeighbours<ttir::MeanOp>, ReduceNeighbours<ttir::MaxOp>, ReduceNeighbours<ttir::MinOp>>(
      patterns.getContext(), counts);
}

void conversion::populateReductionFusing(RewritePatternSet &patterns) {
  patterns.add<KeepDim, DropUnitDims<ttir::SumOp>, DropUnitDims<ttir::MeanOp>, DropUnitDims<ttir::MaxOp>,
               DropUnitDims<ttir::MinOp>, ScaledSumToMean<ttir::MultiplyOp>, ScaledSumToMean<ttir::DivOp>>(
      patterns.getContext());
}

//===- Softmax.cpp - exp / sum, plain, stable and guarded ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Patterns.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// The single dimension of a reduction that keeps it.
static std::optional<int64_t> keptDim(Operation *reduction) {
  std::optional<SmallVector<int64_t>> dims = reducedDims(reduction);
  auto keepDim = reduction->getAttrOfType<BoolAttr>("keep_dim");
  if (!dims || dims->size() != 1 || !keepDim || !keepDim.getValue())
    return std::nullopt;
  return dims->front();
}

static constexpr double largestBF16 = 3.3895313892515355e38;

/// Iterative, with a bound on the number of steps.
bool conversion::isNeverMinusInfinity(Value value) {
  SmallVector<Value> todo{value};
  for (unsigned steps = 0; !todo.empty(); ++steps) {
    Value current = todo.pop_back_val();
    Operation *op = current.getDefiningOp();
    if (!op || steps > 64)
      return false;
    if (std::optional<double> splat = splatOf(current)) {
      if (!(std::abs(*splat) <= largestBF16)) // beyond it a cast to bf16 makes infinity
        return false;
      continue;
    }
    if (auto where = dyn_cast<ttir::WhereOp>(op)) {
      todo.append({where.getSecond(), where.getThird()});
      continue;
    }
    if (auto linear = dyn_cast<ttir::LinearOp>(op)) { // the bias may be a mask
      if (linear.getBias())
        todo.push_back(linear.getBias());
      continue;
    }
    if (isa<ttir::MatmulOp, ttir::DotGeneralOp, ttir::SoftmaxOp, ttir::SigmoidOp, ttir::TanhOp>(op))
      continue;
    if (!isa<ttir::MultiplyOp, ttir::AddOp, ttir::SubtractOp, ttir::TypecastOp, ttir::ReshapeOp, ttir::PermuteOp,
             ttir::BroadcastOp>(op)) {
      auto div = dyn_cast<ttir::DivOp>(op);
      std::optional<double> divisor = div ? splatOf(div.getRhs()) : std::nullopt;
      if (!divisor || *divisor == 0)
        return false;
      todo.push_back(div.getLhs());
      continue;
    }
    llvm::append_range(todo, op->getOperands());
  }
  return true;
}

/// Never below zero, whatever the numbers of the arguments; a single number that is added is an epsilon. Iterative.
static bool isNeverNegative(Value value) {
  SmallVector<Value> todo{value};
  for (unsigned steps = 0; !todo.empty(); ++steps) {
    Value current = todo.pop_back_val();
    Operation *op = current.getDefiningOp();
    if (std::optional<double> splat = op ? splatOf(current) : std::nullopt) {
      if (!(*splat >= 0))
        return false;
      continue;
    }
    if (!op && tensorTypeOf(current).getNumElements() == 1)
      continue;
    if (!op || steps > 64)
      return false;
    if (isa<ttir::AbsOp, ttir::ExpOp, ttir::SigmoidOp, ttir::ReluOp, ttir::SoftmaxOp>(op) ||
        (isa<ttir::MultiplyOp>(op) && op->getOperand(0) == op->getOperand(1)))
      continue;
    if (isa<ttir::PowOp>(op)) {
      std::optional<double> exponent = splatOf(op->getOperand(1));
      if (!exponent || std::fmod(*exponent, 2) != 0)
        return false;
      continue;
    }
    if (!isa<ttir::AddOp, ttir::MultiplyOp, ttir::DivOp, ttir::MeanOp, ttir::SumOp, ttir::MaxOp, ttir::ReshapeOp,
             ttir::BroadcastOp, ttir::PermuteOp, ttir::TypecastOp>(op))
      return false;
    llvm::append_range(todo, op->getOperands());
  }
  return true;
}

/// On the way to `value` no root and no logarithm of what may be negative, no function of a bounded domain: numbers
/// stay numbers as long as they do not overflow. Linear in the ops that lead to it.
static bool isNumber(Value value) {
  SmallVector<Value> todo{value};
  llvm::DenseSet<Operation *> seen; // looked up, never iterated
  while (!todo.empty()) {
    Operation *op = todo.pop_back_val().getDefiningOp();
    if (!op || !seen.insert(op).second)
      continue;
    if (isa<ttir::AsinOp, ttir::AcosOp, ttir::AcoshOp, ttir::AtanhOp>(op) ||
        (isa<ttir::SqrtOp, ttir::RsqrtOp, ttir::LogOp, ttir::Log1pOp>(op) && !isNeverNegative(op->getOperand(0))))
      return false;
    if (isa<ttir::PowOp>(op)) {
      std::optional<double> exponent = splatOf(op->getOperand(1));
      if ((!exponent || std::fmod(*exponent, 1) != 0) && !isNeverNegative(op->getOperand(0)))
        return false;
    }
    llvm::append_range(todo, op->getOperands());
  }
  return true;
}

static Value compared(Value value) {
  auto eq = value.getDefiningOp<ttir::EqOp>();
  return eq ? besideSplat(eq, -std::numeric_limits<double>::infinity()) : Value();
}

/// The x of not(max over a dimension(not(x == -inf))), or of min over a dimension(x == -inf); reshapes and
/// broadcasts between are of ones.
Value conversion::guardedScores(Value value) {
  auto strip = [](Value inner) {
    while (Operation *op = inner.getDefiningOp()) {
      if (!isa<ttir::ReshapeOp, ttir::BroadcastOp, ttir::TypecastOp>(op))
        break;
      inner = op->getOperand(0);
    }
    return inner;
  };
  value = strip(value);
  if (auto outer = value.getDefiningOp<ttir::LogicalNotOp>()) {
    Value reduced = strip(outer.getInput());
    Operation *any = reduced.getDefiningOp();
    if (!isa_and_nonnull<ttir::MaxOp, ttir::ReduceOrOp>(any))
      return {};
    auto inner = any->getOperand(0).getDefiningOp<ttir::LogicalNotOp>();
    return inner ? compared(inner.getInput()) : Value();
  }
  if (Operation *all = value.getDefiningOp(); isa_and_nonnull<ttir::MinOp, ttir::ReduceAndOp>(all))
    return compared(all->getOperand(0));
  return {};
}

namespace {
/// e / sum(e) with e = exp(x - max(x)) or exp(x).
struct Softmax : OpRewritePattern<ttir::DivOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::DivOp op, PatternRewriter &rewriter) const override {
    auto sum = op.getRhs().getDefiningOp<ttir::SumOp>();
    auto exp = op.getLhs().getDefiningOp<ttir::ExpOp>();
    if (!sum || !exp || sum.getInput() != exp.getResult() || exp.getResult().getType() != op.getResult().getType())
      return failure();
    std::optional<int64_t> dim = keptDim(sum);
    if (!dim)
      return failure();
    Value x = exp.getInput();
    bool stable = false;
    if (auto shifted = x.getDefiningOp<ttir::SubtractOp>()) {
      auto max = shifted.getRhs().getDefiningOp<ttir::MaxOp>();
      if (max && max.getInput() == shifted.getLhs() && keptDim(max) == dim) {
        x = shifted.getLhs();
        stable = true;
      }
    }
    if (x.getType() != op.getResult().getType())
      return failure();
    rewriter.replaceOpWithNewOp<ttir::SoftmaxOp>(op, op.getResult().getType(), x, si32Attr(rewriter, *dim),
                                                 rewriter.getBoolAttr(stable));
    return success();
  }
};

/// softmax(x - max(x)) is softmax(x), computed the stable way: the maximum may get its final form after the softmax.
struct SoftmaxOfShifted : OpRewritePattern<ttir::SoftmaxOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::SoftmaxOp op, PatternRewriter &rewriter) const override {
    auto shifted = op.getInput().getDefiningOp<ttir::SubtractOp>();
    auto max = shifted ? shifted.getRhs().getDefiningOp<ttir::MaxOp>() : ttir::MaxOp();
    std::optional<int64_t> dim = shape::normalizeDim(op.getDimension(), shape::of(op.getInput()).size());
    if (!max || max.getInput() != shifted.getLhs() || keptDim(max) != dim ||
        shifted.getLhs().getType() != op.getResult().getType())
      return failure();
    rewriter.replaceOpWithNewOp<ttir::SoftmaxOp>(op, op.getResult().getType(), shifted.getLhs(), op.getDimensionAttr(),
                                                 rewriter.getBoolAttr(true));
    return success();
  }
};

/// where(not any(not (x == -inf)), 0, softmax(x)), as PyTorch guards rows without a valid key.
struct GuardedSoftmax : OpRewritePattern<ttir::WhereOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::WhereOp op, PatternRewriter &rewriter) const override {
    auto softmax = op.getThird().getDefiningOp<ttir::SoftmaxOp>();
    if (!softmax || !isSplat(op.getSecond(), 0.0) || softmax.getResult().getType() != op.getResult().getType())
      return failure();
    Value x = guardedScores(op.getFirst());
    if (!x || stripCasts(x) != stripCasts(softmax.getInput()) || !isNeverMinusInfinity(softmax.getInput()))
      return failure();
    rewriter.replaceOp(op, softmax.getResult());
    return success();
  }

private:
  static Value stripCasts(Value value) {
    while (auto cast = value.getDefiningOp<ttir::TypecastOp>())
      value = cast.getInput();
    return value;
  }
};

/// Attention of a token to itself alone. A guard goes first, and knows the softmax by its op.
struct SoftmaxOfOne : OpRewritePattern<ttir::SoftmaxOp> {
  SoftmaxOfOne(MLIRContext *context, PatternCounts &counts) : OpRewritePattern(context), counts(counts) {}

  LogicalResult matchAndRewrite(ttir::SoftmaxOp op, PatternRewriter &rewriter) const override {
    shape::Shape in = shape::of(op.getInput());
    std::optional<int64_t> dim = shape::normalizeDim(op.getDimension(), in.size());
    bool isGuarded = llvm::any_of(op->getUsers(), [](Operation *user) { return isa<ttir::WhereOp>(user); });
    if (!dim || in[*dim] != 1 || isGuarded || !isNeverMinusInfinity(op.getInput()) || !isNumber(op.getInput()))
      return failure();
    rewriter.replaceOp(op, full(rewriter, op.getLoc(), tensorTypeOf(op.getResult()), 1));
    counts.add(LoweringPattern::SoftmaxOfOne);
    return success();
  }

  PatternCounts &counts;
};

/// The part of x that decides whether x is -inf: the one operand of a sum that can be, before casts that widen.
static Value decidingPart(Value value) {
  for (unsigned steps = 0; steps < 8; ++steps) {
    Operation *op = value.getDefiningOp();
    if (auto cast = dyn_cast_or_null<ttir::TypecastOp>(op)) {
      if (!tensorTypeOf(cast.getInput()).getElementType().isBF16())
        return value;
      value = cast.getInput();
      continue;
    }
    auto add = dyn_cast_or_null<ttir::AddOp>(op);
    if (!add || isNeverMinusInfinity(add.getLhs()) == isNeverMinusInfinity(add.getRhs()))
      return value;
    value = isNeverMinusInfinity(add.getLhs()) ? add.getRhs() : add.getLhs();
  }
  return value;
}

/// where(x == -inf, 0, softmax(x)) over a single element is 0 or 1, and the mask alone knows which.
struct GuardedSoftmaxOfOne : OpRewritePattern<ttir::WhereOp> {
  GuardedSoftmaxOfOne(MLIRContext *context, PatternCounts &counts) : OpRewritePattern(context), counts(counts) {}

  LogicalResult matchAndRewrite(ttir::WhereOp op, PatternRewriter &rewriter) const override {
    auto softmax = op.getThird().getDefiningOp<ttir::SoftmaxOp>();
    RankedTensorType type = tensorTypeOf(op.getResult());
    Value x = softmax && isSplat(op.getSecond(), 0.0) ? guardedScores(op.getFirst()) : Value();
    if (!x || x != softmax.getInput() || softmax.getResult().getType() != type || isNeverMinusInfinity(x))
      return failure();
    std::optional<int64_t> dim = shape::normalizeDim(softmax.getDimension(), type.getRank());
    if (!dim || type.getDimSize(*dim) != 1 || !isNumber(x))
      return failure();
    Value mask = decidingPart(x);
    SmallVector<int64_t> ones(tensorTypeOf(mask).getRank(), 1);
    auto narrow = RankedTensorType::get(shape::of(mask), rewriter.getBF16Type()); // 0 and 1 are exact
    auto constant = [&](RankedTensorType like, double value) {
      return full(rewriter, suffixed(op.getLoc(), "_constant"), withShape(like, ones), value);
    };
    Value infinite = constant(tensorTypeOf(mask), -std::numeric_limits<double>::infinity());
    Value masked = ttir::EqOp::create(rewriter, suffixed(op.getLoc(), "_masked"), narrow, mask, infinite);
    Value zero = constant(narrow, 0), one = constant(narrow, 1);
    Value weight = ttir::WhereOp::create(rewriter, op.getLoc(), narrow, masked, zero, one);
    if (!type.getElementType().isBF16())
      weight = ttir::TypecastOp::create(rewriter, suffixed(op.getLoc(), "_widen"),
                                        RankedTensorType::get(shape::of(mask), type.getElementType()), weight,
                                        rewriter.getBoolAttr(false));
    rewriter.replaceOp(op, broadcast(rewriter, op.getLoc(), weight, type.getShape()));
    counts.add(LoweringPattern::SoftmaxOfOne);
    return success();
  }

  PatternCounts &counts;
};

/// (.., M, 1) of ones times (.., 1, N) repeats the row.
struct ProductWithOnes : OpRewritePattern<ttir::MatmulOp> {
  ProductWithOnes(MLIRContext *context, PatternCounts &counts) : OpRewritePattern(context), counts(counts) {}

  LogicalResult matchAndRewrite(ttir::MatmulOp op, PatternRewriter &rewriter) const override {
    RankedTensorType type = tensorTypeOf(op.getResult());
    shape::Shape weights = shape::of(op.getA()), values = shape::of(op.getB());
    if (weights.size() < 2 || values.size() < 2 || op.getTransposeA() || op.getTransposeB() || weights.back() != 1 ||
        !isSplat(op.getA(), 1) || tensorTypeOf(op.getB()).getElementType() != type.getElementType())
      return failure();
    rewriter.replaceOp(op, broadcast(rewriter, op.getLoc(), op.getB(), type.getShape()));
    counts.add(LoweringPattern::SoftmaxOfOne);
    return success();
  }

  PatternCounts &counts;
};
} // namespace

void conversion::populateSoftmaxOfOne(RewritePatternSet &patterns, PatternCounts &counts) {
  patterns.add<SoftmaxOfOne, GuardedSoftmaxOfOne, ProductWithOnes>(patterns.getContext(), counts);
}

void conversion::populateSoftmaxFusing(RewritePatternSet &patterns) {
  patterns.add<Softmax, SoftmaxOfShifted, GuardedSoftmax>(patterns.getContext());
}

//===- Attention.cpp - softmax(q k^T) v in one op ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Patterns.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// A value seen through exact casts, factors and, when allowed, an exchange of the last two dimensions.
struct Peeled {
  Value value;
  double factor = 1;
  bool transposed = false;
};

static bool swapsLastTwo(ttir::PermuteOp permute) {
  ArrayRef<int64_t> order = permute.getPermutation();
  int64_t rank = order.size();
  for (int64_t dim = 0; dim + 2 < rank; ++dim)
    if (order[dim] != dim)
      return false;
  return rank >= 2 && order[rank - 2] == rank - 1 && order[rank - 1] == rank - 2;
}

/// bf16 to f32 loses nothing.
static Value beforeWidening(Value value) {
  auto cast = value.getDefiningOp<ttir::TypecastOp>();
  bool widens = cast && tensorTypeOf(cast.getInput()).getElementType().isBF16() &&
                tensorTypeOf(cast.getResult()).getElementType().isF32();
  return widens ? cast.getInput() : Value();
}

/// x of x * c, c * x or x / c with one finite constant c != 0; `factor` is multiplied by it.
static Value withoutFactor(Value value, double &factor) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<ttir::MultiplyOp, ttir::DivOp>(op))
    return {};
  bool divides = isa<ttir::DivOp>(op);
  for (int side : {1, 0}) {
    std::optional<double> constant = splatOf(op->getOperand(side));
    Value rest = op->getOperand(1 - side);
    if (!constant || !std::isfinite(*constant) || *constant == 0 || shape::of(rest) != shape::of(value) ||
        (divides && side == 0))
      continue;
    factor *= divides ? 1 / *constant : *constant;
    return rest;
  }
  return {};
}

static Peeled peel(Value value, bool mayScale, bool mayTranspose) {
  Peeled result{value};
  for (unsigned steps = 0; steps < 8; ++steps) {
    if (Value narrow = beforeWidening(result.value)) {
      result.value = narrow;
      continue;
    }
    if (Value rest = mayScale ? withoutFactor(result.value, result.factor) : Value()) {
      result.value = rest;
      continue;
    }
    auto permute = result.value.getDefiningOp<ttir::PermuteOp>();
    if (!mayTranspose || !permute || !swapsLastTwo(permute))
      break;
    result.value = permute.getInput();
    result.transposed = !result.transposed;
  }
  return result;
}

static Value stripFloatCasts(Value value) {
  while (auto cast = value.getDefiningOp<ttir::TypecastOp>()) {
    if (!isa<FloatType>(tensorTypeOf(cast.getInput()).getElementType()))
      break;
    value = cast.getInput();
  }
  return value;
}

/// Heads that several queries share: the (B, G, 1, S, D) of reshape(broadcast to (B, G, n, S, D)) : (B, G n, S, D),
/// null when there is no such repetition.
static Value sharedHeads(Value value) {
  auto joined = value.getDefiningOp<ttir::ReshapeOp>();
  auto repeated = joined ? joined.getInput().getDefiningOp<ttir::BroadcastOp>() : ttir::BroadcastOp();
  if (!repeated)
    return {};
  shape::Shape from = shape::of(repeated.getInput()), to = shape::of(repeated.getResult()), heads = shape::of(value);
  if (from.size() != 5 || heads.size() != 4 || from[2] != 1 || from[0] != to[0] || from[1] != to[1] ||
      from[3] != to[3] || from[4] != to[4] || heads[0] != to[0] || heads[1] != to[1] * to[2] || heads[2] != to[3] ||
      heads[3] != to[4])
    return {};
  return repeated.getInput();
}

namespace {
/// matmul(softmax(c (q k^T) + mask), v) with q (B, H, S, D), k and v (B, G, T, D); H is a multiple of G.
///
/// PyTorch's guard, where(no key is valid, 0, softmax), moves behind the attention: with finite scores a row without a
/// valid key is one whose mask is -inf everywhere.
struct Attention : OpRewritePattern<ttir::MatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ttir::MatmulOp op, PatternRewriter &rewriter) const override {
    RankedTensorType type = tensorTypeOf(op.getResult());
    if (type.getRank() != 4 || op.getTransposeA() || op.getTransposeB() || !op.getA().hasOneUse())
      return failure();
    bool guarded = false;
    auto softmax = probabilities(op.getA(), guarded);
    if (!softmax || !softmax.getResult().hasOneUse() ||
        shape::normalizeDim(softmax.getDimension(), 4) != std::optional<int64_t>(3))
      return failure();
    Value mask;
    double scale = 1;
    auto scores = scoresOf(stripFloatCasts(softmax.getInput()), mask, scale);
    if (!scores || scores.getTransposeA())
      return failure();
    Peeled query = peel(scores.getA(), true, false), key = peel(scores.getB(), true, true);
    Peeled value = peel(op.getB(), false, false);
    if (key.transposed == scores.getTransposeB())
      return failure();
    Location loc = op.getLoc();
    Value sharedKey = sharedHeads(key.value), sharedValue = sharedHeads(value.value);
    bool shared = sharedKey && sharedValue && shape::of(sharedKey)[1] == shape::of(sharedValue)[1];
    if (!fits(query.value, shared ? sharedKey : key.value, shared ? sharedValue : value.value, type) ||
        (mask && !maskFits(mask, shape::of(scores.getResult()))))
      return failure();
    if (shared) {
      key.value = withoutUnit(rewriter, loc, sharedKey);
      value.value = withoutUnit(rewriter, loc, sharedValue);
    }

    Value wideMask = mask ? maskOf(rewriter, loc, mask, shape::of(scores.getResult())) : Value();
    float factor = static_cast<float>(scale * query.factor * key.factor);
    auto narrow = RankedTensorType::get(type.getShape(), rewriter.getBF16Type());
    Value result = ttir::ScaledDotProductAttentionOp::create(rewriter, loc, narrow, query.value, key.value, value.value,
                                                             wideMask, Value(), rewriter.getBoolAttr(false),
                                                             rewriter.getF32FloatAttr(factor), IntegerAttr());
    if (guarded && mask && !isNeverMinusInfinity(mask))
      result = guard(rewriter, loc, result, mask);
    if (type != narrow)
      result = ttir::TypecastOp::create(rewriter, suffixed(loc, "_widen"), type, result, rewriter.getBoolAttr(false));
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  /// The softmax behind casts and the guard.
  static ttir::SoftmaxOp probabilities(Value value, bool &guarded) {
    value = stripFloatCasts(value);
    if (auto where = value.getDefiningOp<ttir::WhereOp>()) {
      Value inner = stripFloatCasts(where.getThird());
      auto softmax = inner.getDefiningOp<ttir::SoftmaxOp>();
      Value compared = guardedScores(where.getFirst());
      if (!softmax || !isSplat(where.getSecond(), 0.0) || !compared ||
          stripFloatCasts(compared) != stripFloatCasts(softmax.getInput()) || !where.getThird().hasOneUse())
        return {};
      guarded = true;
      return softmax;
    }
    return value.getDefiningOp<ttir::SoftmaxOp>();
  }

  /// The contraction in c (q k^T), with or without a mask added.
  static ttir::MatmulOp scoresOf(Value value, Value &mask, double &scale) {
    auto contraction = [&](Value scaled) -> ttir::MatmulOp {
      double factor = 1;
      for (unsigned steps = 0; steps < 4; ++steps) {
        scaled = stripFloatCasts(scaled);
        Value rest = withoutFactor(scaled, factor);
        if (!rest)
          break;
        scaled = rest;
      }
      auto matmul = scaled.getDefiningOp<ttir::MatmulOp>();
      if (matmul && shape::of(matmul.getResult()) == shape::of(value))
        scale = factor;
      else
        matmul = {};
      return matmul;
    };
    auto add = value.getDefiningOp<ttir::AddOp>();
    if (!add)
      return contraction(value);
    for (int side : {0, 1})
      if (ttir::MatmulOp found = contraction(add->getOperand(side))) {
        mask = add->getOperand(1 - side);
        if (Value narrow = beforeWidening(mask))
          mask = narrow;
        return found;
      }
    return {};
  }

  /// What the kernel takes.
  static bool fits(Value query, Value key, Value value, RankedTensorType result) {
    for (Value operand : {query, key, value})
      if (!tensorTypeOf(operand).getElementType().isBF16())
        return false;
    auto four = [](Value operand) {
      SmallVector<int64_t> shape(shape::of(operand));
      if (shape.size() == 5)
        shape.erase(shape.begin() + 2);
      return shape;
    };
    SmallVector<int64_t> q = four(query), k = four(key), v = four(value);
    return q.size() == 4 && k.size() == 4 && k == v && q[0] == k[0] && q[1] % k[1] == 0 && q[3] == k[3] &&
           result.getShape() == ArrayRef<int64_t>(q);
  }

  /// bf16, and every extent 1 or that of the scores.
  static bool maskFits(Value mask, shape::Shape scores) {
    shape::Shape extents = shape::of(mask);
    if (!tensorTypeOf(mask).getElementType().isBF16() || extents.size() > 4)
      return false;
    for (size_t back = 1; back <= extents.size(); ++back)
      if (extents[extents.size() - back] != 1 && extents[extents.size() - back] != scores[4 - back])
        return false;
    return true;
  }

  /// (B or 1, H or 1, S, T): the kernel repeats masks over images and heads alone.
  static Value maskOf(PatternRewriter &rewriter, Location loc, Value mask, shape::Shape scores) {
    SmallVector<int64_t> wanted(4 - shape::of(mask).size(), 1);
    llvm::append_range(wanted, shape::of(mask));
    mask = reshape(rewriter, suffixed(loc, "_reshapeMask"), mask, wanted);
    wanted[2] = scores[2];
    wanted[3] = scores[3];
    return broadcast(rewriter, suffixed(loc, "_broadcastMask"), mask, wanted);
  }

  static Value withoutUnit(PatternRewriter &rewriter, Location loc, Value heads) {
    SmallVector<int64_t> shape(shape::of(heads));
    shape.erase(shape.begin() + 2);
    auto split = heads.getDefiningOp<ttir::ReshapeOp>();
    if (split && shape::of(split.getInput()) == shape::Shape(shape))
      return split.getInput();
    return reshape(rewriter, suffixed(loc, "_sharedHeads"), heads, shape);
  }

  /// 0 in the rows whose mask is -inf everywhere.
  static Value guard(PatternRewriter &rewriter, Location loc, Value result, Value mask) {
    RankedTensorType type = tensorTypeOf(mask);
    SmallVector<int64_t> reduced(type.getShape());
    reduced.back() = 1;
    SmallVector<int64_t> unit(type.getRank(), 1);
    auto last = rewriter.getI32ArrayAttr({static_cast<int32_t>(type.getRank() - 1)});
    Value invalid = full(rewriter, suffixed(loc, "_minusInfinity"), withShape(type, unit),
                         -std::numeric_limits<double>::infinity());
    Value masked = ttir::EqOp::create(rewriter, suffixed(loc, "_masked"), type, mask, invalid);
    Value none = ttir::MinOp::create(rewriter, suffixed(loc, "_noKey"), withShape(type, reduced), masked,
                                     rewriter.getBoolAttr(true), last);
    Value zero = full(rewriter, suffixed(loc, "_zero"), withShape(tensorTypeOf(result), {1, 1, 1, 1}), 0);
    return ttir::WhereOp::create(rewriter, suffixed(loc, "_guard"), result.getType(), none, zero, result);
  }
};
} // namespace

void conversion::populateAttentionFusing(RewritePatternSet &patterns) {
  patterns.add<Attention>(patterns.getContext());
}

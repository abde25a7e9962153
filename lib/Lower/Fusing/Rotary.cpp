//===- Rotary.cpp - Rotate-half rotary embedding ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Patterns.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// A slice of the last dimension alone, by steps of 1: [begin, end).
static std::optional<std::pair<int64_t, int64_t>> sliceOfLast(ttir::SliceStaticOp slice) {
  shape::Shape input = shape::of(slice.getInput());
  auto begins = shape::integers(slice.getBegins()), ends = shape::integers(slice.getEnds());
  auto steps = shape::integers(slice.getStep());
  if (!begins || !ends || !steps || begins->size() != input.size())
    return std::nullopt;
  for (size_t i = 0; i + 1 < input.size(); ++i)
    if ((*begins)[i] != 0 || (*ends)[i] != input[i] || (*steps)[i] != 1)
      return std::nullopt;
  if (steps->back() != 1)
    return std::nullopt;
  return std::pair(begins->back(), ends->back());
}

/// The x of concat(-x[half:], x[:half]) along the last dimension.
static Value rotatedHalf(Value value) {
  auto concat = value.getDefiningOp<ttir::ConcatOp>();
  if (!concat || concat.getInputs().size() != 2)
    return {};
  int64_t rank = shape::of(value).size(), extent = shape::of(value).back();
  if (shape::normalizeDim(concat.getDim(), rank) != rank - 1 || extent % 2 != 0)
    return {};
  auto neg = concat.getInputs()[0].getDefiningOp<ttir::NegOp>();
  auto upper = neg ? neg.getInput().getDefiningOp<ttir::SliceStaticOp>() : ttir::SliceStaticOp();
  auto lower = concat.getInputs()[1].getDefiningOp<ttir::SliceStaticOp>();
  if (!upper || !lower || upper.getInput() != lower.getInput() || shape::of(upper.getInput()).back() != extent)
    return {};
  auto high = sliceOfLast(upper), low = sliceOfLast(lower);
  if (!high || !low || *high != std::pair(extent / 2, extent) || *low != std::pair<int64_t, int64_t>(0, extent / 2))
    return {};
  return upper.getInput();
}

namespace {
/// x * cos + rotate_half(x) * sin with x (B, H, S, D) and tables (1, 1, S, D).
struct RotaryEmbedding : OpRewritePattern<ttir::AddOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::AddOp op, PatternRewriter &rewriter) const override {
    RankedTensorType type = tensorTypeOf(op.getResult());
    // The kernel turns halves of whole tiles: other head sizes stay open-coded (op model: rotary.head-size).
    if (type.getRank() != 4 || (type.getDimSize(3) % 64 != 0 && type.getDimSize(3) != 32))
      return failure();
    for (int side : {0, 1}) {
      auto plain = op->getOperand(side).getDefiningOp<ttir::MultiplyOp>();
      auto turned = op->getOperand(1 - side).getDefiningOp<ttir::MultiplyOp>();
      if (!plain || !turned || !plain->hasOneUse() || !turned->hasOneUse())
        continue;
      for (int which : {0, 1}) {
        Value x = rotatedHalf(turned->getOperand(which)), sin = turned->getOperand(1 - which);
        if (!x || x.getType() != type || !isTable(sin, type))
          continue;
        for (int other : {0, 1}) {
          Value cos = plain->getOperand(1 - other);
          if (plain->getOperand(other) != x || !isTable(cos, type) || cos.getType() != sin.getType())
            continue;
          rewriter.replaceOpWithNewOp<ttir::RotaryEmbeddingOp>(op, type, x, cos, sin);
          return success();
        }
      }
    }
    return failure();
  }

private:
  static bool isTable(Value table, RankedTensorType type) {
    shape::Shape shape = shape::of(table);
    return shape.size() == 4 && shape[0] == 1 && shape[1] == 1 && shape[2] == type.getDimSize(2) &&
           shape[3] == type.getDimSize(3) && tensorTypeOf(table).getElementType() == type.getElementType();
  }
};
} // namespace

void conversion::populateRotaryFusing(RewritePatternSet &patterns) {
  patterns.add<RotaryEmbedding>(patterns.getContext());
}

//===- Heads.cpp - Attention heads that the kernels do not take -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels move heads as whole tiles (tt-metal: concatenate_heads and nlp_concat_heads_decode ask for heads of a
// multiple of 32 columns, rotary_embedding for 32 or a multiple of 64). Heads of another size are moved by plain ops.
//
//===----------------------------------------------------------------------===//
#include "../TTIRBuilder.h"
#include "Patterns.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

constexpr int64_t tileColumns = 32;

namespace {
/// (B, H, S, D) to (B, S, H * D).
struct ConcatHeadsToPermute : OpRewritePattern<ttir::ConcatenateHeadsOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::ConcatenateHeadsOp op, PatternRewriter &rewriter) const override {
    RankedTensorType input = tensorTypeOf(op.getInput());
    if (input.getRank() != 4 || input.getDimSize(3) % tileColumns == 0)
      return failure();
    Value rows = permute(rewriter, suffixed(op.getLoc(), "_permute"), op.getInput(), {0, 2, 1, 3});
    rewriter.replaceOp(op, reshape(rewriter, op.getLoc(), rows, shape::of(op.getResult())));
    return success();
  }
};

/// (1, B, heads and padding, D) to (1, 1, B, H * D).
struct ConcatHeadsDecodeToReshape : OpRewritePattern<ttir::NLPConcatHeadsDecodeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::NLPConcatHeadsDecodeOp op, PatternRewriter &rewriter) const override {
    RankedTensorType input = tensorTypeOf(op.getInput());
    if (input.getRank() != 4 || input.getDimSize(3) % tileColumns == 0)
      return failure();
    Value heads = slice(rewriter, suffixed(op.getLoc(), "_slice"), op.getInput(), 2, 0, op.getNumHeads());
    rewriter.replaceOp(op, reshape(rewriter, op.getLoc(), heads, shape::of(op.getResult())));
    return success();
  }
};

/// x * cos + (-right half, left half) * sin, with the first rows of longer tables.
struct RotaryToProducts : OpRewritePattern<ttir::RotaryEmbeddingOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::RotaryEmbeddingOp op, PatternRewriter &rewriter) const override {
    RankedTensorType type = tensorTypeOf(op.getInput());
    int64_t last = type.getRank() - 1, size = last < 0 ? 0 : type.getDimSize(last), half = size / 2;
    bool taken = size % (2 * tileColumns) == 0 || size == tileColumns;
    if (last < 1 || size % 2 != 0 || taken || type != op.getResult().getType())
      return failure();
    Location loc = op.getLoc();
    auto ofHalf = [&](int64_t begin) {
      return slice(rewriter, suffixed(loc, "_half"), op.getInput(), last, begin, half);
    };
    Value right = ofHalf(half);
    Value turned = ttir::NegOp::create(rewriter, suffixed(loc, "_neg"), right.getType(), right);
    Value crossed = ttir::ConcatOp::create(rewriter, suffixed(loc, "_rotate"), type, ValueRange{turned, ofHalf(0)},
                                           si32Attr(rewriter, last));
    auto times = [&](Value value, Value table, StringRef suffix) -> Value {
      int64_t rank = tensorTypeOf(table).getRank();
      if (rank > 1 && tensorTypeOf(table).getDimSize(rank - 2) != 1)
        table = slice(rewriter, suffixed(loc, "_rows"), table, rank - 2, 0, type.getDimSize(last - 1));
      return ttir::MultiplyOp::create(rewriter, suffixed(loc, suffix), type, value, table);
    };
    Value cosine = times(op.getInput(), op.getCos(), "_cos"), sine = times(crossed, op.getSin(), "_sin");
    rewriter.replaceOpWithNewOp<ttir::AddOp>(op, type, cosine, sine);
    return success();
  }
};
} // namespace

void conversion::populateHeadDecompositions(RewritePatternSet &patterns) {
  patterns.add<ConcatHeadsToPermute, ConcatHeadsDecodeToReshape, RotaryToProducts>(patterns.getContext());
}

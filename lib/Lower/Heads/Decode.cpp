//===- Decode.cpp - One new token of every user ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With one token per user, heads (B, H, 1, D) hold one row in tiles of 32. The users take the place of the sequence:
//
//   reshape (B, H D) to (B, H, 1, D)          =>  z (1, H, B, D), permuted back by (2, 1, 0, 3)
//   op(permute(z)), op row by row             =>  permute(op(z))
//   rotary_embedding(permute(z), one row)     =>  permute(rotary_embedding(z, that row B times))
//   permute (2, 1, 0, 3) for update_cache     =>  nothing
//   scaled_dot_product_attention(permute(z))  =>  scaled_dot_product_attention_decode on (1, B, H, D)
//
//===----------------------------------------------------------------------===//
#include "../Decomposition/Patterns.h"
#include "../Evaluable.h"
#include "../Functions.h"
#include "../Fusing/Patterns.h"
#include "Heads.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// Users and tokens change places; its own inverse.
static constexpr int64_t usersAsSequence[] = {2, 1, 0, 3};

/// The z of permute(z, 2, 1, 0, 3) with one token: (B, H, 1, D); null for other values.
static Value usersBehind(Value value) {
  auto op = value.getDefiningOp<ttir::PermuteOp>();
  bool fits = op && op.getPermutation() == ArrayRef<int64_t>(usersAsSequence) && shape::of(value)[2] == 1;
  return fits ? op.getInput() : Value();
}

static bool isRowwise(Operation *op) {
  return isa<ttir::RotaryEmbeddingOp, ttir::RMSNormOp, ttir::LayerNormOp, ttir::TypecastOp, ttir::SliceStaticOp,
             ttir::ConcatOp>(op);
}

/// Everything that reads `value`, through ops that work row by row, is a cache or attention of one token. `visits`
/// bounds the walk: ops are shared.
static bool feedsDecode(Value value, unsigned &visits) {
  if (value.use_empty())
    return false;
  for (Operation *user : value.getUsers()) {
    if (visits-- == 0)
      return false;
    if (auto permute = dyn_cast<ttir::PermuteOp>(user)) {
      if (permute.getPermutation() != ArrayRef<int64_t>(usersAsSequence))
        return false;
    } else if (auto attention = dyn_cast<ttir::ScaledDotProductAttentionOp>(user)) {
      if (attention.getQuery() != value)
        return false;
    } else if (!isRowwise(user) || !feedsDecode(user->getResult(0), visits)) {
      return false;
    }
  }
  return true;
}

namespace {

/// reshape of columns (.., H * D), B rows, to (B, H, 1, D), where caches and attention read it.
struct HeadsOfUsers : OpRewritePattern<ttir::ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::ReshapeOp op, PatternRewriter &rewriter) const override {
    shape::Shape in = shape::of(op.getInput()), out = shape::of(op.getResult());
    unsigned visits = 64;
    // One head: exchanging users and tokens moves nothing, so that the permute would be this reshape again.
    if (out.size() != 4 || out[0] < 2 || out[1] < 2 || out[2] != 1 || out[3] % headTile != 0 || in.empty() ||
        in.back() != out[1] * out[3] || !feedsDecode(op.getResult(), visits))
      return failure();
    int64_t users = out[0], heads = out[1], size = out[3];
    Value rows = reshape(rewriter, op.getLoc(), op.getInput(), {1, users, heads, size});
    Value sequence = permute(rewriter, suffixed(op.getLoc(), "_usersAsSequence"), rows, {0, 2, 1, 3});
    rewriter.replaceOp(op, permute(rewriter, suffixed(op.getLoc(), "_back"), sequence, usersAsSequence));
    return success();
  }
};

/// Caches take users as sequence.
struct BackAndForth : OpRewritePattern<ttir::PermuteOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::PermuteOp op, PatternRewriter &rewriter) const override {
    Value users = usersBehind(op.getInput());
    if (!users || op.getPermutation() != ArrayRef<int64_t>(usersAsSequence))
      return failure();
    rewriter.replaceOp(op, users);
    return success();
  }
};

/// op(permute(z), rest) = permute(op(z, rest)) for ops on the last dimension alone.
struct SinkBelowRowwise : RewritePattern {
  explicit SinkBelowRowwise(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (op->getNumOperands() == 0 || !isa<ttir::RMSNormOp, ttir::LayerNormOp, ttir::TypecastOp>(op))
      return failure();
    Value users = usersBehind(op->getOperand(0));
    auto normalized = op->getAttrOfType<DenseI64ArrayAttr>("normalized_shape");
    if (!users || (normalized && normalized.size() != 1))
      return failure();
    RankedTensorType type = tensorTypeOf(op->getResult(0));
    Operation *clone = rewriter.clone(*op);
    clone->setOperand(0, users);
    clone->getResult(0).setType(withShape(type, shape::of(users)));
    rewriter.replaceOp(op, permute(rewriter, suffixed(op->getLoc(), "_back"), clone->getResult(0), usersAsSequence));
    return success();
  }
};

/// Of the last dimension alone.
struct SinkBelowSlice : OpRewritePattern<ttir::SliceStaticOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::SliceStaticOp op, PatternRewriter &rewriter) const override {
    Value users = usersBehind(op.getInput());
    auto begins = shape::integers(op.getBegins()), ends = shape::integers(op.getEnds());
    auto steps = shape::integers(op.getStep());
    shape::Shape out = shape::of(op.getResult());
    if (!users || !begins || !ends || !steps || out.drop_back() != shape::of(op.getInput()).drop_back())
      return failure();
    auto moved = [&](ArrayRef<int64_t> values) {
      SmallVector<int32_t> result;
      for (int64_t from : usersAsSequence)
        result.push_back(static_cast<int32_t>(values[from]));
      return rewriter.getI32ArrayAttr(result);
    };
    auto type = withShape(tensorTypeOf(op.getResult()), {out[2], out[1], out[0], out[3]});
    Value slice =
        ttir::SliceStaticOp::create(rewriter, op.getLoc(), type, users, moved(*begins), moved(*ends), moved(*steps));
    rewriter.replaceOp(op, permute(rewriter, suffixed(op.getLoc(), "_back"), slice, usersAsSequence));
    return success();
  }
};

/// Along the last dimension alone.
struct SinkBelowConcat : OpRewritePattern<ttir::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::ConcatOp op, PatternRewriter &rewriter) const override {
    shape::Shape out = shape::of(op.getResult());
    if (out.size() != 4 || shape::normalizeDim(op.getDim(), 4) != 3)
      return failure();
    SmallVector<Value> inputs;
    for (Value input : op.getInputs()) {
      inputs.push_back(usersBehind(input));
      if (!inputs.back())
        return failure();
    }
    auto type = withShape(tensorTypeOf(op.getResult()), {out[2], out[1], out[0], out[3]});
    Value concat = ttir::ConcatOp::create(rewriter, op.getLoc(), type, inputs, op.getDimAttr());
    rewriter.replaceOp(op, permute(rewriter, suffixed(op.getLoc(), "_back"), concat, usersAsSequence));
    return success();
  }
};

/// All users are at one position: their rows of the tables are the same.
struct SinkBelowRotary : OpRewritePattern<ttir::RotaryEmbeddingOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::RotaryEmbeddingOp op, PatternRewriter &rewriter) const override {
    Value users = usersBehind(op.getInput());
    shape::Shape table = shape::of(op.getCos());
    if (!users || table != shape::of(op.getSin()) || table.size() != 4 || table[0] != 1 || table[1] != 1 ||
        table[2] != 1)
      return failure();
    auto rows = [&](Value row) {
      return broadcast(rewriter, suffixed(op.getLoc(), "_rows"), row, {1, 1, shape::of(users)[2], table[3]});
    };
    Value turned = ttir::RotaryEmbeddingOp::create(rewriter, op.getLoc(), users.getType(), users, rows(op.getCos()),
                                                   rows(op.getSin()));
    rewriter.replaceOp(op, permute(rewriter, suffixed(op.getLoc(), "_back"), turned, usersAsSequence));
    return success();
  }
};

/// Attention of one token on caches.
struct AttentionOfToken : OpRewritePattern<ttir::ScaledDotProductAttentionOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::ScaledDotProductAttentionOp op, PatternRewriter &rewriter) const override {
    shape::Shape query = shape::of(op.getQuery()), key = shape::of(op.getKey());
    if (query[2] != 1 || op.getIsCausal() || op.getAttentionSink() || shape::of(op.getResult()) != query ||
        key != shape::of(op.getValue()) || key[2] < 2 || !op.getAttentionMask() ||
        shape::of(op.getAttentionMask()).size() != 4 || shape::of(op.getAttentionMask())[1] != 1)
      return failure();
    Location loc = op.getLoc();
    int64_t users = query[0], heads = query[1], size = query[3];
    Value token = usersBehind(op.getQuery())
                      ? permute(rewriter, suffixed(loc, "_queryOfUsers"), usersBehind(op.getQuery()), {0, 2, 1, 3})
                      : reshape(rewriter, suffixed(loc, "_queryOfUsers"), op.getQuery(), {1, users, heads, size});
    Value mask = maskOfHeads(rewriter, loc, op.getAttentionMask(), users, heads);
    Value result = ttir::ScaledDotProductAttentionDecodeOp::create(
        rewriter, loc, withShape(tensorTypeOf(op.getResult()), {1, users, heads, size}), token, op.getKey(),
        op.getValue(), mask, Value(), Value(), rewriter.getBoolAttr(false), op.getScaleAttr(),
        op.getSlidingWindowSizeAttr());
    rewriter.replaceOp(op, reshape(rewriter, suffixed(loc, "_tokens"), result, query));
    return success();
  }

private:
  /// (users, 1, heads, keys), a row for every head: the kernel has heads where others have queries. A mask of each head
  /// by itself would need its dimensions exchanged.
  static Value maskOfHeads(PatternRewriter &rewriter, Location loc, Value mask, int64_t users, int64_t heads) {
    return broadcast(rewriter, suffixed(loc, "_maskOfHeads"), mask, {users, 1, heads, shape::of(mask)[3]});
  }
};

/// where(c, 0, reshape(x)) = reshape(where(c, 0, x)) for x (1, B, H, D) and one c for all or for each user.
struct GuardOfTokens : OpRewritePattern<ttir::WhereOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::WhereOp op, PatternRewriter &rewriter) const override {
    auto tokens = op.getThird().getDefiningOp<ttir::ReshapeOp>();
    if (!tokens || !tokens.getInput().getDefiningOp<ttir::ScaledDotProductAttentionDecodeOp>())
      return failure();
    shape::Shape in = shape::of(tokens.getInput()), out = shape::of(op.getResult());
    shape::Shape condition = shape::of(op.getFirst());
    bool perUser = condition == ArrayRef<int64_t>{out[0], 1, 1, 1},
         one = tensorTypeOf(op.getFirst()).getNumElements() == 1;
    if (out != shape::of(op.getThird()) || tensorTypeOf(op.getSecond()).getNumElements() != 1 || (!perUser && !one))
      return failure();
    Value users = op.getFirst();
    if (!one)
      users = reshape(rewriter, suffixed(op.getLoc(), "_users"), users, {1, out[0], 1, 1});
    Value guarded = ttir::WhereOp::create(rewriter, op.getLoc(), withShape(tensorTypeOf(op.getResult()), in), users,
                                          op.getSecond(), tokens.getInput());
    rewriter.replaceOp(op, reshape(rewriter, tokens.getLoc(), guarded, out));
    return success();
  }
};

/// The guard of rows without a valid key, where the mask shows a first key to all: cached positions are not negative.
/// where(min(mask == -inf), 0, x) with mask = where(0 1 2 .. <= p, 0, -inf), p the position that a cache is written at.
struct NeededGuard : OpRewritePattern<ttir::WhereOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::WhereOp op, PatternRewriter &rewriter) const override {
    auto none = op.getFirst().getDefiningOp<ttir::MinOp>();
    auto equal = none ? none.getInput().getDefiningOp<ttir::EqOp>() : ttir::EqOp();
    auto mask = equal ? equal.getLhs().getDefiningOp<ttir::WhereOp>() : ttir::WhereOp();
    auto order = mask ? mask.getFirst().getDefiningOp<ttir::LeOp>() : ttir::LeOp();
    if (!order || op.getThird().getType() != op.getResult().getType() || !isSplat(equal.getRhs(), -HUGE_VAL) ||
        !isSplat(mask.getThird(), -HUGE_VAL) || splatOf(mask.getSecond()).value_or(-HUGE_VAL) == -HUGE_VAL ||
        !hasZero(order.getLhs()) || !isCachePosition(order.getRhs()))
      return failure();
    std::optional<SmallVector<int64_t>> dims = reducedDims(none);
    shape::Shape keys = shape::of(equal.getResult());
    if (!dims || dims->size() != 1 || keys.empty() || dims->front() != static_cast<int64_t>(keys.size()) - 1)
      return failure();
    rewriter.replaceOp(op, op.getThird());
    return success();
  }

private:
  /// A constant row of positions, the first of which is 0.
  static bool hasZero(Value value) {
    while (auto reshapeOp = value.getDefiningOp<ttir::ReshapeOp>())
      value = reshapeOp.getInput();
    auto constant = value.getDefiningOp<ttir::ConstantOp>();
    auto dense = constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : DenseElementsAttr();
    RankedTensorType type = tensorTypeOf(value);
    bool isRow = type.getRank() > 0 && type.getNumElements() == type.getShape().back();
    return isRow && dense && !dense.empty() && isa<IntegerType>(dense.getElementType()) &&
           (*dense.value_begin<APInt>()).isZero();
  }

  /// One position at which some cache is written: the library takes those within the cache alone.
  static bool isCachePosition(Value value) {
    while (auto reshapeOp = value.getDefiningOp<ttir::ReshapeOp>())
      value = reshapeOp.getInput();
    return tensorTypeOf(value).getNumElements() == 1 && llvm::any_of(value.getUsers(), [&](Operation *user) {
             auto update = dyn_cast<ttir::UpdateCacheOp>(user);
             return update && update.getUpdateIndex() == value;
           });
  }
};

} // namespace

/// Sum of what has a price; what has none is the same on both sides, or new and refused.
static double sumOf(func::FuncOp function, const OpPrices &prices, int64_t &unpriced) {
  double sum = 0;
  unpriced = 0;
  function.walk([&](Operation *op) {
    if (op == function || op->getNumResults() == 0 || isCreationOp(op) || isConstEvaluable(op->getResult(0)))
      return;
    std::optional<double> price = prices.nanoseconds(op);
    sum += price.value_or(0);
    unpriced += !price;
  });
  return sum;
}

static int64_t count(func::FuncOp function) {
  int64_t attentions = 0;
  function.walk([&](ttir::ScaledDotProductAttentionDecodeOp) { ++attentions; });
  return attentions;
}

static bool rewrite(func::FuncOp function, RewritePatternSet patterns) {
  return succeeded(applyToFunction(function, FrozenRewritePatternSet(std::move(patterns))));
}

/// Without simplification: of a permute there and one back it would make the reshape that was there before.
static bool moveHeadsOfUsers(func::FuncOp function) {
  RewritePatternSet patterns(function.getContext());
  patterns.add<HeadsOfUsers, BackAndForth, SinkBelowRowwise, SinkBelowSlice, SinkBelowConcat, SinkBelowRotary>(
      patterns.getContext());
  return rewrite(function, std::move(patterns));
}

static bool moveAttention(func::FuncOp function) {
  RewritePatternSet patterns(function.getContext());
  patterns.add<AttentionOfToken, GuardOfTokens, NeededGuard>(patterns.getContext());
  populateSimplification(patterns);
  return rewrite(function, std::move(patterns));
}

int64_t conversion::fuseDecodeAttention(func::FuncOp function, const OpPrices *prices, int64_t *splits) {
  if (!function.walk([](ttir::ScaledDotProductAttentionOp) { return WalkResult::interrupt(); }).wasInterrupted())
    return 0; // nothing to make one of
  int64_t before = count(function);
  OpBuilder builder(function);
  auto trial = cast<func::FuncOp>(builder.clone(*function));
  // Heads first: attention looks at what its queries came from.
  bool converged = moveHeadsOfUsers(trial) && moveAttention(trial);
  int64_t fused = count(trial) - before;
  int64_t split = converged && splits ? fuseSplitHeads(trial, prices) : 0;
  bool better = converged && fused > 0;
  if (better && prices) {
    int64_t refusedBefore = 0, refusedAfter = 0;
    double old = sumOf(function, *prices, refusedBefore), now = sumOf(trial, *prices, refusedAfter);
    better = refusedAfter <= refusedBefore && now <= old;
  }
  if (better)
    function.getBody().takeBody(trial.getBody());
  if (better && splits)
    *splits += split;
  trial.erase();
  return better ? fused : 0;
}

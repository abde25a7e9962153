//===- SplitHeads.cpp - Projections merged and split by one kernel ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//              ┌─ matmul wq ─ reshape (B, S, H, D) ─ permute (B, H, S, D)
//   x (.., K) ─┼─ matmul wk ─ reshape (B, S, G, D) ─ permute (B, G, S, D)
//              └─ matmul wv ─ reshape (B, S, G, D) ─ permute (B, G, S, D)
// =>
//   x ─ matmul [wq wk wv] ─ (B, S, (H + 2 G) D) ─ split_query_key_value_and_split_heads
//
// The weights are put side by side before the run. A norm over D between reshape and permute moves behind the split.
//
//===----------------------------------------------------------------------===//
#include "../ConstEval/Evaluable.h"
#include "../ElementTypes/WeightDtype.h"
#include "Heads.h"
#include "alcove/Dialect/OpNames.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {

/// One projection and its way to heads. All four ops have one use, but for `permute`.
struct HeadSplit {
  Operation *projection = nullptr; ///< matmul or linear
  ttir::ReshapeOp reshape;         ///< to (B, S, heads, size)
  Operation *norm = nullptr;       ///< rms_norm or layer_norm over `size`, or null
  ttir::PermuteOp permute;         ///< to (B, heads, S, size), or with keys transposed (B, heads, size, S)
  int64_t batch = 0, length = 0, heads = 0, size = 0;
  bool transposed = false;

  Value input() const { return projection->getOperand(0); }
  Value weight() const { return projection->getOperand(1); }
  Value bias() const { return projection->getNumOperands() > 2 ? projection->getOperand(2) : Value(); }
};

} // namespace

/// A norm that treats every head by itself, by what is known before the run.
static bool normalizesLast(Operation *op) {
  if (!isa_and_nonnull<ttir::RMSNormOp, ttir::LayerNormOp>(op))
    return false;
  auto normalized = op->getAttrOfType<DenseI64ArrayAttr>("normalized_shape");
  return normalized && normalized.size() == 1 &&
         llvm::all_of(op->getOperands().drop_front(), [](Value value) { return isConstEvaluable(value); });
}

static bool flag(Operation *op, StringRef name) {
  auto value = op->getAttrOfType<BoolAttr>(name);
  return value && value.getValue();
}

/// A product with one weight matrix that is known before the run.
static bool isProjection(Operation *op) {
  if (!isa_and_nonnull<ttir::MatmulOp, ttir::LinearOp>(op) || !op->hasOneUse() || flag(op, "transpose_a"))
    return false;
  auto known = [](Value value) { return isConstEvaluable(value); };
  return shape::of(op->getOperand(1)).size() == 2 && shape::of(op->getResult(0)).size() >= 2 &&
         llvm::all_of(op->getOperands().drop_front(), known);
}

static std::optional<HeadSplit> headSplitOf(ttir::PermuteOp permute) {
  HeadSplit split;
  split.permute = permute;
  ArrayRef<int64_t> order = permute.getPermutation();
  split.transposed = order == ArrayRef<int64_t>{0, 2, 3, 1};
  if (!split.transposed && order != ArrayRef<int64_t>{0, 2, 1, 3})
    return std::nullopt;
  Operation *source = permute.getInput().getDefiningOp();
  if (normalizesLast(source) && source->hasOneUse()) {
    split.norm = source;
    source = source->getOperand(0).getDefiningOp();
  }
  split.reshape = dyn_cast_or_null<ttir::ReshapeOp>(source);
  if (!split.reshape || !split.reshape->hasOneUse())
    return std::nullopt;
  split.projection = split.reshape.getInput().getDefiningOp();
  shape::Shape heads = shape::of(split.reshape.getResult());
  if (!isProjection(split.projection) || split.projection->getBlock() != permute->getBlock())
    return std::nullopt;
  split.batch = heads[0], split.length = heads[1], split.heads = heads[2], split.size = heads[3];
  shape::Shape columns = shape::of(split.reshape.getInput());
  if (columns.back() != split.heads * split.size || split.size % headTile != 0 || split.length < 2)
    return std::nullopt;
  return split;
}

/// The three in the order query, key, value; false when no order fits: keys and values have as many heads each, only
/// keys may be transposed.
static bool order(SmallVectorImpl<HeadSplit> &splits) {
  if (splits.size() != 3)
    return false;
  // The query has the most heads; the transposed one is the key.
  llvm::stable_sort(
      splits, [](const HeadSplit &a, const HeadSplit &b) { return a.heads != b.heads ? a.heads > b.heads : false; });
  if (splits[0].heads == splits[2].heads) // any order fits: the transposed one in the middle
    for (size_t i : {0u, 2u})
      if (splits[i].transposed)
        std::swap(splits[1], splits[i]);
  if (splits[2].transposed)
    std::swap(splits[1], splits[2]);
  return splits[1].heads == splits[2].heads && splits[0].heads % splits[1].heads == 0 && !splits[0].transposed &&
         !splits[2].transposed;
}

/// Weights that may stand side by side: one form, one format.
static bool mergeable(ArrayRef<HeadSplit> splits) {
  const HeadSplit &first = splits.front();
  return llvm::all_of(splits.drop_front(), [&](const HeadSplit &other) {
    Type element = tensorTypeOf(first.weight()).getElementType();
    return flag(other.projection, "transpose_b") == flag(first.projection, "transpose_b") &&
           tensorTypeOf(other.weight()).getElementType() == element &&
           shape::of(other.projection->getResult(0)).drop_back() ==
               shape::of(first.projection->getResult(0)).drop_back() &&
           tensorTypeOf(other.projection->getResult(0)).getElementType() ==
               tensorTypeOf(first.projection->getResult(0)).getElementType() &&
           other.projection->getAttr(weightDtypeAttrName) == first.projection->getAttr(weightDtypeAttrName) &&
           weightDtypeOf(other.weight()) == weightDtypeOf(first.weight());
  });
}

/// Moves what `value` is computed from in front of `before`; it depends on parameters and creation ops alone.
static void hoistBefore(Value value, Operation *before) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != before->getBlock() || op->isBeforeInBlock(before))
    return;
  for (Value operand : op->getOperands())
    hoistBefore(operand, before);
  op->moveBefore(before);
}

/// (1, n): the bias as linear takes it, 0 where the projection has none.
static Value biasOf(OpBuilder &builder, const HeadSplit &split) {
  int64_t columns = split.heads * split.size;
  if (Value bias = split.bias())
    return reshape(builder, suffixed(split.projection->getLoc(), "_biasRow"), bias, {1, columns});
  RankedTensorType type = tensorTypeOf(split.projection->getResult(0));
  Value zero = full(builder, suffixed(split.projection->getLoc(), "_zeroBias"), withShape(type, {1, 1}), 0);
  return broadcast(builder, suffixed(split.projection->getLoc(), "_zeroBias"), zero, {1, columns});
}

static Value concat(OpBuilder &builder, Location loc, ArrayRef<Value> parts, int64_t dim) {
  SmallVector<int64_t> shape(shape::of(parts.front()));
  shape[dim] = 0;
  for (Value part : parts)
    shape[dim] += shape::of(part)[dim];
  return ttir::ConcatOp::create(builder, loc, withShape(tensorTypeOf(parts.front()), shape), parts,
                                si32Attr(builder, dim));
}

/// input (.., K) times the weights of all three: (.., columns).
static Value mergedProjection(OpBuilder &builder, ArrayRef<HeadSplit> splits, Value input) {
  const HeadSplit &first = splits.front();
  Location loc = first.projection->getLoc();
  Location merging = suffixed(loc, "_merged");
  for (const HeadSplit &split : splits)
    merging = withNamesOf(merging, split.projection->getLoc());
  bool transposed = flag(first.projection, "transpose_b");
  SmallVector<Value> weights, biases;
  for (const HeadSplit &split : splits)
    weights.push_back(split.weight());
  Value weight = concat(builder, suffixed(loc, "_mergedWeights"), weights, transposed ? 0 : 1);
  SmallVector<int64_t> shape(shape::of(input));
  shape.back() = shape::of(weight)[transposed ? 0 : 1];
  RankedTensorType type = withShape(tensorTypeOf(first.projection->getResult(0)), shape);
  auto no = builder.getBoolAttr(false), transposeB = builder.getBoolAttr(transposed);
  Operation *merged;
  if (llvm::any_of(splits, [](const HeadSplit &split) { return bool(split.bias()); })) {
    for (const HeadSplit &split : splits)
      biases.push_back(biasOf(builder, split));
    Value bias = concat(builder, suffixed(loc, "_mergedBias"), biases, 1);
    merged = ttir::LinearOp::create(builder, merging, type, input, weight, bias, no, transposeB);
  } else {
    merged = ttir::MatmulOp::create(builder, merging, type, input, weight, no, transposeB);
  }
  if (Attribute format = first.projection->getAttr(weightDtypeAttrName))
    merged->setAttr(weightDtypeAttrName, format);
  return merged->getResult(0);
}

namespace {

class SplitHeads {
public:
  SplitHeads(ArrayRef<HeadSplit> splits, const OpPrices *prices) : splits(splits), prices(prices) {}

  bool run() {
    Operation *place = splits.front().projection;
    for (HeadSplit split : splits)
      if (split.projection->isBeforeInBlock(place))
        place = split.projection;
    for (HeadSplit split : splits) {
      for (Value operand : split.projection->getOperands().drop_front())
        hoistBefore(operand, place);
      if (split.norm)
        for (Value operand : split.norm->getOperands().drop_front())
          hoistBefore(operand, place);
    }
    return runAt(place);
  }

private:
  bool runAt(Operation *place) {
    Value input = splits.front().input();
    SmallVector<Value> inputs{input};
    // The rows as batches of sequences, where they come from there: their padding may be cheaper than the reshape.
    auto flattened = input.getDefiningOp<ttir::ReshapeOp>();
    SmallVector<int64_t> rows{splits.front().batch, splits.front().length, shape::of(input).back()};
    if (flattened && shape::of(flattened.getInput()) == ArrayRef<int64_t>(rows))
      inputs.push_back(flattened.getInput());
    Value best;
    double bestPrice = 0;
    for (Value candidate : inputs) {
      Trial trial(place);
      build(trial.builder, candidate);
      if (pays(trial, replaced(candidate != input), prices)) {
        double price =
            prices ? *priceOf(trial.ops, *prices) - priceOf(saved(candidate != input), *prices).value_or(0) : 0;
        if (!best || price < bestPrice)
          best = candidate, bestPrice = price;
      }
      trial.drop();
    }
    if (!best)
      return false;
    OpBuilder builder(place);
    replace(build(builder, best));
    return true;
  }

  /// The reshape in front of the projections, when it dies with them.
  SmallVector<Operation *> saved(bool withoutReshape) const {
    Operation *op = splits.front().input().getDefiningOp();
    bool dies = withoutReshape && llvm::all_of(op->getUsers(), [&](Operation *user) {
                  return llvm::any_of(splits, [&](const HeadSplit &split) { return split.projection == user; });
                });
    return dies ? SmallVector<Operation *>{op} : SmallVector<Operation *>{};
  }

  SmallVector<Operation *> replaced(bool withoutReshape) const {
    SmallVector<Operation *> ops = saved(withoutReshape);
    for (HeadSplit split : splits) {
      ops.append({split.projection, split.reshape.getOperation(), split.permute.getOperation()});
      if (split.norm)
        ops.push_back(split.norm);
    }
    return ops;
  }

  /// The heads of all three, as their permutes give them.
  SmallVector<Value> build(OpBuilder &builder, Value input) const {
    HeadSplit query = splits[0], key = splits[1];
    Value columns = mergedProjection(builder, splits, input);
    Location loc = suffixed(query.permute.getLoc(), "_splitHeads");
    columns = reshape(builder, suffixed(loc, "_rows"), columns, {query.batch, query.length, shape::of(columns).back()});
    SmallVector<Type> types;
    for (HeadSplit split : splits)
      types.push_back(withShape(tensorTypeOf(columns), shape::of(split.permute.getResult())));
    auto ui32 = [&](int64_t value) { return builder.getIntegerAttr(builder.getIntegerType(32, false), value); };
    bool late = key.transposed && key.norm; // the norm needs the heads' elements last
    if (late)
      types[1] = withShape(tensorTypeOf(columns), {key.batch, key.heads, key.length, key.size});
    Location splitting = loc;
    for (HeadSplit split : splits)
      for (Operation *part : {split.permute.getOperation(), split.reshape.getOperation()})
        splitting = withNamesOf(splitting, part->getLoc());
    auto heads =
        ttir::SplitQueryKeyValueAndSplitHeadsOp::create(builder, splitting, types, columns, Value(), ui32(query.heads),
                                                        ui32(key.heads), builder.getBoolAttr(key.transposed && !late));
    SmallVector<Value> results;
    for (auto [split, value] : llvm::zip(splits, heads.getResults()))
      results.push_back(split.norm ? normalized(builder, split, value) : Value(value));
    if (late)
      results[1] = permute(builder, suffixed(key.permute.getLoc(), "_transposeKey"), results[1], {0, 1, 3, 2});
    return results;
  }

  static Value normalized(OpBuilder &builder, const HeadSplit &split, Value heads) {
    Operation *clone = builder.clone(*split.norm);
    clone->setOperand(0, heads);
    clone->getResult(0).setType(heads.getType());
    return clone->getResult(0);
  }

  void replace(ArrayRef<Value> heads) const {
    for (auto [split, value] : llvm::zip(splits, heads)) {
      ttir::PermuteOp permute = split.permute;
      Operation *ops[] = {permute, split.norm, split.reshape, split.projection};
      permute.getResult().replaceAllUsesWith(value);
      for (Operation *op : ops)
        if (op)
          op->erase();
    }
  }

  ArrayRef<HeadSplit> splits;
  const OpPrices *prices;
};

} // namespace

int64_t conversion::fuseSplitHeads(func::FuncOp function, const OpPrices *prices) {
  // By operand, batches and head size, in the order of the function.
  using Key = std::tuple<Value, int64_t, int64_t, int64_t>;
  std::vector<std::pair<Key, SmallVector<HeadSplit>>> groups;
  function.walk([&](ttir::PermuteOp permute) {
    std::optional<HeadSplit> split = headSplitOf(permute);
    if (!split)
      return;
    Key key{split->input(), split->batch, split->length, split->size};
    auto found = llvm::find_if(groups, [&](const auto &group) { return group.first == key; });
    if (found == groups.end())
      groups.push_back({key, {*split}});
    else
      found->second.push_back(*split);
  });
  int64_t fused = 0;
  for (auto &[key, splits] : groups)
    if (order(splits) && mergeable(splits))
      fused += SplitHeads(splits, prices).run();
  return fused;
}

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
// One product whose columns are cut into the three by slices, in any order of reshapes, permutes and slices, is one or
// several of these: what columns of the weights a head is made of is read off its strides (StridedView). The weights
// are put side by side before the run; where they are already, nothing is. A norm over D on the way moves behind the
// split.
//
//===----------------------------------------------------------------------===//
#include "../ElementTypes/WeightDtype.h"
#include "../Evaluable.h"
#include "Heads.h"
#include "StridedView.h"
#include "alcove/Ops/Dialect/OpNames.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {

/// Columns of one projection and their way to heads.
struct HeadSplit {
  Operation *projection = nullptr;   ///< matmul or linear
  SmallVector<Operation *, 4> moves; ///< reshapes, permutes and slices, and `norm` among them; the last gives the heads
  Operation *norm = nullptr;         ///< rms_norm or layer_norm over `size`, or null
  StridedSelection columns;          ///< of the projection
  size_t siblings = 1;               ///< splits of the same projection, this one included
  int64_t batch = 0, length = 0, heads = 0, size = 0;
  bool transposed = false; ///< heads (B, heads, size, S), else (B, heads, S, size)

  Value input() const { return projection->getOperand(0); }
  Value weight() const { return projection->getOperand(1); }
  Value bias() const { return projection->getNumOperands() > 2 ? projection->getOperand(2) : Value(); }
  Value result() const { return moves.back()->getResult(0); }
  Location loc() const { return moves.back()->getLoc(); }
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
static bool isProjection(Operation *op, ConstEvaluation &known) {
  if (!isa<ttir::MatmulOp, ttir::LinearOp>(op) || flag(op, "transpose_a"))
    return false;
  shape::Shape out = shape::of(op->getResult(0));
  auto oneRow = [&](Value bias) { return tensorTypeOf(bias).getNumElements() == out.back(); };
  return shape::of(op->getOperand(1)).size() == 2 && out.size() >= 2 &&
         llvm::all_of(op->getOperands().drop_front(), std::ref(known)) &&
         llvm::all_of(op->getOperands().drop_front(2), oneRow);
}

namespace {

/// Everything that a projection's columns become, when that is heads and nothing else.
class ColumnsToHeads {
public:
  explicit ColumnsToHeads(Operation *projection) : projection(projection) {}

  /// By their columns; nothing when something else reads the projection.
  SmallVector<HeadSplit> splits() {
    HeadSplit none;
    none.projection = projection;
    SmallVector<HeadSplit> found;
    if (!walk(projection->getResult(0), StridedView(shape::of(projection->getResult(0))), none, found))
      return {};
    llvm::stable_sort(found, [](const HeadSplit &a, const HeadSplit &b) {
      return a.columns.runFrom().value_or(0) < b.columns.runFrom().value_or(0);
    });
    for (HeadSplit &split : found)
      split.siblings = found.size();
    return found;
  }

private:
  bool walk(Value value, const StridedView &view, const HeadSplit &way, SmallVectorImpl<HeadSplit> &found) {
    SmallVector<Operation *> users(value.getUsers());
    std::reverse(users.begin(), users.end()); // as they were added
    return !users.empty() && llvm::all_of(users, [&](Operation *user) { return step(user, view, way, found); });
  }

  bool step(Operation *op, StridedView view, HeadSplit way, SmallVectorImpl<HeadSplit> &found) {
    bool isNorm = !way.norm && normalizesLast(op) && isHeadSize(view.dimensions().back(), shape::of(op->getResult(0)));
    if (op->getBlock() != projection->getBlock() || (!isNorm && !view.follow(op)))
      return false;
    way.moves.push_back(op);
    if (isNorm)
      way.norm = op;
    bool areHeads = isHeads(view, way);
    size_t before = found.size();
    if ((!areHeads || areCut(op->getResult(0))) && walk(op->getResult(0), view, way, found))
      return true;
    found.truncate(before);
    if (!areHeads)
      return false;
    found.push_back(way);
    return true;
  }

  /// Heads of queries, keys and values together: all that happens to them is that some are taken.
  static bool areCut(Value heads) {
    return llvm::all_of(heads.getUsers(), [&](Operation *user) {
      return isa<ttir::SliceStaticOp>(user) &&
             shape::of(user->getResult(0)).drop_front(2) == shape::of(heads).drop_front(2);
    });
  }

  static bool isHeadSize(ArrayRef<StridedFactor> last, ArrayRef<int64_t> shape) {
    return last == ArrayRef(StridedFactor{shape.back(), 1});
  }

  /// Fills the sizes in.
  bool isHeads(const StridedView &view, HeadSplit &way) const {
    ArrayRef<StridedView::Dimension> dims = view.dimensions();
    shape::Shape out = shape::of(way.result()), product = shape::of(projection->getResult(0));
    int64_t columns = product.back(), rows = tensorTypeOf(projection->getResult(0)).getNumElements() / columns;
    if (dims.size() != 4 || out[0] * std::max(out[2], out[3]) == 0)
      return false;
    way.batch = out[0], way.heads = out[1];
    for (bool transposed : {false, true}) {
      way.length = out[transposed ? 3 : 2], way.size = out[transposed ? 2 : 3], way.transposed = transposed;
      auto is = [&](size_t dim, StridedFactor factor) { return dims[dim] == mergedFactors(factor); };
      if (way.length < 2 || way.size % headTile != 0 || way.batch * way.length != rows ||
          (way.norm && shape::of(way.norm->getResult(0)).back() != way.size) ||
          !is(0, {way.batch, way.length * columns}) || !is(transposed ? 3 : 2, {way.length, columns}) ||
          !is(transposed ? 2 : 3, {way.size, 1}))
        continue;
      StridedView::Dimension factors = dims[1];
      factors.push_back({way.size, 1});
      std::optional<StridedSelection> selection = StridedSelection::of(factors, view.offset(), columns);
      if (selection)
        way.columns = *selection;
      return selection.has_value();
    }
    return false;
  }

  Operation *projection;
};

} // namespace

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

/// Nothing is left of any of the projections.
static bool isComplete(ArrayRef<HeadSplit> splits) {
  return llvm::all_of(splits, [&](const HeadSplit &split) {
    auto isSibling = [&](const HeadSplit &other) { return other.projection == split.projection; };
    return static_cast<size_t>(llvm::count_if(splits, isSibling)) == split.siblings;
  });
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
  Location loc = suffixed(split.projection->getLoc(), "_biasRow");
  if (Value bias = split.bias()) {
    Value row = reshape(builder, loc, bias, {1, tensorTypeOf(bias).getNumElements()});
    return split.columns.select(builder, loc, row, 1);
  }
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

/// The columns of one projection, in their order and none left out.
static bool areAllColumns(ArrayRef<HeadSplit> splits) {
  int64_t next = 0;
  for (const HeadSplit &split : splits) {
    if (split.projection != splits.front().projection || split.columns.runFrom() != next)
      return false;
    next += split.heads * split.size;
  }
  return next == shape::of(splits.front().projection->getResult(0)).back();
}

/// input (.., K) times the weights of all three: (.., columns).
static Value mergedProjection(OpBuilder &builder, ArrayRef<HeadSplit> splits, Value input) {
  const HeadSplit &first = splits.front();
  Location loc = first.projection->getLoc();
  Location merging = suffixed(loc, "_merged");
  for (const HeadSplit &split : splits)
    merging = withNamesOf(merging, split.projection->getLoc());
  bool transposed = flag(first.projection, "transpose_b");
  if (areAllColumns(splits)) {
    Operation *same = builder.clone(*first.projection);
    SmallVector<int64_t> shape(shape::of(input));
    shape.back() = shape::of(same->getResult(0)).back();
    same->setOperand(0, input);
    same->getResult(0).setType(withShape(tensorTypeOf(same->getResult(0)), shape));
    return same->getResult(0);
  }
  SmallVector<Value> weights, biases;
  for (const HeadSplit &split : splits)
    weights.push_back(split.columns.select(builder, suffixed(split.projection->getLoc(), "_weights"), split.weight(),
                                           transposed ? 0 : 1));
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
    llvm::SmallSetVector<Operation *, 16> all(ops.begin(), ops.end());
    for (const HeadSplit &split : splits) {
      all.insert(split.projection);
      all.insert(split.moves.begin(), split.moves.end());
    }
    return llvm::to_vector(all);
  }

  /// The heads of all three, as their permutes give them.
  SmallVector<Value> build(OpBuilder &builder, Value input) const {
    HeadSplit query = splits[0], key = splits[1];
    Value columns = mergedProjection(builder, splits, input);
    Location loc = suffixed(query.loc(), "_splitHeads");
    columns = reshape(builder, suffixed(loc, "_rows"), columns, {query.batch, query.length, shape::of(columns).back()});
    SmallVector<Type> types;
    for (const HeadSplit &split : splits)
      types.push_back(withShape(tensorTypeOf(columns), shape::of(split.result())));
    auto ui32 = [&](int64_t value) { return builder.getIntegerAttr(builder.getIntegerType(32, false), value); };
    bool late = key.transposed && key.norm; // the norm needs the heads' elements last
    if (late)
      types[1] = withShape(tensorTypeOf(columns), {key.batch, key.heads, key.length, key.size});
    Location splitting = loc;
    for (const HeadSplit &split : splits)
      for (Operation *part : llvm::reverse(split.moves))
        if (part != split.norm)
          splitting = withNamesOf(splitting, part->getLoc());
    auto heads =
        ttir::SplitQueryKeyValueAndSplitHeadsOp::create(builder, splitting, types, columns, Value(), ui32(query.heads),
                                                        ui32(key.heads), builder.getBoolAttr(key.transposed && !late));
    SmallVector<Value> results;
    for (auto [split, value] : llvm::zip(splits, heads.getResults()))
      results.push_back(split.norm ? normalized(builder, split, value) : Value(value));
    if (late)
      results[1] = permute(builder, suffixed(key.loc(), "_transposeKey"), results[1], {0, 1, 3, 2});
    return results;
  }

  static Value normalized(OpBuilder &builder, const HeadSplit &split, Value heads) {
    Operation *clone = builder.clone(*split.norm);
    clone->setOperand(0, heads);
    clone->getResult(0).setType(heads.getType());
    return clone->getResult(0);
  }

  void replace(ArrayRef<Value> heads) const {
    for (auto [split, value] : llvm::zip(splits, heads))
      split.result().replaceAllUsesWith(value);
    SmallVector<Operation *> ops = replaced(false);
    for (Operation *op : llvm::reverse(ops)) // readers stand behind what they read
      op->erase();
  }

  ArrayRef<HeadSplit> splits;
  const OpPrices *prices;
};

} // namespace

int64_t conversion::fuseSplitHeads(func::FuncOp function, const OpPrices *prices) {
  // By operand, batches and head size, in the order of the function; a product that is all three stands for itself.
  using Key = std::tuple<Value, int64_t, int64_t, int64_t>;
  std::vector<std::pair<Key, SmallVector<HeadSplit>>> groups;
  ConstEvaluation known;
  function.walk([&](Operation *op) {
    if (!isProjection(op, known))
      return;
    SmallVector<HeadSplit> splits = ColumnsToHeads(op).splits();
    for (const HeadSplit &split : splits) {
      Key key{splits.size() == 3 ? op->getResult(0) : split.input(), split.batch, split.length, split.size};
      auto found = llvm::find_if(groups, [&](const auto &group) { return group.first == key; });
      if (found == groups.end())
        groups.push_back({key, {split}});
      else
        found->second.push_back(split);
    }
  });
  int64_t fused = 0;
  for (auto &[key, splits] : groups)
    if (isComplete(splits) && order(splits) && mergeable(splits))
      fused += SplitHeads(splits, prices).run();
  return fused;
}

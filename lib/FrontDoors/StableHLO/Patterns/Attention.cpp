//===- Attention.cpp - Attention with its dimensions in any order ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Front ends leave heads where they are: every product says by itself which of its dimensions are batches. Here each
// dimension of the scores gets a label, and the op that TTIR has for attention its operands in the order that it wants:
//
//   scores = dot(q, k)            labels: batches 0, 1, .., those of q alone 10, 11, .., and the keys
//   softmax along the keys, dot with v
//
//===----------------------------------------------------------------------===//
#include "Patterns.h"

#include <cmath>

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;
using namespace alcove::stablehlo::patterns;

namespace {
constexpr int64_t queryLabel = 10, depthLabel = 100;

Dims freeDims(Value value, ArrayRef<int64_t> batch, ArrayRef<int64_t> contracting) {
  Dims free;
  for (int64_t dim = 0; dim < typeOf(value).getRank(); ++dim)
    if (!llvm::is_contained(batch, dim) && !llvm::is_contained(contracting, dim))
      free.push_back(dim);
  return free;
}

/// One side of a product.
struct Side {
  Value value;
  Dims batch, contracting, free;
};
Side sideOf(ttir::DotGeneralOp op, bool left) {
  Side side{left ? op.getLhs() : op.getRhs(),
            Dims(left ? op.getBatchDimsLhs() : op.getBatchDimsRhs()),
            Dims(left ? op.getContractDimsLhs() : op.getContractDimsRhs()),
            {}};
  side.free = freeDims(side.value, side.batch, side.contracting);
  return side;
}

bool isFloatCast(Value value) {
  auto cast = value.getDefiningOp<ttir::TypecastOp>();
  return cast && isa<FloatType>(typeOf(cast.getInput()).getElementType()) &&
         isa<FloatType>(typeOf(value).getElementType());
}

/// `value` repeats the reduction `Op` of `of` along `dim` alone.
template <typename Op>
bool isStatistic(Value value, Value of, int64_t dim) {
  Dims whole(typeOf(of).getShape()), line = whole, rest = whole;
  line[dim] = 1;
  rest.erase(rest.begin() + dim);
  auto fits = [&](Value inner) {
    Dims shape(typeOf(inner).getShape());
    return shape == whole || shape == line || shape == rest;
  };
  while (isa_and_nonnull<ttir::BroadcastOp, ttir::ReshapeOp>(value.getDefiningOp()) && fits(value))
    value = value.getDefiningOp()->getOperand(0);
  auto reduction = value.getDefiningOp<Op>();
  auto dims = reduction ? dyn_cast_or_null<ArrayAttr>(reduction->getAttr("dim_arg")) : ArrayAttr();
  return dims && fits(value) && reduction.getInput() == of && dims.size() == 1 &&
         cast<IntegerAttr>(dims[0]).getInt() == dim;
}

/// The scores whose softmax along `dim` is `value`, all of which nothing else reads.
Value scoresOf(Value value, int64_t dim) {
  while (isFloatCast(value) && value.hasOneUse())
    value = value.getDefiningOp()->getOperand(0);
  auto div = value.getDefiningOp<ttir::DivOp>();
  auto exp = div && div.getResult().hasOneUse() ? div.getLhs().getDefiningOp<ttir::ExpOp>() : ttir::ExpOp();
  if (!exp || !exp.getResult().hasNUses(2) || !isStatistic<ttir::SumOp>(div.getRhs(), exp.getResult(), dim))
    return {};
  auto shifted = exp.getInput().getDefiningOp<ttir::SubtractOp>();
  if (shifted && isStatistic<ttir::MaxOp>(shifted.getRhs(), shifted.getLhs(), dim))
    return shifted.getResult().hasOneUse() && shifted.getLhs().hasNUses(2) ? shifted.getLhs() : Value();
  return exp.getInput().hasOneUse() ? exp.getInput() : Value();
}

/// A factor that all elements have; null where there is none.
Value withoutFactor(Value value, double &factor) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<ttir::MultiplyOp, ttir::DivOp>(op))
    return {};
  for (unsigned side : {1u, 0u})
    if (std::optional<double> number = splatOf(op->getOperand(side));
        number && *number != 0 && std::isfinite(*number)) {
      if (isa<ttir::DivOp>(op) && side == 0)
        return {};
      factor *= isa<ttir::DivOp>(op) ? 1 / *number : *number;
      return op->getOperand(1 - side);
    }
  return {};
}

/// What lies between the softmax and the product of queries and keys.
struct Scores {
  ttir::DotGeneralOp product;
  double scale = 1;
  Value mask, predicate; // added; or chosen where it holds, else `low`
  double low = 0;
  Dims order; // the product's dimension of each dimension of the softmax
};

std::optional<Scores> follow(Value value, Scores scores, bool first) {
  for (unsigned steps = 0; steps < 12; ++steps, first = false) {
    Operation *op = value.getDefiningOp();
    if (!op || (!first && !value.hasOneUse()))
      return std::nullopt;
    bool masked = scores.mask || scores.predicate;
    bool mayMask = !masked && scores.scale == 1 && llvm::is_sorted(scores.order);
    if (auto product = dyn_cast<ttir::DotGeneralOp>(op)) {
      scores.product = product;
      return scores;
    }
    if (isFloatCast(value)) {
      value = op->getOperand(0);
    } else if (Value rest = withoutFactor(value, scores.scale)) {
      value = rest;
    } else if (auto permute = dyn_cast<ttir::PermuteOp>(op)) {
      for (int64_t &dim : scores.order)
        dim = permute.getPermutation()[dim];
      value = permute.getInput();
    } else if (auto where = dyn_cast<ttir::WhereOp>(op)) {
      std::optional<double> low = splatOf(where.getThird());
      if (!mayMask || !low || !(*low <= -1e9))
        return std::nullopt;
      scores.predicate = where.getFirst();
      scores.low = *low;
      value = where.getSecond();
    } else if (auto add = dyn_cast<ttir::AddOp>(op)) {
      if (!mayMask)
        return std::nullopt;
      for (unsigned side : {0u, 1u}) {
        Scores with = scores;
        with.mask = add->getOperand(1 - side);
        if (auto found = follow(add->getOperand(side), with, false))
          return found;
      }
      return std::nullopt;
    } else {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

class Attention {
public:
  Attention(ttir::DotGeneralOp op, bool weightsLeft)
      : op(op), weightsLeft(weightsLeft), weights(sideOf(op, weightsLeft)), value(sideOf(op, !weightsLeft)),
        builder(op) {}

  bool recognize() {
    if (weights.contracting.size() != 1 || value.free.size() != 1)
      return false;
    Value x = scoresOf(weights.value, weights.contracting[0]);
    if (!x)
      return false;
    Scores start;
    for (int64_t dim = 0; dim < typeOf(x).getRank(); ++dim)
      start.order.push_back(dim);
    std::optional<Scores> found = follow(x, start, true);
    if (!found)
      return false;
    scores = *found;
    return label() && narrow() && fitsKernel() && prepareMask(typeOf(x)) && write();
  }

private:
  /// Which side has the keys, and what the dimensions of the softmax are.
  bool label() {
    size_t batches = scores.product.getBatchDimsLhs().size();
    Side left = sideOf(scores.product, true), right = sideOf(scores.product, false);
    int64_t keys = scores.order[weights.contracting[0]], firstRight = int64_t(batches + left.free.size());
    bool keysRight = right.free.size() == 1 && keys == firstRight;
    bool keysLeft = left.free.size() == 1 && keys == int64_t(batches);
    if ((!keysRight && !keysLeft) || left.contracting.size() != 1 || batches < 1 || batches > 2)
      return false;
    query = keysRight ? left : right;
    key = keysRight ? right : left;
    int64_t firstQuery = keysRight ? int64_t(batches) : firstRight;
    for (auto [dim, from] : llvm::enumerate(scores.order)) {
      if (from == keys)
        continue;
      labels.push_back(from < int64_t(batches) ? from : queryLabel + from - firstQuery);
      dims.push_back(dim);
      (from < int64_t(batches) ? batchOrder : queryOrder).push_back(labels.back());
    }
    // Batches of the second product are those of the first, and the value has them in its own order.
    if (weights.batch.size() != batches || queryOrder.empty() || queryOrder.size() > 2)
      return false;
    valueBatch.assign(batches, -1);
    for (auto [mine, its] : llvm::zip(weights.batch, value.batch)) {
      int64_t from = scores.order[mine];
      if (from >= int64_t(batches))
        return false;
      valueBatch[from] = its;
    }
    return true;
  }

  /// bf16 is what the kernel computes with; factors of queries and keys are the scale's.
  bool narrow() {
    for (Side *side : {&query, &key, &value}) {
      for (unsigned steps = 0; steps < 4; ++steps) {
        if (seeThroughPermute(*side))
          continue;
        Value rest = side == &value ? Value() : withoutFactor(side->value, scores.scale);
        if (!rest && isFloatCast(side->value) && typeOf(side->value).getElementType().isF32())
          rest = side->value.getDefiningOp()->getOperand(0);
        if (!rest)
          break;
        side->value = rest;
      }
      if (!typeOf(side->value).getElementType().isBF16())
        return false;
    }
    shareHeads();
    return true;
  }

  bool seeThroughPermute(Side &side) {
    auto permute = side.value.getDefiningOp<ttir::PermuteOp>();
    if (!permute)
      return false;
    for (Dims *dims : {&side.batch, &side.contracting, &side.free, &side == &value ? &valueBatch : nullptr})
      if (dims)
        for (int64_t &dim : *dims)
          dim = permute.getPermutation()[dim];
    side.value = permute.getInput();
    return true;
  }

  /// Keys and values of heads that several queries share are taken before they are repeated.
  void shareHeads() {
    int64_t heads = batchOrder.back(), count = 0, other = 0;
    Value keys = unrepeated(key.value, key.batch[heads], count),
          values = unrepeated(value.value, valueBatch[heads], other);
    if (!keys || !values || count != other)
      return;
    key.value = keys;
    value.value = values;
  }

  /// The tensor whose every head stands `count` times along `dim`, one behind the other.
  static Value unrepeated(Value from, int64_t dim, int64_t &count) {
    auto joined = from.getDefiningOp<ttir::ReshapeOp>();
    auto broadcast = joined ? joined.getInput().getDefiningOp<ttir::BroadcastOp>() : ttir::BroadcastOp();
    if (!broadcast)
      return {};
    Dims one(typeOf(broadcast.getInput()).getShape()), many(typeOf(broadcast.getResult()).getShape()),
        whole(typeOf(from).getShape());
    if (many.size() != whole.size() + 1 || one[dim + 1] != 1)
      return {};
    count = many[dim + 1];
    Dims apart = whole;
    apart[dim] /= count;
    apart.insert(apart.begin() + dim + 1, count);
    if (apart != many)
      return {};
    many[dim + 1] = 1;
    if (one != many)
      return {};
    Value heads = broadcast.getInput();
    auto unit = heads.getDefiningOp<ttir::ReshapeOp>();
    one.erase(one.begin() + dim + 1);
    return unit && Dims(typeOf(unit.getInput()).getShape()) == one ? unit.getInput() : Value();
  }

  bool fitsKernel() {
    auto extent = [](const Side &side, int64_t dim) { return typeOf(side.value).getDimSize(dim); };
    return extent(query, query.contracting[0]) == extent(value, value.free[0]) &&
           extent(key, key.free[0]) == extent(value, value.contracting[0]);
  }

  /// (images or 1, heads or 1, queries, keys), added.
  bool prepareMask(RankedTensorType type) {
    Value given = scores.mask ? scores.mask : scores.predicate;
    if (!given)
      return true;
    // The dimensions of the softmax in the order that the kernel wants, those of groups in the middle.
    bool batchesFirst = llvm::is_sorted(labels, [](int64_t a, int64_t b) { return a < queryLabel && b >= queryLabel; });
    if (!batchesFirst || weights.contracting[0] != type.getRank() - 1 || batchOrder.size() != 2)
      return false;
    if (auto broadcast = given.getDefiningOp<ttir::BroadcastOp>())
      given = broadcast.getInput();
    Dims shape(typeOf(given).getShape());
    if (int64_t(shape.size()) != type.getRank())
      return false;
    if (queryOrder.size() == 2) { // heads and groups are one dimension of the kernel
      bool whole = shape[1] == type.getDimSize(1) && shape[2] == type.getDimSize(2);
      if (!whole && (shape[1] != 1 || shape[2] != 1))
        return false;
      shape[1] *= shape[2];
      shape.erase(shape.begin() + 2);
    }
    if (scores.mask && !typeOf(given).getElementType().isBF16()) {
      if (!isFloatCast(given) || !typeOf(given.getDefiningOp()->getOperand(0)).getElementType().isBF16())
        return false;
      given = given.getDefiningOp()->getOperand(0);
    }
    given = reshape(given, shape);
    if (scores.predicate) {
      auto wanted = RankedTensorType::get(shape, builder.getBF16Type());
      auto constant = [&](double number) -> Value {
        Attribute splat = builder.getFloatAttr(builder.getBF16Type(), number);
        return ttir::ConstantOp::create(builder, op.getLoc(), wanted, DenseElementsAttr::get(wanted, splat));
      };
      given = ttir::WhereOp::create(builder, op.getLoc(), wanted, given, constant(0), constant(scores.low));
    }
    Dims full = shape, repeats(4, 1);
    for (int64_t back : {1, 2}) {
      full[4 - back] = type.getDimSize(type.getRank() - back);
      repeats[4 - back] = full[4 - back] / shape[4 - back];
    }
    if (full != shape)
      given = ttir::BroadcastOp::create(builder, op.getLoc(), typeOf(given).clone(full), given,
                                        builder.getDenseI64ArrayAttr(repeats));
    mask = given;
    return true;
  }

  Value reshape(Value from, ArrayRef<int64_t> shape) {
    if (typeOf(from).getShape() == shape)
      return from;
    SmallVector<int32_t> narrow(shape.begin(), shape.end());
    return ttir::ReshapeOp::create(builder, op.getLoc(), typeOf(from).clone(shape), from,
                                   builder.getI32ArrayAttr(narrow));
  }
  Value permute(Value from, ArrayRef<int64_t> order) {
    if (llvm::is_sorted(order))
      return from;
    Dims shape;
    for (int64_t dim : order)
      shape.push_back(typeOf(from).getDimSize(dim));
    return ttir::PermuteOp::create(builder, op.getLoc(), typeOf(from).clone(shape), from,
                                   builder.getDenseI64ArrayAttr(order));
  }
  /// As (images, heads, rows, depth), where the dimensions between are heads.
  Value four(Value from, ArrayRef<int64_t> order) {
    from = permute(from, order);
    ArrayRef<int64_t> shape = typeOf(from).getShape();
    Dims merged{batchOrder.size() == 2 ? shape[0] : 1, 1, shape[shape.size() - 2], shape.back()};
    for (int64_t extent : shape.drop_front(batchOrder.size() - 1).drop_back(2))
      merged[1] *= extent;
    return reshape(from, merged);
  }

  bool write() {
    Dims forQuery, forKey, forValue, made(batchOrder), shape;
    for (int64_t batch : batchOrder) {
      forQuery.push_back(query.batch[batch]);
      forKey.push_back(key.batch[batch]);
      forValue.push_back(valueBatch[batch]);
    }
    for (int64_t each : queryOrder)
      forQuery.push_back(query.free[each - queryLabel]);
    llvm::append_range(made, queryOrder);
    made.push_back(depthLabel);
    forQuery.push_back(query.contracting[0]);
    forKey.append({key.free[0], key.contracting[0]});
    forValue.append({value.contracting[0], value.free[0]});
    for (int64_t dim : forQuery)
      shape.push_back(typeOf(query.value).getDimSize(dim));
    Value q = four(query.value, forQuery), k = four(key.value, forKey), v = four(value.value, forValue);
    Value result = ttir::ScaledDotProductAttentionOp::create(
        builder, op.getLoc(), q.getType(), q, k, v, mask, Value(), builder.getBoolAttr(false),
        builder.getF32FloatAttr(float(scores.scale)), IntegerAttr());
    // Back to the dimensions of the product: its batches, and the free ones of both sides.
    Dims wanted;
    for (int64_t dim : weights.batch)
      wanted.push_back(labelOf(dim));
    Dims rows;
    for (int64_t dim : weights.free)
      rows.push_back(labelOf(dim));
    if (!weightsLeft)
      wanted.push_back(depthLabel);
    llvm::append_range(wanted, rows);
    if (weightsLeft)
      wanted.push_back(depthLabel);
    Dims order;
    for (int64_t each : wanted)
      order.push_back(llvm::find(made, each) - made.begin());
    result = permute(reshape(result, shape), order);
    RankedTensorType type = typeOf(op.getResult());
    if (result.getType() != type)
      result = ttir::TypecastOp::create(builder, op.getLoc(), type, result, builder.getBoolAttr(false));
    op.getResult().replaceAllUsesWith(result);
    return true;
  }

  int64_t labelOf(int64_t dim) const { return labels[llvm::find(dims, dim) - dims.begin()]; }

  ttir::DotGeneralOp op;
  bool weightsLeft;
  Side weights, value, query, key;
  Scores scores;
  Dims labels, dims; // of the softmax's dimensions, the keys left out
  Dims batchOrder, queryOrder, valueBatch;
  Value mask;
  OpBuilder builder;
};

/// The first two dimensions as one.
Value mergedBatches(Value value, ArrayRef<int64_t> batches) {
  auto reshape = value.getDefiningOp<ttir::ReshapeOp>();
  ArrayRef<int64_t> shape = typeOf(value).getShape(),
                    from = reshape ? typeOf(reshape.getInput()).getShape() : ArrayRef<int64_t>();
  bool merges = from.size() == shape.size() + 1 && from.take_front(2) == batches && from[0] * from[1] == shape[0] &&
                from.drop_front(2) == shape.drop_front(1);
  return merges ? reshape.getInput() : Value();
}
} // namespace

bool patterns::recognizeAttention(Operation *op) {
  auto product = dyn_cast<ttir::DotGeneralOp>(op);
  return product && (Attention(product, true).recognize() || Attention(product, false).recognize());
}

/// A product over images and heads as one dimension is one over both.
bool patterns::splitBatches(Operation *op) {
  auto reshape = dyn_cast<ttir::ReshapeOp>(op);
  auto product = reshape ? reshape.getInput().getDefiningOp<ttir::DotGeneralOp>() : ttir::DotGeneralOp();
  if (!product || !product.getResult().hasOneUse())
    return false;
  RankedTensorType type = typeOf(op->getResult(0)), from = typeOf(product.getResult());
  auto isFirst = [](ArrayRef<int64_t> dims) { return dims.size() == 1 && dims[0] == 0; };
  if (type.getRank() != from.getRank() + 1 || type.getShape().drop_front(2) != from.getShape().drop_front(1) ||
      !isFirst(product.getBatchDimsLhs()) || !isFirst(product.getBatchDimsRhs()))
    return false;
  Value lhs = mergedBatches(product.getLhs(), type.getShape().take_front(2));
  Value rhs = mergedBatches(product.getRhs(), type.getShape().take_front(2));
  if (!lhs || !rhs)
    return false;
  OpBuilder builder(op);
  auto further = [&](ArrayRef<int64_t> dims) {
    Dims moved;
    for (int64_t dim : dims)
      moved.push_back(dim + 1);
    return builder.getDenseI64ArrayAttr(moved);
  };
  auto both = builder.getDenseI64ArrayAttr({0, 1});
  OperationState state(product.getLoc(), "ttir.dot_general");
  state.addOperands({lhs, rhs});
  state.addTypes(type);
  state.addAttribute("batch_dims_lhs", both);
  state.addAttribute("contract_dims_lhs", further(product.getContractDimsLhs()));
  state.addAttribute("batch_dims_rhs", both);
  state.addAttribute("contract_dims_rhs", further(product.getContractDimsRhs()));
  op->getResult(0).replaceAllUsesWith(builder.create(state)->getResult(0));
  return true;
}

//===- Rotary.cpp - Halves that are turned against each other ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Patterns.h"

#include <cmath>

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;
using namespace alcove::stablehlo::patterns;

namespace {
/// The half of the last dimension that a slice is, 0 or 1, and of what.
std::optional<std::pair<Value, int>> halfOf(Value value) {
  auto slice = value.getDefiningOp<ttir::SliceStaticOp>();
  if (!slice)
    return std::nullopt;
  RankedTensorType type = typeOf(slice.getInput()), part = typeOf(value);
  auto begins = dyn_cast<ArrayAttr>(slice->getAttr("begins"));
  if (!begins || type.getShape().drop_back() != part.getShape().drop_back() ||
      type.getShape().back() != 2 * part.getShape().back())
    return std::nullopt;
  int64_t begin = cast<IntegerAttr>(begins[type.getRank() - 1]).getInt();
  if (begin != 0 && begin != part.getShape().back())
    return std::nullopt;
  return std::pair(slice.getInput(), begin == 0 ? 0 : 1);
}

/// a * c +- b * s, with a and b the halves of one tensor.
struct Turn {
  Value x, cos, sin;
  int first; // the half that is multiplied with cos
};

std::optional<Turn> turnOf(Operation *op) {
  if (!op)
    return std::nullopt;
  for (unsigned side : {0u, 1u}) {
    if (side == 1 && isa<ttir::SubtractOp>(op))
      break;
    auto straight = op->getOperand(side).getDefiningOp<ttir::MultiplyOp>();
    auto across = op->getOperand(1 - side).getDefiningOp<ttir::MultiplyOp>();
    if (!straight || !across)
      return std::nullopt;
    for (unsigned i : {0u, 1u})
      for (unsigned j : {0u, 1u}) {
        auto a = halfOf(straight->getOperand(i)), b = halfOf(across->getOperand(j));
        if (a && b && a->first == b->first && a->second != b->second && (isa<ttir::AddOp>(op) == (a->second == 1)))
          return Turn{a->first, straight->getOperand(1 - i), across->getOperand(1 - j), a->second};
      }
  }
  return std::nullopt;
}

/// The table (1, 1, S, D / 2) that is repeated over images and heads.
Value tableOf(Value value) {
  auto broadcast = value.getDefiningOp<ttir::BroadcastOp>();
  Value table = broadcast ? broadcast.getInput() : value;
  ArrayRef<int64_t> shape = typeOf(table).getShape();
  return shape.size() == 4 && shape[0] == 1 && shape[1] == 1 ? table : Value();
}

Value joined(OpBuilder &builder, Location loc, Value a, Value b) {
  Dims shape(typeOf(a).getShape());
  shape.back() *= 2;
  auto si32 = IntegerType::get(builder.getContext(), 32, IntegerType::Signed);
  return ttir::ConcatOp::create(builder, loc, typeOf(a).clone(shape), ValueRange{a, b},
                                IntegerAttr::get(si32, int64_t(shape.size()) - 1));
}

/// concat(low cos - high sin, high cos + low sin) is x cos + concat(-high, low) sin with both tables twice.
bool recognizeHalves(ttir::ConcatOp op) {
  if (op.getInputs().size() != 2)
    return false;
  auto low = turnOf(op.getInputs()[0].getDefiningOp<ttir::SubtractOp>());
  auto high = turnOf(op.getInputs()[1].getDefiningOp<ttir::AddOp>());
  RankedTensorType type = typeOf(op.getResult());
  if (!low || !high || low->first != 0 || high->first != 1 || low->x != high->x || low->x.getType() != type ||
      type.getRank() != 4)
    return false;
  Value cos = tableOf(low->cos), sin = tableOf(low->sin);
  if (!cos || !sin || tableOf(high->cos) != cos || tableOf(high->sin) != sin || cos.getType() != sin.getType())
    return false;
  // Lowering has the op for these heads; other ones stay as they are.
  int64_t depth = type.getShape().back();
  if (depth % 64 != 0 && depth != 32)
    return false;
  OpBuilder builder(op);
  Value wideCos = joined(builder, op.getLoc(), cos, cos), wideSin = joined(builder, op.getLoc(), sin, sin);
  replace<ttir::RotaryEmbeddingOp>(op, type, low->x, wideCos, wideSin);
  return true;
}

/// The tensor before a dimension of extent 1 at `dim`.
Value withoutUnit(Value value, int64_t dim) {
  auto reshape = value.getDefiningOp<ttir::ReshapeOp>();
  Dims shape(typeOf(value).getShape());
  if (!reshape || shape[dim] != 1)
    return {};
  shape.erase(shape.begin() + dim);
  return typeOf(reshape.getInput()).getShape() == ArrayRef<int64_t>(shape) ? reshape.getInput() : Value();
}

/// Tensors that are stacked in front of their last dimension and flattened again stand one behind the other.
bool recognizeStack(ttir::ReshapeOp op) {
  auto stack = op.getInput().getDefiningOp<ttir::ConcatOp>();
  RankedTensorType type = typeOf(op.getResult());
  if (!stack || typeOf(stack.getResult()).getRank() != type.getRank() + 1 || type.getRank() == 0)
    return false;
  int64_t dim = type.getRank() - 1;
  Dims shape(typeOf(stack.getResult()).getShape()), flat(shape.begin(), shape.end() - 2);
  flat.push_back(shape[dim] * shape[dim + 1]);
  if (type.getShape() != ArrayRef<int64_t>(flat) || int64_t(stack.getDim()) != dim)
    return false;
  SmallVector<Value> parts;
  for (Value part : stack.getInputs())
    if (Value inner = withoutUnit(part, dim))
      parts.push_back(inner);
  if (parts.size() != stack.getInputs().size())
    return false;
  replace<ttir::ConcatOp>(op, type, ValueRange(parts), stack.getDimAttr());
  return true;
}
} // namespace

bool patterns::recognizeRotary(Operation *op) {
  if (auto concat = dyn_cast<ttir::ConcatOp>(op))
    return recognizeHalves(concat);
  auto reshape = dyn_cast<ttir::ReshapeOp>(op);
  return reshape && recognizeStack(reshape);
}

//===- Norms.cpp - layer_norm and rms_norm ------===//
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
/// x / sqrt(mean of squares + epsilon) * weight + bias, of x as it is or less its mean.
struct Parts {
  Value x, weight, bias;
  double epsilon = 0;
  bool centred = false;
};

/// The x of a mean over the last dimension, one number of each row.
Value meanOf(Value value, RankedTensorType like) {
  value = rowNumbers(value, like);
  Operation *op = value ? value.getDefiningOp() : nullptr;
  if (!op)
    return {};
  double count = double(like.getShape().back());
  Value sum;
  if (isa<ttir::DivOp>(op) && isSplat(op->getOperand(1), count))
    sum = op->getOperand(0);
  else if (isa<ttir::MultiplyOp>(op))
    sum = besideSplat(op, 1 / count);
  sum = sum ? rowNumbers(sum, like) : Value();
  auto reduced = sum ? sum.getDefiningOp<ttir::SumOp>() : ttir::SumOp();
  if (!reduced || reduced.getInput().getType() != like)
    return {};
  auto dims = dyn_cast_or_null<ArrayAttr>(reduced->getAttr("dim_arg"));
  if (!dims || dims.size() != 1 || cast<IntegerAttr>(dims[0]).getInt() != like.getRank() - 1)
    return {};
  return reduced.getInput();
}

/// The x of x * x or x ^ 2.
Value squared(Value value) {
  if (auto product = value.getDefiningOp<ttir::MultiplyOp>())
    return product.getLhs() == product.getRhs() ? product.getLhs() : Value();
  auto power = value.getDefiningOp<ttir::PowOp>();
  return power && isSplat(power.getRhs(), 2.0) ? power.getLhs() : Value();
}

/// The x of x - mean(x).
Value centred(Value value) {
  auto difference = value.getDefiningOp<ttir::SubtractOp>();
  if (!difference || meanOf(difference.getRhs(), typeOf(value)) != difference.getLhs())
    return {};
  return difference.getLhs();
}

/// The x whose mean of squares this is, or (`centred`) whose variance, in either form: mean((x - mean(x))^2), or
/// mean(x^2) - mean(x)^2, which may be kept from falling below zero.
Value spreadOf(Value value, RankedTensorType like, bool &isCentred) {
  if (Value squares = meanOf(value, like)) {
    Value x = squared(squares), inner = x ? centred(x) : Value();
    isCentred = bool(inner);
    return inner ? inner : x;
  }
  value = rowNumbers(value, like);
  auto bounded = value ? value.getDefiningOp<ttir::MaximumOp>() : ttir::MaximumOp();
  if (Value inner = bounded ? besideSplat(bounded, 0.0) : Value())
    value = rowNumbers(inner, like);
  auto difference = value ? value.getDefiningOp<ttir::SubtractOp>() : ttir::SubtractOp();
  Value squares = difference ? meanOf(difference.getLhs(), like) : Value();
  Value x = squares ? squared(squares) : Value(), mean = difference ? squared(difference.getRhs()) : Value();
  if (!x || !mean || meanOf(mean, like) != x)
    return {};
  isCentred = true;
  return x;
}

/// 1 / sqrt(spread + epsilon), one number of each row.
bool matchRoot(Value value, RankedTensorType like, Parts &parts) {
  value = rowNumbers(value, like);
  auto root = value ? value.getDefiningOp<ttir::RsqrtOp>() : ttir::RsqrtOp();
  Value sum = root ? rowNumbers(root.getInput(), like) : Value();
  auto add = sum ? sum.getDefiningOp<ttir::AddOp>() : ttir::AddOp();
  if (!add)
    return false;
  for (unsigned side : {0u, 1u}) {
    std::optional<double> epsilon = splatOf(add->getOperand(1 - side));
    bool isCentred = false;
    Value x = epsilon ? spreadOf(add->getOperand(side), like, isCentred) : Value();
    if (!x || !(*epsilon >= 0) || !std::isfinite(*epsilon))
      continue;
    parts = {x, {}, {}, *epsilon, isCentred};
    return true;
  }
  return false;
}

/// The root and what else it is multiplied with, at most a weight.
bool matchScale(ArrayRef<Value> factors, RankedTensorType like, Parts &parts) {
  Value weight;
  bool found = false;
  for (Value factor : factors) {
    Parts root;
    if (!found && matchRoot(factor, like, root)) {
      parts = root;
      found = true;
    } else if (Value column = weight ? Value() : columnNumbers(factor, like)) {
      weight = column;
    } else {
      return false;
    }
  }
  parts.weight = weight;
  return found;
}

/// (x - mean(x)) * root * weight, or x * root * weight.
bool matchProduct(Value value, Parts &parts) {
  auto product = value.getDefiningOp<ttir::MultiplyOp>();
  if (!product)
    return false;
  SmallVector<Value> factors = factorsOf(product);
  for (size_t i = 0; i < factors.size(); ++i) {
    SmallVector<Value> others = factors;
    others.erase(others.begin() + i);
    if (!matchScale(others, typeOf(value), parts))
      continue;
    if (parts.centred ? centred(factors[i]) == parts.x : factors[i] == parts.x)
      return true;
  }
  return false;
}

/// x * scale + (bias - mean(x) * scale).
bool matchUnfolded(ttir::AddOp op, Parts &parts) {
  RankedTensorType type = typeOf(op.getResult());
  for (unsigned side : {0u, 1u}) {
    auto product = op->getOperand(side).getDefiningOp<ttir::MultiplyOp>();
    auto rest = op->getOperand(1 - side).getDefiningOp<ttir::SubtractOp>();
    auto shift = rest ? rest.getRhs().getDefiningOp<ttir::MultiplyOp>() : ttir::MultiplyOp();
    if (!product || !shift)
      continue;
    for (unsigned which : {0u, 1u}) {
      Value x = product->getOperand(which), scale = product->getOperand(1 - which);
      auto scaled = scale.getDefiningOp<ttir::MultiplyOp>();
      SmallVector<Value> factors = scaled ? factorsOf(scaled) : SmallVector<Value>{scale};
      Value bias = columnNumbers(rest.getLhs(), type);
      if (!bias || !matchScale(factors, type, parts) || !parts.centred || parts.x != x)
        continue;
      for (unsigned other : {0u, 1u})
        if (shift->getOperand(other) == scale && meanOf(shift->getOperand(1 - other), type) == x) {
          parts.bias = bias;
          return true;
        }
    }
  }
  return false;
}

bool match(Operation *op, Parts &parts) {
  if (isa<ttir::MultiplyOp>(op))
    return matchProduct(op->getResult(0), parts);
  auto add = dyn_cast<ttir::AddOp>(op);
  if (!add)
    return false;
  if (matchUnfolded(add, parts))
    return true;
  for (unsigned side : {0u, 1u}) {
    Value product = add->getOperand(side), bias = columnNumbers(add->getOperand(1 - side), typeOf(add.getResult()));
    if (bias && product.hasOneUse() && matchProduct(product, parts) && parts.centred && parts.weight) {
      parts.bias = bias;
      return true;
    }
  }
  return false;
}
} // namespace

bool patterns::recognizeNorm(Operation *op) {
  Parts parts;
  if (!isa<ttir::AddOp, ttir::MultiplyOp>(op) || !match(op, parts) || parts.x.getType() != op->getResult(0).getType())
    return false;
  RankedTensorType type = typeOf(parts.x);
  OpBuilder builder(op);
  int64_t extent = type.getShape().back();
  auto vector = [&](Value value) -> Value {
    if (!value || typeOf(value).getRank() == 1)
      return value;
    return ttir::ReshapeOp::create(builder, op->getLoc(), typeOf(value).clone(ArrayRef(extent)), value,
                                   builder.getI32ArrayAttr({int32_t(extent)}));
  };
  Value weight = vector(parts.weight), bias = vector(parts.bias);
  auto shape = builder.getDenseI64ArrayAttr({extent});
  auto epsilon = builder.getF32FloatAttr(float(parts.epsilon));
  if (parts.centred)
    replace<ttir::LayerNormOp>(op, type, parts.x, weight, bias, shape, epsilon);
  else
    replace<ttir::RMSNormOp>(op, type, parts.x, weight, bias, shape, epsilon);
  return true;
}

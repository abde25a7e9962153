//===- Splats.cpp - Tensors of one number, and sums and products with them ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/TTIR/Splats.h"

#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace mlir;
using namespace alcove;

std::optional<double> ttir::splatOf(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto fullOp = dyn_cast<ttir::FullOp>(op)) {
      if (auto fill = dyn_cast<FloatAttr>(fullOp.getFillValue()))
        return fill.getValueAsDouble();
      auto fill = dyn_cast<IntegerAttr>(fullOp.getFillValue());
      if (!fill)
        return std::nullopt;
      bool isUnsigned = getElementTypeOrSelf(value).isUnsignedInteger();
      return isUnsigned ? static_cast<double>(fill.getValue().getZExtValue())
                        : static_cast<double>(fill.getValue().getSExtValue());
    }
    if (auto constant = dyn_cast<ttir::ConstantOp>(op)) {
      auto dense = dyn_cast<DenseElementsAttr>(constant.getValue());
      if (!dense || !dense.isSplat())
        return std::nullopt;
      Type element = dense.getElementType();
      if (auto floatType = dyn_cast<FloatType>(element)) {
        APFloat splat = dense.getSplatValue<APFloat>();
        bool loses = false;
        splat.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &loses);
        return splat.convertToDouble();
      }
      if (!isa<IntegerType>(element))
        return std::nullopt;
      APInt splat = dense.getSplatValue<APInt>();
      return element.isUnsignedInteger() || element.isInteger(1) ? static_cast<double>(splat.getZExtValue())
                                                                 : static_cast<double>(splat.getSExtValue());
    }
    if (!isa<ttir::ReshapeOp, ttir::BroadcastOp, ttir::PermuteOp>(op))
      return std::nullopt;
    value = op->getOperand(0);
  }
  return std::nullopt;
}

bool ttir::isSplat(Value value, double expected) {
  std::optional<double> found = splatOf(value);
  if (!found || !std::isfinite(expected))
    return found && *found == expected;
  // Half an ulp is 2^-8 for bf16 and 2^-11 for f16; that of f32 is less than the last of six digits, which some texts have.
  Type element = getElementTypeOrSelf(value);
  double unit = element.isBF16() ? 1.0 / 256 : element.isF16() ? 1.0 / 2048 : 1e-6;
  return std::abs(*found - expected) <= unit * std::abs(expected);
}

Value ttir::besideSplat(Operation *op, double expected) {
  for (unsigned side : {0u, 1u})
    if (isSplat(op->getOperand(side), expected))
      return op->getOperand(1 - side);
  return {};
}

static void collect(Operation *product, unsigned depth, SmallVector<Value> &factors) {
  for (Value operand : product->getOperands()) {
    auto inner = operand.getDefiningOp<ttir::MultiplyOp>();
    if (inner && inner->hasOneUse() && depth < 3)
      collect(inner, depth + 1, factors);
    else
      factors.push_back(operand);
  }
}

SmallVector<Value> ttir::factorsOf(Operation *product) {
  SmallVector<Value> factors;
  collect(product, 0, factors);
  return factors;
}

Value ttir::onePlusErf(Value value) {
  auto sum = value.getDefiningOp<AddOp>();
  Value turned = sum ? besideSplat(sum, 1.0) : Value();
  auto erf = turned ? turned.getDefiningOp<ErfOp>() : ErfOp();
  if (!erf)
    return {};
  if (auto scaled = erf.getInput().getDefiningOp<MultiplyOp>())
    return besideSplat(scaled, std::sqrt(0.5));
  auto scaled = erf.getInput().getDefiningOp<DivOp>();
  return scaled && isSplat(scaled.getRhs(), std::sqrt(2.0)) ? scaled.getLhs() : Value();
}

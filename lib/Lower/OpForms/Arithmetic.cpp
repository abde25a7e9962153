//===- Arithmetic.cpp - Numbers beside products ----------------------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Forms.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {
/// A product whose only reader multiplies or divides it by one number.
struct ScaledProduct {
  ttir::MatmulOp product;
  Value number;
};
} // namespace

static std::optional<ScaledProduct> scaledProduct(Operation *op) {
  if (!isa<ttir::MultiplyOp, ttir::DivOp>(op))
    return std::nullopt;
  for (unsigned side : {0u, 1u}) {
    auto product = op->getOperand(side).getDefiningOp<ttir::MatmulOp>();
    Value number = op->getOperand(1 - side);
    if (product && product->hasOneUse() && (splatOf(number) || isNumber(number)) &&
        (side == 0 || isa<ttir::MultiplyOp>(op)) && product.getResult().getType() == op->getResult(0).getType() &&
        tensorTypeOf(number).getElementType() == tensorTypeOf(product.getResult()).getElementType())
      return ScaledProduct{product, number};
  }
  return std::nullopt;
}

/// `number` as it broadcasts to a tensor of `rank` dimensions.
static Value numberOfRank(OpBuilder &builder, Location loc, Value number, int64_t rank) {
  RankedTensorType type = tensorTypeOf(number);
  if (isNumber(number) && type.getRank() <= rank)
    return number;
  RankedTensorType ones = withShape(type, SmallVector<int64_t>(rank, 1));
  std::optional<double> value = splatOf(number);
  return value ? full(builder, loc, ones, *value) : reshape(builder, loc, number, ones.getShape());
}

void conversion::addScaleForms(Operation *op, Forms &forms) {
  std::optional<ScaledProduct> scaled = scaledProduct(op);
  if (!scaled || !llvm::all_of(scaled->product->getOperandTypes(),
                               [](Type type) { return cast<ShapedType>(type).hasStaticShape(); }))
    return;
  ttir::MatmulOp product = scaled->product;
  Value number = scaled->number;
  RankedTensorType result = tensorTypeOf(product.getResult());
  auto sizeOf = [&](unsigned side) { return tensorTypeOf(product->getOperand(side)).getNumElements(); };
  const unsigned smaller = sizeOf(1) < sizeOf(0) ? 1 : 0;
  for (unsigned side : {1 - smaller, smaller}) {
    RankedTensorType type = tensorTypeOf(product->getOperand(side));
    if (!isa<FloatType>(type.getElementType()) || type.getElementType() != result.getElementType() ||
        type.getNumElements() >= result.getNumElements())
      continue;
    forms.push_back({LoweringPattern::ScaleBeforeProduct, {product, op}, [=](OpBuilder &builder) -> Replacements {
                       Value operand = product->getOperand(side);
                       Value beside = numberOfRank(builder, suffixed(op->getLoc(), "_number"), number, type.getRank());
                       Operation *scale = builder.clone(*op);
                       scale->setOperands({operand, beside});
                       scale->getResult(0).setType(type);
                       Operation *after = builder.clone(*product);
                       after->setOperand(side, scale->getResult(0));
                       return {{op, after->getResult(0)}};
                     }});
  }
}

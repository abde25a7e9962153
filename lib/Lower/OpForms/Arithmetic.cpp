//===- Arithmetic.cpp - Powers as products, numbers beside products --------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Forms.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

void conversion::addPowerForms(Operation *op, Forms &forms) {
  auto pow = dyn_cast<ttir::PowOp>(op);
  std::optional<double> exponent = pow ? splatOf(pow.getRhs()) : std::nullopt;
  if (!exponent || (*exponent != 2 && *exponent != 3 && *exponent != 4) ||
      pow.getLhs().getType() != pow.getResult().getType() ||
      !isa<FloatType>(tensorTypeOf(pow.getLhs()).getElementType()))
    return;
  forms.push_back(
      {LoweringPattern::PowerAsProducts, {op}, [op, exponent = *exponent](OpBuilder &builder) -> Replacements {
         Type type = op->getResult(0).getType();
         Location loc = op->getLoc(), inner = exponent == 2 ? loc : suffixed(loc, "_square");
         Value x = op->getOperand(0), square = ttir::MultiplyOp::create(builder, inner, type, x, x);
         if (exponent == 2)
           return {{op, square}};
         return {{op, ttir::MultiplyOp::create(builder, loc, type, square, exponent == 3 ? x : square)}};
       }});
}

/// The number beside `product`, of one element and of a rank that any operand of it has; null for anything else.
static Value numberBeside(OpBuilder &builder, Operation *op, Value product, RankedTensorType beside) {
  for (unsigned side : {1u, 0u}) {
    Value other = op->getOperand(side);
    if (op->getOperand(1 - side) != product || (side == 0 && !isa<ttir::MultiplyOp>(op)))
      continue;
    RankedTensorType type = tensorTypeOf(other);
    SmallVector<int64_t> ones(beside.getRank(), 1);
    if (type.hasStaticShape() && type.getNumElements() == 1 && type.getRank() <= beside.getRank())
      return other;
    if (std::optional<double> number = splatOf(other))
      return full(builder, suffixed(op->getLoc(), "_number"), withShape(type, ones), *number);
  }
  return {};
}

/// Whether `op` is a product's only reader, and its other operand one number.
static ttir::MatmulOp scaledProduct(Operation *op) {
  if (!isa<ttir::MultiplyOp, ttir::DivOp>(op))
    return {};
  for (unsigned side : {0u, 1u}) {
    auto product = op->getOperand(side).getDefiningOp<ttir::MatmulOp>();
    Value other = op->getOperand(1 - side);
    RankedTensorType type = tensorTypeOf(other);
    bool isNumber = splatOf(other) || (type.hasStaticShape() && type.getNumElements() == 1);
    if (product && product->hasOneUse() && isNumber && (side == 0 || isa<ttir::MultiplyOp>(op)) &&
        product.getResult().getType() == op->getResult(0).getType() &&
        type.getElementType() == tensorTypeOf(product.getResult()).getElementType())
      return product;
  }
  return {};
}

void conversion::addScaleForms(Operation *op, Forms &forms) {
  ttir::MatmulOp product = scaledProduct(op);
  if (!product ||
      !llvm::all_of(product->getOperandTypes(), [](Type type) { return cast<ShapedType>(type).hasStaticShape(); }))
    return;
  auto sizeOf = [&](unsigned side) { return tensorTypeOf(product->getOperand(side)).getNumElements(); };
  const unsigned smaller = sizeOf(1) < sizeOf(0) ? 1 : 0;
  for (unsigned side : {1 - smaller, smaller}) {
    RankedTensorType type = tensorTypeOf(product->getOperand(side));
    if (!isa<FloatType>(type.getElementType()) ||
        type.getElementType() != tensorTypeOf(product.getResult()).getElementType() ||
        type.getNumElements() >= tensorTypeOf(product.getResult()).getNumElements())
      continue;
    forms.push_back({LoweringPattern::ScaleBeforeProduct, {product, op}, [=](OpBuilder &builder) -> Replacements {
                       Value operand = product->getOperand(side);
                       Value number = numberBeside(builder, op, product->getResult(0), type);
                       Operation *scaled = builder.clone(*op);
                       scaled->setOperands({operand, number});
                       scaled->getResult(0).setType(type);
                       Operation *after = builder.clone(*product);
                       after->setOperand(side, scaled->getResult(0));
                       return {{op, after->getResult(0)}};
                     }});
  }
}

//===- Activations.cpp - sigmoid, silu and gelu ------===//
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

/// The x of 1 + exp(-x).
static Value onePlusExp(Value value) {
  auto sum = value.getDefiningOp<ttir::AddOp>();
  Value power = sum ? besideSplat(sum, 1.0) : Value();
  auto exp = power ? power.getDefiningOp<ttir::ExpOp>() : ttir::ExpOp();
  auto neg = exp ? exp.getInput().getDefiningOp<ttir::NegOp>() : ttir::NegOp();
  return neg ? neg.getInput() : Value();
}

/// 1 / (1 + exp(-x)) and x / (1 + exp(-x)).
static bool recognizeQuotient(ttir::DivOp op) {
  Value x = onePlusExp(op.getRhs());
  if (!x || x.getType() != op.getResult().getType())
    return false;
  if (op.getLhs() == x)
    replace<ttir::SiluOp>(op, x.getType(), x);
  else if (isSplat(op.getLhs(), 1.0))
    replace<ttir::SigmoidOp>(op, x.getType(), x);
  else
    return false;
  return true;
}

/// The x of -x / sqrt(2), as a product or a quotient, the sign inside or outside.
static Value negativeByRootOfTwo(Value value) {
  double sign = 1;
  auto unsign = [&] {
    if (auto neg = value.getDefiningOp<ttir::NegOp>()) {
      value = neg.getInput();
      sign = -sign;
    }
  };
  unsign();
  double wanted = sign < 0 ? 1 : -1;
  if (auto scaled = value.getDefiningOp<ttir::MultiplyOp>()) {
    for (double factor : {1.0, -1.0})
      if (Value x = besideSplat(scaled, factor * std::sqrt(0.5))) {
        value = x;
        sign *= factor;
        unsign();
        return sign < 0 ? value : Value();
      }
  } else if (auto scaled = value.getDefiningOp<ttir::DivOp>(); scaled && isSplat(scaled.getRhs(), wanted * M_SQRT2)) {
    return scaled.getLhs();
  }
  return {};
}

/// x * erfc(-x / sqrt(2)) / 2 and x * (1 + erf(x / sqrt(2))) / 2, the factors in any order. The lowering knows the
/// second form too; taken here, what the root of two was rounded to in a narrow type is no part of the program. `op` is
/// `product` times `scale`.
static bool recognizeGelu(Operation *op, ttir::MultiplyOp product, double scale) {
  Value x;
  SmallVector<Value> others;
  for (Value factor : factorsOf(product)) {
    auto erfc = factor.getDefiningOp<ttir::ErfcOp>();
    if (std::optional<double> number = splatOf(factor))
      scale *= *number;
    else if (Value found = x ? Value() : erfc ? negativeByRootOfTwo(erfc.getInput()) : onePlusErf(factor))
      x = found;
    else
      others.push_back(factor);
  }
  if (!x || others.size() != 1 || others[0] != x || scale != 0.5 || x.getType() != op->getResult(0).getType())
    return false;
  replace<ttir::GeluOp>(op, x.getType(), x);
  return true;
}

bool patterns::recognizeActivation(Operation *op) {
  if (auto product = dyn_cast<ttir::MultiplyOp>(op))
    return recognizeGelu(op, product, 1);
  auto quotient = dyn_cast<ttir::DivOp>(op);
  if (!quotient || recognizeQuotient(quotient))
    return bool(quotient);
  auto product = quotient.getLhs().getDefiningOp<ttir::MultiplyOp>();
  std::optional<double> divisor = splatOf(quotient.getRhs());
  return product && divisor && product->hasOneUse() && recognizeGelu(op, product, 1 / *divisor);
}

//===- Softmax.cpp - Sums of narrow numbers that are taken in f32 ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Patterns.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;
using namespace alcove::stablehlo::patterns;

/// e / narrow(sum(wide(e))), as JAX prints the softmax of a narrow type: the sum of e itself, which is rounded once as
/// well. Then it is the softmax that the lowering knows.
bool patterns::recognizeSoftmax(Operation *op) {
  auto quotient = dyn_cast<ttir::DivOp>(op);
  auto exp = quotient ? quotient.getLhs().getDefiningOp<ttir::ExpOp>() : ttir::ExpOp();
  if (!exp)
    return false;
  SmallVector<Operation *> between;
  Value value = quotient.getRhs();
  while (isa_and_nonnull<ttir::BroadcastOp, ttir::ReshapeOp, ttir::TypecastOp>(value.getDefiningOp())) {
    between.push_back(value.getDefiningOp());
    value = between.back()->getOperand(0);
  }
  auto sum = value.getDefiningOp<ttir::SumOp>();
  auto wide = sum ? sum.getInput().getDefiningOp<ttir::TypecastOp>() : ttir::TypecastOp();
  Type element = typeOf(exp.getResult()).getElementType();
  if (!wide || wide.getInput() != exp.getResult() || !isa<FloatType>(element) ||
      typeOf(wide.getResult()).getElementTypeBitWidth() <= element.getIntOrFloatBitWidth() ||
      quotient.getResult().getType() != exp.getResult().getType())
    return false;
  OpBuilder builder(quotient);
  Value made = exp.getResult();
  auto repeat = [&](Operation *step) {
    Operation *clone = builder.clone(*step);
    clone->setOperand(0, made);
    clone->getResult(0).setType(typeOf(step->getResult(0)).clone(element));
    made = clone->getResult(0);
  };
  repeat(sum);
  for (Operation *step : llvm::reverse(between))
    if (!isa<ttir::TypecastOp>(step))
      repeat(step);
  quotient->setOperand(1, made);
  return true;
}

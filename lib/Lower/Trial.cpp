//===- Trial.cpp - Build, ask for the price, keep or drop ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Trial.h"
#include "Evaluable.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

void Trial::drop() {
  for (Operation *op : llvm::reverse(ops))
    op->erase();
  ops.clear();
}

std::optional<double> conversion::priceOf(ArrayRef<Operation *> ops, const OpPrices &prices) {
  double sum = 0;
  for (Operation *op : ops) {
    if (isCreationOp(op) || (op->getNumResults() > 0 && isConstEvaluable(op->getResult(0))))
      continue;
    std::optional<double> price = prices.nanoseconds(op);
    if (!price)
      return std::nullopt;
    sum += *price;
  }
  return sum;
}

std::optional<double> conversion::addedPrice(const Trial &trial, ArrayRef<Operation *> replaced,
                                             const OpPrices *prices) {
  if (!prices)
    return 0;
  std::optional<double> after = priceOf(trial.ops, *prices), before = priceOf(replaced, *prices);
  // What has no price now may be worth anything: only a legal replacement counts.
  if (!after || (before && *after > *before))
    return std::nullopt;
  return *after - before.value_or(0);
}

bool conversion::pays(const Trial &trial, ArrayRef<Operation *> replaced, const OpPrices *prices) {
  return addedPrice(trial, replaced, prices).has_value();
}

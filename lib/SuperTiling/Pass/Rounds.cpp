//===- Rounds.cpp - How often a block runs --------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rounds.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;

namespace alcove::supertiling {

/// Of several loops in one operation all of them; nothing where a bound is no constant.
static std::optional<double> iterationsOf(LoopLikeOpInterface loop) {
  auto from = loop.getLoopLowerBounds(), to = loop.getLoopUpperBounds(), by = loop.getLoopSteps();
  if (!from || !to || !by || from->empty())
    return std::nullopt;
  double all = 1;
  for (auto [lower, upper, step] : llvm::zip_equal(*from, *to, *by)) {
    std::optional<int64_t> first = getConstantIntValue(lower), end = getConstantIntValue(upper),
                           each = getConstantIntValue(step);
    if (!first || !end || !each || *each <= 0)
      return std::nullopt;
    all *= *end > *first ? static_cast<double>((*end - *first - 1) / *each + 1) : 0;
  }
  return all;
}

double roundsOf(Block &block, Operation *function, SmallVectorImpl<Operation *> *open) {
  double rounds = 1;
  for (Operation *op = block.getParentOp(); op && op != function; op = op->getParentOp())
    if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
      std::optional<double> iterations = iterationsOf(loop);
      rounds *= iterations.value_or(1);
      if (!iterations && open)
        open->push_back(op);
    }
  return rounds;
}

} // namespace alcove::supertiling

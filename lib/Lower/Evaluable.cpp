//===- Evaluable.cpp - What is known before the run ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Evaluable.h"
#include "Functions.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

bool conversion::isEvaluableOp(Operation *op) {
  return op->isRegistered() && op->getName().getDialectNamespace() == "ttir" && isMemoryEffectFree(op) &&
         op->getNumRegions() == 0;
}

bool conversion::isCreationOp(Operation *op) {
  return isa<ttir::ConstantOp, ttir::FullOp, ttir::ZerosOp, ttir::OnesOp, ttir::ArangeOp>(op);
}

static bool isKnownArgument(BlockArgument argument) {
  std::optional<ttcore::ArgumentType> type = argumentTypeOf(argument);
  return type == ttcore::ArgumentType::Parameter || type == ttcore::ArgumentType::Constant;
}

bool conversion::isConstEvaluable(Value value) { return ConstEvaluation()(value); }

bool ConstEvaluation::operator()(Value value) {
  // No recursion and a budget of visits: shared operands make the number of paths exponential in the depth.
  SmallVector<std::pair<Value, unsigned>> todo{{value, 0}};
  unsigned budget = 256;
  // Asked last and once: whether an argument is written in place takes as long as it has users.
  llvm::SmallSetVector<BlockArgument, 8> arguments;
  while (!todo.empty()) {
    auto [current, depth] = todo.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(current)) {
      if (!isKnownArgument(argument))
        return false;
      arguments.insert(argument);
      continue;
    }
    Operation *op = current.getDefiningOp();
    if (!isEvaluableOp(op) || depth >= 32 || budget-- == 0)
      return false;
    for (Value operand : op->getOperands())
      todo.push_back({operand, depth + 1});
  }
  return llvm::none_of(arguments, [&](BlockArgument argument) {
    auto [known, isNew] = isWritten.try_emplace(argument, false);
    if (isNew)
      known->second = isWrittenInPlace(argument);
    return known->second;
  });
}

bool conversion::takesConstants(Operation *op) {
  return llvm::all_of(op->getOperandTypes(), [](Type type) { return cast<ShapedType>(type).hasStaticShape(); }) &&
         llvm::all_of(op->getOperands().drop_front(), isConstEvaluable);
}

bool conversion::isPlainProductWithConstants(Operation *op) {
  auto isSet = [&](StringRef name) {
    auto transposed = op->getAttrOfType<BoolAttr>(name);
    return transposed && transposed.getValue();
  };
  return isa<ttir::MatmulOp, ttir::LinearOp>(op) && shape::of(op->getOperand(0)).size() > 1 && !isSet("transpose_a") &&
         !isSet("transpose_b") && takesConstants(op);
}

bool conversion::isRowOfTilesTimesConstants(Operation *op) {
  if (!isPlainProductWithConstants(op))
    return false;
  ArrayRef<int64_t> left = shape::of(op->getOperand(0));
  return left.back() > 0 && ShapedType::getNumElements(left.drop_back()) <= 32 &&
         shape::of(op->getOperand(1)).size() == 2 && shape::of(op->getResult(0)).size() == left.size();
}

bool conversion::areRowsOfTilesTimesConstants(Operation *op) {
  if (!isPlainProductWithConstants(op) || op->getNumOperands() != 2)
    return false;
  ArrayRef<int64_t> left = shape::of(op->getOperand(0)), right = shape::of(op->getOperand(1));
  return left.size() == 3 && right.size() == 3 && left[0] > 1 && left[0] == right[0] && left[1] <= 32;
}

//===- Patterns.cpp - Spellings of front ends become the ops of TTIR ------===//
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

/// Behind reshapes and broadcasts as long as shapes are of these.
static Value behind(Value value, ArrayRef<Dims> shapes) {
  auto fits = [&](Value inner) { return llvm::is_contained(shapes, Dims(typeOf(inner).getShape())); };
  if (!fits(value))
    return {};
  while (isa_and_nonnull<ttir::BroadcastOp, ttir::ReshapeOp>(value.getDefiningOp())) {
    Value inner = value.getDefiningOp()->getOperand(0);
    if (!fits(inner))
      break;
    value = inner;
  }
  return value;
}

Value patterns::rowNumbers(Value value, RankedTensorType like) {
  if (like.getRank() == 0)
    return {};
  Dims whole(like.getShape()), line = whole, rows(like.getShape().drop_back());
  line.back() = 1;
  if (whole == line)
    return {};
  value = behind(value, {whole, line, rows});
  return value && Dims(typeOf(value).getShape()) != whole ? value : Value();
}

Value patterns::columnNumbers(Value value, RankedTensorType like) {
  if (like.getRank() == 0)
    return {};
  Dims whole(like.getShape()), line(like.getRank(), 1), vector{like.getShape().back()};
  line.back() = vector[0];
  value = behind(value, {whole, line, vector});
  return value && typeOf(value).getNumElements() == vector[0] ? value : Value();
}

static void removeUnused(func::FuncOp function) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(function.getBody().front())))
    if (isOpTriviallyDead(&op))
      op.erase();
}

/// Front ends convert and repeat a tensor again for each of its readers: a pattern sees one tensor.
static void joinTwins(func::FuncOp function) {
  llvm::DenseMap<std::tuple<Value, Type, OperationName, DictionaryAttr>, Value> first;
  for (Operation &op : function.getBody().front()) {
    if (!isa<ttir::TypecastOp, ttir::ReshapeOp, ttir::BroadcastOp, ttir::PermuteOp>(op))
      continue;
    Value result = op.getResult(0);
    auto [known, isNew] =
        first.try_emplace({op.getOperand(0), result.getType(), op.getName(), op.getAttrDictionary()}, result);
    if (!isNew)
      result.replaceAllUsesWith(known->second);
  }
}

/// From the results on: the whole of a pattern before its parts. What is left unread goes, for it would count as a use.
static void apply(func::FuncOp function, ArrayRef<bool (*)(Operation *)> recognizers) {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) {
    if (isa_and_nonnull<ttir::TTIRDialect>(op->getDialect()))
      ops.push_back(op);
  });
  for (Operation *op : llvm::reverse(ops)) {
    if (op->use_empty())
      continue;
    for (auto *recognize : recognizers)
      if (recognize(op))
        break;
  }
  removeUnused(function);
}

void stablehlo::recognizePatterns(func::FuncOp function) {
  joinTwins(function);
  removeUnused(function);
  apply(function, {splitBatches});
  apply(function,
        {recognizeNorm, recognizeActivation, recognizeSoftmax, recognizeOneHot, recognizeRotary, recognizeAttention});
}

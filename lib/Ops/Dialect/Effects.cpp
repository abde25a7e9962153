//===- Effects.cpp - What ops do to the bytes of their operands -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/Effects.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

static bool writes(Operation *op, Value value) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  return effects && effects.getEffectOnValue<MemoryEffects::Write>(value);
}

bool alcove::isWrittenInPlace(Value value) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) { return writes(user, value); });
}

bool alcove::isReadBehindWriteOf(Value original, Value copy, Operation *maker) {
  auto isBehind = [](Operation *first, Operation *second) {
    return first->getBlock() == second->getBlock() && first->isBeforeInBlock(second);
  };
  return llvm::any_of(original.getUsers(), [&](Operation *writer) {
    return writes(writer, original) && isBehind(maker, writer) &&
           llvm::any_of(copy.getUsers(), [&](Operation *reader) { return isBehind(writer, reader); });
  });
}

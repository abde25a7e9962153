//===- Effects.cpp - What ops do to the bytes of their operands -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/Effects.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

bool alcove::isWrittenInPlace(Value value) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    auto effects = dyn_cast<MemoryEffectOpInterface>(user);
    return effects && effects.getEffectOnValue<MemoryEffects::Write>(value);
  });
}

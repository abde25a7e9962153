//===- FunctionRun.cpp - What a run gives -----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Reference/Interpreter/Interpreter.h"

namespace alcove::reference {

int64_t FunctionRun::bytes() const {
  int64_t sum = indices ? indices->bytes() : 0;
  for (const PerChip &perChip : results)
    for (const Tensor &tensor : perChip)
      sum += tensor.bytes();
  for (const auto &[number, perChip] : written)
    for (const Tensor &tensor : perChip)
      sum += tensor.bytes();
  return sum;
}

} // namespace alcove::reference

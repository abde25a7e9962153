//===- FunctionRun.cpp - What a run gives -----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/Interpreter.h"

#include <fmt/format.h>

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

std::string locationText(mlir::Operation *op) {
  std::string text;
  op->getLoc()->walk([&](mlir::Location location) {
    if (auto file = mlir::dyn_cast<mlir::FileLineColLoc>(location)) {
      text = fmt::format("{}:{}:{}", file.getFilename().str(), file.getLine(), file.getColumn());
      return mlir::WalkResult::interrupt();
    }
    if (auto name = mlir::dyn_cast<mlir::NameLoc>(location)) {
      text = name.getName().str();
      return mlir::WalkResult::interrupt();
    }
    return mlir::WalkResult::advance();
  });
  return text;
}

} // namespace alcove::reference

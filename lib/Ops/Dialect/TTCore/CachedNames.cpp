//===- CachedNames.cpp - What people call a cached constant ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/TTCore/CachedNames.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace alcove;

std::string ttcore::argumentNamesOf(LoadCachedOp load) {
  auto function = load->getParentOfType<func::FuncOp>();
  std::string text;
  for (Value operand : load->getOperands())
    if (auto argument = dyn_cast<BlockArgument>(operand)) {
      auto given = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "ttir.name");
      text += (text.empty() ? "" : "+") + (given ? given.str() : "arg" + std::to_string(argument.getArgNumber()));
    }
  return text;
}

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

static std::string nameOf(BlockArgument argument) {
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  auto given = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "ttir.name");
  return given ? given.str() : "arg" + std::to_string(argument.getArgNumber());
}

static bool isParameter(BlockArgument argument) {
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  auto kind =
      function.getArgAttrOfType<ttcore::ArgumentTypeAttr>(argument.getArgNumber(), ttcore::argumentTypeAttrName);
  return kind &&
         (kind.getValue() == ttcore::ArgumentType::Parameter || kind.getValue() == ttcore::ArgumentType::Constant);
}

std::string ttcore::argumentNamesOf(Value constant) {
  if (auto argument = dyn_cast<BlockArgument>(constant))
    return isParameter(argument) ? nameOf(argument) : "";
  std::string text;
  if (auto load = constant.getDefiningOp<LoadCachedOp>())
    for (Value operand : load->getOperands())
      if (auto argument = dyn_cast<BlockArgument>(operand))
        text += (text.empty() ? "" : "+") + nameOf(argument);
  return text;
}

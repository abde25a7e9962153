//===- Functions.cpp - The functions that passes work on ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Functions.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace alcove;

ModuleOp conversion::deviceModuleOf(ModuleOp module) {
  for (auto wrapper : module.getOps<ttcore::DeviceModuleOp>())
    for (auto inner : wrapper.getBodyRegion().front().getOps<ModuleOp>())
      return inner;
  return module;
}

SmallVector<func::FuncOp> conversion::deviceFunctions(ModuleOp module) {
  SmallVector<func::FuncOp> functions;
  for (auto function : deviceModuleOf(module).getOps<func::FuncOp>())
    if (!function.isDeclaration())
      functions.push_back(function);
  return functions;
}

bool conversion::isConstEval(func::FuncOp function) {
  auto kind = function->getAttrOfType<StringAttr>(ttcore::functionTypeAttrName);
  return kind && kind.getValue() == constEval;
}

std::optional<ttcore::ArgumentType> conversion::argumentTypeOf(BlockArgument argument) {
  auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  if (!function)
    return std::nullopt;
  auto type =
      function.getArgAttrOfType<ttcore::ArgumentTypeAttr>(argument.getArgNumber(), ttcore::argumentTypeAttrName);
  return type ? std::optional(type.getValue()) : std::nullopt;
}

bool conversion::isWrittenInPlace(Value value) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    auto effects = dyn_cast<MemoryEffectOpInterface>(user);
    return effects && effects.getEffectOnValue<MemoryEffects::Write>(value).has_value();
  });
}

LogicalResult conversion::applyToFunctions(ModuleOp module, RewritePatternSet &&patterns) {
  FrozenRewritePatternSet frozen(std::move(patterns));
  // Every pattern moves ops one way, so that the work is bounded by the size of the function; 10 rounds, the driver's
  // default, are too few for long chains of permutes.
  GreedyRewriteConfig config;
  config.setMaxIterations(64);
  for (func::FuncOp function : deviceFunctions(module))
    if (failed(applyPatternsGreedily(function, frozen, config)))
      return function.emitError("rewriting did not converge");
  return success();
}

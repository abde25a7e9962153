//===- SingleOps.cpp - Ops of a plan, each as a function of its own -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Emit/Python/SingleOps.h"
#include "Calls.h"

#include "alcove/Ops/Dialect/OpNames.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

#include <fmt/format.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::emit;

/// The first op of each name that a call stands for.
static llvm::StringMap<Operation *> opsByName(ModuleOp module) {
  llvm::StringMap<Operation *> ops;
  module.walk([&](Operation *op) {
    if (rowOf(op) && isa<ttnn::TTNNDialect>(op->getDialect()))
      ops.try_emplace(opName(op), op);
  });
  return ops;
}

/// `func @op_3(operands) { op }` in front of the function that `op` is of; the device is the caller's.
static void writeAlone(Operation *op, const std::string &name) {
  auto home = op->getParentOfType<func::FuncOp>();
  OpBuilder builder(home);
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    if (!llvm::is_contained(operands, operand))
      operands.push_back(operand);
  SmallVector<Type> types = llvm::map_to_vector(operands, [](Value operand) { return operand.getType(); });
  auto alone = func::FuncOp::create(builder, op->getLoc(), name, builder.getFunctionType(types, op->getResultTypes()));
  Block *body = alone.addEntryBlock();
  IRMapping mapping;
  mapping.map(operands, body->getArguments());
  builder.setInsertionPointToEnd(body);
  Operation *copy = builder.clone(*op, mapping);
  func::ReturnOp::create(builder, op->getLoc(), copy->getResults());
}

Status emit::keepSingleOps(ModuleOp module, const std::vector<std::string> &names) {
  llvm::StringMap<Operation *> ops = opsByName(module);
  std::vector<func::FuncOp> all;
  module.walk([&](func::FuncOp function) { all.push_back(function); });
  for (const auto &[number, name] : llvm::enumerate(names)) {
    auto found = ops.find(name);
    if (found == ops.end())
      return Error{fmt::format("the plan has no op '{}' that a call of ttnn is known for", name)};
    writeAlone(found->second, fmt::format("op_{}", number));
  }
  for (func::FuncOp function : all)
    function.erase();
  return {};
}

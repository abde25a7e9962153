//===- Program.cpp - A module in text, run ----------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Program.h"

#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Parser/Parser.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace alcove::reference {

Program::Program(const std::string &text) {
  context = std::make_unique<mlir::MLIRContext>(mlir::MLIRContext::Threading::DISABLED);
  context->loadDialect<mlir::func::FuncDialect, ttcore::TTCoreDialect, ttir::TTIRDialect, ttnn::TTNNDialect,
                       mlir::quant::QuantDialect>();
  module = mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
  EXPECT_TRUE(module) << text;
}

mlir::func::FuncOp Program::function(const std::string &name) {
  return module ? module->lookupSymbol<mlir::func::FuncOp>(name) : mlir::func::FuncOp();
}

Result<FunctionRun> Program::run(const std::vector<Tensor> &arguments, const RunOptions &options) {
  if (!module)
    return Error{"no module"};
  int64_t chips = *countElements(meshOf(function()));
  std::vector<PerChip> perChip;
  for (const Tensor &argument : arguments)
    perChip.emplace_back(chips, argument);
  return runFunction(function(), perChip, options);
}

Tensor Program::result(const std::vector<Tensor> &arguments, size_t i) {
  Result<FunctionRun> done = run(arguments);
  EXPECT_TRUE(done.ok()) << (done.ok() ? "" : done.error().message);
  return done.ok() && i < done->results.size() ? done->results[i][0] : Tensor();
}

std::string Program::error(const std::vector<Tensor> &arguments, const RunOptions &options) {
  Result<FunctionRun> done = run(arguments, options);
  EXPECT_FALSE(done.ok());
  return done.ok() ? "" : done.error().message;
}

std::string oneOp(const std::string &op, const std::vector<std::string> &arguments,
                  const std::vector<std::string> &results) {
  std::vector<std::string> names, declared, values;
  for (size_t i = 0; i < arguments.size(); ++i) {
    names.push_back(fmt::format("%arg{}", i));
    declared.push_back(fmt::format("%arg{}: {}", i, arguments[i]));
  }
  for (size_t i = 0; i < results.size(); ++i)
    values.push_back(fmt::format("%r#{}", i));
  size_t attributes = op.find(' ');
  std::string name = op.substr(0, attributes), rest = attributes == std::string::npos ? "" : op.substr(attributes);
  return fmt::format("func.func @main({}) -> ({}) {{\n  %r:{} = \"{}\"({}){} : ({}) -> ({})\n  return {} : {}\n}}\n",
                     fmt::join(declared, ", "), fmt::join(results, ", "), results.size(), name, fmt::join(names, ", "),
                     rest, fmt::join(arguments, ", "), fmt::join(results, ", "), fmt::join(values, ", "),
                     fmt::join(results, ", "));
}

} // namespace alcove::reference

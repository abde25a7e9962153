//===- TestProgram.cpp - A program with its inputs and what it expects ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TestProgram.h"
#include "alcove/Judge/Numbers/StableHLO/Evaluator.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;
namespace arrays = alcove::reference::arrays;

/// The results of the call become arguments. Empty where there is no such call.
static func::CallOp takeInputs(func::FuncOp main) {
  for (auto call : main.getOps<func::CallOp>()) {
    if (call.getCallee() != "inputs")
      continue;
    Block &block = main.getBody().front();
    for (OpResult result : call.getResults())
      result.replaceAllUsesWith(block.addArgument(result.getType(), result.getLoc()));
    main.setType(
        FunctionType::get(main.getContext(), llvm::to_vector(block.getArgumentTypes()), main.getResultTypes()));
    return call;
  }
  return {};
}

FailureOr<TestProgram> stablehlo::takeTestProgram(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main"), inputs = module.lookupSymbol<func::FuncOp>("inputs");
  if (!main || !inputs || main.getNumArguments() > 0)
    return module.emitError("a test program has functions @main and @inputs without arguments");
  arrays::Evaluator evaluator;
  Result<arrays::Items> data = evaluator.run(inputs, {});
  if (!data)
    return inputs.emitError(data.error().message);
  TestProgram program{main, {}};
  for (arrays::Item &item : *data)
    program.data.push_back(item.array);
  func::CallOp call = takeInputs(main);
  if (!call)
    return main.emitError("@main does not call @inputs");
  call.erase();
  return program;
}

//===- ExecuteAsTTIR.cpp - Test programs executed as TTIR ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ExecuteAsTTIR.h"
#include "Conversion.h"
#include "alcove/Judge/Numbers/Interpreter/Interpreter.h"
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Tensor/Comparison.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace alcove;
namespace arrays = alcove::reference::arrays;
using reference::Tensor;

static Result<Tensor> tensorOf(const arrays::Array &array) {
  ALCOVE_ASSIGN_OR_RETURN(reference::ElementType type, reference::heldTypeOf(array.element()));
  reference::Shape shape(array.shape().begin(), array.shape().end());
  if (array.kind() == arrays::Kind::Complex)
    return Error{"complex numbers are none of TTIR's"};
  if (array.kind() == arrays::Kind::Real) {
    std::vector<float> values(array.size());
    for (int64_t i = 0; i < array.size(); ++i)
      values[i] = float(array.real(i));
    return Tensor::fromFloats(type, shape, values);
  }
  std::vector<int64_t> values(array.size());
  for (int64_t i = 0; i < array.size(); ++i)
    values[i] = array.integer(i);
  return Tensor::fromIntegers(type, shape, values);
}

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

static LogicalResult compareResults(func::FuncOp main, const reference::FunctionRun &run,
                                    const std::vector<arrays::Array> &expected) {
  for (auto [i, array] : llvm::enumerate(expected)) {
    Result<Tensor> wanted = tensorOf(array);
    if (!wanted)
      return main.emitError("result ") << i << ": " << wanted.error().message;
    bool wide = array.element().isF64() || array.element().isF32() || array.kind() == arrays::Kind::Integer;
    auto tolerance = wide ? reference::Tolerance::forF32() : reference::Tolerance::forBf16();
    reference::Comparison comparison = reference::compare(*wanted, run.results[i][0], tolerance);
    if (!comparison.equal)
      return main.emitError("as TTIR, what is checked differs from what is expected: ") << comparison.reason;
  }
  return success();
}

LogicalResult alcove::stablehlo::executeAsTTIR(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main"), inputs = module.lookupSymbol<func::FuncOp>("inputs");
  if (!main || !inputs || main.getNumArguments() > 0)
    return module.emitError("to execute as TTIR there must be functions @main and @inputs without arguments");
  arrays::Evaluator evaluator;
  Result<arrays::Items> data = evaluator.run(inputs, {});
  if (!data)
    return inputs.emitError(data.error().message);
  std::vector<reference::PerChip> arguments;
  for (arrays::Item &item : *data) {
    Result<Tensor> tensor = tensorOf(item.array);
    if (!tensor)
      return inputs.emitError(tensor.error().message);
    arguments.push_back({std::move(*tensor)});
  }
  func::CallOp call = takeInputs(main);
  if (!call)
    return main.emitError("@main does not call @inputs");
  call.erase();
  OpBuilder builder(module.getBodyRegion());
  auto to =
      func::FuncOp::create(builder, main.getLoc(), "as_ttir", builder.getFunctionType(main.getArgumentTypes(), {}));
  to->moveBefore(module.getBody(), module.getBody()->end());
  ConversionOptions options;
  options.returnExpectations = true;
  Conversion conversion(main, to, options);
  if (failed(conversion.run()) || failed(verify(to)))
    return failure();
  if (conversion.expected.empty())
    return main.emitError("it checks nothing");
  Result<reference::FunctionRun> run = reference::runFunction(to, std::move(arguments));
  if (!run)
    return main.emitError("as TTIR: ") << run.error().message;
  return compareResults(main, *run, conversion.expected);
}

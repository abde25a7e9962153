//===- ExecuteAsTTIR.cpp - Test programs executed as TTIR ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ExecuteAsTTIR.h"
#include "Conversion.h"
#include "Roles.h"
#include "TestProgram.h"
#include "alcove/Judge/Numbers/Interpreter/ArgumentData.h"
#include "alcove/Judge/Numbers/Interpreter/Interpreter.h"
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Tensor/Comparison.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;
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

static func::FuncOp createTarget(ModuleOp module, func::FuncOp main) {
  OpBuilder builder(module.getBodyRegion());
  auto to =
      func::FuncOp::create(builder, main.getLoc(), "as_ttir", builder.getFunctionType(main.getArgumentTypes(), {}));
  to->moveBefore(module.getBody(), module.getBody()->end());
  return to;
}

static arrays::Array arrayOf(const Tensor &tensor, RankedTensorType type) {
  arrays::Array array = arrays::Array::zeros(type);
  for (int64_t i = 0; i < array.size(); ++i)
    if (array.kind() == arrays::Kind::Integer)
      array.setInteger(i, tensor.isFloat() ? int64_t(tensor.at(i)) : tensor.integers()[i]);
    else
      array.setReal(i, tensor.at(i));
  return array;
}

/// A program with arguments, as StableHLO and as TTIR, on the same seeded data.
static LogicalResult executeSeeded(ModuleOp module, func::FuncOp main, const ConversionOptions &options,
                                   uint64_t seed) {
  func::FuncOp to = createTarget(module, main);
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    to.setArgAttrs(i, main.getArgAttrDict(i));
  Conversion conversion(main, to, toTTIR(), options);
  if (failed(conversion.run()) || failed(verify(to)))
    return failure();
  moveMarks(main, to);
  if (failed(assignRoles(to, main.getNumArguments(), "")))
    return failure();
  Result<std::vector<reference::PerChip>> data = reference::seededArguments(to, seed, reference::Precision::AsDeclared);
  if (!data)
    return main.emitError(data.error().message);
  arrays::Items arguments;
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    arguments.push_back(arrayOf((*data)[i][0], cast<RankedTensorType>(main.getArgumentTypes()[i])));
  arrays::Evaluator evaluator;
  evaluator.unknownConstant = [&](Operation *constant) -> Result<arrays::Array> {
    std::optional<unsigned> argument = conversion.argumentOf(constant);
    if (!argument)
      return Error{"a constant without data that the conversion did not meet"};
    return arrayOf((*data)[*argument][0], cast<RankedTensorType>(constant->getResult(0).getType()));
  };
  Result<arrays::Items> expected = evaluator.run(main, arguments);
  if (!expected)
    return main.emitError("as StableHLO: ") << expected.error().message;
  Result<reference::FunctionRun> run = reference::runFunction(to, std::move(*data));
  if (!run)
    return main.emitError("as TTIR: ") << run.error().message;
  std::vector<arrays::Array> wanted;
  for (const arrays::Item &item : *expected)
    wanted.push_back(item.array);
  return compareResults(main, *run, wanted);
}

LogicalResult alcove::stablehlo::executeAsTTIR(ModuleOp module, uint64_t seed) {
  auto entry = module.lookupSymbol<func::FuncOp>("main");
  ConversionOptions options;
  if (entry && !module.lookupSymbol<func::FuncOp>("inputs"))
    return executeSeeded(module, entry, options, seed);
  FailureOr<TestProgram> program = takeTestProgram(module);
  if (failed(program))
    return failure();
  func::FuncOp main = program->main;
  std::vector<reference::PerChip> arguments;
  for (const arrays::Array &array : program->data) {
    Result<Tensor> tensor = tensorOf(array);
    if (!tensor)
      return main.emitError(tensor.error().message);
    arguments.push_back({std::move(*tensor)});
  }
  func::FuncOp to = createTarget(module, main);
  options.returnExpectations = true;
  Conversion conversion(main, to, toTTIR(), options);
  if (failed(conversion.run()) || failed(verify(to)))
    return failure();
  if (conversion.expected.empty())
    return main.emitError("it checks nothing");
  Result<reference::FunctionRun> run = reference::runFunction(to, std::move(arguments));
  if (!run)
    return main.emitError("as TTIR: ") << run.error().message;
  return compareResults(main, *run, conversion.expected);
}

//===- Numbers.cpp - Two modules on the same numbers ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Numbers.h"

#include "alcove/Judge/Numbers/Compare/Differential.h"
#include "alcove/Judge/Numbers/Interpreter/ArgumentData.h"
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

#include <fmt/format.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::testing;
using reference::Tensor;

static std::map<std::string, func::FuncOp> forwardFunctions(ModuleOp module) {
  std::map<std::string, func::FuncOp> functions;
  module.walk([&](func::FuncOp function) {
    if (ttcore::isForwardFunction(function))
      functions[function.getSymName().str()] = function;
  });
  return functions;
}

static void add(const reference::Comparison &comparison, const Tensor &a, const std::string &name,
                Difference &difference) {
  if (comparison.different == 0)
    return;
  difference.sameBits = false;
  difference.decidedByRounding += comparison.decidedByRounding;
  difference.correlation = std::min(difference.correlation, comparison.correlation);
  difference.maxAbsolute = std::max(difference.maxAbsolute, comparison.maxAbsolute);
  bool firstBeyond = !comparison.equal && difference.equal; // says more than one that differs by last bits
  if (difference.first.empty() || firstBeyond)
    difference.first = fmt::format("{} at {}: {} and {}, {} of {} elements differ, {}", name,
                                   reference::Comparison::position(a.shape(), comparison.firstIndex),
                                   comparison.firstLeft, comparison.firstRight, comparison.different, a.numElements(),
                                   comparison.equal ? "within tolerance" : comparison.reason);
  difference.equal &= comparison.equal;
}

Result<std::vector<reference::PerChip>> testing::fitToMesh(func::FuncOp function,
                                                           const std::vector<reference::PerChip> &arguments,
                                                           reference::Precision precision) {
  ALCOVE_ASSIGN_OR_RETURN(std::vector<reference::PerChip> fitted,
                          reference::fitArguments(function, arguments, precision));
  size_t chips = 1;
  for (int64_t extent : reference::meshOf(function))
    chips *= static_cast<size_t>(extent);
  for (reference::PerChip &argument : fitted)
    if (argument.size() == 1)
      argument.resize(chips, Tensor(argument[0]));
  return fitted;
}

Result<Difference> testing::compareRuns(ModuleOp first, ModuleOp second, uint64_t seed,
                                        reference::Precision precision) {
  auto functions = forwardFunctions(first), others = forwardFunctions(second);
  Difference difference;
  reference::Tolerance tolerance = precision == reference::Precision::AllFloatsF32 ? reference::Tolerance::forF32()
                                                                                   : reference::Tolerance::forBf16();
  if (functions.empty() || functions.size() != others.size())
    return Error{fmt::format("{} and {} forward functions", functions.size(), others.size())};
  for (auto &[name, function] : functions) {
    func::FuncOp other = others[name];
    if (!other || other.getNumArguments() != function.getNumArguments() ||
        other.getNumResults() != function.getNumResults())
      return Error{"function " + name + " has another signature"};
    reference::RunOptions options;
    options.precision = precision;
    options.keepScores = true;
    ALCOVE_ASSIGN_OR_RETURN(auto arguments, reference::seededArguments(function, seed, precision));
    ALCOVE_ASSIGN_OR_RETURN(auto otherArguments, fitToMesh(other, arguments, precision));
    ALCOVE_ASSIGN_OR_RETURN(reference::FunctionRun run,
                            reference::runFunction(function, std::move(arguments), options));
    ALCOVE_ASSIGN_OR_RETURN(reference::FunctionRun otherRun,
                            reference::runFunction(other, std::move(otherArguments), options));
    auto check = [&](const reference::PerChip &a, const reference::PerChip &b, const std::string &what,
                     auto compareOn) -> Status {
      for (size_t chip = 0; chip < b.size(); ++chip) {
        const Tensor &one = a[a.size() == 1 ? 0 : chip];
        if (one.shape() != b[chip].shape())
          return Error{fmt::format("{} has shape {} and {}", what, reference::toString(std::span(one.shape())),
                                   reference::toString(std::span(b[chip].shape())))};
        ALCOVE_ASSIGN_OR_RETURN(reference::Comparison comparison, compareOn(chip));
        add(comparison, one, what, difference);
      }
      return {};
    };
    for (size_t i = 0; i < run.results.size(); ++i)
      ALCOVE_RETURN_IF_ERROR(
          check(run.results[i], otherRun.results[i], fmt::format("{} result {}", name, i),
                [&](size_t chip) { return reference::compareResult(run, otherRun, i, chip, tolerance, tolerance); }));
    for (auto &[index, written] : run.written) {
      auto found = otherRun.written.find(index);
      if (found == otherRun.written.end())
        return Error{fmt::format("{}: argument {} is written in one module only", name, index)};
      ALCOVE_RETURN_IF_ERROR(check(written, found->second, fmt::format("{} argument {}", name, index),
                                   [&](size_t chip) -> Result<reference::Comparison> {
                                     return reference::compare(written[written.size() == 1 ? 0 : chip],
                                                               found->second[chip], tolerance);
                                   }));
    }
    for (auto &[index, written] : otherRun.written)
      if (!run.written.count(index))
        return Error{fmt::format("{}: argument {} is written in one module only", name, index)};
  }
  return difference;
}

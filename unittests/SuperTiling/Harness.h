//===- Harness.h - Tile, judge, run, compare --------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_SUPERTILING_HARNESS_H
#define ALCOVE_UNITTESTS_SUPERTILING_HARNESS_H

#include "alcove/Judge/Tiles/Compare/Execution.h"
#include "alcove/Judge/Tiles/Judge.h"
#include "alcove/SuperTiling/Apply/ApplyPlan.h"
#include "alcove/SuperTiling/Describe/DevicePrices.h"
#include "alcove/SuperTiling/Pass/Driver.h"
#include "alcove/SuperTiling/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"

#include <fmt/format.h>

namespace alcove::supertiling::testing {

struct Outcome {
  enum Kind { Equal, CannotFit, Failed } kind = Failed;
  std::string message;
  Summary summary;
};

/// One context for the whole program: creating one costs more than most tests.
inline mlir::MLIRContext &context() {
  static mlir::MLIRContext *instance = [] {
    mlir::registerAllPasses();
    registerSuperTilingPasses();
    registerSuperTilingPipelines();
    mlir::DialectRegistry registry;
    mlir::registerAllDialects(registry);
    mlir::registerAllExtensions(registry);
    registerForExecution(registry);
    auto *created = new mlir::MLIRContext(registry);
    created->loadAllAvailableDialects();
    return created;
  }();
  return *instance;
}

inline DriverOptions driverOptions(Bytes memory, PlanMode mode = PlanMode::Planned) {
  DriverOptions options;
  options.planner.budget = *Budget::parse(memory, "");
  options.planner.mode = mode;
  return options;
}

/// Tiles `module`, judges the result, and compares both programs on seeded data.
inline Outcome checkModule(mlir::ModuleOp module, const std::string &function, const DriverOptions &options,
                           bool execute, uint64_t seed = 1) {
  Outcome outcome;
  mlir::OwningOpRef<mlir::ModuleOp> tiled(mlir::cast<mlir::ModuleOp>(module->clone()));
  std::string diagnostics;
  mlir::LogicalResult result = mlir::failure();
  {
    mlir::ScopedDiagnosticHandler handler(&context(), [&](mlir::Diagnostic &d) {
      diagnostics += d.str() + "\n";
      return mlir::success();
    });
    result = superTile(*tiled, options, outcome.summary);
  }
  if (mlir::failed(result)) {
    bool clean = diagnostics.find("cannot fit") != std::string::npos;
    outcome.kind = clean ? Outcome::CannotFit : Outcome::Failed;
    outcome.message = diagnostics;
    return outcome;
  }
  if (mlir::failed(mlir::verify(*tiled)))
    return {Outcome::Failed, "invalid IR", outcome.summary};
  bool split = false;
  tiled->walk([&](mlir::Operation *op) { split |= op->hasAttr(splitReductionAttr); });
  for (const Verdict &verdict : judge(*tiled, options.planner.budget))
    if (!verdict.passes())
      return {Outcome::Failed,
              fmt::format("judge: {} needs {} of {} B", verdict.op->getName().getStringRef().str(), verdict.footprint,
                          verdict.available),
              outcome.summary};
  outcome.kind = Outcome::Equal;
  if (!execute)
    return outcome;
  RunOptions run;
  run.optLevel = 0;
  auto before = Program::compile(module, function, run), after = Program::compile(*tiled, function, run);
  if (!before || !after)
    return {Outcome::Failed, before ? after.error().message : before.error().message, outcome.summary};
  std::vector<TensorData> arguments = (*before)->arguments(seed);
  auto expected = (*before)->run(arguments), actual = (*after)->run(arguments);
  if (!expected || !actual)
    return {Outcome::Failed, "execution failed", outcome.summary};
  Comparison comparison = compare(*expected, *actual, split ? 1e-3 : 0);
  if (comparison.wrong)
    return {Outcome::Failed, "DIFFERENT: " + comparison.firstWrong, outcome.summary};
  return outcome;
}

inline Outcome checkModule(mlir::ModuleOp module, const std::string &function, Bytes memory, PlanMode mode,
                           bool execute, uint64_t seed = 1) {
  return checkModule(module, function, driverOptions(memory, mode), execute, seed);
}

inline Outcome checkProgram(const std::string &text, const DriverOptions &options, bool execute, uint64_t seed = 1) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context());
  return module ? checkModule(*module, "main", options, execute, seed) : Outcome{Outcome::Failed, "does not parse", {}};
}
inline Outcome checkProgram(const std::string &text, Bytes memory, PlanMode mode, bool execute, uint64_t seed = 1) {
  return checkProgram(text, driverOptions(memory, mode), execute, seed);
}

} // namespace alcove::supertiling::testing

#endif // ALCOVE_UNITTESTS_SUPERTILING_HARNESS_H

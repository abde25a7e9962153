//===- Runs.cpp - Runs of one function and its counterpart ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Runs.h"

#include <fmt/format.h>
#include <unistd.h>

using namespace alcove;
using namespace alcove::reference;

namespace {
/// A line that is rewritten while ops run, on a terminal only.
class Progress {
public:
  Progress(mlir::func::FuncOp function, const std::string &what)
      : name(fmt::format("{}, {}", function.getName().str(), what)),
        total(function.getBody().front().getOperations().size()) {}
  ~Progress() {
    if (shown)
      fmt::print(stderr, "\r\033[K");
  }
  void step(mlir::Operation *op) {
    ++done;
    if (!terminal)
      return;
    shown = true;
    size_t filled = 30 * done / std::max<size_t>(total, 1);
    fmt::print(stderr, "\r\033[K{} [{:<30}] {}/{} {}", name, std::string(filled, '#'), done, total,
               op->getName().getStringRef().str());
  }

private:
  std::string name;
  size_t total, done = 0;
  bool terminal = isatty(2), shown = false;
};
} // namespace

Result<FunctionRun> Runs::run(mlir::func::FuncOp which, Precision precision, Calibration *calibration,
                              uint64_t shakenBy) {
  Progress progress(which, precision == Precision::AllFloatsF32 ? "f32" : "declared types");
  RunOptions options = optionsOf(precision);
  options.keepScores = settings.keepScores;
  options.beforeOp = [&](mlir::Operation *op) { progress.step(op); };
  options.calibration = calibration;
  options.shakenBy = shakenBy;
  ALCOVE_ASSIGN_OR_RETURN(std::unique_ptr<ArgumentSource> arguments, argumentsOf(which, precision));
  return runFunction(which, *arguments, options);
}

Result<Replay> Runs::record(mlir::func::FuncOp which) {
  ALCOVE_ASSIGN_OR_RETURN(std::unique_ptr<ArgumentSource> arguments, argumentsOf(which, Precision::AllFloatsF32));
  return Replay::record(which, *arguments, optionsOf(Precision::AllFloatsF32));
}

RunOptions Runs::optionsOf(Precision precision) const {
  RunOptions options;
  options.precision = precision;
  options.memoryLimit = settings.memoryLimit();
  options.bytesElsewhere = elsewhere;
  options.interrupted = settings.interrupted;
  return options;
}

Result<std::unique_ptr<ArgumentSource>> Runs::argumentsOf(mlir::func::FuncOp which, Precision precision) {
  std::unique_ptr<ArgumentSource> source;
  if (settings.inputs.empty() || settings.drawMissing) {
    ALCOVE_ASSIGN_OR_RETURN(source, seededSource(function, settings.seed, precision, drawn));
    source = scaledSource(std::move(source), exponents);
  }
  if (!settings.inputs.empty()) {
    ALCOVE_ASSIGN_OR_RETURN(std::vector<PerChip> arguments,
                            argumentsFromFiles(function, settings.inputs, precision, source.get()));
    source = sourceOf(arguments);
  }
  return fittedSource(which, std::move(source), precision);
}

//===- Runs.h - Runs of one function and its counterpart --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_RUN_RUNS_H
#define ALCOVE_TOOLS_ALCOVE_RUN_RUNS_H

#include "alcove/Judge/Numbers/Compare/Replay.h"
#include "alcove/Judge/Numbers/Interpreter/ArgumentData.h"

struct RunSettings {
  uint64_t seed = 1;
  std::string inputs;       ///< a directory of .npy; empty: seeded
  bool keepScores = false;  ///< of indices, for comparisons
  bool drawMissing = false; ///< arguments without a file are seeded; else each needs one
  std::function<int64_t()> memoryLimit;
  std::function<std::string()> interrupted; ///< why runs shall end; empty to go on
};

/// Runs of one function and its counterpart on the same data.
class Runs {
public:
  /// Bytes of arguments kept between runs: drawing them again takes a second for each GiB, keeping them adds to the
  /// peak.
  static constexpr int64_t mostKept = int64_t(1) << 30;

  Runs(mlir::func::FuncOp function, RunSettings settings)
      : drawn(std::make_shared<alcove::reference::DrawnArguments>(std::min(settings.memoryLimit() / 8, mostKept))),
        function(function), settings(std::move(settings)) {}

  /// `which` is the function or its counterpart; arguments are those of the function.
  alcove::Result<alcove::reference::FunctionRun> run(mlir::func::FuncOp which, alcove::reference::Precision precision,
                                                     alcove::reference::Calibration *calibration = nullptr,
                                                     uint64_t shakenBy = 0);
  alcove::Result<alcove::reference::Replay> record(mlir::func::FuncOp which);

  int64_t elsewhere = 0;             ///< bytes of what is held beside the next run
  std::map<unsigned, int> exponents; ///< of the arguments, by the calibration
  std::shared_ptr<alcove::reference::DrawnArguments> drawn;

private:
  alcove::reference::RunOptions optionsOf(alcove::reference::Precision precision) const;
  /// By the directory or the seed.
  alcove::Result<std::unique_ptr<alcove::reference::ArgumentSource>>
  argumentsOf(mlir::func::FuncOp which, alcove::reference::Precision precision);

  mlir::func::FuncOp function;
  RunSettings settings;
};

#endif // ALCOVE_TOOLS_ALCOVE_RUN_RUNS_H

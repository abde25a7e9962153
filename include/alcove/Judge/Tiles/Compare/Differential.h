//===- Differential.h - A file before and after passes ----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_TILES_COMPARE_DIFFERENTIAL_H
#define ALCOVE_JUDGE_TILES_COMPARE_DIFFERENTIAL_H

#include "alcove/Judge/Tiles/Compare/Execution.h"

#include "mlir/IR/DialectRegistry.h"

#include <cstdio>
#include <functional>
#include <optional>

namespace alcove::supertiling {

struct DifferentialOptions {
  std::vector<std::string> pipelines;
  /// The text of a file as MLIR reads it; nothing where it is that already.
  std::function<std::optional<std::string>(llvm::StringRef)> newerText;
  /// Passes that make linalg of what is read; of every variant.
  std::string reading;
  /// The module has functions @inputs and @expected: @main is run on what one returns, and held to the other.
  bool holdExpected = false;
  std::string function;
  RunOptions run;
  /// Passes from tensors to the LLVM dialect, of every pipeline; without one the program as it came is a variant too.
  /// Empty: upstream's, as of the program that all are compared with.
  std::string lowering;
  /// Where a reduction was split; 0 elsewhere.
  double tolerance = 1e-4;
  int repeats = 0;
  bool printResults = false;
};

/// Prints one line per function and pipeline. False when anything failed or differed.
bool runDifferential(const mlir::DialectRegistry &registry, const std::string &path, const DifferentialOptions &options,
                     FILE *out);

} // namespace alcove::supertiling

#endif // ALCOVE_JUDGE_TILES_COMPARE_DIFFERENTIAL_H

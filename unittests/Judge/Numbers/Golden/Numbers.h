//===- Numbers.h - Two modules on the same numbers --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_JUDGE_NUMBERS_GOLDEN_NUMBERS_H
#define ALCOVE_UNITTESTS_JUDGE_NUMBERS_GOLDEN_NUMBERS_H

#include "alcove/Judge/Numbers/Interpreter/Interpreter.h"

#include "mlir/IR/BuiltinOps.h"

namespace alcove::testing {

/// What two runs of one function differ by, over all results and arguments written in place.
struct Difference {
  bool sameBits = true;
  bool equal = true;      ///< within the tolerance of alcove-run for that precision
  double correlation = 1; ///< Pearson's, the least over results
  double maxAbsolute = 0;
  int64_t decidedByRounding = 0; ///< indices that differ and are excused by NUM-C5
  std::string first;             ///< the first element that differs
};

/// Arguments of one function as another declares them (`reference::fitArguments`); what one chip has, every chip of the
/// other's mesh has.
Result<std::vector<reference::PerChip>> fitToMesh(mlir::func::FuncOp function,
                                                  const std::vector<reference::PerChip> &arguments,
                                                  reference::Precision precision);

/// Runs the forward functions of both modules, matched by name, on random numbers of `seed`: floats in [-1, 1],
/// integers in [0, 3]; a module of one chip against every chip of the other. An error when they do not match or one of them does not run.
Result<Difference> compareRuns(mlir::ModuleOp first, mlir::ModuleOp second, uint64_t seed,
                               reference::Precision precision = reference::Precision::AsDeclared);

} // namespace alcove::testing

#endif // ALCOVE_UNITTESTS_JUDGE_NUMBERS_GOLDEN_NUMBERS_H

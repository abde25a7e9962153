//===- AddressCheck.h - Does the plan fit by addresses? ---------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Policies count bytes; the runtime's allocator leaves holes. An applied plan is therefore executed in memory, and what
// finds no place (M8) or lies in the way of circular buffers (M9) gives up L1 before the function is planned again:
//
//   plan --> apply --> execute --> fits: done
//    ^                    | a chain's kept tail waits there: it goes to DRAM
//    +--- restore body <--+ else the chain of the op, or of the largest tensor there, is barred
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_ADDRESSCHECK_H
#define ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_ADDRESSCHECK_H

#include "BuildProblem.h"

namespace alcove::transforms {

/// Executes a function to which `plan` was applied. When it does not fit by addresses, adds to `options` what must go,
/// and returns true; false when it fits or nothing of the plan can be blamed.
bool barWhatDoesNotFit(mlir::func::FuncOp function, const FunctionPlan &plan, const opmodel::OpModel &model,
                       const queries::Machine &machine, PolicyOptions &options);

/// Plans and applies until the function fits; the last plan is returned. At most `maxRounds` times, then without
/// chains.
FunctionPlan planAndApply(mlir::func::FuncOp function, OpQuestions &questions, const opmodel::OpModel &model,
                          PolicyOptions options, const layouts::Overrides &overrides,
                          llvm::function_ref<void(const FunctionPlan &)> beforeApplying, int maxRounds = 16);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_ADDRESSCHECK_H

//===- Interpreter.h - Executing a function on numbers ----- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a function of TTIR or TTNN on tensors, op by op, on all chips of the mesh in lock-step.
//
//   value      chip 0   chip 1        An op runs once per chip, a collective once for all; the result of every op with
//   a %0         tensor   tensor        #ttnn.ttnn_layout goes physically through that layout (Sim/Storage). A value is
//   %1         tensor   tensor        dropped after its last use.
//
// Rules (docs/spec/Numeric.md): E1 every op has a kernel. E2 results have the shape and element type of their type.
// E3 nothing is read after its deallocation. E4 nothing is deallocated twice. E5 live tensors stay below a limit of
// host memory. E6 calls nest at most 16 deep. E7 what is written in place to an argument is visible to the caller.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SIM_NUMERIC_INTERPRETER_H
#define ALCOVE_SIM_NUMERIC_INTERPRETER_H

#include "alcove/Sim/Numeric/OpTable.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace alcove::sim {

struct RunOptions {
  Precision precision = Precision::AsDeclared;
  int64_t memoryLimit = int64_t(24) << 30; ///< bytes of live tensors on the host
  std::function<void(mlir::Operation *)> beforeOp;
};

struct FunctionRun {
  std::vector<PerChip> results;
  std::map<unsigned, PerChip> written; ///< arguments that were written in place, as they are at the end
};

/// Chips of the mesh that a function runs on: `ttcore.meshes` of a module around it, else its device, else 1x1.
Shape meshOf(mlir::Operation *op);
/// `file:line:column`, `name`, or empty.
std::string locationText(mlir::Operation *op);

/// Runs `function`; `arguments` per argument and chip, of the held types. Errors name the op and its place.
Result<FunctionRun> runFunction(mlir::func::FuncOp function, std::vector<PerChip> arguments,
                                const RunOptions &options = {});

} // namespace alcove::sim

#endif // ALCOVE_SIM_NUMERIC_INTERPRETER_H

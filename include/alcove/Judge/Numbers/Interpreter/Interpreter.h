//===- Interpreter.h - Executing a function on numbers ----- ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a function of TTIR or TTNN on tensors, op by op, on all chips of the mesh in lock-step.
//
//   value      chip 0   chip 1        An op runs once per chip, a collective once for all; the result of every op with
//   %arg0      asked for when read    #ttnn.ttnn_layout goes physically through that layout (Storage). A value
//   %0         packed   packed        waits packed and is dropped after its last use, on each chip as soon as that chip
//   %1         packed   -             has used it: of large weights, one chip's at a time are unpacked.
//
// Rules (docs/spec/JudgeNumbers.md): NUM-E1 every op has a kernel. NUM-E2 results have the shape and element type of their
// type. NUM-E3 nothing is read after its deallocation. NUM-E4 nothing is deallocated twice. NUM-E5 live tensors stay
// below a limit of host memory. NUM-E6 calls nest at most 16 deep. NUM-E7 what is written in place to an argument is
// visible to the caller.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_INTERPRETER_INTERPRETER_H
#define ALCOVE_JUDGE_NUMBERS_INTERPRETER_INTERPRETER_H

#include "alcove/Judge/Numbers/Interpreter/Calibration.h"
#include "alcove/Judge/Numbers/Interpreter/IndexTrail.h"
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Tensor/PackedTensor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace alcove::reference {

/// The values of a function's arguments, given when they are first read.
class ArgumentSource {
public:
  virtual ~ArgumentSource() = default;
  virtual size_t numArguments() const = 0;
  /// The tensor of one argument on one chip, of the shape and held type of the argument's type. A run asks once.
  virtual Result<PackedTensor> get(unsigned argument, size_t chip) = 0;
  /// Whether chip 0's tensor is that of every chip.
  virtual bool sameOnAllChips(unsigned argument) const = 0;
  /// Host bytes of what the source still holds.
  virtual int64_t heldBytes() const { return 0; }
};

struct RunOptions {
  Precision precision = Precision::AsDeclared;
  int64_t memoryLimit = int64_t(24) << 30; ///< bytes of live tensors on the host
  int64_t bytesElsewhere = 0;              ///< what else counts against the limit: the other module's results
  uint64_t shakenBy = 0;   ///< a seed by which what ops compute in f32 moves to a neighbouring number (NUM-C11); 0: not
  bool keepScores = false; ///< of indices that are returned, so that rule NUM-C5 can be asked
  std::function<void(mlir::Operation *)> beforeOp;
  /// Asked before each op: why the run shall end, empty to go on.
  std::function<std::string()> interrupted;
  Calibration *calibration = nullptr; ///< scales arguments while the function runs; of a run in f32
};

struct FunctionRun {
  std::vector<PerChip> results;
  std::map<unsigned, PerChip> written; ///< arguments that were written in place, as they are at the end
  std::shared_ptr<IndexTrail> indices; ///< with `keepScores`; reads the module
  int64_t bytes() const;               ///< on the host
};

/// Chips of the mesh that a function runs on: `ttcore.meshes` of a module around it, else its device, else 1x1.
Shape meshOf(mlir::Operation *op);
/// `file:line:column`, `name`, or empty.
std::string locationText(mlir::Operation *op);

/// Runs `function`. Errors name the op and its place.
Result<FunctionRun> runFunction(mlir::func::FuncOp function, ArgumentSource &arguments, const RunOptions &options = {});
/// The same with `arguments` per argument and chip, of the held types; each is freed after its last use.
Result<FunctionRun> runFunction(mlir::func::FuncOp function, std::vector<PerChip> arguments,
                                const RunOptions &options = {});

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_INTERPRETER_INTERPRETER_H

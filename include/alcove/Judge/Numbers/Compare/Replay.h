//===- Replay.h - A run that can be repeated from any op on ------- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function is run once and every tensor kept. A replay replaces what one op gave and runs only what depends on it:
//
//   op      operands   kept     replay behind %1
//   %0      %a         x0       not run
//   %1      %0         x1       given: y1
//   %2      %0         x2       not run: it reads nothing that changed
//   %3      %1 %2      x3       run on y1, x2; dropped from the cone when the result is bit for bit x3
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_COMPARE_REPLAY_H
#define ALCOVE_JUDGE_NUMBERS_COMPARE_REPLAY_H

#include "alcove/Judge/Numbers/Interpreter/Interpreter.h"

namespace alcove::reference {

/// One op on the tensors of its operands, and what it gave.
struct OpRecord {
  mlir::Operation *op = nullptr;
  std::vector<PerChip> operands;       ///< empty for device handles
  std::vector<PerChip> results;        ///< per result
  std::map<unsigned, PerChip> written; ///< per operand number: what was written in place
};

/// What an op reads at one of its operands instead of what was recorded.
struct OtherOperand {
  mlir::Operation *op = nullptr;
  unsigned operand = 0;
  PerChip tensors;
};

class Replay {
public:
  /// Runs `function` and keeps every tensor of it: host memory of the sum of all values, held against the limit of
  /// `options`. Errors name the op.
  static Result<Replay> record(mlir::func::FuncOp function, ArgumentSource &arguments, const RunOptions &options);

  /// Every executed op, in order.
  const std::vector<OpRecord> &ops() const { return records; }
  const FunctionRun &run() const { return original; }
  mlir::func::FuncOp function() const { return func; }

  /// Called for the replaced op and for each op that ran again: `at` is its number, `now` its new results (without
  /// operands).
  using Observer = llvm::function_ref<void(size_t at, const OpRecord &now)>;

  /// The run with the results and writes of op number `at` replaced. Linear in the ops that run again.
  Result<FunctionRun> with(size_t at, const OpRecord &replaced, Observer observer = nullptr) const;

  /// The run with these operands replaced; what else is the same value keeps it.
  Result<FunctionRun> withOperands(std::vector<OtherOperand> replaced) const;

  /// Runs `record.op` on `record.operands`: as `record` ran it, when nothing was changed.
  Result<OpRecord> execute(mlir::Operation *op, std::vector<PerChip> operands) const;

private:
  /// What is no longer as it was recorded.
  struct Changes {
    llvm::DenseMap<mlir::Value, PerChip> values; ///< that are not what they were when the recorded op read them
    std::map<unsigned, PerChip> written;
  };
  void settle(Changes &changes, size_t at, const OpRecord &now) const;
  /// Runs op number `at` again on what changed and on `replaced`; nothing when it reads neither.
  Result<std::optional<OpRecord>> runAgain(const Changes &changes, size_t at,
                                           llvm::ArrayRef<OtherOperand> replaced) const;
  Result<FunctionRun> finish(const llvm::DenseMap<mlir::Value, PerChip> &values,
                             const std::map<unsigned, PerChip> &written) const;

  mlir::func::FuncOp func;
  RunOptions options;
  Shape mesh;
  std::vector<OpRecord> records;
  llvm::DenseMap<mlir::Value, PerChip> finalValues; ///< of what is returned
  FunctionRun original;
};

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_COMPARE_REPLAY_H

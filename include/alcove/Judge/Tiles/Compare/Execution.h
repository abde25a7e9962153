//===- Execution.h - Run a function of a module in process ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last word on a transformation of tensors: the same seeded data through the untiled and the tiled program, both
// lowered by upstream's passes to LLVM and compiled in this process.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_TILES_COMPARE_EXECUTION_H
#define ALCOVE_JUDGE_TILES_COMPARE_EXECUTION_H

#include "alcove/Base/Support/Result.h"

#include "mlir/IR/BuiltinOps.h"

#include <memory>
#include <string>
#include <vector>

namespace mlir {
class ExecutionEngine;
class DialectRegistry;
} // namespace mlir

namespace alcove::supertiling {

struct RunOptions {
  uint64_t seed = 1;
  /// LLVM optimization level, 0 to 3.
  unsigned optLevel = 2;
  /// Extent of every dynamic dimension of an argument.
  int64_t dynamicExtent = 7;
  /// Polynomials instead of libm calls, so that exp and friends vectorize.
  bool approximateMath = false;
  /// More than one: scf.forall, and a parallel loop of every linalg operation outside of one, run on a pool of threads.
  unsigned threads = 1;
  /// Passes from tensors to the LLVM dialect instead of upstream's, with their own options for mathematics.
  std::string lowering;
};

/// A tensor or a scalar, row major.
struct TensorData {
  mlir::Type elementType;
  std::vector<int64_t> shape;
  std::vector<char> bytes;
};

/// Dialect interfaces and translations that `Program` needs; before the context is created.
void registerForExecution(mlir::DialectRegistry &registry);

/// Nanoseconds of one run: on the clock on the wall, and of this thread's CPU.
struct RunTime {
  double wall = 0;
  double cpu = 0;
};

/// One compiled function.
class Program {
public:
  /// Lowers a copy of `module`. Errors: no such function, arguments that are neither ranked tensors nor scalars, or a
  /// pass of the lowering that fails.
  static Result<std::unique_ptr<Program>> compile(mlir::ModuleOp module, const std::string &function,
                                                  const RunOptions &options);
  ~Program();

  /// Seeded arguments; integer arguments that end up as indices are 0 or 1.
  std::vector<TensorData> arguments(uint64_t seed) const;
  /// Runs once. The arguments are not written.
  Result<std::vector<TensorData>> run(std::vector<TensorData> &arguments);
  /// Nanoseconds of each of `count` runs, after one to warm up (with 0: of one run); without reading the results.
  Result<std::vector<RunTime>> time(std::vector<TensorData> &arguments, int count);

private:
  Program();
  struct Call;

  RunOptions options;
  std::string name;
  std::vector<mlir::Type> argumentTypes, resultTypes;
  std::vector<char> isIndex;
  mlir::OwningOpRef<mlir::ModuleOp> lowered;
  std::unique_ptr<mlir::ExecutionEngine> engine;
};

struct Comparison {
  int64_t elements = 0;
  /// Elements that are not equal bit by bit (NaN equals NaN).
  int64_t different = 0;
  /// Elements beyond the tolerance.
  int64_t wrong = 0;
  double largestError = 0;
  std::string firstWrong;
};

/// |a - b| <= tolerance * max(1, |a|, |b|) for floating point; integers must be equal.
Comparison compare(const std::vector<TensorData> &a, const std::vector<TensorData> &b, double tolerance);

/// Functions of a module that can be run: not external, ranked tensor and scalar types.
std::vector<std::string> runnableFunctions(mlir::ModuleOp module);

} // namespace alcove::supertiling

#endif // ALCOVE_JUDGE_TILES_COMPARE_EXECUTION_H

//===- Program.h - A module in text, run ---------------------- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_JUDGE_NUMBERS_INTERPRETER_PROGRAM_H
#define ALCOVE_UNITTESTS_JUDGE_NUMBERS_INTERPRETER_PROGRAM_H

#include "../Kernels/TensorBuilders.h"

#include "alcove/Judge/Numbers/Interpreter/Interpreter.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace alcove::reference {

/// A parsed module; a parse error fails the test.
class Program {
public:
  explicit Program(const std::string &text);
  mlir::func::FuncOp function(const std::string &name = "main");
  /// One chip; the same tensor for each argument of every chip when there are more.
  Result<FunctionRun> run(const std::vector<Tensor> &arguments, const RunOptions &options = {});
  /// Result `i` on chip 0; a failed run fails the test and gives an empty tensor.
  Tensor result(const std::vector<Tensor> &arguments, size_t i = 0);
  /// The message of a run that must fail.
  std::string error(const std::vector<Tensor> &arguments, const RunOptions &options = {});

private:
  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

/// `func.func @main(ARGUMENTS) -> RESULTS { %0 = OP; return }` of one op in generic form: `op` is its text from the
/// name on up to the attributes, types stand for `%arg<i>`.
std::string oneOp(const std::string &op, const std::vector<std::string> &arguments,
                  const std::vector<std::string> &results);

} // namespace alcove::reference

#endif // ALCOVE_UNITTESTS_JUDGE_NUMBERS_INTERPRETER_PROGRAM_H

//===- FunctionText.h - A function of a module as one of Python -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_EMIT_PYTHON_FUNCTIONTEXT_H
#define ALCOVE_LIB_EMIT_PYTHON_FUNCTIONTEXT_H

#include "Calls.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace alcove::emit {

/// Whether a function is called from outside: it gets its arguments by name, and what const-eval functions made.
bool isEntry(mlir::func::FuncOp function);
/// A function called `main` would be the program's own.
std::string pythonName(llvm::StringRef name);
/// Name of an argument: that of the model, else `arg3`; `mask@11` where an earlier argument has the name.
std::string argumentName(mlir::func::FuncOp function, unsigned index);
/// True for parameters and constants, which outlive a call.
bool isWeight(mlir::func::FuncOp function, unsigned index);

/// What each chip gets of an argument that the host cuts, once it is on the chips; null for other arguments.
ttnn::ToDeviceOp partOf(mlir::BlockArgument argument);

struct FunctionText {
  std::string parameters, body;    ///< `def NAME(parameters):` and the indented lines behind it
  std::string prepare;             ///< lines that call const-eval functions, of an entry
  std::string stages;              ///< functions that the body of an entry calls
  std::vector<std::string> staged; ///< their names
  std::vector<std::string> ops;    ///< names of the ops that it runs, in order; `@callee` for those of a callee
};

/// What the text of a function says beside its ops.
struct Surroundings {
  int64_t l1Banks;
  const std::map<std::string, double> &nanoseconds; ///< by name of op
  bool inSession = false;                           ///< what is computed once may be there from another function
};

/// `sameAs` names the function that is written in the place of a callee with the same text.
Result<FunctionText> functionText(mlir::func::FuncOp function, Values &values, const Surroundings &around,
                                  llvm::function_ref<std::string(llvm::StringRef)> sameAs);

} // namespace alcove::emit

#endif // ALCOVE_LIB_EMIT_PYTHON_FUNCTIONTEXT_H

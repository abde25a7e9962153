//===- ProgramOfFunction.h - A function for who executes it again -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_MEMORY_PROGRAMOFFUNCTION_H
#define ALCOVE_JUDGE_MEMORY_PROGRAMOFFUNCTION_H

#include "alcove/Judge/Memory/MemoryWalk.h"

namespace alcove::judge {

/// A walk, and what was executed: `program.tensors` stand beside `walk.values`.
struct WalkedProgram {
  FunctionWalk walk;
  Program program;
};

/// As walkFunction.
WalkedProgram walkProgram(mlir::func::FuncOp function, const opmodel::OpModel &model, const queries::Machine &machine,
                          Bytes capacity);

} // namespace alcove::judge

#endif // ALCOVE_JUDGE_MEMORY_PROGRAMOFFUNCTION_H

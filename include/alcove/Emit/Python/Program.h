//===- Program.h - A planned module as one Python file ----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_EMIT_PYTHON_PROGRAM_H
#define ALCOVE_EMIT_PYTHON_PROGRAM_H

#include "alcove/Support/Result.h"

#include "mlir/IR/BuiltinOps.h"

namespace alcove::emit {

struct ProgramOptions {
  std::string ttnnVersion; ///< of SignatureTable::versions()
  std::string model;       ///< what the head of the file calls it
  std::string writtenBy;   ///< program, version and commit, for the head
};

/// Rules EMIT-P1 to EMIT-P6 of docs/spec/Emit.md. The same module gives the same text.
Result<std::string> pythonProgram(mlir::ModuleOp module, const ProgramOptions &options);

/// Ops of TTNN that can be written for a version: one name a line of `alcove build --list-ops`.
std::vector<std::string> opsOfProgram();

} // namespace alcove::emit

#endif // ALCOVE_EMIT_PYTHON_PROGRAM_H

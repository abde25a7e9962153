//===- Program.h - A planned module as one Python file ----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_EMIT_PYTHON_PROGRAM_H
#define ALCOVE_EMIT_PYTHON_PROGRAM_H

#include "alcove/Base/Support/Result.h"

#include "mlir/IR/BuiltinOps.h"

#include <map>

namespace alcove::emit {

struct ProgramOptions {
  std::string ttnnVersion;                   ///< of SignatureTable::versions()
  std::string model;                         ///< what the head of the file calls it
  std::string writtenBy;                     ///< program, version and commit, for the head
  std::map<std::string, double> nanoseconds; ///< modelled, by name of op; said where it is known
};

/// Durations by name of op, of a timeline (`alcove-opt ... timeline=FILE`).
Result<std::map<std::string, double>> readDurations(const std::string &json);

/// Rules EMIT-1 to EMIT-13 and EMIT-16 of docs/spec/Emit.md.
Result<std::string> pythonProgram(mlir::ModuleOp module, const ProgramOptions &options);

/// Ops of TTNN that can be written.
std::vector<std::string> opsOfProgram();

} // namespace alcove::emit

#endif // ALCOVE_EMIT_PYTHON_PROGRAM_H

//===- Coverage.h - Table of executed ops ----------------- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_INTERPRETER_COVERAGE_H
#define ALCOVE_JUDGE_NUMBERS_INTERPRETER_COVERAGE_H

#include "alcove/Base/Support/Result.h"

#include "mlir/IR/MLIRContext.h"

#include <string>

namespace alcove::reference {

/// docs/spec/JudgeNumbersCoverage.md: every op that a dialect defines, how many of its forms in `forms` execute, and
/// what its kernel is checked against. `forms`: modules between lines `// -----`; each op in them runs on its own. The
/// dialects must be loaded.
Result<std::string> coverageTable(mlir::MLIRContext &context, llvm::StringRef forms);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_INTERPRETER_COVERAGE_H

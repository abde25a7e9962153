//===- Coverage.h - Table of executed ops ----------------- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_REFERENCE_INTERPRETER_COVERAGE_H
#define ALCOVE_REFERENCE_INTERPRETER_COVERAGE_H

#include "mlir/IR/MLIRContext.h"

#include <string>

namespace alcove::reference {

/// docs/spec/NumericCoverage.md: every op that a dialect defines, whether it executes, and what its kernel is checked
/// against. The dialects must be loaded.
std::string coverageTable(mlir::MLIRContext &context);

} // namespace alcove::reference

#endif // ALCOVE_REFERENCE_INTERPRETER_COVERAGE_H

//===- Programs.h - Modules for the golden tests ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_JUDGE_NUMBERS_GOLDEN_PROGRAMS_H
#define ALCOVE_UNITTESTS_JUDGE_NUMBERS_GOLDEN_PROGRAMS_H

#include "alcove/Base/Support/Result.h"

#include "mlir/IR/BuiltinOps.h"

#include <memory>
#include <string>
#include <vector>

namespace alcove::testing {

/// The dialects and passes of the product, and the errors that were reported since the last look.
class Workshop {
public:
  Workshop();
  Result<mlir::OwningOpRef<mlir::ModuleOp>> parse(const std::string &text);
  /// Runs a textual pass pipeline in place; the error is what the passes reported.
  Status run(mlir::ModuleOp module, const std::string &pipeline);
  /// TTIR text through the whole pipeline at a level.
  Result<mlir::OwningOpRef<mlir::ModuleOp>> compile(const std::string &text, int level,
                                                    const std::string &options = "");
  mlir::MLIRContext &context() { return *mlirContext; }
  std::string takeErrors();

private:
  std::unique_ptr<mlir::MLIRContext> mlirContext;
  std::unique_ptr<mlir::ScopedDiagnosticHandler> handler;
  std::string errors;
};

/// A TTIR module with a name to report.
struct Program {
  std::string name, text;
};

/// The parts of test/Lower/`file` between lines of dashes, without those that expect an error.
std::vector<Program> conversionExamples(const std::string &file);
/// The functions of Patterns.mlir, one program each, named as the function.
std::vector<Program> goldenPatterns();
/// testing/models/generate.py with small sizes.
std::vector<Program> smallModels();
/// Those whose width is fixed: slow.
std::vector<Program> wideModels();

} // namespace alcove::testing

#endif // ALCOVE_UNITTESTS_JUDGE_NUMBERS_GOLDEN_PROGRAMS_H

//===- PipelineRunner.h - A module through the whole pipeline ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_OPTIMIZE_PIPELINERUNNER_H
#define ALCOVE_UNITTESTS_OPTIMIZE_PIPELINERUNNER_H

#include "alcove/Judge/Memory/Passes.h"
#include "alcove/Lower/Passes.h"
#include "alcove/Pipelines/Pipelines.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

namespace alcove::testing {

/// Runs a pipeline, which the judge ends, on a text. Returns the errors, empty when it went through; the module is in
/// `result` then.
inline std::string runPipeline(const std::string &text, const std::string &pipeline, std::string *result = nullptr) {
  static bool registered = (transforms::registerPipelines(), true);
  (void)registered;
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<mlir::func::FuncDialect, ttcore::TTCoreDialect, ttir::TTIRDialect, ttnn::TTNNDialect>();
  std::string errors;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
      errors += diagnostic.str() + "\n";
    return mlir::success();
  });
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  if (!module)
    return "does not parse: " + errors;
  mlir::PassManager manager(&context);
  if (mlir::failed(mlir::parsePassPipeline(pipeline, manager)))
    return "bad pipeline options";
  if (mlir::failed(manager.run(*module)) && errors.empty())
    errors = "failed without a word";
  if (result)
    llvm::raw_string_ostream(*result = "") << *module;
  return errors;
}

/// Compiles TTIR text. Returns the errors, empty when it went through.
inline std::string compile(const std::string &text, const std::string &options, std::string *result = nullptr) {
  return runPipeline(text, "ttir-to-ttnn-backend-pipeline{" + options + "}", result);
}

/// Plans compiled TTNN again, and once more: the second must change nothing. Returns the errors.
inline std::string planAgain(const std::string &compiled, bool keepLayouts) {
  std::string pipeline = std::string("ttnn-to-ttnn{keep-layouts=") + (keepLayouts ? "true}" : "false}");
  std::string once, twice, errors = runPipeline(compiled, pipeline, &once);
  if (errors.empty())
    errors = runPipeline(once, pipeline, &twice);
  if (!errors.empty())
    return pipeline + ": " + errors;
  return keepLayouts || once == twice ? "" : "no fixpoint:\n" + once + "\n" + twice;
}

} // namespace alcove::testing

#endif // ALCOVE_UNITTESTS_OPTIMIZE_PIPELINERUNNER_H

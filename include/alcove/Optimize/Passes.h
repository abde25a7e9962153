//===- Passes.h - Passes that plan and unplan -------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPTIMIZE_PASSES_H
#define ALCOVE_OPTIMIZE_PASSES_H

#include "mlir/Pass/Pass.h"

namespace alcove::transforms {

/// OptimizerOptions.def says what each is.
struct TTNNOptimizerOptions {
#define OPTIMIZER_OPTION(type, field, name, byDefault, description) type field = byDefault;
#define OPTIMIZER_PASS_OPTION OPTIMIZER_OPTION
#include "alcove/Optimize/OptimizerOptions.def"
};
std::unique_ptr<mlir::Pass> createTTNNOptimizer(const TTNNOptimizerOptions &options);

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "alcove/Optimize/Passes.h.inc"

/// Unit attribute of an op whose layout and configuration the optimizer leaves as they are; it goes with the optimizer.
constexpr llvm::StringLiteral keptLayoutAttrName = "alcove.kept_layout";

/// Module attribute in which the optimizer leaves its counts for the summary.
constexpr llvm::StringLiteral planAttrName = "alcove.plan";

} // namespace alcove::transforms

#endif // ALCOVE_OPTIMIZE_PASSES_H

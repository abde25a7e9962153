//===- UserChoices.h - Options of the planner, checked ----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPTIMIZE_USERCHOICES_H
#define ALCOVE_LIB_OPTIMIZE_USERCHOICES_H

#include "alcove/Optimize/Layouts/LegalLayouts.h"
#include "alcove/Optimize/Passes.h"
#include "alcove/Plan/FunctionLayout/Format/PlanFile.h"
#include "alcove/Plan/FunctionLayout/Policy.h"

namespace alcove::transforms {

struct UserChoices {
  layouts::Overrides overrides;
  layouts::LegalLayoutOptions legal;
  plan::FunctionPolicyOptions policyOptions;
  bool workBySize = true; ///< the exact planner's limit is that of the function's size, not that of policyOptions
  /// The first one's plan is applied; the others are only compared.
  std::vector<std::string> policies;
  double l1UsageCap = 0.95;
  bool alternatives = true;                 ///< other op sequences are looked for and chosen from
  std::map<std::string, std::string> forms; ///< by part with alternatives: the form that the user fixed
  bool storeConstants = true;               ///< const-eval functions may store constants in other layouts
  int robustness = 0;                       ///< draws of prices in which plans are compared; 0: none
  /// Of every price in draws (PriceDraws), at least one entry.
  std::vector<std::optional<double>> robustnessErrors;
  bool reasons = false; ///< to be recorded for the summary
  std::string explain;  ///< name of an op whose choices are printed; empty = none
  bool explainToStdout = false;
  /// A plan to apply, or parts of one; its parts are among the overrides already.
  std::optional<formats::PlanFile> planIn;
  std::string planOut;                                ///< file for the plan that is applied; empty = none
  std::string exportProblem, exportPlan, certificate; ///< files for problem, plan and proof; empty = none
};

/// Reads the pass's options. Errors are emitted at `module`: numbers out of range, unknown policies, malformed
/// overrides, overrides of ops that do not exist.
mlir::FailureOr<UserChoices> userChoicesOf(mlir::Operation *module, const TTNNOptimizerOptions &options);

/// Every override of a layout leaves its op one that the device has; else an error at the op.
mlir::LogicalResult checkLayoutsFit(mlir::Operation *module, const UserChoices &choices,
                                    const queries::Machine &machine);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_OPTIMIZE_USERCHOICES_H

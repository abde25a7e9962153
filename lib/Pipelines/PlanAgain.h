//===- PlanAgain.h - Plan a planned module until it gets no better --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PIPELINES_PLANAGAIN_H
#define ALCOVE_LIB_PIPELINES_PLANAGAIN_H

#include "mlir/Pass/PassManager.h"

#include <memory>

namespace alcove::transforms {

/// The two pipelines by which a TTNN module can be planned; each runs on the device's module.
struct ReplanPipelines {
  /// Raises the module to TTIR, lowers, plans and finishes it, so that patterns of the lowering apply to TTNN as well.
  /// Empty when the module must not be planned this way.
  mlir::OpPassManager raised;
  /// Removes the plan that the module has (Optimize/Unplan), plans the ops that are there, and finishes.
  mlir::OpPassManager asGiven;
};

/// A pass that plans the device's module by the first of the two pipelines that works. With `untilNoBetter` it runs
/// both, and again on the faster result, for as long as the modelled time falls. The module is left as it was, byte for
/// byte, when it breaks no rule of the judge and no result is faster: a plan that the planner wrote comes back
/// unchanged, whatever order of equal ops the planner would choose now. A module that cannot be raised is planned as
/// given, and a remark says why.
std::unique_ptr<mlir::Pass> createPlanAgain(ReplanPipelines pipelines, bool untilNoBetter);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_PIPELINES_PLANAGAIN_H

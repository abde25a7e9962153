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

/// Two ways to plan a TTNN module, each a pipeline on the device's module.
struct WaysToPlan {
  /// Raise to TTIR, lower, plan, finish: whatever lowering knows of TTIR it finds in TTNN as well. Empty: not this way.
  mlir::OpPassManager raised;
  /// Take back, plan, finish: the ops that are there.
  mlir::OpPassManager asGiven;
};

/// A pass on the device's module that plans it: by the first way that works, or with `untilNoBetter` both ways for as
/// long as one takes less modelled time than what was there. What was there stays then, byte for byte, when it breaks
/// no rule of the judge and is as fast: a plan of ours comes back as it is, whatever order of equal ops the planner
/// would choose the next time. A module that cannot be raised is planned as given, and a remark says why.
std::unique_ptr<mlir::Pass> createPlanAgain(WaysToPlan ways, bool untilNoBetter);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_PIPELINES_PLANAGAIN_H

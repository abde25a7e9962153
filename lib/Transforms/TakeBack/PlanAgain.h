//===- PlanAgain.h - Plan a planned module until it gets no better --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_TRANSFORMS_TAKEBACK_PLANAGAIN_H
#define ALCOVE_LIB_TRANSFORMS_TAKEBACK_PLANAGAIN_H

#include "mlir/Pass/PassManager.h"

#include <memory>

namespace alcove::transforms {

/// A pass on the device's module that runs `plan` (take back, plan, finish) on it: once, or with `untilNoBetter` for as
/// long as the result takes less modelled time than what was there. What was there stays then, byte for byte, when it
/// breaks no rule of the judge and is as fast: a plan of ours comes back as it is, whatever order of equal ops the
/// planner would choose the next time.
std::unique_ptr<mlir::Pass> createPlanAgain(mlir::OpPassManager plan, bool untilNoBetter);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_TRANSFORMS_TAKEBACK_PLANAGAIN_H

//===- PlanAgain.cpp - Plan a planned module until it gets no better ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PlanAgain.h"

#include "alcove/MemoryJudge/MemoryWalk.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace alcove;

namespace {

/// The judge's word on a module: may it run, and how long.
struct Verdict {
  bool legal = false;
  int64_t untimedOps = 0;
  Nanoseconds time = 0;

  explicit Verdict(ModuleOp module) {
    judge::ModuleWalk walk(module);
    legal = walk.machine && llvm::all_of(walk.functions, [](const judge::FunctionWalk &function) {
              return function.violations.empty();
            });
    untimedOps = walk.totals.untimedOps;
    time = walk.totals.totalNs;
  }

  /// Less than a picosecond in a microsecond is rounding.
  bool isBetterThan(const Verdict &other) const {
    if (legal != other.legal || untimedOps != other.untimedOps)
      return legal != other.legal ? legal : untimedOps < other.untimedOps;
    return time < other.time * (1 - 1e-6);
  }
};

/// Plans that get better every time are not known; the bound keeps the pass finite should there be one.
constexpr int maxRounds = 8;

struct PlanAgain : PassWrapper<PlanAgain, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PlanAgain)

  PlanAgain(OpPassManager plan, bool untilNoBetter) : plan(std::move(plan)), untilNoBetter(untilNoBetter) {}
  StringRef getArgument() const override { return "ttnn-plan-again"; }
  void getDependentDialects(DialectRegistry &registry) const override { plan.getDependentDialects(registry); }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!untilNoBetter) {
      if (failed(runPipeline(plan, module)))
        signalPassFailure();
      return;
    }
    OwningOpRef<ModuleOp> best = cast<ModuleOp>(module->clone());
    Verdict verdict(*best);
    for (int round = 0; round < maxRounds; ++round) {
      if (failed(runPipeline(plan, module)))
        return signalPassFailure();
      Verdict now(module);
      if (verdict.legal && !now.isBetterThan(verdict)) {
        // Attributes stay: the planner's record is there.
        module.getBodyRegion().takeBody(best->getBodyRegion());
        return;
      }
      if (!now.legal) // the judge behind this pass says why
        return;
      best = cast<ModuleOp>(module->clone());
      verdict = now;
    }
  }

  OpPassManager plan;
  bool untilNoBetter;
};

} // namespace

std::unique_ptr<Pass> transforms::createPlanAgain(OpPassManager plan, bool untilNoBetter) {
  return std::make_unique<PlanAgain>(std::move(plan), untilNoBetter);
}

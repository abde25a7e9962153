//===- PlanAgain.cpp - Plan a planned module until it gets no better ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PlanAgain.h"

#include "alcove/Judge/Memory/MemoryWalk.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

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
  bool isBetterThan(const Verdict &other, double margin = 1e-6) const {
    if (legal != other.legal || untimedOps != other.untimedOps)
      return legal != other.legal ? legal : untimedOps < other.untimedOps;
    return time < other.time * (1 - margin);
  }
};

/// Plans that get better every time are not known; the bound keeps the pass finite should there be one.
constexpr int maxRounds = 8;

struct PlanAgain : PassWrapper<PlanAgain, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PlanAgain)

  PlanAgain(ReplanPipelines pipelines, bool untilNoBetter)
      : pipelines(std::move(pipelines)), untilNoBetter(untilNoBetter) {}
  PlanAgain(const PlanAgain &other)
      : PassWrapper(other), pipelines(other.pipelines), untilNoBetter(other.untilNoBetter) {}
  StringRef getArgument() const override { return "ttnn-plan-again"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    pipelines.raised.getDependentDialects(registry);
    pipelines.asGiven.getDependentDialects(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    start = cast<ModuleOp>(module->clone());
    bool planned = untilNoBetter ? planUntilNoBetter(module) : planOnce(module);
    start = {};
    if (!planned)
      signalPassFailure();
  }

private:
  static std::string textOf(ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream os(text);
    for (Operation &op : *module.getBody())
      op.print(os);
    return text;
  }

  struct Plan {
    std::string text;
    Verdict verdict;
    OwningOpRef<ModuleOp> module;
  };

  /// Plans once, both pipelines. The raised one has to be clearly faster: policies that go by the order of ops find by
  /// chance what is a little faster in any other order.
  bool planBothWays(ModuleOp module, bool first) {
    if (!runRaised(module, first))
      return succeeded(runPipeline(pipelines.asGiven, module));
    Verdict raised(module);
    OwningOpRef<ModuleOp> best = cast<ModuleOp>(module->clone());
    restart(module);
    std::string why;
    if (failed(runQuietly(pipelines.asGiven, module, why)) || raised.isBetterThan(Verdict(module), /*margin=*/0.05)) {
      start = std::move(best);
      restart(module);
    }
    return true;
  }

  /// Plans until a plan comes back: lowering orders ops, and the planner keeps to the order it finds. Of plans that
  /// lead to one another the fastest, then the first in the alphabet, so that it comes back from any of them.
  bool planOnce(ModuleOp module) {
    std::vector<Plan> plans;
    size_t cycle = 0;
    for (int round = 0; round < maxRounds; ++round) {
      if (!planBothWays(module, round == 0))
        return false;
      std::string text = textOf(module);
      cycle = llvm::find_if(plans, [&](const Plan &plan) { return plan.text == text; }) - plans.begin();
      if (cycle < plans.size())
        break;
      plans.push_back({std::move(text), Verdict(module), cast<ModuleOp>(module->clone())});
      start = cast<ModuleOp>(module->clone());
    }
    auto least = std::min_element(plans.begin() + (cycle < plans.size() ? cycle : 0), plans.end(),
                                  [](const Plan &a, const Plan &b) {
                                    if (a.verdict.isBetterThan(b.verdict) || b.verdict.isBetterThan(a.verdict))
                                      return a.verdict.isBetterThan(b.verdict);
                                    return a.text < b.text;
                                  });
    start = std::move(least->module);
    restart(module);
    return true;
  }

  /// False when the ops that are there cannot be planned.
  bool planUntilNoBetter(ModuleOp module) {
    Verdict verdict(*start);
    for (int round = 0; round < maxRounds; ++round) {
      OwningOpRef<ModuleOp> best;
      auto keepIfBetter = [&] {
        Verdict now(module);
        if (now.isBetterThan(verdict)) {
          best = cast<ModuleOp>(module->clone());
          verdict = now;
        }
      };
      if (runRaised(module, round == 0)) {
        keepIfBetter();
        restart(module);
      }
      // Ops that cannot be planned as they are need not be where their raised form was.
      std::string why;
      if (succeeded(best ? runQuietly(pipelines.asGiven, module, why) : runPipeline(pipelines.asGiven, module)))
        keepIfBetter();
      else if (!best)
        return false;
      if (!best && !verdict.legal) // the judge behind this pass says why
        return true;
      if (best)
        start = std::move(best);
      else
        round = maxRounds;
      restart(module);
    }
    return true;
  }

  /// The module that this round began with. Attributes stay: the planner's record is there.
  void restart(ModuleOp module) {
    OwningOpRef<ModuleOp> copy = cast<ModuleOp>(start->clone());
    module.getBodyRegion().takeBody(copy->getBodyRegion());
  }

  /// False, with the module as it was, when it is not raised or what was raised is not lowered. What could not be
  /// raised is said once, in the first round.
  bool runRaised(ModuleOp module, bool first) {
    if (pipelines.raised.empty())
      return false;
    std::string why;
    if (succeeded(runQuietly(pipelines.raised, module, why, /*remarks=*/first)))
      return true;
    restart(module);
    if (first)
      module.emitRemark("planned with the ops that are there: ") << why;
    return false;
  }

  /// Runs `way` without its errors, the first of which is put into `why`.
  LogicalResult runQuietly(OpPassManager &way, ModuleOp module, std::string &why, bool remarks = false) {
    ScopedDiagnosticHandler quiet(&getContext(), [&](Diagnostic &diagnostic) {
      bool error = diagnostic.getSeverity() == DiagnosticSeverity::Error;
      if (error && why.empty())
        why = diagnostic.str();
      return success(error || !remarks);
    });
    return runPipeline(way, module);
  }

  ReplanPipelines pipelines;
  bool untilNoBetter;
  OwningOpRef<ModuleOp> start; ///< of the round, while the pass runs
};

} // namespace

std::unique_ptr<Pass> transforms::createPlanAgain(ReplanPipelines pipelines, bool untilNoBetter) {
  return std::make_unique<PlanAgain>(std::move(pipelines), untilNoBetter);
}

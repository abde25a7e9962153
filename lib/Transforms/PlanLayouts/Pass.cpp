//===- Pass.cpp - ttnn-optimizer ------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AddressCheck.h"
#include "BuildProblem.h"
#include "PlanRecord.h"
#include "alcove/Sim/MemoryWalk.h"
#include "alcove/Transforms/Passes.h"

using namespace mlir;
using namespace alcove;

namespace alcove::transforms {
#define GEN_PASS_DEF_TTNNOPTIMIZER
#include "alcove/Transforms/Passes.h.inc"
} // namespace alcove::transforms

namespace {
struct Optimizer : transforms::impl::TTNNOptimizerBase<Optimizer> {
  using TTNNOptimizerBase::TTNNOptimizerBase;

  /// The overrides of the options, or nothing after an error.
  std::optional<layouts::Overrides> overrides() {
    layouts::Overrides result;
    auto take = [&](auto parsed, auto &slot) {
      if (!parsed.ok())
        return emitError(getOperation().getLoc()) << parsed.error().message, false;
      slot = std::move(*parsed);
      return true;
    };
    if (!take(layouts::parseLayoutOverrides(overrideOutputLayout), result.outputLayouts) ||
        !take(layouts::parseConv2dOverrides(overrideConv2dConfig), result.conv2dConfigs) ||
        !take(layouts::parseMemReconfigs(insertMemReconfig), result.memReconfigs))
      return std::nullopt;
    if (Status status = layouts::checkOverridesAreUsed(getOperation(), result); !status.ok()) {
      emitError(getOperation().getLoc()) << status.error().message;
      return std::nullopt;
    }
    return result;
  }

  void runOnOperation() override {
    if (memoryLayoutAnalysisPolicy != "DFSharding") {
      emitError(getOperation().getLoc()) << "unknown memory-layout-analysis-policy '" << memoryLayoutAnalysisPolicy
                                         << "'; there is DFSharding";
      return signalPassFailure();
    }
    std::optional<queries::Machine> machine = queries::machineOf(getOperation());
    if (!machine)
      return; // a module without a device is planned inside
    std::optional<layouts::Overrides> fixed = overrides();
    if (!fixed)
      return signalPassFailure();
    std::unique_ptr<opmodel::OpModel> model = queries::makeOpModel(getOperation());
    transforms::PlanRecord record;
    record.baseline = sim::totalsOf(getOperation(), *model, *machine);
    auto budget = static_cast<Bytes>(tensorL1UsageCap * static_cast<double>(machine->usableL1Bytes));
    transforms::OpQuestions questions(*model, *machine, budget, {maxLegalLayouts, rowMajorEnabled}, *fixed);
    transforms::PolicyOptions policy{memoryLayoutAnalysisEnabled, memReconfigEnabled, tailReservationEnabled,
                                     dropLosingChains, l1InterleavedFallback};
    getOperation().walk([&](func::FuncOp function) {
      if (!sim::isForwardFunction(function))
        return;
      // Counted before the IR changes; a plan that does not fit is not counted.
      transforms::PlanRecord withThis;
      auto count = [&](const transforms::FunctionPlan &plan) {
        withThis = record;
        withThis.add(plan, transforms::beliefsOf(plan, questions));
      };
      transforms::FunctionPlan plan = transforms::planAndApply(function, questions, *model, policy, *fixed, count);
      record = withThis;
      transforms::emitRemarks(plan);
    });
    record.attachTo(getOperation());
  }
};
} // namespace

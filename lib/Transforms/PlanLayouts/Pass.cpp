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

  bool checkNumbers() {
    if (!(tensorL1UsageCap > 0 && tensorL1UsageCap <= 1))
      return emitError(getOperation().getLoc())
                 << "tensor-l1-usage-cap " << tensorL1UsageCap.getValue() << ": must be above 0 and at most 1",
             false;
    if (maxLegalLayouts < 0)
      return emitError(getOperation().getLoc())
                 << "max-legal-layouts " << maxLegalLayouts.getValue() << ": must not be negative",
             false;
    return true;
  }

  /// Every override of a layout leaves its op one that the device has.
  bool checkLayoutsFit(const layouts::Overrides &fixed, const queries::Machine &machine) {
    WalkResult walked = getOperation().walk([&](Operation *op) -> WalkResult {
      auto found = fixed.outputLayouts.find(layouts::locationName(op).str());
      if (found == fixed.outputLayouts.end() || op->getNumResults() == 0 || !ttnn::layoutOf(op->getResult(0).getType()))
        return success();
      if (Status status = layouts::checkOverrideFits(found->second, machine.workerGrid); !status.ok())
        return op->emitOpError() << status.error().message;
      if (layouts::legalOpLayouts(op, machine, {maxLegalLayouts, rowMajorEnabled}, &found->second).empty())
        return op->emitOpError("override-output-layout: no legal layout of '") << found->first << "' is left";
      return success();
    });
    return !walked.wasInterrupted();
  }

  void runOnOperation() override {
    if (!checkNumbers())
      return signalPassFailure();
    if (memoryLayoutAnalysisPolicy != "DFSharding") {
      emitError(getOperation().getLoc()) << "unknown memory-layout-analysis-policy '" << memoryLayoutAnalysisPolicy
                                         << "'; there is DFSharding";
      return signalPassFailure();
    }
    std::optional<queries::Machine> machine = queries::machineOf(getOperation());
    if (!machine)
      return; // a module without a device is planned inside
    std::optional<layouts::Overrides> fixed = overrides();
    if (!fixed || !checkLayoutsFit(*fixed, *machine))
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

//===- Pass.cpp - ttnn-visualizer-report ----------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../DeviceModule.h"
#include "Collect.h"
#include "alcove/Report/Passes.h"

using namespace mlir;
using namespace alcove;

namespace alcove::transforms {
#define GEN_PASS_DEF_TTNNVISUALIZERREPORT
#include "alcove/Report/Passes.h.inc"
} // namespace alcove::transforms

namespace {
struct WriteReport : transforms::impl::TTNNVisualizerReportBase<WriteReport> {
  using TTNNVisualizerReportBase::TTNNVisualizerReportBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    ModuleOp module = transforms::deviceModule(getOperation());
    if (!module)
      return signalPassFailure();
    std::optional<transforms::PlanRecord> record = transforms::PlanRecord::readFrom(module);
    const transforms::PlanRecord *known = record ? &*record : nullptr;
    report::VisualizerReport report =
        module == getOperation() ? transforms::visualizerReport(module, getAnalysis<judge::ModuleWalk>(), known)
                                 : transforms::visualizerReport(module, judge::ModuleWalk(module), known);
    if (Status status = report::writeVisualizerReport(directory, report); !status.ok()) {
      emitError(getOperation().getLoc()) << "visualizer: " << status.error().message;
      signalPassFailure();
    }
  }
};
} // namespace

//===- Pass.cpp - ttnn-visualizer-report ----------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
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
    const auto &walk = getAnalysis<judge::ModuleWalk>();
    if (!walk.machine)
      return; // a module without a device is reported inside
    std::optional<transforms::PlanRecord> record = transforms::PlanRecord::readFrom(getOperation());
    report::VisualizerReport report = transforms::visualizerReport(getOperation(), walk, record ? &*record : nullptr);
    if (Status status = report::writeVisualizerReport(directory, report); !status.ok()) {
      emitError(getOperation().getLoc()) << "visualizer: " << status.error().message;
      signalPassFailure();
    }
  }
};
} // namespace

//===- VerifyMemoryPass.cpp - The judge as a pass -------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Memory/Timeline.h"
#include "alcove/Sim/MemoryWalk.h"
#include "alcove/Sim/Passes.h"
#include "alcove/Support/AtomicFile.h"

using namespace mlir;
using namespace alcove;

namespace alcove::sim {
#define GEN_PASS_DEF_TTNNVERIFYMEMORY
#include "alcove/Sim/Passes.h.inc"
} // namespace alcove::sim

namespace {
struct VerifyMemory : sim::impl::TTNNVerifyMemoryBase<VerifyMemory> {
  using TTNNVerifyMemoryBase::TTNNVerifyMemoryBase;

  void runOnOperation() override {
    std::vector<memory::Report> reports;
    if (queries::machineOf(getOperation())) {
      // The summary behind this pass uses the same walk.
      if (capacity > 0)
        judge(sim::ModuleWalk(getOperation(), capacity), reports);
      else
        judge(getAnalysis<sim::ModuleWalk>(), reports);
    } else { // a module without a device: look at those inside it
      getOperation().walk([&](ModuleOp inner) {
        if (inner != getOperation() && inner->hasAttr(ttcore::systemDescAttrName))
          judge(sim::ModuleWalk(inner, capacity), reports);
      });
    }
    if (!timeline.empty())
      write(timeline, memory::timelineJson(reports));
    if (!chromeTrace.empty())
      write(chromeTrace, memory::chromeTrace(reports));
    markAllAnalysesPreserved();
  }

  void judge(const sim::ModuleWalk &walk, std::vector<memory::Report> &reports) {
    for (const sim::FunctionWalk &function : walk.functions) {
      for (const sim::Violation &violation : function.violations)
        if (checkLeaks || StringRef(violation.rule) != "M14")
          report(violation);
      if (!timeline.empty() || !chromeTrace.empty())
        reports.push_back(function.memory);
    }
  }

  void report(const sim::Violation &violation) {
    InFlightDiagnostic diagnostic = violation.op->emitError() << "'" << violation.op->getName() << "' "
                                                              << violation.rule << ": " << violation.message;
    for (auto [value, range] : ArrayRef(violation.live).take_front(8))
      diagnostic.attachNote(value.getLoc()) << "live there: " << value.getType() << " (" << range.size()
                                            << " B per core, [" << range.begin << ", " << range.end << "))";
    signalPassFailure();
  }

  void write(const std::string &path, const std::string &contents) {
    if (Status status = writeFileAtomically(path, contents); !status.ok()) {
      emitError(getOperation().getLoc()) << status.error().message;
      signalPassFailure();
    }
  }
};
} // namespace

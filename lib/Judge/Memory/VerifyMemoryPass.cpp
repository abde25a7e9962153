//===- VerifyMemoryPass.cpp - The judge as a pass -------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Judge/Memory/MemoryWalk.h"
#include "alcove/Judge/Memory/Passes.h"
#include "alcove/Report/Timeline.h"

using namespace mlir;
using namespace alcove;

namespace alcove::judge {
#define GEN_PASS_DEF_TTNNVERIFYMEMORY
#include "alcove/Judge/Memory/Passes.h.inc"
} // namespace alcove::judge

namespace {
struct VerifyMemory : judge::impl::TTNNVerifyMemoryBase<VerifyMemory> {
  using TTNNVerifyMemoryBase::TTNNVerifyMemoryBase;

  void runOnOperation() override {
    std::vector<judge::Report> reports;
    forward.clear();
    if (queries::machineOf(getOperation())) {
      // The summary behind this pass uses the same walk.
      if (capacity > 0)
        judge(judge::ModuleWalk(getOperation(), capacity), reports);
      else
        judge(getAnalysis<judge::ModuleWalk>(), reports);
    } else { // a module without a device: look at those inside it
      getOperation().walk([&](ModuleOp inner) {
        if (inner != getOperation() && inner->hasAttr(ttcore::systemDescAttrName))
          judge(judge::ModuleWalk(inner, capacity), reports);
      });
    }
    if (!timeline.empty())
      write(timeline, judge::timelineJson(reports));
    if (!chromeTrace.empty())
      write(chromeTrace, judge::chromeTrace(forward.empty() ? reports : forward));
    markAllAnalysesPreserved();
  }

  void judge(const judge::ModuleWalk &walk, std::vector<judge::Report> &reports) {
    for (const judge::FunctionWalk &function : walk.functions) {
      for (const judge::WalkViolation &violation : function.violations)
        if (checkLeaks || StringRef(violation.rule) != "MEM-14")
          report(violation);
      if (!timeline.empty() || !chromeTrace.empty())
        reports.push_back(function.memory);
      // What is computed once before the first call may take a hundred times as long as a call: not in its picture.
      if (!chromeTrace.empty() && function.isForward)
        forward.push_back(function.memory);
    }
  }

  std::vector<judge::Report> forward;

  void report(const judge::WalkViolation &violation) {
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

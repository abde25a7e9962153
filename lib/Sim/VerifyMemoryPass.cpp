//===- VerifyMemoryPass.cpp - The judge as a pass -------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Sim/MemoryWalk.h"
#include "alcove/Sim/Passes.h"

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
    std::optional<queries::Machine> machine = queries::machineOf(getOperation());
    if (!machine) { // a module without a device: look at those inside it
      getOperation().walk([&](ModuleOp inner) {
        if (inner != getOperation() && inner->hasAttr(ttcore::systemDescAttrName))
          judge(inner, *queries::machineOf(inner));
      });
      return markAllAnalysesPreserved();
    }
    judge(getOperation(), *machine);
    markAllAnalysesPreserved();
  }

  void judge(ModuleOp module, const queries::Machine &machine) {
    std::unique_ptr<opmodel::OpModel> model = queries::makeOpModel(module);
    module.walk([&](func::FuncOp function) {
      if (!sim::isForwardFunction(function))
        return;
      sim::FunctionWalk walk =
          sim::walkFunction(function, *model, machine, capacity > 0 ? capacity : machine.usableL1Bytes);
      for (const sim::Violation &violation : walk.violations)
        report(violation);
    });
  }

  void report(const sim::Violation &violation) {
    InFlightDiagnostic diagnostic = violation.op->emitError() << "'" << violation.op->getName() << "' "
                                                              << violation.rule << ": " << violation.message;
    for (auto [value, bytes] : ArrayRef(violation.live).take_front(8))
      diagnostic.attachNote(value.getLoc()) << "live there: " << value.getType() << " (" << bytes << " B per core)";
    signalPassFailure();
  }
};
} // namespace

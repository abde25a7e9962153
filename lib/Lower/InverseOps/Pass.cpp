//===- Pass.cpp - Permutes and reshapes around convolutions cancel ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Decomposition/Patterns.h"
#include "../Functions.h"
#include "Patterns.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_ERASEINVERSEOPS
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {
struct EraseInverseOpsPass : conversion::impl::EraseInverseOpsBase<EraseInverseOpsPass> {
  using EraseInverseOpsBase::EraseInverseOpsBase;

  void runOnOperation() override {
    FailureOr<PatternSwitches> switches = PatternSwitches::allBut(disablePatterns, getOperation());
    if (failed(switches))
      return signalPassFailure();
    PatternCounts counts;
    RewritePatternSet patterns(&getContext());
    populatePermuteSinking(patterns);
    populateReshapeSinking(patterns);
    populateChainErasure(patterns);
    populateSimplification(patterns);
    FailureOr<bool> changed = applyToFunctions(getOperation(), std::move(patterns));
    if (failed(changed))
      return signalPassFailure();
    if (!*changed)
      markAllAnalysesPreserved();
    counts.attachTo(deviceModuleOf(getOperation()));
  }
};
} // namespace

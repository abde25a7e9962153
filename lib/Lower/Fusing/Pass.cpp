//===- Pass.cpp - What the library has as one op ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Decomposition/Patterns.h"
#include "../Functions.h"
#include "Patterns.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_FUSING
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {
struct FusingPass : conversion::impl::FusingBase<FusingPass> {
  using FusingBase::FusingBase;

  void runOnOperation() override {
    FailureOr<PatternSwitches> switches = PatternSwitches::allBut(disablePatterns, getOperation());
    if (failed(switches))
      return signalPassFailure();
    PatternCounts counts;
    RewritePatternSet patterns(&getContext());
    populateContractionFusing(patterns, convWithMultiply);
    populateActivationFusing(patterns, switches->has(LoweringPattern::TanhGelu) ? &counts : nullptr);
    populateReductionFusing(patterns);
    populateSoftmaxFusing(patterns);
    populateNormFusing(patterns);
    populateRotaryFusing(patterns);
    if (attention)
      populateAttentionFusing(patterns);
    using Populate = void (*)(RewritePatternSet &, PatternCounts &);
    for (auto [pattern, populate] :
         {std::pair<LoweringPattern, Populate>{LoweringPattern::SoftmaxOfOne, populateSoftmaxOfOne},
          {LoweringPattern::EarlyReductions, populateEarlyReductions},
          {LoweringPattern::EarlySlices, populateEarlySlices},
          {LoweringPattern::PadIntoWindow, populatePadFusing},
          {LoweringPattern::NearestUpsample, populateUpsampleFusing}})
      if (switches->has(pattern))
        populate(patterns, counts);
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

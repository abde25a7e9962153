//===- Pass.cpp - TTIR ops that TTNN has not ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"
#include "Patterns.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_TTIRTOTTIRDECOMPOSITION
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {
struct DecompositionPass : conversion::impl::TTIRToTTIRDecompositionBase<DecompositionPass> {
  using TTIRToTTIRDecompositionBase::TTIRToTTIRDecompositionBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateShapeDecompositions(patterns);
    populateCreationDecompositions(patterns);
    populateContractionDecompositions(patterns);
    populateReductionDecompositions(patterns);
    populateNormDecompositions(patterns, decomposeBatchNorm);
    populateGatherDecompositions(patterns);
    populateSelectionDecompositions(patterns);
    populateLibraryOpDecompositions(patterns);
    populateHeadDecompositions(patterns);
    populateCollectiveDecompositions(patterns);
    populateWindowDecompositions(patterns);
    populateGeneralWindowDecompositions(patterns);
    populateSimplification(patterns);
    FailureOr<bool> changed = applyToFunctions(getOperation(), std::move(patterns));
    if (failed(changed))
      return signalPassFailure();
    if (!*changed)
      markAllAnalysesPreserved();
  }
};
} // namespace

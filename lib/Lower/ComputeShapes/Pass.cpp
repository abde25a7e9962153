//===- Pass.cpp - ttir-narrow-rank ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Decomposition/Patterns.h"
#include "../Functions.h"
#include "../Trial.h"
#include "FormChoice.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_NARROWRANK
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;
using namespace alcove::conversion::rank;

/// Gives every row op its chosen form, in program order; returns how many changed. The reshapes that remain are merged
/// by simplification.
static int64_t apply(const FormChoice &choice) {
  int64_t changed = 0;
  for (auto [index, op] : llvm::enumerate(choice.rowOps())) {
    ArrayRef<int64_t> form = choice.formOf(index);
    shape::Shape before = shape::of(op->getResult(0));
    if (form == before)
      continue;
    OpBuilder builder(op);
    SmallVector<Value> operands;
    for (OpOperand &use : op->getOpOperands()) {
      Form wanted = *operandForm(op, use.getOperandNumber(), form);
      Value value = shape::of(use.get()) == ArrayRef<int64_t>(wanted) ? use.get() : originOf(use.get());
      operands.push_back(reshape(builder, suffixed(op->getLoc(), "_reshape"), value, wanted));
    }
    Operation *narrowed = rebuild(builder, op, operands, form);
    Value result = reshape(builder, suffixed(op->getLoc(), "_reshapeOutput"), narrowed->getResult(0), before);
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
    ++changed;
  }
  return changed;
}

namespace {
struct NarrowRankPass : conversion::impl::NarrowRankBase<NarrowRankPass> {
  using NarrowRankBase::NarrowRankBase;

  void runOnOperation() override {
    FailureOr<PatternSwitches> switches = PatternSwitches::allBut(disablePatterns, getOperation());
    if (failed(switches))
      return signalPassFailure();
    if (!switches->has(LoweringPattern::NarrowRank))
      return;
    PatternCounts counts;
    std::unique_ptr<OpPrices> ofModel = makePrices ? makePrices(deviceModuleOf(getOperation())) : nullptr;
    std::unique_ptr<FormPrices> prices = std::make_unique<CyclePrices>();
    if (ofModel)
      prices = std::make_unique<ModelPrices>(*ofModel);
    // Ops that have come to one shape are a group that they were not before; prices only fall.
    constexpr int maxRounds = 8;
    bool any = false;
    for (int round = 0; round < maxRounds; ++round) {
      int64_t changed = 0;
      for (func::FuncOp function : deviceFunctions(getOperation())) {
        FormChoice choice(function, *prices);
        choice.run();
        changed += apply(choice);
      }
      RewritePatternSet patterns(&getContext());
      populateSimplification(patterns);
      FailureOr<bool> simplified = applyToFunctions(getOperation(), std::move(patterns));
      if (failed(simplified))
        return signalPassFailure();
      any |= *simplified || changed > 0;
      if (changed == 0)
        break;
      counts.add(LoweringPattern::NarrowRank, changed);
    }
    counts.attachTo(deviceModuleOf(getOperation()));
    if (!any)
      markAllAnalysesPreserved();
  }

  MakeOpPrices makePrices;
};
} // namespace

std::unique_ptr<Pass> conversion::createNarrowRank(NarrowRankOptions options, MakeOpPrices prices) {
  return createPriced<NarrowRankPass>(std::move(options), std::move(prices));
}

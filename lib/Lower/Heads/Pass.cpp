//===- Pass.cpp - Heads by the library's kernels ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"
#include "../Trial.h"
#include "Heads.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_HEADSFUSING
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {
struct HeadsFusingPass : conversion::impl::HeadsFusingBase<HeadsFusingPass> {
  using HeadsFusingBase::HeadsFusingBase;

  void runOnOperation() override {
    FailureOr<PatternSwitches> switches = PatternSwitches::allBut(disablePatterns, getOperation());
    if (failed(switches))
      return signalPassFailure();
    ModuleOp module = deviceModuleOf(getOperation());
    std::unique_ptr<OpPrices> prices = makePrices ? makePrices(module) : nullptr;
    PatternCounts counts;
    int64_t changes = 0;
    auto count = [&](LoweringPattern pattern, int64_t times) {
      counts.add(pattern, times);
      changes += times;
    };
    for (func::FuncOp function : deviceFunctions(getOperation())) {
      bool splits = switches->has(LoweringPattern::SplitHeads);
      int64_t split = 0;
      if (switches->has(LoweringPattern::DecodeAttention))
        count(LoweringPattern::DecodeAttention, fuseDecodeAttention(function, prices.get(), splits ? &split : nullptr));
      count(LoweringPattern::SplitHeads, split);
      if (splits)
        count(LoweringPattern::SplitHeads, fuseSplitHeads(function, prices.get()));
      if (switches->has(LoweringPattern::JoinHeads))
        count(LoweringPattern::JoinHeads, fuseJoinHeads(function, prices.get()));
    }
    counts.attachTo(module);
    if (changes == 0)
      markAllAnalysesPreserved();
  }

  MakeOpPrices makePrices;
};
} // namespace

std::unique_ptr<Pass> conversion::createHeadsFusing(HeadsFusingOptions options, MakeOpPrices prices) {
  return createPriced<HeadsFusingPass>(std::move(options), std::move(prices));
}

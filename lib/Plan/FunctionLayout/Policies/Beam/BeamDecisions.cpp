//===- BeamDecisions.cpp - The beam's decisions as a plan -------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BeamDecisions.h"

#include "alcove/Plan/FunctionLayout/Solution.h"

namespace alcove::plan::beam {

namespace {

/// Writes conversions: one per reader (as tt-mlir does), or one per tensor and layout (its #8970).
class PlanWriter {
public:
  explicit PlanWriter(const BeamDecisions &decisions)
      : decisions(decisions), problem(decisions.problem), builder(decisions.problem) {}

  FunctionPlan write(std::string policy) {
    for (int32_t op = 0; op < static_cast<int32_t>(problem.numOps()); ++op)
      if (decisions.candidates[op] != problem.classOf(op).base)
        builder.choose(op, decisions.candidates[op]);
    settled.resize(problem.tensors.size());
    for (int32_t tensor = 0; tensor < static_cast<int32_t>(problem.tensors.size()); ++tensor)
      settled[tensor] =
          decisions.isSpilled(tensor) ? builder.copyAfterProducer(tensor, decisions.settledLayout(tensor)) : tensor;
    for (int32_t op = 0; op < static_cast<int32_t>(problem.numOps()); ++op)
      for (size_t k = 0; k < problem.ops[op].operands.size(); ++k)
        builder.read(op, k,
                     copyFor(problem.ops[op].operands[k], decisions.needsOf(op)[k], op, decisions.isShared(op, k)));
    for (size_t r = 0; r < problem.returns.size(); ++r)
      builder.returnCopy(
          r, copyFor(problem.returns[r], problem.tensors[problem.returns[r]].base, -1, decisions.shareConversions));
    return std::move(builder).finish(std::move(policy));
  }

private:
  int32_t copyFor(int32_t tensor, int32_t layout, int32_t op, bool isShared) {
    if (decisions.settledLayout(tensor) == layout)
      return settled[tensor];
    if (!isShared)
      return builder.copyBefore(op, settled[tensor], layout);
    auto [known, isNew] = shared.try_emplace({tensor, layout});
    if (isNew)
      known->second = builder.copyBefore(op, settled[tensor], layout);
    return known->second;
  }

  const BeamDecisions &decisions;
  const FunctionLayout &problem;
  PlanBuilder builder;
  std::vector<int32_t> settled; ///< per tensor: the copy that readers find
  std::map<std::pair<int32_t, int32_t>, int32_t> shared;
};

} // namespace

FunctionPlan BeamDecisions::toPlan(std::string policy) const {
  FunctionPlan plan = PlanWriter(*this).write(std::move(policy));
  plan.counts = counts;
  plan.reasons = reasons;
  for (size_t op = 0; op < problem.numOps(); ++op) {
    const std::vector<int32_t> &results = problem.ops[op].results;
    bool inL1 = !results.empty() && problem.layoutOf(results[0], settledLayout(results[0])).isL1();
    if (inL1)
      plan.reasons[op].clear();
    else if (plan.reasons[op].empty() && !results.empty())
      plan.reasons[op] =
          problem.classOf(static_cast<int32_t>(op)).traits.modelled ? "DRAM scored best" : "not modelled";
  }
  return plan;
}

} // namespace alcove::plan::beam

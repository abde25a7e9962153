//===- BeamPolicy.cpp - GreedyBeam and TimeBeam ---------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tt-mlir's greedy layout propagation and L1 spill management, rebuilt from their documented behaviour on plain values:
// docs/spec/GreedyBeam.md. TimeBeam is the same with the objective of tt-mlir#8915.
//
//===----------------------------------------------------------------------===//
#include "../Policies.h"
#include "Draft.h"
#include "Propagation.h"
#include "SpillPass.h"

#include <algorithm>

namespace alcove::plan {

namespace {

class BeamPolicy : public FunctionPolicy {
public:
  BeamPolicy(std::string_view policyName, const FunctionPolicyOptions &options, bool byTime)
      : policyName(policyName), options(options), byTime(byTime) {}

  std::string_view name() const override { return policyName; }
  FunctionPlan run(const FunctionLayout &problem, const Exclusions &exclusions) override;
  bool exclude(const FunctionLayout &problem, const FunctionPlan &plan, const PlanViolation &violation,
               Exclusions &exclusions) const override;

private:
  std::string_view policyName;
  FunctionPolicyOptions options;
  bool byTime;
};

/// The ops that run like `op`: of its class, under its candidate. None for -1.
std::vector<int32_t> opsLike(const FunctionLayout &problem, const FunctionPlan &plan, int32_t op) {
  std::vector<int32_t> like;
  for (int32_t other = 0; op >= 0 && other < static_cast<int32_t>(problem.numOps()); ++other)
    if (problem.ops[other].opClass == problem.ops[op].opClass && plan.candidate[other] == plan.candidate[op])
      like.push_back(other);
  return like;
}

FunctionPlan BeamPolicy::run(const FunctionLayout &problem, const Exclusions &exclusions) {
  if (exclusions.everything) {
    FunctionPlan plan = asItStands(problem);
    plan.policy = policyName;
    return plan;
  }
  beam::FunctionUses uses(problem);
  beam::Propagation propagation(problem, uses, options, byTime, exclusions);
  beam::Draft draft{problem, uses, options.shareConversions, propagation.run(), {}, {}, {}, {}};
  draft.spilled.resize(problem.tensors.size());
  draft.reasons.resize(problem.numOps());
  draft.counts = {{"evaluations", propagation.evaluations},
                  {"forks", propagation.forks},
                  {"dram_fallbacks", propagation.fallbacks},
                  {"shortened_products", propagation.shortened}};
  beam::SpillPass spills(draft, options, exclusions);
  if (options.spill)
    spills.run();
  return draft.toPlan(std::string(policyName));
}

/// GB-20. Everything that waits at the violation for a later op leaves L1: the tracker of the second pass has failed
/// there, and one tensor per round would run out of rounds. Then the op itself, then those that hold what is left. From
/// the fourth exclusion on, what looks the same elsewhere goes along: a model repeats its layers, and with them the
/// violation.
bool BeamPolicy::exclude(const FunctionLayout &problem, const FunctionPlan &plan, const PlanViolation &violation,
                         Exclusions &exclusions) const {
  bool widen = exclusions.results.size() + exclusions.ops.size() >= 4, grown = false;
  const std::vector<int32_t> &read = violation.op >= 0 ? problem.ops[violation.op].operands : problem.returns;
  for (int32_t copy : violation.copies) {
    int32_t tensor = plan.copies[copy].tensor;
    bool isOwn =
        problem.tensors[tensor].producer == violation.op || std::find(read.begin(), read.end(), tensor) != read.end();
    if (isOwn || !exclusions.results.insert(tensor).second)
      continue;
    grown = true;
    for (int32_t op : opsLike(problem, plan, widen ? problem.tensors[tensor].producer : -1))
      exclusions.results.insert(problem.ops[op].results.begin(), problem.ops[op].results.end());
  }
  if (grown)
    return true;
  if (violation.op < 0 || !exclusions.ops.insert(violation.op).second)
    return FunctionPolicy::exclude(problem, plan, violation, exclusions);
  for (int32_t op : opsLike(problem, plan, widen ? violation.op : -1))
    exclusions.ops.insert(op);
  return true;
}

} // namespace

std::unique_ptr<FunctionPolicy> makeGreedyBeam(const FunctionPolicyOptions &options) {
  return std::make_unique<BeamPolicy>("GreedyBeam", options, false);
}
std::unique_ptr<FunctionPolicy> makeTimeBeam(const FunctionPolicyOptions &options) {
  return std::make_unique<BeamPolicy>("TimeBeam", options, true);
}

} // namespace alcove::plan

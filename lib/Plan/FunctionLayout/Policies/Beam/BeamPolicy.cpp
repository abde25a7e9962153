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
#include "BeamDecisions.h"
#include "Exclude.h"
#include "Propagation.h"
#include "SpillPass.h"

namespace alcove::plan {

namespace {

class BeamPolicy : public FunctionPolicy {
public:
  BeamPolicy(std::string_view policyName, const FunctionPolicyOptions &options, bool byTime)
      : policyName(policyName), options(options), byTime(byTime) {}

  std::string_view name() const override { return policyName; }
  FunctionPlan run(const FunctionLayout &problem, const Exclusions &exclusions) override;
  bool exclude(const FunctionLayout &problem, const FunctionPlan &plan, const PlanViolation &violation,
               Exclusions &exclusions) const override {
    return beam::excludeWaiting(problem, plan, violation, exclusions) ||
           FunctionPolicy::exclude(problem, plan, violation, exclusions);
  }

private:
  std::string_view policyName;
  FunctionPolicyOptions options;
  bool byTime;
};

FunctionPlan BeamPolicy::run(const FunctionLayout &problem, const Exclusions &exclusions) {
  if (exclusions.everything) {
    FunctionPlan plan = asItStands(problem);
    plan.policy = policyName;
    return plan;
  }
  beam::FunctionUses uses(problem);
  beam::Propagation propagation(problem, uses, options, byTime, exclusions);
  beam::BeamDecisions decisions{problem, uses, options.shareConversions, propagation.run(), {}, {}, {}, {}};
  decisions.spilled.resize(problem.tensors.size());
  decisions.reasons.resize(problem.numOps());
  decisions.counts = {{"evaluations", propagation.evaluations},
                      {"forks", propagation.forks},
                      {"dram_fallbacks", propagation.fallbacks},
                      {"shortened_products", propagation.shortened}};
  beam::SpillPass spills(decisions, options, exclusions);
  if (options.spill)
    spills.run();
  return decisions.toPlan(std::string(policyName));
}

} // namespace

std::unique_ptr<FunctionPolicy> makeGreedyBeam(const FunctionPolicyOptions &options) {
  return std::make_unique<BeamPolicy>("GreedyBeam", options, false);
}
std::unique_ptr<FunctionPolicy> makeTimeBeam(const FunctionPolicyOptions &options) {
  return std::make_unique<BeamPolicy>("TimeBeam", options, true);
}

} // namespace alcove::plan

//===- Robust.cpp - The plan with the least regret ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of the exact planner's plans, one for the prices as they are and one for each draw (Robustness.h): the one whose
// regret stays lowest in nine draws of ten, among those that take at most a hundredth more at the prices as they are.
// Both bounds are the exact planner's; a plan that was made for other prices lies outside of the space that they speak
// of, because the lists of the space were ranked by other prices.
//
//===----------------------------------------------------------------------===//
#include "../Policies.h"
#include "alcove/Plan/FunctionLayout/Robustness.h"

namespace alcove::plan {

namespace {

constexpr double mostAboveNominal = 1.01; ///< times the time of the plan for the prices as they are

class Robust : public FunctionPolicy {
public:
  explicit Robust(const FunctionPolicyOptions &options) : options(options), global(makeGlobal(options)) {}
  std::string_view name() const override { return "Robust"; }

  FunctionPlan run(const FunctionLayout &problem, const Exclusions &exclusions) override {
    FunctionPlan nominal = global->run(problem, exclusions);
    PriceDraws draws{.count = options.draws, .relativeError = options.relativeError};
    if (exclusions.everything || (!draws.relativeError && !hasPriceErrors(problem)))
      return named(std::move(nominal), 0);
    nominal.time = timeOf(problem, nominal);
    const std::vector<FunctionPlan> rivals = plansOfDraws(problem, draws, options);
    std::vector<FunctionPlan> plans = {nominal};
    for (const FunctionPlan &plan : rivals)
      if (static_cast<double>(plan.time) <= mostAboveNominal * static_cast<double>(nominal.time) &&
          verify(problem, plan).ok())
        plans.push_back(plan);
    RobustnessReport report = compareUnder(problem, draws, plans, rivals);
    size_t best = 0;
    for (size_t i = 1; i < plans.size(); ++i)
      if (report.regrets[i].percentile90 < report.regrets[best].percentile90)
        best = i;
    if (best == 0)
      return named(std::move(nominal), plans.size());
    FunctionPlan chosen = std::move(plans[best]);
    takeClaims(chosen, nominal);
    return named(std::move(chosen), plans.size());
  }

private:
  static FunctionPlan named(FunctionPlan plan, size_t compared) {
    plan.policy = "Robust";
    plan.counts["plans_compared"] = static_cast<int64_t>(compared);
    return plan;
  }

  FunctionPolicyOptions options;
  std::unique_ptr<FunctionPolicy> global;
};

} // namespace

std::unique_ptr<FunctionPolicy> makeRobust(const FunctionPolicyOptions &options) {
  return std::make_unique<Robust>(options);
}

} // namespace alcove::plan

//===- Robust.cpp - The plan with the least regret ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of the exact planner's plans, one for the prices as they are and one for each draw: robustPlan (Robustness.h). Parts
// with alternatives take the forms of the first one. Both bounds are the exact planner's; a plan that was made for other
// prices lies outside of the space that they speak of, because the lists of the space were ranked by other prices.
//
//===----------------------------------------------------------------------===//
#include "../Policies.h"
#include "alcove/Plan/FunctionLayout/Robustness.h"

namespace alcove::plan {

namespace {

class Robust : public FunctionPolicy {
public:
  explicit Robust(const FunctionPolicyOptions &options) : options(options), global(makeGlobal(options)) {}
  std::string_view name() const override { return "Robust"; }

  FunctionPlan run(const FunctionLayout &problem, const Exclusions &exclusions) override {
    FunctionPlan nominal = global->run(problem, exclusions);
    PriceDraws draws{.count = exclusions.everything ? 0 : options.draws, .relativeError = options.relativeError};
    return robustPlan(problem, draws, options, std::move(nominal));
  }

  bool choosesForms() const override { return true; }

private:
  FunctionPolicyOptions options;
  std::unique_ptr<FunctionPolicy> global;
};

} // namespace

std::unique_ptr<FunctionPolicy> makeRobust(const FunctionPolicyOptions &options) {
  return std::make_unique<Robust>(options);
}

} // namespace alcove::plan

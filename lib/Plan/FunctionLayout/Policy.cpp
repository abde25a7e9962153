//===- Policy.cpp - Run, verify, exclude, run again -----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Policies/Policies.h"
#include "alcove/Base/Support/Nearest.h"
#include "alcove/Plan/FunctionLayout/Forms.h"

#include <fmt/format.h>

namespace alcove::plan {

namespace {
struct Maker {
  std::string_view name;
  std::unique_ptr<FunctionPolicy> (*make)(const FunctionPolicyOptions &);
  bool byNameAlone = false; ///< not among those that are compared: it runs another one many times
};
constexpr Maker makers[] = {
    {"AllDram", makeAllDram},
    {"GreedyBeam", makeGreedyBeam},
    {"TimeBeam", makeTimeBeam},
    {"GreedyL1Interleaved", makeGreedyL1Interleaved},
    {"BFInterleaved", makeBFInterleaved},
    {"DFSharding", makeDFSharding},
    {"DFSharding2", makeDFSharding2},
    {"Global", makeGlobal},
    {"Robust", makeRobust, /*byNameAlone=*/true},
};
} // namespace

std::vector<std::string_view> functionPolicyNames() {
  std::vector<std::string_view> names;
  for (const Maker &maker : makers)
    if (!maker.byNameAlone)
      names.push_back(maker.name);
  return names;
}

Result<std::unique_ptr<FunctionPolicy>> makeFunctionPolicy(std::string_view name,
                                                           const FunctionPolicyOptions &options) {
  for (const Maker &maker : makers)
    if (maker.name == name)
      return maker.make(options);
  return Error{fmt::format("there is no policy '{}'; there are {} and Robust; nearest: '{}'", name,
                           fmt::join(functionPolicyNames(), ", "),
                           nearestName(name, functionPolicyNames(), [](std::string_view each) { return each; }))};
}

bool FunctionPolicy::exclude(const FunctionLayout &problem, const FunctionPlan &plan, const PlanViolation &violation,
                             Exclusions &exclusions) const {
  for (int32_t copy : violation.copies) {
    int32_t tensor = plan.copies[copy].tensor, producer = problem.tensors[tensor].producer;
    if (exclusions.results.insert(tensor).second || (producer >= 0 && exclusions.ops.insert(producer).second))
      return true;
  }
  return violation.op >= 0 && exclusions.ops.insert(violation.op).second;
}

/// What the policy says of its plan; a bound holds for the problem whatever became of the plan.
static void noteOutcome(FunctionResult &result) {
  result.bound = result.plan.bound.value_or(0);
  if (auto work = result.plan.counts.find("solver_work"); work != result.plan.counts.end())
    result.work += static_cast<uint64_t>(work->second);
}

static void accept(FunctionResult &result, const PlanFacts &facts, PolicyObserver *observer) {
  result.facts = facts;
  result.proved = result.plan.bound && standingOf(facts.time, result.bound, result.plan.inSpace) == Standing::Optimal;
  if (observer)
    observer->progress({result.stage.c_str(), result.epochs, facts.time, result.bound, &result.plan});
}

/// With form 0 of each part.
static FunctionResult planAsItStands(const FunctionLayout &problem, FunctionPolicy &policy, uint64_t maxRounds,
                                     PolicyObserver *observer) {
  std::vector<int32_t> forms(problem.parts.size(), 0);
  FunctionLayout left = formed(problem, forms);
  FunctionResult result = planFunction(left, policy, maxRounds, observer);
  problem.takeAnswers(std::move(left));
  result.plan.forms = std::move(forms);
  return result;
}

FunctionResult planFunction(const FunctionLayout &problem, FunctionPolicy &policy, uint64_t maxRounds,
                            PolicyObserver *observer) {
  if (!problem.parts.empty() && !policy.choosesForms())
    return planAsItStands(problem, policy, maxRounds, observer);
  FunctionResult result;
  result.stage = policy.name();
  Exclusions exclusions;
  for (result.epochs = 1;; ++result.epochs) {
    result.plan = policy.run(problem, exclusions);
    noteOutcome(result);
    PlanVerdict verdict = verify(problem, result.plan);
    if (verdict.ok()) {
      accept(result, verdict.facts, observer);
      return result;
    }
    bool memory = verdict.violation->isMemory();
    if (!verdict.violation->mayBeExcluded() || exclusions.everything) {
      if (!memory)
        result.plan = asItStands(problem);
      result.facts = memory ? verdict.facts : verify(problem, result.plan).facts;
      result.broken = std::move(verdict.violation);
      return result;
    }
    if (result.epochs >= maxRounds || !problem.parts.empty() ||
        !policy.exclude(problem, result.plan, *verdict.violation, exclusions))
      exclusions.everything = true;
  }
}

} // namespace alcove::plan

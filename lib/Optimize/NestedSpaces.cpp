//===- NestedSpaces.cpp - A larger space costs no plan of a smaller one ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NestedSpaces.h"
#include "alcove/Plan/FunctionLayout/Format/FunctionLayoutFiles.h"
#include "alcove/Plan/FunctionLayout/Forms.h"

#include <algorithm>

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

/// Of the L1, in hundredths: plans with less are slower altogether.
static constexpr double steps[] = {0.95, 0.9, 0.85, 0.8};

NestedSpaces::NestedSpaces(func::FuncOp function, std::vector<MarkedPart> parts, const UserChoices &choices,
                           const opmodel::OpModel &model, const queries::Machine &machine)
    : function(function), parts(std::move(parts)), choices(choices), model(model), machine(machine) {
  auto capacityOf = [&](double cap) {
    auto wholeL1 = static_cast<double>(machine.usableL1Bytes + machine.l1SmallBytes);
    return std::min(static_cast<Bytes>(cap * wholeL1), machine.usableL1Bytes);
  };
  capacities.push_back(capacityOf(choices.l1UsageCap));
  for (double step : steps)
    if (Bytes less = capacityOf(step); less < capacities.back())
      capacities.push_back(less);
}

const FunctionProblem &NestedSpaces::problem(Space space) {
  auto found = problems.find(space);
  if (found == problems.end()) {
    ProblemOptions options{capacities[space.capacity], {}, choices.legal, &choices.overrides, choices.storeConstants};
    options.lessCapacities.assign(capacities.begin() + space.capacity + 1, capacities.end());
    options.legal.rowMajorEnabled = space.rows;
    found = problems.emplace(space, buildProblem(function, model, machine, options, parts)).first;
  }
  return found->second;
}

/// What a plan of `smaller` does, in `larger`: programs are numbered by each problem for itself.
static void takePrograms(const plan::FunctionLayout &smaller, const plan::FunctionPlan &from,
                         const plan::FunctionLayout &larger, plan::FunctionPlan &plan) {
  for (size_t op = 0; op < plan.candidate.size(); ++op) {
    const plan::CandidateTable &theirs = smaller.classOf(op).candidates, &ours = larger.classOf(op).candidates;
    if (op >= from.candidate.size() || from.candidate[op] < 0 || plan.candidate[op] < 0)
      continue;
    const plan::Candidate &wanted = theirs[from.candidate[op]];
    auto isWanted = [&](const plan::Candidate &is) {
      return std::tie(is.time, is.peakBytes, is.circularBytes, is.dramBytes) ==
             std::tie(wanted.time, wanted.peakBytes, wanted.circularBytes, wanted.dramBytes);
    };
    const int32_t named = plan.candidate[op];
    if (isWanted(ours[named]))
      continue;
    for (int32_t i = 0; i < ours.size(); ++i)
      if (isWanted(ours[i]) && std::ranges::equal(ours.operandsOf(i), ours.operandsOf(named)) &&
          std::ranges::equal(ours.resultsOf(i), ours.resultsOf(named))) {
        plan.candidate[op] = i;
        break;
      }
  }
}

std::optional<plan::FunctionPlan> NestedSpaces::planFrom(Space smaller, Space space) {
  const plan::FunctionResult &found = planIn(smaller);
  if (found.broken)
    return std::nullopt;
  Result<plan::FunctionPlan> plan =
      formats::planOf(problem(space).problem, formats::planByNames(problem(smaller).problem, found.plan));
  if (!plan.ok())
    return std::nullopt;
  const plan::FunctionLayout &theirs = problem(smaller).problem, &ours = problem(space).problem;
  std::vector<int32_t> forms = std::exchange(plan->forms, {});
  plan::FunctionLayout taken = plan::formed(ours, forms);
  takePrograms(plan::formed(theirs, found.plan.forms), found.plan, taken, *plan);
  plan->time = plan::timeOf(taken, *plan);
  plan->forms = std::move(forms);
  return std::move(*plan);
}

/// More than two thousandths above its bound: else there is little to find, and each step is a search of its own. Nor is
/// there where a choice of forms and layouts that knows no addresses finds nothing faster: then the bound is loose.
static bool isOpen(const plan::FunctionResult &result) {
  if (result.broken || !result.plan.bound || result.facts.time - *result.plan.bound <= result.facts.time / 500)
    return false;
  auto chosen = result.plan.counts.find("choice_ps");
  return chosen == result.plan.counts.end() || result.facts.time > chosen->second;
}

const plan::FunctionResult &NestedSpaces::planIn(Space space) {
  auto found = plans.find(space);
  return found != plans.end() ? found->second : plans.emplace(space, searched(space)).first->second;
}

plan::FunctionResult NestedSpaces::searched(Space space) {
  plan::FunctionPolicyOptions options = choices.policyOptions;
  options.certificate &= space.capacity == 0 && space.rows == choices.legal.rowMajorEnabled;
  if (space.rows)
    if (auto inTiles = planFrom({space.capacity, false}, space))
      options.known.push_back(std::move(*inTiles));
  auto policy = plan::makeFunctionPolicy("Global", options);
  const plan::FunctionLayout &built = problem(space).problem;
  plan::FunctionResult result = plan::planFunction(built, *policy.value());
  const Space withLess{space.capacity + 1, space.rows};
  if (withLess.capacity == capacities.size() || !isOpen(result))
    return result;
  std::optional<plan::FunctionPlan> other = planFrom(withLess, space);
  plan::PlanVerdict verdict = other ? plan::verify(built, *other) : plan::PlanVerdict();
  if (!other || !verdict.ok() || verdict.facts.time >= result.facts.time)
    return result;
  plan::takeClaims(*other, result.plan);
  other->policy = result.plan.policy; // planOf calls it given
  result.plan = std::move(*other);
  result.facts = verdict.facts;
  return result;
}

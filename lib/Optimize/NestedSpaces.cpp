//===- NestedSpaces.cpp - A larger space costs no plan of a smaller one ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NestedSpaces.h"
#include "alcove/Plan/FunctionLayout/Format/FunctionLayoutFiles.h"

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
    ProblemOptions options{capacities[space.capacity], choices.legal, &choices.overrides, choices.storeConstants};
    options.legal.rowMajorEnabled = space.rows;
    found = problems.emplace(space, buildProblem(function, model, machine, options, parts)).first;
  }
  return found->second;
}

std::optional<plan::FunctionPlan> NestedSpaces::planFrom(Space smaller, Space space) {
  const plan::FunctionResult &found = planIn(smaller);
  if (found.broken)
    return std::nullopt;
  Result<plan::FunctionPlan> plan =
      formats::planOf(problem(space).problem, formats::planByNames(problem(smaller).problem, found.plan));
  return plan.ok() ? std::optional(std::move(*plan)) : std::nullopt;
}

/// More than two thousandths above its bound: else there is little to find, and each step is a search of its own.
static bool isOpen(const plan::FunctionResult &result) {
  return !result.broken && result.plan.bound && result.facts.time - *result.plan.bound > result.facts.time / 500;
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

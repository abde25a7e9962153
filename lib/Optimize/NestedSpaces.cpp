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
  capacities.push_back(machine.fillableL1Bytes(choices.l1UsageCap));
  for (double step : steps)
    if (Bytes less = machine.fillableL1Bytes(step); less < capacities.back())
      capacities.push_back(less);
}

const FunctionProblem &NestedSpaces::problem(bool rows) {
  std::optional<FunctionProblem> &built = problems[rows];
  if (!built) {
    ProblemOptions options{capacities[0], {}, choices.legal, &choices.overrides, choices.storeConstants};
    options.lessCapacities.assign(capacities.begin() + 1, capacities.end());
    options.legal.rowMajorEnabled = rows;
    built = buildProblem(function, model, machine, options, parts);
  }
  return *built;
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

std::optional<plan::FunctionPlan> NestedSpaces::planFromTiles() {
  plan::FunctionResult found = planIn(false);
  if (found.broken)
    return std::nullopt;
  const plan::FunctionLayout &theirs = problem(false).problem, &ours = problem(true).problem;
  Result<plan::FunctionPlan> plan = formats::planOf(ours, formats::planByNames(theirs, found.plan));
  if (!plan.ok())
    return std::nullopt;
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

plan::FunctionPolicyOptions NestedSpaces::optionsFor(const plan::FunctionLayout &problem) const {
  plan::FunctionPolicyOptions options = choices.policyOptions;
  // Each of the conflicts of a deep network is answered by a search of its own.
  constexpr uint64_t least = 300'000'000, perOp = 1'000'000, small = 250;
  if (choices.workBySize)
    options.budget.workUnits =
        std::min(least + (std::max<uint64_t>(problem.numOps(), small) - small) * perOp, 2 * least);
  return options;
}

static plan::FunctionResult planExactly(const plan::FunctionLayout &problem,
                                        const plan::FunctionPolicyOptions &options) {
  auto policy = plan::makeFunctionPolicy("Global", options);
  return plan::planFunction(problem, *policy.value());
}

plan::FunctionResult NestedSpaces::planIn(bool rows) {
  plan::FunctionPolicyOptions options = optionsFor(problem(rows).problem);
  options.certificate &= rows == choices.legal.rowMajorEnabled;
  if (rows)
    if (auto inTiles = planFromTiles())
      options.known.push_back(std::move(*inTiles));
  const plan::FunctionLayout &all = problem(rows).problem;
  plan::FunctionResult result = planExactly(all, options);
  for (size_t less = 1; less < capacities.size() && isOpen(result); ++less) {
    plan::FunctionResult below = planWithin(capacities[less], all, result);
    if (below.broken || (below.plan.bound && *below.plan.bound >= plan::cutoffBeside(result.facts.time)))
      break;
    plan::PlanVerdict verdict = plan::verify(all, below.plan);
    if (!verdict.ok() || verdict.facts.time >= result.facts.time)
      continue;
    plan::takeClaims(below.plan, result.plan);
    result.plan = std::move(below.plan);
    result.facts = verdict.facts;
  }
  if (!result.broken && !result.plan.bound) { // its order has none yet
    options.known = {result.plan};
    options.budget.workUnits /= 4;
    if (plan::FunctionResult bounded = planExactly(all, options); !bounded.broken)
      result = std::move(bounded);
  }
  return result;
}

plan::FunctionResult NestedSpaces::planWithin(Bytes capacity, const plan::FunctionLayout &all,
                                              const plan::FunctionResult &known) {
  plan::FunctionLayout left = plan::formed(all, known.plan.forms);
  left.capacity = capacity;
  plan::FunctionPolicyOptions options = optionsFor(all);
  options.certificate = options.proof = false;
  options.anyOrder = options.orders = choices.policyOptions.orders && capacity == capacities[1]; // seldom of use again
  options.cutoff = plan::cutoffBeside(known.facts.time);
  plan::FunctionResult found = planExactly(left, options);
  all.takeAnswers(std::move(left));
  found.plan.forms = known.plan.forms;
  return found;
}

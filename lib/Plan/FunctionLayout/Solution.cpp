//===- Solution.cpp - Building plans for a whole function -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Solution.h"
#include "alcove/Plan/FunctionLayout/Forms.h"

#include <numeric>

using namespace alcove;
using namespace alcove::plan;

namespace {

/// Copies by the op that they stand at; -1 = the beginning or the return. One counting sort, so that ops without copies
/// cost nothing.
class CopiesByOp {
public:
  CopiesByOp(const FunctionLayout &problem, const FunctionPlan &plan, Copy::Place place)
      : begin(problem.numOps() + 2, 0) {
    size_t numTensors = problem.tensors.size();
    for (size_t i = numTensors; i < plan.copies.size(); ++i)
      if (plan.copies[i].place == place)
        ++begin[plan.copies[i].op + 2];
    for (size_t i = 1; i < begin.size(); ++i)
      begin[i] += begin[i - 1];
    ids.resize(begin.back());
    std::vector<int32_t> next(begin.begin(), begin.end() - 1);
    for (size_t i = numTensors; i < plan.copies.size(); ++i)
      if (plan.copies[i].place == place)
        ids[next[plan.copies[i].op + 1]++] = static_cast<int32_t>(i);
  }

  std::span<const int32_t> at(int32_t op) const {
    return {ids.data() + begin[op + 1], static_cast<size_t>(begin[op + 2] - begin[op + 1])};
  }

private:
  std::vector<int32_t> begin, ids;
};

} // namespace

Standing plan::standingOf(Picoseconds time, Picoseconds bound, bool inSpace) {
  if (inSpace)
    return time <= bound ? Standing::Optimal : Standing::Open;
  return time < bound ? Standing::BetterThanSpace : Standing::Open;
}

const char *plan::toString(Standing standing) {
  static constexpr const char *names[] = {"optimal_in_space", "better_than_space", "open"};
  return names[static_cast<size_t>(standing)];
}

std::vector<PlanStep> plan::stepsOf(const FunctionLayout &problem, const FunctionPlan &plan) {
  CopiesByOp before(problem, plan, Copy::Place::BeforeOp), after(problem, plan, Copy::Place::AfterOp);
  std::vector<PlanStep> steps;
  steps.reserve(plan.order.size() + plan.copies.size() - problem.tensors.size());
  auto convert = [&](std::span<const int32_t> copies) {
    for (int32_t copy : copies)
      steps.push_back({-1, copy});
  };
  convert(after.at(-1));
  for (int32_t op : plan.order) {
    convert(before.at(op));
    steps.push_back({op, -1});
    convert(after.at(op));
  }
  convert(before.at(-1));
  return steps;
}

bool plan::isMove(const FunctionPlan &plan, int32_t copy) {
  const Copy &made = plan.copies[copy];
  return made.source >= 0 && plan.copies[made.source].layout == made.layout;
}

const Conversion &plan::makerOf(const FunctionLayout &problem, const FunctionPlan &plan, int32_t copy) {
  const Copy &made = plan.copies[copy];
  int32_t kind = problem.tensors[made.tensor].kind;
  return isMove(plan, copy) ? problem.move(kind, made.layout)
                            : problem.conversion(kind, plan.copies[made.source].layout, made.layout);
}

Picoseconds plan::timeOf(const FunctionLayout &problem, const FunctionPlan &plan) {
  Picoseconds total = 0;
  // Stays at the limit once it is reached: more of them cannot overflow.
  auto add = [&total](Picoseconds time) { total = time < maxTime - total ? total + time : maxTime; };
  for (size_t op = 0; op < plan.candidate.size(); ++op)
    add(problem.classOf(static_cast<int32_t>(op)).candidates[plan.candidate[op]].time);
  for (size_t copy = problem.tensors.size(); copy < plan.copies.size(); ++copy)
    add(makerOf(problem, plan, static_cast<int32_t>(copy)).time);
  return total;
}

FunctionPlan plan::withoutCopy(const FunctionLayout &problem, const FunctionPlan &plan, int32_t dropped, int32_t kept) {
  FunctionPlan without = plan;
  auto rename = [&](int32_t &copy) {
    copy = copy == dropped ? kept : copy;
    copy -= copy > dropped ? 1 : 0;
  };
  without.copies.erase(without.copies.begin() + dropped);
  for (Copy &copy : without.copies)
    if (copy.source >= 0)
      rename(copy.source);
  for (std::vector<int32_t> &reads : without.reads)
    std::ranges::for_each(reads, rename);
  std::ranges::for_each(without.returns, rename);
  without.time = timeOf(problem, without);
  return without;
}

FunctionPlan plan::inTablesOf(const FunctionLayout &problem, const FunctionLayout &from, FunctionPlan plan) {
  for (size_t op = 0; op < plan.candidate.size(); ++op) {
    int32_t opClass = problem.ops[op].opClass;
    const CandidateTable &table = from.classes[opClass].candidates;
    plan.candidate[op] = problem.find(opClass, table.operandsOf(plan.candidate[op]), table[plan.candidate[op]].config);
  }
  return plan;
}

void plan::takeClaims(FunctionPlan &plan, const FunctionPlan &nominal) {
  plan.space = nominal.space;
  plan.limits = nominal.limits;
  plan.partSeconds = nominal.partSeconds;
  plan.anyOrderBound = nominal.anyOrderBound;
  plan.inSpace = false;
  bool sameOrder = plan.order == nominal.order && plan.forms == nominal.forms;
  plan.bound = sameOrder ? nominal.bound : nominal.anyOrderBound;
  plan.certificate = sameOrder ? nominal.certificate : nullptr;
}

FunctionPlan plan::asItStands(const FunctionLayout &problem) {
  if (!problem.parts.empty()) {
    std::vector<int32_t> forms(problem.parts.size(), 0);
    FunctionPlan plan = asItStands(formed(problem, forms));
    plan.forms = std::move(forms);
    return plan;
  }
  FunctionPlan plan;
  plan.policy = "as it stands";
  plan.order.resize(problem.numOps());
  std::iota(plan.order.begin(), plan.order.end(), 0);
  for (size_t t = 0; t < problem.tensors.size(); ++t)
    plan.copies.push_back({static_cast<int32_t>(t), problem.tensors[t].base});
  for (size_t op = 0; op < problem.numOps(); ++op) {
    plan.candidate.push_back(problem.classOf(static_cast<int32_t>(op)).base);
    plan.reads.push_back(problem.ops[op].operands);
  }
  plan.returns = problem.returns;
  plan.time = timeOf(problem, plan);
  return plan;
}

void PlanBuilder::choose(int32_t op, int32_t candidate) {
  const PlanOp &planOp = problem.ops[op];
  plan.candidate[op] = candidate;
  std::span<const int32_t> layouts = problem.classOf(op).candidates.resultsOf(candidate);
  for (size_t i = 0; i < planOp.results.size(); ++i)
    plan.copies[planOp.results[i]].layout = layouts[i];
  plan.reads[op] = planOp.operands;
}

int32_t PlanBuilder::copyAfterProducer(int32_t source, int32_t layout) {
  int32_t tensor = plan.copies[source].tensor;
  plan.copies.push_back({tensor, layout, source, Copy::Place::AfterOp, problem.tensors[tensor].producer});
  return static_cast<int32_t>(plan.copies.size()) - 1;
}

int32_t PlanBuilder::copyBefore(int32_t op, int32_t source, int32_t layout) {
  plan.copies.push_back({plan.copies[source].tensor, layout, source, Copy::Place::BeforeOp, op});
  return static_cast<int32_t>(plan.copies.size()) - 1;
}

FunctionPlan PlanBuilder::finish(std::string policy) && {
  plan.policy = std::move(policy);
  plan.time = timeOf(problem, plan);
  return std::move(plan);
}

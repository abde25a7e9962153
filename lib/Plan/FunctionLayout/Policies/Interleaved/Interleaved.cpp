//===- Interleaved.cpp - Results in L1 interleaved, nothing sharded -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Interleaved.h"
#include "../Beam/Exclude.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace alcove::plan {

InterleavedChoice::InterleavedChoice(const FunctionLayout &problem, const Exclusions &exclusions)
    : problem(problem), uses(problem), order(problem.numOps()), inL1(problem.tensors.size()),
      mayStay(problem.tensors.size()) {
  std::iota(order.begin(), order.end(), 0);
  for (int32_t tensor = 0; tensor < static_cast<int32_t>(problem.tensors.size()); ++tensor) {
    mayStay[tensor] = isEligible(tensor, exclusions);
    const Layout &base = problem.layoutOf(tensor, problem.tensors[tensor].base);
    if (problem.tensors[tensor].producer < 0 && base.isL1())
      reserved += base.l1Bytes;
  }
}

int32_t InterleavedChoice::l1Layout(int32_t tensor) const {
  const PlanTensor &value = problem.tensors[tensor];
  const std::vector<Layout> &layouts = problem.kinds[value.kind].layouts;
  for (size_t l = 0; l < layouts.size(); ++l)
    if (layouts[l].isL1() && !layouts[l].isSharded() && layouts[l].tiled == layouts[value.base].tiled)
      return static_cast<int32_t>(l);
  return -1;
}

Bytes InterleavedChoice::l1BytesOf(int32_t tensor) const { return problem.layoutOf(tensor, l1Layout(tensor)).l1Bytes; }

/// LI-1.
bool InterleavedChoice::isEligible(int32_t tensor, const Exclusions &exclusions) const {
  int32_t op = problem.tensors[tensor].producer;
  if (op < 0 || uses.returned[tensor] || uses.pinned[tensor] || uses.constant[tensor] ||
      problem.layoutOf(tensor, problem.tensors[tensor].base).isL1() || l1Layout(tensor) < 0 ||
      uses.readers[tensor].empty() || exclusions.results.count(tensor))
    return false;
  auto takesPart = [&](int32_t of) {
    return problem.classOf(of).traits.modelled && !problem.classOf(of).userFixed && !exclusions.ops.count(of);
  };
  if (!takesPart(op) || problem.ops[op].results.size() != 1)
    return false;
  return std::all_of(uses.readers[tensor].begin(), uses.readers[tensor].end(), [&](const beam::Use &use) {
    return takesPart(use.op) && problem.classOf(use.op).movable[use.operand];
  });
}

int32_t InterleavedChoice::candidateOf(int32_t op, bool resultInL1) const {
  const OpClass &opClass = problem.classOf(op);
  const std::vector<int32_t> &read = problem.ops[op].operands;
  bool anyInL1 = std::any_of(read.begin(), read.end(), [&](int32_t tensor) { return inL1[tensor]; });
  int32_t start = beam::startCandidate(problem, op);
  if (!anyInL1 && !resultInL1)
    return start;
  std::vector<int32_t> operands;
  for (int32_t tensor : read)
    operands.push_back(inL1[tensor] ? l1Layout(tensor) : problem.tensors[tensor].base);
  if (!resultInL1)
    return allowed(op, problem.find(problem.ops[op].opClass, operands, opClass.candidates[start].config));
  int32_t wanted = l1Layout(problem.ops[op].results[0]);
  for (int32_t config = 0; config < opClass.numLegalConfigs; ++config)
    if (opClass.configs[config].result == wanted)
      if (int32_t found = allowed(op, problem.find(problem.ops[op].opClass, operands, config)); found >= 0)
        return found;
  return -1;
}

/// Views would need the life of their source extended, and frees would end it: neither is planned here.
int32_t InterleavedChoice::allowed(int32_t op, int32_t candidate) const {
  if (candidate < 0)
    return -1;
  const OpClass &opClass = problem.classOf(op);
  int32_t consumed = opClass.candidates[candidate].consumes;
  if (consumed >= 0 && !uses.mayConsume(problem, op, consumed))
    return -1;
  const std::vector<int32_t> &read = problem.ops[op].operands;
  for (int32_t alias : opClass.candidates.aliasesOf(candidate))
    if (alias >= 0 && inL1[read[alias]])
      return -1;
  return uses.respectsWrites(problem, op, candidate) ? candidate : -1;
}

std::vector<int32_t> InterleavedChoice::predecessors(int32_t op) const {
  std::vector<int32_t> before = problem.ops[op].after;
  for (int32_t tensor : problem.ops[op].operands)
    if (problem.tensors[tensor].producer >= 0)
      before.push_back(problem.tensors[tensor].producer);
  std::vector<int32_t> distinct;
  for (int32_t other : before)
    if (std::find(distinct.begin(), distinct.end(), other) == distinct.end())
      distinct.push_back(other);
  return distinct;
}

FunctionPlan InterleavedChoice::toPlan(std::string_view policy, const std::vector<int32_t> &candidates) const {
  PlanBuilder builder(problem);
  builder.setOrder(order);
  std::vector<int32_t> settled(problem.tensors.size());
  std::iota(settled.begin(), settled.end(), 0);
  for (int32_t op = 0; op < static_cast<int32_t>(problem.numOps()); ++op)
    builder.choose(op, candidates[op]);
  for (int32_t tensor = 0; tensor < static_cast<int32_t>(problem.tensors.size()); ++tensor) {
    int32_t producer = problem.tensors[tensor].producer, base = problem.tensors[tensor].base;
    if (producer >= 0 && !inL1[tensor] && beam::layoutMade(problem, tensor, candidates[producer]) != base)
      settled[tensor] = builder.copyAfterProducer(tensor, base);
  }
  std::map<int32_t, std::vector<int32_t>> leaving; // op -> tensors
  for (auto [op, tensor] : spills)
    leaving[op].push_back(tensor);
  FunctionPlan plan;
  for (int32_t op : order) {
    if (auto found = leaving.find(op); found != leaving.end())
      for (int32_t tensor : found->second)
        settled[tensor] = builder.copyBefore(op, tensor, problem.tensors[tensor].base);
    for (size_t k = 0; k < problem.ops[op].operands.size(); ++k)
      builder.read(op, k, settled[problem.ops[op].operands[k]]);
  }
  for (size_t r = 0; r < problem.returns.size(); ++r)
    builder.returnCopy(r, settled[problem.returns[r]]);
  plan = std::move(builder).finish(std::string(policy));
  plan.reasons.resize(problem.numOps());
  for (size_t op = 0; op < problem.numOps(); ++op)
    for (int32_t tensor : problem.ops[op].results)
      if (!inL1[tensor])
        plan.reasons[op] = mayStay[tensor] ? "no room, or refused in L1 interleaved" : "takes no part";
  plan.counts["kept_results"] = std::count(inL1.begin(), inL1.end(), true);
  plan.counts["spills"] = static_cast<int64_t>(spills.size());
  return plan;
}

/// Exchange argument: of two neighbours a, b the order a b peaks at max(ra, ha + rb) beside the rest, b a at
/// max(rb, hb + ra); the first is no worse when ra - ha >= rb - hb (Liu 1987, for trees).
Bytes leastPeak(std::vector<HeldResult> &results, Bytes last) {
  std::stable_sort(results.begin(), results.end(),
                   [](const HeldResult &a, const HeldResult &b) { return a.required - a.held > b.required - b.held; });
  Bytes held = 0, peak = 0;
  for (const HeldResult &result : results) {
    peak = std::max(peak, held + result.required);
    held += result.held;
  }
  return std::max(peak, held + last);
}

namespace {
class InterleavedPolicy : public FunctionPolicy {
public:
  InterleavedPolicy(std::string_view name, InterleavedPlanner planner) : title(name), planner(planner) {}
  std::string_view name() const override { return title; }
  FunctionPlan run(const FunctionLayout &problem, const Exclusions &exclusions) override {
    FunctionPlan plan = exclusions.everything ? asItStands(problem) : planner(problem, exclusions);
    plan.policy = title;
    return plan;
  }
  bool exclude(const FunctionLayout &problem, const FunctionPlan &plan, const PlanViolation &violation,
               Exclusions &exclusions) const override {
    return beam::excludeWaiting(problem, plan, violation, exclusions) ||
           FunctionPolicy::exclude(problem, plan, violation, exclusions);
  }

private:
  std::string_view title;
  InterleavedPlanner planner;
};
} // namespace

std::unique_ptr<FunctionPolicy> makeInterleavedPolicy(std::string_view name, InterleavedPlanner plan) {
  return std::make_unique<InterleavedPolicy>(name, plan);
}

} // namespace alcove::plan

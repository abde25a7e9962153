//===- Global.cpp - The exact planner of a whole function -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   plans of the other policies ──► search space ──► layout choice ──► planner ──► plan ──► verifier ──► accepted
//   (first incumbents)                                    ▲                                   │
//                                                         └── what clashed is excluded ◄──────┘
//
// The cheapest accepted plan wins, the others' included, so none of them is ever better. The bound is that of the first
// layout choice: nothing was excluded yet.
//
//===----------------------------------------------------------------------===//
#include "../DFSharding/ChainPlan.h"
#include "../Policies.h"
#include "Reduction.h"
#include "alcove/Plan/Common/Deadline.h"
#include "alcove/Plan/LayoutChoice/Planner.h"

#include <algorithm>
#include <fmt/format.h>

namespace alcove::plan {

namespace {

class GlobalSearch {
public:
  GlobalSearch(const FunctionLayout &problem, const FunctionPolicyOptions &options)
      : problem(problem), options(options), deadline(options.budget), pinned(pinnedTensors(problem)) {}

  FunctionPlan run() {
    startFromOthers();
    SearchSpace space = enumerate(problem, options.layoutsPerSharding, known);
    Reduction reduction(problem, space, incumbents.front().order, pinned);
    solve(reduction);
    FunctionPlan best =
        std::move(*std::min_element(incumbents.begin(), incumbents.end(),
                                    [](const FunctionPlan &a, const FunctionPlan &b) { return a.time < b.time; }));
    describe(best, space);
    return best;
  }

private:
  void describe(FunctionPlan &best, const SearchSpace &space) const {
    best.policy = "Global";
    best.bound = bound;
    best.space = fmt::format(
        "order as scheduled; {} layouts per sharding ({} layouts left out); a tensor is kept to its "
        "last reader, spilled behind its producer, or loaded before its first reader; what is written in place stays",
        options.layoutsPerSharding, space.layoutsLeftOut);
    best.counts = {{"conflicts", conflicts}, {"solver_work", work}};
    best.chains.clear();
    best.failures.clear();
    best.reasons.assign(problem.numOps(), "");
    for (size_t op = 0; op < problem.numOps(); ++op)
      if (!problem.ops[op].results.empty()) {
        const Copy &made = best.copies[problem.ops[op].results[0]];
        if (!problem.layoutOf(made.tensor, made.layout).isL1())
          best.reasons[op] = "the cheapest plan found leaves it there";
      }
  }

  /// Plans of all other policies; the layouts of the chain policies' plans are searched in any case.
  void startFromOthers() {
    for (const char *name : {"DFSharding", "DFSharding2"})
      startFrom(name);
    known = incumbents;
    for (std::string_view name : functionPolicyNames())
      if (name != "Global" && !name.starts_with("DFSharding"))
        startFrom(name);
    if (incumbents.empty())
      incumbents.push_back(asItStands(problem));
  }

  void startFrom(std::string_view name) {
    FunctionResult result = planFunction(problem, *makeFunctionPolicy(name, options).value());
    if (!result.broken)
      incumbents.push_back(std::move(result.plan));
  }

  void solve(Reduction &reduction) {
    for (int round = 0; round < maxRounds; ++round) {
      Budget budget = options.budget;
      budget.seconds = deadline.secondsLeft();
      budget.workUnits /= round == 0 ? 1 : 4; // the bound is that of round 0
      PlannerOptions switches;
      switches.certificate = false;
      LayoutResult result = makeLayoutPlanner(switches)->run(reduction.choice(), budget, nullptr);
      work += static_cast<int64_t>(result.work);
      if (round == 0)
        bound = std::max<Picoseconds>(result.bound, 0);
      if (!result.solution.found())
        return;
      FunctionPlan plan = reduction.decode(result.solution);
      PlanVerdict verdict = verify(problem, plan);
      if (verdict.ok()) {
        incumbents.push_back(std::move(plan));
        return;
      }
      if (!verdict.violation->mayBeExcluded())
        return handOver(std::move(plan));
      ++conflicts;
      if (round < localRounds)
        reduction.exclude(verdict.violation->op, result.solution);
      else
        reduction.shrinkCapacity();
    }
  }

  /// A broken rule is a bug: the plan goes to planFunction's verifier, which says so.
  void handOver(FunctionPlan plan) {
    plan.time = 0;
    incumbents.push_back(std::move(plan));
  }

  /// Conflicts that are answered where they are; later ones by less L1 everywhere.
  static constexpr int localRounds = 4, maxRounds = 10;
  const FunctionLayout &problem;
  const FunctionPolicyOptions &options;
  Deadline deadline;
  std::vector<bool> pinned;
  std::vector<FunctionPlan> incumbents; ///< accepted by the verifier; the first one's order is kept
  std::vector<FunctionPlan> known;      ///< whose layouts are searched in any case
  Picoseconds bound = 0;
  int64_t conflicts = 0, work = 0;
};

class Global : public FunctionPolicy {
public:
  explicit Global(const FunctionPolicyOptions &options) : options(options) {}
  std::string_view name() const override { return "Global"; }

  /// Its plans are verified before they are returned, so that nothing but everything is ever excluded.
  FunctionPlan run(const FunctionLayout &problem, const Exclusions &exclusions) override {
    if (exclusions.everything) {
      FunctionPlan plan = makeAllDram(options)->run(problem, exclusions);
      plan.policy = name();
      return plan;
    }
    return GlobalSearch(problem, options).run();
  }

private:
  FunctionPolicyOptions options;
};

} // namespace

std::unique_ptr<FunctionPolicy> makeGlobal(const FunctionPolicyOptions &options) {
  return std::make_unique<Global>(options);
}

} // namespace alcove::plan

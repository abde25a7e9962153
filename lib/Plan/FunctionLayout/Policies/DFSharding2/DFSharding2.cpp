//===- DFSharding2.cpp - The chain policy, second version -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   schedule, cut into chains -> what concatenations ask of their inputs -> one configuration per op -> concatenations
//     -> views behind chains -> results with several uses -> chains into chains -> runs that lose are given up
//
// After tt-mlir's DFShardingPolicy of 2025/26 ("2.0", removed there in July 2026). Rules, and where this differs:
// docs/spec/DFSharding2.md.
//
//===----------------------------------------------------------------------===//
#include "../Policies.h"
#include "Steps.h"

#include <algorithm>
#include <fmt/format.h>

namespace alcove::plan {

namespace {

/// One run of the policy.
class Planner {
public:
  Planner(const FunctionLayout &problem, const Exclusions &exclusions, const FunctionPolicyOptions &options)
      : plan(problem), exclusions(exclusions), options(options) {
    plan.schedule(exclusions);
    for (int32_t op : plan.order)
      plan.settle(op, "");
  }

  FunctionPlan run() {
    Reservations reservations(plan, exclusions, options);
    solveChains(reservations);
    if (options.concatChains)
      resolveConcats(reservations);
    if (options.reserveViews)
      reserveViews(reservations);
    if (options.reserveForks)
      reserveForks(reservations);
    if (options.mergeChains)
      mergeChains(reservations);
    if (options.keepSingleReaders)
      keepSingleReaders(reservations);
    if (options.dropLosingRuns)
      dropLosingRuns(reservations, solved);
    if (options.l1InterleavedFallback)
      upgradeToL1Interleaved(reservations);
    return write(reservations);
  }

private:
  void solveChains(Reservations &reservations) {
    preferred.resize(plan.chains.size());
    if (options.concatChains)
      preferred = concatPreferences(plan, exclusions);
    for (size_t i = 0; i < plan.chains.size();) {
      std::optional<int> failedEdge;
      if (!options.concatChains || !plan.chains[i].isConcat)
        failedEdge = solve(reservations, plan.chains[i], preferred[i]);
      bool again = failedEdge && options.splitFailedChains && split(i, *failedEdge);
      i += !again;
    }
    solved = plan.ops;
  }

  // DS2-18. Cuts a failed chain before the op at `edge`; the first op alone when it is the one that fails. True when
  // what stands before the cut is to be solved again.
  bool split(size_t index, int edge) {
    if (plan.chains[index].ops.size() < 2)
      return false;
    Chain rest = plan.chains[index];
    auto cut = static_cast<std::ptrdiff_t>(std::max(edge, 1)), behind = static_cast<std::ptrdiff_t>(index) + 1;
    plan.chains[index].ops.resize(static_cast<size_t>(cut));
    rest.state = ChainState::Built;
    rest.ops.erase(rest.ops.begin(), rest.ops.begin() + cut);
    plan.chains.insert(plan.chains.begin() + behind, std::move(rest));
    preferred.insert(preferred.begin() + behind, preferred[index]);
    preferred[index].reset();
    return edge > 0;
  }

  /// Solves a chain, first as the concatenation behind it asks, then as it likes (DS2-6); DS2-5. The edge at which it
  /// fails in the solver, if it does.
  std::optional<int> solve(Reservations &reservations, Chain &chain, std::optional<Sharding> endSharding) {
    std::vector<int32_t> ops(chain.ops.begin(), chain.ops.end());
    for (int32_t op : ops)
      plan.ops[op] = OpDecision();
    int failedEdge = solveChain(plan, chain, options.allowReshards, endSharding);
    if (endSharding && chain.state == ChainState::Failed) {
      reservations.count("preferences_dropped", ops.back(), chain.reason);
      failedEdge = solveChain(plan, chain, options.allowReshards);
    }
    std::string why = plan.ops[ops.front()].missed;
    std::optional<Refusal> refusal;
    if (chain.state == ChainState::Completed) {
      refusal = reservations.admit(ops);
      if (!refusal)
        return std::nullopt;
      chain.state = ChainState::Failed;
      chain.reason = refusal->kind == Refusal::Kind::NoRoom ? "its conversions do not fit" : "a conversion is missing";
      why = "its chain failed: " + refusal->text;
    }
    for (int32_t op : ops)
      plan.settle(op, why);
    (void)reservations.admit(ops);
    return refusal ? std::nullopt : std::optional(failedEdge);
  }

  /// In schedule order, so that a concatenation of concatenations finds these completed.
  void resolveConcats(Reservations &reservations) {
    for (size_t i = 0; i < plan.chains.size(); ++i) {
      Chain &chain = plan.chains[i];
      if (!chain.isConcat)
        continue;
      std::optional<Refusal> refusal = resolveConcat(reservations, chain, preferred[i]);
      if (!refusal)
        continue;
      int32_t op = chain.ops[0];
      reservations.count("concats_refused", op, refusal->text);
      if (shardingOfInputs(plan.problem.classOf(op).traits)) {
        (void)solve(reservations, chain, preferred[i]); // from slow memory
      } else {
        chain.state = ChainState::Failed;
        chain.reason = refusal->text;
        plan.settle(op, refusal->text);
      }
      solved[op] = plan.ops[op];
    }
  }

  void upgradeToL1Interleaved(Reservations &reservations) {
    for (size_t i = 0; i + 1 < plan.order.size(); ++i) {
      int32_t config = l1InterleavedUpgrade(plan, exclusions, plan.order[i], plan.order[i + 1]);
      if (config < 0 || reservations.attempt({{}, {{plan.order[i], config, false}}}))
        continue;
      reservations.count("upgrades", plan.order[i], "");
      ++i; // the next op reads L1 now: its own result stays where it is
    }
  }

  FunctionPlan write(Reservations &reservations) {
    for (const Chain &chain : plan.chains) {
      int32_t end = reservations.openEnd(chain);
      if (end >= 0 && plan.ops[chain.ops.back()].missed.empty())
        reservations.leaveInDram(chain.ops.back(), chain.reason);
    }
    for (int32_t op : plan.order)
      if (plan.ops[op].missed.empty() && !plan.ops[op].inChain && isSettled(op))
        plan.ops[op].missed =
            plan.problem.classOf(op).traits.chainShardable ? "no chain holds it" : "the policy does not shard this op";
    FunctionPlan result = plan.toFunctionPlan("DFSharding2");
    for (const auto &[action, count] : reservations.counts)
      result.counts[action] = count;
    return result;
  }

  bool isSettled(int32_t op) const {
    return plan.problem.ops[op].results.empty() || plan.settledLayout(plan.problem.ops[op].results[0]) ==
                                                       plan.problem.tensors[plan.problem.ops[op].results[0]].base;
  }

  ChainPlan plan;
  const Exclusions &exclusions;
  const FunctionPolicyOptions &options;
  std::vector<std::optional<Sharding>> preferred; ///< per chain: what the concatenation behind it asks for
  std::vector<OpDecision> solved;                 ///< behind the chain solver
};

class DFSharding2 : public FunctionPolicy {
public:
  explicit DFSharding2(const FunctionPolicyOptions &options) : options(options) {}
  std::string_view name() const override { return "DFSharding2"; }

  FunctionPlan run(const FunctionLayout &problem, const Exclusions &exclusions) override {
    return Planner(problem, exclusions, options).run();
  }

  bool exclude(const FunctionLayout &problem, const FunctionPlan &plan, const PlanViolation &violation,
               Exclusions &exclusions) const override;

private:
  /// Results that are tried at most when several may be to blame; the others are smaller.
  static constexpr size_t maxTrials = 8;
  /// Kept results that lie there at the violation: those that wait for a later op, then those that are read there;
  /// the largest first.
  std::vector<int32_t> suspects(const FunctionLayout &problem, const FunctionPlan &plan, const PlanViolation &violation,
                                const Exclusions &exclusions) const;
  /// The one without which the plan gets furthest, and is fastest.
  int32_t culprit(const FunctionLayout &problem, const std::vector<int32_t> &tensors,
                  const Exclusions &exclusions) const;

  FunctionPolicyOptions options;
};

/// Which copies of a plan wait for ops beyond the next one of their chain.
class KeptCopies {
public:
  KeptCopies(const FunctionLayout &problem, const FunctionPlan &plan)
      : problem(problem), plan(plan), chainOf(problem.numOps(), -1), kept(plan.copies.size(), false) {
    for (size_t i = 0; i < plan.chains.size(); ++i)
      for (int32_t op : plan.chains[i])
        chainOf[op] = static_cast<int32_t>(i);
    for (int32_t op : plan.order)
      for (int32_t copy : plan.reads[op])
        kept[copy] = kept[copy] || isKeptFor(copy, op);
  }

  bool isKept(int32_t copy) const { return kept[copy]; }
  bool isRead(int32_t copy, int32_t op) const {
    return op >= 0 && std::count(plan.reads[op].begin(), plan.reads[op].end(), copy) > 0;
  }
  bool isInChain(int32_t op) const { return op >= 0 && chainOf[op] >= 0; }

private:
  bool isKeptFor(int32_t copy, int32_t op) const {
    int32_t producer = problem.tensors[plan.copies[copy].tensor].producer;
    bool converted = plan.copies[copy].source >= 0 && plan.copies[copy].place == Copy::Place::BeforeOp;
    return producer >= 0 && !converted && (chainOf[producer] < 0 || chainOf[producer] != chainOf[op]);
  }

  const FunctionLayout &problem;
  const FunctionPlan &plan;
  std::vector<int32_t> chainOf;
  std::vector<bool> kept; ///< per copy: read by an op outside its producer's chain
};

} // namespace

std::vector<int32_t> DFSharding2::suspects(const FunctionLayout &problem, const FunctionPlan &plan,
                                           const PlanViolation &violation, const Exclusions &exclusions) const {
  KeptCopies copies(problem, plan);
  std::vector<int32_t> tensors;
  for (bool waits : {true, false})
    for (int32_t copy : violation.copies)
      if (int32_t tensor = plan.copies[copy].tensor;
          copies.isKept(copy) && copies.isRead(copy, violation.op) != waits && !exclusions.results.count(tensor) &&
          std::find(tensors.begin(), tensors.end(), tensor) == tensors.end())
        tensors.push_back(tensor);
  return tensors;
}

int32_t DFSharding2::culprit(const FunctionLayout &problem, const std::vector<int32_t> &tensors,
                             const Exclusions &exclusions) const {
  int32_t found = tensors.front();
  std::optional<std::tuple<bool, int64_t, Picoseconds>> best;
  FunctionPolicyOptions quiet = options;
  quiet.observer = nullptr;
  for (size_t i = 0; tensors.size() > 1 && i < std::min(tensors.size(), maxTrials); ++i) {
    Exclusions trial = exclusions;
    trial.results.insert(tensors[i]);
    FunctionPlan plan = Planner(problem, trial, quiet).run();
    PlanVerdict verdict = verify(problem, plan);
    auto at = verdict.ok() ? plan.order.end() : std::find(plan.order.begin(), plan.order.end(), verdict.violation->op);
    std::tuple outcome(!verdict.ok(), -static_cast<int64_t>(at - plan.order.begin()), plan.time);
    if (!best || outcome < *best) {
      best = outcome;
      found = tensors[i];
    }
  }
  return found;
}

// DS2-16: one result or one op goes, so that everything else stays.
bool DFSharding2::exclude(const FunctionLayout &problem, const FunctionPlan &plan, const PlanViolation &violation,
                          Exclusions &exclusions) const {
  if (std::vector<int32_t> tensors = suspects(problem, plan, violation, exclusions); !tensors.empty())
    return exclusions.results.insert(culprit(problem, tensors, exclusions)).second;
  // The op itself leaves its chain, which is cut there; else those of what lies there.
  KeptCopies copies(problem, plan);
  if (copies.isInChain(violation.op) && exclusions.ops.insert(violation.op).second)
    return true;
  for (int32_t copy : violation.copies)
    if (int32_t producer = problem.tensors[plan.copies[copy].tensor].producer;
        copies.isInChain(producer) && exclusions.ops.insert(producer).second)
      return true;
  return false;
}

std::unique_ptr<FunctionPolicy> makeDFSharding2(const FunctionPolicyOptions &options) {
  return std::make_unique<DFSharding2>(options);
}

} // namespace alcove::plan

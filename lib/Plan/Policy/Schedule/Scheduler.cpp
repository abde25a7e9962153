//===- Scheduler.cpp - Policies for graph scheduling ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Policy/GraphScheduler.h"

#include "PlanToSolution.h"
#include "alcove/Plan/Policy/Schedule/DownsetSearch.h"
#include "alcove/Plan/Policy/Schedule/Improve.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <thread>

namespace alcove::plan::schedule {

namespace {

class Scheduler {
public:
  Scheduler(const Problem &problem, const SchedulerOptions &options)
      : problem(problem), options(options), graph(problem), pricer(graph, pricerOptions(false)),
        start(std::chrono::steady_clock::now()) {}

  Result<ScheduleResult> run();

private:
  PricerOptions pricerOptions(bool fine) const {
    PricerOptions result;
    result.snakes = options.snakes;
    result.searchGranularity = options.searchGranularity;
    result.fine = fine;
    return result;
  }
  double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); }
  bool timeIsUp() const { return options.seconds > 0 && elapsed() > options.seconds; }
  bool workIsDone() const { return options.work && result.work >= options.work; }
  void publish(const GroupPlan &plan, bool fine);
  void annealRound(GroupPlan &plan, uint64_t round);
  void searchExactly(GroupPlan &plan);
  void simpleBounds();

  const Problem &problem;
  const SchedulerOptions &options;
  OpGraph graph;
  GroupPricer pricer;
  std::vector<std::unique_ptr<GroupPricer>> pricers;
  std::chrono::steady_clock::time_point start;
  ScheduleResult result;
};

} // namespace

double ScheduleBounds::best() const { return std::max({compute, traffic, covering, exact}); }

/// Converts, verifies and hands out a plan if it is better than what was handed out before.
void Scheduler::publish(const GroupPlan &plan, bool fine) {
  PricerOptions fineOptions = pricerOptions(true);
  Solution solution = toSolution(pricer, plan.sequence(), fine ? &fineOptions : nullptr);
  double cost = 0;
  for (const Subgraph &subgraph : solution.subgraphs)
    cost += subgraph.claimedLatency;
  bool first = result.solution.subgraphs.empty();
  if (!first && !(cost < result.cost * (1 - 1e-12)))
    return;
  Result<Evaluation> evaluation = evaluate(problem, solution);
  if (!evaluation.ok()) {
    fmt::print(stderr, "policy bug: {}\n", evaluation.error().message);
    return;
  }
  result.solution = std::move(solution);
  result.cost = cost;
  result.bestSeconds = elapsed();
  if (first)
    result.firstSeconds = result.bestSeconds;
  if (options.onImproved)
    options.onImproved(result.solution, cost);
}

/// Two searches from the best plan, cold and hot, whatever the number of threads: the result is the same.
void Scheduler::annealRound(GroupPlan &plan, uint64_t round) {
  static constexpr unsigned searches = 2;
  while (pricers.size() < searches)
    pricers.push_back(std::make_unique<GroupPricer>(graph, pricerOptions(false)));
  uint64_t moves = (1000 * graph.size()) << std::min<uint64_t>(round, 5);
  if (options.work)
    moves = std::min(moves, (options.work - result.work + searches - 1) / searches);
  std::vector<GroupPlan> plans;
  for (unsigned i = 0; i != searches; ++i)
    plans.emplace_back(plan, *pricers[i]);
  auto search = [&](unsigned i) {
    AnnealOptions anneal;
    anneal.seed = options.seed * 1000003 + round * searches + i;
    anneal.moves = moves;
    anneal.links = options.retention;
    anneal.recompute = options.recompute;
    anneal.hot = i == 0 ? 0.03 : 0.3;
    schedule::anneal(plans[i], anneal, [&] { return timeIsUp(); });
  };
  if (options.threads > 1) {
    std::thread other(search, 1);
    search(0);
    other.join();
  } else {
    for (unsigned i = 0; i != searches; ++i)
      search(i);
  }
  result.work += moves * searches;
  for (const GroupPlan &found : plans)
    if (found.cost() < plan.cost() * (1 - 1e-12))
      plan = GroupPlan(found, pricer);
  publish(plan, true);
}

void Scheduler::simpleBounds() {
  double moved = 0;
  for (size_t t = 0; t != graph.tensors.size(); ++t)
    if (graph.producer[t] < 0 ? !graph.users[t].empty() : graph.users[t].empty())
      moved += static_cast<double>(graph.tensors[t].elements());
  result.bounds.traffic = moved / static_cast<double>(graph.bandwidth);
  for (const OpGraph::Op &op : graph.ops)
    result.bounds.compute += op.nativeCompute;
}

/// Dynamic programming over downsets where the graph is narrow enough; proves optimality when it ends.
void Scheduler::searchExactly(GroupPlan &plan) {
  double deadline = options.seconds > 0 ? elapsed() + 0.5 * (options.seconds - elapsed()) : 0;
  StopSignal stop = [&] { return deadline > 0 && elapsed() > deadline; };
  GroupPricer fine(graph, pricerOptions(true));
  for (bool recompute : {false, true}) {
    if (recompute && !options.recompute)
      return;
    CandidateOptions enumeration;
    enumeration.recompute = recompute;
    enumeration.retention = options.retention;
    enumeration.visitLimit = 100000;
    CandidateSet candidates = enumerateGroups(fine, enumeration, stop);
    result.work += candidates.visited;
    fmt::print(stderr, "t={:.2f} recompute {} candidates {} of {} complete {}\n", elapsed(), recompute, candidates.groups.size(), candidates.visited,candidates.complete);
    if (!candidates.complete)
      return;
    raiseShares(fine, enumeration, candidates, 60);
    if (recompute || !options.recompute)
      result.bounds.covering = candidates.shareTotal;
    fmt::print(stderr, "t={:.2f} shares {}\n", elapsed(), candidates.shareTotal);
    DownsetOptions search;
    search.recompute = recompute;
    search.retention = options.retention;
    search.incumbent = result.cost * (1 - 1e-9);
    search.workLimit = 400'000'000;
    DownsetResult found = searchDownsets(fine, candidates, search, stop);
    result.work += found.work;
    fmt::print(stderr, "t={:.2f} search states {} work {} complete {} cost {} vs {}\n", elapsed(), found.states, found.work, found.complete, found.cost, result.cost);
    if (!found.sequence.empty()) {
      plan = GroupPlan(pricer, found.sequence);
      publish(plan, true);
    }
    if (found.complete) {
      (recompute ? result.bounds.exact : result.bounds.exactWithoutRecomputation) = result.cost;
      (recompute ? result.proved : result.provedWithoutRecomputation) = true;
    }
  }
}

Result<ScheduleResult> Scheduler::run() {
  GroupPlan plan(pricer);
  if (!(plan.cost() < std::numeric_limits<double>::infinity()))
    return Error{"an operation does not fit the fast memory at any granularity"};
  publish(plan, false);
  StopSignal stop = [&] { return timeIsUp(); };
  if (options.fusion)
    fuseGreedily(plan, pricer, options.retention, stop);
  publish(plan, false);
  simpleBounds();
  uint64_t round = 0;
  if (options.largeNeighbourhoods && !timeIsUp() && !workIsDone())
    annealRound(plan, round++);
  if (options.exact && !timeIsUp() && !workIsDone())
    searchExactly(plan);
  while (options.largeNeighbourhoods && !result.proved && !timeIsUp() && !workIsDone())
    annealRound(plan, round++);
  publish(plan, options.searchGranularity);
  return std::move(result);
}

Result<ScheduleResult> scheduleGraph(const Problem &problem, const SchedulerOptions &options) {
  if (problem.ops.empty())
    return ScheduleResult();
  return Scheduler(problem, options).run();
}

} // namespace alcove::plan::schedule

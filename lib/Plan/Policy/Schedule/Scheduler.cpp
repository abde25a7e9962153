//===- Scheduler.cpp - Policies for graph scheduling ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Policy/GraphScheduler.h"

#include "PlanToSolution.h"
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
  void annealInRounds(GroupPlan &plan);

  const Problem &problem;
  const SchedulerOptions &options;
  OpGraph graph;
  GroupPricer pricer;
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

void Scheduler::annealInRounds(GroupPlan &plan) {
  unsigned threads = 2;
  std::vector<std::unique_ptr<GroupPricer>> pricers;
  for (unsigned i = 0; i != threads; ++i)
    pricers.push_back(std::make_unique<GroupPricer>(graph, pricerOptions(false)));
  for (uint64_t round = 0; !timeIsUp() && !workIsDone(); ++round) {
    uint64_t moves = 2000 * graph.size() << std::min<uint64_t>(round, 4);
    if (options.work)
      moves = std::min(moves, (options.work - result.work + threads - 1) / threads);
    std::vector<GroupPlan> plans;
    for (unsigned i = 0; i != threads; ++i)
      plans.emplace_back(plan, *pricers[i]);
    auto work = [&](unsigned i) {
      AnnealOptions anneal;
      anneal.seed = options.seed * 1000003 + round * 2 + i;
      anneal.moves = moves;
      anneal.links = options.retention;
      anneal.recompute = options.recompute;
      anneal.hot = i == 0 ? 0.03 : 0.3;
      schedule::anneal(plans[i], anneal, [&] { return timeIsUp(); });
    };
    if (options.threads > 1) {
      std::thread other(work, 1);
      work(0);
      other.join();
    } else {
      work(0);
      work(1);
    }
    result.work += moves * threads;
    for (unsigned i = 0; i != threads; ++i)
      if (plans[i].cost() < plan.cost() * (1 - 1e-12))
        plan = GroupPlan(plans[i], pricer);
    publish(plan, true);
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
  if (options.largeNeighbourhoods)
    annealInRounds(plan);
  publish(plan, options.searchGranularity);
  return std::move(result);
}

Result<ScheduleResult> scheduleGraph(const Problem &problem, const SchedulerOptions &options) {
  if (problem.ops.empty())
    return ScheduleResult();
  return Scheduler(problem, options).run();
}

} // namespace alcove::plan::schedule

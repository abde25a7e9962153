//===- Scheduler.cpp - Policies for graph scheduling ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/GraphSchedule/Scheduler.h"

#include "Bound/PricingBound.h"
#include "Downset/DownsetSearch.h"
#include "Downset/WindowSearch.h"
#include "Groups/Improve.h"
#include "Groups/PlanToSolution.h"
#include "alcove/Base/Support/Parallel.h"
#include "alcove/Plan/Common/Deadline.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace alcove::plan::schedule {

namespace {

class Scheduler {
public:
  Scheduler(const Problem &problem, const Budget &budget, const SchedulerOptions &options, ScheduleObserver *observer)
      : problem(problem), budget(budget), options(options), observer(observer), graph(problem),
        pricer(graph, pricerOptions(false)), start(std::chrono::steady_clock::now()), deadline(budget) {}

  Result<ScheduleResult> run();

private:
  PricerOptions pricerOptions(bool fine) const {
    PricerOptions result;
    result.snakes = options.snakes;
    result.searchGranularity = options.searchGranularity;
    result.fine = fine;
    result.dividingTiles = result.dividingDepth = options.dividing || options.strict;
    result.strict = options.strict;
    return result;
  }
  double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); }
  bool timeIsUp() const { return deadline.passed(); }
  /// A part of what is left of the time.
  Deadline share(double part) const { return {part * deadline.secondsLeft(), budget.cancelled}; }
  uint64_t workLeft() const { return budget.workUnits - std::min(budget.workUnits, result.work); }
  bool limitsWork() const { return budget.workUnits != std::numeric_limits<uint64_t>::max(); }
  bool workIsDone() const { return result.work >= budget.workUnits || result.epochs >= budget.epochs; }
  void publish(const std::vector<ScheduledGroup> &sequence, bool fine, bool verify = true);
  void tell() const;
  bool provedBySimpleBound();
  void tidy();
  std::string spaceText() const;
  void adopt(GroupPlan &plan, const std::vector<ScheduledGroup> &sequence);
  void solveWhole();
  void searchWindows(std::vector<ScheduledGroup> &sequence);
  void solveInWindows();
  void exactWindows(std::vector<ScheduledGroup> &sequence, uint64_t round);
  void annealRound(GroupPlan &plan, uint64_t round);
  void searchExactly(GroupPlan &plan);
  CandidateSet priceGroups(GroupPricer &fine, bool recompute, double ceiling, uint64_t visits, const StopSignal &stop,
                           std::vector<CoveringColumn> columns = {});
  bool searchAmong(GroupPricer &fine, const CandidateSet &candidates, bool recompute, GroupPlan &plan,
                   const StopSignal &stop);
  bool boundBelow(GroupPricer &fine, std::vector<CoveringColumn> &columns, const StopSignal &stop);
  void notePrices(const CandidateSet &candidates);
  void simpleBounds();
  void pricingBound(double part, size_t ascentTries);

  const Problem &problem;
  const Budget &budget;
  const SchedulerOptions &options;
  ScheduleObserver *observer;
  OpGraph graph;
  GroupPricer pricer;
  std::vector<std::unique_ptr<GroupPricer>> pricers;
  std::chrono::steady_clock::time_point start;
  Deadline deadline;
  ScheduleResult result;
  std::vector<ScheduledGroup> best; ///< `result.solution` as groups
  bool leftOutWalks = false;        ///< by the pricer of listed groups
  /// Of the bound by roles: another feasible solution of the dual of the covering LP.
  std::vector<double> roleShares;
};

} // namespace

double ScheduleBounds::best() const { return std::max({compute, traffic, pricing, covering, exact}); }

/// Converts, verifies and hands out a plan if it is better than what was handed out before.
void Scheduler::publish(const std::vector<ScheduledGroup> &sequence, bool fine, bool verify) {
  PricerOptions fineOptions = pricerOptions(true);
  // Groups that are walked step by step may take long; a moment is granted even when the time is up.
  const double until = elapsed() + 0.05;
  const std::function<bool()> stop = [&] { return timeIsUp() && elapsed() > until; };
  fineOptions.stop = &stop;
  Solution solution = toSolution(pricer, sequence, fine ? &fineOptions : nullptr);
  double cost = 0;
  for (const Subgraph &subgraph : solution.subgraphs)
    cost += subgraph.claimedLatency.value_or(0);
  bool first = result.solution.subgraphs.empty();
  if (!first && !(cost < result.cost * (1 - 1e-12)))
    return;
  if (verify) {
    Result<Evaluation> evaluation = evaluate(problem, solution);
    if (!evaluation.ok()) {
      result.policyBug = evaluation.error().message;
      return;
    }
    if (std::abs(evaluation->latency - cost) > 1e-9 * std::max(cost, 1.0)) {
      result.policyBug = fmt::format("priced at {}, the verifier says {}", cost, evaluation->latency);
      cost = evaluation->latency;
      if (!first && !(cost < result.cost))
        return;
    }
  }
  result.solution = std::move(solution);
  result.cost = cost;
  best = sequence;
  result.bestSeconds = elapsed();
  if (first)
    result.firstSeconds = result.bestSeconds;
  tell();
}

void Scheduler::tell() const {
  if (observer)
    observer->progress({result.stage.c_str(), result.epochs, result.cost, result.bounds.best(), &result.solution});
}

/// Two searches from the best plan, cold and hot, whatever the number of threads: the result is the same.
void Scheduler::annealRound(GroupPlan &plan, uint64_t round) {
  static constexpr unsigned searches = 2;
  result.stage = "anneal";
  while (pricers.size() < searches)
    pricers.push_back(std::make_unique<GroupPricer>(graph, pricerOptions(false)));
  uint64_t moves = (1000 * graph.size()) << std::min<uint64_t>(round, 5);
  moves = std::min(moves, workLeft() / searches + 1);
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
  std::vector<std::function<void()>> tasks;
  for (unsigned i = 0; i != searches; ++i)
    tasks.emplace_back([&, i] { search(i); });
  inParallel(budget.threads, tasks);
  result.work += moves * searches;
  for (const GroupPlan &found : plans)
    if (found.cost() < plan.cost() * (1 - 1e-12))
      plan = GroupPlan(found, pricer);
  publish(plan.sequence(), true);
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

/// May run beside the search of windows: touches nothing but the role shares and `result.bounds.pricing`.
void Scheduler::pricingBound(double part, size_t ascentTries) {
  Deadline until = share(part);
  PricingBoundOptions bound;
  bound.retention = options.retention;
  bound.byResults = options.strict;
  bound.ascentTries = 0;
  // A coarse table first: it is there within a fraction of a second even for ten thousand operations.
  for (size_t limit : {size_t(1) << 18, size_t(1) << 22}) {
    // A work limit bounds the table as well: about as many entries as that many moves would take time.
    bound.entryLimit = std::min(limit, 64 * std::clamp<size_t>(budget.workUnits, 64, limit));
    PricingBound found = perOpPricingBound(graph, bound, [&] { return until.passed(); });
    if (found.total > result.bounds.pricing) {
      result.bounds.pricing = found.total;
      roleShares = std::move(found.plainShares);
    }
    bound.ascentTries = ascentTries;
  }
}

void Scheduler::notePrices(const CandidateSet &candidates) {
  // No group of a cheaper schedule was left out.
  result.bounds.covering = std::max(result.bounds.covering, std::min(candidates.shareTotal, result.cost));
  if (candidates.deliveryShares.empty() || candidates.narrowed)
    return;
  result.prices.delivery.assign(graph.size(), {});
  result.prices.run = result.prices.keep = std::vector<double>(graph.size(), 0);
  for (size_t o = 0; o != graph.size(); ++o) {
    size_t original = static_cast<size_t>(graph.ops[o].original);
    result.prices.run[original] = candidates.shares[o];
    const std::vector<int32_t> &readers = graph.usersOf(graph.ops[o].outputs[0]);
    for (size_t i = 0; i != candidates.deliveryShares[o].size(); ++i) {
      double price = candidates.deliveryShares[o][i];
      result.prices.delivery[original].push_back({readers.empty() ? -1 : graph.op(readers[i]).original, price});
      result.prices.run[original] -= price;
    }
    result.prices.run[original] = std::max(0.0, result.prices.run[original]);
    result.prices.keep[original] = candidates.keepPrices[o];
  }
}

/// Sets visited by a listing of groups; most of all where a listing below a lower ceiling was complete.
static constexpr uint64_t fewVisits = 60'000, manyVisits = 1'200'000, mostVisits = 3'600'000;

/// All groups that a schedule below `ceiling` could hold, with their prices.
CandidateSet Scheduler::priceGroups(GroupPricer &fine, bool recompute, double ceiling, uint64_t visits,
                                    const StopSignal &stop, std::vector<CoveringColumn> columns) {
  CandidateOptions enumeration;
  enumeration.recompute = recompute;
  enumeration.retention = options.retention;
  enumeration.visitLimit = std::min(visits, workLeft());
  enumeration.startShares = roleShares;
  enumeration.startColumns = std::move(columns);
  enumeration.incumbent = ceiling;
  CandidateSet candidates = enumerateGroups(fine, enumeration, stop);
  result.work += candidates.visited;
  if (candidates.complete)
    raiseShares(fine, enumeration, candidates, 400, stop);
  leftOutWalks |= (recompute || !options.recompute) && fine.leftOutWalks();
  return candidates;
}

/// First a beam guided by the prices, which finds good schedules, then everything; true if nothing better is left.
bool Scheduler::searchAmong(GroupPricer &fine, const CandidateSet &candidates, bool recompute, GroupPlan &plan,
                            const StopSignal &stop) {
  for (size_t beam : {size_t(30), size_t(300), size_t(0)}) {
    DownsetOptions search;
    search.recompute = recompute;
    search.retention = options.retention;
    search.incumbent = result.cost * (1 - 1e-9);
    search.beam = beam;
    search.workLimit = std::min<uint64_t>(beam ? 40'000'000 : 400'000'000, workLeft() / 3);
    DownsetResult found = searchDownsets(fine, candidates, search, stop);
    found.complete |= candidates.groups.empty(); // The prices alone leave no group for a better schedule.
    result.work += found.work;
    if (!found.sequence.empty()) {
      publish(found.sequence, true);
      adopt(plan, found.sequence);
    }
    if (found.complete)
      return true;
  }
  return false;
}

/// Dynamic programming over downsets where the groups can be listed. Without recomputation first, because that is quick
/// and a better incumbent drops more groups afterwards.
void Scheduler::searchExactly(GroupPlan &plan) {
  result.stage = "exact";
  GroupPricer fine(graph, pricerOptions(true));
  for (bool recompute : {false, true}) {
    if (recompute && !options.recompute)
      return;
    Deadline until = share(recompute || !options.recompute ? 0.6 : 0.25);
    StopSignal stop = [&] { return until.passed(); };
    const double ceiling = result.cost * (1 - 1e-9);
    CandidateSet candidates = priceGroups(fine, recompute, ceiling, recompute ? fewVisits : manyVisits, stop);
    std::vector<CoveringColumn> columns;
    if (!candidates.complete && recompute && boundBelow(fine, columns, stop))
      candidates = priceGroups(fine, true, ceiling, mostVisits, stop, std::move(columns));
    if (!candidates.complete)
      continue;
    if (recompute || !options.recompute)
      notePrices(candidates);
    if (!searchAmong(fine, candidates, recompute, plan, stop))
      continue;
    (recompute ? result.bounds.exact : result.bounds.exactWithoutRecomputation) = result.cost;
    (recompute ? result.proved : result.provedWithoutRecomputation) = true;
  }
}

/// Where the groups of all schedules below the incumbent are too many: those of all schedules below a lower ceiling. The
/// bound is the ceiling, or the prices of those groups, whose columns serve the next. False if even those are too many.
bool Scheduler::boundBelow(GroupPricer &fine, std::vector<CoveringColumn> &columns, const StopSignal &stop) {
  double floor = std::accumulate(roleShares.begin(), roleShares.end(), 0.0);
  uint64_t visits = manyVisits;
  for (double part : {0.25, 0.55, 0.75}) {
    double ceiling = floor + part * (result.cost - floor);
    CandidateSet candidates = priceGroups(fine, true, ceiling, visits, stop, std::move(columns));
    if (!candidates.complete)
      return false;
    visits = mostVisits;
    columns = std::move(candidates.columns);
    double bound = std::min(ceiling, candidates.shareTotal);
    result.bounds.covering = std::max(result.bounds.covering, bound);
    if (bound < ceiling)
      return false;
  }
  return true;
}

/// Goes on from `sequence` unless a plan cannot hold it (an operation that is retained in two places).
void Scheduler::adopt(GroupPlan &plan, const std::vector<ScheduledGroup> &sequence) {
  GroupPlan other(pricer, sequence);
  if (other.sequence().size() == sequence.size() && other.cost() < plan.cost())
    plan = std::move(other);
}

bool Scheduler::provedBySimpleBound() {
  if (result.cost > result.bounds.best() * (1 + 1e-9))
    return false;
  result.proved = result.provedWithoutRecomputation = true;
  return true;
}

/// Exact search over short stretches of the schedule, one start after the other.
void Scheduler::exactWindows(std::vector<ScheduledGroup> &sequence, uint64_t round) {
  result.stage = "windows";
  WindowOptions window;
  window.retention = options.retention;
  window.recompute = options.recompute;
  window.exactVisits = 3000;
  window.exactWork = 300000;
  size_t most = 10 + 2 * (round % 4);
  for (size_t begin = 0; begin < sequence.size() && !timeIsUp() && !workIsDone(); ++begin) {
    size_t end = begin, ops = 0;
    while (end != sequence.size() && ops + sequence[end].ops.size() <= most)
      ops += sequence[end++].ops.size();
    while (end > begin && !sequence[end - 1].retained.empty())
      --end;
    if (end < begin + 2)
      continue;
    WindowResult found =
        improveWindow(graph, pricerOptions(false), sequence, begin, end, window, [&] { return timeIsUp(); });
    result.work += found.work;
  }
}

void Scheduler::solveWhole() {
  GroupPlan plan(pricer);
  if (options.fusion)
    fuseBothWays(plan, pricer, options.retention, [&] { return timeIsUp(); });
  publish(plan.sequence(), false);
  uint64_t round = 0;
  auto enough = [&] { return provedBySimpleBound() || result.proved || timeIsUp() || workIsDone(); };
  if (!enough())
    pricingBound(0.3, 0);
  if (options.largeNeighbourhoods && !enough())
    annealRound(plan, round++);
  if (options.exact && !enough())
    searchExactly(plan);
  if (result.bounds.covering == 0 && !result.proved && !provedBySimpleBound() && !timeIsUp())
    pricingBound(0.4, 100);
  for (; options.largeNeighbourhoods && !enough(); ++result.epochs) {
    annealRound(plan, round);
    if (enough() || !options.exact)
      continue;
    std::vector<ScheduledGroup> sequence = plan.sequence();
    exactWindows(sequence, round++);
    publish(sequence, true);
    adopt(plan, sequence);
  }
  publish(plan.sequence(), options.searchGranularity);
}

void Scheduler::searchWindows(std::vector<ScheduledGroup> &sequence) {
  StopSignal stop = [&] { return timeIsUp(); };
  result.stage = "windows";
  for (uint64_t &round = result.epochs; !timeIsUp() && !workIsDone(); ++round) {
    WindowOptions window;
    window.fuse = options.fusion && round < 2;
    window.retention = options.retention;
    window.recompute = options.recompute;
    window.seed = options.seed * 7919 + round;
    window.moves = round == 0 || !options.largeNeighbourhoods ? 0 : 20000 << std::min<uint64_t>(round - 1, 4);
    size_t most = 160;
    for (size_t begin = 0, end = 0; begin < sequence.size() && !timeIsUp() && !workIsDone(); begin = end) {
      size_t ops = 0, wanted = begin == 0 && round % 2 ? most / 2 : most;
      for (end = begin; end != sequence.size() && ops < wanted; ++end)
        ops += sequence[end].ops.size();
      while (end != sequence.size() && !sequence[end - 1].retained.empty())
        ++end;
      size_t before = sequence.size();
      result.work += improveWindow(graph, pricerOptions(false), sequence, begin, end, window, stop).work + ops;
      end = end + sequence.size() - before;
      ++window.seed;
    }
    publish(sequence, false, round == 0 && graph.size() < 2000);
    if (!options.largeNeighbourhoods && round)
      break;
  }
}

/// Graphs beyond the reach of moves on the whole: stretches of a few hundred operations, at shifting borders, and the
/// bound beside them or, with one thread, before them.
void Scheduler::solveInWindows() {
  std::vector<ScheduledGroup> sequence;
  for (size_t o = 0; o != graph.size(); ++o)
    sequence.push_back({{static_cast<int32_t>(o)}, {}, {}});
  const std::function<void()> tasks[] = {[&] { pricingBound(budget.threads > 1 ? 0.8 : 0.25, 20); },
                                         [&] { searchWindows(sequence); }};
  inParallel(budget.threads, tasks);
  publish(sequence, false, false);
}

/// The same cost with less of what the rules leave open: a retained tensor that may as well be stored and read again
/// goes, tiles and depths divide where that costs nothing.
void Scheduler::tidy() {
  std::vector<ScheduledGroup> sequence = best;
  PricerOptions fine = pricerOptions(true);
  const std::function<bool()> stop = [&] { return timeIsUp(); };
  fine.stop = &stop;
  auto cost = [&](const ScheduledGroup &group) {
    return pricer.priceWith(fine, group.ops, group.resident, group.retained).cost;
  };
  for (size_t i = 0; i + 1 < sequence.size() && !timeIsUp(); ++i)
    for (size_t n = sequence[i].retained.size(); n-- > 0 && !timeIsUp();) {
      int32_t t = sequence[i].retained[n];
      const std::vector<int32_t> &ops = sequence[i].ops;
      bool usedInside = std::any_of(graph.usersOf(t).begin(), graph.usersOf(t).end(),
                                    [&](int32_t user) { return std::find(ops.begin(), ops.end(), user) != ops.end(); });
      if (usedInside)
        continue;
      ScheduledGroup maker = sequence[i], reader = sequence[i + 1];
      maker.retained.erase(maker.retained.begin() + static_cast<ptrdiff_t>(n));
      std::erase(reader.resident, t);
      if (cost(maker) + cost(reader) <= (cost(sequence[i]) + cost(sequence[i + 1])) * (1 + 1e-12)) {
        sequence[i] = std::move(maker);
        sequence[i + 1] = std::move(reader);
      }
    }
  if (timeIsUp())
    return;
  Solution solution = toSolution(pricer, sequence, &fine);
  Result<Evaluation> evaluation = evaluate(problem, solution);
  if (!evaluation.ok() || evaluation->latency > result.cost * (1 + 1e-12))
    return;
  result.solution = std::move(solution);
  result.stage = "tidy";
  tell();
}

std::string Scheduler::spaceText() const {
  if (std::min(result.cost, result.bound) <= std::max(result.bounds.compute, result.bounds.traffic) * (1 + 1e-9))
    return "all";
  auto yesNo = [](bool value) { return value ? "yes" : "no"; };
  std::string text = options.strict     ? "tiles:strict,depths:dividing"
                     : options.dividing ? "tiles:dividing,depths:dividing"
                                        : "tiles:within-grid,depths:all";
  text += fmt::format(",orders:{},slack:{},retain:{},recompute:{}", options.snakes ? 9 : 1,
                      pricerOptions(false).slackTiles, yesNo(options.retention), yesNo(options.recompute));
  return leftOutWalks ? text + ",irregular-walks:16384" : text;
}

Result<ScheduleResult> Scheduler::run() {
  std::vector<ScheduledGroup> alone;
  for (size_t o = 0; o != graph.size(); ++o) {
    alone.push_back({{static_cast<int32_t>(o)}, {}, {}});
    if (!pricer.price(alone.back().ops, {}, {}).feasible())
      return Error{fmt::format("operation {} does not fit the fast memory of {} elements at any granularity",
                               graph.ops[o].original, graph.capacity)};
  }
  simpleBounds();
  result.stage = "greedy";
  static constexpr size_t wholeLimit = 400;
  publish(alone, false, graph.size() <= wholeLimit);
  if (graph.size() <= wholeLimit)
    solveWhole();
  else
    solveInWindows();
  provedBySimpleBound();
  result.bound = result.bounds.best();
  result.space = spaceText();
  if (!best.empty() && options.searchGranularity && !timeIsUp() && (graph.size() <= wholeLimit || !limitsWork()))
    tidy();
  if (!result.policyBug.empty() && result.solution.subgraphs.empty())
    return Error{"policy bug: " + result.policyBug};
  return std::move(result);
}

Result<ScheduleResult> scheduleGraph(const Problem &problem, const Budget &budget, const SchedulerOptions &options,
                                     ScheduleObserver *observer) {
  if (problem.ops.empty())
    return ScheduleResult();
  return Scheduler(problem, budget, options, observer).run();
}

} // namespace alcove::plan::schedule

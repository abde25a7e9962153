//===- Planner.cpp - Epochs of bound, search and gap closing ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/LayoutChoice/Planner.h"
#include "Branching/GapClosing.h"
#include "Dual/Certify.h"
#include "Dual/DualAscent.h"
#include "Presolve/Presolve.h"
#include "Search/CapacityRepair.h"
#include "Search/ForestSearch.h"
#include "Search/WindowSearch.h"
#include "alcove/Base/Support/Parallel.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {

/// So many entries that the reductions look at take as long as a unit of the rest.
constexpr uint64_t presolvePace = 8;
/// Of a limit: what the reductions may take before the first labelling is looked for in what they left.
constexpr double presolveShare = 0.6;
/// From so many nodes on windows see too little of what there is to change.
constexpr int32_t fewestForForests = 2000;
constexpr int laneCount = 2; // of window search; fixed, so that the number of threads changes nothing

/// What epochs hand on to the next.
struct Lanes {
  Lanes(const LayoutChoice &problem, const Model &model, const std::vector<int64_t> &position,
        const PlannerOptions &options, const PresolveOptions &presolve)
      : ascent(model, options.prices, options.priceBlocks),
        // Epochs start short, for small problems and early answers, and grow to what makes the barriers cheap.
        quantum(std::max<uint64_t>(200'000, ascent.dual.workPerSweep())),
        most(std::max<uint64_t>(20'000'000, 20 * ascent.dual.workPerSweep())), moves(laneCount),
        gapClosing(problem, position, presolve, options.frontier, options.branching, options.certificate),
        repair(model) {
    if (options.forests && model.numNodes() >= fewestForForests)
      forests.emplace(model, options.seed);
    for (int k = 0; k < laneCount; ++k)
      windows.emplace_back(model, options.seed * 1000 + k);
  }

  DualAscent ascent;
  uint64_t quantum, most;
  RoundedDual guide;
  std::vector<WindowSearch> windows;
  std::vector<std::vector<WindowMove>> moves;
  GapClosing gapClosing;
  CapacityRepair repair;
  std::optional<ForestSearch> forests; ///< where they are used: they have tables of their own
  bool forestsLead = true;             ///< they gained more for their work than the windows when last one of them did
  uint64_t closingSpent = 0;           ///< by the last epoch
  bool byGapClosing = false;           ///< the best bound is the gap closing's
  bool started = false;
  uint64_t stale = 0;
  Cost adopted = infiniteCost;
};

} // namespace

class LayoutRun::Implementation {
public:
  Implementation(const LayoutChoice &problem, PlannerOptions options) : problem(problem), options(std::move(options)) {
    for (const LayoutChoice::Node &node : problem.nodes)
      position.push_back(node.live.begin);
  }

  LayoutResult advance(const Budget &limits, LayoutObserver *watching) {
    budget = limits;
    observer = watching;
    wholeRun = Deadline(limits);
    workBefore = result.work;
    epochsBefore = result.epochs;
    if (kernel.nodes.empty())
      begin();
    if (lanes)
      improve();
    return known();
  }

private:
  /// Reductions, and the lanes where something is left to improve.
  void begin() {
    result.stage = "presolve";
    kernel = buildKernel(problem);
    PresolveCounts counts;
    uint64_t entries = 0;
    Deadline forPresolve(presolveShare * wholeRun.secondsLeft(), budget.cancelled);
    layout::presolve(kernel, presolveOptions(), counts, entries, &forPresolve);
    result.work += entries / presolvePace;
    if (kernel.infeasible) {
      certify({});
      result.bound = infiniteCost;
      return;
    }
    if (!options.start.empty())
      startFromGiven();
    if (wholeRun.passed())
      return;
    model = buildModel(kernel, position);
    if (model.numNodes() == 0) {
      offer({});
      certify(DualCertificate{});
      result.bound = result.solution.cost;
      return;
    }
    lanes.emplace(problem, model, position, options, presolveOptions());
  }

  PresolveOptions presolveOptions() const {
    return {options.arcConsistency, options.capacityLabels, options.capacityPairs, options.contraction,
            options.separableEdges, options.dominance,      options.elimination};
  }

  bool outOfBudget() const {
    return result.epochs - epochsBefore >= budget.epochs || result.work - workBefore >= budget.workUnits ||
           wholeRun.passed();
  }
  /// Nothing that is wanted can be found any more.
  bool isCutOff() const { return result.solution.found() && result.bound >= options.cutoff; }
  bool proved() const { return result.solution.found() && result.bound >= result.solution.cost; }

  // Labels of the model (which fit) become the incumbent when they are cheaper.
  bool offer(const std::vector<int32_t> &labels) {
    std::vector<int32_t> choice(problem.numNodes(), 0);
    for (int32_t n = 0; n < model.numNodes(); ++n)
      choice[model.kernelNode[n]] = kernel.nodes[model.kernelNode[n]].labels[labels[n]];
    kernel.postsolve(choice);
    return offerChoice(std::move(choice));
  }
  bool offerChoice(std::vector<int32_t> choice) {
    LayoutSolution candidate{std::move(choice), 0};
    candidate.cost = plan::costOf(problem, candidate.choice);
    if (candidate.cost >= result.solution.cost)
      return false;
    result.solution = std::move(candidate);
    return true;
  }

  void startFromGiven() {
    LayoutSolution given{options.start, 0};
    if (given.choice.size() != problem.numNodes())
      return;
    for (size_t n = 0; n < given.choice.size(); ++n)
      if (given.choice[n] < 0 || given.choice[n] >= problem.nodes[n].numCandidates)
        return;
    given.cost = plan::costOf(problem, given.choice);
    if (verify(problem, given).ok())
      result.solution = std::move(given);
  }

  void raiseBound(Cost bound) { result.bound = std::max(result.bound, std::min(bound, result.solution.cost)); }

  void report(const char *stage) {
    ++result.epochs;
    result.stage = stage;
    if (observer)
      observer->progress({stage, result.epochs, result.solution.cost, result.bound,
                          result.solution.found() ? &result.solution : nullptr});
  }

  // The reductions and, when there is one, a dual behind them.
  void certify(const std::optional<DualCertificate> &dual) {
    if (!options.certificate)
      return;
    auto certificate = std::make_shared<LayoutCertificate>();
    certificate->steps = kernel.log;
    if (dual) {
      certificate->duals.push_back(*dual);
      certificate->steps.push_back({ProofStep::Kind::Dual, 0});
    }
    certificate->bound = infiniteCost; // cut to the result's bound in known()
    certificate->target = infiniteCost;
    result.certificate = std::move(certificate);
  }

  void improve();
  void mergeLanes(std::vector<WindowSearch> &lanes, std::vector<std::vector<WindowMove>> &moves);
  void mergeForests(Lanes &all, Cost before, const std::vector<uint64_t> &spent);
  void diversify(std::vector<WindowSearch> &lanes, uint64_t stale);
  void salvage(const DualAscent &ascent, const std::vector<WindowSearch> &lanes);

  LayoutResult known() const {
    LayoutResult now = result;
    if (now.solution.found())
      now.bound = std::min(now.bound, now.solution.cost);
    if (now.certificate) {
      auto certificate = std::make_shared<LayoutCertificate>(*now.certificate);
      certificate->bound = std::min(certificate->bound, now.bound);
      now.certificate = std::move(certificate);
    }
    now.proved = now.solution.found() ? now.bound >= now.solution.cost : isInfinite(now.bound);
    return now;
  }

  const LayoutChoice &problem;
  const PlannerOptions options;
  Budget budget;
  LayoutObserver *observer = nullptr;
  Deadline wholeRun;
  uint64_t workBefore = 0, epochsBefore = 0; ///< this step
  std::vector<int64_t> position;
  LayoutResult result;
  Kernel kernel;
  Model model;
  std::optional<Lanes> lanes;
  Cost certified = -infiniteCost; ///< bound of result.certificate
  int scouting = 0;               ///< epochs for which the last lane keeps its own labels
  bool iterating = false;         ///< lanes leave local optima by themselves
};

// The best lane's labels, with the moves of the others where they still help; every lane goes on from there. Lanes that
// iterate wander by themselves: they only give their best and take a better one.
void LayoutRun::Implementation::mergeLanes(std::vector<WindowSearch> &lanes,
                                           std::vector<std::vector<WindowMove>> &moves) {
  size_t best = 0;
  for (size_t k = 1; k < lanes.size(); ++k)
    if (lanes[k].bestCost() < lanes[best].bestCost())
      best = k;
  if (!iterating) {
    for (size_t k = 0; k < lanes.size(); ++k)
      if (k != best)
        for (const WindowMove &move : moves[k])
          lanes[best].apply(move);
    if (lanes[best].feasible())
      offer(lanes[best].labels());
    for (size_t k = 0; k < lanes.size(); ++k)
      if (k != best)
        lanes[k].setLabels(lanes[best].labels());
    return;
  }
  if (lanes[best].best().empty())
    return;
  offer(lanes[best].best());
  if (scouting > 0)
    --scouting;
  for (size_t k = 0; k < lanes.size(); ++k)
    if (lanes[k].bestCost() > lanes[best].bestCost() && (scouting == 0 || k + 1 < lanes.size()))
      lanes[k].setLabels(lanes[best].best());
}

// The better of windows and forests is where both go on; the one that gains more for its work will get more of it.
void LayoutRun::Implementation::mergeForests(Lanes &all, Cost before, const std::vector<uint64_t> &spent) {
  constexpr double windowPace = 3; // a unit of windows takes as long as so many of forests
  const WindowSearch *best = nullptr;
  for (const WindowSearch &lane : all.windows)
    if (!lane.best().empty() && (!best || lane.bestCost() < best->bestCost()))
      best = &lane;
  Cost byWindows = best ? best->bestCost() : infiniteCost, byForests = all.forests->bestCost();
  auto rate = [&](Cost cost, double work) {
    return isInfinite(before) ? 0.0 : static_cast<double>(std::max<Cost>(before - cost, 0)) / (work + 1);
  };
  double windowRate = rate(byWindows, windowPace * static_cast<double>(spent[0] + spent[1]));
  double forestRate = rate(byForests, static_cast<double>(spent[laneCount + 1]));
  if (windowRate != forestRate)
    all.forestsLead = forestRate > windowRate;
  if (byWindows < byForests)
    return all.forests->setLabels(best->best());
  if (byForests == byWindows)
    return;
  offer(all.forests->best());
  for (size_t k = 0; k < all.windows.size(); ++k)
    if (scouting == 0 || k + 1 < all.windows.size())
      all.windows[k].setLabels(all.forests->best());
}

// When nothing improves any more: different windows, and every lane leaves its local optimum by itself.
void LayoutRun::Implementation::diversify(std::vector<WindowSearch> &lanes, uint64_t stale) {
  if (stale < 3)
    return;
  iterating = true;
  for (size_t k = 0; k < lanes.size(); ++k) {
    uint64_t round = stale + 3 * k;
    lanes[k].windowSize = 6 + 3 * (round % 6);
    lanes[k].width = round % 4 == 3 ? 256 : 64;
    lanes[k].iterate(40 + static_cast<uint64_t>(model.numNodes()) / 2);
  }
}

/// Whatever fits becomes the solution.
void LayoutRun::Implementation::salvage(const DualAscent &ascent, const std::vector<WindowSearch> &lanes) {
  if (!ascent.decoded().empty())
    offer(ascent.decoded());
  for (const WindowSearch &lane : lanes)
    if (!lane.best().empty())
      offer(lane.best());
}

void LayoutRun::Implementation::improve() {
  auto &[ascent, quantum, most, guide, windowLanes, moves, gapClosing, repair, forests, forestsLead, closingSpent,
         byGapClosing, started, stale, adopted] = *lanes;
  const bool wide = model.isWide();
  while (!outOfBudget() && !proved() && !isCutOff()) {
    bool windows = options.windows && started;
    const bool withForests = forests && started;
    bool climbing = !ascent.converged();
    bool close = options.gapClosing && !climbing && !gapClosing.finished() && result.solution.found();
    if (!climbing && !windows && !withForests && !close)
      break;
    const Deadline *deadline = &wholeRun;
    std::vector<uint64_t> spent(laneCount + 2, 0);
    std::vector<std::function<void()>> tasks;
    if (climbing)
      tasks.push_back([&] { spent[laneCount] = ascent.run(quantum, result.solution.cost, deadline); });
    else if (close)
      tasks.push_back([&] {
        // One box of branch and bound is much work; windows have little to find by then.
        uint64_t work = (gapClosing.branches() ? 16 : 4) * quantum;
        spent[laneCount] = gapClosing.run(kernel, ascent.dual, work, result.solution.cost, deadline);
      });
    if (windows)
      for (int k = 0; k < laneCount; ++k)
        tasks.push_back([&, k] {
          moves[k].clear();
          // A unit of window work takes about five times as long as one of a sweep; beside the ascent, which decides
          // how good the windows' guide is, both lanes together get about its time, and a quarter of it where sweeps
          // are dear. Beside gap closing they have little left to find, unless no search gets through.
          uint64_t share = climbing ? (ascent.large() ? 32 : 8) : close && !wide && stale >= 4 ? 8 : 1;
          share *= withForests && forestsLead ? 4 : 1;
          spent[k] = windowLanes[k].improve(quantum / share, &moves[k], deadline);
        });
    if (withForests)
      tasks.push_back([&] {
        // While they gain they get as much as branch and bound had.
        uint64_t work = climbing ? quantum / 2 : stale < 4 ? std::max(quantum, closingSpent) : quantum;
        spent[laneCount + 1] = forests->improve(work / (forestsLead ? 1 : 4), deadline);
      });
    inParallel(budget.threads, tasks);
    if (passed(deadline)) {
      // An epoch that the clock cut short does not count, except that something is better than nothing.
      if (!result.solution.found())
        salvage(ascent, windowLanes);
      break;
    }
    for (uint64_t work : spent)
      result.work += work;
    closingSpent = close ? spent[laneCount] : 0;
    Cost before = result.solution.cost;
    if (windows)
      mergeLanes(windowLanes, moves);
    if (withForests)
      mergeForests(*lanes, before, spent);
    if (close) {
      if (!gapClosing.solution().empty())
        offerChoice(gapClosing.solution());
      raiseBound(gapClosing.bound());
      if (gapClosing.bound() > certified) {
        certified = gapClosing.bound();
        byGapClosing = true;
      }
    }
    if (climbing) {
      RoundedDual rounded = ascent.rounded(result.solution.cost, deadline);
      if (passed(deadline))
        break;
      guide = std::move(rounded);
      raiseBound(guide.costBound());
      if (guide.costBound() > certified) {
        certified = guide.costBound();
        byGapClosing = false;
        if (options.certificate)
          certify(certifyDual(kernel, model, guide));
      }
      if (!ascent.decoded().empty() && ascent.decodedCost() < adopted) {
        adopted = ascent.decodedCost();
        if (offer(ascent.decoded()) && started)
          for (WindowSearch &lane : windowLanes)
            lane.setLabels(ascent.decoded());
      }
      std::vector<int32_t> first = ascent.decoded().empty() ? ascent.last() : ascent.decoded();
      if (options.repair) {
        std::vector<int32_t> repaired = ascent.last();
        if (repair.run(repaired, ascent.dual.price, result.work, deadline) && offer(repaired)) {
          first = repaired;
          for (WindowSearch &lane : windowLanes)
            lane.setLabels(repaired);
          if (forests)
            forests->setLabels(repaired);
        }
      }
      for (WindowSearch &lane : windowLanes) {
        lane.setDual(guide);
        if (!started)
          lane.setLabels(first);
      }
      if (forests)
        forests->setDual(guide);
      started = true;
    }
    raiseBound(result.bound);
    stale = result.solution.cost < before ? 0 : stale + 1;
    if (climbing && ascent.converged()) {
      // The basin of the best prices may be another one than that of the first.
      windowLanes.back().setLabels(ascent.last());
      iterating = true;
      scouting = 8;
    }
    if (windows)
      diversify(windowLanes, stale);
    quantum = std::min(most, 2 * quantum);
    report(climbing ? "dual" : close ? "close" : "search");
  }
  if (options.certificate && byGapClosing)
    result.certificate = std::make_shared<LayoutCertificate>(gapClosing.certificate());
}

LayoutRun::LayoutRun(const LayoutChoice &problem, PlannerOptions options)
    : implementation(std::make_unique<Implementation>(problem, std::move(options))) {}
LayoutRun::~LayoutRun() = default;
LayoutResult LayoutRun::advance(const Budget &budget, LayoutObserver *observer) {
  return implementation->advance(budget, observer);
}

namespace {

class Planner : public LayoutPolicy {
public:
  explicit Planner(const PlannerOptions &options) : options(options) {}
  std::string_view name() const override { return "planner"; }
  LayoutResult run(const LayoutChoice &problem, const Budget &budget, LayoutObserver *observer) override {
    return LayoutRun(problem, options).advance(budget, observer);
  }

private:
  PlannerOptions options;
};

} // namespace

std::unique_ptr<LayoutPolicy> plan::makeLayoutPlanner(const PlannerOptions &options) {
  return std::make_unique<Planner>(options);
}

//===- Planner.cpp - Epochs of bound, search and gap closing ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/LayoutChoice/Planner.h"
#include "Branching/GapClosing.h"
#include "Branching/Relaxation.h"
#include "Branching/Restriction.h"
#include "Branching/SmoothRelaxation.h"
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
#include <numeric>
#include <optional>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {

/// Of a limit: what the reductions may take before the first labelling is looked for in what they left.
constexpr double presolveShare = 0.6;
/// From so many nodes on windows see too little of what there is to change.
constexpr int32_t fewestForForests = 2000;
/// Work of an epoch that takes so little time that it may exceed a limit.
constexpr uint64_t smallEpoch = 100'000'000;
constexpr int laneCount = 2; // of window search; fixed, so that the number of threads changes nothing

constexpr int dualLane = laneCount, forestLane = laneCount + 1; // behind the windows
constexpr int epochsPerRelaxation = 4;                          // while prices move
constexpr int epochsPerRestriction = 2;                         // of little gain without one
constexpr double mostInVain =
    0.1; ///< of all work: when gap closing raises no bound with that, other prices are looked for
constexpr double leastFixed = 0.02; ///< share of the labels: fewer are next to none

struct Epoch {
  bool climbs = false, relaxes = false, branches = false, leads = false,
       closes = false; ///< the dual's lane; at most one
  bool windows = false, forests = false;
  bool free = false;      ///< the forests' lane searches without the capacity
  bool restricts = false; ///< it searches with the nodes of many neighbours decided
  std::vector<uint64_t> planned = std::vector<uint64_t>(laneCount + 2, 0), spent = planned; ///< work per lane
  bool proves() const { return relaxes || branches || leads || closes; }
  bool any() const { return climbs || proves() || windows || forests; }
};

/// Who can show a bound.
enum class Prover { Ascent, GapClosing, Relaxation, SmoothRelaxation };

/// What epochs hand on to the next.
struct Lanes {
  Lanes(const LayoutChoice &problem, const Model &model, const std::vector<int64_t> &position,
        const PlannerOptions &options, const PresolveOptions &presolve)
      : ascent(model, {.prices = options.prices,
                       .blocks = options.priceBlocks,
                       .shares = options.shares,
                       .hubs = branchesAtHubs(options, model),
                       .leaps = options.leaps}),
        // Epochs start short, for small problems and early answers, and grow to what makes the barriers cheap.
        quantum(std::max<uint64_t>(200'000, ascent.dual.workPerSweep())),
        most(std::max<uint64_t>(20'000'000, 20 * ascent.dual.workPerSweep())), moves(laneCount),
        gapClosing(problem, position,
                   {presolve, options.frontier, options.branching, options.shares, options.leaps, options.certificate}),
        relaxation(position, {presolve, options.leaps, options.freeForests && usesForests(options, model),
                              branchesAtHubs(options, model), options.certificate, options.seed}),
        ahead(position,
              {presolve, options.leaps, false, branchesAtHubs(options, model), options.certificate, options.seed}),
        restriction(position, {presolve, options.shares, options.leaps, options.seed}), repair(model) {
    correction = nextStep = ascent.dual.price;
    if (usesForests(options, model))
      forests.emplace(model, options.seed);
    for (int k = 0; k < laneCount; ++k)
      windows.emplace_back(model, options.seed * 1000 + k);
  }

  static bool usesForests(const PlannerOptions &options, const Model &model) {
    return options.forests && model.numNodes() >= fewestForForests;
  }

  static bool branchesAtHubs(const PlannerOptions &options, const Model &model) {
    return options.gapClosing && options.relaxation && options.hubs && usesForests(options, model) && !model.isWide() &&
           !model.slack.empty() && Branching::suitsHubs(model);
  }

  DualAscent ascent;
  uint64_t quantum, most;
  RoundedDual guide;
  std::vector<WindowSearch> windows;
  std::vector<std::vector<WindowMove>> moves;
  GapClosing gapClosing;
  Relaxation relaxation;
  SmoothRelaxation ahead; ///< where nothing else shows a higher bound
  Restriction restriction;
  CapacityRepair repair;
  std::optional<ForestSearch> forests; ///< where they are used: they have tables of their own
  bool forestsLead = true;             ///< they gained more for their work than the windows when last one of them did
  uint64_t closingSpent = 0;           ///< by the last epoch
  Prover prover = Prover::Ascent;      ///< of the best bound
  bool hopeless = false;               ///< reduced costs remove next to nothing
  int sinceRelaxed = 0;                ///< epochs
  int sinceRestricted = 0;             ///< epochs of little gain
  size_t restrictions = 0;             ///< so far
  uint64_t closedInVain = 0;           ///< work of gap closing since it last raised the bound by much
  Cost boundInVain = -infiniteCost;    ///< at that time
  int vain = 0;                        ///< restrictions in a row that gained little
  bool fresh = false;                  ///< the search without the capacity begins anew, and others from where it ends
  bool freeIsNext = false;             ///< the forests' lane searches without the capacity
  bool relaxedLast = false;            ///< at the prices of the converged ascent
  bool started = false;
  std::vector<double> correction, nextStep; ///< per row: of the dual's prices in searches without the capacity
  std::vector<double> freePrices;           ///< of the present one
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
  /// Of an epoch: what is left until the limit.
  uint64_t mostWork() const {
    uint64_t done = result.work - workBefore;
    return std::max(budget.workUnits - std::min(budget.workUnits, done), smallEpoch);
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
    if (candidate.cost >= own.cost)
      return false;
    own = std::move(candidate);
    if (own.cost < result.solution.cost)
      result.solution = own;
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
      own = result.solution = std::move(given);
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
  Epoch planEpoch() const;
  void runEpoch(Epoch &epoch);
  void raiseBound(Cost bound, Prover prover);
  bool meetAscent();
  std::vector<int32_t> labelsOf(const std::vector<int32_t> &choice) const;
  void repairFree();
  bool gainsMuch(Cost before) const;
  void restrict();
  void takeRestricted();
  void stepPrices(const std::vector<int32_t> &found, Cost repaired);
  void correctPrices(bool none);
  void relax();
  void relaxAt(bool last);
  const Dual &guidingDual() const;
  bool isWideGap() const { return DualAscent::isWideGap(static_cast<double>(result.bound), result.solution.cost); }
  void lead();
  void judgeClosing(uint64_t spent);
  void descendAnew();
  void takeFresh(const std::vector<int32_t> &labels);
  bool isHopeless() const;
  void mergeLanes(std::vector<WindowSearch> &lanes, std::vector<std::vector<WindowMove>> &moves);
  void mergeForests(Lanes &all, Cost before, const Epoch &epoch);
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
  LayoutSolution own; ///< where the searches are; the result has the best of all descents
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

static double rateOf(Cost gain, double work) { return static_cast<double>(std::max<Cost>(gain, 0)) / (work + 1); }

// The better of windows and forests is where both go on; the one that gains more for its work will get more of it.
void LayoutRun::Implementation::mergeForests(Lanes &all, Cost before, const Epoch &epoch) {
  constexpr double windowPace = 3; // a unit of windows takes as long as so many of forests
  const WindowSearch *best = nullptr;
  for (const WindowSearch &lane : all.windows)
    if (!lane.best().empty() && (!best || lane.bestCost() < best->bestCost()))
      best = &lane;
  Cost byWindows = best ? best->bestCost() : infiniteCost, byForests = all.forests->bestCost();
  auto rate = [&](Cost cost, double work) { return isInfinite(before) ? 0.0 : rateOf(before - cost, work); };
  double windowRate = rate(byWindows, windowPace * static_cast<double>(epoch.spent[0] + epoch.spent[1]));
  double forestRate = rate(byForests, static_cast<double>(epoch.spent[forestLane]));
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

/// What the lanes do next.
Epoch LayoutRun::Implementation::planEpoch() const {
  const Lanes &all = *lanes;
  const bool wide = model.isWide();
  Epoch epoch;
  epoch.climbs = !all.ascent.converged();
  epoch.windows = options.windows && all.started && !all.fresh;
  epoch.forests = all.forests && all.started;
  epoch.restricts = epoch.forests && all.restriction.begun();
  epoch.free = epoch.forests && !epoch.restricts && all.freeIsNext && !all.relaxation.searched();
  bool closes = options.gapClosing && !epoch.climbs && result.solution.found();
  epoch.relaxes = closes && options.relaxation && !all.relaxation.climbed();
  closes = closes && !epoch.relaxes;
  epoch.branches =
      closes && all.hopeless && all.relaxation.canBranch() && all.relaxation.leastWorkOfBranch() <= mostWork();
  closes = closes && !epoch.branches;
  epoch.leads = closes && all.ahead.begun() && !all.ahead.finished() && all.ahead.leastWork() <= mostWork();
  // A box of a problem that is so far from solved may take as much as a hundred epochs, and its tree gigabytes: where
  // smooth prices are looked for it has had its time.
  closes = closes && !epoch.leads && !(isWideGap() && all.ahead.begun());
  epoch.closes = closes && !all.gapClosing.finished() && all.gapClosing.leastWork() <= mostWork();
  // One box of branch and bound is much work; windows have little to find by then.
  if (epoch.climbs)
    epoch.planned[dualLane] = all.quantum;
  else if (epoch.proves())
    epoch.planned[dualLane] = (epoch.closes && all.gapClosing.branches() ? 16 : 4) * all.quantum;
  if (epoch.windows) {
    // A unit of window work takes about five times as long as one of a sweep; beside the ascent, which decides
    // how good the windows' guide is, both lanes together get about its time, and a quarter of it where sweeps
    // are dear. Beside gap closing they have little left to find, unless no search gets through.
    uint64_t share = epoch.climbs                                         ? (all.ascent.large() ? 32 : 8)
                     : epoch.planned[dualLane] && !wide && all.stale >= 4 ? 8
                                                                          : 1;
    share *= epoch.forests && all.forestsLead ? 4 : 1;
    for (int k = 0; k < laneCount; ++k)
      epoch.planned[k] = all.quantum / share;
  }
  if (epoch.forests) {
    // While they gain they get as much as branch and bound had.
    uint64_t work = epoch.climbs                 ? all.quantum / 2
                    : all.stale < 4 || all.fresh ? std::max(all.quantum, all.closingSpent)
                                                 : all.quantum;
    epoch.planned[forestLane] =
        work / ((epoch.climbs && !wide) || all.forestsLead || epoch.free || epoch.restricts ? 1 : 4);
  }
  // The last epoch ends at the limit. Small ones stay whole: where they end, runs in steps meet.
  uint64_t sum = std::accumulate(epoch.planned.begin(), epoch.planned.end(), uint64_t(0));
  if (uint64_t within = mostWork(); sum > within)
    for (uint64_t &work : epoch.planned)
      work = static_cast<uint64_t>(static_cast<double>(work) / static_cast<double>(sum) * static_cast<double>(within));
  return epoch;
}

void LayoutRun::Implementation::runEpoch(Epoch &epoch) {
  auto [planned, spent] = std::tie(epoch.planned, epoch.spent);
  const Deadline *deadline = &wholeRun;
  Cost incumbent = result.solution.cost;
  std::vector<std::function<void()>> tasks;
  if (epoch.climbs)
    tasks.push_back([&] { spent[dualLane] = lanes->ascent.run(planned[dualLane], incumbent, deadline); });
  if (epoch.relaxes)
    tasks.push_back([&] { spent[dualLane] = lanes->relaxation.climb(planned[dualLane], incumbent, deadline); });
  if (epoch.leads)
    tasks.push_back([&] { spent[dualLane] = lanes->ahead.run(kernel, planned[dualLane], incumbent, deadline); });
  if (epoch.branches)
    tasks.push_back([&] { spent[dualLane] = lanes->relaxation.branch(planned[dualLane], incumbent, deadline); });
  if (epoch.closes)
    tasks.push_back([&] {
      spent[dualLane] =
          lanes->gapClosing.run(kernel, lanes->ascent.dual, planned[dualLane], mostWork(), incumbent, deadline);
    });
  for (int k = 0; epoch.windows && k < laneCount; ++k)
    tasks.push_back([&, k] {
      lanes->moves[k].clear();
      spent[k] = lanes->windows[k].improve(planned[k], &lanes->moves[k], deadline);
    });
  if (epoch.forests)
    tasks.push_back([&] {
      spent[forestLane] = epoch.restricts ? lanes->restriction.run(planned[forestLane], incumbent, deadline)
                          : epoch.free    ? lanes->relaxation.search(planned[forestLane], deadline)
                                          : lanes->forests->improve(planned[forestLane], deadline);
    });
  inParallel(budget.threads, tasks);
}

void LayoutRun::Implementation::raiseBound(Cost bound, Prover prover) {
  raiseBound(bound);
  if (bound <= certified)
    return;
  certified = bound;
  lanes->prover = prover;
  if (prover == Prover::Ascent && options.certificate)
    certify(certifyDual(kernel, model, lanes->guide));
}

/// False when the deadline passed.
bool LayoutRun::Implementation::meetAscent() {
  auto [ascent, windowLanes, forests] = std::tie(lanes->ascent, lanes->windows, lanes->forests);
  RoundedDual rounded = ascent.rounded(result.solution.cost, &wholeRun);
  if (wholeRun.passed())
    return false;
  lanes->guide = std::move(rounded);
  raiseBound(lanes->guide.costBound(), Prover::Ascent);
  if (!ascent.decoded().empty() && ascent.decodedCost() < lanes->adopted) {
    lanes->adopted = ascent.decodedCost();
    if (offer(ascent.decoded()) && lanes->started)
      for (WindowSearch &lane : windowLanes)
        lane.setLabels(ascent.decoded());
  }
  std::vector<int32_t> first = ascent.decoded().empty() ? ascent.last() : ascent.decoded();
  if (options.repair) {
    std::vector<int32_t> repaired = ascent.last();
    if (lanes->repair.run(repaired, ascent.dual.price, result.work, &wholeRun) && offer(repaired)) {
      first = repaired;
      for (WindowSearch &lane : windowLanes)
        lane.setLabels(repaired);
      if (forests)
        forests->setLabels(repaired);
    }
  }
  for (WindowSearch &lane : windowLanes) {
    lane.setDual(lanes->guide);
    if (!lanes->started)
      lane.setLabels(first);
  }
  if (forests)
    forests->setDual(lanes->guide);
  lanes->started = true;
  return true;
}

/// The model's labels of a choice that the kernel's reductions left.
std::vector<int32_t> LayoutRun::Implementation::labelsOf(const std::vector<int32_t> &choice) const {
  std::vector<int32_t> labels(model.numNodes());
  for (int32_t n = 0; n < model.numNodes(); ++n) {
    const std::vector<int32_t> &own = kernel.nodes[model.kernelNode[n]].labels;
    labels[n] = static_cast<int32_t>(std::ranges::lower_bound(own, choice[model.kernelNode[n]]) - own.begin());
  }
  return labels;
}

/// What the search without the capacity found, repaired, is where the forests go on when it is cheaper.
void LayoutRun::Implementation::repairFree() {
  std::vector<int32_t> labels = labelsOf(lanes->relaxation.choice());
  const std::vector<int32_t> found = labels;
  lanes->forests->lookAt(found);
  bool fits = lanes->repair.run(labels, lanes->freePrices, result.work, &wholeRun);
  Cost repaired = fits ? model.costOf(labels) : own.cost;
  stepPrices(found, repaired);
  if (fits && lanes->fresh)
    takeFresh(labels);
  else if (fits && repaired < lanes->forests->bestCost())
    lanes->forests->setLabels(labels);
  lanes->fresh = false;
}

/// Searches go on from there, whatever they have reached.
void LayoutRun::Implementation::takeFresh(const std::vector<int32_t> &labels) {
  own = {};
  offer(labels);
  lanes->forests->setLabels(labels);
  for (WindowSearch &lane : lanes->windows)
    lane.setLabels(labels);
}

/// Where a labelling that was found without the capacity exceeds it, the next search pays more, where it leaves bytes
/// unused, less: a share of the step of Polyak towards the cost of what repairing made of it.
void LayoutRun::Implementation::stepPrices(const std::vector<int32_t> &found, Cost repaired) {
  constexpr double share = 0.1;
  const std::vector<double> &price = lanes->freePrices;
  std::vector<double> overflow;
  lanes->ascent.dual.overflowOf(found, overflow);
  double priced = static_cast<double>(model.costOf(found)), norm = squaredNormOfMoving(price, overflow);
  for (size_t r = 0; r < price.size(); ++r)
    priced += price[r] * overflow[r];
  double step = norm > 0 ? share * std::max(static_cast<double>(repaired) - priced, 0.0) / norm : 0;
  for (size_t r = 0; r < price.size(); ++r)
    lanes->nextStep[r] = price[r] > 0 || overflow[r] > 0 ? step * overflow[r] : 0;
}

/// The dual's prices with what searches without the capacity added to them, which fades; `none`: without.
void LayoutRun::Implementation::correctPrices(bool none) {
  constexpr double kept = 0.8;
  std::span<const double> best = lanes->ascent.dual.pricesOfBest();
  lanes->freePrices.assign(best.begin(), best.end());
  for (size_t r = 0; r < best.size(); ++r) {
    lanes->correction[r] = none ? 0 : kept * lanes->correction[r] + lanes->nextStep[r];
    lanes->nextStep[r] = 0;
    lanes->freePrices[r] = std::max(0.0, best[r] + lanes->correction[r]);
  }
}

/// Begins a relaxation where one is due: now and then while prices move, for its search alone, and once at the last
/// ones, where little can be fixed by reduced cost or no search gets through.
void LayoutRun::Implementation::relax() {
  bool search = lanes->forests && options.freeForests;
  if (model.isWide() || model.slack.empty() || !(search || options.relaxation))
    return;
  bool converged = lanes->ascent.converged();
  bool last = converged && !lanes->relaxedLast &&
              (lanes->hopeless || lanes->gapClosing.branches() || lanes->gapClosing.finished());
  bool again = search && lanes->sinceRelaxed >= epochsPerRelaxation &&
               (!converged || (lanes->relaxedLast && lanes->relaxation.climbed() && lanes->relaxation.searched()));
  if (last || (again && !lanes->fresh))
    relaxAt(last);
  ++lanes->sinceRelaxed;
}

void LayoutRun::Implementation::relaxAt(bool last) {
  lanes->sinceRelaxed = 0;
  lanes->relaxedLast = lanes->relaxedLast || last;
  correctPrices(last);
  lanes->relaxation.begin(kernel, guidingDual(), lanes->freePrices, last, result.work, &wholeRun);
  lanes->freeIsNext = true;
}

/// Whose prices and potentials searches begin with.
const Dual &LayoutRun::Implementation::guidingDual() const {
  return lanes->ahead.settled() ? lanes->ahead.dual() : lanes->ascent.dual;
}

/// Looks for other prices where the relaxation at those of the ascent has shown what it can and gap closing idles.
void LayoutRun::Implementation::lead() {
  bool possible = options.smooth && options.prices && lanes->hopeless && !model.isWide() && !model.slack.empty();
  bool idles = lanes->gapClosing.finished() ||
               static_cast<double>(lanes->closedInVain) > mostInVain * static_cast<double>(result.work);
  if (possible && idles && lanes->relaxedLast && lanes->relaxation.climbed() && !lanes->relaxation.canBranch() &&
      !lanes->ahead.begun() && isWideGap())
    lanes->ahead.begin(lanes->ascent.dual, result.solution.cost);
}

/// Counts what gap closing spends without raising the bound by much.
void LayoutRun::Implementation::judgeClosing(uint64_t spent) {
  constexpr double much = 0.01; // of the gap
  double gap = static_cast<double>(result.solution.cost - result.bound);
  bool gains = static_cast<double>(result.bound - lanes->boundInVain) > much * gap;
  lanes->closedInVain = gains ? 0 : lanes->closedInVain + spent;
  if (gains)
    lanes->boundInVain = result.bound;
}

/// Where restrictions gain nothing, searches begin with another labelling, at the prices of soft minima.
void LayoutRun::Implementation::descendAnew() {
  constexpr int mostVain = 3;
  if (!options.freeForests || !lanes->ahead.settled() || lanes->fresh || lanes->restriction.begun() ||
      lanes->vain < mostVain)
    return;
  lanes->vain = 0;
  lanes->relaxation.forget();
  relaxAt(false);
  lanes->fresh = lanes->relaxation.begun();
}

/// Whether an epoch that began with an incumbent of that cost closed so much of the gap that its searches go on.
bool LayoutRun::Implementation::gainsMuch(Cost before) const {
  constexpr double much = 0.02;
  Cost now = own.cost;
  return static_cast<double>(before - now) > much * static_cast<double>(now - result.bound);
}

/// Begins a restriction where the other searches gain little, each time of other nodes.
void LayoutRun::Implementation::restrict() {
  constexpr size_t degrees[] = {32, 16, 10};
  if (!options.restriction || !lanes->forests || !lanes->started || model.isWide() || !result.solution.found() ||
      lanes->fresh || lanes->restriction.begun() || lanes->sinceRestricted++ < epochsPerRestriction)
    return;
  lanes->sinceRestricted = 0;
  size_t degree = degrees[lanes->restrictions++ % std::size(degrees)];
  lanes->restriction.begin(kernel, guidingDual(), degree, own.choice, result.work, &wholeRun);
}

void LayoutRun::Implementation::takeRestricted() {
  Restriction &restriction = lanes->restriction;
  if (restriction.cost() < own.cost && offerChoice(restriction.choice())) {
    std::vector<int32_t> labels = labelsOf(own.choice);
    lanes->forests->setLabels(labels);
    for (WindowSearch &lane : lanes->windows)
      lane.setLabels(labels);
  }
  if (!restriction.finished())
    return;
  restriction.end();
  ++lanes->vain;
}

/// Whether reduced costs remove so few labels that gap closing has nothing to begin with. Where windows see most of a
/// problem it has: searches get through.
bool LayoutRun::Implementation::isHopeless() const {
  if (!lanes->forests)
    return false;
  if (Lanes::branchesAtHubs(options, model) && DualAscent::isWideGap(lanes->ascent.dual.best(), result.solution.cost))
    return true;
  size_t fallen = 0;
  std::vector<int64_t> reducedCost;
  int64_t limit = lanes->guide.limitFor(result.solution.cost - 1);
  for (int32_t n = 0; n < model.numNodes(); ++n) {
    minMarginals(model, lanes->guide, n, reducedCost);
    fallen += std::ranges::count_if(reducedCost, [&](int64_t own) { return own > limit; });
  }
  return static_cast<double>(fallen) < leastFixed * static_cast<double>(model.unary.size());
}

void LayoutRun::Implementation::improve() {
  while (!outOfBudget() && !proved() && !isCutOff()) {
    lead();
    descendAnew();
    relax();
    restrict();
    Epoch epoch = planEpoch();
    if (!epoch.any())
      break;
    runEpoch(epoch);
    if (wholeRun.passed()) {
      // An epoch that the clock cut short does not count, except that something is better than nothing.
      if (!result.solution.found())
        salvage(lanes->ascent, lanes->windows);
      break;
    }
    for (uint64_t work : epoch.spent)
      result.work += work;
    lanes->closingSpent = epoch.climbs ? 0 : epoch.spent[dualLane];
    Cost before = own.cost;
    if (epoch.windows)
      mergeLanes(lanes->windows, lanes->moves);
    // The search without the capacity takes turns with the one that has to fit.
    if (!epoch.restricts)
      lanes->freeIsNext = !epoch.free || lanes->fresh;
    if (epoch.free && (!lanes->fresh || lanes->relaxation.searched()))
      repairFree();
    if (epoch.restricts)
      takeRestricted();
    else if (epoch.forests)
      mergeForests(*lanes, before, epoch);
    if (epoch.closes) {
      if (!lanes->gapClosing.solution().empty())
        offerChoice(lanes->gapClosing.solution());
      raiseBound(lanes->gapClosing.bound(), Prover::GapClosing);
      judgeClosing(epoch.spent[dualLane]);
    }
    if (epoch.climbs && !meetAscent())
      break;
    if (lanes->relaxation.begun())
      lanes->relaxation.meet(result.solution.cost, &wholeRun);
    if (lanes->relaxation.begun() || epoch.branches)
      raiseBound(lanes->relaxation.bound(), Prover::Relaxation);
    if (epoch.leads)
      raiseBound(lanes->ahead.bound(), Prover::SmoothRelaxation);
    raiseBound(result.bound);
    if (gainsMuch(before))
      lanes->sinceRestricted = lanes->vain = 0;
    lanes->stale = own.cost < before ? 0 : lanes->stale + 1;
    if (epoch.climbs && lanes->ascent.converged()) {
      // The basin of the best prices may be another one than that of the first.
      lanes->windows.back().setLabels(lanes->ascent.last());
      iterating = true;
      scouting = 8;
      lanes->hopeless = isHopeless();
    }
    if (epoch.windows)
      diversify(lanes->windows, lanes->stale);
    lanes->quantum = std::min(lanes->most, 2 * lanes->quantum);
    report(epoch.climbs ? "dual" : epoch.proves() ? "close" : "search");
  }
  if (!options.certificate)
    return;
  if (lanes->prover == Prover::GapClosing)
    result.certificate = std::make_shared<LayoutCertificate>(lanes->gapClosing.certificate());
  if (lanes->prover == Prover::SmoothRelaxation)
    result.certificate = std::make_shared<LayoutCertificate>(lanes->ahead.certificate());
  if (lanes->prover == Prover::Relaxation)
    result.certificate = std::make_shared<LayoutCertificate>(lanes->relaxation.certificate());
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

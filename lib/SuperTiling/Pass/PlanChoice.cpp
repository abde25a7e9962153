//===- PlanChoice.cpp - Which program is planned, with how much memory ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PlanChoice.h"

#include "alcove/SuperTiling/Rewrite/BeginProducts.h"
#include "alcove/SuperTiling/Rewrite/MakeTileable.h"
#include "alcove/SuperTiling/Rewrite/OnlineRows.h"
#include "alcove/SuperTiling/Rewrite/OwnDestinations.h"
#include "alcove/SuperTiling/Rewrite/RepeatProducers.h"

#include "mlir/IR/PatternMatch.h"

#include <limits>

using namespace mlir;

namespace alcove::supertiling {

/// A schedule is one for the program that came; the simple modes are one plan; on caches a loop is a choice by time.
static bool comparesPrograms(const DriverOptions &options) {
  return !options.schedule && options.planner.mode == PlanMode::Planned &&
         (options.planner.machine || !options.planner.costs.caches);
}

/// On machines the planner itself looks at plans for less memory: they are compared by time.
static bool comparesMemory(const DriverOptions &options) {
  return options.planner.mode == PlanMode::Planned && !options.planner.machine && !options.planner.costs.caches;
}

static PlannerOptions plannerOptions(const DriverOptions &options, Bytes most) {
  PlannerOptions own = options.planner;
  own.most = comparesMemory(options) ? most : 0;
  // Upstream's transform operations build no tile around others, and no strips.
  own.costs.joinTiles &= !options.schedule;
  own.costs.strips &= !options.schedule;
  return own;
}

PlansOfMemory::PlansOfMemory(Operation *function, const DriverOptions &options, Bytes most)
    : most(most), planner(plannerOptions(options, most)), function(function), options(options) {}

Candidate PlansOfMemory::plan(const Rewrites &rewrites) {
  OwningOpRef<Operation *> copy(function->clone());
  FunctionTiler tiler(copy.get(), planner, options, rewrites);
  Candidate found;
  found.outcome = tiler.plan();
  found.rewrites = rewrites;
  found.plans = std::move(tiler.plans);
  found.structures = structuresToJoin(tiler.siblings);
  found.longRows = {tiler.longRows, tiler.softmaxOfLongRows};
  found.errors = std::move(tiler.errors);
  found.summary = std::move(tiler.summary);
  if (const Summary &own = found.summary; found.outcome == Outcome::Done)
    seen.push_back({own.misfits, own.torn, own.traffic, own.trafficIfTorn});
  return found;
}

/// What plans are compared by: time on a machine, traffic without one.
static double aimOf(const Summary &plan, const PlannerOptions &options) {
  return options.machine ? plan.time.total : plan.traffic;
}

static auto rankOf(const Summary &plan, const PlannerOptions &options) {
  double price = options.machine ? plan.time.total : plan.traffic + plan.extraOps / options.costs.opsPerByte;
  return std::tuple(plan.misfits, plan.torn, aimOf(plan, options), price);
}

/// Takes `other`, a program written anew, where it is better.
bool PlansOfMemory::offer(Candidate other) {
  const PlannerOptions &own = options.planner;
  if (other.outcome != Outcome::Done || aimOf(other.summary, own) > aimOf(best.summary, own) ||
      rankOf(other.summary, own) >= rankOf(best.summary, own))
    return false;
  // On machines siblings are joined, and nothing else: what holds for all plans of the program before holds for these.
  other.summary.time.bound = best.summary.time.bound;
  best = std::move(other);
  return true;
}

/// Not proved, a claim says only where a search may end.
static Claim claimOf(Operation *function, Planner &planner, const DriverOptions &options, const Rewrites &rewrites,
                     Bytes memory, bool proved) {
  OwningOpRef<Operation *> copy(function->clone());
  FunctionTiler tiler(copy.get(), planner, options, rewrites);
  if (tiler.bound(memory, proved) != Outcome::Done)
    return {0, 0, 0, std::move(tiler.errors)};
  return {tiler.summary.bound, tiler.summary.boundOfCopies, tiler.summary.compulsory, {}};
}

/// The program as it is before rows are rewritten and siblings joined.
static Rewrites rewritesOf(const DriverOptions &options, Bytes most) {
  Rewrites rewrites;
  rewrites.budget = rewrites.rows = options.planner.budget.atMost(most);
  return rewrites;
}

const Claim &PlansOfMemory::claim() {
  // Of less memory nothing is printed.
  Bytes largest = options.planner.budget.largest();
  if (!claimed)
    claimed = claimOf(function, planner, options, rewritesOf(options, most), std::min(most, largest), most >= largest);
  return *claimed;
}

/// No plan moves less, or takes less time.
bool PlansOfMemory::atBound() {
  return options.planner.machine ? best.summary.time.total <= best.summary.time.bound
                                 : best.summary.traffic <= claim().bound;
}

/// Operations in a form with tiles that they need for less memory only (SUT-P1).
void PlansOfMemory::rewriteForLess(Rewrites &rewrites) {
  size_t rewritten = numToMakeTileable(function, rewrites.budget);
  for (Bytes less = largestPowerBelow(most); less > 0 && !atBound(); less /= 2) {
    Rewrites more = rewrites;
    more.budget = options.planner.budget.atMost(less);
    size_t count = numToMakeTileable(function, more.budget);
    if (count != rewritten && offer(plan(more)))
      rewrites = more;
    rewritten = count;
  }
}

/// Uses of long rows by several readers, and softmaxes of long rows, in the program that `rewrites` begin with.
static std::pair<size_t, size_t> longRowsOf(Operation *function, const DriverOptions &options,
                                            const Rewrites &rewrites) {
  OwningOpRef<Operation *> copy(function->clone());
  IRRewriter rewriter(function->getContext());
  dropEmptyDomains(rewriter, *copy);
  ownDestinations(rewriter, *copy);
  makeTileable(rewriter, *copy, rewrites.budget);
  return {numLongRows(*copy, rewrites.rows), options.planner.onlineSoftmax ? numOnlineRows(*copy, rewrites.rows) : 0};
}

/// SUT-H8 and SUT-H9 with the rows of `start`: producers repeated for the readers of long rows, then maximum and sum of
/// a softmax in one pass. `taken`: what the best plan has.
void PlansOfMemory::rewriteRows(Rewrites start, std::pair<size_t, size_t> rows, Rewrites &taken) {
  auto attempt = [&] {
    if (!atBound() && offer(plan(start)))
      taken = start;
  };
  start.repeat = true;
  if (rows.first > 0)
    attempt();
  start.online = true;
  for (bool repeat : {false, true}) {
    if (rows.second == 0)
      break;
    start.repeat = repeat;
    attempt();
  }
}

/// Rows of which four take less than this part of the memory make room for little: they are written anew too where
/// planning is quick, up to this part of the work.
static constexpr Bytes shareOfRows = 4;
static constexpr int64_t shareOfWork = 40;

void PlansOfMemory::rewriteRowsForLess(Rewrites &rewrites) {
  Rewrites start = rewrites;
  std::pair<size_t, size_t> rows = best.longRows;
  rewriteRows(start, rows, rewrites);
  for (Bytes less = largestPowerBelow(most); less > 0 && !atBound(); less /= 2) {
    if (less < most / shareOfRows && planner.workDone() > options.planner.work / shareOfWork)
      break;
    start.rows = options.planner.budget.atMost(less);
    if (std::pair<size_t, size_t> fewer = longRowsOf(function, options, start); fewer != rows)
      rewriteRows(start, rows = fewer, rewrites);
  }
}

/// SUT-H18, in the program that is the best so far.
void PlansOfMemory::repeatBehindStatistics(Rewrites &rewrites) {
  Rewrites more = rewrites;
  more.statistics = true;
  if (!rewrites.statistics && !atBound() && numStatistics(function) > 0 && offer(plan(more)))
    rewrites = more;
}

/// SUT-S3: all siblings joined, then each structure of them the other way, as long as less is moved.
void PlansOfMemory::joinSiblings(Rewrites rewrites) {
  const std::vector<std::string> structures = best.structures;
  std::set<std::string> chosen;
  auto attempt = [&](std::set<std::string> join) {
    if (atBound() || planner.workDone() > options.planner.work / 2)
      return;
    rewrites.join = join;
    if (offer(plan(rewrites)))
      chosen = std::move(join);
  };
  if (!structures.empty())
    attempt({structures.begin(), structures.end()});
  for (const std::string &structure : structures) {
    std::set<std::string> other = chosen;
    if (other.erase(structure) == 0)
      other.insert(structure);
    if (structures.size() > 1 && !other.empty())
      attempt(std::move(other));
  }
}

/// SUT-H19, with what reads rows behind statistics as it is and with producers of its own: a norm in front of a product needs
/// a third tile of its result for the squares otherwise.
void PlansOfMemory::beginProducts(Rewrites rewrites) {
  if (atBound() || numToBegin(function, rewrites.budget.largest()) == 0)
    return;
  rewrites.begin = true;
  offer(plan(rewrites));
  if (rewrites.statistics || atBound() || numStatistics(function) == 0)
    return;
  rewrites.statistics = true;
  offer(plan(rewrites));
}

void PlansOfMemory::run() {
  isOld = false;
  seen.clear();
  Rewrites rewrites = rewritesOf(options, most);
  rewrites.siblings = comparesPrograms(options) && options.joinSiblings;
  best = plan(rewrites);
  if (best.outcome != Outcome::Done || best.summary.dynamic || !comparesPrograms(options))
    return;
  if (!options.planner.machine) {
    // The comparison is one of traffic.
    rewriteForLess(rewrites);
    rewriteRowsForLess(rewrites);
    repeatBehindStatistics(rewrites);
  }
  joinSiblings(rewrites);
  // Products that share what they read are one reader of it only now.
  Rewrites joined = best.rewrites;
  if (!options.planner.machine && !joined.join.empty())
    repeatBehindStatistics(joined);
  if (!options.planner.machine)
    beginProducts(best.rewrites);
}

double PlansOfMemory::trafficIfTorn(int64_t misfits, int64_t torn) const {
  double least = std::numeric_limits<double>::infinity();
  for (const Seen &plan : seen)
    if (plan.misfits <= misfits && plan.torn >= torn)
      least = std::min(least, plan.torn > torn ? std::min(plan.traffic, plan.trafficIfTorn) : plan.trafficIfTorn);
  return least;
}

double PlansOfMemory::leastTraffic() const {
  double least = std::numeric_limits<double>::infinity();
  for (const Seen &plan : seen)
    least = std::min(least, plan.traffic);
  return least;
}

/// Where a plan for less memory moves this many times the least that was seen, none for still less is looked for.
static constexpr double mostAbove = 2;

PlanChoice::PlanChoice(Operation *function, const DriverOptions &options) : function(function), options(options) {
  Bytes largest = options.planner.budget.largest();
  parts.push_back(std::make_unique<PlansOfMemory>(function, options, largest));
  if (comparesMemory(options))
    for (Bytes most = largestPowerBelow(largest); most > 0; most /= 2) {
      parts.push_back(std::make_unique<PlansOfMemory>(function, options, most));
      parts.back()->planner.shareWith(parts.front()->planner);
    }
}

PlansOfMemory &PlanChoice::best() {
  PlansOfMemory *best = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (std::unique_ptr<PlansOfMemory> &part : parts) {
    if (part->isOld)
      part->run();
    const Candidate &own = part->best;
    if (!best) {
      best = part.get();
      if (own.outcome != Outcome::Done)
        break;
    } else if (own.outcome != Outcome::Done || own.summary.misfits > best->best.summary.misfits) {
      break;
    } else if (rankOf(own.summary, options.planner) < rankOf(best->best.summary, options.planner)) {
      best = part.get();
    }
    least = std::min(least, part->leastTraffic());
    if (least <= part->claim().bound || part->leastTraffic() > mostAbove * least)
      break;
  }
  taken = best;
  return *best;
}

Claim PlanChoice::claim() const {
  PlansOfMemory &whole = *parts.front();
  Claim claim = whole.claim();
  Rewrites planned = taken->best.rewrites, came = rewritesOf(options, whole.most);
  planned.siblings = false;
  planned.join.clear();
  bool same = !planned.repeat && !planned.online && !planned.statistics && !planned.begin &&
              numToMakeTileable(function, planned.budget) == numToMakeTileable(function, came.budget);
  if (same || !claim.errors.empty())
    return claim;
  Claim other = claimOf(function, whole.planner, options, planned, whole.most, /*proved=*/true);
  return {std::min(claim.bound, other.bound), std::min(claim.boundOfCopies, other.boundOfCopies),
          std::min(claim.compulsory, other.compulsory), std::move(other.errors)};
}

int64_t PlanChoice::work() const {
  int64_t sum = 0;
  for (const std::unique_ptr<PlansOfMemory> &part : parts)
    sum += part->planner.workDone();
  return sum;
}

double PlanChoice::trafficIfTorn() const {
  const Summary &own = taken->best.summary;
  double least = own.traffic;
  for (const std::unique_ptr<PlansOfMemory> &part : parts)
    if (!part->isOld)
      least = std::min(least, part->trafficIfTorn(own.misfits, own.torn));
  return least;
}

} // namespace alcove::supertiling

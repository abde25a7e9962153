//===- Driver.cpp - Plan, apply and judge a module ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Pass/Driver.h"

#include "FunctionTiler.h"

#include "alcove/SuperTiling/Rewrite/MakeTileable.h"
#include "alcove/SuperTiling/Rewrite/OnlineRows.h"
#include "alcove/SuperTiling/Rewrite/OwnDestinations.h"
#include "alcove/SuperTiling/Rewrite/RepeatProducers.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/MathExtras.h"

#include <fmt/format.h>

#include <cmath>

using namespace mlir;

namespace alcove::supertiling {

namespace {

constexpr int maxReplans = 24;
/// Of a plan that may be better than one that there is.
constexpr int maxReplansOfTrial = 6;

/// A function, planned again until the judge agrees.
struct Tiled {
  OwningOpRef<Operation *> copy;
  std::unique_ptr<FunctionTiler> tiler;
  Outcome outcome = Outcome::Replan;
  int replans = 0;
  std::vector<Note> notes;
};

Tiled tileFunction(Operation *function, Planner &planner, const DriverOptions &options, const Rewrites &rewrites) {
  Tiled tiled;
  llvm::scope_exit restore([&] { planner.limitGroups(options.planner.maxGroup); });
  bool trial = std::isfinite(rewrites.ceiling);
  for (;;) {
    tiled.copy = OwningOpRef<Operation *>(function->clone());
    tiled.tiler = std::make_unique<FunctionTiler>(tiled.copy.get(), planner, options, rewrites);
    tiled.outcome = tiled.tiler->run();
    const std::vector<Note> &said = tiled.tiler->notes;
    if (tiled.outcome != Outcome::Replan || tiled.replans == (trial ? maxReplansOfTrial : maxReplans)) {
      llvm::append_range(tiled.notes, said);
      return tiled;
    }
    ++tiled.replans;
    tiled.notes.push_back(said.back());
    // SUT-C1: a long group that cannot be built is not tried in every shorter form, and in the end there is no loop at
    // all.
    if (options.planner.costs.caches && tiled.replans % 4 == 0)
      planner.limitGroups(tiled.replans < maxReplans - 4 ? std::max(1u, options.planner.maxGroup >> (tiled.replans / 4))
                                                         : 0);
  }
}

/// What plans are compared by: time on a machine, traffic without one.
double aimOf(const Summary &plan, const PlannerOptions &options) {
  return options.machine ? plan.time.total : plan.traffic;
}

/// Takes `other` where it is better. What holds for every plan is the lesser of both: a rewritten operation may read
/// less, a repeated one reads more. `sameProgram`: it only joins operations, which is a plan of the program before;
/// then what holds for all of that one's plans holds for this.
bool keepBetter(Tiled &best, Tiled other, const PlannerOptions &options, bool sameProgram = false) {
  Summary &before = best.tiler->summary;
  Summary &after = other.tiler->summary;
  auto rank = [&](const Summary &plan) {
    double price = options.machine ? plan.time.total : plan.traffic + plan.extraOps / options.costs.opsPerByte;
    return std::tuple(plan.misfits, plan.torn, aimOf(plan, options), price);
  };
  bool done = other.outcome == Outcome::Done && aimOf(after, options) <= aimOf(before, options);
  if (done && after.misfits <= before.misfits && after.torn > before.torn)
    before.trafficIfTorn = std::min(before.trafficIfTorn, after.traffic);
  if (!done || rank(after) >= rank(before))
    return false;
  after.trafficIfTorn = std::min(before.trafficIfTorn, after.trafficIfTorn);
  after.compulsory = sameProgram ? before.compulsory : std::min(before.compulsory, after.compulsory);
  after.bound = sameProgram ? before.bound : std::min(before.bound, after.bound);
  after.time.bound = sameProgram ? before.time.bound : std::min(before.time.bound, after.time.bound);
  best = std::move(other);
  return true;
}

/// SUT-S3: all siblings joined, then each structure of them the other way, as long as less is moved.
void joinWhereBetter(Operation *function, Planner &planner, const DriverOptions &options, Rewrites rewrites,
                     Tiled &best) {
  std::vector<std::string> structures = structuresToJoin(best.tiler->siblings);
  std::set<std::string> chosen;
  auto attempt = [&](std::set<std::string> join) {
    const Summary &summary = best.tiler->summary;
    double bound = options.planner.machine ? summary.time.bound : summary.bound;
    rewrites.ceiling = aimOf(summary, options.planner);
    if (rewrites.ceiling <= bound || planner.workDone() > options.planner.work / 2)
      return;
    rewrites.join = join;
    if (keepBetter(best, tileFunction(function, planner, options, rewrites), options.planner, /*sameProgram=*/true))
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

/// Uses of long rows by several readers, and softmaxes of long rows, in the program that `rewrites` begin with.
std::pair<size_t, size_t> longRowsOf(Operation *function, const DriverOptions &options, const Rewrites &rewrites) {
  OwningOpRef<Operation *> copy(function->clone());
  IRRewriter rewriter(function->getContext());
  dropEmptyDomains(rewriter, *copy);
  ownDestinations(rewriter, *copy);
  makeTileable(rewriter, *copy, rewrites.budget);
  return {numLongRows(*copy, rewrites.rows), options.planner.onlineSoftmax ? numOnlineRows(*copy, rewrites.rows) : 0};
}

/// SUT-H8 and SUT-H9 with the rows of `rewrites`: producers repeated for the readers of long rows, then maximum and sum
/// of a softmax in one pass. `taken`: what the best plan has.
void rewriteRowsWhereBetter(Operation *function, Planner &planner, const DriverOptions &options, Rewrites rewrites,
                            std::pair<size_t, size_t> rows, Tiled &best, Rewrites &taken) {
  auto attempt = [&] {
    const Summary &summary = best.tiler->summary;
    if (summary.traffic > summary.bound &&
        keepBetter(best, tileFunction(function, planner, options, rewrites), options.planner))
      taken = rewrites;
  };
  rewrites.repeat = true;
  if (rows.first > 0)
    attempt();
  rewrites.online = true;
  for (bool repeat : {false, true}) {
    if (rows.second == 0)
      break;
    rewrites.repeat = repeat;
    rewrites.ceiling = best.tiler->summary.traffic;
    attempt();
  }
}

/// The best of the plans with operations rewritten as for less memory (SUT-P1), with producers repeated for the readers
/// of long rows (SUT-H8), and with siblings joined (SUT-S3). A schedule is one for the program that came.
Tiled tileAsBest(Operation *function, Planner &planner, const DriverOptions &options) {
  bool compared = !options.schedule && options.planner.mode == PlanMode::Planned &&
                  (options.planner.machine || !options.planner.costs.caches);
  Rewrites rewrites;
  rewrites.budget = rewrites.rows = options.planner.budget;
  rewrites.siblings = compared && options.joinSiblings;
  Tiled best = tileFunction(function, planner, options, rewrites);
  auto isPlanned = [&] { return best.outcome == Outcome::Done || best.outcome == Outcome::Untouched; };
  if (!compared || best.tiler->summary.dynamic || !isPlanned())
    return best;
  if (options.planner.machine) {
    joinWhereBetter(function, planner, options, rewrites, best);
    return best;
  }
  // The comparison is one of traffic.
  size_t rewritten = numToMakeTileable(function, rewrites.budget);
  const Bytes below = largestPowerBelow(rewrites.budget.largest());
  for (Bytes most = below; most > 0; most /= 2) {
    Rewrites more = rewrites;
    more.budget = options.planner.budget.atMost(most);
    size_t count = numToMakeTileable(function, more.budget);
    if (count != rewritten && keepBetter(best, tileFunction(function, planner, options, more), options.planner))
      rewrites = more;
    rewritten = count;
  }
  std::pair<size_t, size_t> rows(best.tiler->longRows, best.tiler->softmaxOfLongRows);
  Rewrites start = rewrites;
  rewriteRowsWhereBetter(function, planner, options, start, rows, best, rewrites);
  for (Bytes most = below; most > 0 && best.tiler->summary.traffic > best.tiler->summary.bound; most /= 2) {
    start.rows = options.planner.budget.atMost(most);
    if (std::pair<size_t, size_t> fewer = longRowsOf(function, options, start); fewer != rows)
      rewriteRowsWhereBetter(function, planner, options, start, rows = fewer, best, rewrites);
  }
  joinWhereBetter(function, planner, options, rewrites, best);
  return best;
}

/// Bytes that the operations of a function move when each runs alone: operands in, results out, each once. What a program
/// without loops over several operations moves at least; 0 where a shape is dynamic. Fills come with the result they fill.
double movedAlone(Operation *function) {
  double bytes = 0;
  bool isStatic = true;
  auto add = [&](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (type && !type.hasStaticShape())
      isStatic = false;
    else if (type && type.getElementType().isIntOrFloat())
      bytes += static_cast<double>(type.getNumElements()) * llvm::divideCeil(type.getElementTypeBitWidth(), 8u);
  };
  function->walk([&](linalg::LinalgOp op) {
    if (isa<linalg::FillOp>(op.getOperation()))
      return;
    for (Value input : op.getDpsInputs())
      add(input);
    for (Value result : op->getResults())
      add(result);
  });
  return isStatic ? bytes : 0;
}

} // namespace

LogicalResult superTile(ModuleOp module, const DriverOptions &options, Summary &summary) {
  Planner planner(options.planner);
  if (options.planner.machine)
    summary.machine = options.planner.machine->name;
  std::vector<std::pair<Operation *, OwningOpRef<Operation *>>> done;
  std::vector<Note> notes;
  std::vector<std::string> schedules;
  SmallVector<Operation *> functions;
  module.walk([&](FunctionOpInterface function) {
    if (!function.isExternal())
      functions.push_back(function);
  });
  for (Operation *function : functions) {
    summary.untiled += movedAlone(function);
    Tiled tiled = tileAsBest(function, planner, options);
    FunctionTiler &tiler = *tiled.tiler;
    summary.replans += tiled.replans;
    if (tiled.outcome == Outcome::Replan)
      return function->emitError("super-tiling: no plan survived the judge after ")
             << maxReplans << " attempts; " << tiler.notes.back().text;
    if (tiled.outcome == Outcome::Failed) {
      for (const Note &error : tiler.errors)
        emitError(error.loc, error.text);
      return failure();
    }
    if (std::string why = tiler.summary.contradiction(); !why.empty())
      return function->emitError("super-tiling: ") << why;
    summary.add(tiler.summary);
    for (const Note &mark : tiler.torn)
      emitRemark(mark.loc, mark.text);
    // SUT-M1: what keeping groups whole costs is said, asked for or not.
    if (const Summary &own = tiler.summary; own.trafficIfTorn < own.traffic && !own.dynamic)
      function->emitRemark(fmt::format("marked groups are kept whole: the plan moves {:.0f} B, one that tears more of "
                                       "them {:.0f} B",
                                       own.traffic, own.trafficIfTorn));
    for (const Note &warning : tiler.warnings)
      emitWarning(warning.loc, warning.text);
    llvm::append_range(notes, tiled.notes);
    schedules.push_back(tiler.schedule.text(fmt::format("f{}_", schedules.size())));
    if (tiled.outcome == Outcome::Done)
      done.emplace_back(function, std::move(tiled.copy));
  }
  for (auto &[function, copy] : done)
    for (auto [old, fresh] : llvm::zip_equal(function->getRegions(), copy->getRegions()))
      old.takeBody(fresh);
  summary.work = planner.workDone();
  if (options.schedule)
    summary.schedule = scheduleModule(schedules);
  if (std::string why = summary.nothingTiled(); !why.empty())
    module.emitRemark("super-tiling: nothing was tiled: ") << why;
  if (!options.remarks)
    return success();
  for (const Note &note : notes)
    emitRemark(note.loc, note.text);
  if (summary.cached > 0)
    module.emitRemark(fmt::format(
        "super-tiling: {} operations that do not fit the cache stay untiled: no loop is faster", summary.cached));
  if (summary.loops > 0 && !summary.dynamic && summary.misfits == 0 && summary.cached == 0 && summary.bound > 0)
    module.emitRemark(fmt::format(
        "super-tiling: traffic {:.0f} >= bound {:.0f} B (gap {:.1f} %){}", summary.traffic, summary.bound,
        100 * (summary.traffic / summary.bound - 1),
        summary.untiled > 0 ? fmt::format("; untiled, each operation alone: {:.0f} B", summary.untiled) : ""));
  if (!summary.machine.empty() && !summary.dynamic && summary.time.bound > 0)
    module.emitRemark(fmt::format(
        "super-tiling: on {} {:.1f} us >= bound {:.1f} us (gap {:.1f} %): transfer {:.1f} us, "
        "compute {:.1f} us, {}; the plan of least traffic {:.1f} us",
        summary.machine, summary.time.total / 1e3, summary.time.bound / 1e3,
        100 * (summary.time.total / summary.time.bound - 1), summary.time.transfer / 1e3, summary.time.compute / 1e3,
        summary.time.doubleBuffered ? "two buffers" : "one buffer", summary.time.ofLeastTraffic / 1e3));
  return success();
}

} // namespace alcove::supertiling

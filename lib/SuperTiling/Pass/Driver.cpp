//===- Driver.cpp - Plan, apply and judge a module ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Pass/Driver.h"

#include "PlanChoice.h"
#include "Rounds.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include "llvm/Support/MathExtras.h"

#include <fmt/format.h>

using namespace mlir;

namespace alcove::supertiling {

namespace {

/// With one amount of memory.
constexpr int maxReplans = 24;

/// A function, planned again until the judge agrees.
struct Tiled {
  OwningOpRef<Operation *> copy;
  std::unique_ptr<FunctionTiler> tiler;
  Outcome outcome = Outcome::Replan;
  int replans = 0;
  int64_t work = 0;
  std::vector<Note> notes;
};

/// What holds for every plan, and what those would move that tear more groups than the one that was built.
void addClaims(const PlanChoice &choice, const Candidate &plan, Tiled &tiled) {
  Claim claim = choice.claim();
  if (!claim.errors.empty()) {
    tiled.tiler->errors = std::move(claim.errors);
    tiled.outcome = Outcome::Failed;
    return;
  }
  Summary &own = tiled.tiler->summary;
  own.bound = own.copies ? claim.boundOfCopies : claim.bound;
  own.compulsory = claim.compulsory;
  own.time.bound = plan.summary.time.bound;
  // Fills with loops of their own come after planning.
  double fills = own.traffic - plan.summary.traffic;
  own.trafficIfTorn = std::min(own.trafficIfTorn, choice.trafficIfTorn() + fills);
  tiled.work = choice.work();
}

/// The best of the plans with all of the memory and with parts of it (SUT-P1), with operations rewritten for want of
/// memory (SUT-H8, SUT-H9), and with siblings joined (SUT-S3), of those that the judge accepts.
Tiled tileFunction(Operation *function, const DriverOptions &options) {
  Tiled tiled;
  PlanChoice choice(function, options);
  unsigned longest = options.planner.maxGroup;
  for (;;) {
    PlansOfMemory &part = choice.best();
    tiled.copy = OwningOpRef<Operation *>(function->clone());
    tiled.tiler = std::make_unique<FunctionTiler>(tiled.copy.get(), part.planner, options, part.best.rewrites);
    if (part.best.outcome != Outcome::Done) {
      tiled.tiler->errors = part.best.errors;
      tiled.outcome = part.best.outcome;
      return tiled;
    }
    tiled.outcome = tiled.tiler->build(part.best.plans);
    const std::vector<Note> &said = tiled.tiler->notes;
    if (tiled.outcome != Outcome::Replan || part.refusals == maxReplans) {
      llvm::append_range(tiled.notes, said);
      if (tiled.outcome == Outcome::Done || tiled.outcome == Outcome::Untouched)
        addClaims(choice, part.best, tiled);
      return tiled;
    }
    part.isOld = true;
    ++part.refusals;
    ++tiled.replans;
    tiled.notes.push_back(said.back());
    // SUT-C1: a long group that cannot be built is not tried in every shorter form, and in the end there is no loop at
    // all.
    if (options.planner.costs.caches && tiled.replans % 4 == 0) {
      longest = tiled.replans < maxReplans - 4 ? std::max(1u, options.planner.maxGroup >> (tiled.replans / 4)) : 0;
      part.planner.limitGroups(longest);
    }
  }
}

/// Bytes that the operations of a function move when each runs alone: operands in, results out, each once. What a program
/// without loops over several operations moves at least; 0 where a shape is dynamic. Fills come with the result they fill.
double movedAlone(Operation *function) {
  double bytes = 0;
  bool isStatic = true;
  auto add = [&](Value value, double rounds) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (type && !type.hasStaticShape())
      isStatic = false;
    else if (type && type.getElementType().isIntOrFloat())
      bytes +=
          rounds * static_cast<double>(type.getNumElements()) * llvm::divideCeil(type.getElementTypeBitWidth(), 8u);
  };
  function->walk([&](linalg::LinalgOp op) {
    if (isa<linalg::FillOp>(op.getOperation()))
      return;
    const double rounds = roundsOf(*op->getBlock(), function);
    for (Value input : op.getDpsInputs())
      add(input, rounds);
    for (Value result : op->getResults())
      add(result, rounds);
  });
  return isStatic ? bytes : 0;
}

} // namespace

LogicalResult superTile(ModuleOp module, const DriverOptions &options, Summary &summary) {
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
    Tiled tiled = tileFunction(function, options);
    FunctionTiler &tiler = *tiled.tiler;
    summary.replans += tiled.replans;
    summary.work += tiled.work;
    if (tiled.outcome == Outcome::Replan)
      return function->emitError("super-tiling: no plan survived the judge after ")
             << tiled.replans << " attempts; " << tiler.notes.back().text;
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

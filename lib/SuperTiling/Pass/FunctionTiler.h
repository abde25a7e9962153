//===- FunctionTiler.h - One function, planned and tiled --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_SUPERTILING_PASS_FUNCTIONTILER_H
#define ALCOVE_LIB_SUPERTILING_PASS_FUNCTIONTILER_H

#include "../Apply/TransformSchedule.h"
#include "JoinChoice.h"

#include "alcove/Judge/Tiles/Judge.h"
#include "alcove/SuperTiling/Pass/Driver.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/MapVector.h"

#include <set>
#include <string>
#include <vector>

namespace alcove::supertiling {

/// Said to the user at the end, of the plan that is taken.
struct Note {
  mlir::Location loc;
  std::string text;
};

enum class Outcome { Untouched, Done, Replan, Failed };

/// What is written anew before there is a plan.
struct Rewrites {
  Budget budget;           ///< operations that do not fit it get a form with tiles (MakeTileable.h)
  Budget rows;             ///< rows that do not fit it are long: for the next two
  bool repeat = false;     ///< readers of long rows get producers of their own (RepeatProducers.h)
  bool online = false;     ///< maximum and sum of a softmax in one pass (OnlineRows.h)
  bool statistics = false; ///< what reads rows behind statistics of them has producers of its own
  bool begin = false;      ///< products begin as what is added to them (BeginProducts.h)
  bool siblings = false;   ///< siblings are looked for (JoinSiblings.h)
  /// Structures of those that are joined.
  std::set<std::string> join;
};

/// Works on a copy of one function, once: it is bounded, planned, or built.
class FunctionTiler {
public:
  FunctionTiler(mlir::Operation *function, Planner &planner, const DriverOptions &options, const Rewrites &rewrites)
      : schedule(function), function(function), rewriter(function->getContext()), planner(planner), options(options),
        rewrites(rewrites) {}

  /// What every plan moves with `memory` bytes: `bound` and `compulsory` of the summary. `proved`: an independent checker
  /// agrees.
  Outcome bound(Bytes memory, bool proved);
  /// `plans`, and of the summary what plans are compared by. Failed without an error: the rewrites have no plan.
  Outcome plan();
  /// The loops of `plans`, which `plan` made with the same rewrites, as the judge accepts them.
  Outcome build(const std::vector<Plan> &plans);

  /// One for each block.
  std::vector<Plan> plans;

  Summary summary;
  std::vector<Note> notes, errors, warnings;
  /// Notes on groups that a plan tears; printed even without remarks.
  std::vector<Note> torn;
  TransformSchedule schedule;
  /// Why the plan has no transform operations. Looked at after the judge, which may ask for another plan.
  Status unscheduled;
  /// Uses of long rows by more than one reader, and softmaxes of long rows.
  size_t longRows = 0;
  size_t softmaxOfLongRows = 0;
  std::vector<SiblingsInPlan> siblings;

private:
  std::vector<mlir::Block *> blocks();
  /// How often `block` runs where the loops of the program around it have constant bounds. Other loops count as one
  /// round, and that is noted.
  double roundsOf(mlir::Block &block);
  void addFigures(mlir::Block &block, const Plan &plan);
  bool mayStayUntiled() const {
    return options.planner.costs.caches && options.planner.mode == PlanMode::Planned && !options.planner.machine;
  }
  bool rewrite();
  Outcome boundBlock(mlir::Block &block, Bytes memory, bool proved);
  Outcome planBlock(mlir::Block &block);
  Outcome buildBlock(mlir::Block &block, const Plan &plan);
  Outcome buildGroup(const TilingGraph &graph, const PlannedGroup &group);
  Outcome accept(llvm::ArrayRef<mlir::Operation *> loops, const TilingGraph &graph, const PlannedGroup &group);
  void report(mlir::Operation *loop, const TilingGraph &graph, const PlannedGroup &group, const Verdict &verdict);
  Outcome wrong(const char *what, const Status &status);
  Outcome notProved(const char *bound, const Status &status);
  void countUnknown(const TilingGraph &graph, const Plan &plan);
  Outcome probe(mlir::Operation *op, Bytes available);
  Outcome remainingFills(const TilingGraph &graph);
  bool scheduled();
  void join();
  bool order(mlir::Block &block);
  void resolveDims(mlir::Block &block);
  void misfit(mlir::Operation *op, llvm::ArrayRef<int64_t> tile, Bytes required, Bytes available);
  Outcome replan(const TilingGraph &graph, const PlannedGroup &group, llvm::StringRef why);

  mlir::Operation *function;
  mlir::IRRewriter rewriter;
  Planner &planner;
  const DriverOptions &options;
  Rewrites rewrites;
  /// Marked groups, and the operations that do in one pass what several of theirs did.
  llvm::MapVector<int64_t, mlir::Operation *> onePass;
  /// Loops of the program of which nobody knows how often they run.
  llvm::SetVector<mlir::Operation *> endless;
  /// Tiled by trial: not every such operation counts as dead without uses.
  llvm::SmallVector<mlir::Operation *> replaced;
};

} // namespace alcove::supertiling

#endif // ALCOVE_LIB_SUPERTILING_PASS_FUNCTIONTILER_H

//===- PlanChoice.h - Which program is planned, with how much memory -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A search with more memory may miss what one with less finds. So that traffic does not rise with the budget (SUT-P1),
// the plans for all of it, a half, a quarter, ... are candidates of one choice, and what is found with one amount depends
// on nothing that another one found: the candidates of a smaller budget are among those of a larger one.
//
//   memory      programs in the order in which they are planned                      moves
//   64 KiB      as it came ─► long rows read again ─► siblings joined                 4.1 MB
//   32 KiB      as it came ─► long rows read again ─► siblings joined                 3.9 MB  ◄─ taken, if the judge agrees
//   16 KiB      as it came: 8 MB, twice the least; or no plan moves less here         end
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_SUPERTILING_PASS_PLANCHOICE_H
#define ALCOVE_LIB_SUPERTILING_PASS_PLANCHOICE_H

#include "FunctionTiler.h"

#include <memory>
#include <optional>

namespace alcove::supertiling {

/// A program written anew, and its plan.
struct Candidate {
  Outcome outcome = Outcome::Failed;
  Rewrites rewrites;
  std::vector<Plan> plans;
  /// What plans are compared by.
  Summary summary;
  std::vector<Note> errors;
  /// Structures of siblings in several loops; rows that are long, as FunctionTiler counts them.
  std::vector<std::string> structures;
  std::pair<size_t, size_t> longRows;
};

/// What every plan of a program moves.
struct Claim {
  double bound = 0, boundOfCopies = 0, compulsory = 0;
  /// Why there is none.
  std::vector<Note> errors;
};

/// The plans of one function with a part of the memory.
class PlansOfMemory {
public:
  /// `most`: the bytes of the part.
  PlansOfMemory(mlir::Operation *function, const DriverOptions &options, Bytes most);

  /// The best of them; O(siblings + amounts of memory at which other rows are long) plans.
  void run();

  /// Of every plan with this memory.
  const Claim &claim();
  /// The least traffic of all plans that were seen, and of those with at most `misfits` that tear more marked groups
  /// than `torn`.
  double leastTraffic() const;
  double trafficIfTorn(int64_t misfits, int64_t torn) const;

  const Bytes most;
  Planner planner;
  Candidate best;
  /// The judge has refused a group of `best` since it was found.
  bool isOld = true;
  /// How often that was: what it refuses with one amount of memory it may accept with another.
  int refusals = 0;

private:
  Candidate plan(const Rewrites &rewrites);
  bool offer(Candidate other);
  bool atBound();
  void rewriteForLess(Rewrites &rewrites);
  void rewriteRows(Rewrites start, std::pair<size_t, size_t> rows, Rewrites &taken);
  void rewriteRowsForLess(Rewrites &rewrites);
  void repeatBehindStatistics(Rewrites &rewrites);
  void joinSiblings(Rewrites rewrites);
  void beginProducts(Rewrites rewrites);

  mlir::Operation *function;
  const DriverOptions &options;
  std::optional<Claim> claimed;
  struct Seen {
    int64_t misfits = 0, torn = 0;
    double traffic = 0, trafficIfTorn = 0;
  };
  std::vector<Seen> seen;
};

/// The plans of one function with all of the memory, with a half, a quarter, ...
class PlanChoice {
public:
  PlanChoice(mlir::Operation *function, const DriverOptions &options);

  /// The part of the memory with the best plan. To be asked again when the judge has refused that plan.
  PlansOfMemory &best();
  /// What the plans that `best` saw would move that tear more marked groups than the best one.
  double trafficIfTorn() const;
  /// What every plan moves, of the program that came and of the one that is planned: a rewritten operation may read
  /// less, a repeated one reads more. A plan with siblings joined is one of the program before that.
  Claim claim() const;
  /// Tile evaluations.
  int64_t work() const;

private:
  mlir::Operation *function;
  const DriverOptions &options;
  std::vector<std::unique_ptr<PlansOfMemory>> parts;
  PlansOfMemory *taken = nullptr;
};

} // namespace alcove::supertiling

#endif // ALCOVE_LIB_SUPERTILING_PASS_PLANCHOICE_H

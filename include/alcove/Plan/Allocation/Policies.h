//===- Policies.h - Policies that assign addresses --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//                     ┌ placeInOrder         one order, first or best fit        microseconds
//  AllocationProblem ─┤ hillClimbAllocation  many orders, seeded                 milliseconds
//                     ├ allocateMany         for up to millions of buffers       seconds
//                     ├ allocateExactly      finds, or proves that none exist    to the work limit
//                     └ simulateTopDown      what a runtime will do by itself
//  allocate(problem, budget) runs them from cheap to dear and stops at the first answer; minimizeAllocation asks for
//  the smallest capacity; allocationConflict explains an infeasible one.
//
// Every policy is deterministic: the same problem and options give the same offsets, with one thread or two. The work
// of a budget counts placements tried, on every machine the same; its epochs are those of the exact search.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_ALLOCATION_POLICIES_H
#define ALCOVE_PLAN_ALLOCATION_POLICIES_H

#include "alcove/Plan/Allocation/Problem.h"
#include "alcove/Plan/Common/Budget.h"
#include "alcove/Plan/Common/Deadline.h"
#include "alcove/Plan/Common/Observer.h"
#include "alcove/Plan/Common/Outcome.h"

#include <string>
#include <vector>

namespace alcove::plan {

enum class AllocationAnswer {
  Found,      ///< `solution` holds offsets within the capacity
  Infeasible, ///< proved: no offsets exist
  Open        ///< the limit came first
};

/// The bound holds for every capacity: no solution is lower. The stage is the policy that gave the answer, e.g.
/// "first-fit-by-area", "exact".
struct AllocationResult : RunOutcome<Bytes> {
  AllocationAnswer answer = AllocationAnswer::Open;
  AllocationSolution solution;
  Bytes height = 0;

  /// Sets `proved`: the height cannot be less, or nothing can be found at all.
  void settle() {
    proved = answer == AllocationAnswer::Infeasible || (answer == AllocationAnswer::Found && height <= bound);
  }
};

/// An observer that is called with every better height and bound of `minimizeAllocation`.
using AllocationObserver = RunObserver<Bytes, AllocationSolution>;

//===----------------------------------------------------------------------===//
// Greedy
//===----------------------------------------------------------------------===//

enum class AllocationOrder { Input, Size, Area, Lifetime, Start, Hint };
enum class AllocationFit {
  First, ///< the lowest address at which the buffer fits
  Best   ///< the hole with the least room to spare; above everything only when no hole fits
};

/// All buffer indices, largest first (Start, Hint: smallest first), ties in input order.
std::vector<size_t> allocationOrder(const AllocationProblem &problem, AllocationOrder order);

/// Places the buffers one after the other without regard to the capacity; fixed ones first. AL-S1..AS4 hold afterwards,
/// and AL-S6 unless fixed buffers overlap one another. O(pairs whose lifetimes meet, sorted per buffer).
AllocationSolution placeInOrder(const AllocationProblem &problem, const std::vector<size_t> &order, AllocationFit fit);

/// The lowest result of both fits in all orders (Hint only when there are hints), or of those that were tried until the
/// deadline; one in any case.
AllocationResult allocateGreedily(const AllocationProblem &problem, const Deadline *deadline = nullptr);

//===----------------------------------------------------------------------===//
// Hill climbing
//===----------------------------------------------------------------------===//

struct HillClimbOptions {
  uint64_t seed = 1;
  /// Orders tried.
  uint64_t iterations = 2000;
  /// The least height is asked for, whatever the capacity: a placement is then an answer.
  bool least = false;
};

/// The search of Arm's Vela compiler: find the buffer that ends highest, swap two buffers among those that hold it up
/// (directly or one step away), place all again by lowest address, keep the order when it is not worse. Stops at the
/// capacity (unless the least height is asked for) or at the lower bound. Where more pairs are live together than are kept, this is `allocateMany`.
AllocationResult hillClimbAllocation(const AllocationProblem &problem, const HillClimbOptions &options,
                                     const Budget &budget = {});

//===----------------------------------------------------------------------===//
// Many buffers
//===----------------------------------------------------------------------===//

/// Best fit on the skyline, again and again with more weight on the moments that came out too high; then buffers that
/// end too high are moved, and those that they meet (docs/rationale/Allocation.md has rules and figures). Gaps are taken
/// as solid, nothing is put below a fixed buffer. About O(n log n) for each of 3 to 100 skylines, and about 150 bytes a
/// buffer. Stops at the capacity (unless the least height is asked for) or at the lower bound. Answers like `hillClimbAllocation`.
AllocationResult allocateMany(const AllocationProblem &problem, const Budget &budget = {}, bool least = false);

//===----------------------------------------------------------------------===//
// Exact
//===----------------------------------------------------------------------===//

/// Techniques of the exact search, each of which may be left out without changing an answer, only the work
/// (docs/rationale/Allocation.md has the figures).
struct AllocationSwitches {
  /// Bounds of buffers that cannot lie below all others of a section.
  bool notFirst = true;
  /// Bounds of buffers that must lie on an unplaced neighbour.
  bool support = true;
  /// Memory of states that failed.
  bool failedStates = true;
  /// Unplaced buffers that no lifetime connects are solved apart.
  bool decomposition = true;
};

/// Offsets within the capacity, or a proof that there are none, or Open at the limit. Complete (an unlimited run never
/// ends Open) for problems whose gaps have no windows and whose n^2 / 2 fits the memory; with windows it may end Open,
/// but an answer is always right.
AllocationResult allocateExactly(const AllocationProblem &problem, const Budget &budget = {},
                                 const AllocationSwitches &switches = {});

//===----------------------------------------------------------------------===//
// All together
//===----------------------------------------------------------------------===//

/// Greedy, hill climbing, then the exact search and ejections in turn: the first that stays within the capacity. At an
/// Open or Infeasible outcome `solution` holds the lowest offsets known, which exceed the capacity (empty when fixed
/// buffers overlap).
AllocationResult allocate(const AllocationProblem &problem, const Budget &budget = {});

/// The smallest capacity, by the exact search and by ejections in turn; that of the problem is ignored. Found with
/// proved() when nothing smaller exists, Found with the best offsets and lower bound known at the limit, Infeasible when
/// fixed buffers overlap one another.
AllocationResult minimizeAllocation(const AllocationProblem &problem, const Budget &budget = {},
                                    AllocationObserver *observer = nullptr);

/// Why a capacity does not suffice.
struct AllocationConflict {
  /// Buffers (indices, ascending) that cannot coexist within the capacity; empty when infeasibility was not proved.
  std::vector<size_t> buffers;
  /// Proved: without any one of them the others fit.
  bool irreducible = false;
  uint64_t work = 0;
};

/// A small set of buffers that cannot coexist: usable as a cut ("not all of these"). Deletion filter over the exact
/// search, started from one moment's buffers when max-live alone exceeds the capacity.
AllocationConflict allocationConflict(const AllocationProblem &problem, const Budget &budget = {});

//===----------------------------------------------------------------------===//
// Runtimes that place by themselves
//===----------------------------------------------------------------------===//

/// Bytes [0, bytes) that an op needs during [lower, upper): circular buffers, which grow from the bottom.
struct BottomReservation {
  int64_t lower = 0;
  int64_t upper = 0;
  Bytes bytes = 0;
};

struct TopDownResult {
  /// Offsets by the runtime's own rule; empty unless all buffers found a place.
  AllocationSolution solution;
  /// Least room, at any moment, between the lowest address in use and the reservation that is active (0 bytes when
  /// none is). Negative = they collide by so much. Meaningless when a buffer found no place.
  Bytes leastHeadroom = 0;
  /// First buffer that found no place, or the reservation that reaches into a buffer.
  std::optional<size_t> failedBuffer;
  std::optional<size_t> failedReservation;
  bool fits() const { return !failedBuffer && !failedReservation; }
};

/// First fit from the top over a free list, buffer by buffer in order of their start (ties: input order), as tt-metal's
/// allocator does with `bottom_up = false`: ends of lifetimes are handled before starts of the same moment. A
/// reservation must end at or below the lowest buffer that is live with it. Gaps and fixed offsets are errors of the
/// caller's (`Error`): a runtime knows neither.
Result<TopDownResult> simulateTopDown(const AllocationProblem &problem,
                                      const std::vector<BottomReservation> &reservations = {});

} // namespace alcove::plan

#endif // ALCOVE_PLAN_ALLOCATION_POLICIES_H

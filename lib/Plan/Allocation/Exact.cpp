//===- Exact.cpp - Offsets, or a proof that there are none --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CapacityQuery.h"
#include "ShiftingEjection.h"
#include "alcove/Plan/Allocation/Bound.h"

#include <algorithm>
#include <map>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::allocation;

namespace {

/// Orders that the hill climber tries before the exact search: about as dear as one epoch of it.
constexpr uint64_t quickIterations = 50;
/// Placements per capacity in the first round of `minimizeAllocation`; doubled from round to round.
constexpr uint64_t firstRound = 20000;
constexpr uint64_t largestRound = uint64_t(1) << 40;
/// Behind the first ejections the search at the bound has most of the rounds below it, 600,000 placements together:
/// MiniMalloc's problems without slack take up to 440,000 of them.
constexpr uint64_t searchedAlone = 32 * firstRound;
/// The part of what lies between the bound and the height that ejections try to save at first, their moves between two
/// looks at the budget, and those of the first attempt.
constexpr Bytes firstPart = 2;
constexpr uint64_t movesAtOnce = 1000, fewestMoves = 10000;
/// Queries kept for later rounds; each holds up to 32 MB of failed states.
constexpr size_t mostQueries = 6;

/// What `spent` left of a budget.
Budget remaining(const Budget &budget, const Deadline &deadline, const AllocationResult &spent) {
  Budget rest = budget;
  rest.workUnits -= std::min(rest.workUnits, spent.work);
  rest.epochs -= std::min(rest.epochs, spent.epochs);
  rest.seconds = deadline.secondsLeft();
  return rest;
}

/// Says so where the bound is above the capacity.
bool refutedByBound(const AllocationProblem &problem, AllocationResult &result) {
  if (result.bound <= problem.capacity)
    return false;
  result.answer = AllocationAnswer::Infeasible;
  result.stage = "bound";
  result.settle();
  return true;
}

} // namespace

AllocationResult plan::allocateExactly(const AllocationProblem &problem, const Budget &budget,
                                       const AllocationSwitches &switches) {
  AllocationResult result;
  result.stage = "exact";
  result.bound = allocationLowerBound(problem).bytes;
  InstancesOfProblem instances(problem);
  if (refutedByBound(problem, result) || !instances.usable())
    return result;
  CapacityQuery query(instances, problem.capacity, switches);
  result.answer = query.run(budget, Deadline(budget));
  result.work = query.work();
  result.epochs = query.epochs();
  if (result.answer == AllocationAnswer::Found) {
    result.solution = query.solution();
    result.height = allocationHeight(problem, result.solution);
  }
  result.settle();
  return result;
}

namespace {

/// Closes the interval between the bound and the best height from both sides.
///
///   bound            middle           height       ask at the bound (an answer there ends it), lower the height by
///     |--------?--------|--------?--------|        ejections, then ask in the middle and half way from the middle up:
///                                                  each answer moves an end
class CapacityInterval {
public:
  CapacityInterval(const AllocationProblem &problem, const InstancesOfProblem &instances, const Budget &budget,
                   AllocationResult &result, AllocationObserver *observer)
      : problem(problem), instances(instances), budget(budget), deadline(budget), result(result), observer(observer),
        ejection(*instances.solid) {
    raiseBound(result.bound);
  }

  void close() {
    for (uint64_t round = firstRound; open();) {
      uint64_t searchedBefore = result.work - ejection.work();
      std::pair before(result.bound, result.height);
      // Budgets grow only when the bound does not.
      if (ask(result.bound, 2 * round) == AllocationAnswer::Open)
        round = std::min(2 * round, largestRound);
      // The first ejections save most, whatever the slack is.
      bool searchLeads = round < searchedAlone && ejection.work() != 0;
      lower(searchLeads ? round / 8 : round);
      // A move of ejections takes as long as two or three placements of the search.
      if (!searchLeads)
        askUpwards(round / 4);
      // With windows both readings of a capacity may be settled and the query still open.
      if (result.work - ejection.work() == searchedBefore && std::pair(result.bound, result.height) == before)
        return;
    }
  }

  /// Asks the search about one capacity and ejects for it, in turn.
  AllocationAnswer within(Bytes capacity) {
    goal = capacity;
    AllocationAnswer answer = AllocationAnswer::Open;
    for (uint64_t round = firstRound; answer == AllocationAnswer::Open && open();
         round = std::min(2 * round, largestRound)) {
      uint64_t searchedBefore = result.work - ejection.work();
      answer = ask(capacity, 2 * round);
      // Without slack the search is what mostly finds an answer, with slack ejections do.
      lower(capacity - result.bound < instances.unit() ? round / 8 : 4 * round);
      if (result.work - ejection.work() == searchedBefore)
        break;
    }
    if (answer == AllocationAnswer::Infeasible || result.bound > capacity) {
      result.stage = "exact";
      return AllocationAnswer::Infeasible;
    }
    return result.height <= capacity ? AllocationAnswer::Found : AllocationAnswer::Open;
  }

private:
  bool open() const {
    bool isSettled = goal && (result.height <= *goal || result.bound > *goal);
    return !isSettled && result.bound < result.height && result.work < budget.workUnits &&
           result.epochs < budget.epochs && !deadline.passed();
  }

  void raiseBound(Bytes bound) { result.bound = std::min(roundUp(bound, instances.unit()), result.height); }

  /// From the middle on; two capacities without an answer end it.
  void askUpwards(uint64_t round) {
    Bytes low = result.bound;
    for (int unanswered = 0; unanswered != 2 && open();) {
      low = std::max(low, result.bound);
      Bytes middle = (low + (result.height - low) / 2) / instances.unit() * instances.unit();
      if (middle <= low || middle >= result.height)
        return;
      if (ask(middle, round) == AllocationAnswer::Open) {
        ++unanswered;
        low = middle;
      }
    }
  }

  /// Ejections from the best placement on. Each attempt has as many moves as all before it: what is far below the height
  /// takes long, and what takes too long is followed by a capacity that lies nearer.
  void lower(uint64_t moves) {
    for (uint64_t end = ejection.work() + moves; ejection.work() < end && open();) {
      if (target >= result.height || target < result.bound)
        startAttempt();
      uint64_t before = ejection.work();
      bool found = ejection.run(movesAtOnce, deadline);
      if (!found && deadline.passed())
        return; // what the clock cuts short does not count
      result.work += ejection.work() - before;
      ++result.epochs;
      if (found && settleEjection()) {
        part = std::max(part / 2, firstPart);
      } else if (found || ejection.hopeless() || ejection.work() >= attemptEnd) {
        part = result.height - target == instances.unit() ? firstPart : 2 * part;
        target = result.height;
        if (ejection.hopeless())
          return;
      }
    }
  }

  void startAttempt() {
    const Instance &instance = *instances.solid;
    Bytes unit = instances.unit();
    // Not what is asked for at once: attempts from a good order are the shorter ones.
    Bytes saved = std::max((result.height - result.bound) / part / unit * unit, unit);
    target = std::max(result.height - saved, std::max(result.bound, goal.value_or(0)));
    attemptEnd = ejection.work() + std::max(ejection.work(), fewestMoves);
    std::vector<Bytes> offsets;
    for (uint32_t buffer : instance.original)
      offsets.push_back(result.solution.offsets[buffer] / instance.unit);
    ejection.start(offsets, target / instance.unit);
  }

  bool settleEjection() {
    const Instance &instance = *instances.solid;
    AllocationSolution found = result.solution;
    for (uint32_t i = 0; i != instance.count(); ++i)
      found.offsets[instance.original[i]] = ejection.offset(i) * instance.unit;
    // Fixed buffers with windows may overlap where these are taken as solid.
    AllocationProblem limited = problem;
    limited.capacity = target;
    if (instances.windows && !verify(limited, found).ok())
      return false;
    result.solution = std::move(found);
    settleFound("ejection");
    return true;
  }

  void settleFound(std::string_view stage) {
    result.height = allocationHeight(problem, result.solution);
    result.stage = stage;
    tell();
  }

  void tell() {
    if (observer)
      observer->progress({result.stage.c_str(), result.epochs, result.height, result.bound, &result.solution});
    // What lies outside of the interval is settled.
    queries.erase(queries.begin(), queries.lower_bound(result.bound));
    queries.erase(queries.lower_bound(result.height), queries.end());
  }

  AllocationAnswer ask(Bytes capacity, uint64_t round) {
    CapacityQuery &query = queries.try_emplace(capacity, instances, capacity).first->second;
    uint64_t workBefore = query.work();
    uint64_t epochsBefore = query.epochs();
    Budget share = remaining(budget, deadline, result);
    share.workUnits = std::min(share.workUnits, round);
    AllocationAnswer outcome = query.run(share, deadline);
    result.work += query.work() - workBefore;
    result.epochs += query.epochs() - epochsBefore;
    if (outcome == AllocationAnswer::Found) {
      result.solution = query.solution();
      settleFound("exact");
    } else if (outcome == AllocationAnswer::Infeasible) {
      raiseBound(capacity + 1);
      tell();
    }
    while (queries.size() > mostQueries)
      queries.erase(std::prev(queries.end()));
    return outcome;
  }

  const AllocationProblem &problem;
  const InstancesOfProblem &instances;
  const Budget &budget;
  Deadline deadline;
  AllocationResult &result;
  AllocationObserver *observer;
  std::map<Bytes, CapacityQuery> queries;
  ShiftingEjection ejection;
  Bytes part = firstPart;
  Bytes target = maxAllocationValue; ///< of the attempt at hand; none when it is not below the height
  uint64_t attemptEnd = 0;
  std::optional<Bytes> goal; ///< what is asked for; the least capacity when there is none
};

} // namespace

AllocationResult plan::allocate(const AllocationProblem &problem, const Budget &budget) {
  Deadline deadline(budget);
  AllocationResult result = hillClimbAllocation(problem, {.iterations = quickIterations}, budget);
  if (result.answer != AllocationAnswer::Open)
    return result;
  InstancesOfProblem instances(problem);
  if (refutedByBound(problem, result) || !instances.usable())
    return result;
  Budget whole = budget;
  whole.seconds = deadline.secondsLeft();
  result.answer = CapacityInterval(problem, instances, whole, result, nullptr).within(problem.capacity);
  result.settle();
  return result;
}

AllocationResult plan::minimizeAllocation(const AllocationProblem &problem, const Budget &budget,
                                          AllocationObserver *observer) {
  Deadline deadline(budget);
  AllocationResult result = hillClimbAllocation(problem, {.iterations = quickIterations, .least = true}, budget);
  if (result.answer == AllocationAnswer::Infeasible)
    return result;
  result.answer = AllocationAnswer::Found;
  result.settle();
  if (observer)
    observer->progress({result.stage.c_str(), 0, result.height, result.bound, &result.solution});
  if (result.proved)
    return result;
  InstancesOfProblem instances(problem);
  if (!instances.usable())
    return result;
  Budget whole = budget;
  whole.seconds = deadline.secondsLeft();
  CapacityInterval(problem, instances, whole, result, observer).close();
  result.settle();
  return result;
}

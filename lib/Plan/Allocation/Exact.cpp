//===- Exact.cpp - Offsets, or a proof that there are none --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CapacityQuery.h"
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

} // namespace

AllocationResult plan::allocateExactly(const AllocationProblem &problem, const Budget &budget,
                                       const AllocationSwitches &switches) {
  AllocationResult result;
  result.stage = "exact";
  result.bound = allocationLowerBound(problem).bytes;
  if (result.bound > problem.capacity) {
    result.answer = AllocationAnswer::Infeasible;
    result.stage = "bound";
    result.settle();
    return result;
  }
  InstancesOfProblem instances(problem);
  if (!instances.usable())
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

AllocationResult plan::allocate(const AllocationProblem &problem, const Budget &budget) {
  Deadline deadline(budget);
  HillClimbOptions quick;
  quick.iterations = quickIterations;
  AllocationResult best = hillClimbAllocation(problem, quick, budget);
  if (best.answer != AllocationAnswer::Open)
    return best;
  AllocationResult exact = allocateExactly(problem, remaining(budget, deadline, best));
  exact.work += best.work;
  if (exact.answer != AllocationAnswer::Found) {
    exact.solution = std::move(best.solution);
    exact.height = best.height;
  }
  if (exact.answer == AllocationAnswer::Open)
    exact.stage = best.stage;
  return exact;
}

namespace {

/// Closes the interval between the bound and the best height from both sides.
///
///   bound            middle           height       ask at the bound (an answer there ends it), then in the middle,
///     |--------?--------|--------?--------|        then half way from the middle up: each answer moves an end
class CapacityInterval {
public:
  CapacityInterval(const AllocationProblem &problem, const InstancesOfProblem &instances, const Budget &budget,
                   AllocationResult &result, AllocationObserver *observer)
      : problem(problem), instances(instances), budget(budget), deadline(budget), result(result), observer(observer) {
    raiseBound(result.bound);
  }

  void close() {
    for (uint64_t round = firstRound; open();) {
      uint64_t workBefore = result.work;
      std::pair before(result.bound, result.height);
      // Budgets grow only when the bound does not.
      if (ask(result.bound, round) == AllocationAnswer::Open)
        round = std::min(2 * round, largestRound);
      // Half of the work for the bound, a quarter for each of two capacities above it.
      askUpwards(round / 2);
      // With windows both readings of a capacity may be settled and the query still open.
      if (result.work == workBefore && std::pair(result.bound, result.height) == before)
        return;
    }
  }

private:
  bool open() const {
    return result.bound < result.height && result.work < budget.workUnits && result.epochs < budget.epochs &&
           !deadline.passed();
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
      result.height = allocationHeight(problem, result.solution);
      result.stage = "exact";
    } else if (outcome == AllocationAnswer::Infeasible) {
      raiseBound(capacity + 1);
    }
    if (outcome != AllocationAnswer::Open && observer)
      observer->progress({result.stage.c_str(), result.epochs, result.height, result.bound, &result.solution});
    // What lies outside of the interval is settled.
    queries.erase(queries.begin(), queries.lower_bound(result.bound));
    queries.erase(queries.lower_bound(result.height), queries.end());
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
};

} // namespace

AllocationResult plan::minimizeAllocation(const AllocationProblem &problem, const Budget &budget,
                                          AllocationObserver *observer) {
  AllocationProblem tight = problem;
  tight.capacity = allocationLowerBound(problem).bytes;
  HillClimbOptions quick;
  quick.iterations = quickIterations;
  Deadline deadline(budget);
  AllocationResult result = hillClimbAllocation(tight, quick, budget);
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

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

uint64_t remaining(const AllocationLimits &limits, uint64_t used) {
  return limits.work > used ? limits.work - used : 0;
}

} // namespace

AllocationResult plan::allocateExactly(const AllocationProblem &problem, const AllocationLimits &limits,
                                       const AllocationSwitches &switches) {
  AllocationResult result;
  result.policy = "exact";
  result.lowerBound = allocationLowerBound(problem).bytes;
  if (result.lowerBound > problem.capacity) {
    result.outcome = AllocationOutcome::Infeasible;
    result.policy = "bound";
    return result;
  }
  InstancesOfProblem instances(problem);
  if (!instances.usable())
    return result;
  CapacityQuery query(instances, problem.capacity, switches);
  result.outcome = query.run(limits.work, limits);
  result.work = query.work();
  result.epochs = query.epochs();
  if (result.outcome == AllocationOutcome::Found) {
    result.solution = query.solution();
    result.height = allocationHeight(problem, result.solution);
  }
  return result;
}

AllocationResult plan::allocate(const AllocationProblem &problem, const AllocationLimits &limits) {
  HillClimbOptions quick;
  quick.iterations = quickIterations;
  AllocationResult best = hillClimbAllocation(problem, quick, limits);
  if (best.outcome != AllocationOutcome::Open)
    return best;
  AllocationLimits rest = limits;
  rest.work = remaining(limits, best.work);
  AllocationResult exact = allocateExactly(problem, rest);
  exact.work += best.work;
  if (exact.outcome != AllocationOutcome::Found) {
    exact.solution = std::move(best.solution);
    exact.height = best.height;
  }
  if (exact.outcome == AllocationOutcome::Open)
    exact.policy = best.policy;
  return exact;
}

namespace {

/// Closes the interval between the bound and the best height from both sides.
///
///   bound            middle           height       ask at the bound (an answer there ends it), then in the middle,
///     |--------?--------|--------?--------|        then half way from the middle up: each answer moves an end
class CapacityInterval {
public:
  CapacityInterval(const AllocationProblem &problem, const InstancesOfProblem &instances,
                   const AllocationLimits &limits, AllocationResult &result,
                   const std::function<void(Bytes, Bytes)> &progress)
      : problem(problem), instances(instances), limits(limits), result(result), progress(progress) {
    raiseBound(result.lowerBound);
  }

  void close() {
    for (uint64_t round = firstRound; open();) {
      uint64_t workBefore = result.work;
      std::pair before(result.lowerBound, result.height);
      // Budgets grow only when the bound does not.
      if (ask(result.lowerBound, round) == AllocationOutcome::Open)
        round = std::min(2 * round, largestRound);
      // Half of the work for the bound, a quarter for each of two capacities above it.
      askUpwards(round / 2);
      // With windows both readings of a capacity may be settled and the query still open.
      if (result.work == workBefore && std::pair(result.lowerBound, result.height) == before)
        return;
    }
  }

private:
  bool open() const { return result.lowerBound < result.height && result.work < limits.work && !limits.stop(); }

  void raiseBound(Bytes bound) { result.lowerBound = std::min(roundUp(bound, instances.unit()), result.height); }

  /// From the middle on; two capacities without an answer end it.
  void askUpwards(uint64_t round) {
    Bytes low = result.lowerBound;
    for (int unanswered = 0; unanswered != 2 && open();) {
      low = std::max(low, result.lowerBound);
      Bytes middle = (low + (result.height - low) / 2) / instances.unit() * instances.unit();
      if (middle <= low || middle >= result.height)
        return;
      if (ask(middle, round) == AllocationOutcome::Open) {
        ++unanswered;
        low = middle;
      }
    }
  }

  AllocationOutcome ask(Bytes capacity, uint64_t round) {
    CapacityQuery &query = queries.try_emplace(capacity, instances, capacity).first->second;
    uint64_t workBefore = query.work();
    uint64_t epochsBefore = query.epochs();
    AllocationOutcome outcome = query.run(std::min(round, limits.work - result.work), limits);
    result.work += query.work() - workBefore;
    result.epochs += query.epochs() - epochsBefore;
    if (outcome == AllocationOutcome::Found) {
      result.solution = query.solution();
      result.height = allocationHeight(problem, result.solution);
      result.policy = "exact";
    } else if (outcome == AllocationOutcome::Infeasible) {
      raiseBound(capacity + 1);
    }
    if (outcome != AllocationOutcome::Open && progress)
      progress(result.height, result.lowerBound);
    // What lies outside of the interval is settled.
    queries.erase(queries.begin(), queries.lower_bound(result.lowerBound));
    queries.erase(queries.lower_bound(result.height), queries.end());
    while (queries.size() > mostQueries)
      queries.erase(std::prev(queries.end()));
    return outcome;
  }

  const AllocationProblem &problem;
  const InstancesOfProblem &instances;
  const AllocationLimits &limits;
  AllocationResult &result;
  const std::function<void(Bytes, Bytes)> &progress;
  std::map<Bytes, CapacityQuery> queries;
};

} // namespace

AllocationResult plan::minimizeAllocation(const AllocationProblem &problem, const AllocationLimits &limits,
                                          const std::function<void(Bytes height, Bytes bound)> &progress) {
  AllocationProblem tight = problem;
  tight.capacity = allocationLowerBound(problem).bytes;
  HillClimbOptions quick;
  quick.iterations = quickIterations;
  AllocationResult result = hillClimbAllocation(tight, quick, limits);
  if (result.outcome == AllocationOutcome::Infeasible)
    return result;
  result.outcome = AllocationOutcome::Found;
  if (progress)
    progress(result.height, result.lowerBound);
  if (result.proved())
    return result;
  InstancesOfProblem instances(problem);
  if (!instances.usable())
    return result;
  CapacityInterval(problem, instances, limits, result, progress).close();
  return result;
}

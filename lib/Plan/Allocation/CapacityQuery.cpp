//===- CapacityQuery.cpp - Do offsets within a capacity exist? ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CapacityQuery.h"

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::allocation;

InstancesOfProblem::InstancesOfProblem(const AllocationProblem &problem)
    : problem(problem), windows(hasWindows(problem)), solid(buildInstance(problem, WindowReading::Solid)) {
  if (windows)
    absent = buildInstance(problem, WindowReading::Absent);
}

CapacityQuery::CapacityQuery(const InstancesOfProblem &instances, Bytes capacity, const AllocationSwitches &switches)
    : instances(instances), capacity(capacity), solid(*instances.solid, capacity, switches) {
  if (instances.windows)
    absent.emplace(*instances.absent, capacity, switches);
}

uint64_t CapacityQuery::work() const { return solid.work() + (absent ? absent->work() : 0); }
uint64_t CapacityQuery::epochs() const { return solid.epochs() + (absent ? absent->epochs() : 0); }

AllocationAnswer CapacityQuery::tryAbsent(const Budget &budget, const Deadline &deadline) {
  AllocationAnswer outcome = absent->run(budget, deadline);
  if (outcome != AllocationAnswer::Found)
    return outcome;
  absentExhausted = true;
  found = absent->solution(instances.problem);
  AllocationProblem limited = instances.problem;
  limited.capacity = capacity;
  if (verify(limited, found).ok())
    return AllocationAnswer::Found;
  found.offsets.clear();
  return AllocationAnswer::Open;
}

AllocationAnswer CapacityQuery::run(const Budget &budget, const Deadline &deadline) {
  bool both = absent && !absentExhausted;
  Budget share = budget, rest = budget;
  share.workUnits = both ? budget.workUnits / 2 : budget.workUnits;
  if (!solidExhausted) {
    uint64_t before = solid.epochs();
    AllocationAnswer outcome = solid.run(share, deadline);
    rest.epochs -= std::min(rest.epochs, solid.epochs() - before);
    if (outcome == AllocationAnswer::Found)
      found = solid.solution(instances.problem);
    if (outcome == AllocationAnswer::Found || (outcome == AllocationAnswer::Infeasible && !absent))
      return outcome;
    solidExhausted = outcome == AllocationAnswer::Infeasible;
  }
  rest.workUnits -= both ? share.workUnits : 0;
  return both && rest.epochs ? tryAbsent(rest, deadline) : AllocationAnswer::Open;
}

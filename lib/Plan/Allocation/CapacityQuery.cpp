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

AllocationOutcome CapacityQuery::tryAbsent(uint64_t work, const AllocationLimits &limits) {
  AllocationOutcome outcome = absent->run(work, limits);
  if (outcome != AllocationOutcome::Found)
    return outcome;
  absentExhausted = true;
  found = absent->solution(instances.problem);
  AllocationProblem limited = instances.problem;
  limited.capacity = capacity;
  if (verify(limited, found).ok())
    return AllocationOutcome::Found;
  found.offsets.clear();
  return AllocationOutcome::Open;
}

AllocationOutcome CapacityQuery::run(uint64_t work, const AllocationLimits &limits) {
  uint64_t share = absent && !absentExhausted ? work / 2 : work;
  if (!solidExhausted) {
    AllocationOutcome outcome = solid.run(share, limits);
    if (outcome == AllocationOutcome::Found)
      found = solid.solution(instances.problem);
    if (outcome == AllocationOutcome::Found || (outcome == AllocationOutcome::Infeasible && !absent))
      return outcome;
    solidExhausted = outcome == AllocationOutcome::Infeasible;
  }
  return absent && !absentExhausted ? tryAbsent(work - share, limits) : AllocationOutcome::Open;
}

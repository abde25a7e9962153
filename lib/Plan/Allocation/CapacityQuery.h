//===- CapacityQuery.h - Do offsets within a capacity exist? ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_ALLOCATION_CAPACITYQUERY_H
#define ALCOVE_LIB_PLAN_ALLOCATION_CAPACITYQUERY_H

#include "Portfolio.h"

#include <optional>

namespace alcove::plan::allocation {

/// The instances of a problem: one, or with windows one per reading.
///
///                  Solid        Absent
///   Found          answer       answer if it verifies
///   Infeasible     nothing      answer
struct InstancesOfProblem {
  explicit InstancesOfProblem(const AllocationProblem &problem);
  /// False when the problem is too large for the exact search.
  bool usable() const { return solid && (!windows || absent); }
  /// Smallest capacities are multiples of it.
  Bytes unit() const { return windows ? absent->unit : solid->unit; }

  const AllocationProblem &problem;
  bool windows;
  std::optional<Instance> solid;
  std::optional<Instance> absent;
};

/// One capacity; may be asked again with another budget, and goes on where it stopped.
class CapacityQuery {
public:
  CapacityQuery(const InstancesOfProblem &instances, Bytes capacity, const AllocationSwitches &switches = {});
  AllocationAnswer run(const Budget &budget, const Deadline &deadline);
  const AllocationSolution &solution() const { return found; }
  uint64_t work() const;
  uint64_t epochs() const;

private:
  AllocationAnswer tryAbsent(const Budget &budget, const Deadline &deadline);

  const InstancesOfProblem &instances;
  Bytes capacity;
  Portfolio solid;
  std::optional<Portfolio> absent;
  /// A reading that is settled without settling the query.
  bool solidExhausted = false;
  bool absentExhausted = false;
  AllocationSolution found;
};

} // namespace alcove::plan::allocation

#endif // ALCOVE_LIB_PLAN_ALLOCATION_CAPACITYQUERY_H

//===- Ejection.h - Lowers a placement by moving few buffers ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_ALLOCATION_EJECTION_H
#define ALCOVE_LIB_PLAN_ALLOCATION_EJECTION_H

#include "Timeline.h"
#include "alcove/Plan/Common/Deadline.h"

namespace alcove::plan::allocation {

/// Moves what ends above `capacity` below it. A buffer goes where what it meets weighs least; what it meets has to go
/// elsewhere, and weighs more each time it has to (the ejection chains of F. Glover, 1996, with weights that learn).
/// Gaps are not looked at, fixed buffers stay.
class Ejection {
public:
  Ejection(const AllocationProblem &problem, const Timeline &timeline);

  /// True when all lie within the capacity; else `solution` is as it was. `looks` is the number of buffers that may be
  /// looked at as neighbours, and becomes that of what is left; each placement counts one in `work`.
  bool run(AllocationSolution &solution, Bytes capacity, uint64_t &looks, uint64_t &work, const Deadline &deadline);

private:
  struct Edge {
    Bytes at;
    double weight;
    bool operator<(const Edge &other) const { return at < other.at; }
  };

  double firstWeight(size_t buffer) const;
  void weigh();
  Bytes cheapest(size_t buffer, Bytes capacity);
  void gather(size_t buffer);

  const AllocationProblem &problem;
  const Timeline &timeline;
  Overlaps overlaps;
  std::vector<Bytes> offsets; ///< -1: waits
  std::vector<double> weight;
  // Of the buffer at hand: who is live with it and placed, their bottoms and tops, and the offsets to try.
  std::vector<uint32_t> near;
  std::vector<Edge> bottoms, tops;
  std::vector<Bytes> tried;
};

} // namespace alcove::plan::allocation

#endif // ALCOVE_LIB_PLAN_ALLOCATION_EJECTION_H

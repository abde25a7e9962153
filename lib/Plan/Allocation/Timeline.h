//===- Timeline.h - The time axis cut at lifetimes --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_ALLOCATION_TIMELINE_H
#define ALCOVE_LIB_PLAN_ALLOCATION_TIMELINE_H

#include "alcove/Plan/Allocation/Problem.h"

namespace alcove::plan::allocation {

/// Time in intervals between which no lifetime begins or ends; gaps are not looked at. 8 bytes a buffer.
struct Timeline {
  explicit Timeline(const AllocationProblem &problem);

  size_t intervals = 0;
  /// Buffer i lives in the intervals [first[i], last[i]).
  std::vector<uint32_t> first, last;

  /// Bytes held in each interval.
  std::vector<Bytes> loads(const AllocationProblem &problem) const;
};

/// Who is live with whom, without a list of pairs: buffers by start, a search tree whose nodes know the last end below.
/// 8 bytes a buffer; O(log n + answers) a question.
class Overlaps {
public:
  explicit Overlaps(const Timeline &timeline);

  /// Calls `visit(other)` for each buffer that shares an interval with [first, last), in order of start.
  template <typename Visit>
  void each(uint32_t first, uint32_t last, Visit visit) const {
    each(0, byStart.size(), first, last, visit);
  }

private:
  template <typename Visit>
  void each(size_t from, size_t to, uint32_t first, uint32_t last, Visit &visit) const {
    while (from < to) {
      size_t middle = from + (to - from) / 2;
      if (latest[middle] <= first)
        return;
      each(from, middle, first, last, visit);
      uint32_t buffer = byStart[middle];
      if (timeline.first[buffer] >= last)
        return;
      if (timeline.last[buffer] > first)
        visit(buffer);
      from = middle + 1;
    }
  }
  uint32_t build(size_t from, size_t to);

  const Timeline &timeline;
  std::vector<uint32_t> byStart;
  /// The last end of the part of `byStart` whose middle this is.
  std::vector<uint32_t> latest;
};

} // namespace alcove::plan::allocation

#endif // ALCOVE_LIB_PLAN_ALLOCATION_TIMELINE_H

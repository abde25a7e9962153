//===- Skyline.h - Best fit on the lowest valley ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The skyline is, for each moment, the address above which nothing lies. Its lowest valley is filled with the buffer of
// largest key whose lifetime fits between the walls; where none does, the valley is raised to the lower wall:
//
//     ───┐                 ┌──     the valley [l, r): d may come, e is too long
//        │  d?             │
//        └─────────────────┘
//        l                 r
//
// The rule is that of E. K. Burke, G. Kendall, G. Whitwell (2004) for strips, with places given on one axis; T. Sekiyama
// and others (2018) use it for memory with the longest lifetime as key. Nothing is put below the skyline, so no pairs
// of buffers are looked at: O(n) questions to a tree, each a few dozen nodes.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_ALLOCATION_SKYLINE_H
#define ALCOVE_LIB_PLAN_ALLOCATION_SKYLINE_H

#include "Timeline.h"

#include <span>

namespace alcove::plan::allocation {

/// Buffers that wait, and which of those within a span has the largest key: a k-d tree over (first, last).
class Waiting {
public:
  explicit Waiting(const Timeline &timeline);

  /// All wait, with these keys > 0.
  void restart(std::span<const float> keys);
  /// The buffer with the largest key that lives in [first, last) alone, or -1.
  int64_t best(uint32_t first, uint32_t last) const;
  void remove(size_t buffer);

private:
  static constexpr size_t leafSize = 8;
  struct Node {
    uint32_t latestFirst;
    uint32_t earliestLast;
    float best; ///< 0: nobody waits
  };

  void split(size_t node, size_t from, size_t to, bool byLast);
  void refresh(size_t node, size_t from, size_t to);
  void join(size_t node);
  void search(size_t node, size_t from, size_t to, uint32_t first, uint32_t last, float &most, int64_t &found) const;

  const Timeline &timeline;
  std::vector<uint32_t> order;    ///< buffers, so that each node has a part [from, to)
  std::vector<uint32_t> position; ///< of each buffer in `order`
  std::vector<float> keys;        ///< 0: does not wait
  std::vector<Node> nodes;
};

/// Places all buffers, largest key first in each valley; fixed ones stand, and nothing is put below them. Buffers that
/// occupy nothing lie at 0.
class Skyline {
public:
  Skyline(const AllocationProblem &problem, const Timeline &timeline);
  AllocationSolution fill(std::span<const float> keys);

private:
  struct Segment {
    uint32_t first, last;
    int32_t previous, next; ///< -1: none
    Bytes height;
  };
  struct Queued {
    Bytes height;
    uint32_t first;
    int32_t segment;
    /// For a queue whose top is the lowest, ties from the left.
    bool operator<(const Queued &other) const {
      return height != other.height ? height > other.height : first > other.first;
    }
  };

  int32_t add(const Segment &segment);
  int32_t cut(int32_t segment, uint32_t at);
  void raise(int32_t segment, Bytes height);
  void absorb(int32_t segment, int32_t neighbour);
  void enqueue(int32_t segment);
  void begin();

  const AllocationProblem &problem;
  const Timeline &timeline;
  Waiting waiting;
  std::vector<Segment> segments;
  std::vector<int32_t> unused;
  std::vector<Queued> queue;
};

} // namespace alcove::plan::allocation

#endif // ALCOVE_LIB_PLAN_ALLOCATION_SKYLINE_H

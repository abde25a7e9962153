//===- Instance.h - What the exact search works on --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Time is reduced to which buffers are live together. Each row below is a maximal set of buffers that are live together
// ("section"):
//
//   b1 |----------|                      neighbours  b1: b2 b3        sections  {b1, b2, b3}
//   b2      |-----------|                            b2: b1 b3 b4               {b2, b4}
//   b3    |---|                                      b3: b1 b2
//   b4             |--------|                        b4: b2
//
// Bytes are divided by the greatest unit that divides all sizes, fixed offsets and effective alignments.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_ALLOCATION_INSTANCE_H
#define ALCOVE_LIB_PLAN_ALLOCATION_INSTANCE_H

#include "alcove/Plan/Allocation/Problem.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace alcove::plan::allocation {

/// Lists of small integers in one array: list i is [starts[i], starts[i + 1]).
class IndexLists {
public:
  void addList(std::span<const uint32_t> items) {
    entries.insert(entries.end(), items.begin(), items.end());
    starts.push_back(entries.size());
  }
  size_t size() const { return starts.size() - 1; }
  size_t totalSize() const { return entries.size(); }
  std::span<const uint32_t> operator[](size_t i) const {
    return {entries.data() + starts[i], entries.data() + starts[i + 1]};
  }
  /// For list owners that keep their own order of the items.
  std::span<uint32_t> mutableList(size_t i) { return {entries.data() + starts[i], entries.data() + starts[i + 1]}; }

private:
  std::vector<uint32_t> entries;
  std::vector<size_t> starts = {0};
};

/// How windows of gaps are read. Both readings make a buffer solid wherever it is present, which the search needs:
/// every solution of `Solid` is one of the problem, and every solution of the problem is one of `Absent`.
enum class WindowReading { Solid, Absent };

struct Instance {
  /// Index of each buffer in the problem; buffers of size 0 are left out, the rest is sorted by start.
  std::vector<uint32_t> original;
  std::vector<int64_t> lower;
  std::vector<int64_t> upper;
  std::vector<Bytes> size;
  std::vector<Bytes> alignment;
  /// -1 = free.
  std::vector<Bytes> fixed;
  IndexLists neighbours;
  IndexLists sections;
  IndexLists sectionsOf;
  /// Bytes per unit of size, alignment and fixed.
  Bytes unit = 1;

  size_t count() const { return original.size(); }
};

/// Nothing when the lists would need more than `maxEntries` entries: such problems are left to the greedy policies.
std::optional<Instance> buildInstance(const AllocationProblem &problem, WindowReading reading,
                                      size_t maxEntries = size_t(1) << 21);

bool hasWindows(const AllocationProblem &problem);

} // namespace alcove::plan::allocation

#endif // ALCOVE_LIB_PLAN_ALLOCATION_INSTANCE_H

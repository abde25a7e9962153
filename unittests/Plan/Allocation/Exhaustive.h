//===- Exhaustive.h - Smallest height by trying everything ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_PLAN_ALLOCATION_EXHAUSTIVE_H
#define ALCOVE_UNITTESTS_PLAN_ALLOCATION_EXHAUSTIVE_H

#include "alcove/Plan/Allocation/Problem.h"

namespace alcove::plan {

/// Every offset of every buffer, one buffer after the other, cut only where two buffers meet: no theory that a solver
/// could share. Exponential; for a handful of buffers and a dozen bytes.
class Exhaustive {
public:
  explicit Exhaustive(AllocationProblem problem) : problem(std::move(problem)) {}

  bool feasible(Bytes capacity) {
    problem.capacity = capacity;
    offsets.clear();
    return extend();
  }

  /// -1 when there is none up to `most`.
  Bytes smallestHeight(Bytes most) {
    for (Bytes capacity = 0; capacity <= most; ++capacity)
      if (feasible(capacity))
        return capacity;
    return -1;
  }

  /// AL-S1 to AL-S6, byte by byte.
  bool isSolution(const std::vector<Bytes> &given) {
    if (given.size() != problem.buffers.size())
      return false;
    offsets = given;
    for (size_t a = 0; a != given.size(); ++a) {
      const AllocationBuffer &buffer = problem.buffers[a];
      if (given[a] < 0 || given[a] % buffer.alignment != 0 || given[a] + buffer.size > problem.capacity ||
          (buffer.fixedOffset && given[a] != *buffer.fixedOffset))
        return false;
      for (size_t b = 0; b != a; ++b)
        if (collides(a, b))
          return false;
    }
    return true;
  }

private:
  /// The bytes [first, second) that a buffer holds at a time.
  static std::pair<Bytes, Bytes> held(const AllocationBuffer &buffer, Bytes offset, int64_t time) {
    if (time < buffer.lower || time >= buffer.upper)
      return {0, 0};
    for (const AllocationGap &gap : buffer.gaps)
      if (time >= gap.lower && time < gap.upper)
        return gap.window ? std::pair(offset + gap.window->lower, offset + gap.window->upper)
                          : std::pair<Bytes, Bytes>(0, 0);
    return {offset, offset + buffer.size};
  }

  /// Core by core.
  static bool meetOnACore(const AllocationBuffer &a, const AllocationBuffer &b) {
    auto liesOn = [](const AllocationBuffer &buffer, int32_t core) {
      return std::any_of(buffer.cores.begin(), buffer.cores.end(),
                         [&](const AllocationCores &range) { return range.lower <= core && core < range.upper; });
    };
    bool meet = a.cores.empty() || b.cores.empty();
    for (int32_t core = 0; core != 64; ++core)
      meet |= liesOn(a, core) && liesOn(b, core);
    return meet;
  }

  bool collides(size_t a, size_t b) const {
    if (!meetOnACore(problem.buffers[a], problem.buffers[b]))
      return false;
    for (int64_t time = problem.buffers[a].lower; time < problem.buffers[a].upper; ++time) {
      auto [lowA, highA] = held(problem.buffers[a], offsets[a], time);
      auto [lowB, highB] = held(problem.buffers[b], offsets[b], time);
      for (Bytes byte = lowA; byte < highA; ++byte)
        if (byte >= lowB && byte < highB)
          return true;
    }
    return false;
  }

  bool extend() {
    size_t index = offsets.size();
    if (index == problem.buffers.size())
      return true;
    const AllocationBuffer &buffer = problem.buffers[index];
    offsets.push_back(0);
    for (Bytes offset = 0; offset + buffer.size <= problem.capacity; offset += buffer.alignment) {
      if (buffer.fixedOffset && offset != *buffer.fixedOffset)
        continue;
      offsets[index] = offset;
      bool free = true;
      for (size_t other = 0; other != index && free; ++other)
        free = !collides(index, other);
      if (free && extend())
        return true;
    }
    offsets.pop_back();
    return false;
  }

  AllocationProblem problem;
  std::vector<Bytes> offsets;
};

} // namespace alcove::plan

#endif // ALCOVE_UNITTESTS_PLAN_ALLOCATION_EXHAUSTIVE_H

//===- Placer.h - Places buffers one by one ---------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where may x go? Each piece that is placed forbids an open interval of offsets; the free ranges between them are
// the holes, the last one has no end:
//
//     forbidden     (----------)        (-----)
//     offset    0   3          11       20    25
//     x may lie at  0..3       11..20         25..
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_ALLOCATION_PLACER_H
#define ALCOVE_LIB_PLAN_ALLOCATION_PLACER_H

#include "alcove/Plan/Allocation/Policies.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace alcove::plan::allocation {

/// Up to this many pairs of buffers that are live together, the pairs are computed once and kept (all pairs of 724, 72
/// bytes a buffer of many); problems with more are placed on top of each other, which never looks into holes but needs
/// O(log n) per buffer.
inline size_t maxPlacerPairs(const AllocationProblem &problem) {
  // On top of each other stands what may lie side by side on other cores, so that more pairs are worth their memory.
  for (const AllocationBuffer &buffer : problem.buffers)
    if (!buffer.cores.empty())
      return size_t(1) << 24;
  return (size_t(1) << 18) + 8 * problem.buffers.size();
}

class Placer {
public:
  explicit Placer(const AllocationProblem &problem) : Placer(problem, maxPlacerPairs(problem)) {}
  Placer(const AllocationProblem &problem, size_t maxPairs);

  /// As `placeInOrder`; the same problem may be placed many times.
  AllocationSolution place(const std::vector<size_t> &order, AllocationFit fit);

  /// Two fixed buffers share a byte at some time: no solution exists.
  bool fixedBuffersOverlap();
  /// Indices of the buffers that are present at a common moment, ascending; nothing beyond `maxPairs`.
  const std::vector<std::vector<uint32_t>> *neighbours() const { return dense ? nullptr : &meets; }

private:
  struct Forbidden {
    Bytes lower;
    Bytes upper;
  };

  void forbid(size_t placed, Bytes offset, size_t buffer);
  Bytes chooseOffset(const AllocationBuffer &buffer, AllocationFit fit);
  AllocationSolution placeOnSkyline(const std::vector<size_t> &order) const;

  const AllocationProblem &problem;
  const bool dense;
  std::vector<std::vector<AllocationPiece>> pieces;
  std::vector<std::vector<uint32_t>> meets;
  std::optional<bool> fixedOverlap;
  std::vector<Forbidden> forbidden;
};

} // namespace alcove::plan::allocation

#endif // ALCOVE_LIB_PLAN_ALLOCATION_PLACER_H

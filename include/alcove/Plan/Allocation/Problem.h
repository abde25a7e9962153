//===- Problem.h - Offsets for buffers with known lifetimes -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dynamic storage allocation: every buffer is a rectangle whose place on the time axis is given and whose place on the
// address axis is sought. Lifetimes are half open, [lower, upper); a buffer that ends at 9 and one that starts at 9
// may share bytes. The picture is `examples/input.12.csv` of google/minimalloc, and the test
// `AllocationVerifyTest.PictureOfTheHeader` holds the same numbers:
//
//   address                                    id  lower upper size offset
//   12 ┌───┬───────┐                           b1      0     3    4      8
//      │b1 │  b2   │                           b2      3     9    4      8
//    8 ├───┴───────┼────────────┐              b3      0     9    4      4
//      │    b3     │     b4     │              b4      9    21    4      4
//    4 ├───────────┴────────────┤              b5      0    21    4      0
//      │           b5           │
//    0 └───────────┴────────────┘
//      0   3       9            21  time
//
// A gap is a part of the lifetime during which the buffer occupies nothing, or only the window [lower, upper) of its
// own bytes (counted from its offset): a double buffer whose second half is not needed yet, a tensor that is away in
// slow memory.
//
// Rules AL-P1..AL-P9 (input) and AL-S1..AS6 (solution) are numbered as in docs/spec/Allocation.md.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_ALLOCATION_PROBLEM_H
#define ALCOVE_PLAN_ALLOCATION_PROBLEM_H

#include "alcove/Base/Support/Result.h"
#include "alcove/Base/Support/Units.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace alcove::plan {

/// [lower, upper) on the byte axis, relative to the offset of a buffer.
struct AllocationWindow {
  Bytes lower = 0;
  Bytes upper = 0;
  bool operator==(const AllocationWindow &) const = default;
};

/// Part [lower, upper) of a lifetime in which the buffer holds only `window`, or nothing when there is none.
struct AllocationGap {
  int64_t lower = 0;
  int64_t upper = 0;
  std::optional<AllocationWindow> window = {};
  bool operator==(const AllocationGap &) const = default;
};

/// [lower, upper) of a numbering of cores.
struct AllocationCores {
  int32_t lower = 0;
  int32_t upper = 0;
  bool operator==(const AllocationCores &) const = default;
};

struct AllocationBuffer {
  std::string id;
  /// Lifetime [lower, upper), in steps of a schedule or any other monotone clock.
  int64_t lower = 0;
  int64_t upper = 0;
  Bytes size = 0;
  /// The offset must be a multiple of it; any number >= 1, not only powers of two.
  Bytes alignment = 1;
  /// In order of time, disjoint, inside the lifetime.
  std::vector<AllocationGap> gaps = {};
  /// Where it lies, at one address on all of them: ascending, disjoint. Empty: on every core. Buffers without a common
  /// core may share bytes. What has an address of its own on each core is as many buffers. Any graph of conflicts can be
  /// said so, with a number for each set of buffers of which each two conflict.
  std::vector<AllocationCores> cores = {};
  /// Given address: part of the problem.
  std::optional<Bytes> fixedOffset = {};
  /// Wished address: advice to a policy, never a rule.
  std::optional<Bytes> hint = {};
  bool operator==(const AllocationBuffer &) const = default;
};

struct AllocationProblem {
  std::vector<AllocationBuffer> buffers;
  /// Bytes available at every moment.
  Bytes capacity = 0;
};

/// offsets[i] is the address of buffers[i].
struct AllocationSolution {
  std::vector<Bytes> offsets;
};

/// Largest time (absolute value), and largest sum of sizes and alignments, that the rules admit: sums of offsets then
/// never overflow.
inline constexpr int64_t maxAllocationValue = int64_t(1) << 60;

/// Rules AL-P1..AL-P9. O(n log n).
Status check(const AllocationProblem &problem);

/// Rules AL-S1..AS6, recomputed from problem and solution alone; assumes `check`. Walks through time with the bytes that
/// are held by address, on one core after another: O(n log n) where there are no cores.
Status verify(const AllocationProblem &problem, const AllocationSolution &solution);

/// max(offset + size): the capacity that a solution needs. 0 without buffers.
Bytes allocationHeight(const AllocationProblem &problem, const AllocationSolution &solution);

/// Most bytes held at one moment on one core, which no height can undercut; recomputed from the problem alone, like
/// `verify`, and with as little in common with any solver. O(n log n) a core.
Bytes maxLiveBytes(const AllocationProblem &problem);

/// What a buffer occupies while its shape does not change: [lower, upper) in time, [bottom, top) from its offset.
struct AllocationPiece {
  int64_t lower = 0;
  int64_t upper = 0;
  Bytes bottom = 0;
  Bytes top = 0;
};

/// The pieces of a buffer in order of time: its lifetime cut at its gaps, without the parts that occupy nothing.
std::vector<AllocationPiece> allocationPieces(const AllocationBuffer &buffer);

/// Buffers, ascending, that lie on one core together: each such set once, and of sets within another not all; one set of
/// all buffers where nobody names cores. O(n) for each start of a range.
std::vector<std::vector<uint32_t>> buffersByCore(const AllocationProblem &problem);

/// Whether two buffers lie on a common core.
bool shareCore(const AllocationBuffer &a, const AllocationBuffer &b);

} // namespace alcove::plan

#endif // ALCOVE_PLAN_ALLOCATION_PROBLEM_H

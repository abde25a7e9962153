//===- Releases.h - What a release of the vendor's library changes --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device file says of which month its kernels are (`kernel_release`), and may bring constants that were measured on
// them. What differs between two such chips is a list of single differences; an op that is answered otherwise names those
// that do it, each applied alone to the chip of before:
//
//   202503 -> 202608     kernels of 202608 ...     argmax 1x8192: 310 us -> 170 us      because of the first alone
//   dramPageNs 9 -> 12                             add 32x32: 3.0 us -> 3.2 us          because of the second alone
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_RELEASES_H
#define ALCOVE_OPMODEL_RELEASES_H

#include "alcove/OpModel/Analytical.h"

namespace alcove::opmodel {

// First months (yyyymm) of kernels that answer otherwise.
/// Untilize sent rows wider than eight tiles through the unpacker before.
constexpr int64_t wideRowsArePacked = 202503;
/// Both data movement cores read the rows of argmax (tt-metal #53627), the split of topk is chosen by its time (#53793)
/// and tall sums are cut into slices (#54349).
constexpr int64_t longRowsAreSplit = 202608;
/// A K step was taken only from within one shard of in0 before (tt-metal #55444).
constexpr int64_t stepsSpanShards = 202609;

/// A difference: two chips with nothing else between them.
struct ReleaseDifference {
  std::string what;
  ChipParameters without, with;
};

/// MT-14: all that can make the answers of two chips of one architecture differ; none when they are the same.
std::vector<ReleaseDifference> differencesOf(const ChipParameters &before, const ChipParameters &after);

/// What became of an op.
enum class ReleaseEffect : uint8_t { Same, Illegal, Legal, Slower, Faster };
const char *toString(ReleaseEffect effect);

struct ReleaseAnswer {
  ReleaseEffect effect = ReleaseEffect::Same;
  Nanoseconds beforeNs = 0, afterNs = 0; ///< 0: not timed
  std::string refusal;                   ///< of the chip that refuses
  std::vector<std::string> why;          ///< differences that do it alone; empty: only together
};

/// MT-15: asks one question of both chips. Times that differ by less than `noise` are the same.
ReleaseAnswer askBoth(const Query &query, const ChipParameters &before, const ChipParameters &after,
                      double noise = 0.01);

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_RELEASES_H

//===- MemoryReplay.h - The L1 of one core, address by address --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime allocates in lock-step over its cores, so that one core stands for all. A buffer goes to the top of the
// highest free range that is large enough; circular buffers lie at the bottom. Capacity 1024, alignment 32:
//
//      0        256       512       768      1024
//      |---------|---------|---------|---------|
//      |                   |    B    |    A    |     A 256, then B 250: [768, 1024) and [512, 768)
//      |=CB=>|             |    B    |         |     A is freed; circular buffers of 160: extent 160 + 512
//      |    C              |    B    |         |     C 512: the hole of A is too small, so [0, 512)
//
// The verifier's own copy of the rules by which the judge executes IR; FunctionLayoutReplayTest compares the two.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_MEMORYREPLAY_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_MEMORYREPLAY_H

#include "alcove/Plan/FunctionLayout/Problem.h"

namespace alcove::plan {

/// Which result each Allocate of a sequence becomes (-1: a temporary), and which Allocates each Release ends. A release
/// names only the sum of what goes: the smallest set of at most four live allocations with this sum, the earliest
/// first; when there is none, nothing goes. What is never released is the results, the last ones first.
struct UsePlan {
  std::vector<int32_t> resultOfUse;
  std::vector<std::vector<int32_t>> freedByUse;
};
UsePlan planUses(std::span<const L1Use> uses, std::span<const Bytes> resultBytes);

class MemoryReplay {
public:
  MemoryReplay(Bytes l1Bytes, Bytes alignment) : limit(l1Bytes), alignment(alignment) {}

  /// The first broken rule.
  struct Failure {
    const char *rule = "";
    std::string message;
  };
  /// What one op or conversion does.
  struct Step {
    Bytes peakBytes = 0;                ///< of its own, results included
    std::span<const L1Use> uses;        ///< in order
    std::span<const Bytes> resultBytes; ///< of its own; 0 = outside L1, or in an operand's bytes
    int32_t consumed = -1;              ///< buffer that it frees itself; -1 = none
  };

  /// A buffer that is there before the first step; 0 bytes take no place. Returns its number.
  std::optional<Failure> enter(Bytes bytes, int32_t &buffer);
  /// Replays one step and tells the buffers of its results; -1 for those without bytes. After a failure only the
  /// peaks and live() may be asked.
  std::optional<Failure> run(const Step &step, std::vector<int32_t> &results);
  void free(int32_t buffer);

  /// Placed buffers that are no temporaries, largest first.
  std::vector<int32_t> live() const;
  Bytes bytesOf(int32_t buffer) const { return buffers[buffer].bytes; }

  /// L1 below the lowest buffer: what the backend takes as free.
  Bytes freeBelow() const { return lowest(); }
  Bytes freeInAll() const { return limit - held; }

  Bytes liveBytes() const { return sum; }
  Bytes peakSum() const { return mostSum; }
  Bytes peakHeld() const { return mostHeld; }
  Bytes peakExtent() const { return mostExtent; }

private:
  struct Buffer {
    Bytes bytes = 0, begin = -1, end = -1; ///< begin < 0: has no place
    bool temporary = false;
  };

  /// What the step at hand has built up.
  struct Running {
    UsePlan plan;
    std::vector<int32_t> temporaryOfUse; ///< -1 = a result's, or gone
    Bytes circular = 0;
  };

  int32_t add(Bytes bytes, bool temporary);
  bool place(int32_t buffer);
  Bytes lowest() const { return placed.empty() ? limit : buffers[placed.back()].begin; }
  Bytes largestFree() const;
  void observe(Bytes circular);
  Failure noPlace(const char *what, Bytes bytes) const;
  std::optional<Failure> apply(size_t use, const Step &step, Running &running, std::vector<int32_t> &results);
  std::optional<Failure> allocate(size_t use, const Step &step, Running &running, std::vector<int32_t> &results);
  std::optional<Failure> moveUp(Running &running);
  std::optional<Failure> checkCircular(Bytes circular) const;

  Bytes limit, alignment;
  std::vector<Buffer> buffers;
  std::vector<int32_t> placed; ///< by address, highest first
  Bytes sum = 0, held = 0;     ///< live bytes as asked for, and as placed
  Bytes mostSum = 0, mostHeld = 0, mostExtent = 0;
};

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_MEMORYREPLAY_H

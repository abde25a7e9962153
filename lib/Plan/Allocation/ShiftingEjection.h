//===- ShiftingEjection.h - Ejections where the rest may shift --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A placement is an order: who lies above whom among those that are live together. In that order each buffer has a
// lowest offset (all below it pushed down) and a highest one (all above it pushed up to the capacity), as the heads
// and tails of a job shop, where a section is a machine. Only the bytes that a buffer holds at both are in the way of
// another one:
//
//   capacity ┌──────────┐                       a may lie at 0 to 4, b at 3 to 7
//            │  ┌────┐  │ b pushed up
//          7 │  └────┘  │                       c of 4 bytes at 3: a below it, b above it
//            │   c?     │                       c of 5 bytes at 3: b would have to lie at 8 at least, so b goes
//          3 │  ┌────┐  │ a pushed down
//          0 └──┴────┴──┘
//
// `Ejection` asks the same of the bytes that a buffer holds where it is, which costs less on many buffers and finds
// fewer places.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_ALLOCATION_SHIFTINGEJECTION_H
#define ALCOVE_LIB_PLAN_ALLOCATION_SHIFTINGEJECTION_H

#include "Instance.h"
#include "alcove/Base/Support/Random.h"
#include "alcove/Plan/Common/Deadline.h"

#include <deque>

namespace alcove::plan::allocation {

/// Brings a placement below a capacity. What does not fit waits; each that waited longest goes where what must give way
/// weighs least, and that waits in turn and weighs more. Bytes are units of the instance, which must outlive this.
class ShiftingEjection {
public:
  explicit ShiftingEjection(const Instance &instance);

  /// Begins anew with the order of these offsets; fixed buffers must not overlap.
  void start(const std::vector<Bytes> &offsets, Bytes capacity);
  /// Moves buffers until all lie within the capacity (true), or so many were moved, or the deadline passed.
  bool run(uint64_t moves, const Deadline &deadline);
  /// Nothing is to be hoped for: what waits cannot lie beside the fixed buffers.
  bool hopeless() const { return isHopeless; }

  /// After `run` was true: as low as the order lets it be.
  Bytes offset(uint32_t buffer) const { return lowestTop[buffer] - instance.size[buffer]; }
  /// Placements so far.
  uint64_t work() const { return placements; }

private:
  /// Sections [first, last).
  struct Range {
    uint32_t first;
    uint32_t last;
  };
  std::span<const Range> rangesOf(size_t buffer) const {
    return {ranges.data() + rangeStarts[buffer], ranges.data() + rangeStarts[buffer + 1]};
  }
  Bytes lowestOffset(uint32_t buffer) const;
  Bytes highestOffset(uint32_t buffer) const;
  void setLevel(uint32_t buffer, Bytes bytes);
  void pushAll(const std::vector<uint32_t> &order);
  static void sortByKey(std::vector<uint32_t> &buffers, const std::vector<Bytes> &keys);
  Bytes cheapest(uint32_t buffer);
  void insert(uint32_t buffer, Bytes offset);
  bool isInTheWay(uint32_t other, Bytes offset, Bytes size) const {
    return lowestTop[other] > offset && highest[other] < offset + size;
  }

  const Instance &instance;
  std::vector<Range> ranges;
  std::vector<size_t> rangeStarts;
  std::vector<double> firstWeight;
  Bytes capacity = 0;
  Random random{1};
  std::vector<uint32_t> byTop, byBottom; ///< what is placed, by `lowestTop` and by `highest`
  std::vector<char> placed;
  /// Where a buffer ends when all is pushed down, and where it begins when all is pushed up.
  std::vector<Bytes> lowestTop, highest;
  std::vector<double> weight;
  std::deque<uint32_t> waiting;
  uint64_t placements = 0;
  bool isHopeless = false;
  // Room for one placement.
  std::vector<int32_t> level; ///< of each section; half the bytes of an offset take half the time
  std::vector<Bytes> tried;
  std::vector<char> meets;
  std::vector<uint32_t> tops, bottoms;
};

} // namespace alcove::plan::allocation

#endif // ALCOVE_LIB_PLAN_ALLOCATION_SHIFTINGEJECTION_H

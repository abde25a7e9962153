//===- L1Tracker.h - Addresses of live buffers, one core --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tt-mlir's "Sum" tracker: tensors are placed top-down, first fit, aligned; circular buffers grow from 0 and must end,
// with a cushion of a tenth of the capacity, below the lowest tensor.
//
//   0 |##### circular buffers #####|~~ cushion ~~|      free      | %4 | free | %1 | capacity
//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_L1TRACKER_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_L1TRACKER_H

#include "alcove/Base/Support/Units.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace alcove::plan::beam {

struct LiveBuffer {
  int32_t id = -1;
  Bytes bytes = 0, address = 0;
  int32_t birth = -1, lastUse = -1; ///< ops
};

/// A value: copied to remember a moment.
class L1Tracker {
public:
  L1Tracker(Bytes capacity, Bytes alignment) : capacity(capacity), alignment(std::max<Bytes>(alignment, 1)) {}

  const std::vector<LiveBuffer> &buffers() const { return live; } ///< highest address first
  Bytes sum() const {
    Bytes total = 0;
    for (const LiveBuffer &buffer : live)
      total += buffer.bytes;
    return total;
  }
  bool isLive(int32_t id) const {
    return std::any_of(live.begin(), live.end(), [&](const LiveBuffer &b) { return b.id == id; });
  }
  Bytes lowest() const { return live.empty() ? capacity : live.back().address; }
  /// GB-13: the cushion between circular buffers and tensors.
  Bytes cushion() const { return capacity / 10; }

  /// GB-12: the highest gap that holds `bytes`, its upper end; nothing when there is none. O(live buffers).
  std::optional<Bytes> findPlace(Bytes bytes) const {
    Bytes size = roundUp(bytes, alignment), top = capacity - capacity % alignment;
    for (const LiveBuffer &buffer : live) {
      Bytes end = buffer.address + roundUp(buffer.bytes, alignment);
      if (top - end >= size)
        return top - size;
      top = std::min(top, buffer.address);
    }
    return top >= size ? std::optional<Bytes>(top - size) : std::nullopt;
  }
  void add(const LiveBuffer &buffer) {
    auto below = std::find_if(live.begin(), live.end(), [&](auto &b) { return b.address < buffer.address; });
    live.insert(below, buffer);
  }
  template <typename Predicate>
  void removeIf(Predicate predicate) {
    live.erase(std::remove_if(live.begin(), live.end(), predicate), live.end());
  }

private:
  Bytes capacity, alignment;
  std::vector<LiveBuffer> live;
};

} // namespace alcove::plan::beam

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_L1TRACKER_H

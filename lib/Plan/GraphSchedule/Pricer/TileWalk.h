//===- TileWalk.h - Sums over tiles and steps in closed form ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_GRAPHSCHEDULE_PRICER_TILEWALK_H
#define ALCOVE_LIB_PLAN_GRAPHSCHEDULE_PRICER_TILEWALK_H

#include "alcove/Plan/GraphSchedule/GroupPricer.h"

namespace alcove::plan::schedule {

/// Which axes of the walk have more than one position: axes with one position count as whole.
struct Splits {
  bool columns, rows, steps;
};

/// What a group moves and holds, for one combination of `Splits`: coefficients of w, h and k.
///
///   working set = fixed + perH·h + perW·w + perWH·w·h + k·(heldH·h + heldW·w + held)
///   head  (first step of a tile): once (first tile) + headH·h (row changed) + headW·w (column changed)
///   step  of depth k:             k·(streamH·h + streamW·w + stream)
///   tail  (last step of a tile):  tailWH·w·h + tailH·h + tailW·w + tail
struct TrafficProfile {
  int64_t fixed = 0, perH = 0, perW = 0, perWH = 0;
  int64_t heldH = 0, heldW = 0, held = 0;
  int64_t streamH = 0, streamW = 0, stream = 0;
  int64_t once = 0, headH = 0, headW = 0;
  int64_t tailWH = 0, tailH = 0, tailW = 0, tail = 0;
  /// Slices of a tensor that is read whole as well: they load at the first step of all, never again (GS-L6).
  int64_t firstWH = 0, firstH = 0, firstW = 0, firstHK = 0, firstWK = 0, firstK = 0;
  /// Less for the first step of every tile (`Meeting::Optimistic`).
  int64_t savedHK = 0, savedWK = 0, savedK = 0;
  /// Slices of a tensor that coincide with one another at some steps, which closed forms do not see.
  std::vector<GroupShape::Slice> irregular;

  int64_t heldPerDepth(int64_t w, int64_t h) const { return heldH * h + heldW * w + held; }
  /// Does the first tile load what no other does?
  bool loadsFirst() const { return once || firstWH || firstH || firstW || firstHK || firstWK || firstK; }
  int64_t fixedAt(int64_t w, int64_t h) const { return fixed + perH * h + perW * w + perWH * w * h; }
};

/// What is assumed of slices of one tensor that may coincide: kept apart in `irregular`; never coincide; or as often as
/// they possibly could, which bounds the latency from below by a closed form.
enum class Meeting : uint8_t { Irregular, Apart, Optimistic };

/// `slackTiles` tiles of w × h are added to the working
/// set when there are residents and retains, and with `freeResidents` neither occupies anything.
TrafficProfile profileOf(const OpGraph &graph, const GroupShape &shape, std::span<const int32_t> resident,
                         std::span<const int32_t> retained, Splits splits, const PricerOptions &options,
                         Meeting meeting = Meeting::Irregular);

/// Do two of the irregular slices coincide at some steps of this granularity? If not, the profile with
/// `Meeting::Apart` gives the same latency.
bool coincideAt(const OpGraph &graph, const TrafficProfile &profile, Granularity g);

/// Latency of the whole group. O(1) for regular profiles, else O(steps).
double walkLatency(const OpGraph &graph, const GroupShape &shape, const TrafficProfile &profile, Granularity g,
                   TileOrder order);

/// At most what the walk costs at any depth k <= g.k whose last step is not deeper than `last`, for regular profiles:
/// the first step as if of depth g.k, the last as if of depth `last`, the rest at the better rate of all steps.
double leastWalk(const OpGraph &graph, const GroupShape &shape, const TrafficProfile &profile, Granularity g,
                 int64_t last, TileOrder order);

} // namespace alcove::plan::schedule

#endif // ALCOVE_LIB_PLAN_GRAPHSCHEDULE_PRICER_TILEWALK_H

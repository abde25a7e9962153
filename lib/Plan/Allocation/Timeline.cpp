//===- Timeline.cpp - The time axis cut at lifetimes ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Timeline.h"

#include <algorithm>
#include <numeric>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::allocation;

Timeline::Timeline(const AllocationProblem &problem) {
  std::vector<int64_t> times;
  times.reserve(2 * problem.buffers.size());
  for (const AllocationBuffer &buffer : problem.buffers) {
    times.push_back(buffer.lower);
    times.push_back(buffer.upper);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  intervals = times.empty() ? 0 : times.size() - 1;
  auto interval = [&](int64_t time) {
    return static_cast<uint32_t>(std::lower_bound(times.begin(), times.end(), time) - times.begin());
  };
  for (const AllocationBuffer &buffer : problem.buffers) {
    first.push_back(interval(buffer.lower));
    last.push_back(interval(buffer.upper));
  }
}

std::vector<Bytes> Timeline::loads(const AllocationProblem &problem) const {
  std::vector<Bytes> load(intervals + 1, 0);
  for (size_t i = 0; i != first.size(); ++i) {
    load[first[i]] += problem.buffers[i].size;
    load[last[i]] -= problem.buffers[i].size;
  }
  std::partial_sum(load.begin(), load.end(), load.begin());
  load.resize(intervals);
  return load;
}

Overlaps::Overlaps(const Timeline &timeline)
    : timeline(timeline), byStart(timeline.first.size()), latest(timeline.first.size()) {
  std::iota(byStart.begin(), byStart.end(), uint32_t(0));
  std::sort(byStart.begin(), byStart.end(),
            [&](uint32_t a, uint32_t b) { return std::pair(timeline.first[a], a) < std::pair(timeline.first[b], b); });
  build(0, byStart.size());
}

uint32_t Overlaps::build(size_t from, size_t to) {
  if (from == to)
    return 0;
  size_t middle = from + (to - from) / 2;
  return latest[middle] = std::max({timeline.last[byStart[middle]], build(from, middle), build(middle + 1, to)});
}

//===- Bound.cpp - Max-live -------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Allocation/Bound.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

using namespace alcove;
using namespace alcove::plan;

namespace {

/// A piece comes (+) or goes (-).
struct Event {
  int64_t time;
  bool arrives;
  Bytes rounded;
  Bytes padding;
};

/// What divides the offset of every buffer.
Bytes offsetDivisor(const AllocationProblem &problem) {
  // Offsets are multiples of g whatever moment one looks at, so one g for the whole problem keeps the sweep linear.
  Bytes divisor = 0;
  for (const AllocationBuffer &buffer : problem.buffers) {
    if (buffer.size > 0)
      divisor = std::gcd(divisor, buffer.alignment);
    // A window starts anywhere, so it may fill the padding of a neighbour.
    for (const AllocationGap &gap : buffer.gaps)
      if (gap.window)
        divisor = 1;
  }
  return divisor;
}

AllocationBound boundOfCore(const AllocationProblem &problem, const std::vector<uint32_t> &core, Bytes divisor) {
  AllocationBound bound;
  std::vector<Event> events;
  events.reserve(2 * core.size());
  for (uint32_t index : core) {
    const AllocationBuffer &buffer = problem.buffers[index];
    if (Bytes end = buffer.fixedOffset.value_or(0) + buffer.size; end > bound.bytes)
      bound = {end, buffer.lower};
    for (const AllocationPiece &piece : allocationPieces(buffer)) {
      Bytes held = piece.top - piece.bottom;
      Bytes rounded = roundUp(held, divisor);
      events.push_back({piece.lower, true, rounded, rounded - held});
      events.push_back({piece.upper, false, rounded, rounded - held});
    }
  }
  std::sort(events.begin(), events.end(), [](const Event &a, const Event &b) {
    return std::tuple(a.time, a.arrives, a.rounded, a.padding) < std::tuple(b.time, b.arrives, b.rounded, b.padding);
  });
  Bytes live = 0;
  std::multiset<Bytes> paddings;
  for (const Event &event : events) {
    if (!event.arrives) {
      live -= event.rounded;
      paddings.erase(paddings.find(event.padding));
      continue;
    }
    live += event.rounded;
    paddings.insert(event.padding);
    if (Bytes needed = live - *paddings.rbegin(); needed > bound.bytes)
      bound = {needed, event.time};
  }
  return bound;
}

} // namespace

AllocationBound plan::allocationLowerBound(const AllocationProblem &problem) {
  AllocationBound most;
  Bytes divisor = offsetDivisor(problem);
  for (std::vector<uint32_t> &core : buffersByCore(problem)) {
    AllocationBound bound = boundOfCore(problem, core, divisor);
    if (bound.bytes <= most.bytes && !most.core.empty())
      continue;
    most = std::move(bound);
    most.core = std::move(core);
  }
  return most;
}

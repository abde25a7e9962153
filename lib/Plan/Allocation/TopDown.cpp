//===- TopDown.cpp - A runtime's own first fit --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Allocation/Policies.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>

using namespace alcove;
using namespace alcove::plan;

namespace {

/// Free blocks by start; neighbours are merged.
class FreeList {
public:
  explicit FreeList(Bytes capacity) {
    if (capacity > 0)
      blocks[0] = capacity;
  }

  /// The highest block that can hold the buffer gives its top end; -1 when none can.
  Bytes takeHighest(Bytes size, Bytes alignment) {
    for (auto it = blocks.rbegin(); it != blocks.rend(); ++it) {
      auto [begin, end] = *it;
      if (end - begin < size)
        continue;
      Bytes offset = (end - size) / alignment * alignment;
      if (offset < begin)
        continue;
      blocks.erase(begin);
      if (begin < offset)
        blocks[begin] = offset;
      if (offset + size < end)
        blocks[offset + size] = end;
      return offset;
    }
    return -1;
  }

  void giveBack(Bytes begin, Bytes end) {
    auto next = blocks.lower_bound(begin);
    if (next != blocks.end() && next->first == end) {
      end = next->second;
      next = blocks.erase(next);
    }
    if (next != blocks.begin() && std::prev(next)->second == begin)
      std::prev(next)->second = end;
    else
      blocks[begin] = end;
  }

private:
  std::map<Bytes, Bytes> blocks;
};

/// Ends before starts at the same moment; starts in input order.
struct LifetimeEvent {
  int64_t time;
  bool starts;
  size_t buffer;
  auto operator<=>(const LifetimeEvent &) const = default;
};

std::vector<LifetimeEvent> lifetimeEvents(const AllocationProblem &problem) {
  std::vector<LifetimeEvent> events;
  for (size_t i = 0; i != problem.buffers.size(); ++i)
    if (problem.buffers[i].size > 0) {
      events.push_back({problem.buffers[i].lower, true, i});
      events.push_back({problem.buffers[i].upper, false, i});
    }
  std::sort(events.begin(), events.end());
  return events;
}

/// Lowest address in use from each moment of change on; the capacity when nothing is.
std::vector<std::pair<int64_t, Bytes>> lowestInUse(const std::vector<LifetimeEvent> &events,
                                                   const std::vector<Bytes> &offsets, Bytes capacity) {
  std::vector<std::pair<int64_t, Bytes>> lowest;
  std::multiset<Bytes> live;
  for (size_t i = 0; i != events.size(); ++i) {
    if (events[i].starts)
      live.insert(offsets[events[i].buffer]);
    else
      live.erase(live.find(offsets[events[i].buffer]));
    if (i + 1 == events.size() || events[i + 1].time != events[i].time)
      lowest.emplace_back(events[i].time, live.empty() ? capacity : *live.begin());
  }
  return lowest;
}

Status checkForRuntime(const AllocationProblem &problem, const std::vector<BottomReservation> &reservations) {
  ALCOVE_RETURN_IF_ERROR(check(problem));
  for (const AllocationBuffer &buffer : problem.buffers)
    if (!buffer.gaps.empty() || buffer.fixedOffset || !buffer.cores.empty())
      return Error{fmt::format(
          "buffer '{}': a runtime that places by itself knows neither gaps nor fixed offsets nor cores", buffer.id)};
  for (size_t i = 0; i != reservations.size(); ++i)
    if (reservations[i].lower >= reservations[i].upper || reservations[i].bytes < 0)
      return Error{fmt::format("reservations[{}]: [{}, {}) with {} bytes", i, reservations[i].lower,
                               reservations[i].upper, reservations[i].bytes)};
  return {};
}

} // namespace

Result<TopDownResult> plan::simulateTopDown(const AllocationProblem &problem,
                                            const std::vector<BottomReservation> &reservations) {
  ALCOVE_RETURN_IF_ERROR(checkForRuntime(problem, reservations));
  TopDownResult result;
  std::vector<Bytes> offsets(problem.buffers.size(), 0);
  std::vector<LifetimeEvent> events = lifetimeEvents(problem);
  FreeList free(problem.capacity);
  for (const LifetimeEvent &event : events) {
    const AllocationBuffer &buffer = problem.buffers[event.buffer];
    if (!event.starts) {
      free.giveBack(offsets[event.buffer], offsets[event.buffer] + buffer.size);
      continue;
    }
    offsets[event.buffer] = free.takeHighest(buffer.size, buffer.alignment);
    if (offsets[event.buffer] < 0) {
      result.failedBuffer = event.buffer;
      return result;
    }
  }

  std::vector<std::pair<int64_t, Bytes>> lowest = lowestInUse(events, offsets, problem.capacity);
  result.leastHeadroom = problem.capacity;
  for (const auto &[time, address] : lowest)
    result.leastHeadroom = std::min(result.leastHeadroom, address);
  for (size_t i = 0; i != reservations.size(); ++i) {
    const BottomReservation &reservation = reservations[i];
    // The entry in force at the start of the reservation, and those that follow within it.
    auto it =
        std::upper_bound(lowest.begin(), lowest.end(), std::pair(reservation.lower, std::numeric_limits<Bytes>::max()));
    Bytes address = it == lowest.begin() ? problem.capacity : std::prev(it)->second;
    for (; it != lowest.end() && it->first < reservation.upper; ++it)
      address = std::min(address, it->second);
    result.leastHeadroom = std::min(result.leastHeadroom, address - reservation.bytes);
    if (address < reservation.bytes && !result.failedReservation)
      result.failedReservation = i;
  }
  result.solution.offsets = std::move(offsets);
  return result;
}

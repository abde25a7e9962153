//===- Verify.cpp - Is this a solution? -----------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shares no code with any policy: what a buffer holds at a moment is looked up in its gaps, not in pieces or sections.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Allocation/Problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

using namespace alcove;
using namespace alcove::plan;

namespace {

/// The bytes [lower, upper) that `buffer` at `offset` holds at `time`; empty when it holds none.
AllocationWindow heldAt(const AllocationBuffer &buffer, Bytes offset, int64_t time) {
  if (time < buffer.lower || time >= buffer.upper)
    return {};
  for (const AllocationGap &gap : buffer.gaps)
    if (gap.lower <= time && time < gap.upper)
      return gap.window ? AllocationWindow{offset + gap.window->lower, offset + gap.window->upper} : AllocationWindow{};
  return {offset, offset + buffer.size};
}

/// A moment at which what a buffer holds may change.
struct Change {
  int64_t time;
  size_t buffer;
  auto operator<=>(const Change &) const = default;
};

bool isOn(const AllocationBuffer &buffer, int32_t core) {
  for (const AllocationCores &range : buffer.cores)
    if (range.lower <= core && core < range.upper)
      return true;
  return buffer.cores.empty();
}

/// Cores that are enough to look at: on any other lies only what lies on the nearest one below.
std::vector<int32_t> coresOf(const AllocationProblem &problem) {
  std::vector<int32_t> cores;
  for (const AllocationBuffer &buffer : problem.buffers)
    for (const AllocationCores &range : buffer.cores)
      cores.push_back(range.lower);
  std::sort(cores.begin(), cores.end());
  cores.erase(std::unique(cores.begin(), cores.end()), cores.end());
  return cores.empty() ? std::vector<int32_t>{0} : cores;
}

std::vector<Change> changesOn(const AllocationProblem &problem, int32_t core) {
  std::vector<Change> changes;
  for (size_t i = 0; i != problem.buffers.size(); ++i) {
    const AllocationBuffer &buffer = problem.buffers[i];
    if (!isOn(buffer, core))
      continue;
    changes.push_back({buffer.lower, i});
    changes.push_back({buffer.upper, i});
    for (const AllocationGap &gap : buffer.gaps) {
      changes.push_back({gap.lower, i});
      changes.push_back({gap.upper, i});
    }
  }
  std::sort(changes.begin(), changes.end());
  changes.erase(std::unique(changes.begin(), changes.end()), changes.end());
  return changes;
}

/// The bytes that are held at a moment, disjoint, by address.
class HeldBytes {
public:
  HeldBytes(const AllocationProblem &problem, const AllocationSolution &solution)
      : problem(problem), solution(solution) {}

  void remove(size_t buffer, int64_t before) {
    AllocationWindow held = heldAt(problem.buffers[buffer], solution.offsets[buffer], before);
    if (held.lower < held.upper)
      byAddress.erase(held.lower);
  }

  // AL-S6. Since all others are disjoint, those beside it are enough to look at.
  Status add(size_t buffer, int64_t now) {
    AllocationWindow held = heldAt(problem.buffers[buffer], solution.offsets[buffer], now);
    if (held.lower >= held.upper)
      return {};
    auto above = byAddress.lower_bound(held.lower);
    if (above != byAddress.end() && above->second.first.lower < held.upper)
      return overlap(buffer, held, above->second, now);
    if (above != byAddress.begin() && std::prev(above)->second.first.upper > held.lower)
      return overlap(buffer, held, std::prev(above)->second, now);
    byAddress.emplace_hint(above, held.lower, std::pair(held, buffer));
    return {};
  }

private:
  Status overlap(size_t buffer, AllocationWindow held, std::pair<AllocationWindow, size_t> other, int64_t now) const {
    std::pair first = other, second(held, buffer);
    if (std::pair(problem.buffers[second.second].lower, second.second) <
        std::pair(problem.buffers[first.second].lower, first.second))
      std::swap(first, second);
    return Error{fmt::format("buffers '{}' and '{}' AL-S6: bytes [{}, {}) and [{}, {}) meet at time {}",
                             problem.buffers[first.second].id, problem.buffers[second.second].id, first.first.lower,
                             first.first.upper, second.first.lower, second.first.upper, now)};
  }

  const AllocationProblem &problem;
  const AllocationSolution &solution;
  std::map<Bytes, std::pair<AllocationWindow, size_t>> byAddress;
};

Status verifyOne(const AllocationProblem &problem, const AllocationBuffer &buffer, Bytes offset) {
  // AL-S2
  if (offset < 0)
    return Error{fmt::format("buffer '{}' AL-S2: offset {} is negative", buffer.id, offset)};
  // AL-S3
  if (offset % buffer.alignment != 0)
    return Error{fmt::format("buffer '{}' AL-S3: offset {} is no multiple of the alignment {}", buffer.id, offset,
                             buffer.alignment)};
  // AL-S4
  if (buffer.fixedOffset && *buffer.fixedOffset != offset)
    return Error{
        fmt::format("buffer '{}' AL-S4: offset {} is not the fixed offset {}", buffer.id, offset, *buffer.fixedOffset)};
  // AL-S5
  if (offset > problem.capacity || buffer.size > problem.capacity - offset)
    return Error{fmt::format("buffer '{}' AL-S5: offset {} and size {} exceed the capacity {}", buffer.id, offset,
                             buffer.size, problem.capacity)};
  return {};
}

} // namespace

static Status verifyCore(const AllocationProblem &problem, const AllocationSolution &solution, int32_t core) {
  HeldBytes held(problem, solution);
  std::vector<Change> changes = changesOn(problem, core);
  for (size_t from = 0, to = 0; from != changes.size(); from = to) {
    int64_t now = changes[from].time;
    while (to != changes.size() && changes[to].time == now)
      ++to;
    // What a buffer held a moment ago, when it held the same since its last change.
    for (size_t i = from; i != to; ++i)
      held.remove(changes[i].buffer, now - 1);
    for (size_t i = from; i != to; ++i)
      ALCOVE_RETURN_IF_ERROR(held.add(changes[i].buffer, now));
  }
  return {};
}

Status plan::verify(const AllocationProblem &problem, const AllocationSolution &solution) {
  // AL-S1
  if (solution.offsets.size() != problem.buffers.size())
    return Error{fmt::format("AL-S1: {} offsets for {} buffers", solution.offsets.size(), problem.buffers.size())};
  for (size_t i = 0; i != problem.buffers.size(); ++i)
    ALCOVE_RETURN_IF_ERROR(verifyOne(problem, problem.buffers[i], solution.offsets[i]));

  for (int32_t core : coresOf(problem))
    ALCOVE_RETURN_IF_ERROR(verifyCore(problem, solution, core));
  return {};
}

static Bytes maxLiveBytesOn(const AllocationProblem &problem, int32_t core) {
  // Bytes that come and go at each moment.
  std::map<int64_t, Bytes> change;
  for (const AllocationBuffer &buffer : problem.buffers) {
    if (!isOn(buffer, core))
      continue;
    change[buffer.lower] += buffer.size;
    change[buffer.upper] -= buffer.size;
    for (const AllocationGap &gap : buffer.gaps) {
      Bytes absent = buffer.size - (gap.window ? gap.window->upper - gap.window->lower : 0);
      change[gap.lower] -= absent;
      change[gap.upper] += absent;
    }
  }
  Bytes live = 0;
  Bytes most = 0;
  for (const auto &[time, bytes] : change) {
    live += bytes;
    most = std::max(most, live);
  }
  return most;
}

Bytes plan::maxLiveBytes(const AllocationProblem &problem) {
  Bytes most = 0;
  for (int32_t core : coresOf(problem))
    most = std::max(most, maxLiveBytesOn(problem, core));
  return most;
}

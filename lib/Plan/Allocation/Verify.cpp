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
#include <numeric>

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

/// The moments at which the bytes held by one of the two can change: enough to look at.
std::vector<int64_t> momentsOfChange(const AllocationBuffer &a, const AllocationBuffer &b) {
  std::vector<int64_t> moments = {a.lower, b.lower};
  for (const AllocationBuffer *buffer : {&a, &b})
    for (const AllocationGap &gap : buffer->gaps) {
      moments.push_back(gap.lower);
      moments.push_back(gap.upper);
    }
  return moments;
}

// AL-S6 for one pair.
Status verifyDisjoint(const AllocationProblem &problem, const AllocationSolution &solution, size_t i, size_t j) {
  const AllocationBuffer &a = problem.buffers[i];
  const AllocationBuffer &b = problem.buffers[j];
  Bytes offsetA = solution.offsets[i];
  Bytes offsetB = solution.offsets[j];
  if (offsetA + a.size <= offsetB || offsetB + b.size <= offsetA)
    return {};
  for (int64_t time : momentsOfChange(a, b)) {
    AllocationWindow heldA = heldAt(a, offsetA, time);
    AllocationWindow heldB = heldAt(b, offsetB, time);
    if (std::max(heldA.lower, heldB.lower) < std::min(heldA.upper, heldB.upper))
      return Error{fmt::format("buffers '{}' and '{}' AL-S6: bytes [{}, {}) and [{}, {}) meet at time {}", a.id, b.id,
                               heldA.lower, heldA.upper, heldB.lower, heldB.upper, time)};
  }
  return {};
}

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

Status plan::verify(const AllocationProblem &problem, const AllocationSolution &solution) {
  // AL-S1
  if (solution.offsets.size() != problem.buffers.size())
    return Error{fmt::format("AL-S1: {} offsets for {} buffers", solution.offsets.size(), problem.buffers.size())};
  for (size_t i = 0; i != problem.buffers.size(); ++i)
    ALCOVE_RETURN_IF_ERROR(verifyOne(problem, problem.buffers[i], solution.offsets[i]));

  std::vector<size_t> byStart(problem.buffers.size());
  std::iota(byStart.begin(), byStart.end(), size_t(0));
  std::sort(byStart.begin(), byStart.end(), [&](size_t a, size_t b) {
    return std::pair(problem.buffers[a].lower, a) < std::pair(problem.buffers[b].lower, b);
  });
  for (size_t i = 0; i != byStart.size(); ++i)
    for (size_t j = i + 1; j != byStart.size(); ++j) {
      if (problem.buffers[byStart[j]].lower >= problem.buffers[byStart[i]].upper)
        break;
      ALCOVE_RETURN_IF_ERROR(verifyDisjoint(problem, solution, byStart[i], byStart[j]));
    }
  return {};
}

Bytes plan::maxLiveBytes(const AllocationProblem &problem) {
  // Bytes that come and go at each moment.
  std::map<int64_t, Bytes> change;
  for (const AllocationBuffer &buffer : problem.buffers) {
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

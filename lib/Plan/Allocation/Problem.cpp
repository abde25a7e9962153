//===- Problem.cpp - Rules of the allocation problem ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Allocation/Problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <unordered_map>

using namespace alcove;
using namespace alcove::plan;

namespace {

Error inputError(const AllocationBuffer &buffer, std::string_view rule, const std::string &text) {
  return {fmt::format("buffer '{}' {}: {}", buffer.id, rule, text)};
}

Status checkLifetime(const AllocationBuffer &buffer) {
  // AL-P2
  if (buffer.lower >= buffer.upper)
    return inputError(buffer, "AL-P2", fmt::format("lifetime [{}, {}) is empty", buffer.lower, buffer.upper));
  if (buffer.lower < -maxAllocationValue || buffer.upper > maxAllocationValue)
    return inputError(buffer, "AL-P2",
                      fmt::format("lifetime [{}, {}) exceeds +-{}", buffer.lower, buffer.upper, maxAllocationValue));
  return {};
}

Status checkGaps(const AllocationBuffer &buffer) {
  // AL-P5
  int64_t from = buffer.lower;
  for (const AllocationGap &gap : buffer.gaps) {
    if (gap.lower >= gap.upper)
      return inputError(buffer, "AL-P5", fmt::format("gap [{}, {}) is empty", gap.lower, gap.upper));
    if (gap.lower < from)
      return inputError(buffer, "AL-P5",
                        fmt::format("gap [{}, {}) starts before {}, the start of the lifetime or end of the gap before",
                                    gap.lower, gap.upper, from));
    if (gap.upper > buffer.upper)
      return inputError(buffer, "AL-P5",
                        fmt::format("gap [{}, {}) ends after the lifetime, {}", gap.lower, gap.upper, buffer.upper));
    if (gap.window &&
        (gap.window->lower < 0 || gap.window->lower >= gap.window->upper || gap.window->upper > buffer.size))
      return inputError(buffer, "AL-P5",
                        fmt::format("window [{}, {}) of a gap is empty or outside of the {} bytes", gap.window->lower,
                                    gap.window->upper, buffer.size));
    from = gap.upper;
  }
  return {};
}

Status checkCores(const AllocationBuffer &buffer) {
  // AL-P9
  int32_t from = 0;
  for (const AllocationCores &range : buffer.cores) {
    if (range.lower >= range.upper)
      return inputError(buffer, "AL-P9", fmt::format("cores [{}, {}) are none", range.lower, range.upper));
    if (range.lower < from)
      return inputError(buffer, "AL-P9",
                        fmt::format("cores [{}, {}) begin before {}, the first core or the end of the range before",
                                    range.lower, range.upper, from));
    from = range.upper;
  }
  return {};
}

Status checkPlacement(const AllocationBuffer &buffer) {
  // AL-P4
  if (buffer.alignment < 1)
    return inputError(buffer, "AL-P4", fmt::format("alignment {} is less than 1", buffer.alignment));
  // AL-P6
  if (buffer.fixedOffset) {
    if (*buffer.fixedOffset < 0)
      return inputError(buffer, "AL-P6", fmt::format("fixed offset {} is negative", *buffer.fixedOffset));
    if (*buffer.fixedOffset % buffer.alignment != 0)
      return inputError(
          buffer, "AL-P6",
          fmt::format("fixed offset {} is no multiple of the alignment {}", *buffer.fixedOffset, buffer.alignment));
  }
  // AL-P8
  if (buffer.hint && *buffer.hint < 0)
    return inputError(buffer, "AL-P8", fmt::format("hint {} is negative", *buffer.hint));
  return {};
}

} // namespace

Status plan::check(const AllocationProblem &problem) {
  // AL-P7
  if (problem.capacity < 0)
    return Error{fmt::format("AL-P7: capacity {} is negative", problem.capacity)};
  std::unordered_map<std::string_view, size_t> seen;
  Bytes total = 0;
  for (size_t i = 0; i != problem.buffers.size(); ++i) {
    const AllocationBuffer &buffer = problem.buffers[i];
    // AL-P1
    if (buffer.id.empty())
      return Error{fmt::format("buffers[{}] AL-P1: the id is empty", i)};
    if (auto [it, inserted] = seen.try_emplace(buffer.id, i); !inserted)
      return Error{fmt::format("buffers[{}] AL-P1: the id '{}' is that of buffers[{}]", i, buffer.id, it->second)};
    ALCOVE_RETURN_IF_ERROR(checkLifetime(buffer));
    // AL-P3
    if (buffer.size < 0)
      return inputError(buffer, "AL-P3", fmt::format("size {} is negative", buffer.size));
    ALCOVE_RETURN_IF_ERROR(checkPlacement(buffer));
    ALCOVE_RETURN_IF_ERROR(checkGaps(buffer));
    ALCOVE_RETURN_IF_ERROR(checkCores(buffer));
    // AL-P3: each term is below 2^63 alone, so each addition is tested alone.
    if (addOverflow(total, buffer.size, total) || addOverflow(total, buffer.alignment, total) ||
        addOverflow(total, buffer.fixedOffset.value_or(0), total) || total > maxAllocationValue)
      return inputError(
          buffer, "AL-P3",
          fmt::format("sizes, alignments and fixed offsets up to here sum to more than {}", maxAllocationValue));
  }
  return {};
}

std::vector<AllocationPiece> plan::allocationPieces(const AllocationBuffer &buffer) {
  std::vector<AllocationPiece> pieces;
  if (buffer.size == 0)
    return pieces;
  int64_t from = buffer.lower;
  for (const AllocationGap &gap : buffer.gaps) {
    if (from < gap.lower)
      pieces.push_back({from, gap.lower, 0, buffer.size});
    if (gap.window)
      pieces.push_back({gap.lower, gap.upper, gap.window->lower, gap.window->upper});
    from = gap.upper;
  }
  if (from < buffer.upper)
    pieces.push_back({from, buffer.upper, 0, buffer.size});
  return pieces;
}

static bool liesOn(const AllocationBuffer &buffer, int32_t core) {
  return buffer.cores.empty() || std::ranges::any_of(buffer.cores, [&](const AllocationCores &range) {
           return range.lower <= core && core < range.upper;
         });
}

std::vector<std::vector<uint32_t>> plan::buffersByCore(const AllocationProblem &problem) {
  // Whatever lies on a core lies also on the last start of a range at or before it.
  std::set<int32_t> starts;
  for (const AllocationBuffer &buffer : problem.buffers)
    for (const AllocationCores &range : buffer.cores)
      starts.insert(range.lower);
  if (starts.empty())
    starts.insert(0);
  std::vector<std::vector<uint32_t>> sets;
  std::set<std::vector<uint32_t>> seen;
  for (int32_t core : starts) {
    std::vector<uint32_t> here;
    for (uint32_t i = 0; i != problem.buffers.size(); ++i)
      if (liesOn(problem.buffers[i], core))
        here.push_back(i);
    if (seen.insert(here).second)
      sets.push_back(std::move(here));
  }
  return sets;
}

bool plan::shareCore(const AllocationBuffer &a, const AllocationBuffer &b) {
  if (a.cores.empty() || b.cores.empty())
    return true;
  for (size_t i = 0, j = 0; i != a.cores.size() && j != b.cores.size();) {
    if (a.cores[i].lower < b.cores[j].upper && b.cores[j].lower < a.cores[i].upper)
      return true;
    ++(a.cores[i].upper < b.cores[j].upper ? i : j);
  }
  return false;
}

Bytes plan::allocationHeight(const AllocationProblem &problem, const AllocationSolution &solution) {
  Bytes height = 0;
  for (size_t i = 0; i != problem.buffers.size(); ++i)
    height = std::max(height, solution.offsets[i] + problem.buffers[i].size);
  return height;
}

//===- Placer.cpp - Places buffers one by one -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Placer.h"
#include "Timeline.h"

#include <algorithm>
#include <numeric>
#include <queue>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::allocation;

/// Of buffers that occupy something; gaps and cores are not looked at.
static size_t pairsThatMeet(const AllocationProblem &problem) {
  std::vector<int64_t> starts, ends;
  for (const AllocationBuffer &buffer : problem.buffers)
    if (buffer.size > 0) {
      starts.push_back(buffer.lower);
      ends.push_back(buffer.upper);
    }
  std::sort(starts.begin(), starts.end());
  std::sort(ends.begin(), ends.end());
  size_t pairs = 0, ended = 0;
  for (size_t i = 0; i != starts.size(); ++i) {
    while (ends[ended] <= starts[i])
      ++ended;
    pairs += i - ended;
  }
  return pairs;
}

Placer::Placer(const AllocationProblem &problem, size_t maxPairs)
    : problem(problem), dense(pairsThatMeet(problem) > maxPairs) {
  if (dense)
    return;
  size_t count = problem.buffers.size();
  std::vector<uint32_t> byStart(count);
  std::iota(byStart.begin(), byStart.end(), uint32_t(0));
  std::sort(byStart.begin(), byStart.end(), [&](uint32_t a, uint32_t b) {
    return std::pair(problem.buffers[a].lower, a) < std::pair(problem.buffers[b].lower, b);
  });
  for (const AllocationBuffer &buffer : problem.buffers)
    pieces.push_back(allocationPieces(buffer));
  meets.resize(count);
  std::vector<uint32_t> live;
  for (uint32_t buffer : byStart) {
    if (pieces[buffer].empty())
      continue;
    int64_t now = problem.buffers[buffer].lower;
    std::erase_if(live, [&](uint32_t other) { return problem.buffers[other].upper <= now; });
    for (uint32_t other : live)
      if (shareCore(problem.buffers[buffer], problem.buffers[other])) {
        meets[buffer].push_back(other);
        meets[other].push_back(buffer);
      }
    live.push_back(buffer);
  }
  for (std::vector<uint32_t> &list : meets)
    std::sort(list.begin(), list.end());
}

/// The offsets that `placed` forbids to `buffer`: open intervals, one for each two pieces that meet.
void Placer::forbid(size_t placed, Bytes offset, size_t buffer) {
  const std::vector<AllocationPiece> &theirs = pieces[placed];
  const std::vector<AllocationPiece> &ours = pieces[buffer];
  for (size_t i = 0, j = 0; i != theirs.size() && j != ours.size();) {
    if (theirs[i].lower < ours[j].upper && ours[j].lower < theirs[i].upper)
      forbidden.push_back({offset + theirs[i].bottom - ours[j].top, offset + theirs[i].top - ours[j].bottom});
    if (theirs[i].upper < ours[j].upper)
      ++i;
    else
      ++j;
  }
}

Bytes Placer::chooseOffset(const AllocationBuffer &buffer, AllocationFit fit) {
  std::sort(forbidden.begin(), forbidden.end(), [](const Forbidden &a, const Forbidden &b) {
    return std::pair(a.lower, a.upper) < std::pair(b.lower, b.upper);
  });
  Bytes offset = 0;
  Bytes best = -1;
  Bytes leastSpare = std::numeric_limits<Bytes>::max();
  for (const Forbidden &range : forbidden) {
    if (range.lower >= offset) {
      // Offsets up to range.lower are free: a hole with that much room to spare.
      if (fit == AllocationFit::First)
        return offset;
      if (range.lower - offset < leastSpare) {
        leastSpare = range.lower - offset;
        best = offset;
      }
    }
    if (range.upper > offset)
      offset = roundUp(range.upper, buffer.alignment);
  }
  return best >= 0 ? best : offset;
}

bool Placer::fixedBuffersOverlap() {
  if (!fixedOverlap) {
    AllocationProblem fixed;
    fixed.capacity = maxAllocationValue;
    AllocationSolution solution;
    for (const AllocationBuffer &buffer : problem.buffers)
      if (buffer.fixedOffset) {
        fixed.buffers.push_back(buffer);
        solution.offsets.push_back(*buffer.fixedOffset);
      }
    fixedOverlap = !verify(fixed, solution).ok();
  }
  return *fixedOverlap;
}

AllocationSolution Placer::place(const std::vector<size_t> &order, AllocationFit fit) {
  if (dense)
    return placeOnSkyline(order);
  AllocationSolution solution;
  solution.offsets.assign(problem.buffers.size(), -1);
  for (size_t i = 0; i != problem.buffers.size(); ++i)
    if (problem.buffers[i].fixedOffset)
      solution.offsets[i] = *problem.buffers[i].fixedOffset;
  for (size_t buffer : order) {
    if (solution.offsets[buffer] >= 0)
      continue;
    forbidden.clear();
    for (uint32_t other : meets[buffer])
      if (solution.offsets[other] >= 0)
        forbid(other, solution.offsets[other], buffer);
    solution.offsets[buffer] = chooseOffset(problem.buffers[buffer], fit);
  }
  return solution;
}

namespace {

/// Largest height so far per elementary interval of time: range assignment and range maximum. Heights only grow where
/// they are assigned, so assignment is "raise to at least".
class RisingHeights {
public:
  explicit RisingHeights(size_t intervals) {
    while (leaves < intervals)
      leaves *= 2;
    below.assign(2 * leaves, 0);
    whole.assign(2 * leaves, 0);
  }
  void raise(size_t first, size_t last, Bytes height) { raise(1, 0, leaves, first, last, height); }
  Bytes highest(size_t first, size_t last) const { return highest(1, 0, leaves, first, last); }

private:
  void raise(size_t node, size_t from, size_t to, size_t first, size_t last, Bytes height) {
    if (last <= from || to <= first)
      return;
    below[node] = std::max(below[node], height);
    if (first <= from && to <= last) {
      whole[node] = std::max(whole[node], height);
      return;
    }
    size_t middle = (from + to) / 2;
    raise(2 * node, from, middle, first, last, height);
    raise(2 * node + 1, middle, to, first, last, height);
  }
  Bytes highest(size_t node, size_t from, size_t to, size_t first, size_t last) const {
    if (last <= from || to <= first)
      return 0;
    if (first <= from && to <= last)
      return below[node];
    size_t middle = (from + to) / 2;
    return std::max(
        {whole[node], highest(2 * node, from, middle, first, last), highest(2 * node + 1, middle, to, first, last)});
  }

  size_t leaves = 1;
  /// Highest anywhere below the node; raised over the whole of it.
  std::vector<Bytes> below;
  std::vector<Bytes> whole;
};

} // namespace

/// Each buffer on top of all before it that its lifetime touches, gaps ignored; fixed ones first.
AllocationSolution Placer::placeOnSkyline(const std::vector<size_t> &order) const {
  Timeline timeline(problem);
  RisingHeights skyline(timeline.intervals);
  AllocationSolution solution;
  solution.offsets.assign(problem.buffers.size(), 0);
  auto put = [&](size_t index, Bytes offset) {
    const AllocationBuffer &buffer = problem.buffers[index];
    solution.offsets[index] = offset;
    if (buffer.size > 0)
      skyline.raise(timeline.first[index], timeline.last[index], offset + buffer.size);
  };
  for (size_t i = 0; i != problem.buffers.size(); ++i)
    if (problem.buffers[i].fixedOffset)
      put(i, *problem.buffers[i].fixedOffset);
  for (size_t i : order) {
    const AllocationBuffer &buffer = problem.buffers[i];
    if (buffer.fixedOffset)
      continue;
    Bytes floor = buffer.size > 0 ? skyline.highest(timeline.first[i], timeline.last[i]) : 0;
    put(i, roundUp(floor, buffer.alignment));
  }
  return solution;
}

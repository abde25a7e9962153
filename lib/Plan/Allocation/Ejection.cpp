//===- Ejection.cpp - Lowers a placement by moving few buffers ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Ejection.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::allocation;

/// What a placement and an ejection add to the weight of a buffer, in parts of the first one.
static constexpr double placedAgain = 0.3, ejectedAgain = 0.7;

Ejection::Ejection(const AllocationProblem &problem, const Timeline &timeline)
    : problem(problem), timeline(timeline), overlaps(timeline) {}

/// A long buffer meets more, a large one needs a larger hole.
double Ejection::firstWeight(size_t buffer) const {
  double intervals = timeline.last[buffer] - timeline.first[buffer];
  return static_cast<double>(problem.buffers[buffer].size) * std::sqrt(intervals);
}

/// A fixed buffer outweighs all that may move.
void Ejection::weigh() {
  weight.clear();
  double sum = 0;
  for (size_t i = 0; i != problem.buffers.size(); ++i) {
    weight.push_back(firstWeight(i));
    sum += weight.back();
  }
  for (size_t i = 0; i != problem.buffers.size(); ++i)
    if (problem.buffers[i].fixedOffset)
      weight[i] = sum;
}

void Ejection::gather(size_t buffer) {
  near.clear();
  bottoms.clear();
  tops.clear();
  overlaps.each(timeline.first[buffer], timeline.last[buffer], [&](uint32_t other) {
    if (offsets[other] < 0 || problem.buffers[other].size == 0)
      return;
    near.push_back(other);
    bottoms.push_back({offsets[other], weight[other]});
    tops.push_back({offsets[other] + problem.buffers[other].size, weight[other]});
  });
  std::sort(bottoms.begin(), bottoms.end());
  std::sort(tops.begin(), tops.end());
}

/// The offset, of those where the buffer touches another or an end, at which what it meets weighs least; the lowest of
/// equals. -1 where it fits nowhere.
Bytes Ejection::cheapest(size_t buffer, Bytes capacity) {
  const AllocationBuffer &moved = problem.buffers[buffer];
  Bytes highest = (capacity - moved.size) / moved.alignment * moved.alignment;
  if (capacity < moved.size)
    return -1;
  tried.assign({0, highest});
  for (const Edge &top : tops)
    tried.push_back(roundUp(top.at, moved.alignment));
  for (const Edge &bottom : bottoms)
    if (bottom.at >= moved.size)
      tried.push_back((bottom.at - moved.size) / moved.alignment * moved.alignment);
  std::sort(tried.begin(), tried.end());
  // What is met: all that begins below the end, less what ends below the start.
  double begun = 0, ended = 0, least = std::numeric_limits<double>::infinity();
  Bytes best = -1;
  size_t begins = 0, ends = 0;
  for (Bytes offset : tried) {
    if (offset > highest)
      break;
    for (; begins != bottoms.size() && bottoms[begins].at < offset + moved.size; ++begins)
      begun += bottoms[begins].weight;
    for (; ends != tops.size() && tops[ends].at <= offset; ++ends)
      ended += tops[ends].weight;
    // Sums that were added in another order differ in their last bits, and where as many ended as began nothing is met.
    double met = begins == ends ? 0 : begun - ended;
    if (met < least) {
      least = met;
      best = offset;
    }
  }
  return best;
}

bool Ejection::run(AllocationSolution &solution, Bytes capacity, uint64_t &looks, uint64_t &work,
                   const Deadline &deadline) {
  offsets = solution.offsets;
  weigh();
  std::vector<uint32_t> above;
  for (size_t i = 0; i != problem.buffers.size(); ++i)
    if (offsets[i] + problem.buffers[i].size > capacity)
      above.push_back(static_cast<uint32_t>(i));
  std::stable_sort(above.begin(), above.end(), [&](uint32_t a, uint32_t b) { return weight[a] > weight[b]; });
  for (uint32_t buffer : above)
    offsets[buffer] = -1;
  std::deque<uint32_t> waiting(above.begin(), above.end());
  while (!waiting.empty()) {
    uint32_t buffer = waiting.front();
    waiting.pop_front();
    if (problem.buffers[buffer].fixedOffset || looks == 0 || deadline.passed())
      return false;
    gather(buffer);
    looks -= std::min<uint64_t>(looks, near.size() + 1);
    ++work;
    Bytes offset = cheapest(buffer, capacity);
    if (offset < 0)
      return false;
    offsets[buffer] = offset;
    weight[buffer] += placedAgain * firstWeight(buffer);
    for (uint32_t other : near)
      if (offsets[other] < offset + problem.buffers[buffer].size &&
          offset < offsets[other] + problem.buffers[other].size) {
        offsets[other] = -1;
        weight[other] += ejectedAgain * firstWeight(other);
        waiting.push_back(other);
      }
  }
  solution.offsets = offsets;
  return true;
}

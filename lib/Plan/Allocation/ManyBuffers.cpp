//===- ManyBuffers.cpp - Skylines again and again, then ejections ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Ejection.h"
#include "Placer.h"
#include "Skyline.h"
#include "SpanMaximum.h"
#include "alcove/Plan/Allocation/Bound.h"
#include "alcove/Plan/Allocation/Policies.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::allocation;

namespace {

/// Placements of all skylines together, and how many skylines that may be: more found little on 10,000 to 1,000,000
/// random buffers.
constexpr size_t placements = size_t(1) << 21;
constexpr size_t fewest = 3, most = 100;
/// Intervals that end above this part of the way from the bound to the height are weighed up by so much at most.
constexpr double part = 0.7, step = 1.5;
/// Neighbours that ejections look at: for each buffer, but altogether not more than that; a quarter for one capacity.
constexpr uint64_t looksPerBuffer = uint64_t(1) << 12, mostLooks = uint64_t(1) << 24;
/// The part of what is between the bound, or a capacity that was given up, and the height that they try to save at once.
constexpr int saving = 4;

class ManyBuffers {
public:
  ManyBuffers(const AllocationProblem &problem, const Budget &budget, bool least)
      : problem(problem), budget(budget), least(least), deadline(budget), timeline(problem) {
    result.bound = allocationLowerBound(problem).bytes;
    result.height = std::numeric_limits<Bytes>::max();
    goal = least ? result.bound : std::max(problem.capacity, result.bound);
    result.stage = "skyline";
  }

  AllocationResult run() {
    if (Placer(problem).fixedBuffersOverlap()) {
      result.answer = AllocationAnswer::Infeasible;
      result.height = 0;
      result.settle();
      return std::move(result);
    }
    fillSkylines();
    eject();
    result.answer = least || result.height <= problem.capacity ? AllocationAnswer::Found : AllocationAnswer::Open;
    result.settle();
    return std::move(result);
  }

private:
  /// What comes first in a valley, before the weights of intervals.
  enum class Key { Lifetime, Intervals, Area };
  static constexpr Key keys[] = {Key::Lifetime, Key::Intervals, Key::Area};

  bool goesOn() const { return result.height > goal && result.work < budget.workUnits && !deadline.passed(); }

  double keyOf(size_t i, Key key) const {
    const AllocationBuffer &buffer = problem.buffers[i];
    double lifetime = static_cast<double>(buffer.upper) - static_cast<double>(buffer.lower);
    switch (key) {
    case Key::Lifetime:
      return lifetime;
    case Key::Intervals:
      return timeline.last[i] - timeline.first[i];
    case Key::Area:
      return lifetime * static_cast<double>(buffer.size);
    }
    return 0;
  }

  /// Full intervals first: the sixteenth power of the load, so that a tenth less counts a fifth.
  void weighLoads() {
    for (Bytes load : timeline.loads(problem)) {
      double share = static_cast<double>(load) / static_cast<double>(std::max<Bytes>(result.bound, 1));
      for (int i = 0; i != 4; ++i)
        share *= share;
      weights.push_back(share);
    }
  }

  Bytes fillOnce(Skyline &skyline, Key key, AllocationSolution &solution) {
    SpanMaximum<double> weightOf(weights);
    std::vector<float> keyed(problem.buffers.size());
    for (size_t i = 0; i != keyed.size(); ++i) {
      double weight = weightOf.highest(timeline.first[i], timeline.last[i]);
      keyed[i] = static_cast<float>(keyOf(i, key) * weight);
    }
    solution = skyline.fill(keyed);
    result.work += problem.buffers.size();
    Bytes height = allocationHeight(problem, solution);
    if (height < result.height) {
      result.height = height;
      result.solution = solution;
    }
    return height;
  }

  /// Where the placement is too high, it comes earlier next time.
  void weighHeights(const AllocationSolution &solution, Bytes height) {
    SpanMaximum<double> tops(timeline.intervals);
    for (size_t i = 0; i != problem.buffers.size(); ++i)
      tops.raise(timeline.first[i], timeline.last[i],
                 static_cast<double>(solution.offsets[i] + problem.buffers[i].size));
    auto bound = static_cast<double>(result.bound);
    double above = static_cast<double>(height) - bound, from = bound + above * part;
    double largest = 0;
    std::vector<double> heights = std::move(tops).values();
    for (size_t i = 0; i != heights.size(); ++i) {
      double excess = (heights[i] - from) / (above * (1 - part));
      if (excess > 0)
        weights[i] *= 1 + excess * step;
      largest = std::max(largest, weights[i]);
    }
    for (double &weight : weights) // keys are compared, never added: their scale is free
      weight /= largest;
  }

  void fillSkylines() {
    weighLoads();
    Skyline skyline(problem, timeline);
    size_t runs = std::clamp(placements / std::max<size_t>(problem.buffers.size(), 1), fewest, most);
    Key best = keys[0];
    AllocationSolution solution;
    for (size_t run = 0; run != runs && (run == 0 || goesOn()); ++run) {
      Key key = run < std::size(keys) ? keys[run] : best;
      Bytes before = result.height, height = fillOnce(skyline, key, solution);
      if (run < std::size(keys) && height < before)
        best = key;
      if (run + 1 >= std::size(keys) && height > result.bound)
        weighHeights(solution, height);
    }
  }

  void eject() {
    if (!goesOn())
      return;
    Ejection ejection(problem, timeline);
    Bytes givenUp = result.bound - 1;
    const uint64_t all = std::min(looksPerBuffer * problem.buffers.size(), mostLooks);
    int inVain = 0;
    for (uint64_t left = all; left > 0 && inVain < 2 && goesOn() && givenUp + 1 < result.height;) {
      Bytes capacity = result.height - std::max<Bytes>((result.height - givenUp) / saving, 1);
      uint64_t looks = std::min(all / 4, left), before = looks;
      bool lower = ejection.run(result.solution, std::max(capacity, goal), looks, result.work, deadline);
      left -= before - looks;
      if (!lower) {
        givenUp = capacity;
        ++inVain;
        continue;
      }
      inVain = 0;
      result.height = allocationHeight(problem, result.solution);
      result.stage = "ejection";
    }
  }

  const AllocationProblem &problem;
  const Budget &budget;
  bool least;
  Deadline deadline;
  Timeline timeline;
  AllocationResult result;
  Bytes goal = 0;
  std::vector<double> weights; ///< of the intervals
};

} // namespace

AllocationResult plan::allocateMany(const AllocationProblem &problem, const Budget &budget, bool least) {
  return ManyBuffers(problem, budget, least).run();
}

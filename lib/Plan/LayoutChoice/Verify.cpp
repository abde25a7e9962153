//===- Verify.cpp - The judge of layout solutions -------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Includes nothing of the policies, and they include nothing of this file: a wrong profile or a wrong reading of
// intervals in a solver cannot hide here.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/LayoutChoice/Problem.h"

#include <algorithm>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::plan;

Cost plan::costOf(const LayoutChoice &problem, std::span<const int32_t> choice) {
  Cost total = 0;
  for (size_t i = 0; i < problem.nodes.size(); ++i) {
    Cost cost = problem.candidateCosts[problem.nodes[i].firstCandidate + choice[i]];
    if (isInfinite(cost))
      return infiniteCost;
    total += cost;
  }
  for (const LayoutChoice::Edge &edge : problem.edges) {
    size_t columns = static_cast<size_t>(problem.numCandidates(edge.b));
    Cost cost = problem.edgeCosts[edge.firstEntry + choice[edge.a] * columns + choice[edge.b]];
    if (isInfinite(cost))
      return infiniteCost;
    total += cost;
  }
  return total;
}

namespace {

// The bytes of one buffer as steps of the profile: +bytes at begin, -bytes at end.
struct Step {
  int64_t time;
  Bytes change;
};

void occupy(std::vector<Step> &steps, LiveInterval interval, Bytes bytes) {
  if (interval.begin >= interval.end || bytes == 0)
    return;
  steps.push_back({interval.begin, bytes});
  steps.push_back({interval.end, -bytes});
}

// One buffer that is live whenever one of `intervals` is: their union, counted once.
void occupyUnion(std::vector<Step> &steps, std::vector<LiveInterval> intervals, Bytes bytes) {
  std::sort(intervals.begin(), intervals.end(),
            [](const LiveInterval &x, const LiveInterval &y) { return x.begin < y.begin; });
  LiveInterval open{0, 0};
  for (const LiveInterval &next : intervals) {
    if (next.begin >= next.end)
      continue;
    if (next.begin > open.end || open.begin == open.end) {
      occupy(steps, open, bytes);
      open = next;
    } else {
      open.end = std::max(open.end, next.end);
    }
  }
  occupy(steps, open, bytes);
}

// LC-V3 and LC-V5.
Status verifyCapacity(const LayoutChoice &problem, std::span<const int32_t> choice) {
  size_t count = problem.nodes.size();
  std::vector<std::vector<LiveInterval>> followers(count);
  std::vector<char> follows(count, 0);
  for (const LayoutChoice::Colocation &pair : problem.colocations) {
    followers[pair.leader].push_back(problem.nodes[pair.follower].live);
    follows[pair.follower] = 1;
  }
  // For a choice in place: the time from which the buffer counts on its own.
  std::vector<int64_t> countedFrom(count, INT64_MIN);
  for (const LayoutChoice::InPlace &place : problem.inPlaces) {
    if (choice[place.node] != place.candidate)
      continue;
    Bytes needed = problem.bytesOf(place.node)[place.candidate];
    Bytes given = problem.bytesOf(place.donor)[choice[place.donor]];
    // LC-V5
    if (given < needed)
      return Error{fmt::format("LC-V5: node {} is written in place with {} bytes, its donor {} has {}", place.node,
                               needed, place.donor, given)};
    countedFrom[place.node] = problem.nodes[place.donor].live.end;
  }
  std::vector<Step> steps;
  for (size_t i = 0; i < count; ++i) {
    if (follows[i])
      continue;
    std::vector<LiveInterval> intervals = std::move(followers[i]);
    intervals.push_back(problem.nodes[i].live);
    for (LiveInterval &interval : intervals)
      interval.begin = std::max(interval.begin, countedFrom[i]);
    occupyUnion(steps, std::move(intervals), problem.bytesOf(static_cast<int32_t>(i))[choice[i]]);
  }
  for (const LayoutChoice::ExtraUsage &extra : problem.extraUsages)
    if (choice[extra.node] == extra.candidate)
      occupy(steps, extra.interval, extra.bytes);
  // LC-V3. At one time what ends is gone before what begins counts.
  std::sort(steps.begin(), steps.end(),
            [](const Step &x, const Step &y) { return x.time != y.time ? x.time < y.time : x.change < y.change; });
  Bytes live = 0;
  for (const Step &step : steps) {
    live += step.change;
    if (live > problem.capacity && step.change > 0)
      return Error{fmt::format("LC-V3: at time {} at least {} bytes are live, the capacity is {}", step.time, live,
                               problem.capacity)};
  }
  return {};
}

} // namespace

Result<Cost> plan::verify(const LayoutChoice &problem, const LayoutSolution &solution) {
  // LC-V1
  if (solution.choice.size() != problem.nodes.size())
    return Error{fmt::format("LC-V1: {} choices for {} nodes", solution.choice.size(), problem.nodes.size())};
  for (size_t i = 0; i < problem.nodes.size(); ++i)
    if (solution.choice[i] < 0 || solution.choice[i] >= problem.nodes[i].numCandidates)
      return Error{fmt::format("LC-V1: node {} takes candidate {}, it has {}", i, solution.choice[i],
                               problem.nodes[i].numCandidates)};
  // LC-V2
  for (size_t i = 0; i < problem.nodes.size(); ++i)
    if (isInfinite(problem.costsOf(static_cast<int32_t>(i))[solution.choice[i]]))
      return Error{fmt::format("LC-V2: node {} takes candidate {} of infinite cost", i, solution.choice[i])};
  for (size_t e = 0; e < problem.edges.size(); ++e) {
    const LayoutChoice::Edge &edge = problem.edges[e];
    int32_t s = solution.choice[edge.a], t = solution.choice[edge.b];
    if (isInfinite(
            problem.costsOfEdge(static_cast<int32_t>(e))[s * static_cast<size_t>(problem.numCandidates(edge.b)) + t]))
      return Error{fmt::format("LC-V2: edge {}: candidate {} of node {} and {} of node {} are incompatible", e, s,
                               edge.a, t, edge.b)};
  }
  ALCOVE_RETURN_IF_ERROR(verifyCapacity(problem, solution.choice));
  // LC-V4
  Cost cost = costOf(problem, solution.choice);
  if (cost != solution.cost)
    return Error{fmt::format("LC-V4: the solution says cost {}, its choices cost {}", solution.cost, cost)};
  return cost;
}

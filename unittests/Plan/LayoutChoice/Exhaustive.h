//===- Exhaustive.h - All assignments of a small problem --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Written from docs/spec/LayoutChoice.md alone ("Meaning", LC-V2 to LC-V5): shares nothing with the planner, the
// verifier and the checkers but the problem itself.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_PLAN_LAYOUTCHOICE_EXHAUSTIVE_H
#define ALCOVE_UNITTESTS_PLAN_LAYOUTCHOICE_EXHAUSTIVE_H

#include "alcove/Plan/LayoutChoice/Problem.h"

#include <algorithm>
#include <map>
#include <set>

namespace alcove::plan {

class EveryAssignment {
public:
  explicit EveryAssignment(const LayoutChoice &problem) : problem(problem), choice(problem.numNodes(), 0) {
    for (const LayoutChoice::Node &node : problem.nodes)
      times.insert({node.live.begin, node.live.end});
    for (const LayoutChoice::ExtraUsage &usage : problem.extraUsages)
      times.insert({usage.interval.begin, usage.interval.end});
    for (const LayoutChoice::Colocation &pair : problem.colocations)
      leaderOf[pair.follower] = pair.leader;
  }

  /// infiniteCost = there is none.
  Cost cheapest() {
    Cost best = infiniteCost;
    for (bool more = true; more; more = advance())
      if (Cost cost = costHere(); cost < best && fits())
        best = cost;
    return best;
  }

  /// Of one assignment; infiniteCost = it is not possible or does not fit.
  Cost costOf(const std::vector<int32_t> &given) {
    choice = given;
    Cost cost = costHere();
    return cost < infiniteCost && fits() ? cost : infiniteCost;
  }

private:
  bool advance() {
    for (size_t n = 0; n != choice.size(); ++n) {
      if (++choice[n] < problem.nodes[n].numCandidates)
        return true;
      choice[n] = 0;
    }
    return false;
  }

  size_t entryOf(int32_t node) const { return problem.nodes[node].firstCandidate + choice[node]; }

  Cost costHere() const {
    Cost sum = 0;
    for (int32_t node = 0; node != static_cast<int32_t>(choice.size()); ++node) {
      if (problem.candidateCosts[entryOf(node)] >= infiniteCost)
        return infiniteCost;
      sum += problem.candidateCosts[entryOf(node)];
    }
    for (const LayoutChoice::Edge &edge : problem.edges) {
      Cost cost =
          problem.edgeCosts[edge.firstEntry +
                            static_cast<size_t>(choice[edge.a]) * problem.nodes[edge.b].numCandidates + choice[edge.b]];
      if (cost >= infiniteCost)
        return infiniteCost;
      sum += cost;
    }
    return sum;
  }

  /// The node that lends its bytes to this one's candidate; -1 = none.
  int32_t donorOf(int32_t node) const {
    for (const LayoutChoice::InPlace &inPlace : problem.inPlaces)
      if (inPlace.node == node && inPlace.candidate == choice[node])
        return inPlace.donor;
    return -1;
  }

  /// LC-V3, LC-V5.
  bool fits() const {
    for (int32_t node = 0; node != static_cast<int32_t>(choice.size()); ++node)
      if (int32_t donor = donorOf(node);
          donor >= 0 && problem.candidateBytes[entryOf(donor)] < problem.candidateBytes[entryOf(node)])
        return false;
    return std::ranges::all_of(times, [&](int64_t time) { return bytesAt(time) <= problem.capacity; });
  }

  Bytes bytesAt(int64_t time) const {
    std::set<int32_t> buffers; // by the node that gives the bytes
    for (int32_t node = 0; node != static_cast<int32_t>(choice.size()); ++node) {
      auto leader = leaderOf.find(node);
      if (problem.nodes[node].live.begin <= time && time < problem.nodes[node].live.end)
        buffers.insert(leader == leaderOf.end() ? node : leader->second);
    }
    Bytes sum = 0;
    for (int32_t buffer : buffers) {
      int32_t donor = donorOf(buffer);
      if (donor < 0 || time >= problem.nodes[donor].live.end)
        sum += problem.candidateBytes[entryOf(buffer)];
    }
    for (const LayoutChoice::ExtraUsage &usage : problem.extraUsages)
      if (choice[usage.node] == usage.candidate && usage.interval.begin <= time && time < usage.interval.end)
        sum += usage.bytes;
    return sum;
  }

  const LayoutChoice &problem;
  std::vector<int32_t> choice;
  std::set<int64_t> times;
  std::map<int32_t, int32_t> leaderOf;
};

inline Cost exhaustive(const LayoutChoice &problem) { return EveryAssignment(problem).cheapest(); }

} // namespace alcove::plan

#endif // ALCOVE_UNITTESTS_PLAN_LAYOUTCHOICE_EXHAUSTIVE_H

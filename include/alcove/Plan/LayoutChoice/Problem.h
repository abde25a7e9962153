//===- Problem.h - One choice per node under one capacity -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every node takes one of its candidates. A candidate has a cost and occupies bytes while its node is live; every edge
// adds a cost that depends on the two choices (infinite = incompatible); at no time may the live bytes exceed the
// capacity. The sum of costs is to be minimal.
//
//   time        0 1 2 3 4 5 6       capacity 50
//   node 0      [=====)             candidates {cost 15, 10 bytes}
//   node 1        [=======)         candidates {55, 25} {65, 25}
//   node 2            [=====)       candidates {25, 15} {45, 20} {35, 15}
//                     ^ time 3: bytes of nodes 0, 1 and 2 together <= 50
//
//   edge (0, 1)  1x2 costs, row-major: entry [s * |candidates of 1| + t] for choices (s, t)
//
// Intervals are half open: a node is live at the times t with begin <= t < end; an empty interval never counts.
//
// Views and buffers written in place are stated, not encoded by the builder:
//  * a colocation {leader, follower}: both are one buffer. It has the bytes of the leader's choice and is live while
//    either is live; the follower itself counts nothing.
//  * an in-place choice {node, candidate, donor}: when `node` takes `candidate` it is written over the donor's buffer.
//    While the donor is live the candidate counts nothing; the donor's choice must have at least as many bytes (LC-V5).
//
// The rules (LC-C1..C8 for problems, LC-V1..V5 for solutions) are in docs/spec/LayoutChoice.md.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_LAYOUTCHOICE_PROBLEM_H
#define ALCOVE_PLAN_LAYOUTCHOICE_PROBLEM_H

#include "alcove/Base/Support/Result.h"
#include "alcove/Base/Support/Units.h"

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace alcove::plan {

/// Fixed point; the unit is the builder's (ns, ps). Sums of finite costs never overflow: see rule LC-C5.
using Cost = int64_t;
/// This value and everything above means "not possible".
inline constexpr Cost infiniteCost = 1'000'000'000'000'000'000;
/// Rule LC-C5: the greatest finite magnitudes of all nodes and edges together stay below this.
inline constexpr Cost maxTotalCost = 400'000'000'000'000'000;
/// Rule LC-C3: the greatest bytes of all nodes together stay below this.
inline constexpr Bytes maxTotalBytes = Bytes(1) << 60;

inline bool isInfinite(Cost cost) { return cost >= infiniteCost; }

/// Times t with begin <= t < end.
struct LiveInterval {
  int64_t begin = 0;
  int64_t end = 0;
  bool contains(int64_t time) const { return begin <= time && time < end; }
  bool operator==(const LiveInterval &) const = default;
};

/// The problem. A value: build it with the add functions (they never fail), then `check` it once.
struct LayoutChoice {
  struct Node {
    LiveInterval live;
    size_t firstCandidate; ///< into candidateCosts and candidateBytes; nodes that are alike may share theirs
    int32_t numCandidates;
  };
  struct Edge {
    int32_t a, b;
    size_t firstEntry; ///< into edgeCosts; row-major, rows are candidates of a
    size_t numEntries;
  };
  /// Bytes that `candidate` of `node` occupies in `interval` on top of those in the node's own live interval, e.g. the
  /// operation's scratch buffers, or a second residency after a reload.
  struct ExtraUsage {
    int32_t node, candidate;
    LiveInterval interval;
    Bytes bytes;
  };
  struct Colocation {
    int32_t leader, follower;
  };
  struct InPlace {
    int32_t node, candidate, donor;
  };

  std::string name;
  Bytes capacity = 0;
  std::vector<Node> nodes;
  std::vector<Cost> candidateCosts;
  std::vector<Bytes> candidateBytes;
  std::vector<Edge> edges;
  std::vector<Cost> edgeCosts;
  std::vector<ExtraUsage> extraUsages;
  std::vector<Colocation> colocations;
  std::vector<InPlace> inPlaces;

  /// A node with one cost and one byte count per candidate; returns its index.
  int32_t addNode(LiveInterval live, std::span<const Cost> costs, std::span<const Bytes> bytes);
  /// A node with the costs and bytes of another one; both share them.
  int32_t addNodeLike(LiveInterval live, int32_t node) {
    nodes.push_back({live, nodes[node].firstCandidate, nodes[node].numCandidates});
    return static_cast<int32_t>(nodes.size()) - 1;
  }
  /// An edge with |candidates of a| x |candidates of b| costs, row-major; returns its index. Equal tables of costs are
  /// stored once.
  int32_t addEdge(int32_t a, int32_t b, std::span<const Cost> costs);
  /// An edge with the costs of another one.
  int32_t addEdgeLike(int32_t a, int32_t b, int32_t edge) {
    edges.push_back({a, b, edges[edge].firstEntry, edges[edge].numEntries});
    return static_cast<int32_t>(edges.size()) - 1;
  }

  size_t numNodes() const { return nodes.size(); }
  int32_t numCandidates(int32_t node) const { return nodes[node].numCandidates; }
  std::span<const Cost> costsOf(int32_t node) const {
    return {candidateCosts.data() + nodes[node].firstCandidate, static_cast<size_t>(nodes[node].numCandidates)};
  }
  std::span<const Bytes> bytesOf(int32_t node) const {
    return {candidateBytes.data() + nodes[node].firstCandidate, static_cast<size_t>(nodes[node].numCandidates)};
  }
  std::span<const Cost> costsOfEdge(int32_t edge) const {
    return {edgeCosts.data() + edges[edge].firstEntry, edges[edge].numEntries};
  }

private:
  std::unordered_multimap<size_t, int32_t> edgesByCosts; ///< by hash: the first edge of each table that addEdge stored
};

/// One candidate per node, and what is known about it.
struct LayoutSolution {
  std::vector<int32_t> choice; ///< empty = none was found
  Cost cost = infiniteCost;    ///< of `choice`, as the solution's author says; LC-V4 recomputes it
  bool found() const { return !choice.empty(); }
};

/// Rules LC-C1..C8; the first broken rule as an error. O(candidates + edge entries).
Status check(const LayoutChoice &problem);

/// Rules LC-V1..V5, recomputed from the problem; shares no code with any policy. The cost, or the first broken rule.
/// O(nodes + edges + intervals log intervals).
Result<Cost> verify(const LayoutChoice &problem, const LayoutSolution &solution);

/// The sum of the chosen costs, infinite when one of them is; no other rule is looked at. Choices must be in range.
Cost costOf(const LayoutChoice &problem, std::span<const int32_t> choice);

} // namespace alcove::plan

#endif // ALCOVE_PLAN_LAYOUTCHOICE_PROBLEM_H

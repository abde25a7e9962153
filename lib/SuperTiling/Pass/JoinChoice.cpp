//===- JoinChoice.cpp - Which siblings are worth joining ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "JoinChoice.h"

#include <algorithm>

using namespace mlir;

namespace alcove::supertiling {

/// Each one more costs a plan of the function.
static constexpr size_t mostStructures = 6;

void findApart(const TilingGraph &graph, const Plan &plan, std::vector<SiblingsInPlan> &sets) {
  if (sets.empty())
    return;
  llvm::DenseMap<Operation *, size_t> loops;
  for (auto [number, group] : llvm::enumerate(plan.groups))
    for (int member : group.members)
      loops[graph.opOf(member)] = number + 1;
  llvm::DenseSet<Operation *> here;
  here.insert(graph.ops.begin(), graph.ops.end());
  for (SiblingsInPlan &set : sets) {
    ArrayRef<Operation *> parts = set.siblings.parts;
    size_t first = loops.lookup(parts.front());
    set.apart |= here.contains(parts.front()) &&
                 (first == 0 || llvm::any_of(parts, [&](Operation *op) { return loops.lookup(op) != first; }));
  }
}

/// Some other operation is of a marked group of `node`.
static bool sharesMark(const TilingGraph &graph, const Node &node) {
  return llvm::any_of(graph.nodes, [&](const Node &other) {
    return &other != &node && other.isCompute() &&
           llvm::any_of(other.marks, [&](int64_t mark) { return llvm::is_contained(node.marks, mark); });
  });
}

static PlannedGroup oneTile(const TilingGraph &graph, int index, const Budget &budget) {
  const Node &node = graph.nodes[index];
  PlannedGroup group;
  group.members.push_back(index);
  group.tile = node.extents;
  if (std::vector<unsigned> only = node.onlyTileLoops(); !only.empty())
    group.evaluation.order = {only.front()};
  // A destination that is read moves too.
  group.evaluation.traffic = untiledTraffic(graph, node);
  group.available = graph.available(index, group.members, budget);
  return group;
}

bool giveLoops(const TilingGraph &graph, const PlannerOptions &options, Plan &plan) {
  llvm::DenseSet<int> inLoops, again;
  for (const PlannedGroup &group : plan.groups) {
    inLoops.insert(group.members.begin(), group.members.end());
    again.insert(group.recomputed.begin(), group.recomputed.end());
    if (group.probe && classOfParts(graph.opOf(group.members.back())))
      return false;
  }
  // What is computed again and does not fit has its loop.
  for (const PlannedGroup &group : plan.groups)
    again.erase(group.members.back());
  for (int index = static_cast<int>(graph.nodes.size()); index-- > 0;) {
    const Node &node = graph.nodes[index];
    if (!classOfParts(graph.opOf(node)) || (inLoops.contains(index) && !again.contains(index)))
      continue;
    bool misfit = llvm::any_of(plan.misfits, [&](const MisfitNode &other) { return other.node == index; });
    // The time of a loop that was not planned is not known.
    if (misfit || sharesMark(graph, node) || !options.fuseFitting || options.machine)
      return false;
    // Built from the last root to the first.
    auto place = llvm::find_if(plan.groups, [&](const PlannedGroup &other) { return other.members.back() < index; });
    plan.groups.insert(place, oneTile(graph, index, options.budget));
  }
  return true;
}

std::vector<std::string> structuresToJoin(const std::vector<SiblingsInPlan> &sets) {
  std::vector<std::pair<Bytes, std::string>> found;
  for (const SiblingsInPlan &set : sets) {
    if (!set.apart)
      continue;
    Bytes shared = saturatingMul(set.siblings.sharedBytes, static_cast<int64_t>(set.siblings.parts.size()) - 1);
    auto same = llvm::find_if(found, [&](const auto &other) { return other.second == set.siblings.structure; });
    if (same != found.end())
      same->first = saturatingAdd(same->first, shared);
    else
      found.push_back({shared, set.siblings.structure});
  }
  llvm::stable_sort(found, [](const auto &a, const auto &b) { return a.first > b.first; });
  std::vector<std::string> structures;
  for (size_t i = 0; i < std::min(found.size(), mostStructures); ++i)
    structures.push_back(found[i].second);
  return structures;
}

} // namespace alcove::supertiling

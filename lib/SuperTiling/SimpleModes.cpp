//===- SimpleModes.cpp - Plans without fusion, and with as many producers as fit ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BlockPlanner.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace alcove::supertiling {

static constexpr double infinity = std::numeric_limits<double>::infinity();

Plan BlockPlanner::noFuse() {
  Plan plan;
  llvm::DenseSet<int> done;
  for (int node : llvm::reverse(places)) {
    if (done.contains(node))
      continue;
    // A marked group is one operation also here.
    if (!nodes[node].marks.empty() && nodes[node].hasModel()) {
      llvm::SmallVector<int, 8> members{node};
      bool large = oversized(node);
      for (int other : llvm::reverse(places)) {
        bool same =
            llvm::any_of(nodes[other].marks, [&](int64_t m) { return llvm::is_contained(nodes[node].marks, m); });
        bool joined = llvm::any_of(nodes[other].users, [&](int user) { return llvm::is_contained(members, user); });
        if (other < node && same && joined && mayJoin(nodes[other]) && !done.contains(other)) {
          members.insert(members.begin(), other);
          large |= oversized(other);
        }
      }
      if (members.size() > 1 && large) {
        Candidate candidate = groupCost(members);
        if (candidate.cost < infinity) {
          done.insert(members.begin(), members.end());
          for (int again : candidate.group.recomputed)
            done.erase(again);
          plan.groups.push_back(std::move(candidate.group));
          continue;
        }
      }
    }
    if (oversized(node))
      plan.groups.push_back(alone(node));
  }
  finish(plan);
  return plan;
}

/// Everything above the root that can join it, nearest first, as long as the smallest tile still fits.
llvm::SmallVector<int, 8> BlockPlanner::growUpward(int root) {
  llvm::SmallVector<int, 8> members{root};
  for (int node : llvm::reverse(places)) {
    if (node >= root || members.size() >= options.maxGroup || !mayJoin(nodes[node]))
      continue;
    if (llvm::none_of(nodes[node].users, [&](int user) { return llvm::is_contained(members, user); }))
      continue;
    llvm::SmallVector<int, 8> trial = members;
    trial.insert(llvm::lower_bound(trial, node), node);
    GroupModel model(graph, trial, {}, options.costs, options.budget);
    if (planner.forbidden.contains(model.structure()))
      continue;
    const Node &rootNode = nodes[root];
    llvm::SmallVector<int64_t, 6> tile(rootNode.extents.begin(), rootNode.extents.end());
    for (unsigned loop = 0; loop < tile.size(); ++loop)
      if (rootNode.tileable[loop] && rootNode.parallel[loop])
        tile[loop] = 1;
    ++planner.work;
    Evaluation smallest = model.evaluate(tile);
    if (smallest.valid && smallest.footprint <= model.available())
      members = std::move(trial);
  }
  return members;
}

Plan BlockPlanner::maxProducers() {
  Plan plan;
  std::vector<char> needed(nodes.size(), 0);
  for (int index = static_cast<int>(nodes.size()); index-- > 0;) {
    const Node &node = nodes[index];
    if (node.attached)
      continue;
    bool wanted = needed[index] || node.escapes || node.users.empty();
    if (!wanted)
      continue;
    llvm::SmallVector<int, 8> members{index};
    if (node.hasModel() && oversized(index)) {
      members = growUpward(index);
      PlannedGroup group = alone(index);
      bool found = false;
      for (llvm::SmallVector<int, 8> trial = members; trial.size() > 1; trial.erase(trial.begin())) {
        // The longest group that tears no mark, else the longest.
        if (found && tears(trial))
          continue;
        GroupModel model(graph, trial, {}, options.costs, options.budget);
        const TileChoice &choice = *planner.choose(model);
        if (choice.feasible) {
          found = true;
          group.members = trial;
          group.core = choice.core;
          group.tile = choice.tile;
          group.evaluation = choice.evaluation;
          group.available = model.available();
          group.probe = false;
          if (!tears(trial))
            break;
        }
      }
      members.assign(group.members.begin(), group.members.end());
      plan.groups.push_back(std::move(group));
    } else if (oversized(index)) {
      plan.groups.push_back(alone(index));
    }
    for (int member : members)
      for (const Access &input : nodes[member].inputs)
        if (input.producer >= 0 && !llvm::is_contained(members, input.producer))
          needed[input.producer] = 1;
  }
  // What is still needed although a group has it is computed twice.
  llvm::DenseSet<int> roots;
  for (const PlannedGroup &group : plan.groups)
    roots.insert(group.members.back());
  for (PlannedGroup &group : plan.groups)
    for (int member : ArrayRef<int>(group.members).drop_back())
      if ((needed[member] || nodes[member].escapes) && !roots.contains(member))
        group.recomputed.push_back(member);
  finish(plan);
  return plan;
}

} // namespace alcove::supertiling

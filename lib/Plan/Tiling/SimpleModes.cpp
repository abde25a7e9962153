//===- SimpleModes.cpp - Plans without fusion, and with as many producers as fit ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BlockPlanner.h"

namespace alcove::plan::tiling {

Plan BlockPlanner::noFuse() {
  Plan plan;
  std::set<int> done;
  for (int node : std::views::reverse(places)) {
    if (done.contains(node))
      continue;
    // A marked group is one operation also here.
    if (!nodes[node].marks.empty() && nodes[node].hasModel()) {
      std::vector<int> members{node};
      bool large = oversized(node);
      for (int other : std::views::reverse(places)) {
        bool same = std::ranges::any_of(nodes[other].marks, [&](int64_t m) { return contains(nodes[node].marks, m); });
        bool joined = std::ranges::any_of(nodes[other].users, [&](int user) { return contains(members, user); });
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
std::vector<int> BlockPlanner::growUpward(int root) {
  std::vector<int> members{root};
  for (int node : std::views::reverse(places)) {
    if (members.size() >= options.mostProducers())
      break;
    if (node >= root || !mayJoin(nodes[node]))
      continue;
    if (std::ranges::none_of(nodes[node].users, [&](int user) { return contains(members, user); }))
      continue;
    std::vector<int> trial = members;
    trial.insert(std::ranges::lower_bound(trial, node), node);
    GroupModel model(graph, trial, {}, options.costs, options.budget);
    if (planner.forbids(model))
      continue;
    const Node &rootNode = nodes[root];
    std::vector<int64_t> tile(rootNode.extents.begin(), rootNode.extents.end());
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
    std::vector<int> members{index};
    if (node.hasModel() && oversized(index)) {
      members = growUpward(index);
      PlannedGroup group = alone(index);
      bool found = false;
      for (std::vector<int> trial = members; trial.size() > 1; trial.erase(trial.begin())) {
        // The longest group that tears no mark, else the longest. Without a view in front of all it loads the same
        // bytes.
        if ((found && tears(trial)) || nodes[trial.front()].isView())
          continue;
        GroupModel model(graph, trial, {}, options.costs, options.budget);
        const TileChoice &choice = *planner.choose(model);
        if (choice.feasible) {
          found = true;
          group.members = trial;
          group.cores = choice.cores;
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
        if (input.producer >= 0 && !contains(members, input.producer))
          needed[input.producer] = 1;
  }
  // What is still needed although a group has it is computed twice.
  std::set<int> roots;
  for (const PlannedGroup &group : plan.groups)
    roots.insert(group.members.back());
  for (PlannedGroup &group : plan.groups)
    for (int member : std::span(group.members).first(group.members.size() - 1))
      if ((needed[member] || nodes[member].escapes) && !roots.contains(member))
        group.recomputed.push_back(member);
  finish(plan);
  return plan;
}

} // namespace alcove::plan::tiling

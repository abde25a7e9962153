//===- VerifyPlan.cpp - Is a plan what it says? ---------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TP-V1 to TP-V7 of docs/spec/Tiling.md. Shares no code with the planner: what a group reads and writes is found by
// walking its iterations.
//
//===----------------------------------------------------------------------===//
#include "PlanReplay.h"
#include "Ranges.h"

#include "alcove/Plan/Tiling/Solution.h"

#include <fmt/format.h>

#include <map>
#include <set>

namespace alcove::plan::tiling {

namespace {

/// Claims are sums of doubles.
constexpr double tolerance = 1e-9;

class PlanVerifier {
public:
  PlanVerifier(const Problem &problem, const Budget &budget, const Plan &plan)
      : problem(problem), nodes(problem.nodes), budget(budget), plan(plan) {}

  /// In the plan's own order; the one that an error is of.
  const PlannedGroup *culprit = nullptr;

  Status run() {
    for (const PlannedGroup &group : plan.groups) {
      culprit = &group;
      ALCOVE_RETURN_IF_ERROR(members(group));
      ALCOVE_RETURN_IF_ERROR(memory(group));
      if (group.probe)
        continue;
      ALCOVE_RETURN_IF_ERROR(tile(group));
      double moved = replayTraffic(problem, group);
      if (moved > group.evaluation.traffic * (1 + tolerance) + 0.5)
        return broken("TP-V5", group,
                      fmt::format("its iterations move {:.0f} B, it says {:.0f}", moved, group.evaluation.traffic));
    }
    culprit = nullptr;
    ALCOVE_RETURN_IF_ERROR(uses());
    ALCOVE_RETURN_IF_ERROR(outside());
    return marks();
  }

private:
  std::string named(int node) const { return fmt::format("node {} ('{}')", node, nodes[node].name); }
  Error broken(const char *rule, const PlannedGroup &group, const std::string &what) const {
    return Error{fmt::format("{}: group of {}: {}", rule, named(group.members.back()), what)};
  }

  Status members(const PlannedGroup &group) const {
    int last = -1;
    for (int member : group.members) {
      if (member <= last || member >= static_cast<int>(nodes.size()))
        return Error{fmt::format("TP-V1: node {} behind node {} in a group of {} nodes", member, last, nodes.size())};
      last = member;
    }
    if (group.members.empty())
      return Error{"TP-V1: a group without members"};
    const Node &root = nodes[last];
    if (group.probe ? group.members.size() != 1 || !root.isCompute() : !root.hasModel())
      return broken("TP-V1", group, "it has no loops");
    for (int member : group.members)
      if (const Node &node = nodes[member]; member != last && (!node.fusable || node.kind == NodeKind::Probe))
        return broken("TP-V1", group, fmt::format("{} is not computed tile by tile", named(member)));
    for (int node : group.yields)
      if (!contains(group.members, node) || node == last || !nodes[node].hasModel())
        return broken("TP-V1", group, fmt::format("node {} comes out of the loop and is no operation in it", node));
    for (int node : group.recomputed)
      if (!contains(group.members, node) || node == last)
        return broken("TP-V1", group, fmt::format("node {} is computed again and no member", node));
    last = -1;
    for (int core : group.cores) {
      if (core <= last || core >= static_cast<int>(group.members.size()))
        return broken("TP-V1", group, fmt::format("member {} of {} runs in panels", core, group.members.size()));
      last = core;
    }
    return {};
  }

  Status tile(const PlannedGroup &group) const {
    const Node &root = nodes[group.members.back()];
    std::vector<int64_t> extents = root.extents;
    for (int core : group.cores)
      for (unsigned loop : nodes[group.members[core]].panelLoops())
        extents.push_back(nodes[group.members[core]].extents[loop]);
    if (group.tile.size() != extents.size())
      return broken("TP-V2", group,
                    fmt::format("{} sizes for {} loops and {} panels", group.tile.size(), root.extents.size(),
                                extents.size() - root.extents.size()));
    std::vector<unsigned> tiled;
    for (unsigned i = 0; i < group.tile.size(); ++i) {
      bool ofRoot = i < root.extents.size();
      int64_t extent = extents[i];
      bool cut = group.tile[i] < extent;
      if (group.tile[i] < 1 || group.tile[i] > std::max<int64_t>(extent, 1) || (cut && ofRoot && !root.tileable[i]))
        return broken("TP-V2", group, fmt::format("size {} along loop {} of extent {}", group.tile[i], i, extent));
      if (cut && ofRoot)
        tiled.push_back(i);
    }
    std::vector<unsigned> order(group.evaluation.order.begin(), group.evaluation.order.end());
    std::ranges::sort(order);
    // A root that is not cut has a loop with one iteration, the only one around panels of several members.
    bool once = tiled.empty() && order.size() == 1 && order[0] < root.extents.size() && root.parallel[order[0]];
    if (order != tiled && !once)
      return broken("TP-V2", group,
                    fmt::format("loops [{}] are tiled, the order has [{}]", fmt::join(tiled, ", "),
                                fmt::join(group.evaluation.order, ", ")));
    ALCOVE_RETURN_IF_ERROR(strips(group));
    if (group.cores.size() > 1 && !once)
      return broken("TP-V2", group, fmt::format("{} members have panels in loops that are cut", group.cores.size()));
    return {};
  }

  Status strips(const PlannedGroup &group) const {
    const Node &root = nodes[group.members.back()];
    int loop = group.evaluation.stripLoop;
    if (loop < 0)
      return {};
    if (loop >= static_cast<int>(root.extents.size()) || !root.parallel[loop] || !root.tileable[loop])
      return broken("TP-V2", group, fmt::format("strips along loop {}, of which there are none", loop));
    if (group.evaluation.stripSize < 1 || group.evaluation.stripSize > group.tile[loop])
      return broken("TP-V2", group,
                    fmt::format("strips of {} points of a tile of {}", group.evaluation.stripSize, group.tile[loop]));
    const std::vector<int> &inside = group.evaluation.inStrips;
    bool ascend = std::ranges::adjacent_find(inside, std::greater_equal<>()) == inside.end();
    if (inside.empty() || !ascend || inside.front() < 0 || inside.back() + 1 != static_cast<int>(group.members.size()))
      return broken("TP-V2", group, "the members in strips do not ascend to the root");
    return {};
  }

  Status memory(const PlannedGroup &group) const {
    for (int member : group.members) {
      if (!nodes[member].isCompute())
        continue;
      Bytes most = problem.available(member, group.members, budget);
      if (group.available > most)
        return broken("TP-V4", group,
                      fmt::format("{} B are available to it, {} to {}", group.available, most, named(member)));
    }
    if (!group.probe && group.evaluation.footprint > group.available)
      return broken("TP-V4", group,
                    fmt::format("it needs {} B, {} are available", group.evaluation.footprint, group.available));
    return {};
  }

  /// What must stand in slow memory, from what leaves the block backward.
  Status uses() {
    std::vector<char> inLoop(nodes.size(), 0), out(nodes.size(), 0), again(nodes.size(), 0);
    for (const PlannedGroup &group : plan.groups) {
      for (int member : group.members)
        inLoop[member] = 1;
      out[group.members.back()] = 1;
      for (int node : group.yields)
        out[node] = 1;
      for (int node : group.recomputed)
        again[node] = 1;
    }
    std::vector<char> needed(nodes.size(), 0);
    auto need = [&](const Access &input) {
      if (input.producer >= 0 && (input.initOf < 0 || input.read))
        needed[input.producer] = 1;
    };
    for (const PlannedGroup &group : plan.groups)
      for (int member : group.members)
        for (const Access &input : nodes[member].inputs)
          if (!contains(group.members, input.producer))
            need(input);
    standing.assign(nodes.size(), 0);
    for (int node = static_cast<int>(nodes.size()); node-- > 0;) {
      // What has neither readers nor results may have effects.
      bool opaque = nodes[node].kind == NodeKind::Opaque;
      if (!needed[node] && !nodes[node].escapes && !opaque)
        continue;
      if (nodes[node].attached || out[node])
        continue;
      if (inLoop[node] && !again[node] && !nodes[node].isView())
        return Error{fmt::format("TP-V3: {} is used outside of its loop, which neither yields it nor is it computed "
                                 "again",
                                 named(node))};
      standing[node] = 1;
      for (const Access &input : nodes[node].inputs)
        need(input);
    }
    return {};
  }

  Status outside() const {
    std::set<int> misfits;
    for (const MisfitNode &misfit : plan.misfits)
      misfits.insert(misfit.node);
    double traffic = 0;
    for (const PlannedGroup &group : plan.groups)
      traffic += group.probe ? untiledTraffic(problem, nodes[group.members.back()]) : group.evaluation.traffic;
    for (int node = 0; node < static_cast<int>(nodes.size()); ++node) {
      if (!standing[node] || misfits.contains(node))
        continue;
      Bytes most = problem.available(node, std::span(&node, 1), budget);
      // SUT-J13: a cache serves what does not fit.
      if (nodes[node].isCompute() && !budget.cache && (nodes[node].isDynamic() || untiledFootprint(nodes[node]) > most))
        return Error{fmt::format("TP-V6: {} is in no loop and needs {} B, {} are available", named(node),
                                 untiledFootprint(nodes[node]), most)};
      traffic += untiledTraffic(problem, nodes[node]);
    }
    if (traffic > plan.traffic * (1 + tolerance) + 0.5)
      return Error{fmt::format("TP-V6: the parts of the plan move {:.0f} B, it says {:.0f}", traffic, plan.traffic)};
    return {};
  }

  Status marks() const {
    std::map<int64_t, std::set<int>> marked;
    for (int node = 0; node < static_cast<int>(nodes.size()); ++node)
      if (nodes[node].isCompute() && !nodes[node].attached)
        for (int64_t mark : nodes[node].marks)
          marked[mark].insert(node);
    std::set<int64_t> torn;
    for (const TornMark &mark : plan.torn)
      torn.insert(mark.mark);
    for (const auto &[mark, members] : marked) {
      bool touched = false, whole = false;
      for (const PlannedGroup &group : plan.groups) {
        std::set<int> own(group.members.begin(), group.members.end());
        touched |= std::ranges::any_of(members, [&](int member) { return own.contains(member); });
        whole |= std::ranges::includes(own, members);
      }
      if (touched && !whole && !torn.contains(mark))
        return Error{fmt::format("TP-V7: no loop holds the marked group {} together, and nothing is said of it", mark)};
    }
    return {};
  }

  const Problem &problem;
  const std::vector<Node> &nodes;
  const Budget &budget;
  const Plan &plan;
  /// Nodes that are computed outside of all loops.
  std::vector<char> standing;
};

} // namespace

Status verify(const Problem &problem, const Budget &budget, const Plan &plan, const PlannedGroup **broken) {
  PlanVerifier verifier(problem, budget, plan);
  Status status = verifier.run();
  if (broken)
    *broken = status.ok() ? nullptr : verifier.culprit;
  return status;
}

} // namespace alcove::plan::tiling

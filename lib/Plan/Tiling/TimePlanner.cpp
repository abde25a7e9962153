//===- TimePlanner.cpp - Plans by their time on a machine -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TimePlanner.h"

#include "BlockPlanner.h"

#include <algorithm>
#include <bit>
#include <fmt/ranges.h>
#include <tuple>

namespace alcove::plan::tiling {

void PlanTime::add(const PlanTime &next, double rounds) {
  transfer += rounds * next.transfer;
  compute += rounds * next.compute;
  total += rounds * next.total;
  bytes += rounds * next.bytes;
  bound += rounds * next.bound;
  ofLeastTraffic += rounds * next.ofLeastTraffic;
  doubleBuffered |= next.doubleBuffered;
}

static bool startsWithCompute(const Node &node) { return node.isCompute() || node.kind == NodeKind::Concat; }

void simulate(const Problem &graph, const Budget &budget, const Machine &machine, bool doubleBuffered, Plan &plan) {
  std::map<int, PlannedGroup *> byRoot;
  std::set<int> inside, again;
  for (PlannedGroup &group : plan.groups) {
    byRoot[group.members.back()] = &group;
    inside.insert(group.members.begin(), group.members.end());
    again.insert(group.recomputed.begin(), group.recomputed.end());
  }
  std::vector<ScheduledNest> nests;
  plan.time = {};
  plan.time.doubleBuffered = doubleBuffered;
  auto add = [&](const NestTime &time, bool twoBuffers, Bytes freeBytes) {
    nests.push_back({time, twoBuffers, std::max<Bytes>(freeBytes, 0)});
    plan.time.transfer += time.transfer;
    plan.time.compute += time.compute;
    plan.time.bytes += time.bytes;
  };
  for (int index = 0; index < static_cast<int>(graph.nodes.size()); ++index) {
    const Node &node = graph.nodes[index];
    auto found = byRoot.find(index);
    bool modelled = found != byRoot.end() && !found->second->probe;
    // A member that is computed again in front of its other users is an operation of its own.
    bool alone = !inside.contains(index) || again.contains(index) || (found != byRoot.end() && !modelled);
    if (startsWithCompute(node) && !node.attached && alone && !modelled) {
      TimeNest nest = untiledNest(graph, node, machine);
      nest.doubleBuffered = doubleBuffered;
      add(timeOf(machine, nest), doubleBuffered,
          graph.available(index, std::span(&index, 1), budget) - untiledFootprint(node));
    }
    if (modelled) {
      const PlannedGroup &group = *found->second;
      add(group.time, group.doubleBuffered, group.available - group.evaluation.footprint);
    }
  }
  plan.time.total = timeOfSequence(nests);
}

TimeNest timeNest(const Problem &graph, const PlannedGroup &group, const CostModel &costs, const Budget &budget,
                  const Machine &machine) {
  GroupModel model = GroupModel(graph, group.members, group.yields, costs, budget).withCoresAt(group.cores);
  return model.timeNest(group.tile, group.evaluation, machine);
}

GroupModel TimePlanner::modelOf(const PlannedGroup &group) const {
  return GroupModel(graph, group.members, group.yields, options.costs, options.budget).withCoresAt(group.cores);
}

/// Halvings of one or two loops of the tile: more tiles than there are cores, and short first and last steps.
void TimePlanner::refine(PlannedGroup &group) {
  GroupModel model = modelOf(group);
  std::vector<int64_t> from(group.tile.begin(), group.tile.end());
  auto key = std::pair(fmt::format("{}#{}#{}{}", model.structure(), model.available(), fmt::join(group.cores, ","),
                                   group.grid.empty() ? "" : "x"),
                       from);
  if (auto known = refined.find(key); known != refined.end()) {
    group.tile = known->second.tile;
    group.evaluation = known->second.evaluation;
    group.grid = known->second.grid;
    group.time = known->second.time;
    return;
  }
  double shortest = std::numeric_limits<double>::infinity();
  std::vector<int64_t> tile(from.begin(), from.end()), bestTile;
  auto offer = [&](bool mandatory) {
    Evaluation evaluation = model.evaluate(tile);
    ++planner.work;
    bool fits = evaluation.valid && evaluation.footprint <= model.available();
    if ((!fits && !mandatory) || (!mandatory && evaluation.traffic / machine.slowGbps >= shortest))
      return;
    TimeNest nest = model.timeNest(tile, evaluation, machine);
    nest.grid = bestGrid(machine, nest);
    NestTime time = timeOf(machine, nest);
    if (time.total >= shortest * (1 - 1e-9))
      return;
    shortest = time.total;
    group.tile = tile;
    group.evaluation = evaluation;
    group.grid.assign(nest.grid.begin(), nest.grid.end());
    group.time = time;
  };
  offer(true);
  // Halvings may cut views across their seams, in loops that have no constant sizes.
  bool views = std::ranges::any_of(group.members, [&](int member) { return graph.nodes[member].isView(); });
  std::vector<SearchLoop> loops = views ? std::vector<SearchLoop>() : model.searchLoops();
  int depth = std::bit_width(static_cast<uint64_t>(machine.cores)) + 1;
  std::vector<unsigned> cut;
  for (unsigned loop = 0; loop < loops.size(); ++loop)
    if (loops[loop].tileable && !loops[loop].dynamic && from[loop] > 1 &&
        (loops[loop].parallel || loop >= model.root().extents.size()))
      cut.push_back(loop);
  for (size_t a = 0; a < cut.size(); ++a)
    for (size_t b = a; b < cut.size(); ++b)
      for (int i = 1; i <= depth; ++i)
        for (int j = a == b ? 0 : 1; j <= (a == b ? 0 : depth - i); ++j) {
          tile.assign(from.begin(), from.end());
          tile[cut[a]] = std::max<int64_t>(ceilDiv(from[cut[a]], int64_t(1) << i), 1);
          if (a != b)
            tile[cut[b]] = std::max<int64_t>(ceilDiv(from[cut[b]], int64_t(1) << j), 1);
          offer(false);
        }
  refined[key] = group;
}

/// Marked groups of several operations stay whole.
bool TimePlanner::mayCut(int index) const {
  const Node &node = graph.nodes[index];
  if (!node.hasModel() || node.attached || contains(node.dynamic, true))
    return false;
  for (int64_t mark : node.marks)
    for (int other = 0; other < static_cast<int>(graph.nodes.size()); ++other)
      if (other != index && graph.nodes[other].isCompute() && !graph.nodes[other].attached &&
          contains(graph.nodes[other].marks, mark))
        return false;
  return true;
}

/// What is not in a loop runs on one core: loops of their own where they are faster.
void TimePlanner::cutForCores(Plan &plan) {
  std::set<int> inside;
  for (const PlannedGroup &group : plan.groups)
    inside.insert(group.members.begin(), group.members.end());
  std::vector<PlannedGroup> all = plan.groups;
  for (int index = 0; index < static_cast<int>(graph.nodes.size()); ++index) {
    if (inside.contains(index) || !mayCut(index))
      continue;
    PlannedGroup group;
    group.members.push_back(index);
    GroupModel model = modelOf(group);
    if (planner.forbids(model))
      continue;
    group.available = model.available();
    group.doubleBuffered = options.costs.doubleBuffered;
    group.tile.assign(graph.nodes[index].extents.begin(), graph.nodes[index].extents.end());
    // The whole operation is no tile: the first half is where the ladder starts.
    std::vector<SearchLoop> loops = model.searchLoops();
    unsigned widest = loops.size();
    for (unsigned loop = 0; loop < loops.size(); ++loop)
      if (loops[loop].tileable && loops[loop].parallel &&
          (widest == loops.size() || loops[loop].extent > loops[widest].extent))
        widest = loop;
    if (widest == loops.size() || loops[widest].extent < 2)
      continue;
    group.tile[widest] = ceilDiv(loops[widest].extent, 2);
    Evaluation evaluation = model.evaluate(group.tile);
    if (!evaluation.valid || evaluation.footprint > model.available())
      continue;
    group.grid.push_back(1);
    refine(group);
    NestTime whole = timeOf(machine, untiledNest(graph, graph.nodes[index], machine));
    if (group.time.total >= 0.98 * whole.total)
      continue;
    plan.traffic += group.evaluation.traffic - whole.bytes;
    plan.extraOps += group.evaluation.extraOps;
    all.push_back(group);
  }
  // Roots are distinct: no tie.
  std::ranges::sort(all,
                    [](const PlannedGroup &a, const PlannedGroup &b) { return a.members.back() > b.members.back(); });
  plan.groups = std::move(all);
}

void TimePlanner::offer(Plan plan, bool doubleBuffered) {
  for (PlannedGroup &group : plan.groups)
    group.doubleBuffered = doubleBuffered && !group.probe;
  simulateAndKeep(std::move(plan), doubleBuffered);
}

void TimePlanner::simulateAndKeep(Plan plan, bool doubleBuffered) {
  auto rank = [](const Plan &p) { return std::tuple(p.misfits.size(), p.torn.size(), p.time.total); };
  simulate(graph, options.budget, machine, doubleBuffered, plan);
  if (!best || rank(plan) < rank(*best))
    best = std::move(plan);
}

/// With one number of buffers: the plan of least traffic as it is, then refined ones for all, half, ... of the memory.
void TimePlanner::propose(bool doubleBuffered) {
  options.costs.doubleBuffered = doubleBuffered;
  const Budget whole = options.budget;
  Plan least = planner.planByTraffic(graph);
  for (PlannedGroup &group : least.groups)
    if (!group.probe) {
      TimeNest nest = modelOf(group).timeNest(group.tile, group.evaluation, machine);
      nest.grid = bestGrid(machine, nest);
      group.grid.assign(nest.grid.begin(), nest.grid.end());
      group.time = timeOf(machine, nest);
    }
  Plan own = least;
  for (PlannedGroup &group : own.groups)
    group.doubleBuffered = doubleBuffered;
  simulate(graph, options.budget, machine, doubleBuffered, own);
  if (least.misfits.empty() && (leastTraffic < 0 || own.time.total < leastTraffic))
    leastTraffic = own.time.total;
  offer(std::move(own), doubleBuffered);
  auto improve = [&](Plan plan) {
    for (PlannedGroup &group : plan.groups)
      if (!group.probe) {
        plan.traffic -= group.evaluation.traffic;
        plan.extraOps -= group.evaluation.extraOps;
        refine(group);
        plan.traffic += group.evaluation.traffic;
        plan.extraOps += group.evaluation.extraOps;
      }
    cutForCores(plan);
    offer(std::move(plan), doubleBuffered);
  };
  improve(std::move(least));
  constexpr int proposals = 3;
  Bytes most = whole.largest() / 2;
  for (int i = 0; i < proposals && most > 0 && planner.work < options.work; ++i, most /= 2) {
    options.budget = whole.atMost(most);
    Plan plan = BlockPlanner(planner, graph).run();
    options.budget = whole;
    for (PlannedGroup &group : plan.groups)
      group.available = modelOf(group).available();
    if (plan.misfits.empty())
      improve(std::move(plan));
  }
}

/// `plan` with two buffers wherever they fit: never slower. With double buffering on a plan where they do not fit is
/// none.
void TimePlanner::doubleBuffers(Plan plan) {
  options.costs.doubleBuffered = true;
  for (PlannedGroup &group : plan.groups) {
    if (group.probe)
      continue;
    GroupModel model = modelOf(group);
    Evaluation evaluation = model.evaluate(group.tile);
    bool fits = evaluation.valid && evaluation.footprint <= model.available() && !planner.forbids(model);
    if (!fits && options.doubleBuffering == DoubleBuffering::On)
      return;
    if (!fits)
      continue;
    TimeNest nest = model.timeNest(group.tile, evaluation, machine);
    nest.grid = bestGrid(machine, nest);
    group.grid.assign(nest.grid.begin(), nest.grid.end());
    group.time = timeOf(machine, nest);
    plan.traffic += evaluation.traffic - group.evaluation.traffic;
    group.evaluation = evaluation;
    group.doubleBuffered = true;
  }
  simulateAndKeep(std::move(plan), true);
}

/// Each time anew by the replay of its steps.
Status TimePlanner::verifyTimes(const Plan &plan) {
  for (const PlannedGroup &group : plan.groups) {
    if (group.probe)
      continue;
    options.costs.doubleBuffered = group.doubleBuffered;
    TimeNest nest = modelOf(group).timeNest(group.tile, group.evaluation, machine);
    nest.grid.assign(group.grid.begin(), group.grid.end());
    ALCOVE_RETURN_IF_ERROR(plan::check(machine, nest));
    ALCOVE_RETURN_IF_ERROR(plan::verify(machine, nest, group.time));
  }
  return {};
}

Plan TimePlanner::run() {
  propose(false);
  if (options.doubleBuffering != DoubleBuffering::Off) {
    Plan single = *best;
    if (options.doubleBuffering == DoubleBuffering::On) {
      best.reset();
      leastTraffic = -1;
    }
    propose(true);
    doubleBuffers(std::move(single));
  }
  best->timeStatus = verifyTimes(*best);
  options.costs.doubleBuffered = false;
  best->time.bound = timeBound(graph, options.budget, machine);
  best->time.ofLeastTraffic = leastTraffic;
  return std::move(*best);
}

} // namespace alcove::plan::tiling

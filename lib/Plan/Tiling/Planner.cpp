//===- Planner.cpp - Which operations share a loop ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BlockPlanner.h"
#include "TimePlanner.h"
#include "alcove/Plan/Tiling/ProgramBound.h"

#include <algorithm>
#include <map>

namespace alcove::plan::tiling {

/// A plan for less memory is a plan for more: with half, a quarter, ... of it the search may find a better one. The
/// traffic of worse ones grows as the memory shrinks: one that moves a quarter more ends the series.
Plan PlannerState::planByTraffic(const Problem &graph) {
  Plan best = BlockPlanner(*this, graph).run();
  // On caches the search goes to smaller tiles by itself.
  if (options.mode != PlanMode::Planned || options.costs.caches)
    return best;
  const Budget whole = options.budget;
  // Not what is compulsory: of a tensor that is read with strides a fused loop makes only parts.
  double least = plan::boundTraffic(trafficProblem(graph, whole.largest())).bound;
  auto rank = [&](const Plan &plan) {
    return std::tuple(plan.misfits.size(), plan.torn.size(), options.costs.trafficFirst ? plan.traffic : plan.cost,
                      plan.cost);
  };
  bool worse = false;
  for (Bytes most = largestPowerBelow(whole.largest());
       most > 0 && !worse && best.traffic > least && work < options.work; most /= 2) {
    options.budget = whole.atMost(most);
    Plan plan = BlockPlanner(*this, graph).run();
    worse = plan.misfits.size() > best.misfits.size() || plan.traffic > 1.25 * best.traffic;
    if (rank(plan) < rank(best))
      best = std::move(plan);
  }
  options.budget = whole;
  for (PlannedGroup &group : best.groups)
    group.available = GroupModel(graph, group.members, group.yields, options.costs, whole).available();
  return best;
}

Plan PlannerState::plan(const Problem &graph) {
  return options.machine ? TimePlanner(*this, graph).run() : planByTraffic(graph);
}

/// A tile chosen for more memory that needs no more than there is stays the best; what has no tile with more memory has
/// none with less.
PlannerState::Known::Choice &PlannerState::find(const GroupModel &group, Known &known, double ceiling) {
  auto settled = [&](const Known::Choice &choice) {
    return !choice.tile.feasible || choice.ceiling >= ceiling || choice.tile.evaluation.cost < choice.ceiling;
  };
  for (auto &[memory, choice] : known.choices) {
    if (memory < group.available())
      break;
    bool same =
        memory == group.available() || !choice.tile.feasible || choice.tile.evaluation.footprint <= group.available();
    if (same && settled(choice))
      return choice;
  }
  TileSearchOptions search;
  // An evaluation is as long as the group.
  search.limit = work > options.work ? 64 : std::clamp<int64_t>(8000 / group.size(), 400, 4000);
  search.ceiling = ceiling;
  Known::Choice &fresh = known.choices[group.available()];
  fresh = {searchCores(group, search, work), ceiling, false};
  return fresh;
}

const TileChoice *PlannerState::choose(const GroupModel &group, double ceiling) {
  Known &known = cache[group.structure()];
  if (ceiling < infinity && known.least < 0)
    known.least = leastTraffic(group, work);
  if (ceiling < infinity && known.least >= ceiling)
    return nullptr;
  // What neighbours may take off the cost.
  constexpr double mostGain = 0.8;
  Known::Choice &choice = find(group, known, ceiling / mostGain);
  if (choice.improved || !choice.tile.feasible || choice.tile.evaluation.cost * mostGain >= ceiling)
    return &choice.tile;
  TileSearchOptions search;
  search.refinements = work > options.work ? 16 : std::clamp<int64_t>(8000 / group.size(), 400, 4000) / 5;
  improveTile(group, search, work, choice.tile);
  choice.improved = true;
  return &choice.tile;
}

Planner::Planner(PlannerOptions options) : state(std::make_unique<PlannerState>(std::move(options))) {}
Planner::Planner(Planner &&) noexcept = default;
Planner::~Planner() = default;

Plan Planner::plan(const Problem &graph) { return state->plan(graph); }
int64_t Planner::workDone() const { return state->work; }
const PlannerOptions &Planner::settings() const { return state->options; }

void Planner::limitGroups(unsigned most) { state->options.maxGroup = most; }

std::variant<PlannedGroup, MisfitNode> Planner::tileAlone(const Problem &graph, int node) {
  GroupModel model(graph, std::span(&node, 1), {}, state->options.costs, state->options.budget);
  TileChoice choice = searchTile(model, {}, state->work);
  if (!choice.feasible)
    return MisfitNode{node, choice.smallestTile, choice.smallest.footprint, model.available()};
  PlannedGroup group;
  group.members.push_back(node);
  group.core = choice.core;
  group.tile = choice.tile;
  group.evaluation = choice.evaluation;
  group.available = model.available();
  return group;
}

bool Planner::forbid(const Problem &graph, const PlannedGroup &group) {
  CostModel costs = state->options.costs;
  costs.doubleBuffered = group.doubleBuffered;
  GroupModel model(graph, group.members, group.yields, costs, state->options.budget);
  return state->forbidden.insert(model.structure()).second;
}

} // namespace alcove::plan::tiling

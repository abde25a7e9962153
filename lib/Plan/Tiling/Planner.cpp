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

/// What plans without misfits and torn groups are compared by.
static auto rankOf(const Plan &plan, const CostModel &costs) {
  return std::tuple(plan.misfits.size(), plan.torn.size(), costs.trafficFirst ? plan.traffic : plan.cost, plan.cost);
}

/// The better of the plan of the cheapest tiles and that of the tiles that move least. No plan moves less than `least`.
Plan PlannerState::planBothWays(const Problem &graph, double least) {
  Plan best = BlockPlanner(*this, graph).run();
  if (options.mode != PlanMode::Planned || !options.costs.trafficFirst || options.machine || best.traffic <= least)
    return best;
  Plan other = planLeastTraffic(graph);
  // Of plans that move as much the cheaper one was found by cost.
  auto [misfits, torn, traffic, cost] = rankOf(best, options.costs);
  if (rankOf(other, options.costs) < std::tuple(misfits, torn, traffic, -infinity))
    best = std::move(other);
  return best;
}

/// What it takes to start tiles, steps and runs, a thousandth of it, decides between tiles that move as much. Doing
/// things again has a sixteenth of its price: engines compute while others move, and of plans that move as much the cheaper is taken.
Plan PlannerState::planLeastTraffic(const Problem &graph) {
  constexpr double share = 1.0 / 1024, shareOfOps = 1.0 / 16;
  const CostModel prices = options.costs;
  options.costs.opsPerByte /= shareOfOps;
  options.costs.bytesPerTile *= share;
  options.costs.bytesPerStep *= share;
  options.costs.bytesPerRun *= share;
  options.costs.bytesPerRemainder *= share;
  options.costs.remainderFactor = 1 + (prices.remainderFactor - 1) * share;
  byTraffic = true;
  Plan plan = BlockPlanner(*this, graph).run();
  for (PlannedGroup &group : plan.groups)
    if (!group.probe && group.members.size() > 1)
      polish(graph, group, plan);
  byTraffic = false;
  options.costs = prices;
  auto priced = [&](double cost, double traffic, double extraOps) {
    double again = extraOps / prices.opsPerByte;
    return traffic + again + (cost - traffic - again * shareOfOps) / share;
  };
  for (PlannedGroup &group : plan.groups)
    group.evaluation.cost = priced(group.evaluation.cost, group.evaluation.traffic, group.evaluation.extraOps);
  plan.cost = priced(plan.cost, plan.traffic, plan.extraOps);
  return plan;
}

/// A long search from the tile that the plan has: groups that are only candidates get a short one.
void PlannerState::polish(const Problem &graph, PlannedGroup &group, Plan &plan) {
  GroupModel model(graph, group.members, group.yields, options.costs, options.budget);
  auto [found, fresh] = polished.try_emplace({model.structure(), group.cores, group.tile, model.available()});
  TileChoice &choice = found->second;
  if (fresh) {
    choice.feasible = true;
    choice.cores = group.cores;
    choice.tile = group.tile;
    choice.evaluation = group.evaluation;
    TileSearchOptions search;
    search.evenPanels = byTraffic;
    search.onlyTile = isLong(model);
    search.refinements = work > options.work ? 16 : 4000;
    improveTile(model.remembering(memo->of(model.structure())), search, work, choice);
  }
  if (choice.evaluation.cost >= group.evaluation.cost)
    return;
  plan.cost += choice.evaluation.cost - group.evaluation.cost;
  plan.traffic += choice.evaluation.traffic - group.evaluation.traffic;
  plan.extraOps += choice.evaluation.extraOps - group.evaluation.extraOps;
  group.tile = choice.tile;
  group.evaluation = choice.evaluation;
}

Plan PlannerState::planByTraffic(const Problem &graph) {
  const Budget whole = options.budget;
  if (options.most > 0)
    options.budget = whole.atMost(options.most);
  // On caches the search goes to smaller tiles by itself, and simple modes have nothing to compare.
  const bool searches = options.mode == PlanMode::Planned && !options.costs.caches;
  // Not what is compulsory: of a tensor that is read with strides a fused loop makes only parts.
  double least = searches ? plan::boundTraffic(trafficProblem(graph, whole.largest())).bound : 0;
  Plan best = planBothWays(graph, least);
  if (options.most == 0 && searches)
    lessMemory(graph, whole, least, best);
  options.budget = whole;
  for (PlannedGroup &group : best.groups)
    group.available = GroupModel(graph, group.members, group.yields, options.costs, whole).available();
  return best;
}

/// A plan for less memory is a plan for more: with half, a quarter, ... of `whole` the search may find a better one. The
/// traffic of worse ones grows as the memory shrinks: one that moves a quarter more ends the series.
void PlannerState::lessMemory(const Problem &graph, const Budget &whole, double least, Plan &best) {
  bool worse = false, marked = std::ranges::any_of(graph.nodes, [](const Node &node) { return !node.marks.empty(); });
  for (Bytes most = largestPowerBelow(whole.largest());
       most > 0 && !worse && best.traffic > least && work < options.work; most /= 2) {
    options.budget = whole.atMost(most);
    Plan plan = planBothWays(graph, least);
    bool tearsMore = plan.torn.size() > best.torn.size();
    // Where no plan that tears a group was seen yet, it is not known what keeping them whole costs.
    bool tellsMore = marked && !tearsMore && best.trafficIfTorn == infinity;
    worse = plan.misfits.size() > best.misfits.size() || (plan.traffic > 1.25 * best.traffic && !tellsMore);
    double ifTorn = std::min({best.trafficIfTorn, plan.trafficIfTorn, tearsMore ? plan.traffic : infinity});
    if (plan.misfits.size() > best.misfits.size())
      ifTorn = best.trafficIfTorn;
    if (rankOf(plan, options.costs) < rankOf(best, options.costs))
      best = std::move(plan);
    best.trafficIfTorn = ifTorn;
  }
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
  search.evenPanels = byTraffic;
  search.severalCores = options.mode == PlanMode::Planned && !options.machine && !options.costs.caches;
  search.onlyTile = isLong(group);
  // An evaluation is as long as the group.
  search.limit = work > options.work ? 64 : std::clamp<int64_t>(8000 / group.size(), 400, 4000);
  search.ceiling = ceiling;
  Known::Choice &fresh = known.choices[group.available()];
  fresh = {searchCores(group, search, work), ceiling, false, 0};
  return fresh;
}

const TileChoice *PlannerState::choose(const GroupModel &known, double ceiling) {
  const std::string structure = known.structure();
  GroupModel group = known.remembering(memo->of(structure));
  if (ceiling < infinity) {
    auto [found, fresh] = (*least)[byTraffic ? 1 : 0].try_emplace((isLong(group) ? "l" : "") + structure);
    if (fresh)
      found->second = leastTraffic(group, isLong(group), work);
    if (found->second >= ceiling)
      return nullptr;
  }
  Known &choices = cache[byTraffic ? 1 : 0][structure];
  // What neighbours may take off the cost.
  constexpr double mostGain = 0.8;
  Known::Choice &choice = find(group, choices, ceiling / mostGain);
  // Of a product with others in its loop the lists of sizes, one for each panel, are too thin to begin with.
  if (byTraffic && group.size() > 1 && choice.tile.feasible && choice.searched < ceiling) {
    searchProduct(group, ceiling, work, choice.tile);
    choice.searched = ceiling;
  }
  if (choice.improved || !choice.tile.feasible || choice.tile.evaluation.cost * mostGain >= ceiling)
    return &choice.tile;
  TileSearchOptions search;
  search.evenPanels = byTraffic;
  search.onlyTile = isLong(group);
  search.refinements = work > options.work ? 16 : std::clamp<int64_t>(8000 / group.size(), 400, 4000) / 5;
  improveTile(group, search, work, choice.tile);
  if (byTraffic && group.size() == 1)
    searchProduct(group, infinity, work, choice.tile);
  choice.improved = true;
  return &choice.tile;
}

Planner::Planner(PlannerOptions options) : state(std::make_unique<PlannerState>(std::move(options))) {
  // Compilers with the simple modes have no tile around others.
  PlannerOptions &own = state->options;
  own.costs.joinTiles &= own.mode == PlanMode::Planned;
  // The model of a machine's time knows of no strips.
  own.costs.strips &= own.mode == PlanMode::Planned && !own.machine && !own.costs.caches;
}
Planner::Planner(Planner &&) noexcept = default;
Planner::~Planner() = default;

Plan Planner::plan(const Problem &graph) { return state->plan(graph); }
int64_t Planner::workDone() const { return state->work; }
const PlannerOptions &Planner::settings() const { return state->options; }

void Planner::limitGroups(unsigned most) { state->options.maxGroup = most; }

void Planner::shareWith(Planner &other) {
  state->least = other.state->least;
  state->memo = other.state->memo;
}

std::variant<PlannedGroup, MisfitNode> Planner::tileAlone(const Problem &graph, int node) {
  GroupModel model(graph, std::span(&node, 1), {}, state->options.costs, state->options.budget);
  TileChoice choice = searchTile(model, {}, state->work);
  if (!choice.feasible)
    return MisfitNode{node, choice.smallestTile, choice.smallest.footprint, model.available()};
  PlannedGroup group;
  group.members.push_back(node);
  group.cores = choice.cores;
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

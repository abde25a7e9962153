//===- BlockPlanner.cpp - Intervals of a block, and the best of three ways ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BlockPlanner.h"

#include "alcove/Plan/Tiling/CacheCost.h"

#include <algorithm>

namespace alcove::plan::tiling {

Plan BlockPlanner::run() {
  switch (options.mode) {
  case PlanMode::NoFuse:
    return noFuse();
  case PlanMode::MaxProducers:
    return maxProducers();
  case PlanMode::Planned:
    break;
  }
  // SUT-C1: the simple ways tile what does not fit, faster or not.
  if (mayStayUntiled())
    return intervals();
  // The two simple ways are points of the same space that the intervals may miss (a group with a gap), and with
  // trafficFirst they bound what the cheapest plan may move.
  // They come first: their groups are searched without a ceiling on the cost, as in their own modes.
  Plan most = maxProducers(), none = noFuse();
  std::vector<Plan> plans{intervals(), std::move(none), std::move(most)};
  auto rank = [](const Plan &plan) { return std::pair(plan.misfits.size(), plan.torn.size()); };
  auto least = rank(plans[0]);
  for (const Plan &plan : plans)
    least = std::min(least, rank(plan));
  double bound = infinity;
  for (size_t i = 1; i < plans.size(); ++i)
    if (options.costs.trafficFirst && rank(plans[i]) == least)
      bound = std::min(bound, plans[i].traffic);
  double ifTorn = infinity;
  for (const Plan &plan : plans)
    if (rank(plan).first == least.first && rank(plan) != least)
      ifTorn = std::min(ifTorn, plan.traffic);
  Plan best;
  best.cost = infinity;
  for (Plan &plan : plans)
    if (rank(plan) == least && plan.traffic <= bound && plan.cost < best.cost)
      best = std::move(plan);
  best.trafficIfTorn = ifTorn;
  for (TornMark &torn : best.torn)
    torn.reason = whyTorn(membersOf(torn.mark));
  return best;
}

BlockPlanner::Single BlockPlanner::planAlone(int index) {
  const Node &node = nodes[index];
  Single result;
  result.traffic = result.cost = untiledTraffic(graph, node);
  if (mayStayUntiled())
    return planByChoice(index, result);
  if (!node.isCompute())
    return result;
  result.fits =
      untiledFootprint(node) <= graph.available(index, std::span(&index, 1), options.budget) && !node.isDynamic();
  if (result.fits)
    return result;
  if (node.kind == NodeKind::Probe) {
    result.probe = true;
    return result;
  }
  GroupModel model(graph, std::span(&index, 1), {}, options.costs, options.budget);
  if (planner.forbids(model)) {
    result.probe = true;
    return result;
  }
  result.choice = *planner.choose(model);
  result.feasible = result.choice.feasible;
  result.cost = result.feasible ? result.choice.evaluation.cost : infinity;
  result.traffic = result.feasible ? result.choice.evaluation.traffic : 0;
  return result;
}

TileChoice BlockPlanner::chooseOnCaches(const GroupModel &group) {
  auto [known, fresh] = planner.onCaches.try_emplace(group.structure() + group.cacheStructure());
  TileChoice &choice = known->second;
  if (!fresh)
    return choice;
  choice = *planner.choose(group);
  if (choice.feasible)
    improveOnCaches(group, std::clamp<int64_t>(2000 / group.size(), 100, 1000), planner.work, choice);
  return choice;
}

/// SUT-C1: a loop around `members` is built below this cost only.
double BlockPlanner::ceilingOnCaches(std::span<const int> members) const {
  double cost = 0;
  for (int member : members)
    cost += untiledCost(nodes[member], options.costs.caches);
  return cost * (1 - options.costs.caches.margin);
}

/// What no loop around `members` is cheaper than: computing all of them once.
double BlockPlanner::leastOnCaches(std::span<const int> members) const {
  double cost = 0;
  for (int member : members)
    cost += leastCost(nodes[member], options.costs.caches);
  return cost;
}

/// SUT-C1: alone in a loop where that is faster.
BlockPlanner::Single BlockPlanner::planByChoice(int index, Single untiled) {
  const Node &node = nodes[index];
  untiled.cost = untiledCost(node, options.costs.caches);
  if (!node.hasModel() || node.kind == NodeKind::Pad || node.isDynamic() || options.maxGroup == 0)
    return untiled;
  GroupModel model(graph, std::span(&index, 1), {}, options.costs, options.budget);
  double ceiling = ceilingOnCaches(std::span(&index, 1));
  if (leastOnCaches(std::span(&index, 1)) >= ceiling || planner.forbids(model))
    return untiled;
  Single tiled = untiled;
  tiled.fits = false;
  tiled.choice = chooseOnCaches(model);
  if (!tiled.choice.feasible)
    return untiled;
  tiled.cost = tiled.choice.evaluation.cost;
  tiled.traffic = tiled.choice.evaluation.traffic;
  return tiled.cost < ceiling ? tiled : untiled;
}

/// Members whose results are also needed outside the group; false when that cannot be served at all.
bool BlockPlanner::externalUses(std::span<const int> members, std::vector<int> &used) const {
  auto inGroup = [&](int node) { return std::binary_search(members.begin(), members.end(), node); };
  std::set<int> needed;
  for (int member : std::views::reverse(members.first(members.size() - 1))) {
    const Node &node = nodes[member];
    if (!needed.contains(member) && !node.escapes && std::ranges::all_of(node.users, inGroup))
      continue;
    if (node.hasModel()) {
      used.push_back(member);
    } else if (node.isView()) {
      // A view outside shows the same memory: what it shows must exist.
      if (int source = node.inputs[0].producer; source >= 0 && inGroup(source))
        needed.insert(source);
    } else {
      return false;
    }
  }
  return true;
}

bool BlockPlanner::inputsAreOutside(int node, std::span<const int> members) const {
  return std::ranges::none_of(nodes[node].inputs, [&](const Access &input) {
    return input.producer >= 0 && std::binary_search(members.begin(), members.end(), input.producer);
  });
}

/// A group at the cost of `ceiling` or above is of no use.
BlockPlanner::Candidate BlockPlanner::groupCost(std::span<const int> members, double ceiling) {
  Candidate candidate;
  std::vector<int> used;
  // What leaves the middle of a long group ends it, and leaves the middle of every longer one.
  if (!externalUses(members, used) || (members.size() > options.maxGroup && !used.empty()))
    return candidate;
  candidate.hopeless = false;
  // What a loop saves at sizes that are not known is not known either; parts of a padding have such sizes.
  if (mayStayUntiled() && (nodes[members.back()].kind == NodeKind::Pad ||
                           std::ranges::any_of(members, [&](int node) { return nodes[node].isDynamic(); })))
    return candidate;
  double onCaches = mayStayUntiled() ? ceilingOnCaches(members) : infinity;
  if (mayStayUntiled() && leastOnCaches(members) >= std::min(ceiling, onCaches))
    return candidate;
  auto attempt = [&](std::span<const int> yields, std::span<const int> recomputed) {
    // The tile of a padding is chosen between two branches, of which upstream yields one.
    if (std::ranges::any_of(yields, [&](int node) { return nodes[node].kind == NodeKind::Pad; }))
      return;
    GroupModel model(graph, members, yields, options.costs, options.budget);
    if (planner.forbids(model))
      return;
    double again = 0;
    for (int node : recomputed)
      again += single[node].cost;
    TileChoice timed;
    if (mayStayUntiled())
      timed = chooseOnCaches(model);
    const TileChoice *found =
        mayStayUntiled() ? &timed : planner.choose(model, std::min(ceiling, candidate.cost) - again);
    if (!found)
      return;
    const TileChoice &choice = *found;
    if (!choice.feasible) {
      candidate.hopeless |= yields.empty() && (!choice.smallest.valid || choice.smallest.footprint > model.available());
      return;
    }
    double cost = choice.evaluation.cost + again;
    if (cost >= std::min(candidate.cost, onCaches))
      return;
    candidate.cost = cost;
    candidate.group = {};
    candidate.group.members.assign(members.begin(), members.end());
    candidate.group.yields.assign(yields.begin(), yields.end());
    candidate.group.recomputed.assign(recomputed.begin(), recomputed.end());
    candidate.group.cores = choice.cores;
    candidate.group.tile = choice.tile;
    candidate.group.evaluation = choice.evaluation;
    candidate.group.available = model.available();
  };
  attempt(used, {});
  std::vector<int> yields, recomputed;
  for (int node : used)
    (inputsAreOutside(node, members) && single[node].feasible ? recomputed : yields).push_back(node);
  if (!recomputed.empty())
    attempt(yields, recomputed);
  return candidate;
}

/// Ascending by mark. A group of one place cannot be torn.
std::vector<BlockPlanner::Extent> BlockPlanner::markedExtents() const {
  std::map<int64_t, Extent> found;
  for (int place = 0; place < static_cast<int>(places.size()); ++place)
    for (int64_t mark : nodes[places[place]].marks) {
      Extent &extent = found.try_emplace(mark, Extent{mark, place, place}).first->second;
      extent.last = place;
    }
  std::vector<Extent> extents;
  for (auto &[mark, extent] : found)
    if (extent.first != extent.last)
      extents.push_back(extent);
  return extents;
}

/// Members of `mark` that compute: those a loop must hold together.
std::vector<int> BlockPlanner::membersOf(int64_t mark) const {
  std::vector<int> members;
  for (int node : places)
    if (nodes[node].isCompute() && contains(nodes[node].marks, mark))
      members.push_back(node);
  return members;
}

/// Some members of a mark are in `group`, but not all.
bool BlockPlanner::tears(std::span<const int> group) const {
  std::set<int64_t> seen;
  for (int node : group)
    for (int64_t mark : nodes[node].marks)
      if (seen.insert(mark).second &&
          !std::ranges::all_of(membersOf(mark), [&](int member) { return contains(group, member); }))
        return true;
  return false;
}

/// Why `members`, a marked group, are not in one loop.
std::string BlockPlanner::whyTorn(std::span<const int> members) {
  auto from = std::ranges::lower_bound(places, members.front()), to = std::ranges::upper_bound(places, members.back());
  std::vector<int> interval(from, to);
  for (int node : interval)
    if (node != members.back() && !mayJoin(nodes[node]))
      return "'" + nodes[node].name + "' among them cannot join a loop";
  if (!nodes[members.back()].hasModel())
    return "the last of them has no tile";
  GroupModel model(graph, interval, {}, options.costs, options.budget);
  const TileChoice &choice = *planner.choose(model);
  if (choice.feasible)
    return "a loop around all of them would tear another group or leave what others use";
  if (!choice.smallest.valid)
    return "no tile of the last of them is a tile of all";
  return "their smallest tile needs " + std::to_string(choice.smallest.footprint) + " B of local memory, " +
         std::to_string(model.available()) + " B are available";
}

PlannedGroup BlockPlanner::alone(int node) const {
  PlannedGroup group;
  group.members.push_back(node);
  group.cores = single[node].choice.cores;
  group.tile = single[node].choice.tile;
  group.evaluation = single[node].choice.evaluation;
  group.available = graph.available(node, std::span(&node, 1), options.budget);
  group.probe = single[node].probe;
  return group;
}

/// Interval dynamic programming. best[p]: the plan of places 0 .. p-1 with the lowest score. A marked group is torn
/// when the interval with its last member begins behind its first one.
Plan BlockPlanner::intervals() {
  size_t count = places.size();
  std::vector<Score> best(count + 1);
  std::vector<Interval> chosen(count + 1);
  MarkCounter counter(markedExtents(), count);
  for (size_t end = 1; end <= count; ++end) {
    counter.start(end);
    best[end] = {std::numeric_limits<int>::max() / 2, 0, infinity};
    extendUntouched(end, best, chosen[end], counter);
    counter.start(end);
    extendTiled(end, best, chosen[end], counter);
  }
  Plan plan;
  for (int end = static_cast<int>(count); end > 0; end = chosen[end].begin) {
    const Interval &interval = chosen[end];
    if (!interval.group.members.empty()) {
      plan.groups.push_back(interval.group);
      for (int node : interval.group.recomputed)
        if (oversized(node))
          plan.groups.push_back(alone(node));
    } else if (oversized(places[end - 1])) {
      plan.groups.push_back(alone(places[end - 1]));
    }
  }
  finish(plan);
  return plan;
}

/// The last place alone, or several places that all stay as they are: a marked group of them is not torn.
void BlockPlanner::extendUntouched(size_t end, std::vector<Score> &best, Interval &chosen, MarkCounter &counter) {
  Score own;
  for (size_t begin = end; begin-- > 0;) {
    int node = places[begin];
    bool tiled = oversized(node);
    if (tiled && begin + 1 < end)
      break;
    own.cost += single[node].feasible ? single[node].cost : 0;
    own.misfits += !single[node].feasible;
    own.torn = counter.at(begin);
    if (Score score = best[begin] + own; score < best[end]) {
      best[end] = score;
      chosen = {static_cast<int>(begin), {}};
    }
    if (tiled || counter.none() || end - begin > 2 * options.maxGroup)
      break;
  }
}

/// Groups that end with place end - 1, as long as the interval can be one.
void BlockPlanner::extendTiled(size_t end, std::vector<Score> &best, Interval &chosen, MarkCounter &counter) {
  int root = places[end - 1];
  if (!nodes[root].hasModel())
    return;
  counter.at(end - 1);
  std::vector<int> members{root};
  bool large = oversized(root);
  for (size_t begin = end - 1; begin-- > 0 && members.size() < options.longest();) {
    int node = places[begin];
    int torn = counter.at(begin);
    bool joined = std::ranges::any_of(nodes[node].users, [&](int user) { return contains(members, user); });
    if (!joined || !mayJoin(nodes[node]) || planner.work > options.work)
      return;
    members.insert(members.begin(), node);
    large |= oversized(node);
    // The first member is a view: the group without it loads the same bytes.
    if ((!large && !options.fuseFitting) || nodes[node].isView())
      continue;
    Score before = best[begin] + Score{0, torn, 0};
    if (best[end] < before)
      continue;
    bool tie = before.misfits == best[end].misfits && before.torn == best[end].torn;
    Candidate candidate = groupCost(members, tie ? best[end].cost - before.cost : infinity);
    if (candidate.hopeless)
      return;
    Score score = before + Score{0, 0, candidate.cost};
    if (candidate.cost == infinity || !(score < best[end]))
      continue;
    best[end] = score;
    chosen = {static_cast<int>(begin), std::move(candidate.group)};
  }
}

/// Sums, and the nodes that do not fit. Groups of misfits are dropped.
void BlockPlanner::finish(Plan &plan) {
  std::set<int> tiled;
  std::vector<PlannedGroup> kept;
  for (PlannedGroup &group : plan.groups) {
    int root = group.members.back();
    if (group.members.size() == 1 && !single[root].feasible) {
      const TileChoice &choice = single[root].choice;
      // Without a tileable loop the operation itself is its smallest tile.
      plan.misfits.push_back({root, choice.smallestTile.empty() ? nodes[root].extents : choice.smallestTile,
                              choice.smallest.valid ? choice.smallest.footprint : untiledFootprint(nodes[root]),
                              graph.available(root, std::span(&root, 1), options.budget)});
      continue;
    }
    for (int member : group.members)
      tiled.insert(member);
    plan.cost += group.probe ? single[root].cost : group.evaluation.cost;
    plan.traffic += group.probe ? single[root].traffic : group.evaluation.traffic;
    plan.extraOps += group.evaluation.extraOps;
    // Evaluation::extraOps compares with each member done once; a member that is done again elsewhere is extra too.
    kept.push_back(std::move(group));
  }
  plan.groups = std::move(kept);
  std::set<int> again;
  for (const PlannedGroup &group : plan.groups)
    again.insert(group.recomputed.begin(), group.recomputed.end());
  for (int node : places)
    if ((!tiled.contains(node) || again.contains(node)) && !oversized(node)) {
      plan.cost += single[node].cost;
      plan.traffic += single[node].traffic;
    }
  // From the last group to the first: a loop is built where its root stood, after everything that it reads.
  // Roots are distinct: no tie.
  std::ranges::sort(plan.groups,
                    [](const PlannedGroup &a, const PlannedGroup &b) { return a.members.back() > b.members.back(); });
  std::ranges::sort(plan.misfits, [](const MisfitNode &a, const MisfitNode &b) { return a.node < b.node; });
  findTorn(plan);
}

/// A marked group is whole when one loop has all that computes in it, or none has any of it.
void BlockPlanner::findTorn(Plan &plan) {
  std::set<int> tiled;
  for (const PlannedGroup &group : plan.groups)
    tiled.insert(group.members.begin(), group.members.end());
  for (const Extent &extent : markedExtents()) {
    std::vector<int> members = membersOf(extent.mark);
    bool touched = std::ranges::any_of(members, [&](int member) { return tiled.contains(member); });
    bool whole = std::ranges::any_of(plan.groups, [&](const PlannedGroup &group) {
      return std::ranges::all_of(members, [&](int member) { return contains(group.members, member); });
    });
    if (touched && !whole)
      plan.torn.push_back({extent.mark, members.back(), ""});
  }
}

} // namespace alcove::plan::tiling

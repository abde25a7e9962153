//===- Planner.cpp - Which operations share a loop ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Planner.h"

#include "llvm/ADT/DenseSet.h"

#include <algorithm>
#include <limits>

using namespace mlir;

namespace alcove::supertiling {

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();
}

/// Plans one block.
class BlockPlanner {
public:
  BlockPlanner(Planner &planner, const TilingGraph &graph)
      : planner(planner), options(planner.options), graph(graph), nodes(graph.nodes) {
    for (int node = 0; node < static_cast<int>(nodes.size()); ++node)
      if (!nodes[node].attached)
        places.push_back(node);
    single.resize(nodes.size());
    for (int node : places)
      single[node] = planAlone(node);
  }

  Plan run() {
    switch (options.mode) {
    case PlanMode::NoFuse:
      return noFuse();
    case PlanMode::MaxProducers:
      return maxProducers();
    case PlanMode::Planned:
      break;
    }
    // The two simple ways are points of the same space that the intervals may miss (a group with a gap), and with
    // trafficFirst they bound what the cheapest plan may move.
    std::vector<Plan> plans{intervals(), noFuse(), maxProducers()};
    double bound = infinity;
    size_t misfits = plans[0].misfits.size();
    for (const Plan &plan : plans)
      misfits = std::min(misfits, plan.misfits.size());
    for (size_t i = 1; i < plans.size(); ++i)
      if (options.costs.trafficFirst && plans[i].misfits.size() == misfits)
        bound = std::min(bound, plans[i].traffic);
    Plan best;
    best.cost = infinity;
    for (Plan &plan : plans)
      if (plan.misfits.size() == misfits && plan.traffic <= bound && plan.cost < best.cost)
        best = std::move(plan);
    return best;
  }

private:
  struct Single {
    bool fits = true;
    bool feasible = true;
    bool probe = false;
    TileChoice choice;
    double cost = 0;
    double traffic = 0;
  };
  struct Candidate {
    double cost = infinity;
    PlannedGroup group;
    /// The smallest tile does not fit or cannot be built: a longer group will not either.
    bool hopeless = true;
  };

  Single planAlone(int node);
  double untiledTraffic(const Node &node) const;
  bool oversized(int node) const { return nodes[node].isCompute() && !single[node].fits; }
  Candidate groupCost(ArrayRef<int> members);
  bool externalUses(ArrayRef<int> members, llvm::SmallVectorImpl<int> &used) const;
  bool inputsAreOutside(int node, ArrayRef<int> members) const;
  bool mayJoin(const Node &node) const {
    return (node.hasModel() && node.fusable) || node.isView() || node.kind == NodeKind::Concat;
  }
  Plan intervals();
  Plan noFuse();
  Plan maxProducers();
  llvm::SmallVector<int, 8> growUpward(int root);
  void finish(Plan &plan);
  PlannedGroup alone(int node) const;
  std::vector<char> forbiddenCuts() const;

  Planner &planner;
  const PlannerOptions &options;
  const TilingGraph &graph;
  const std::vector<Node> &nodes;
  /// Nodes with a place in the schedule: all but attached fills.
  std::vector<int> places;
  std::vector<Single> single;
};

double BlockPlanner::untiledTraffic(const Node &node) const {
  if (node.kind == NodeKind::Concat)
    return 2.0 * static_cast<double>(accessBytes(node.results[0]));
  if (!node.isCompute())
    return 0;
  double bytes = 0;
  llvm::SmallPtrSet<Value, 8> seen;
  for (const Access &input : node.inputs) {
    bool filled = input.producer >= 0 && nodes[input.producer].attached;
    if ((input.initOf < 0 || (input.read && !filled)) && seen.insert(input.value).second)
      bytes += static_cast<double>(accessBytes(input));
  }
  for (const Access &result : node.results)
    bytes += static_cast<double>(accessBytes(result));
  return bytes;
}

BlockPlanner::Single BlockPlanner::planAlone(int index) {
  const Node &node = nodes[index];
  Single result;
  result.traffic = result.cost = untiledTraffic(node);
  if (!node.isCompute())
    return result;
  bool dynamic = llvm::is_contained(node.dynamic, true);
  result.fits = untiledFootprint(node) <= options.budget.of(node.opClass) && !dynamic;
  if (result.fits)
    return result;
  if (node.kind == NodeKind::Probe) {
    result.probe = true;
    return result;
  }
  GroupModel model(graph, index, {}, options.costs, options.budget);
  if (planner.forbidden.contains(model.key())) {
    result.probe = true;
    return result;
  }
  result.choice = planner.choose(model);
  result.feasible = result.choice.feasible;
  result.cost = result.feasible ? result.choice.evaluation.cost : infinity;
  result.traffic = result.feasible ? result.choice.evaluation.traffic : 0;
  return result;
}

/// Members whose results are also needed outside the group; false when that cannot be served at all.
bool BlockPlanner::externalUses(ArrayRef<int> members, llvm::SmallVectorImpl<int> &used) const {
  auto inGroup = [&](int node) { return std::binary_search(members.begin(), members.end(), node); };
  llvm::DenseSet<int> needed;
  for (int member : llvm::reverse(members.drop_back())) {
    const Node &node = nodes[member];
    if (!needed.contains(member) && !node.escapes && llvm::all_of(node.users, inGroup))
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

bool BlockPlanner::inputsAreOutside(int node, ArrayRef<int> members) const {
  return llvm::none_of(nodes[node].inputs, [&](const Access &input) {
    return input.producer >= 0 && std::binary_search(members.begin(), members.end(), input.producer);
  });
}

BlockPlanner::Candidate BlockPlanner::groupCost(ArrayRef<int> members) {
  Candidate candidate;
  llvm::SmallVector<int, 4> used;
  candidate.hopeless = false;
  if (!externalUses(members, used))
    return candidate;
  auto attempt = [&](ArrayRef<int> yields, ArrayRef<int> recomputed) {
    // The tile of a padding is chosen between two branches, of which upstream yields one.
    if (llvm::any_of(yields, [&](int node) { return nodes[node].kind == NodeKind::Pad; }))
      return;
    GroupModel model(graph, members, yields, options.costs, options.budget);
    if (planner.forbidden.contains(model.key()))
      return;
    const TileChoice &choice = planner.choose(model);
    if (!choice.feasible) {
      candidate.hopeless |= yields.empty() && (!choice.smallest.valid || choice.smallest.footprint > model.available());
      return;
    }
    double cost = choice.evaluation.cost;
    for (int node : recomputed)
      cost += single[node].cost;
    if (cost >= candidate.cost)
      return;
    candidate.cost = cost;
    candidate.group = {};
    candidate.group.members.assign(members.begin(), members.end());
    candidate.group.yields.assign(yields.begin(), yields.end());
    candidate.group.recomputed.assign(recomputed.begin(), recomputed.end());
    candidate.group.tile = choice.tile;
    candidate.group.evaluation = choice.evaluation;
    candidate.group.available = model.available();
  };
  attempt(used, {});
  llvm::SmallVector<int, 4> yields, recomputed;
  for (int node : used)
    (inputsAreOutside(node, members) && single[node].feasible ? recomputed : yields).push_back(node);
  if (!recomputed.empty())
    attempt(yields, recomputed);
  return candidate;
}

/// cut[i]: an interval may not start at place i, because a marked group lies across that boundary.
std::vector<char> BlockPlanner::forbiddenCuts() const {
  std::vector<char> cut(places.size() + 1, 0);
  llvm::DenseMap<int64_t, std::pair<int, int>> extent;
  for (int place = 0; place < static_cast<int>(places.size()); ++place)
    for (int64_t mark : nodes[places[place]].marks) {
      auto [found, fresh] = extent.try_emplace(mark, place, place);
      found->second.second = place;
    }
  for (auto &[mark, range] : extent)
    for (int place = range.first + 1; place <= range.second; ++place)
      cut[place] = 1;
  return cut;
}

PlannedGroup BlockPlanner::alone(int node) const {
  PlannedGroup group;
  group.members.push_back(node);
  group.tile = single[node].choice.tile;
  group.evaluation = single[node].choice.evaluation;
  group.available = options.budget.of(nodes[node].opClass);
  group.probe = single[node].probe;
  return group;
}

/// Interval dynamic programming. best[p]: cheapest plan of places 0 .. p-1. Cuts through a marked group cost an extra
/// that only a plan without another way out pays.
Plan BlockPlanner::intervals() {
  size_t count = places.size();
  std::vector<double> best(count + 1, infinity);
  std::vector<int> from(count + 1, -1);
  std::vector<PlannedGroup> chosen(count + 1);
  std::vector<char> cut = forbiddenCuts();
  constexpr double cutMark = 1e30, misfit = 1e36;
  best[0] = 0;
  for (size_t end = 1; end <= count; ++end) {
    int root = places[end - 1];
    double own = single[root].feasible ? single[root].cost : misfit;
    best[end] = best[end - 1] + own + (cut[end - 1] ? cutMark : 0);
    from[end] = static_cast<int>(end) - 1;
    if (!nodes[root].hasModel())
      continue;
    llvm::SmallVector<int, 24> members{root};
    bool large = oversized(root);
    for (size_t begin = end - 1; begin-- > 0 && members.size() < options.maxGroup;) {
      int node = places[begin];
      bool joined = llvm::any_of(nodes[node].users, [&](int user) { return llvm::is_contained(members, user); });
      if (!joined || !mayJoin(nodes[node]) || planner.work > options.work)
        break;
      members.insert(members.begin(), node);
      large |= oversized(node);
      if (!large)
        continue;
      // The first member is a view: the group without it loads the same bytes.
      if (nodes[node].isView())
        continue;
      Candidate candidate = groupCost(members);
      if (candidate.hopeless)
        break;
      double cost = best[begin] + candidate.cost + (cut[begin] ? cutMark : 0);
      if (cost >= best[end])
        continue;
      best[end] = cost;
      from[end] = static_cast<int>(begin);
      chosen[end] = std::move(candidate.group);
    }
  }
  Plan plan;
  for (int end = static_cast<int>(count); end > 0; end = from[end]) {
    if (!chosen[end].members.empty() && from[end] < end - 1) {
      plan.groups.push_back(chosen[end]);
      for (int node : chosen[end].recomputed)
        if (oversized(node))
          plan.groups.push_back(alone(node));
    } else if (oversized(places[end - 1])) {
      plan.groups.push_back(alone(places[end - 1]));
    }
  }
  finish(plan);
  return plan;
}

/// Sums, and the nodes that do not fit. Groups of misfits are dropped.
void BlockPlanner::finish(Plan &plan) {
  llvm::DenseSet<int> tiled;
  std::vector<PlannedGroup> kept;
  for (PlannedGroup &group : plan.groups) {
    int root = group.members.back();
    if (group.members.size() == 1 && !single[root].feasible) {
      const TileChoice &choice = single[root].choice;
      // Without a tileable loop the operation itself is its smallest tile.
      ArrayRef<int64_t> smallest = choice.smallestTile.empty() ? ArrayRef<int64_t>(nodes[root].extents)
                                                               : ArrayRef<int64_t>(choice.smallestTile);
      plan.misfits.push_back({root, llvm::SmallVector<int64_t, 6>(smallest.begin(), smallest.end()),
                              choice.smallest.valid ? choice.smallest.footprint : untiledFootprint(nodes[root]),
                              options.budget.of(nodes[root].opClass)});
      continue;
    }
    for (int member : group.members)
      tiled.insert(member);
    plan.cost += group.evaluation.cost;
    plan.traffic += group.evaluation.traffic;
    plan.extraOps += group.evaluation.extraOps;
    // Evaluation::extraOps compares with each member done once; a member that is done again elsewhere is extra too.
    kept.push_back(std::move(group));
  }
  plan.groups = std::move(kept);
  llvm::DenseSet<int> again;
  for (const PlannedGroup &group : plan.groups)
    again.insert(group.recomputed.begin(), group.recomputed.end());
  for (int node : places)
    if ((!tiled.contains(node) || again.contains(node)) && !oversized(node)) {
      plan.cost += single[node].cost;
      plan.traffic += single[node].traffic;
    }
  // From the last group to the first: a loop is built where its root stood, after everything that it reads.
  // Roots are distinct: no tie.
  llvm::sort(plan.groups,
             [](const PlannedGroup &a, const PlannedGroup &b) { return a.members.back() > b.members.back(); });
  llvm::sort(plan.misfits, [](const MisfitNode &a, const MisfitNode &b) { return a.node < b.node; });
}

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
    if (planner.forbidden.contains(model.key()))
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
      while (members.size() > 1) {
        GroupModel model(graph, members, {}, options.costs, options.budget);
        const TileChoice &choice = planner.choose(model);
        if (choice.feasible) {
          group.members = members;
          group.tile = choice.tile;
          group.evaluation = choice.evaluation;
          group.available = model.available();
          group.probe = false;
          break;
        }
        members.erase(members.begin());
      }
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

Plan Planner::plan(const TilingGraph &graph) { return BlockPlanner(*this, graph).run(); }

const TileChoice &Planner::choose(const GroupModel &group) {
  auto [found, fresh] = cache.try_emplace(group.key());
  if (fresh) {
    TileSearchOptions search;
    if (work > options.work)
      search.limit = 64;
    found->second = searchTile(group, search, work);
  }
  return found->second;
}

bool Planner::forbid(const TilingGraph &graph, const PlannedGroup &group) {
  GroupModel model(graph, group.members, group.yields, options.costs, options.budget);
  return forbidden.insert(model.key()).second;
}

double Planner::compulsoryTraffic(const TilingGraph &graph) {
  double bytes = 0;
  llvm::SmallPtrSet<Value, 16> seen;
  for (const Node &node : graph.nodes) {
    if (!node.isCompute())
      continue;
    for (const Access &input : node.inputs) {
      bool outside =
          input.producer < 0 ? input.initOf < 0 || input.read : graph.nodes[input.producer].kind == NodeKind::Opaque;
      if (outside && !input.value.getDefiningOp<tensor::EmptyOp>() && seen.insert(input.value).second)
        bytes += static_cast<double>(accessBytes(input));
    }
    if (node.escapes)
      for (const Access &result : node.results)
        bytes += static_cast<double>(accessBytes(result));
  }
  return bytes;
}

} // namespace alcove::supertiling

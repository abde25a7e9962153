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
#include <map>
#include <tuple>

using namespace mlir;

namespace alcove::supertiling {

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();

Bytes largestPowerBelow(Bytes bytes) {
  Bytes power = 1;
  while (power * 2 < bytes)
    power *= 2;
  return power;
}
} // namespace

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
    auto rank = [](const Plan &plan) { return std::pair(plan.misfits.size(), plan.torn.size()); };
    auto least = rank(plans[0]);
    for (const Plan &plan : plans)
      least = std::min(least, rank(plan));
    double bound = infinity;
    for (size_t i = 1; i < plans.size(); ++i)
      if (options.costs.trafficFirst && rank(plans[i]) == least)
        bound = std::min(bound, plans[i].traffic);
    Plan best;
    best.cost = infinity;
    for (Plan &plan : plans)
      if (rank(plan) == least && plan.traffic <= bound && plan.cost < best.cost)
        best = std::move(plan);
    for (TornMark &torn : best.torn)
      torn.reason = whyTorn(membersOf(torn.mark));
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
  /// Compared from left to right.
  struct Score {
    int misfits = 0;
    int torn = 0;
    double cost = 0;
    bool operator<(const Score &other) const {
      return std::tie(misfits, torn, cost) < std::tie(other.misfits, other.torn, other.cost);
    }
    Score operator+(const Score &other) const {
      return {misfits + other.misfits, torn + other.torn, cost + other.cost};
    }
  };
  /// Places of the first and the last member of a marked group.
  struct Extent {
    int64_t mark = -1;
    int first = 0;
    int last = 0;
  };
  struct Candidate {
    double cost = infinity;
    PlannedGroup group;
    /// The smallest tile does not fit or cannot be built: a longer group will not either.
    bool hopeless = true;
  };

  struct Interval {
    int begin = 0;
    /// Without members: the places stay as they are, or the only one is tiled alone.
    PlannedGroup group;
  };
  /// Marked groups that the interval from `begin` tears, as `begin` goes down from a fixed end.
  class MarkCounter {
  public:
    MarkCounter(const std::vector<Extent> &extents, size_t places) : byFirst(places), byLast(places) {
      for (const Extent &extent : extents) {
        byFirst[extent.first].push_back(extent.last);
        byLast[extent.last].push_back(extent.first);
      }
      total = extents.size();
    }
    void start(size_t newEnd) {
      end = static_cast<int>(newEnd);
      count = 0;
    }
    /// To be called for end - 1, end - 2, ...
    int at(size_t begin) {
      count += static_cast<int>(byLast[begin].size());
      for (int last : byFirst[begin])
        count -= last < end;
      return count;
    }
    bool none() const { return total == 0; }

  private:
    std::vector<std::vector<int>> byFirst, byLast;
    size_t total = 0;
    int end = 0, count = 0;
  };

  Single planAlone(int node);
  double untiledTraffic(const Node &node) const;
  bool oversized(int node) const { return nodes[node].isCompute() && !single[node].fits; }
  Candidate groupCost(ArrayRef<int> members, double ceiling = infinity);
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
  std::vector<Extent> markedExtents() const;
  llvm::SmallVector<int, 8> membersOf(int64_t mark) const;
  bool tears(ArrayRef<int> group) const;
  std::string whyTorn(ArrayRef<int> members);
  void findTorn(Plan &plan);
  void extendUntouched(size_t end, std::vector<Score> &best, Interval &chosen, MarkCounter &counter);
  void extendTiled(size_t end, std::vector<Score> &best, Interval &chosen, MarkCounter &counter);

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
  result.fits = untiledFootprint(node) <= graph.available(index, index, options.budget) && !dynamic;
  if (result.fits)
    return result;
  if (node.kind == NodeKind::Probe) {
    result.probe = true;
    return result;
  }
  GroupModel model(graph, index, {}, options.costs, options.budget);
  if (planner.forbidden.contains(model.structure())) {
    result.probe = true;
    return result;
  }
  result.choice = *planner.choose(model);
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

/// A group at the cost of `ceiling` or above is of no use.
BlockPlanner::Candidate BlockPlanner::groupCost(ArrayRef<int> members, double ceiling) {
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
    if (planner.forbidden.contains(model.structure()))
      return;
    double again = 0;
    for (int node : recomputed)
      again += single[node].cost;
    const TileChoice *found = planner.choose(model, std::min(ceiling, candidate.cost) - again);
    if (!found)
      return;
    const TileChoice &choice = *found;
    if (!choice.feasible) {
      candidate.hopeless |= yields.empty() && (!choice.smallest.valid || choice.smallest.footprint > model.available());
      return;
    }
    double cost = choice.evaluation.cost + again;
    if (cost >= candidate.cost)
      return;
    candidate.cost = cost;
    candidate.group = {};
    candidate.group.members.assign(members.begin(), members.end());
    candidate.group.yields.assign(yields.begin(), yields.end());
    candidate.group.recomputed.assign(recomputed.begin(), recomputed.end());
    candidate.group.core = choice.core;
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
llvm::SmallVector<int, 8> BlockPlanner::membersOf(int64_t mark) const {
  llvm::SmallVector<int, 8> members;
  for (int node : places)
    if (nodes[node].isCompute() && llvm::is_contained(nodes[node].marks, mark))
      members.push_back(node);
  return members;
}

/// Some members of a mark are in `group`, but not all.
bool BlockPlanner::tears(ArrayRef<int> group) const {
  llvm::DenseSet<int64_t> seen;
  for (int node : group)
    for (int64_t mark : nodes[node].marks)
      if (seen.insert(mark).second &&
          !llvm::all_of(membersOf(mark), [&](int member) { return llvm::is_contained(group, member); }))
        return true;
  return false;
}

/// Why `members`, a marked group, are not in one loop.
std::string BlockPlanner::whyTorn(ArrayRef<int> members) {
  auto from = llvm::lower_bound(places, members.front()), to = llvm::upper_bound(places, members.back());
  llvm::SmallVector<int, 8> interval(from, to);
  for (int node : interval)
    if (node != members.back() && !mayJoin(nodes[node]))
      return "'" + nodes[node].op->getName().getStringRef().str() + "' among them cannot join a loop";
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
  group.core = single[node].choice.core;
  group.tile = single[node].choice.tile;
  group.evaluation = single[node].choice.evaluation;
  group.available = graph.available(node, node, options.budget);
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
  llvm::SmallVector<int, 24> members{root};
  bool large = oversized(root);
  for (size_t begin = end - 1; begin-- > 0 && members.size() < options.maxGroup;) {
    int node = places[begin];
    int torn = counter.at(begin);
    bool joined = llvm::any_of(nodes[node].users, [&](int user) { return llvm::is_contained(members, user); });
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
  llvm::DenseSet<int> tiled;
  std::vector<PlannedGroup> kept;
  for (PlannedGroup &group : plan.groups) {
    int root = group.members.back();
    if (group.members.size() == 1 && !single[root].feasible) {
      const TileChoice &choice = single[root].choice;
      // Without a tileable loop the operation itself is its smallest tile.
      ArrayRef<int64_t> smallest =
          choice.smallestTile.empty() ? ArrayRef<int64_t>(nodes[root].extents) : ArrayRef<int64_t>(choice.smallestTile);
      plan.misfits.push_back({root, llvm::SmallVector<int64_t, 6>(smallest.begin(), smallest.end()),
                              choice.smallest.valid ? choice.smallest.footprint : untiledFootprint(nodes[root]),
                              graph.available(root, root, options.budget)});
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
  findTorn(plan);
}

/// A marked group is whole when one loop has all that computes in it, or none has any of it.
void BlockPlanner::findTorn(Plan &plan) {
  llvm::DenseSet<int> tiled;
  for (const PlannedGroup &group : plan.groups)
    tiled.insert(group.members.begin(), group.members.end());
  for (const Extent &extent : markedExtents()) {
    llvm::SmallVector<int, 8> members = membersOf(extent.mark);
    bool touched = llvm::any_of(members, [&](int member) { return tiled.contains(member); });
    bool whole = llvm::any_of(plan.groups, [&](const PlannedGroup &group) {
      return llvm::all_of(members, [&](int member) { return llvm::is_contained(group.members, member); });
    });
    if (touched && !whole)
      plan.torn.push_back({extent.mark, members.back(), ""});
  }
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

/// A plan for less memory is a plan for more: with half, a quarter, ... of it the search may find a better one. The
/// traffic of worse ones grows as the memory shrinks: one that moves a quarter more ends the series.
Plan Planner::plan(const TilingGraph &graph) {
  Plan best = BlockPlanner(*this, graph).run();
  if (options.mode != PlanMode::Planned)
    return best;
  const Budget whole = options.budget;
  double compulsory = compulsoryTraffic(graph);
  auto rank = [&](const Plan &plan) {
    return std::tuple(plan.misfits.size(), plan.torn.size(), options.costs.trafficFirst ? plan.traffic : plan.cost,
                      plan.cost);
  };
  bool worse = false;
  for (Bytes most = largestPowerBelow(whole.largest());
       most > 0 && !worse && best.traffic > compulsory && work < options.work; most /= 2) {
    options.budget = whole.atMost(most);
    Plan plan = BlockPlanner(*this, graph).run();
    worse = plan.misfits.size() > best.misfits.size() || plan.traffic > 1.25 * best.traffic;
    if (rank(plan) < rank(best))
      best = std::move(plan);
  }
  options.budget = whole;
  for (PlannedGroup &group : best.groups)
    if (group.probe)
      group.available = graph.available(group.members.back(), group.members, whole);
  return best;
}

/// A tile chosen for more memory that needs no more than there is stays the best; what has no tile with more memory has
/// none with less.
Planner::Known::Choice &Planner::find(const GroupModel &group, Known &known, double ceiling) {
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

const TileChoice *Planner::choose(const GroupModel &group, double ceiling) {
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

bool Planner::forbid(const TilingGraph &graph, const PlannedGroup &group) {
  GroupModel model(graph, group.members, group.yields, options.costs, options.budget);
  return forbidden.insert(model.structure()).second;
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

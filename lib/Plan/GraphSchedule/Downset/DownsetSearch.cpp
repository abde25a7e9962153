//===- DownsetSearch.cpp - Exact schedules by dynamic programming ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DownsetSearch.h"
#include "OpMaskBits.h"

#include <algorithm>

namespace alcove::plan::schedule {

static size_t count(OpMask mask) {
  return static_cast<size_t>(__builtin_popcountll(static_cast<uint64_t>(mask)) +
                             __builtin_popcountll(static_cast<uint64_t>(mask >> 64)));
}

namespace {

/// Tensors are named by their makers: every operation has one result.
struct State {
  OpMask executed, resident;
  /// Made, not in slow memory, and still of use; the part of it that was ephemeral may not be stored any more (GS-S14).
  OpMask lost, tainted;
  bool operator==(const State &) const = default;
};

struct StateHash {
  size_t operator()(const State &state) const {
    uint64_t hash = 0;
    for (OpMask mask : {state.executed, state.resident, state.lost, state.tainted})
      for (uint64_t word : {static_cast<uint64_t>(mask), static_cast<uint64_t>(mask >> 64)})
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u + (hash >> 31);
    return hash;
  }
};

struct Node {
  State state;
  double cost, bound;
  int32_t parent;
  int32_t group;
  OpMask retained;
};

class Search {
public:
  Search(GroupPricer &pricer, const CandidateSet &candidates, const DownsetOptions &options, const StopSignal &stop)
      : pricer(pricer), graph(pricer.graph()), candidates(candidates), options(options), stop(stop),
        best(options.incumbent), users(graph.size(), 0) {
    all = graph.size() == 128 ? ~OpMask(0) : bit(graph.size()) - 1;
    for (size_t o = 0; o != graph.size(); ++o) {
      for (int32_t user : graph.usersOf(graph.ops[o].outputs[0]))
        users[o] |= bit(static_cast<size_t>(user));
      if (graph.mustStore(graph.ops[o].outputs[0]))
        mustStore |= bit(o);
    }
    for (size_t t = 0; t != graph.tensors.size(); ++t)
      if (graph.producer[t] < 0 && !graph.users[t].empty()) {
        OpMask readers = 0;
        for (int32_t user : graph.users[t])
          readers |= bit(static_cast<size_t>(user));
        graphInputs.push_back({readers, static_cast<double>(graph.tensors[t].elements())});
      }
    layers.resize(graph.size() + 1);
    below = users;
    for (size_t o = graph.size(); o-- > 0;)
      for (OpMask rest = users[o]; rest; rest &= rest - 1)
        below[o] |= below[lowest(rest)];
  }

  DownsetResult run();

private:
  using Layer = std::vector<std::pair<double, int32_t>>;
  int32_t resultOf(size_t o) const { return graph.ops[o].outputs[0]; }
  void tensorsOf(OpMask makers, std::vector<int32_t> &list) const {
    list.clear();
    for (OpMask rest = makers; rest; rest &= rest - 1)
      list.push_back(resultOf(lowest(rest)));
  }
  void opsOf(OpMask mask, std::vector<int32_t> &list) const {
    list.clear();
    for (OpMask rest = mask; rest; rest &= rest - 1)
      list.push_back(static_cast<int32_t>(lowest(rest)));
  }
  double remaining(const State &state) const;
  /// Of the operations of `set`; 0 where there are no `prices`.
  static double sumOver(OpMask set, const std::vector<double> &prices) {
    double sum = 0;
    if (!prices.empty())
      for (OpMask rest = set; rest; rest &= rest - 1)
        sum += prices[lowest(rest)];
    return sum;
  }
  double sharesOf(OpMask set) const { return sumOver(set, candidates.shares); }
  double keepPricesOf(OpMask set) const { return sumOver(set, candidates.keepPrices); }
  void expand(int32_t index);
  bool allowed(const State &state, const CandidateGroup &group, OpMask &forced) const;
  void expandWith(int32_t index, const State &state, size_t group);
  void step(int32_t index, size_t group, OpMask forced, OpMask optional);
  void arrive(int32_t parent, size_t group, OpMask retained, double cost);
  void enqueue(int32_t node);
  void trim(Layer &layer);

  GroupPricer &pricer;
  const OpGraph &graph;
  const CandidateSet &candidates;
  const DownsetOptions &options;
  const StopSignal &stop;
  double best;
  OpMask all = 0, mustStore = 0;
  /// Readers of each result, and everything that depends on it.
  std::vector<OpMask> users, below;
  std::vector<std::pair<OpMask, double>> graphInputs;
  std::vector<Node> nodes;
  /// Per number of executed operations: a heap of nodes to expand, cheapest first; an outdated cost marks an outdated
  /// entry.
  std::vector<Layer> layers;
  std::unordered_map<State, int32_t, StateHash> index;
  std::vector<int32_t> ops, resident, retained;
  uint64_t work = 0;
  /// Stopped by a limit; left out choices on the way.
  bool cut = false, narrowed = false;
};

} // namespace

/// Admissible: what is left must still be computed once, and what is left to read and to write must still be moved; or
/// the prices of the covering bound, where who finds the residents pays for them.
double Search::remaining(const State &state) const {
  double compute = 0, traffic = 0, shares = 0;
  for (OpMask rest = all & ~state.executed; rest; rest &= rest - 1) {
    size_t o = lowest(rest);
    compute += graph.ops[o].nativeCompute;
    if (!candidates.shares.empty())
      shares += candidates.shares[o];
    if (mustStore & bit(o))
      traffic += static_cast<double>(graph.tensor(resultOf(o)).elements());
  }
  for (OpMask rest = candidates.deliveryShares.empty() ? 0 : state.lost | state.resident; rest; rest &= rest - 1) {
    size_t o = lowest(rest);
    const std::vector<int32_t> &readers = graph.usersOf(resultOf(o));
    for (size_t i = 0; i != readers.size(); ++i)
      if (!(state.executed & bit(static_cast<size_t>(readers[i]))))
        shares += candidates.deliveryShares[o][i];
  }
  shares -= keepPricesOf(state.resident);
  for (OpMask rest = state.executed & ~state.resident & ~state.lost; rest; rest &= rest - 1)
    if (size_t o = lowest(rest); users[o] & ~state.executed)
      traffic += static_cast<double>(graph.tensor(resultOf(o)).elements());
  for (const auto &[readers, elements] : graphInputs)
    if (readers & ~state.executed)
      traffic += elements;
  return std::max({compute, shares, traffic / static_cast<double>(graph.bandwidth)});
}

bool Search::allowed(const State &state, const CandidateGroup &group, OpMask &forced) const {
  if (group.internal & mustStore)
    return false;
  OpMask slow = state.executed & ~state.lost & ~state.resident;
  if (group.inputMakers & ~(slow | state.resident))
    return false;
  // Residents that nobody reads here were kept in vain.
  if (state.resident & ~group.inputMakers)
    return false;
  OpMask again = group.ops & state.executed;
  forced = 0;
  if (!again)
    return true;
  if (!options.recompute || (again & mustStore) || (again & state.resident))
    return false;
  // GS-S14: what is in slow memory never becomes ephemeral, what was ephemeral is never stored; both may be retained.
  forced = (again & slow) | (again & group.outer & state.tainted);
  // Nothing new: only of use for what it keeps or stores.
  return again != group.ops || (group.outer & (options.retention ? ~OpMask(0) : ~forced));
}

void Search::expand(int32_t from) {
  const State state = nodes[static_cast<size_t>(from)].state;
  if (nodes[static_cast<size_t>(from)].cost + nodes[static_cast<size_t>(from)].bound >= best)
    return;
  for (size_t g = 0; g != candidates.groups.size() && !cut; ++g) {
    if (++work > options.workLimit || (work % 256 == 0 && stop()))
      cut = true;
    else
      expandWith(from, state, g);
  }
}

void Search::expandWith(int32_t from, const State &state, size_t g) {
  const CandidateGroup &group = candidates.groups[g];
  OpMask forced, optional = 0;
  if (!allowed(state, group, forced))
    return;
  if (forced && !options.retention)
    return;
  OpMask executed = state.executed | group.ops;
  if (!candidates.shares.empty()) { // Before any pricing: can this lead below the incumbent?
    double left = nodes[static_cast<size_t>(from)].cost + group.leastAfterKeeping;
    if (left + sharesOf(all & ~executed) >= best)
      return;
  }
  for (OpMask rest = group.ops & ~mustStore & ~forced; rest; rest &= rest - 1) {
    size_t o = lowest(rest);
    if (!((options.recompute ? below[o] : users[o]) & ~executed))
      continue;
    if (!options.recompute && (group.internal & bit(o)))
      forced |= bit(o);
    else if (options.retention)
      optional |= bit(o);
  }
  if (options.recompute)
    return step(from, g, forced, optional);
  if (forced && !options.retention)
    return;
  // Residents go to all their readers at once.
  for (OpMask rest = state.resident; rest; rest &= rest - 1)
    if (users[lowest(rest)] & ~executed)
      return;
  step(from, g, forced, optional);
}

/// All sets of retained tensors: the forced ones and every choice among the optional ones that could fit.
void Search::step(int32_t from, size_t g, OpMask forced, OpMask optional) {
  const CandidateGroup &group = candidates.groups[g];
  double cost = nodes[static_cast<size_t>(from)].cost;
  OpMask resident0 = nodes[static_cast<size_t>(from)].state.resident;
  int64_t room = graph.capacity;
  for (OpMask rest = resident0 | forced; rest; rest &= rest - 1)
    room -= graph.tensor(resultOf(lowest(rest))).elements();
  opsOf(group.ops, ops);
  tensorsOf(resident0, resident);
  size_t left = 4096;
  auto visit = [&](auto &&self, OpMask rest, OpMask choice, int64_t free) -> void {
    if (!rest) {
      if (left == 0) { // Too many choices to prove anything; the first ones are tried.
        narrowed = true;
        return;
      }
      --left;
      tensorsOf(forced | choice, retained);
      double price = resident.empty() && retained.empty() ? group.price : pricer.price(ops, resident, retained).cost;
      ++work;
      if (price < infinite)
        arrive(from, g, forced | choice, cost + price);
      return;
    }
    size_t o = lowest(rest);
    int64_t size = graph.tensor(resultOf(o)).elements();
    if (size < free)
      self(self, rest & (rest - 1), choice | bit(o), free - size);
    if (left)
      self(self, rest & (rest - 1), choice, free);
    else
      narrowed = true;
  };
  if (room >= 0)
    visit(visit, optional, 0, room);
}

void Search::arrive(int32_t parent, size_t g, OpMask kept, double cost) {
  if (cost >= best)
    return;
  const CandidateGroup &group = candidates.groups[g];
  const State old = nodes[static_cast<size_t>(parent)].state;
  State next{old.executed | group.ops, kept, 0, 0};
  OpMask stored = group.outer & ~kept;
  OpMask lost = (old.lost | old.resident | group.internal) & ~kept & ~stored;
  // Running an operation again is charged something by any group: where the gap to the incumbent is smaller, it will
  // not happen, and a lost tensor that neither its maker nor a reader could ask for again need not be remembered.
  double gap = best - cost - sharesOf(all & ~next.executed) + keepPricesOf(kept);
  auto mayRunAgain = [&](size_t o) { return candidates.rerunShares.empty() || candidates.rerunShares[o] < gap; };
  for (OpMask rest = lost; rest; rest &= rest - 1) {
    size_t o = lowest(rest);
    if (users[o] & ~next.executed) {
      if (!mayRunAgain(o))
        return;
      next.lost |= bit(o);
    } else if (options.recompute && (below[o] & ~next.executed)) {
      bool wanted = mayRunAgain(o);
      for (OpMask readers = users[o]; readers && !wanted; readers &= readers - 1)
        wanted = mayRunAgain(lowest(readers));
      if (wanted)
        next.lost |= bit(o);
    }
  }
  if (next.lost && !options.recompute)
    return;
  next.tainted = (old.tainted | (group.internal & ~kept)) & (next.lost | kept);
  if (next.executed == all) {
    if (kept)
      return;
    best = cost;
  }
  auto [place, isNew] = index.try_emplace(next, static_cast<int32_t>(nodes.size()));
  if (!isNew) {
    Node &node = nodes[static_cast<size_t>(place->second)];
    if (cost < node.cost) {
      node.cost = cost;
      node.parent = parent;
      node.group = static_cast<int32_t>(g);
      node.retained = kept;
      enqueue(place->second);
    }
    return;
  }
  double bound = remaining(next);
  if (cost + bound >= best && next.executed != all) {
    index.erase(place);
    return;
  }
  nodes.push_back({next, cost, bound, parent, static_cast<int32_t>(g), kept});
  enqueue(place->second);
  if (nodes.size() > 4'000'000)
    cut = true;
}

void Search::enqueue(int32_t node) {
  const Node &entry = nodes[static_cast<size_t>(node)];
  Layer &layer = layers[count(entry.state.executed)];
  layer.push_back({entry.cost, node});
  std::push_heap(layer.begin(), layer.end(), std::greater<>());
}

void Search::trim(Layer &layer) {
  if (!options.beam || layer.size() <= options.beam)
    return;
  narrowed = true;
  std::stable_sort(layer.begin(), layer.end(), [&](auto &a, auto &b) {
    return a.first + nodes[static_cast<size_t>(a.second)].bound < b.first + nodes[static_cast<size_t>(b.second)].bound;
  });
  layer.resize(options.beam);
  std::make_heap(layer.begin(), layer.end(), std::greater<>());
}

DownsetResult Search::run() {
  DownsetResult result;
  State empty{0, 0, 0, 0};
  nodes.push_back({empty, 0, remaining(empty), -1, -1, 0});
  enqueue(0);
  for (size_t layer = 0; layer < graph.size() && !cut; ++layer) {
    trim(layers[layer]);
    while (!layers[layer].empty() && !cut) {
      auto [cost, node] = layers[layer].front();
      std::pop_heap(layers[layer].begin(), layers[layer].end(), std::greater<>());
      layers[layer].pop_back();
      if (cost <= nodes[static_cast<size_t>(node)].cost)
        expand(node);
    }
  }
  result.work = work;
  result.states = nodes.size();
  result.complete = candidates.complete && !cut && !narrowed;
  for (auto [finalCost, n] : layers[graph.size()]) {
    const Node &node = nodes[static_cast<size_t>(n)];
    if (node.cost > best)
      continue;
    result.cost = node.cost;
    result.sequence.clear();
    for (int32_t at = n; nodes[static_cast<size_t>(at)].parent >= 0; at = nodes[static_cast<size_t>(at)].parent) {
      const Node &step = nodes[static_cast<size_t>(at)];
      ScheduledGroup group;
      opsOf(candidates.groups[static_cast<size_t>(step.group)].ops, group.ops);
      tensorsOf(step.retained, group.retained);
      tensorsOf(nodes[static_cast<size_t>(step.parent)].state.resident, group.resident);
      result.sequence.insert(result.sequence.begin(), std::move(group));
    }
  }
  return result;
}

DownsetResult searchDownsets(GroupPricer &pricer, const CandidateSet &candidates, const DownsetOptions &options,
                             const StopSignal &stop) {
  if (candidates.groups.empty() || pricer.graph().size() > 128)
    return {};
  return Search(pricer, candidates, options, stop).run();
}

} // namespace alcove::plan::schedule

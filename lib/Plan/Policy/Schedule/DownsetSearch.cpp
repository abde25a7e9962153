//===- DownsetSearch.cpp - Exact schedules by dynamic programming ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Policy/Schedule/DownsetSearch.h"

#include <algorithm>

namespace alcove::plan::schedule {

static constexpr double infinite = std::numeric_limits<double>::infinity();

static OpMask bit(size_t i) { return OpMask(1) << i; }

static size_t lowest(OpMask mask) {
  uint64_t low = static_cast<uint64_t>(mask);
  return low ? static_cast<size_t>(__builtin_ctzll(low))
             : 64 + static_cast<size_t>(__builtin_ctzll(static_cast<uint64_t>(mask >> 64)));
}

static size_t count(OpMask mask) {
  return static_cast<size_t>(__builtin_popcountll(static_cast<uint64_t>(mask)) +
                             __builtin_popcountll(static_cast<uint64_t>(mask >> 64)));
}

namespace {

/// Tensors are named by their makers: every operation has one result.
struct State {
  OpMask executed, resident, lost;
  bool operator==(const State &) const = default;
};

struct StateHash {
  size_t operator()(const State &state) const {
    uint64_t hash = 0;
    for (OpMask mask : {state.executed, state.resident, state.lost})
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
  }

  DownsetResult run();

private:
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
  void expand(int32_t index);
  bool allowed(const State &state, const CandidateGroup &group) const;
  void step(int32_t index, size_t group, OpMask forced, OpMask optional);
  void arrive(int32_t parent, size_t group, OpMask retained, double cost);
  void trim(std::vector<int32_t> &layer);

  GroupPricer &pricer;
  const OpGraph &graph;
  const CandidateSet &candidates;
  const DownsetOptions &options;
  const StopSignal &stop;
  double best;
  OpMask all = 0, mustStore = 0;
  std::vector<OpMask> users;
  std::vector<std::pair<OpMask, double>> graphInputs;
  std::vector<Node> nodes;
  std::vector<std::vector<int32_t>> layers;
  std::unordered_map<State, int32_t, StateHash> index;
  std::vector<int32_t> ops, resident, retained;
  uint64_t work = 0;
  bool cut = false;
};

} // namespace

/// Admissible: what is left must still be computed once, and what is left to read and to write must still be moved; or
/// the shares of the covering bound.
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
  for (OpMask rest = state.executed & ~state.resident & ~state.lost; rest; rest &= rest - 1)
    if (size_t o = lowest(rest); users[o] & ~state.executed)
      traffic += static_cast<double>(graph.tensor(resultOf(o)).elements());
  for (const auto &[readers, elements] : graphInputs)
    if (readers & ~state.executed)
      traffic += elements;
  return std::max({compute, shares, traffic / static_cast<double>(graph.bandwidth)});
}

bool Search::allowed(const State &state, const CandidateGroup &group) const {
  OpMask again = group.ops & state.executed;
  if (again == group.ops)
    return false;
  // S14: only what was lost runs again, and stays inside.
  if (again & ~(state.lost & group.internal))
    return false;
  if (group.inputMakers & ~(state.executed & ~(state.lost & ~state.resident)))
    return false;
  // Residents that nobody reads here were kept in vain.
  if (state.resident & ~group.inputMakers)
    return false;
  return !(group.internal & mustStore);
}

void Search::expand(int32_t from) {
  const State state = nodes[static_cast<size_t>(from)].state;
  if (nodes[static_cast<size_t>(from)].cost + nodes[static_cast<size_t>(from)].bound >= best)
    return;
  for (size_t g = 0; g != candidates.groups.size(); ++g) {
    if (++work > options.workLimit || (work % 4096 == 0 && stop())) {
      cut = true;
      return;
    }
    const CandidateGroup &group = candidates.groups[g];
    if (!allowed(state, group))
      continue;
    OpMask executed = state.executed | group.ops;
    // Results that are read inside and by somebody later: kept, or lost and made again.
    OpMask shared = 0, optional = 0;
    for (OpMask rest = group.ops; rest; rest &= rest - 1) {
      size_t o = lowest(rest);
      if (!(users[o] & ~executed) || (mustStore & bit(o)))
        continue;
      (group.internal & bit(o) ? shared : optional) |= bit(o);
    }
    if (!options.retention && shared && !options.recompute)
      continue;
    if (options.recompute) {
      step(from, g, 0, options.retention ? shared | optional : 0);
    } else {
      // Residents go to all their readers at once.
      OpMask missed = 0;
      for (OpMask rest = state.resident; rest; rest &= rest - 1)
        missed |= users[lowest(rest)] & ~executed;
      if (!missed)
        step(from, g, shared, options.retention ? optional : 0);
    }
    if (cut)
      return;
  }
}

/// All sets of retained tensors: the forced ones and every choice among the optional ones that could fit.
void Search::step(int32_t from, size_t g, OpMask forced, OpMask optional) {
  const CandidateGroup &group = candidates.groups[g];
  double cost = nodes[static_cast<size_t>(from)].cost;
  OpMask resident0 = nodes[static_cast<size_t>(from)].state.resident;
  OpMask fitting = 0;
  for (OpMask rest = optional; rest; rest &= rest - 1)
    if (graph.tensor(resultOf(lowest(rest))).elements() < graph.capacity)
      fitting |= rest & -rest;
  if (count(fitting) > 6) { // Too many choices to prove anything; the first ones are tried.
    cut = true;
    while (count(fitting) > 6)
      fitting &= fitting - 1;
  }
  opsOf(group.ops, ops);
  tensorsOf(resident0, resident);
  OpMask choice = fitting;
  for (;;) {
    tensorsOf(forced | choice, retained);
    double price = resident.empty() && retained.empty() ? group.price : pricer.price(ops, resident, retained).cost;
    ++work;
    if (price < infinite)
      arrive(from, g, forced | choice, cost + price);
    if (!choice)
      return;
    choice = (choice - 1) & fitting;
  }
}

void Search::arrive(int32_t parent, size_t g, OpMask kept, double cost) {
  if (cost >= best)
    return;
  const CandidateGroup &group = candidates.groups[g];
  const State old = nodes[static_cast<size_t>(parent)].state;
  State next{old.executed | group.ops, kept, 0};
  // Lost: read inside and not kept, or resident before and still wanted, or lost before.
  OpMask lost = (old.lost | old.resident | group.internal) & ~kept;
  for (OpMask rest = lost; rest; rest &= rest - 1)
    if (size_t o = lowest(rest); users[o] & ~next.executed)
      next.lost |= bit(o);
  // What is kept was not written either: if its readers come later than the next step it is lost then.
  if (next.lost && !options.recompute)
    return;
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
    }
    return;
  }
  double bound = remaining(next);
  if (cost + bound >= best && next.executed != all) {
    index.erase(place);
    return;
  }
  nodes.push_back({next, cost, bound, parent, static_cast<int32_t>(g), kept});
  layers[count(next.executed)].push_back(place->second);
  if (nodes.size() > 4'000'000)
    cut = true;
}

void Search::trim(std::vector<int32_t> &layer) {
  if (!options.beam || layer.size() <= options.beam)
    return;
  cut = true;
  std::stable_sort(layer.begin(), layer.end(), [&](int32_t a, int32_t b) {
    const Node &x = nodes[static_cast<size_t>(a)], &y = nodes[static_cast<size_t>(b)];
    return x.cost + x.bound < y.cost + y.bound;
  });
  layer.resize(options.beam);
}

DownsetResult Search::run() {
  DownsetResult result;
  nodes.push_back({{0, 0, 0}, 0, remaining({0, 0, 0}), -1, -1, 0});
  layers[0].push_back(0);
  bool stopped = false;
  for (size_t layer = 0; layer < graph.size() && !stopped; ++layer) {
    trim(layers[layer]);
    bool cutBefore = cut;
    for (size_t i = 0; i != layers[layer].size() && !stopped; ++i) {
      expand(layers[layer][i]);
      stopped = work > options.workLimit || nodes.size() > 4'000'000 || (cut && !cutBefore && stop());
    }
  }
  result.work = work;
  result.states = nodes.size();
  result.complete = candidates.complete && !cut && !stopped;
  for (int32_t n : layers[graph.size()]) {
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

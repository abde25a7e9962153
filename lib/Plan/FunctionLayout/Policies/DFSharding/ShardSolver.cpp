//===- ShardSolver.cpp - One layout for each op of a chain ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Policies/ShardSolver.h"

#include <algorithm>
#include <unordered_map>

namespace alcove::plan {

namespace {

class Solver {
public:
  Solver(const std::vector<ShardNode> &nodes, ShardOracle &oracle, const ShardSolverOptions &options)
      : nodes(nodes), oracle(oracle), options(options), count(static_cast<int>(nodes.size())), alive(count),
        tableOf(count, -1), candidates(count) {
    for (int node = 0; node < count; ++node)
      for (int config = 0, e = std::min(nodes[node].size(), maxShardConfigs); config != e; ++config)
        alive[node].set(config);
    if (options.lastConfigs)
      alive.back() &= *options.lastConfigs;
    solution.reshard.resize(count);
  }

  ShardSolution run() {
    if (!openFirst() || !openEdges() || !propagate() || (options.lastConfigs && !pickLast()) || !pick())
      return std::move(solution);
    solution.resolved = true;
    return std::move(solution);
  }

private:
  bool fail(int edge, std::string reason) {
    solution.failedEdge = edge;
    solution.reason = std::move(reason);
    return false;
  }

  bool openFirst() {
    if (oracle.firstAlwaysReshards())
      return openReshard(0, "the first op needs its input converted");
    ConfigSet possible = oracle.firstConfigs() & alive[0];
    if (possible.none())
      return openReshard(0, "the first op cannot read slow memory and write a shard");
    alive[0] = possible;
    return true;
  }

  /// Evaluates every edge once, in chain order; an edge without a pair gets a reshard at once.
  bool openEdges() {
    for (int edge = 1; edge < count; ++edge) {
      std::vector<ConfigSet> table(nodes[edge - 1].size());
      ConfigSet producers, consumers;
      for (int producer = 0; producer < nodes[edge - 1].size(); ++producer) {
        if (!alive[edge - 1].test(producer))
          continue;
        ConfigSet accepted = oracle.accepts(edge, producer) & alive[edge];
        table[producer] = accepted;
        if (accepted.any())
          producers.set(producer);
        consumers |= accepted;
      }
      tableOf[edge] = share(std::move(table));
      if (consumers.none()) {
        if (!openReshard(edge, "no pair of configurations is accepted"))
          return false;
        continue;
      }
      alive[edge - 1] = producers;
      alive[edge] = consumers;
    }
    return true;
  }

  /// Edges of equal ops have equal tables: a long chain keeps a few.
  int share(std::vector<ConfigSet> table) {
    size_t hash = table.size();
    for (const ConfigSet &set : table)
      hash = hash * 1099511628211u + std::hash<ConfigSet>()(set);
    auto [first, last] = tablesByHash.equal_range(hash);
    for (auto known = first; known != last; ++known)
      if (tables[known->second] == table)
        return known->second;
    tables.push_back(std::move(table));
    tablesByHash.emplace(hash, static_cast<int>(tables.size()) - 1);
    return static_cast<int>(tables.size()) - 1;
  }

  const std::vector<ConfigSet> &partners(int edge) const { return tables[tableOf[edge]]; }

  bool openReshard(int edge, const char *why) {
    if (!options.allowReshards)
      return fail(edge, std::string(why) + ", and reshards are off");
    ConfigSet consumers;
    for (ReshardCandidate &candidate : oracle.reshards(edge)) {
      candidate.consumers &= alive[edge];
      if (candidate.consumers.none() || !candidate.samePageLayout)
        continue;
      consumers |= candidate.consumers;
      candidates[edge].push_back(candidate);
    }
    if (consumers.none())
      return fail(edge, std::string(why) + ", and no converted input is");
    alive[edge] = consumers;
    return true;
  }

  bool hasReshard(int edge) const { return !candidates[edge].empty(); }

  /// Both directions over all edges until nothing changes: on a path that is once back and once forth. Edges with a
  /// reshard do not couple their ends.
  bool propagate() {
    for (bool changed = true; changed;) {
      changed = false;
      ++solution.propagations;
      for (int edge = count - 1; edge >= 1; --edge)
        if (!filter(edge, changed))
          return false;
      for (int edge = 1; edge < count; ++edge)
        if (!filter(edge, changed))
          return false;
    }
    return true;
  }

  bool filter(int edge, bool &changed) {
    if (hasReshard(edge))
      return true;
    ConfigSet producers, consumers;
    for (int producer = 0; producer < nodes[edge - 1].size(); ++producer) {
      if (!alive[edge - 1].test(producer))
        continue;
      ConfigSet accepted = partners(edge)[producer] & alive[edge];
      if (accepted.any())
        producers.set(producer);
      consumers |= accepted;
    }
    if (consumers.none())
      return fail(edge, "no consistent choice is left along the chain");
    changed |= producers != alive[edge - 1] || consumers != alive[edge];
    alive[edge - 1] = producers;
    alive[edge] = consumers;
    return true;
  }

  /// usage[node][config] = cores of config + the best that can follow it. Each op of a chain has one operand inside
  /// it, so nothing is shared out between operands.
  std::vector<std::vector<int64_t>> accumulateCores() const {
    std::vector<std::vector<int64_t>> usage(count);
    for (int node = count - 1; node >= 0; --node) {
      usage[node] = nodes[node].cores;
      if (node + 1 == count)
        continue;
      std::vector<int> best = bestFirst(node + 1, usage[node + 1]);
      for (int config = 0; config < nodes[node].size(); ++config) {
        auto follower = std::find_if(best.begin(), best.end(), [&](int next) {
          return hasReshard(node + 1) || partners(node + 1)[config].test(next);
        });
        if (follower != best.end())
          usage[node][config] += usage[node + 1][*follower];
      }
    }
    return usage;
  }

  /// Configurations of `node` that are left, most usage first.
  std::vector<int> bestFirst(int node, const std::vector<int64_t> &usage) const {
    std::vector<int> configs;
    for (int config = 0; config < nodes[node].size(); ++config)
      if (alive[node].test(config))
        configs.push_back(config);
    std::sort(configs.begin(), configs.end(),
              [&](int a, int b) { return std::pair(-usage[a], a) < std::pair(-usage[b], b); });
    return configs;
  }

  bool pickLast() {
    int last = count - 1, best = -1;
    auto key = [&](int config) { return std::pair(-nodes[last].cores[config], nodes[last].rank[config]); };
    for (int config = 0; config < nodes[last].size(); ++config)
      if (alive[last].test(config) && (best < 0 || key(config) < key(best)))
        best = config;
    alive[last].reset().set(best);
    return propagate();
  }

  /// From the head. Every configuration left has a partner on either side, so that a choice only narrows the next op.
  bool pick() {
    std::vector<std::vector<int64_t>> usage = accumulateCores();
    for (int node = 0; node < count; ++node) {
      int best = -1;
      auto key = [&](int config) {
        return std::pair(-usage[node][config], static_cast<int64_t>(nodes[node].rank[config]));
      };
      for (int config = 0; config < nodes[node].size(); ++config)
        if (alive[node].test(config) && (best < 0 || key(config) < key(best)))
          best = config;
      alive[node].reset().set(best);
      solution.config.push_back(best);
      if (node + 1 < count && !hasReshard(node + 1))
        alive[node + 1] &= partners(node + 1)[best];
      if (!hasReshard(node))
        continue;
      auto chosen = std::find_if(candidates[node].begin(), candidates[node].end(),
                                 [&](const ReshardCandidate &candidate) { return candidate.consumers.test(best); });
      solution.reshard[node] = chosen->layout;
    }
    return true;
  }

  const std::vector<ShardNode> &nodes;
  ShardOracle &oracle;
  const ShardSolverOptions &options;
  int count;
  std::vector<ConfigSet> alive;
  /// tables[tableOf[edge]][producer config] = consumer configs.
  std::vector<std::vector<ConfigSet>> tables;
  std::vector<int> tableOf;
  std::unordered_multimap<size_t, int> tablesByHash; ///< looked up, never iterated
  /// Per edge; not empty = the edge has a reshard.
  std::vector<std::vector<ReshardCandidate>> candidates;
  ShardSolution solution;
};

} // namespace

ShardSolution solveShards(const std::vector<ShardNode> &nodes, ShardOracle &oracle, const ShardSolverOptions &options) {
  if (nodes.empty())
    return {true, "", -1, {}, {}, 0};
  return Solver(nodes, oracle, options).run();
}

} // namespace alcove::plan

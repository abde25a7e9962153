//===- ShardSolver.h - One layout for each op of a chain --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second half of the DFSharding policy. Each op of a chain has a set of configurations; an edge keeps the pairs
// that the backend accepts; sets shrink until every configuration left has a partner on every edge; then one
// configuration per op is picked so that as many cores as possible are used along the chain.
//
//      op 0 {a b c}          edge 0-1: (a,x) (b,x) (b,y)         op 0 {a b}      (c has no partner)
//        |                                                 =>      |
//      op 1 {x y z}                                              op 1 {x y}      (z has no partner)
//
// An edge on which no pair is left gets a *reshard*: the tensor is converted to a layout that some configuration of
// the consumer accepts. Reshards are thus found in reaction to a dead end, never planned (limitation DF-L3 of
// docs/spec/DFSharding.md), and an edge that even a reshard cannot mend fails the whole chain (DF-L2).
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_FUNCTIONLAYOUT_POLICIES_SHARDSOLVER_H
#define ALCOVE_PLAN_FUNCTIONLAYOUT_POLICIES_SHARDSOLVER_H

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace alcove::plan {

/// At most this many configurations per op are looked at.
constexpr int maxShardConfigs = 512;
using ConfigSet = std::bitset<maxShardConfigs>;

/// Configurations of one op of the chain.
struct ShardNode {
  /// Cores that configuration i uses; its size is the number of configurations.
  std::vector<int64_t> cores;
  /// Among equals, configurations with a smaller rank are picked (block sharding ranks last).
  std::vector<uint8_t> rank;
  int size() const { return static_cast<int>(cores.size()); }
};

/// A layout that the tensor on an edge could be converted to.
struct ReshardCandidate {
  int layout = -1;     ///< opaque to the solver
  ConfigSet consumers; ///< configurations of the consumer that accept it
  /// Prefer this candidate's page layout to be that of the producer; others are no use.
  bool samePageLayout = true;
};

/// What the solver asks about the chain. Node i feeds node i + 1; edge i lies before node i, so edge 0 is the chain's
/// input from slow memory.
class ShardOracle {
public:
  virtual ~ShardOracle() = default;
  /// Configurations of node edge (>= 1) that the backend accepts when node edge - 1 produces configuration `producer`.
  virtual ConfigSet accepts(int edge, int producer) = 0;
  /// Configurations that node 0 can produce from an input that lies interleaved in slow memory.
  virtual ConfigSet firstConfigs() = 0;
  /// True when node 0 always gets its input converted (convolutions).
  virtual bool firstAlwaysReshards() const { return false; }
  /// All layouts that the tensor on an edge may be converted to, in order of preference.
  virtual std::vector<ReshardCandidate> reshards(int edge) = 0;
};

/// Which of the policy's known limitations hold. Each is a switch so that it can be measured.
struct ShardSolverOptions {
  /// Reshards may be inserted at all (`memreconfig-enabled`).
  bool allowReshards = true;
  /// Set: the last op is picked before all others, among these (chains that feed a concatenation).
  std::optional<ConfigSet> lastConfigs = std::nullopt;
};

struct ShardSolution {
  bool resolved = false;
  std::string reason; ///< why not
  int failedEdge = -1;
  std::vector<int> config;                 ///< per node
  std::vector<std::optional<int>> reshard; ///< per edge: ReshardCandidate::layout
  int64_t propagations = 0;                ///< work counter
};

/// Solves one chain. O(edges * configs^2) bit operations after the oracle's answers.
ShardSolution solveShards(const std::vector<ShardNode> &nodes, ShardOracle &oracle,
                          const ShardSolverOptions &options = {});

} // namespace alcove::plan

#endif // ALCOVE_PLAN_FUNCTIONLAYOUT_POLICIES_SHARDSOLVER_H

//===- ShardSolverTest.cpp ------------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Policies/ShardSolver.h"

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>

using namespace alcove::plan;
using testing::ElementsAre;

namespace {
ConfigSet set(std::initializer_list<int> configs) {
  ConfigSet result;
  for (int config : configs)
    result.set(config);
  return result;
}

/// Answers from tables.
struct TableOracle : ShardOracle {
  std::map<std::pair<int, int>, ConfigSet> pairs; // (edge, producer) -> consumers
  ConfigSet first;
  bool firstReshards = false;
  std::map<int, std::vector<ReshardCandidate>> layouts;

  ConfigSet accepts(int edge, int producer) override { return pairs[{edge, producer}]; }
  ConfigSet firstConfigs() override { return first; }
  bool firstAlwaysReshards() const override { return firstReshards; }
  std::vector<ReshardCandidate> reshards(int edge) override { return layouts[edge]; }
};

ShardNode node(std::vector<int64_t> cores) {
  size_t count = cores.size();
  return {std::move(cores), std::vector<uint8_t>(count, 0)};
}
} // namespace

// The picture in ShardSolver.h: c and z have no partner. a uses 8 cores, b 4; x 2, y 64: b -> y wins with 68.
TEST(ShardSolverTest, MostCoresAlongTheChain) {
  TableOracle oracle;
  oracle.first = set({0, 1, 2});
  oracle.pairs = {{{1, 0}, set({0})}, {{1, 1}, set({0, 1})}};
  ShardSolution solution = solveShards({node({8, 4, 64}), node({2, 64, 64})}, oracle);
  ASSERT_TRUE(solution.resolved);
  EXPECT_THAT(solution.config, ElementsAre(1, 1));
  EXPECT_EQ(solution.reshard[1], std::nullopt);
}

// The last edge rules out y, and that reaches back to op 0: only a -> x -> p is left.
TEST(ShardSolverTest, ConstraintsTravelBackward) {
  TableOracle oracle;
  oracle.first = set({0, 1});
  oracle.pairs = {{{1, 0}, set({0})}, {{1, 1}, set({1})}, {{2, 0}, set({0})}};
  ShardSolution solution = solveShards({node({1, 64}), node({1, 64}), node({1})}, oracle);
  ASSERT_TRUE(solution.resolved);
  EXPECT_THAT(solution.config, ElementsAre(0, 0, 0));
  EXPECT_GE(solution.propagations, 2);
}

// Equal use of cores: block sharding (rank 1) loses.
TEST(ShardSolverTest, TieGoesToTheSmallerRank) {
  TableOracle oracle;
  oracle.first = set({0, 1});
  ShardNode tied{{64, 64}, {1, 0}};
  ShardSolution solution = solveShards({tied}, oracle);
  EXPECT_THAT(solution.config, ElementsAre(1));
}

// Nothing on edge 1 is accepted; layout 7 converts the tensor for config 1.
TEST(ShardSolverTest, ReshardMendsADeadEdge) {
  TableOracle oracle;
  oracle.first = set({0});
  oracle.layouts[1] = {{5, set({}), true}, {6, set({1}), false}, {7, set({1}), true}};
  ShardSolution solution = solveShards({node({64}), node({64, 32})}, oracle);
  ASSERT_TRUE(solution.resolved);
  EXPECT_THAT(solution.config, ElementsAre(0, 1));
  EXPECT_EQ(solution.reshard[1], 7); // 5 suits no configuration, 6 has another page layout
}

// L2: one edge that cannot be mended fails the chain of three although the other edge is fine.
TEST(ShardSolverTest, DFL2_OneEdgeFailsTheWholeChain) {
  TableOracle oracle;
  oracle.first = set({0});
  oracle.pairs = {{{1, 0}, set({0})}};
  ShardSolution solution = solveShards({node({64}), node({64}), node({64})}, oracle);
  EXPECT_FALSE(solution.resolved);
  EXPECT_EQ(solution.failedEdge, 2);
  EXPECT_EQ(solution.reason, "no pair of configurations is accepted, and no converted input is");
}

// L3: reshards are reactive. a -> x is accepted, so no reshard is tried although layout 7 would allow 64 cores.
TEST(ShardSolverTest, DFL3_ReshardsAreNotPlannedForGain) {
  TableOracle oracle;
  oracle.first = set({0});
  oracle.pairs = {{{1, 0}, set({0})}};
  oracle.layouts[1] = {{7, set({1}), true}};
  ShardSolution solution = solveShards({node({1}), node({1, 64})}, oracle);
  EXPECT_THAT(solution.config, ElementsAre(0, 0));
  EXPECT_EQ(solution.reshard[1], std::nullopt);
}

TEST(ShardSolverTest, ReshardsCanBeSwitchedOff) {
  TableOracle oracle;
  oracle.first = set({0});
  oracle.layouts[1] = {{7, set({0}), true}};
  ShardSolverOptions options;
  options.allowReshards = false;
  ShardSolution solution = solveShards({node({64}), node({64})}, oracle, options);
  EXPECT_FALSE(solution.resolved);
  EXPECT_EQ(solution.failedEdge, 1);
}

// The first op cannot read DRAM and write a shard: its input is converted.
TEST(ShardSolverTest, FirstOpFallsBackToAReshard) {
  TableOracle oracle;
  oracle.layouts[0] = {{3, set({0}), true}};
  ShardSolution solution = solveShards({node({64})}, oracle);
  ASSERT_TRUE(solution.resolved);
  EXPECT_EQ(solution.reshard[0], 3);
}

// Convolutions get a converted input even when they could read DRAM.
TEST(ShardSolverTest, FirstConvolutionAlwaysReshards) {
  TableOracle oracle;
  oracle.first = set({0});
  oracle.firstReshards = true;
  oracle.layouts[0] = {{3, set({0}), true}};
  EXPECT_EQ(solveShards({node({64})}, oracle).reshard[0], 3);
}

TEST(ShardSolverTest, EmptyChainIsResolved) {
  TableOracle oracle;
  EXPECT_TRUE(solveShards({}, oracle).resolved);
}

// a (64 cores) -> x (8), b (8) -> y (32): along the chain a wins with 72. With the end first, y wins, and a follows.
TEST(ShardSolverTest, EndMayBePickedFirst) {
  TableOracle oracle;
  oracle.first = set({0, 1});
  oracle.pairs = {{{1, 0}, set({0})}, {{1, 1}, set({1})}};
  std::vector<ShardNode> nodes = {node({64, 8}), node({8, 32})};
  EXPECT_THAT(solveShards(nodes, oracle).config, ElementsAre(0, 0));
  ShardSolverOptions options;
  options.lastConfigs = set({0, 1});
  EXPECT_THAT(solveShards(nodes, oracle, options).config, ElementsAre(1, 1));
  options.lastConfigs = set({0});
  EXPECT_THAT(solveShards(nodes, oracle, options).config, ElementsAre(0, 0));
}

// No configuration of the end is allowed: the chain of one op has nothing to choose.
TEST(ShardSolverTest, EndWithoutAllowedConfigurationFails) {
  TableOracle oracle;
  oracle.first = set({0});
  ShardSolverOptions options;
  options.lastConfigs = set({1});
  ShardSolution solution = solveShards({node({64, 64})}, oracle, options);
  EXPECT_FALSE(solution.resolved);
  EXPECT_EQ(solution.failedEdge, 0);
}

// A chain of 5,000 ops whose last edge rules out one of two configurations of every op: what it says travels back in
// one sweep, and a second one finds nothing more to do.
TEST(ShardSolverTest, SweepsDoNotGrowWithTheChain) {
  TableOracle oracle;
  oracle.first = set({0, 1});
  constexpr int length = 5000;
  for (int edge = 1; edge < length; ++edge) {
    oracle.pairs[{edge, 0}] = set({0});
    oracle.pairs[{edge, 1}] = edge + 1 < length ? set({1}) : set({});
  }
  ShardSolution solution = solveShards(std::vector<ShardNode>(length, node({1, 64})), oracle);
  ASSERT_TRUE(solution.resolved);
  EXPECT_THAT(solution.config, ::testing::Each(0));
  EXPECT_EQ(solution.propagations, 2);
}

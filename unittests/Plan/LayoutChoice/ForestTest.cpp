//===- ForestTest.cpp - Local search by trees of nodes ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Plan/LayoutChoice/Dual/DualAscent.h"
#include "Plan/LayoutChoice/Search/ForestSearch.h"
#include "alcove/Plan/LayoutChoice/Planner.h"
#include "testing/Plan/LayoutGen.h"

#include <gtest/gtest.h>
#include <numeric>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {
Model modelOf(const LayoutChoice &problem) {
  std::vector<int64_t> position;
  for (const LayoutChoice::Node &node : problem.nodes)
    position.push_back(node.live.begin);
  return buildModel(buildKernel(problem), position);
}

std::vector<int32_t> nodesOf(const Model &model) {
  std::vector<int32_t> nodes(static_cast<size_t>(model.numNodes()));
  std::iota(nodes.begin(), nodes.end(), 0);
  return nodes;
}

/// Least cost of all labellings, the capacity not looked at.
Cost cheapestOf(const Model &model) {
  std::vector<int32_t> labels(static_cast<size_t>(model.numNodes()), 0);
  Cost least = infiniteCost;
  for (;;) {
    least = std::min(least, model.costOf(labels));
    int32_t n = 0;
    while (n < model.numNodes() && ++labels[n] == model.size(n))
      labels[n++] = 0;
    if (n == model.numNodes())
      return least;
  }
}

LayoutChoice randomTree(uint64_t seed, int32_t nodes, int labels) {
  Random random(seed);
  LayoutChoice problem;
  problem.capacity = 1'000'000;
  auto costs = [&](int count) {
    std::vector<Cost> out;
    for (int k = 0; k < count; ++k)
      out.push_back(random.between(0, 100));
    return out;
  };
  for (int32_t n = 0; n < nodes; ++n) {
    problem.addNode({n, n + 2}, costs(labels), std::vector<Bytes>(static_cast<size_t>(labels), 1));
    if (n > 0)
      problem.addEdge(static_cast<int32_t>(random.below(n)), n, costs(labels * labels));
  }
  return problem;
}
} // namespace

TEST(LayoutForestTest, AMoveSolvesATree) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Model model = modelOf(randomTree(seed, 8, 3));
    Dual dual(model);
    ForestMove move(model, dual.entries(), seed);
    std::vector<int32_t> labels(static_cast<size_t>(model.numNodes()), 0);
    EXPECT_GT(move.run(nodesOf(model), labels), 0u);
    EXPECT_EQ(model.costOf(labels), cheapestOf(model)) << seed;
  }
}

TEST(LayoutForestTest, AMoveIsNeverDearerAndLeavesTheRestAlone) {
  Model model = modelOf(generateLayout({Topology::Transformer, 200, 6, 0.5, 4}));
  Dual dual(model);
  ForestMove move(model, dual.entries(), 7);
  std::vector<int32_t> labels(static_cast<size_t>(model.numNodes()), 0), region;
  dual.sweep();
  dual.decode(labels);
  for (int32_t n = 50; n < 150; ++n)
    region.push_back(n);
  constexpr int32_t held = 77;
  Cost first = model.costOf(labels);
  for (int step = 0; step < 30; ++step) {
    std::vector<int32_t> before = labels;
    Cost cost = model.costOf(labels);
    move.run(region, labels, held);
    EXPECT_LE(model.costOf(labels), cost);
    for (int32_t n = 0; n < model.numNodes(); ++n)
      if (n < 50 || n >= 150 || n == held)
        EXPECT_EQ(labels[n], before[n]) << n;
  }
  EXPECT_LT(model.costOf(labels), first);
}

TEST(LayoutForestTest, WhatTheSearchFindsFitsAndIsCheaper) {
  Model model = modelOf(generateLayout({Topology::Transformer, 600, 8, 0.4, 2}));
  DualAscent ascent(model, {});
  ascent.run(40 * ascent.dual.workPerSweep(), infiniteCost);
  std::vector<int32_t> labels = ascent.last();
  uint64_t work = 0;
  ASSERT_TRUE(CapacityRepair(model).run(labels, ascent.dual.price, work));
  Cost first = model.costOf(labels);
  RoundedDual dual = ascent.rounded(first);
  ForestSearch search(model, 1);
  EXPECT_EQ(search.improve(1'000'000), 0u); // nothing to begin with
  search.setDual(dual);
  search.setLabels(labels);
  EXPECT_GE(search.improve(20'000'000), 20'000'000u);
  EXPECT_LT(search.bestCost(), first);
  EXPECT_EQ(search.bestCost(), model.costOf(search.best()));
  EXPECT_EQ(model.overflowOf(search.best()), 0);
  EXPECT_GE(search.bestCost(), dual.costBound());
}

TEST(LayoutForestTest, TheResultDoesNotDependOnTheThreads) {
  LayoutChoice problem = generateLayout({Topology::Transformer, 3000, 8, 0.4, 1});
  LayoutResult first = makeLayoutPlanner()->run(problem, {.workUnits = 100'000'000}, nullptr);
  EXPECT_TRUE(verify(problem, first.solution).ok());
  LayoutResult other = makeLayoutPlanner()->run(problem, {.workUnits = 100'000'000, .threads = 3}, nullptr);
  EXPECT_EQ(first.solution.choice, other.solution.choice);
  EXPECT_EQ(first.bound, other.bound);
}

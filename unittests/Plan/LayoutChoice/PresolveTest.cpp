//===- PresolveTest.cpp - Kernels before and after the reductions ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Plan/LayoutChoice/Presolve/Presolve.h"
#include "Exhaustive.h"
#include "testing/Plan/LayoutGen.h"

#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {

/// All assignments of a kernel, from what Kernel.h says of it alone.
class EveryKernelAssignment {
public:
  EveryKernelAssignment(const Kernel &kernel, size_t nodesOfTheProblem)
      : kernel(kernel), label(kernel.nodes.size(), 0), numNodes(nodesOfTheProblem) {}

  /// Calls `visit(cost, choice)` for each that fits and is possible; nodes that were removed have -1.
  template <typename Visit>
  void each(Visit visit) {
    if (kernel.infeasible)
      return;
    for (bool more = true; more; more = advance())
      if (Cost cost = costHere(); cost < infiniteCost && fits())
        visit(cost, choice());
  }

private:
  bool advance() {
    for (size_t n = 0; n != label.size(); ++n) {
      if (!kernel.nodes[n].alive)
        continue;
      if (++label[n] < kernel.nodes[n].labels.size())
        return true;
      label[n] = 0;
    }
    return false;
  }

  Cost costHere() const {
    Cost sum = kernel.constant;
    for (size_t n = 0; n != label.size(); ++n)
      if (kernel.nodes[n].alive)
        sum += kernel.nodes[n].unary[label[n]];
    for (const KernelEdge &edge : kernel.edges) {
      if (!edge.alive)
        continue;
      Cost cost = edge.costs.read()[label[edge.a] * kernel.nodes[edge.b].labels.size() + label[edge.b]];
      if (cost >= infiniteCost)
        return infiniteCost;
      sum += cost;
    }
    return sum;
  }

  bool fits() const {
    for (size_t row = 0; row != kernel.slack.size(); ++row) {
      Bytes sum = 0;
      for (size_t n = 0; n != label.size(); ++n)
        for (const Span &span : kernel.nodes[n].spans)
          if (kernel.nodes[n].alive && span.begin <= static_cast<int64_t>(row) && static_cast<int64_t>(row) < span.end)
            sum += span.bytes[label[n]];
      if (sum > kernel.slack[row])
        return false;
    }
    return true;
  }

  std::vector<int32_t> choice() const {
    std::vector<int32_t> result(numNodes, -1);
    for (size_t n = 0; n != label.size(); ++n)
      if (kernel.nodes[n].alive)
        result[n] = kernel.nodes[n].labels[label[n]];
    return result;
  }

  const Kernel &kernel;
  std::vector<size_t> label;
  size_t numNodes;
};

/// The switches of the seven rules from the bits of a number.
PresolveOptions rules(unsigned bits) {
  return {.arc = (bits & 1) != 0,
          .capacity = (bits & 2) != 0,
          .conflict = (bits & 4) != 0,
          .contract = (bits & 8) != 0,
          .separable = (bits & 16) != 0,
          .dominate = (bits & 32) != 0,
          .eliminate = (bits & 64) != 0};
}

/// The cheapest assignment of the kernel costs what the cheapest one of the problem does, and every one of the kernel
/// is one of the problem at the same cost when the removed nodes are filled in.
void expectSameOptimum(const LayoutChoice &problem, const Kernel &kernel) {
  EveryAssignment original(problem);
  Cost cheapest = infiniteCost;
  EveryKernelAssignment(kernel, problem.numNodes()).each([&](Cost cost, std::vector<int32_t> choice) {
    cheapest = std::min(cheapest, cost);
    kernel.postsolve(choice);
    for (size_t n = 0; n != choice.size(); ++n)
      ASSERT_TRUE(0 <= choice[n] && choice[n] < problem.nodes[n].numCandidates);
    ASSERT_EQ(original.costOf(choice), cost);
  });
  EXPECT_EQ(cheapest, exhaustive(problem));
}

void sweep(int32_t nodes, int32_t candidates, int problems, PresolveCounts &all) {
  for (int seed = 0; seed != problems && !testing::Test::HasFailure(); ++seed) {
    LayoutChoice problem = randomLayout(static_cast<uint64_t>(seed), nodes, candidates);
    ASSERT_TRUE(check(problem).ok());
    Kernel before = buildKernel(problem);
    expectSameOptimum(problem, before);
    for (unsigned bits : {127u, static_cast<unsigned>(seed) % 127}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << " rules " << bits);
      Kernel kernel = before;
      PresolveCounts counts;
      uint64_t work = 0;
      presolve(kernel, rules(bits), counts, work);
      expectSameOptimum(problem, kernel);
      EXPECT_LE(kernel.aliveLabels(), before.aliveLabels());
      all.arcs += counts.arcs;
      all.capacities += counts.capacities;
      all.conflicts += counts.conflicts;
      all.contractions += counts.contractions;
      all.separables += counts.separables;
      all.dominated += counts.dominated;
      all.eliminations += counts.eliminations;
    }
  }
}

TEST(LayoutPresolveTest, KernelsHaveTheOptimumOfTheirProblemBeforeAndAfter) {
  PresolveCounts all;
  sweep(5, 4, 1500, all);
  sweep(7, 2, 1500, all);
  // Each rule was met often enough to be judged.
  for (size_t count :
       {all.arcs, all.capacities, all.conflicts, all.contractions, all.separables, all.dominated, all.eliminations})
    EXPECT_GT(count, 100u);
}

// x and y cost the same with one another, and y's second candidate costs more: nothing is left to choose.
TEST(LayoutPresolveTest, WhatHasOneAnswerIsRemovedWithIt) {
  LayoutChoice problem;
  problem.capacity = 10;
  problem.addNode({0, 2}, std::vector<Cost>{5, 3}, std::vector<Bytes>{0, 20}); // the cheaper one never fits
  problem.addNode({1, 3}, std::vector<Cost>{4, 6}, std::vector<Bytes>{0, 0});
  problem.addEdge(0, 1, std::vector<Cost>{1, 1, 1, 1});
  Kernel kernel = buildKernel(problem);
  PresolveCounts counts;
  uint64_t work = 0;
  presolve(kernel, {}, counts, work);
  EXPECT_EQ(kernel.aliveNodes(), 0u);
  EXPECT_EQ(kernel.constant, 5 + 4 + 1);
  EXPECT_EQ(counts.capacities, 1u);
  EXPECT_GT(work, 0u);
  std::vector<int32_t> choice(2, -1);
  kernel.postsolve(choice);
  EXPECT_EQ(choice, (std::vector<int32_t>{0, 0}));
}

} // namespace

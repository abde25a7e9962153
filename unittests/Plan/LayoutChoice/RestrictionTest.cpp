//===- RestrictionTest.cpp - The problem with some nodes decided ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Plan/LayoutChoice/Branching/Restriction.h"
#include "Plan/LayoutChoice/Search/CapacityRepair.h"
#include "testing/Plan/LayoutGen.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {

/// A problem after the reductions, and a repaired labelling of it after some sweeps.
struct Prepared {
  explicit Prepared(const LayoutChoice &problem) : kernel(buildKernel(problem)) {
    for (const LayoutChoice::Node &node : problem.nodes)
      position.push_back(node.live.begin);
    PresolveCounts counts;
    layout::presolve(kernel, {}, counts, work);
    model = buildModel(kernel, position);
    ascent = std::make_unique<DualAscent>(model, AscentOptions{});
    ascent->run(60 * ascent->dual.workPerSweep(), infiniteCost);
    std::vector<int32_t> labels = ascent->last();
    CapacityRepair(model).run(labels, ascent->dual.price, work);
    choice.assign(problem.numNodes(), 0);
    for (int32_t n = 0; n < model.numNodes(); ++n)
      choice[model.kernelNode[n]] = kernel.nodes[model.kernelNode[n]].labels[labels[n]];
    kernel.postsolve(choice);
  }
  Kernel kernel;
  std::vector<int64_t> position;
  Model model;
  std::unique_ptr<DualAscent> ascent;
  std::vector<int32_t> choice;
  uint64_t work = 0;
};

} // namespace

TEST(LayoutRestrictionTest, FindsACheaperLabellingWithMostOfTheLabelsOfTheNodesOfManyNeighbours) {
  constexpr size_t degree = 16;
  for (uint64_t seed : {1, 2, 3}) {
    LayoutChoice problem = generateLayout({Topology::Transformer, 600, 8, 0.4, seed});
    Prepared prepared(problem);
    LayoutSolution given{prepared.choice, plan::costOf(problem, prepared.choice)};
    ASSERT_TRUE(verify(problem, given).ok());
    Restriction restriction(prepared.position, {});
    restriction.begin(prepared.kernel, prepared.ascent->dual, degree, prepared.choice, prepared.work, nullptr);
    ASSERT_TRUE(restriction.begun());
    EXPECT_EQ(restriction.cost(), infiniteCost);
    while (!restriction.finished())
      restriction.run(1'000'000, given.cost, nullptr);
    LayoutSolution found{restriction.choice(), restriction.cost()};
    EXPECT_TRUE(verify(problem, found).ok());
    EXPECT_LT(found.cost, given.cost);
    size_t decided = 0, kept = 0;
    for (int32_t n = 0; n < prepared.model.numNodes(); ++n)
      if (prepared.model.neighbours(n).size() >= degree) {
        ++decided;
        int32_t node = prepared.model.kernelNode[n];
        kept += found.choice[node] == given.choice[node];
      }
    EXPECT_GT(decided, 0u);
    EXPECT_GE(3 * kept, 2 * decided);
    EXPECT_LT(decided, prepared.model.kernelNode.size() / 2);
    restriction.end();
    EXPECT_FALSE(restriction.begun());
  }
}

TEST(LayoutRestrictionTest, DoesNotBeginWhereNothingIsDecided) {
  LayoutChoice problem = generateLayout({Topology::Residual, 200, 6, 0.4, 1});
  Prepared prepared(problem);
  size_t greatest = 0;
  for (int32_t n = 0; n < prepared.model.numNodes(); ++n)
    greatest = std::max(greatest, prepared.model.neighbours(n).size());
  Restriction restriction(prepared.position, {});
  restriction.begin(prepared.kernel, prepared.ascent->dual, greatest + 1, prepared.choice, prepared.work, nullptr);
  EXPECT_FALSE(restriction.begun());
}

//===- PlanTest.cpp - Tiling problems, plans, and lies about both ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MatrixProblem.h"

#include "alcove/Base/Support/Random.h"
#include "alcove/Plan/Tiling/Planner.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>

using namespace alcove;
using namespace alcove::plan::tiling;

namespace {

Problem randomProblem(Random &random) {
  auto pick = [&](int64_t low, int64_t high) { return random.between(low, high); };
  Builder builder;
  std::vector<Builder::Matrix> all{builder.argument(pick(4, 60), pick(4, 60))};
  int64_t steps = pick(1, 7);
  for (int64_t i = 0; i < steps; ++i) {
    Builder::Matrix x = all[pick(0, static_cast<int64_t>(all.size()) - 1)];
    if (pick(0, 2) == 0) {
      all.push_back(builder.matmul(x, builder.argument(x.columns, pick(4, 60))));
    } else if (pick(0, 2) == 0 && x.rows > 4) {
      all.push_back(builder.window(x));
    } else {
      std::vector<Builder::Matrix> inputs{x};
      for (const Builder::Matrix &other : all)
        if (other.rows == x.rows && other.columns == x.columns && pick(0, 1) == 0)
          inputs.push_back(other);
      all.push_back(builder.elementwise(inputs));
    }
  }
  for (const Builder::Matrix &matrix : all)
    if (matrix.producer >= 0 && (builder.problem.nodes[matrix.producer].users.empty() || pick(0, 5) == 0))
      builder.leaves(matrix);
  return std::move(builder.problem);
}

Budget bytes(Bytes all) { return *Budget::parse(all, ""); }

Plan planOf(const Problem &problem, Bytes memory, PlanMode mode = PlanMode::Planned) {
  PlannerOptions options;
  options.budget = bytes(memory);
  options.mode = mode;
  return Planner(options).plan(problem);
}

/// What `verify` says of a plan that `lie` has changed; empty: nothing.
std::string refusal(const Problem &problem, Bytes memory, Plan plan, const std::function<void(Plan &)> &lie) {
  lie(plan);
  Status status = verify(problem, bytes(memory), plan);
  return status.ok() ? "" : status.error().message.substr(0, 5);
}

/// Two products with an operation between them, of 64 x 64.
Problem feedForward() {
  Builder builder;
  Builder::Matrix x = builder.argument(64, 64), y = builder.argument(64, 64), z = builder.argument(64, 64);
  Builder::Matrix hidden = builder.elementwise({builder.matmul(x, y)});
  builder.leaves(builder.matmul(hidden, z));
  return std::move(builder.problem);
}

/// The rule that the feed-forward block breaks after `change`.
std::string broken(const std::function<void(Problem &)> &change) {
  Problem problem = feedForward();
  change(problem);
  Status status = check(problem);
  return status.ok() ? std::string() : status.error().message.substr(0, 5);
}

} // namespace

TEST(TilingProblemTest, AProblemIsOne) { EXPECT_TRUE(check(feedForward()).ok()); }

// Nodes: fill, matmul, elementwise, fill, matmul.
TEST(TilingProblemTest, TPC1_LoopsHaveExtentsAndFlags) {
  EXPECT_EQ(broken([](Problem &p) { p.nodes[1].extents.pop_back(); }), "TP-C1");
  EXPECT_EQ(broken([](Problem &p) { p.nodes[1].extents[0] = -1; }), "TP-C1");
  EXPECT_EQ(broken([](Problem &p) { p.nodes[1].dynamic[0] = true; }), "TP-C1");
}

TEST(TilingProblemTest, TPC2_EveryDimensionHasAnIndexOfLoopsThatThereAre) {
  EXPECT_EQ(broken([](Problem &p) { p.nodes[1].inputs[0].dims.pop_back(); }), "TP-C2");
  EXPECT_EQ(broken([](Problem &p) { p.nodes[1].inputs[0].dims[0].terms[0].loop = 3; }), "TP-C2");
  EXPECT_EQ(broken([](Problem &p) { p.nodes[1].inputs[0].dims[0].terms[0].coefficient = -1; }), "TP-C2");
  EXPECT_EQ(broken([](Problem &p) { p.nodes[1].inputs[0].shape[0] = -64; }), "TP-C2");
}

TEST(TilingProblemTest, TPC3_ProducersStandInFront) {
  EXPECT_EQ(broken([](Problem &p) { p.nodes[2].inputs[0].producer = 2; }), "TP-C3");
  EXPECT_EQ(broken([](Problem &p) { p.nodes[2].inputs[0].producerResult = 1; }), "TP-C3");
  EXPECT_EQ(broken([](Problem &p) { p.nodes[2].inputs[0].shape[0] = 63; }), "TP-C3");
  EXPECT_EQ(broken([](Problem &p) { p.nodes[2].inputs[0].tensor = 0; }), "TP-C3");
}

TEST(TilingProblemTest, TPC4_UsersAreReaders) {
  EXPECT_EQ(broken([](Problem &p) { p.nodes[1].users = {2, 4}; }), "TP-C4");
  EXPECT_EQ(broken([](Problem &p) { p.nodes[1].users.clear(); }), "TP-C4");
}

TEST(TilingProblemTest, TPC5_ResultsFollowTheirLoops) {
  EXPECT_EQ(broken([](Problem &p) { p.nodes[1].results[0].dims[1] = along(0); }), "TP-C5");
  EXPECT_EQ(broken([](Problem &p) { p.nodes[1].parallel[2] = true; }), "TP-C5");
}

TEST(TilingProblemTest, TPC6_DestinationsBelongToResults) {
  EXPECT_EQ(broken([](Problem &p) { p.nodes[1].inputs[2].initOf = 1; }), "TP-C6");
}

TEST(TilingProblemTest, TPC8_ASoftmaxHasItsParts) {
  EXPECT_EQ(broken([](Problem &p) { p.nodes[4].softmax = SoftmaxParts{.maximum = 4, .sum = 1, .of = 0}; }), "TP-C8");
  EXPECT_EQ(broken([](Problem &p) { p.nodes[4].softmax = SoftmaxParts{.maximum = 1, .of = 0}; }), "TP-C8");
}

TEST(TilingProblemTest, TPC9_OneSignatureTilesAlike) {
  EXPECT_EQ(broken([](Problem &p) { p.nodes[4].opsPerPoint = 8; }), "TP-C9");
}

TEST(TilingProblemTest, TPC7_ViewsShowWhatTheirSourceHas) {
  auto view = [](NodeKind kind, std::vector<int64_t> from, std::vector<int64_t> to, Movement movement) {
    Problem problem;
    Node &node = problem.nodes.emplace_back();
    node.name = "view";
    node.kind = kind;
    node.fusable = true;
    node.movement = std::move(movement);
    Access source;
    source.tensor = 0;
    source.shape = std::move(from);
    source.dims.assign(source.shape.size(), {{}, 0, true});
    Access result = source;
    result.tensor = 1;
    result.shape = std::move(to);
    result.dims.assign(result.shape.size(), {{}, 0, true});
    node.inputs = {source};
    node.results = {result};
    Status status = check(problem);
    return status.ok() ? std::string() : status.error().message.substr(0, 5);
  };
  Movement pairs;
  pairs.parts = {{0, 1}, {2}};
  EXPECT_EQ(view(NodeKind::Collapse, {4, 5, 6}, {20, 6}, pairs), "");
  EXPECT_EQ(view(NodeKind::Expand, {20, 6}, {4, 5, 6}, pairs), "");
  EXPECT_EQ(view(NodeKind::Collapse, {4, 5, 6}, {21, 6}, pairs), "TP-C7");
  EXPECT_EQ(view(NodeKind::Expand, {20, 6}, {4, 5, 7}, pairs), "TP-C7");
  pairs.parts = {{1, 0}, {2}};
  EXPECT_EQ(view(NodeKind::Collapse, {4, 5, 6}, {20, 6}, pairs), "TP-C7");
  Movement slice;
  slice.offsets = {2, 0};
  slice.strides = {2, 1};
  slice.dropped = {false, true};
  EXPECT_EQ(view(NodeKind::Slice, {9, 3}, {4}, slice), "");
  EXPECT_EQ(view(NodeKind::Slice, {8, 3}, {4}, slice), "TP-C7");
  EXPECT_EQ(view(NodeKind::Slice, {9, 3}, {4, 1}, slice), "TP-C7");
  slice.offsets = {-1, 0};
  EXPECT_EQ(view(NodeKind::Slice, {9, 3}, {4}, slice), "TP-C7");
  Movement join;
  join.joined = 1;
  EXPECT_EQ(view(NodeKind::Concat, {4, 5}, {4, 5}, join), "");
  EXPECT_EQ(view(NodeKind::Concat, {4, 5}, {4, 6}, join), "TP-C7");
  EXPECT_EQ(view(NodeKind::Concat, {3, 5}, {4, 5}, join), "TP-C7");
  join.joined = 2;
  EXPECT_EQ(view(NodeKind::Concat, {4, 5}, {4, 5}, join), "TP-C7");
}

TEST(TilingPlanTest, WhatFitsStaysAndWhatDoesNotMovesAtLeastWhatIsCompulsory) {
  Problem problem = feedForward();
  Plan plan = planOf(problem, 16 << 10);
  ASSERT_TRUE(verify(problem, bytes(16 << 10), plan).ok());
  EXPECT_FALSE(plan.groups.empty());
  EXPECT_GE(plan.traffic, compulsoryTraffic(problem));
  EXPECT_LE(planOf(problem, 1 << 20).traffic, plan.traffic);
  EXPECT_EQ(planOf(problem, 8).misfits.size(), 2u);
}

/// The feed-forward block in little memory.
struct Lies {
  static constexpr Bytes memory = 16 << 10;
  Problem problem = feedForward();
  Plan plan = planOf(problem, memory);

  std::string ofPlan(const std::function<void(Plan &)> &change) { return refusal(problem, memory, plan, change); }
  /// Of a group with several members.
  std::string operator()(const std::function<void(PlannedGroup &)> &change) {
    return ofPlan([&](Plan &changed) {
      auto fused =
          std::ranges::find_if(changed.groups, [](const PlannedGroup &group) { return group.members.size() > 1; });
      change(*fused);
    });
  }
};

TEST(TilingPlanTest, AnHonestPlanPasses) {
  EXPECT_EQ(Lies()([](PlannedGroup &) {}), "");
}

TEST(TilingPlanTest, TPV1_MembersAreInOrder) {
  Lies lie;
  EXPECT_EQ(lie([](PlannedGroup &g) { std::swap(g.members[0], g.members[1]); }), "TP-V1");
  EXPECT_EQ(lie([](PlannedGroup &g) { g.members.push_back(99); }), "TP-V1");
  EXPECT_EQ(lie([](PlannedGroup &g) { g.members.clear(); }), "TP-V1");
  EXPECT_EQ(lie([](PlannedGroup &g) { g.yields.push_back(0); }), "TP-V1");
  EXPECT_EQ(lie([](PlannedGroup &g) { g.cores = {7}; }), "TP-V1");
}

TEST(TilingPlanTest, TPV2_TilesHaveASizePerLoop) {
  Lies lie;
  EXPECT_EQ(lie([](PlannedGroup &g) { g.tile[0] = 0; }), "TP-V2");
  EXPECT_EQ(lie([](PlannedGroup &g) { g.tile[0] = 65; }), "TP-V2");
  EXPECT_EQ(lie([](PlannedGroup &g) { g.tile.push_back(1); }), "TP-V2");
  EXPECT_EQ(lie([](PlannedGroup &g) { g.evaluation.order.push_back(2); }), "TP-V2");
  EXPECT_EQ(lie([](PlannedGroup &g) { g.evaluation.stripLoop = 2; }), "TP-V2");
  // Of what runs in strips: how many places in front of the root.
  auto strips = [&](int64_t size, const std::vector<int> &inside) {
    return lie([&](PlannedGroup &g) {
      g.evaluation.stripLoop = 0;
      g.evaluation.stripSize = size;
      g.evaluation.inStrips.clear();
      for (int before : inside)
        g.evaluation.inStrips.push_back(static_cast<int>(g.members.size()) - 1 - before);
    });
  };
  EXPECT_EQ(strips(1, {0}), "");
  EXPECT_EQ(strips(1, {1, 0}), "");
  EXPECT_EQ(strips(0, {0}), "TP-V2");
  EXPECT_EQ(strips(100, {0}), "TP-V2");
  EXPECT_EQ(strips(1, {}), "TP-V2");
  EXPECT_EQ(strips(1, {0, 0}), "TP-V2");
  EXPECT_EQ(strips(1, {1}), "TP-V2");
  // Panels of two members, in a loop that is cut.
  EXPECT_EQ(lie([&](PlannedGroup &g) {
              g.tile.resize(lie.problem.nodes[g.members.back()].extents.size());
              g.cores = {0, 1};
              for (int core : g.cores)
                for (unsigned loop : lie.problem.nodes[g.members[core]].panelLoops())
                  g.tile.push_back(lie.problem.nodes[g.members[core]].extents[loop]);
            }),
            "TP-V2");
}

TEST(TilingPlanTest, TPV4_MemoryIsKeptTo) {
  Lies lie;
  EXPECT_EQ(lie([](PlannedGroup &g) { g.available = Lies::memory + 1; }), "TP-V4");
  EXPECT_EQ(lie([](PlannedGroup &g) { g.evaluation.footprint = Lies::memory + 1; }), "TP-V4");
}

TEST(TilingPlanTest, TPV5_TrafficIsNotBelowThatOfTheIterations) {
  Lies lie;
  EXPECT_EQ(lie([](PlannedGroup &g) { g.evaluation.traffic -= 64; }), "TP-V5");
}

// SUT-H20: 128 columns of the input and of the result, 512 in between. Without strips the first sums would be loaded.
TEST(TilingPlanTest, TPV5_SumsOfStripsBeginInTheFirstTile) {
  constexpr Bytes memory = 32 << 10;
  Builder builder;
  Builder::Matrix hidden = builder.matmul(builder.argument(64, 128), builder.argument(128, 512));
  builder.leaves(builder.matmul(hidden, builder.argument(512, 128)));
  Plan plan = planOf(builder.problem, memory);
  ASSERT_EQ(plan.groups.size(), 1u);
  ASSERT_LT(plan.groups[0].tile[2], 512);
  EXPECT_EQ(plan.traffic, 2 * (256 << 10) + 14 * (32 << 10));
  auto said = [&](const std::function<void(PlannedGroup &)> &change) {
    return refusal(builder.problem, memory, plan, [&](Plan &changed) { change(changed.groups[0]); });
  };
  EXPECT_EQ(said([](PlannedGroup &) {}), "");
  EXPECT_EQ(said([](PlannedGroup &group) { group.evaluation.traffic -= 64; }), "TP-V5");
  EXPECT_EQ(said([](PlannedGroup &group) {
              group.evaluation.stripLoop = -1;
              group.evaluation.inStrips.clear();
            }),
            "TP-V5");
}

TEST(TilingPlanTest, TPV6_ThePartsAreAllThereAndAddUp) {
  Lies lie;
  EXPECT_EQ(lie.ofPlan([](Plan &p) { p.groups.clear(); }), "TP-V6");
  EXPECT_EQ(lie.ofPlan([](Plan &p) { p.traffic -= 64; }), "TP-V6");
}

TEST(TilingPlanTest, TPV3_WhatLeavesComesOutOfALoop) {
  constexpr Bytes memory = 16 << 10;
  Builder builder;
  Builder::Matrix hidden = builder.elementwise({builder.argument(64, 64)});
  builder.leaves(hidden);
  builder.leaves(builder.elementwise({hidden}));
  Plan plan = planOf(builder.problem, memory);
  ASSERT_EQ(plan.groups.size(), 1u);
  ASSERT_EQ(plan.groups[0].yields, std::vector<int>{0});
  EXPECT_EQ(refusal(builder.problem, memory, plan, [](Plan &) {}), "");
  EXPECT_EQ(refusal(builder.problem, memory, plan, [](Plan &p) { p.groups[0].yields.clear(); }), "TP-V3");
}

TEST(TilingPlanTest, EmptyTensorsHaveNoLoop) {
  Builder builder;
  builder.leaves(builder.elementwise({builder.argument(64, 0)}));
  ASSERT_TRUE(check(builder.problem).ok());
  PlannerOptions options;
  options.budget = bytes(64);
  EXPECT_TRUE(planOf(builder.problem, 64).groups.empty());
  EXPECT_TRUE(std::holds_alternative<MisfitNode>(Planner(options).tileAlone(builder.problem, 0)));
  // Where tiling is a choice it is looked for.
  options.costs.caches.levels = {{1024, 0, 1}};
  EXPECT_TRUE(Planner(options).plan(builder.problem).groups.empty());
}

TEST(TilingPlanTest, TPV7_ATornGroupIsNamed) {
  Problem marked = feedForward();
  for (Node &node : marked.nodes)
    if (!node.attached)
      node.marks = {5};
  PlannerOptions options;
  options.budget = bytes(1 << 20);
  Plan plan;
  plan.groups = {std::get<PlannedGroup>(Planner(options).tileAlone(marked, 4))};
  plan.traffic = 1e6;
  EXPECT_EQ(refusal(marked, 1 << 20, plan, [](Plan &) {}), "TP-V7");
  EXPECT_EQ(refusal(marked, 1 << 20, plan, [](Plan &p) { p.torn = {{5, 4, "said"}}; }), "");
}

TEST(TilingPlanTest, RandomPlansAreWhatTheySayAndNoLess) {
  Random random(7);
  int groups = 0, exact = 0, problems = 0;
  for (int i = 0; i < 120; ++i) {
    Problem problem = randomProblem(random);
    Status valid = check(problem);
    ASSERT_TRUE(valid.ok()) << valid.error().message;
    for (Bytes memory : {600, 2400, 9000})
      for (PlanMode mode : {PlanMode::Planned, PlanMode::NoFuse, PlanMode::MaxProducers}) {
        Plan plan = planOf(problem, memory, mode);
        Status status = verify(problem, bytes(memory), plan);
        ASSERT_TRUE(status.ok()) << "problem " << i << ", " << memory << " B: " << status.error().message;
        ++problems;
        for (size_t g = 0; g < plan.groups.size(); ++g) {
          ++groups;
          exact += refusal(problem, memory, plan, [&](Plan &p) { p.groups[g].evaluation.traffic *= 0.999; }) == "TP-V5";
          EXPECT_EQ(refusal(problem, memory, plan, [&](Plan &p) { p.groups[g].available += 1 << 20; }), "TP-V4");
        }
      }
  }
  printf("%d plans, %d groups; a claim of a thousandth less is refused for %d\n", problems, groups, exact);
  EXPECT_GT(groups, 1000);
  EXPECT_GT(exact, groups * 95 / 100);
}

/// All that a plan says of its loops.
static std::string textOf(const Plan &plan) {
  std::string text = fmt::format("{} {} {}", plan.traffic, plan.cost, plan.extraOps);
  for (const PlannedGroup &group : plan.groups) {
    const Evaluation &own = group.evaluation;
    text += fmt::format("\n[{}] cores [{}] tile [{}] order [{}]", fmt::join(group.members, ","),
                        fmt::join(group.cores, ","), fmt::join(group.tile, ","), fmt::join(own.order, ","));
    text += fmt::format(" {} {} {} {} {} {}, strips {} {} [{}]", own.footprint, own.resident,
                        static_cast<int>(own.tilesOfOne), own.traffic, own.cost, own.leastCost, own.stripLoop,
                        own.stripSize, fmt::join(own.inStrips, ","));
  }
  return text;
}

TEST(TilingPlanTest, WhatPlannersForOtherMemoryLookedUpChangesNoPlan) {
  Random random(11);
  int strips = 0, changes = 0;
  for (int i = 0; i < 60; ++i) {
    Problem problem = randomProblem(random);
    PlannerOptions options;
    options.budget = bytes(9000);
    options.most = 9000;
    Planner first(options);
    Plan whole = first.plan(problem);
    for (Bytes memory : {4500, 2200, 1000, 6000}) {
      options.most = memory;
      Planner alone(options), second(options);
      second.shareWith(first);
      Plan expected = alone.plan(problem);
      ASSERT_EQ(textOf(second.plan(problem)), textOf(expected)) << "problem " << i << ", " << memory << " B";
      changes += expected.traffic != whole.traffic;
      for (const PlannedGroup &group : expected.groups)
        strips += group.evaluation.stripLoop >= 0;
    }
  }
  printf("%d loops in strips, %d plans unlike that of all memory\n", strips, changes);
  EXPECT_GT(strips, 0);
  EXPECT_GT(changes, 60);
}

//===- ExhaustiveTest.cpp - Proved schedules beside every schedule --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is proved costs what the best of all schedules costs, in every reading; SpecSchedules.h lists them from the
// specification. Tile orders other than row-major and the eight snakes are in no space that is printed.
//
//===----------------------------------------------------------------------===//
#include "SpecSchedules.h"

#include "alcove/Plan/GraphSchedule/Format/MLSys.h"
#include "alcove/Plan/GraphSchedule/Scheduler.h"
#include "testing/Plan/RandomGraphSchedule.h"

#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::plan::schedule;

namespace {

struct Readings {
  const char *name;
  SchedulerOptions options;
  spec::Reading reading;
};

/// Default, `--tiles=dividing`, `--strict`.
std::vector<Readings> readings() {
  std::vector<Readings> list(3);
  list[0].name = "any";
  list[1].name = "dividing";
  list[1].options.dividing = list[1].reading.dividing = true;
  list[2].name = "strict";
  list[2].options.strict = list[2].reading.strict = true;
  return list;
}

/// Graphs of up to `mostOps` operations on small tensors, or one or two on larger ones with many ragged tiles.
Problem smallProblem(Random &random, int32_t mostOps) {
  RandomGraphOptions options;
  bool ragged = random.chance(0.5);
  options.ops = static_cast<int32_t>(random.between(1, ragged ? 2 : mostOps));
  options.extents = random.chance(0.6) ? std::vector<int64_t>{2, 3, 4} : std::vector<int64_t>{1, 3, 5};
  if (ragged)
    options.extents = {4, 5, 7, 8, 10, 11};
  options.nativeWidth = ragged ? random.between(3, 6) : random.between(2, 3);
  options.nativeHeight = ragged ? random.between(2, 6) : random.between(2, 3);
  options.capacityLow = ragged ? 16 : 6;
  options.capacityHigh = ragged ? 160 : 60;
  options.bandwidthHigh = 6;
  options.costHigh = ragged ? 40 : 12;
  return randomGraph(random, options);
}

struct Found {
  int recomputing = 0, retaining = 0, ragged = 0, turned = 0, proved = 0;

  void note(const Problem &problem, const ScheduleResult &result) {
    std::set<int32_t> seen;
    proved += result.proved;
    for (const Subgraph &subgraph : result.solution.subgraphs) {
      retaining += !subgraph.retained.empty();
      turned += subgraph.traversal.has_value();
      const Tensor &last =
          problem.tensors[static_cast<size_t>(problem.ops[static_cast<size_t>(subgraph.ops.back())].outputs[0])];
      ragged += last.width % subgraph.granularity.w || last.height % subgraph.granularity.h;
      for (int32_t o : subgraph.ops)
        recomputing += !seen.insert(o).second;
    }
  }
};

} // namespace

static void compareWithEverySchedule(uint64_t seed, int wanted, int32_t mostOps) {
  Random random(seed);
  Found found;
  for (int compared = 0; compared < wanted;) {
    Problem problem = smallProblem(random, mostOps);
    std::string text = formats::writeMLSysProblem(problem);
    bool any = false;
    for (const Readings &here : readings()) {
      Result<ScheduleResult> result = scheduleGraph(problem, {.workUnits = 40000}, here.options);
      double truth = spec::Schedules(problem, here.reading).best();
      ASSERT_EQ(result.ok(), truth < spec::never) << here.name << '\n' << text;
      if (!result.ok())
        continue;
      any = true;
      ASSERT_TRUE(result->policyBug.empty()) << result->policyBug << text;
      ASSERT_TRUE(result->proved) << here.name << '\n' << text;
      ASSERT_NEAR(result->cost, truth, 1e-9 * truth) << here.name << ", seed " << seed << " after " << compared << '\n'
                                                     << text << formats::writeMLSysSolution(result->solution);
      ASSERT_LE(result->bounds.best(), truth * (1 + 1e-9)) << here.name << '\n' << text;
      found.note(problem, *result);
    }
    compared += any;
  }
  // The interesting transitions occur.
  EXPECT_GT(found.recomputing, 0);
  EXPECT_GT(found.retaining, 0);
  EXPECT_GT(found.ragged, 0);
  EXPECT_GT(found.turned, 0);
}

TEST(ExhaustiveTest, ProvedIsTheBestOfEverySchedule) { compareWithEverySchedule(11, 250, 4); }
TEST(ExhaustiveTest, SlowProvedIsTheBestOfEverySchedule) { compareWithEverySchedule(12, 2000, 4); }
TEST(ExhaustiveTest, SlowProvedIsTheBestOfEveryScheduleOfUpToSixOperations) { compareWithEverySchedule(13, 300, 6); }

/// 160 rows in tiles of 96: the second tile is smaller, and starting with it hides more of what only the first one
/// loads, the right operand.
TEST(ExhaustiveTest, ALineOfRaggedTilesHasTwoEnds) {
  Problem problem;
  problem.tensors = {{128, 160}, {64, 128}, {64, 160}};
  problem.ops = {{OpKind::MatMul, 1000, {0, 1}, {2}}};
  problem.nativeWidth = problem.nativeHeight = 128;
  problem.capacity = 28000;
  problem.bandwidth = 20;
  Result<ScheduleResult> result = scheduleGraph(problem, {.workUnits = 40000});
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->proved);
  double both = spec::never;
  for (bool turned : {false, true}) {
    Solution line;
    line.subgraphs.push_back({{0}, {64, 96, 128}, {}, {}, 0});
    if (turned)
      line.subgraphs[0].traversal = {1, 0};
    Result<Evaluation> evaluation = evaluate(problem, line);
    ASSERT_TRUE(evaluation.ok()) << evaluation.error().message;
    EXPECT_LE(result->cost, evaluation->latency);
    both = std::min(both, evaluation->latency);
  }
  EXPECT_DOUBLE_EQ(both, 20480 / 20 + 1000);
}

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
      spec::Reading once = here.reading;
      once.recompute = false;
      if (result->provedWithoutRecomputation)
        ASSERT_LE(result->cost, spec::Schedules(problem, once).best() * (1 + 1e-9)) << here.name << '\n' << text;
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

namespace {

/// One entry of a schedule, changed; possibly to what it was.
void corrupt(Random &random, const Problem &problem, Solution &solution) {
  auto any = [&](auto &list) -> auto & { return list[random.below(list.size())]; };
  Subgraph &subgraph = any(solution.subgraphs);
  auto count = [](const auto &list) { return static_cast<int64_t>(list.size()); };
  switch (random.below(9)) {
  case 0:
    any(subgraph.ops) = static_cast<int32_t>(random.between(0, count(problem.ops) - 1));
    break;
  case 1:
    subgraph.ops.push_back(static_cast<int32_t>(random.between(0, count(problem.ops) - 1)));
    std::sort(subgraph.ops.begin(), subgraph.ops.end());
    break;
  case 2: {
    int64_t *sides[] = {&subgraph.granularity.w, &subgraph.granularity.h, &subgraph.granularity.k};
    *sides[random.below(3)] += random.between(-2, 2);
    break;
  }
  case 3:
    subgraph.retained.push_back(static_cast<int32_t>(random.between(0, count(problem.tensors) - 1)));
    break;
  case 4:
    subgraph.retained.clear();
    break;
  case 5:
    if (subgraph.traversal && subgraph.traversal->size() > 1)
      std::swap(any(*subgraph.traversal), any(*subgraph.traversal));
    else
      subgraph.traversal = std::vector<int32_t>{0};
    break;
  case 6:
    subgraph.traversal.reset();
    break;
  case 7:
    std::swap(any(solution.subgraphs), any(solution.subgraphs));
    break;
  case 8:
    if (solution.subgraphs.size() > 1) {
      Subgraph taken = solution.subgraphs.back();
      solution.subgraphs.pop_back();
      std::vector<int32_t> &ops = any(solution.subgraphs).ops;
      ops.insert(ops.end(), taken.ops.begin(), taken.ops.end());
      std::sort(ops.begin(), ops.end());
    }
    break;
  }
}

/// Files of schedules, changed: what is accepted is no faster than the best of all schedules in any order of up to six
/// tiles, and takes what it claims.
void forgeSchedules(uint64_t seed, int wanted) {
  Random random(seed);
  int tried = 0, valid = 0, lies = 0;
  while (tried < wanted && !testing::Test::HasFatalFailure()) {
    Problem problem = smallProblem(random, 3);
    spec::Reading reading;
    reading.everyOrderOfTiles = 6;
    Result<ScheduleResult> result = scheduleGraph(problem, {.workUnits = 20000});
    if (!result.ok())
      continue;
    double truth = spec::Schedules(problem, reading).best();
    for (int k = 0; k < 10; ++k, ++tried) {
      Solution forged = result->solution;
      for (int64_t changes = random.between(1, 2); changes > 0; --changes)
        corrupt(random, problem, forged);
      bool lying = random.chance(0.3);
      if (lying)
        *forged.subgraphs[random.below(forged.subgraphs.size())].claimedLatency *= 0.9;
      Result<Solution> read = formats::readMLSysSolution(formats::writeMLSysSolution(forged));
      if (!read.ok())
        continue;
      Result<Evaluation> evaluation = evaluate(problem, *read);
      if (!evaluation.ok())
        continue;
      ++valid;
      bool small = std::ranges::all_of(evaluation->subgraphs, [](const SubgraphReport &s) { return s.tiles <= 6; });
      ASSERT_TRUE(!small || evaluation->latency >= truth * (1 - 1e-9))
          << evaluation->latency << " below " << truth << formats::writeMLSysProblem(problem)
          << formats::writeMLSysSolution(forged);
      double claimed = 0;
      for (const Subgraph &subgraph : read->subgraphs)
        claimed += *subgraph.claimedLatency;
      bool told = std::abs(claimed - evaluation->latency) > 1e-4 * evaluation->latency;
      ASSERT_TRUE(!told || !checkClaims(*read, *evaluation).ok()) << formats::writeMLSysSolution(forged);
      lies += told;
    }
  }
  printf("%d changed schedules, %d valid, %d of them claim another latency and are refused\n", tried, valid, lies);
  EXPECT_GT(valid, wanted / 20);
  EXPECT_GT(lies, wanted / 50);
}

} // namespace

TEST(ExhaustiveTest, ChangedSchedulesAreRefusedOrTakeWhatTheyClaim) { forgeSchedules(21, 600); }
TEST(ExhaustiveTest, SlowChangedSchedulesAreRefusedOrTakeWhatTheyClaim) { forgeSchedules(22, 6000); }

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

//===- SchedulerTest.cpp - The policies as a whole ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Examples.h"

#include "Plan/GraphSchedule/Groups/GroupPlan.h"
#include "alcove/Plan/GraphSchedule/Format/MLSys.h"
#include "alcove/Plan/GraphSchedule/Scheduler.h"
#include "alcove/Report/ScheduleReport.h"
#include "testing/Plan/RandomGraphSchedule.h"

using namespace alcove;
using namespace alcove::plan::schedule;
using plan::Budget, plan::RunProgress;

static Problem layered(uint64_t seed, int32_t ops) {
  Random random(seed);
  RandomGraphOptions options;
  options.ops = ops;
  options.extents = {64, 128, 256};
  options.nativeWidth = options.nativeHeight = 128;
  options.capacityLow = options.capacityHigh = 60000;
  options.bandwidthLow = options.bandwidthHigh = 20;
  options.costLow = 100;
  options.costHigh = 2000;
  return randomGraph(random, options);
}

static ScheduleResult solved(const Problem &problem, const Budget &budget, const SchedulerOptions &options = {},
                             ScheduleObserver *observer = nullptr) {
  Result<ScheduleResult> result = scheduleGraph(problem, budget, options, observer);
  EXPECT_TRUE(result.ok()) << result.error().message;
  EXPECT_TRUE(result->policyBug.empty()) << result->policyBug;
  Result<Evaluation> evaluation = evaluate(problem, result->solution);
  EXPECT_TRUE(evaluation.ok()) << evaluation.error().message;
  EXPECT_NEAR(evaluation->latency, result->cost, 1e-9 * result->cost);
  EXPECT_LE(result->bound, result->cost * (1 + 1e-9));
  return *result;
}

static Budget workOf(uint64_t work) { return {.workUnits = work}; }

TEST(Scheduler, WorkLimitDecidesTheResultWhateverTheThreads) {
  Problem problem = layered(3, 40);
  Budget budget = workOf(30000);
  std::string one = formats::writeMLSysSolution(solved(problem, budget).solution);
  budget.threads = 2;
  EXPECT_EQ(formats::writeMLSysSolution(solved(problem, budget).solution), one);
  EXPECT_EQ(formats::writeMLSysSolution(solved(problem, budget).solution), one);
}

TEST(Scheduler, EpochsAreALimitOfTheirOwn) {
  Problem problem = layered(3, 40);
  ScheduleResult one = solved(problem, {.workUnits = 3'000'000, .epochs = 1});
  EXPECT_EQ(one.epochs, one.proved ? one.epochs : 1);
  EXPECT_EQ(one.cost, solved(problem, {.workUnits = 3'000'000, .epochs = 1, .threads = 2}).cost);
}

TEST(Scheduler, EveryTechniqueIsASwitch) {
  Problem problem = layered(4, 24);
  double best = solved(problem, workOf(20000)).cost;
  for (bool SchedulerOptions::*technique :
       {&SchedulerOptions::fusion, &SchedulerOptions::searchGranularity, &SchedulerOptions::snakes,
        &SchedulerOptions::retention, &SchedulerOptions::recompute, &SchedulerOptions::exact,
        &SchedulerOptions::largeNeighbourhoods}) {
    SchedulerOptions without;
    without.*technique = false;
    EXPECT_GE(solved(problem, workOf(20000), without).cost, best * 0.98);
  }
}

TEST(Scheduler, BetterSchedulesAreHandedOutInOrder) {
  Problem problem = layered(5, 30);
  struct Costs : ScheduleObserver {
    void progress(const RunProgress<double, Solution> &at) override {
      costs.push_back(at.incumbent);
      EXPECT_TRUE(evaluate(*problem, *at.solution).ok());
      EXPECT_LE(at.bound, at.incumbent * (1 + 1e-9));
    }
    const Problem *problem;
    std::vector<double> costs;
  } observer;
  observer.problem = &problem;
  ScheduleResult result = solved(problem, workOf(20000), {}, &observer);
  ASSERT_FALSE(observer.costs.empty());
  EXPECT_TRUE(std::is_sorted(observer.costs.rbegin(), observer.costs.rend()));
  EXPECT_EQ(observer.costs.back(), result.cost);
}

/// Every granularity divides; `strict`: connected by results, and one MatMul of a subgraph is split at most.
static void expectDividing(const Problem &problem, const Solution &solution, bool strict) {
  OpGraph graph(problem);
  PricerOptions options;
  options.strict = strict;
  GroupPricer pricer(graph, options);
  for (const Subgraph &subgraph : solution.subgraphs) {
    std::vector<int32_t> ops;
    for (int32_t o : subgraph.ops)
      for (size_t p = 0; p != graph.size(); ++p)
        if (graph.ops[p].original == o)
          ops.push_back(static_cast<int32_t>(p));
    std::sort(ops.begin(), ops.end());
    const GroupShape &shape = pricer.shape(ops);
    EXPECT_FALSE(shape.broken) << shape.broken;
    EXPECT_EQ(shape.gridWidth % subgraph.granularity.w, 0);
    EXPECT_EQ(shape.gridHeight % subgraph.granularity.h, 0);
    EXPECT_EQ(shape.depth % subgraph.granularity.k, 0);
    EXPECT_TRUE(!strict || shape.tileMatMuls < 2 || subgraph.granularity.k >= shape.depth);
  }
}

TEST(Scheduler, NarrowerReadingsCostMoreAndAreKept) {
  Rules byResults;
  byResults.coConsumersAreConnected = false;
  int proved = 0;
  for (uint64_t seed = 0; seed != 5; ++seed) {
    Problem problem = layered(100 + seed, 7);
    SchedulerOptions dividing, strict;
    dividing.dividing = strict.strict = true;
    ScheduleResult wide = solved(problem, workOf(60000)), narrow = solved(problem, workOf(60000), dividing),
                   least = solved(problem, workOf(60000), strict);
    if (wide.proved && narrow.proved && least.proved) {
      ++proved;
      EXPECT_LE(wide.cost, narrow.cost * (1 + 1e-9));
      EXPECT_LE(narrow.cost, least.cost * (1 + 1e-9));
    }
    expectDividing(problem, narrow.solution, false);
    expectDividing(problem, least.solution, true);
    EXPECT_TRUE(evaluate(problem, least.solution, byResults).ok());
    for (const ScheduleResult *result : {&wide, &narrow, &least})
      EXPECT_EQ(result->space.empty(), !result->proved);
    if (narrow.proved && narrow.space != "all")
      EXPECT_THAT(narrow.space, testing::HasSubstr("tiles:dividing"));
  }
  EXPECT_GE(proved, 3);
}

TEST(Scheduler, AtEqualCostTilesDivide) {
  // Compute decides alone: 4 x 4 tiles cost what 3 x 4 tiles cost, two of each along a width of 8 or three.
  Problem problem;
  problem.tensors = {{8, 8}, {8, 8}};
  problem.ops = {{OpKind::Pointwise, 100, {0}, {1}}};
  problem.nativeWidth = problem.nativeHeight = 7;
  problem.capacity = 1000;
  problem.bandwidth = 1000;
  ScheduleResult result = solved(problem, workOf(1000));
  ASSERT_TRUE(result.proved);
  EXPECT_EQ(result.cost, 400);
  EXPECT_EQ(result.solution.subgraphs[0].granularity.w, 4);
  EXPECT_EQ(result.solution.subgraphs[0].granularity.h, 4);
}

TEST(Scheduler, ARequestToStopLeavesAValidSchedule) {
  Problem problem = layered(6, 60);
  std::atomic<bool> stop{false};
  struct Stopper : ScheduleObserver {
    void progress(const RunProgress<double, Solution> &) override { *stop = true; }
    std::atomic<bool> *stop;
  } observer;
  observer.stop = &stop;
  ScheduleResult result = solved(problem, {.cancelled = &stop}, {}, &observer); // has no other limit
  EXPECT_FALSE(result.solution.subgraphs.empty());
}

TEST(Scheduler, NoOperations) {
  Problem problem = diamond();
  problem.ops.clear();
  Result<ScheduleResult> result = scheduleGraph(problem, {});
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->solution.subgraphs.empty());
}

TEST(Scheduler, OperationThatNeverFits) {
  Problem problem = diamond();
  problem.capacity = 2; // Operation 2 needs two elements in and one out.
  Result<ScheduleResult> result = scheduleGraph(problem, {});
  ASSERT_FALSE(result.ok());
  EXPECT_THAT(result.error().message, testing::HasSubstr("operation 2 does not fit the fast memory of 2 elements"));
}

TEST(Scheduler, LargeGraphsAreSolvedInWindows) {
  Problem problem = transformerStack(50, 256, 256, 100000, 40);
  ASSERT_EQ(problem.ops.size(), 700u);
  SchedulerOptions unfused;
  unfused.fusion = unfused.largeNeighbourhoods = unfused.exact = false;
  EXPECT_LT(solved(problem, workOf(10000)).cost, solved(problem, workOf(10000), unfused).cost * 0.95);
}

TEST(Scheduler, ExampleOfThePictureInGroupPlan) {
  // The figures of the worked examples 3A to 3C: fused, the diamond costs its compute.
  Problem problem = diamond();
  ScheduleResult result = solved(problem, workOf(1000));
  EXPECT_TRUE(result.proved);
  EXPECT_DOUBLE_EQ(result.cost, 4 * 60);
}

/// Random changes of a plan: the sum of group prices stays what the verifier says of the whole schedule.
static void walkPlans(uint64_t seed, int64_t wanted) {
  Random random(seed);
  int64_t moves = 0, valid = 0;
  while (moves < wanted) {
    RandomGraphOptions options;
    options.ops = static_cast<int32_t>(random.between(3, 10));
    options.capacityLow = 60;
    options.capacityHigh = 300;
    Problem problem = randomGraph(random, options);
    OpGraph graph(problem);
    GroupPricer pricer(graph, PricerOptions{});
    GroupPlan plan(pricer);
    if (!(plan.cost() < std::numeric_limits<double>::infinity()))
      continue;
    for (int i = 0; i != 200; ++i, ++moves) {
      int32_t a = static_cast<int32_t>(random.below(graph.size())),
              b = static_cast<int32_t>(random.below(graph.size()));
      int32_t from = plan.holdersOf(a)[0], to = plan.holdersOf(b)[0];
      std::vector<int32_t> source = plan.groups()[static_cast<size_t>(from)].ops,
                           target = plan.groups()[static_cast<size_t>(to)].ops;
      double before = plan.cost(), delta;
      if (from == to) {
        std::erase(source, a);
        delta = source.empty() ? std::numeric_limits<double>::infinity()
                               : plan.apply({{from, source}, {-1, {a}}}, random.chance(0.5));
      } else if (random.chance(0.2)) { // A second copy.
        if (!std::binary_search(target.begin(), target.end(), a))
          target.insert(std::lower_bound(target.begin(), target.end(), a), a);
        delta = plan.apply({{to, target}}, true);
      } else {
        std::erase(source, a);
        if (!std::binary_search(target.begin(), target.end(), a))
          target.insert(std::lower_bound(target.begin(), target.end(), a), a);
        delta = plan.apply({{to, target}, {from, source}}, random.chance(0.5));
      }
      if (!(delta < std::numeric_limits<double>::infinity())) {
        ASSERT_EQ(plan.cost(), before);
        continue;
      }
      ++valid;
      ASSERT_NEAR(plan.cost(), before + delta, 1e-7 * before + 1e-7);
      Solution solution;
      for (const ScheduledGroup &group : plan.sequence()) {
        GroupPrice price = pricer.price(group.ops, group.resident, group.retained);
        const GroupShape &shape = pricer.shape(group.ops);
        Subgraph subgraph;
        for (int32_t o : group.ops)
          subgraph.ops.push_back(graph.op(o).original);
        subgraph.granularity = price.granularity;
        subgraph.retained = group.retained;
        subgraph.traversal =
            tileSequence(price.order, (shape.gridWidth + price.granularity.w - 1) / price.granularity.w,
                         (shape.gridHeight + price.granularity.h - 1) / price.granularity.h);
        solution.subgraphs.push_back(subgraph);
      }
      Result<Evaluation> evaluation = evaluate(problem, solution);
      ASSERT_TRUE(evaluation.ok()) << evaluation.error().message << '\n'
                                   << formats::writeMLSysProblem(problem) << formats::writeMLSysSolution(solution);
      ASSERT_NEAR(evaluation->latency, plan.cost(), 1e-9 * plan.cost() + 1e-7);
      if (random.chance(0.3)) {
        plan.undo();
        ASSERT_NEAR(plan.cost(), before, 1e-9 * before + 1e-9);
      }
    }
  }
  EXPECT_GT(valid, wanted / 20);
}
TEST(GroupPlan, CostIsWhatTheVerifierSaysAfterEveryMove) { walkPlans(7, 20000); }
TEST(GroupPlan, SlowMillionMoves) { walkPlans(8, 1000000); }

TEST(ScheduleReport, ExplainsAndDraws) {
  Problem problem = diamond(); // Memory-bound: fused, each of 4 tiles moves 16 + 16 elements.
  problem.bandwidth = 1;
  for (Operation &op : problem.ops)
    op.baseCost = 1;
  ScheduleResult result = solved(problem, workOf(1000));
  Evaluation evaluation = *evaluate(problem, result.solution);
  std::string text = report::explainSchedule(problem, result.solution, evaluation, {"load", "a<b", "sum"});
  EXPECT_THAT(text, testing::HasSubstr("subgraph 0: load, a<b, sum"));
  EXPECT_THAT(text, testing::HasSubstr("latency 128 (100.0 % of the schedule), tiles [4, 4, 1], 4 tiles, 4 steps"));
  EXPECT_THAT(text, testing::HasSubstr("working set 32 of 400 elements (8.0 %)"));
  EXPECT_THAT(text, testing::HasSubstr("operations one by one:"));
  std::string svg = report::drawSchedule(problem, result.solution, evaluation, {"load", "a<b", "sum"});
  EXPECT_THAT(svg, testing::StartsWith("<svg"));
  EXPECT_THAT(svg, testing::HasSubstr("a&lt;b"));
}

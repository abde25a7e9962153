//===- SolverPageTest.cpp - What the page of a solver run shows -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Report/SolverPage.h"

#include "alcove/Plan/LayoutChoice/Planner.h"
#include "testing/Plan/LayoutGen.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::plan;

// Node 0 [0, 4) 10 bytes; node 1 [2, 6) 10 bytes, in place of node 0; 2 follows 3: one buffer of 5 bytes on [1, 3) and
// [5, 8); 7 bytes extra of node 0 on [1, 2).
//
//   time   0   1   2   3   4   5   6   8
//   0      10  10  10  10  .
//   1              (0) (0) 10  10  .
//   3          5   5   .       5   5   .
//   extra      7   .
//   sum    10  22  15  10  10  15  5   0
TEST(SolverPageTest, LiveBytesByHand) {
  LayoutChoice problem;
  Cost cost[] = {1};
  Bytes ten[] = {10}, five[] = {5};
  problem.addNode({0, 4}, cost, ten);
  problem.addNode({2, 6}, cost, ten);
  problem.addNode({5, 8}, cost, five);
  problem.addNode({1, 3}, cost, five);
  problem.inPlaces.push_back({1, 0, 0});
  problem.colocations.push_back({3, 2});
  problem.extraUsages.push_back({0, 0, {1, 2}, 7});
  std::vector<std::pair<int64_t, Bytes>> wanted = {{0, 10}, {1, 22}, {2, 15}, {3, 10},
                                                   {4, 10}, {5, 15}, {6, 5},  {8, 0}};
  EXPECT_EQ(report::liveBytes(problem, {0, 0, 0, 0}), wanted);
}

// The judge accepts the capacity that the picture shows as its highest point and refuses one byte less.
TEST(SolverPageTest, HighestPointIsWhatTheJudgeNeeds) {
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    LayoutChoice problem = generateLayout({Topology::Residual, 60, 4, 0.5, seed});
    LayoutResult result = makeLayoutPlanner()->run(problem, {.workUnits = 200'000}, nullptr);
    ASSERT_TRUE(result.solution.found());
    Bytes most = 0;
    for (auto [time, bytes] : report::liveBytes(problem, result.solution.choice))
      most = std::max(most, bytes);
    problem.capacity = most;
    EXPECT_TRUE(verify(problem, result.solution).ok()) << seed;
    problem.capacity = most - 1;
    EXPECT_FALSE(verify(problem, result.solution).ok()) << seed;
  }
}

TEST(SolverPageTest, RecorderKeepsWhatItPassesOn) {
  struct Last : RunObserver<int64_t, int> {
    void progress(const RunProgress<int64_t, int> &at) override { bound = at.bound; }
    int64_t bound = 0;
  } last;
  report::RunRecorder<int64_t, int> recorder(last);
  recorder.progress({"dual", 1, infiniteCost, 5});
  recorder.progress({"dual", 2, 9, 7});
  recorder.add(8, 8);
  EXPECT_EQ(last.bound, 7);
  ASSERT_EQ(recorder.points.size(), 3u);
  EXPECT_TRUE(std::isnan(recorder.points[0].cost)); // nothing found yet
  EXPECT_EQ(recorder.points[0].bound, 5);
  EXPECT_EQ(recorder.points[1].cost, 9);
  EXPECT_EQ(recorder.points[2].bound, 8);
}

TEST(SolverPageTest, PagesEscapeNamesAndShowUnits) {
  AllocationProblem problem;
  problem.capacity = 10;
  problem.buffers.push_back({"<b & \"c\">", 0, 100, 10});
  report::SolverPage page{"a < b", {{"cost", "1 & 2"}}, "bytes", {{0.5, 12, 10}, {1, 10, 10}}, "Buffers", ""};
  page.picture = report::drawAllocation(problem, {{0}});
  std::string html = report::solverPage(page);
  EXPECT_EQ(html.find("<b & "), std::string::npos);
  for (const char *part : {"a &lt; b", "1 &amp; 2", "&lt;b &amp; &quot;c&quot;&gt;", "seconds since the start",
                           "cost and bound, bytes", "address, bytes", "capacity 10", "time (steps of the schedule)"})
    EXPECT_NE(html.find(part), std::string::npos) << part;
}

// Buffers that exist for nothing, runs that found nothing: still a page.
TEST(SolverPageTest, NothingFoundIsSaid) {
  double none = std::nan("");
  std::string html = report::solverPage({"t", {}, "bytes", {{1, none, none}}, "", ""});
  EXPECT_NE(html.find("Neither a solution nor a bound was found"), std::string::npos);
  EXPECT_EQ(report::drawAllocation({}, {}), "");
  EXPECT_EQ(html.find("nan"), std::string::npos);
}

//===- LayoutFilesTest.cpp - Readers and writers of layout files ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/LayoutChoice/Format/LayoutFiles.h"
#include "alcove/Plan/LayoutChoice/Policy.h"
#include "testing/Plan/LayoutGen.h"

#include <algorithm>
#include <gmock/gmock.h>

using namespace alcove;
using namespace alcove::formats;
using namespace alcove::plan;
using testing::HasSubstr;

namespace {

// The example of the contest, with every member in another order than its files have.
std::string iopddl(std::string_view edges = R"({"nodes": [[0,1],[1]], "costs": [[1,2],[5,6]]})",
                   std::string_view usages = "[[10],[25,25]]", std::string_view rest = "") {
  return R"({"problem": {"usage_limit": 50, "edges": )" + std::string(edges) + R"(, "nodes": {"usages": )" +
         std::string(usages) +
         R"(, "costs": [[15],[55,1000000000000000000]], "intervals": [[0,3],[1,2]]}, "name": "n\"1")" +
         std::string(rest) + "}}";
}

std::string iopddlError(std::string_view text) {
  Result<LayoutChoice> problem = parseIopddl(text);
  return problem.ok() ? "" : problem.error().message;
}

TEST(IopddlTest, MembersInAnyOrder) {
  Result<LayoutChoice> problem = parseIopddl(iopddl());
  ASSERT_TRUE(problem.ok()) << problem.error().message;
  EXPECT_EQ(problem->name, "n\"1");
  EXPECT_EQ(problem->capacity, 50);
  EXPECT_EQ(problem->nodes[1].live, (LiveInterval{1, 2}));
  // The edge of one node is folded into it; infinite stays infinite.
  EXPECT_EQ(problem->candidateCosts, (std::vector<Cost>{15, 60, infiniteCost}));
  EXPECT_EQ(problem->edges.size(), 1u);
}

TEST(IopddlTest, HugeCostIsInfinite) {
  Result<LayoutChoice> problem = parseIopddl(iopddl(R"({"nodes": [[0,1]], "costs": [[1,99999999999999999999999]]})"));
  ASSERT_TRUE(problem.ok());
  EXPECT_TRUE(isInfinite(problem->edgeCosts[1]));
}

TEST(IopddlTest, ErrorsNameTheirPath) {
  EXPECT_THAT(iopddlError(iopddl(R"({"nodes": [[0,7]], "costs": [[1,2]]})")),
              HasSubstr("problem.edges.nodes[0][1]: node 7 does not exist (there are 2)"));
  EXPECT_THAT(iopddlError(iopddl(R"({"nodes": [[0,1]], "costs": [[1,2,3]]})")),
              HasSubstr("problem.edges.costs[0]: 3 entries, nodes 0 and 1 have 1 x 2"));
  EXPECT_THAT(iopddlError(iopddl(R"({"nodes": [[0,1,1]], "costs": [[1,2]]})")),
              HasSubstr("problem.edges.nodes[0]: 3 nodes"));
  EXPECT_THAT(iopddlError(iopddl(R"({"nodes": [], "costs": []})", "[[10],[25]]")),
              HasSubstr("problem.nodes.usages[1]: 1 entries, problem.nodes.costs[1] has 2"));
  EXPECT_THAT(iopddlError(iopddl(R"({"nodes": [], "costs": []})", "[[10],[25,-4]]")),
              HasSubstr("problem.nodes.usages[1][1]: -4 is not in [0,"));
  EXPECT_THAT(iopddlError(iopddl(R"({"nodes": [], "costs": []})", "[[10],[25,1.5]]")),
              HasSubstr("problem.nodes.usages[1][1]: expected an integer, found a real number"));
  EXPECT_THAT(iopddlError(iopddl(R"({"nodes": [], "costs": []})", "[[10],[25,4]]", R"(,"colour": 1)")),
              HasSubstr("problem.colour: unknown member"));
  EXPECT_THAT(iopddlError(R"({"problem": {"name": "x)"), HasSubstr("problem.name: expected '\"', found the end"));
  EXPECT_THAT(iopddlError(iopddl() + "x"), HasSubstr("text behind the end"));
  EXPECT_THAT(iopddlError("{}"), HasSubstr("has no member problem"));
}

TEST(IopddlTest, DeepNestingIsAnError) {
  std::string deep(1 << 20, '[');
  EXPECT_NE(iopddlError(deep), "");
  EXPECT_NE(iopddlError(R"({"solution": )" + deep), "");
}

TEST(LayoutChoiceJsonTest, RoundTrip) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    LayoutChoice problem = randomLayout(seed, 8, 5);
    Result<LayoutChoice> again = parseLayoutChoice(writeLayoutChoice(problem));
    ASSERT_TRUE(again.ok()) << again.error().message;
    EXPECT_EQ(again->name, problem.name);
    EXPECT_EQ(again->capacity, problem.capacity);
    EXPECT_EQ(again->candidateCosts, problem.candidateCosts);
    EXPECT_EQ(again->candidateBytes, problem.candidateBytes);
    ASSERT_EQ(again->edges.size(), problem.edges.size());
    for (int32_t e = 0; e < static_cast<int32_t>(problem.edges.size()); ++e) // the problem stores equal tables once
      EXPECT_TRUE(std::ranges::equal(again->costsOfEdge(e), problem.costsOfEdge(e))) << "seed " << seed;
    EXPECT_EQ(again->extraUsages.size(), problem.extraUsages.size());
    EXPECT_EQ(again->colocations.size(), problem.colocations.size());
    EXPECT_EQ(again->inPlaces.size(), problem.inPlaces.size());
    EXPECT_EQ(writeLayoutChoice(*again), writeLayoutChoice(problem));
  }
}

TEST(LayoutChoiceJsonTest, MissingMember) {
  Result<LayoutChoice> problem = parseLayoutChoice(R"({"layout_choice": {"nodes": []}})");
  ASSERT_FALSE(problem.ok());
  EXPECT_THAT(problem.error().message, HasSubstr("member capacity is missing"));
}

TEST(LayoutSolutionTest, BareListAndObject) {
  EXPECT_EQ(parseLayoutSolution("[0, 2, 1]\n")->choice, (std::vector<int32_t>{0, 2, 1}));
  LayoutSolution solution{{3, 1}, 42};
  Result<LayoutSolution> again = parseLayoutSolution(writeLayoutSolution(solution));
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->choice, solution.choice);
  EXPECT_EQ(again->cost, 42);
  EXPECT_FALSE(parseLayoutSolution("[0, -1]").ok());
}

// The file says as much as the value: the bound is still proved by what was read back.
TEST(LayoutCertificateTest, RoundTripStillProves) {
  LayoutGenOptions options;
  options.nodes = 30;
  options.candidates = 5;
  LayoutChoice problem = generateLayout(options);
  Budget budget;
  budget.workUnits = 20'000'000;
  LayoutResult result = makeLayoutPolicy("planner").value()->run(problem, budget, nullptr);
  ASSERT_TRUE(result.certificate);
  Result<LayoutCertificate> again = parseLayoutCertificate(writeLayoutCertificate(*result.certificate));
  ASSERT_TRUE(again.ok()) << again.error().message;
  Result<Cost> bound = checkBound(problem, *again);
  ASSERT_TRUE(bound.ok()) << bound.error().message;
  EXPECT_GE(*bound, result.bound);
}

} // namespace

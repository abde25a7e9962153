//===- FunctionLayoutFilesTest.cpp - Function problems and plans in files -===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Format/FunctionLayoutFiles.h"
#include "alcove/Plan/FunctionLayout/Policy.h"
#include "testing/Plan/FunctionLayout/RandomFunction.h"

#include "gtest/gtest.h"

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::formats;
using namespace alcove::testing;

static FunctionLayout smallProblem(uint64_t seed) {
  Random random(seed);
  RandomFunctionOptions options;
  options.maxOps = 8;
  options.maxShardings = 2;
  options.maxConcat = 2;
  FunctionLayout problem = randomFunction(random, options);
  EXPECT_TRUE(materialize(problem));
  return problem;
}

TEST(FunctionLayoutFilesTest, ProblemsRoundTrip) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    FunctionLayout problem = smallProblem(seed);
    std::string text = writeFunctionLayout(problem);
    Result<FunctionLayout> again = parseFunctionLayout(text);
    ASSERT_TRUE(again.ok()) << "seed " << seed << ": " << again.error().message;
    EXPECT_EQ(writeFunctionLayout(*again), text);
    // The same to a policy as well, whatever the text leaves out.
    for (const char *name : {"DFSharding", "GreedyBeam"}) {
      FunctionResult first = planFunction(problem, **makeFunctionPolicy(name));
      FunctionResult second = planFunction(*again, **makeFunctionPolicy(name));
      EXPECT_EQ(writeFunctionPlan(first.plan), writeFunctionPlan(second.plan)) << name << ", seed " << seed;
    }
  }
}

TEST(FunctionLayoutFilesTest, PlansRoundTrip) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    FunctionLayout problem = smallProblem(seed);
    Random random(seed);
    FunctionPlan plan = randomPlan(random, problem);
    plan.reasons = {"why", "a \"quoted\"\nreason"};
    plan.chains = {{0, 1}, {}};
    plan.counts = {{"spills", 3}};
    plan.failures = {{"", -1}};
    plan.bound = 7;
    plan.space = "all";
    std::string text = writeFunctionPlan(plan);
    Result<FunctionPlan> again = parseFunctionPlan(text);
    ASSERT_TRUE(again.ok()) << again.error().message;
    EXPECT_EQ(writeFunctionPlan(*again), text);
    EXPECT_EQ(again->copies, plan.copies);
    EXPECT_EQ(again->reads, plan.reads);
    EXPECT_EQ(again->candidate, plan.candidate);
    EXPECT_EQ(again->order, plan.order);
    EXPECT_EQ(again->returns, plan.returns);
    EXPECT_EQ(again->time, plan.time);
    EXPECT_EQ(again->bound, plan.bound);
    EXPECT_EQ(verify(problem, *again).ok(), verify(problem, plan).ok());
  }
}

/// The text of a problem with the first `from` replaced; the error, empty when it is accepted.
static std::string errorWith(const std::string &from, const std::string &to) {
  static const std::string text = writeFunctionLayout(smallProblem(3));
  size_t at = text.find(from);
  if (at == std::string::npos)
    return "'" + from + "' is not in the text";
  Result<FunctionLayout> problem = parseFunctionLayout(std::string(text).replace(at, from.size(), to));
  return problem.ok() ? "" : problem.error().message;
}

TEST(FunctionLayoutFilesTest, ErrorsNameTheMember) {
  EXPECT_EQ(errorWith("alcove.function_layout", "alcove.layout"),
            "format: 'alcove.layout', must be 'alcove.function_layout'");
  EXPECT_EQ(errorWith("\"version\": 1", "\"version\": 2"), "version: 2, this program reads 1");
  EXPECT_EQ(errorWith("\"space\": \"dram\"", "\"space\": \"l3\""),
            "kinds[0].layouts[0].space: 'l3' is none of dram, l1, host");
  EXPECT_NE(errorWith("\"machine\"", "\"machines\"").find("machine"), std::string::npos);
  EXPECT_NE(errorWith("\"alignment\"", "\"capacity\"").find("capacity"), std::string::npos);
  EXPECT_NE(errorWith("\"constant\": false", "\"constant\": 0").find("tensors[0].constant"), std::string::npos);
  EXPECT_NE(errorWith("\"concat_dim\": -1", "\"concat_dim\": 3").find("classes[0].concat_dim"), std::string::npos);
  EXPECT_NE(errorWith("\"l1_bytes\": ", "\"l1_bytes\": -").find("FL-1"), std::string::npos);
}

TEST(FunctionLayoutFilesTest, RowsOfTheRightLength) {
  std::string text = writeFunctionLayout(smallProblem(3));
  size_t at = text.find("\"candidates\"");
  at = text.find('[', text.find('[', at) + 1) + 1;
  Result<FunctionLayout> longer = parseFunctionLayout(std::string(text).insert(at, "0, "));
  ASSERT_FALSE(longer.ok());
  EXPECT_EQ(longer.error().message.substr(0, 26), "classes[0].candidates[0]: ");
  // A row twice.
  size_t end = text.find(']', at) + 1;
  Result<FunctionLayout> twice =
      parseFunctionLayout(std::string(text).insert(end, "," + text.substr(at - 1, end - at + 1)));
  ASSERT_FALSE(twice.ok());
  EXPECT_EQ(twice.error().message, "classes[0].candidates[1]: reads and asks for the same as candidate 0");
}

TEST(FunctionLayoutFilesTest, BadPlans) {
  EXPECT_FALSE(parseFunctionPlan("").ok());
  EXPECT_FALSE(parseFunctionPlan("{}").ok());
  FunctionLayout problem = smallProblem(3);
  std::string text = writeFunctionPlan(asItStands(problem));
  auto with = [&](const std::string &from, const std::string &to) {
    size_t at = text.find(from);
    Result<FunctionPlan> plan = parseFunctionPlan(std::string(text).replace(at, from.size(), to));
    return plan.ok() ? "" : plan.error().message;
  };
  EXPECT_EQ(with("\"order\": [", "\"order\": [4294967296, ").substr(0, 8), "order[0]");
  EXPECT_EQ(with("\"copies\": [", "\"copies\": [[1, 2],"), "copies[0]: 2 numbers, must be 5");
  EXPECT_EQ(with("\"copies\": [", "\"copies\": [[0, 0, 0, 2, 0],"), "copies[0]: 2 must be 0 or 1");
  EXPECT_EQ(with("\"copies\": [", "\"copies\": [[0, 0, 0, 1, 3000000000],"),
            "copies[0]: 3000000000 does not fit 32 bits");
}

TEST(FunctionLayoutFilesTest, AnyBytes) {
  // Bytes of a valid text are exchanged: an error or a valid problem, never a crash.
  std::string text = writeFunctionLayout(smallProblem(5));
  int accepted = 0;
  Random random(11);
  for (int i = 0; i < 3'000; ++i) {
    std::string changed = text;
    for (int64_t count = random.between(1, 3); count > 0; --count)
      changed[random.below(changed.size())] = "0123456789-,:[]{}\"ae "[random.below(21)];
    Result<FunctionLayout> problem = parseFunctionLayout(changed);
    accepted += problem.ok();
    if (problem.ok())
      EXPECT_TRUE(check(*problem).ok());
  }
  EXPECT_GT(accepted, 50);
}

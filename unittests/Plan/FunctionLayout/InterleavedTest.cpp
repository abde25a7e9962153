//===- InterleavedTest.cpp - GreedyL1Interleaved and BFInterleaved --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules LI-1..LI-8 of docs/spec/InterleavedPolicies.md. A result takes 60 B in L1 interleaved.
//
//===----------------------------------------------------------------------===//
#include "../../../lib/Plan/FunctionLayout/Policies/Interleaved/Interleaved.h"
#include "Pencil.h"
#include "alcove/Base/Support/Random.h"

#include <algorithm>
#include <gmock/gmock.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::testing;
using ::testing::ElementsAre;
using Names = Pencil::Names;

namespace {

struct Planned {
  FunctionLayout problem;
  FunctionPlan plan;
  /// Names of the results that are made in L1.
  std::vector<std::string> kept() const {
    std::vector<std::string> names;
    for (size_t t = 0; t < problem.tensors.size(); ++t)
      if (problem.layoutOf(static_cast<int32_t>(t), plan.copies[t].layout).isL1())
        names.push_back(problem.tensors[t].name);
    return names;
  }
};

std::unique_ptr<Planned> run(Pencil &pencil, const char *policy, Exclusions exclusions = {}) {
  auto planned = std::make_unique<Planned>();
  planned->problem = pencil.finish();
  planned->plan = (*makeFunctionPolicy(policy))->run(planned->problem, exclusions);
  PlanVerdict verdict = verify(planned->problem, planned->plan);
  EXPECT_TRUE(verdict.ok()) << verdict.violation->rule << " " << verdict.violation->message;
  return planned;
}

constexpr const char *greedy = "GreedyL1Interleaved";
constexpr const char *breadthFirst = "BFInterleaved";
const Names dramAndL1 = {"dram", "l1"};

/// %0 = relu(%a), %1 = exp(%0), returned.
void buildChain(Pencil &pencil) {
  int32_t x = pencil.op("relu", OpKind::Unary, {pencil.argument("%a")});
  pencil.returns(pencil.op("exp", OpKind::Unary, {x}));
}

} // namespace

TEST(InterleavedTest, LI1_WhatTakesPart) {
  for (const char *policy : {greedy, breadthFirst}) {
    Pencil pencil(1000, {"dram", "h8", "l1"});
    buildChain(pencil);
    // %1 is returned; %0 stays, interleaved although it could be sharded.
    auto planned = run(pencil, policy);
    EXPECT_THAT(planned->kept(), ElementsAre("%0"));
    EXPECT_EQ(planned->plan.copies[1].layout, pencil.layout("l1"));
    Exclusions result;
    result.results = {1};
    EXPECT_TRUE(run(pencil, policy, result)->kept().empty());
    Exclusions reader;
    reader.ops = {1};
    EXPECT_TRUE(run(pencil, policy, reader)->kept().empty());
    Exclusions all;
    all.everything = true;
    EXPECT_TRUE(run(pencil, policy, all)->kept().empty());
    pencil.classNamed("exp").traits.modelled = false;
    EXPECT_TRUE(run(pencil, policy)->kept().empty());
  }
}

TEST(InterleavedTest, LI1_FreesAndViewsAreNotPlanned) {
  for (const char *policy : {greedy, breadthFirst})
    for (bool isView : {true, false}) {
      Pencil pencil(1000, dramAndL1);
      int32_t x = pencil.op("relu", OpKind::Unary, {pencil.argument("%a")});
      int32_t y = pencil.op("reshape", OpKind::Reshape, {x});
      pencil.use("reshape", [isView](const Names &operands, const std::string &result, PencilUse &use) {
        use.alias = isView && operands[0] == result ? 0 : -1;
      });
      pencil.returns(pencil.op("exp", OpKind::Unary, {y}));
      auto planned = run(pencil, policy);
      if (isView) // %0 in L1 would have to live as long as %1: %0 stays only where %1 is a copy in DRAM
        EXPECT_TRUE(planned->kept().size() <= 1);
      else
        EXPECT_THAT(planned->kept(), ElementsAre("%0", "%1"));
    }
}

TEST(InterleavedTest, LI2_TheSubsetWithMostBytesThatFits) {
  // %2 = add(%0, %1): both in L1 need 60 + 60 at the add, 60 + 60 while the second is computed.
  auto build = [](Pencil &pencil) {
    int32_t a = pencil.argument("%a");
    int32_t x = pencil.op("relu", OpKind::Unary, {a}), y = pencil.op("exp", OpKind::Unary, {a});
    pencil.returns(pencil.op("add", OpKind::Binary, {x, y}));
  };
  Pencil both(120, dramAndL1), one(119, dramAndL1), none(59, dramAndL1);
  for (Pencil *pencil : {&both, &one, &none})
    build(*pencil);
  EXPECT_EQ(run(both, greedy)->kept().size(), 2u);
  EXPECT_EQ(run(one, greedy)->kept().size(), 1u);
  EXPECT_EQ(run(none, greedy)->kept().size(), 0u);
  // What the backend refuses is no subset: the add does not read both in L1.
  Pencil refusing(1000, dramAndL1);
  build(refusing);
  refusing.accept("add", [](const Names &operands, const std::string &) { return operands[0] != operands[1]; });
  EXPECT_EQ(run(refusing, greedy)->kept().size(), 1u);
}

TEST(InterleavedTest, LI2_ResultsWithTwoReadersStayInDram) {
  Pencil pencil(1000, dramAndL1);
  int32_t x = pencil.op("relu", OpKind::Unary, {pencil.argument("%a")});
  pencil.returns(pencil.op("exp", OpKind::Unary, {x}));
  pencil.returns(pencil.op("neg", OpKind::Unary, {x}));
  EXPECT_TRUE(run(pencil, greedy)->kept().empty());
  EXPECT_THAT(run(pencil, breadthFirst)->kept(), ElementsAre("%0"));
}

TEST(InterleavedTest, LI3_OrderOfThePicture) {
  // %2: 60 B held, 100 B needed; %3: 60 B held, 80 B needed. First %2: max(100, 60 + 80, 120 + 0) = 140.
  std::vector<HeldResult> results = {{80, 60}, {100, 60}};
  EXPECT_EQ(leastPeak(results, 0), 140);
  EXPECT_EQ(results[0].required, 100);
  EXPECT_EQ(leastPeak(results, 50), 170); // the op beside both
}

TEST(InterleavedTest, LI3_NoPermutationIsBetter) {
  Random random(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<HeldResult> results(random.between(1, 5));
    for (HeldResult &result : results) {
      result.held = random.between(0, 20);
      result.required = result.held + random.between(0, 20);
    }
    Bytes last = random.between(0, 40), best = INT64_MAX;
    std::vector<size_t> order(results.size());
    for (size_t i = 0; i < order.size(); ++i)
      order[i] = i;
    do {
      Bytes held = 0, peak = 0;
      for (size_t i : order) {
        peak = std::max(peak, held + results[i].required);
        held += results[i].held;
      }
      best = std::min(best, std::max(peak, held + last));
    } while (std::next_permutation(order.begin(), order.end()));
    EXPECT_EQ(leastPeak(results, last), best);
  }
}

TEST(InterleavedTest, LI4_TwelveOperandsAreEnumerated) {
  Pencil pencil(10'000, dramAndL1);
  int32_t a = pencil.argument("%a");
  std::vector<int32_t> parts;
  for (int i = 0; i < 14; ++i)
    parts.push_back(pencil.op("relu", OpKind::Unary, {a}));
  pencil.returns(pencil.op("concat", OpKind::Concat, parts));
  auto planned = run(pencil, greedy);
  EXPECT_EQ(planned->kept().size(), 12u);
  EXPECT_EQ(planned->plan.counts["cut_operand_lists"], 1);
}

TEST(InterleavedTest, LI5_ScheduleKeepsHeldResultsNested) {
  // add(exp(relu %a), neg(%b)): exp needs 100 B more while it runs, so its branch goes first although neg stands first.
  Pencil pencil(240, dramAndL1);
  int32_t a = pencil.argument("%a"), b = pencil.argument("%b");
  int32_t light = pencil.op("neg", OpKind::Unary, {b});
  int32_t x = pencil.op("relu", OpKind::Unary, {a});
  int32_t heavy = pencil.op("exp", OpKind::Unary, {x});
  pencil.use("exp", [](const Names &, const std::string &, PencilUse &use) { use.circularBytes = 100; });
  pencil.returns(pencil.op("add", OpKind::Binary, {light, heavy}));
  auto planned = run(pencil, greedy);
  EXPECT_EQ(planned->kept().size(), 3u);
  EXPECT_THAT(planned->plan.order, ElementsAre(1, 2, 0, 3));
}

TEST(InterleavedTest, LI6_LeastGrowthNext) {
  // After relu, exp frees %0 and makes %2: no growth. neg, which stands before it, would add 60 B.
  Pencil pencil(1000, dramAndL1);
  int32_t a = pencil.argument("%a");
  int32_t x = pencil.op("relu", OpKind::Unary, {a});
  int32_t z = pencil.op("neg", OpKind::Unary, {a});
  int32_t y = pencil.op("exp", OpKind::Unary, {x});
  pencil.returns(pencil.op("add", OpKind::Binary, {y, z}));
  EXPECT_THAT(run(pencil, breadthFirst)->plan.order, ElementsAre(0, 2, 1, 3));
}

TEST(InterleavedTest, LI7_StaysWhenItFitsAndAllReadersAccept) {
  Pencil fits(60, dramAndL1), tight(59, dramAndL1), refused(1000, dramAndL1);
  for (Pencil *pencil : {&fits, &tight, &refused})
    buildChain(*pencil);
  refused.accept("exp", [](const Names &operands, const std::string &) { return operands[0] == "dram"; });
  EXPECT_EQ(run(fits, breadthFirst)->kept().size(), 1u);
  EXPECT_EQ(run(tight, breadthFirst)->kept().size(), 0u);
  EXPECT_EQ(run(refused, breadthFirst)->kept().size(), 0u);
  // Together with the operands that are decided: the add reads only one of them in L1.
  Pencil pencil(1000, dramAndL1);
  int32_t a = pencil.argument("%a");
  int32_t x = pencil.op("relu", OpKind::Unary, {a}), y = pencil.op("exp", OpKind::Unary, {a});
  pencil.returns(pencil.op("add", OpKind::Binary, {x, y}));
  pencil.accept("add", [](const Names &operands, const std::string &) { return operands[0] != operands[1]; });
  EXPECT_THAT(run(pencil, breadthFirst)->kept(), ElementsAre("%0"));
}

TEST(InterleavedTest, LI8_TheLargestThatIsNotReadLeaves) {
  // %0 waits in L1 while conv2d needs 50 B of circular buffers even with its result in DRAM: 60 + 50 > 100.
  Pencil pencil(100, dramAndL1);
  int32_t a = pencil.argument("%a"), b = pencil.argument("%b");
  int32_t x = pencil.op("relu", OpKind::Unary, {a});
  int32_t y = pencil.op("conv2d", OpKind::Convolution, {b});
  pencil.use("conv2d", [](const Names &, const std::string &, PencilUse &use) { use.circularBytes = 50; });
  pencil.returns(pencil.op("add", OpKind::Binary, {x, y}));
  pencil.problem.ops[1].after = {0};
  auto planned = run(pencil, breadthFirst);
  EXPECT_EQ(planned->plan.counts["spills"], 1);
  const Copy &copy = planned->plan.copies.back();
  EXPECT_EQ(copy.tensor, x);
  EXPECT_EQ(copy.op, 1);
  EXPECT_EQ(planned->plan.reads[2][0], static_cast<int32_t>(planned->plan.copies.size()) - 1);
}

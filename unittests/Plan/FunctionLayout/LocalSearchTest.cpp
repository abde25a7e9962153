//===- LocalSearchTest.cpp - Local changes and the L1 that prices count on -----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../../../lib/Plan/FunctionLayout/Policies/Global/LocalSearch.h"
#include "../../../lib/Plan/FunctionLayout/Conflict.h"
#include "Sketch.h"
#include "testing/Plan/FunctionLayout/RandomFunction.h"

#include "gmock/gmock.h"

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::testing;
using namespace alcove::testing;
using ::testing::IsEmpty;

namespace {

/// 100 B of L1. a (40 B) is read by c; b, between them, wants `wanted` bytes free.
FunctionLayout acrossAWish(Bytes wanted) {
  Sketch sketch(100);
  int32_t x = sketch.argument(40), y = sketch.argument(10);
  int32_t a = sketch.op("a", {x}, 40, {"d > d 9", "d > h 4"});
  int32_t b = sketch.op("b", {y}, 10, {"d > d 3"});
  int32_t c = sketch.op("c", {a}, 40, {"d > d 9", "h > d 5"});
  sketch.wantFree(1, 0, wanted);
  sketch.returns(b);
  sketch.returns(c);
  return sketch.finish();
}

/// t (30 B) is kept in width shards for c; b reads it in height shards and wants 50 B free: the tensor, the converted
/// copy and the wish are 110 B.
FunctionLayout besideItsOwnCopy(Bytes wanted) {
  Sketch sketch(100);
  int32_t x = sketch.argument(30);
  int32_t t = sketch.op("t", {x}, 30, {"d > d 90", "d > w 1"});
  int32_t b = sketch.op("b", {t}, 10, {"d > d 90", "h > d 2"});
  int32_t c = sketch.op("c", {t}, 10, {"d > d 90", "w > d 1"});
  sketch.wantFree(1, 1, wanted);
  sketch.returns(b);
  sketch.returns(c);
  return sketch.finish();
}

FunctionPlan globalPlan(const FunctionLayout &problem) {
  FunctionResult result = planFunction(problem, *makeFunctionPolicy("Global").value());
  EXPECT_FALSE(result.broken);
  return result.plan;
}

TEST(LocalSearchTest, TakesWhatPays) {
  FunctionLayout problem = acrossAWish(0);
  FunctionPlan improved = searchLocally(problem, asItStands(problem));
  EXPECT_TRUE(verify(problem, improved).ok());
  EXPECT_EQ(asItStands(problem).time, 21'000);
  EXPECT_EQ(improved.time, 12'000);
}

TEST(LocalSearchTest, TakesWhatLeavesEnoughFree) {
  FunctionLayout problem = acrossAWish(60); // 40 + 60 = 100
  FunctionPlan improved = searchLocally(problem, asItStands(problem));
  EXPECT_EQ(improved.time, 12'000);
  EXPECT_THAT(verify(problem, improved).facts.shortages, IsEmpty());
}

TEST(LocalSearchTest, LeavesWhatAPriceCountsOn) {
  FunctionLayout problem = acrossAWish(61); // a byte too much
  EXPECT_EQ(searchLocally(problem, asItStands(problem)).time, 21'000);
}

TEST(LocalSearchTest, NeedsACheaperPlanThatFits) {
  Sketch sketch(30); // a has no room at all
  int32_t x = sketch.argument(40);
  sketch.returns(sketch.op("c", {sketch.op("a", {x}, 40, {"d > d 9", "d > h 4"})}, 40, {"d > d 9", "h > d 5"}));
  FunctionLayout problem = sketch.finish();
  EXPECT_EQ(searchLocally(problem, asItStands(problem)).time, 18'000);
}

/// a (40 B) is read by c; b, between them, needs 50 B for itself.
bool overfills(Bytes l1) {
  Sketch sketch(l1);
  int32_t x = sketch.argument(40), y = sketch.argument(10);
  int32_t a = sketch.op("a", {x}, 40, {"d > d 9", "d > h 4"});
  sketch.returns(sketch.op("b", {y}, 10, {"d > d 3 +50"}));
  sketch.returns(sketch.op("c", {a}, 40, {"d > d 9", "h > d 5"}));
  FunctionLayout problem = sketch.finish();
  FunctionPlan plan = asItStands(problem);
  PlanVerdict verdict = verify(problem, plan);
  EXPECT_TRUE(verdict.ok());
  Explainer explainer(problem, plan);
  std::vector<LocalChange> changes = explainer.changesIntoL1(0);
  EXPECT_EQ(changes.size(), 1u);
  bool over = LiveBytes(problem, plan, verdict.facts).overfilledBy(0, changes[0], explainer.readers(a));
  PlanVerdict tried = verify(problem, explainer.changed(0, changes[0]));
  EXPECT_EQ(over, !tried.ok() || tried.facts.peakSumBytes > problem.capacity);
  return over;
}

TEST(LocalSearchTest, OverfilledIsSeenBetweenAnOpAndItsReader) {
  EXPECT_FALSE(overfills(90));
  EXPECT_TRUE(overfills(89));
}

/// What is refused without a verdict, the verifier refuses.
TEST(LocalSearchTest, OverfilledIsWhatTheVerifierRefuses) {
  int refused = 0, of = 0;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    RandomFunctionOptions options;
    options.maxOps = 24;
    options.window = seed % 2 == 0 ? 4 : 12;
    FunctionLayout problem = randomFunction(random, options);
    FunctionPlan plan = asItStands(problem);
    PlanVerdict verdict = verify(problem, plan);
    for (int draw = 0; draw < 8; ++draw) {
      FunctionPlan drawn = randomPlan(random, problem);
      PlanVerdict fits = verify(problem, drawn);
      if (fits.ok() && fits.facts.peakSumBytes <= problem.capacity) {
        plan = std::move(drawn);
        verdict = std::move(fits);
        break;
      }
    }
    ASSERT_TRUE(verdict.ok());
    Explainer explainer(problem, plan);
    LiveBytes bytes(problem, plan, verdict.facts);
    for (int32_t op : plan.order)
      for (const LocalChange &change : explainer.changesIntoL1(op)) {
        ++of;
        if (!bytes.overfilledBy(op, change, explainer.readers(problem.ops[op].results[0])))
          continue;
        ++refused;
        PlanVerdict tried = verify(problem, explainer.changed(op, change));
        ASSERT_TRUE(!tried.ok() || tried.facts.peakSumBytes > problem.capacity) << seed << " op " << op;
      }
  }
  EXPECT_GT(refused, 500) << "of " << of;
}

TEST(LocalSearchTest, MissingBytesAreThoseBeyondL1) {
  FunctionLayout problem = acrossAWish(85);
  EXPECT_THAT(verify(problem, asItStands(problem)).facts.shortages, IsEmpty());
  PlanBuilder builder(problem);
  builder.choose(0, 1);
  builder.choose(2, 1);
  FunctionPlan plan = std::move(builder).finish("by hand");
  PlanVerdict verdict = verify(problem, plan);
  ASSERT_TRUE(verdict.ok()); // no rule is broken
  ASSERT_EQ(verdict.facts.shortages.size(), 1u);
  EXPECT_EQ(verdict.facts.shortages[0].op, 1);
  EXPECT_EQ(verdict.facts.shortages[0].bytes, 25); // a 40 + wish 85 - 100
  EXPECT_FALSE(verdict.facts.shortages[0].scattered);
  std::vector<ConflictMember> clash = findConflict(problem, plan, *verdict.facts.shortage);
  ASSERT_EQ(clash.size(), 2u);
  EXPECT_EQ(clash[0].copy, problem.ops[0].results[0]);
  EXPECT_EQ(clash[1].step.op, 1);
}

TEST(LocalSearchTest, TheSmallestLeaveAClashFirst) {
  Sketch sketch(100);
  int32_t x = sketch.argument(40), y = sketch.argument(10);
  int32_t small = sketch.op("small", {y}, 10, {"d > d 1", "d > h 1"});
  int32_t large = sketch.op("large", {x}, 40, {"d > d 1", "d > h 1"});
  int32_t wishes = sketch.op("wishes", {y}, 10, {"d > d 1"});
  sketch.wantFree(2, 0, 70); // 50 + 70: 20 too many, so that 10 fewer do not help
  sketch.returns(sketch.op("end", {small, large, wishes}, 10, {"d d d > d 1", "h h d > d 1"}));
  FunctionLayout problem = sketch.finish();
  PlanBuilder builder(problem);
  for (int32_t op : {0, 1, 3})
    builder.choose(op, 1);
  FunctionPlan plan = std::move(builder).finish("by hand");
  std::vector<ConflictMember> clash = findConflict(problem, plan, verify(problem, plan).facts.shortage.value());
  ASSERT_EQ(clash.size(), 2u);
  EXPECT_EQ(clash[0].copy, large);
  EXPECT_EQ(clash[1].step.op, 2);
}

/// a (30 B) and k (30 B) lie side by side from the top of 100 B; a goes, and w, which reads DRAM, wants `wanted` bytes
/// free below k: 40 are, and 70 with k at the top.
FunctionLayout belowAHole(Bytes wanted, int64_t shortNs) {
  Sketch sketch(100);
  int32_t x = sketch.argument(30), y = sketch.argument(10);
  int32_t a = sketch.op("a", {x}, 30, {"d > d 90", "d > h 1"});
  int32_t k = sketch.op("k", {a}, 30, {"d > d 90", "h > h 1"});
  int32_t w = sketch.op("w", {y}, 10, {"d > d 3"});
  sketch.wantFree(2, 0, wanted, shortNs);
  sketch.returns(w);
  sketch.returns(sketch.op("end", {k}, 10, {"d > d 90", "h > d 1"}));
  sketch.problem.ops[2].after = {1};
  return sketch.finish();
}

FunctionPlan allInL1(const FunctionLayout &problem) {
  PlanBuilder builder(problem);
  for (int32_t op : {0, 1, 3})
    builder.choose(op, 1);
  return std::move(builder).finish("by hand");
}

TEST(LocalSearchTest, WhatIsFreeEndsAtTheLowestBuffer) {
  for (auto [wanted, missing, scattered] : {std::tuple(40, 0, false), {41, 1, true}, {70, 30, true}, {71, 31, false}}) {
    FunctionLayout problem = belowAHole(wanted, 0);
    PlanVerdict verdict = verify(problem, allInL1(problem));
    ASSERT_TRUE(verdict.ok());
    ASSERT_EQ(verdict.facts.shortages.size(), missing > 0 ? 1u : 0u) << wanted;
    if (missing == 0)
      continue;
    EXPECT_EQ(verdict.facts.shortages[0].bytes, missing);
    EXPECT_EQ(verdict.facts.shortages[0].scattered, scattered) << wanted;
    EXPECT_EQ(verdict.facts.shortage->op, 2);
  }
}

TEST(LocalSearchTest, AShortageCostsWhatIsKnownOfIt) {
  auto timeOf = [](Bytes wanted, int64_t shortNs) {
    FunctionLayout problem = belowAHole(wanted, shortNs);
    FunctionPlan plan = allInL1(problem);
    EXPECT_EQ(plan.time, 6'000);
    return timeWithShortages(problem, plan, verify(problem, plan).facts.shortages);
  };
  EXPECT_EQ(timeOf(40, 0), 6'000); // nothing is missing
  EXPECT_EQ(timeOf(44, 5), 8'000); // 4 of 44: w takes 5 instead of 3
  EXPECT_EQ(timeOf(44, 0), std::nullopt);
  EXPECT_EQ(timeOf(48, 5), std::nullopt); // 40 are less than seven eighths of 48
}

TEST(LocalSearchTest, GlobalTakesTheLesserOfAShortageAndItsRemedies) {
  FunctionLayout cheap = belowAHole(44, 4); // 1 ns more than w's price
  FunctionPlan plan = globalPlan(cheap);
  EXPECT_LE(timeWithShortages(cheap, plan, verify(cheap, plan).facts.shortages), 7'000);
  // Nobody knows what w takes: a way without a shortage.
  FunctionLayout dear = belowAHole(44, 0);
  EXPECT_THAT(verify(dear, globalPlan(dear)).facts.shortages, IsEmpty());
}

TEST(LocalSearchTest, GlobalCountsTheCopyBesideTheKeptTensor) {
  FunctionPlan easy = globalPlan(besideItsOwnCopy(40)); // 30 + 30 + 40 = 100
  EXPECT_EQ(easy.time, 5'000);                          // t, conversion, b, c
  FunctionLayout problem = besideItsOwnCopy(41);
  FunctionPlan plan = globalPlan(problem);
  EXPECT_THAT(verify(problem, plan).facts.shortages, IsEmpty());
  EXPECT_GT(plan.time, 5'000);
  EXPECT_LE(*plan.bound, plan.time);
}

/// t is kept in width shards for `last`; two ops before it want height shards.
TEST(LocalSearchTest, ReadersShareAConvertedCopyBesideTheOriginal) {
  auto threeReaders = [](Bytes l1) {
    Sketch sketch(l1);
    int32_t x = sketch.argument(30);
    int32_t t = sketch.op("t", {x}, 30, {"d > d 90", "d > w 1"});
    for (const char *name : {"a", "b"})
      sketch.returns(sketch.op(name, {t}, 5, {"d > d 90", "h > d 2"}));
    sketch.returns(sketch.op("last", {t}, 5, {"d > d 90", "w > d 1"}));
    return sketch.finish();
  };
  FunctionPlan shared = globalPlan(threeReaders(100));
  EXPECT_EQ(shared.time, 7'000); // t, one conversion, a, b, last
  EXPECT_EQ(shared.copies.size(), 6u);
  // A copy that two readers share is in no plan of the space: they convert for themselves, 1,000 each.
  EXPECT_EQ(*shared.bound, 8'000);
  EXPECT_EQ(standingOf(shared.time, *shared.bound, shared.inSpace), Standing::BetterThanSpace);
  EXPECT_TRUE(verify(threeReaders(100), shared).ok());
}

} // namespace

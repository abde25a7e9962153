//===- DFShardingTest.cpp - Its rules, on problems for a pencil -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layouts d, h, g and the candidates' text are those of Sketch.h. Where chains go on is ChainScheduleTest's matter,
// which configuration a chain takes ShardSolverTest's.
//
//===----------------------------------------------------------------------===//
#include "Sketch.h"

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::testing;
using Texts = std::vector<std::string>;

namespace {

/// An op of one operand that runs from DRAM in 10 ns, from DRAM to shards in 5, between shards in 2.
const Texts unary = {"d > d 10", "d > h 5", "h > h 2"};

struct Outcome {
  explicit Outcome(FunctionLayout given, bool keepResults = true) : problem(std::move(given)) {
    FunctionPolicyOptions options;
    options.keepResults = keepResults;
    plan = (*makeFunctionPolicy("DFSharding", options))->run(problem, {});
    PlanVerdict verdict = verify(problem, plan);
    EXPECT_TRUE(verdict.ok()) << verdict.violation->rule << ": " << verdict.violation->message;
  }
  std::string flow(const std::string &op) const { return flowOf(problem, plan, op); }
  std::string copies(const std::string &tensor) const { return copiesOf(problem, plan, tensor); }

  FunctionLayout problem;
  FunctionPlan plan;
};

/// x -> a, read by c and d: three chains of one op. Every tensor takes 30 B.
Sketch forked(const Texts &c, const Texts &d, const OpTraits &traitsOfD = chainOp(), bool returnsA = false) {
  Sketch sketch(100);
  int32_t a = sketch.op("a", {sketch.argument(30)}, 30, unary);
  sketch.returns(sketch.op("c", {a}, 30, c));
  sketch.returns(sketch.op("d", {a}, 30, d, traitsOfD));
  if (returnsA)
    sketch.returns(a);
  return sketch;
}

/// x -> a0 -> a1 --+        a1 is operand 1 of add, which stands in the chain of b.
/// y -> b ---> add(b, a1)
Sketch join() {
  Sketch sketch(200);
  int32_t x = sketch.argument(30), y = sketch.argument(30);
  int32_t a0 = sketch.op("a0", {x}, 30, unary), a1 = sketch.op("a1", {a0}, 30, unary);
  int32_t b = sketch.op("b", {y}, 30, unary);
  sketch.returns(sketch.op("add", {b, a1}, 30, {"d d > d 15", "h d > h 8", "h h > h 3"}, chainOp(OpKind::Binary)));
  return sketch;
}

} // namespace

// add could read both in shards; the chain carries operand 0 only.
TEST(DFShardingTest, DFL1_OnlyOperandZeroCarriesAShard) {
  Outcome outcome(join().finish(), /*keepResults=*/false);
  EXPECT_EQ(outcome.flow("add"), "hd > h");
  EXPECT_EQ(outcome.copies("%a1"), "h>d");
}

TEST(DFShardingTest, DFL4_EndsOfChainsGoToDram) {
  Outcome outcome(forked(unary, unary).finish(), /*keepResults=*/false);
  EXPECT_EQ(outcome.copies("%a"), "h>d");
  EXPECT_EQ(outcome.flow("c"), "d > h");
  EXPECT_EQ(outcome.flow("d"), "d > h");
}

// Nothing brings a's shards to DRAM.
TEST(DFShardingTest, DFL4_ChainWithoutWayToDramFails) {
  Sketch sketch(60);
  sketch.conversion(30, 'h', 'd', std::nullopt);
  sketch.returns(sketch.op("a", {sketch.argument(30)}, 30, unary));
  Outcome outcome(sketch.finish());
  EXPECT_EQ(outcome.flow("a"), "d > d");
  EXPECT_EQ(outcome.plan.reasons[0], "its chain failed: its end has no conversion to slow memory");
}

TEST(DFShardingTest, DFR1_EveryUserAcceptsTheResultWhereItLies) {
  Outcome kept(forked(unary, unary).finish());
  EXPECT_EQ(kept.copies("%a"), "");
  EXPECT_EQ(kept.flow("c"), "h > h");
  EXPECT_EQ(kept.flow("d"), "h > h");
  Outcome joined(join().finish());
  EXPECT_EQ(joined.flow("add"), "hh > h");
  // d runs from DRAM only.
  Outcome refused(forked(unary, {"d > d 10", "d > h 5"}).finish());
  EXPECT_EQ(refused.copies("%a"), "h>d");
  EXPECT_EQ(refused.flow("c"), "d > h");
}

// d begins with a conversion to shards on 2x1 cores: it starts from a's shards instead of DRAM.
TEST(DFShardingTest, DFR1_PlannedReshardStartsFromTheResult) {
  Outcome outcome(forked(unary, {"d > d 10", "g > g 2"}).finish());
  EXPECT_EQ(outcome.copies("%a"), "h>g");
  EXPECT_EQ(outcome.flow("d"), "g > g");
}

// x -> a, read by c and d; c is read by e. While e runs, its operand and its result take 60 B, and a waits with 30 B.
TEST(DFShardingTest, DFR2_RoomAtEveryOpUpToTheLastUser) {
  for (Bytes capacity : {90, 89}) {
    Sketch sketch(capacity);
    int32_t a = sketch.op("a", {sketch.argument(30)}, 30, unary);
    int32_t c = sketch.op("c", {a}, 30, unary);
    sketch.returns(sketch.op("e", {c}, 30, unary));
    sketch.returns(sketch.op("d", {a}, 30, unary));
    Outcome outcome(sketch.finish());
    EXPECT_EQ(outcome.copies("%a"), capacity == 90 ? "" : "h>d");
    EXPECT_EQ(outcome.flow("d"), capacity == 90 ? "h > h" : "d > h");
  }
}

TEST(DFShardingTest, DFR3_ReductionsReadNoShards) {
  OpTraits reduction = chainOp();
  reduction.readsShards = false;
  Outcome outcome(forked(unary, unary, reduction).finish());
  EXPECT_EQ(outcome.copies("%a"), "h>d");
  EXPECT_EQ(outcome.flow("c"), "d > h");
}

TEST(DFShardingTest, DFR4_WhatIsReturnedGoesToDram) {
  Outcome outcome(forked(unary, unary, chainOp(), /*returnsA=*/true).finish());
  EXPECT_EQ(outcome.copies("%a"), "h>d");
  EXPECT_EQ(outcome.flow("c"), "d > h");
}

// From DRAM: the copy 1, c and d 5 each: 11 ns. From shards 2 x 5 = 10, or 2 x 6 = 12.
TEST(DFShardingTest, DFR5_UsersTakeNoLongerThanWithTheCopy) {
  const Texts five = {"d > d 10", "d > h 5", "h > h 5"}, six = {"d > d 10", "d > h 5", "h > h 6"};
  EXPECT_EQ(Outcome(forked(five, five).finish()).flow("c"), "h > h");
  EXPECT_EQ(Outcome(forked(six, six).finish()).flow("c"), "d > h");
}

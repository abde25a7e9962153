//===- VerifyTest.cpp - Plans that break one rule -------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PictureProblem.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// The picture with conversions between its two layouts: 3 ns up, 4 ns down.
static FunctionLayout withConversions() {
  FunctionLayout problem = pictureProblem();
  Conversion up, down;
  up.legal = down.legal = true;
  up.time = 3'000;
  up.peakBytes = 60;
  up.dramBytes = 10;
  up.uses = problem.addUses({{L1Use::Kind::Allocate, 60}});
  down.time = 4'000;
  down.dramBytes = 20;
  problem.addConversion(0, layoutInDram, layoutInL1, up);
  problem.addConversion(0, layoutInL1, layoutInDram, down);
  return problem;
}

/// The plan of the picture: relu makes %0 in L1, add reads it there; 14 ns.
static FunctionPlan pictureOf(const FunctionLayout &problem) {
  PlanBuilder builder(problem);
  builder.choose(0, 1);
  builder.choose(1, 1);
  return std::move(builder).finish("by hand");
}

/// Rule and message: `FL-10: ...`; empty for a valid plan.
static std::string errorOf(const FunctionLayout &problem, const FunctionPlan &plan) {
  PlanVerdict verdict = verify(problem, plan);
  return verdict.ok() ? "" : verdict.violation->rule + ": " + verdict.violation->message;
}

template <typename Change>
static std::string errorWith(Change change) {
  FunctionLayout problem = withConversions();
  EXPECT_TRUE(check(problem).ok());
  FunctionPlan plan = pictureOf(problem);
  EXPECT_EQ(errorOf(problem, plan), "");
  change(plan);
  return errorOf(problem, plan);
}

TEST(FunctionLayoutVerifyTest, FL10_Order) {
  EXPECT_EQ(errorWith([](FunctionPlan &p) { p.order.pop_back(); }), "FL-10: the order has 1 ops, the function 2");
  EXPECT_EQ(errorWith([](FunctionPlan &p) { p.order[1] = 2; }), "FL-10: order[1]: op 2 does not exist (there are 2)");
  EXPECT_EQ(errorWith([](FunctionPlan &p) { p.order[1] = 0; }), "FL-10: order[1]: op 0 stands at 0 already");
  EXPECT_EQ(errorWith([](FunctionPlan &p) { p.order = {1, 0}; }),
            "FL-10: ops[1] ('%1') stands at 0, ops[0] makes its operand at 1");
}

TEST(FunctionLayoutVerifyTest, FL10_OrderForOtherReasonsThanData) {
  FunctionLayout problem = pictureProblem();
  problem.ops[1] = {"%1", 0, {0}, {2}, {}, {}}; // two relus of %a
  FunctionPlan plan = asItStands(problem);
  plan.order = {1, 0};
  EXPECT_EQ(errorOf(problem, plan), "");
  problem.ops[1].after = {0};
  EXPECT_EQ(errorOf(problem, plan), "FL-10: ops[1] ('%1') stands at 0, ops[0], which must run before, at 1");
}

TEST(FunctionLayoutVerifyTest, FL11_Candidates) {
  EXPECT_EQ(errorWith([](FunctionPlan &p) { p.candidate.pop_back(); }), "FL-11: 1 candidates for 2 ops");
  EXPECT_EQ(errorWith([](FunctionPlan &p) { p.candidate[1] = 2; }),
            "FL-11: ops[1] ('%1') takes candidate 2, its class has 2");
  EXPECT_THAT(errorWith([](FunctionPlan &p) { p.candidate[1] = -1; }), StartsWith("FL-11: "));
}

TEST(FunctionLayoutVerifyTest, FL12_Originals) {
  EXPECT_THAT(errorWith([](FunctionPlan &p) { p.copies.pop_back(); }), StartsWith("FL-12: 2 copies"));
  EXPECT_EQ(errorWith([](FunctionPlan &p) { p.copies[1].layout = layoutInDram; }),
            "FL-12: copies[1] ('%0') is said to lie in layout 0, it is made in 1");
  EXPECT_EQ(errorWith([](FunctionPlan &p) { p.copies[0].layout = layoutInL1; }),
            "FL-12: copies[0] ('%a') is said to lie in layout 1, it enters in 0");
  EXPECT_THAT(errorWith([](FunctionPlan &p) { std::swap(p.copies[0], p.copies[1]); }),
              StartsWith("FL-12: copies[0] must be tensor 0 itself"));
  EXPECT_THAT(errorWith([](FunctionPlan &p) { p.copies[1].source = 0; }),
              StartsWith("FL-12: copies[1] must be tensor 1"));
}

TEST(FunctionLayoutVerifyTest, FL12_Conversions) {
  auto with = [](Copy copy) {
    return errorWith([&](FunctionPlan &p) {
      p.copies.push_back(copy);
      p.time += 4'000; // %0 from L1 to DRAM
    });
  };
  Copy good{1, layoutInDram, 1, Copy::Place::AfterOp, 0};
  EXPECT_EQ(with(good), "");
  auto changed = [&](auto change) {
    Copy copy = good;
    change(copy);
    return with(copy);
  };
  EXPECT_EQ(changed([](Copy &c) { c.tensor = 3; }), "FL-12: copies[3]: tensor 3 does not exist (there are 3)");
  EXPECT_EQ(changed([](Copy &c) { c.op = 2; }), "FL-12: copies[3]: op 2 does not exist (there are 2)");
  EXPECT_EQ(changed([](Copy &c) { c.layout = 2; }), "FL-12: copies[3]: layout 2 does not exist (its kind has 2)");
  EXPECT_EQ(changed([](Copy &c) { c.source = 4; }), "FL-12: copies[3]: source 4 does not exist (there are 4)");
  EXPECT_EQ(changed([](Copy &c) { c.source = -1; }), "FL-12: copies[3]: source -1 does not exist (there are 4)");
  EXPECT_EQ(changed([](Copy &c) { c.source = 0; }), "FL-12: copies[3]: is tensor 1, its source 0 is tensor 0");
  EXPECT_EQ(changed([](Copy &c) { c.source = 3; }),
            "FL-12: copies[3]: moves within layout 0 ('dram'), which is not in L1");
  EXPECT_EQ(changed([](Copy &c) { c.layout = layoutInL1; }),
            "FL-12: copies[3]: kind 0 has no conversion from layout 1 ('l1') to 1 ('l1')");
}

TEST(FunctionLayoutVerifyTest, FL12_MovesWithinL1) {
  FunctionLayout problem = withConversions();
  FunctionPlan plan = pictureOf(problem);
  plan.copies.push_back({1, layoutInL1, 1, Copy::Place::BeforeOp, 1});
  plan.reads[1][0] = 3; // add reads %0 where it was moved to
  plan.time += 2'000;
  problem.addConversion(0, layoutInL1, layoutInL1, {.legal = true, .time = 2'000, .peakBytes = 60, .error = {}});
  EXPECT_TRUE(check(problem).ok());
  EXPECT_THAT(errorOf(problem, plan), StartsWith("FL-17: the conversion to copy 3 ('%0' in 'l1') at step 1: needs 60 B "
                                                 "of L1 per core for itself beside 60 B of live tensors, 100 B"));
  problem.l1Bytes = 160; // room for both while it moves
  EXPECT_EQ(errorOf(problem, plan), "");
  EXPECT_EQ(verify(problem, plan).facts.time, 16'000);
  plan.time -= 1; // a move is not for free
  EXPECT_THAT(errorOf(problem, plan), StartsWith("FL-20"));
}

TEST(FunctionLayoutVerifyTest, FL12_ConversionsThatAreNotThere) {
  FunctionLayout problem = pictureProblem();
  FunctionPlan plan = pictureOf(problem);
  plan.copies.push_back({1, layoutInDram, 1, Copy::Place::AfterOp, 0});
  EXPECT_EQ(errorOf(problem, plan), "FL-12: copies[3]: kind 0 has no conversion from layout 1 ('l1') to 0 ('dram')");
}

TEST(FunctionLayoutVerifyTest, FL13_Reads) {
  EXPECT_EQ(errorWith([](FunctionPlan &p) { p.reads.pop_back(); }), "FL-13: reads of 1 ops, there are 2");
  EXPECT_EQ(errorWith([](FunctionPlan &p) { p.reads[1].pop_back(); }),
            "FL-13: ops[1] ('%1') reads 1 copies, it has 2 operands");
  EXPECT_EQ(errorWith([](FunctionPlan &p) { p.reads[1][0] = 3; }),
            "FL-13: ops[1] ('%1'): operand 0: copy 3 does not exist (there are 3)");
  EXPECT_EQ(errorWith([](FunctionPlan &p) { p.reads[1][0] = 0; }),
            "FL-13: ops[1] ('%1'): operand 0 is tensor 1, copy 0 is tensor 0");
  EXPECT_EQ(errorWith([](FunctionPlan &p) {
              p.copies.push_back({1, layoutInDram, 1, Copy::Place::AfterOp, 0});
              p.reads[1][0] = 3;
            }),
            "FL-13: ops[1] ('%1'): candidate 1 reads operand 0 in layout 1 ('l1'), copy 3 lies in 0 ('dram')");
}

TEST(FunctionLayoutVerifyTest, FL14_MadeBeforeItIsRead) {
  auto with = [](Copy::Place place, int32_t op) {
    return errorWith([&](FunctionPlan &p) { // %0 goes to DRAM and back
      p.copies.push_back({1, layoutInDram, 1, place, op});
      p.copies.push_back({1, layoutInL1, 3, Copy::Place::BeforeOp, 1});
      p.reads[1][0] = 4;
      p.time += 7'000;
    });
  };
  EXPECT_EQ(with(Copy::Place::AfterOp, 0), "");
  EXPECT_EQ(with(Copy::Place::BeforeOp, 1), "");
  EXPECT_EQ(with(Copy::Place::BeforeOp, 0), "FL-14: copies[3]: reads copy 1 ('%0' in 'l1'), which is not made yet");
  EXPECT_EQ(with(Copy::Place::AfterOp, 1), "FL-14: copies[4]: reads copy 3 ('%0' in 'dram'), which is not made yet");
  EXPECT_EQ(with(Copy::Place::AfterOp, -1), "FL-14: copies[3]: reads copy 1 ('%0' in 'l1'), which is not made yet");
}

TEST(FunctionLayoutVerifyTest, FL14_WhatDoesNotMoveIsReadItself) {
  FunctionLayout problem = withConversions();
  problem.classes[1].movable[1] = false;
  problem.l1Bytes = 200;
  FunctionPlan plan = pictureOf(problem);
  EXPECT_EQ(errorOf(problem, plan), "");
  plan.copies.push_back({0, layoutInL1, 0, Copy::Place::AfterOp, -1});
  plan.copies.push_back({0, layoutInDram, 3, Copy::Place::BeforeOp, 1});
  plan.time += 7'000;
  EXPECT_EQ(errorOf(problem, plan), "");
  plan.reads[1][1] = 4; // as good as %a, but a weight is where it is
  EXPECT_EQ(errorOf(problem, plan), "FL-14: ops[1] ('%1'): operand 1 does not move, it reads copy 4 of tensor 0");
}

/// %0 = relu(%a) writes %a, %1 = relu(%a) behind it. The caller sees what is written to %a.
static FunctionLayout writeThenRead() {
  FunctionLayout problem = withConversions();
  problem.ops[0].writes = {0};
  problem.ops[1] = {"%1", 0, {0}, {2}, {0}, {}};
  EXPECT_TRUE(check(problem).ok());
  return problem;
}

TEST(FunctionLayoutVerifyTest, FL14_OutOfDate) {
  FunctionLayout problem = writeThenRead();
  auto with = [&](int32_t op) { // %a to L1 and back, read by the second relu
    FunctionPlan plan = asItStands(problem);
    plan.copies.push_back({0, layoutInL1, 0, Copy::Place::BeforeOp, op});
    plan.copies.push_back({0, layoutInDram, 3, Copy::Place::BeforeOp, 1});
    plan.reads[1][0] = 4;
    plan.time += 7'000;
    return errorOf(problem, plan);
  };
  EXPECT_EQ(with(1), ""); // converted behind the write
  EXPECT_EQ(with(0),
            "FL-14: copies[4]: reads copy 3 ('%a' in 'l1'), made before copy 0 ('%a' in 'dram') was written in "
            "place by ops[0] ('%0')");
}

TEST(FunctionLayoutVerifyTest, FL14_BytesWrittenThroughAnotherCopy) {
  // %0 = reshape(%a) copies in DRAM and shares bytes in L1; %1 = relu(%a) writes %a's place; %2 = relu(%0).
  FunctionLayout problem = withConversions();
  OpClass reshape = makeClass("reshape", 1);
  reshape.base = addCandidate(reshape, {layoutInDram}, layoutInDram, 1, problem);
  Candidate shared;
  shared.config = layoutInL1;
  std::vector<int32_t> l1{layoutInL1}, alias{0};
  reshape.candidates.add(shared, l1, l1, alias);
  problem.classes.push_back(reshape);
  problem.tensors = {{"%a", 0, layoutInDram},
                     {"%b", 0, layoutInDram, 0},
                     {"%0", 0, layoutInDram, 1},
                     {"%1", 0, layoutInDram, 2},
                     {"%2", 0, layoutInDram, 3}};
  problem.ops = {{"%b", 0, {0}, {1}, {}, {}},
                 {"%0", 2, {1}, {2}, {}, {}},
                 {"%1", 0, {1}, {3}, {1}, {0}},
                 {"%2", 0, {2}, {4}, {}, {}}};
  problem.returns = {3, 4};
  problem.l1Bytes = problem.capacity = 512;
  ASSERT_TRUE(check(problem).ok()) << check(problem).error().message;
  PlanBuilder builder(problem);
  builder.choose(0, 1); // %b in L1
  builder.choose(1, 1); // %0 shares its bytes
  builder.choose(2, 2); // the write
  builder.choose(3, 2); // reads what was %0
  builder.returnCopy(0, builder.copyBefore(-1, 3, layoutInDram));
  builder.returnCopy(1, builder.copyBefore(-1, 4, layoutInDram));
  EXPECT_EQ(
      errorOf(problem, std::move(builder).finish("by hand")),
      "FL-14: ops[3] ('%2'): operand 0: reads copy 2 ('%0' in 'l1'), made before copy 1 ('%b' in 'l1') was written "
      "in place by ops[2] ('%1')");
}

TEST(FunctionLayoutVerifyTest, FL14_WritesReachTheCaller) {
  FunctionLayout problem = writeThenRead();
  FunctionPlan plan = asItStands(problem);
  plan.copies.push_back({0, layoutInL1, 0, Copy::Place::AfterOp, -1});
  plan.candidate[0] = 2; // relu: l1 -> l1
  plan.copies[1].layout = layoutInL1;
  plan.reads[0][0] = 3;
  EXPECT_EQ(errorOf(problem, plan),
            "FL-14: ops[0] ('%0'): writes operand 0 in place in copy 3 ('%a' in 'l1'); the caller "
            "looks at tensor 0 ('%a') itself");
}

TEST(FunctionLayoutVerifyTest, FL15_Returns) {
  EXPECT_EQ(errorWith([](FunctionPlan &p) { p.returns.clear(); }), "FL-15: returns 0 copies, the function 1 values");
  EXPECT_EQ(errorWith([](FunctionPlan &p) { p.returns[0] = 3; }),
            "FL-15: returns[0]: copy 3 does not exist (there are 3)");
  EXPECT_EQ(errorWith([](FunctionPlan &p) { p.returns[0] = 1; }),
            "FL-15: returns[0]: must be tensor 2 in layout 0, copy 1 is tensor 1 in layout 1");
}

TEST(FunctionLayoutVerifyTest, FL15_ReturnedInBaseLayout) {
  FunctionLayout problem = withConversions();
  problem.ops.pop_back();
  problem.tensors.pop_back();
  problem.returns = {1};
  PlanBuilder builder(problem);
  builder.choose(0, 1);
  FunctionPlan plan = builder.current();
  EXPECT_EQ(errorOf(problem, plan), "FL-15: returns[0]: must be tensor 1 in layout 0, copy 1 is tensor 1 in layout 1");
  builder.returnCopy(0, builder.copyBefore(-1, 1, layoutInDram));
  EXPECT_EQ(errorOf(problem, std::move(builder).finish("by hand")), "");
}

/// The picture, in which add frees operand 0 when it lies in L1.
static FunctionLayout withFreeingAdd() {
  FunctionLayout problem = withConversions();
  OpClass &add = problem.classes[1];
  Candidate candidate = add.candidates[1];
  candidate.consumes = 0;
  CandidateTable table(2, 1);
  table.add(add.candidates[0], add.candidates.operandsOf(0), add.candidates.resultsOf(0), add.candidates.aliasesOf(0));
  table.add(candidate, add.candidates.operandsOf(1), add.candidates.resultsOf(1), add.candidates.aliasesOf(1));
  add.candidates = table;
  return problem;
}

TEST(FunctionLayoutVerifyTest, FL16_FreedOperand) {
  FunctionLayout problem = withFreeingAdd();
  EXPECT_EQ(errorOf(problem, pictureOf(problem)), "");
  problem.tensors[1].resident = true;
  EXPECT_EQ(errorOf(problem, pictureOf(problem)), "FL-16: ops[1] ('%1'): frees copy 1 ('%0' in 'l1'), whose bytes are "
                                                  "kept outside the function");
}

TEST(FunctionLayoutVerifyTest, FL16_FreedBytesOfAView) {
  // %0 = relu(%a), %2 = view(%0), %1 = add(%0, %a) frees %0, %3 = view(%2) reads the bytes behind.
  FunctionLayout problem = withFreeingAdd();
  OpClass view = makeClass("view", 1);
  Candidate candidate;
  candidate.config = layoutInDram;
  std::vector<int32_t> dram{layoutInDram}, l1{layoutInL1}, alias{0};
  view.base = view.candidates.add(candidate, dram, dram, alias);
  candidate.config = layoutInL1;
  view.candidates.add(candidate, l1, l1, alias);
  problem.classes.push_back(view);
  problem.tensors = {{"%a", 0, layoutInDram},
                     {"%0", 0, layoutInDram, 0},
                     {"%1", 0, layoutInDram, 2},
                     {"%2", 0, layoutInDram, 1},
                     {"%3", 0, layoutInDram, 3}};
  problem.ops = {{"%0", 0, {0}, {1}, {}, {}},
                 {"%2", 2, {1}, {3}, {}, {}},
                 {"%1", 1, {1, 0}, {2}, {}, {}},
                 {"%3", 2, {3}, {4}, {}, {}}};
  ASSERT_TRUE(check(problem).ok()) << check(problem).error().message;
  PlanBuilder builder(problem);
  builder.choose(0, 1);
  builder.choose(1, 1);
  builder.choose(2, 1);
  builder.choose(3, 1);
  // Two names read %0, so that add does not free it.
  EXPECT_EQ(errorOf(problem, PlanBuilder(builder).finish("by hand")), "");
  // A copy of its own: freed by add, but nobody else has its bytes.
  builder.copyBefore(2, builder.copyAfterProducer(1, layoutInDram), layoutInL1);
  builder.read(2, 0, 6);
  FunctionPlan plan = std::move(builder).finish("by hand");
  EXPECT_THAT(errorOf(problem, plan), HasSubstr("FL-17")); // 60 B twice in 100 B
  problem.l1Bytes = problem.capacity = 160;
  EXPECT_EQ(errorOf(problem, plan), "");
  // add reads the view instead and frees the bytes that %3 reads.
  problem.ops[2].operands[0] = 3;
  plan.reads[2][0] = 3;
  problem.ops[3].operands[0] = 1;
  plan.reads[3][0] = 1;
  plan.copies.resize(5);
  plan.time = timeOf(problem, plan);
  EXPECT_EQ(errorOf(problem, plan),
            "FL-16: ops[3] ('%3'): operand 0: reads copy 1 ('%0' in 'l1'), whose bytes ops[2] ('%1') has freed");
}

TEST(FunctionLayoutVerifyTest, FL17_SumExceededByOneByte) {
  FunctionLayout problem = withConversions();
  problem.alignment = 1;
  FunctionPlan plan = pictureOf(problem);
  // A copy of %a in L1 lives while relu makes %0: 60 B each.
  plan.copies.push_back({0, layoutInL1, 0, Copy::Place::AfterOp, -1});
  plan.copies.push_back({0, layoutInDram, 3, Copy::Place::BeforeOp, 1});
  plan.reads[1][1] = 4;
  plan.time += 7'000;
  problem.l1Bytes = 120;
  EXPECT_EQ(errorOf(problem, plan), "");
  EXPECT_EQ(verify(problem, plan).facts.peakSumBytes, 120);
  problem.l1Bytes = 119;
  PlanVerdict verdict = verify(problem, plan);
  ASSERT_FALSE(verdict.ok());
  EXPECT_EQ(verdict.violation->rule, "FL-17");
  EXPECT_EQ(verdict.violation->op, 0);
  EXPECT_EQ(verdict.violation->message,
            "ops[0] ('%0') at step 1: needs 60 B of L1 per core for itself beside 60 B of live "
            "tensors, 119 B are usable; live: copy 3 ('%a' in 'l1'): 60 B");
  EXPECT_THAT(verdict.violation->copies, ElementsAre(3));
}

TEST(FunctionLayoutVerifyTest, FL18_NoPlaceThoughBytesAreFree) {
  // 50 and 50 B fit into 100 B by sums; by addresses each takes 64.
  FunctionLayout problem = withConversions();
  problem.kinds[0].layouts[layoutInL1].l1Bytes = 50;
  problem.l1Uses[0][0].bytes = 50;
  FunctionPlan plan = asItStands(problem);
  plan.copies.push_back({0, layoutInL1, 0, Copy::Place::AfterOp, -1});
  plan.copies.push_back({0, layoutInDram, 3, Copy::Place::BeforeOp, 1});
  plan.reads[1][1] = 4;
  plan.copies.push_back({1, layoutInL1, 1, Copy::Place::AfterOp, 0}); // finds no place
  plan.time = timeOf(problem, plan);
  EXPECT_THAT(errorOf(problem, plan), StartsWith("FL-17: the conversion to copy 5")); // its peak is 60
  FunctionLayout small = problem;
  Conversion up = problem.conversion(0, layoutInDram, layoutInL1);
  up.peakBytes = 50;
  small.addConversion(0, layoutInDram, layoutInL1, up);
  PlanVerdict verdict = verify(small, plan);
  ASSERT_FALSE(verdict.ok());
  EXPECT_EQ(verdict.violation->rule, "FL-18");
  EXPECT_THAT(verdict.violation->message, HasSubstr("finds no place for a result of 50 B: 36 B of 100 are free, the "
                                                    "largest free range has 32 B"));
  EXPECT_EQ(verdict.violation->op, 0); // where the conversion stands
  EXPECT_THAT(verdict.violation->copies, ElementsAre(3, 5));
  small.l1Bytes = 128;
  EXPECT_EQ(errorOf(small, plan), "");
}

TEST(FunctionLayoutVerifyTest, FL19_CircularBuffersBelowTheLowestBuffer) {
  FunctionLayout problem = withConversions();
  problem.l1Bytes = problem.capacity = 128;
  Candidate candidate = problem.classes[1].candidates[1];
  auto withCircular = [&](Bytes bytes) {
    FunctionLayout changed = problem;
    OpClass &add = changed.classes[1];
    candidate.peakBytes = candidate.circularBytes = bytes;
    candidate.uses = changed.addUses({{L1Use::Kind::CircularBuffers, bytes}, {L1Use::Kind::EndProgram, 0}});
    CandidateTable table(2, 1);
    table.add(add.candidates[0], add.candidates.operandsOf(0), add.candidates.resultsOf(0),
              add.candidates.aliasesOf(0));
    table.add(candidate, add.candidates.operandsOf(1), add.candidates.resultsOf(1), add.candidates.aliasesOf(1));
    add.candidates = table;
    return errorOf(changed, pictureOf(changed));
  };
  // %0 takes [64, 128), although its 60 B and 68 B of circular buffers would fit by sums.
  EXPECT_EQ(withCircular(64), "");
  EXPECT_EQ(withCircular(65),
            "FL-19: ops[1] ('%1') at step 1: its circular buffers take [0, 65), the lowest live buffer "
            "begins at 64; 64 B are free in all; live: copy 1 ('%0' in 'l1'): 60 B");
  EXPECT_THAT(withCircular(69), StartsWith("FL-17"));
}

TEST(FunctionLayoutVerifyTest, FL20_StatedTime) {
  EXPECT_EQ(errorWith([](FunctionPlan &p) { ++p.time; }),
            "FL-20: the plan says that it takes 14001 ps, it takes 14000 ps");
}

// relu as an op that changes pages alone: it may not read DRAM and make L1, though its class has a way to do so.
TEST(FunctionLayoutVerifyTest, FL22_ChangingPagesKeepsThePlace) {
  FunctionLayout problem = withConversions();
  PlanBuilder builder(problem);
  builder.choose(0, 1);
  builder.choose(1, 1);
  FunctionPlan plan = std::move(builder).finish("by hand");
  ASSERT_TRUE(verify(problem, plan).ok());
  problem.classes[0].traits.keepsPlace = true;
  PlanVerdict verdict = verify(problem, plan);
  ASSERT_FALSE(verdict.ok());
  EXPECT_EQ(verdict.violation->rule, "FL-22");
  EXPECT_EQ(verdict.violation->op, 0);
  PlanBuilder inDram(problem);
  EXPECT_TRUE(verify(problem, std::move(inDram).finish("by hand")).ok());
}

TEST(FunctionLayoutVerifyTest, FactsOfAPlanWithConversions) {
  FunctionLayout problem = withConversions();
  PlanBuilder builder(problem);
  builder.choose(0, 1);
  builder.choose(1, 1);
  int32_t spilled = builder.copyAfterProducer(1, layoutInDram);
  builder.read(1, 0, builder.copyBefore(1, spilled, layoutInL1));
  PlanVerdict verdict = verify(problem, std::move(builder).finish("by hand"));
  ASSERT_TRUE(verdict.ok()) << verdict.violation->message;
  EXPECT_EQ(verdict.facts.time, 21'000); // 6 + 4 + 3 + 8 ns
  EXPECT_EQ(verdict.facts.dramBytes, 30);
  EXPECT_EQ(verdict.facts.conversions, 1);
  EXPECT_EQ(verdict.facts.spills, 1);
  EXPECT_EQ(verdict.facts.peakSumBytes, 60);
}

TEST(FunctionLayoutVerifyTest, StepsStandInTheOrderOfTheHeader) {
  FunctionLayout problem = withConversions();
  FunctionPlan plan = pictureOf(problem);
  plan.copies.push_back({1, layoutInDram, 1, Copy::Place::AfterOp, 0});  // 3
  plan.copies.push_back({1, layoutInL1, 3, Copy::Place::BeforeOp, 1});   // 4
  plan.copies.push_back({0, layoutInL1, 0, Copy::Place::AfterOp, -1});   // 5: at the beginning
  plan.copies.push_back({2, layoutInL1, 2, Copy::Place::BeforeOp, -1});  // 6: before the return
  plan.copies.push_back({0, layoutInDram, 5, Copy::Place::BeforeOp, 1}); // 7
  std::vector<std::pair<int32_t, int32_t>> steps;
  for (const PlanStep &step : stepsOf(problem, plan))
    steps.emplace_back(step.op, step.copy);
  using P = std::pair<int32_t, int32_t>;
  EXPECT_THAT(steps, ElementsAre(P(-1, 5), P(0, -1), P(-1, 3), P(-1, 4), P(-1, 7), P(1, -1), P(-1, 6)));
}

//===- CheckTest.cpp - Problems that break one rule -----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// %0 = relu(%a), %1 = add(%0, %a), return %1 (PictureProblem.h), with one thing changed. Each test also has the nearest
// value that is still accepted.
//
//===----------------------------------------------------------------------===//
#include "PictureProblem.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::testing;

static std::string errorOf(const FunctionLayout &problem) {
  Status status = check(problem);
  return status.ok() ? "" : status.error().message;
}

/// The picture with a change.
template <typename Change>
static std::string errorWith(Change change) {
  FunctionLayout problem = pictureProblem();
  change(problem);
  return errorOf(problem);
}

/// Candidate `index` of a class, changed.
template <typename Change>
static void changeCandidate(OpClass &opClass, int32_t index, Change change) {
  CandidateTable table(opClass.operandKinds.size(), opClass.resultKinds.size());
  for (int32_t i = 0; i < opClass.candidates.size(); ++i) {
    Candidate candidate = opClass.candidates[i];
    auto copyOf = [](std::span<const int32_t> from) { return std::vector<int32_t>(from.begin(), from.end()); };
    std::vector<int32_t> operands = copyOf(opClass.candidates.operandsOf(i));
    std::vector<int32_t> results = copyOf(opClass.candidates.resultsOf(i));
    std::vector<int32_t> aliases = copyOf(opClass.candidates.aliasesOf(i));
    if (i == index)
      change(candidate, operands, results, aliases);
    table.add(candidate, operands, results, aliases);
  }
  opClass.candidates = std::move(table);
}

using ::testing::HasSubstr;
using ::testing::StartsWith;
using Layouts = std::vector<int32_t>;

TEST(FunctionLayoutCheckTest, ThePictureIsValid) { EXPECT_EQ(errorOf(pictureProblem()), ""); }

TEST(FunctionLayoutCheckTest, FL1_Sizes) {
  EXPECT_EQ(errorWith([](FunctionLayout &p) { p.capacity = p.l1Bytes; }), "");
  EXPECT_EQ(errorWith([](FunctionLayout &p) { p.capacity = p.l1Bytes + 1; }),
            "FL-1: capacity is 101, must be in [0, 100], the usable L1");
  EXPECT_THAT(errorWith([](FunctionLayout &p) { p.l1Bytes = -1; }), StartsWith("FL-1: l1Bytes is -1"));
  EXPECT_THAT(errorWith([](FunctionLayout &p) { p.l1Bytes = Bytes(1) << 40; }), StartsWith("FL-1: l1Bytes"));
  EXPECT_THAT(errorWith([](FunctionLayout &p) { p.alignment = 0; }), StartsWith("FL-1: alignment is 0"));
  EXPECT_THAT(errorWith([](FunctionLayout &p) { p.kinds[0].layouts[layoutInL1].l1Bytes = -1; }),
              StartsWith("FL-1: kinds[0].layouts[1]: L1 is -1 B"));
  EXPECT_THAT(errorWith([](FunctionLayout &p) { p.l1Uses[0][0].bytes = Bytes(1) << 40; }),
              StartsWith("FL-1: l1Uses[0][0]"));
  EXPECT_THAT(errorWith([](FunctionLayout &p) { p.returns.assign((1 << 20) + 1, 0); }),
              StartsWith("FL-1: there are 1048577 returns"));
}

TEST(FunctionLayoutCheckTest, FL1_TimesOfAllOpsTogether) {
  auto withTime = [](Picoseconds time) {
    return errorWith([&](FunctionLayout &p) {
      changeCandidate(p.classes[1], 0, [&](Candidate &c, auto &, auto &, auto &) { c.time = time; });
    });
  };
  // relu takes 9 ns at most.
  EXPECT_EQ(withTime(maxTime - 9'001), "");
  EXPECT_THAT(withTime(maxTime - 9'000), StartsWith("FL-1: ops[1]: the slowest candidates up to here take"));
}

TEST(FunctionLayoutCheckTest, FL2_Kinds) {
  EXPECT_EQ(errorWith([](FunctionLayout &p) { p.kinds[0].layouts[1].name = "dram"; }),
            "FL-2: kinds[0].layouts[1]: the name 'dram' is that of another layout of the kind");
  EXPECT_EQ(errorWith([](FunctionLayout &p) { p.kinds[0].layouts[0].l1Bytes = 1; }),
            "FL-2: kinds[0].layouts[0]: takes 1 B of L1 and lies outside L1");
  EXPECT_THAT(errorWith([](FunctionLayout &p) { p.kinds.emplace_back(); }),
              StartsWith("FL-2: kinds[1]: has no layouts"));
  EXPECT_THAT(errorWith([](FunctionLayout &p) { p.kinds[0].layouts[1].gridCols = 0; }),
              HasSubstr("its grid is 1x0, must be at least 1x1"));
}

TEST(FunctionLayoutCheckTest, FL3_Indices) {
  EXPECT_EQ(errorWith([](FunctionLayout &p) { p.ops[1].operands[1] = 3; }),
            "FL-3: ops[1] ('%1'): operand 1: tensor 3 does not exist (there are 3)");
  EXPECT_THAT(errorWith([](FunctionLayout &p) { p.ops[0].opClass = 2; }), HasSubstr("class 2 does not exist"));
  EXPECT_THAT(errorWith([](FunctionLayout &p) { p.classes[0].operandKinds[0] = 1; }),
              HasSubstr("kind 1 does not exist"));
  EXPECT_THAT(errorWith([](FunctionLayout &p) { p.classes[1].movable.pop_back(); }),
              StartsWith("FL-3: classes[1]: says"));
  EXPECT_THAT(errorWith([](FunctionLayout &p) { p.tensors[0].kind = -1; }),
              StartsWith("FL-3: tensors[0] ('%a'): kind"));
  EXPECT_THAT(errorWith([](FunctionLayout &p) { p.tensors[0].base = 2; }), HasSubstr("base layout 2 does not exist"));
  EXPECT_THAT(errorWith([](FunctionLayout &p) { p.tensors[1].producer = 2; }), HasSubstr("producer 2 does not exist"));
  EXPECT_THAT(errorWith([](FunctionLayout &p) { p.ops[0].operands.push_back(0); }),
              HasSubstr("has 2 operands, its class has 1"));
}

TEST(FunctionLayoutCheckTest, FL3_OneProducer) {
  EXPECT_EQ(errorWith([](FunctionLayout &p) { p.ops[1].results[0] = 1; }),
            "FL-3: ops[1]: makes tensor 1, which ops[0] makes");
  EXPECT_EQ(errorWith([](FunctionLayout &p) { p.tensors[2].producer = 0; }),
            "FL-3: tensors[2]: names op 0 as its producer, op 1 makes it (-1 = none)");
}

TEST(FunctionLayoutCheckTest, FL3_KindsAgree) {
  EXPECT_EQ(errorWith([](FunctionLayout &p) {
              p.kinds.push_back(p.kinds[0]);
              p.tensors[0].kind = 1;
            }),
            "FL-3: ops[0] ('%0'): operand 0 is of kind 1, its class wants 0");
}

TEST(FunctionLayoutCheckTest, FL4_Order) {
  EXPECT_EQ(errorWith([](FunctionLayout &p) { p.ops[1].after = {0}; }), "");
  EXPECT_EQ(errorWith([](FunctionLayout &p) { p.ops[1].after = {1}; }),
            "FL-4: ops[1]: runs after op 1, which stands no earlier");
  EXPECT_EQ(errorWith([](FunctionLayout &p) { p.ops[0].operands[0] = 1; }),
            "FL-4: ops[0]: operand 0 is made by ops[0], which stands no earlier");
  EXPECT_EQ(errorWith([](FunctionLayout &p) { p.ops[0].operands[0] = 2; }),
            "FL-4: ops[0]: operand 0 is made by ops[1], which stands no earlier");
}

TEST(FunctionLayoutCheckTest, FL5_Base) {
  EXPECT_THAT(errorWith([](FunctionLayout &p) { p.classes[0].base = 3; }),
              StartsWith("FL-5: classes[0]: base candidate 3 does not exist (there are 3)"));
  EXPECT_THAT(errorWith([](FunctionLayout &p) { p.classes[0].base = 1; }),
              StartsWith("FL-5: classes[0]: base candidate 1 has configuration 1, the base configuration is 0"));
  EXPECT_THAT(errorWith([](FunctionLayout &p) { p.classes[0].baseConfig = 2; }), StartsWith("FL-5: classes[0]"));
  EXPECT_THAT(errorWith([](FunctionLayout &p) { p.classes[0].settledConfig = -1; }), StartsWith("FL-5: classes[0]"));
  EXPECT_THAT(errorWith([](FunctionLayout &p) { p.classes[0].numLegalConfigs = 3; }), StartsWith("FL-5: classes[0]"));
  EXPECT_EQ(errorWith([](FunctionLayout &p) { p.tensors[0].base = layoutInL1; }),
            "FL-5: ops[0]: the base candidate of classes[0] has operand 0 in layout 0, the base of tensor 0 is 1");
}

TEST(FunctionLayoutCheckTest, FL6_Candidates) {
  auto with = [](auto change) {
    return errorWith([&](FunctionLayout &p) { changeCandidate(p.classes[1], 1, change); });
  };
  EXPECT_THAT(with([](Candidate &c, Layouts &, Layouts &, Layouts &) { c.time = -1; }),
              StartsWith("FL-6: classes[1].candidates[1]: its time is -1 ps"));
  EXPECT_THAT(with([](Candidate &c, Layouts &, Layouts &, Layouts &) { c.uses = 1; }),
              HasSubstr("l1Uses[1] does not exist (there are 1)"));
  EXPECT_THAT(with([](Candidate &c, Layouts &, Layouts &, Layouts &) { c.consumes = 2; }),
              HasSubstr("consumes operand 2 (there are 2)"));
  EXPECT_THAT(with([](Candidate &, Layouts &operands, Layouts &, Layouts &) { operands[0] = 2; }),
              HasSubstr("layout 2 of operand 0 does not exist (its kind has 2)"));
  EXPECT_THAT(with([](Candidate &, Layouts &, Layouts &results, Layouts &) { results[0] = -1; }),
              HasSubstr("layout -1 of result 0 does not exist"));
  EXPECT_THAT(with([](Candidate &, Layouts &, Layouts &results, Layouts &) { results[0] = layoutInL1; }),
              HasSubstr("makes result 0 in layout 1, its configuration asks for 0"));
  EXPECT_THAT(with([](Candidate &, Layouts &, Layouts &, Layouts &aliases) { aliases[0] = 2; }),
              HasSubstr("result 0 shares the bytes of operand 2 (there are 2)"));
  EXPECT_THAT(with([](Candidate &, Layouts &, Layouts &, Layouts &aliases) { aliases[0] = 0; }),
              HasSubstr("result 0 ('dram') shares the bytes of operand 0 ('l1'), which lies elsewhere"));
  EXPECT_THAT(with([](Candidate &c, Layouts &, Layouts &, Layouts &aliases) { c.consumes = aliases[0] = 1; }),
              HasSubstr("result 0 shares the bytes of operand 1, which the op frees"));
  EXPECT_THAT(with([](Candidate &c, Layouts &, Layouts &, Layouts &) { c.circularBytes = 1; }),
              HasSubstr("its circular buffers take 1 B, its whole peak is 0 B"));
  EXPECT_THAT(errorWith([](FunctionLayout &p) { p.classes[0].configs[1].result = 2; }),
              StartsWith("FL-6: classes[0].configs[1]: layout 2"));
}

TEST(FunctionLayoutCheckTest, FL6_ResultsArePartOfThePeak) {
  auto withPeak = [](Bytes peak) {
    return errorWith([&](FunctionLayout &p) {
      changeCandidate(p.classes[0], 1, [&](Candidate &c, auto &, auto &, auto &) { c.peakBytes = peak; });
    });
  };
  EXPECT_EQ(withPeak(60), "");
  EXPECT_EQ(withPeak(59), "FL-6: classes[0].candidates[1]: its results take 60 B of L1, its whole peak is 59 B");
}

TEST(FunctionLayoutCheckTest, FL6_WhatDoesNotMoveIsReadAsItLies) {
  EXPECT_EQ(errorWith([](FunctionLayout &p) { p.classes[1].movable[1] = false; }), "");
  EXPECT_EQ(errorWith([](FunctionLayout &p) { p.classes[1].movable[0] = false; }),
            "FL-6: classes[1].candidates[1]: reads operand 0 in layout 1; it does not move from layout 0");
}

TEST(FunctionLayoutCheckTest, FL6_TablesOfTheRightWidth) {
  EXPECT_THAT(errorWith([](FunctionLayout &p) {
                p.classes[0].candidates = p.classes[1].candidates;
                p.classes[0].base = 0;
              }),
              HasSubstr("has layouts of 2 operands and 1 results, its class has 1 and 1"));
}

TEST(FunctionLayoutCheckTest, FL7_Returns) {
  EXPECT_EQ(errorWith([](FunctionLayout &p) { p.returns = {0, 2, 2}; }), "");
  EXPECT_EQ(errorWith([](FunctionLayout &p) { p.returns.push_back(3); }),
            "FL-7: returns[1]: tensor 3 does not exist (there are 3)");
}

TEST(FunctionLayoutCheckTest, FL8_Writes) {
  EXPECT_EQ(errorWith([](FunctionLayout &p) { p.ops[1].writes = {1}; }),
            ""); // relu, which reads %a, comes first by data
  EXPECT_EQ(errorWith([](FunctionLayout &p) { p.ops[1].writes = {2}; }),
            "FL-8: ops[1]: writes operand 2 (there are 2)");
  EXPECT_EQ(errorWith([](FunctionLayout &p) { p.ops[1].writes = {1, 1}; }),
            "FL-8: ops[1]: names operand 1 twice as written");
  EXPECT_EQ(errorWith([](FunctionLayout &p) {
              p.tensors[0].constant = true;
              p.ops[1].writes = {1};
            }),
            "FL-8: ops[1]: writes tensor 0 ('%a'), which is constant");
}

/// %0 = relu(%a), %1 = relu(%a): the second writes %a.
static FunctionLayout twoReaders() {
  FunctionLayout problem = pictureProblem();
  problem.ops[1] = {"%1", 0, {0}, {2}, {}, {0}};
  return problem;
}

TEST(FunctionLayoutCheckTest, FL8_WritesAreOrdered) {
  FunctionLayout problem = twoReaders();
  EXPECT_EQ(errorOf(problem), "FL-8: ops[1]: must run after ops[0], as tensor 0 ('%a') is written in place by one of "
                              "them; neither data nor `after` says so");
  problem.ops[1].after = {0};
  EXPECT_EQ(errorOf(problem), "");
  std::swap(problem.ops[0].writes, problem.ops[1].writes); // written first, then read
  EXPECT_EQ(errorOf(problem), "");
  problem.ops[1].after = {};
  EXPECT_THAT(errorOf(problem), StartsWith("FL-8: ops[1]: must run after ops[0]"));
}

TEST(FunctionLayoutCheckTest, FL8_BytesWrittenThroughAnotherName) {
  FunctionLayout problem = pictureProblem(); // add writes %a and reads %0
  problem.ops[1].writes = {1};
  EXPECT_EQ(errorOf(problem), "");
  // %0 becomes a view of %a, which is returned behind the write through %a.
  changeCandidate(problem.classes[0], 0, [](Candidate &, auto &, auto &, Layouts &aliases) { aliases[0] = 0; });
  EXPECT_EQ(errorOf(problem), "");
  problem.returns = {1};
  EXPECT_EQ(errorOf(problem),
            "FL-8: the return: reads tensor 1 ('%0'), whose bytes ops[1] wrote in place through tensor 0");
}

TEST(FunctionLayoutCheckTest, FL8_BytesFreedByAnOp) {
  FunctionLayout problem = pictureProblem();
  // add frees %0, which nobody else reads.
  changeCandidate(problem.classes[1], 0, [](Candidate &c, auto &, auto &, auto &) { c.consumes = 0; });
  EXPECT_EQ(errorOf(problem), "");
  problem.tensors[1].resident = true;
  EXPECT_THAT(errorOf(problem), StartsWith("FL-8: ops[1]: frees operand 0 as it stands, whose bytes are kept outside"));
  problem.tensors[1].resident = false;
  // %0 is a view of %a: add reads the freed bytes through %a.
  changeCandidate(problem.classes[0], 0, [](Candidate &, auto &, auto &, Layouts &aliases) { aliases[0] = 0; });
  EXPECT_THAT(errorOf(problem), StartsWith("FL-8: ops[1]: frees operand 0 as it stands and reads its bytes through"));
  problem.ops[1].operands[1] = 1; // %1 = add(%0, %0): read twice, so it is not freed
  problem.returns = {0};
  EXPECT_EQ(errorOf(problem), "");
}

TEST(FunctionLayoutCheckTest, FL9_Conversions) {
  Conversion legal;
  legal.legal = true;
  legal.peakBytes = 60;
  EXPECT_EQ(errorWith([&](FunctionLayout &p) { p.addConversion(0, layoutInDram, layoutInL1, legal); }), "");
  EXPECT_THAT(errorWith([&](FunctionLayout &p) { p.addConversion(1, layoutInDram, layoutInL1, legal); }),
              StartsWith("FL-9: conversion of kind 1 from 0 to 1: there are 1 kinds"));
  EXPECT_THAT(errorWith([&](FunctionLayout &p) { p.addConversion(0, layoutInDram, 2, legal); }),
              HasSubstr("the kind has 2 layouts"));
  EXPECT_EQ(errorWith([&](FunctionLayout &p) { p.addConversion(0, layoutInL1, layoutInL1, legal); }), ""); // a move
  EXPECT_THAT(errorWith([&](FunctionLayout &p) { p.addConversion(0, layoutInDram, layoutInDram, legal); }),
              HasSubstr("a move within a layout that is not in L1 ('dram')"));
  legal.peakBytes = 59;
  EXPECT_THAT(errorWith([&](FunctionLayout &p) { p.addConversion(0, layoutInL1, layoutInL1, legal); }),
              HasSubstr("its result takes 60 B of L1, its whole peak is 59 B"));
  EXPECT_THAT(errorWith([&](FunctionLayout &p) { p.addConversion(0, layoutInDram, layoutInL1, legal); }),
              HasSubstr("its result takes 60 B of L1, its whole peak is 59 B"));
  legal.time = -1;
  EXPECT_THAT(errorWith([&](FunctionLayout &p) { p.addConversion(0, layoutInL1, layoutInDram, legal); }),
              HasSubstr("its time is -1 ps"));
}

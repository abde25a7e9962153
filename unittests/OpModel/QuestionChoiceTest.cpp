//===- QuestionChoiceTest.cpp - What is worth a measurement -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Score/QuestionChoice.h"

#include "gmock/gmock.h"

using namespace alcove;
using namespace alcove::opmodel;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {
PricedOp priced(const std::string &question, double ns, double width) {
  return {.question = question, .ns = ns, .lowNs = ns - width / 2, .highNs = ns + width / 2, .family = {}};
}

/// The picture of the header, its twelve matmuls as three; 1000 ns in all.
std::vector<PricedOp> picture() {
  std::vector<PricedOp> ops = {priced("matmul a", 200, 20), priced("add b", 100, 9),     priced("matmul c", 130, 40),
                               priced("matmul a", 200, 20), priced("softmax d", 170, 4), priced("matmul a", 200, 20)};
  ops[1].measured = true;
  return ops;
}
} // namespace

TEST(QuestionChoiceTest, MT8_EqualQuestionsCountTogether) {
  QuestionChoice choice = chooseQuestions(picture(), 0.05, 100);
  EXPECT_EQ(choice.open, 3);
  EXPECT_NEAR(choice.unsure, 0.104, 1e-12);
  EXPECT_EQ(choice.chosen.front(), 0u); // three times 20 is more than 40
}

TEST(QuestionChoiceTest, MT8_WhatDecidesNothingIsSureEnough) {
  std::vector<PricedOp> ops = picture();
  for (size_t matmul : {0, 3, 5})
    ops[matmul].decides = false;
  QuestionChoice choice = chooseQuestions(ops, 0.01, 100);
  EXPECT_NEAR(choice.unsure, 0.044, 1e-12);
  EXPECT_THAT(choice.chosen, ElementsAre(2, 4));
}

TEST(QuestionChoiceTest, MT9_HalfOfWhatIsUnsureAndOneOfEveryKind) {
  // The first matmul is 60 of 104; softmax has no answer, add has one.
  EXPECT_THAT(chooseQuestions(picture(), 0.05, 100).chosen, ElementsAre(0, 4));
  EXPECT_THAT(chooseQuestions(picture(), 0.05, 1).chosen, ElementsAre(0));
  // With an answer of each other kind, nothing known of softmax is more unsure than 60 ns, though its interval is narrow.
  std::vector<PricedOp> known = picture();
  known[2].measured = true;
  EXPECT_THAT(chooseQuestions(known, 0.05, 1).chosen, ElementsAre(4));
  // Kinds that take little each are a family that does not.
  std::vector<PricedOp> small = picture();
  small.push_back(priced("exp e", 6, 1));
  small.push_back(priced("log f", 7, 0.5));
  EXPECT_THAT(chooseQuestions(small, 0.05, 100).chosen, ElementsAre(0, 4));
  small[6].family = small[7].family = "Elementwise";
  EXPECT_THAT(chooseQuestions(small, 0.05, 100).chosen, ElementsAre(0, 4, 6));
  // A kind of less than a hundredth of the time is not worth it.
  std::vector<PricedOp> ops = picture();
  ops[4] = priced("softmax d", 8, 4);
  EXPECT_THAT(chooseQuestions(ops, 0.05, 100).chosen, ElementsAre(0));
}

TEST(QuestionChoiceTest, MT10_SureEnoughIsTheEnd) {
  std::vector<PricedOp> ops = picture();
  // Nobody has measured a matmul or a softmax.
  EXPECT_THAT(chooseQuestions(ops, 0.2, 100).chosen, ElementsAre(0, 4));
  ops[2].measured = ops[4].measured = true;
  EXPECT_THAT(chooseQuestions(ops, 0.2, 100).chosen, IsEmpty());
  EXPECT_THAT(chooseQuestions(ops, 0.05, 100).chosen, ElementsAre(0));
  EXPECT_THAT(chooseQuestions({}, 0, 100).chosen, IsEmpty());
  // Views take no time and are no questions; what the model is sure of neither.
  EXPECT_THAT(chooseQuestions({priced("reshape", 0, 0), priced("", 5, 5)}, 0, 100).chosen, IsEmpty());
}

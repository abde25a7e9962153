//===- QuestionChoice.h - What is worth a measurement -----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   question      ops   width of their intervals   measured       most unsure first: the first matmul holds more than half
//   matmul 32..    12     60 us                                   of what is unsure, so a run measures it, and plans again:
//   add 32..        1      9 us                    yes            what the answer says of near questions may make the others
//   matmul 64..     3     40 us                                   sure. Of softmax nothing is known at all, and an interval
//   softmax 32..    1      4 us                                   may be wrong: it counts as if it were off by a half
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_SCORE_QUESTIONCHOICE_H
#define ALCOVE_OPMODEL_SCORE_QUESTIONCHOICE_H

#include "alcove/Base/Support/Units.h"

#include <cstdint>
#include <string>
#include <vector>

namespace alcove::opmodel {

/// An op of a plan and its price.
struct PricedOp {
  std::string question;
  Nanoseconds ns = 0, lowNs = 0, highNs = 0;
  bool measured = false; ///< the price is an answer of the table
  bool decides = true;   ///< whether another price of it would change the plan
  std::string family;    ///< of its time; ops of one err together
};

struct QuestionChoice {
  std::vector<size_t> chosen; ///< ops whose questions are worth a measurement, one per question, most unsure first
  int64_t open = 0;           ///< questions that nobody answered
  double unsure = 0;          ///< width of the open questions' intervals that count, part of the time of the plan
};

/// MT-8, MT-9: the questions of the next run, at most `most`; none when at most `enough` of the plan's time is unsure and
/// the table has an answer of each kind of op.
QuestionChoice chooseQuestions(const std::vector<PricedOp> &ops, double enough, int64_t most);

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_SCORE_QUESTIONCHOICE_H

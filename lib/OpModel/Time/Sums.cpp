//===- Sums.cpp - How far sums of times may be off --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/TimeSums.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

using namespace alcove;
using namespace alcove::opmodel;

namespace {

/// Error bars of a total: the squares of how far its terms can move it up and down.
struct Moves {
  double up = 0, down = 0;
  void add(double move) { (move > 0 ? up : down) += move * move; }
  double above() const { return std::sqrt(up); }
  double below() const { return std::sqrt(down); }
};

/// How far an error moves both programs (ns), towards its low and its high end.
struct Shift {
  std::pair<double, double> low{0, 0}, high{0, 0};
  void add(bool isSecond, const TimeSums::Question &question, const TimeSums::Times &times, double part) {
    double ns = static_cast<double>(question.picoseconds) / 1000, count = static_cast<double>(times.count);
    (isSecond ? low.second : low.first) += part * count * (times.lowNs - ns);
    (isSecond ? high.second : high.first) += part * count * (times.highNs - ns);
  }
};

Nanoseconds plainSum(const TimeSums &sums) {
  double total = 0;
  for (const auto &[question, times] : sums.questions)
    total += static_cast<double>(question.picoseconds) / 1000 * static_cast<double>(times.count);
  return total;
}

/// Every independent error of two programs: one per cell, one per question.
std::vector<Shift> shiftsOf(const TimeSums &first, const TimeSums &second) {
  const double shared = std::sqrt(TimeSums::sharedVariance), own = std::sqrt(1 - TimeSums::sharedVariance);
  std::map<int64_t, Shift> byCell;
  std::map<TimeSums::Question, Shift> byQuestion;
  for (bool isSecond : {false, true})
    for (const auto &[question, times] : (isSecond ? second : first).questions) {
      byCell[question.cell].add(isSecond, question, times, shared);
      byQuestion[question].add(isSecond, question, times, own);
    }
  std::vector<Shift> shifts;
  for (const auto &[cell, shift] : byCell)
    shifts.push_back(shift);
  for (const auto &[question, shift] : byQuestion)
    shifts.push_back(shift);
  return shifts;
}

} // namespace

void TimeSums::add(const Runtime &runtime) {
  Times &times = questions[{runtime.errorCell, std::llround(runtime.totalNs * 1000)}];
  bool exact = runtime.errorCell < 0;
  times.count += 1;
  times.lowNs = exact ? runtime.totalNs : runtime.lowNs;
  times.highNs = exact ? runtime.totalNs : runtime.highNs;
}

TimeWithInterval TimeSums::total() const {
  Nanoseconds sum = plainSum(*this);
  Moves moves;
  for (const Shift &shift : shiftsOf(*this, TimeSums{})) {
    moves.add(shift.low.first);
    moves.add(shift.high.first);
  }
  return {sum, std::max(0.0, sum - moves.below()), sum + moves.above()};
}

RatioWithInterval opmodel::ratioOf(const TimeSums &of, const TimeSums &to) {
  Nanoseconds above = plainSum(of), below = plainSum(to);
  if (!(above > 0) || !(below > 0))
    return {};
  Moves moves;
  for (const Shift &shift : shiftsOf(of, to))
    for (auto [movedAbove, movedBelow] : {shift.low, shift.high})
      if (above + movedAbove > 0 && below + movedBelow > 0)
        moves.add(std::log((above + movedAbove) / above) - std::log((below + movedBelow) / below));
  double ratio = above / below;
  return {ratio, ratio * std::exp(-moves.below()), ratio * std::exp(moves.above())};
}

//===- Sums.cpp - How far sums of times may be off --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/TimeSums.h"

#include "alcove/OpModel/TimeIntervals.h"

#include <algorithm>
#include <cmath>

using namespace alcove;
using namespace alcove::opmodel;

static_assert(TimeSums::numCells == numTimeFamilies * numTimeRegimes + 1);

namespace {

/// Moves that add as squares, above and below apart.
struct Moves {
  double up = 0, down = 0;
  void add(double move) { (move > 0 ? up : down) += move * move; }
  double above() const { return std::sqrt(up); }
  double below() const { return std::sqrt(down); }
};

Nanoseconds plainSum(const TimeSums &sums) {
  Nanoseconds total = 0;
  for (const TimeWithInterval &cell : sums.cells)
    total += cell.ns;
  return total;
}

} // namespace

void TimeSums::add(const Runtime &runtime) {
  bool exact = runtime.errorCell < 0 || runtime.errorCell >= static_cast<int>(numCells) - 1;
  TimeWithInterval &cell = cells[exact ? numCells - 1 : static_cast<size_t>(runtime.errorCell)];
  cell.ns += runtime.totalNs;
  cell.lowNs += exact ? runtime.totalNs : runtime.lowNs;
  cell.highNs += exact ? runtime.totalNs : runtime.highNs;
}

TimeWithInterval TimeSums::total() const {
  Nanoseconds sum = plainSum(*this);
  Moves moves;
  for (const TimeWithInterval &cell : cells) {
    moves.add(cell.highNs - cell.ns);
    moves.add(cell.lowNs - cell.ns);
  }
  return {sum, std::max(0.0, sum - moves.below()), sum + moves.above()};
}

RatioWithInterval opmodel::ratioOf(const TimeSums &of, const TimeSums &to) {
  Nanoseconds above = plainSum(of), below = plainSum(to);
  if (!(above > 0) || !(below > 0))
    return {};
  Moves moves;
  for (size_t cell = 0; cell < TimeSums::numCells; ++cell)
    for (Nanoseconds TimeWithInterval::*end : {&TimeWithInterval::lowNs, &TimeWithInterval::highNs}) {
      Nanoseconds movedAbove = above + of.cells[cell].*end - of.cells[cell].ns;
      Nanoseconds movedBelow = below + to.cells[cell].*end - to.cells[cell].ns;
      if (movedAbove > 0 && movedBelow > 0)
        moves.add(std::log(movedAbove / movedBelow) - std::log(above / below));
    }
  double ratio = above / below;
  return {ratio, ratio * std::exp(-moves.below()), ratio * std::exp(moves.above())};
}

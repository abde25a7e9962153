//===- ColumnProgram.h - Linear programs of columns -------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A covering program whose columns are found one after the other (Gilmore and Gomory 1961):
//
//     least  cost · u   where every row i is covered demand[i] times,  u >= 0
//     most   demand · y where no column gains: its entries · y <= its cost,  0 <= y <= ceiling
//
// The primal simplex method on an explicit inverse. Nothing that is proved rests on its arithmetic: whoever uses the
// prices y verifies them against all columns there are.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_GRAPHSCHEDULE_BOUND_COLUMNPROGRAM_H
#define ALCOVE_LIB_PLAN_GRAPHSCHEDULE_BOUND_COLUMNPROGRAM_H

#include "../Groups/Improve.h"

#include <span>
#include <vector>

namespace alcove::plan::schedule {

class ColumnProgram {
public:
  struct Entry {
    int32_t row;
    double value;
  };

  /// Demands are not negative, ceilings positive. The demands are raised by up to a hundred-thousandth, each by another
  /// part, so that the simplex method does not stand still.
  ColumnProgram(std::vector<double> demand, std::vector<double> ceiling);
  /// `cost` is not negative.
  void add(std::span<const Entry> column, double cost);
  /// Prices under which none of the columns so far gains, or what the simplex method has when `stop` comes.
  /// O(rows² + entries of all columns) per pivot.
  const std::vector<double> &solve(const StopSignal &stop);
  size_t columns() const { return costs.size(); }
  uint64_t pivots() const { return pivotCount; }

private:
  /// Numbers of variables: columns, then surplus and then ceiling of each row.
  int32_t surplus(size_t row) const { return -1 - static_cast<int32_t>(row); }
  int32_t ceilingOf(size_t row) const { return -1 - static_cast<int32_t>(rows + row); }
  std::span<const Entry> entriesOf(int32_t variable);
  double costOf(int32_t variable) const;
  double reducedCost(int32_t variable);
  bool chooseEntering(int32_t &variable);
  bool pivot(int32_t entering);
  void invert();

  size_t rows;
  std::vector<double> demand, ceiling;
  std::vector<Entry> entries;
  std::vector<size_t> first;
  std::vector<double> costs, norms;
  Entry unit{};
  /// Per position of the basis its variable and value; the inverse by rows.
  std::vector<int32_t> basis;
  std::vector<double> value, inverse, price, direction;
  uint64_t pivotCount = 0;
  size_t sinceInversion = 0;
};

} // namespace alcove::plan::schedule

#endif // ALCOVE_LIB_PLAN_GRAPHSCHEDULE_BOUND_COLUMNPROGRAM_H

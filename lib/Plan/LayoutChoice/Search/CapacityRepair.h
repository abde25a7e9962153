//===- CapacityRepair.h - Labellings that fit, from prices ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A labelling decoded at good prices is over the capacity by little, in many rows. With thousands of nodes live at once
// the windows of the local search see too few of them; here one node changes at a time, all of them are looked at, and
// what a change does to the rows costs a logarithm:
//
//   fit      the fullest row: its nodes give bytes, least reduced cost per byte first, until it fits; then the next one
//   improve  changes that are cheaper and fit, best reduced cost first; again until nothing is found
//
// A change is only ever judged beside the other nodes' present labels.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_SEARCH_CAPACITYREPAIR_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_SEARCH_CAPACITYREPAIR_H

#include "../Presolve/Model.h"
#include "alcove/Plan/Common/Deadline.h"

namespace alcove::plan::layout {

/// Bytes above the slack of every row: additions to a range and the greatest value of a range, both O(log rows).
class RowLoads {
public:
  explicit RowLoads(const Model &model);
  void reset(std::span<const int32_t> labels);
  void add(int32_t begin, int32_t end, Bytes bytes);
  Bytes greatest(int32_t begin, int32_t end) const;
  /// The greatest value of all and the first row that has it; no rows: {-1, 0}.
  std::pair<int32_t, Bytes> fullest() const;

private:
  const Model &model;
  size_t leaves = 1;
  std::vector<Bytes> most, pending; ///< most[k] includes pending[k], but not those above k
};

class CapacityRepair {
public:
  explicit CapacityRepair(const Model &model) : model(model), loads(model) {}

  /// Changes `labels` until they fit and no single change is cheaper; `price` is per row. False when they never fit (or
  /// no pair of an edge would be possible, or the deadline passed): then `labels` are what they were. Adds to `work`.
  bool run(std::vector<int32_t> &labels, const std::vector<double> &price, uint64_t &work,
           const Deadline *deadline = nullptr);

private:
  struct Change {
    int32_t node, label;
    double key;
  };
  void setPrices(const std::vector<double> &price);
  /// Cost of the node with that label beside its neighbours' present ones; infinite when a pair is.
  Cost costOf(int32_t node, int32_t label) const;
  double pricedBytes(int32_t node, int32_t from, int32_t to) const;
  Bytes bytesAt(int32_t row, int32_t node, int32_t label) const;
  bool fits(int32_t node, int32_t label) const;
  bool onlyGives(int32_t node, int32_t label) const;
  void take(int32_t node, int32_t label);
  bool emptyRow(int32_t row, Bytes bytes, const Deadline *deadline);
  bool fit(const Deadline *deadline);
  size_t improve(const Deadline *deadline);

  const Model &model;
  RowLoads loads;
  std::vector<int32_t> current;
  std::vector<double> sums; ///< of the prices of the rows before each
  uint64_t spent = 0;
};

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_SEARCH_CAPACITYREPAIR_H

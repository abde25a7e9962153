//===- ForestSearch.h - Local search by trees of nodes ----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Improves a labelling that fits, at prices of its own. First, where the dual has been set, labellings that may be over
// the capacity: decoded after some sweeps each, settled by forest moves (ForestMove.h), and crossed, that is, every
// connected part in which two differ is taken from the one where it is cheaper; what comes out is repaired. These get at
// most half of the work, rounds the rest:
//
//   region    a ball of 30 to 330 nodes, now and then of thousands; every 2,000 rounds all, decoded after more sweeps
//   disturb   one label is changed and held, or the region is decoded with noise on the reduced costs, or taken from a
//             labelling that the search without the capacity found (lookAt)
//   settle    forest moves at the prices
//   take      every connected part of what changed, when its priced cost does not rise and it fits
//
// Prices balance themselves: the fullest row of a part that was refused becomes dearer, all prices fade. So they stay
// where about as much is refused as there is unused, and the priced unused bytes fall to some thousandths of the cost
// (IOPDDL R, K, U).
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_SEARCH_FORESTSEARCH_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_SEARCH_FORESTSEARCH_H

#include "../Dual/Dual.h"
#include "CapacityRepair.h"
#include "ForestMove.h"

namespace alcove::plan::layout {

class ForestSearch {
public:
  /// `starts`: labellings that are decoded after a dual has been set.
  ForestSearch(const Model &model, uint64_t seed, int starts = 6);

  /// The prices and potentials to begin with, and the reduced costs to decode by; `dual` stays until the next one is
  /// set. Labellings over the capacity are looked for again.
  void setDual(const RoundedDual &dual);
  /// `labels` fit and no pair is infinite.
  void setLabels(const std::vector<int32_t> &labels);

  /// A labelling that may be over the capacity: from now on regions are taken from it.
  void lookAt(const std::vector<int32_t> &labels) { other = labels; }

  /// Spends about `work` units (table entries that are touched), once labels and a dual have been set.
  uint64_t improve(uint64_t work, const Deadline *deadline = nullptr);
  /// The cheapest labelling since the last setLabels.
  const std::vector<int32_t> &best() const { return bestLabels; }
  Cost bestCost() const { return cheapest; }

private:
  void startFree(const Deadline *deadline);
  void sweepAndDecode(const Deadline *deadline);
  void cross(std::vector<int32_t> &labels, const std::vector<int32_t> &with);
  void round();
  void growBall(int32_t seed, size_t size);
  void growPart(int32_t seed, std::span<const int32_t> from, std::span<const int32_t> to, int64_t since);
  void decodeRegion();
  void disturbAndSettle(int32_t seed);
  void takeParts();
  void takePart();
  double change(std::span<const int32_t> from, std::span<const int32_t> to) const;
  void addLoads(bool back);
  bool partFits() const;
  void fadePrices();
  void keepIfBest();

  const Model &model;
  Dual sweeper; ///< whose prices are those of the search
  ForestMove forest;
  CapacityRepair repair;
  RowLoads loads;
  Random random;
  const RoundedDual *dual = nullptr;
  std::vector<double> price;
  double priceStep = 0;
  std::vector<int32_t> current, trial, bestLabels;
  std::vector<int32_t> other; ///< of lookAt
  std::vector<int32_t> free;  ///< the best labelling over the capacity, at the prices
  Cost cheapest = infiniteCost;
  std::vector<int32_t> all, region, part;
  std::vector<int64_t> mark; ///< the last stamp of every node
  int64_t stamp = 0;
  int mostStarts, starts = 0;
  uint64_t spent = 0, rounds = 0;
  uint64_t startWork = 0, roundWork = 0; ///< either gets half of the work
};

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_SEARCH_FORESTSEARCH_H

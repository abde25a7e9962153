//===- DualAscent.h - The schedule of price steps ---------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_DUALASCENT_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_DUALASCENT_H

#include "Dual.h"
#include "alcove/Plan/Common/Deadline.h"

namespace alcove::plan::layout {

struct AscentOptions {
  bool prices = true; ///< on the rows; else potentials alone move
  /// Where buffers live through many rows, neighbouring rows ask for nearly the same, each alone for too little to see:
  /// the prices first move in blocks of rows, which get smaller when they gain little.
  bool blocks = false;
  bool shares = true; ///< prices move by shares of labels, too
  bool hubs = false;  ///< it ends sooner: branching at nodes of many neighbours follows
  bool leaps = true;  ///< now and then potentials go on as they went
};

/// Drives a Dual: sweeps, price steps, smaller steps on a stall, until nothing moves any more.
class DualAscent {
public:
  DualAscent(const Model &model, const AscentOptions &options);

  /// Spends about `work` units. `incumbent` (infiniteCost = none) sets the aim of Polyak's step.
  uint64_t run(uint64_t work, Cost incumbent, const Deadline *deadline = nullptr);
  bool converged() const { return done; }
  /// The cheapest labelling that was decoded and fits, if any; its cost in `decodedCost`.
  const std::vector<int32_t> &decoded() const { return bestLabels; }
  Cost decodedCost() const { return bestCost; }
  /// The last decoded labelling, whether it fits or not.
  const std::vector<int32_t> &last() const { return labels; }
  /// The best state in integers; means nothing once the deadline passed.
  RoundedDual rounded(Cost incumbent, const Deadline *deadline = nullptr);
  /// Steps as at the start again, e.g. after the incumbent improved much.
  void restart(double factor) {
    step = factor;
    done = false;
    slow = 0;
  }

  /// The state is that of an ascent that has converged: the next sweep is the last one unless it gains much.
  void settle(const Deadline *deadline = nullptr);
  /// So many nodes, few of them live at once, that sweeps are dear beside a search.
  bool large() const;
  /// Whether so much is missing that few labels can fall by reduced cost.
  static bool isWideGap(double bound, Cost cost) {
    return !isInfinite(cost) && static_cast<double>(cost) - bound > 0.01 * std::abs(bound);
  }

  Dual dual;

private:
  AscentOptions options;
  bool done = false;
  void movePrices(double target);
  void moveBlocks(double target, double missing);
  size_t blocks = 0; ///< 0 = every row by itself
  double step = 1.0;
  bool byShares = false; ///< the direction of the prices
  int stall = 0;
  int slow = 0;
  uint64_t sweeps = 0;
  double checkpoint = -1e300; ///< best bound when progress was last judged
  std::vector<int32_t> labels, bestLabels;
  Cost bestCost = infiniteCost;
};

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_DUALASCENT_H

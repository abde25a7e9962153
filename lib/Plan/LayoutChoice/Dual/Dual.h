//===- Dual.h - Lagrangian bound by message passing -------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prices (multipliers) lambda_r >= 0 on the rows turn the capacity into costs; potentials move cost between edges and
// nodes without changing the cost of any assignment:
//
//   node'(s)    = unary(s) + sum_r lambda_r bytes_r(s) + sum_edges toNode(s)
//   edge'(s, t) = cost(s, t) - toU(s) - toV(t)
//   bound       = constant + sum_nodes min node' + sum_edges min edge' - sum_r lambda_r slack_r
//
// holds for any prices and potentials, so the ascent may work in doubles: `rounded` gives integers whose bound is
// computed exactly. A sweep is one direction of TRW-S (Kolmogorov 2006) written as in SRMP (Kolmogorov 2015): a node
// pulls all it can from the edges behind it and pushes equal shares of what it has into the edges ahead.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_DUAL_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_DUAL_H

#include "../Presolve/Model.h"
#include "alcove/Plan/Common/Deadline.h"

namespace alcove::plan::layout {

/// Reduced cost from here on is never part of anything wanted; sums of four such values fit 64 bits.
inline constexpr int64_t infiniteReducedCost = int64_t(1) << 60;

/// Prices and potentials as integers, with the exact bound and the reduced cost of every label and every pair: for any
/// assignment without infinite pair
///   cost * 2^scaleBits = bound + sum node reduced cost + sum edge reduced cost + sum_r price_r * (slack_r - used_r)
/// as long as no reduced cost was cut at infiniteReducedCost. All reduced costs are >= 0, and so is the last sum when the assignment
/// fits.
struct RoundedDual {
  int scaleBits = 0;
  int potentialShift = 0;          ///< potentials are in units of 2^(potentialShift - scaleBits)
  std::vector<int64_t> price;      ///< per row, in units of 2^-scaleBits per byte
  std::vector<int64_t> potentials; ///< Model::potBegin
  std::vector<int64_t> node;       ///< reduced cost per label
  std::vector<int64_t> edge;       ///< reduced cost per entry, infiniteReducedCost = incompatible
  __int128 bound = 0;
  /// Least cost that is possible: the scaled bound rounded up to a whole cost.
  Cost costBound() const { return costAbove(0); }
  /// Least cost of an assignment with at least this reduced cost.
  Cost costAbove(int64_t reducedCost) const;
  /// An assignment that costs at most `cost` has at most this reduced cost; below 0 = there is none. infiniteReducedCost = reduced
  /// costs that were cut may be less, so none of them proves anything (without arc consistency a bound may be that
  /// bad).
  int64_t limitFor(Cost cost) const;
};

/// Of the rows that a step moves: one without price and without overflow does not, and must not shorten the step.
double squaredNormOfMoving(std::span<const double> price, std::span<const double> direction);

class Dual {
public:
  explicit Dual(const Model &model);

  /// One sweep forward and one backward; the bound after the better of the two. Minus infinity when the deadline passed
  /// in between: potentials stay valid, but their bound is not known.
  double sweep(const Deadline *deadline = nullptr);
  /// Two sweeps, the second one from potentials that have gone on as they went since the last leap; it is taken back
  /// when its bound is not higher. Where sweeps creep, leaps gain what tens of them gain.
  double leap(const Deadline *deadline = nullptr);
  /// A sweep whose minima are soft ones (SoftMin.h), and the smooth bound after it, which is below the one of the same
  /// potentials: smooth and concave, so that sweeps end at its greatest value. `bound` is that of the last other sweep.
  double smoothSweep(double temperature, const Deadline *deadline = nullptr);
  double bound() const { return current; }
  /// Greatest bound so far, with its prices.
  double best() const { return bestBound; }

  /// A labelling read off the messages, every node given its earlier neighbours; ignores the capacity.
  void decode(std::vector<int32_t> &labels) const;
  /// Bytes above the slack, per row, when every node takes `labels`.
  void overflowOf(std::span<const int32_t> labels, std::vector<double> &overflow) const;
  /// The same when every node takes its labels in shares, as the last sweep saw them: they fall linearly from the best
  /// one to none for those that are dearer by `width` (> 0).
  void overflowOfShares(double width, std::vector<double> &overflow) const;
  /// The same with the shares of the last smooth sweep: how its bound changes with the prices.
  void overflowOfSmooth(double temperature, std::vector<double> &overflow) const;
  /// Moves the prices along the (smoothed) `overflow`: Polyak's step towards `target`, damped by `factor`.
  void updatePrices(std::span<const double> overflow, double target, double factor);
  /// Moves the prices of `blocks` blocks of as many rows each, all rows of a block alike, along the overflow of
  /// `labels`. The step's length comes from how the overflow changed with the last step (Barzilai and Borwein 1988);
  /// that of the first one from Polyak's towards `target`.
  void updateBlockPrices(std::span<const int32_t> labels, size_t blocks, double target);
  /// What is added up over fewer rows moves prices by longer steps.
  void lengthenBlockStep(double factor) { lastStep.length *= factor; }
  /// Back to the prices and potentials of the best bound.
  void restoreBest();
  /// Of the best state; of the present one while there is none.
  std::span<const double> pricesOfBest() const { return hasBest() ? bestPrice : price; }
  std::span<const double> potentialsOfBest() const { return hasBest() ? bestPotentials : potentials; }
  /// One price per row, >= 0; the potentials stay.
  void setPrices(std::span<const double> prices) {
    price.assign(prices.begin(), prices.end());
    reprice();
  }
  /// Keeps the present state when it is the best.
  bool keepIfBest();

  /// `gap` is the greatest reduced cost of interest in cost units, infinite when unknown: it decides the scale.
  RoundedDual rounded(Cost gap, const Deadline *deadline = nullptr) const;
  /// The same of the best state; the present one stays.
  RoundedDual roundedBest(Cost gap, const Deadline *deadline = nullptr) const;
  /// The model's entries in doubles, infinite ones as infiniteDual.
  std::span<const double> entries() const { return costs; }
  uint64_t workPerSweep() const { return 2 * model.costs.size() + model.numPotentials; }

  const Model &model;
  std::vector<double> price; ///< per row
  std::vector<double> potentials;
  std::vector<double> priced; ///< unary + price of the bytes, per label

private:
  bool hasBest() const { return bestPrice.size() == price.size() && bestPotentials.size() == potentials.size(); }
  void reprice();
  double pass(bool forward, const Deadline *deadline, double temperature = 0);
  void pull(const Model::Adjacent &adjacent, int32_t node, double temperature);
  template <typename Share>
  void overflowBy(Share share, std::vector<double> &overflow) const;

  std::vector<double> costs;    ///< as in the model, infinity = 1e30
  std::vector<double> marginal; ///< per label: the node's sum when the last pass was there, less the node's least
  std::vector<double> direction;
  std::vector<double> leapFrom; ///< potentials at the last leap
  double leapFactor = 1;
  void sumUp(std::vector<double> &overflow) const;
  /// The last step of updateBlockPrices.
  struct BlockStep {
    double length = 0;
    std::vector<double> prices, overflow; ///< per block, before it
  } lastStep;
  double priceOfSlack = 0;
  double current, bestBound;
  std::vector<double> bestPrice, bestPotentials;
  std::vector<double> scratch, sums; ///< one number per label of the widest node
};

/// Integers from doubles; exact bound. O(entries). When the deadline passes the rest is left out, and the bound is the
/// least that there is: no reduced cost of such a result means anything.
RoundedDual roundDual(const Model &model, const std::vector<double> &price, const std::vector<double> &potentials,
                      Cost gap, const Deadline *deadline = nullptr);

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_DUAL_H

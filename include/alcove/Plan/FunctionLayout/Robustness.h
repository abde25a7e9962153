//===- Robustness.h - What a plan costs if prices are wrong -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan is optimal for its prices, and prices have errors. A draw gives every price another value within its error;
// the regret of a plan in a draw is what it takes there over what the best plan of that draw takes:
//
//                      prices as modelled    draw 0    draw 1
//   plan A                  100 us             104       97       regret of A: 104/104 - 1 = 0, 97/96 - 1 = 1.0 %
//   plan B                  101 us             110       96
//
// The logarithm of a factor is normal and has two parts, as in OpModel/TimeSums.h: a fifth of its variance is shared by
// all prices of one cell (a family of ops and what bounds them), the rest belongs to the question. Equal questions,
// those of one cell with the same time, have equal factors wherever they occur.
//
// The best plan of a draw is the cheapest of those that are compared and of those that the exact planner finds for the
// prices of each draw: a plan that nobody found is not among them, so that a regret is a lower bound. The planner begins
// with the cheapest of the plans that are known by then, keeps its order, and proves nothing:
//
//   plans that are compared ──┬──► draw 0 ──► plan 0 ──┬──► draw 1 ──► plan 1 ──► ...
//                             └────────────────────────┘
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_FUNCTIONLAYOUT_ROBUSTNESS_H
#define ALCOVE_PLAN_FUNCTIONLAYOUT_ROBUSTNESS_H

#include "alcove/Plan/FunctionLayout/Policy.h"

namespace alcove::plan {

/// Draws of prices. Values are the same on every machine: a factor is rounded to a millionth.
struct PriceDraws {
  int count = 20;
  uint64_t seed = 1;
  /// Instead of the errors that the prices bring: nine in ten lie within (1 + this) and 1 / (1 + this). Cells are then
  /// the kinds of ops where a price brings none.
  std::optional<double> relativeError;

  /// Factor on a price. `kind`: the cell of a price that brings none.
  double factor(int draw, Picoseconds time, const PriceError &error, OpKind kind) const;
  Picoseconds drawn(int draw, Picoseconds time, const PriceError &error, OpKind kind) const;
};

/// Whether any price of the tables has an error; without one, draws need a relative error.
bool hasPriceErrors(const FunctionLayout &problem);

/// `problem` with the prices of a draw. Its tables are its own; what they lack is asked of the same source.
FunctionLayout withDrawnPrices(const FunctionLayout &problem, const PriceDraws &draws, int draw);

/// What the plan takes at the prices of a draw. O(ops + copies).
Picoseconds timeUnder(const FunctionLayout &problem, const FunctionPlan &plan, const PriceDraws &draws, int draw);

/// Parts of the time of each draw's best plan.
struct Regret {
  double mean = 0, percentile90 = 0, worst = 0;
};

struct RobustnessReport {
  int draws = 0;
  std::vector<Regret> regrets; ///< of each plan that was compared, those elsewhere last
  /// Of the first plan: ops by what they add to its regret, with the conversions at them, largest first; parts of the
  /// best plans' time.
  struct Op {
    int32_t op = -1; ///< -1: conversions at the begin and before the return
    double share = 0;
  };
  std::vector<Op> ops;
};

/// The exact planner's plan for the prices of each draw, in the tables of `problem`; `known`: plans in them to begin with.
/// O(draws) runs of the planner, each with at most `drawShare` of the work of `options`.
std::vector<FunctionPlan> plansOfDraws(const FunctionLayout &problem, const PriceDraws &draws,
                                       const FunctionPolicyOptions &options, const std::vector<FunctionPlan> &known);
constexpr uint64_t drawShare = 20; ///< one part of so many

/// Of `nominal` and those of `rivals` that take at most a hundredth more at the prices as they are, the one whose regret
/// stays lowest in nine draws of ten.
FunctionPlan leastRegret(const FunctionLayout &problem, const PriceDraws &draws, const FunctionPlan &nominal,
                         const std::vector<FunctionPlan> &rivals);

/// Policy Robust: that of `nominal` and of the plans for the prices of each draw. Parts with alternatives, which all else
/// here is without, keep the forms that `nominal` takes.
FunctionPlan robustPlan(const FunctionLayout &problem, const PriceDraws &draws, const FunctionPolicyOptions &options,
                        FunctionPlan nominal);

/// A plan of the same function with other forms of its parts.
struct PlanElsewhere {
  const FunctionLayout *problem; ///< what its forms leave
  FunctionPlan plan;
};

/// Regrets of `plans` and `elsewhere` against the cheapest, in each draw, of them and `rivals`.
/// O(draws * plans * (ops + copies)).
RobustnessReport compareUnder(const FunctionLayout &problem, const PriceDraws &draws,
                              const std::vector<FunctionPlan> &plans, const std::vector<FunctionPlan> &rivals,
                              const std::vector<PlanElsewhere> &elsewhere = {});

} // namespace alcove::plan

#endif // ALCOVE_PLAN_FUNCTIONLAYOUT_ROBUSTNESS_H

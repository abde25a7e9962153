//===- RandomFunction.h - Seeded layout problems of functions ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problems with everything that the rules speak of: chains, forks, joins, concatenations, views, writes in place, ops
// with several results or none, ops that free their input, arguments, constants, returned arguments, extra order,
// capacities that are tight. The backend behind them is a function of the seed: it answers the same however and in
// which order it is asked, refuses some combinations, and prices what it accepts.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TESTING_PLAN_FUNCTIONLAYOUT_RANDOMFUNCTION_H
#define ALCOVE_TESTING_PLAN_FUNCTIONLAYOUT_RANDOMFUNCTION_H

#include "alcove/Base/Support/Random.h"
#include "alcove/Plan/FunctionLayout/Solution.h"

#include <functional>

namespace alcove::testing {

struct RandomFunctionOptions {
  int32_t minOps = 1, maxOps = 12;
  int32_t maxShardings = 3; ///< sharded layouts per kind
  int32_t maxConcat = 4;    ///< operands of a concatenation
  int32_t window = 4;       ///< operands are among the newest tensors, or any with chance 1/8
  double refusals = 0.15;   ///< of combinations that the rules of the op would allow
  double refusedMoves = 0;  ///< of conversions to DRAM; those into L1 are refused a third as often as combinations
  bool writesInPlace = true;
  bool freesInputs = true; ///< convolutions that free their input in L1
  bool userFixed = true;   ///< results that the user placed in L1
  /// L1 per core is a draw between these, in hundredths of the greatest tensor's share in L1 interleaved.
  int32_t tightest = 60, loosest = 600;
};

/// Passes check(). The tables hold the base candidates only; the rest is asked of `source`.
plan::FunctionLayout randomFunction(Random &random, const RandomFunctionOptions &options = {});

/// A chain of `length` elementwise ops of few classes, with an optional second operand from the op before the last.
plan::FunctionLayout linearFunction(int32_t length, bool withSkips, uint64_t seed = 1);

/// Asks all that can be asked (layouts of operands x configurations, conversions) and drops the source. False, with the
/// problem unchanged, when this would be more than `maxQuestions`.
bool materialize(plan::FunctionLayout &problem, int64_t maxQuestions = 1 << 20);

/// A plan with a random order, random candidates and random conversions. It obeys FL-10..FL-13, FL-15 and FL-20; bytes
/// that copies share may be written (FL-14) or freed (FL-16) too early, and memory may not suffice. Conversions to DRAM
/// must be legal.
plan::FunctionPlan randomPlan(Random &random, const plan::FunctionLayout &problem);

/// Removes ops, returned values, order and candidates as long as `fails` says true of the rest. `problem` must be
/// materialized. O(size^2) calls at most, usually few hundred.
plan::FunctionLayout shrink(plan::FunctionLayout problem,
                            const std::function<bool(const plan::FunctionLayout &)> &fails);

/// The cheapest plan among all orders, candidates and conversions (any number, anywhere) that verify() accepts.
struct OracleResult {
  plan::FunctionPlan plan;
  bool complete = false; ///< all was tried within the work limit: nothing valid is cheaper
  bool found = false;    ///< some plan was accepted
  int64_t steps = 0;
};
/// Exhaustive search with a bound by the fastest candidates; `maxSteps` choices at most. For a handful of ops.
OracleResult cheapestPlan(const plan::FunctionLayout &problem, int64_t maxSteps = 200'000);

} // namespace alcove::testing

#endif // ALCOVE_TESTING_PLAN_FUNCTIONLAYOUT_RANDOMFUNCTION_H

//===- CacheCost.h - What operations and tile loops cost on a CPU -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The local memory of a CPU is a cache: what does not fit runs all the same, and a tile loop is a choice. It is built
// where this model says that it is faster than its operations one after the other, by a margin (SUT-C1).
//
// Costs are in bytes of slow memory: the time in which one core streams that many. An operation takes the longer of
// computing and moving. Innermost loops are vector code, unless each iteration waits for the one before (a sum in its
// order); short sums are unrolled. What it moves past a cache of C bytes: its innermost loops whose data fit C run
// inside of it, and each execution of them brings in what they touch, in whole cache lines.
//
//   for m          touches x[m, :], w, y[m, :]     w does not fit: brought in once for each m
//     for n        touches w[:, n], one line of y
//       for k      touches w[0 .. 16, n], ...      fits: brought in once for each n
//
// What everything an operation touches fits as well comes from where it was touched last: the bytes that the program
// touches in between (Access::distance) say in which cache it still is.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_TILING_CACHECOST_H
#define ALCOVE_PLAN_TILING_CACHECOST_H

#include "alcove/Plan/Tiling/CostModel.h"
#include "alcove/Plan/Tiling/Problem.h"

#include <functional>

namespace alcove::plan::tiling {

/// Time of computing and of moving past the caches, the last of which all threads share.
struct CacheTime {
  double compute = 0;
  double moved = 0;
  double slow = 0;
  double total() const { return overlapped(compute, moved + slow); }
  /// Most of the shorter one hides behind the longer one.
  static double overlapped(double a, double b) { return std::max(a, b) + 0.25 * std::min(a, b); }
};

/// An operand or result as an operation finds it.
struct Touch {
  /// Bytes touched since it was touched before.
  Bytes distance = 0;
  /// Its part is a buffer of its own, not a part of a larger tensor.
  bool packed = false;
};

/// One execution of `node` with `sizes` iterations of its loops. O(loops x operands x rank x levels).
CacheTime cacheTime(const Node &node, std::span<const int64_t> sizes,
                    const std::function<Touch(const Access &)> &touchOf, const CachePrices &caches);

/// `node` outside of tile loops, on one thread.
double untiledCost(const Node &node, const CachePrices &caches);

/// No execution of `node` is cheaper, in a loop or not: its operations on all threads.
double leastCost(const Node &node, const CachePrices &caches);

/// Fills Access::distance of all nodes, for the program as it stands: of what is touched for the first time, and of
/// what is stored, the bytes of all its tensors. Linear.
void measureDistances(Problem &problem);

} // namespace alcove::plan::tiling

#endif // ALCOVE_PLAN_TILING_CACHECOST_H

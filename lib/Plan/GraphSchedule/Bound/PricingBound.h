//===- PricingBound.h - A lower bound from roles, for any graph -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lower bound that needs no list of groups. In a group with a given grid and tile every operation has a role: it
// makes the tile, or a strip for another operation inside. Role and tile fix what it computes and what it moves; loads
// that others share are split between as many readers as fit the fast memory together:
//
//        T0 ──────┬─────────┬──── … 16 readers            share of A in any group that makes tiles of 128 × 128:
//        │        │         │                               its own left strips  (exclusive)      335,544
//     left A   left B    left C                             T0 / 16              (split evenly)    20,972
//        ▼        ▼         ▼
//        A        B         C                             shares add up: shares of a group ≤ its latency
//
// What an operation costs above its share when it serves a reader in its own group is passed on to the reader
// (`message`), so that fusing never looks cheaper than it is. Keeping a result in fast memory spares its store, or its
// load, and leaves less room. The group that finds the result pays `keepPrice` to the group that kept it, so that a
// kept result is not free for its readers:
//
//        group g keeps T  ── receives keepPrice[T] ──►  group g + 1 finds T  ── pays keepPrice[T]
//
// In a schedule these payments cancel, since what a group finds is exactly what the one before kept.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_GRAPHSCHEDULE_BOUND_PRICINGBOUND_H
#define ALCOVE_LIB_PLAN_GRAPHSCHEDULE_BOUND_PRICINGBOUND_H

#include "../Groups/Improve.h"

namespace alcove::plan::schedule {

struct PricingBoundOptions {
  bool retention = true;
  /// Groups are connected by what their operations make, not by what they read (`PricerOptions::strict`).
  bool byResults = false;
  /// Table entries (operation, role, tile) before tile sizes are merged into fewer and wider intervals. Memory grows
  /// with it; the bound is sound at every value.
  size_t entryLimit = size_t(1) << 22;
  /// Passes over the table that try another mixture of compute and traffic for one cluster of operations; 0: no keep
  /// prices either, the quick bound.
  size_t ascentTries = 100;
  /// Only these keep prices, one per tensor, none below zero; empty: the best that are found. For tests.
  std::vector<double> keepPrices = {};
};

/// Per operation a share such that the shares of the operations of any group that the policies may form never exceed
/// its latency, plus the keep prices of the tensors that it finds, less those of the tensors that it keeps. Every
/// operation runs at least once and the keep prices cancel, so the total is a lower bound on schedules, recomputing or
/// not.
struct PricingBound {
  std::vector<double> shares;
  /// Per tensor, in time; empty: all zero.
  std::vector<double> keepPrices;
  double total = 0;
  /// Shares that hold without keep prices.
  std::vector<double> plainShares;
};

/// O(operations × roles × tiles); empty if `stop` came first.
PricingBound perOpPricingBound(const OpGraph &graph, const PricingBoundOptions &options, const StopSignal &stop);

} // namespace alcove::plan::schedule

#endif // ALCOVE_LIB_PLAN_GRAPHSCHEDULE_BOUND_PRICINGBOUND_H

//===- Switches.h - Planner options from bits -------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_PLAN_LAYOUTCHOICE_SWITCHES_H
#define ALCOVE_UNITTESTS_PLAN_LAYOUTCHOICE_SWITCHES_H

#include "alcove/Plan/LayoutChoice/Planner.h"
#include "testing/Plan/LayoutGen.h"

namespace alcove::plan {

/// What the fuzzer's second word says: the number of nodes in the low byte, a set bit above it = that part is off.
inline PlannerOptions optionsOf(uint64_t word) {
  PlannerOptions options;
  uint64_t bits = word >> 8;
  options.arcConsistency = !(bits & 1);
  options.capacityLabels = !(bits & 2);
  options.capacityPairs = !(bits & 4);
  options.contraction = !(bits & 8);
  options.separableEdges = !(bits & 16);
  options.dominance = !(bits & 32);
  options.elimination = !(bits & 64);
  options.prices = !(bits & 128);
  options.windows = !(bits & 256);
  options.gapClosing = !(bits & 512);
  options.frontier = !(bits & 1024);
  options.branching = !(bits & 2048);
  options.repair = !(bits & 4096);
  options.forests = !(bits & 8192);
  options.leaps = !(bits & 16384);
  options.relaxation = !(bits & 32768);
  options.shares = !(bits & 65536);
  options.restriction = !(bits & 131072);
  options.hubs = !(bits & 262144);
  options.smooth = !(bits & 524288);
  return options;
}

inline LayoutChoice problemOf(uint64_t seed, uint64_t word) {
  return randomLayout(seed, 4 + static_cast<int32_t>(word % 9), 5);
}

} // namespace alcove::plan

#endif // ALCOVE_UNITTESTS_PLAN_LAYOUTCHOICE_SWITCHES_H

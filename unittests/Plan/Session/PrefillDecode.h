//===- PrefillDecode.h - The session of the header, with numbers -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_PLAN_SESSION_PREFILLDECODE_H
#define ALCOVE_UNITTESTS_PLAN_SESSION_PREFILLDECODE_H

#include "alcove/Plan/Session/Problem.h"

namespace alcove::plan::session {

inline constexpr int32_t rows = 0, sharded = 1;

/// prefill x 1, decode x 20. A weight of 400 bytes in rows or sharded, a cache of 200, a buffer of 300 in L1. Decode takes
/// 10 with the weight sharded and 14 with rows, prefill 100 with rows; a copy either way costs 30.
///
///   DRAM 1000, trace region 100          L1 1000, l1_small 50
///   | w 400 | cache 200 | prefill 250 |  | decode 600 | buffer 300 |
inline Problem prefillDecode() {
  Problem problem;
  problem.name = "prefill and decode";
  problem.dram = {1000, 1};
  problem.l1 = {1000, 1};
  problem.reserves = {{"trace region", Space::Dram, 100}, {"l1_small", Space::L1, 50}};
  problem.order = {{0, 1}, {1, 20}};
  Life all{0, 1};
  problem.items = {
      {"w", ItemKind::Weight, all, {{"rows", Space::Dram, 400, 5}, {"sharded", Space::Dram, 400, 7}}, {0, 30, 30, 0}},
      {"cache", ItemKind::Cache, all, {{"rows", Space::Dram, 200, 0}}, {0}},
      {"buffer", ItemKind::Buffer, all, {{"l1", Space::L1, 300, 0}}, {0}}};
  problem.functions = {
      {"prefill", 1, {{"rows", 100, 500, 250, {{0, rows}, {1, 0, true}}}}},
      {"decode",
       20,
       {{"sharded", 10, 600, 50, {{0, sharded}, {1, 0, true}}}, {"rows", 14, 600, 50, {{0, rows}, {1, 0, true}}}}}};
  return problem;
}

/// The weight stays sharded; prefill copies it: 100 + 30 + 20 * 10 + 7.
inline Plan shardedOnce() { return {{0, 0}, {{{sharded, 0}}, {{0, 400}}, {{0, 650}}}, 337}; }

} // namespace alcove::plan::session

#endif // ALCOVE_UNITTESTS_PLAN_SESSION_PREFILLDECODE_H

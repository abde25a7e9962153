//===- ChainSchedule.h - Depth-first schedule cut into chains ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first half of the DFSharding policy (tt-mlir's chain-based optimizer, 2024 to July 2026, after its specification
// docs/src/specs/ttnn-optimizer.md): order the ops depth first and cut the order into *chains*, runs of ops of which
// each feeds the next. Only inside a chain do tensors stay in fast memory.
//
//      a        chain 0: a b c        b has one use, c reads it as operand 0
//      |
//      b        chain 1: e            d cannot be sharded: it closes chain 0 and stays out of every chain
//      |
//      c -- d -- e
//
// A chain continues from op to next when all four hold (rules of the policy, numbered in docs/spec/DFSharding.md):
//   DF-H1  op has exactly one use;
//   DF-H2  next reads op's result as operand 0;
//   DF-H3  next can be sharded;
//   DF-H4  next has at least one legal configuration.
// A concatenation always stands alone (DF-H5).
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_FUNCTIONLAYOUT_POLICIES_CHAINSCHEDULE_H
#define ALCOVE_PLAN_FUNCTIONLAYOUT_POLICIES_CHAINSCHEDULE_H

#include <cstdint>
#include <string>
#include <vector>

namespace alcove::plan {

/// One op as the chain builder sees it.
struct ChainOp {
  /// Producer of each operand, -1 for what is no op of the graph (arguments, constants).
  std::vector<int> operands;
  /// Ops that must run before this one for other reasons than data (memory effects).
  std::vector<int> after;
  /// Uses of the result outside the graph: the function's return.
  int externalUses = 0;
  bool shardable = false;
  bool hasLegalConfigs = false;
  bool isConcat = false;
  /// Layout conversions are scheduled as soon as no chain is open.
  bool scheduleEarly = false;
};

/// InBuild -> Built -> Completed, or Built -> Failed.
enum class ChainState : uint8_t { InBuild, Built, Completed, Failed };
const char *toString(ChainState state);

struct Chain {
  std::vector<int> ops;
  ChainState state = ChainState::InBuild;
  bool isConcat = false;
  /// Why the chain failed, or why it ended where it does.
  std::string reason;
};

struct ChainSchedule {
  std::vector<int> order; ///< a permutation of the ops in which every producer precedes its users
  std::vector<Chain> chains;
};

/// Schedules and cuts. Operands and `after` must name earlier ops. O(ops * ready + edges).
ChainSchedule buildChains(const std::vector<ChainOp> &ops);

} // namespace alcove::plan

#endif // ALCOVE_PLAN_FUNCTIONLAYOUT_POLICIES_CHAINSCHEDULE_H

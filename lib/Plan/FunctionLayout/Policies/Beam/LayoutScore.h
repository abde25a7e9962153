//===- LayoutScore.h - Which of two candidates is better --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GreedyBeam compares element by element, as tt-mlir's LayoutScore does:
//
//   L1 > DRAM | sharded > interleaved | fewer input bytes in DRAM | no reshard | more cores | fewer result bytes in L1
//
// TimeBeam puts one number before them, the objective of tt-mlir#8915 (LayoutCostModel.cpp, Roofline.cpp):
//
//   cost(op)   max(compute, memory) + for every operand the cost of its producer and of the conversion between
//   compute    tile products * 32 cycles / (cores * clock); only matmul and linear have tile products
//   memory     operand bytes in DRAM / bandwidth + result bytes / (DRAM: bandwidth, L1: cores * 1,000 B per cycle)
//   conversion bytes / bandwidth when one end is in DRAM, else bytes / (the source's cores * 1,000 B per cycle)
//
// A producer with two readers counts twice, and nothing is charged for launching a kernel: both are the draft's.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_LAYOUTSCORE_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_LAYOUTSCORE_H

#include "alcove/Plan/FunctionLayout/Problem.h"

namespace alcove::plan::beam {

struct LayoutScore {
  Picoseconds time = 0; ///< TimeBeam; GreedyBeam leaves 0
  bool isL1 = false, isSharded = false;
  Bytes inputDramBytes = 0;
  bool requiresReshard = false;
  int64_t cores = 0;
  Bytes outputL1Bytes = 0;
  // Ties: more sharded operands, then the preferred configuration (convolutions: act_block_h 0, 64, 32).
  int64_t shardedInputs = 0;
  int32_t configRank = 0;

  bool operator==(const LayoutScore &) const = default;
};

/// GB-1, GB-2. Strict weak order; what is equal keeps the order in which it was found.
bool isBetter(const LayoutScore &a, const LayoutScore &b);
/// `L1 sharded, 0 B from DRAM, no reshard, 8 cores, 60 B`, with the time in front when there is one.
std::string toString(const LayoutScore &score);

/// Rank of a configuration among those that score alike: 0 for act_block_h 0 or none, 1 for 64, 2 for 32, 3 for others.
int32_t configRank(const OpConfig &config);

/// a + b, at most maxTime.
inline Picoseconds addTimes(Picoseconds a, Picoseconds b) { return a + b < maxTime ? a + b : maxTime; }

/// The score of a candidate, the time left 0.
LayoutScore scoreOf(const FunctionLayout &problem, const OpClass &opClass, int32_t candidate, bool requiresReshard);
/// max(compute, memory) of a candidate.
Picoseconds rooflineOf(const FunctionLayout &problem, const OpClass &opClass, int32_t candidate);
/// The draft's price of a conversion.
Picoseconds reshardTime(const FunctionLayout &problem, const Layout &from, const Layout &to);

} // namespace alcove::plan::beam

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_LAYOUTSCORE_H

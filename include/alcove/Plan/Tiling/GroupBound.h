//===- GroupBound.h - Bytes that every plan of groups moves -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lower bound on the traffic of plans that deal the operations of a network to groups, each of which is one nest of
// tile loops, as a certificate that is checked without the code that found it. For networks of convolutions: what is
// stored between two groups is weighed against weights that pass again for each tile.
//
//   x ─► conv ─► pad ─► conv ─► add ─► conv      one group: x and the last result move, and the weights of all three,
//        └──────────────────────┘                once if they stay, else for each of the turns
//
// A tensor has positions (rows, columns, images) and channels. A group cuts the positions into `turns` tiles and the
// channels of its last results into `parts`, by a loop inside of `outer` of the turns; the three numbers are the same for
// all of its members that read each other. In every turn of every part each member makes its tile. It follows that
//
//   weights     pass turns x parts times, or stay and take room while the group runs; where tiles of the result are parts
//               of the channels, they pass turns times, or a part of them stays and passes once for each outer turn
//   operands    from slow memory pass once for each part, or an outer turn's share of them stays while the parts pass
//   room        while products are summed up, the tile of the operand or that of the result is whole in fast memory: at
//               least a turn-th of the tensor, beside what stays
//
// Windows count as their positions, no halo: what is loaded, kept or computed again of it comes on top.
//
// The least over all ways to deal is a sum over operations and tensors, which agree on labels (turns, parts, outer turns,
// all or a part of the channels, bytes that stay so far). Prices for labels move cost from one to the other (as in Wainwright,
// Jaakkola, Willsky, "MAP estimation via agreement on trees", 2005): for any prices the sum of the least of each is a
// bound. Along a chain the best prices are those of dynamic programming, and nothing is lost.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_TILING_GROUPBOUND_H
#define ALCOVE_PLAN_TILING_GROUPBOUND_H

#include "alcove/Base/Support/Result.h"

#include <cstdint>
#include <vector>

namespace alcove::plan {

struct GroupTensor {
  /// The operation that computes it, before its readers; -1: given in slow memory.
  int producer = -1;
  /// Bytes of storing it, 0 where that counts elsewhere, and of reading it once, which counts elsewhere where it is given.
  double storeBytes = 0, readBytes = 0;
};

struct GroupOperand {
  int tensor = -1;
  /// Each part of the result needs all of its channels.
  bool whole = false;
};

struct GroupOperation {
  /// Its tiles have the positions of the result.
  std::vector<GroupOperand> operands;
  /// Index into the tensors; -1: no operation here reads it.
  int result = -1;
  /// Which of the operands is summed up over channels; -1: none.
  int summed = -1;
  /// Given operands without positions, which no other operation reads.
  double weightBytes = 0;
  /// In fast memory, all positions and channels: of the operand that is summed up, and of the result.
  double operandHeld = 0, resultHeld = 0;
};

struct GroupProblem {
  /// Bytes of fast memory.
  double memory = 0;
  /// Tensors in any order, operations after those whose results they read.
  std::vector<GroupTensor> tensors;
  std::vector<GroupOperation> operations;
  /// What moves in any case: outputs, and inputs that are no weights.
  double fixedBytes = 0;
};

struct GroupCertificate {
  /// Ascending, from 1; entry i is for turns[i] up to below turns[i + 1] turns. Where the channels are one part.
  std::vector<int64_t> turns;
  /// The same where they are several; parts ascend from 2. Outer turns are powers of two, the last up to all turns.
  std::vector<int64_t> turnsOfParts, parts;
  /// Of what stays: level k is for at least k / levels of the memory.
  int levels = 1;
  /// By operation: what a label of its result costs it; and by operand the same for what it reads, and at the end for
  /// reading from slow memory. Labels: those of one part, then for each of turnsOfParts, of parts, of outer turns and for
  /// tiles of all channels and of a part of them; each for all levels.
  std::vector<std::vector<double>> resultPrices;
  std::vector<std::vector<std::vector<double>>> operandPrices;
  double bound = 0;
};

/// GT-P1: indices exist, results come before their readers, sizes are finite and not negative, memory is positive.
Status check(const GroupProblem &problem);
/// A certificate that `verify` accepts. O((operands + operations) x labels) for each of a few sweeps.
GroupCertificate boundGroups(const GroupProblem &problem);
/// GT-C1 to GT-C4 of docs/spec/GroupBound.md. Shares nothing with `boundGroups`. O(operands x labels x levels).
Status verify(const GroupProblem &problem, const GroupCertificate &certificate);

} // namespace alcove::plan

#endif // ALCOVE_PLAN_TILING_GROUPBOUND_H

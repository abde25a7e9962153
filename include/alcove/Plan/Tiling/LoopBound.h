//===- LoopBound.h - Bytes that every plan of tile loops moves --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lower bound on the traffic of plans that are made of tile loops, as a certificate that is checked without the code
// that found it. Narrower than TrafficBound.h, which knows nothing of loops, and closer: whole numbers of tiles count.
//
// A plan of tile loops cuts each loop of a contraction once, into equal tiles; the contraction runs once for each tile
// of its rows, columns and depth, with a part of each tensor in fast memory. A tensor stays while a loop passes that it
// does not move with, or is loaded for each turn of it:
//
//   for m            left  [m, k]  stays while n passes, rows of the tile times the whole depth: loaded once
//     for n          right [k, n]  does not stay while m passes: loaded for each tile of m
//       for k        result [m, n] stays while k passes: stored once
//
// What does not stay may pass element by element. Each order of the three loops, each choice of what stays and all sizes
// that fit are searched; no plan moves less than the least of these (the loops of a nest as in Parashar et al.,
// "Timeloop", 2019, with a buffer for each tensor).
//
// A contraction that reads the result of another is in its loop or not. If it is, the result moves nothing, and the two
// share fast memory: a pair.
//
//   for m
//     for h          first [m, k] x [k, h] makes a tile of h, second [m, h] x [h, n] uses it up
//
// Where a third makes the rows [m, k] in the same loop, each tile of them needs all of its weights. What else is made in
// the loop, as keys and values of a projection, is paid for each time that it would be loaded:
//
//   for m            scores [m, h] of a row tile need all keys [h, k]: made once if they stay, else for each m
//     for h          keys x w, values x v share x; scores, context
//
// If it is not, the result is stored and read again. Contractions that read one tensor may share what they load: a
// block, which counts as one contraction with the columns of all. The bound is the least over these decisions.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_TILING_LOOPBOUND_H
#define ALCOVE_PLAN_TILING_LOOPBOUND_H

#include "alcove/Base/Support/Result.h"

#include <array>
#include <cstdint>
#include <vector>

namespace alcove::plan {

/// How the dimensions of a result are those of an operand, loop by loop. Straight: its rows are the dimension that the
/// reader keeps, its columns are summed over. Crossed: the other way round. Split: its columns are the other dimension and
/// those that all tensors of the reader have (heads, split off a projection). Joined: the reader keeps its rows, and sums
/// over its columns and over what all of its own tensors have (heads, put together again).
enum class LoopLink { None, Straight, Crossed, SplitStraight, SplitCrossed, Joined };

struct LoopOperand {
  /// Operands of one class may share loads.
  int of = -1;
  /// The contraction whose result it is made of, element by element; -1: none. Before the reader.
  int from = -1;
  LoopLink link = LoopLink::None;
  /// Bytes of one pass over it in slow memory; 0: not known to be read.
  double bytes = 0;
  /// Of an element in fast memory.
  double elementBytes = 1;
};

/// result[b, m, n] = sum over k of left[b, m, k] right[b, k, n].
struct LoopContraction {
  int64_t batch = 1, rows = 1, columns = 1, depth = 1;
  /// Left, right.
  std::array<LoopOperand, 2> operands;
  /// Of an element of the result in fast memory.
  double elementBytes = 1;
  /// Bytes of storing the result for another loop; 0 where it is an output, which is stored in any case.
  double storeBytes = 0;
};

/// An elementwise operation that reads a tensor beside the result of a contraction, as a residual does.
struct LoopAddend {
  /// The class of the tensor, and the contraction that it is made of, element by element; -1: it is given.
  int of = -1, from = -1;
  /// The contraction whose result it is beside.
  int beside = -1;
  /// Of one pass over it in slow memory.
  double bytes = 0;
};

struct LoopProblem {
  /// Bytes of fast memory.
  double memory = 0;
  /// By class: bytes that every plan reads of an input, 0 for what is computed.
  std::vector<double> inputBytes;
  std::vector<LoopContraction> contractions;
  /// One for each tensor at most.
  std::vector<LoopAddend> addends;
  double outputBytes = 0;
};

/// Contractions that make operands of a pair, and others that share what these read of class `shared`; one alone: -1.
struct LoopMakers {
  /// Ascending.
  std::vector<int> members;
  int shared = -1;
  auto operator<=>(const LoopMakers &) const = default;
};

/// What some contractions move at least, wherever their loops are.
struct LoopClaim {
  /// Ascending. A pair: the last reads the one before in the same loop, and where there are three that one reads the first.
  /// Otherwise, where there are several, they share what they load of class `shared`.
  std::vector<int> members;
  bool pair = false;
  int shared = -1;
  /// Operands that move nothing. Bit 0: the shared one (alone: the left one), bit 1 + i: the other one of member i. Of a
  /// pair bits 0 and 1 are the first's operands with the kept and with the summed dimension, bit 2 the second's other. Of
  /// three those of the last two, and bits 3 and 4 are the rows and the weights of the first; where the last joins the
  /// results of the second, bit 3 is the operand that the first sums over for all rows.
  unsigned free = 0;
  double bytes = 0;
  /// Of a pair: bits 0, 1 and 2 are for operands that are made in the loop, bit 3 for that of the first of three which are
  /// joined. What all of the makers move counts here, however often they run.
  unsigned made = 0;
  std::vector<LoopMakers> makers;
};

struct LoopCertificate {
  /// Operands (contraction, side) of which it is decided whether they are in the loop of what computes them. Of the
  /// others both is counted as nothing.
  std::vector<std::array<int, 2>> decided;
  std::vector<LoopClaim> claims;
  double bound = 0;
};

/// Members of a block and decisions of a connected part that are looked at: more are counted as nothing.
inline constexpr int mostSharers = 4, mostDecisions = 8;

/// LB-P1: indices exist, results come before their readers, sizes are positive and finite.
Status check(const LoopProblem &problem);
/// A certificate that `verify` accepts. Exponential in `mostDecisions` and `mostSharers`, for each part of the program.
LoopCertificate boundLoops(const LoopProblem &problem);
/// LB-C1 to LB-C8 of docs/spec/LoopBound.md. Shares nothing with `boundLoops`. Tile sizes of two loops for each claim,
/// and all decisions for each part.
Status verify(const LoopProblem &problem, const LoopCertificate &certificate);

} // namespace alcove::plan

#endif // ALCOVE_PLAN_TILING_LOOPBOUND_H

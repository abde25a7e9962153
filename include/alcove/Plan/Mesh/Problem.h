//===- Problem.h - One model over the chips of a mesh -----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every op takes a strategy, which says how its operands and results lie on the mesh; every tensor is kept in one of its
// shardings between its producer and its readers. Where the two differ a conversion is paid: a collective, or a slice.
//
//   mesh 1x2                     strategies of a product       kept           reader
//   x  [32, 64]  R               rows         S0,R -> S0
//   w  [64, 96]  R, S0, S1       columns      R,S1 -> S1       S1 --gather--> R
//                                contraction  S1,S0 -> P       P  --reduce--> R, S0 or S1
//
// One letter per mesh axis: R = a copy on every chip, S0 = dimension 0 is split, P = every chip holds a summand. All
// chips run the same program, so a time is that of one chip.
//
// Bytes of one chip: an argument lies there throughout, another tensor from its producer to its last reader, a result to
// the end; all in the sharding in which they are kept. Beside them a strategy takes bytes of its own while the op runs.
//
// The rules (MP-C1..C9 for problems, MP-V1..V5 for plans) are in docs/spec/Mesh.md.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_MESH_PROBLEM_H
#define ALCOVE_PLAN_MESH_PROBLEM_H

#include "alcove/Base/Support/Result.h"
#include "alcove/Base/Support/Units.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace alcove::plan::mesh {

/// Integral; the unit is the builder's (ps).
using Cost = int64_t;
/// This value and everything above means "not possible"; the same as that of a layout choice.
inline constexpr Cost impossible = 1'000'000'000'000'000'000;
/// Rule MP-C7: the greatest costs of all strategies and conversions together stay below this.
inline constexpr Cost mostCost = 400'000'000'000'000'000;
inline constexpr Bytes mostBytes = Bytes(1) << 58;

/// What a tensor is along one mesh axis: the dimension that is split, or one of these.
using Placement = int8_t;
inline constexpr Placement replicated = -1, partial = -2;
/// One placement per mesh axis.
using Sharding = std::vector<Placement>;

/// `R`, `S1`, `P`, joined by commas.
std::string toString(const Sharding &sharding);
/// The reverse of toString; an error names the letter.
Result<Sharding> parseSharding(std::string_view text);

/// What an op splits along one mesh axis: what people call a strategy. Baselines go by it, costs do not.
enum class Split : uint8_t {
  Whole,       ///< every chip computes everything
  Batch,       ///< the outermost dimension of the data
  Rows,        ///< rows of a product's left side
  Columns,     ///< columns of a product's right side
  Contraction, ///< what a product sums over: the result is partial
  Heads,
  Sequence,
  Vocabulary,
  Experts,
  Follow, ///< elementwise, as the operands lie
};
inline constexpr size_t numSplits = static_cast<size_t>(Split::Follow) + 1;
std::string_view toString(Split split);
Result<Split> parseSplit(std::string_view text);

struct Tensor {
  std::string name;
  std::vector<int64_t> shape; ///< of the whole tensor, in elements
  Bytes bytes = 0;            ///< of the whole tensor
  bool isResult = false;      ///< of the function: kept to the end, never partial
  bool isParameter = false;   ///< an argument that does not change between calls; only baselines go by it
  std::vector<Sharding> shardings;
  /// |shardings| x |shardings| costs, row-major: from the row's to the column's. Zero on the diagonal.
  std::vector<Cost> conversions;

  Cost conversion(int32_t from, int32_t to) const {
    return conversions[static_cast<size_t>(from) * shardings.size() + static_cast<size_t>(to)];
  }
  bool operator==(const Tensor &) const = default;
};

struct Strategy {
  std::vector<Split> splits;    ///< one per mesh axis
  std::vector<int32_t> inputs;  ///< index into the shardings of each operand
  std::vector<int32_t> outputs; ///< of each result
  Cost cost = 0;                ///< of the op at its local shapes, collectives inside it included
  Bytes bytes = 0;              ///< on one chip while it runs, beside the tensors that are kept
  bool operator==(const Strategy &) const = default;
};

struct Op {
  std::string name;
  std::vector<int32_t> inputs, outputs; ///< tensors
  std::vector<Strategy> strategies;
  bool operator==(const Op &) const = default;
};

/// Two tensors that are kept in the same sharding (by index, both lists alike): a cache and what it becomes, the
/// boundary of a layer and that of the next.
struct Tie {
  int32_t a = 0, b = 0;
  bool operator==(const Tie &) const = default;
};

/// The problem; ops in order of execution. A tensor that no op makes is an argument.
struct Problem {
  std::string name;
  std::vector<int64_t> axes; ///< chips of each mesh axis
  Bytes capacity = 0;        ///< DRAM of one chip
  std::vector<Tensor> tensors;
  std::vector<Op> ops;
  std::vector<Tie> ties;

  int64_t chips() const;
  bool operator==(const Problem &) const = default;
};

/// Bytes of `tensor` on one chip in its sharding `index`, rounded up.
Bytes localBytes(const Problem &problem, const Tensor &tensor, int32_t index);

/// One strategy per op and one kept sharding per tensor.
struct Plan {
  std::vector<int32_t> strategies, kept;
  Cost cost = impossible; ///< as the author says; MP-V4 recomputes it
  bool found() const { return !kept.empty() || !strategies.empty(); }
  bool operator==(const Plan &) const = default;
};

/// Times [first, last] of the ops around which a tensor is live, as indices of ops.
struct Life {
  int32_t first = 0, last = 0;
};
/// One per tensor. O(operands).
std::vector<Life> livesOf(const Problem &problem);

/// Rules MP-C1..C9; the first broken rule as an error.
Status check(const Problem &problem);

/// What a plan takes, recomputed.
struct Account {
  Cost cost = 0, ops = 0, conversions = 0;
  Bytes peakBytes = 0; ///< of one chip
  int32_t peakAt = -1; ///< the op at which they are live
};
/// Rules MP-V1..V5, by code that shares nothing with the policies. O(ops x tensors).
Result<Account> verify(const Problem &problem, const Plan &plan);

} // namespace alcove::plan::mesh

#endif // ALCOVE_PLAN_MESH_PROBLEM_H

//===- RuleBooks.h - What the beam may try for each op family ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tt-mlir keeps one class per op family (lib/Dialect/TTNN/Analysis/OpRules). Here a family is one row of one table, and
// the rules are a handful of predicates on layouts. What needs shapes (tile-aligned shards of a concatenation, batches
// of a matmul's right side) is answered by the op model, which refuses the candidate.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_RULEBOOKS_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_RULEBOOKS_H

#include "alcove/Plan/FunctionLayout/Problem.h"

namespace alcove::plan::beam {

/// Where the configurations of an op come from.
enum class Hints : uint8_t {
  Backend,     ///< the backend decides; the sharded configurations only when no sharded result appeared
  BackendOnly, ///< the backend decides, and that is all
  Explicit,    ///< every legal configuration
};

enum class OperandRule : uint8_t { Any, NoShards, NoWidthShards, RhsUnsharded, FullBoxes, EqualShards, DramOnly };
enum class ResultRule : uint8_t { Any, NoShards, NoL1Interleaved, GridOfOperand, ShardingOfOperand, DramOnly };

struct RuleBook {
  Hints hints = Hints::Backend;
  OperandRule operands = OperandRule::Any;
  ResultRule results = ResultRule::Any;
  bool reshards = true;          ///< operands may be converted
  bool rowMajorSiblings = false; ///< a tiled operand may also be read in row-major order
};

/// The row of a class: by family, and for some by op or by being a view.
const RuleBook &ruleBookOf(const OpClass &opClass);

/// May operand `index` be read like this? `gridCols` is that of the machine, 0 = not known.
bool acceptsOperand(const RuleBook &book, size_t index, const Layout &layout, int64_t gridCols);
/// May the operands be read together like this?
bool acceptsOperands(const RuleBook &book, std::span<const Layout *const> operands);
/// May the op make this result of these operands?
bool acceptsResult(const RuleBook &book, std::span<const Layout *const> operands, const Layout &result);

/// Same place, sharding, grid and page order; bytes may differ, as for layouts of different kinds.
bool sameArrangement(const Layout &a, const Layout &b);

} // namespace alcove::plan::beam

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_RULEBOOKS_H

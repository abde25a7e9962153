//===- RuleBooks.cpp - What the beam may try for each op family -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RuleBooks.h"

#include <algorithm>
#include <string_view>

namespace alcove::plan::beam {

namespace {

enum class When : uint8_t { Always, View, NoView };

struct Row {
  OpKind kind;
  std::string_view op; ///< empty = every op of the kind
  When when;
  RuleBook book;
};

// GB-8. The first matching row counts; an op without one may do anything that the op model accepts.
constexpr Row rows[] = {
    // tt-mlir#7682: interleaved results in L1 were up to 7.7 times slower.
    {OpKind::Matmul, "", When::Always, {Hints::Explicit, OperandRule::RhsUnsharded, ResultRule::NoL1Interleaved}},
    // shard_layout of the configuration is that of input and output.
    {OpKind::Convolution, "", When::Always, {Hints::Explicit, OperandRule::Any, ResultRule::ShardingOfOperand}},
    {OpKind::Concat, "", When::Always, {Hints::Backend, OperandRule::EqualShards, ResultRule::Any}},
    // tt-metal#39074, tt-metal#38016.
    {OpKind::Slice, "", When::Always, {Hints::Backend, OperandRule::NoShards, ResultRule::NoShards}},
    // tt-mlir#8020, tt-mlir#7681; permute shares the book of reshape.
    {OpKind::Reshape, "", When::View, {Hints::BackendOnly, OperandRule::NoWidthShards, ResultRule::Any}},
    {OpKind::Reshape, "", When::NoView, {Hints::Backend, OperandRule::NoWidthShards, ResultRule::NoShards}},
    {OpKind::Permute, "", When::View, {Hints::BackendOnly, OperandRule::NoWidthShards, ResultRule::Any}},
    {OpKind::Permute, "", When::NoView, {Hints::Backend, OperandRule::NoWidthShards, ResultRule::NoShards}},
    // tt-metal#40898.
    {OpKind::Pad, "", When::Always, {Hints::Backend, OperandRule::NoShards, ResultRule::NoShards}},
    // tt-xla#5605.
    {OpKind::Repeat, "", When::Always, {Hints::Backend, OperandRule::Any, ResultRule::GridOfOperand}},
    {OpKind::Attention, "", When::Always, {Hints::BackendOnly, OperandRule::Any, ResultRule::Any}},
    {OpKind::Heads, "", When::Always, {Hints::BackendOnly, OperandRule::Any, ResultRule::Any}},
    // tt-mlir#7799: 262,144 combinations.
    {OpKind::Rotary, "", When::Always, {Hints::BackendOnly, OperandRule::Any, ResultRule::Any, false}},
    // tt-mlir#8037; its override of the score is not described anywhere and not rebuilt.
    {OpKind::Normalization, "rms_norm", When::Always, {Hints::Backend, OperandRule::FullBoxes, ResultRule::Any}},
    // tt-mlir#9017.
    {OpKind::Reduction, "argmax", When::Always, {Hints::Backend, OperandRule::Any, ResultRule::Any, true, true}},
    // tt-mlir#8236.
    {OpKind::Collective, "mesh_partition", When::Always, {Hints::Backend, OperandRule::DramOnly, ResultRule::DramOnly}},
};

constexpr RuleBook anything;

bool isL1Interleaved(const Layout &layout) { return layout.isL1() && !layout.isSharded(); }

/// Cores are filled row by row: a one-dimensional grid covers its bounding box when its last row is full.
bool fillsItsBox(const Layout &layout, int64_t gridCols) {
  if (layout.sharding == Sharding::Block || gridCols <= 0)
    return true;
  return layout.cores() <= gridCols || layout.cores() % gridCols == 0;
}

} // namespace

bool sameArrangement(const Layout &a, const Layout &b) {
  return a.space == b.space && a.sharding == b.sharding && a.tiled == b.tiled &&
         (!a.isSharded() || (a.gridRows == b.gridRows && a.gridCols == b.gridCols));
}

const RuleBook &ruleBookOf(const OpClass &opClass) {
  for (const Row &row : rows) {
    bool when = row.when == When::Always || (row.when == When::View) == opClass.traits.isView;
    if (row.kind == opClass.traits.kind && when && (row.op.empty() || row.op == opClass.op))
      return row.book;
  }
  return anything;
}

bool acceptsOperand(const RuleBook &book, size_t index, const Layout &layout, int64_t gridCols) {
  if (book.operands == OperandRule::DramOnly)
    return layout.space == Space::Dram && !layout.isSharded();
  if (!layout.isSharded())
    return true;
  switch (book.operands) {
  case OperandRule::NoShards:
    return false;
  case OperandRule::NoWidthShards:
    return layout.sharding != Sharding::Width;
  case OperandRule::RhsUnsharded:
    return index != 1;
  case OperandRule::FullBoxes:
    return fillsItsBox(layout, gridCols);
  default:
    return true;
  }
}

bool acceptsOperands(const RuleBook &book, std::span<const Layout *const> operands) {
  if (book.operands != OperandRule::EqualShards)
    return true;
  bool anySharded = std::any_of(operands.begin(), operands.end(), [](const Layout *l) { return l->isSharded(); });
  return !anySharded || std::all_of(operands.begin(), operands.end(),
                                    [&](const Layout *l) { return sameArrangement(*l, *operands[0]); });
}

bool acceptsResult(const RuleBook &book, std::span<const Layout *const> operands, const Layout &result) {
  switch (book.results) {
  case ResultRule::Any:
    return true;
  case ResultRule::NoShards:
    return !result.isSharded();
  case ResultRule::NoL1Interleaved:
    return !isL1Interleaved(result);
  case ResultRule::DramOnly:
    return result.space == Space::Dram && !result.isSharded();
  case ResultRule::GridOfOperand:
    return !result.isSharded() || (!operands.empty() && sameArrangement(*operands[0], result));
  case ResultRule::ShardingOfOperand:
    return operands.empty() || !result.isSharded() || !operands[0]->isSharded() ||
           operands[0]->sharding == result.sharding;
  }
  return true;
}

} // namespace alcove::plan::beam

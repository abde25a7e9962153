//===- Pass.cpp - Argmax of long rows in two stages ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The library's argmax compares element by element on data movement cores; its maximum runs on the matrix unit. So the
// row is cut into blocks, the maxima of all blocks are found on tiles, and only the winning block is searched:
//
//   row of 12 in 3 blocks of 4     1 7 2 0 | 3 7 7 5 | 6 0 1 4
//   maxima                         7         7         6          argmax: block 0
//   the block, by its number       1 7 2 0                        argmax: 1
//   result                         0 * 4 + 1
//
// Equal in every bit. The maximum of bf16 is exact; of equal maxima argmax takes the first block, and there the first
// element; a NaN is the maximum of its block, and the first block and element with one are taken; zeros of either sign
// are equal on both ways, and so are infinities.
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"
#include "../TTIRBuilder.h"
#include "../Trial.h"
#include "alcove/Lower/LoweringPatterns.h"
#include "alcove/Lower/Passes.h"
#include "alcove/Lower/Rows.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_LONGROWS
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {

/// An argmax along the last dimension of rows, and in how many blocks.
struct Stages {
  ttir::ArgMaxOp op;
  int64_t rows = 0, width = 0, blocks = 0;

  int64_t blockWidth() const { return width / blocks; }
};

} // namespace

/// bf16 alone: the matrix unit rounds f32, and a rounded maximum may be another block's.
static std::optional<Stages> longRowsOf(ttir::ArgMaxOp op) {
  RankedTensorType type = tensorTypeOf(op.getInput());
  std::optional<SmallVector<int64_t>> dims = reducedDims(op);
  if (!type.getElementType().isBF16() || !type.hasStaticShape() || !dims || dims->size() != 1 ||
      dims->front() + 1 != type.getRank() || type.getNumElements() == 0)
    return std::nullopt;
  int64_t width = type.getShape().back();
  return Stages{op, type.getNumElements() / width, width, 0};
}

/// Numbers of equal blocks, of whole tiles' width at least: more than two thousand have more maxima than pay.
static SmallVector<int64_t> blockCounts(const Stages &stages) {
  constexpr int64_t tile = 32, most = 2048;
  SmallVector<int64_t> counts;
  for (int64_t count = 2; count <= most && stages.width / count >= tile; ++count)
    if (stages.width % count == 0)
      counts.push_back(count);
  return counts;
}

static RankedTensorType indexType(OpBuilder &builder, ArrayRef<int64_t> shape) {
  return RankedTensorType::get(shape, IntegerType::get(builder.getContext(), 32, IntegerType::Unsigned));
}

/// Along the last dimension, which stays with extent 1; the operand in rows.
static Value argmaxOfRows(OpBuilder &builder, Location loc, Value input) {
  SmallVector<int64_t> shape(shape::of(input));
  int32_t last = static_cast<int32_t>(shape.size()) - 1;
  shape.back() = 1;
  auto op = ttir::ArgMaxOp::create(builder, loc, indexType(builder, shape), input, builder.getBoolAttr(true),
                                   builder.getI32ArrayAttr({last}));
  op->setAttr(rowMajorInputAttrName, builder.getUnitAttr());
  return op;
}

static Value numbers(OpBuilder &builder, Location loc, int64_t rows, int64_t step) {
  SmallVector<uint32_t> values;
  for (int64_t row = 0; row < rows; ++row)
    values.push_back(static_cast<uint32_t>(row * step));
  RankedTensorType type = indexType(builder, {rows, 1});
  return ttir::ConstantOp::create(builder, loc, type, DenseElementsAttr::get(type, ArrayRef<uint32_t>(values)));
}

static Value buildStages(OpBuilder &builder, const Stages &stages) {
  ttir::ArgMaxOp op = stages.op;
  Location loc = op.getLoc();
  int64_t rows = stages.rows, blocks = stages.blocks, width = stages.blockWidth();
  Value table = reshape(builder, suffixed(loc, "_blocks"), op.getInput(), {rows * blocks, width});
  table.getDefiningOp()->setAttr(rowMajorAttrName, builder.getUnitAttr());
  RankedTensorType type = tensorTypeOf(table);
  Value maxima = ttir::MaxOp::create(builder, suffixed(loc, "_maxima"), withShape(type, {rows * blocks, 1}), table,
                                     builder.getBoolAttr(true), builder.getI32ArrayAttr({1}));
  Value ofRows = reshape(builder, suffixed(loc, "_maximaOfRows"), maxima, {rows, blocks});
  Value block = argmaxOfRows(builder, suffixed(loc, "_block"), ofRows);
  RankedTensorType column = tensorTypeOf(block);
  Value number = block;
  if (rows > 1)
    number = ttir::AddOp::create(builder, suffixed(loc, "_row"), column, block,
                                 numbers(builder, suffixed(loc, "_firstBlocks"), rows, blocks));
  Value line = reshape(builder, suffixed(loc, "_rowsOfWinners"), number, {1, rows});
  Value winners =
      ttir::EmbeddingOp::create(builder, suffixed(loc, "_winners"), withShape(type, {1, rows, width}), line, table);
  Value within = argmaxOfRows(builder, suffixed(loc, "_within"), winners);
  within = reshape(builder, suffixed(loc, "_withinOfRows"), within, {rows, 1});
  Value widths = full(builder, suffixed(loc, "_width"), withShape(column, {1, 1}), static_cast<double>(width));
  Value start = ttir::MultiplyOp::create(builder, suffixed(loc, "_start"), column, block, widths);
  Value index = ttir::AddOp::create(builder, loc, column, start, within);
  RankedTensorType result = tensorTypeOf(op.getResult());
  if (result.getElementType() != column.getElementType())
    index = ttir::TypecastOp::create(builder, suffixed(loc, "_index"),
                                     RankedTensorType::get(column.getShape(), result.getElementType()), index);
  return reshape(builder, suffixed(loc, "_result"), index, result.getShape());
}

namespace {
struct LongRowsPass : conversion::impl::LongRowsBase<LongRowsPass> {
  using LongRowsBase::LongRowsBase;

  void runOnOperation() override {
    FailureOr<PatternSwitches> switches = PatternSwitches::allBut(disablePatterns, getOperation());
    if (failed(switches))
      return signalPassFailure();
    if (!switches->has(LoweringPattern::ArgmaxInStages))
      return;
    ModuleOp module = deviceModuleOf(getOperation());
    std::unique_ptr<OpPrices> prices = makePrices ? makePrices(module) : nullptr;
    PatternCounts counts;
    bool any = false;
    for (func::FuncOp function : deviceFunctions(getOperation())) {
      SmallVector<Stages> found;
      function.walk([&](ttir::ArgMaxOp op) {
        if (std::optional<Stages> stages = longRowsOf(op))
          found.push_back(*stages);
      });
      for (const Stages &stages : found)
        counts.add(LoweringPattern::ArgmaxInStages, cut(stages, prices.get()));
      any |= !found.empty();
    }
    if (!any)
      markAllAnalysesPreserved();
    counts.attachTo(module);
  }

  MakeOpPrices makePrices;

private:
  /// The cheapest number of blocks, unless one stage is cheaper; without prices the number nearest below 64.
  static bool cut(Stages stages, const OpPrices *prices) {
    constexpr int64_t withoutPrices = 64;
    int64_t best = 0;
    double bestPrice = 0;
    stages.op->setAttr(rowMajorInputAttrName, UnitAttr::get(stages.op.getContext())); // as it is lowered
    for (int64_t blocks : blockCounts(stages)) {
      stages.blocks = blocks;
      if (!prices) {
        best = blocks <= withoutPrices ? blocks : best;
        continue;
      }
      Trial trial(stages.op);
      buildStages(trial.builder, stages);
      if (pays(trial, {stages.op}, prices)) {
        double price = *priceOf(trial.ops, *prices);
        if (best == 0 || price < bestPrice)
          best = blocks, bestPrice = price;
      }
      trial.drop();
    }
    stages.op->removeAttr(rowMajorInputAttrName);
    if (best == 0)
      return false;
    stages.blocks = best;
    OpBuilder builder(stages.op);
    stages.op.getResult().replaceAllUsesWith(buildStages(builder, stages));
    stages.op->erase();
    return true;
  }
};
} // namespace

std::unique_ptr<Pass> conversion::createLongRows(LongRowsOptions options, MakeOpPrices prices) {
  return createPriced<LongRowsPass>(std::move(options), std::move(prices));
}

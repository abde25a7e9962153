//===- StoredProducts.cpp - Products with constants, cut as the DRAM banks can give them -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Logits of a decoding step read a matrix of weights once. From one shard per DRAM bank it comes faster than interleaved,
// but the cores beside the banks have no room for their part of a whole vocabulary. Parts of it have:
//
//   32x4096 times 4096x128256   =>   32x4096 times 4096x16032 ─┐
//                                    32x4096 times 4096x16032 ─┼─ concat
//                                                          ... ─┘
//
// Experts are a batch of matrices, for which no program reads the banks' shards: 8x32x4096 times 8x4096x14336 is eight
// products of a row of tiles.
//
// Each number is the same sum in the same order. Public measurements (tt-metal's branch bmalesevic/dram-sharding-pass,
// n150, 4096x128256 in bfp8): 2,909 us as one, 3 x 727 us by parts.
//
//===----------------------------------------------------------------------===//
#include "../Evaluable.h"
#include "Forms.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

Value conversion::changeConstant(OpBuilder &builder, Location loc, Value constant, function_ref<Value(Value)> change) {
  auto cast = constant.getDefiningOp<ttir::TypecastOp>();
  if (!cast)
    return change(constant);
  Value part = changeConstant(builder, loc, cast.getInput(), change);
  Operation *again = builder.clone(*cast);
  again->setLoc(suffixed(loc, "_cast"));
  again->setOperand(0, part);
  again->getResult(0).setType(withShape(tensorTypeOf(cast.getResult()), tensorTypeOf(part).getShape()));
  return again->getResult(0);
}

constexpr int64_t mostCores = 64;

/// Shards of as few tiles as there can be lie on some cores without a rest, so that each makes rows of its own.
static bool hasEqualShards(int64_t tiles) {
  return llvm::any_of(llvm::seq_inclusive<int64_t>(1, mostCores),
                      [&](int64_t cores) { return ceilDiv(32 * tiles, cores) == 32 * ceilDiv(tiles, mostCores); });
}

/// The tile at which part `part` begins. Parts are equal where their tiles can be shared out, else multiples of as many
/// tiles as there are cores.
static int64_t beginOf(int64_t part, int64_t parts, int64_t tiles) {
  const int64_t width = tiles / parts;
  const bool areEqual = width < 4 * mostCores || (hasEqualShards(width) && hasEqualShards(ceilDiv(tiles, parts)));
  return areEqual ? part * tiles / parts : std::min(tiles, part * roundUp(width, mostCores));
}

/// Parts are whole tiles, the last one padded: the library joins parts of tiles on rows.
static Replacements byColumns(OpBuilder &builder, Operation *op, int64_t parts) {
  RankedTensorType type = tensorTypeOf(op->getResult(0));
  const int64_t columns = type.getShape().back(), tiles = ceilDiv(columns, 32), last = type.getRank() - 1;
  SmallVector<Value> results;
  SmallVector<int64_t> shape(type.getShape());
  for (int64_t part = 0; part < parts; ++part) {
    const int64_t begin = 32 * beginOf(part, parts, tiles), end = 32 * beginOf(part + 1, parts, tiles);
    if (begin == end)
      continue;
    Location loc = suffixed(op->getLoc(), "_columns" + std::to_string(part));
    SmallVector<Value> operands{op->getOperand(0)};
    Location ofConstants = suffixed(loc, "_constants");
    for (Value constant : op->getOperands().drop_front()) {
      const int64_t dim = tensorTypeOf(constant).getRank() - 1;
      auto cut = [&](Value value) {
        Value there = slice(builder, ofConstants, value, dim, begin, std::min(end, columns) - begin);
        return padTo(builder, suffixed(ofConstants, "_wholeTiles"), there, dim, end - begin);
      };
      bool isRepeated = tensorTypeOf(constant).getDimSize(dim) == 1;
      operands.push_back(isRepeated ? constant : changeConstant(builder, ofConstants, constant, cut));
    }
    shape.back() = end - begin;
    Operation *product = builder.clone(*op);
    product->setLoc(loc);
    product->setOperands(operands);
    product->getResult(0).setType(withShape(type, shape));
    results.push_back(product->getResult(0));
  }
  shape.back() = 32 * tiles;
  Location loc = columns == shape.back() ? op->getLoc() : suffixed(op->getLoc(), "_wholeTiles");
  Value joined = ttir::ConcatOp::create(builder, loc, withShape(type, shape), results, si32Attr(builder, last));
  return {{op, slice(builder, op->getLoc(), joined, last, 0, columns)}};
}

static Replacements byMatrices(OpBuilder &builder, Operation *op) {
  RankedTensorType type = tensorTypeOf(op->getResult(0));
  ArrayRef<int64_t> shape = type.getShape();
  SmallVector<Value> results;
  for (int64_t index = 0; index < shape[0]; ++index) {
    Location loc = suffixed(op->getLoc(), "_matrix" + std::to_string(index));
    SmallVector<Value> operands;
    for (auto [k, operand] : llvm::enumerate(op->getOperands())) {
      Location ofOperand = suffixed(loc, k == 0 ? "_rows" : "_constants");
      auto cut = [&](Value value) {
        Value one = slice(builder, ofOperand, value, 0, index, 1);
        return reshape(builder, suffixed(ofOperand, "_matrix"), one, tensorTypeOf(one).getShape().drop_front());
      };
      operands.push_back(k == 0 ? cut(operand) : changeConstant(builder, ofOperand, operand, cut));
    }
    Operation *product = builder.clone(*op);
    product->setLoc(loc);
    product->setOperands(operands);
    product->getResult(0).setType(withShape(type, shape.drop_front()));
    results.push_back(reshape(builder, suffixed(loc, "_result"), product->getResult(0), {1, shape[1], shape[2]}));
  }
  return {{op, ttir::ConcatOp::create(builder, op->getLoc(), type, results, si32Attr(builder, 0))}};
}

/// Not where the whole of the columns has a program that reads the banks.
static void addColumnForms(Operation *op, const OpPrices &prices, Forms &forms) {
  if (!isRowOfTilesTimesConstants(op))
    return;
  StoredProduct whole = prices.nanosecondsOfStored(op);
  if (whole.fromBanks || !whole.passed)
    return;
  const int64_t tiles = ceilDiv(tensorTypeOf(op->getResult(0)).getShape().back(), 32);
  for (int64_t parts : {2, 3, 4, 6, 8, 12, 16})
    if (parts <= tiles)
      forms.push_back({LoweringPattern::ProductByColumns,
                       {op},
                       [=](OpBuilder &builder) { return byColumns(builder, op, parts); },
                       /*withoutPrices=*/false});
}

void conversion::addStoredProductForms(Operation *op, const OpPrices &prices, Forms &forms) {
  addColumnForms(op, prices, forms);
  if (areRowsOfTilesTimesConstants(op) && prices.nanosecondsOfStored(op).passed)
    forms.push_back({LoweringPattern::ProductByMatrices,
                     {op},
                     [=](OpBuilder &builder) { return byMatrices(builder, op); },
                     /*withoutPrices=*/false});
}

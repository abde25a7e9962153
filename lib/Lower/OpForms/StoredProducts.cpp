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

/// `cast` of a part of what it reads, so that formats with shared exponents are not cut.
static Value castAgain(OpBuilder &builder, Location loc, ttir::TypecastOp cast, Value part) {
  Operation *again = builder.clone(*cast);
  again->setLoc(suffixed(loc, "_cast"));
  again->setOperand(0, part);
  again->getResult(0).setType(withShape(tensorTypeOf(cast.getResult()), tensorTypeOf(part).getShape()));
  return again->getResult(0);
}

/// Columns `begin` to `end` of a constant.
static Value columnsOf(OpBuilder &builder, Location loc, Value constant, int64_t begin, int64_t end) {
  RankedTensorType type = tensorTypeOf(constant);
  SmallVector<int64_t> shape(type.getShape());
  shape.back() = end - begin;
  if (auto cast = constant.getDefiningOp<ttir::TypecastOp>()) {
    Value part = columnsOf(builder, loc, cast.getInput(), begin, end);
    return castAgain(builder, loc, cast, part);
  }
  SmallVector<int32_t> begins(shape.size(), 0), ends(type.getShape()), steps(shape.size(), 1);
  begins.back() = begin;
  ends.back() = end;
  return ttir::SliceStaticOp::create(builder, loc, withShape(type, shape), constant, builder.getI32ArrayAttr(begins),
                                     builder.getI32ArrayAttr(ends), builder.getI32ArrayAttr(steps));
}

static Replacements byColumns(OpBuilder &builder, Operation *op, int64_t parts) {
  RankedTensorType type = tensorTypeOf(op->getResult(0));
  const int64_t columns = type.getShape().back(), tiles = ceilDiv(columns, 32);
  SmallVector<Value> results;
  for (int64_t part = 0; part < parts; ++part) {
    const int64_t begin = 32 * (part * tiles / parts), end = std::min(columns, 32 * ((part + 1) * tiles / parts));
    Location loc = suffixed(op->getLoc(), "_columns" + std::to_string(part));
    SmallVector<Value> operands{op->getOperand(0)};
    for (Value constant : op->getOperands().drop_front())
      operands.push_back(tensorTypeOf(constant).getShape().back() == 1
                             ? constant
                             : columnsOf(builder, suffixed(loc, "_constants"), constant, begin, end));
    SmallVector<int64_t> shape(type.getShape());
    shape.back() = end - begin;
    Operation *product = builder.clone(*op);
    product->setLoc(loc);
    product->setOperands(operands);
    product->getResult(0).setType(withShape(type, shape));
    results.push_back(product->getResult(0));
  }
  return {{op, ttir::ConcatOp::create(builder, op->getLoc(), type, results, si32Attr(builder, type.getRank() - 1))}};
}

/// `value` without its leading extent, of which it takes element `index`.
static Value matrixOf(OpBuilder &builder, Location loc, Value value, int64_t index) {
  RankedTensorType type = tensorTypeOf(value);
  if (auto cast = value.getDefiningOp<ttir::TypecastOp>()) {
    Value part = matrixOf(builder, loc, cast.getInput(), index);
    return castAgain(builder, loc, cast, part);
  }
  SmallVector<int32_t> begins(type.getRank(), 0), ends(type.getShape()), steps(type.getRank(), 1);
  begins[0] = index;
  ends[0] = index + 1;
  SmallVector<int64_t> shape(type.getShape());
  shape[0] = 1;
  Value slice =
      ttir::SliceStaticOp::create(builder, loc, withShape(type, shape), value, builder.getI32ArrayAttr(begins),
                                  builder.getI32ArrayAttr(ends), builder.getI32ArrayAttr(steps));
  return reshape(builder, suffixed(loc, "_matrix"), slice, ArrayRef(shape).drop_front());
}

static Replacements byMatrices(OpBuilder &builder, Operation *op) {
  RankedTensorType type = tensorTypeOf(op->getResult(0));
  ArrayRef<int64_t> shape = type.getShape();
  SmallVector<Value> results;
  for (int64_t index = 0; index < shape[0]; ++index) {
    Location loc = suffixed(op->getLoc(), "_matrix" + std::to_string(index));
    SmallVector<Value> operands;
    for (auto [k, operand] : llvm::enumerate(op->getOperands()))
      operands.push_back(matrixOf(builder, suffixed(loc, k == 0 ? "_rows" : "_constants"), operand, index));
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

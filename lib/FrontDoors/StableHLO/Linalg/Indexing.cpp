//===- Indexing.cpp - Gather and scatter ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Linalg.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;
using namespace alcove::stablehlo::onlinalg;

namespace {
/// Component `k` of each index vector.
Value component(OpConversion &c, Value indices, int64_t vectorDim, int64_t k) {
  Dims shape(typeOf(indices).getShape());
  if (vectorDim == int64_t(shape.size()))
    return indices;
  Dims begins(shape.size(), 0), sizes = shape, ones(shape.size(), 1);
  begins[vectorDim] = k;
  sizes[vectorDim] = 1;
  shape.erase(shape.begin() + vectorDim);
  return reshaped(c, sliced(c, indices, begins, sizes, ones), shape);
}

/// A place of the index tensor as a number to index with.
Value asIndex(OpBuilder &builder, Location loc, Value value, Type element) {
  Type wide = builder.getI64Type();
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    converted(builder, loc, value, element, wide));
}

/// Elements of the operand at the start that the index vectors give, kept within, and on from there.
LogicalResult convertGather(OpConversion &c) {
  auto op = cast<GatherOp>(c.op);
  GatherDimensionNumbersAttr dims = op.getDimensionNumbers();
  Dims sizes = integersOf(op.getSliceSizes());
  ArrayRef<int64_t> shape = c.inType(0).getShape();
  // The result's dimensions: those of windows, and those that count windows.
  SmallVector<AffineExpr> counting;
  Dims countingDims;
  for (int64_t dim = 0; dim < c.type().getRank(); ++dim)
    if (!llvm::is_contained(dims.getOffsetDims(), dim)) {
      counting.push_back(c.builder.getAffineDimExpr(dim));
      countingDims.push_back(dim);
    }
  AffineMap same = c.builder.getMultiDimIdentityMap(c.type().getRank());
  AffineMap places = AffineMap::get(c.type().getRank(), 0, counting, c.builder.getContext());
  SmallVector<Value> inputs;
  Value indices = c.in(1), operand = c.in(0);
  for (size_t k = 0; k < dims.getStartIndexMap().size(); ++k)
    inputs.push_back(component(c, indices, dims.getIndexVectorDim(), k));
  SmallVector<AffineMap> maps(inputs.size(), places);
  maps.push_back(same);
  RankedTensorType type = plain(c.type());
  Value empty = tensor::EmptyOp::create(c.builder, c.op->getLoc(), type.getShape(), type.getElementType());
  auto body = [&](OpBuilder &builder, Location loc, ValueRange values) -> Value {
    auto loop = [&](int64_t dim) -> Value { return linalg::IndexOp::create(builder, loc, dim); };
    SmallVector<Value> at(shape.size());
    for (auto [k, dim] : llvm::enumerate(dims.getStartIndexMap())) {
      Value start = asIndex(builder, loc, values[k], c.inType(1).getElementType());
      start = arith::MaxSIOp::create(builder, loc, start, arith::ConstantIndexOp::create(builder, loc, 0));
      at[dim] = arith::MinSIOp::create(builder, loc, start,
                                       arith::ConstantIndexOp::create(builder, loc, shape[dim] - sizes[dim]));
    }
    for (auto [dim, batch] : llvm::zip(dims.getOperandBatchingDims(), dims.getStartIndicesBatchingDims()))
      at[dim] = loop(countingDims[batch - (batch > dims.getIndexVectorDim())]);
    size_t next = 0;
    for (int64_t dim = 0; dim < int64_t(shape.size()); ++dim) {
      bool window = !llvm::is_contained(dims.getCollapsedSliceDims(), dim) &&
                    !llvm::is_contained(dims.getOperandBatchingDims(), dim);
      if (window) {
        Value offset = loop(dims.getOffsetDims()[next++]);
        at[dim] = at[dim] ? Value(arith::AddIOp::create(builder, loc, at[dim], offset)) : offset;
      } else if (!at[dim]) {
        at[dim] = arith::ConstantIndexOp::create(builder, loc, 0);
      }
    }
    return tensor::ExtractOp::create(builder, loc, operand, at);
  };
  return c.done({mapped(c, inputs, maps, empty, body)});
}

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

/// Loops over the updates, one after the other: several may go to one place.
struct Scatter {
  OpConversion &c;
  ScatterOp op;
  ScatterDimensionNumbersAttr dims = op.getScatterDimensionNumbers();
  unsigned count = op.getInputs().size();

  /// Where in the operand the update at `loops` goes.
  SmallVector<Value> place(OpBuilder &builder, Location loc, Value indices, ValueRange loops) {
    SmallVector<Value> counting, at(c.inType(0).getRank());
    for (auto [dim, loop] : llvm::enumerate(loops))
      if (!llvm::is_contained(dims.getUpdateWindowDims(), dim))
        counting.push_back(loop);
    int64_t vectorDim = dims.getIndexVectorDim();
    for (auto [k, dim] : llvm::enumerate(dims.getScatterDimsToOperandDims())) {
      SmallVector<Value> vector = counting;
      if (vectorDim < typeOf(indices).getRank())
        vector.insert(vector.begin() + vectorDim, arith::ConstantIndexOp::create(builder, loc, k));
      at[dim] = asIndex(builder, loc, tensor::ExtractOp::create(builder, loc, indices, vector),
                        c.inType(count).getElementType());
    }
    for (auto [dim, batch] : llvm::zip(dims.getInputBatchingDims(), dims.getScatterIndicesBatchingDims()))
      at[dim] = counting[batch - (batch > vectorDim)];
    size_t next = 0;
    for (int64_t dim = 0; dim < int64_t(at.size()); ++dim) {
      bool window = !llvm::is_contained(dims.getInsertedWindowDims(), dim) &&
                    !llvm::is_contained(dims.getInputBatchingDims(), dim);
      if (window) {
        Value offset = loops[dims.getUpdateWindowDims()[next++]];
        at[dim] = at[dim] ? Value(arith::AddIOp::create(builder, loc, at[dim], offset)) : offset;
      } else if (!at[dim]) {
        at[dim] = arith::ConstantIndexOp::create(builder, loc, 0);
      }
    }
    return at;
  }

  Value isInside(OpBuilder &builder, Location loc, ValueRange at) {
    Value inside = number(builder, loc, builder.getI1Type(), 1);
    for (auto [dim, index] : llvm::enumerate(at)) { // below zero is large without a sign
      Value end = arith::ConstantIndexOp::create(builder, loc, c.inType(0).getDimSize(dim));
      Value below = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, index, end);
      inside = arith::AndIOp::create(builder, loc, inside, below);
    }
    return inside;
  }

  SmallVector<Value> write() {
    Location loc = c.op->getLoc();
    SmallVector<Value> carried, updates;
    for (unsigned i = 0; i < count; ++i) {
      carried.push_back(c.in(i));
      updates.push_back(c.in(count + 1 + i));
    }
    Value indices = c.in(count);
    SmallVector<Value> begins, ends, steps;
    for (int64_t extent : typeOf(updates[0]).getShape()) {
      begins.push_back(arith::ConstantIndexOp::create(c.builder, loc, 0));
      ends.push_back(arith::ConstantIndexOp::create(c.builder, loc, extent));
      steps.push_back(arith::ConstantIndexOp::create(c.builder, loc, 1));
    }
    auto update = [&](OpBuilder &builder, Location loc, ValueRange loops, ValueRange held) -> scf::ValueVector {
      SmallVector<Value> at = place(builder, loc, indices, loops);
      auto change = scf::IfOp::create(
          builder, loc, isInside(builder, loc, at),
          [&](OpBuilder &then, Location loc) {
            SmallVector<Value> arguments, results;
            for (Value tensor : held)
              arguments.push_back(tensor::ExtractOp::create(then, loc, tensor, at));
            for (Value tensor : updates)
              arguments.push_back(tensor::ExtractOp::create(then, loc, tensor, loops));
            SmallVector<Value> changed = written(op.getUpdateComputation(), then, loc, arguments);
            for (auto [value, tensor] : llvm::zip(changed, held))
              results.push_back(tensor::InsertOp::create(then, loc, value, tensor, at));
            scf::YieldOp::create(then, loc, results);
          },
          [&](OpBuilder &otherwise, Location loc) { scf::YieldOp::create(otherwise, loc, held); });
      return scf::ValueVector(change.getResults().begin(), change.getResults().end());
    };
    return llvm::to_vector(scf::buildLoopNest(c.builder, loc, begins, ends, steps, carried, update).results);
  }
};

LogicalResult convertScatter(OpConversion &c) {
  auto op = cast<ScatterOp>(c.op);
  if (!isScalar(op.getUpdateComputation()))
    return c.refuse("its body has an op that is not written on numbers of one element");
  return c.done(Scatter{c, op}.write());
}
} // namespace

void onlinalg::addIndexing(ConverterTable &table) {
  table["stablehlo.gather"] = convertGather;
  table["stablehlo.scatter"] = convertScatter;
}

//===- Reductions.cpp - Reductions, windows, norms ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Linalg.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;
using namespace alcove::stablehlo::onlinalg;

namespace {
/// A reduction of some tensors at once: what is held of each so far, and one more element of each.
struct Reduction {
  OpConversion &c;
  Region &body;
  unsigned count; // of the tensors; their first numbers are the operands behind them

  Type element(unsigned i) const { return getElementTypeOrSelf(body.getArgument(i).getType()); }

  /// The tensors, with elements as the body wants them.
  SmallVector<Value> inputs() {
    SmallVector<Value> values;
    for (unsigned i = 0; i < count; ++i)
      values.push_back(cast(c, c.in(i), c.inType(i).getElementType(), element(i)));
    return values;
  }
  Value first(unsigned i) {
    return converted(c.builder, c.op->getLoc(), scalarOf(c, count + i), c.inType(count + i).getElementType(),
                     element(i));
  }
  SmallVector<Value> firsts() {
    SmallVector<Value> values;
    for (unsigned i = 0; i < count; ++i)
      values.push_back(filled(c, RankedTensorType::get(c.type(i).getShape(), plain(element(i))), first(i)));
    return values;
  }
  /// Of a block of linalg, whose arguments are the elements and then what is held.
  void write(OpBuilder &builder, Location loc, ValueRange elements, ValueRange held) {
    SmallVector<Value> arguments(held);
    llvm::append_range(arguments, elements);
    linalg::YieldOp::create(builder, loc, written(body, builder, loc, arguments));
  }
  /// As the op says that its results are.
  LogicalResult done(ValueRange values) {
    SmallVector<Value> results;
    for (auto [i, value] : llvm::enumerate(values))
      results.push_back(cast(c, value, element(i), c.type(i).getElementType()));
    return c.done(results);
  }
};

LogicalResult checkBody(OpConversion &c, Region &body) {
  return isScalar(body) ? success() : c.refuse("its body has an op that is not written on numbers of one element");
}

LogicalResult convertReduce(OpConversion &c) {
  auto op = cast<ReduceOp>(c.op);
  if (failed(checkBody(c, op.getBody())))
    return failure();
  Reduction reduction{c, op.getBody(), unsigned(op.getInputs().size())};
  SmallVector<Value> inputs = reduction.inputs(), firsts = reduction.firsts();
  Dims dims = integersOf(op.getDimensions());
  llvm::sort(dims);
  size_t count = reduction.count;
  auto block = [&](OpBuilder &builder, Location loc, ValueRange values) {
    reduction.write(builder, loc, values.take_front(count), values.drop_front(count));
  };
  Location loc = c.op->getLoc();
  if (!dims.empty())
    return reduction.done(linalg::ReduceOp::create(c.builder, loc, inputs, firsts, dims, block).getResults());
  AffineMap same = c.builder.getMultiDimIdentityMap(c.type().getRank());
  SmallVector<utils::IteratorType> loops(c.type().getRank(), utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(c.builder, loc, ValueRange(firsts).getTypes(), inputs, firsts,
                                           SmallVector<AffineMap>(2 * count, same), loops, block);
  return reduction.done(generic.getResults());
}

/// Loops over the result and over the window; a tensor without elements of its own says how large the window is.
LogicalResult convertReduceWindow(OpConversion &c) {
  auto op = cast<ReduceWindowOp>(c.op);
  if (failed(checkBody(c, op.getBody())))
    return failure();
  Reduction reduction{c, op.getBody(), unsigned(op.getInputs().size())};
  size_t rank = c.inType(0).getRank();
  Dims size = integersOf(op.getWindowDimensions()), strides = integersOf(op.getWindowStridesAttr(), rank, 1),
       holes = integersOf(op.getBaseDilationsAttr(), rank, 1),
       dilation = integersOf(op.getWindowDilationsAttr(), rank, 1),
       padding = integersOf(op.getPaddingAttr(), 2 * rank, 0), low, high, interior;
  for (size_t i = 0; i < rank; ++i) {
    low.push_back(padding[2 * i]);
    high.push_back(padding[2 * i + 1]);
    interior.push_back(holes[i] - 1);
  }
  SmallVector<Value> inputs = reduction.inputs();
  for (auto [i, input] : llvm::enumerate(inputs))
    input = padded(c, input, reduction.first(i), low, high, interior);
  Location loc = c.op->getLoc();
  inputs.push_back(tensor::EmptyOp::create(c.builder, loc, size, c.builder.getI1Type()));
  SmallVector<AffineExpr> from, window, to;
  for (size_t i = 0; i < rank; ++i) {
    AffineExpr at = c.builder.getAffineDimExpr(i), within = c.builder.getAffineDimExpr(rank + i);
    from.push_back(at * strides[i] + within * dilation[i]);
    window.push_back(within);
    to.push_back(at);
  }
  auto map = [&](ArrayRef<AffineExpr> places) { return AffineMap::get(2 * rank, 0, places, c.builder.getContext()); };
  size_t count = reduction.count;
  SmallVector<AffineMap> maps(count, map(from));
  maps.push_back(map(window));
  maps.append(count, map(to));
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  loops.append(rank, utils::IteratorType::reduction);
  SmallVector<Value> firsts = reduction.firsts();
  auto generic =
      linalg::GenericOp::create(c.builder, loc, ValueRange(firsts).getTypes(), inputs, firsts, maps, loops,
                                [&](OpBuilder &builder, Location at, ValueRange values) {
                                  reduction.write(builder, at, values.take_front(count), values.drop_front(count + 1));
                                });
  return reduction.done(generic.getResults());
}

/// (x - mean) / sqrt(variance + epsilon) * scale + offset, numbers of each feature from its vector.
LogicalResult convertBatchNormInference(OpConversion &c) {
  auto op = cast<BatchNormInferenceOp>(c.op);
  AffineMap same = c.builder.getMultiDimIdentityMap(c.type().getRank());
  AffineMap feature = same.getSubMap({unsigned(op.getFeatureIndex())});
  Value empty = tensor::EmptyOp::create(c.builder, c.op->getLoc(), c.type().getShape(), c.type().getElementType());
  SmallVector<Value> inputs;
  for (unsigned i = 0; i < 5; ++i)
    inputs.push_back(c.in(i));
  auto body = [&](OpBuilder &builder, Location loc, ValueRange v) -> Value {
    Value epsilon = number(builder, loc, c.type().getElementType(), op.getEpsilon().convertToDouble());
    Value deviation = math::SqrtOp::create(builder, loc, arith::AddFOp::create(builder, loc, v[4], epsilon));
    Value centred = arith::SubFOp::create(builder, loc, v[0], v[3]);
    Value normal = arith::DivFOp::create(builder, loc, centred, deviation);
    return arith::AddFOp::create(builder, loc, arith::MulFOp::create(builder, loc, normal, v[1]), v[2]);
  };
  return c.done({mapped(c, inputs, {same, feature, feature, feature, feature, same}, empty, body)});
}
} // namespace

void onlinalg::addReductions(ConverterTable &table) {
  table["stablehlo.reduce"] = convertReduce;
  table["stablehlo.reduce_window"] = convertReduceWindow;
  table["stablehlo.batch_norm_inference"] = convertBatchNormInference;
}

//===- OnlineSoftmax.cpp - Softmax carried over panels --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OnlineSoftmax.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace alcove::supertiling {

namespace {

using Build = llvm::function_ref<Value(OpBuilder &, Location, Value element, Value destination)>;

/// destination = build(element, destination), elementwise; the element at the loops of `map`.
linalg::GenericOp inPlace(OpBuilder &b, Location loc, Value elements, AffineMap map, Value destination, Build build) {
  auto type = cast<RankedTensorType>(destination.getType());
  SmallVector<AffineMap> maps{map, b.getMultiDimIdentityMap(type.getRank())};
  SmallVector<utils::IteratorType> loops(type.getRank(), utils::IteratorType::parallel);
  return linalg::GenericOp::create(b, loc, TypeRange{type}, ValueRange{elements}, ValueRange{destination}, maps, loops,
                                   [&](OpBuilder &inner, Location at, ValueRange arguments) {
                                     Value result = build(inner, at, arguments[0], arguments[1]);
                                     linalg::YieldOp::create(inner, at, result);
                                   });
}

class SoftmaxCarrier {
public:
  SoftmaxCarrier(RewriterBase &rewriter, const TilingGraph &graph, const SoftmaxParts &parts, scf::ForOp panels,
                 linalg::LinalgOp product, linalg::LinalgOp normalized)
      : rewriter(rewriter), graph(graph), parts(parts), panels(panels), product(product), normalized(normalized) {}

  Result<CarriedSoftmax> run();

private:
  linalg::LinalgOp opOf(int node) const { return cast<linalg::LinalgOp>(graph.opOf(node)); }
  Value resultOf(int node) const { return graph.opOf(node)->getResult(0); }
  bool findSlice();
  void accumulateWhole();
  AffineMap rowsOfProduct();
  Value startOf(int node);
  Value empty(OpBuilder &b, Location loc, Value like, ArrayRef<OpFoldResult> shape) const {
    return tensor::EmptyOp::create(b, loc, shape, getElementTypeOrSelf(like.getType()));
  }
  Value tileOf(OpBuilder &b, int node, ArrayRef<std::pair<Value, Value>> operands, Value destination) const;
  SmallVector<Value> step(OpBuilder &b, Location loc, Value maximum, Value sum);

  RewriterBase &rewriter;
  const TilingGraph &graph;
  const SoftmaxParts &parts;
  scf::ForOp panels;
  linalg::LinalgOp product, normalized;
  tensor::ExtractSliceOp slice;
  SmallVector<OpFoldResult> rows;
};

bool SoftmaxCarrier::findSlice() {
  for (Value input : normalized.getDpsInputs())
    if (auto found = input.getDefiningOp<tensor::ExtractSliceOp>();
        found && found.getSource() == resultOf(parts.exponent))
      slice = found;
  if (!slice || slice.getType().getRank() != slice.getSourceType().getRank())
    return false;
  for (auto [d, size] : llvm::enumerate(slice.getMixedSizes())) {
    auto value = dyn_cast<Value>(size);
    if (d == parts.row)
      continue;
    if (value && panels.getRegion().isAncestor(value.getParentRegion()))
      return false;
    rows.push_back(size);
  }
  return true;
}

/// Loops of the product's result to the rows of the softmax.
AffineMap SoftmaxCarrier::rowsOfProduct() {
  AffineMap result = product.getMatchingIndexingMap(product.getDpsInitOperand(0)), operand;
  for (OpOperand *input : product.getDpsInputOperands())
    if (input->get() == normalized->getResult(0))
      operand = product.getMatchingIndexingMap(input);
  SmallVector<AffineExpr> found;
  for (unsigned d = 0; d < operand.getNumResults(); ++d)
    if (d != parts.row)
      found.push_back(rewriter.getAffineDimExpr(*result.getResultPosition(operand.getResult(d))));
  return AffineMap::get(result.getNumResults(), 0, found, rewriter.getContext());
}

Value SoftmaxCarrier::startOf(int node) {
  auto fill = opOf(node).getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  Location loc = fill.getLoc();
  Value start = fill.getInputs()[0];
  FloatAttr constant;
  // maxnum may start at NaN; exp(old - new) may not, and -inf is as neutral.
  if (matchPattern(start, m_Constant(&constant)) && constant.getValue().isNaN() &&
      isa<arith::MaxNumFOp>(opOf(node).getBlock()->getTerminator()->getOperand(0).getDefiningOp())) {
    APFloat least = APFloat::getInf(constant.getValue().getSemantics(), /*Negative=*/true);
    start = arith::ConstantOp::create(rewriter, loc, rewriter.getFloatAttr(constant.getType(), least));
  }
  Value destination = empty(rewriter, loc, resultOf(node), rows);
  return linalg::FillOp::create(rewriter, loc, ValueRange{start}, ValueRange{destination})->getResult(0);
}

Value SoftmaxCarrier::tileOf(OpBuilder &b, int node, ArrayRef<std::pair<Value, Value>> operands,
                             Value destination) const {
  SmallVector<Value> tiles;
  for (Value input : opOf(node).getDpsInputs())
    for (auto [whole, tile] : operands)
      if (whole == input) {
        tiles.push_back(tile);
        break;
      }
  tiles.push_back(destination);
  return clone(b, graph.opOf(node), TypeRange{destination.getType()}, tiles)->getResult(0);
}

/// One panel. Returns the new maximum and sum; the product reads and rescales what is carried.
SmallVector<Value> SoftmaxCarrier::step(OpBuilder &b, Location loc, Value maximum, Value sum) {
  b.setInsertionPoint(normalized);
  Value source = graph.values[parts.of];
  Value x = tensor::ExtractSliceOp::create(b, loc, source, slice.getMixedOffsets(), slice.getMixedSizes(),
                                           slice.getMixedStrides());
  Value highest = tileOf(b, parts.maximum, {{source, x}}, maximum);
  AffineMap same = b.getMultiDimIdentityMap(rows.size());
  // exp(-inf - -inf) is no number.
  Value shift = inPlace(b, loc, highest, same, empty(b, loc, highest, rows),
                        [](OpBuilder &inner, Location at, Value m, Value) -> Value {
                          auto type = cast<FloatType>(m.getType());
                          auto constant = [&](APFloat value) {
                            return arith::ConstantOp::create(inner, at, inner.getFloatAttr(type, value));
                          };
                          Value least = constant(APFloat::getInf(type.getFloatSemantics(), true)),
                                zero = constant(APFloat::getZero(type.getFloatSemantics()));
                          Value none = arith::CmpFOp::create(inner, at, arith::CmpFPredicate::OEQ, m, least);
                          return arith::SelectOp::create(inner, at, none, zero, m);
                        })
                    ->getResult(0);
  // In the buffer of the maximum so far, which nothing else needs any more.
  Value factor = inPlace(b, loc, shift, same, maximum, [](OpBuilder &inner, Location at, Value m, Value old) -> Value {
                   return math::ExpOp::create(inner, at, arith::SubFOp::create(inner, at, old, m));
                 })->getResult(0);
  SmallVector<OpFoldResult> tile = slice.getMixedSizes();
  SmallVector<std::pair<Value, Value>> known{{source, x}, {resultOf(parts.maximum), shift}};
  if (parts.shift >= 0)
    known.push_back({resultOf(parts.shift), tileOf(b, parts.shift, known, empty(b, loc, x, tile))});
  // Over what is subtracted, where it reads that as its destination.
  bool over = parts.shift >= 0 && opOf(parts.exponent).getDpsInits()[0] == resultOf(parts.shift);
  Value exponent = tileOf(b, parts.exponent, known, over ? known.back().second : empty(b, loc, x, tile));
  auto times = [](OpBuilder &inner, Location at, Value a, Value old) -> Value {
    return arith::MulFOp::create(inner, at, old, a);
  };
  Value scaled = inPlace(b, loc, factor, same, sum, times)->getResult(0);
  Value total = tileOf(b, parts.sum, {{resultOf(parts.exponent), exponent}}, scaled);
  b.setInsertionPoint(product);
  Value accumulated = product.getDpsInits()[0];
  AffineMap map = rowsOfProduct();
  Value rescaled = inPlace(b, loc, factor, map, accumulated, times)->getResult(0);
  rewriter.modifyOpInPlace(product, [&] {
    product.getDpsInitsMutable()[0].set(rescaled);
    for (OpOperand *input : product.getDpsInputOperands())
      if (input->get() == normalized->getResult(0))
        input->set(exponent);
  });
  return {highest, total};
}

/// The panels cut the reduction alone: the whole of what is accumulated is read and put back.
void SoftmaxCarrier::accumulateWhole() {
  BlockArgument carried = panels.getRegionIterArgs()[0];
  OpOperand &yielded = panels.getBody()->getTerminator()->getOpOperand(0);
  auto taken = product.getDpsInits()[0].getDefiningOp<tensor::ExtractSliceOp>();
  auto put = yielded.get().getDefiningOp<tensor::InsertSliceOp>();
  if (!taken || !put || taken.getSource() != carried || put.getDest() != carried ||
      taken.getType() != carried.getType())
    return;
  rewriter.modifyOpInPlace(panels.getBody()->getTerminator(), [&] { yielded.set(put.getSource()); });
  rewriter.eraseOp(put);
  rewriter.replaceOp(taken, carried);
}

Result<CarriedSoftmax> SoftmaxCarrier::run() {
  if (!findSlice() || panels.getNumResults() != 1)
    return Error{"the softmax in front of the contraction has no slice to carry it along"};
  OpBuilder::InsertionGuard guard(rewriter);
  accumulateWhole();
  rewriter.setInsertionPoint(panels);
  SmallVector<Value> starts{startOf(parts.maximum), startOf(parts.sum)};
  AffineMap map = rowsOfProduct();
  Location loc = product.getLoc();
  FailureOr<LoopLikeOpInterface> carried =
      cast<LoopLikeOpInterface>(panels.getOperation())
          .replaceWithAdditionalYields(rewriter, starts, /*replaceInitOperandUsesInLoop=*/false,
                                       [&](OpBuilder &b, Location, ArrayRef<BlockArgument> arguments) {
                                         OpBuilder::InsertionGuard inner(b);
                                         return step(b, loc, arguments[0], arguments[1]);
                                       });
  if (failed(carried))
    return Error{"the loop of the contraction takes no more values to carry"};
  CarriedSoftmax result;
  result.loop = cast<scf::ForOp>(carried->getOperation());
  rewriter.eraseOp(normalized);
  if (slice->use_empty())
    rewriter.eraseOp(slice);
  rewriter.setInsertionPointAfter(result.loop);
  auto divided = inPlace(rewriter, loc, result.loop.getResult(2), map, result.loop.getResult(0),
                         [](OpBuilder &inner, Location at, Value total, Value old) -> Value {
                           return arith::DivFOp::create(inner, at, old, total);
                         });
  rewriter.replaceAllUsesExcept(result.loop.getResult(0), divided->getResult(0), divided);
  result.rescaled = divided;
  return result;
}

} // namespace

Result<CarriedSoftmax> carrySoftmax(RewriterBase &rewriter, const TilingGraph &graph, const SoftmaxParts &parts,
                                    scf::ForOp panels, linalg::LinalgOp product, linalg::LinalgOp normalized) {
  return SoftmaxCarrier(rewriter, graph, parts, panels, product, normalized).run();
}

} // namespace alcove::supertiling

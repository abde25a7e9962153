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

/// Operand number of the structured operation that `value` of its body stands for, -1 for none.
int operandOf(Value value, Block &body) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == &body ? static_cast<int>(argument.getArgNumber()) : -1;
}

class SoftmaxMatcher {
public:
  SoftmaxMatcher(const TilingGraph &graph, int product) : graph(graph), product(graph.nodes[product]) {}

  std::optional<SoftmaxParts> run() {
    if (!matchProduct() || !matchNormalize() || !matchSum() || !matchExponent() || !matchMaximum() || !unseen())
      return std::nullopt;
    return parts;
  }

private:
  const Node &at(int node) const { return graph.nodes[node]; }
  linalg::LinalgOp opOf(int node) const { return cast<linalg::LinalgOp>(graph.opOf(node)); }
  Block &bodyOf(int node) const { return *opOf(node).getBlock(); }
  Value yielded(int node) const { return bodyOf(node).getTerminator()->getOperand(0); }

  /// A structured operation with one result, all of its accesses along loops.
  bool isPlain(int node) const {
    if (node < 0 || at(node).kind != NodeKind::Structured || at(node).attached || at(node).results.size() != 1)
      return false;
    auto type = dyn_cast<FloatType>(getElementTypeOrSelf(graph.opOf(node)->getResult(0).getType()));
    return type && type == getElementTypeOrSelf(graph.opOf(product)->getResult(0).getType()) &&
           llvm::all_of(at(node).inputs, [](const Access &access) {
             return llvm::all_of(access.dims, [](const AccessDim &dim) { return dim.isLoop(); });
           });
  }
  bool isParallel(int node) const {
    return isPlain(node) && llvm::all_of(at(node).parallel, [](bool p) { return p; });
  }
  bool isWhole(const Access &access, const Node &node) const {
    return access.dims.size() == node.extents.size() && llvm::all_of(llvm::enumerate(access.dims), [](auto pair) {
             return pair.value().terms[0].loop == pair.index();
           });
  }
  /// All loops but that of the row, in order.
  bool isRows(const Access &access, const Node &node) const {
    if (access.dims.size() + 1 != node.extents.size())
      return false;
    unsigned loop = 0;
    for (const AccessDim &dim : access.dims) {
      loop += loop == parts.row;
      if (dim.terms[0].loop != loop++)
        return false;
    }
    return true;
  }
  /// The value filled into the destination of a reduction.
  std::optional<APFloat> filled(int node) const {
    for (const Access &input : at(node).inputs)
      if (input.initOf == 0 && input.producer >= 0 && graph.nodes[input.producer].attached) {
        FloatAttr constant;
        auto fill = cast<linalg::FillOp>(graph.opOf(input.producer));
        if (matchPattern(fill.getInputs()[0], m_Constant(&constant)))
          return constant.getValue();
      }
    return std::nullopt;
  }

  bool matchProduct() {
    if (product.kind != NodeKind::Structured || product.results.size() != 1 ||
        !linalg::isaContractionOpInterface(cast<linalg::LinalgOp>(graph.opOf(product))))
      return false;
    int index = static_cast<int>(&product - graph.nodes.data());
    std::optional<APFloat> start = filled(index);
    if (!start || !start->isZero() || llvm::count(product.parallel, false) != 1)
      return false;
    for (const Access &input : product.inputs) {
      if (input.initOf >= 0 || !isParallel(input.producer) || !isPlain(index))
        continue;
      for (auto [position, dim] : llvm::enumerate(input.dims))
        if (!product.parallel[dim.terms[0].loop]) {
          parts.row = position;
          parts.normalize = input.producer;
        }
      // Every row of the softmax is a row of the result.
      auto inResult = [&](const AccessDim &dim) {
        return !product.parallel[dim.terms[0].loop] ||
               llvm::any_of(product.results[0].dims,
                            [&](const AccessDim &other) { return other.terms[0].loop == dim.terms[0].loop; });
      };
      if (parts.normalize >= 0 && llvm::all_of(input.dims, inResult) && matchNormalize())
        return true;
      parts = {};
    }
    return false;
  }

  /// e / l, or e * (1 / l).
  bool matchNormalize() {
    const Node &node = at(parts.normalize);
    Operation *op = yielded(parts.normalize).getDefiningOp();
    if (!op || !isa<arith::DivFOp, arith::MulFOp>(op) || !isWhole(node.results[0], node))
      return false;
    for (auto [e, l] : {std::pair(0, 1), std::pair(1, 0)}) {
      int whole = operandOf(op->getOperand(e), bodyOf(parts.normalize)),
          rows = operandOf(op->getOperand(l), bodyOf(parts.normalize));
      if (whole < 0 || rows < 0 || (e == 1 && isa<arith::DivFOp>(op)))
        continue;
      const Access &numerator = node.inputs[whole], &denominator = node.inputs[rows];
      if (!isWhole(numerator, node) || !isRows(denominator, node) || !isPlain(denominator.producer))
        continue;
      parts.exponent = numerator.producer;
      parts.sum = denominator.producer;
      return isa<arith::DivFOp>(op) || matchReciprocal(denominator.producer);
    }
    return false;
  }

  bool matchReciprocal(int node) {
    auto divide = yielded(node).getDefiningOp<arith::DivFOp>();
    FloatAttr one;
    if (!isParallel(node) || !divide || !matchPattern(divide.getLhs(), m_Constant(&one)) ||
        !one.getValue().isExactlyValue(1.0) || operandOf(divide.getRhs(), bodyOf(node)) != 0 ||
        !isWhole(at(node).inputs[0], at(node)))
      return false;
    parts.reciprocal = node;
    parts.sum = at(node).inputs[0].producer;
    return true;
  }

  bool reducesRows(int node, int ofProducer, int of) const {
    const Node &n = at(node);
    return isPlain(node) && n.inputs.size() == 2 && n.inputs[0].initOf < 0 && n.inputs[0].producer == ofProducer &&
           (of < 0 || n.inputs[0].tensor == of) && isWhole(n.inputs[0], n) && isRows(n.results[0], n) &&
           llvm::count(n.parallel, false) == 1 && !n.parallel[parts.row] && operandOfBoth(node);
  }
  /// The body combines the element with the destination.
  bool operandOfBoth(int node) const {
    Operation *op = yielded(node).getDefiningOp();
    if (!op || op->getNumOperands() != 2)
      return false;
    int a = operandOf(op->getOperand(0), bodyOf(node)), b = operandOf(op->getOperand(1), bodyOf(node));
    return std::min(a, b) == 0 && std::max(a, b) == 1;
  }

  bool matchSum() {
    if (!reducesRows(parts.sum, parts.exponent, -1) || !yielded(parts.sum).getDefiningOp<arith::AddFOp>())
      return false;
    std::optional<APFloat> start = filled(parts.sum);
    return start && start->isZero();
  }

  /// exp(x - m), in one operation or two.
  bool matchExponent() {
    if (!isParallel(parts.exponent) || !isWhole(at(parts.exponent).results[0], at(parts.exponent)))
      return false;
    auto exponent = yielded(parts.exponent).getDefiningOp<math::ExpOp>();
    if (!exponent)
      return false;
    int node = parts.exponent;
    Value argument = exponent.getOperand();
    if (int operand = operandOf(argument, bodyOf(node)); operand >= 0) {
      const Access &input = at(node).inputs[operand];
      node = input.producer;
      if (!isParallel(node) || !isWhole(input, at(parts.exponent)) || !isWhole(at(node).results[0], at(node)))
        return false;
      parts.shift = node;
      argument = yielded(node);
    }
    auto subtract = argument.getDefiningOp<arith::SubFOp>();
    if (!subtract)
      return false;
    int x = operandOf(subtract.getLhs(), bodyOf(node)), m = operandOf(subtract.getRhs(), bodyOf(node));
    if (x < 0 || m < 0 || !isWhole(at(node).inputs[x], at(node)) || !isRows(at(node).inputs[m], at(node)))
      return false;
    parts.of = at(node).inputs[x].tensor;
    ofProducer = at(node).inputs[x].producer;
    parts.maximum = at(node).inputs[m].producer;
    return true;
  }

  bool matchMaximum() const {
    return parts.maximum >= 0 && reducesRows(parts.maximum, ofProducer, parts.of) && filled(parts.maximum) &&
           isa_and_nonnull<arith::MaximumFOp, arith::MaxNumFOp>(yielded(parts.maximum).getDefiningOp());
  }

  /// Nobody else uses what is carried, or bodies that do more than was matched.
  bool unseen() const {
    int index = static_cast<int>(&product - graph.nodes.data());
    for (int node : parts.all()) {
      bool only = llvm::all_of(at(node).users, [&](int user) { return user == index || parts.has(user); });
      if (at(node).escapes || !only || bodyOf(node).getOperations().size() > (node == parts.exponent ? 3u : 2u))
        return false;
    }
    return true;
  }

  const TilingGraph &graph;
  const Node &product;
  SoftmaxParts parts;
  int ofProducer = -1;
};

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
  Value exponent = tileOf(b, parts.exponent, known, empty(b, loc, x, tile));
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

std::optional<SoftmaxParts> matchSoftmax(const TilingGraph &graph, int product) {
  return SoftmaxMatcher(graph, product).run();
}

Result<CarriedSoftmax> carrySoftmax(RewriterBase &rewriter, const TilingGraph &graph, const SoftmaxParts &parts,
                                    scf::ForOp panels, linalg::LinalgOp product, linalg::LinalgOp normalized) {
  return SoftmaxCarrier(rewriter, graph, parts, panels, product, normalized).run();
}

} // namespace alcove::supertiling

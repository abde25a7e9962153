//===- MatchSoftmax.cpp - The softmax that a contraction reads ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MatchSoftmax.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
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

} // namespace

std::optional<SoftmaxParts> matchSoftmax(const TilingGraph &graph, int product) {
  return SoftmaxMatcher(graph, product).run();
}

} // namespace alcove::supertiling

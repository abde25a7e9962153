//===- Contraction.cpp - What TTNN asks of products -----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Layouts.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

/// The product's extents: batches broadcast, a vector has no row or column of its own, two of them make one number.
static std::optional<SmallVector<int64_t>> productOf(OpView &view) {
  if (view.rankAtLeast("a b", 1).failed())
    return std::nullopt;
  SmallVector<int64_t> a(view.shape("a")), b(view.shape("b"));
  if (a.size() > 1 && view.flag("transpose_a", false))
    std::swap(a[a.size() - 1], a[a.size() - 2]);
  if (b.size() > 1 && view.flag("transpose_b", false))
    std::swap(b[b.size() - 1], b[b.size() - 2]);
  int64_t inner = b.size() > 1 ? b[b.size() - 2] : b[0];
  std::optional<SmallVector<int64_t>> made = shape::broadcast(
      {Shape(a).drop_back(std::min<size_t>(2, a.size())), Shape(b).drop_back(std::min<size_t>(2, b.size()))});
  if (view.equal("columns of a", a.back(), "rows of b", inner)
          .require(made.has_value(), "batches of a and b do not broadcast: " + text(a) + " and " + text(b))
          .failed())
    return std::nullopt;
  if (a.size() > 1)
    made->push_back(a[a.size() - 2]);
  if (b.size() > 1)
    made->push_back(b.back());
  if (made->empty())
    made->push_back(1);
  return made;
}

static LogicalResult verifyMatmul(Operation *op) {
  OpView view(op, "a b -> result");
  std::optional<SmallVector<int64_t>> made = productOf(view);
  if (!made || view.rankAtLeast("result", 1).failed())
    return failure();
  return view.shapeIs("result", *made).done();
}

static constexpr StringLiteral noBroadcast = "bias does not broadcast with the product";

static bool broadcasts(OpView &view, Shape product) {
  return !view.has("bias") || shape::broadcast({product, view.shape("bias")}).has_value();
}

/// A bias may have more dimensions than the product; the result has those of either.
static LogicalResult verifyLinear(Operation *op) {
  OpView view(op, "a b bias? -> result");
  std::optional<SmallVector<int64_t>> made = productOf(view);
  if (!made)
    return failure();
  if (!view.has("bias") || view.shape("result") == Shape(*made))
    return view.rankAtLeast("bias result", 1)
        .shapeIs("result", *made)
        .require(broadcasts(view, *made), noBroadcast)
        .done();
  std::optional<SmallVector<int64_t>> sum = shape::broadcast({*made, view.shape("bias")});
  return view.rankAtLeast("bias result", 1)
      .require(sum.has_value(), noBroadcast)
      .shapeIs("result", sum.value_or(*made))
      .done();
}

/// b (1, E, K, N): a matrix for each expert; a (A, B, M, K), or (A, E, M, K) where it is sparse.
static LogicalResult verifySparseMatmul(Operation *op) {
  OpView view(op, "a b sparsity -> result");
  bool sparseA = view.flag("is_input_a_sparse", false), sparseB = view.flag("is_input_b_sparse", true);
  if (view.require(sparseA || sparseB, "a or b must be sparse")
          .require(!view.attr("nnz") || view.integer("nnz") != 0, "nnz must not be 0")
          .rankAtLeast("a", 4)
          .rank("b sparsity", 4)
          .extentIs("b", 0, 1, "one set of experts")
          .sameExtent("a", -1, "b", 2)
          .failed())
    return failure();
  Shape a = view.shape("a"), b = view.shape("b");
  view.extentIs("sparsity", 3, b[1], "experts");
  SmallVector<int64_t> expected{sparseB ? 1 : a[0], b[1], a[2], b[3]};
  if (!sparseA)
    expected = {a[0], a[1], 1, b[1], a[2], b[3]};
  return view.shapeIs("result", expected).done();
}

void rules::addTTNNContractionRules(RuleTable &table) {
  add(table, {"ttnn.matmul"}, verifyMatmul);
  add(table, {"ttnn.linear"}, verifyLinear);
  add(table, {"ttnn.sparse_matmul"}, verifySparseMatmul);
}

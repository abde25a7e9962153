//===- Selection.cpp - What TTIR asks of reductions, choices, products ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../OpView.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

//===----------------------------------------------------------------------===//
// Reductions and scans
//===----------------------------------------------------------------------===//

/// No dim_arg reduces all dimensions, an empty one none. A dimension may be named twice if once from the end.
static LogicalResult verifyReduction(Operation *op) {
  OpView view(op, "input -> result");
  Shape input = view.shape("input");
  int64_t rank = input.size();
  SmallVector<int64_t> dims = view.integers("dim_arg").value_or(llvm::to_vector(llvm::seq<int64_t>(0, rank)));
  view.inRange("dim_arg", -rank, rank - 1);
  llvm::sort(dims);
  if (view.require(std::adjacent_find(dims.begin(), dims.end()) == dims.end(), "dim_arg names a dimension twice")
          .failed())
    return failure();
  SmallVector<bool> gone(rank, false);
  for (int64_t dim : dims)
    gone[*shape::normalizeDim(dim, rank)] = true;
  SmallVector<int64_t> expected;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!gone[dim] || view.flag("keep_dim", false))
      expected.push_back(gone[dim] ? 1 : input[dim]);
  return view.shapeIs("result", expected).done();
}

static LogicalResult verifyScan(Operation *op) {
  OpView view(op, "input -> result");
  return view.dimension("dim", view.shape("input").size()).done();
}

static LogicalResult verifySort(Operation *op) {
  OpView view(op, "input -> values indices");
  int64_t dim = view.integer("dim", -1), rank = view.shape("input").size();
  return view
      .require(shape::normalizeDim(dim, rank).has_value(),
               "dim " + Twine(dim) + " is out of range for rank " + Twine(rank))
      .sameType("input values")
      .sameShape("input indices")
      .done();
}

static LogicalResult verifyTopK(Operation *op) {
  OpView view(op, "input -> values indices");
  int64_t given = view.integer("dim", -1), rank = view.shape("input").size(), k = view.integer("k");
  std::optional<int64_t> dim = shape::normalizeDim(given, rank);
  if (view.require(dim.has_value(), "dim " + Twine(given) + " is out of range for rank " + Twine(rank)).failed())
    return failure();
  return view.inRange("k", 1, view.extent("input", *dim)).done();
}

//===----------------------------------------------------------------------===//
// Gather, scatter, tables. With StableHLO's dimension numbers gather and scatter are older forms.
//===----------------------------------------------------------------------===//

static bool isOlderForm(Operation *op) {
  return !op->hasAttr("dim") &&
         (op->hasAttr("offset_dims") || op->hasAttr("update_window_dims") || op->hasAttr("index_vector_dim"));
}

/// Lowering writes a signed dim, and no reduction where there is none.
static bool isOfLowering(Operation *op) {
  auto dim = op->getAttrOfType<IntegerAttr>("dim");
  return dim && dim.getType().isSignedInteger(32);
}

static OpView &requireDim(OpView &view) {
  auto dim = view.operation()->getAttrOfType<IntegerAttr>("dim");
  return view.require(dim && (dim.getType().isSignlessInteger(32) || isOfLowering(view.operation())),
                      "requires attribute dim, an i32");
}

static LogicalResult verifyGather(Operation *op) {
  if (isOlderForm(op))
    return success();
  OpView view(op, "input index -> result");
  int64_t rank = view.shape("input").size();
  return requireDim(view)
      .rankAtLeast("input", 1)
      .rank("index", rank)
      .dimension("dim", rank)
      .sameShape("index result")
      .isInteger("index")
      .done();
}

static LogicalResult verifyScatter(Operation *op) {
  if (isOlderForm(op))
    return success();
  OpView view(op, "input index source -> result");
  return requireDim(view)
      .require(isOfLowering(op) || isa_and_nonnull<ttcore::ReduceTypeAttr>(op->getAttr("scatter_reduce_type")),
               "requires attribute scatter_reduce_type")
      .rank("index source", view.shape("input").size())
      .sameShape("index source")
      .done();
}

/// A table has two dimensions that are not known to be 1.
static LogicalResult verifyEmbedding(Operation *op) {
  OpView view(op, "input weight -> result");
  SmallVector<int64_t> expected(view.shape("input"));
  if (view.require(expected.size() <= 2, "input must have rank 2 at most, got rank " + Twine(expected.size()))
          .rankAtLeast("weight", 2)
          .failed())
    return failure();
  for (int64_t extent : view.shape("weight").drop_back(2))
    view.require(extent == 1, "weight of shape " + text(view.shape("weight")) + " must be one table");
  expected.push_back(view.extent("weight", -1));
  return view.shapeIs("result", expected).done();
}

static LogicalResult verifyEmbeddingBackward(Operation *op) {
  OpView view(op, "input weight in_gradient -> result");
  return view.rank("weight", 2).sameShape("weight result").sameElement("in_gradient result").done();
}

static LogicalResult verifySampling(Operation *op) {
  OpView view(op, "input_values input_indices k p temp -> result");
  if (view.rank("input_values input_indices", 2).failed())
    return failure();
  view.sameShape("input_values input_indices").rank("k p temp result", 1);
  for (StringRef name : {"k", "p", "temp", "result"})
    view.sameExtent(name, 0, "input_values", 0);
  return view.done();
}

static LogicalResult verifyTopKRouter(Operation *op) {
  OpView view(op, "input weight bias -> expert_indices expert_weights");
  if (view.rank("input weight bias expert_indices expert_weights", 2).inRange("k num_experts", 1).failed())
    return failure();
  for (StringRef name : {"expert_indices", "expert_weights"})
    view.sameExtent(name, 0, "input", 0).extentIs(name, 1, view.integer("k"), "k");
  return view.sameExtent("weight", 0, "input", 1)
      .extentIs("weight", 1, view.integer("num_experts"), "num_experts")
      .extentIs("bias", 1, view.integer("num_experts"), "num_experts")
      .sameExtent("bias", 0, "input", 0)
      .done();
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static LogicalResult verifyMatmul(Operation *op) {
  OpView view(op, "a b bias? -> result");
  if (view.rankAtLeast("a b bias", 1)
          .require(!view.shape("result").empty(),
                   "result must not be a scalar: two vectors make a tensor of one element")
          .failed())
    return failure();
  return shape::verifyMatmul(op, view.flag("transpose_a", false), view.flag("transpose_b", false));
}

/// Experts E of weights b (1, E, K, N); whose products depends on which operand is sparse.
static LogicalResult verifySparseMatmul(Operation *op) {
  OpView view(op, "a b sparsity -> result");
  bool aSparse = view.flag("is_input_a_sparse", false), bSparse = view.flag("is_input_b_sparse", true);
  if (view.rankAtLeast("a", 4)
          .rank("b sparsity", 4)
          .extentIs("b", 0, 1, "experts lie in dimension 1")
          .sameExtent("a", -1, "b", 2)
          .extentIs("sparsity", 3, view.extent("b", 1), "experts of b")
          .require(aSparse || bSparse, "is_input_a_sparse and is_input_b_sparse are both false")
          .require(!view.attr("nnz") || view.integer("nnz") != 0, "nnz is 0: it must not be")
          .failed())
    return failure();
  Shape a = view.shape("a");
  int64_t experts = view.extent("b", 1), rows = a[a.size() - 2], columns = view.extent("b", 3);
  if (aSparse && bSparse)
    return view.shapeIs("result", {1, experts, rows, columns}).done();
  if (aSparse)
    return view.shapeIs("result", {a[0], experts, rows, columns}).done();
  return view.shapeIs("result", {a[0], a[1], 1, experts, rows, columns}).done();
}

void rules::addTTIRSelectionRules(RuleTable &table) {
  add(table,
      {"ttir.sum", "ttir.mean", "ttir.max", "ttir.min", "ttir.prod", "ttir.argmax", "ttir.reduce_and",
       "ttir.reduce_or"},
      verifyReduction);
  add(table, {"ttir.cumsum", "ttir.cumprod"}, verifyScan);
  add(table, {"ttir.sort"}, verifySort);
  add(table, {"ttir.topk"}, verifyTopK);
  add(table, {"ttir.gather"}, verifyGather);
  add(table, {"ttir.scatter"}, verifyScatter);
  add(table, {"ttir.embedding"}, verifyEmbedding);
  add(table, {"ttir.embedding_backward"}, verifyEmbeddingBackward);
  add(table, {"ttir.sampling"}, verifySampling);
  add(table, {"ttir.topk_router_gpt"}, verifyTopKRouter);
  add(table, {"ttir.matmul", "ttir.linear"}, verifyMatmul);
  add(table, {"ttir.sparse_matmul"}, verifySparseMatmul);
}

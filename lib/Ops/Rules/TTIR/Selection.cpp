//===- Selection.cpp - What TTIR asks of ops that choose elements by index ===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../OpView.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

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
  int64_t given = view.integer("dim", -1), rank = view.shape("input").size();
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

void rules::addTTIRSelectionRules(RuleTable &table) {
  add(table, {"ttir.sort"}, verifySort);
  add(table, {"ttir.topk"}, verifyTopK);
  add(table, {"ttir.gather"}, verifyGather);
  add(table, {"ttir.scatter"}, verifyScatter);
  add(table, {"ttir.embedding"}, verifyEmbedding);
  add(table, {"ttir.embedding_backward"}, verifyEmbeddingBackward);
  add(table, {"ttir.sampling"}, verifySampling);
  add(table, {"ttir.topk_router_gpt"}, verifyTopKRouter);
}

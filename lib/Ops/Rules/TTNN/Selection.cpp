//===- Selection.cpp - What TTNN asks of ops that choose elements by index ===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Layouts.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

/// Logits = input * weight + bias; the k best experts of each token and their weights.
static LogicalResult verifyRouter(Operation *op) {
  OpView view(op, "input weight bias -> expert_indices expert_weights");
  if (view.rank("input weight bias", 2).failed())
    return failure();
  int64_t experts = view.integer("num_experts"), k = view.integer("k"), tokens = view.extent("input", 0);
  return view.sameExtent("input", 1, "weight", 0)
      .require(experts == 128, "num_experts must be 128, got " + Twine(experts))
      .extentIs("weight", 1, experts, "num_experts")
      .extentIs("bias", 0, tokens, "tokens")
      .extentIs("bias", 1, experts, "num_experts")
      .require(k >= 1, "k must be at least 1, got " + Twine(k))
      .shapeIs("expert_indices", {tokens, k})
      .shapeIs("expert_weights", {tokens, k})
      .done();
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

static LogicalResult verifySort(Operation *op) {
  OpView view(op, "input -> values indices");
  int64_t rank = view.shape("input").size(), dim = view.integer("dim", -1);
  return view
      .require(shape::normalizeDim(dim, rank).has_value(),
               "dim " + Twine(dim) + " is out of range for rank " + Twine(rank))
      .sameType("input values")
      .sameShape("input indices")
      .isInteger("indices")
      .done();
}

/// The results are not asked.
static LogicalResult verifyTopK(Operation *op) {
  OpView view(op, "input -> values indices");
  int64_t rank = view.shape("input").size(), given = view.integer("dim", -1), k = view.integer("k");
  std::optional<int64_t> dim = shape::normalizeDim(given, rank);
  if (view.require(dim.has_value(), "dim " + Twine(given) + " is out of range for rank " + Twine(rank)).failed())
    return failure();
  int64_t extent = view.extent("input", *dim);
  return view.require(k >= 1 && k <= extent, "k must be in [1, " + Twine(extent) + "], got " + Twine(k)).done();
}

static LogicalResult verifyGather(Operation *op) {
  OpView view(op, "input index -> result");
  auto element = dyn_cast<IntegerType>(cast<ShapedType>(view.get("index").getType()).getElementType());
  bool fits = element && ((element.getWidth() == 32) || (element.getWidth() == 16 && element.isUnsigned()));
  int64_t rank = view.shape("input").size();
  return view.require(fits, "index must have elements of ui16, ui32, si32 or i32")
      .rank("index", rank)
      .sameShape("index result")
      .dimension("dim", rank)
      .done();
}

static LogicalResult verifyScatter(Operation *op) {
  OpView view(op, "input index source -> result");
  return view.rank("index source", view.shape("input").size()).sameShape("index source").done();
}

/// A table may carry leading ones.
static LogicalResult verifyEmbedding(Operation *op) {
  OpView view(op, "input weight -> result");
  Shape weight = view.shape("weight");
  if (view.require(view.shape("input").size() <= 2,
                   "input must have rank 2 or less, got rank " + Twine(view.shape("input").size()))
          .rankAtLeast("weight", 2)
          .require(llvm::all_of(weight.drop_back(std::min<size_t>(2, weight.size())), [](int64_t e) { return e == 1; }),
                   "weight of shape " + text(weight) + " must be a matrix but for leading ones")
          .failed())
    return failure();
  SmallVector<int64_t> expected(view.shape("input"));
  expected.push_back(weight.back());
  return view.shapeIs("result", expected).done();
}

static LogicalResult verifyEmbeddingBackward(Operation *op) {
  OpView view(op, "input weight in_gradient -> result");
  if (view.rank("input", 4).rank("weight", 2).failed())
    return failure();
  Shape input = view.shape("input");
  int64_t width = view.extent("weight", 1);
  return view.extentIs("input", 1, 1, "one row")
      .extentIs("input", 2, 1, "one row")
      .divides("dimension 3 of input", input[3], "columns of a tile", 32)
      .shapeIs("in_gradient", {1, 1, boundedVolume({input[0], input[3]}).value_or(-1), width})
      .shapeIs("result", {1, 1, view.extent("weight", 0), width})
      .sameElement("in_gradient result")
      .done();
}

static LogicalResult verifySampling(Operation *op) {
  OpView view(op, "input_values input_indices k p temp -> result");
  Shape values = view.shape("input_values");
  bool flat = values.size() == 2, padded = values.size() == 4 && values[0] == 1 && values[1] == 1;
  if (view.require(flat || padded, "input_values of shape " + text(values) +
                                       " must be users x candidates, or 1 x 1 x users x candidates")
          .sameShape("input_values input_indices")
          .rank("k p temp", 1)
          .failed())
    return failure();
  int64_t users = view.extent("input_values", -2);
  for (StringRef name : {"k", "p", "temp"})
    view.extentIs(name, 0, users, "users");
  return view.require(users >= 1 && users <= 32, "the kernel takes 1 to 32 users, got " + Twine(users))
      .shapeIs("result", flat ? SmallVector<int64_t>{users} : SmallVector<int64_t>{1, 1, 1, users})
      .done();
}

void rules::addTTNNSelectionRules(RuleTable &table) {
  add(table, {"ttnn.topk_router_gpt"}, verifyRouter);
  add(table, {"ttnn.sort"}, verifySort);
  add(table, {"ttnn.topk"}, verifyTopK);
  add(table, {"ttnn.gather"}, verifyGather);
  add(table, {"ttnn.scatter"}, verifyScatter);
  add(table, {"ttnn.embedding"}, verifyEmbedding);
  add(table, {"ttnn.embedding_bw"}, verifyEmbeddingBackward);
  add(table, {"ttnn.sampling"}, verifySampling);
}

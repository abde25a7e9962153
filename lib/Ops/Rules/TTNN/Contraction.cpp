//===- Contraction.cpp - What TTNN asks of matrix products and experts ---===//
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

/// The product's extents: batches broadcast, a vector has no row or column of its own.
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

//===----------------------------------------------------------------------===//
// Experts
//===----------------------------------------------------------------------===//

static LogicalResult verifyPrepareExperts(Operation *op) {
  OpView view(op, "w0 -> result");
  for (StringRef name : {"hidden_size", "intermediate_size"})
    view.require(view.integer(name) > 0 && view.integer(name) % 32 == 0,
                 name + " (" + Twine(view.integer(name)) + ") must be a positive multiple of 32");
  auto groups = op->getAttrOfType<DenseI32ArrayAttr>("operandSegmentSizes"); // w0 w1 bias_0? bias_1? device
  return view
      .require(!groups || (groups[2] > 0) == (groups[3] > 0), "bias_0 and bias_1 must be both there or both absent")
      .done();
}

/// A count without a sign: all but 0.
static OpView &checkGiven(OpView &view, StringRef name) {
  return view.require(view.integer(name, 1) != 0, name + " is 0");
}

static OpView &checkDevices(OpView &view) { return checkGiven(view, "num_devices").inRange("cluster_axis", 0, 1); }

static LogicalResult verifyDispatch(Operation *op) {
  OpView view(op, "input_tensor expert_indices expert_mapping -> dispatched metadata");
  return checkDevices(view.rank("input_tensor expert_indices expert_mapping dispatched metadata", 4)).done();
}

static LogicalResult verifyDispatchMetadata(Operation *op) {
  OpView view(op, "input_tensor expert_indices expert_scores expert_mapping dispatched_buffer? indices_buffer? "
                  "scores_buffer? cross_device_semaphore? -> dispatched indices scores");
  return checkDevices(view.rank("input_tensor expert_indices expert_scores", 4).rank("expert_mapping", 2))
      .rank("dispatched indices scores", 3)
      .done();
}

static LogicalResult verifyCombine(Operation *op) {
  OpView view(op, "input_tensor expert_metadata expert_mapping -> result");
  return checkGiven(checkDevices(view.rank("input_tensor expert_metadata expert_mapping result", 4)),
                    "num_experts_per_tok")
      .inRange("output_shard_dim", 1, 2)
      .done();
}

static LogicalResult verifyRemap(Operation *op) {
  OpView view(op, "topk_tensor expert_mapping expert_metadata -> mapping reduced");
  return checkGiven(view.rank("topk_tensor expert_mapping expert_metadata mapping reduced", 4), "reduction_size")
      .done();
}

static LogicalResult verifyExpertsCompute(Operation *op) {
  OpView view(op, "tilize_input_tensor -> result");
  int64_t hidden = view.extent("tilize_input_tensor", -1);
  return view.rankAtLeast("tilize_input_tensor", 2)
      .require(hidden > 0 && hidden % 32 == 0,
               "last dimension of tilize_input_tensor (" + Twine(hidden) + ") must be a positive multiple of 32")
      .inRange("output_height_shard_dim intermediate_size", 1)
      .divides("intermediate_size", view.integer("intermediate_size"), "columns of a tile", 32)
      .done();
}

/// w0_w1 (cores, L, experts, groups, K, 128) and w2 (cores, L, experts, groups, K, 128).
static LogicalResult verifyExpertsGPT(Operation *op) {
  OpView view(op, "input_tensor expert_indices expert_scores expert_mapping w0_w1_tensor w2_tensor -> token_counts");
  return view.rank("w0_w1_tensor w2_tensor", 6)
      .rankAtLeast("expert_indices", 2)
      .sameExtent("w0_w1_tensor", 0, "w2_tensor", 0)
      .sameExtent("w0_w1_tensor", 2, "w2_tensor", 2)
      .extentIs("w0_w1_tensor", 5, 128, "four tiles")
      .extentIs("w2_tensor", 5, 128, "four tiles")
      .done();
}

static LogicalResult verifySelectiveCombine(Operation *op) {
  return OpView(op, "dense_input_tensor -> result").inRange("select_experts_k", 1).done();
}

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

void rules::addTTNNContractionRules(RuleTable &table) {
  add(table, {"ttnn.matmul"}, verifyMatmul);
  add(table, {"ttnn.linear"}, verifyLinear);
  add(table, {"ttnn.sparse_matmul"}, verifySparseMatmul);
  add(table, {"ttnn.prepare_moe_compute_w0_w1_weights", "ttnn.prepare_moe_compute_w2_weights"}, verifyPrepareExperts);
  add(table, {"ttnn.all_to_all_dispatch"}, verifyDispatch);
  add(table, {"ttnn.all_to_all_dispatch_metadata"}, verifyDispatchMetadata);
  add(table, {"ttnn.all_to_all_combine"}, verifyCombine);
  add(table, {"ttnn.moe_expert_token_remap"}, verifyRemap);
  add(table, {"ttnn.moe_compute"}, verifyExpertsCompute);
  add(table, {"ttnn.moe_gpt"}, verifyExpertsGPT);
  add(table, {"ttnn.selective_reduce_combine"}, verifySelectiveCombine);
  add(table, {"ttnn.topk_router_gpt"}, verifyRouter);
}

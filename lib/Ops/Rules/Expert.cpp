//===- Expert.cpp - Rules of experts and what routes tokens to them -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpView.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

/// Tokens (B, S, .., H) to the devices of an axis that hold their experts: num_devices times as many.
static LogicalResult verifyDispatchOf(Operation *op, StringRef signature, bool scores) {
  OpView view(op, signature);
  StringRef indices = scores ? "indices" : "metadata";
  int64_t rank = scores && view.shape("dispatched").size() == 3 ? 3 : 4; // (1, tokens, ..) or (1, B, S, ..)
  // With scores the mapping names the device of each expert as every device sees it, (1, 1, D, E), in TTNN (D, E);
  // without it marks the devices of each expert, (1, 1, E, D).
  int64_t mapped = scores && op->getName().getDialectNamespace() == "ttnn" ? 2 : 4;
  if (view.rank("input_tensor expert_indices expert_scores", 4)
          .rank("expert_mapping", mapped)
          .rank(("dispatched scores " + indices).str(), rank)
          .isReal("input_tensor dispatched expert_scores scores")
          .isInteger(("expert_indices expert_mapping " + indices).str())
          .inRange("num_devices", 1, 1 << 16)
          .inRange("cluster_axis", 0, 1)
          .sameElement("input_tensor dispatched")
          .sameShape("expert_indices expert_scores")
          .failed())
    return failure();
  int64_t hidden = view.extent("input_tensor", -1), chosen = view.extent("expert_indices", -1),
          devices = view.integer("num_devices");
  int64_t tokens = hidden ? view.volume("input_tensor") / hidden : 0,
          held = chosen ? view.volume("expert_indices") / chosen : 0;
  for (int64_t dim = 0; dim < mapped - 2; ++dim)
    view.extentIs("expert_mapping", dim, 1, "experts and devices are the last dimensions");
  int64_t owners = view.extent("expert_mapping", scores ? -2 : -1),
          experts = view.extent("expert_mapping", scores ? -1 : -2);
  view.divides("devices of expert_mapping", owners, "num_devices", devices);
  if (!scores)
    view.divides("experts of expert_mapping", experts, "its devices", owners);
  view.require(chosen <= experts, "a token has " + Twine(chosen) + " experts, there are " + Twine(experts));
  for (int64_t dim = 0; dim < 3; ++dim)
    view.sameExtent("input_tensor", dim, "expert_indices", dim);
  for (int64_t dim = 0; dim + 1 < rank; ++dim)
    view.sameExtent("dispatched", dim, indices, dim);
  view.equal("tokens of input_tensor", tokens, "tokens of expert_indices", held)
      .extentIs("dispatched", -1, hidden, "hidden size")
      .volumeIs("dispatched", boundedVolume({devices, tokens, hidden}).value_or(-1), "num_devices times the tokens")
      .extentIs(indices, -1, chosen, "experts of a token")
      .volumeIs(indices, boundedVolume({devices, tokens, chosen}).value_or(-1), "num_devices times the tokens");
  if (scores && !view.failed())
    view.shapeIs("scores", view.shape(indices));
  return checkPartsOfMesh(view, devices).done();
}

static LogicalResult verifyDispatch(Operation *op) {
  return verifyDispatchOf(op, "input_tensor expert_indices expert_mapping -> dispatched metadata", false);
}

static LogicalResult verifyDispatchMetadata(Operation *op) {
  bool library = op->getName().getDialectNamespace() == "ttnn";
  return verifyDispatchOf(
      op,
      library ? "input_tensor expert_indices expert_scores expert_mapping dispatched_buffer? indices_buffer? "
                "scores_buffer? cross_device_semaphore? -> dispatched indices scores"
              : "input_tensor expert_indices expert_scores expert_mapping -> dispatched indices scores",
      true);
}

/// Results of the experts (experts, B, S, H) back to their tokens: (experts per token, .., H), a part on each device.
static LogicalResult verifyCombine(Operation *op) {
  OpView view(op, "input_tensor expert_metadata expert_mapping -> result");
  if (view.rank("input_tensor expert_metadata expert_mapping result", 4)
          .isReal("input_tensor result")
          .sameElement("input_tensor result")
          .isInteger("expert_metadata expert_mapping")
          .inRange("num_devices num_experts_per_tok", 1, 1 << 16)
          .inRange("cluster_axis", 0, 1)
          .inRange("output_shard_dim", 1, 2)
          .failed())
    return failure();
  int64_t perToken = view.integer("num_experts_per_tok"), devices = view.integer("num_devices");
  int64_t cut = view.integer("output_shard_dim", 2), kept = 3 - cut;
  view.extentIs("expert_mapping", 0, 1, "experts and devices are the last dimensions")
      .extentIs("expert_mapping", 1, 1, "experts and devices are the last dimensions")
      .divides("devices of expert_mapping", view.extent("expert_mapping", 3), "num_devices", devices)
      .equal("experts of expert_mapping", view.extent("expert_mapping", 2), "those of all devices",
             view.extent("input_tensor", 0) * view.extent("expert_mapping", 3))
      .extentIs("expert_metadata", 0, 1, "tokens are the next dimensions")
      .sameExtent("input_tensor", 1, "expert_metadata", 1)
      .sameExtent("input_tensor", 2, "expert_metadata", 2)
      .extentIs("expert_metadata", 3, perToken, "num_experts_per_tok")
      .extentIs("result", 0, perToken, "num_experts_per_tok")
      .sameExtent("input_tensor", 3, "result", 3)
      .divides(("dimension " + Twine(cut) + " of input_tensor").str(), view.extent("input_tensor", cut), "num_devices",
               devices);
  if (view.failed())
    return failure();
  view.sameExtent("input_tensor", kept, "result", kept)
      .extentIs("result", cut, view.extent("input_tensor", cut) / devices, "the part of one device");
  return checkPartsOfMesh(view, devices).done();
}

/// Which local experts see which token, and whether any token of a block is theirs.
static LogicalResult verifyRemap(Operation *op) {
  OpView view(op, "topk_tensor expert_mapping expert_metadata -> mapping reduced");
  if (view.rank("topk_tensor expert_mapping expert_metadata mapping reduced", 4)
          .isInteger("expert_mapping expert_metadata reduced")
          .isReal("topk_tensor mapping")
          .inRange("reduction_size", 1, int64_t(1) << 32)
          .failed())
    return failure();
  int64_t block = view.integer("reduction_size"), tokens = view.extent("mapping", 1) * view.extent("mapping", 2);
  return view.extentIs("expert_mapping", 0, 1, "experts and devices are the last dimensions")
      .extentIs("expert_mapping", 1, 1, "experts and devices are the last dimensions")
      .extentIs("reduced", 0, 1, "blocks are the third dimension")
      .extentIs("reduced", 1, 1, "blocks are the third dimension")
      .sameExtent("topk_tensor", 0, "mapping", 0)
      .sameExtent("topk_tensor", 1, "expert_metadata", 1)
      .sameExtent("topk_tensor", 2, "expert_metadata", 2)
      .equal("experts of expert_mapping", view.extent("expert_mapping", 2), "those of all devices",
             view.extent("mapping", 3) * view.extent("expert_mapping", 3))
      .sameExtent("expert_mapping", 2, "topk_tensor", 3)
      .sameExtent("mapping", 3, "reduced", 3)
      .sameExtent("topk_tensor", 1, "mapping", 1)
      .sameExtent("topk_tensor", 2, "mapping", 2)
      .extentIs("reduced", 2, (tokens + block - 1) / block, "blocks of reduction_size tokens")
      .done();
}

static LogicalResult verifyExpertsCompute(Operation *op) {
  bool library = op->getName().getDialectNamespace() == "ttnn";
  OpView view(op, library ? "tilize_input_tensor tilize_expert_indices_tensor tilize_expert_scores_tensor "
                            "tilize_expert_mapping_tensor matmul_w0_w1_tensor matmul_w2_tensor optional_output_tensor? "
                            "cross_device_semaphore? device -> combine_output"
                          : "tilize_input_tensor tilize_expert_indices_tensor tilize_expert_scores_tensor "
                            "tilize_expert_mapping_tensor w0 w1 w2 bias_0? bias_1? bias_2? -> combine_output");
  if (view.rankAtLeast("tilize_input_tensor w0 w1 w2", 2)
          .isReal(
              "tilize_input_tensor w0 w1 w2 bias_0 bias_1 bias_2 matmul_w0_w1_tensor matmul_w2_tensor combine_output")
          .isInteger("tilize_expert_indices_tensor tilize_expert_mapping_tensor")
          .sameShape("tilize_expert_indices_tensor tilize_expert_scores_tensor")
          .inRange("intermediate_size output_height_shard_dim num_links", 1)
          .inRange("cluster_axis", 0, 1)
          .sameShape("combine_output optional_output_tensor")
          .failed())
    return failure();
  int64_t hidden = view.extent("tilize_input_tensor", -1);
  view.extentIs("combine_output", -1, hidden, "hidden size");
  if (library || view.failed())
    return view.done();
  return view.sameShape("w0 w1")
      .extentIs("w0", -2, hidden, "hidden size")
      .extentIs("w0", -1, view.integer("intermediate_size"), "intermediate_size")
      .extentIs("w2", -2, view.integer("intermediate_size"), "intermediate_size")
      .extentIs("w2", -1, hidden, "hidden size")
      .extentIs("bias_0", -1, view.integer("intermediate_size"), "intermediate_size")
      .extentIs("bias_1", -1, view.integer("intermediate_size"), "intermediate_size")
      .extentIs("bias_2", -1, hidden, "hidden size")
      .done();
}

static LogicalResult verifyExpertsGPT(Operation *op) {
  OpView view(op, "input_tensor expert_indices expert_scores expert_mapping w0_w1_tensor w2_tensor -> token_counts "
                  "activation_records token_indices tilize_out tilize_out_rm");
  if (view.rankAtLeast("input_tensor", 1).failed())
    return failure();
  return view.isReal("input_tensor w0_w1_tensor w2_tensor tilize_out tilize_out_rm")
      .isInteger("expert_indices expert_mapping token_counts activation_records token_indices")
      .sameShape("expert_indices expert_scores")
      .sameShape("tilize_out tilize_out_rm")
      .inRange("output_height_shard_dim output_width_shard_dim hidden_size", 1)
      .inRange("cluster_axis", 0, 1)
      .require(view.failed() || view.extent("input_tensor", -1) == view.integer("hidden_size", 2880),
               "last dimension of input_tensor is " + Twine(view.extent("input_tensor", -1)) + ", hidden_size is " +
                   Twine(view.integer("hidden_size", 2880)) + ": they must be equal")
      .done();
}

static LogicalResult verifySelectiveCombine(Operation *op) {
  OpView view(
      op, "dense_input_tensor dense_activations_tensor dense_token_maps_tensor dense_token_counts_tensor -> result");
  if (view.rankAtLeast("dense_input_tensor result", 2)
          .isReal("dense_input_tensor result")
          .sameElement("dense_input_tensor result")
          .isInteger("dense_token_maps_tensor dense_token_counts_tensor")
          .inRange("hidden_size batch_size seq_size select_experts_k experts", 1)
          .inRange("select_experts_k", 1, view.integer("experts"))
          .failed())
    return failure();
  return view.extentIs("dense_input_tensor", -1, view.integer("hidden_size"), "hidden_size")
      .extentIs("result", -1, view.integer("hidden_size"), "hidden_size")
      .done();
}

static LogicalResult verifyPrepareExpertsUp(Operation *op) {
  OpView view(op, "w0 w1 bias_0? bias_1? device -> result");
  if (view.rankAtLeast("w0 w1", 2)
          .sameShape("w0 w1")
          .isReal("w0 w1 bias_0 bias_1 result")
          .inRange("hidden_size intermediate_size", 1)
          .failed())
    return failure();
  return view.extentIs("w0", -2, view.integer("hidden_size"), "hidden_size")
      .extentIs("w0", -1, view.integer("intermediate_size"), "intermediate_size")
      .extentIs("bias_0", -1, view.integer("intermediate_size"), "intermediate_size")
      .extentIs("bias_1", -1, view.integer("intermediate_size"), "intermediate_size")
      .require(view.has("bias_0") == view.has("bias_1"), "takes both biases or none")
      .done();
}

static LogicalResult verifyPrepareExpertsDown(Operation *op) {
  OpView view(op, "w2 bias_2? device -> result");
  if (view.rankAtLeast("w2", 2).isReal("w2 bias_2 result").inRange("hidden_size intermediate_size", 1).failed())
    return failure();
  return view.extentIs("w2", -2, view.integer("intermediate_size"), "intermediate_size")
      .extentIs("w2", -1, view.integer("hidden_size"), "hidden_size")
      .extentIs("bias_2", -1, view.integer("hidden_size"), "hidden_size")
      .done();
}

void rules::addExpertRules(RuleTable &table) {
  addOfLibrary(table, {"all_to_all_dispatch"}, verifyDispatch);
  addOfLibrary(table, {"all_to_all_dispatch_metadata"}, verifyDispatchMetadata);
  addOfLibrary(table, {"all_to_all_combine"}, verifyCombine);
  addOfLibrary(table, {"moe_expert_token_remap"}, verifyRemap);
  addOfLibrary(table, {"moe_compute"}, verifyExpertsCompute);
  addOfLibrary(table, {"moe_gpt"}, verifyExpertsGPT);
  addOfLibrary(table, {"selective_reduce_combine"}, verifySelectiveCombine);
  addOfLibrary(table, {"prepare_moe_compute_w0_w1_weights"}, verifyPrepareExpertsUp);
  addOfLibrary(table, {"prepare_moe_compute_w2_weights"}, verifyPrepareExpertsDown);
}

//===- Expert.cpp - What TTNN asks of experts and what routes tokens to them ===//
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
  return view.onePerGroup("......??.")
      .rankAtLeast("tilize_input_tensor", 2)
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
      .rankAtLeast("expert_indices expert_scores", 2)
      .sameExtent("w0_w1_tensor", 0, "w2_tensor", 0)
      .sameExtent("w0_w1_tensor", 2, "w2_tensor", 2)
      .extentIs("w0_w1_tensor", 5, 128, "four tiles")
      .extentIs("w2_tensor", 5, 128, "four tiles")
      .done();
}

static LogicalResult verifySelectiveCombine(Operation *op) {
  return OpView(op, "dense_input_tensor -> result").inRange("select_experts_k", 1).done();
}

void rules::addTTNNExpertRules(RuleTable &table) {
  add(table, {"ttnn.prepare_moe_compute_w0_w1_weights", "ttnn.prepare_moe_compute_w2_weights"}, verifyPrepareExperts);
  add(table, {"ttnn.all_to_all_dispatch"}, verifyDispatch);
  add(table, {"ttnn.all_to_all_dispatch_metadata"}, verifyDispatchMetadata);
  add(table, {"ttnn.all_to_all_combine"}, verifyCombine);
  add(table, {"ttnn.moe_expert_token_remap"}, verifyRemap);
  add(table, {"ttnn.moe_compute"}, verifyExpertsCompute);
  add(table, {"ttnn.moe_gpt"}, verifyExpertsGPT);
  add(table, {"ttnn.selective_reduce_combine"}, verifySelectiveCombine);
}

//===- Expert.cpp - What TTIR asks of experts and what routes tokens to them ===//
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

/// Counts are read without a sign.
static OpView &notZero(OpView &view, StringRef name) {
  return view.require(view.integer(name, 1) != 0, name + " is 0: it must not be");
}

static OpView &checkDevices(OpView &view) { return notZero(view, "num_devices").inRange("cluster_axis", 0, 1); }

static LogicalResult verifyDispatch(Operation *op) {
  OpView view(op, "input_tensor expert_indices expert_mapping -> dispatched metadata");
  return checkDevices(view).rank("input_tensor expert_indices expert_mapping dispatched metadata", 4).done();
}

static LogicalResult verifyDispatchMetadata(Operation *op) {
  OpView view(op, "input_tensor expert_indices expert_scores expert_mapping -> dispatched indices scores");
  return checkDevices(view)
      .rank("input_tensor expert_indices expert_scores expert_mapping", 4)
      .rank("dispatched indices scores", 3)
      .done();
}

static LogicalResult verifyCombine(Operation *op) {
  OpView view(op, "input_tensor expert_metadata expert_mapping -> result");
  return notZero(checkDevices(view), "num_experts_per_tok")
      .rank("input_tensor expert_metadata expert_mapping result", 4)
      .done();
}

static LogicalResult verifyRemap(Operation *op) {
  OpView view(op, "topk_tensor expert_mapping expert_metadata -> mapping reduced");
  return notZero(view, "reduction_size").rank("topk_tensor expert_mapping expert_metadata mapping reduced", 4).done();
}

static LogicalResult verifyExpertsCompute(Operation *op) {
  OpView view(op, "tilize_input_tensor tilize_expert_indices_tensor tilize_expert_scores_tensor "
                  "tilize_expert_mapping_tensor w0 w1 w2 bias_0? bias_1? bias_2? -> combine_output");
  int64_t biases = view.has("bias_0") + view.has("bias_1") + view.has("bias_2");
  return view.rankAtLeast("tilize_input_tensor", 2)
      .rank("w0 w2", 4)
      .inRange("output_height_shard_dim", 1)
      .require(biases == 0 || biases == 3, "takes all three biases or none")
      .done();
}

static LogicalResult verifyExpertsGPT(Operation *op) {
  OpView view(op, "input_tensor expert_indices expert_scores expert_mapping w0_w1_tensor w2_tensor -> token_counts "
                  "activation_records token_indices tilize_out tilize_out_rm");
  return view.rank("w0_w1_tensor w2_tensor", 6).done();
}

static LogicalResult verifySelectiveCombine(Operation *op) {
  return OpView(op, "dense_input_tensor").inRange("hidden_size select_experts_k experts", 1).done();
}

void rules::addTTIRExpertRules(RuleTable &table) {
  add(table, {"ttir.all_to_all_dispatch"}, verifyDispatch);
  add(table, {"ttir.all_to_all_dispatch_metadata"}, verifyDispatchMetadata);
  add(table, {"ttir.all_to_all_combine"}, verifyCombine);
  add(table, {"ttir.moe_expert_token_remap"}, verifyRemap);
  add(table, {"ttir.moe_compute"}, verifyExpertsCompute);
  add(table, {"ttir.moe_gpt"}, verifyExpertsGPT);
  add(table, {"ttir.selective_reduce_combine"}, verifySelectiveCombine);
}

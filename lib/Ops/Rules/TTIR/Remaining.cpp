//===- Remaining.cpp - What TTIR asks of experts, training, buffers -------===//
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
      .rank("w0 w1 w2", 4)
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

/// One step of Adam: all have the shape of the parameter; what comes out has the type of what went in.
static LogicalResult verifyAdamW(Operation *op) {
  OpView view(op, "param grad exp_avg exp_avg_sq max_exp_avg_sq? -> param_out exp_avg_out exp_avg_sq_out "
                  "max_exp_avg_sq_out?");
  return view.sameShape("param grad exp_avg exp_avg_sq max_exp_avg_sq")
      .sameType("param param_out")
      .sameType("exp_avg exp_avg_out")
      .sameType("exp_avg_sq exp_avg_sq_out")
      .sameType("max_exp_avg_sq max_exp_avg_sq_out")
      .require(view.has("max_exp_avg_sq") == view.has("max_exp_avg_sq_out"),
               "max_exp_avg_sq and max_exp_avg_sq_out go together")
      .done();
}

//===----------------------------------------------------------------------===//
// Buffers and foreign kernels
//===----------------------------------------------------------------------===//

/// Device memory has an address, system memory none.
static LogicalResult verifyAlloc(Operation *op) {
  OpView view(op, "-> result");
  auto layout =
      dyn_cast_or_null<ttcore::MetalLayoutAttr>(cast<RankedTensorType>(op->getResult(0).getType()).getEncoding());
  ttcore::MemorySpace space = op->getAttrOfType<ttcore::MemorySpaceAttr>("memory_space").getValue();
  using enum ttcore::MemorySpace;
  int64_t address = view.integer("address");
  return view.require(static_cast<bool>(layout), "result needs a metal_layout")
      .require(!layout || layout.getMemorySpace() == space, "memory_space differs from that of the result's layout")
      .require(view.integer("size") != 0, "size is 0: it must not be")
      .require(address == 0 || (space != System && space != SystemMMIO), "system memory has no address: it must be 0")
      .require(address != 0 || (space != DeviceDRAM && space != DeviceL1), "device memory needs an address, got 0")
      .done();
}

/// Of the input alone it is a conversion that lowering has not written down yet.
static LogicalResult verifyToLayout(Operation *op) {
  if (op->getNumOperands() == 1 && op->getNumResults() == 1)
    return OpView(op, "input -> result").sameShape("input result").done();
  OpView view(op, "->");
  bool tensors = isa<RankedTensorType>(op->getOperand(op->getNumOperands() - 1).getType());
  if (view.equal("operands", op->getNumOperands(), "input and output", 2)
          .equal("results", op->getNumResults(), "output tensors", tensors)
          .failed())
    return failure();
  return view
      .require(!tensors || op->getOperand(1).getType() == op->getResult(0).getType(),
               "result and output must have the same type")
      .done();
}

/// Operands in, then operands out, which the results are.
static LogicalResult verifyForeignKernel(Operation *op) {
  OpView view(op, "->");
  auto textOf = [&](StringRef name) { return op->getAttrOfType<StringAttr>(name).getValue(); };
  for (StringRef name : {"kernel_id", "version_tag", "arg_roles"})
    view.require(!textOf(name).empty(), name + " must not be empty");
  SmallVector<StringRef> roles;
  textOf("arg_roles").split(roles, ',');
  size_t outs = 0;
  for (StringRef &role : roles) {
    role = role.trim();
    view.require(role == "in" || role == "out", "arg_roles must name in or out, got '" + role + "'")
        .require(role == "out" || outs == 0, "arg_roles must name all in before any out");
    outs += role == "out";
  }
  if (view.require(outs > 0, "arg_roles must name an out: where the kernel writes")
          .equal("roles of arg_roles", roles.size(), "operands", op->getNumOperands())
          .equal("roles 'out'", outs, "results", op->getNumResults())
          .failed())
    return failure();
  for (size_t at = 0; at < outs; ++at)
    view.require(op->getOperand(roles.size() - outs + at).getType() == op->getResult(at).getType(),
                 "result " + Twine(at) + " must have the type of its operand");
  return view.done();
}

void rules::addTTIRRemainingRules(RuleTable &table) {
  add(table, {"ttir.all_to_all_dispatch"}, verifyDispatch);
  add(table, {"ttir.all_to_all_dispatch_metadata"}, verifyDispatchMetadata);
  add(table, {"ttir.all_to_all_combine"}, verifyCombine);
  add(table, {"ttir.moe_expert_token_remap"}, verifyRemap);
  add(table, {"ttir.moe_compute"}, verifyExpertsCompute);
  add(table, {"ttir.moe_gpt"}, verifyExpertsGPT);
  add(table, {"ttir.selective_reduce_combine"}, verifySelectiveCombine);
  add(table, {"ttir.adamw"}, verifyAdamW);
  add(table, {"ttir.alloc"}, verifyAlloc);
  add(table, {"ttir.to_layout"}, verifyToLayout);
  add(table, {"ttir.tt_lang_op"}, verifyForeignKernel);
}

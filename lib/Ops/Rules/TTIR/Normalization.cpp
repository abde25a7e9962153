//===- Normalization.cpp - What TTIR asks of softmax and norms ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../OpView.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

static LogicalResult verifySoftmax(Operation *op) {
  OpView view(op, "input -> result");
  return view.dimension("dimension", view.shape("input").size()).sameShape("input result").done();
}

/// normalized_shape is the input's last dimensions; weight and bias have it.
static LogicalResult verifyNorm(Operation *op) {
  OpView view(op, "input weight? bias? -> result");
  SmallVector<int64_t> over = *view.integers("normalized_shape");
  Shape input = view.shape("input");
  return view.sameShape("input result")
      .require(!over.empty() && over.size() <= input.size() && input.take_back(over.size()) == Shape(over),
               "normalized_shape " + text(over) + " must be the last dimensions of the input " + text(input))
      .shapeIs("weight", over)
      .shapeIs("bias", over)
      .done();
}

static LogicalResult verifyBatchNorm(Operation *op) {
  OpView view(op, "operand -> result");
  int64_t rank = view.shape("operand").size();
  return view.require(rank >= 2 && rank <= 5, "operand must have rank 2 to 5, got rank " + Twine(rank))
      .inRange("dimension", 0, rank - 1)
      .done();
}

static LogicalResult verifyGroupNorm(Operation *op) {
  OpView view(op, "input input_mask? weight? bias? -> result");
  int64_t rank = view.shape("input").size(), dim = view.integer("channel_dim", 3);
  if (view.rankAtLeast("input", 4)
          .sameShape("input result")
          .inRange("num_groups", 1)
          .require(dim >= 0 && dim < rank, "channel_dim " + Twine(dim) + " is out of range for rank " + Twine(rank))
          .failed())
    return failure();
  int64_t channels = view.extent("input", dim);
  return view.divides("channels of the input", channels, "num_groups", view.integer("num_groups"))
      .shapeIs("weight", {channels})
      .shapeIs("bias", {channels})
      .done();
}

static LogicalResult verifyDistributedNorm(Operation *op) {
  bool layer = op->getName().stripDialect() == "distributed_layer_norm";
  OpView view(op, layer ? "input weight? bias? residual? -> result" : "input weight? residual? -> result");
  double epsilon = view.number("epsilon").value_or(1);
  view.onePerGroup(layer ? ".???" : ".??")
      .sameShape("input result residual")
      .inRange("cluster_axis", 0, 1)
      .require(!(epsilon <= 0), "epsilon must be positive, got " + std::to_string(epsilon));
  for (StringRef name : {"weight", "bias"})
    view.sameExtent(name, -1, "input", -1);
  return view.done();
}

void rules::addTTIRNormalizationRules(RuleTable &table) {
  add(table, {"ttir.softmax"}, verifySoftmax);
  add(table, {"ttir.rms_norm", "ttir.layer_norm"}, verifyNorm);
  add(table, {"ttir.batch_norm_inference", "ttir.batch_norm_training"}, verifyBatchNorm);
  add(table, {"ttir.group_norm"}, verifyGroupNorm);
  add(table, {"ttir.distributed_rms_norm", "ttir.distributed_layer_norm"}, verifyDistributedNorm);
}

//===- Normalization.cpp - What TTNN asks of softmax and norms ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Layouts.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

/// Weight and bias are vectors as long as the last dimension of the input.
static OpView &checkScale(OpView &view, Names names) {
  SmallVector<StringRef> parts;
  names.split(parts, ' ');
  for (StringRef name : parts)
    if (view.has(name))
      view.rank(name, 1).extentIs(name, 0, view.extent("input", -1), "last dimension of the input");
  return view;
}

static LogicalResult verifyNorm(Operation *op) {
  bool fused = op->getName().stripDialect() == "dit_rms_norm_unary_fused";
  OpView view(op, fused ? "input weight? bias? residual_input? -> result" : "input weight? bias? -> result");
  if (view.sameShape("input result").sameShape("input residual_input").failed())
    return failure();
  if (view.shape("input").empty())
    return view.rank("weight bias", 0).done();
  return checkScale(view, "weight bias").done();
}

static LogicalResult verifyBatchNorm(Operation *op) {
  return OpView(op, "input running_mean? running_var? weight? bias? -> result")
      .rank("input running_mean running_var weight bias", 4)
      .done();
}

/// Images (N, 1, H*W, C) in groups of channels; weight and bias (C) or, prepared, (1, 1, C/32, 32).
static LogicalResult verifyGroupNorm(Operation *op) {
  OpView view(op, "input input_mask? weight? bias? -> result");
  if (view.onePerGroup(".???").rank("input", 4).extentIs("input", 1, 1, "one row").sameShape("input result").failed())
    return failure();
  int64_t channels = view.extent("input", 3), groups = view.integer("num_groups");
  if (view.require(groups >= 1, "num_groups must be at least 1, got " + Twine(groups))
          .divides("channels of input", channels, "num_groups", groups)
          .require(!view.has("input_mask") || channels % 32 == 0,
                   "input_mask is for whole tiles of channels, got " + Twine(channels))
          .failed())
    return failure();
  for (StringRef name : {"weight", "bias"}) {
    if (!view.has(name))
      continue;
    bool prepared = view.shape(name).size() == 4;
    view.shapeIs(name, prepared ? SmallVector<int64_t>{1, 1, channels / 32, 32} : SmallVector<int64_t>{channels});
  }
  return view.done();
}

static LogicalResult verifyDistributedRMSNorm(Operation *op) {
  OpView view(op, "input weight? residual? stats? semaphore? device -> result");
  return view.sameShape("input residual")
      .sameShape("input result")
      .volumeIs("weight", view.extent("input", -1), "last dimension of the input")
      .inRange("cluster_axis", 0, 1)
      .require(!(view.number("epsilon").value_or(1) <= 0), "epsilon must be positive")
      .done();
}

static LogicalResult verifyDistributedLayerNorm(Operation *op) {
  OpView view(op, "input weight? bias? residual? device -> result");
  return checkScale(view.sameShape("input residual").sameShape("input result"), "weight bias")
      .inRange("cluster_axis", 0, 1)
      .require(!(view.number("epsilon").value_or(1) <= 0), "epsilon must be positive")
      .done();
}

/// Sums over the last dimension: everything else is the input's.
static OpView &checkStatistics(OpView &view) {
  int64_t rank = view.shape("input").size();
  view.rank("result", rank);
  for (int64_t dim = 0; dim + 1 < rank; ++dim)
    view.sameExtent("input", dim, "result", dim);
  return view;
}

static LogicalResult verifyLayerStatistics(Operation *op) {
  OpView view(op, "input residual_input? recip? -> result");
  return checkStatistics(view.rankAtLeast("input", 2).sameShape("input residual_input"))
      .extentIs("result", -1, 64, "two tiles: sums and sums of squares")
      .done();
}

static LogicalResult verifyRMSStatistics(Operation *op) {
  OpView view(op, "input residual? -> result");
  return checkStatistics(view.sameShape("input residual")).done();
}

static LogicalResult verifyPostAllGather(Operation *op) {
  OpView view(op, "input stats weight? bias? -> result");
  return checkScale(view.rankAtLeast("input stats", 2).sameShape("input result"), "weight bias").done();
}

static LogicalResult verifySoftmax(Operation *op) {
  OpView view(op, "input -> result");
  return view.sameShape("input result").dimension("dimension", view.shape("input").size()).done();
}

void rules::addTTNNNormalizationRules(RuleTable &table) {
  add(table, {"ttnn.rms_norm", "ttnn.layer_norm", "ttnn.dit_rms_norm_unary_fused"}, verifyNorm);
  add(table, {"ttnn.batch_norm_inference", "ttnn.batch_norm_training"}, verifyBatchNorm);
  add(table, {"ttnn.group_norm"}, verifyGroupNorm);
  add(table, {"ttnn.distributed_rms_norm"}, verifyDistributedRMSNorm);
  add(table, {"ttnn.distributed_layer_norm"}, verifyDistributedLayerNorm);
  add(table, {"ttnn.layer_norm_pre_all_gather"}, verifyLayerStatistics);
  add(table, {"ttnn.rms_norm_pre_all_gather"}, verifyRMSStatistics);
  add(table, {"ttnn.layer_norm_post_all_gather"}, verifyPostAllGather);
  add(table, {"ttnn.softmax"}, verifySoftmax);
}

//===- Normalization.cpp - Rules of softmax and norms ---------------------===//
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

/// Weight and bias, where they are there, hold one number for each index of the last dimension.
static OpView &checkLastDimension(OpView &view) {
  for (StringRef name : {"weight", "bias"})
    view.volumeIs(name, view.extent("input", -1), "the last dimension of the input");
  return view;
}

static LogicalResult verifySoftmax(Operation *op) {
  OpView view(op, "input -> result");
  return view.rankAtLeast("input", 1)
      .dimension("dimension", view.shape("input").size())
      .sameShape("input result")
      .isReal("input result")
      .done();
}

/// Over the last dimensions, those of normalized_shape; in TTNN over the last one.
static LogicalResult verifyNorm(Operation *op) {
  OpView view(op, "input weight? bias? -> result");
  if (view.rankAtLeast("input", 1)
          .sameShape("input result")
          .isReal("input weight bias result")
          .realInRange("epsilon", 0, 1)
          .failed())
    return failure();
  auto normalized = op->getAttrOfType<DenseI64ArrayAttr>("normalized_shape");
  Shape input = view.shape("input"), over = normalized ? Shape(normalized) : input.take_back(1);
  view.require(!over.empty() && over.size() <= input.size() && input.take_back(over.size()) == over,
               "normalized_shape " + text(over) + " must be the last dimensions of the input " + text(input));
  std::optional<int64_t> elements = boundedVolume(over);
  return view.volumeIs("weight", elements.value_or(-1), "those of the normalized dimensions")
      .volumeIs("bias", elements.value_or(-1), "those of the normalized dimensions")
      .done();
}

static LogicalResult checkBatchNorm(OpView &view, StringRef input, int64_t dim, Names parameters) {
  if (view.rankAtLeast(input, 2)
          .sameShape((input + " result").str())
          .realInRange("epsilon", 0, 1)
          .realInRange("momentum", 0, 1)
          .failed())
    return failure();
  std::optional<int64_t> channel = shape::normalizeDim(dim, view.shape(input).size());
  if (view.require(channel.has_value(),
                   "dimension " + Twine(dim) + " is out of range for rank " + Twine(view.shape(input).size()))
          .failed())
    return failure();
  SmallVector<StringRef> names;
  parameters.split(names, ' ');
  int64_t channels = view.extent(input, *channel), rank = view.shape(input).size();
  for (StringRef name : names) {
    if (view.volumeIs(name, channels, "channels of the input").isReal(name).failed() || !view.has(name))
      continue;
    bool inPlace = static_cast<int64_t>(view.shape(name).size()) == rank && view.extent(name, *channel) == channels;
    view.require(view.shape(name).size() == 1 || inPlace,
                 name + " of shape " + text(view.shape(name)) + " must hold the " + Twine(channels) +
                     " channels in one dimension, or in dimension " + Twine(*channel) + " of " + Twine(rank));
  }
  return view.isReal((input + " result").str()).done();
}

/// TTIR says which dimension holds the channels; in TTNN it is the second.
static LogicalResult verifyBatchNorm(Operation *op) {
  if (op->getName().getDialectNamespace() == "ttnn") {
    OpView view(op, "input running_mean? running_var? weight? bias? -> result");
    if (view.rank("input", 4).failed())
      return failure();
    return checkBatchNorm(view, "input", 1, "running_mean running_var weight bias");
  }
  if (op->getNumResults() == 1) {
    OpView view(op, "operand scale offset mean variance -> result");
    return checkBatchNorm(view, "operand", view.integer("dimension"), "scale offset mean variance");
  }
  OpView view(op, "operand scale offset running_mean running_variance -> result batch_mean batch_variance");
  return checkBatchNorm(view, "operand", view.integer("dimension"),
                        "scale offset running_mean running_variance batch_mean batch_variance");
}

static LogicalResult verifyGroupNorm(Operation *op) {
  OpView view(op, "input input_mask? weight? bias? -> result");
  int64_t rank = view.shape("input").size(), given = view.integer("channel_dim", -1);
  std::optional<int64_t> dim = shape::normalizeDim(given, rank);
  if (view.rankAtLeast("input", 2)
          .sameShape("input result")
          .isReal("input weight bias result")
          .inRange("num_groups", 1)
          .realInRange("epsilon", 0, 1)
          .require(dim.has_value(), "channel_dim " + Twine(given) + " is out of range for rank " + Twine(rank))
          .failed())
    return failure();
  int64_t channels = view.extent("input", *dim);
  if (op->getName().getDialectNamespace() == "ttnn" && rank == 4 && *dim == 3)
    view.extentIs("input", 1, 1, "images lie in dimension 0, their pixels in 2");
  return view.divides("channels of the input", channels, "num_groups", view.integer("num_groups", 1))
      .volumeIs("weight", channels, "channels of the input")
      .volumeIs("bias", channels, "channels of the input")
      .rank("input_mask", 4)
      .done();
}

/// Each device holds a part of the last dimension.
static LogicalResult verifyDistributedNorm(Operation *op) {
  bool layer = op->getName().stripDialect() == "distributed_layer_norm",
       library = op->getName().getDialectNamespace() == "ttnn";
  OpView view(op, layer ? (library ? "input weight? bias? residual? device -> result"
                                   : "input weight? bias? residual? -> result")
                        : (library ? "input weight? residual? stats? semaphore? device -> result"
                                   : "input weight? residual? -> result"));
  if (view.rankAtLeast("input", 1)
          .sameShape("input result")
          .sameShape("input residual")
          .isReal("input weight bias residual result")
          .inRange("cluster_axis", 0, 1)
          .inRange("num_links", 1)
          .realInRange("epsilon", 0, 1)
          .failed())
    return failure();
  return checkLastDimension(view).done();
}

/// Sums over the part of the last dimension that a device holds: columns in whole tiles.
static LogicalResult verifyPreAllGather(Operation *op) {
  bool layer = op->getName().stripDialect() == "layer_norm_pre_all_gather";
  OpView view(op, layer ? "input residual_input? recip? -> result" : "input residual? -> result");
  if (view.rankAtLeast("input", 2)
          .isReal("input residual_input residual recip result")
          .sameShape("input residual_input residual")
          .rank("result", view.shape("input").size())
          .failed())
    return failure();
  for (int64_t dim = 0; dim + 1 < static_cast<int64_t>(view.shape("input").size()); ++dim)
    view.sameExtent("input", dim, "result", dim);
  int64_t columns = layer ? 64 : 32;
  return view.extentIs("result", -1, columns, layer ? "a tile of sums and one of squares" : "a tile of squares").done();
}

static LogicalResult verifyPostAllGather(Operation *op) {
  OpView view(op, "input stats weight? bias? -> result");
  if (view.rankAtLeast("input", 2)
          .isReal("input stats weight bias result")
          .sameShape("input result")
          .rank("stats", view.shape("input").size())
          .realInRange("epsilon", 0, 1)
          .failed())
    return failure();
  for (int64_t dim = 0; dim + 1 < static_cast<int64_t>(view.shape("input").size()); ++dim)
    view.sameExtent("input", dim, "stats", dim);
  return checkLastDimension(view)
      .divides("last dimension of stats", view.extent("stats", -1), "a tile of sums and one of squares", 64)
      .done();
}

static LogicalResult verifyFusedNorm(Operation *op) {
  OpView view(op, "input weight? bias? residual_input? -> result");
  if (view.rankAtLeast("input", 1)
          .oneOf("activation", {"exp", "gelu", "hardsigmoid", "hardswish", "mish", "relu", "relu6", "sigmoid", "silu",
                                "softplus", "sqrt", "square", "tanh"})
          .sameShape("input result residual_input")
          .isReal("input weight bias residual_input result")
          .realInRange("epsilon", 0, 1)
          .failed())
    return failure();
  return checkLastDimension(view).done();
}

void rules::addNormalizationRules(RuleTable &table) {
  addOfLibrary(table, {"softmax"}, verifySoftmax);
  addOfLibrary(table, {"rms_norm", "layer_norm"}, verifyNorm);
  addOfLibrary(table, {"batch_norm_inference", "batch_norm_training"}, verifyBatchNorm);
  addOfLibrary(table, {"group_norm"}, verifyGroupNorm);
  addOfLibrary(table, {"distributed_rms_norm", "distributed_layer_norm"}, verifyDistributedNorm);
  addOfLibrary(table, {"layer_norm_pre_all_gather", "rms_norm_pre_all_gather"}, verifyPreAllGather);
  addOfLibrary(table, {"layer_norm_post_all_gather"}, verifyPostAllGather);
  addOfLibrary(table, {"dit_rms_norm_unary_fused"}, verifyFusedNorm);
}

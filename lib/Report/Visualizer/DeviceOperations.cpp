//===- DeviceOperations.cpp - What runs on the device for an op -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names under which tt-metal's profiler and graph capture know programs, by the newest spelling that public sheets
// have. Where the library runs several programs for an op (halo, move and convolution), the name is that of the one
// that computes, for the op model's time is one too.
//
//===----------------------------------------------------------------------===//
#include "Text.h"
#include "alcove/Ops/Families.h"

#include <cctype>
#include <map>

using namespace alcove;
using namespace alcove::report;

/// Ops whose program has another name than the op.
static const std::map<std::string_view, const char *> &renamedOperations() {
  static const std::map<std::string_view, const char *> table = {
      {"matmul", "MatmulDeviceOperation"},
      {"linear", "MatmulDeviceOperation"},
      {"conv1d", "Conv2dDeviceOperation"},
      {"conv2d", "Conv2dDeviceOperation"},
      {"conv_transpose2d", "Conv2dDeviceOperation"},
      {"avg_pool2d", "Pool2DDeviceOperation"},
      {"max_pool2d", "Pool2DDeviceOperation"},
      {"max_pool2d_with_indices", "Pool2DDeviceOperation"},
      {"global_avg_pool2d", "ReduceDeviceOperation"},
      {"sum", "ReduceDeviceOperation"},
      {"mean", "ReduceDeviceOperation"},
      {"max", "ReduceDeviceOperation"},
      {"min", "ReduceDeviceOperation"},
      {"argmax", "ArgMaxDeviceOperation"},
      {"cumsum", "AccumulationDeviceOperation"},
      {"cumprod", "AccumulationDeviceOperation"},
      {"moreh_cumsum", "AccumulationDeviceOperation"},
      {"rms_norm", "LayerNormDeviceOperation"},
      {"rms_norm_pre_all_gather", "LayerNormPreAllGatherDeviceOperation"},
      {"batch_norm_inference", "BatchNormOperation"},
      {"batch_norm_training", "BatchNormOperation"},
      {"embedding", "EmbeddingsDeviceOperation"},
      {"embedding_bw", "EmbeddingBackwardDeviceOperation"},
      {"topk", "TopKDeviceOperation"},
      {"slice_static", "SliceDeviceOperation"},
      {"slice_dynamic", "SliceDeviceOperation"},
      {"repeat_interleave", "RepeatDeviceOperation"},
      {"assign", "CopyDeviceOperation"},
      {"scaled_dot_product_attention", "SDPAOperation"},
      {"scaled_dot_product_attention_decode", "SdpaDecodeDeviceOperation"},
      {"paged_scaled_dot_product_attention_decode", "SdpaDecodeDeviceOperation"},
      {"concatenate_heads", "NLPConcatHeadsDeviceOperation"},
      {"nlp_concat_heads", "NLPConcatHeadsDeviceOperation"},
      {"nlp_concat_heads_decode", "NLPConcatHeadsDecodeDeviceOperation"},
      {"nlp_create_qkv_heads_decode", "NLPCreateQKVHeadsDecodeDeviceOperation"},
      {"split_query_key_value_and_split_heads", "NlpCreateHeadsDeviceOperation"},
      {"update_cache", "UpdateKVCacheDeviceOperation"},
      {"fill_cache", "UpdateKVCacheDeviceOperation"},
      {"all_gather", "AllGatherAsyncDeviceOperation"},
      {"all_reduce", "AllReduceAsyncDeviceOperation"},
      {"reduce_scatter", "ReduceScatterMinimalAsyncDeviceOperation"}};
  return table;
}

/// `sort` as `SortDeviceOperation`, as most are called.
static std::string byName(std::string_view op) {
  std::string name;
  bool begins = true;
  for (char c : op) {
    if (c != '_')
      name += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    begins = c == '_';
  }
  return name + "DeviceOperation";
}

/// Of a change of place or pages, by what lies where before and behind.
static std::string conversion(const VisualizerReport &report, const VisualizerReport::Operation &operation) {
  auto layoutOf = [&](const std::vector<int64_t> &ids) -> const device::TensorLayout * {
    const auto &spec = ids.empty() ? std::nullopt : report.tensors[ids[0] - 1].spec;
    return spec ? &report.tensors[ids[0] - 1].spec->layout : nullptr;
  };
  const device::TensorLayout *from = layoutOf(operation.inputs), *to = layoutOf(operation.outputs);
  if (!from || !to)
    return "CopyDeviceOperation";
  if (from->isTiled() != to->isTiled()) {
    const std::vector<int64_t> &shape = report.tensors[operation.inputs[0] - 1].shape;
    size_t rank = shape.size();
    bool padded = rank < 2 || shape[rank - 1] % device::tileWidth != 0 || shape[rank - 2] % device::tileHeight != 0;
    if (to->isTiled())
      return padded ? "TilizeWithValPaddingDeviceOperation" : "TilizeDeviceOperation";
    return padded ? "UntilizeWithUnpaddingDeviceOperation" : "UntilizeDeviceOperation";
  }
  if (from->dataType != to->dataType)
    return "TypecastDeviceOperation";
  if (from->isSharded() && to->isSharded())
    return "ReshardDeviceOperation";
  if (from->isSharded())
    return "ShardedToInterleavedDeviceOperation";
  return to->isSharded() ? "InterleavedToShardedDeviceOperation" : "CopyDeviceOperation";
}

std::string report::deviceOperation(const VisualizerReport &report, const VisualizerReport::Operation &operation) {
  if (!operation.timed || !(operation.ns > 0))
    return "";
  std::string_view op = operation.name;
  op.remove_prefix(op.find('.') == std::string_view::npos ? 0 : op.find('.') + 1);
  if (auto found = renamedOperations().find(op); found != renamedOperations().end())
    return found->second;
  std::optional<OpFamily> family = familyOf(op);
  if (family == OpFamily::Layout && op != "typecast")
    return conversion(report, operation);
  if (family == OpFamily::Elementwise)
    return operation.inputs.size() <= 1   ? "UnaryDeviceOperation"
           : operation.inputs.size() == 2 ? "BinaryNgDeviceOperation"
                                          : "TernaryDeviceOperation";
  return byName(op);
}

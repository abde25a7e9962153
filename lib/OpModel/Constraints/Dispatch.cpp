//===- Dispatch.cpp - Op name to op family, constraints half ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Families.h"
#include "Geometry.h"
#include "alcove/Device/DataTypeKinds.h"
#include "alcove/OpModel/Analogy.h"

#include <unordered_map>

using namespace alcove;
using namespace alcove::opmodel;

namespace {

constexpr OpEntry entries[] = {
    {"matmul", "matmul", evaluateMatmul, 2, 2},
    {"linear", "matmul", evaluateLinear, 2, 3},
    {"conv2d", "conv", evaluateConv2d, 2, 3},
    {"conv_transpose2d", "conv", evaluateConv2d, 2, 3},
    {"conv3d", "conv", evaluateConv3d, 2, 3},
    {"prepare_conv2d_weights", "conv", evaluatePrepareConv, 1, 1},
    {"prepare_conv2d_bias", "conv", evaluatePrepareConv, 1, 1},
    {"prepare_conv_transpose2d_weights", "conv", evaluatePrepareConv, 1, 1},
    {"prepare_conv_transpose2d_bias", "conv", evaluatePrepareConv, 1, 1},
    {"prepare_conv3d_weights", "conv", evaluatePrepareConv, 1, 1},
    {"max_pool2d", "pool", evaluatePool2d, 1, 1},
    {"avg_pool2d", "pool", evaluatePool2d, 1, 1},
    {"max_pool2d_with_indices", "pool", evaluatePool2d, 1, 1},
    {"global_avg_pool2d", "pool", evaluateGlobalAvgPool2d, 1, 1},
    {"upsample", "pool", evaluateUpsample, 1, 1},
    {"sum", "reduction", evaluateReduction, 1, 1},
    {"mean", "reduction", evaluateReduction, 1, 1},
    {"max", "reduction", evaluateReduction, 1, 1},
    {"min", "reduction", evaluateReduction, 1, 1},
    {"prod", "reduction", evaluateProd, 1, 1},
    {"cumsum", "reduction", evaluateCumSum, 1, 1},
    {"cumprod", "reduction", evaluateCumSum, 1, 1},
    {"moreh_cumsum", "reduction", evaluateCumSum, 1, 1},
    {"argmax", "reduction", evaluateArgMax, 1, 1},
    {"softmax", "normalization", evaluateSoftmax, 1, 1},
    {"rms_norm", "normalization", evaluateLayerNorm, 1, 3},
    {"layer_norm", "normalization", evaluateLayerNorm, 1, 3},
    {"batch_norm_inference", "normalization", evaluateBatchNorm, 1, 5},
    {"batch_norm_training", "normalization", evaluateBatchNorm, 1, 5},
    {"group_norm", "normalization", evaluateGroupNorm, 1, 4},
    {"to_memory_config", "layout", evaluateToMemoryConfig, 1, 1},
    {"to_layout", "layout", evaluateToLayout, 1, 1},
    {"to_tensor_spec", "layout", evaluateToTensorSpec, 1, 1},
    {"to_device", "layout", evaluateTransfer, 1, 1},
    {"from_device", "layout", evaluateTransfer, 1, 1},
    {"typecast", "layout", evaluateTypecast, 1, 1},
    {"assign", "layout", evaluateAssign, 1, 1},
    {"reshape", "data_movement", evaluateReshape, 1, 1},
    {"permute", "data_movement", evaluatePermute, 1, 1},
    {"transpose", "data_movement", evaluateTranspose, 1, 1},
    {"concat", "data_movement", evaluateConcat, 1, -1},
    {"slice_static", "data_movement", evaluateSlice, 1, 1},
    {"slice_dynamic", "data_movement", evaluateSlice, 3, 3},
    {"pad", "data_movement", evaluatePad, 1, 1},
    {"repeat", "data_movement", evaluateRepeat, 1, 1},
    {"repeat_interleave", "data_movement", evaluateRepeatInterleave, 1, 1},
    {"embedding", "indexing", evaluateEmbedding, 2, 2},
    {"embedding_bw", "indexing", evaluateEmbeddingBackward, 3, 3},
    {"gather", "indexing", evaluateGather, 2, 2},
    {"scatter", "indexing", evaluateScatter, 3, 3},
    {"sort", "indexing", evaluateSort, 1, 1},
    {"topk", "indexing", evaluateTopK, 1, 1},
    {"empty", "creation", evaluateCreation, 0, 0},
    {"zeros", "creation", evaluateCreation, 0, 0},
    {"ones", "creation", evaluateCreation, 0, 0},
    {"full", "creation", evaluateCreation, 0, 0},
    {"constant", "creation", evaluateCreation, 0, 0},
    {"arange", "creation", evaluateCreation, 0, 0},
    {"rand", "creation", evaluateRand, 0, 0},
    {"deallocate", "creation", evaluateDeallocate, 1, 1},
    {"where", "ternary", evaluateWhere, 3, 3},
    {"quantize", "quantize", evaluateQuantize, 3, 3},
    {"dequantize", "quantize", evaluateQuantize, 3, 3},
    {"requantize", "quantize", evaluateQuantize, 5, 5},
    {"scaled_dot_product_attention", "transformer", evaluateSdpa, 3, 5},
    {"scaled_dot_product_attention_decode", "transformer", evaluateSdpaDecode, 3, 6},
    {"paged_scaled_dot_product_attention_decode", "transformer", evaluateSdpaDecode, 4, 7},
    {"concatenate_heads", "transformer", evaluateConcatHeads, 1, 1},
    {"nlp_concat_heads", "transformer", evaluateConcatHeads, 1, 1},
    {"nlp_concat_heads_decode", "transformer", evaluateConcatHeadsDecode, 1, 1},
    {"split_query_key_value_and_split_heads", "transformer", evaluateSplitHeads, 1, 2},
    {"nlp_create_qkv_heads_decode", "transformer", evaluateCreateHeadsDecode, 1, 2},
    {"rotary_embedding", "transformer", evaluateRotary, 3, 3},
    {"rotary_embedding_llama", "transformer", evaluateRotaryLlama, 4, 4},
    {"fill_cache", "cache", evaluateFillCache, 2, 2},
    {"update_cache", "cache", evaluateUpdateCache, 2, 3},
    {"paged_fill_cache", "cache", evaluatePagedCache, 3, 4},
    {"paged_update_cache", "cache", evaluatePagedCache, 2, 4},
    {"all_gather", "collective", evaluateCollective, 1, 1},
    {"all_reduce", "collective", evaluateCollective, 1, 1},
    {"all_reduce_async", "collective", evaluateCollective, 1, 1},
    {"reduce_scatter", "collective", evaluateCollective, 1, 1},
    {"collective_permute", "collective", evaluateCollective, 1, 1},
    {"point_to_point", "collective", evaluateCollective, 1, 2},
    {"mesh_shard", "collective", evaluateCollective, 1, 1},
    {"mesh_partition", "collective", evaluateMeshPartition, 1, 1},
    {"distributed_rms_norm", "collective", evaluateDistributedNorm, 1, 4},
    {"distributed_layer_norm", "collective", evaluateDistributedNorm, 1, 4},
    {"clamp_tensor", "unary", evaluateClampTensor, 3, 3},
};

constexpr const char *unaryNames[] = {
    "abs",         "acos",           "acosh",        "asin",           "asinh",      "atan",
    "atanh",       "bitwise_not",    "cbrt",         "ceil",           "cos",        "cosh",
    "erf",         "erfc",           "exp",          "expm1",          "floor",      "gelu",
    "hardshrink",  "hardsigmoid",    "isfinite",     "leaky_relu",     "log",        "log1p",
    "logical_not", "mish",           "neg",          "pow_scalar",     "reciprocal", "relu",
    "relu6",       "rsqrt",          "sigmoid",      "sign",           "silu",       "sin",
    "sinh",        "softplus",       "softsign",     "sqrt",           "square",     "tan",
    "tanh",        "trunc",          "clamp_scalar", "gelu_bw_scalar", "elu",        "celu",
    "selu",        "bitcast_convert"};

constexpr const char *binaryNames[] = {"add",
                                       "subtract",
                                       "multiply",
                                       "divide",
                                       "maximum",
                                       "minimum",
                                       "remainder",
                                       "pow_tensor",
                                       "pow",
                                       "atan2",
                                       "eq",
                                       "ne",
                                       "ge",
                                       "gt",
                                       "le",
                                       "lt",
                                       "logical_and",
                                       "logical_or",
                                       "logical_xor",
                                       "bitwise_and",
                                       "bitwise_or",
                                       "bitwise_xor",
                                       "logical_left_shift",
                                       "logical_right_shift",
                                       "gelu_bw",
                                       "squared_difference"};

const std::unordered_map<std::string_view, OpEntry> &registry() {
  static const std::unordered_map<std::string_view, OpEntry> table = [] {
    std::unordered_map<std::string_view, OpEntry> map;
    for (const OpEntry &entry : entries)
      map.emplace(entry.name, entry);
    for (const AnalogousOp &op : analogousOps())
      map.emplace(op.name, OpEntry{op.name, op.family, evaluateByAnalogy, op.minInputs, op.maxInputs});
    for (const char *name : unaryNames)
      map.emplace(name, OpEntry{name, "unary", evaluateUnary, 1, 1});
    for (const char *name : binaryNames)
      map.emplace(name, OpEntry{name, "binary", evaluateBinary, 1, 2});
    return map;
  }();
  return table;
}

/// Limits that keep every product of the families in 64 bits, far above what a chip's DRAM holds.
constexpr int64_t maxVolume = int64_t(1) << 38;
constexpr size_t maxRank = 8;
constexpr size_t maxOperands = 4096;

bool checkShape(Evaluation &e, const Shape &shape, const char *what, size_t i) {
  if (shape.size() > maxRank)
    return e.refuse("shape.rank", "{} {} has rank {}, at most {} is possible", what, i, shape.size(), maxRank);
  int64_t volume = 1;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] <= 0)
      return e.refuse("shape.empty", "{} {} has size {} in dimension {}", what, i, shape[d], d);
    int64_t padded = d + 2 >= shape.size() ? std::max<int64_t>(shape[d], 32) : shape[d];
    if (mulOverflow(volume, padded, volume) || volume > maxVolume)
      return e.refuse("shape.too-large", "{} {} has more than {} elements", what, i, maxVolume);
  }
  return true;
}

bool checkShardGrid(Evaluation &e, const TensorLayout &layout, const char *what, size_t i) {
  using enum MemoryLayout;
  if (layout.memoryLayout == NdSharded)
    return e.refuse("layout.nd-sharded", "{} {}: nd_sharded layouts are not modelled", what, i);
  if (layout.isDram() && layout.memoryLayout == BlockSharded)
    return e.refuse("layout.dram-block-sharded", "{} {}: DRAM cannot be block sharded", what, i);
  if (layout.bufferType == BufferType::SystemMemory)
    return e.refuse("layout.host-sharded", "{} {}: host memory cannot be sharded", what, i);
  if ((layout.memoryLayout == HeightSharded && layout.gridCols != 1) ||
      (layout.memoryLayout == WidthSharded && layout.gridRows != 1))
    return e.refuse("layout.grid-shape", "{} {}: grid {}x{} does not fit {}", what, i, layout.gridRows, layout.gridCols,
                    device::toString(layout.memoryLayout));
  int64_t limit = layout.isDram() ? e.chip.dramBanks : e.chip.numCores();
  bool tooBig = layout.gridRows > limit || layout.gridCols > limit || layout.numCores() > limit;
  // The grid is logical: a 7x8 request lies transposed on an 8x7 region, so only the longer side is bounded.
  if (layout.memoryLayout == BlockSharded) {
    int64_t side = std::max(e.chip.gridRows, e.chip.gridCols);
    tooBig |= layout.gridRows > side || layout.gridCols > side;
  }
  if (tooBig)
    return e.refuse("layout.grid-too-big", "{} {}: grid {}x{} on a device of {}x{} cores", what, i, layout.gridRows,
                    layout.gridCols, e.chip.gridRows, e.chip.gridCols);
  if (!layout.shardShape)
    return true;
  auto [height, width] = *layout.shardShape;
  if (height <= 0 || width <= 0 || height > maxVolume || width > maxVolume || height > maxVolume / width)
    return e.refuse("layout.shard-shape", "{} {}: shard {}x{}", what, i, height, width);
  if (layout.isTiled() && (height % 32 != 0 || width % 32 != 0))
    return e.refuse("layout.shard-not-tile-multiple", "{} {}: shard {}x{} is not a multiple of 32x32", what, i, height,
                    width);
  return true;
}

bool checkLayout(Evaluation &e, const TensorLayout &layout, const char *what, size_t i) {
  if (layout.gridRows <= 0 || layout.gridCols <= 0)
    return e.refuse("layout.grid-empty", "{} {}: grid {}x{}", what, i, layout.gridRows, layout.gridCols);
  if (!layout.isTiled() && device::isBlockFloat(layout.dataType))
    return e.refuse("layout.block-format-row-major", "{} {}: {} exists in tiles only", what, i,
                    device::toString(layout.dataType));
  if (layout.bufferType == BufferType::L1Small || layout.bufferType == BufferType::Trace)
    return e.refuse("layout.buffer-type", "{} {}: tensors do not live in {}", what, i,
                    device::toString(layout.bufferType));
  return !layout.isSharded() || checkShardGrid(e, layout, what, i);
}

/// A shard that is given covers the tensor with as many shards as there are cores.
bool checkCoverage(Evaluation &e, const Shape &shape, const TensorLayout &layout, const char *what, size_t i) {
  if (!layout.isSharded() || !layout.shardShape)
    return true;
  auto [height, width] = device::physicalShape2D({shape, layout});
  int64_t rows = ceilDiv(height, layout.shardShape->first), cols = ceilDiv(width, layout.shardShape->second);
  if (rows > layout.gridRows || cols > layout.gridCols)
    return e.refuse("layout.too-many-shards", "{} {}: {}x{} shards on a grid of {}x{}", what, i, rows, cols,
                    layout.gridRows, layout.gridCols);
  return true;
}

/// Ops that read tensors in host memory.
bool takesHostTensors(std::string_view op) {
  return op.starts_with("conv") || op.starts_with("prepare_conv") || op == "to_device" || op == "to_layout" ||
         op == "to_tensor_spec" || op == "from_device" || op == "deallocate" || op == "mesh_shard" ||
         op == "write_tensor";
}

/// The library's calls with several results take one memory configuration for all of them.
bool checkOnePlace(Evaluation &e) {
  const TensorLayout *first = e.hint();
  for (size_t i = 1; first && i < e.query.outputs.size(); ++i)
    if (const TensorLayout *other = e.hint(i);
        other && (other->bufferType != first->bufferType || other->memoryLayout != first->memoryLayout))
      return e.refuse("query.one-memory",
                      "{} has one memory configuration for all results: result 0 is {} {}, {} {} {}", e.query.op,
                      device::toString(first->bufferType), device::toString(first->memoryLayout), i,
                      device::toString(other->bufferType), device::toString(other->memoryLayout));
  return true;
}

bool checkQuery(Evaluation &e, const OpEntry &entry) {
  const Query &query = e.query;
  int64_t count = static_cast<int64_t>(query.inputs.size());
  if (count < entry.minInputs || (entry.maxInputs >= 0 && count > entry.maxInputs) || query.inputs.size() > maxOperands)
    return e.refuse("query.operand-count", "{} takes {} to {} tensors, not {}", query.op, entry.minInputs,
                    entry.maxInputs, count);
  for (size_t i = 0; i < query.inputs.size(); ++i) {
    const TensorSpec &tensor = query.inputs[i];
    if (!checkShape(e, tensor.shape, "operand", i) || !checkLayout(e, tensor.layout, "operand", i) ||
        !checkCoverage(e, tensor.shape, tensor.layout, "operand", i))
      return false;
    if (tensor.layout.bufferType == BufferType::SystemMemory && !takesHostTensors(query.op))
      return e.refuse("layout.host-operand", "operand {} of {} is in host memory", i, query.op);
  }
  for (size_t i = 0; i < query.outputs.size(); ++i) {
    if (!checkShape(e, query.outputs[i].shape, "result", i))
      return false;
    const OutputRequest &request = query.outputs[i];
    if (request.layout && (!checkLayout(e, *request.layout, "result", i) ||
                           (!request.partial && !checkCoverage(e, request.shape, *request.layout, "result", i))))
      return false;
  }
  if (!checkOnePlace(e))
    return false;
  if (e.chip.numCores() <= 0 || e.chip.l1Banks <= 0)
    return e.refuse("device.no-cores", "the device has no worker cores");
  return true;
}

} // namespace

const OpEntry *opmodel::findOp(std::string_view name) {
  const auto &table = registry();
  auto it = table.find(name);
  return it == table.end() ? nullptr : &it->second;
}

const char *opmodel::opFamily(std::string_view op) {
  const OpEntry *entry = findOp(op);
  return entry ? entry->family : nullptr;
}

std::vector<std::string> opmodel::knownOps() {
  std::vector<std::string> names;
  for (const auto &[name, entry] : registry())
    names.emplace_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

Answer opmodel::analyticalConstraints(const Query &query, const ChipParameters &chip, Explanation *why) {
  Evaluation e(query, chip, why);
  const OpEntry *entry = findOp(query.op);
  if (!entry)
    e.refuse("unsupported.op", "the analytical model does not know '{}'", query.op);
  else if (checkQuery(e, *entry))
    entry->evaluate(e);
  return e.finish();
}

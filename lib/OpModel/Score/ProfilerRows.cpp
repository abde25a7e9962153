//===- ProfilerRows.cpp - Rows of device profiler sheets as questions ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sheets name device operations, which are finer than ops of the IR: a convolution is three of them (halo, move,
// program). Each becomes the op of the same meaning; what the sheet says about shards is in the memory configs of the
// attribute column, and for operands only the number of cores.
//
//===----------------------------------------------------------------------===//
#include "ProfilerAttributes.h"
#include "TimeTables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

using namespace alcove;
using namespace alcove::opmodel;
using device::BufferType;
using device::DataType;
using device::MemoryLayout;

namespace {

/// Device operation -> op. The suffixes Operation and DeviceOperation come and go between releases.
const std::map<std::string, std::string> operations = {
    {"Transpose", "transpose"},
    {"Move", "move"},
    {"Matmul", "matmul"},
    {"MinimalMatmulOp", "matmul"},
    {"BinaryNg", "binary"},
    {"Binary", "binary"},
    {"Unary", "unary"},
    {"Softmax", "softmax"},
    {"Conv2d", "conv2d_program"},
    {"OptimizedConvNew", "conv2d_program"},
    {"Halo", "halo"},
    {"TilizeWithValPadding", "tilize_with_val_padding"},
    {"Tilize", "tilize"},
    {"Untilize", "untilize"},
    {"UntilizeWithUnpadding", "untilize_with_unpadding"},
    {"Slice", "slice"},
    {"SliceWrite", "slice_write"},
    {"PaddedSlice", "padded_slice"},
    {"ShardedToInterleaved", "sharded_to_interleaved"},
    {"ShardedToInterleavedPartial", "sharded_to_interleaved_partial"},
    {"InterleavedToSharded", "interleaved_to_sharded"},
    {"InterleavedToShardedPartial", "interleaved_to_sharded_partial"},
    {"Permute", "permute"},
    {"Reshape", "reshape"},
    {"ReshapeView", "reshape"},
    {"Typecast", "typecast"},
    {"Reshard", "reshard"},
    {"Accumulation", "cumsum"},
    {"RingJointSDPA", "ring_joint_scaled_dot_product_attention"},
    {"SDPA", "scaled_dot_product_attention"},
    {"GroupNorm", "group_norm"},
    {"AllGatherAsync", "all_gather"},
    {"ReduceScatterMinimalAsync", "reduce_scatter"},
    {"Pool2D", "pool2d_program"},
    {"LayerNorm", "layer_norm"},
    {"Concat", "concat"},
    {"Upsample", "upsample"},
    {"Copy", "copy"},
    {"Embeddings", "embedding"},
    {"RotaryEmbeddingLlama", "rotary_embedding_llama"},
    {"NlpCreateHeads", "nlp_create_heads"},
    {"IntImg", "int_img"},
    {"GridSample", "grid_sample"},
    {"Reduce", "sum"},
    {"Pad", "pad"},
    {"Clone", "clone"},
    {"Repeat", "repeat"},
    {"NLPConcatHeads", "nlp_concat_heads"},
    {"FillPad", "fill_pad"},
    {"Fold", "permute"},
    {"ReduceScatter", "reduce_scatter"},
    {"AllGather", "all_gather"},
    {"AllReduce", "all_reduce"},
    {"UpdateKVCache", "update_cache"},
    {"ArgMax", "argmax"},
    {"TopK", "topk"},
    {"Where", "where"},
    {"Ternary", "where"},
    {"LayerNormPreAllGather", "layer_norm_pre_all_gather"},
    {"LayerNormPostAllGather", "layer_norm"},
    {"NLPCreateHeads", "nlp_create_heads"},
    {"NlpConcatHeads", "nlp_concat_heads"},
    {"PagedUpdateCache", "paged_update_cache"},
    {"PagedFillCache", "paged_fill_cache"},
    {"FillCache", "fill_cache"},
    {"UpdateCache", "update_cache"},
    {"RotaryEmbedding", "rotary_embedding"},
    {"MinimalMatmul", "matmul"},
    {"Fill", "full"},
    {"Gather", "gather"},
    {"SdpaDecode", "scaled_dot_product_attention_decode"},
    {"ScaledDotProductAttentionDecode", "scaled_dot_product_attention_decode"},
    {"ScaledDotProductAttention", "scaled_dot_product_attention"},
    {"NLPConcatHeadsDecode", "nlp_concat_heads_decode"},
    {"NLPCreateQKVHeadsDecode", "nlp_create_qkv_heads_decode"},
    {"NLPCreateQKVHeads", "nlp_create_heads"},
    {"NlpCreateHeadsSegformer", "nlp_create_heads_segformer"},
    {"RotaryEmbeddingHf", "rotary_embedding_hf"},
    {"RotaryEmbeddingLlamaFusedQK", "rotary_embedding_llama"},
    {"PagedFusedUpdateCache", "paged_fused_update_cache"},
    {"PagedUpdateCacheFused", "paged_fused_update_cache"},
    {"FastReduceNC", "fast_reduce_nc"},
    {"RMSNorm", "rms_norm"},
    {"SoftmaxOp", "softmax"}};

std::string opOf(std::string code) {
  for (const char *suffix : {"DeviceOperation", "Operation"}) {
    std::string text = suffix;
    if (code.size() > text.size() && code.compare(code.size() - text.size(), text.size(), text) == 0) {
      code.resize(code.size() - text.size());
      break;
    }
  }
  if (auto it = operations.find(code); it != operations.end())
    return it->second;
  // NewOpName -> new_op_name: the model decides whether it knows it.
  std::string name;
  for (size_t i = 0; i < code.size(); ++i) {
    unsigned char c = static_cast<unsigned char>(code[i]);
    bool boundary = std::isupper(c) && i > 0 && !std::isupper(static_cast<unsigned char>(code[i - 1]));
    name += (boundary ? "_" : "") + std::string(1, static_cast<char>(std::tolower(c)));
  }
  return name;
}

std::optional<DataType> typeOf(const std::string &text) {
  static const std::map<std::string, DataType> types = {
      {"BFLOAT16", DataType::BF16},    {"FLOAT32", DataType::F32}, {"BFLOAT8_B", DataType::BfpBf8},
      {"BFLOAT4_B", DataType::BfpBf4}, {"UINT32", DataType::U32},  {"INT32", DataType::SI32},
      {"UINT16", DataType::U16},       {"UINT8", DataType::U8}};
  auto it = types.find(text);
  return it == types.end() ? std::nullopt : std::optional(it->second);
}

/// One tensor of the row.
Result<std::optional<TensorSpec>> tensorOf(const RowReader &row, const std::string &name, int64_t cores,
                                           const ChipParameters &chip,
                                           const std::optional<ProfilerAttributes::Shards> &shards) {
  if (row.text(name + "_logical").empty())
    return std::optional<TensorSpec>();
  TensorSpec tensor;
  ALCOVE_ASSIGN_OR_RETURN(tensor.shape, row.shape(name + "_logical"));
  const std::string &memory = row.text(name + "_mem");
  tensor.layout.pageLayout =
      row.text(name + "_layout") == "TILE" ? device::PageLayout::Tile : device::PageLayout::RowMajor;
  std::optional<DataType> type = typeOf(row.text(name + "_dtype"));
  if (!type)
    return Error{
        fmt::format("line {}: column {}_dtype: unknown type '{}'", row.line(), name, row.text(name + "_dtype"))};
  tensor.layout.dataType = *type;
  tensor.layout.bufferType = memory.find("L1") != std::string::npos ? BufferType::L1 : BufferType::DRAM;
  bool block = memory.find("BLOCK_SHARDED") != std::string::npos,
       height = memory.find("HEIGHT_SHARDED") != std::string::npos,
       width = memory.find("WIDTH_SHARDED") != std::string::npos;
  if (!block && !height && !width) {
    tensor.layout.gridRows = chip.gridRows;
    tensor.layout.gridCols = chip.gridCols;
    return std::optional(tensor);
  }
  tensor.layout.memoryLayout = block    ? MemoryLayout::BlockSharded
                               : height ? MemoryLayout::HeightSharded
                                        : MemoryLayout::WidthSharded;
  auto [rows, columns] = device::physicalShape2D(tensor);
  rows = std::max<int64_t>(rows, 1);
  columns = std::max<int64_t>(columns, 1);
  if (shards && shards->height > 0 && shards->width > 0) {
    tensor.layout.shardShape = {{shards->height, shards->width}};
    tensor.layout.gridRows = ceilDiv(rows, shards->height);
    tensor.layout.gridCols = height ? 1 : ceilDiv(columns, shards->width);
    if (shards->cores.size() == 1)
      tensor.layout.cores = shards->cores;
    tensor.layout.orientation = shards->columnMajor ? device::Orientation::ColMajor : device::Orientation::RowMajor;
    return std::optional(tensor);
  }
  if (height) {
    tensor.layout.gridRows = cores;
  } else if (width) {
    tensor.layout.gridCols = cores;
  } else {
    // The grid of a block sharded operand is not recorded: the chip's, cut to the cores in use.
    int64_t gridColumns = std::min(chip.gridCols, cores);
    while (gridColumns > 1 && cores % gridColumns != 0)
      --gridColumns;
    tensor.layout.gridCols = gridColumns;
    tensor.layout.gridRows = cores / gridColumns;
    if (ceilDiv(columns, 32) % tensor.layout.gridCols != 0 && ceilDiv(columns, 32) % tensor.layout.gridRows == 0)
      std::swap(tensor.layout.gridCols, tensor.layout.gridRows);
  }
  return std::optional(tensor);
}

void setWindow(Query &query, const std::string &config) {
  auto list = [&](const char *key, const char *name) {
    std::vector<int64_t> values = integersIn(groupBehind(config, key));
    if (!values.empty())
      query.attributes[name] = values;
    return values;
  };
  if (std::optional<int64_t> batch = integerBehind(config, "batch_size"))
    query.attributes["batch_size"] = *batch;
  std::vector<int64_t> input = integersIn(groupBehind(config, "input_hw"));
  if (input.size() == 2) {
    query.attributes["input_height"] = input[0];
    query.attributes["input_width"] = input[1];
  }
  list("window_hw", "kernel_size");
  list("stride_hw", "stride");
  list("padding", "padding");
  list("dilation_hw", "dilation");
  if (std::optional<int64_t> cores = integerBehind(config, "num_cores_nhw"))
    query.attributes["num_cores_nhw"] = *cores;
}

void setMatmulConfig(Query &query, const std::string &config) {
  if (config.find("ProgramConfig(") == std::string::npos)
    return;
  auto is = [&](const char *name) { return config.find(name) != std::string::npos; };
  query.attributes["matmul_program_config"] =
      std::string(is("DRAMSharded") ? "matmul_multi_core_reuse_multi_cast_dram_sharded_program_config"
                  : is("1DProgram") ? "matmul_multi_core_reuse_multi_cast_1d_program_config"
                  : is("MultiCast") ? "matmul_multi_core_reuse_multi_cast_program_config"
                                    : "matmul_multi_core_reuse_program_config");
  static const std::pair<const char *, const char *> fields[] = {
      {"in0_block_w", "in0_block_w"}, {"out_subblock_h", "out_subblock_h"}, {"out_subblock_w", "out_subblock_w"},
      {"out_block_h", "out_block_h"}, {"out_block_w", "out_block_w"},       {"per_core_M", "per_core_m"},
      {"per_core_N", "per_core_n"}};
  for (auto [from, to] : fields)
    if (std::optional<int64_t> value = integerBehind(config, from))
      query.attributes[std::string("matmul_program_config.") + to] = *value;
  for (const char *flag : {"fuse_batch", "mcast_in0"})
    if (std::optional<int64_t> value = integerBehind(config, flag))
      query.attributes[std::string("matmul_program_config.") + flag] = *value != 0;
}

void setConvConfig(Query &query, const ProfilerAttributes &attributes) {
  setWindow(query, attributes.get("sliding_window_config"));
  const std::string &block = attributes.get("block_config"), &parallel = attributes.get("parallelization_config");
  for (const char *field :
       {"act_block_h_ntiles", "act_block_w_ntiles", "out_subblock_h_ntiles", "out_subblock_w_ntiles"})
    if (std::optional<int64_t> value = integerBehind(block, field))
      query.attributes[std::string("conv2d_block.") + field] = *value;
  for (const char *field : {"num_cores_nhw", "per_core_out_matrix_height_ntile", "per_core_out_matrix_width_ntile"})
    if (std::optional<int64_t> value = integerBehind(parallel, field))
      query.attributes[std::string("conv2d_parallelization.") + field] = *value;
  query.attributes["conv2d_config.enable_weights_double_buffer"] = attributes.isTrue("enable_weights_double_buffer");
  for (const char *field : {"num_cores_c", "num_cores_c_out", "num_cores_c_in"})
    if (std::optional<int64_t> value = integerBehind(parallel, field))
      query.attributes["conv2d_parallelization.num_cores_c"] = *value;
}

/// The rest are outputs that the caller allocated.
void keepOperands(Query &query, size_t operands) {
  if (query.inputs.size() > operands)
    query.inputs.resize(operands);
}

/// An attribute that the op has by the same name, where the row has it.
void takeInteger(Query &query, const ProfilerAttributes &attributes, const char *name) {
  if (std::optional<int64_t> value = attributes.integer(name))
    query.attributes[name] = *value;
}

void describeTranspose(Query &query, const ProfilerAttributes &attributes) {
  const std::string &dim = attributes.get("dim");
  bool widthHeight = dim.find("WH") != std::string::npos, heightChannel = dim.find("HC") != std::string::npos;
  query.attributes["dim0"] = int64_t{widthHeight ? -2 : heightChannel ? -3 : -4};
  query.attributes["dim1"] = int64_t{widthHeight ? -1 : heightChannel ? -2 : -3};
}

void describePermute(Query &query, const ProfilerAttributes &attributes) {
  query.attributes["permutation"] = attributes.integers("dims");
}

void describeMatmul(Query &query, const ProfilerAttributes &attributes) {
  setMatmulConfig(query, attributes.get("program_config"));
  // A core grid instead of a config; it is also the grid of block shards, which the sheet does not print.
  std::vector<int64_t> grid = integersIn(attributes.get("user_core_coord"));
  if (grid.size() == 2 && !query.attributes.count("matmul_program_config"))
    query.attributes["core_grid"] = grid;
  if (grid.size() == 2)
    for (TensorSpec &input : query.inputs)
      if (input.layout.memoryLayout == MemoryLayout::BlockSharded &&
          input.layout.gridRows * input.layout.gridCols == grid[0] * grid[1]) {
        input.layout.gridCols = grid[0];
        input.layout.gridRows = grid[1];
      }
  static const std::pair<const char *, const char *> minimal[] = {{"M_block_size", "m_block_size"},
                                                                  {"K_block_size", "k_block_size"},
                                                                  {"N_block_size", "n_block_size"},
                                                                  {"subblock_h", "subblock_h"},
                                                                  {"subblock_w", "subblock_w"}};
  const std::string &config = attributes.get("config");
  if (config.find("MinimalMatmulConfig(") != std::string::npos)
    for (auto [from, to] : minimal)
      if (std::optional<int64_t> value = integerBehind(config, from))
        query.attributes[std::string("minimal_matmul_config.") + to] = *value;
}

std::string joined(const std::vector<std::string> &names) { return fmt::format("{}", fmt::join(names, ",")); }

void describeBinary(Query &query, const ProfilerAttributes &attributes) {
  std::vector<std::string> names = namesBehind(attributes.get("binary_op_type"), "BinaryOpType::");
  static const std::map<std::string, std::string> aliases = {{"sub", "subtract"},    {"mul", "multiply"},
                                                             {"div", "divide"},      {"where_tst", "where"},
                                                             {"where_tts", "where"}, {"where_ttt", "where"}};
  std::string name = names.empty() ? "add" : names.front();
  auto alias = aliases.find(name);
  query.op = alias == aliases.end() ? name : alias->second;
  std::vector<std::string> chain;
  for (const char *field : {"lhs_activations", "rhs_activations", "post_activations", "activations"})
    for (const std::string &activation : namesBehind(attributes.get(field), "UnaryOpType::"))
      chain.push_back(activation);
  if (!chain.empty())
    query.attributes["activations"] = joined(chain);
  // Division by a constant is a multiplication; between tensors the reciprocal runs on the vector unit.
  if (attributes.isTrue("is_sfpu"))
    query.attributes["is_sfpu"] = true;
  else if (query.op == "divide")
    query.op = "multiply";
}

void describeUnary(Query &query, const ProfilerAttributes &attributes) {
  std::vector<std::string> names = namesBehind(attributes.get("op_chain"), "UnaryOpType::");
  query.op = names.size() == 1 ? names.front() : "unary_chain";
  if (names.size() != 1)
    query.attributes["chain"] = joined(names);
}

void describeNorm(Query &query, const ProfilerAttributes &attributes) {
  if (attributes.get("norm_type").find("RMSNORM") != std::string::npos)
    query.op = "rms_norm";
}

void describeDecodeAttention(Query &query, const ProfilerAttributes &attributes) {
  if (attributes.isTrue("paged_attention"))
    query.op = "paged_scaled_dot_product_attention_decode";
}

void describeAttention(Query &query, const ProfilerAttributes &attributes) {
  query.attributes["is_causal"] = attributes.isTrue("is_causal");
  if (std::optional<int64_t> chunk = integerBehind(attributes.get("program_config"), "q_chunk_size"))
    query.attributes["program_config.q_chunk_size"] = *chunk;
}

void describeConcatHeads(Query &query, const ProfilerAttributes &attributes) {
  takeInteger(query, attributes, "num_heads");
}

void describeHalo(Query &query, const ProfilerAttributes &attributes) {
  setWindow(query, attributes.get("config"));
  takeInteger(query, attributes, "max_out_nsticks_per_core");
  query.attributes["is_out_tiled"] = attributes.isTrue("is_out_tiled");
  // Convolutions pad with zeros, maximum pools with minus infinity.
  const std::string &pad = attributes.get("pad_val");
  query.attributes["pads_with_zero"] = pad.empty() || pad == "0";
}

void describeCumsum(Query &query, const ProfilerAttributes &attributes) { takeInteger(query, attributes, "dim"); }

void describePool(Query &query, const ProfilerAttributes &attributes) {
  setWindow(query, attributes.get("sliding_window_config"));
  query.attributes["return_indices"] = attributes.isTrue("return_indices");
}

void describeGroupNorm(Query &query, const ProfilerAttributes &attributes) {
  takeInteger(query, attributes, "num_groups");
  std::vector<int64_t> grid =
      integersIn(groupBehind(attributes.get("program_config"), "compute_with_storage_grid_size="));
  if (grid.size() == 2)
    query.attributes["core_grid"] = grid;
}

void describeCollective(Query &query, const ProfilerAttributes &attributes) {
  for (const char *field : {"ring_size", "num_links"})
    takeInteger(query, attributes, field);
  query.attributes["topology"] =
      std::string(attributes.get("topology").find("Ring") != std::string::npos ? "ring" : "linear");
}

/// The IR's slice of everything is no program; in a sheet it ran.
void describeSlice(Query &query, const ProfilerAttributes &) {
  if (query.outputs.size() == 1 && query.inputs[0].shape == query.outputs[0].shape)
    query.op = "copy";
}

struct Description {
  std::optional<size_t> operands; ///< inputs of the op; none: all that the row has
  void (*attributes)(Query &, const ProfilerAttributes &);
};

const std::map<std::string, Description> descriptions = {
    {"transpose", {1, describeTranspose}},
    {"permute", {1, describePermute}},
    {"matmul", {std::nullopt, describeMatmul}},
    {"binary", {2, describeBinary}},
    {"unary", {1, describeUnary}},
    {"layer_norm", {std::nullopt, describeNorm}},
    {"scaled_dot_product_attention_decode", {std::nullopt, describeDecodeAttention}},
    {"scaled_dot_product_attention", {std::nullopt, describeAttention}},
    {"nlp_concat_heads_decode", {std::nullopt, describeConcatHeads}},
    {"conv2d_program", {2, setConvConfig}},
    {"halo", {1, describeHalo}},
    {"cumsum", {1, describeCumsum}},
    {"pool2d_program", {std::nullopt, describePool}},
    {"group_norm", {1, describeGroupNorm}},
    {"all_gather", {std::nullopt, describeCollective}},
    {"reduce_scatter", {std::nullopt, describeCollective}},
    {"all_reduce", {std::nullopt, describeCollective}},
    {"ring_joint_scaled_dot_product_attention", {std::nullopt, describeCollective}},
    {"slice_write", {1, nullptr}},
    {"padded_slice", {1, nullptr}},
    {"slice", {1, describeSlice}},
    {"move", {1, nullptr}},
    {"copy", {1, nullptr}}};

/// Attributes and operand count of the op.
void describe(Query &query, const std::string &op, const ProfilerAttributes &attributes) {
  auto entry = descriptions.find(op);
  if (entry == descriptions.end())
    return;
  const Description &description = entry->second;
  if (description.operands)
    keepOperands(query, *description.operands);
  if (description.attributes)
    description.attributes(query, attributes);
}

} // namespace

Result<TimeCase> opmodel::profilerCase(const RowReader &row) {
  TimeCase c;
  c.line = row.line();
  ALCOVE_ASSIGN_OR_RETURN(c.measuredNs, row.number("kernel_ns_median"));
  ALCOVE_ASSIGN_OR_RETURN(int64_t available, row.positive("avail_cores"));
  ALCOVE_ASSIGN_OR_RETURN(double clock, row.number("clk_ghz"));
  int64_t cores = available;
  if (!row.text("cores").empty()) {
    ALCOVE_ASSIGN_OR_RETURN(cores, row.positive("cores"));
  }
  if (available > 4096 || cores > 4096 || clock <= 0)
    return Error{fmt::format("line {}: {} of {} cores at {} GHz is not a chip", row.line(), cores, available, clock)};
  // One sheet names no architecture; Wormhole runs at 1.0 GHz and Blackhole at 1.35, as the columns of cycles of the others show.
  bool blackhole = row.text("arch").empty() ? clock > 1.2 : row.text("arch").rfind("blackhole", 0) == 0;
  c.chip = chipOf(blackhole, available, clock);
  // Sheets are named after the day they were made: ops_perf_results_2025_02_16_...
  const std::string &sheet = row.text("source");
  c.source = sheet;
  if (size_t at = sheet.find("_20"); at != std::string::npos)
    if (std::vector<int64_t> date = integersIn(sheet.substr(at));
        date.size() >= 2 && date[0] >= 2020 && date[0] < 2100 && date[1] >= 1 && date[1] <= 12)
      c.chip.kernelRelease = date[0] * 100 + date[1];
  std::string op = opOf(row.text("op_code"));
  c.family = op.empty() ? row.text("op_code") : op;
  c.shapeKey = c.family + row.text("in0_padded") + row.text("in1_padded") + row.text("out_padded") + row.text("arch");
  ProfilerAttributes attributes(row.text("attributes"));
  auto shards = attributes.shards({"output_mem_config", "memory_config", "output_memory_config", "out_mem_config"});
  Query query;
  query.op = op;
  // The output's shards describe an input of the same placement too, unless the op is there to change it.
  bool changesShards =
      op == "reshard" || op == "matmul" || op == "conv2d_program" || op == "halo" || op == "pool2d_program";
  bool sameShards = !changesShards && row.text("in0_mem") == row.text("out_mem");
  if (op == "halo") {
    // The halo's memory config is that of its input.
    ALCOVE_ASSIGN_OR_RETURN(std::optional<TensorSpec> in, tensorOf(row, "in0", cores, c.chip, shards));
    if (in)
      query.inputs.push_back(*in);
  } else {
    // Memory configs of the operands, one per line, where the producers' rows or a capture say them.
    std::string known = row.text("in_shards");
    for (const char *name : {"in0", "in1", "in2", "in3"}) {
      size_t end = std::min(known.find('\n'), known.size());
      auto given = ProfilerAttributes("{'in': '" + known.substr(0, end) + "'}").shards({"in"});
      known.erase(0, std::min(end + 1, known.size()));
      ALCOVE_ASSIGN_OR_RETURN(std::optional<TensorSpec> in, tensorOf(row, name, cores, c.chip,
                                                                     given        ? given
                                                                     : sameShards ? shards
                                                                                  : std::nullopt));
      if (in)
        query.inputs.push_back(*in);
    }
  }
  ALCOVE_ASSIGN_OR_RETURN(std::optional<TensorSpec> out, tensorOf(row, "out", cores, c.chip, shards));
  if (out)
    query.outputs.push_back({out->shape, out->layout.dataType, out->layout});
  if (!row.text("math_fidelity").empty())
    query.attributes["compute_config.math_fidelity"] = row.text("math_fidelity");
  const std::string &config = attributes.get("compute_kernel_config");
  for (const char *flag : {"packer_l1_acc", "fp32_dest_acc_en", "math_approx_mode"})
    if (std::optional<int64_t> value = integerBehind(config, flag))
      query.attributes[std::string("compute_config.") + flag] = *value != 0;
  // Prepared weights are padded inside, tap by tap: their K is not the logical one.
  if (op == "conv2d_program" && query.inputs.size() >= 2) {
    ALCOVE_ASSIGN_OR_RETURN(query.inputs[1].shape, row.shape("in1_padded"));
  }
  describe(query, op, attributes);
  c.queries = {query};
  return c;
}

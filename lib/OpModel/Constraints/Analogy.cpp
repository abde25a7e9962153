//===- Analogy.cpp - Ops answered by those that do the same work ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Analogy.h"
#include "Families.h"
#include "Geometry.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::opmodel;

namespace {

/// Reads a query that stands for an op with optional operands, and makes those of its relatives.
class Form {
public:
  explicit Form(const Query &query) : query(query) {}
  const Query &query;

  const TensorSpec &in(size_t i) const { return query.inputs[i]; }
  /// Tensor of operand `i` by operandSegmentSizes; without them operands come in order.
  const TensorSpec *operand(size_t i) const {
    std::vector<int64_t> sizes = list("operandSegmentSizes");
    if (sizes.empty())
      return i < query.inputs.size() ? &query.inputs[i] : nullptr;
    int64_t at = 0;
    for (size_t k = 0; k < i && k < sizes.size(); ++k)
      at += std::clamp<int64_t>(sizes[k], 0, 1);
    bool there = i < sizes.size() && sizes[i] > 0 && at < static_cast<int64_t>(query.inputs.size());
    return there ? &query.inputs[static_cast<size_t>(at)] : nullptr;
  }
  std::vector<int64_t> list(const char *name) const {
    auto it = query.attributes.find(name);
    if (it == query.attributes.end())
      return {};
    if (auto *values = std::get_if<std::vector<int64_t>>(&it->second))
      return *values;
    if (auto *value = std::get_if<int64_t>(&it->second))
      return {*value};
    return {};
  }
  int64_t integer(const char *name, int64_t fallback) const {
    std::vector<int64_t> values = list(name);
    return values.size() == 1 ? values[0] : fallback;
  }
  /// A relative's question with the results asked for here and the attributes that concern the kernel.
  Analogy::Part part(std::string op, std::vector<TensorSpec> inputs) const {
    Analogy::Part made;
    made.query.op = std::move(op);
    made.query.inputs = std::move(inputs);
    made.query.liveL1BytesPerCore = query.liveL1BytesPerCore;
    for (const auto &[name, value] : query.attributes)
      if (name.starts_with("compute_config") || name.starts_with("program_config"))
        made.query.attributes.emplace(name, value);
    return made;
  }
  /// The part's results are of `shapes`, in the element type of its first tensor; where they lie is its choice.
  static void makes(Analogy::Part &part, const std::vector<Shape> &shapes) {
    for (const Shape &shape : shapes)
      part.query.outputs.push_back({shape, part.query.inputs[0].layout.dataType, std::nullopt, false});
  }
  /// Result `i` of the op for the part's only one.
  void giveResult(Analogy::Part &part, size_t i = 0) const {
    if (i < query.outputs.size())
      part.query.outputs = {query.outputs[i]};
  }
};

using Parts = std::optional<Analogy>;

/// The tensor under another shape, in the same interleaved memory.
TensorSpec as(const TensorSpec &tensor, Shape shape) { return {std::move(shape), tensor.layout}; }

bool fourDimensional(const Form &form, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (form.in(i).shape.size() != 4)
      return false;
  return true;
}

/// Keys or values that a page table scatters, as one cache: (users, heads, pages x rows of a page, size).
std::optional<TensorSpec> gathered(const TensorSpec &paged, const TensorSpec &table, int64_t users) {
  if (paged.shape.size() != 4 || table.shape.empty())
    return std::nullopt;
  std::optional<int64_t> length = boundedVolume({table.shape.back(), paged.shape[2]});
  if (!length)
    return std::nullopt;
  return as(paged, {users, paged.shape[1], *length, paged.shape[3]});
}

/// Values that are the first columns of the keys.
std::optional<TensorSpec> cutFrom(const TensorSpec &keys, int64_t width) {
  if (keys.shape.size() != 4 || width < 1 || width > keys.shape[3])
    return std::nullopt;
  return as(keys, {keys.shape[0], keys.shape[1], keys.shape[2], width});
}

// The chunk may be the last one: all pages of the table are seen.
Parts chunkedAttention(const Form &form) {
  if (!fourDimensional(form, 3))
    return std::nullopt;
  std::optional<TensorSpec> keys = gathered(form.in(1), form.in(3), form.in(0).shape[0]);
  std::optional<TensorSpec> values = gathered(form.in(2), form.in(3), form.in(0).shape[0]);
  if (!keys || !values)
    return std::nullopt;
  Analogy::Part part = form.part("scaled_dot_product_attention", {form.in(0), *keys, *values});
  part.query.attributes["is_causal"] = false;
  return Analogy{{part}};
}

Parts latentPrefill(const Form &form) {
  if (!fourDimensional(form, 2))
    return std::nullopt;
  const TensorSpec *given = form.operand(2);
  std::optional<TensorSpec> values =
      given ? std::optional(*given) : cutFrom(form.in(1), form.integer("head_dim_v", form.in(1).shape[3]));
  if (!values)
    return std::nullopt;
  Analogy::Part part = form.part("scaled_dot_product_attention", {form.in(0), form.in(1), *values});
  if (auto causal = form.query.attributes.find("is_causal"); causal != form.query.attributes.end())
    part.query.attributes["is_causal"] = causal->second;
  return Analogy{{part}};
}

Parts latentDecode(const Form &form) {
  if (!fourDimensional(form, 2))
    return std::nullopt;
  bool named = !form.list("operandSegmentSizes").empty();
  const TensorSpec *given = named ? form.operand(2) : nullptr, *table = form.operand(named ? 3 : 2);
  std::optional<TensorSpec> values =
      given ? std::optional(*given) : cutFrom(form.in(1), form.integer("head_dim_v", form.in(1).shape[3]));
  if (!values || !table)
    return std::nullopt;
  return Analogy{{form.part("paged_scaled_dot_product_attention_decode", {form.in(0), form.in(1), *values, *table})}};
}

Parts forwardAttention(const Form &form) {
  if (!fourDimensional(form, 3))
    return std::nullopt;
  Analogy::Part part = form.part("scaled_dot_product_attention", {form.in(0), form.in(1), form.in(2)});
  part.query.attributes["is_causal"] = true;
  return Analogy{{part}};
}

// Scores of all heads against one head of keys, then sums over the heads: values one tile wide.
Parts indexerScore(const Form &form) {
  if (!fourDimensional(form, 2))
    return std::nullopt;
  std::optional<TensorSpec> values =
      as(form.in(1), {form.in(1).shape[0], form.in(1).shape[1], form.in(1).shape[2], 32});
  Analogy::Part part = form.part("scaled_dot_product_attention", {form.in(0), form.in(1), *values});
  part.query.attributes["is_causal"] = false;
  form.giveResult(part);
  return Analogy{{part}};
}

/// One number as the horizontal one of a pair.
std::vector<int64_t> horizontal(int64_t value, int64_t vertical) { return {vertical, value}; }

Parts conv1d(const Form &form) {
  const TensorSpec &input = form.in(0), &weight = form.in(1);
  int64_t batch = form.integer("batch_size", 1), length = form.integer("input_length", 0);
  int64_t in = form.integer("in_channels", 0), out = form.integer("out_channels", 0);
  std::optional<int64_t> rows = boundedVolume({std::max<int64_t>(batch, 1), std::max<int64_t>(length, 1)});
  std::optional<int64_t> elements = rows ? boundedVolume({*rows, std::max<int64_t>(in, 1)}) : std::nullopt;
  if (weight.shape.size() != 3 || batch < 1 || length < 1 || in < 1 || out < 1 || elements != volumeOf(input.shape))
    return std::nullopt;
  std::vector<TensorSpec> inputs{as(input, {1, 1, *rows, in}),
                                 as(weight, {weight.shape[0], weight.shape[1], 1, weight.shape[2]})};
  if (form.query.inputs.size() > 2)
    inputs.push_back(as(form.in(2), {1, 1, 1, out}));
  Analogy::Part part = form.part("conv2d", inputs);
  std::vector<int64_t> padding = form.list("padding");
  if (padding.size() > 2)
    return std::nullopt;
  for (const auto &[name, value] : form.query.attributes)
    if (name.starts_with("conv2d_config") || name == "groups" || name == "in_channels" || name == "out_channels" ||
        name == "batch_size")
      part.query.attributes.emplace(name, value);
  if (!form.query.outputs.empty() && boundedVolume(form.query.outputs[0].shape))
    Form::makes(part, {{1, 1, volumeOf(form.query.outputs[0].shape) / out, out}});
  part.query.attributes["input_height"] = int64_t(1);
  part.query.attributes["input_width"] = length;
  part.query.attributes["kernel_size"] = horizontal(form.integer("kernel_size", weight.shape[2]), 1);
  part.query.attributes["stride"] = horizontal(form.integer("stride", 1), 1);
  part.query.attributes["dilation"] = horizontal(form.integer("dilation", 1), 1);
  part.query.attributes["padding"] =
      std::vector<int64_t>{0, 0, padding.empty() ? 0 : padding.front(), padding.empty() ? 0 : padding.back()};
  return Analogy{{part}};
}

// Only products that the sparsity lets through are made and only their matrices read: `nnz`, or else all.
Parts sparseMatmul(const Form &form) {
  if (!fourDimensional(form, 2))
    return std::nullopt;
  const Shape &a = form.in(0).shape, &b = form.in(1).shape;
  auto own = form.query.attributes.find("is_input_a_sparse");
  bool expertsInA =
      own != form.query.attributes.end() && std::get_if<bool>(&own->second) && std::get<bool>(own->second);
  std::optional<int64_t> all = expertsInA ? boundedVolume({a[0], b[1]}) : boundedVolume({a[0], a[1], b[1]});
  if (!all)
    return std::nullopt;
  int64_t products = std::clamp<int64_t>(form.integer("nnz", *all), 1, *all);
  Analogy::Part part =
      form.part("matmul", {as(form.in(0), {1, products, a[2], a[3]}), as(form.in(1), {1, products, b[2], b[3]})});
  Form::makes(part, {{1, products, a[2], b[3]}});
  return Analogy{{part}};
}

Parts router(const Form &form) {
  const TensorSpec &input = form.in(0), &weight = form.in(1);
  if (input.shape.size() < 2 || weight.shape.size() < 2)
    return std::nullopt;
  Shape logits = input.shape, best = input.shape;
  logits.back() = weight.shape.back();
  best.back() = form.integer("k", 1);
  TensorLayout dram = dramInterleaved(input.layout.dataType);
  Analogy::Part linear = form.part("linear", {input, weight, form.in(2)});
  Form::makes(linear, {logits});
  Analogy::Part topk = form.part("topk", {{logits, dram}});
  Form::makes(topk, {best, best});
  topk.query.attributes = {{"k", best.back()}, {"dim", int64_t(-1)}};
  Analogy::Part softmax = form.part("softmax", {{best, dram}});
  softmax.query.attributes = {{"dimension", int64_t(-1)}};
  return Analogy{{linear, topk, softmax}};
}

Parts sampling(const Form &form) {
  if (form.in(0).shape.empty())
    return std::nullopt;
  Analogy::Part part = form.part("topk", {form.in(0)});
  Shape best = form.in(0).shape;
  best.back() = std::min<int64_t>(32, best.back());
  Form::makes(part, {best, best});
  part.query.attributes = {{"k", best.back()}, {"dim", int64_t(-1)}};
  return Analogy{{part}};
}

// A number is drawn and compared for each element: as much as a comparison with a number. tt-mlir's verifier wants the
// result where the input lies.
Parts dropout(const Form &form) {
  std::optional<TensorLayout> made = form.query.outputs.empty() ? std::nullopt : form.query.outputs[0].layout;
  if (form.in(0).layout.bufferType != (made ? made->bufferType : BufferType::DRAM))
    return std::nullopt;
  Analogy::Part part = form.part("relu", {form.in(0)});
  form.giveResult(part);
  return Analogy{{part}};
}

/// The whole norm of the row: each half reads it as often and does less with it.
Parts normPart(const Form &form) {
  bool post = form.query.op == "layer_norm_post_all_gather";
  std::vector<TensorSpec> inputs{form.in(0)};
  std::vector<int64_t> segments{1, 0, 0};
  for (size_t i = 2; post && i < 4; ++i)
    if (const TensorSpec *parameter = form.operand(i)) {
      inputs.push_back(*parameter);
      segments[i - 1] = 1;
    }
  Analogy::Part part = form.part(form.query.op.starts_with("rms") ? "rms_norm" : "layer_norm", inputs);
  part.query.attributes["operandSegmentSizes"] = segments;
  return Analogy{{part}};
}

Parts fusedNorm(const Form &form) {
  std::vector<TensorSpec> inputs{form.in(0)};
  std::vector<int64_t> segments{1, 0, 0};
  for (size_t i = 1; i < 3; ++i)
    if (const TensorSpec *parameter = form.operand(i)) {
      inputs.push_back(*parameter);
      segments[i] = 1;
    }
  Analogy::Part norm = form.part("rms_norm", inputs);
  norm.query.attributes["operandSegmentSizes"] = segments;
  Analogy analogy{{norm}};
  if (form.operand(3)) {
    analogy.parts.push_back(form.part("add", {form.in(0), form.in(0)}));
    analogy.parts.back().fused = true;
  }
  auto activation = form.query.attributes.find("activation");
  const std::string *name =
      activation == form.query.attributes.end() ? nullptr : std::get_if<std::string>(&activation->second);
  if (name && !name->empty()) {
    analogy.parts.push_back(form.part(*name, {form.in(0)}));
    analogy.parts.back().fused = true;
  }
  return analogy;
}

/// The tokens of all chips of the axis come to each; those of other experts need not.
Parts dispatch(const Form &form) {
  Analogy::Part part = form.part("all_gather", {form.in(0)});
  part.query.attributes["ring_size"] = form.integer("num_devices", 2);
  form.giveResult(part);
  return Analogy{{part}};
}

/// A chip receives one row per chosen expert of its tokens, as in a reduction that leaves each its part.
Parts combine(const Form &form) {
  if (!fourDimensional(form, 2))
    return std::nullopt;
  const Shape &input = form.in(0).shape;
  Shape all{form.integer("num_experts_per_tok", 1), input[1], input[2], input[3]};
  Analogy::Part part = form.part("reduce_scatter", {as(form.in(0), all)});
  part.query.attributes["ring_size"] = form.integer("num_devices", 2);
  form.giveResult(part);
  return Analogy{{part}};
}

Parts copyInto(const Form &form) {
  const TensorSpec &source = form.in(0), &target = form.in(1);
  bool write = form.query.op == "write_tensor";
  if (!write && source.layout == target.layout)
    return Analogy{{form.part("assign", {source})}};
  Analogy::Part part = form.part(write ? "to_device" : "to_memory_config", {source});
  part.query.outputs = {{target.shape, target.layout.dataType, target.layout, false}};
  return Analogy{{part}};
}

struct Entry {
  AnalogousOp op;
  Parts (*parts)(const Form &form);
};

constexpr Entry analogies[] = {
    {{"all_to_all_combine", "collective", 3, 3, "reduce_scatter of the rows that the chips receive"}, combine},
    {{"all_to_all_dispatch", "collective", 3, 3, "all_gather of the tokens"}, dispatch},
    {{"all_to_all_dispatch_metadata", "collective", 4, 7, "all_gather of the tokens"}, dispatch},
    {{"chunked_scaled_dot_product_attention", "transformer", 5, 5,
      "scaled_dot_product_attention over all pages of the table"},
     chunkedAttention},
    {{"conv1d", "conv", 2, 3, "conv2d of height 1"}, conv1d},
    {{"copy", "data_movement", 2, 2, "assign, or to_memory_config between two memories"}, copyInto},
    {{"dit_rms_norm_unary_fused", "normalization", 1, 4, "rms_norm and the arithmetic of the sum and the activation"},
     fusedNorm},
    {{"dropout", "unary", 1, 1, "relu"}, dropout},
    {{"flash_mla_prefill", "transformer", 2, 4, "scaled_dot_product_attention with values cut from the keys"},
     latentPrefill},
    {{"indexer_score_dsa", "transformer", 3, 3, "scaled_dot_product_attention with values one tile wide"},
     indexerScore},
    {{"layer_norm_post_all_gather", "normalization", 2, 4, "layer_norm"}, normPart},
    {{"layer_norm_pre_all_gather", "normalization", 1, 3, "layer_norm without parameters"}, normPart},
    {{"paged_flash_multi_latent_attention_decode", "transformer", 3, 7,
      "paged_scaled_dot_product_attention_decode with values cut from the keys"},
     latentDecode},
    {{"rms_norm_pre_all_gather", "normalization", 1, 2, "rms_norm without parameters"}, normPart},
    {{"sampling", "indexing", 5, 5, "topk of 32"}, sampling},
    {{"sdpa_fw", "transformer", 3, 4, "scaled_dot_product_attention"}, forwardAttention},
    {{"sparse_matmul", "matmul", 3, 3, "matmul of nnz matrices"}, sparseMatmul},
    {{"topk_router_gpt", "indexing", 3, 3, "linear, topk and softmax"}, router},
    {{"write_tensor", "layout", 2, 2, "to_device"}, copyInto},
};

const Entry *find(std::string_view op) {
  for (const Entry &entry : analogies)
    if (op == entry.op.name)
      return &entry;
  return nullptr;
}

} // namespace

std::span<const AnalogousOp> opmodel::analogousOps() {
  static const std::vector<AnalogousOp> ops = [] {
    std::vector<AnalogousOp> result;
    for (const Entry &entry : analogies)
      result.push_back(entry.op);
    return result;
  }();
  return ops;
}

const AnalogousOp *opmodel::findAnalogous(std::string_view op) {
  const Entry *entry = find(op);
  return entry ? &entry->op : nullptr;
}

std::optional<Analogy> opmodel::analogyOf(const Query &query) {
  const Entry *entry = find(query.op);
  if (!entry || static_cast<int64_t>(query.inputs.size()) < entry->op.minInputs)
    return std::nullopt;
  return entry->parts(Form(query));
}

/// An analogy allows, it forbids nothing: where it does not hold the op is one that the model does not know.
template <typename... Args>
static bool doesNotHold(Evaluation &e, fmt::format_string<Args...> format, Args &&...args) {
  return e.refuse("unsupported.op", "nothing stands for '{}' here: {}", e.query.op,
                  fmt::format(format, std::forward<Args>(args)...));
}

/// What the relatives need, one after another; of fused ones nothing.
static bool includeParts(Evaluation &e, const Analogy &analogy) {
  for (const Analogy::Part &part : analogy.parts) {
    if (part.fused)
      continue;
    Answer answer = analyticalConstraints(part.query, e.chip, nullptr);
    if (!answer.legal())
      return doesNotHold(e, "{} is refused ({}): {}", part.query.op, answer.refusal->id, answer.refusal->message);
    e.cb(part.query.op, 1, answer.constraints.cbPeakBytes);
    e.endProgram();
  }
  return true;
}

static bool checkInterleaved(Evaluation &e) {
  for (size_t i = 0; i < e.numInputs(); ++i)
    if (e.in(i).layout.isSharded())
      return doesNotHold(e, "operand {} lies in shards", i);
  for (size_t i = 0; i < e.query.outputs.size(); ++i)
    if (e.hint(i) && e.hint(i)->isSharded())
      return doesNotHold(e, "result {} would lie in shards", i);
  return true;
}

bool opmodel::evaluateByAnalogy(Evaluation &e) {
  const AnalogousOp *op = findAnalogous(e.query.op);
  bool inPlace = e.query.op == "copy" || e.query.op == "write_tensor";
  if (!checkInterleaved(e))
    return false;
  if (!inPlace && (e.query.outputs.empty() || e.query.outputs[0].shape.empty()))
    return doesNotHold(e, "the shape of its result must be given");
  std::optional<Analogy> analogy = analogyOf(e.query);
  if (!analogy)
    return doesNotHold(e, "its operands, or where its result would lie, do not fit {}", op->relative);
  e.note(fmt::format("{}: by analogy with {}; no measurement stands behind it", e.query.op, op->relative));
  if (!includeParts(e, *analogy))
    return false;
  for (size_t i = 0; i < e.query.outputs.size(); ++i) {
    TensorLayout fallback = e.hint() ? *e.hint() : dramInterleaved(e.query.outputs[i].dataType);
    e.produce(i, e.query.outputs[i].shape, requested(e, fallback, e.query.outputs[i].dataType, i));
  }
  return true;
}

//===- Calls.cpp - Custom calls and composites that stand for ops of TTIR -===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `stablehlo.custom_call @tt.update_cache(%cache, %x, %at) {mhlo.frontend_attributes = {batch_offset = "0"}}` is TTIR's
// op of that name: attributes are strings there, typed in composites. One row each.
//
//===----------------------------------------------------------------------===//
#include "Conversion.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;

namespace {
/// `operands`: their names in the order of the call; `mask?flag` is there where the attribute `flag` is true, `mask?`
/// where operands are left, `output!` is a new tensor. `@5` says the place among TTIR's where the order differs.
/// `attributes`: `name:kind`, with `=value` where TTIR needs one that front ends may leave out.
struct LibraryCall {
  StringLiteral target, op, operands, attributes;
};
constexpr LibraryCall libraryCalls[] = {
    {"tt.fill_cache", "fill_cache", "cache input", "batch_offset:i32=0"},
    {"tt.update_cache", "update_cache", "cache input update_index", "batch_offset:i32=0"},
    {"tt.paged_update_cache", "paged_update_cache", "cache input update_index page_table?", "share_cache:bool"},
    {"tt.paged_fill_cache", "paged_fill_cache", "cache input page_table batch_idx_tensor?", ""},
    {"tt.scaled_dot_product_attention", "scaled_dot_product_attention",
     "query key value attention_mask?has_attention_mask attention_sink?has_attention_sink",
     "is_causal:bool scale:f32 sliding_window_size:ui32"},
    {"tt.scaled_dot_product_attention_decode", "scaled_dot_product_attention_decode",
     "query key value cur_pos_tensor@4 attention_mask?has_attention_mask@3 attention_sink?has_attention_sink@5",
     "is_causal:bool scale:f32 sliding_window_size:ui32"},
    {"tt.paged_scaled_dot_product_attention_decode", "paged_scaled_dot_product_attention_decode",
     "query key value page_table attention_mask?has_attention_mask@5 cur_pos_tensor?has_cur_pos_tensor@6 "
     "attention_sink?has_attention_sink@7",
     "is_causal:bool scale:f32 sliding_window_size:ui32"},
    {"tt.chunked_scaled_dot_product_attention", "chunked_scaled_dot_product_attention",
     "query key value page_table chunk_start_idx output!", "scale:f32"},
    {"tt.flash_mla_prefill", "flash_mla_prefill", "query key value?has_value attention_mask?has_attention_mask",
     "head_dim_v:ui32 is_causal:bool scale:f32"},
    {"tt.paged_flash_mla_decode", "paged_flash_multi_latent_attention_decode",
     "query key value?has_value page_table attention_mask?has_attention_mask cur_pos_tensor?has_cur_pos_tensor "
     "attention_sink?has_attention_sink",
     "head_dim_v:ui32 is_causal:bool scale:f32"},
    {"tt.indexer_score_dsa", "indexer_score_dsa", "query key weights", "chunk_start_idx:ui32 cluster_axis:ui32"},
    {"tt.sampling", "sampling", "input_values input_indices k p temp", "seed:ui32"},
    {"tt.sparse_matmul", "sparse_matmul", "a b sparsity", "is_input_a_sparse:bool is_input_b_sparse:bool nnz:i64"},
    {"tt.all_to_all_dispatch", "all_to_all_dispatch", "input_tensor expert_indices expert_mapping",
     "num_devices:i64 cluster_axis:i64"},
    {"tt.all_to_all_combine", "all_to_all_combine", "input_tensor expert_metadata expert_mapping",
     "num_devices:i64 cluster_axis:i64 num_experts_per_tok:i64 output_shard_dim:i64"},
    {"tt.moe_expert_token_remap", "moe_expert_token_remap", "topk_tensor expert_mapping expert_metadata",
     "reduction_size:i64"},
    {"tenstorrent.gelu", "gelu", "input", ""},
    {"tenstorrent.rms_norm", "rms_norm", "input weight? bias?", "normalized_shape:dims epsilon:f32=1e-5"},
    {"tenstorrent.layer_norm", "layer_norm", "input weight? bias?", "normalized_shape:dims epsilon:f32=1e-5"},
    {"tenstorrent.distributed_rms_norm", "distributed_rms_norm", "input weight? residual?",
     "cluster_axis:ui32 epsilon:f32=1e-5"},
    {"tenstorrent.scaled_dot_product_attention", "scaled_dot_product_attention", "query key value attention_mask?",
     "is_causal:bool scale:f32"},
    {"tenstorrent.topk", "topk", "input", "k:i32 dim:i32=-1 largest:bool=true sorted:bool=true"},
};

const LibraryCall *libraryCall(StringRef target) {
  auto found = llvm::find_if(libraryCalls, [&](const LibraryCall &call) { return call.target == target; });
  return found == std::end(libraryCalls) ? nullptr : found;
}

/// What a front end says, as a string or typed, in the kind that TTIR has; null where it is no such thing.
Attribute attributeOf(Builder &builder, StringRef kind, Attribute said) {
  MLIRContext *context = builder.getContext();
  std::string text;
  if (auto string = dyn_cast<StringAttr>(said))
    text = string.getValue().trim().str();
  auto floating = dyn_cast<FloatAttr>(said);
  auto integer = dyn_cast<IntegerAttr>(said);
  if (kind == "f32") {
    double value = 0;
    if (floating  ? (value = floating.getValueAsDouble(), false)
        : integer ? (value = double(integer.getInt()), false)
                  : StringRef(text).getAsDouble(value))
      return {};
    return builder.getF32FloatAttr(float(value));
  }
  if (kind == "dims") {
    Dims values = integersOf(said);
    if (auto array = dyn_cast<ArrayAttr>(said))
      for (auto element : array.getAsRange<IntegerAttr>())
        values.push_back(element.getInt());
    StringRef rest = StringRef(text).trim("[]() ");
    for (int64_t value = 0; !rest.empty() && !rest.consumeInteger(10, value); rest = rest.ltrim(", "))
      values.push_back(value);
    return values.empty() ? Attribute() : builder.getDenseI64ArrayAttr(values);
  }
  if (kind == "bool") {
    std::string lower = StringRef(text).lower();
    if (integer)
      return builder.getBoolAttr(integer.getValue().getBoolValue());
    return lower == "true" || lower == "1" || lower == "false" || lower == "0"
               ? builder.getBoolAttr(lower == "true" || lower == "1")
               : Attribute();
  }
  int64_t value = 0;
  if (integer)
    value = integer.getValue().getSExtValue();
  else if (StringRef(text).getAsInteger(10, value))
    return {};
  if (kind == "i64")
    return builder.getI64IntegerAttr(value);
  auto sign = kind == "ui32" ? IntegerType::Unsigned : IntegerType::Signless;
  return IntegerAttr::get(IntegerType::get(context, 32, sign), value);
}

/// The call's operands at their places; segments say which are there.
LogicalResult addOperands(OpConversion &c, const LibraryCall &call, DictionaryAttr said, OperationState &state) {
  SmallVector<StringRef> words;
  StringRef(call.operands).split(words, ' ');
  unsigned next = 0, count = c.op->getNumOperands();
  SmallVector<Value> placed;
  for (StringRef word : words) {
    auto [spec, place] = word.split('@');
    auto [name, flag] = spec.split('?');
    size_t at = placed.size();
    (void)place.getAsInteger(10, at);
    placed.resize(std::max(placed.size(), at + 1));
    if (name.consume_back("!")) {
      placed[at] = c.make("empty", c.type(), {});
      continue;
    }
    bool present = next < count;
    if (Attribute flagged = said && !flag.empty() ? said.get(flag) : Attribute()) {
      auto isThere = dyn_cast_or_null<BoolAttr>(attributeOf(c.builder, "bool", flagged));
      if (!isThere)
        return c.refuse("attribute " + flag + " of @" + call.target + " is neither true nor false");
      present = isThere.getValue();
    } else if (!flag.empty()) {
      present = false;
    }
    if (present ? next >= count : !spec.contains('?'))
      return c.refuse("@" + call.target + " has " + Twine(count) + " operands, one for '" + name + "' is missing");
    if (present)
      placed[at] = c.in(next++);
  }
  if (next != count)
    return c.refuse("@" + call.target + " has " + Twine(count) + " operands, of which " + Twine(next) +
                    " are known: " + call.operands);
  SmallVector<int32_t> segments;
  for (Value value : placed) {
    segments.push_back(value ? 1 : 0);
    if (value)
      state.addOperands(value);
  }
  if (state.name.hasTrait<OpTrait::AttrSizedOperandSegments>())
    state.addAttribute("operandSegmentSizes", c.builder.getDenseI32ArrayAttr(segments));
  return success();
}
} // namespace

bool stablehlo::isLibraryCall(StringRef target) { return libraryCall(target) != nullptr; }

LogicalResult stablehlo::convertLibraryCall(OpConversion &c, StringRef target, DictionaryAttr said) {
  const LibraryCall &call = *libraryCall(target);
  auto given = [&](StringRef name) { return said ? said.get(name) : Attribute(); };
  OperationState state(c.op->getLoc(), ("ttir." + call.op).str());
  if (!state.name.isRegistered())
    return c.refuse("TTIR has no op " + call.op + " here");
  if (failed(addOperands(c, call, said, state)))
    return failure();
  SmallVector<StringRef> words;
  StringRef(call.attributes).split(words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef word : words) {
    auto [name, kindAndDefault] = word.split(':');
    auto [kind, otherwise] = kindAndDefault.split('=');
    Attribute value = given(name);
    if (!value && otherwise.empty())
      continue;
    Attribute typed = attributeOf(c.builder, kind, value ? value : c.builder.getStringAttr(otherwise));
    if (!typed) {
      std::string shown;
      llvm::raw_string_ostream(shown) << value;
      return c.refuse("attribute " + name + " of @" + target + " is " + shown + ", no " + kind);
    }
    state.addAttribute(name, typed);
  }
  // Caches are written in place: what is returned is the cache.
  bool inPlace = call.operands.starts_with("cache ");
  if (!inPlace)
    state.addTypes(c.op->getResultTypes());
  Operation *made = c.builder.create(state);
  SmallVector<Value> results;
  if (inPlace)
    results.push_back(c.in(0));
  else
    results.append(made->result_begin(), made->result_end());
  return c.done(results);
}

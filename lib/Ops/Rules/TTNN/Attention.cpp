//===- Attention.cpp - What TTNN asks of attention, heads and caches -----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Layouts.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

/// Extents of a mask: of batch and heads 1 or the given one, of queries and keys the given one.
static OpView &checkSeenBy(OpView &view, ArrayRef<int64_t> extents) {
  if (!view.has("attention_mask") || view.rank("attention_mask", 4).failed())
    return view;
  for (int64_t dim = 0; dim < 4; ++dim) {
    int64_t found = view.extent("attention_mask", dim);
    view.require(found == extents[dim] || (dim < 2 && found == 1),
                 "dimension " + Twine(dim) + " of attention_mask is " + Twine(found) + ", expected " +
                     (dim < 2 ? "1 or " : "") + Twine(extents[dim]));
  }
  return view;
}

/// query (B, H, Sq, D); key and value (B, Hkv, Sk, D).
static LogicalResult verifyAttention(Operation *op) {
  OpView view(op, "query key value attention_mask? attention_sink? -> result");
  onePerGroup(view, "...??").sameShape("query result").sameShape("key value");
  if (sameDataType(sameDataType(view, "query", "result"), "key", "value").rank("query key", 4).failed())
    return failure();
  Shape query = view.shape("query"), key = view.shape("key");
  checkHeads(view.sameExtent("query", 0, "key", 0).sameExtent("query", 3, "key", 3), query[1], key[1]);
  return checkSeenBy(checkCausal(view), {query[0], query[1], query[2], key[2]}).done();
}

/// query (1, B, H, D); key and value (B, Hkv, S, D): one new token of each user.
static LogicalResult verifyDecode(Operation *op) {
  OpView view(op, "query key value attention_mask? cur_pos_tensor? attention_sink? -> result");
  if (sameDataType(view.sameShape("query result"), "query", "result")
          .rank("query key", 4)
          .require(view.has("query") && view.has("key"), "needs a query and a key")
          .failed())
    return failure();
  Shape query = view.shape("query"), key = view.shape("key");
  view.extentIs("query", 0, 1, "one token")
      .sameExtent("query", 1, "key", 0)
      .sameExtent("query", 3, "key", 3)
      .rank("cur_pos_tensor", 1)
      .isInteger("cur_pos_tensor")
      .sameExtent("cur_pos_tensor", 0, "query", 1);
  return checkSeenBy(checkCausal(checkHeads(view, query[2], key[1])), {query[1], 1, query[2], key[2]}).done();
}

static LogicalResult verifyPagedDecode(Operation *op) {
  OpView view(op, "query key value page_table attention_mask? cur_pos_tensor? attention_sink? -> result");
  return checkCausal(checkPagedKeys(onePerGroup(view, "....???"), 2, 1))
      .require(view.flag("is_causal", true) || view.has("attention_mask"),
               "is_causal is false and there is no attention_mask: one must say what is seen")
      .isInteger("cur_pos_tensor")
      .rank("cur_pos_tensor", 1)
      .sameExtent("cur_pos_tensor", 0, "query", 1)
      .done();
}

static LogicalResult verifyChunked(Operation *op) {
  OpView view(op, "query key value page_table chunk_start_idx -> result");
  return checkPagedKeys(view, 1, 0)
      .sameShape("query result")
      .isInteger("chunk_start_idx")
      .rank("chunk_start_idx", 1)
      .extentIs("chunk_start_idx", 0, 1, "one position for all users")
      .done();
}

/// Keys (blocks, 1, block, D) are values too, but for the last dimension.
static LogicalResult verifyLatentDecode(Operation *op) {
  OpView view(op, "query key value? page_table attention_mask? cur_pos_tensor? attention_sink? -> result");
  return onePerGroup(view, "..?.???")
      .rank("query key value", 4)
      .rank("page_table", 2)
      .isReal("query")
      .sameElement("query key")
      .sameElement("query value")
      .isInteger("page_table")
      .inRange("head_dim_v", 1)
      .extentIs("key", 1, 1, "one head")
      .done();
}

static LogicalResult verifyLatentPrefill(Operation *op) {
  OpView view(op, "query key value? attention_mask? -> result");
  if (onePerGroup(view, "..??")
          .rank("query key value", 4)
          .sameElement("query key")
          .sameElement("query value")
          .sameElement("query result")
          .inRange("head_dim_v", 1)
          .failed())
    return failure();
  Shape query = view.shape("query"), key = view.shape("key");
  int64_t width = view.integer("head_dim_v");
  checkHeads(view.sameExtent("query", 0, "key", 0)
                 .sameExtent("query", 3, "key", 3)
                 .require(view.has("value") || width <= key[3],
                          "head_dim_v (" + Twine(width) + ") exceeds the width of key (" + Twine(key[3]) + ")"),
             query[1], key[1]);
  return checkSeenBy(view, {query[0], query[1], query[2], key[2]})
      .sameExtent("value", 0, "key", 0)
      .sameExtent("value", 2, "key", 2)
      .extentIs("value", 3, width, "head_dim_v")
      .shapeIs("result", {query[0], query[1], query[2], width})
      .done();
}

static LogicalResult verifyIndexerScore(Operation *op) {
  OpView view(op, "query key weights -> result");
  if (view.rank("query key", 4).sameElement("query key").failed())
    return failure();
  Shape query = view.shape("query"), key = view.shape("key");
  return view.extentIs("query", 0, 1, "one batch")
      .sameExtent("query", 0, "key", 0)
      .extentIs("key", 1, 1, "one head")
      .sameExtent("query", 3, "key", 3)
      .shapeIs("weights", {query[0], query[1], query[2], 1})
      .shapeIs("result", {query[0], 1, query[2], key[2]})
      .done();
}

//===----------------------------------------------------------------------===//
// Heads
//===----------------------------------------------------------------------===//

static LogicalResult verifyConcatHeads(Operation *op) {
  OpView view(op, "input -> result");
  if (view.rank("input", 4).rank("result", 3).failed())
    return failure();
  Shape in = view.shape("input");
  return sameDataType(view.shapeIs("result", {in[0], in[2], in[1] * in[3]}), "input", "result").done();
}

static LogicalResult verifyConcatHeadsAsMatrix(Operation *op) {
  OpView view(op, "input -> result");
  if (view.rank("input result", 4).failed())
    return failure();
  Shape in = view.shape("input");
  return view.shapeIs("result", {in[0], 1, in[2], in[1] * in[3]}).done();
}

/// (S, B, padded heads, D) -> (S, 1, padded batch, heads * D).
static LogicalResult verifyConcatHeadsDecode(Operation *op) {
  OpView view(op, "input -> result");
  if (view.rank("input result", 4).failed())
    return failure();
  Shape in = view.shape("input");
  int64_t heads = view.integer("num_heads");
  return view.sameExtent("input", 0, "result", 0)
      .extentIs("result", 1, 1, "one row")
      .require(heads <= in[2], "num_heads (" + Twine(heads) + ") exceeds the heads of input (" + Twine(in[2]) + ")")
      .extentIs("result", 3, heads * in[3], "num_heads times the width of a head")
      .done();
}

/// (1, 1, B, (H + 2 Hkv) * D) -> (1, B, H, D).
static LogicalResult verifyCreateHeadsDecode(Operation *op) {
  OpView view(op, "input batch_offset? -> query key value");
  int64_t heads = view.integer("num_heads"), shared = view.integer("num_kv_heads", heads);
  if (view.rank("input query key value", 4)
          .extentIs("input", 0, 1, "one row")
          .extentIs("input", 1, 1, "one row")
          .require(view.has("batch_offset") == static_cast<bool>(view.attr("slice_size")),
                   "batch_offset and slice_size must be both there or both absent")
          .require(heads + 2 * shared > 0, "num_heads is 0")
          .failed())
    return failure();
  Shape in = view.shape("input");
  int64_t width = in[3] / (heads + 2 * shared), users = view.integer("slice_size", in[2]);
  return view.shapeIs("query", {1, users, heads, width})
      .shapeIs("key", {1, users, shared, width})
      .shapeIs("value", {1, users, shared, width})
      .done();
}

static LogicalResult verifyRotary(Operation *op) {
  OpView view(op, "input cos_cache sin_cache -> result");
  return sameDataType(view.rank("input cos_cache sin_cache result", 4).sameShape("cos_cache sin_cache"), "cos_cache",
                      "sin_cache")
      .done();
}

static LogicalResult verifyRotaryLlama(Operation *op) {
  OpView view(op, "input cos_cache sin_cache trans_mat -> result");
  if (view.sameShape("input result")
          .sameShape("cos_cache sin_cache")
          .rankAtLeast("trans_mat", 4)
          .shapeIs("trans_mat", {1, 1, 32, 32})
          .failed())
    return failure();
  bool decodes = view.flag("is_decode_mode", false);
  for (StringRef name : {"input", "cos_cache", "sin_cache", "trans_mat"}) {
    ttnn::TTNNLayoutAttr layout = layoutOf(view.get(name));
    view.require(layout && layout.isDeviceMemory() && layout.isTiled(), name + " must lie in tiles on the device")
        .require(cast<ShapedType>(view.get(name).getType()).getElementType().isBF16(),
                 name + " must have elements of type bf16")
        .require(
            !decodes || !layout ||
                (layout.getMemLayout() && layout.getMemLayout().getValue() == ttnn::TensorMemoryLayout::HeightSharded),
            name + " must be height sharded where is_decode_mode is true");
  }
  return view.done();
}

//===----------------------------------------------------------------------===//
// Training: only ranks are asked
//===----------------------------------------------------------------------===//

static OpView &checkTrained(OpView &view, ttcore::AttentionMaskType otherwise) {
  auto given = view.operation()->getAttrOfType<ttcore::AttentionMaskTypeAttr>("mask_type");
  bool arbitrary = (given ? given.getValue() : otherwise) == ttcore::AttentionMaskType::Arbitrary;
  return view.rank("query key value", 4)
      .require(arbitrary == view.has("attention_mask"),
               "an attention_mask must be there exactly where mask_type is 'arbitrary'");
}

static LogicalResult verifyAttentionForward(Operation *op) {
  OpView view(op, "query key value attention_mask? -> output intermediates?");
  return checkTrained(view, ttcore::AttentionMaskType::Causal)
      .require(view.flag("return_intermediates", false) == view.has("intermediates"),
               "return_intermediates says whether there is a second result")
      .done();
}

static LogicalResult verifyAttentionBackward(Operation *op) {
  OpView view(
      op, "grad_output attn_output query key value intermediates attention_mask? -> grad_query grad_key grad_value");
  return checkTrained(view, ttcore::AttentionMaskType::Arbitrary).done();
}

//===----------------------------------------------------------------------===//
// Caches
//===----------------------------------------------------------------------===//

static OpView &checkCache(OpView &view) {
  return sameDataType(view.rank("cache input", 4).sameExtent("cache", 1, "input", 1).sameExtent("cache", 3, "input", 3),
                      "cache", "input");
}

static LogicalResult verifyUpdateCache(Operation *op) {
  OpView view(op, "cache input update_index");
  return checkCache(view).extentIs("input", 0, 1, "one token").done();
}

static LogicalResult verifyFillCache(Operation *op) {
  OpView view(op, "cache input");
  if (checkCache(view).failed())
    return failure();
  return view
      .require(view.extent("input", 2) <= view.extent("cache", 2), "dimension 2 of input is " +
                                                                       Twine(view.extent("input", 2)) + ", of cache " +
                                                                       Twine(view.extent("cache", 2)))
      .done();
}

static LogicalResult verifyPagedUpdate(Operation *op) {
  OpView view(op, "cache input update_index page_table?");
  if (view.rank("cache input", 4)
          .rank("update_index", 1)
          .rank("page_table", 2)
          .isReal("input")
          .isInteger("update_index page_table")
          .failed())
    return failure();
  return view.divides("block size of cache", view.extent("cache", 2), "rows of a tile", 32)
      .extentIs("input", 0, 1, "one token")
      .sameExtent("cache", 3, "input", 3)
      .sameExtent("input", 1, "update_index", 0)
      .sameExtent("page_table", 0, "update_index", 0)
      .done();
}

static LogicalResult verifyPagedFill(Operation *op) {
  OpView view(op, "cache input page_table batch_idx_tensor?");
  if (view.rank("cache input", 4)
          .isReal("cache")
          .sameElement("cache input")
          .sameExtent("cache", 1, "input", 1)
          .sameExtent("cache", 3, "input", 3)
          .rank("page_table", 2)
          .isInteger("page_table batch_idx_tensor")
          .rank("batch_idx_tensor", 1)
          .failed())
    return failure();
  return view.divides("block size of cache", view.extent("cache", 2), "rows of a tile", 32)
      .sameExtent("batch_idx_tensor", 0, "input", 0)
      .require(view.has("batch_idx_tensor") || view.extent("input", 0) == 1,
               "input holds " + Twine(view.extent("input", 0)) + " users, and there is no batch_idx_tensor")
      .done();
}

void rules::addTTNNAttentionRules(RuleTable &table) {
  add(table, {"ttnn.scaled_dot_product_attention"}, verifyAttention);
  add(table, {"ttnn.scaled_dot_product_attention_decode"}, verifyDecode);
  add(table, {"ttnn.paged_scaled_dot_product_attention_decode"}, verifyPagedDecode);
  add(table, {"ttnn.chunked_scaled_dot_product_attention"}, verifyChunked);
  add(table, {"ttnn.paged_flash_multi_latent_attention_decode"}, verifyLatentDecode);
  add(table, {"ttnn.flash_mla_prefill"}, verifyLatentPrefill);
  add(table, {"ttnn.indexer_score_dsa"}, verifyIndexerScore);
  add(table, {"ttnn.concatenate_heads"}, verifyConcatHeads);
  add(table, {"ttnn.nlp_concat_heads"}, verifyConcatHeadsAsMatrix);
  add(table, {"ttnn.nlp_concat_heads_decode"}, verifyConcatHeadsDecode);
  add(table, {"ttnn.nlp_create_qkv_heads_decode"}, verifyCreateHeadsDecode);
  add(table, {"ttnn.rotary_embedding"}, verifyRotary);
  add(table, {"ttnn.rotary_embedding_llama"}, verifyRotaryLlama);
  add(table, {"ttnn.sdpa_fw"}, verifyAttentionForward);
  add(table, {"ttnn.sdpa_bw"}, verifyAttentionBackward);
  add(table, {"ttnn.update_cache"}, verifyUpdateCache);
  add(table, {"ttnn.fill_cache"}, verifyFillCache);
  add(table, {"ttnn.paged_update_cache"}, verifyPagedUpdate);
  add(table, {"ttnn.paged_fill_cache"}, verifyPagedFill);
}

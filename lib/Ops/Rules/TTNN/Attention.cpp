//===- Attention.cpp - What TTNN asks of attention ------------------------===//
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
static OpView &checkSeenBy(OpView &view, ArrayRef<int64_t> extents, int64_t broadcast = 2) {
  if (!view.has("attention_mask") || view.rank("attention_mask", 4).failed())
    return view;
  for (int64_t dim = 0; dim < 4; ++dim) {
    int64_t found = view.extent("attention_mask", dim);
    view.require(found == extents[dim] || (dim < broadcast && found == 1),
                 "dimension " + Twine(dim) + " of attention_mask is " + Twine(found) + ", expected " +
                     (dim < broadcast ? "1 or " : "") + Twine(extents[dim]));
  }
  return view;
}

/// query (B, H, Sq, D); key and value (B, Hkv, Sk, D).
static LogicalResult verifyAttention(Operation *op) {
  OpView view(op, "query key value attention_mask? attention_sink? -> result");
  view.onePerGroup("...??").sameShape("query result").sameShape("key value");
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
  return checkSeenBy(checkCausal(checkHeads(view, query[2], key[1])), {query[1], 1, query[2], key[2]}, 3).done();
}

static LogicalResult verifyPagedDecode(Operation *op) {
  OpView view(op, "query key value page_table attention_mask? cur_pos_tensor? attention_sink? -> result");
  return checkCausal(checkPagedKeys(view.onePerGroup("....???"), 2, 1))
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
  return view.onePerGroup("..?.???")
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
  if (view.onePerGroup("..??")
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
                 .sameExtent("query", 2, "key", 2)
                 .sameExtent("query", 3, "key", 3)
                 .require(view.has("value") || width <= key[3],
                          "head_dim_v (" + Twine(width) + ") exceeds the width of key (" + Twine(key[3]) + ")"),
             query[1], key[1]);
  return checkSeenBy(view, {query[0], query[1], query[2], key[2]})
      .sameExtent("value", 0, "key", 0)
      .sameExtent("value", 1, "key", 1)
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

void rules::addTTNNAttentionRules(RuleTable &table) {
  add(table, {"ttnn.scaled_dot_product_attention"}, verifyAttention);
  add(table, {"ttnn.scaled_dot_product_attention_decode"}, verifyDecode);
  add(table, {"ttnn.paged_scaled_dot_product_attention_decode"}, verifyPagedDecode);
  add(table, {"ttnn.chunked_scaled_dot_product_attention"}, verifyChunked);
  add(table, {"ttnn.paged_flash_multi_latent_attention_decode"}, verifyLatentDecode);
  add(table, {"ttnn.flash_mla_prefill"}, verifyLatentPrefill);
  add(table, {"ttnn.indexer_score_dsa"}, verifyIndexerScore);
  add(table, {"ttnn.sdpa_fw"}, verifyAttentionForward);
  add(table, {"ttnn.sdpa_bw"}, verifyAttentionBackward);
}

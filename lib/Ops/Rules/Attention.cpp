//===- Attention.cpp - Rules of attention ---------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpView.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

OpView &rules::checkHeads(OpView &view, int64_t queries, int64_t keys) {
  return view.divides("heads of query", queries, "heads of key", keys);
}

/// A mask is one of 1 or the extent at batch and heads, and the extent itself at queries and keys.
OpView &rules::checkMask(OpView &view, ArrayRef<int64_t> extents) {
  if (view.failed() || !view.has("attention_mask") || view.rank("attention_mask", 4).isReal("attention_mask").failed())
    return view;
  for (int64_t dim = 0; dim < 4; ++dim) {
    int64_t found = view.extent("attention_mask", dim);
    bool mayBeOne = dim < 3;
    view.require(found == extents[dim] || (mayBeOne && found == 1),
                 "dimension " + Twine(dim) + " of attention_mask is " + Twine(found) + ", expected " +
                     (mayBeOne ? "1 or " : "") + Twine(extents[dim]));
  }
  return view;
}

OpView &rules::checkCausal(OpView &view) {
  return view.require(!view.flag("is_causal", true) || !view.has("attention_mask"),
                      "is_causal is true and there is an attention_mask: only one may say what is seen");
}

OpView &rules::checkPagedKeys(OpView &view, int64_t headDim, int64_t userDim) {
  if (view.rank("query key value", 4)
          .rank("page_table", 2)
          .isInteger("page_table")
          .isReal("query key value")
          .sameType("key value")
          .failed())
    return view;
  return checkHeads(view, view.extent("query", headDim), view.extent("key", 1))
      .divides("block size of key", view.extent("key", 2), "rows of a tile", 32)
      .sameExtent("query", 3, "key", 3)
      .sameExtent("page_table", 0, "query", userDim);
}

/// One number for each head of the queries.
static OpView &checkSink(OpView &view, int64_t heads) {
  if (view.failed() || !view.has("attention_sink") || view.isReal("attention_sink").failed())
    return view;
  int64_t volume = view.volume("attention_sink");
  return view.require(heads > 0 && volume % heads == 0, "attention_sink has " + Twine(volume) +
                                                            " elements, expected a multiple of the " + Twine(heads) +
                                                            " heads of query");
}

/// One position of each user of a decode query (1, B, H, D).
static OpView &checkPositions(OpView &view) {
  return view.isIndex("cur_pos_tensor").rank("cur_pos_tensor", 1).sameExtent("cur_pos_tensor", 0, "query", 1);
}

static OpView &checkSeen(OpView &view) {
  return view.require(view.flag("is_causal", true) || view.has("attention_mask"),
                      "is_causal is false and there is no attention_mask: one must say what is seen");
}

/// query (B, H, Sq, D), key (B, Hkv, Sk, D), value (B, Hkv, Sk, Dv), result (B, H, Sq, Dv).
static LogicalResult verifyAttention(Operation *op) {
  OpView view(op, "query key value attention_mask? attention_sink? -> result");
  if (view.rank("query key value result", 4).isReal("query key value result").failed())
    return failure();
  Shape query = view.shape("query"), key = view.shape("key");
  view.sameExtent("query", 0, "key", 0)
      .sameExtent("key", 0, "value", 0)
      .sameExtent("key", 1, "value", 1)
      .sameExtent("key", 2, "value", 2)
      .sameExtent("query", 3, "key", 3)
      .sameElement("key value");
  checkHeads(view, query[1], key[1]).inRange("sliding_window_size", 1);
  checkMask(checkCausal(view), {query[0], query[1], query[2], key[2]});
  return checkSink(view, query[1]).shapeIs("result", {query[0], query[1], query[2], view.extent("value", 3)}).done();
}

/// query (1, B, H, D), key and value (B, Hkv, S, D): one new token of each user.
static LogicalResult verifyDecode(Operation *op) {
  OpView view(op, "query key value attention_mask? cur_pos_tensor? attention_sink? -> result");
  if (view.rank("query key value result", 4).isReal("query key value result").failed())
    return failure();
  Shape query = view.shape("query"), key = view.shape("key");
  view.extentIs("query", 0, 1, "one token")
      .sameExtent("query", 1, "key", 0)
      .sameShape("key value")
      .sameElement("key value")
      .sameExtent("query", 3, "key", 3)
      .sameShape("query result")
      .inRange("sliding_window_size", 1);
  checkHeads(view, query[2], key[1]);
  checkMask(checkCausal(view), {query[1], 1, query[2], key[2]});
  return checkPositions(checkSeen(checkSink(view, query[2]))).done();
}

/// Keys and values in pages (blocks, Hkv, block, D) of whole tiles; the table holds the pages of each user.
static OpView &checkPages(OpView &view, int64_t users) {
  return view.isIndex("page_table")
      .rank("page_table", 2)
      .extentIs("page_table", 0, users, "users")
      .divides("block size of key", view.extent("key", 2), "rows of a tile", 32);
}

static LogicalResult verifyPagedDecode(Operation *op) {
  bool library = op->getName().getDialectNamespace() == "ttnn";
  OpView view(op, library
                      ? "query key value page_table attention_mask? cur_pos_tensor? attention_sink? -> result"
                      : "query key value page_table output? attention_mask? cur_pos_tensor? attention_sink? -> result");
  if (view.rank("query key value result", 4).isReal("query key value result output").failed())
    return failure();
  Shape query = view.shape("query"), key = view.shape("key");
  view.extentIs("query", 0, 1, "one token")
      .sameShape("key value")
      .sameElement("key value")
      .sameExtent("query", 3, "key", 3)
      .sameShape("query result output")
      .inRange("sliding_window_size", 1);
  checkPages(checkHeads(view, query[2], key[1]), query[1]);
  checkSeen(checkCausal(view)).rank("attention_mask", 4).isReal("attention_mask");
  return checkPositions(checkSink(view, query[2])).done();
}

/// Multi-head latent attention: values are the first head_dim_v columns of the keys unless they are given.
static LogicalResult verifyLatentDecode(Operation *op) {
  OpView view(op, "query key value? page_table attention_mask? cur_pos_tensor? attention_sink? -> result");
  if (view.rank("query key value result", 4).isReal("query key value result").failed())
    return failure();
  Shape query = view.shape("query"), key = view.shape("key");
  int64_t width = view.integer("head_dim_v");
  view.extentIs("query", 0, 1, "one token")
      .sameExtent("query", 3, "key", 3)
      .inRange("head_dim_v", 1, key[3])
      .extentIs("value", 3, width, "head_dim_v")
      .sameExtent("key", 0, "value", 0)
      .sameExtent("key", 2, "value", 2);
  checkPages(checkHeads(view, query[2], key[1]), query[1]);
  checkSeen(checkCausal(view)).shapeIs("result", {1, query[1], query[2], width});
  return checkPositions(checkSink(view, query[2])).done();
}

static LogicalResult verifyLatentPrefill(Operation *op) {
  OpView view(op, "query key value? attention_mask? -> result");
  if (view.rank("query key value result", 4).isReal("query key value result").failed())
    return failure();
  Shape query = view.shape("query"), key = view.shape("key");
  int64_t width = view.integer("head_dim_v");
  view.sameExtent("query", 0, "key", 0)
      .sameExtent("query", 3, "key", 3)
      .inRange("head_dim_v", 1, key[3])
      .extentIs("value", 3, width, "head_dim_v")
      .sameExtent("key", 0, "value", 0)
      .sameExtent("key", 1, "value", 1)
      .sameExtent("key", 2, "value", 2);
  checkHeads(view, query[1], key[1]);
  checkMask(checkCausal(view), {query[0], query[1], query[2], key[2]});
  return view.shapeIs("result", {query[0], query[1], query[2], width}).done();
}

/// A chunk of queries against pages of keys: those up to the chunk's end must lie in the table.
static LogicalResult verifyChunked(Operation *op) {
  bool library = op->getName().getDialectNamespace() == "ttnn";
  OpView view(op, library ? "query key value page_table chunk_start_idx -> result"
                          : "query key value page_table chunk_start_idx output -> result");
  if (view.rank("query key value result", 4).isReal("query key value result output").failed())
    return failure();
  Shape query = view.shape("query"), key = view.shape("key");
  view.sameShape("key value")
      .sameElement("key value")
      .sameExtent("query", 3, "key", 3)
      .sameShape("query result output");
  checkPages(checkHeads(view, query[1], key[1]), query[0])
      .isIndex("chunk_start_idx")
      .rank("chunk_start_idx", 1)
      .volumeIs("chunk_start_idx", 1, "one position");
  if (view.failed())
    return failure();
  std::optional<int64_t> held = boundedVolume({view.extent("page_table", 1), key[2]});
  return view
      .require(held && *held >= query[2], "the page table holds " + Twine(held.value_or(-1)) +
                                              " positions, the chunk has " + Twine(query[2]) + " queries")
      .done();
}

/// score(s, t) = sum over heads of weight * relu(query . key): query (B, H, Sq, D), key (B, 1, Sk, D).
static LogicalResult verifyIndexerScore(Operation *op) {
  OpView view(op, "query key weights -> result");
  if (view.rank("query key weights result", 4).isReal("query key weights result").failed())
    return failure();
  Shape query = view.shape("query"), key = view.shape("key");
  int64_t start = view.integer("chunk_start_idx");
  return view.sameExtent("query", 0, "key", 0)
      .extentIs("key", 1, 1, "one head")
      .sameExtent("query", 3, "key", 3)
      .shapeIs("weights", {query[0], query[1], query[2], 1})
      .shapeIs("result", {query[0], 1, query[2], key[2]})
      .require(start >= 0 && start + query[2] <= key[2], "queries " + Twine(start) + " to " + Twine(start + query[2]) +
                                                             " must lie in the " + Twine(key[2]) + " keys")
      .inRange("cluster_axis", 0, 1)
      .done();
}

static OpView &checkTrainedAttention(OpView &view) {
  if (view.rank("query key value attention_mask", 4)
          .isReal("query key value attention_mask")
          .realInRange("dropout_probability", 0, 1, /*openHigh=*/true)
          .failed())
    return view;
  view.sameExtent("query", 0, "key", 0).sameShape("key value").sameExtent("query", 3, "key", 3);
  view.divides("heads of query", view.extent("query", 1), "heads of key", view.extent("key", 1))
      .sameExtent("attention_mask", 2, "query", 2)
      .sameExtent("attention_mask", 3, "key", 2);
  Shape query = view.shape("query");
  return checkMask(view, {query[0], query[1], query[2], view.extent("key", 2)});
}

static LogicalResult verifyAttentionForward(Operation *op) {
  OpView view(op, "query key value attention_mask? -> output intermediates?");
  return checkTrainedAttention(view)
      .sameShape("query output")
      .isReal("output")
      .rank("intermediates", 4)
      .require(view.flag("return_intermediates", false) == view.has("intermediates"),
               "return_intermediates says whether there is a second result")
      .done();
}

static LogicalResult verifyAttentionBackward(Operation *op) {
  OpView view(
      op, "grad_output attn_output query key value intermediates attention_mask? -> grad_query grad_key grad_value");
  if (checkTrainedAttention(view).rank("intermediates", 4).failed())
    return failure();
  return view.sameExtent("intermediates", 0, "query", 0)
      .sameExtent("intermediates", 1, "query", 1)
      .sameExtent("intermediates", 2, "query", 2)
      .sameShape("query grad_output attn_output grad_query")
      .sameShape("key grad_key")
      .sameShape("value grad_value")
      .isReal("grad_output attn_output intermediates grad_query grad_key grad_value")
      .done();
}

void rules::addAttentionRules(RuleTable &table) {
  addOfLibrary(table, {"scaled_dot_product_attention"}, verifyAttention);
  addOfLibrary(table, {"scaled_dot_product_attention_decode"}, verifyDecode);
  addOfLibrary(table, {"paged_scaled_dot_product_attention_decode"}, verifyPagedDecode);
  addOfLibrary(table, {"paged_flash_multi_latent_attention_decode"}, verifyLatentDecode);
  addOfLibrary(table, {"flash_mla_prefill"}, verifyLatentPrefill);
  addOfLibrary(table, {"chunked_scaled_dot_product_attention"}, verifyChunked);
  addOfLibrary(table, {"indexer_score_dsa"}, verifyIndexerScore);
  addOfLibrary(table, {"sdpa_fw"}, verifyAttentionForward);
  addOfLibrary(table, {"sdpa_bw"}, verifyAttentionBackward);
}

//===- Attention.cpp - What TTIR asks of attention ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../OpView.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

/// Extents of a mask: 1 or the given one, the last always given.
static OpView &checkMaskExtents(OpView &view, ArrayRef<int64_t> extents) {
  if (!view.has("attention_mask") || view.rank("attention_mask", 4).failed())
    return view;
  for (int64_t dim = 0; dim < 4; ++dim) {
    int64_t found = view.extent("attention_mask", dim);
    view.require(found == extents[dim] || (dim < 3 && found == 1),
                 "dimension " + Twine(dim) + " of attention_mask is " + Twine(found) + ", expected " +
                     (dim < 3 ? "1 or " : "") + Twine(extents[dim]));
  }
  return view;
}

/// query (B, H, Sq, D); key and value (B, Hkv, Sk, D).
static LogicalResult verifyAttention(Operation *op) {
  OpView view(op, "query key value attention_mask? attention_sink? -> result");
  if (view.rank("query key value", 4).sameType("query result").sameType("key value").failed())
    return failure();
  Shape query = view.shape("query"), key = view.shape("key");
  view.sameExtent("query", 0, "key", 0).sameExtent("query", 3, "key", 3);
  checkCausal(checkHeads(view, query[1], key[1]))
      .require(!view.flag("is_causal", true) || query[2] == key[2], "is_causal is true for " + Twine(query[2]) +
                                                                        " queries and " + Twine(key[2]) +
                                                                        " keys: they must be equal");
  return checkMaskExtents(view, {query[0], query[1], query[2], key[2]}).done();
}

/// query (1, B, H, D); key and value (B, Hkv, S, D): one new token of each user.
static LogicalResult verifyDecode(Operation *op) {
  OpView view(op, "query key value attention_mask? cur_pos_tensor? attention_sink? -> result");
  if (view.require(op->getNumOperands() >= 4, "needs cur_pos_tensor, or an attention_mask that says what is seen")
          .isInteger("cur_pos_tensor")
          .rank("query key value", 4)
          .rank("cur_pos_tensor", 1)
          .sameType("query result")
          .sameType("key value")
          .failed())
    return failure();
  Shape query = view.shape("query"), key = view.shape("key");
  view.extentIs("query", 0, 1, "one token")
      .sameExtent("query", 1, "key", 0)
      .sameExtent("query", 3, "key", 3)
      .sameExtent("cur_pos_tensor", 0, "query", 1);
  return checkMaskExtents(checkCausal(checkHeads(view, query[2], key[1])), {query[1], 1, query[2], key[2]}).done();
}

static OpView &checkPositions(OpView &view) {
  return view.isInteger("cur_pos_tensor").rank("cur_pos_tensor", 1).sameExtent("cur_pos_tensor", 0, "query", 1);
}

static OpView &checkSeen(OpView &view) {
  return checkCausal(view).require(view.flag("is_causal", true) || view.has("attention_mask"),
                                   "is_causal is false and there is no attention_mask: one must say what is seen");
}

static LogicalResult verifyPagedDecode(Operation *op) {
  OpView view(op, "query key value page_table output? attention_mask? cur_pos_tensor? attention_sink? -> result");
  if (view.require(op->getNumOperands() >= 5, "needs five operands at least").failed())
    return failure();
  return checkPositions(checkSeen(checkPagedKeys(view, 2, 1))).done();
}

/// Keys and values are one: few of their extents are asked.
static LogicalResult verifyLatentDecode(Operation *op) {
  OpView view(op, "query key value? page_table attention_mask? cur_pos_tensor? attention_sink? -> result");
  return view.onePerGroup("..?.???")
      .rank("query key value", 4)
      .rank("page_table", 2)
      .isInteger("page_table")
      .isReal("query")
      .sameElement("query key value")
      .inRange("head_dim_v", 1)
      .extentIs("key", 1, 1, "one head")
      .done();
}

static LogicalResult verifyChunked(Operation *op) {
  OpView view(op, "query key value page_table chunk_start_idx output -> result");
  return checkPagedKeys(view, 1, 0)
      .sameElement("query key")
      .sameShape("query result")
      .isInteger("chunk_start_idx")
      .rank("chunk_start_idx", 1)
      .extentIs("chunk_start_idx", 0, 1, "one position for all users")
      .done();
}

//===----------------------------------------------------------------------===//
// Training
//===----------------------------------------------------------------------===//

static bool isMaskType(Operation *op, StringRef otherwise, StringRef type) {
  auto given = op->getAttr("mask_type");
  auto known = dyn_cast_or_null<ttcore::AttentionMaskTypeAttr>(given);
  return (known ? ttcore::stringifyAttentionMaskType(known.getValue()) : otherwise) == type;
}

/// Extents of the last two dimensions, and of batch and heads where there are four.
static OpView &checkTrained(OpView &view, StringRef maskType) {
  if (view.rankAtLeast("query key value", 2).failed())
    return view;
  view.sameExtent("query", -2, "key", -2).sameExtent("key", -2, "value", -2).sameExtent("query", -1, "key", -1);
  bool needsMask = isMaskType(view.operation(), maskType, "arbitrary");
  view.require(needsMask == view.has("attention_mask"), needsMask ? "mask_type 'arbitrary' needs an attention_mask"
                                                                  : "attention_mask is only for mask_type 'arbitrary'");
  if (view.failed() || view.shape("query").size() != 4)
    return view;
  int64_t length = view.extent("query", 2);
  view.rank("key value", 4)
      .sameExtent("query", 0, "key", 0)
      .sameExtent("key", 0, "value", 0)
      .sameExtent("key", 1, "value", 1);
  return checkHeads(view, view.extent("query", 1), view.extent("key", 1))
      .shapeIs("attention_mask", {1, 1, length, length});
}

/// The queries' extents, with another last one.
static SmallVector<int64_t> queriesBy(OpView &view, int64_t last) {
  SmallVector<int64_t> extents(view.shape("query"));
  extents.back() = last;
  return extents;
}

/// Extents but for ones in front, of which there may be more or fewer.
static OpView &extentsAre(OpView &view, StringRef name, ArrayRef<int64_t> expected) {
  auto behindOnes = [](ArrayRef<int64_t> shape) {
    return shape.drop_while([](int64_t extent) { return extent == 1; });
  };
  bool same = view.has(name) && behindOnes(view.shape(name)) == behindOnes(expected);
  return same ? view : view.shapeIs(name, expected);
}

static LogicalResult verifyAttentionForward(Operation *op) {
  OpView view(op, "query key value attention_mask? -> output intermediates?");
  if (checkTrained(view, "causal").failed())
    return failure();
  view.require(view.flag("return_intermediates", false) == view.has("intermediates"),
               "return_intermediates says whether there is a second result");
  extentsAre(view, "output", queriesBy(view, view.extent("value", -1)));
  return extentsAre(view, "intermediates", queriesBy(view, 32)).done();
}

static LogicalResult verifyAttentionBackward(Operation *op) {
  OpView view(
      op, "grad_output attn_output query key value intermediates attention_mask? -> grad_query grad_key grad_value");
  if (checkTrained(view, "arbitrary").failed())
    return failure();
  SmallVector<int64_t> output = queriesBy(view, view.extent("value", -1));
  return view.shapeIs("grad_output", output)
      .shapeIs("attn_output", output)
      .shapeIs("intermediates", queriesBy(view, 32))
      .sameShape("query grad_query")
      .sameShape("key grad_key")
      .sameShape("value grad_value")
      .done();
}

void rules::addTTIRAttentionRules(RuleTable &table) {
  add(table, {"ttir.scaled_dot_product_attention"}, verifyAttention);
  add(table, {"ttir.scaled_dot_product_attention_decode"}, verifyDecode);
  add(table, {"ttir.paged_scaled_dot_product_attention_decode"}, verifyPagedDecode);
  add(table, {"ttir.paged_flash_multi_latent_attention_decode"}, verifyLatentDecode);
  add(table, {"ttir.chunked_scaled_dot_product_attention"}, verifyChunked);
  add(table, {"ttir.sdpa_fw"}, verifyAttentionForward);
  add(table, {"ttir.sdpa_bw"}, verifyAttentionBackward);
}

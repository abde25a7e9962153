//===- Heads.cpp - Rules of heads and rotary embeddings -------------------===//
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

//===----------------------------------------------------------------------===//
// Heads
//===----------------------------------------------------------------------===//

static LogicalResult verifyConcatHeads(Operation *op) {
  OpView view(op, "input -> result");
  bool flat = op->getName().stripDialect() == "concatenate_heads";
  if (view.rank("input", 4).rank("result", flat ? 3 : 4).sameElement("input result").failed())
    return failure();
  Shape in = view.shape("input");
  SmallVector<int64_t> expected{in[0], 1, in[2], in[1] * in[3]};
  if (flat)
    expected.erase(expected.begin() + 1);
  return view.shapeIs("result", expected).done();
}

/// (1, B, heads and padding, D) to (1, 1, B, num_heads * D).
static LogicalResult verifyConcatHeadsDecode(Operation *op) {
  OpView view(op, "input -> result");
  if (view.rank("input result", 4).sameElement("input result").failed())
    return failure();
  Shape in = view.shape("input");
  int64_t heads = view.integer("num_heads");
  return view.inRange("num_heads", 1, in[2])
      .extentIs("input", 0, 1, "one token")
      .shapeIs("result", {1, 1, in[1], heads * in[3]})
      .done();
}

/// (B, S, (num_heads + 2 * num_kv_heads) * D), or queries and the keys with the values in two tensors.
static LogicalResult verifySplitHeads(Operation *op) {
  OpView view(op, "input_tensor kv_input_tensor? -> query key value");
  if (view.rankAtLeast("input_tensor kv_input_tensor", 3)
          .rank("query key value", 4)
          .sameElement("input_tensor query")
          .sameElement("query key value")
          .inRange("num_heads num_kv_heads", 1)
          .failed())
    return failure();
  int64_t heads = view.integer("num_heads"), shared = view.integer("num_kv_heads", heads),
          width = view.extent("query", 3);
  int64_t batch = view.extent("input_tensor", 0), length = view.extent("input_tensor", -2);
  bool one = !view.has("kv_input_tensor");
  view.divides("num_heads", heads, "num_kv_heads", shared)
      .extentIs("input_tensor", -1, (one ? heads + 2 * shared : heads) * width,
                one ? "(num_heads + 2 * num_kv_heads) * head size" : "num_heads * head size")
      .shapeIs("query", {batch, heads, length, width});
  int64_t keys = one ? length : view.extent("kv_input_tensor", -2);
  if (!one)
    view.extentIs("kv_input_tensor", 0, batch, "batch")
        .extentIs("kv_input_tensor", -1, 2 * shared * width, "2 * num_kv_heads * head size");
  SmallVector<int64_t> key{batch, shared, keys, width};
  view.shapeIs("value", key);
  if (view.flag("transpose_key", false))
    std::swap(key[2], key[3]);
  return view.shapeIs("key", key).done();
}

/// (1, 1, B, (num_heads + 2 * num_kv_heads) * D) to queries (1, B, num_heads, D), keys and values alike.
static LogicalResult verifyCreateHeadsDecode(Operation *op) {
  OpView view(op, "input batch_offset? -> query key value");
  if (view.rank("input query key value", 4)
          .sameElement("input query key value")
          .inRange("num_heads num_kv_heads slice_size", 1)
          .isInteger("batch_offset")
          .failed())
    return failure();
  int64_t heads = view.integer("num_heads"), shared = view.integer("num_kv_heads", heads),
          width = view.extent("query", 3);
  int64_t users = view.integer("slice_size", view.extent("input", 2));
  return view.extentIs("input", 0, 1, "one token")
      .extentIs("input", 1, 1, "one token")
      .extentIs("input", 3, (heads + 2 * shared) * width, "(num_heads + 2 * num_kv_heads) * head size")
      .shapeIs("query", {1, users, heads, width})
      .shapeIs("key", {1, users, shared, width})
      .shapeIs("value", {1, users, shared, width})
      .done();
}

//===----------------------------------------------------------------------===//
// Rotary embedding
//===----------------------------------------------------------------------===//

/// The table holds every position of the input, for all batches and heads or for each.
static OpView &checkRotation(OpView &view, StringRef table, bool holdsAll) {
  int64_t rank = view.shape("input").size(), tableRank = view.shape(table).size();
  for (int64_t dim = 3; dim <= std::min(rank, tableRank); ++dim) {
    int64_t of = view.extent(table, -dim), wanted = view.extent("input", -dim);
    view.require(of == 1 || of == wanted, "dimension " + Twine(tableRank - dim) + " of " + table + " is " + Twine(of) +
                                              ", expected 1 or " + Twine(wanted));
  }
  int64_t positions = view.extent(table, -2), wanted = view.extent("input", -2);
  return view.divides("last dimension of input", view.extent("input", -1), "the halves that are turned", 2)
      .require(!holdsAll || positions == 1 || positions >= wanted,
               table + " holds " + Twine(positions) + " positions, the input has " + Twine(wanted));
}

static LogicalResult verifyRotary(Operation *op) {
  OpView view(op, "input cos sin -> result");
  if (view.rankAtLeast("input cos sin", 2)
          .sameShape("input result")
          .sameShape("cos sin")
          .isReal("input cos sin result")
          .sameExtent("input", -1, "cos", -1)
          .failed())
    return failure();
  return checkRotation(view, "cos", /*holdsAll=*/!view.attr("token_index")).done();
}

static LogicalResult verifyRotaryLlama(Operation *op) {
  OpView view(op, "input cos_cache sin_cache trans_mat -> result");
  if (view.rank("input cos_cache sin_cache trans_mat", 4)
          .sameShape("input result")
          .sameShape("cos_cache sin_cache")
          .isReal("input cos_cache sin_cache trans_mat result")
          .sameExtent("input", 3, "cos_cache", 3)
          .failed())
    return failure();
  if (checkRotation(view, "cos_cache", /*holdsAll=*/!view.flag("is_decode_mode", false)).failed())
    return failure();
  view.extentIs("trans_mat", 0, 1, "one matrix")
      .extentIs("trans_mat", 1, 1, "one matrix")
      .extentIs("trans_mat", 3, 32, "a rotation of one tile");
  if (view.flag("is_decode_mode", false)) // one for each core that holds a user
    return view.divides("dimension 2 of trans_mat", view.extent("trans_mat", 2), "rotations of one tile", 32).done();
  return view.sameExtent("trans_mat", 2, "trans_mat", 3).done();
}

void rules::addHeadsRules(RuleTable &table) {
  addOfLibrary(table, {"concatenate_heads", "nlp_concat_heads"}, verifyConcatHeads);
  addOfLibrary(table, {"nlp_concat_heads_decode"}, verifyConcatHeadsDecode);
  addOfLibrary(table, {"split_query_key_value_and_split_heads"}, verifySplitHeads);
  addOfLibrary(table, {"nlp_create_qkv_heads_decode"}, verifyCreateHeadsDecode);
  addOfLibrary(table, {"rotary_embedding"}, verifyRotary);
  addOfLibrary(table, {"rotary_embedding_llama"}, verifyRotaryLlama);
}

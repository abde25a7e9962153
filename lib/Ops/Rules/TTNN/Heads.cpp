//===- Heads.cpp - What TTNN asks of heads and rotary embeddings ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Layouts.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

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

void rules::addTTNNHeadsRules(RuleTable &table) {
  add(table, {"ttnn.concatenate_heads"}, verifyConcatHeads);
  add(table, {"ttnn.nlp_concat_heads"}, verifyConcatHeadsAsMatrix);
  add(table, {"ttnn.nlp_concat_heads_decode"}, verifyConcatHeadsDecode);
  add(table, {"ttnn.nlp_create_qkv_heads_decode"}, verifyCreateHeadsDecode);
  add(table, {"ttnn.rotary_embedding"}, verifyRotary);
  add(table, {"ttnn.rotary_embedding_llama"}, verifyRotaryLlama);
}

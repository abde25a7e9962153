//===- Heads.cpp - What TTIR asks of heads and rotary embeddings ----------===//
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

//===----------------------------------------------------------------------===//
// Heads
//===----------------------------------------------------------------------===//

static LogicalResult verifyConcatHeads(Operation *op) {
  OpView view(op, "input -> result");
  if (view.rank("input", 4).rank("result", 3).failed())
    return failure();
  Shape in = view.shape("input");
  return view.shapeIs("result", {in[0], in[2], in[1] * in[3]}).done();
}

static LogicalResult verifySplitHeads(Operation *op) {
  OpView view(op, "input_tensor kv_input_tensor? -> query key value");
  if (view.rank("input_tensor kv_input_tensor", 3)
          .rank("query key value", 4)
          .inRange("num_heads num_kv_heads", 1)
          .require(view.attr("transpose_key") != nullptr, "needs attribute transpose_key")
          .failed())
    return failure();
  int64_t heads = view.integer("num_heads"), shared = view.integer("num_kv_heads", heads);
  Shape input = view.shape("input_tensor");
  bool one = !view.has("kv_input_tensor");
  int64_t width = input[2] / (one ? heads + 2 * shared : heads);
  SmallVector<int64_t> key{input[0], shared, one ? input[1] : view.extent("kv_input_tensor", 1), width};
  view.shapeIs("query", {input[0], heads, input[1], width}).shapeIs("value", key);
  if (view.flag("transpose_key", false))
    std::swap(key[2], key[3]);
  return view.shapeIs("key", key).done();
}

void rules::addTTIRHeadsRules(RuleTable &table) {
  add(table, {"ttir.concatenate_heads"}, verifyConcatHeads);
  add(table, {"ttir.split_query_key_value_and_split_heads", "ttnn.split_query_key_value_and_split_heads"},
      verifySplitHeads);
}

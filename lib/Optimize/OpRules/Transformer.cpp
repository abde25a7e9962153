//===- Transformer.cpp - Rules of attention, heads, rotary and caches -----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpRules.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

namespace {
class RotaryRules : public OpRules {
public:
  RotaryRules() : OpRules(plan::OpKind::Rotary) {}

protected:
  void refine(Operation *op, plan::OpTraits &traits) const override {
    traits.chainShardable = op->getName().stripDialect() == "rotary_embedding";
  }
};
} // namespace

ArrayRef<OpRulesRow> transforms::transformerRows() {
  using plan::OpKind;
  static const RotaryRules rotary;
  static const OpRules attention(OpKind::Attention), heads(OpKind::Heads), cache(OpKind::Cache),
      embedding(OpKind::Embedding);
  static const OpRulesRow rows[] = {
      {"rotary_embedding", &rotary},
      {"rotary_embedding_llama", &rotary},
      {"scaled_dot_product_attention", &attention},
      {"scaled_dot_product_attention_decode", &attention},
      {"paged_scaled_dot_product_attention_decode", &attention},
      {"chunked_scaled_dot_product_attention", &attention},
      {"concatenate_heads", &heads},
      {"nlp_concat_heads", &heads},
      {"nlp_concat_heads_decode", &heads},
      {"nlp_create_qkv_heads_decode", &heads},
      {"split_query_key_value_and_split_heads", &heads},
      {"update_cache", &cache},
      {"fill_cache", &cache},
      {"paged_update_cache", &cache},
      {"paged_fill_cache", &cache},
      {"embedding", &embedding},
  };
  return rows;
}

//===- Heads.cpp - Heads and rotary embeddings, as the planner sees them --===//
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

ArrayRef<OpRulesRow> transforms::headsRows() {
  static const RotaryRules rotary;
  static const OpRules heads(plan::OpKind::Heads);
  static const OpRulesRow rows[] = {
      {"rotary_embedding", &rotary},
      {"rotary_embedding_llama", &rotary},
      {"concatenate_heads", &heads},
      {"nlp_concat_heads", &heads},
      {"nlp_concat_heads_decode", &heads},
      {"nlp_create_qkv_heads_decode", &heads},
      {"split_query_key_value_and_split_heads", &heads},
  };
  return rows;
}

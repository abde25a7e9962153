//===- Attention.cpp - Attention, as the planner sees it ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpRules.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

ArrayRef<OpRulesRow> transforms::attentionRows() {
  static const OpRules attention(plan::OpKind::Attention);
  static const OpRulesRow rows[] = {
      {"scaled_dot_product_attention", &attention},
      {"scaled_dot_product_attention_decode", &attention},
      {"paged_scaled_dot_product_attention_decode", &attention},
      {"chunked_scaled_dot_product_attention", &attention},
  };
  return rows;
}

//===- Normalization.cpp - Softmax and norms, as the planner sees them ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpRules.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

ArrayRef<OpRulesRow> transforms::normalizationRows() {
  static const OpRules softmax(plan::OpKind::Softmax);
  // rms_norm is no chain op on purpose: it divides by zero (tt-metal#34335).
  static const OpRules normalization(plan::OpKind::Normalization);
  static const OpRulesRow rows[] = {
      {"softmax", &softmax},
      {"rms_norm", &normalization},
      {"layer_norm", &normalization},
      {"group_norm", &normalization},
      {"batch_norm_inference", &normalization},
      {"distributed_rms_norm", &normalization},
  };
  return rows;
}

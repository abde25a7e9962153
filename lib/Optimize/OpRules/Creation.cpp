//===- Creation.cpp - Tensors of nothing, as the planner sees them --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpRules.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

ArrayRef<OpRulesRow> transforms::creationRows() {
  static const OpRules creation(plan::OpKind::Creation);
  static const OpRulesRow rows[] = {
      {"arange", &creation}, {"constant", &creation}, {"empty", &creation}, {"full", &creation},
      {"ones", &creation},   {"rand", &creation},     {"zeros", &creation},
  };
  return rows;
}

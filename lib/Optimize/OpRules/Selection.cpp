//===- Selection.cpp - Embeddings and sorts, as the planner sees them -----===//
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
/// The dialect gives the values of a sort the type of its input, place included.
class SortRules : public OpRules {
public:
  SortRules() : OpRules(plan::OpKind::Other) {}
  bool keepsPlace() const override { return true; }
};
} // namespace

ArrayRef<OpRulesRow> transforms::selectionRows() {
  static const OpRules embedding(plan::OpKind::Embedding);
  static const SortRules sort;
  static const OpRulesRow rows[] = {
      {"embedding", &embedding},
      {"sort", &sort},
  };
  return rows;
}

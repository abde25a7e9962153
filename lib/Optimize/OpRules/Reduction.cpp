//===- Reduction.cpp - Rules of reductions and normalizations -------------===//
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
/// Must not read what a chain kept in L1 (tt-metal#34951).
class ReductionRules : public OpRules {
public:
  ReductionRules() : OpRules(plan::OpKind::Reduction) {}

protected:
  void refine(Operation *op, plan::OpTraits &traits) const override { traits.readsShards = false; }
};
} // namespace

ArrayRef<OpRulesRow> transforms::reductionRows() {
  static const ReductionRules reduction;
  static const OpRules otherReduction(plan::OpKind::Reduction);
  static const OpRulesRow rows[] = {
      {"sum", &reduction},       {"mean", &reduction},        {"max", &reduction},         {"min", &reduction},
      {"prod", &otherReduction}, {"argmax", &otherReduction}, {"cumsum", &otherReduction},
  };
  return rows;
}

//===- Shape.cpp - Ops that move elements, as the planner sees them -------===//
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
class MovementRules : public OpRules {
public:
  MovementRules(plan::OpKind kind, bool mayUpgrade) : OpRules(kind), mayUpgrade(mayUpgrade) {}

protected:
  void refine(Operation *op, plan::OpTraits &traits) const override { traits.mayUpgrade = mayUpgrade; }

private:
  bool mayUpgrade;
};

class ConcatRules : public OpRules {
public:
  ConcatRules() : OpRules(plan::OpKind::Concat) {}

protected:
  void refine(Operation *op, plan::OpTraits &traits) const override {
    traits.chainShardable = true;
    auto dim = op->getAttrOfType<IntegerAttr>("dim");
    int64_t rank = cast<ShapedType>(op->getResult(0).getType()).getRank();
    int64_t at = dim ? dim.getValue().getSExtValue() : 0;
    at += at < 0 ? rank : 0;
    traits.concatDim = at == rank - 1 ? 0 : at == rank - 2 ? 1 : 2;
  }
};
} // namespace

ArrayRef<OpRulesRow> transforms::shapeRows() {
  using plan::OpKind;
  static const ConcatRules concat;
  static const MovementRules reshape(OpKind::Reshape, false), permute(OpKind::Permute, true);
  static const MovementRules slice(OpKind::Slice, false), anySlice(OpKind::Slice, true);
  static const MovementRules pad(OpKind::Pad, true), repeat(OpKind::Repeat, true);
  static const OpRulesRow rows[] = {
      {"concat", &concat},     {"reshape", &reshape},    {"permute", &permute},
      {"transpose", &permute}, {"slice_static", &slice}, {"slice_dynamic", &anySlice},
      {"pad", &pad},           {"repeat", &repeat},      {"repeat_interleave", &repeat},
  };
  return rows;
}

//===- DataMovement.cpp - Rules of ops that move data ---------------------===//
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
  MovementRules(plan::OpFamily family, bool mayUpgrade) : OpRules(family), mayUpgrade(mayUpgrade) {}

protected:
  void refine(Operation *op, plan::OpTraits &traits) const override { traits.mayUpgrade = mayUpgrade; }

private:
  bool mayUpgrade;
};

/// Layout conversions that are in the program already.
class ConversionRules : public OpRules {
public:
  ConversionRules(bool early, bool aggregate)
      : OpRules(plan::OpFamily::Conversion), early(early), aggregate(aggregate) {}

  bool staysAsItStands() const override { return aggregate; }

protected:
  void refine(Operation *op, plan::OpTraits &traits) const override { traits.scheduleEarly = early; }

private:
  bool early;
  bool aggregate; ///< ttnn-decompose-layouts makes single moves of it
};

class ConcatRules : public OpRules {
public:
  ConcatRules() : OpRules(plan::OpFamily::Concat) {}

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

ArrayRef<OpRulesRow> transforms::dataMovementRows() {
  using plan::OpFamily;
  static const ConcatRules concat;
  static const MovementRules reshape(OpFamily::Reshape, false), permute(OpFamily::Permute, true);
  static const MovementRules slice(OpFamily::Slice, false), anySlice(OpFamily::Slice, true);
  static const MovementRules pad(OpFamily::Pad, true), repeat(OpFamily::Repeat, true);
  static const ConversionRules conversion(false, false), early(true, false), aggregate(true, true);
  static const MovementRules typecast(OpFamily::Conversion, false);
  static const OpRulesRow rows[] = {
      {"concat", &concat},
      {"reshape", &reshape},
      {"permute", &permute},
      {"transpose", &permute},
      {"slice_static", &slice},
      {"slice_dynamic", &anySlice},
      {"pad", &pad},
      {"repeat", &repeat},
      {"repeat_interleave", &repeat},
      {"typecast", &typecast},
      {"to_layout", &early},
      {"to_tensor_spec", &aggregate},
      {"to_memory_config", &conversion},
      {"to_device", &conversion},
      {"from_device", &conversion},
  };
  return rows;
}

//===- Layout.cpp - Conversions of layout and type, as the planner sees them ===//
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
/// Layout conversions that are in the program already.
class ConversionRules : public OpRules {
public:
  enum class Work : uint8_t {
    Move,      ///< from one place to another
    Pages,     ///< pages and element type, where the tensor lies
    Aggregate, ///< ttnn-decompose-layouts makes single moves of it
  };
  explicit ConversionRules(Work work) : OpRules(plan::OpKind::Conversion), work(work) {}

  bool staysAsItStands() const override { return work == Work::Aggregate; }
  bool keepsPlace() const override { return work == Work::Pages; }
  bool fillsFreeL1() const override { return work == Work::Pages; }

protected:
  void refine(Operation *op, plan::OpTraits &traits) const override { traits.scheduleEarly = work != Work::Move; }

private:
  Work work;
};

/// A conversion of the element type alone.
class TypecastRules : public OpRules {
public:
  TypecastRules() : OpRules(plan::OpKind::Conversion) {}

protected:
  void refine(Operation *op, plan::OpTraits &traits) const override { traits.mayUpgrade = false; }
};
} // namespace

ArrayRef<OpRulesRow> transforms::layoutRows() {
  static const ConversionRules move(ConversionRules::Work::Move), pages(ConversionRules::Work::Pages),
      aggregate(ConversionRules::Work::Aggregate);
  static const TypecastRules typecast;
  static const OpRulesRow rows[] = {
      {"typecast", &typecast},     {"to_layout", &pages}, {"to_tensor_spec", &aggregate},
      {"to_memory_config", &move}, {"to_device", &move},  {"from_device", &move},
  };
  return rows;
}

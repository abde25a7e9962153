//===- Reductions.cpp - Reductions ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TOSA.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;
using namespace alcove::stablehlo::fromtosa;

namespace {
SmallVector<NamedAttribute, 2> attributesOf(OpConversion &c, bool keep) {
  int32_t axis = int32_t(c.op->getAttrOfType<IntegerAttr>("axis").getInt());
  return {c.attr("keep_dim", c.builder.getBoolAttr(keep)), c.attr("dim_arg", c.builder.getI32ArrayAttr({axis}))};
}

Converter reduction(StringRef name) {
  return [name](OpConversion &c) -> LogicalResult {
    auto mode = c.op->getAttrOfType<tosa::NanPropagationModeAttr>("nan_mode");
    if (mode && mode.getValue() != tosa::NanPropagationMode::PROPAGATE)
      return c.refuse("nan_mode = IGNORE: TTIR's ops propagate NaN");
    return c.done({c.make(name, c.type(), c.in(0), attributesOf(c, true))});
  };
}

LogicalResult convertArgMax(OpConversion &c) {
  Value indices = c.make("argmax", c.type().clone(c.builder.getI32Type()), c.in(0), attributesOf(c, false));
  return c.done({c.typecast(indices, c.type().getElementType())});
}
} // namespace

void fromtosa::addReductions(ConverterTable &table) {
  constexpr std::pair<const char *, const char *> rows[] = {{"reduce_all", "reduce_and"}, {"reduce_any", "reduce_or"},
                                                            {"reduce_max", "max"},        {"reduce_min", "min"},
                                                            {"reduce_product", "prod"},   {"reduce_sum", "sum"}};
  for (auto [name, ttir] : rows)
    table[("tosa." + Twine(name)).str()] = reduction(ttir);
  table["tosa.argmax"] = convertArgMax;
}

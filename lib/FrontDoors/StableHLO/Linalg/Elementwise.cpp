//===- Elementwise.cpp - Ops that take each element by itself ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Linalg.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;
using namespace alcove::stablehlo::onlinalg;

namespace {

/// One linalg.generic. Operands without dimensions (the bounds of a clamp, the predicate of a select) and numbers that
/// are known to be one are scalars in its body.
LogicalResult convertElementwise(OpConversion &c, const Scalar &write) {
  if (!llvm::all_of(c.op->getOperandTypes(), isReal) || !isReal(c.type()))
    return c.refuse("complex and quantized elements");
  SmallVector<Value> inputs, scalars(c.operands.size());
  for (unsigned i = 0; i < c.operands.size(); ++i) {
    bool one = c.inType(i).getRank() == 0 && c.type().getRank() > 0;
    if (one || (c.splat(i) && c.inType(i).getNumElements() > 0))
      scalars[i] = scalarOf(c, i);
    else
      inputs.push_back(c.in(i));
  }
  bool good = true;
  Value result = eachElement(c, inputs, plain(c.type()), [&](OpBuilder &builder, Location loc, ValueRange values) {
    SmallVector<Value> operands;
    size_t next = 0;
    for (Value scalar : scalars)
      operands.push_back(scalar ? scalar : values[next++]);
    Value made = write(builder, loc, c.op, operands);
    good &= bool(made);
    return made ? made : number(builder, loc, plain(c.type()).getElementType(), 0);
  });
  return good ? c.done({result}) : c.refuse("it is not written for these types");
}
} // namespace

void onlinalg::addElementwise(ConverterTable &table) {
  for (const auto &entry : scalars())
    table[entry.getKey()] = [&write = entry.getValue()](OpConversion &c) { return convertElementwise(c, write); };
}

//===- Arithmetic.cpp - Powers as products --------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Propose.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

// x^2 = x x,  x^3 = (x x) x,  x^4 = (x x) (x x).
//
// Equal as real numbers; each product rounds once to the type of the result, where the library's power rounds its result
// alone: at most three roundings of half a unit, those of the inner square raised to 2. Infinities, NaN and signs of
// zeros are alike. From DRAM a power reads once and a product twice; in L1 the product is the faster one. Left alone:
// integers, which wrap, and results of another type than x.
void transforms::proposeProducts(Operation *op, FormBuilder &forms) {
  auto power = dyn_cast<ttnn::PowScalarOp>(op);
  if (!power)
    return;
  Value x = op->getOperand(0);
  Type type = op->getResult(0).getType();
  auto exponent = dyn_cast<FloatAttr>(power.getRhs());
  double n = exponent ? exponent.getValueAsDouble() : 0;
  if ((n != 2 && n != 3 && n != 4) || x.getType() != type ||
      !isa<FloatType>(cast<RankedTensorType>(type).getElementType()))
    return;
  Value square = forms.create("ttnn.multiply", type, {x, x}, {});
  if (n > 2)
    forms.create("ttnn.multiply", type, {square, n == 3 ? x : square}, {});
  forms.finishIfItPays("as-products");
}

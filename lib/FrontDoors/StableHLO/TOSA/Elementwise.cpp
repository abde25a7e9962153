//===- Elementwise.cpp - Ops that take each element by itself ------===//
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

bool fromtosa::isFloat(Type type) { return isa<FloatType>(getElementTypeOrSelf(type)); }

Value fromtosa::repeated(OpConversion &c, unsigned operand) {
  ArrayRef<int64_t> shape = c.type().getShape();
  if (std::optional<double> value = c.splat(operand))
    return c.constant(c.inType(operand).clone(shape), *value);
  return c.broadcast(c.in(operand), shape);
}

LogicalResult fromtosa::checkZeroPoints(OpConversion &c, ArrayRef<unsigned> operands) {
  for (unsigned i : operands)
    if (i < c.operands.size() && c.splat(i) != 0.0)
      return c.refuse("quantized: operand " + Twine(i) + " is a zero point other than 0");
  return success();
}

namespace {
Converter same(StringRef name) {
  return [name](OpConversion &c) -> LogicalResult {
    SmallVector<Value> values;
    for (unsigned i = 0; i < c.operands.size(); ++i)
      values.push_back(repeated(c, i));
    return c.done({c.make(name, c.type(), values)});
  };
}

/// NaN is an operand's number here; ops that leave it out have no like.
Converter propagating(StringRef name) {
  return [name](OpConversion &c) -> LogicalResult {
    auto mode = c.op->getAttrOfType<tosa::NanPropagationModeAttr>("nan_mode");
    if (mode && mode.getValue() != tosa::NanPropagationMode::PROPAGATE)
      return c.refuse("nan_mode = IGNORE: TTIR's ops propagate NaN");
    return same(name)(c);
  };
}

LogicalResult convertNegate(OpConversion &c) {
  if (failed(checkZeroPoints(c, {1, 2})))
    return failure();
  return c.done({c.make("neg", c.type(), c.in(0))});
}

LogicalResult convertMul(OpConversion &c) {
  if (c.operands.size() == 3 && c.splat(2) != 0.0)
    return c.refuse("quantized: a product that is shifted");
  return c.done({c.make("multiply", c.type(), {repeated(c, 0), repeated(c, 1)})});
}

LogicalResult convertRightShift(OpConversion &c) {
  if (cast<tosa::ArithmeticRightShiftOp>(c.op).getRound())
    return c.refuse("quantized: a shift that rounds");
  return same("right_shift")(c);
}

double numberOf(Attribute attribute) {
  if (auto number = dyn_cast<FloatAttr>(attribute))
    return number.getValueAsDouble();
  return double(cast<IntegerAttr>(attribute).getValue().getSExtValue());
}

LogicalResult convertClamp(OpConversion &c) {
  auto op = cast<tosa::ClampOp>(c.op);
  if (op.getNanMode() != tosa::NanPropagationMode::PROPAGATE)
    return c.refuse("nan_mode = IGNORE: TTIR's ops propagate NaN");
  double low = numberOf(op.getMinValAttr()), high = numberOf(op.getMaxValAttr());
  RankedTensorType type = c.type();
  if (!isFloat(type))
    return c.done({c.make("clamp_tensor", type, {c.in(0), c.constant(type, low), c.constant(type, high)})});
  const llvm::fltSemantics &semantics = cast<FloatType>(type.getElementType()).getFloatSemantics();
  if (low == 0 && high >= APFloat::getLargest(semantics).convertToDouble())
    return c.done({c.make("relu", type, c.in(0))});
  auto f32 = [&](double value) { return c.builder.getF32FloatAttr(float(value)); };
  return c.done({c.make("clamp_scalar", type, c.in(0), {c.attr("min", f32(low)), c.attr("max", f32(high))})});
}

/// Floats become the nearest integers, where TTIR's typecast cuts them.
LogicalResult convertCast(OpConversion &c) {
  Type from = c.inType(0).getElementType(), to = c.type().getElementType();
  if (to.isInteger(1) && !from.isInteger(1))
    return c.done({c.make("ne", c.type(), {c.in(0), c.constant(c.inType(0), 0.0)})});
  Value value = c.in(0);
  if (isFloat(from) && !isFloat(to))
    value = rounded(c, value, /*toEven=*/true);
  return c.done({c.typecast(value, to)});
}

Converter quantized(StringRef what) {
  return [what](OpConversion &c) { return c.refuse("quantized: " + what); };
}
} // namespace

void fromtosa::addElementwise(ConverterTable &table) {
  constexpr std::pair<const char *, const char *> rows[] = {{"abs", "abs"},
                                                            {"add", "add"},
                                                            {"bitwise_and", "bitwise_and"},
                                                            {"bitwise_not", "bitwise_not"},
                                                            {"bitwise_or", "bitwise_or"},
                                                            {"bitwise_xor", "bitwise_xor"},
                                                            {"ceil", "ceil"},
                                                            {"cos", "cos"},
                                                            {"equal", "eq"},
                                                            {"erf", "erf"},
                                                            {"exp", "exp"},
                                                            {"floor", "floor"},
                                                            {"greater", "gt"},
                                                            {"greater_equal", "ge"},
                                                            {"intdiv", "div"},
                                                            {"log", "log"},
                                                            {"logical_and", "logical_and"},
                                                            {"logical_left_shift", "logical_left_shift"},
                                                            {"logical_not", "logical_not"},
                                                            {"logical_or", "logical_or"},
                                                            {"logical_right_shift", "logical_right_shift"},
                                                            {"logical_xor", "logical_xor"},
                                                            {"pow", "pow"},
                                                            {"reciprocal", "reciprocal"},
                                                            {"rsqrt", "rsqrt"},
                                                            {"select", "where"},
                                                            {"sigmoid", "sigmoid"},
                                                            {"sin", "sin"},
                                                            {"sub", "subtract"},
                                                            {"tanh", "tanh"}};
  for (auto [name, ttir] : rows)
    table[("tosa." + Twine(name)).str()] = same(ttir);
  table["tosa.maximum"] = propagating("maximum");
  table["tosa.minimum"] = propagating("minimum");
  table["tosa.negate"] = convertNegate;
  table["tosa.mul"] = convertMul;
  table["tosa.arithmetic_right_shift"] = convertRightShift;
  table["tosa.clamp"] = convertClamp;
  table["tosa.cast"] = convertCast;
  table["tosa.rescale"] = quantized("integers that are rescaled");
  table["tosa.table"] = quantized("a function as a table of integers");
}

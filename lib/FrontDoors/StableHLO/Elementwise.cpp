//===- Elementwise.cpp - Ops that take each element by itself ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Conversion.h"

#include <cmath>

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;

namespace {
bool isFloat(Type type) { return isa<FloatType>(getElementTypeOrSelf(type)); }

/// Ops whose results may leave the range of i8 are computed in i32.
bool mayLeaveByte(StringRef ttir) {
  return llvm::is_contained({"add", "subtract", "multiply", "neg", "abs", "logical_left_shift"}, ttir);
}

/// The op of TTIR with the same operands; another one for booleans, none (empty) where there is none.
Converter sameOperands(StringRef name, StringRef ofPreds = "", StringRef ofIntegers = "*") {
  return [=](OpConversion &c) -> LogicalResult {
    Type type = c.inType(0);
    StringRef chosen = isPred(type) && !ofPreds.empty()     ? ofPreds
                       : isFloat(type) || ofIntegers == "*" ? name
                                                            : ofIntegers;
    if (chosen.empty())
      return c.refuse("TTIR has it for floats only");
    SmallVector<Value> values;
    for (unsigned i = 0; i < c.operands.size(); ++i)
      values.push_back(c.in(i));
    if (!isByte(c.type()) || !mayLeaveByte(chosen))
      return c.done({c.make(chosen, c.type(), values)});
    for (Value &value : values)
      value = c.typecast(value, c.builder.getI32Type());
    return c.done({c.wrapped(c.make(chosen, typeOf(values[0]), values), c.type().getElementType())});
  };
}

LogicalResult convertCompare(OpConversion &c) {
  auto op = cast<CompareOp>(c.op);
  if (op.getCompareType() == ComparisonType::TOTALORDER)
    return c.refuse("TTIR has no total order of floats");
  constexpr const char *names[] = {"eq", "ne", "ge", "gt", "le", "lt"}; // by ComparisonDirection
  return c.done({c.make(names[unsigned(op.getComparisonDirection())], c.type(), {c.in(0), c.in(1)})});
}

Value allOf(OpConversion &c, unsigned i) { return c.broadcast(c.in(i), c.type().getShape()); }

LogicalResult convertClamp(OpConversion &c) {
  std::optional<double> low = c.splat(0), high = c.splat(2);
  if (low && high && isFloat(c.type())) {
    auto f32 = [&](double value) { return c.builder.getF32FloatAttr(float(value)); };
    return c.done({c.make("clamp_scalar", c.type(), c.in(1), {c.attr("min", f32(*low)), c.attr("max", f32(*high))})});
  }
  return c.done({c.make("clamp_tensor", c.type(), {c.in(1), allOf(c, 0), allOf(c, 2)})});
}

LogicalResult convertSelect(OpConversion &c) {
  return c.done({c.make("where", c.type(), {allOf(c, 0), c.in(1), c.in(2)})});
}

LogicalResult convertRound(OpConversion &c) { return c.done({rounded(c, c.in(0), isa<RoundNearestEvenOp>(c.op))}); }

LogicalResult convertTypecast(OpConversion &c) {
  // Another number than 0 is true.
  if (isPred(c.type()) && !isPred(c.inType(0)))
    return c.done({c.make("ne", c.type(), {c.in(0), c.constant(c.inType(0), 0.0)})});
  bool cuts = isa<IntegerType>(c.inType(0).getElementType()) && !isPred(c.inType(0));
  Type element = c.type().getElementType();
  return c.done({cuts ? c.wrapped(c.in(0), element) : c.typecast(c.in(0), element)});
}

/// The bits of integers of 32 bits that are set, by sums of neighbours: of two bits, then of four, and so on.
Value bitCount(OpConversion &c, Value x) {
  RankedTensorType type = typeOf(x);
  auto number = [&](double value) { return c.constant(type, value); };
  auto masked = [&](Value value, double mask) { return c.binary("bitwise_and", value, number(mask)); };
  constexpr std::pair<int, double> steps[] = {
      {1, 0x55555555}, {2, 0x33333333}, {4, 0x0F0F0F0F}, {8, 0x00FF00FF}, {16, 0x0000FFFF}};
  for (auto [shift, mask] : steps)
    x = c.binary("add", masked(x, mask), masked(c.binary("logical_right_shift", x, number(shift)), mask));
  return x;
}

/// `count` of the operand's bits in an integer of 32 bits, in which a narrower one has zeros in front.
LogicalResult convertBits(OpConversion &c, llvm::function_ref<Value(Value bits, unsigned width)> count) {
  unsigned width = c.type().getElementTypeBitWidth();
  if (width > 32)
    return c.refuse("integers of 64 bits, which no device has; convert them to i32 where their upper half is zero");
  Value x = c.in(0);
  if (width < 32) {
    x = c.typecast(x, c.builder.getI32Type());
    x = c.binary("bitwise_and", x, c.constant(typeOf(x), std::ldexp(1.0, int(width)) - 1));
  }
  return c.done({c.typecast(count(x, width), c.type().getElementType())});
}

LogicalResult convertPopcnt(OpConversion &c) {
  return convertBits(c, [&](Value bits, unsigned) { return bitCount(c, bits); });
}

/// The bits that are not set once every bit behind a set one is.
LogicalResult convertLeadingZeros(OpConversion &c) {
  return convertBits(c, [&](Value bits, unsigned width) {
    for (int shift : {1, 2, 4, 8, 16})
      if (shift < int(width))
        bits = c.binary("bitwise_or", bits, c.binary("logical_right_shift", bits, c.constant(typeOf(bits), shift)));
    return c.binary("subtract", c.constant(typeOf(bits), width), bitCount(c, bits));
  });
}

/// What CHLO's functions are in TTIR's.
LogicalResult convertSquare(OpConversion &c) { return c.done({c.binary("multiply", c.in(0), c.in(0))}); }

/// These four are no ops of tt-mlir 19c86fca, nor calls of `ttnn` whose signature is known: from functions that are, in forms
/// that lose no digits near zero (sinh, atanh) and near one (acosh).
LogicalResult convertHyperbolic(OpConversion &c) {
  Value x = c.in(0);
  RankedTensorType type = c.type();
  auto of = [&](StringRef name, Value value) { return c.make(name, type, value); };
  auto half = [&](Value value) { return c.binary("multiply", c.constant(type, 0.5), value); };
  auto plus = [&](Value value, double number) { return c.binary("add", value, c.constant(type, number)); };
  StringRef name = c.op->getName().stripDialect();
  if (name == "sinh")
    return c.done({half(c.binary("subtract", of("expm1", x), of("expm1", of("neg", x))))});
  if (name == "cosh")
    return c.done({half(c.binary("add", of("exp", x), of("exp", of("neg", x))))});
  if (name == "atanh")
    return c.done({half(c.binary("subtract", of("log1p", x), of("log1p", of("neg", x))))});
  // acosh: log(1 + t + sqrt(t) sqrt(t + 2)) with t = x - 1; the root of the product would overflow.
  Value t = plus(x, -1);
  return c.done({of("log1p", c.binary("add", t, c.binary("multiply", of("sqrt", t), of("sqrt", plus(t, 2)))))});
}

LogicalResult convertBroadcasting(OpConversion &c, StringRef name, StringRef ofPreds) {
  if (c.op->getAttr("broadcast_dimensions"))
    return c.refuse("with broadcast_dimensions");
  auto shape = c.type().getShape();
  StringRef chosen = isPred(c.inType(0)) && !ofPreds.empty() ? ofPreds : name;
  return c.done({c.make(chosen, c.type(), {c.broadcast(c.in(0), shape), c.broadcast(c.in(1), shape)})});
}
} // namespace

/// The whole part, and one more where the rest says so.
Value stablehlo::rounded(OpConversion &c, Value x, bool toEven) {
  auto type = cast<RankedTensorType>(x.getType()), pred = type.clone(c.builder.getI1Type());
  Value size = c.make("abs", type, x), whole = c.make("floor", type, size);
  Value rest = c.binary("subtract", size, whole), half = c.constant(type, 0.5);
  Value up = c.make("ge", pred, {rest, half});
  if (toEven) {
    Value two = c.constant(type, 2.0);
    Value even = c.binary("multiply", c.make("floor", type, c.make("div", type, {whole, two})), two);
    Value odd = c.make("ne", pred, {whole, even}), more = c.make("gt", pred, {rest, half});
    up = c.make("logical_or", pred, {more, c.make("logical_and", pred, {up, odd})});
  }
  return c.binary("multiply", c.binary("add", whole, c.typecast(up, type.getElementType())), c.make("sign", type, x));
}

void stablehlo::addElementwise(ConverterTable &table) {
  // StableHLO's name, TTIR's, TTIR's for booleans where it is another, for integers where there is none or another.
  struct Row {
    const char *name, *ttir, *ofPreds = "", *ofIntegers = "*";
  };
  constexpr Row rows[] = {{"abs", "abs"},
                          {"add", "add", "logical_or"},
                          {"and", "bitwise_and", "logical_and"},
                          {"atan2", "atan2"},
                          {"cbrt", "cbrt"},
                          {"ceil", "ceil"},
                          {"cosine", "cos"},
                          {"divide", "div"},
                          {"exponential", "exp"},
                          {"exponential_minus_one", "expm1"},
                          {"floor", "floor"},
                          {"is_finite", "isfinite"},
                          {"log", "log"},
                          {"log_plus_one", "log1p"},
                          {"logistic", "sigmoid"},
                          {"maximum", "maximum", "logical_or"},
                          {"minimum", "minimum", "logical_and"},
                          {"multiply", "multiply", "logical_and"},
                          {"negate", "neg"},
                          {"not", "bitwise_not", "logical_not"},
                          {"or", "bitwise_or", "logical_or"},
                          {"power", "pow"},
                          {"rsqrt", "rsqrt"},
                          {"shift_left", "logical_left_shift"},
                          {"shift_right_logical", "logical_right_shift"},
                          {"shift_right_arithmetic", "right_shift"},
                          {"sign", "sign"},
                          {"sine", "sin"},
                          {"sqrt", "sqrt"},
                          {"subtract", "subtract"},
                          {"tan", "tan"},
                          {"tanh", "tanh"},
                          {"xor", "bitwise_xor", "logical_xor"}};
  for (const Row &row : rows)
    table[("stablehlo." + Twine(row.name)).str()] = sameOperands(row.ttir, row.ofPreds, row.ofIntegers);
  // Of integers x - x / y * y, which is x where y is 0: TTIR's remainder has nothing there (NUM-N9). Of floats a
  // quotient that is rounded up would be off by a whole divisor.
  table["stablehlo.remainder"] = [](OpConversion &c) -> LogicalResult {
    Value x = c.in(0), y = c.in(1);
    if (isFloat(c.type()))
      return c.done({c.make("remainder", c.type(), {x, y})});
    return c.done({c.binary("subtract", x, c.binary("multiply", c.binary("div", x, y), y))});
  };
  table["stablehlo.popcnt"] = convertPopcnt;
  table["stablehlo.count_leading_zeros"] = convertLeadingZeros;
  table["stablehlo.compare"] = convertCompare;
  table["stablehlo.uniform_quantize"] = [](OpConversion &c) {
    bool again = isa<quant::QuantizedType>(c.inType(0).getElementType());
    return c.done({c.make(again ? "requantize" : "quantize", c.type(), c.in(0))});
  };
  table["stablehlo.uniform_dequantize"] = sameOperands("dequantize");
  table["stablehlo.clamp"] = convertClamp;
  table["stablehlo.select"] = convertSelect;
  table["stablehlo.convert"] = convertTypecast;
  table["stablehlo.round_nearest_afz"] = convertRound;
  table["stablehlo.round_nearest_even"] = convertRound;
  for (const char *name : {"acos", "asin", "asinh", "atan", "erf", "erfc", "tan"})
    table[("chlo." + Twine(name)).str()] = sameOperands(name);
  for (const char *name : {"acosh", "atanh", "cosh", "sinh"})
    table[("chlo." + Twine(name)).str()] = convertHyperbolic;
  table["chlo.square"] = convertSquare;
  constexpr Row broadcasting[] = {{"add", "add", "logical_or"},
                                  {"subtract", "subtract"},
                                  {"multiply", "multiply", "logical_and"},
                                  {"divide", "div"},
                                  {"maximum", "maximum"},
                                  {"minimum", "minimum"},
                                  {"power", "pow"},
                                  {"and", "bitwise_and", "logical_and"},
                                  {"or", "bitwise_or", "logical_or"},
                                  {"xor", "bitwise_xor", "logical_xor"}};
  for (const Row &row : broadcasting)
    table[("chlo.broadcast_" + Twine(row.name)).str()] = [row](OpConversion &c) {
      return convertBroadcasting(c, row.ttir, row.ofPreds);
    };
}

//===- ElementType.cpp - Element types and their rounding -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Tensor/ElementType.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace alcove::reference {

const char *toString(ElementType type) {
  static constexpr const char *names[] = {"f32", "bf16", "f16", "bfp8", "bfp4", "i1", "i8",
                                          "u8",  "i16",  "u16", "i32",  "u32",  "i64"};
  return names[static_cast<size_t>(type)];
}

// NUM-N1
static float roundToBf16(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) // a carry out of the mantissa of a NaN would make it infinite
    return std::bit_cast<float>((bits | 0x00400000u) & 0xffff0000u);
  bits += 0x7fffu + ((bits >> 16) & 1u);
  return std::bit_cast<float>(bits & 0xffff0000u);
}

// NUM-N1
static float roundToF16(float value) {
  if (!std::isfinite(value))
    return value;
  if (std::fabs(value) >= 65520.0f) // halfway between the largest f16 and the next power of two goes up
    return std::copysign(std::numeric_limits<float>::infinity(), value);
  // The spacing of f16 at this magnitude, a power of two: dividing and multiplying by it is exact in f32.
  int exponent = 0;
  std::frexp(value, &exponent);
  float spacing = std::ldexp(1.0f, std::max(exponent - 11, -24));
  return std::nearbyint(value / spacing) * spacing;
}

static uint32_t magnitudeOf(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value) & 0x7fffffffu;
  return std::min(bits, std::bit_cast<uint32_t>(std::numeric_limits<float>::max()));
}

// NUM-N2
static void roundBlock(std::span<float> block, int magnitudeBits) {
  uint32_t exponent = 0;
  for (float value : block)
    exponent = std::max(exponent, magnitudeOf(value) >> 23);
  // One step of the block, 2^(exponent - 127 - (magnitudeBits - 1)); a power of two, so that products are exact.
  float step = std::ldexp(1.0f, static_cast<int>(exponent) - 127 - (magnitudeBits - 1));
  for (float &value : block) {
    bool negative = std::signbit(value);
    uint32_t bits = magnitudeOf(value), own = bits >> 23;
    if (own == 0) { // zero, and subnormals, which the format does not have
      value = 0.0f;
      continue;
    }
    uint32_t shift = exponent - own;
    uint32_t mantissa = shift > 24 ? 0 : ((bits & 0x7fffffu) | 0x800000u) >> shift;
    int dropped = 24 - magnitudeBits;
    uint32_t half = 1u << (dropped - 1), rest = mantissa & ((1u << dropped) - 1);
    mantissa >>= dropped;
    if (rest > half || (rest == half && (mantissa & 1)))
      ++mantissa;
    mantissa = std::min(mantissa, (1u << magnitudeBits) - 1);
    // The largest mantissa stands for [1, 2) * 2^(exponent - 127).
    float result = static_cast<float>(mantissa) * step;
    value = mantissa != 0 && negative ? -result : result;
  }
}

float roundTo(ElementType type, float value) {
  roundRows(type, {&value, 1}, 1);
  return value;
}

void roundRows(ElementType type, std::span<float> values, int64_t rowLength) {
  switch (type) {
  case ElementType::BF16:
    for (float &value : values)
      value = roundToBf16(value);
    return;
  case ElementType::F16:
    for (float &value : values)
      value = roundToF16(value);
    return;
  case ElementType::BFP8:
  case ElementType::BFP4: {
    if (values.empty() || rowLength <= 0)
      return;
    int64_t size = static_cast<int64_t>(values.size());
    for (int64_t row = 0; row < size; row += rowLength)
      for (int64_t at = 0; at < rowLength; at += blockFloatElements)
        roundBlock(values.subspan(row + at, std::min(blockFloatElements, rowLength - at)),
                   type == ElementType::BFP8 ? 7 : 3);
    return;
  }
  default:
    return;
  }
}

double unitInTheLastPlace(ElementType type, double value) {
  int fractionBits = 23, exponent = 0, smallest = type == ElementType::F16 ? -14 : -126;
  switch (type) {
  case ElementType::BF16:
    fractionBits = 7;
    break;
  case ElementType::F16:
    fractionBits = 10;
    break;
  case ElementType::BFP8:
    fractionBits = 6;
    break;
  case ElementType::BFP4:
    fractionBits = 2;
    break;
  default:
    break;
  }
  std::frexp(value, &exponent);
  return std::ldexp(1.0, std::max(value == 0.0 ? smallest : exponent - 1, smallest) - fractionBits);
}

int64_t wrapTo(ElementType type, int64_t value) {
  switch (type) {
  case ElementType::I1:
    return value != 0;
  case ElementType::I8:
    return static_cast<int8_t>(value);
  case ElementType::U8:
    return static_cast<uint8_t>(value);
  case ElementType::I16:
    return static_cast<int16_t>(value);
  case ElementType::U16:
    return static_cast<uint16_t>(value);
  case ElementType::I32:
    return static_cast<int32_t>(value);
  case ElementType::U32:
    return static_cast<uint32_t>(value);
  default:
    return value;
  }
}

// NUM-N3
int64_t toRange(ElementType type, int64_t value) {
  return type == ElementType::I8 ? std::clamp<int64_t>(value, -128, 127) : wrapTo(type, value);
}

// NUM-N4
int64_t toInteger(ElementType type, float value) {
  if (type == ElementType::I1)
    return value != 0.0f;
  if (std::isnan(value))
    return 0;
  auto saturate = [&](double low, double high) {
    return static_cast<int64_t>(std::trunc(std::clamp(static_cast<double>(value), low, high)));
  };
  switch (type) {
  case ElementType::I8:
    return saturate(-128, 127);
  case ElementType::U8:
    return saturate(0, 255);
  case ElementType::I16:
    return saturate(-32768, 32767);
  case ElementType::U16:
    return saturate(0, 65535);
  case ElementType::I32:
    return saturate(-0x1p31, 0x1p31 - 1);
  case ElementType::U32:
    return saturate(0, 0x1p32 - 1);
  default: // 2^63 itself is a double but no int64
    if (value >= 0x1p63f)
      return std::numeric_limits<int64_t>::max();
    return value <= -0x1p63f ? std::numeric_limits<int64_t>::min() : static_cast<int64_t>(value);
  }
}

} // namespace alcove::reference

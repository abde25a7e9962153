//===- Encoding.cpp - Numbers as bytes of a device ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Storage/Encoding.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace alcove::reference {

using device::DataType;

int blockElementBits(DataType type) {
  if (type == DataType::BfpF8 || type == DataType::BfpBf8)
    return 8;
  return type == DataType::BfpF4 || type == DataType::BfpBf4 ? 4 : 2;
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

template <typename Bits>
static void store(Bits bits, uint8_t *bytes) {
  for (size_t i = 0; i < sizeof(Bits); ++i)
    bytes[i] = static_cast<uint8_t>(bits >> (8 * i));
}

template <typename Bits>
static Bits load(const uint8_t *bytes) {
  Bits bits = 0;
  for (size_t i = 0; i < sizeof(Bits); ++i)
    bits = static_cast<Bits>(bits | static_cast<Bits>(static_cast<Bits>(bytes[i]) << (8 * i)));
  return bits;
}

static uint16_t toBf16(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  if (std::isnan(value))
    return static_cast<uint16_t>((bits >> 16) | 0x40u);
  return static_cast<uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

/// IEEE binary16 of a float: the significand is shifted to the spacing of the result and rounded to even.
static uint16_t toF16(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  uint16_t sign = static_cast<uint16_t>((bits >> 16) & 0x8000u);
  if (std::isnan(value))
    return static_cast<uint16_t>(sign | 0x7e00u);
  int exponent = static_cast<int>((bits >> 23) & 0xff) - 127;
  if (exponent > 15)
    return static_cast<uint16_t>(sign | 0x7c00u);
  if (exponent < -25)
    return sign;
  uint32_t significand = (bits & 0x7fffffu) | 0x800000u;
  int shift = exponent < -14 ? 13 + (-14 - exponent) : 13;
  uint32_t kept = significand >> shift, rest = significand & ((1u << shift) - 1), half = 1u << (shift - 1);
  if (rest > half || (rest == half && (kept & 1)))
    ++kept;
  // A carry out of the significand raises the exponent by itself, up to infinity.
  uint32_t result = exponent < -14 ? kept : (static_cast<uint32_t>(exponent + 15) << 10) + (kept - 0x400u);
  return static_cast<uint16_t>(sign | result);
}

static float fromF16(uint16_t bits) {
  int exponent = (bits >> 10) & 0x1f;
  float fraction = static_cast<float>(bits & 0x3ff);
  float magnitude = exponent == 31  ? (fraction == 0 ? std::numeric_limits<float>::infinity()
                                                     : std::numeric_limits<float>::quiet_NaN())
                    : exponent == 0 ? std::ldexp(fraction, -24)
                                    : std::ldexp(fraction + 1024.0f, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

/// Two's complement of an integer that a double holds, of any size.
static uint64_t toWrapped(double value) {
  if (!std::isfinite(value))
    return 0;
  double wrapped = std::fmod(std::trunc(value), 18446744073709551616.0); // 2^64
  return wrapped < 0 ? 0 - static_cast<uint64_t>(-wrapped) : static_cast<uint64_t>(wrapped);
}

void encodeScalar(DataType type, double value, uint8_t *bytes) {
  switch (type) {
  case DataType::F32:
    return store(std::bit_cast<uint32_t>(static_cast<float>(value)), bytes);
  case DataType::F16:
    return store(toF16(static_cast<float>(value)), bytes);
  case DataType::Bool:
    return store(toBf16(value != 0 ? 1.0f : 0.0f), bytes);
  case DataType::U32:
  case DataType::SI32:
    return store(static_cast<uint32_t>(toWrapped(value)), bytes);
  case DataType::U16:
    return store(static_cast<uint16_t>(toWrapped(value)), bytes);
  case DataType::U8:
    return store(static_cast<uint8_t>(toWrapped(value)), bytes);
  default:
    return store(toBf16(static_cast<float>(value)), bytes);
  }
}

double decodeScalar(DataType type, const uint8_t *bytes) {
  switch (type) {
  case DataType::F32:
    return std::bit_cast<float>(load<uint32_t>(bytes));
  case DataType::F16:
    return fromF16(load<uint16_t>(bytes));
  case DataType::U32:
    return load<uint32_t>(bytes);
  case DataType::SI32:
    return static_cast<int32_t>(load<uint32_t>(bytes));
  case DataType::U16:
    return load<uint16_t>(bytes);
  case DataType::U8:
    return bytes[0];
  default:
    return std::bit_cast<float>(static_cast<uint32_t>(load<uint16_t>(bytes)) << 16);
  }
}

void encodeRun(DataType type, std::span<const float> values, uint8_t *bytes) {
  if (type == DataType::BF16) { // the common type has a loop of its own
    for (size_t i = 0; i < values.size(); ++i)
      store(toBf16(values[i]), bytes + 2 * i);
    return;
  }
  if (type == DataType::F32) {
    for (size_t i = 0; i < values.size(); ++i)
      store(std::bit_cast<uint32_t>(values[i]), bytes + 4 * i);
    return;
  }
  size_t size = static_cast<size_t>(device::scalarBytes(type));
  for (size_t i = 0; i < values.size(); ++i)
    encodeScalar(type, values[i], bytes + size * i);
}

void encodeRun(DataType type, std::span<const int64_t> values, uint8_t *bytes) {
  size_t size = static_cast<size_t>(device::scalarBytes(type));
  for (size_t i = 0; i < values.size(); ++i)
    encodeScalar(type, static_cast<double>(values[i]), bytes + size * i);
}

void decodeRun(DataType type, const uint8_t *bytes, std::span<float> values) {
  if (type == DataType::BF16) {
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = std::bit_cast<float>(static_cast<uint32_t>(load<uint16_t>(bytes + 2 * i)) << 16);
    return;
  }
  if (type == DataType::F32) {
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = std::bit_cast<float>(load<uint32_t>(bytes + 4 * i));
    return;
  }
  size_t size = static_cast<size_t>(device::scalarBytes(type));
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(decodeScalar(type, bytes + size * i));
}

void decodeRun(DataType type, const uint8_t *bytes, std::span<int64_t> values) {
  size_t size = static_cast<size_t>(device::scalarBytes(type));
  for (size_t i = 0; i < values.size(); ++i) {
    double value = decodeScalar(type, bytes + size * i);
    // Floats beyond 64 bits cannot be converted: saturate.
    values[i] = std::isnan(value) ? 0x7fc1 : static_cast<int64_t>(std::clamp(value, -9.2e18, 9.2e18));
  }
}

//===----------------------------------------------------------------------===//
// Block formats
//===----------------------------------------------------------------------===//

static bool hasShortExponent(DataType type) {
  return type == DataType::BfpF8 || type == DataType::BfpF4 || type == DataType::BfpF2;
}
constexpr int shortExponentOffset = 127 - 15;

static void setElement(uint8_t *elements, int bits, size_t index, uint32_t value) {
  size_t bit = index * static_cast<size_t>(bits);
  uint32_t mask = ((1u << bits) - 1u) << (bit % 8);
  elements[bit / 8] = static_cast<uint8_t>((elements[bit / 8] & ~mask) | (value << (bit % 8)));
}

static uint32_t getElement(const uint8_t *elements, int bits, size_t index) {
  size_t bit = index * static_cast<size_t>(bits);
  return (static_cast<uint32_t>(elements[bit / 8]) >> (bit % 8)) & ((1u << bits) - 1u);
}

void encodeBlock(DataType type, std::span<const double> values, uint8_t *exponent, uint8_t *elements) {
  constexpr uint32_t largestFinite = 0x7f7fffffu;
  uint32_t magnitudes[blockElements], shared = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    magnitudes[i] =
        std::min(std::bit_cast<uint32_t>(static_cast<float>(values[i])) & 0x7fffffffu, largestFinite); // NaN too
    shared = std::max(shared, magnitudes[i] >> 23);
  }
  int stored = static_cast<int>(shared);
  if (hasShortExponent(type)) {
    stored = std::clamp(stored - shortExponentOffset, 0, 30); // 31 is left to poison
    shared = static_cast<uint32_t>(stored + shortExponentOffset);
  }
  *exponent = static_cast<uint8_t>(stored);
  int bits = blockElementBits(type), dropped = 24 - (bits - 1);
  uint32_t largest = (1u << (bits - 1)) - 1;
  for (size_t i = 0; i < values.size(); ++i) {
    uint32_t own = magnitudes[i] >> 23, kept = 0;
    if (own > shared) {
      kept = largest;
    } else if (own != 0 && shared - own < 24) {
      uint32_t mantissa = ((magnitudes[i] & 0x7fffffu) | 0x800000u) >> (shared - own);
      uint32_t rest = mantissa & ((1u << dropped) - 1), half = 1u << (dropped - 1);
      kept = (mantissa >> dropped);
      kept += rest > half || (rest == half && (kept & 1));
      kept = std::min(kept, largest);
    }
    bool negative = kept != 0 && std::signbit(values[i]);
    setElement(elements, bits, i, kept | (negative ? largest + 1 : 0));
  }
}

void decodeBlock(DataType type, uint8_t exponent, const uint8_t *elements, std::span<double> values) {
  int bits = blockElementBits(type);
  bool poison = exponent == 0xff;
  int power = exponent + (hasShortExponent(type) ? shortExponentOffset : 0) - 127 - (bits - 2);
  uint32_t largest = (1u << (bits - 1)) - 1;
  double step = std::bit_cast<double>(static_cast<uint64_t>(1023 + power) << 52); // 2^power, far from a double's limits
  for (size_t i = 0; i < values.size(); ++i) {
    uint32_t element = getElement(elements, bits, i);
    double magnitude = static_cast<double>(element & largest) * step;
    values[i] = poison ? std::numeric_limits<double>::quiet_NaN() : element & (largest + 1) ? -magnitude : magnitude;
  }
}

void fillWithPoison(DataType type, std::span<uint8_t> bytes) {
  // Doubled from one pattern on: patterns have 1, 2 or 4 bytes.
  auto repeat = [&](std::initializer_list<uint8_t> pattern) {
    size_t filled = std::min(pattern.size(), bytes.size());
    std::copy_n(pattern.begin(), filled, bytes.begin());
    for (; filled < bytes.size() && filled > 0; filled *= 2)
      std::copy_n(bytes.begin(), std::min(filled, bytes.size() - filled), bytes.begin() + static_cast<int64_t>(filled));
  };
  switch (type) {
  case DataType::F32:
    return repeat({0xad, 0x0b, 0xc0, 0x7f});
  case DataType::F16:
    return repeat({0x01, 0x7e});
  case DataType::BF16:
  case DataType::Bool:
    return repeat({0xc1, 0x7f});
  case DataType::U32:
  case DataType::SI32:
  case DataType::U16:
  case DataType::U8:
    return repeat({0xab});
  default:
    return repeat({0xff});
  }
}

} // namespace alcove::reference

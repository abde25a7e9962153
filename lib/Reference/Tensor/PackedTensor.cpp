//===- PackedTensor.cpp - A tensor between its uses -----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Reference/Tensor/PackedTensor.h"

#include "Strided.h"

#include <algorithm>
#include <bit>

namespace alcove::reference {

static bool upperHalvesSuffice(std::span<const float> values) {
  constexpr size_t chunk = 4096; // most f32 tensors are found out by the first
  for (size_t from = 0; from < values.size(); from += chunk) {
    uint32_t lower = 0;
    for (float value : values.subspan(from, std::min(chunk, values.size() - from)))
      lower |= std::bit_cast<uint32_t>(value) & 0xffffu;
    if (lower != 0)
      return false;
  }
  return true;
}

PackedTensor::PackedTensor(Tensor given) : tensor(std::move(given)) {
  if (!tensor.isFloat() || tensor.numElements() < worthPacking || !upperHalvesSuffice(tensor.floats()))
    return;
  std::span<const float> values = tensor.floats();
  words = std::make_shared<std::vector<uint16_t>>(values.size());
  inParts(tensor.numElements(), tensor.numElements(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      (*words)[i] = static_cast<uint16_t>(std::bit_cast<uint32_t>(values[i]) >> 16);
  });
  tensor.floatData.reset();
}

Tensor PackedTensor::unpacked() const {
  Tensor result = tensor;
  if (!words)
    return result;
  result.floatData = std::make_shared<std::vector<float>>(words->size());
  std::vector<float> &values = *result.floatData;
  inParts(tensor.numElements(), tensor.numElements(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      values[i] = std::bit_cast<float>(static_cast<uint32_t>((*words)[i]) << 16);
  });
  return result;
}

} // namespace alcove::reference

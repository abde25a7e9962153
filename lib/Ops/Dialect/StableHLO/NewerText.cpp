//===- NewerText.cpp - Text of newer versions of MLIR ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/StableHLO/NewerText.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace alcove;
using llvm::StringRef;

/// Elements of `4x8xi1>...`; nothing for another element type or a size that is no number.
static std::optional<uint64_t> booleansOf(StringRef shape) {
  uint64_t count = 1, extent = 0;
  while (!shape.consume_front("i1>")) {
    if (shape.consumeInteger(10, extent) || !shape.consume_front("x") || extent == 0 ||
        count > (uint64_t(1) << 40) / extent)
      return std::nullopt;
    count *= extent;
  }
  return count;
}

/// A bit for each byte, the first one lowest.
static std::optional<std::string> packed(StringRef bytes) {
  llvm::SmallVector<uint8_t> bits((bytes.size() / 2 + 7) / 8, 0);
  for (size_t i = 0; i < bytes.size() / 2; ++i) {
    if (bytes[2 * i] != '0' || (bytes[2 * i + 1] != '0' && bytes[2 * i + 1] != '1'))
      return std::nullopt;
    bits[i / 8] |= (bytes[2 * i + 1] - '0') << (i % 8);
  }
  return llvm::toHex(bits);
}

std::optional<std::string> stablehlo::packBooleans(StringRef text) {
  constexpr llvm::StringLiteral begin = "dense<\"0x", middle = "\"> : tensor<";
  std::string result;
  size_t done = 0;
  for (size_t at = text.find(begin); at != StringRef::npos; at = text.find(begin, at + 1)) {
    size_t from = at + begin.size(), end = text.find('"', from);
    if (end == StringRef::npos || !text.substr(end).starts_with(middle))
      continue;
    std::optional<uint64_t> count = booleansOf(text.substr(end + middle.size()));
    // One digit pair is a splat, however many elements there are.
    if (!count || *count < 2 || end - from != 2 * *count)
      continue;
    std::optional<std::string> bits = packed(text.slice(from, end));
    if (!bits)
      continue;
    result += text.slice(done, from);
    result += *bits;
    done = end;
  }
  if (done == 0)
    return std::nullopt;
  return result + text.substr(done).str();
}

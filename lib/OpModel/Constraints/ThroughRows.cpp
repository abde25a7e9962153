//===- ThroughRows.cpp - Moves of tiles that the library makes on rows ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources: tt-metal data_movement/{concat,slice,pad,repeat,repeat_interleave}, each of which calls to_layout around its
// program on rows.
//
//===----------------------------------------------------------------------===//
#include "ThroughRows.h"
#include "Geometry.h"
#include "alcove/Device/DataTypeKinds.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::opmodel;

/// Empty without one.
static std::span<const int64_t> listOf(const AttributeFinder &attributes, std::string_view name) {
  return attributes.integers(name).value_or(std::span<const int64_t>());
}

static bool joinsPartsOfTiles(const Query &query, const AttributeFinder &attributes) {
  const size_t rank = query.inputs[0].shape.size();
  std::optional<int64_t> dim = normalisedDim(attributes.integer("dim", 0), rank);
  return dim && !query.inputs[0].layout.isSharded() && *dim + 2 >= static_cast<int64_t>(rank) &&
         query.inputs.size() > 1 &&
         std::any_of(query.inputs.begin(), query.inputs.end(), [&](const TensorSpec &operand) {
           return operand.shape.size() == rank && operand.shape[static_cast<size_t>(*dim)] % 32 != 0;
         });
}

static bool cutsTiles(const Query &query, const AttributeFinder &attributes) {
  const Shape &shape = query.inputs[0].shape;
  std::span<const int64_t> begins = listOf(attributes, "begins"), steps = listOf(attributes, "step");
  auto isInside = [&](size_t fromEnd) {
    if (begins.size() != shape.size() || fromEnd >= shape.size())
      return false;
    int64_t begin = begins[begins.size() - 1 - fromEnd];
    return (begin < 0 ? begin + dimFromEnd(shape, fromEnd) : begin) % 32 != 0;
  };
  return isInside(0) || isInside(1) || std::any_of(steps.begin(), steps.end(), [](int64_t step) { return step != 1; });
}

static bool padsInFront(const AttributeFinder &attributes) {
  std::span<const int64_t> padding = listOf(attributes, "padding");
  for (size_t low = 0; low < padding.size(); low += 2)
    if (padding[low] != 0)
      return true;
  return false;
}

static bool repeats(const Query &query, const AttributeFinder &attributes) {
  std::span<const int64_t> factors = listOf(attributes, "repeat_dims");
  return (!factors.empty() && factors.size() != query.inputs[0].shape.size()) ||
         std::any_of(factors.begin(), factors.end(), [](int64_t factor) { return factor != 1; });
}

bool opmodel::worksOnRows(const Query &query, const AttributeFinder &attributes) {
  if (query.inputs.empty() || !query.inputs[0].layout.isTiled())
    return false;
  const std::string &op = query.op;
  if (op == "concat")
    return joinsPartsOfTiles(query, attributes);
  if (op == "slice" || op == "slice_static")
    return cutsTiles(query, attributes);
  if (op == "pad")
    return padsInFront(attributes);
  if (op == "repeat")
    return repeats(query, attributes);
  return op == "repeat_interleave" && attributes.integer("repeats", 1) != 1;
}

TensorSpec opmodel::asRows(const TensorSpec &tiles, const ChipParameters &chip) {
  DataType type = device::isBlockFloat(tiles.layout.dataType) ? DataType::BF16 : tiles.layout.dataType;
  return {tiles.shape, withPage(interleavedLike(tiles.layout, type, chip), PageLayout::RowMajor)};
}

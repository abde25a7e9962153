//===- JoinedParts.cpp - What a joined operation is made of ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Describe/JoinedParts.h"

#include <fmt/format.h>

using namespace mlir;

namespace alcove::supertiling {

ArrayAttr partsOf(Operation *op) {
  auto joined = op->getAttrOfType<DictionaryAttr>(joinedAttr);
  return joined ? joined.getAs<ArrayAttr>("parts") : ArrayAttr();
}

std::optional<OpClass> classOfParts(Operation *op) {
  auto joined = op->getAttrOfType<DictionaryAttr>(joinedAttr);
  return joined ? std::optional(static_cast<OpClass>(joined.getAs<IntegerAttr>("class").getInt())) : std::nullopt;
}

int64_t numParts(Operation *op) {
  ArrayAttr parts = partsOf(op);
  return parts ? static_cast<int64_t>(parts.size()) : 1;
}

std::string nameOf(Operation *op) {
  if (ArrayAttr parts = partsOf(op)) {
    SmallVector<std::string> names;
    for (auto part : parts.getAsRange<DictionaryAttr>())
      names.push_back(part.getAs<StringAttr>("name").getValue().str());
    return fmt::format("{}", fmt::join(names.begin(), names.end(), ", "));
  }
  return op->getName().getStringRef().str();
}

} // namespace alcove::supertiling

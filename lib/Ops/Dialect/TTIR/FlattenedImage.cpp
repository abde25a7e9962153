//===- FlattenedImage.cpp - Activations of windows in one row -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/TTIR/FlattenedImage.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace alcove;

/// The positive integer behind `name =`.
static std::optional<int64_t> fieldOf(StringRef text, StringRef name) {
  size_t at = text.find(name);
  if (at == StringRef::npos)
    return std::nullopt;
  StringRef rest = text.drop_front(at + name.size()).ltrim();
  int64_t value = 0;
  if (!rest.consume_front("=") || rest.ltrim().consumeInteger(10, value) || value < 1)
    return std::nullopt;
  return value;
}

std::optional<SmallVector<int64_t>> ttir::flattenedImage(Operation *op) {
  if (auto image = op->getAttrOfType<DenseI64ArrayAttr>("flattened_image"))
    return SmallVector<int64_t>(image.asArrayRef());
  Attribute info = op->getAttr("flattened_compat_info");
  if (!info)
    return SmallVector<int64_t>();
  auto opaque = dyn_cast<OpaqueAttr>(info);
  SmallVector<int64_t> image;
  for (StringRef name : {"batch_size", "input_height", "input_width"}) {
    std::optional<int64_t> extent = opaque ? fieldOf(opaque.getAttrData(), name) : std::nullopt;
    if (!extent)
      return std::nullopt;
    image.push_back(*extent);
  }
  return image;
}

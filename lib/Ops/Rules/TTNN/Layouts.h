//===- Layouts.h - Where tensors of an op lie ----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPS_RULES_TTNN_LAYOUTS_H
#define ALCOVE_LIB_OPS_RULES_TTNN_LAYOUTS_H

#include "../OpView.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"

namespace alcove::rules {

/// Null where the type says nothing.
inline ttnn::TTNNLayoutAttr layoutOf(mlir::Value value) {
  auto tensor = llvm::dyn_cast_or_null<mlir::RankedTensorType>(value ? value.getType() : mlir::Type());
  return tensor ? llvm::dyn_cast_or_null<ttnn::TTNNLayoutAttr>(tensor.getEncoding()) : nullptr;
}

inline OpView &hasLayout(OpView &view, Names names) {
  llvm::SmallVector<llvm::StringRef> parts;
  names.split(parts, ' ');
  for (llvm::StringRef name : parts)
    view.require(layoutOf(view.get(name)) != nullptr, "type of " + name + " has no layout");
  return view;
}

inline OpView &onDevice(OpView &view, llvm::StringRef name, bool expected) {
  ttnn::TTNNLayoutAttr layout = layoutOf(view.get(name));
  return view.require(layout && layout.isDeviceMemory() == expected,
                      name + " must lie in " + (expected ? "device" : "system") + " memory");
}

inline std::optional<device::DataType> dataTypeOf(mlir::Value value) {
  mlir::Type element = llvm::cast<mlir::ShapedType>(value.getType()).getElementType();
  if (auto quantized = llvm::dyn_cast<mlir::quant::QuantizedType>(element))
    element = quantized.getStorageType();
  if (llvm::isa<mlir::IndexType>(element))
    return device::DataType::U32;
  if (element.isF64())
    return device::DataType::F32;
  if (element.isInteger(8))
    return device::DataType::U8;
  if (element.isInteger(16))
    return device::DataType::U16;
  if (element.isInteger(64))
    return element.isUnsignedInteger() ? device::DataType::U32 : device::DataType::SI32;
  return ttcore::dataTypeOf(element);
}

/// The same type as the device holds it.
inline OpView &sameDataType(OpView &view, llvm::StringRef a, llvm::StringRef b) {
  return view.require(!view.has(a) || !view.has(b) || dataTypeOf(view.get(a)) == dataTypeOf(view.get(b)),
                      a + " and " + b + " must have elements of one data type");
}

/// An attribute that is kept as it is written: by name, with a field that it must have.
inline OpView &checkKept(OpView &view, llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> kinds,
                         llvm::StringRef field) {
  auto kept = llvm::dyn_cast<mlir::OpaqueAttr>(view.attr(name));
  llvm::StringRef text = kept ? kept.getAttrData() : llvm::StringRef();
  bool known = llvm::any_of(kinds, [&](llvm::StringRef kind) { return text.starts_with(kind); });
  return view.require(known && text.contains(field), name + " must be #ttnn." + kinds.front() + "<" + field + " ...>");
}

} // namespace alcove::rules

#endif // ALCOVE_LIB_OPS_RULES_TTNN_LAYOUTS_H

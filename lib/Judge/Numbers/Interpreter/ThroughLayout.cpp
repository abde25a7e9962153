//===- ThroughLayout.cpp - A tensor as its layout stores it ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/ThroughLayout.h"
#include "alcove/Judge/Numbers/Storage/PlacedTensor.h"

#include <fmt/format.h>

using namespace mlir;

namespace alcove::reference {

/// Adds `factor` times `expression` to `form`; false when it is not linear.
static bool addTo(LinearForm &form, AffineExpr expression, int64_t factor) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expression)) {
    int64_t product;
    return !__builtin_mul_overflow(constant.getValue(), factor, &product) &&
           !__builtin_add_overflow(form.constant, product, &form.constant);
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expression)) {
    int64_t &coefficient = form.coefficients[dim.getPosition()];
    return !__builtin_add_overflow(coefficient, factor, &coefficient);
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expression);
  if (!binary)
    return false;
  if (binary.getKind() == AffineExprKind::Add)
    return addTo(form, binary.getLHS(), factor) && addTo(form, binary.getRHS(), factor);
  auto scale = dyn_cast<AffineConstantExpr>(binary.getRHS()); // constants are kept on the right
  int64_t product;
  return binary.getKind() == AffineExprKind::Mul && scale &&
         !__builtin_mul_overflow(factor, scale.getValue(), &product) && addTo(form, binary.getLHS(), product);
}

Result<PhysicalLayout> describe(ttnn::TTNNLayoutAttr layout) {
  PhysicalLayout result;
  Type element = layout.getMemref().getElementType();
  std::optional<device::DataType> type = ttcore::dataTypeOf(element);
  if (!type)
    return Error{"ST-5: a layout of an element type that the device has not"};
  result.dataType = *type;
  auto tile = dyn_cast<ttcore::TileType>(element);
  result.tiled = static_cast<bool>(tile);
  if (tile) {
    result.tileHeight = tile.getHeight();
    result.tileWidth = tile.getWidth();
  }
  result.bufferType = static_cast<device::BufferType>(layout.getBufferType());
  if (layout.getMemLayout())
    result.memoryLayout = static_cast<device::MemoryLayout>(layout.getMemLayout().getValue());
  for (AffineExpr expression : layout.getLinear().getResults()) {
    LinearForm form{std::vector<int64_t>(layout.getLinear().getNumDims(), 0), 0};
    if (!addTo(form, expression, 1))
      return Error{"ST-1: the map of the layout is not linear in the dimensions"};
    result.map.push_back(std::move(form));
  }
  result.grid.assign(layout.getGridShape().begin(), layout.getGridShape().end());
  result.shard.assign(layout.getMemref().getShape().begin(), layout.getMemref().getShape().end());
  result.anyCores = layout.getIgnorePhysicalLayout() && !layout.getCoreRangeSet();
  if (layout.getCoreRangeSet())
    for (ttnn::CoreRangeAttr range : layout.getCoreRangeSet().getCoreRanges())
      result.cores.push_back({range.getStartX(), range.getStartY(), range.getEndX(), range.getEndY()});
  return result;
}

Status checkStorable(RankedTensorType type) {
  ttnn::TTNNLayoutAttr attribute = ttnn::layoutOf(type);
  if (!attribute)
    return {};
  ALCOVE_ASSIGN_OR_RETURN(PhysicalLayout layout, describe(attribute));
  return checkLayout(layout, std::span<const int64_t>(type.getShape().data(), type.getShape().size()));
}

bool isStoredAsIs(ElementType held, RankedTensorType type) {
  ttnn::TTNNLayoutAttr attribute = ttnn::layoutOf(type);
  if (!attribute)
    return true;
  Result<PhysicalLayout> layout = describe(attribute);
  std::span<const int64_t> shape(type.getShape().data(), type.getShape().size());
  return layout.ok() && checkLayout(*layout, shape).ok() && readsBackAsIs(held, shape, *layout);
}

Result<Tensor> throughLayout(const Tensor &tensor, RankedTensorType type) {
  ttnn::TTNNLayoutAttr attribute = ttnn::layoutOf(type);
  if (!attribute)
    return tensor;
  if (!llvm::equal(tensor.shape(), type.getShape()))
    return Error{fmt::format("a tensor of {} is stored as one of {}", toString(std::span(tensor.shape())),
                             toString(std::span<const int64_t>(type.getShape().data(), type.getShape().size())))};
  ALCOVE_ASSIGN_OR_RETURN(PhysicalLayout layout, describe(attribute));
  if (readsBackAsIs(tensor.elementType(), tensor.shape(), layout)) {
    ALCOVE_RETURN_IF_ERROR(checkLayout(layout, tensor.shape()));
    return tensor;
  }
  ALCOVE_ASSIGN_OR_RETURN(Placed placed, place(tensor, layout));
  return readBack(placed);
}

} // namespace alcove::reference

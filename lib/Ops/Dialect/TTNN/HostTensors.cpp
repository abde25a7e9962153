//===- HostTensors.cpp - Types of tensors that wait on the host -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/TTNN/HostTensors.h"

using namespace mlir;
using namespace alcove;

RankedTensorType ttnn::onHost(RankedTensorType type, ttnn::TTNNLayoutAttr like) {
  device::TensorLayout host;
  host.dataType = ttcore::toDevice(like.getDataType());
  host.pageLayout = like.isTiled() ? device::PageLayout::Tile : device::PageLayout::RowMajor;
  host.bufferType = device::BufferType::SystemMemory;
  return ttnn::withLayout(type, ttnn::TTNNLayoutAttr::get(type.getContext(), type.getShape(), host, {1, 1}));
}

//===- DeviceValue.cpp - The device as a value ----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/TTNN/DeviceValue.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace alcove;

Value ttnn::deviceBefore(Block &block, Operation *point, Location loc) {
  for (auto existing : block.getOps<ttnn::GetDeviceOp>())
    if (!point || existing->isBeforeInBlock(point))
      return existing.getDevice();
  OpBuilder atStart = OpBuilder::atBlockBegin(&block);
  ArrayRef<int64_t> mesh;
  if (ttcore::DeviceAttr device = ttcore::lookupDevice(block.getParentOp()))
    mesh = device.getMeshShape();
  int64_t rows = 1, cols = mesh.empty() ? 1 : mesh.back();
  for (int64_t extent : mesh.empty() ? mesh : mesh.drop_back())
    rows *= extent;
  MLIRContext *context = block.getParentOp()->getContext();
  return ttnn::GetDeviceOp::create(atStart, loc, ttnn::DeviceType::get(context),
                                   ttnn::MeshShapeAttr::get(context, rows, cols),
                                   ttnn::MeshOffsetAttr::get(context, 0, 0));
}

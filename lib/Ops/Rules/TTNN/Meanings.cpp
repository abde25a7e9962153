//===- Meanings.cpp - What ops of TTNN mean -------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../OpView.h"
#include "alcove/Device/LayoutSteps.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::ttnn;

/// Pages and element type change where the tensor lies. Source: the verifier of ttnn.to_layout in tt-mlir (#9065).
static LogicalResult verifyToLayout(Operation *op) {
  auto from = cast<RankedTensorType>(op->getOperand(0).getType()),
       to = cast<RankedTensorType>(op->getResult(0).getType());
  if (!layoutOf(from) || !layoutOf(to))
    return op->emitOpError("types of input and result must have layouts");
  if (device::samePlace(specOf(from).layout, specOf(to).layout))
    return success();
  auto placeOf = [](RankedTensorType type) {
    device::TensorLayout layout = specOf(type).layout;
    std::string place = device::toString(layout.bufferType);
    if (layout.bufferType != device::BufferType::SystemMemory)
      place += std::string(" ") + device::toString(layout.memoryLayout) + " " + std::to_string(layout.gridRows) + "x" +
               std::to_string(layout.gridCols);
    return place;
  };
  return op->emitOpError()
         << "moves its input from " << placeOf(from) << " to " << placeOf(to)
         << ", but it may change page layout and data type only: use ttnn.to_memory_config behind it, or "
            "ttnn.to_tensor_spec for both";
}

void rules::addTTNNMeanings(RuleTable &table) {
  add(table, {"ttnn.to_layout"}, verifyToLayout); // of the dialect
  addMeanings<
#define GET_OP_LIST
#include "alcove/Ops/Dialect/TTNN/TTNNOpList.cpp.inc"
      >(table);
}

//===- Layout.cpp - What conversions compute ------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Kernels/Attention.h"
#include "alcove/Judge/Numbers/Kernels/Contraction.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Elementwise.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"
#include "alcove/Judge/Numbers/Kernels/Normalization.h"
#include "alcove/Judge/Numbers/Kernels/Reductions.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

namespace alcove::reference {

static void addMoves(OpTable &table) {
  // The element type follows the result; the physical way through its layout is the interpreter's, for every result.
  table.add<ttnn::ToMemoryConfigOp, ttnn::ToLayoutOp, ttnn::ToTensorSpecOp, ttnn::FromDeviceOp, ttnn::ToDeviceOp>(
      "StorageTest", "identity, physically stored and read back",
      [](auto, OpCall &call) -> Result<Tensor> { return call.in(0).convertedTo(call.held()); });
  table.add<ttir::ToLayoutOp>("DataMovement", "identity", [](auto, OpCall &call) -> Result<std::vector<Tensor>> {
    if (call.op->getNumResults() != 1)
      return Error{"to_layout of memory is not executed"};
    ALCOVE_ASSIGN_OR_RETURN(Tensor result, call.in(0).convertedTo(call.held()));
    return std::vector<Tensor>{std::move(result)};
  });
}

static void addTypecast(OpTable &table) {

  table.add<ttir::TypecastOp, ttnn::TypecastOp>("Tensor", "closed form", [](auto, OpCall &call) -> Result<Tensor> {
    return call.in(0).convertedTo(call.held());
  });
}

static void addAssign(OpTable &table) {
  table.add<ttnn::AssignOp>("LibraryOps", "closed form",
                            [](auto, OpCall &call) { return call.in(0).convertedTo(call.held()); });
}

void addLayoutOps(OpTable &table) {
  addMoves(table);
  addTypecast(table);
  addAssign(table);
}

} // namespace alcove::reference

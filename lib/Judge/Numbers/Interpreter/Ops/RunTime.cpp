//===- RunTime.cpp - What copies and barriers compute ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include <fmt/format.h>

namespace alcove::reference {

void addRunTimeOps(OpTable &table) {
  auto into = [](const Tensor &source, Tensor &target) -> Status {
    if (source.shape() != target.shape())
      return Error{fmt::format("{} into {}", toString(source.shape()), toString(target.shape()))};
    ALCOVE_ASSIGN_OR_RETURN(target, source.convertedTo(target.elementType()));
    return {};
  };
  table.add<ttnn::CopyOp>("DataMovement", "closed form", [into](auto op, OpCall &call) -> Status {
    return into(call.in(0), call.inPlace(op.getDst()));
  });
  table.add<ttnn::WriteTensorOp>("DataMovement", "closed form", [into](auto op, OpCall &call) -> Status {
    return into(call.in(0), call.inPlace(op.getDeviceTensor()));
  });
  table.add<ttcore::OptimizationBarrierOp>("Interpreter", "identity",
                                           [](auto, OpCall &call) -> Result<std::vector<Tensor>> {
                                             std::vector<Tensor> results;
                                             for (const Tensor *operand : call.operands)
                                               results.push_back(*operand);
                                             return results;
                                           });
}

} // namespace alcove::reference

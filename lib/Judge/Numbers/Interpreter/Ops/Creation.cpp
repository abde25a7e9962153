//===- Creation.cpp - What tensors of nothing compute ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/Random.h"
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Elementwise.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

namespace alcove::reference {

// NUM-N25
/// The type that the numbers of a constant are of, also in a run in f32: what the type of the tensor cannot hold
/// becomes infinite, or its nearest number, in every module that says it. Block formats are how a tensor is stored.
static ElementType typeOfNumbers(OpCall &call) {
  Result<ElementType> declared = heldTypeOf(call.type().getElementType());
  return declared.ok() && !isBlockFloat(*declared) ? *declared : call.held();
}

static void addFilled(OpTable &table) {
  constexpr const char *against = "closed form";
  auto constant = [](auto op, OpCall &call) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(Tensor value, tensorOf(op.getValue(), typeOfNumbers(call)));
    return value.reshaped(call.shape());
  };
  table.add<ttir::ConstantOp, ttnn::ConstantOp>("Constants", against, constant);
  table.add<ttir::FullOp, ttnn::FullOp>("DataMovement", against, [](auto op, OpCall &call) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(double value, numberOf(op.getFillValue()));
    return full(typeOfNumbers(call), call.shape(), value);
  });
  table.add<ttir::ZerosOp, ttnn::ZerosOp, ttir::EmptyOp, ttnn::EmptyOp>(
      "DataMovement", against, [](auto, OpCall &call) { return full(call.held(), call.shape(), 0.0); });
  table.add<ttir::OnesOp, ttnn::OnesOp>("DataMovement", against,
                                        [](auto, OpCall &call) { return full(call.held(), call.shape(), 1.0); });
  table.add<ttir::ArangeOp>("DataMovement", against, [](auto op, OpCall &call) {
    return arange(call.held(), call.shape(), op.getArangeDimension(), op.getStart(), op.getStep());
  });
  table.add<ttnn::ArangeOp>("DataMovement", against, [](auto op, OpCall &call) {
    return arange(call.held(), call.shape(), -1, op.getStart(), op.getStep());
  });
}

// NUM-N14
static void addRandom(OpTable &table) {
  table.add<ttir::RandOp, ttnn::RandOp>("Random", "mean, bounds, seeds", [](auto op, OpCall &call) -> Result<Tensor> {
    double low = op.getLow().convertToDouble(), high = op.getHigh().convertToDouble();
    ALCOVE_ASSIGN_OR_RETURN(int64_t count, countElements(call.shape()));
    ::alcove::Random random(op.getSeed());
    std::vector<float> values(count);
    for (float &value : values)
      value = static_cast<float>(low + random.unit() * (high - low));
    ALCOVE_ASSIGN_OR_RETURN(Tensor wide, Tensor::fromFloats(ElementType::F32, call.shape(), std::move(values)));
    return wide.convertedTo(call.held());
  });
}

void addCreationOps(OpTable &table) {
  addFilled(table);
  addRandom(table);
}

} // namespace alcove::reference

//===- TTIRTarget.cpp - What StableHLO is written in for a device ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SpecialFunctions.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;

static Value constant(OpBuilder &builder, Location loc, DenseElementsAttr value) {
  return ttir::ConstantOp::create(builder, loc, value.getType(), value);
}

static Value both(OpBuilder &builder, Location loc, Value a, Value b) {
  return ttir::LogicalAndOp::create(builder, loc, a.getType(), a, b);
}

static Value choose(OpBuilder &builder, Location loc, Value pred, Value yes, Value no) {
  auto tensor = cast<RankedTensorType>(yes.getType());
  if (tensor.getRank() > 0) {
    SmallVector<int32_t> ones(tensor.getRank(), 1);
    auto flat = RankedTensorType::get(Dims(tensor.getRank(), 1), builder.getI1Type());
    pred = ttir::ReshapeOp::create(builder, loc, flat, pred, builder.getI32ArrayAttr(ones));
    if (tensor.getNumElements() > 1)
      pred = ttir::BroadcastOp::create(builder, loc, tensor.clone(builder.getI1Type()), pred,
                                       builder.getDenseI64ArrayAttr(tensor.getShape()));
  }
  return ttir::WhereOp::create(builder, loc, tensor, pred, yes, no);
}

const Target &stablehlo::toTTIR() {
  static const Target target = [] {
    Target made{"TTIR", {}, constant, both, choose, nullptr, nullptr, /*isTTIR=*/true};
    addElementwise(made.table);
    addMovement(made.table);
    addContractions(made.table);
    addReductions(made.table);
    addIndexing(made.table);
    addCollectives(made.table);
    addSpecialFunctions(made.table);
    return made;
  }();
  return target;
}

//===- Maps.cpp - Bodies of scalars written with whole tensors ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Conversion.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;

/// The first op of the body that means something else where its operands are tensors.
static Operation *findOther(Region &body) {
  static const ConverterTable elementwise = [] {
    ConverterTable table;
    addElementwise(table);
    return table;
  }();
  for (Operation &op : body.front()) {
    bool known = isa<ConstantOp>(op) || op.hasTrait<OpTrait::IsTerminator>() ||
                 elementwise.contains(op.getName().getStringRef());
    bool inside = llvm::all_of(op.getOperands(), [&](Value value) { return value.getParentRegion() == &body; });
    if (!known || !inside)
      return &op;
  }
  return nullptr;
}

/// Scalars become tensors of one shape, and a number one in every element.
static void widen(Region &body, ArrayRef<int64_t> shape) {
  auto whole = [&](Value value) { value.setType(RankedTensorType::get(shape, getElementTypeOrSelf(value.getType()))); };
  llvm::for_each(body.getArguments(), whole);
  for (Operation &op : body.front()) {
    llvm::for_each(op.getResults(), whole);
    if (auto constant = dyn_cast<ConstantOp>(op)) {
      Attribute number = *cast<DenseElementsAttr>(constant.getValue()).value_begin<Attribute>();
      constant.setValueAttr(DenseElementsAttr::get(cast<ShapedType>(constant.getType()), number));
    }
  }
}

///   map(%x) ({ ^bb0(%a: tensor<f32>): %s = multiply %a, %a : tensor<f32>, return %s })
///   ->   multiply %x, %x : tensor<4x8xf32>
LogicalResult Conversion::convertMap(MapOp op, ArrayRef<Held> operands, Helds &results) {
  Region &body = op.getComputation();
  if (Operation *other = findOther(body))
    return refuse(op) << "'" << other->getName() << "' in its body is no op on numbers of one element each alone";
  IRMapping mapping;
  Region &bodyOfTensors = *bodies.emplace_back(std::make_unique<Region>());
  body.cloneInto(&bodyOfTensors, mapping);
  widen(bodyOfTensors, cast<RankedTensorType>(op.getResult().getType()).getShape());
  return convertBlock(bodyOfTensors.front(), operands, results);
}

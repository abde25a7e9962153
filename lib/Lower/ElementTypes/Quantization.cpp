//===- Quantization.cpp - Quantized types as integers and scales ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Quantization.h"
#include "../TTIRBuilder.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

Type conversion::storageOf(Type quantized) {
  auto type = cast<quant::QuantizedType>(quantized);
  MLIRContext *context = type.getContext();
  if (type.getStorageTypeMin() == -128 && type.getStorageTypeMax() == 127)
    return IntegerType::get(context, 32, IntegerType::Signed);
  if (type.getStorageTypeMin() == 0 && type.getStorageTypeMax() == 255)
    return IntegerType::get(context, 8, IntegerType::Unsigned);
  return {};
}

namespace {
/// Scales and zero points of a type, one or one for each index of its axis.
struct Numbers {
  SmallVector<float> scales;
  SmallVector<int32_t> zeros;
  std::optional<int32_t> axis;

  /// One for each of `extent` indices.
  void spread(int64_t extent) {
    if (scales.size() == 1) {
      scales.assign(extent, scales[0]);
      zeros.assign(extent, zeros[0]);
    }
  }
};
} // namespace

static bool isQuantized(Type type) { return isa<quant::QuantizedType>(getElementTypeOrSelf(type)); }

static FailureOr<Numbers> numbersOf(Operation *op, Type tensor) {
  auto type = cast<quant::QuantizedType>(getElementTypeOrSelf(tensor));
  Numbers numbers;
  if (auto uniform = dyn_cast<quant::UniformQuantizedType>(type)) {
    numbers.scales = {static_cast<float>(uniform.getScale())};
    numbers.zeros = {static_cast<int32_t>(uniform.getZeroPoint())};
  } else if (auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(type)) {
    numbers.scales.assign(perAxis.getScales().begin(), perAxis.getScales().end());
    numbers.zeros.assign(perAxis.getZeroPoints().begin(), perAxis.getZeroPoints().end());
    numbers.axis = perAxis.getQuantizedDimension();
  } else {
    return op->emitError("elements ") << type << " are not uniform, of the tensor or of an axis";
  }
  return numbers;
}

static void appendConstants(OpBuilder &builder, Location loc, const Numbers &numbers, SmallVector<Value> &operands) {
  int64_t count = static_cast<int64_t>(numbers.scales.size());
  auto real = RankedTensorType::get({count}, builder.getF32Type());
  auto integer = RankedTensorType::get({count}, builder.getIntegerType(32, /*isSigned=*/true));
  operands.push_back(ttir::ConstantOp::create(builder, suffixed(loc, "_scale"), real,
                                              DenseElementsAttr::get(real, ArrayRef<float>(numbers.scales))));
  operands.push_back(ttir::ConstantOp::create(builder, suffixed(loc, "_zero"), integer,
                                              DenseElementsAttr::get(integer, ArrayRef<int32_t>(numbers.zeros))));
}

/// The op with the numbers of its types as operands: all of the tensor, or all of one axis.
static LogicalResult unroll(Operation *op) {
  OpBuilder builder(op);
  SmallVector<Numbers> both;
  std::optional<int32_t> axis;
  for (Type type : {op->getOperand(0).getType(), op->getResult(0).getType()}) {
    if (!isQuantized(type))
      continue;
    FailureOr<Numbers> numbers = numbersOf(op, type);
    if (failed(numbers))
      return failure();
    if (axis && numbers->axis && *axis != *numbers->axis)
      return op->emitError("is quantized along axis ") << *axis << " before and " << *numbers->axis << " after";
    axis = numbers->axis ? numbers->axis : axis;
    both.push_back(std::move(*numbers));
  }
  SmallVector<Value> operands{op->getOperand(0)};
  for (Numbers &numbers : both) {
    if (axis)
      numbers.spread(tensorTypeOf(op->getResult(0)).getDimSize(*axis));
    appendConstants(builder, op->getLoc(), numbers, operands);
  }
  OperationState state(op->getLoc(), (op->getName().getStringRef() + "_unrolled").str(), operands, op->getResultTypes(),
                       llvm::to_vector(op->getDiscardableAttrs()));
  if (axis)
    state.addAttribute("axis", builder.getI32IntegerAttr(*axis));
  op->replaceAllUsesWith(builder.create(state)->getResults());
  op->erase();
  return success();
}

LogicalResult conversion::unrollQuantization(func::FuncOp function) {
  SmallVector<Operation *> ops;
  WalkResult walked = function.walk([&](Operation *op) -> WalkResult {
    if (llvm::none_of(op->getOperandTypes(), isQuantized) && llvm::none_of(op->getResultTypes(), isQuantized))
      return success();
    if (isa<ttir::QuantizeOp, ttir::DequantizeOp, ttir::RequantizeOp>(op)) {
      ops.push_back(op);
      return success();
    }
    bool unrolled = isa<ttir::QuantizeUnrolledOp, ttir::DequantizeUnrolledOp, ttir::RequantizeUnrolledOp>(op);
    if (unrolled || !isa_and_nonnull<ttir::TTIRDialect>(op->getDialect()) ||
        isa<ttir::ReshapeOp, ttir::PermuteOp, ttir::TransposeOp, ttir::SqueezeOp, ttir::UnsqueezeOp>(op))
      return success();
    return op->emitError("takes or gives quantized elements: only quantize, dequantize, requantize and ops that move "
                         "elements are lowered with them");
  });
  if (walked.wasInterrupted())
    return failure();
  for (Operation *op : ops)
    if (failed(unroll(op)))
      return failure();
  return success();
}

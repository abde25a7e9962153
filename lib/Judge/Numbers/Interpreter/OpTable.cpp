//===- OpTable.cpp - Which kernel executes which op -------- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"

#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/TypeUtilities.h"

#include <fmt/format.h>

namespace alcove::reference {

static std::string textOf(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

static Result<ElementType> fromDevice(device::DataType type) {
  switch (type) {
  case device::DataType::F32:
    return ElementType::F32;
  case device::DataType::F16:
    return ElementType::F16;
  case device::DataType::BF16:
    return ElementType::BF16;
  case device::DataType::BfpBf8:
    return ElementType::BFP8;
  case device::DataType::BfpBf4:
    return ElementType::BFP4;
  case device::DataType::U32:
    return ElementType::U32;
  case device::DataType::U16:
    return ElementType::U16;
  case device::DataType::U8:
    return ElementType::U8;
  case device::DataType::SI32:
    return ElementType::I32;
  case device::DataType::Bool:
    return ElementType::I1;
  default:
    return Error{fmt::format("elements of type {} are not executed", device::toString(type))};
  }
}

Result<ElementType> heldTypeOf(mlir::Type type) {
  if (auto tile = mlir::dyn_cast<ttcore::TileType>(type))
    return fromDevice(ttcore::toDevice(tile.getDataType()));
  if (type.isF32() || type.isF64())
    return ElementType::F32;
  if (type.isBF16())
    return ElementType::BF16;
  if (type.isF16())
    return ElementType::F16;
  if (auto quantized = mlir::dyn_cast<mlir::quant::QuantizedType>(type)) {
    mlir::IntegerType::SignednessSemantics sign =
        quantized.isSigned() ? mlir::IntegerType::Signless : mlir::IntegerType::Unsigned;
    return heldTypeOf(mlir::IntegerType::get(type.getContext(), quantized.getStorageTypeIntegralWidth(), sign));
  }
  if (auto integer = mlir::dyn_cast<mlir::IntegerType>(type)) {
    bool isUnsigned = integer.isUnsigned();
    switch (integer.getWidth()) {
    case 1:
      return ElementType::I1;
    case 8:
      return isUnsigned ? ElementType::U8 : ElementType::I8;
    case 16:
      return isUnsigned ? ElementType::U16 : ElementType::I16;
    case 32:
      return isUnsigned ? ElementType::U32 : ElementType::I32;
    case 64:
      return ElementType::I64;
    }
  }
  return Error{
      fmt::format("elements of type {} are not executed: those of f32, bf16, f16 and of integers are", textOf(type))};
}

Result<ElementType> heldTypeOf(mlir::RankedTensorType type, Precision precision) {
  ALCOVE_ASSIGN_OR_RETURN(ElementType declared, heldTypeOf(type.getElementType()));
  if (auto layout = ttnn::layoutOf(type))
    if (layout.isTiled()) {
      // Only block formats say more than the element type; a boolean lies on the device as bf16 0 or 1.
      Result<ElementType> stored = fromDevice(ttcore::toDevice(layout.getDataType()));
      if (stored.ok() && isBlockFloat(*stored))
        declared = *stored;
    }
  return heldType(declared, precision);
}

Result<Shape> integersOf(mlir::Attribute attribute) {
  if (auto array = mlir::dyn_cast_or_null<mlir::DenseI64ArrayAttr>(attribute))
    return Shape(array.asArrayRef().begin(), array.asArrayRef().end());
  if (auto array = mlir::dyn_cast_or_null<mlir::DenseI32ArrayAttr>(attribute))
    return Shape(array.asArrayRef().begin(), array.asArrayRef().end());
  if (auto shape = mlir::dyn_cast_or_null<ttnn::ShapeAttr>(attribute))
    return Shape(shape.getShape().begin(), shape.getShape().end());
  auto one = [](mlir::IntegerAttr value) -> Result<int64_t> {
    if (value.getValue().getBitWidth() > 64)
      return Error{"an integer of more than 64 bits"};
    return value.getType().isUnsignedInteger() ? static_cast<int64_t>(value.getValue().getZExtValue())
                                               : value.getValue().getSExtValue();
  };
  Shape values;
  if (auto value = mlir::dyn_cast_or_null<mlir::IntegerAttr>(attribute)) {
    ALCOVE_ASSIGN_OR_RETURN(int64_t integer, one(value));
    return Shape{integer};
  }
  if (auto array = mlir::dyn_cast_or_null<mlir::ArrayAttr>(attribute)) {
    for (mlir::Attribute element : array) {
      auto value = mlir::dyn_cast<mlir::IntegerAttr>(element);
      if (!value)
        return Error{"an array attribute holds something else than integers"};
      ALCOVE_ASSIGN_OR_RETURN(int64_t integer, one(value));
      values.push_back(integer);
    }
    return values;
  }
  if (auto dense = mlir::dyn_cast_or_null<mlir::DenseIntElementsAttr>(attribute)) {
    if (dense.getNumElements() > 1024)
      return Error{"an attribute of more than 1024 integers where a few are expected"};
    for (const llvm::APInt &value : dense.getValues<llvm::APInt>())
      values.push_back(value.getSExtValue());
    return values;
  }
  return Error{"an attribute holds no integers"};
}

Result<double> numberOf(mlir::Attribute attribute) {
  if (auto real = mlir::dyn_cast_or_null<mlir::FloatAttr>(attribute))
    return real.getValueAsDouble();
  ALCOVE_ASSIGN_OR_RETURN(Shape values, integersOf(attribute));
  if (values.size() != 1)
    return Error{fmt::format("{} numbers where one is expected", values.size())};
  return static_cast<double>(values[0]);
}

/// Elements of a resource, whose bytes lie in the file as the machine stores them.
static Result<Tensor> tensorOfResource(mlir::DenseResourceElementsAttr attribute, ElementType own, int64_t count,
                                       const Shape &shape) {
  mlir::AsmResourceBlob *blob = attribute.getRawHandle().getBlob();
  if (!blob)
    return Error{fmt::format("resource '{}' has no data", attribute.getRawHandle().getKey().str())};
  llvm::ArrayRef<char> bytes = blob->getData();
  int64_t width = 0;
  switch (own) {
  case ElementType::F32:
  case ElementType::I32:
  case ElementType::U32:
    width = 4;
    break;
  case ElementType::BF16:
  case ElementType::F16:
  case ElementType::I16:
  case ElementType::U16:
    width = 2;
    break;
  case ElementType::I64:
    width = 8;
    break;
  default:
    width = 1;
  }
  if (static_cast<int64_t>(bytes.size()) != count * width || attribute.getType().getElementType().isF64())
    return Error{fmt::format("resource '{}' has {} bytes for {} elements of {}",
                             attribute.getRawHandle().getKey().str(), bytes.size(), count, toString(own))};
  std::vector<float> reals(isFloat(own) ? count : 0);
  std::vector<int64_t> integers(isFloat(own) ? 0 : count);
  for (int64_t i = 0; i < count; ++i) {
    uint64_t bits = 0;
    memcpy(&bits, bytes.data() + i * width, width);
    if (own == ElementType::F32)
      reals[i] = llvm::bit_cast<float>(static_cast<uint32_t>(bits));
    else if (own == ElementType::BF16)
      reals[i] = llvm::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
    else if (own == ElementType::F16)
      reals[i] = llvm::APFloat(llvm::APFloat::IEEEhalf(), llvm::APInt(16, bits)).convertToFloat();
    else
      integers[i] = wrapTo(own, static_cast<int64_t>(bits));
  }
  return isFloat(own) ? Tensor::fromFloats(own, shape, std::move(reals))
                      : Tensor::fromIntegers(own, shape, std::move(integers));
}

Result<Tensor> tensorOf(mlir::ElementsAttr attribute, ElementType type) {
  auto tensorType = mlir::dyn_cast<mlir::RankedTensorType>(attribute.getShapedType());
  if (!tensorType || !tensorType.hasStaticShape())
    return Error{"a constant without a static shape"};
  Shape shape(tensorType.getShape().begin(), tensorType.getShape().end());
  ALCOVE_ASSIGN_OR_RETURN(int64_t count, countElements(shape));
  ALCOVE_ASSIGN_OR_RETURN(ElementType own, heldTypeOf(tensorType.getElementType()));
  if (auto resource = mlir::dyn_cast<mlir::DenseResourceElementsAttr>(attribute)) {
    ALCOVE_ASSIGN_OR_RETURN(Tensor tensor, tensorOfResource(resource, own, count, shape));
    return tensor.convertedTo(type);
  }
  auto dense = mlir::dyn_cast<mlir::DenseElementsAttr>(attribute);
  if (!dense)
    return Error{"a constant that is neither dense nor a resource"};
  auto real = [](const llvm::APFloat &value) { return static_cast<float>(value.convertToDouble()); };
  auto integer = [&](const llvm::APInt &value) {
    return static_cast<int64_t>(own == ElementType::I1 || tensorType.getElementType().isUnsignedInteger()
                                    ? value.getZExtValue()
                                    : static_cast<uint64_t>(value.getSExtValue()));
  };
  if (dense.isSplat()) {
    // f32 holds every float here; integers go through i64, which full() would do by way of a double.
    if (isFloat(own)) {
      ALCOVE_ASSIGN_OR_RETURN(Tensor tensor, full(own, shape, real(dense.getSplatValue<llvm::APFloat>())));
      return tensor.convertedTo(type);
    }
    ALCOVE_ASSIGN_OR_RETURN(
        Tensor tensor,
        Tensor::fromIntegers(own, shape, std::vector<int64_t>(count, integer(dense.getSplatValue<llvm::APInt>()))));
    return tensor.convertedTo(type);
  }
  if (isFloat(own)) {
    std::vector<float> values;
    for (const llvm::APFloat &value : dense.getValues<llvm::APFloat>())
      values.push_back(real(value));
    ALCOVE_ASSIGN_OR_RETURN(Tensor tensor, Tensor::fromFloats(own, shape, std::move(values)));
    return tensor.convertedTo(type);
  }
  std::vector<int64_t> values;
  for (const llvm::APInt &value : dense.getValues<llvm::APInt>())
    values.push_back(integer(value));
  ALCOVE_ASSIGN_OR_RETURN(Tensor tensor, Tensor::fromIntegers(own, shape, std::move(values)));
  return tensor.convertedTo(type);
}

Tensor *OpCall::lookup(mlir::Value value) const {
  if (!value)
    return nullptr;
  for (mlir::OpOperand &operand : op->getOpOperands())
    if (operand.get() == value)
      return operands[operand.getOperandNumber()];
  return nullptr;
}

const PerChip *MeshCall::find(mlir::Value value) const {
  if (!value)
    return nullptr;
  for (mlir::OpOperand &operand : op->getOpOperands())
    if (operand.get() == value)
      return &operands[operand.getOperandNumber()];
  return nullptr;
}

const OpTable &OpTable::get() {
  static const OpTable table = [] {
    OpTable result;
    addElementwiseOps(result);
    addQuantizationOps(result);
    addContractionOps(result);
    addWindowOps(result);
    addWindowGeneralOps(result);
    addReductionOps(result);
    addNormalizationOps(result);
    addNormalizationPartsOps(result);
    addSelectionOps(result);
    addShapeOps(result);
    addCreationOps(result);
    addLayoutOps(result);
    addAttentionOps(result);
    addHeadsOps(result);
    addCacheOps(result);
    addCollectiveOps(result);
    addExpertOps(result);
    addRunTimeOps(result);
    return result;
  }();
  return table;
}

const OpTable::Entry *OpTable::find(llvm::StringRef opName) const {
  auto it = entries.find(opName.str());
  return it == entries.end() ? nullptr : &it->second;
}

static bool isQuantized(mlir::Type type) {
  return mlir::isa<mlir::quant::QuantizedType>(mlir::getElementTypeOrSelf(type));
}

const OpTable::Entry *OpTable::find(mlir::Operation *op) const {
  bool quantized = llvm::any_of(op->getOperandTypes(), isQuantized) || llvm::any_of(op->getResultTypes(), isQuantized);
  if (quantized && !mlir::isa<ttir::QuantizeOp, ttir::DequantizeOp, ttir::RequantizeOp, ttir::QuantizeUnrolledOp,
                              ttir::DequantizeUnrolledOp, ttir::RequantizeUnrolledOp, ttnn::QuantizeOp,
                              ttnn::DequantizeOp, ttnn::RequantizeOp, ttir::ReshapeOp, ttir::PermuteOp,
                              ttir::TransposeOp, ttir::SqueezeOp, ttir::UnsqueezeOp>(op))
    return nullptr;
  return find(op->getName().getStringRef());
}

void OpTable::insert(llvm::StringRef opName, Handler handler, llvm::StringRef tests, llvm::StringRef against) {
  entries[opName.str()] = Entry{std::move(handler), nullptr, tests.str(), against.str()};
}

} // namespace alcove::reference

//===- TTNNDialect.cpp - TTNN dialect -------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/LayoutSteps.h"
#include "alcove/Dialect/AsmHelpers.h"
#include "alcove/Dialect/RegisterOps.h"
#include "alcove/Dialect/TTNN/TTNN.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::ttnn;

#include "alcove/Dialect/TTNN/TTNNDialect.cpp.inc"

namespace {
/// Aliases are part of what users read and of their FileCheck tests: #ttnn_layout3, #dram, #l1.
struct TTNNAsmInterface : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attr, raw_ostream &os) const override {
    if (isa<TTNNLayoutAttr>(attr))
      os << "ttnn_layout";
    else if (auto buffer = dyn_cast<BufferTypeAttr>(attr))
      os << stringifyBufferType(buffer.getValue());
    else
      return AliasResult::NoAlias;
    return AliasResult::OverridableAlias;
  }
};
} // namespace

void TTNNDialect::initialize() {
  registerAttributes();
  registerTypes();
  registerOps<
#define GET_OP_LIST
#include "alcove/Dialect/TTNN/TTNNOpList.cpp.inc"
      >(this);
  addInterfaces<TTNNAsmInterface>();
  allowUnknownOperations();
}

bool ttnn::isOpaque(Operation *op) {
  return isa<TTNNDialect>(op->getDialect()) && (!op->isRegistered() || !isMemoryEffectFree(op));
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

LogicalResult ToMemoryConfigOp::verify() { return shape::verifySameShape(*this); }
LogicalResult ToTensorSpecOp::verify() { return shape::verifySameShape(*this); }
LogicalResult TypecastOp::verify() { return shape::verifySameShape(*this); }
LogicalResult FromDeviceOp::verify() { return shape::verifySameShape(*this); }
LogicalResult ToDeviceOp::verify() { return shape::verifySameShape(*this); }
LogicalResult MatmulOp::verify() { return shape::verifyMatmul(*this, getTransposeA(), getTransposeB()); }
LogicalResult LinearOp::verify() { return shape::verifyMatmul(*this, getTransposeA(), getTransposeB()); }
LogicalResult ReshapeOp::verify() { return shape::verifyReshape(*this, getShapeAttr()); }
LogicalResult PermuteOp::verify() { return shape::verifyPermute(*this, getPermutation()); }
LogicalResult ConcatOp::verify() { return shape::verifyConcat(*this, getDim()); }
LogicalResult RepeatOp::verify() { return shape::verifyRepeat(*this, getRepeatDims().getShape()); }
LogicalResult PadOp::verify() { return shape::verifyPad(*this, getPadding()); }
LogicalResult EmbeddingOp::verify() { return shape::verifyEmbedding(*this); }
LogicalResult RMSNormOp::verify() { return shape::verifyNorm(*this); }
LogicalResult LayerNormOp::verify() { return shape::verifyNorm(*this); }
LogicalResult RotaryEmbeddingOp::verify() { return shape::verifySameShape(*this); }

LogicalResult SliceStaticOp::verify() {
  return shape::verifySlice(*this, getBeginsAttr(), getEndsAttr(), getStepAttr());
}

LogicalResult SoftmaxOp::verify() {
  return failure(failed(shape::verifySameShape(*this)) || failed(shape::verifyDimInRange(*this, getDimension())));
}

LogicalResult ArgMaxOp::verify() {
  Attribute dims = getDim() ? Attribute(Builder(getContext()).getDenseI64ArrayAttr({*getDim()})) : Attribute();
  return shape::verifyReduction(*this, dims, getKeepDim());
}

LogicalResult TransposeOp::verify() { return shape::verifyTranspose(*this, getDim0(), getDim1()); }
LogicalResult RepeatInterleaveOp::verify() { return shape::verifyRepeatInterleave(*this, getRepeats(), getDim()); }

/// Pages and element type change where the tensor lies. Source: the verifier of ttnn.to_layout in tt-mlir (#9065).
LogicalResult ToLayoutOp::verify() {
  if (failed(shape::verifySameShape(*this)))
    return failure();
  auto from = cast<RankedTensorType>(getInput().getType()), to = cast<RankedTensorType>(getResult().getType());
  if (!layoutOf(from) || !layoutOf(to) || device::samePlace(specOf(from).layout, specOf(to).layout))
    return success();
  auto placeOf = [](RankedTensorType type) {
    device::TensorLayout layout = specOf(type).layout;
    std::string place = device::toString(layout.bufferType);
    if (layout.bufferType != device::BufferType::SystemMemory)
      place += std::string(" ") + device::toString(layout.memoryLayout) + " " + std::to_string(layout.gridRows) + "x" +
               std::to_string(layout.gridCols);
    return place;
  };
  return emitOpError() << "moves its input from " << placeOf(from) << " to " << placeOf(to)
                       << ", but it may change page layout and data type only: use ttnn.to_memory_config behind it, or "
                          "ttnn.to_tensor_spec for both";
}

LogicalResult ConstantOp::verify() {
  if (cast<ShapedType>(getValue().getType()).getShape() != shape::of(getResult()))
    return emitOpError() << "value has type " << getValue().getType() << ", the result " << getResult().getType();
  return success();
}

/// (1, 1, N*H*W, C) -> (1, 1, N*H'*W', C').
static LogicalResult verifyFlattenedWindow(Operation *op, ArrayRef<int64_t> image, ArrayRef<int32_t> kernel,
                                           ArrayRef<int32_t> stride, ArrayRef<int32_t> padding,
                                           ArrayRef<int32_t> dilation, bool ceilMode, int64_t channelsIn,
                                           int64_t channelsOut) {
  if (kernel.size() != 2 || stride.size() != 2 || dilation.size() != 2 || (padding.size() != 2 && padding.size() != 4))
    return op->emitOpError("kernel_size, stride and dilation take two integers, padding two or four");
  for (auto [name, numbers] : {std::pair("kernel_size", kernel), {"stride", stride}, {"dilation", dilation}})
    if (numbers[0] < 1 || numbers[1] < 1)
      return op->emitOpError() << name << " (" << numbers << "): must be at least 1";
  SmallVector<int64_t> pad(padding);
  if (pad.size() == 2)
    pad = {pad[0], pad[0], pad[1], pad[1]};
  else if (op->hasAttr("channels")) // pools: top, left, bottom, right
    std::swap(pad[1], pad[2]);
  std::optional<int64_t> height =
      shape::windowOutput(image[1], kernel[0], stride[0], pad[0], pad[1], dilation[0], ceilMode);
  std::optional<int64_t> width =
      shape::windowOutput(image[2], kernel[1], stride[1], pad[2], pad[3], dilation[1], ceilMode);
  if (!height || !width)
    return op->emitOpError("a ") << kernel[0] << "x" << kernel[1] << " window does not fit an input of " << image[1]
                                 << "x" << image[2];
  auto check = [&](shape::Shape found, std::array<int64_t, 4> dims, const char *what) -> LogicalResult {
    std::optional<int64_t> volume = boundedVolume({dims[0], dims[1], dims[2]});
    if (found.size() != 4 || !volume || found[0] * found[1] * found[2] != *volume || found[3] != dims[3])
      return op->emitOpError() << what << " has shape (" << found << "), expected 1x1x(" << dims[0] << "*" << dims[1]
                               << "*" << dims[2] << ")x" << dims[3];
    return success();
  };
  return failure(failed(check(shape::of(op->getOperand(0)), {image[0], image[1], image[2], channelsIn}, "input")) ||
                 failed(check(shape::of(op->getResult(0)), {image[0], *height, *width, channelsOut}, "result")));
}

LogicalResult Conv2dOp::verify() {
  if (getGroups() < 1 || getInChannels() % getGroups() != 0 || getOutChannels() % getGroups() != 0)
    return emitOpError() << getInChannels() << " input and " << getOutChannels()
                         << " output channels do not divide into " << getGroups() << " groups";
  return verifyFlattenedWindow(*this, {getBatchSize(), getInputHeight(), getInputWidth()}, getKernelSize(), getStride(),
                               getPadding(), getDilation(), false, getInChannels(), getOutChannels());
}
LogicalResult ConvTranspose2dOp::verify() { return success(); } // lib/Dialect/Rules/Window.cpp
LogicalResult MaxPool2dOp::verify() {
  return verifyFlattenedWindow(*this, {getBatchSize(), getInputHeight(), getInputWidth()}, getKernelSize(), getStride(),
                               getPadding(), getDilation(), getCeilMode(), getChannels(), getChannels());
}
LogicalResult AvgPool2dOp::verify() {
  return verifyFlattenedWindow(*this, {getBatchSize(), getInputHeight(), getInputWidth()}, getKernelSize(), getStride(),
                               getPadding(), getDilation(), getCeilMode(), getChannels(), getChannels());
}

//===- TTNNDialect.cpp - TTNN dialect -------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/AsmHelpers.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::ttnn;

#include "alcove/Ops/Dialect/TTNN/TTNNDialect.cpp.inc"

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
  registerTTNNDialectOperations(this);
  addInterfaces<TTNNAsmInterface>();
  allowUnknownOperations();
}

bool ttnn::isOpaque(Operation *op) {
  return isa<TTNNDialect>(op->getDialect()) && (!op->isRegistered() || !isMemoryEffectFree(op));
}

//===----------------------------------------------------------------------===//
// Shapes that an op's meaning asks for, beyond what the dialect does: rules of the library
//===----------------------------------------------------------------------===//

LogicalResult ToMemoryConfigOp::verifyMeaning() { return shape::verifySameShape(*this); }
LogicalResult ToLayoutOp::verifyMeaning() { return shape::verifySameShape(*this); }
LogicalResult ToTensorSpecOp::verifyMeaning() { return shape::verifySameShape(*this); }
LogicalResult TypecastOp::verifyMeaning() { return shape::verifySameShape(*this); }
LogicalResult FromDeviceOp::verifyMeaning() { return shape::verifySameShape(*this); }
LogicalResult ToDeviceOp::verifyMeaning() { return shape::verifySameShape(*this); }
LogicalResult MatmulOp::verifyMeaning() { return shape::verifyMatmul(*this, getTransposeA(), getTransposeB()); }
LogicalResult LinearOp::verifyMeaning() { return shape::verifyMatmul(*this, getTransposeA(), getTransposeB()); }
LogicalResult ReshapeOp::verifyMeaning() { return shape::verifyReshape(*this, getShapeAttr()); }
LogicalResult PermuteOp::verifyMeaning() { return shape::verifyPermute(*this, getPermutation()); }
LogicalResult ConcatOp::verifyMeaning() { return shape::verifyConcat(*this, getDim()); }
LogicalResult RepeatOp::verifyMeaning() { return shape::verifyRepeat(*this, getRepeatDims().getShape()); }
LogicalResult PadOp::verifyMeaning() { return shape::verifyPad(*this, getPadding()); }
LogicalResult EmbeddingOp::verifyMeaning() { return shape::verifyEmbedding(*this); }
LogicalResult RMSNormOp::verifyMeaning() { return shape::verifyNorm(*this); }
LogicalResult LayerNormOp::verifyMeaning() { return shape::verifyNorm(*this); }
LogicalResult RotaryEmbeddingOp::verifyMeaning() { return shape::verifySameShape(*this); }

LogicalResult SliceStaticOp::verifyMeaning() {
  return shape::verifySlice(*this, getBeginsAttr(), getEndsAttr(), getStepAttr());
}

LogicalResult SoftmaxOp::verifyMeaning() {
  return failure(failed(shape::verifySameShape(*this)) || failed(shape::verifyDimInRange(*this, getDimension())));
}

LogicalResult ArgMaxOp::verifyMeaning() {
  Attribute dims = getDim() ? Attribute(Builder(getContext()).getDenseI64ArrayAttr({*getDim()})) : Attribute();
  return shape::verifyReduction(*this, dims, getKeepDim());
}

LogicalResult TransposeOp::verifyMeaning() { return shape::verifyTranspose(*this, getDim0(), getDim1()); }
LogicalResult RepeatInterleaveOp::verifyMeaning() {
  return shape::verifyRepeatInterleave(*this, getRepeats(), getDim());
}

LogicalResult ConstantOp::verifyMeaning() {
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

LogicalResult Conv2dOp::verifyMeaning() {
  if (getGroups() < 1 || getInChannels() % getGroups() != 0 || getOutChannels() % getGroups() != 0)
    return emitOpError() << getInChannels() << " input and " << getOutChannels()
                         << " output channels do not divide into " << getGroups() << " groups";
  return verifyFlattenedWindow(*this, {getBatchSize(), getInputHeight(), getInputWidth()}, getKernelSize(), getStride(),
                               getPadding(), getDilation(), false, getInChannels(), getOutChannels());
}
LogicalResult ConvTranspose2dOp::verifyMeaning() { return success(); } // lib/Ops/Rules/Window.cpp
LogicalResult MaxPool2dOp::verifyMeaning() {
  return verifyFlattenedWindow(*this, {getBatchSize(), getInputHeight(), getInputWidth()}, getKernelSize(), getStride(),
                               getPadding(), getDilation(), getCeilMode(), getChannels(), getChannels());
}
LogicalResult AvgPool2dOp::verifyMeaning() {
  return verifyFlattenedWindow(*this, {getBatchSize(), getInputHeight(), getInputWidth()}, getKernelSize(), getStride(),
                               getPadding(), getDilation(), getCeilMode(), getChannels(), getChannels());
}

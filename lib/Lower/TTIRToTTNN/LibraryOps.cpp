//===- LibraryOps.cpp - Converters of ops that stand for one kernel -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../SameOps.h"
#include "../TTIRBuilder.h"
#include "Converters.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

RankedTensorType conversion::withExtents(RankedTensorType type, ArrayRef<int64_t> shape) {
  Attribute encoding = type.getEncoding();
  if (ttnn::layoutOf(type))
    encoding = ttnn::TTNNLayoutAttr::get(type.getContext(), shape, ttnn::specOf(type).layout, {1, 1});
  return RankedTensorType::get(shape, type.getElementType(), encoding);
}

Value conversion::reshaped(Operation *before, Value value, ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getShape() == shape)
    return value;
  OpBuilder builder(before);
  return ttnn::ReshapeOp::create(builder, before->getLoc(), withExtents(type, shape), value,
                                 builder.getI32ArrayAttr(llvm::to_vector_of<int32_t>(shape)));
}

/// Same operands, same attributes, all of them.
static LogicalResult convertWhole(Operation *op, Context &, Target &target) {
  target.operands.assign(op->operand_begin(), op->operand_end());
  if (auto properties = dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute()))
    llvm::append_range(target.attributes, properties);
  return success();
}

/// The same under the name that TTNN has for it.
static LogicalResult convertSame(Operation *op, Context &context, Target &target) {
  static const llvm::StringMap<StringRef> names = [] {
    llvm::StringMap<StringRef> result;
    forEachSameOp([&](StringRef ttir, StringRef ttnn) { result[ttir] = ttnn; });
    return result;
  }();
  target.name = ("ttnn." + names.lookup(op->getName().stripDialect())).str();
  return convertWhole(op, context, target);
}

void conversion::addSameOpConverters(ConverterTable &table) {
  forEachSameOp([&](StringRef ttir, StringRef) { table[ttir] = convertSame; });
}

/// TTIR names the tensor that the result goes to; TTNN makes it.
static LogicalResult convertChunkedAttention(Operation *op, Context &, Target &target) {
  copy(op, target, {"scale"});
  target.operands.pop_back();
  return success();
}

/// The mapping (1, 1, D, E) is a matrix for the library; buffers and a semaphore it makes itself when they are absent.
static LogicalResult convertDispatchMetadata(Operation *op, Context &context, Target &target) {
  auto dispatch = cast<ttir::AllToAllDispatchMetadataOp>(op);
  target.attributes.push_back(context.builder.getNamedAttr(
      "operandSegmentSizes", context.builder.getDenseI32ArrayAttr({1, 1, 1, 1, 0, 0, 0, 0})));
  if (failed(convertWhole(op, context, target)))
    return failure();
  target.operands[3] = reshaped(op, target.operands[3], dispatch.getExpertMapping().getType().getShape().take_back(2));
  return success();
}

/// The library takes one row of N indices as (1, 1, 1, N), gradients (1, 1, N, E), and gives (1, 1, V, E).
static LogicalResult convertEmbeddingBackward(Operation *op, Context &context, Target &target) {
  auto backward = cast<ttir::EmbeddingBackwardOp>(op);
  shape::Shape indices = shape::of(backward.getInput()), table = shape::of(backward.getWeight());
  int64_t rows = ShapedType::getNumElements(indices);
  if (rows % 32 != 0)
    return op->emitOpError() << "has " << rows << " indices: the library's kernel takes a multiple of 32, pad them";
  OpBuilder builder(op);
  auto type = cast<RankedTensorType>(backward.getResult().getType());
  Value gradient =
      ttnn::EmbeddingBackwardOp::create(builder, op->getLoc(), withExtents(type, {1, 1, table[0], table[1]}),
                                        reshaped(op, backward.getInput(), {1, 1, 1, rows}), backward.getWeight(),
                                        reshaped(op, backward.getInGradient(), {1, 1, rows, table[1]}));
  target.name = "ttnn.reshape";
  target.operands = {gradient};
  target.attributes.push_back(
      context.builder.getNamedAttr("shape", builder.getI32ArrayAttr(llvm::to_vector_of<int32_t>(table))));
  return success();
}

static LogicalResult convertPagedAttention(Operation *op, Context &context, Target &target) {
  auto decode = cast<ttir::PagedScaledDotProductAttentionDecodeOp>(op);
  copy(op, target, {"is_causal", "scale", "sliding_window_size"});
  target.operands = {decode.getQuery(), decode.getKey(), decode.getValue(), decode.getPageTable()};
  SmallVector<int32_t> groups{1, 1, 1, 1};
  for (Value value : {decode.getAttentionMask(), decode.getCurPosTensor(), decode.getAttentionSink()}) {
    groups.push_back(value ? 1 : 0);
    if (value)
      target.operands.push_back(value);
  }
  target.attributes.push_back(
      context.builder.getNamedAttr("operandSegmentSizes", context.builder.getDenseI32ArrayAttr(groups)));
  return success();
}

/// TTIR gives back what TTNN writes in place.
static LogicalResult convertAdamW(Operation *op, Context &context, Target &target) {
  auto step = cast<ttir::AdamWOp>(op);
  if (failed(convertWhole(op, context, target)))
    return failure();
  step.getParamOut().replaceAllUsesWith(step.getParam());
  step.getExpAvgOut().replaceAllUsesWith(step.getExpAvg());
  step.getExpAvgSqOut().replaceAllUsesWith(step.getExpAvgSq());
  if (Value most = step.getMaxExpAvgSqOut())
    most.replaceAllUsesWith(step.getMaxExpAvgSq());
  target.inPlace = true;
  return success();
}

/// One scale and zero point for the whole tensor have no axis, whatever the op names: the library asks for one per index.
static LogicalResult convertQuantization(Operation *op, Context &context, Target &target) {
  StringRef name = op->getName().stripDialect();
  name.consume_back("_unrolled");
  target.name = ("ttnn." + name).str();
  if (failed(convertWhole(op, context, target)))
    return failure();
  if (llvm::all_of(llvm::drop_begin(target.operands),
                   [](Value parameter) { return cast<RankedTensorType>(parameter.getType()).getNumElements() == 1; }))
    llvm::erase_if(target.attributes, [](NamedAttribute attribute) { return attribute.getName() == "axis"; });
  return success();
}

void conversion::addLibraryOpConverters(ConverterTable &table) {
  for (const char *name : {"quantize_unrolled", "dequantize_unrolled", "requantize_unrolled"})
    table[name] = convertQuantization;
  table["embedding_backward"] = convertEmbeddingBackward;
  table["all_to_all_dispatch_metadata"] = convertDispatchMetadata;
  table["chunked_scaled_dot_product_attention"] = convertChunkedAttention;
  table["paged_scaled_dot_product_attention_decode"] = convertPagedAttention;
  table["adamw"] = convertAdamW;
}

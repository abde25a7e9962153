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

void conversion::addLibraryOpConverters(ConverterTable &table) {
  table["cumprod"] = convertWhole;
  table["quantize_unrolled"] = [](Operation *op, Context &context, Target &target) {
    target.name = "ttnn.quantize";
    return convertWhole(op, context, target);
  };
  table["dequantize_unrolled"] = [](Operation *op, Context &context, Target &target) {
    target.name = "ttnn.dequantize";
    return convertWhole(op, context, target);
  };
  table["requantize_unrolled"] = [](Operation *op, Context &context, Target &target) {
    target.name = "ttnn.requantize";
    return convertWhole(op, context, target);
  };
  // Buffers and a semaphore that the library makes itself when they are absent.
  table["all_to_all_dispatch_metadata"] = [](Operation *op, Context &context, Target &target) {
    target.attributes.push_back(context.builder.getNamedAttr(
        "operandSegmentSizes", context.builder.getDenseI32ArrayAttr({1, 1, 1, 1, 0, 0, 0, 0})));
    return convertWhole(op, context, target);
  };
  table["chunked_scaled_dot_product_attention"] = convertChunkedAttention;
  table["paged_scaled_dot_product_attention_decode"] = convertPagedAttention;
  table["adamw"] = convertAdamW;
}

//===- Ops.cpp - Raisers of ops that are no windows -----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../SameOps.h"
#include "Raisers.h"
#include "alcove/Lower/PlannedConfig.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// Same operands, same attributes, under the name that TTIR has for it.
static LogicalResult raiseSame(Raising &raising) {
  static const llvm::StringMap<StringRef> names = [] {
    llvm::StringMap<StringRef> result;
    forEachSameOp([&](StringRef ttir, StringRef ttnn) { result[ttnn] = ttir; });
    return result;
  }();
  FailureOr<SmallVector<NamedAttribute>> attributes = raising.properties();
  StringRef name = raising.op->getName().stripDialect();
  auto known = names.find(name);
  return failed(attributes) ? failure() : raising.build(known == names.end() ? name : known->second, *attributes);
}

void conversion::addPlainRaisers(RaiserTable &table) {
  forEachSameOp([&](StringRef, StringRef ttnn) { table[ttnn] = raiseSame; });
  // Lowering writes their properties in one of several ways; TTIR takes that one too.
  for (StringRef name :
       {"typecast", "sum", "mean", "max", "min", "reshape", "concat", "slice_static", "pad", "gather", "scatter",
        "constant", "global_avg_pool2d", "group_norm", "mesh_shard", "distributed_layer_norm"})
    table[name] = raiseSame;
}

/// x ^ c: the exponent is a tensor of one value.
static LogicalResult raisePowScalar(Raising &raising) {
  auto exponent = dyn_cast_or_null<FloatAttr>(raising.op->getAttr("rhs"));
  if (!exponent || failed(raising.properties({"rhs"})))
    return exponent ? failure() : raising.fail("its exponent is no float");
  raising.operands.push_back(full(raising.builder, raising.loc(), raising.type(), exponent.getValueAsDouble()));
  return raising.build("pow", {});
}

static LogicalResult raiseArgMax(Raising &raising) {
  FailureOr<SmallVector<NamedAttribute>> attributes = raising.properties({"dim"});
  if (failed(attributes))
    return failure();
  if (auto dim = raising.op->getAttrOfType<IntegerAttr>("dim"))
    attributes->push_back(raising.builder.getNamedAttr(
        "dim_arg", raising.builder.getI32ArrayAttr({static_cast<int32_t>(dim.getValue().getSExtValue())})));
  return raising.build("argmax", *attributes);
}

/// `name` = an integer of any type, as TTIR writes it.
static LogicalResult raiseWithInteger(Raising &raising, StringRef name, Type type) {
  FailureOr<SmallVector<NamedAttribute>> attributes = raising.properties({name});
  if (failed(attributes))
    return failure();
  if (auto value = raising.op->getAttrOfType<IntegerAttr>(name))
    attributes->push_back(raising.builder.getNamedAttr(name, IntegerAttr::get(type, value.getValue().getSExtValue())));
  return raising.build(raising.op->getName().stripDialect(), *attributes);
}

/// TTNN counts four dimensions, TTIR gives back what the table has.
static LogicalResult raiseEmbeddingBackward(Raising &raising) {
  FailureOr<SmallVector<NamedAttribute>> attributes = raising.properties();
  RankedTensorType type = raising.type();
  auto table = RankedTensorType::get(type.getShape().take_back(2), type.getElementType());
  if (failed(attributes) || failed(raising.build("embedding_backward", *attributes, table)))
    return failure();
  raising.results = {reshape(raising.builder, raising.loc(), raising.results[0], type.getShape())};
  return success();
}

/// The mapping of experts is a matrix in TTNN, (1, 1, D, E) in TTIR.
static LogicalResult raiseDispatchMetadata(Raising &raising) {
  FailureOr<SmallVector<NamedAttribute>> attributes = raising.properties({"operandSegmentSizes"});
  if (failed(attributes))
    return failure();
  shape::Shape matrix = shape::of(raising.op->getOperand(3));
  raising.operands[3] =
      reshape(raising.builder, raising.loc(), raising.operands[3], {1, 1, matrix.front(), matrix.back()});
  return raising.build("all_to_all_dispatch_metadata", *attributes);
}

/// TTNN names one dimension or none, TTIR a list.
static LogicalResult raiseProd(Raising &raising) {
  FailureOr<SmallVector<NamedAttribute>> attributes = raising.properties({"dim_arg"});
  if (failed(attributes))
    return failure();
  if (auto dims = shape::integers(raising.op->getAttr("dim_arg")))
    attributes->push_back(raising.builder.getNamedAttr(
        "dim_arg", raising.builder.getI32ArrayAttr(SmallVector<int32_t>(dims->begin(), dims->end()))));
  return raising.build("prod", *attributes);
}

static LogicalResult raiseMatmul(Raising &raising) {
  FailureOr<SmallVector<NamedAttribute>> attributes = raising.properties({"activation", "matmul_program_config"});
  if (failed(attributes))
    return failure();
  ttnn::UnaryWithParamAttr fused = fusedActivation(raising.op);
  if (fused && fused.getParams() && !fused.getParams().empty())
    return raising.fail("its activation has parameters");
  StringAttr activation = fused ? fused.getOpType() : raising.op->getAttrOfType<StringAttr>("activation");
  if (failed(raising.build(raising.op->getName().stripDialect(), *attributes)))
    return failure();
  return activation ? raising.activate(activation) : success();
}

static LogicalResult raisePermute(Raising &raising) {
  FailureOr<SmallVector<NamedAttribute>> attributes = raising.properties({"pad_value"});
  auto pad = raising.op->getAttrOfType<FloatAttr>("pad_value");
  if (pad && !pad.getValue().isZero())
    return raising.fail("its pad_value is not 0");
  return failed(attributes) ? failure() : raising.build("permute", *attributes);
}

/// Dimensions of extent 1 are broadcast, as lowering knows them; others are repeated.
static LogicalResult raiseRepeat(Raising &raising) {
  FailureOr<SmallVector<NamedAttribute>> attributes = raising.properties({"repeat_dims"});
  if (failed(attributes))
    return failure();
  ArrayRef<int64_t> repeats = cast<ttnn::RepeatOp>(raising.op).getRepeatDims().getShape();
  shape::Shape extents = shape::of(raising.op->getOperand(0));
  bool broadcasts = repeats.size() == extents.size() && llvm::all_of(llvm::zip(extents, repeats), [](auto pair) {
                      auto [extent, repeat] = pair;
                      return extent == 1 || repeat == 1;
                    });
  attributes->push_back(raising.builder.getNamedAttr(broadcasts ? "broadcast_dimensions" : "repeat_dimensions",
                                                     raising.builder.getDenseI64ArrayAttr(repeats)));
  return raising.build(broadcasts ? "broadcast" : "repeat", *attributes);
}

/// Over the last dimension.
static LogicalResult raiseNorm(Raising &raising) {
  FailureOr<SmallVector<NamedAttribute>> attributes = raising.properties();
  if (failed(attributes))
    return failure();
  attributes->push_back(raising.builder.getNamedAttr(
      "normalized_shape", raising.builder.getDenseI64ArrayAttr(shape::of(raising.op->getOperand(0)).back())));
  return raising.build(raising.op->getName().stripDialect(), *attributes);
}

/// TTNN: input, mean, variance, weight, bias, of (N, C, H, W). TTIR: operand, scale, offset, mean, variance.
static LogicalResult raiseBatchNorm(Raising &raising) {
  FailureOr<SmallVector<NamedAttribute>> attributes = raising.properties({"operandSegmentSizes"});
  if (failed(attributes))
    return failure();
  if (raising.operands.size() != 5)
    return raising.fail("it has no weight, bias, mean or variance");
  SmallVector<Value> given = raising.operands;
  raising.operands = {given[0], given[3], given[4], given[1], given[2]};
  attributes->push_back(raising.builder.getNamedAttr("dimension", raising.builder.getI32IntegerAttr(1)));
  return raising.build("batch_norm_inference", *attributes);
}

static LogicalResult raiseDistributedRMSNorm(Raising &raising) {
  auto norm = cast<ttnn::DistributedRMSNormOp>(raising.op);
  FailureOr<SmallVector<NamedAttribute>> attributes = raising.properties({"operandSegmentSizes"});
  if (failed(attributes))
    return failure();
  if (norm.getStats() || norm.getSemaphore())
    return raising.fail("it has statistics or a semaphore of its own");
  attributes->push_back(raising.builder.getNamedAttr(
      "operandSegmentSizes",
      raising.builder.getDenseI32ArrayAttr({1, norm.getWeight() ? 1 : 0, norm.getResidual() ? 1 : 0})));
  return raising.build("distributed_rms_norm", *attributes);
}

/// TTIR may name the tensor that the result goes to, behind the page table.
static LogicalResult raisePagedAttention(Raising &raising) {
  FailureOr<SmallVector<NamedAttribute>> attributes = raising.properties({"operandSegmentSizes"});
  auto groups = raising.op->getAttrOfType<DenseI32ArrayAttr>("operandSegmentSizes");
  if (failed(attributes) || !groups || groups.size() != 7)
    return failed(attributes) ? failure() : raising.fail("its operands have no groups");
  SmallVector<int32_t> sizes(groups.asArrayRef());
  sizes.insert(sizes.begin() + 4, 0);
  attributes->push_back(
      raising.builder.getNamedAttr("operandSegmentSizes", raising.builder.getDenseI32ArrayAttr(sizes)));
  return raising.build("paged_scaled_dot_product_attention_decode", *attributes);
}

static LogicalResult raiseQuantization(Raising &raising) {
  FailureOr<SmallVector<NamedAttribute>> attributes = raising.properties({"output_dtype"}); // the result's type says it
  return failed(attributes) ? failure()
                            : raising.build((raising.op->getName().stripDialect() + "_unrolled").str(), *attributes);
}

/// Shapes are integers in TTIR.
static LogicalResult raiseCreation(Raising &raising) {
  bool random = isa<ttnn::RandOp>(raising.op);
  StringRef name = random ? "size" : "shape";
  FailureOr<SmallVector<NamedAttribute>> attributes = raising.properties({name});
  if (failed(attributes))
    return failure();
  SmallVector<int32_t> shape(raising.type().getShape());
  if (!isa<ttnn::EmptyOp>(raising.op))
    attributes->push_back(raising.builder.getNamedAttr(name, raising.builder.getDenseI32ArrayAttr(shape)));
  return raising.build(raising.op->getName().stripDialect(), *attributes);
}

static LogicalResult raiseArange(Raising &raising) {
  FailureOr<SmallVector<NamedAttribute>> attributes = raising.properties();
  if (failed(attributes))
    return failure();
  attributes->push_back(raising.builder.getNamedAttr("arange_dimension", raising.builder.getI64IntegerAttr(0)));
  return raising.build("arange", *attributes);
}

void conversion::addOpRaisers(RaiserTable &table) {
  table["pow_scalar"] = raisePowScalar;
  table["argmax"] = raiseArgMax;
  table["cumsum"] = table["cumprod"] = [](Raising &raising) {
    return raiseWithInteger(raising, "dim", raising.builder.getI64Type());
  };
  table["topk"] = [](Raising &raising) { return raiseWithInteger(raising, "dim", raising.builder.getI32Type()); };
  table["prod"] = raiseProd;
  table["embedding_bw"] = raiseEmbeddingBackward;
  table["all_to_all_dispatch_metadata"] = raiseDispatchMetadata;
  table["sort"] = [](Raising &raising) {
    return raiseWithInteger(raising, "dim", raising.builder.getIntegerType(32, /*isSigned=*/true));
  };
  table["matmul"] = table["linear"] = raiseMatmul;
  table["permute"] = raisePermute;
  table["repeat"] = raiseRepeat;
  table["rms_norm"] = table["layer_norm"] = raiseNorm;
  table["batch_norm_inference"] = raiseBatchNorm;
  table["distributed_rms_norm"] = raiseDistributedRMSNorm;
  table["paged_scaled_dot_product_attention_decode"] = raisePagedAttention;
  table["quantize"] = table["dequantize"] = table["requantize"] = raiseQuantization;
  table["empty"] = table["full"] = table["zeros"] = table["ones"] = table["rand"] = raiseCreation;
  table["arange"] = raiseArange;
}

//===- Ops.cpp - Converters that rename ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../TTIRBuilder.h"
#include "Converters.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

void conversion::copy(Operation *op, Target &target, ArrayRef<StringRef> names) {
  target.operands.assign(op->operand_begin(), op->operand_end());
  for (StringRef name : names)
    if (Attribute attribute = op->getAttr(name))
      target.attributes.emplace_back(StringAttr::get(op->getContext(), name), attribute);
}

/// An i32 array from any list of integers.
static ArrayAttr i32Array(Context &context, ArrayRef<int64_t> values) {
  SmallVector<int32_t> narrow(values.begin(), values.end());
  return context.builder.getI32ArrayAttr(narrow);
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

/// The value of a constant of one value; it may have been converted already.
static std::optional<double> splatOfEither(Value value) {
  auto full = value.getDefiningOp<ttnn::FullOp>();
  if (!full)
    return splatOf(value);
  if (auto fill = dyn_cast<FloatAttr>(full.getFillValue()))
    return fill.getValueAsDouble();
  auto fill = dyn_cast<IntegerAttr>(full.getFillValue());
  return fill ? std::optional<double>(fill.getValue().getSExtValue()) : std::nullopt;
}

/// x ^ c for one constant c >= 0 everywhere is pow_scalar.
static LogicalResult convertPow(Operation *op, Context &context, Target &target) {
  std::optional<double> exponent = splatOfEither(op->getOperand(1));
  shape::Shape base = shape::of(op->getOperand(0));
  if (exponent && *exponent >= 0 && base == shape::of(op->getResult(0))) {
    target.name = "ttnn.pow_scalar";
    target.operands = {op->getOperand(0)};
    set(target, context, "rhs", context.builder.getF32FloatAttr(*exponent));
    return success();
  }
  target.name = "ttnn.pow_tensor";
  copy(op, target, {});
  return success();
}

void conversion::addEltwiseConverters(ConverterTable &table) {
  table["pow"] = convertPow;
  table["typecast"] = [](Operation *op, Context &, Target &target) { // conservative_folding is for TTIR's folder
    copy(op, target, {});
    return success();
  };
  table["gelu_backward"] = [](Operation *op, Context &, Target &target) {
    target.name = "ttnn.gelu_bw";
    copy(op, target, {"approximate"});
    return success();
  };
}

//===----------------------------------------------------------------------===//
// Data movement
//===----------------------------------------------------------------------===//

static LogicalResult convertConcat(Operation *op, Context &context, Target &target) {
  auto concat = cast<ttir::ConcatOp>(op);
  std::optional<int64_t> dim = shape::normalizeDim(concat.getDim(), shape::of(concat.getResult()).size());
  if (!dim)
    return op->emitError("dimension ") << concat.getDim() << " is out of range";
  copy(op, target, {});
  set(target, context, "dim", si32Attr(context.builder, *dim));
  return success();
}

static LogicalResult convertBroadcast(Operation *op, Context &context, Target &target) {
  StringRef name = isa<ttir::BroadcastOp>(op) ? "broadcast_dimensions" : "repeat_dimensions";
  target.name = "ttnn.repeat";
  copy(op, target, {});
  set(target, context, "repeat_dims",
      ttnn::ShapeAttr::get(op->getContext(), cast<DenseI64ArrayAttr>(op->getAttr(name)).asArrayRef()));
  return success();
}

static LogicalResult convertReshape(Operation *op, Context &context, Target &target) {
  copy(op, target, {});
  set(target, context, "shape", i32Array(context, shape::of(op->getResult(0))));
  return success();
}

static LogicalResult convertSlice(Operation *op, Context &context, Target &target) {
  copy(op, target, {});
  for (StringRef name : {"begins", "ends", "step"}) {
    std::optional<SmallVector<int64_t>> values = shape::integers(op->getAttr(name));
    if (!values)
      return op->emitError() << name << " must be integers";
    if (name != "step") // from the end, as in Python
      for (auto [value, extent] : llvm::zip(*values, shape::of(op->getOperand(0))))
        value += value < 0 ? extent : 0;
    set(target, context, name, i32Array(context, *values));
  }
  return success();
}

static LogicalResult convertGather(Operation *op, Context &context, Target &target) {
  std::optional<SmallVector<int64_t>> dim = shape::integers(op->getAttr("dim"));
  if (!dim || dim->size() != 1) {
    // Windows that are not whole rows of a table: no TTNN op does that.
    target.name += "_windows";
    return makeOpaque(op, context, target);
  }
  copy(op, target, {});
  set(target, context, "dim",
      si32Attr(context.builder, shape::normalizeDim(dim->front(), shape::of(op->getOperand(0)).size()).value_or(0)));
  if (!isa<ttir::ScatterOp>(op))
    return success();
  // Older forms say nothing: the last write stays.
  auto reduce = op->getAttrOfType<ttcore::ReduceTypeAttr>("scatter_reduce_type");
  set(target, context, "scatter_reduce_type",
      reduce ? reduce : ttcore::ReduceTypeAttr::get(op->getContext(), ttcore::ReduceType::Invalid));
  return success();
}

/// Rows between or across images of the mesh: the host cuts or joins them.
static LogicalResult convertMeshShard(Operation *op, Context &context, Target &target) {
  copy(op, target, {"shard_type", "shard_direction", "shard_shape", "shard_dims"});
  target.operands.push_back(context.device());
  return success();
}

void conversion::addDataMovementConverters(ConverterTable &table) {
  table["concat"] = convertConcat;
  table["broadcast"] = convertBroadcast;
  table["repeat"] = convertBroadcast;
  table["reshape"] = convertReshape;
  table["slice_static"] = convertSlice;
  table["gather"] = table["scatter"] = convertGather;
  table["mesh_shard"] = convertMeshShard;
  table["sort"] = [](Operation *op, Context &context, Target &target) {
    copy(op, target, {"descending", "stable"});
    set(target, context, "dim",
        context.builder.getIntegerAttr(context.builder.getIntegerType(8, /*isSigned=*/true),
                                       static_cast<int32_t>(cast<ttir::SortOp>(op).getDim())));
    return success();
  };
  table["permute"] = [](Operation *op, Context &, Target &target) {
    copy(op, target, {"permutation"});
    return success();
  };
  table["pad"] = [](Operation *op, Context &context, Target &target) {
    copy(op, target, {"padding", "value"});
    set(target, context, "use_multicore", context.builder.getBoolAttr(true));
    return success();
  };
  table["to_layout"] = [](Operation *op, Context &, Target &target) {
    target.name = "ttnn.to_tensor_spec";
    copy(op, target, {});
    return success();
  };
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

static LogicalResult convertFilled(Operation *op, Context &context, Target &target) {
  target.operands = {context.device()};
  set(target, context, "shape", ttnn::ShapeAttr::get(op->getContext(), shape::of(op->getResult(0))));
  if (Attribute fill = op->getAttr("fill_value"))
    set(target, context, "fill_value", fill);
  return success();
}

void conversion::addCreationConverters(ConverterTable &table) {
  table["full"] = table["zeros"] = table["ones"] = table["empty"] = convertFilled;
  table["rand"] = [](Operation *op, Context &context, Target &target) {
    copy(op, target, {"low", "high", "seed"});
    target.operands = {context.device()};
    set(target, context, "size", ttnn::ShapeAttr::get(op->getContext(), shape::of(op->getResult(0))));
    return success();
  };
  table["constant"] = [](Operation *op, Context &context, Target &target) {
    copy(op, target, {"value"});
    target.operands = {context.device()};
    return success();
  };
  table["arange"] = [](Operation *op, Context &context, Target &target) {
    if (shape::of(op->getResult(0)).size() != 1)
      return LogicalResult(op->emitError("arange of rank 1 expected; run --ttir-to-ttir-decomposition first"));
    copy(op, target, {"start", "end", "step"});
    target.operands = {context.device()};
    return success();
  };
}

//===----------------------------------------------------------------------===//
// Reductions, contractions, normalizations, attention
//===----------------------------------------------------------------------===//

static LogicalResult convertReduction(Operation *op, Context &context, Target &target) {
  copy(op, target, {"keep_dim"});
  if (Attribute dims = op->getAttr("dim_arg")) {
    std::optional<SmallVector<int64_t>> values = shape::integers(dims);
    if (!values)
      return op->emitError("reduction dimensions must be integers, got ") << dims;
    for (int64_t &dim : *values)
      dim = shape::normalizeDim(dim, shape::of(op->getOperand(0)).size()).value_or(dim);
    if (!values->empty())
      set(target, context, "dim_arg", i32Array(context, *values));
  }
  return success();
}

/// Of one dimension or of all.
static LogicalResult convertProd(Operation *op, Context &context, Target &target) {
  copy(op, target, {"keep_dim"});
  std::optional<SmallVector<int64_t>> dims = reducedDims(op);
  if (!dims || (dims->size() > 1 && dims->size() != shape::of(op->getOperand(0)).size()))
    return op->emitError("a product over one dimension or all expected; run --ttir-to-ttir-decomposition first");
  if (dims->size() == 1)
    set(target, context, "dim_arg",
        context.builder.getIntegerAttr(context.builder.getIntegerType(64, /*isSigned=*/true), dims->front()));
  return success();
}

static LogicalResult convertArgMax(Operation *op, Context &context, Target &target) {
  copy(op, target, {"keep_dim"});
  std::optional<SmallVector<int64_t>> dims = shape::integers(op->getAttr("dim_arg"));
  if (dims && dims->size() == 1) {
    int64_t rank = shape::of(op->getOperand(0)).size();
    set(target, context, "dim", si32Attr(context.builder, shape::normalizeDim(dims->front(), rank).value_or(0)));
  } else if (shape::of(op->getOperand(0)).size() > 1) {
    return op->emitError("argmax over one dimension expected; run --ttir-to-ttir-decomposition first");
  }
  return success();
}

static LogicalResult convertNorm(Operation *op, Context &, Target &target) {
  auto normalized = op->getAttrOfType<DenseI64ArrayAttr>("normalized_shape");
  if (normalized && (normalized.size() != 1 || normalized[0] != shape::of(op->getOperand(0)).back()))
    return op->emitError("normalizes over more than the last dimension; run --ttir-to-ttir-decomposition first");
  copy(op, target, {"operandSegmentSizes", "epsilon"});
  return success();
}

/// TTIR: operand, scale, offset, mean, variance. TTNN: input, mean, variance, weight, bias.
static LogicalResult convertBatchNorm(Operation *op, Context &context, Target &target) {
  auto norm = cast<ttir::BatchNormInferenceOp>(op);
  target.operands = {norm.getOperand(), norm.getMean(), norm.getVariance(), norm.getScale(), norm.getOffset()};
  set(target, context, "epsilon", norm.getEpsilonAttr());
  set(target, context, "operandSegmentSizes", context.builder.getDenseI32ArrayAttr({1, 1, 1, 1, 1}));
  return success();
}

void conversion::addComputeConverters(ConverterTable &table) {
  table["sum"] = table["mean"] = table["max"] = table["min"] = convertReduction;
  table["prod"] = convertProd;
  table["argmax"] = convertArgMax;
  table["rms_norm"] = table["layer_norm"] = convertNorm;
  table["batch_norm_inference"] = convertBatchNorm;
  table["matmul"] = table["linear"] = [](Operation *op, Context &, Target &target) {
    copy(op, target, {"transpose_a", "transpose_b"});
    return success();
  };
  table["cumsum"] = table["cumprod"] = [](Operation *op, Context &context, Target &target) {
    copy(op, target, {});
    set(target, context, "dim", si32Attr(context.builder, op->getAttrOfType<IntegerAttr>("dim").getInt()));
    return success();
  };
  table["topk"] = [](Operation *op, Context &context, Target &target) {
    copy(op, target, {"k", "largest", "sorted"});
    set(target, context, "dim", si32Attr(context.builder, static_cast<int32_t>(cast<ttir::TopKOp>(op).getDim())));
    return success();
  };
}

//===- Contractions.cpp - Products and convolutions ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Conversion.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;

namespace {
/// The type that products are summed in: that of the operands, or of the result where it is wider. Integers of up to 32
/// bits are summed in signed ones of 32, of which other types keep the low bits: what was negative before it became
/// unsigned is a small number there, and a sum that leaves its type is not saturated.
Type sumType(OpConversion &c) {
  Type from = c.inType(0).getElementType(), to = c.type().getElementType();
  Type wider = to.getIntOrFloatBitWidth() > from.getIntOrFloatBitWidth() ? to : from;
  bool wraps = isa<IntegerType>(wider) && !isPred(wider) && wider.getIntOrFloatBitWidth() <= 32;
  return wraps ? c.builder.getI32Type() : wider;
}

Value dotGeneral(OpConversion &c, DotDimensionNumbersAttr dims, RankedTensorType type) {
  Type element = sumType(c);
  auto list = [&](ArrayRef<int64_t> values) { return c.builder.getDenseI64ArrayAttr(values); };
  Value result =
      c.make("dot_general", type.clone(element), {c.typecast(c.in(0), element), c.typecast(c.in(1), element)},
             {c.attr("batch_dims_lhs", list(dims.getLhsBatchingDimensions())),
              c.attr("contract_dims_lhs", list(dims.getLhsContractingDimensions())),
              c.attr("batch_dims_rhs", list(dims.getRhsBatchingDimensions())),
              c.attr("contract_dims_rhs", list(dims.getRhsContractingDimensions()))});
  return c.wrapped(result, type.getElementType());
}

/// Integers of two kinds would be summed in one of them.
bool mixesIntegers(OpConversion &c) {
  Type lhs = c.inType(0).getElementType(), rhs = c.inType(1).getElementType();
  return lhs != rhs && isa<IntegerType>(lhs) && isa<IntegerType>(rhs);
}

/// A product with ones that sums nothing, all of whose dimensions are batches, is the other operand: masks of heads of
/// which none is left out. Null for anything else.
Value besideOnes(OpConversion &c, DotDimensionNumbersAttr dims) {
  if (!dims.getLhsContractingDimensions().empty())
    return {};
  ArrayRef<int64_t> batches[] = {dims.getLhsBatchingDimensions(), dims.getRhsBatchingDimensions()};
  for (unsigned side : {0u, 1u}) {
    if (c.splat(side) != 1.0 || c.inType(side).getRank() != int64_t(batches[side].size()))
      continue;
    Dims order(batches[1 - side]);
    for (int64_t dim = 0; dim < c.inType(1 - side).getRank(); ++dim)
      if (!llvm::is_contained(batches[1 - side], dim))
        order.push_back(dim);
    return c.typecast(c.permute(c.in(1 - side), order), c.type().getElementType());
  }
  return {};
}

LogicalResult convertDotGeneral(OpConversion &c) {
  if (mixesIntegers(c))
    return c.refuse("a product of integers of two types");
  DotDimensionNumbersAttr dims = cast<DotGeneralOp>(c.op).getDotDimensionNumbers();
  Value same = besideOnes(c, dims);
  return c.done({same ? same : dotGeneral(c, dims, c.type())});
}

LogicalResult convertDot(OpConversion &c) {
  auto dims = DotDimensionNumbersAttr::get(c.builder.getContext(), {}, {}, {c.inType(0).getRank() - 1}, {0});
  return c.done({dotGeneral(c, dims, c.type())});
}

/// `ab,bc->ac` as a product: letters of both operands are batched where the result has them, summed where not.
LogicalResult convertEinsum(OpConversion &c) {
  StringRef config = cast<EinsumOp>(c.op).getEinsumConfig();
  auto [operands, output] = config.split("->");
  auto [left, right] = operands.split(',');
  Dims leftBatch, rightBatch, leftSum, rightSum;
  std::string order; // of the product's dimensions
  for (char letter : left)
    if (right.contains(letter)) {
      bool batch = output.contains(letter);
      (batch ? leftBatch : leftSum).push_back(left.find(letter));
      (batch ? rightBatch : rightSum).push_back(right.find(letter));
      if (batch)
        order += letter;
    }
  for (StringRef side : {left, right})
    for (char letter : side)
      if ((side == left ? right : left).find(letter) == StringRef::npos)
        order += letter;
  if (order.size() != output.size())
    return c.refuse("einsum '" + config + "' is no product of both operands");
  Dims shape(output.size()), permutation;
  for (char letter : output) {
    size_t at = order.find(letter);
    if (at == std::string::npos)
      return c.refuse("einsum '" + config + "' is no product of both operands");
    shape[at] = c.type().getDimSize(permutation.size());
    permutation.push_back(at);
  }
  auto dims = DotDimensionNumbersAttr::get(c.builder.getContext(), leftBatch, rightBatch, leftSum, rightSum);
  return c.done({c.permute(dotGeneral(c, dims, c.type().clone(shape)), permutation)});
}

/// In the words of `ttir.convolution`: which dimension is which.
Attribute layoutOf(ConvDimensionNumbersAttr dims, MLIRContext *context) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto spatial = [&](StringRef name, ArrayRef<int64_t> values) {
    os << ", " << name << "_spatial_dimensions = ";
    llvm::interleave(values, os, "x");
  };
  os << "convolution_layout input_batch = " << dims.getInputBatchDimension()
     << ", input_feature = " << dims.getInputFeatureDimension();
  spatial("input", dims.getInputSpatialDimensions());
  os << ", kernel_output_feature = " << dims.getKernelOutputFeatureDimension()
     << ", kernel_input_feature = " << dims.getKernelInputFeatureDimension();
  spatial("kernel", dims.getKernelSpatialDimensions());
  os << ", output_batch = " << dims.getOutputBatchDimension()
     << ", output_feature = " << dims.getOutputFeatureDimension();
  spatial("output", dims.getOutputSpatialDimensions());
  return OpaqueAttr::get(StringAttr::get(context, "ttir"), text, NoneType::get(context));
}

/// The input without what negative padding cuts; the padding that is left.
Value cut(OpConversion &c, Value input, ArrayRef<int64_t> spatial, Dims &padding, ArrayRef<int64_t> dilation) {
  auto type = cast<RankedTensorType>(input.getType());
  Dims begins(type.getRank(), 0), ends(type.getShape()), steps(type.getRank(), 1);
  for (auto [i, dim] : llvm::enumerate(spatial))
    for (int side : {0, 1})
      if (int64_t &edge = padding[2 * i + side]; edge < 0 && dilation[i] == 1) {
        (side ? ends[dim] : begins[dim]) += side ? edge : -edge;
        edge = 0;
      }
  return c.slice(input, begins, ends, steps);
}

template <typename Op>
LogicalResult convolved(OpConversion &c, Op op, Dims padding) {
  ConvDimensionNumbersAttr dims = op.getDimensionNumbers();
  size_t rank = dims.getInputSpatialDimensions().size();
  if (rank == 0)
    return c.refuse("it has no spatial dimension");
  Dims dilation = integersOf(op.getLhsDilationAttr(), rank, 1);
  Value input = cut(c, c.in(0), dims.getInputSpatialDimensions(), padding, dilation);
  if (llvm::any_of(padding, [](int64_t edge) { return edge < 0; }))
    return c.refuse("negative padding of an input with holes");
  SmallVector<bool> reversal;
  for (int64_t reversed : integersOf(op.getWindowReversalAttr(), rank, 0))
    reversal.push_back(reversed != 0);
  auto list = [&](ArrayRef<int64_t> values) { return c.builder.getDenseI64ArrayAttr(values); };
  Type element = sumType(c);
  Value result =
      c.make("convolution", c.type().clone(element), {c.typecast(input, element), c.typecast(c.in(1), element)},
             {c.attr("window_strides", list(integersOf(op.getWindowStridesAttr(), rank, 1))),
              c.attr("padding", list(padding)), c.attr("input_dilation", list(dilation)),
              c.attr("weight_dilation", list(integersOf(op.getRhsDilationAttr(), rank, 1))),
              c.attr("window_reversal", c.builder.getDenseBoolArrayAttr(reversal)),
              c.attr("convolution_layout", layoutOf(dims, c.builder.getContext())),
              c.attr("feature_group_count", op.getFeatureGroupCountAttr()),
              c.attr("batch_group_count", op.getBatchGroupCountAttr())});
  return c.done({c.typecast(result, c.type().getElementType())});
}

LogicalResult convertConvolution(OpConversion &c) {
  auto op = cast<ConvolutionOp>(c.op);
  size_t rank = op.getDimensionNumbers().getInputSpatialDimensions().size();
  return convolved(c, op, integersOf(op.getPaddingAttr(), 2 * rank, 0));
}

LogicalResult convertDynamicConv(OpConversion &c) {
  std::optional<Dims> padding = c.integers(2);
  if (!padding)
    return c.refuse("its padding is known only at run time");
  return convolved(c, cast<DynamicConvOp>(c.op), *padding);
}
} // namespace

void stablehlo::addContractions(ConverterTable &table) {
  table["stablehlo.dot_general"] = convertDotGeneral;
  table["stablehlo.dot"] = convertDot;
  table["stablehlo.einsum"] = convertEinsum;
  table["stablehlo.convolution"] = convertConvolution;
  table["stablehlo.dynamic_conv"] = convertDynamicConv;
}

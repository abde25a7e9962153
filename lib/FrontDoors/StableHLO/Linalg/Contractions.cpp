//===- Contractions.cpp - Products and convolutions ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Linalg.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;
using namespace alcove::stablehlo::onlinalg;

namespace {
/// What products are summed in: f32 for narrower floats, else the type of the result, or of an operand that is wider.
Type sumType(OpConversion &c) {
  Type result = c.type().getElementType();
  if (!isa<FloatType>(result))
    return result;
  Type widest = result.getIntOrFloatBitWidth() < 32 ? Type(c.builder.getF32Type()) : result;
  for (unsigned i : {0u, 1u})
    if (Type element = c.inType(i).getElementType(); element.getIntOrFloatBitWidth() > widest.getIntOrFloatBitWidth())
      widest = element;
  return widest;
}

/// Sums of products, from zero on; `maps` of both operands and of the sums, which are of type `out`.
Value summed(OpConversion &c, Value lhs, Value rhs, ArrayRef<AffineMap> maps, ArrayRef<int64_t> shape) {
  Type sum = sumType(c), left = c.inType(0).getElementType(), right = c.inType(1).getElementType();
  auto type = RankedTensorType::get(shape, plain(sum));
  Value zeros = filled(c, type, number(c.builder, c.op->getLoc(), plain(sum), 0));
  return mapped(c, {lhs, rhs}, maps, zeros, [&](OpBuilder &builder, Location loc, ValueRange values) -> Value {
    Value a = converted(builder, loc, values[0], left, sum), b = converted(builder, loc, values[1], right, sum);
    if (isa<FloatType>(sum))
      return arith::AddFOp::create(builder, loc, values[2], arith::MulFOp::create(builder, loc, a, b));
    if (sum.isInteger(1))
      return arith::OrIOp::create(builder, loc, values[2], arith::AndIOp::create(builder, loc, a, b));
    return arith::AddIOp::create(builder, loc, values[2], arith::MulIOp::create(builder, loc, a, b));
  });
}

bool areReal(OpConversion &c) {
  return c.type().getElementType().isIntOrFloat() && c.inType(0).getElementType().isIntOrFloat() &&
         c.inType(1).getElementType().isIntOrFloat();
}

/// Loops: batches, the rest of the left side, the rest of the right side, and what is summed over.
LogicalResult product(OpConversion &c, DotDimensionNumbersAttr dims) {
  if (!areReal(c))
    return c.refuse("complex and quantized elements");
  int64_t leftRank = c.inType(0).getRank(), rightRank = c.inType(1).getRank(), next = 0;
  SmallVector<AffineExpr> left(leftRank), right(rightRank), result;
  auto loop = [&] { return c.builder.getAffineDimExpr(next++); };
  for (auto [l, r] : llvm::zip(dims.getLhsBatchingDimensions(), dims.getRhsBatchingDimensions()))
    result.push_back(left[l] = right[r] = loop());
  auto isSummed = [](ArrayRef<int64_t> contracting, int64_t dim) { return llvm::is_contained(contracting, dim); };
  for (int64_t dim = 0; dim < leftRank; ++dim)
    if (!left[dim] && !isSummed(dims.getLhsContractingDimensions(), dim))
      result.push_back(left[dim] = loop());
  for (int64_t dim = 0; dim < rightRank; ++dim)
    if (!right[dim] && !isSummed(dims.getRhsContractingDimensions(), dim))
      result.push_back(right[dim] = loop());
  for (auto [l, r] : llvm::zip(dims.getLhsContractingDimensions(), dims.getRhsContractingDimensions()))
    left[l] = right[r] = loop();
  SmallVector<AffineMap> maps;
  for (ArrayRef<AffineExpr> places : {ArrayRef(left), ArrayRef(right), ArrayRef(result)})
    maps.push_back(AffineMap::get(next, 0, places, c.builder.getContext()));
  Value sums = summed(c, c.in(0), c.in(1), maps, c.type().getShape());
  return c.done({cast(c, sums, sumType(c), c.type().getElementType())});
}

LogicalResult convertDotGeneral(OpConversion &c) {
  return product(c, cast<DotGeneralOp>(c.op).getDotDimensionNumbers());
}

LogicalResult convertDot(OpConversion &c) {
  return product(c, DotDimensionNumbersAttr::get(c.builder.getContext(), {}, {}, {c.inType(0).getRank() - 1}, {0}));
}

/// Letters are loops: those of the result first, the others are summed over.
LogicalResult convertEinsum(OpConversion &c) {
  StringRef config = cast<EinsumOp>(c.op).getEinsumConfig();
  auto [operands, output] = config.split("->");
  auto [left, right] = operands.split(',');
  std::string order = output.str();
  for (char letter : (left + right).str())
    if (order.find(letter) == std::string::npos)
      order += letter;
  if (!areReal(c) || !llvm::all_of(order, [](char letter) { return isalpha(letter); }))
    return c.refuse("einsum '" + config + "' is no product of both operands");
  SmallVector<AffineMap> maps;
  for (StringRef letters : {left, right, output}) {
    SmallVector<AffineExpr> places;
    for (char letter : letters)
      places.push_back(c.builder.getAffineDimExpr(order.find(letter)));
    maps.push_back(AffineMap::get(order.size(), 0, places, c.builder.getContext()));
  }
  Value sums = summed(c, c.in(0), c.in(1), maps, c.type().getShape());
  return c.done({cast(c, sums, sumType(c), c.type().getElementType())});
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// Dimension `dim` as two: `groups`, and what one of them has.
Value split(OpConversion &c, Value value, int64_t dim, int64_t groups) {
  Dims shape(typeOf(value).getShape());
  shape[dim] /= groups;
  shape.insert(shape.begin() + dim, groups);
  return reshaped(c, value, shape);
}

struct Convolution {
  OpConversion &c;
  ConvolutionOp op;
  ConvDimensionNumbersAttr dims = op.getDimensionNumbers();
  size_t rank = dims.getInputSpatialDimensions().size();
  Dims strides = integersOf(op.getWindowStridesAttr(), rank, 1);
  Dims dilation = integersOf(op.getRhsDilationAttr(), rank, 1);
  int64_t features = int64_t(op.getFeatureGroupCount()), batches = int64_t(op.getBatchGroupCount());
  int64_t groups = features * batches; // one of them is 1

  /// The input with its padding, and holes between its elements.
  Value input() {
    Dims padding = integersOf(op.getPaddingAttr(), 2 * rank, 0), holes = integersOf(op.getLhsDilationAttr(), rank, 1);
    Dims low(rank + 2, 0), high(rank + 2, 0), interior(rank + 2, 0);
    for (auto [i, dim] : llvm::enumerate(dims.getInputSpatialDimensions())) {
      low[dim] = padding[2 * i];
      high[dim] = padding[2 * i + 1];
      interior[dim] = holes[i] - 1;
    }
    Value zero = number(c.builder, c.op->getLoc(), plain(c.inType(0).getElementType()), 0);
    return padded(c, c.in(0), zero, low, high, interior);
  }

  Value kernel() {
    Dims flipped;
    for (auto [dim, flips] :
         llvm::zip(dims.getKernelSpatialDimensions(), integersOf(op.getWindowReversalAttr(), rank, 0)))
      if (flips)
        flipped.push_back(dim);
    return flipped.empty() ? c.in(1) : reversed(c, c.in(1), flipped);
  }

  /// Which loop is which: the result's dimensions in their order, then the input's features and the window.
  Value write() {
    Value lhs = input(), rhs = kernel();
    int64_t split = groups > 1, loops = int64_t(2 * rank) + 3 + split;
    Dims shape(c.type().getShape());
    auto loop = [&](int64_t i) { return c.builder.getAffineDimExpr(i); };
    int64_t outFeature = dims.getOutputFeatureDimension();
    // Behind the dimension of groups, which stands in front of the features, all are one further.
    auto placed = [&](int64_t dim, int64_t features) { return dim + (split && dim >= features); };
    AffineExpr group = loop(outFeature), batch = loop(placed(dims.getOutputBatchDimension(), outFeature)),
               feature = loop(placed(outFeature, outFeature)), summed = loop(int64_t(rank) + 2 + split);
    SmallVector<AffineExpr> in(rank + 2), window(rank + 2), out;
    in[dims.getInputBatchDimension()] = batch;
    in[dims.getInputFeatureDimension()] = summed;
    window[dims.getKernelInputFeatureDimension()] = summed;
    window[dims.getKernelOutputFeatureDimension()] = feature;
    for (size_t i = 0; i < rank; ++i) {
      AffineExpr at = loop(placed(dims.getOutputSpatialDimensions()[i], outFeature));
      AffineExpr within = loop(int64_t(rank) + 3 + split + int64_t(i));
      in[dims.getInputSpatialDimensions()[i]] = at * strides[i] + within * dilation[i];
      window[dims.getKernelSpatialDimensions()[i]] = within;
    }
    if (split) {
      int64_t grouped = features > 1 ? dims.getInputFeatureDimension() : dims.getInputBatchDimension();
      in.insert(in.begin() + grouped, group);
      window.insert(window.begin() + dims.getKernelOutputFeatureDimension(), group);
      lhs = ::split(c, lhs, grouped, groups);
      rhs = ::split(c, rhs, dims.getKernelOutputFeatureDimension(), groups);
      shape[outFeature] /= groups;
      shape.insert(shape.begin() + outFeature, groups);
    }
    for (size_t i = 0; i < shape.size(); ++i)
      out.push_back(loop(i));
    SmallVector<AffineMap> maps;
    for (ArrayRef<AffineExpr> places : {ArrayRef(in), ArrayRef(window), ArrayRef(out)})
      maps.push_back(AffineMap::get(loops, 0, places, c.builder.getContext()));
    return reshaped(c, ::summed(c, lhs, rhs, maps, shape), c.type().getShape());
  }
};

LogicalResult convertConvolution(OpConversion &c) {
  if (!areReal(c))
    return c.refuse("complex and quantized elements");
  Value sums = Convolution{c, cast<ConvolutionOp>(c.op)}.write();
  return c.done({cast(c, sums, sumType(c), c.type().getElementType())});
}
} // namespace

void onlinalg::addContractions(ConverterTable &table) {
  table["stablehlo.dot_general"] = convertDotGeneral;
  table["stablehlo.dot"] = convertDot;
  table["stablehlo.einsum"] = convertEinsum;
  table["stablehlo.convolution"] = convertConvolution;
}

//===- Contractions.cpp - Products and convolutions ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Spec.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;

namespace {
LogicalResult dotGeneral(Operation *op) {
  Spec spec(op);
  auto dot = cast<DotGeneralOp>(op);
  DotDimensionNumbersAttr dims = dot.getDotDimensionNumbers();
  RankedTensorType lhs = spec.in(0), rhs = spec.in(1);
  Dims lhsBatch(dims.getLhsBatchingDimensions()), rhsBatch(dims.getRhsBatchingDimensions()),
      lhsSum(dims.getLhsContractingDimensions()), rhsSum(dims.getRhsContractingDimensions());
  auto joined = [](const Dims &a, const Dims &b) {
    Dims both = a;
    llvm::append_range(both, b);
    return both;
  };
  spec.sizeIs(1, "rhs_batching_dimensions", rhsBatch, lhsBatch.size())
      .sizeIs(2, "rhs_contracting_dimensions", rhsSum, lhsSum.size())
      .unique(3, "batching and contracting dimensions of lhs", joined(lhsBatch, lhsSum))
      .unique(4, "batching and contracting dimensions of rhs", joined(rhsBatch, rhsSum))
      .inRange(5, "lhs_batching_dimensions", lhsBatch, 0, lhs.getRank())
      .inRange(6, "lhs_contracting_dimensions", lhsSum, 0, lhs.getRank())
      .inRange(7, "rhs_batching_dimensions", rhsBatch, 0, rhs.getRank())
      .inRange(8, "rhs_contracting_dimensions", rhsSum, 0, rhs.getRank());
  if (!spec.ok())
    return failure();
  auto pairs = [&](unsigned id, StringRef what, const Dims &left, const Dims &right) {
    for (auto [l, r] : llvm::zip(left, right))
      spec.holds(id, fits(lhs.getDimSize(l), rhs.getDimSize(r)),
                 what + " dimensions " + Twine(l) + " and " + Twine(r) + " have " + Twine(lhs.getDimSize(l)) + " and " +
                     Twine(rhs.getDimSize(r)) + " elements");
  };
  pairs(9, "batching", lhsBatch, rhsBatch);
  pairs(10, "contracting", lhsSum, rhsSum);
  if (ArrayAttr precision = dot.getPrecisionConfigAttr())
    spec.holds(11, precision.empty() || precision.size() == 2,
               "precision_config has " + Twine(precision.size()) + " entries, expected 2");
  Dims shape;
  for (int64_t dim : lhsBatch)
    shape.push_back(lhs.getDimSize(dim));
  auto rest = [&](RankedTensorType type, const Dims &used) {
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (!llvm::is_contained(used, dim))
        shape.push_back(type.getDimSize(dim));
  };
  rest(lhs, joined(lhsBatch, lhsSum));
  rest(rhs, joined(rhsBatch, rhsSum));
  return spec.shapeIs(12, "result", spec.out(), shape).done();
}

/// Positions of a window of `size` taps, `dilation` apart, over an extent; nothing where one is not known.
std::optional<int64_t> positions(int64_t extent, int64_t size, int64_t stride, int64_t low, int64_t high,
                                 int64_t baseDilation, int64_t dilation) {
  if (ShapedType::isDynamic(extent) || ShapedType::isDynamic(size))
    return std::nullopt;
  int64_t dilated = extent == 0 ? 0 : sum({product(extent - 1, baseDilation), 1}),
          window = size == 0 ? 0 : sum({product(size - 1, dilation), 1});
  int64_t padded = sum({low, dilated, high});
  return padded <= 0 || window > padded ? 0 : sum({(padded - window) / stride, 1});
}

/// `first` and `second` and the spatial dimensions are all dimensions of a tensor of rank `rank`, each once.
bool areAll(int64_t first, int64_t second, ArrayRef<int64_t> spatial, int64_t rank) {
  Dims all(spatial);
  all.append({first, second});
  llvm::sort(all);
  return llvm::equal(all, llvm::seq<int64_t>(0, rank));
}

template <typename Op>
LogicalResult convolution(Operation *op) {
  Spec spec(op);
  auto conv = cast<Op>(op);
  ConvDimensionNumbersAttr dims = conv.getDimensionNumbers();
  RankedTensorType lhs = spec.in(0), rhs = spec.in(1);
  int64_t rank = lhs.getRank(), groups = conv.getFeatureGroupCount(), batchGroups = conv.getBatchGroupCount();
  spec.holds(1, rank == rhs.getRank() && rank >= 2,
             "lhs has rank " + Twine(rank) + ", rhs " + Twine(rhs.getRank()) + ": they must be equal and at least 2");
  if (!spec.ok())
    return failure();
  size_t spatial = rank - 2;
  Dims strides = spec.list("window_strides", spatial, 1), padding = spec.list("padding", 2 * spatial, 0),
       lhsDilation = spec.list("lhs_dilation", spatial, 1), rhsDilation = spec.list("rhs_dilation", spatial, 1),
       reversal = spec.list("window_reversal", spatial, 0);
  // JAX prints strides of two dimensions on a dynamic convolution of one; the first ones hold.
  if (isa<DynamicConvOp>(op) && strides.size() > spatial)
    strides.resize(spatial);
  spec.sizeIs(2, "window_strides", strides, spatial)
      .atLeast(3, "window_strides", strides, 1)
      .sizeIs(4, "padding", padding, 2 * spatial)
      .sizeIs(5, "lhs_dilation", lhsDilation, spatial)
      .atLeast(6, "lhs_dilation", lhsDilation, 1)
      .sizeIs(7, "rhs_dilation", rhsDilation, spatial)
      .atLeast(8, "rhs_dilation", rhsDilation, 1)
      .sizeIs(9, "window_reversal", reversal, spatial)
      .atLeast(21, "feature_group_count", {groups}, 1)
      .atLeast(22, "batch_group_count", {batchGroups}, 1)
      .holds(23, groups == 1 || batchGroups == 1,
             "feature_group_count " + Twine(groups) + " and batch_group_count " + Twine(batchGroups) +
                 ": one of them must be 1")
      .holds(13,
             areAll(dims.getInputBatchDimension(), dims.getInputFeatureDimension(), dims.getInputSpatialDimensions(),
                    rank),
             "input dimensions must be all " + Twine(rank) + ", each once")
      .holds(18,
             areAll(dims.getKernelInputFeatureDimension(), dims.getKernelOutputFeatureDimension(),
                    dims.getKernelSpatialDimensions(), rank),
             "kernel dimensions must be all " + Twine(rank) + ", each once")
      .holds(20,
             areAll(dims.getOutputBatchDimension(), dims.getOutputFeatureDimension(), dims.getOutputSpatialDimensions(),
                    rank),
             "output dimensions must be all " + Twine(rank) + ", each once");
  if (!spec.ok())
    return failure();
  int64_t batch = lhs.getDimSize(dims.getInputBatchDimension()),
          features = lhs.getDimSize(dims.getInputFeatureDimension());
  int64_t kernelIn = rhs.getDimSize(dims.getKernelInputFeatureDimension()),
          kernelOut = rhs.getDimSize(dims.getKernelOutputFeatureDimension());
  auto divides = [&](unsigned id, StringRef what, int64_t extent, int64_t by) {
    spec.holds(id, ShapedType::isDynamic(extent) || extent % by == 0,
               what + " " + Twine(extent) + " is no multiple of " + Twine(by));
  };
  divides(10, "the batch of", batch, batchGroups);
  divides(11, "features of", features, groups);
  spec.holds(14, ShapedType::isDynamic(features) || fits(kernelIn, features / groups),
             "the kernel has " + Twine(kernelIn) + " input features, " + Twine(features) + " in " + Twine(groups) +
                 " groups are given");
  divides(15, "output features of", kernelOut, batchGroups);
  divides(16, "output features of", kernelOut, groups);
  if (!spec.ok() || isa<DynamicConvOp>(op))
    return spec.done();
  Dims shape(rank);
  shape[dims.getOutputBatchDimension()] = ShapedType::isDynamic(batch) ? batch : batch / batchGroups;
  shape[dims.getOutputFeatureDimension()] = kernelOut;
  for (size_t i = 0; i < spatial; ++i)
    shape[dims.getOutputSpatialDimensions()[i]] =
        positions(lhs.getDimSize(dims.getInputSpatialDimensions()[i]),
                  rhs.getDimSize(dims.getKernelSpatialDimensions()[i]), strides[i], padding[2 * i], padding[2 * i + 1],
                  lhsDilation[i], rhsDilation[i])
            .value_or(ShapedType::kDynamic);
  return spec.shapeIs(25, "result", spec.out(), shape).done();
}

LogicalResult reduceWindow(Operation *op) {
  Spec spec(op);
  auto reduce = cast<ReduceWindowOp>(op);
  unsigned count = reduce.getInputs().size();
  spec.holds(1, count > 0 && op->getNumResults() == count,
             "it has " + Twine(count) + " inputs and " + Twine(op->getNumResults()) +
                 " results, expected inputs and as many results");
  if (!spec.ok())
    return failure();
  for (unsigned i = 0; i < count; ++i)
    spec.sameShape(2, "inputs", spec.in(0), spec.in(i))
        .sameElement(3, "inputs and init_values", spec.in(i), spec.in(count + i));
  size_t rank = spec.in(0).getRank();
  Dims size = spec.list("window_dimensions"), strides = spec.list("window_strides", rank, 1),
       base = spec.list("base_dilations", rank, 1), dilation = spec.list("window_dilations", rank, 1),
       padding = spec.list("padding", 2 * rank, 0);
  spec.sizeIs(4, "window_dimensions", size, rank)
      .atLeast(5, "window_dimensions", size, 1)
      .sizeIs(6, "window_strides", strides, rank)
      .atLeast(7, "window_strides", strides, 1)
      .sizeIs(8, "base_dilations", base, rank)
      .atLeast(9, "base_dilations", base, 1)
      .sizeIs(10, "window_dilations", dilation, rank)
      .atLeast(11, "window_dilations", dilation, 1)
      .sizeIs(12, "padding", padding, 2 * rank)
      .holds(13, reduce.getBody().hasOneBlock() && reduce.getBody().getNumArguments() == 2 * count,
             "body must have " + Twine(2 * count) + " arguments");
  if (!spec.ok())
    return failure();
  Dims shape;
  for (size_t i = 0; i < rank; ++i)
    shape.push_back(positions(spec.in(0).getDimSize(i), size[i], strides[i], padding[2 * i], padding[2 * i + 1],
                              base[i], dilation[i])
                        .value_or(ShapedType::kDynamic));
  for (unsigned i = 0; i < count; ++i)
    spec.shapeIs(15, "result", spec.out(i), shape);
  return spec.done();
}

LogicalResult selectAndScatter(Operation *op) {
  Spec spec(op);
  auto select = cast<SelectAndScatterOp>(op);
  size_t rank = spec.in(0).getRank();
  Dims size = spec.list("window_dimensions", rank, 1), strides = spec.list("window_strides", rank, 1),
       padding = spec.list("padding", 2 * rank, 0);
  spec.sameElement(1, "operand and source", spec.in(0), spec.in(1))
      .sameElement(3, "operand and init_value", spec.in(0), spec.in(2))
      .sizeIs(4, "window_dimensions", size, rank)
      .atLeast(5, "window_dimensions", size, 1)
      .sizeIs(6, "window_strides", strides, rank)
      .atLeast(7, "window_strides", strides, 1)
      .sizeIs(8, "padding", padding, 2 * rank);
  if (!spec.ok())
    return failure();
  Dims shape;
  for (size_t i = 0; i < rank; ++i)
    shape.push_back(positions(spec.in(0).getDimSize(i), size[i], strides[i], padding[2 * i], padding[2 * i + 1], 1, 1)
                        .value_or(ShapedType::kDynamic));
  RankedTensorType scalar = scalarOf(spec.in(0));
  return spec.shapeIs(2, "source", spec.in(1), shape)
      .region(9, "select", select.getSelect(), {scalar, scalar},
              {RankedTensorType::get({}, IntegerType::get(op->getContext(), 1))})
      .holds(10, select.getScatter().hasOneBlock() && select.getScatter().getNumArguments() == 2,
             "scatter must have 2 arguments")
      .sameShape(11, "operand and result", spec.in(0), spec.out())
      .done();
}
} // namespace

void stablehlo::addContractionRules(RuleTable &table) {
  table["dot_general"] = dotGeneral;
  table["convolution"] = convolution<ConvolutionOp>;
  table["dynamic_conv"] = convolution<DynamicConvOp>;
  table["reduce_window"] = reduceWindow;
  table["select_and_scatter"] = selectAndScatter;
}

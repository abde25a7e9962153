//===- Contractions.cpp - Products and convolutions ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/StableHLO/Evaluator.h"
#include "alcove/Ops/Dialect/StableHLO/CHLO.h"

#include <fmt/format.h>
#include <map>

using namespace mlir;
using namespace alcove;
using namespace alcove::reference::arrays;
using alcove::stablehlo::integersOf;
namespace shlo = alcove::stablehlo;

namespace {
/// A sum of products in the kind of the elements: f64, complex f64, or integers that wrap at the end.
struct Sum {
  int64_t integer = 0;
  Complex complex;
  double real = 0;

  void add(const Array &a, int64_t i, const Array &b, int64_t j) {
    if (a.kind() == Kind::Integer)
      integer = int64_t(uint64_t(integer) + uint64_t(a.integer(i)) * uint64_t(b.integer(j)));
    else if (a.kind() == Kind::Real)
      real += a.real(i) * b.real(j);
    else
      complex += a.complex(i) * b.complex(j);
  }
  void store(Array &result, int64_t i, Kind kind) const {
    if (result.kind() == Kind::Integer)
      result.setInteger(i, kind == Kind::Integer ? integer : int64_t(real));
    else if (result.kind() == Kind::Real)
      result.setReal(i, kind == Kind::Integer ? double(integer) : real);
    else
      result.setComplex(i, kind == Kind::Complex ? complex : Complex(real));
  }
};

/// Extents and strides of the dimensions `dims` of an array.
struct Side {
  Side(const Array &array, ArrayRef<int64_t> dims) {
    Dims all = stridesOf(array.shape());
    for (int64_t dim : dims) {
      shape.push_back(array.dim(dim));
      strides.push_back(all[dim]);
    }
  }
  /// The offset of each index of these dimensions.
  std::vector<int64_t> offsets() const {
    std::vector<int64_t> offsets;
    Dims index(shape.size(), 0);
    if (volumeOf(shape) > 0)
      do
        offsets.push_back(flat(index, strides));
      while (next(index, shape));
    return offsets;
  }
  Dims shape, strides;
};

Dims rest(int64_t rank, ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  Dims dims;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(a, dim) && !llvm::is_contained(b, dim))
      dims.push_back(dim);
  return dims;
}

/// Batch dimensions, then what is left of each side.
Array dot(Array result, const Array &lhs, const Array &rhs, ArrayRef<int64_t> lhsBatch, ArrayRef<int64_t> rhsBatch,
          ArrayRef<int64_t> lhsContract, ArrayRef<int64_t> rhsContract) {
  std::vector<int64_t> batchLeft = Side(lhs, lhsBatch).offsets(), batchRight = Side(rhs, rhsBatch).offsets();
  std::vector<int64_t> left = Side(lhs, rest(lhs.rank(), lhsBatch, lhsContract)).offsets(),
                       right = Side(rhs, rest(rhs.rank(), rhsBatch, rhsContract)).offsets();
  std::vector<int64_t> sumLeft = Side(lhs, lhsContract).offsets(), sumRight = Side(rhs, rhsContract).offsets();
  int64_t at = 0;
  for (size_t batch = 0; batch < batchLeft.size(); ++batch)
    for (int64_t row : left)
      for (int64_t column : right) {
        Sum sum;
        for (size_t k = 0; k < sumLeft.size(); ++k)
          sum.add(lhs, batchLeft[batch] + row + sumLeft[k], rhs, batchRight[batch] + column + sumRight[k]);
        sum.store(result, at++, lhs.kind());
      }
  return result;
}

/// `ab,bc->ac` without repeated letters within an operand.
Result<Array> einsum(StringRef config, const Array &lhs, const Array &rhs, Array result) {
  auto [operands, output] = config.split("->");
  auto [left, right] = operands.split(',');
  if (int64_t(left.size()) != lhs.rank() || int64_t(right.size()) != rhs.rank() ||
      int64_t(output.size()) != result.rank())
    return Error{fmt::format("einsum '{}' does not fit ranks {}, {} and {}", config.str(), lhs.rank(), rhs.rank(),
                             result.rank())};
  std::string letters;
  Dims extents;
  auto note = [&](StringRef names, const Array &array) {
    for (auto [i, letter] : llvm::enumerate(names))
      if (letters.find(letter) == std::string::npos) {
        letters += letter;
        extents.push_back(array.dim(i));
      }
  };
  note(output, result);
  note(left, lhs);
  note(right, rhs);
  auto stridesIn = [&](StringRef names, ArrayRef<int64_t> shape) {
    Dims strides = stridesOf(shape), of(letters.size(), 0);
    for (auto [i, letter] : llvm::enumerate(names))
      of[letters.find(letter)] += strides[i];
    return of;
  };
  Dims l = stridesIn(left, lhs.shape()), r = stridesIn(right, rhs.shape()), o = stridesIn(output, result.shape());
  std::vector<Sum> sums(result.size());
  Dims index(letters.size(), 0);
  do
    sums[flat(index, o)].add(lhs, flat(index, l), rhs, flat(index, r));
  while (next(index, extents));
  for (int64_t i = 0; i < result.size(); ++i)
    sums[i].store(result, i, lhs.kind());
  return result;
}

//===----------------------------------------------------------------------===//
// Convolution
//===----------------------------------------------------------------------===//

struct Window {
  Dims strides, lhsDilation, rhsDilation, low;
  Dims reversal;
};

/// One result element: its window over the input, in its group of features and of batches.
Sum windowSum(const Array &input, const Array &kernel, shlo::ConvDimensionNumbersAttr dims, const Window &window,
              ArrayRef<int64_t> position, int64_t batch, int64_t firstFeature, int64_t outputFeature) {
  ArrayRef<int64_t> inputDims = dims.getInputSpatialDimensions(), kernelDims = dims.getKernelSpatialDimensions();
  Dims inputStrides = stridesOf(input.shape()), kernelStrides = stridesOf(kernel.shape()), taps;
  for (int64_t dim : kernelDims)
    taps.push_back(kernel.dim(dim));
  Sum sum;
  Dims tap(taps.size(), 0);
  if (volumeOf(taps) == 0)
    return sum;
  do {
    int64_t from = batch * inputStrides[dims.getInputBatchDimension()];
    int64_t weight = outputFeature * kernelStrides[dims.getKernelOutputFeatureDimension()];
    bool inside = true;
    for (size_t i = 0; i < taps.size(); ++i) {
      int64_t at = position[i] * window.strides[i] + tap[i] * window.rhsDilation[i] - window.low[i];
      inside &= at >= 0 && at % window.lhsDilation[i] == 0 && at / window.lhsDilation[i] < input.dim(inputDims[i]);
      from += at / window.lhsDilation[i] * inputStrides[inputDims[i]];
      weight += (window.reversal[i] ? taps[i] - 1 - tap[i] : tap[i]) * kernelStrides[kernelDims[i]];
    }
    if (!inside)
      continue;
    int64_t features = kernel.dim(dims.getKernelInputFeatureDimension());
    for (int64_t f = 0; f < features; ++f)
      sum.add(input, from + (firstFeature + f) * inputStrides[dims.getInputFeatureDimension()], kernel,
              weight + f * kernelStrides[dims.getKernelInputFeatureDimension()]);
  } while (next(tap, taps));
  return sum;
}

template <typename Op>
Array convolution(Op op, const Array &input, const Array &kernel, ArrayRef<int64_t> padding, Array result) {
  shlo::ConvDimensionNumbersAttr dims = op.getDimensionNumbers();
  size_t rank = dims.getInputSpatialDimensions().size();
  Window window{integersOf(op.getWindowStridesAttr(), rank, 1), integersOf(op.getLhsDilationAttr(), rank, 1),
                integersOf(op.getRhsDilationAttr(), rank, 1), Dims(), integersOf(op.getWindowReversalAttr(), rank, 0)};
  for (size_t i = 0; i < rank; ++i)
    window.low.push_back(padding[2 * i]);
  int64_t groups = op.getFeatureGroupCount(), batchGroups = op.getBatchGroupCount();
  int64_t outputs = kernel.dim(dims.getKernelOutputFeatureDimension());
  int64_t inputFeatures = kernel.dim(dims.getKernelInputFeatureDimension());
  int64_t batches = input.dim(dims.getInputBatchDimension()) / batchGroups;
  Dims index(result.rank(), 0);
  if (result.size() == 0)
    return result;
  int64_t at = 0;
  do {
    int64_t feature = index[dims.getOutputFeatureDimension()];
    int64_t group = feature / (outputs / groups), batchGroup = feature / (outputs / batchGroups);
    Dims position;
    for (int64_t dim : dims.getOutputSpatialDimensions())
      position.push_back(index[dim]);
    int64_t batch = index[dims.getOutputBatchDimension()] + (batchGroups > 1 ? batchGroup * batches : 0);
    windowSum(input, kernel, dims, window, position, batch, groups > 1 ? group * inputFeatures : 0, feature)
        .store(result, at++, input.kind());
  } while (next(index, result.shape()));
  return result;
}
} // namespace

void reference::arrays::addContractions(Table &table) {
  table.add<shlo::DotGeneralOp>([](auto op, Call &call) -> Result<Array> {
    shlo::DotDimensionNumbersAttr dims = op.getDotDimensionNumbers();
    return dot(call.zeros(), call.in(0), call.in(1), dims.getLhsBatchingDimensions(), dims.getRhsBatchingDimensions(),
               dims.getLhsContractingDimensions(), dims.getRhsContractingDimensions());
  });
  table.add<shlo::DotOp>([](auto, Call &call) -> Result<Array> {
    return dot(call.zeros(), call.in(0), call.in(1), {}, {}, {call.in(0).rank() - 1}, {0});
  });
  table.add<shlo::EinsumOp>(
      [](auto op, Call &call) { return einsum(op.getEinsumConfig(), call.in(0), call.in(1), call.zeros()); });
  table.add<shlo::UnaryEinsumOp>([](auto op, Call &call) {
    Array one = Array::zeros(RankedTensorType::get({}, call.in(0).element()));
    if (one.kind() == Kind::Integer)
      one.setInteger(0, 1);
    else if (one.kind() == Kind::Real)
      one.setReal(0, 1);
    else
      one.setComplex(0, 1);
    auto [input, output] = op.getEinsumConfig().split("->");
    return einsum((input + ",->" + output).str(), call.in(0), one, call.zeros());
  });
  table.add<shlo::ConvolutionOp>([](auto op, Call &call) -> Result<Array> {
    size_t spatial = op.getDimensionNumbers().getInputSpatialDimensions().size();
    return convolution(op, call.in(0), call.in(1), integersOf(op.getPaddingAttr(), 2 * spatial, 0), call.zeros());
  });
  table.add<shlo::DynamicConvOp>([](auto op, Call &call) -> Result<Array> {
    Dims padding;
    for (int64_t i = 0; i < call.in(2).size(); ++i)
      padding.push_back(call.in(2).integer(i));
    return convolution(op, call.in(0), call.in(1), padding, call.zeros());
  });
}

//===- Indexing.cpp - Gather, scatter, sort, reductions ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/StableHLO/Evaluator.h"
#include "alcove/Ops/Dialect/StableHLO/CHLO.h"

#include <algorithm>
#include <numeric>

using namespace mlir;
using namespace alcove;
using namespace alcove::reference::arrays;
using alcove::stablehlo::integersOf;
namespace shlo = alcove::stablehlo;

namespace {
//===----------------------------------------------------------------------===//
// Windows that index vectors place
//===----------------------------------------------------------------------===//

/// Dimension numbers of a gather, and of a scatter, which is its reverse.
struct WindowNumbers {
  Dims windowDims; ///< of the result (of the updates)
  Dims dropped;    ///< of the operand: windows have extent 1 there and no dimension
  Dims batching, indexBatching;
  Dims map; ///< part of an index vector -> dimension of the operand
  int64_t vectorDim;

  /// The dimensions of the result that are not in windows.
  Dims batchDims(int64_t rank) const {
    Dims dims;
    for (int64_t dim = 0; dim < rank; ++dim)
      if (!llvm::is_contained(windowDims, dim))
        dims.push_back(dim);
    return dims;
  }
};

/// Where an element of the result lies in the operand: where its window starts, and where it is in the window.
struct WindowPlace {
  WindowPlace(const WindowNumbers &numbers, const Array &indices, int64_t operandRank, int64_t resultRank)
      : numbers(numbers), indices(indices), batchDims(numbers.batchDims(resultRank)),
        strides(stridesOf(indices.shape())), start(operandRank), offset(operandRank) {
    for (int64_t dim = 0; dim < operandRank; ++dim)
      if (!llvm::is_contained(numbers.dropped, dim) && !llvm::is_contained(numbers.batching, dim))
        kept.push_back(dim);
  }

  void find(const Dims &index) {
    std::fill(start.begin(), start.end(), 0);
    std::fill(offset.begin(), offset.end(), 0);
    Dims vector(indices.rank(), 0);
    for (int64_t dim = 0, next = 0; dim < indices.rank(); ++dim)
      if (dim != numbers.vectorDim)
        vector[dim] = index[batchDims[next++]];
    for (auto [part, dim] : llvm::enumerate(numbers.map)) {
      if (numbers.vectorDim < indices.rank())
        vector[numbers.vectorDim] = part;
      start[dim] = indices.integer(flat(vector, strides));
    }
    for (auto [dim, from] : llvm::zip(numbers.batching, numbers.indexBatching))
      batch(dim) = index[batchDims[from - (from > numbers.vectorDim)]];
    for (auto [dim, at] : llvm::zip(kept, numbers.windowDims))
      offset[dim] = index[at];
  }

  int64_t &batch(int64_t dim) { return offset[dim]; }

  const WindowNumbers &numbers;
  const Array &indices;
  Dims batchDims, strides, kept, start, offset;
};

Result<Array> gather(Array result, const Array &operand, const Array &indices, shlo::GatherDimensionNumbersAttr dims,
                     ArrayRef<int64_t> sizes) {
  WindowNumbers numbers{Dims(dims.getOffsetDims()),          Dims(dims.getCollapsedSliceDims()),
                        Dims(dims.getOperandBatchingDims()), Dims(dims.getStartIndicesBatchingDims()),
                        Dims(dims.getStartIndexMap()),       dims.getIndexVectorDim()};
  WindowPlace place(numbers, indices, operand.rank(), result.rank());
  Dims index(result.rank(), 0), strides = stridesOf(operand.shape());
  if (result.size() == 0)
    return result;
  int64_t at = 0;
  do {
    place.find(index);
    int64_t from = 0;
    for (int64_t dim = 0; dim < operand.rank(); ++dim)
      from +=
          (std::clamp<int64_t>(place.start[dim], 0, operand.dim(dim) - sizes[dim]) + place.offset[dim]) * strides[dim];
    result.copy(at++, operand, from);
  } while (next(index, result.shape()));
  return result;
}

Items toItems(std::vector<Array> arrays) { return Items(arrays.begin(), arrays.end()); }

Result<Items> scatter(shlo::ScatterOp op, Call &call) {
  unsigned count = op.getInputs().size();
  std::vector<Array> results = call.arrays(0, count), updates = call.arrays(count + 1, count);
  const Array &indices = call.in(count);
  shlo::ScatterDimensionNumbersAttr dims = op.getScatterDimensionNumbers();
  WindowNumbers numbers{Dims(dims.getUpdateWindowDims()),         Dims(dims.getInsertedWindowDims()),
                        Dims(dims.getInputBatchingDims()),        Dims(dims.getScatterIndicesBatchingDims()),
                        Dims(dims.getScatterDimsToOperandDims()), dims.getIndexVectorDim()};
  ArrayRef<int64_t> shape = results[0].shape(), updateShape = updates[0].shape();
  WindowPlace place(numbers, indices, shape.size(), updateShape.size());
  Dims index(updateShape.size(), 0), strides = stridesOf(shape);
  Combiner combine(op.getUpdateComputation(), call.evaluator);
  if (updates[0].size() == 0)
    return toItems(results);
  int64_t at = 0;
  do {
    place.find(index);
    int64_t to = 0;
    bool inside = true;
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      int64_t where = place.start[dim] + place.offset[dim];
      inside &= where >= 0 && where < shape[dim];
      to += where * strides[dim];
    }
    if (inside) {
      std::vector<Array> left, right;
      for (unsigned i = 0; i < count; ++i) {
        left.push_back(results[i].scalar(to));
        right.push_back(updates[i].scalar(at));
      }
      ALCOVE_RETURN_IF_ERROR(combine(left, right));
      for (unsigned i = 0; i < count; ++i)
        results[i].copy(to, left[i], 0);
    }
    ++at;
  } while (next(index, updateShape));
  return toItems(results);
}

//===----------------------------------------------------------------------===//
// Reductions and sorting
//===----------------------------------------------------------------------===//

Result<Items> reduce(shlo::ReduceOp op, Call &call) {
  unsigned count = op.getInputs().size();
  std::vector<Array> inputs = call.arrays(0, count), inits = call.arrays(count, count), results;
  Dims dims = integersOf(op.getDimensions());
  for (unsigned i = 0; i < count; ++i) {
    results.push_back(call.zeros(i));
    for (int64_t at = 0; at < results[i].size(); ++at)
      results[i].copy(at, inits[i], 0);
  }
  Combiner combine(op.getBody(), call.evaluator);
  Dims index(inputs[0].rank(), 0), strides = stridesOf(results[0].shape());
  if (inputs[0].size() == 0)
    return toItems(results);
  int64_t at = 0;
  do {
    int64_t to = 0;
    for (int64_t dim = 0, left = 0; dim < inputs[0].rank(); ++dim)
      if (!llvm::is_contained(dims, dim))
        to += index[dim] * strides[left++];
    std::vector<Array> left, right;
    for (unsigned i = 0; i < count; ++i) {
      left.push_back(results[i].scalar(to));
      right.push_back(inputs[i].scalar(at));
    }
    ALCOVE_RETURN_IF_ERROR(combine(left, right));
    for (unsigned i = 0; i < count; ++i)
      results[i].copy(to, left[i], 0);
    ++at;
  } while (next(index, inputs[0].shape()));
  return toItems(results);
}

/// Both inputs, in any order of the lines of `dim`, by merge sort: a comparator may be no order at all.
Result<Items> sort(shlo::SortOp op, Call &call) {
  unsigned count = op.getInputs().size();
  std::vector<Array> inputs = call.arrays(0, count), results = inputs;
  const Array &first = inputs[0];
  int64_t dim = op.getDimension() < 0 ? op.getDimension() + first.rank() : op.getDimension();
  int64_t length = first.dim(dim), stride = stridesOf(first.shape())[dim];
  Status failed;
  for (int64_t line = 0; line < first.size() / std::max<int64_t>(1, length); ++line) {
    int64_t begin = line / stride * stride * length + line % stride;
    std::vector<int64_t> order(length);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      if (!failed)
        return false;
      Items arguments;
      for (const Array &input : inputs) {
        arguments.push_back(input.scalar(begin + a * stride));
        arguments.push_back(input.scalar(begin + b * stride));
      }
      Result<Items> less = call.evaluator.run(op.getComparator(), arguments);
      if (!less)
        failed = less.error();
      return less && less->at(0).array.isTrue(0);
    });
    ALCOVE_RETURN_IF_ERROR(failed);
    for (unsigned i = 0; i < count; ++i)
      for (int64_t at = 0; at < length; ++at)
        results[i].copy(begin + at * stride, inputs[i], begin + order[at] * stride);
  }
  return toItems(results);
}

/// Rows along `dim` by their numbers, which come after `batch_dims` shared dimensions.
Result<Array> indexSelect(shlo::TorchIndexSelectOp op, Call &call) {
  const Array &operand = call.in(0), &numbers = call.in(1);
  Array result = call.zeros();
  int64_t dim = op.getDim(), batch = op.getBatchDims(), at = 0;
  Dims index(result.rank(), 0), strides = stridesOf(operand.shape()), numberStrides = stridesOf(numbers.shape());
  if (result.size() == 0)
    return result;
  do {
    Dims from(operand.rank(), 0), which(numbers.rank(), 0);
    for (int64_t i = 0; i < batch; ++i)
      which[i] = index[i];
    for (int64_t i = batch; i < numbers.rank(); ++i)
      which[i] = index[dim + i - batch];
    for (int64_t i = 0; i < operand.rank(); ++i)
      from[i] = i < dim ? index[i] : i == dim ? 0 : index[i + numbers.rank() - batch - 1];
    int64_t number = numbers.integer(flat(which, numberStrides));
    from[dim] = std::clamp<int64_t>(number, 0, operand.dim(dim) - 1);
    result.copy(at++, operand, flat(from, strides));
  } while (next(index, result.shape()));
  return result;
}

Result<Items> map(shlo::MapOp op, Call &call) {
  Array result = call.zeros();
  for (int64_t i = 0; i < result.size(); ++i) {
    Items arguments;
    for (const Item &item : call.operands)
      arguments.push_back(item.array.scalar(i));
    Result<Items> value = call.evaluator.run(op.getComputation(), arguments);
    if (!value)
      return value.error();
    result.copy(i, value->at(0).array, 0);
  }
  return Items{result};
}

/// The largest of each row, NaN above all, equal ones in their order.
Result<Items> topK(chlo::TopKOp op, Call &call) {
  const Array &input = call.in(0);
  Array values = call.zeros(0), indices = call.zeros(1);
  int64_t length = input.dim(input.rank() - 1), k = op.getK();
  bool isReal = input.kind() == Kind::Real;
  for (int64_t row = 0; row < input.size() / std::max<int64_t>(1, length); ++row) {
    std::vector<int64_t> order(length);
    std::iota(order.begin(), order.end(), row * length);
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      if (!isReal)
        return input.number(a) > input.number(b);
      double x = input.real(a), y = input.real(b);
      return std::isnan(x) != std::isnan(y) ? std::isnan(x) : x > y;
    });
    for (int64_t i = 0; i < k; ++i) {
      values.copy(row * k + i, input, order[i]);
      indices.setInteger(row * k + i, order[i] - row * length);
    }
  }
  return Items{values, indices};
}
} // namespace

void reference::arrays::addIndexing(Table &table) {
  table.add<shlo::GatherOp>([](auto op, Call &call) {
    return gather(call.zeros(), call.in(0), call.in(1), op.getDimensionNumbers(), integersOf(op.getSliceSizes()));
  });
  table.add<shlo::DynamicGatherOp>([](auto op, Call &call) {
    Dims sizes;
    for (int64_t i = 0; i < call.in(2).size(); ++i)
      sizes.push_back(call.in(2).integer(i));
    return gather(call.zeros(), call.in(0), call.in(1), op.getDimensionNumbers(), sizes);
  });
  table.add<shlo::ScatterOp>(scatter);
  table.add<shlo::ReduceOp>(reduce);
  table.add<shlo::SortOp>(sort);
  table.add<shlo::TorchIndexSelectOp>(indexSelect);
  table.add<shlo::MapOp>(map);
  table.add<chlo::TopKOp>(topK);
}

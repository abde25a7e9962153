//===- Windows.cpp - Sliding windows ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/StableHLO/Evaluator.h"
#include "alcove/Ops/Dialect/StableHLO/StableHLO.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::reference::arrays;
using alcove::stablehlo::integersOf;
namespace shlo = alcove::stablehlo;

namespace {
struct Window {
  Dims size, strides, baseDilation, dilation, low;

  /// Elements of the input that the window at `position` holds, in the order of its taps; -1 for padding.
  std::vector<int64_t> elements(ArrayRef<int64_t> position, ArrayRef<int64_t> shape) const {
    std::vector<int64_t> found;
    Dims tap(size.size(), 0), inputStrides = stridesOf(shape);
    if (volumeOf(size) > 0)
      do {
        int64_t from = 0;
        bool inside = true;
        for (size_t i = 0; i < size.size(); ++i) {
          int64_t at = position[i] * strides[i] + tap[i] * dilation[i] - low[i];
          inside &= at >= 0 && at % baseDilation[i] == 0 && at / baseDilation[i] < shape[i];
          from += at / baseDilation[i] * inputStrides[i];
        }
        found.push_back(inside ? from : -1);
      } while (next(tap, size));
    return found;
  }
};

Dims lowPadding(Attribute padding, size_t rank) {
  Dims low, both = integersOf(padding, 2 * rank, 0);
  for (size_t i = 0; i < rank; ++i)
    low.push_back(both[2 * i]);
  return low;
}

Result<Items> reduceWindow(shlo::ReduceWindowOp op, Call &call) {
  unsigned count = op.getInputs().size();
  std::vector<Array> inputs = call.arrays(0, count), inits = call.arrays(count, count), results;
  for (unsigned i = 0; i < count; ++i)
    results.push_back(call.zeros(i));
  size_t rank = inputs[0].rank();
  Window window{integersOf(op.getWindowDimensions()), integersOf(op.getWindowStridesAttr(), rank, 1),
                integersOf(op.getBaseDilationsAttr(), rank, 1), integersOf(op.getWindowDilationsAttr(), rank, 1),
                lowPadding(op.getPaddingAttr(), rank)};
  Combiner combine(op.getBody(), call.evaluator);
  Dims index(rank, 0);
  int64_t to = 0;
  if (results[0].size() > 0)
    do {
      std::vector<Array> left;
      for (const Array &init : inits)
        left.push_back(init.scalar(0));
      for (int64_t from : window.elements(index, inputs[0].shape())) {
        std::vector<Array> right;
        for (unsigned i = 0; i < count; ++i)
          right.push_back(from < 0 ? inits[i] : inputs[i].scalar(from));
        ALCOVE_RETURN_IF_ERROR(combine(left, right));
      }
      for (unsigned i = 0; i < count; ++i)
        results[i].copy(to, left[i], 0);
      ++to;
    } while (next(index, results[0].shape()));
  return Items(results.begin(), results.end());
}

/// Each source element goes to the element of its window that `select` prefers.
Result<Array> selectAndScatter(shlo::SelectAndScatterOp op, Call &call) {
  const Array &operand = call.in(0), &source = call.in(1), &init = call.in(2);
  size_t rank = operand.rank();
  Window window{integersOf(op.getWindowDimensionsAttr(), rank, 1), integersOf(op.getWindowStridesAttr(), rank, 1),
                Dims(rank, 1), Dims(rank, 1), lowPadding(op.getPaddingAttr(), rank)};
  Array result = call.zeros();
  for (int64_t i = 0; i < result.size(); ++i)
    result.copy(i, init, 0);
  Combiner scatter(op.getScatter(), call.evaluator);
  Dims index(rank, 0);
  int64_t at = 0;
  if (source.size() > 0)
    do {
      int64_t chosen = -1;
      for (int64_t from : window.elements(index, operand.shape())) {
        if (from < 0)
          continue;
        bool keeps = chosen >= 0;
        if (keeps) {
          Result<Items> kept = call.evaluator.run(op.getSelect(), Items{operand.scalar(chosen), operand.scalar(from)});
          if (!kept)
            return kept.error();
          keeps = kept->at(0).array.isTrue(0);
        }
        chosen = keeps ? chosen : from;
      }
      if (chosen >= 0) {
        std::vector<Array> left{result.scalar(chosen)};
        ALCOVE_RETURN_IF_ERROR(scatter(left, {source.scalar(at)}));
        result.copy(chosen, left[0], 0);
      }
      ++at;
    } while (next(index, source.shape()));
  return result;
}
} // namespace

void reference::arrays::addWindows(Table &table) {
  table.add<shlo::ReduceWindowOp>(reduceWindow);
  table.add<shlo::SelectAndScatterOp>(selectAndScatter);
}

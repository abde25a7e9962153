//===- StridedView.cpp - Which elements of a product a moved tensor holds -------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "StridedView.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

StridedView::Dimension conversion::mergedFactors(ArrayRef<StridedFactor> factors) {
  StridedView::Dimension result;
  for (StridedFactor factor : factors) {
    if (factor.extent == 1)
      continue;
    if (!result.empty() && result.back().stride == factor.extent * factor.stride)
      result.back() = {result.back().extent * factor.extent, factor.stride};
    else
      result.push_back(factor);
  }
  return result;
}

StridedView::StridedView(ArrayRef<int64_t> shape) {
  int64_t stride = 1;
  for (int64_t extent : llvm::reverse(shape)) {
    dims.push_back(mergedFactors(StridedFactor{extent, stride}));
    stride *= extent;
  }
  std::reverse(dims.begin(), dims.end());
}

bool StridedView::reshaped(ArrayRef<int64_t> shape) {
  SmallVector<StridedFactor> factors;
  for (const Dimension &dim : dims)
    factors.append(dim.begin(), dim.end());
  SmallVector<Dimension, 5> result;
  size_t next = 0;
  for (int64_t extent : shape) {
    Dimension dim;
    for (int64_t left = extent; left > 1;) {
      if (next == factors.size())
        return false;
      StridedFactor &factor = factors[next];
      if (left % factor.extent == 0) {
        dim.push_back(factor);
        left /= factor.extent;
        ++next;
        continue;
      }
      if (factor.extent % left != 0)
        return false;
      factor.extent /= left;
      dim.push_back({left, factor.stride * factor.extent});
      left = 1;
    }
    result.push_back(mergedFactors(dim));
  }
  dims = std::move(result);
  return true;
}

bool StridedView::sliced(ttir::SliceStaticOp op) {
  auto begins = shape::integers(op.getBegins()), steps = shape::integers(op.getStep());
  shape::Shape in = shape::of(op.getInput()), out = shape::of(op.getResult());
  if (!begins || !steps || begins->size() != dims.size() || steps->size() != dims.size() || out.size() != dims.size())
    return false;
  SmallVector<Dimension, 5> result;
  int64_t from = first;
  for (auto [index, dim] : llvm::enumerate(dims)) {
    int64_t begin = (*begins)[index], step = (*steps)[index];
    bool isAll = begin == 0 && step == 1 && in[index] == out[index];
    if (!isAll && (dim.size() > 1 || begin < 0 || step < 1))
      return false;
    result.push_back(dim);
    if (isAll || dim.empty())
      continue;
    from += begin * dim.front().stride;
    result.back() = mergedFactors(StridedFactor{out[index], dim.front().stride * step});
  }
  dims = std::move(result);
  first = from;
  return true;
}

bool StridedView::follow(Operation *op) {
  if (op->getNumResults() != 1 || llvm::is_contained(shape::of(op->getResult(0)), 0))
    return false;
  if (auto reshape = dyn_cast<ttir::ReshapeOp>(op))
    return reshaped(shape::of(reshape.getResult()));
  if (auto slice = dyn_cast<ttir::SliceStaticOp>(op))
    return sliced(slice);
  auto permute = dyn_cast<ttir::PermuteOp>(op);
  if (!permute)
    return false;
  SmallVector<Dimension, 5> result;
  for (int64_t from : permute.getPermutation())
    result.push_back(dims[from]);
  dims = std::move(result);
  return true;
}

std::optional<StridedSelection> StridedSelection::of(ArrayRef<StridedFactor> factors, int64_t offset, int64_t extent) {
  StridedSelection result;
  StridedView::Dimension merged = mergedFactors(factors);
  if (merged.empty() || merged.back().stride != 1)
    merged.push_back({1, 1});
  int64_t outer = extent, rest = offset;
  for (StridedFactor factor : merged) {
    int64_t parts = factor.stride == 0 ? 0 : outer / factor.stride;
    if (parts == 0 || outer % factor.stride != 0 || rest / factor.stride + factor.extent > parts)
      return std::nullopt;
    result.cut.push_back(parts);
    result.begin.push_back(rest / factor.stride);
    result.extents.push_back(factor.extent);
    rest %= factor.stride;
    outer = factor.stride;
  }
  return result;
}

int64_t StridedSelection::size() const {
  int64_t size = 1;
  for (int64_t extent : extents)
    size *= extent;
  return size;
}

Value StridedSelection::select(OpBuilder &builder, Location loc, Value value, int64_t dim) const {
  if (isAll())
    return value;
  shape::Shape shape = shape::of(value);
  SmallVector<int64_t> wide(shape.take_front(dim)), taken = wide, result = wide;
  SmallVector<int32_t> begins(dim, 0);
  wide.append(cut.begin(), cut.end());
  taken.append(extents.begin(), extents.end());
  begins.append(begin.begin(), begin.end());
  result.push_back(size());
  for (int64_t extent : shape.drop_front(dim + 1)) {
    for (SmallVector<int64_t> *list : {&wide, &taken, &result})
      list->push_back(extent);
    begins.push_back(0);
  }
  SmallVector<int32_t> ends, steps(begins.size(), 1);
  for (auto [from, extent] : llvm::zip(begins, taken))
    ends.push_back(from + static_cast<int32_t>(extent));
  Value cutValue = reshape(builder, suffixed(loc, "_cut"), value, wide);
  Value slice = ttir::SliceStaticOp::create(builder, loc, withShape(tensorTypeOf(value), taken), cutValue,
                                            builder.getI32ArrayAttr(begins), builder.getI32ArrayAttr(ends),
                                            builder.getI32ArrayAttr(steps));
  return reshape(builder, suffixed(loc, "_columns"), slice, result);
}

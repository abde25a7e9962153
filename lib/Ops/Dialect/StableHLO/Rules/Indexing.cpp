//===- Indexing.cpp - Gather, scatter, sort ------===//
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
Dims joined(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  Dims both(a);
  llvm::append_range(both, b);
  return both;
}

/// Extents of the index vectors' tensor without the dimension along which the vectors lie.
Dims batchExtents(RankedTensorType indices, int64_t vectorDim) {
  Dims extents;
  for (int64_t dim = 0; dim < indices.getRank(); ++dim)
    if (dim != vectorDim)
      extents.push_back(indices.getDimSize(dim));
  return extents;
}

LogicalResult gatherOf(Operation *op, GatherDimensionNumbersAttr dims, ArrayRef<int64_t> sizes, bool known) {
  Spec spec(op);
  RankedTensorType operand = spec.in(0), indices = spec.in(1), result = spec.out();
  Dims offset(dims.getOffsetDims()), collapsed(dims.getCollapsedSliceDims()), batching(dims.getOperandBatchingDims()),
      indexBatching(dims.getStartIndicesBatchingDims()), map(dims.getStartIndexMap());
  int64_t rank = operand.getRank(), vectorDim = dims.getIndexVectorDim();
  spec.holds(1, rank == int64_t(offset.size() + collapsed.size() + batching.size()),
             "the operand's rank " + Twine(rank) + " is not that of offset_dims " + text(offset) +
                 ", collapsed_slice_dims " + text(collapsed) + " and operand_batching_dims " + text(batching))
      .inRange(2, "index_vector_dim", {vectorDim}, 0, indices.getRank() + 1);
  if (!spec.ok())
    return failure();
  int64_t length = vectorDim < indices.getRank() ? indices.getDimSize(vectorDim) : 1;
  spec.holds(3, fits(length, map.size()),
             "start_index_map " + text(map) + " is for index vectors of " + Twine(map.size()) + " numbers, they have " +
                 Twine(length))
      .unique(4, "offset_dims", offset)
      .sorted(4, "offset_dims", offset)
      .inRange(5, "offset_dims", offset, 0, result.getRank())
      .unique(6, "collapsed_slice_dims with operand_batching_dims", joined(collapsed, batching))
      .sorted(7, "collapsed_slice_dims", collapsed)
      .inRange(8, "collapsed_slice_dims", collapsed, 0, rank)
      .sorted(10, "operand_batching_dims", batching)
      .inRange(11, "operand_batching_dims", batching, 0, rank)
      .unique(13, "start_indices_batching_dims", indexBatching)
      .inRange(14, "start_indices_batching_dims", indexBatching, 0, indices.getRank())
      .holds(15, !llvm::is_contained(indexBatching, vectorDim),
             "start_indices_batching_dims " + text(indexBatching) + " has index_vector_dim " + Twine(vectorDim))
      .sizeIs(16, "start_indices_batching_dims", indexBatching, batching.size());
  if (!spec.ok())
    return failure();
  for (auto [a, b] : llvm::zip(batching, indexBatching))
    spec.holds(17, fits(operand.getDimSize(a), indices.getDimSize(b)),
               "batching dimensions " + Twine(a) + " and " + Twine(b) + " have " + Twine(operand.getDimSize(a)) +
                   " and " + Twine(indices.getDimSize(b)) + " elements");
  spec.unique(18, "start_index_map with operand_batching_dims", joined(map, batching))
      .inRange(19, "start_index_map", map, 0, rank);
  if (!known)
    return spec.done();
  spec.sizeIs(20, "slice_sizes", sizes, rank);
  for (int64_t i = 0; i < rank && spec.ok(); ++i) {
    spec.holds(21, 0 <= sizes[i] && (operand.isDynamicDim(i) || sizes[i] <= operand.getDimSize(i)),
               "slice size " + Twine(sizes[i]) + " of dimension " + Twine(i) + " of " + Twine(operand.getDimSize(i)) +
                   " elements");
    if (llvm::is_contained(collapsed, i))
      spec.holds(9, sizes[i] <= 1, "slice size " + Twine(sizes[i]) + " of collapsed dimension " + Twine(i));
    if (llvm::is_contained(batching, i))
      spec.holds(12, sizes[i] <= 1, "slice size " + Twine(sizes[i]) + " of batching dimension " + Twine(i));
  }
  if (!spec.ok())
    return failure();
  Dims windows, batch = batchExtents(indices, vectorDim), shape;
  for (int64_t i = 0; i < rank; ++i)
    if (!llvm::is_contained(collapsed, i) && !llvm::is_contained(batching, i))
      windows.push_back(sizes[i]);
  size_t nextWindow = 0, nextBatch = 0;
  for (size_t i = 0; i < windows.size() + batch.size(); ++i) {
    bool isWindow = llvm::is_contained(offset, i) || nextBatch == batch.size();
    shape.push_back(isWindow && nextWindow < windows.size() ? windows[nextWindow++] : batch[nextBatch++]);
  }
  return spec.shapeIs(22, "result", result, shape).sameElement(23, "operand and result", operand, result).done();
}

LogicalResult gather(Operation *op) {
  auto gather = cast<GatherOp>(op);
  return gatherOf(op, gather.getDimensionNumbers(), integersOf(gather.getSliceSizes()), true);
}
LogicalResult dynamicGather(Operation *op) {
  return gatherOf(op, cast<DynamicGatherOp>(op).getDimensionNumbers(), {}, false);
}

LogicalResult scatter(Operation *op) {
  Spec spec(op);
  auto scatter = cast<ScatterOp>(op);
  ScatterDimensionNumbersAttr dims = scatter.getScatterDimensionNumbers();
  unsigned count = scatter.getInputs().size();
  spec.holds(5, count > 0 && op->getNumOperands() == 2 * count + 1,
             "it has " + Twine(op->getNumOperands()) + " operands, expected as many updates as inputs, and indices");
  if (!spec.ok())
    return failure();
  RankedTensorType input = spec.in(0), indices = spec.in(count), update = spec.in(count + 1);
  SmallVector<Type> scalars, results;
  for (unsigned i = 0; i < count; ++i) {
    spec.sameShape(1, "inputs", input, spec.in(i)).sameShape(3, "updates", update, spec.in(count + 1 + i));
    scalars.push_back(scalarOf(spec.in(i)));
  }
  for (unsigned i = 0; i < count; ++i)
    results.push_back(scalarOf(spec.in(count + 1 + i)));
  Dims window(dims.getUpdateWindowDims()), inserted(dims.getInsertedWindowDims()),
      batching(dims.getInputBatchingDims()), indexBatching(dims.getScatterIndicesBatchingDims()),
      map(dims.getScatterDimsToOperandDims());
  int64_t rank = input.getRank(), vectorDim = dims.getIndexVectorDim();
  spec.holds(2, rank == int64_t(window.size() + inserted.size() + batching.size()),
             "the inputs' rank " + Twine(rank) + " is not that of update_window_dims " + text(window) +
                 ", inserted_window_dims " + text(inserted) + " and input_batching_dims " + text(batching))
      .unique(7, "update_window_dims", window)
      .sorted(7, "update_window_dims", window)
      .inRange(8, "update_window_dims", window, 0, update.getRank())
      .unique(9, "inserted_window_dims with input_batching_dims", joined(inserted, batching))
      .sorted(10, "inserted_window_dims", inserted)
      .inRange(11, "inserted_window_dims", inserted, 0, rank)
      .sorted(12, "input_batching_dims", batching)
      .inRange(13, "input_batching_dims", batching, 0, rank)
      .unique(14, "scatter_indices_batching_dims", indexBatching)
      .inRange(15, "scatter_indices_batching_dims", indexBatching, 0, indices.getRank())
      .holds(16, !llvm::is_contained(indexBatching, vectorDim),
             "scatter_indices_batching_dims " + text(indexBatching) + " has index_vector_dim " + Twine(vectorDim))
      .sizeIs(17, "scatter_indices_batching_dims", indexBatching, batching.size())
      .inRange(22, "index_vector_dim", {vectorDim}, 0, indices.getRank() + 1);
  if (!spec.ok())
    return failure();
  for (auto [a, b] : llvm::zip(batching, indexBatching))
    spec.holds(18, fits(input.getDimSize(a), indices.getDimSize(b)),
               "batching dimensions " + Twine(a) + " and " + Twine(b) + " have " + Twine(input.getDimSize(a)) +
                   " and " + Twine(indices.getDimSize(b)) + " elements");
  int64_t length = vectorDim < indices.getRank() ? indices.getDimSize(vectorDim) : 1;
  spec.holds(19, fits(length, map.size()),
             "scatter_dims_to_operand_dims " + text(map) + " is for index vectors of " + Twine(map.size()) +
                 " numbers, they have " + Twine(length))
      .unique(20, "scatter_dims_to_operand_dims with input_batching_dims", joined(map, batching))
      .inRange(21, "scatter_dims_to_operand_dims", map, 0, rank);
  Dims batch = batchExtents(indices, vectorDim);
  spec.holds(4, update.getRank() == int64_t(batch.size() + window.size()),
             "updates have rank " + Twine(update.getRank()) + ", expected " + Twine(batch.size() + window.size()));
  if (!spec.ok())
    return failure();
  size_t nextBatch = 0;
  for (int64_t i = 0; i < update.getRank(); ++i)
    if (!llvm::is_contained(window, i)) {
      spec.holds(4, fits(update.getDimSize(i), batch[nextBatch]),
                 "dimension " + Twine(i) + " of the updates has " + Twine(update.getDimSize(i)) +
                     " elements, the indices have " + Twine(batch[nextBatch]));
      ++nextBatch;
    }
  size_t nextWindow = 0;
  for (int64_t i = 0; i < rank && spec.ok(); ++i) {
    if (llvm::is_contained(inserted, i) || llvm::is_contained(batching, i))
      continue;
    int64_t extent = update.getDimSize(window[nextWindow++]);
    spec.holds(4, ShapedType::isDynamic(extent) || input.isDynamicDim(i) || extent <= input.getDimSize(i),
               "windows of " + Twine(extent) + " elements along dimension " + Twine(i) + " of " +
                   Twine(input.getDimSize(i)));
  }
  llvm::append_range(scalars, results);
  SmallVector<Type> returned(scalars.begin(), scalars.begin() + count);
  for (unsigned i = 0; i < count && spec.ok(); ++i)
    spec.sameShape(24, "inputs and results", spec.in(i), spec.out(i));
  // The types inside may be wider than those outside.
  Region &body = scatter.getUpdateComputation();
  return spec
      .holds(23, body.hasOneBlock() && body.getNumArguments() == 2 * count,
             "update_computation must have " + Twine(2 * count) + " arguments, has " +
                 Twine(body.empty() ? 0 : body.getNumArguments()))
      .done();
}

LogicalResult sort(Operation *op) {
  Spec spec(op);
  unsigned count = op->getNumOperands();
  spec.holds(1, count > 0, "it has 0 inputs, expected one or more");
  if (!spec.ok())
    return failure();
  SmallVector<Type> scalars;
  spec.holds(2, op->getNumResults() == count, Twine(count) + " inputs and " + Twine(op->getNumResults()) + " results");
  for (unsigned i = 0; i < count && spec.ok(); ++i) {
    spec.sameType(2, "inputs and results", spec.in(i), spec.out(i)).sameShape(3, "inputs", spec.in(0), spec.in(i));
    scalars.append(2, scalarOf(spec.in(i)));
  }
  int64_t rank = spec.in(0).getRank();
  return spec
      .inRange(4, "dimension", {cast<SortOp>(op).getDimensionAttr() ? spec.number("dimension") : -1}, -rank, rank)
      .region(5, "comparator", cast<SortOp>(op).getComparator(), scalars,
              {RankedTensorType::get({}, IntegerType::get(op->getContext(), 1))})
      .done();
}
} // namespace

void stablehlo::addIndexingRules(RuleTable &table) {
  table["gather"] = gather;
  table["dynamic_gather"] = dynamicGather;
  table["scatter"] = scatter;
  table["sort"] = sort;
}

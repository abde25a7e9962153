//===- Selection.cpp - Elements chosen by numbers in tensors - -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"

#include "alcove/Judge/Numbers/Tensor/Strided.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace alcove::reference {

Result<int64_t> indexAt(const Tensor &tensor, int64_t position, int64_t limit, const char *what) {
  double value = tensor.at(position);
  if (!(value >= 0 && value < static_cast<double>(limit)) || value != std::floor(value))
    return Error{fmt::format("{} {} at position {} is outside [0, {})", what, value, position, limit)};
  return static_cast<int64_t>(value);
}

/// Moves `count` elements between tensors of the same kind.
static void copyRun(Tensor &target, int64_t to, const Tensor &source, int64_t from, int64_t count) {
  if (source.isFloat())
    std::copy_n(source.floats().begin() + from, count, target.mutableFloats().begin() + to);
  else
    std::copy_n(source.integers().begin() + from, count, target.mutableIntegers().begin() + to);
}

Result<Tensor> embedding(const Tensor &input, const Tensor &weight) {
  if (weight.rank() < 2)
    return Error{fmt::format("embedding table of shape {}", toString(weight.shape()))};
  int64_t width = weight.shape().back(), rows = weight.dim(weight.rank() - 2);
  if (weight.numElements() != rows * width)
    return Error{fmt::format("embedding table of shape {}", toString(weight.shape()))};
  Shape shape = input.shape();
  shape.push_back(width);
  ALCOVE_ASSIGN_OR_RETURN(Tensor result, Tensor::zeros(weight.elementType(), shape));
  for (int64_t i = 0; i < input.numElements(); ++i) {
    ALCOVE_ASSIGN_OR_RETURN(int64_t row, indexAt(input, i, rows, "embedding index"));
    copyRun(result, i * width, weight, row * width, width);
  }
  return result;
}

Result<Tensor> embeddingBackward(const Tensor &input, const Shape &shape, const Tensor &gradient, ElementType type) {
  int64_t width = shape.size() < 2 ? 0 : shape.back(), rows = shape.size() < 2 ? 0 : shape[shape.size() - 2];
  ALCOVE_ASSIGN_OR_RETURN(int64_t count, countElements(shape));
  if (width < 1 || count != rows * width || gradient.numElements() != input.numElements() * width)
    return Error{fmt::format("gradient {} of {} rows of a table {}", toString(gradient.shape()), input.numElements(),
                             toString(shape))};
  std::vector<double> sums(count);
  for (int64_t i = 0; i < input.numElements(); ++i) {
    ALCOVE_ASSIGN_OR_RETURN(int64_t row, indexAt(input, i, rows, "embedding index"));
    for (int64_t column = 0; column < width; ++column)
      sums[row * width + column] += gradient.at(i * width + column);
  }
  return Tensor::fromFloats(type, shape, std::vector<float>(sums.begin(), sums.end()));
}

Result<Tensor> gatherAlong(const Tensor &input, const Tensor &index, int64_t dim) {
  ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(dim, input.rank()));
  if (index.rank() != input.rank())
    return Error{fmt::format("gather from {} with indices {}", toString(input.shape()), toString(index.shape()))};
  for (int64_t i = 0; i < input.rank(); ++i)
    if (i != at && index.dim(i) > input.dim(i))
      return Error{fmt::format("gather from {} with indices {}", toString(input.shape()), toString(index.shape()))};
  ALCOVE_ASSIGN_OR_RETURN(Tensor result, Tensor::zeros(input.elementType(), index.shape()));
  Shape own = stridesOf(input.shape()), places = stridesOf(index.shape());
  for (int64_t i = 0; i < index.numElements(); ++i) {
    ALCOVE_ASSIGN_OR_RETURN(int64_t chosen, indexAt(index, i, input.dim(at), "gather index"));
    int64_t from = chosen * own[at];
    for (int64_t d = 0; d < input.rank(); ++d)
      if (d != at)
        from += i / places[d] % index.dim(d) * own[d];
    copyRun(result, i, input, from, 1);
  }
  return result;
}

Result<Tensor> gatherSlices(const Tensor &input, const Tensor &starts, const GatherDims &dims) {
  auto has = [](const Shape &list, int64_t value) { return std::find(list.begin(), list.end(), value) != list.end(); };
  int64_t rank = input.rank(), startRank = starts.rank();
  if (static_cast<int64_t>(dims.sliceSizes.size()) != rank || dims.indexVector < 0 || dims.indexVector > startRank ||
      dims.operandBatching.size() != dims.startBatching.size())
    return Error{fmt::format("gather from {} at {}: dimension numbers do not fit", toString(input.shape()),
                             toString(starts.shape()))};
  for (const Shape *list : {&dims.collapsed, &dims.operandBatching, &dims.startIndexMap})
    for (int64_t dim : *list)
      if (dim < 0 || dim >= rank)
        return Error{fmt::format("gather: dimension {} of {}", dim, toString(input.shape()))};
  Shape batch, offsets, kept;
  for (int64_t i = 0; i < startRank; ++i)
    if (i != dims.indexVector)
      batch.push_back(starts.dim(i));
  for (int64_t i = 0; i < rank; ++i) {
    if (dims.sliceSizes[i] < 0 || dims.sliceSizes[i] > input.dim(i))
      return Error{fmt::format("gather: slice of {} from {}", dims.sliceSizes[i], input.dim(i))};
    if (!has(dims.collapsed, i) && !has(dims.operandBatching, i))
      kept.push_back(i);
    else if (dims.sliceSizes[i] != 1)
      return Error{fmt::format("gather: collapsed dimension {} has a slice of {}", i, dims.sliceSizes[i])};
  }
  if (kept.size() != dims.offset.size())
    return Error{fmt::format("gather: {} offset dimensions for {} kept ones", dims.offset.size(), kept.size())};
  int64_t vectorSize = dims.indexVector == startRank ? 1 : starts.dim(dims.indexVector);
  if (vectorSize != static_cast<int64_t>(dims.startIndexMap.size()))
    return Error{fmt::format("gather: index vectors of {} for {} dimensions", vectorSize, dims.startIndexMap.size())};
  Shape shape, offsetOf, batchOf; // per result dimension: index into kept or batch
  size_t nextBatch = 0, nextOffset = 0;
  for (size_t i = 0; i < batch.size() + kept.size(); ++i) {
    if (has(dims.offset, static_cast<int64_t>(i)) && nextOffset < kept.size()) {
      shape.push_back(dims.sliceSizes[kept[nextOffset]]);
      offsetOf.push_back(static_cast<int64_t>(nextOffset++));
      batchOf.push_back(-1);
    } else if (nextBatch < batch.size()) {
      shape.push_back(batch[nextBatch]);
      batchOf.push_back(static_cast<int64_t>(nextBatch++));
      offsetOf.push_back(-1);
    } else {
      return Error{"gather: offset dimensions are not those of the result"};
    }
  }
  ALCOVE_ASSIGN_OR_RETURN(Tensor result, Tensor::zeros(input.elementType(), shape));
  Shape own = stridesOf(input.shape()), startStrides = stridesOf(starts.shape()), resultStrides = stridesOf(shape);
  for (int64_t i = 0; i < result.numElements(); ++i) {
    Shape batchIndex(batch.size()), position(rank, 0);
    for (size_t d = 0; d < shape.size(); ++d) {
      int64_t index = i / resultStrides[d] % shape[d];
      if (batchOf[d] >= 0)
        batchIndex[batchOf[d]] = index;
      else
        position[kept[offsetOf[d]]] = index;
    }
    int64_t start = 0;
    for (int64_t d = 0, b = 0; d < startRank; ++d)
      if (d != dims.indexVector)
        start += batchIndex[b++] * startStrides[d];
    for (size_t v = 0; v < dims.startIndexMap.size(); ++v) {
      int64_t dim = dims.startIndexMap[v];
      int64_t at =
          start + (dims.indexVector == startRank ? 0 : static_cast<int64_t>(v) * startStrides[dims.indexVector]);
      // StableHLO moves a slice that hangs over the edge back inside.
      double wanted = starts.at(at);
      position[dim] += static_cast<int64_t>(std::clamp(std::isnan(wanted) ? 0.0 : wanted, 0.0,
                                                       static_cast<double>(input.dim(dim) - dims.sliceSizes[dim])));
    }
    for (size_t b = 0; b < dims.operandBatching.size(); ++b) {
      int64_t from = dims.startBatching[b] - (dims.startBatching[b] > dims.indexVector);
      if (from < 0 || from >= static_cast<int64_t>(batch.size()) ||
          batchIndex[from] >= input.dim(dims.operandBatching[b]))
        return Error{"gather: batching dimensions do not fit"};
      position[dims.operandBatching[b]] += batchIndex[from];
    }
    int64_t from = 0;
    for (int64_t d = 0; d < rank; ++d)
      from += position[d] * own[d];
    copyRun(result, i, input, from, 1);
  }
  return result;
}

static Status checkCache(const Tensor &cache, const Tensor &input) {
  if (cache.rank() != 4 || input.rank() != 4 || cache.dim(3) != input.dim(3))
    return Error{fmt::format("cache {} with input {}", toString(cache.shape()), toString(input.shape()))};
  return {};
}

/// The input as the cache holds it: a cache of a smaller type rounds what is written.
static Result<Tensor> asCache(const Tensor &cache, const Tensor &input) {
  return input.convertedTo(cache.elementType());
}

Status fillCache(Tensor &cache, const Tensor &input, int64_t batchOffset) {
  ALCOVE_RETURN_IF_ERROR(checkCache(cache, input));
  if (batchOffset < 0 || batchOffset > cache.dim(0) - input.dim(0) || input.dim(1) != cache.dim(1) ||
      input.dim(2) > cache.dim(2))
    return Error{fmt::format("fill of cache {} with {} at batch {}", toString(cache.shape()), toString(input.shape()),
                             batchOffset)};
  ALCOVE_ASSIGN_OR_RETURN(Tensor rows, asCache(cache, input));
  Shape strides = stridesOf(cache.shape());
  copyStrided(cache, batchOffset * strides[0], strides, rows, 0, stridesOf(input.shape()), input.shape());
  return {};
}

Status updateCache(Tensor &cache, const Tensor &input, const Tensor &index, int64_t batchOffset) {
  ALCOVE_RETURN_IF_ERROR(checkCache(cache, input));
  int64_t users = input.dim(2);
  if (input.dim(0) != 1 || input.dim(1) != cache.dim(1) || batchOffset < 0 || batchOffset > cache.dim(0) - users ||
      (index.numElements() != 1 && index.numElements() != users))
    return Error{fmt::format("update of cache {} with {} at {} indices from batch {}", toString(cache.shape()),
                             toString(input.shape()), index.numElements(), batchOffset)};
  ALCOVE_ASSIGN_OR_RETURN(Tensor rows, asCache(cache, input));
  int64_t heads = cache.dim(1), length = cache.dim(2), size = cache.dim(3);
  for (int64_t user = 0; user < users; ++user) {
    ALCOVE_ASSIGN_OR_RETURN(int64_t at, indexAt(index, index.numElements() == 1 ? 0 : user, length, "cache position"));
    for (int64_t head = 0; head < heads; ++head)
      copyRun(cache, (((user + batchOffset) * heads + head) * length + at) * size, rows, (head * users + user) * size,
              size);
  }
  return {};
}

Status pagedUpdateCache(Tensor &cache, const Tensor &input, const Tensor &index, const Tensor *pageTable,
                        bool shareCache) {
  ALCOVE_RETURN_IF_ERROR(checkCache(cache, input));
  int64_t users = input.dim(1), heads = cache.dim(1), length = cache.dim(2), size = cache.dim(3);
  // The input's heads are padded to a tile on the device; the cache says how many there are.
  if (input.dim(0) != 1 || input.dim(2) < heads || index.numElements() != users ||
      (pageTable && (pageTable->rank() != 2 || pageTable->dim(0) != users)) ||
      (!pageTable && !shareCache && users > cache.dim(0)))
    return Error{fmt::format("paged update of cache {} with {} at {} indices", toString(cache.shape()),
                             toString(input.shape()), index.numElements())};
  ALCOVE_ASSIGN_OR_RETURN(Tensor rows, asCache(cache, input));
  for (int64_t user = 0; user < users; ++user) {
    if (index.at(user) < 0)
      continue;
    int64_t pages = pageTable ? pageTable->dim(1) : 1;
    ALCOVE_ASSIGN_OR_RETURN(int64_t at, indexAt(index, user, pages * length, "cache position"));
    int64_t block = shareCache ? 0 : user;
    if (pageTable) {
      ALCOVE_ASSIGN_OR_RETURN(block, indexAt(*pageTable, user * pages + at / length, cache.dim(0), "cache block"));
    }
    for (int64_t head = 0; head < heads; ++head)
      copyRun(cache, ((block * heads + head) * length + at % length) * size, rows, (user * input.dim(2) + head) * size,
              size);
  }
  return {};
}

Result<Tensor> joinPages(const Tensor &cache, const Tensor &pageTable) {
  if (cache.rank() != 4 || pageTable.rank() != 2)
    return Error{fmt::format("cache {} with page table {}", toString(cache.shape()), toString(pageTable.shape()))};
  int64_t users = pageTable.dim(0), pages = pageTable.dim(1), heads = cache.dim(1), run = cache.dim(2) * cache.dim(3);
  ALCOVE_ASSIGN_OR_RETURN(Tensor result,
                          Tensor::zeros(cache.elementType(), {users, heads, pages * cache.dim(2), cache.dim(3)}));
  for (int64_t user = 0; user < users; ++user)
    for (int64_t page = 0; page < pages; ++page) {
      // Pages behind the last position of a user may name anything; what they hold is not looked at.
      double named = pageTable.at(user * pages + page);
      if (!(named >= 0 && named < static_cast<double>(cache.dim(0))))
        continue;
      for (int64_t head = 0; head < heads; ++head)
        copyRun(result, ((user * heads + head) * pages + page) * run, cache,
                (static_cast<int64_t>(named) * heads + head) * run, run);
    }
  return result;
}

Status pagedFillCache(Tensor &cache, const Tensor &input, const Tensor &pageTable, const Tensor *batch) {
  ALCOVE_RETURN_IF_ERROR(checkCache(cache, input));
  int64_t heads = cache.dim(1), length = cache.dim(2), size = cache.dim(3), positions = input.dim(2), user = 0;
  if (input.dim(0) != 1 || input.dim(1) != heads || pageTable.rank() != 2 || length < 1 ||
      (batch && batch->numElements() != 1) || pageTable.dim(1) * length < positions)
    return Error{fmt::format("paged fill of cache {} with {}, page table {}", toString(cache.shape()),
                             toString(input.shape()), toString(pageTable.shape()))};
  if (batch) {
    ALCOVE_ASSIGN_OR_RETURN(user, indexAt(*batch, 0, pageTable.dim(0), "batch index"));
  }
  ALCOVE_ASSIGN_OR_RETURN(Tensor rows, asCache(cache, input));
  for (int64_t position = 0; position < positions; ++position) {
    ALCOVE_ASSIGN_OR_RETURN(
        int64_t block, indexAt(pageTable, user * pageTable.dim(1) + position / length, cache.dim(0), "cache block"));
    for (int64_t head = 0; head < heads; ++head)
      copyRun(cache, ((block * heads + head) * length + position % length) * size, rows,
              (head * positions + position) * size, size);
  }
  return {};
}

} // namespace alcove::reference

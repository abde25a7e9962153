//===- Indexing.h - Elements chosen by numbers in tensors --- ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An index outside its range is an error that names it: on a device it reads or writes someone else's memory.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_KERNELS_INDEXING_H
#define ALCOVE_JUDGE_NUMBERS_KERNELS_INDEXING_H

#include "alcove/Judge/Numbers/Tensor/Tensor.h"

namespace alcove::reference {

/// Element as an integer; floats that hold whole numbers count.
Result<int64_t> indexAt(const Tensor &tensor, int64_t position, int64_t limit, const char *what);

/// result[i..., :] = weight[input[i...], :]; a weight of rank over 2 has leading sizes of 1.
Result<Tensor> embedding(const Tensor &input, const Tensor &weight);
/// Sum of the gradients of every row of a table of `shape`: transpose of embedding. NUM-N10.
Result<Tensor> embeddingBackward(const Tensor &input, const Shape &shape, const Tensor &gradient, ElementType type);
/// torch.gather: result[i...] = input[i... with index[i...] in place of dimension `dim`].
Result<Tensor> gatherAlong(const Tensor &input, const Tensor &index, int64_t dim);
/// StableHLO gather.
struct GatherDims {
  Shape offset, collapsed, operandBatching, startBatching, startIndexMap, sliceSizes;
  int64_t indexVector = 0;
};
Result<Tensor> gatherSlices(const Tensor &input, const Tensor &starts, const GatherDims &dims);

/// cache[b + batchOffset, :, 0:S, :] = input[b]: cache B x H x M x D, input N x H x S x D.
Status fillCache(Tensor &cache, const Tensor &input, int64_t batchOffset);
/// cache[b + batchOffset, h, index, :] = input[0, h, b, :]: input 1 x H x N x D, one index, or one for each b.
Status updateCache(Tensor &cache, const Tensor &input, const Tensor &index, int64_t batchOffset);
/// Paged: cache blocks x H x blockSize x D, pageTable N x pages names the blocks of each user. Without a page table
/// the cache is B x H x M x D. input 1 x N x H x D. A negative index skips the user.
Status pagedUpdateCache(Tensor &cache, const Tensor &input, const Tensor &index, const Tensor *pageTable,
                        bool shareCache);
/// blocks x heads x length x D and users x pages, the users' caches one after another: users x heads x
/// (pages * length) x D.
Result<Tensor> joinPages(const Tensor &cache, const Tensor &pageTable);
/// Writes positions of input 1 x H x S x D to the blocks of the user `batch`.
Status pagedFillCache(Tensor &cache, const Tensor &input, const Tensor &pageTable, const Tensor *batch);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_KERNELS_INDEXING_H

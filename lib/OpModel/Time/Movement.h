//===- Movement.h - Pages and lines moved from one tensor to another *- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPMODEL_TIME_MOVEMENT_H
#define ALCOVE_LIB_OPMODEL_TIME_MOVEMENT_H

#include "Context.h"

namespace alcove::opmodel::time {

/// Page by page from `in` to `out`, `pages` in all, with `computeCycles` per page; the reader spends `walkCycles` to
/// find the next one. `dramShare` of the pages come from DRAM: all or none where `in` is the only tensor that is read.
Runtime streamPages(const Context &context, const TensorSpec &in, const TensorSpec &out, int64_t pages,
                    double computeCycles, double pagesPerBarrier, double walkCycles, double dramShare);
Runtime streamPages(const Context &context, const TensorSpec &in, const TensorSpec &out, int64_t pages,
                    double computeCycles, double pagesPerBarrier = 1, double walkCycles = 0);

/// Every core writes its share on its own, `cycles` for the chip's whole work.
Runtime scatteredWrites(const Context &context, const TensorSpec &in, const TensorSpec &out, double cycles);

/// Elements that writing all of `out` touches, padding of tiles included.
double elementsWritten(const TensorSpec &out);

/// Tiled slice and concat stream tiles; row-major ones copy sticks through a scratch page, many per barrier.
Runtime streamOrCopySticks(const Context &context, const TensorSpec &in, const TensorSpec &out);

/// Pages like those of `pages` that lie where `in` lies.
TensorSpec inMemoryOf(const TensorSpec &in, TensorSpec pages);

/// `in` as `out`, in the place and page layout of it.
std::optional<Runtime> changeLayout(const Context &context, const TensorSpec &in, const TensorSpec &out);

/// Bytes of one tile of the tensor.
inline double tileBytesOf(const TensorSpec &tensor) {
  return static_cast<double>(device::tileBytes(tensor.layout.dataType));
}
/// Where pages of an interleaved tensor lie.
inline Place pagesOf(const TensorSpec &tensor) { return inDram(tensor) ? Place::Dram : Place::RemoteL1; }
/// Dimension `i` of four, the missing ones in front being 1.
inline int64_t dimOf(const TensorSpec &tensor, int64_t i) {
  int64_t at = i - 4 + static_cast<int64_t>(tensor.shape.size());
  return at < 0 ? 1 : std::max<int64_t>(1, tensor.shape[static_cast<size_t>(at)]);
}

} // namespace alcove::opmodel::time

#endif // ALCOVE_LIB_OPMODEL_TIME_MOVEMENT_H

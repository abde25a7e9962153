//===- Shapes.h - What a shape costs as tiles ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_COMPUTESHAPES_SHAPES_H
#define ALCOVE_LIB_LOWER_COMPUTESHAPES_SHAPES_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace alcove::conversion::rank {

using Form = llvm::SmallVector<int64_t, 4>;

int64_t volumeOf(llvm::ArrayRef<int64_t> shape);
/// All extents but the last: its rows.
llvm::ArrayRef<int64_t> leadOf(llvm::ArrayRef<int64_t> shape);
int64_t lastOf(llvm::ArrayRef<int64_t> shape);

/// The extents of `operand`, which broadcasts to `from`, when `from` is read as `to` (same elements, same order):
///
///     operand 8x1x768, from 8x197x768, to 1576x768   ->  nothing: 1576 would be broadcast in part
///     operand 1x1x768                                ->  1x768
///
/// Exact: nothing is returned only where no shape of that rank broadcasts alike.
std::optional<Form> regroupBroadcast(llvm::ArrayRef<int64_t> operand, llvm::ArrayRef<int64_t> from,
                                     llvm::ArrayRef<int64_t> to);

/// Tiles of 32 x 32 that hold a tensor, padding included.
double tilesOf(llvm::ArrayRef<int64_t> shape);
/// The reshape moves nothing: rows keep their length and tiles their rows (rule OM-D1).
bool isTileView(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to);

/// Work of a tiled reshape, in cycles of one core summed over cores; little for a view. Per tile of the result: finding
/// its sources, fetching them, writing its rows. The constants are those of the op model (`reshapeTile`, `gatherLine`),
/// rounded; here they only have to rank shapes.
double reshapeCycles(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to);
/// Work of reading or writing the tiles of one tensor of `bytes` per element in an op that streams them.
double streamCycles(llvm::ArrayRef<int64_t> shape, double bytes);

} // namespace alcove::conversion::rank

#endif // ALCOVE_LIB_LOWER_COMPUTESHAPES_SHAPES_H

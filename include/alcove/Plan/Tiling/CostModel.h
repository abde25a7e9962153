//===- CostModel.h - Prices of a fused loop ---------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_TILING_COSTMODEL_H
#define ALCOVE_PLAN_TILING_COSTMODEL_H

#include "alcove/Base/Support/Units.h"

#include <vector>

namespace alcove::plan::tiling {

struct CacheLevel {
  Bytes bytes = 0;
  /// Lines that share a set, 0: addresses are spread over all sets, as in a last level. Rows whose distance is a power
  /// of two meet in few sets.
  Bytes wayBytes = 0;
  /// Price of a byte that is not in this level, in addition to those of the levels before.
  double missPrice = 0;
};

/// The caches of a core, the smallest first; none: the local memory is a scratchpad.
struct CachePrices {
  std::vector<CacheLevel> levels;
  Bytes lineBytes = 64;
  /// Simple operations of vector code in the time of one byte.
  double opsPerByte = 1;
  /// One addition that waits for the one before it: loops along a sum that may not be reassociated.
  double bytesPerSerialSum = 0;
  /// Of vector code: an element whose neighbour in the loop is not its neighbour in memory.
  double bytesPerStridedLoad = 0;
  /// Starting one innermost loop.
  double bytesPerInnerLoop = 0;
  /// Operations up to which a compiler unrolls innermost sums altogether: the next loop is then the innermost.
  double unrolledOps = 0;
  /// Elements of a vector; each element that remains after the last whole vector takes as long as a vector.
  int64_t lanes = 8;
  /// Values that a vector loop adds up in one step without loading them again.
  double registers = 16;
  /// The same of contractions of floating point in register tiles, which pack what they read across memory and block
  /// for the caches themselves; 0: loops as they stand. And the lanes of such tiles.
  double contractionOpsPerByte = 0;
  int64_t contractionLanes = 16;
  /// How many times its price a byte costs that nothing fetches ahead: lines of columns.
  double waiting = 1;
  /// A loop must be cheaper by this share of the cost without it.
  double margin = 0;
  /// Threads that share loops whose iterations run at once, what starting such a loop costs, and how many times the
  /// rate of one core they stream from slow memory together.
  int threads = 1;
  double bytesPerParallelLoop = 0;
  double sharedStreams = 1;

  explicit operator bool() const { return !levels.empty(); }
};

/// Prices, all in bytes of slow-memory traffic.
struct CostModel {
  /// Simple operations that the engine does in the time of one byte of traffic: recompute costs ops / this.
  double opsPerByte = 64;
  /// Starting one tile, and one operation within it.
  double bytesPerTile = 256;
  double bytesPerStep = 64;
  /// Starting one contiguous run of a transfer.
  double bytesPerRun = 16;
  /// Times the cost for each loop with a smaller last tile, which is a second shape for every operation of the body.
  double remainderFactor = 1.02;
  /// The scalar remainder of one innermost loop that is no multiple of `lanes`, beyond those of the untiled program.
  /// Not of contractions, whose innermost loop is the reduction.
  int64_t lanes = 1;
  double bytesPerRemainder = 0;
  /// A cache inside the local memory, 0: none. A body that does not fit it moves what its steps read and write between
  /// the two, at this price for a byte.
  Bytes innerMemory = 0;
  double innerBytePrice = 0;
  /// A plan may not move more bytes than either simple mode, whatever else it saves.
  bool trafficFirst = true;
  /// The local memory is a cache: operations may stay untiled, and loops are built where that is faster (SUT-C1).
  CachePrices caches;
  /// Tiles of one tensor that overlap may be parts of one tile (SUT-H15).
  bool joinTiles = true;
  /// The end of a loop may run in strips of its tile (SUT-H17).
  bool strips = true;
  /// What is loaded and stored needs a second buffer.
  bool doubleBuffered = false;
};

} // namespace alcove::plan::tiling

#endif // ALCOVE_PLAN_TILING_COSTMODEL_H

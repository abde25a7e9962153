//===- CoreTraffic.cpp - What moves between two placements ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/TensorPlacement.h"

#include <algorithm>
#include <fmt/format.h>

namespace alcove::device {

namespace {

/// Rectangle of elements of one batch entry: rows and columns within the last two dimensions, without padding.
struct Block {
  int64_t batch, rowBegin, rowEnd, colBegin, colEnd;
};

class Comparison {
public:
  Comparison(const TensorPlacement &before, const TensorPlacement &after, bool transposed)
      : before(before), after(after), transposed(transposed) {}

  Result<CoreTraffic> run() {
    if (before.shards.empty() || after.shards.empty())
      return Error{"only sharded placements have cores to compare"};
    if (before.slices.size() != after.slices.size())
      return Error{fmt::format("{} slices cannot be compared with {}", before.slices.size(), after.slices.size())};
    std::vector<int64_t> shape = before.localShape;
    if (transposed && shape.size() < 2)
      return Error{fmt::format("a tensor of rank {} has nothing to transpose", shape.size())};
    if (transposed)
      std::swap(shape[shape.size() - 2], shape.back());
    if (shape != after.localShape)
      return Error{"the two placements hold tensors of different shapes"};
    cols = before.localShape.empty() ? 1 : before.localShape.back();
    rows = before.localShape.size() < 2 ? 1 : before.localShape[before.localShape.size() - 2];
    // Rows of the 2-D view that one batch entry takes, with padding.
    int64_t batches = 1;
    for (size_t i = 0; i + 2 < shape.size(); ++i)
      batches *= shape[i];
    pitchBefore = before.localShape2D.first / batches;
    pitchAfter = after.localShape2D.first / batches;
    for (const ShardPlacement &shard : before.shards)
      compareShard(shard);
    if (steps > maxSteps)
      return Error{fmt::format("more than {} pieces of shards to compare", maxSteps)};
    return traffic;
  }

private:
  void compareShard(const ShardPlacement &shard) {
    for (int64_t row = shard.rowBegin; row < shard.rowEnd;) {
      if (++steps > maxSteps)
        break;
      int64_t batch = row / pitchBefore, start = batch * pitchBefore;
      int64_t end = std::min(shard.rowEnd, start + pitchBefore);
      Block block{batch, row - start, std::min(end - start, rows), shard.colBegin, std::min(shard.colEnd, cols)};
      row = end;
      if (block.rowBegin < block.rowEnd && block.colBegin < block.colEnd)
        compareBlock(shard, block);
    }
  }

  // The same elements in `after`: which shards hold them?
  void compareBlock(const ShardPlacement &shard, Block block) {
    if (transposed) {
      std::swap(block.rowBegin, block.colBegin);
      std::swap(block.rowEnd, block.colEnd);
    }
    int64_t rowBegin = block.batch * pitchAfter + block.rowBegin, rowEnd = block.batch * pitchAfter + block.rowEnd;
    auto [height, width] = after.shardShape;
    for (int64_t r = rowBegin / height; r <= (rowEnd - 1) / height; ++r)
      for (int64_t c = block.colBegin / width; c <= (block.colEnd - 1) / width; ++c) {
        if (++steps > maxSteps)
          return;
        const ShardPlacement &other = after.shards[(shard.slice * after.gridRows + r) * after.gridCols + c];
        if (other.chipId == shard.chipId && other.core.y == shard.core.y && other.core.x == shard.core.x)
          continue;
        int64_t height1 = std::min(rowEnd, other.rowEnd) - std::max(rowBegin, other.rowBegin);
        int64_t width1 = std::min(block.colEnd, other.colEnd) - std::max(block.colBegin, other.colBegin);
        if (traffic.elementsMoved == 0)
          traffic.firstMove =
              fmt::format("shard ({}, {}) on chip {} core (y {}, x {}) to shard ({}, {}) on chip {} core "
                          "(y {}, x {})",
                          shard.shardRow, shard.shardCol, shard.chipId, shard.core.y, shard.core.x, other.shardRow,
                          other.shardCol, other.chipId, other.core.y, other.core.x);
        traffic.elementsMoved += height1 * width1;
      }
  }

  static constexpr int64_t maxSteps = int64_t(1) << 24;
  const TensorPlacement &before, &after;
  bool transposed;
  int64_t rows = 1, cols = 1, pitchBefore = 1, pitchAfter = 1, steps = 0;
  CoreTraffic traffic;
};

} // namespace

Result<CoreTraffic> trafficBetween(const TensorPlacement &before, const TensorPlacement &after, bool transposed) {
  return Comparison(before, after, transposed).run();
}

} // namespace alcove::device

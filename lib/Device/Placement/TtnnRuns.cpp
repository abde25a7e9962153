//===- TtnnRuns.cpp - Rules DEV-R1 to DEV-R7: what TTNN can run -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/DataTypeKinds.h"
#include "alcove/Device/TensorPlacement.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace alcove::device {

template <typename... Args>
static TtnnVerdict onlyExpressible(fmt::format_string<Args...> format, Args &&...args) {
  return {false, fmt::format(format, std::forward<Args>(args)...)};
}

// DEV-R2: TTNN opens a mesh of at most two dimensions: a rectangle of neighbouring chips in row-major order.
static TtnnVerdict checkMesh(const DeviceDesc &device, const SystemDesc &system) {
  std::vector<int64_t> mesh = device.meshShape;
  if (mesh.size() > 2)
    return onlyExpressible("DEV-R2: TTNN meshes have two dimensions, this one is {}", fmt::join(mesh, "x"));
  while (mesh.size() < 2)
    mesh.insert(mesh.begin(), 1);
  const ChipCoord &first = system.chipCoords[device.chipIds.front()];
  for (int64_t i = 0; i < static_cast<int64_t>(device.chipIds.size()); ++i) {
    ChipCoord expected = first;
    expected.y += i / mesh[1];
    expected.x += i % mesh[1];
    if (const ChipCoord &coord = system.chipCoords[device.chipIds[i]]; coord != expected)
      return onlyExpressible(
          "DEV-R2: TTNN meshes are rectangles of chips in row-major order: chip {} lies at y {}, x {}, the "
          "{}x{} mesh wants y {}, x {} there",
          device.chipIds[i], coord.y, coord.x, mesh[0], mesh[1], expected.y, expected.x);
  }
  return {};
}

// DEV-R5, block sharding: shard (r, c) on core (y + r, x + c), or with rows and columns exchanged (col_major).
static TtnnVerdict checkBlockOrder(const TensorPlacement &placement, int64_t numShards) {
  const PhysicalCore &origin = placement.shards.front().core;
  auto firstWrong = [&](bool colMajor) -> const ShardPlacement * {
    for (int64_t i = 0; i < numShards; ++i) {
      const ShardPlacement &shard = placement.shards[i];
      int64_t down = colMajor ? shard.shardCol : shard.shardRow, right = colMajor ? shard.shardRow : shard.shardCol;
      if (shard.core.y != origin.y + down || shard.core.x != origin.x + right)
        return &shard;
    }
    return nullptr;
  };
  const ShardPlacement *wrong = firstWrong(false);
  if (!wrong || !firstWrong(true))
    return {};
  return onlyExpressible(
      "DEV-R5: TTNN lays blocks on a rectangle of cores row by row or column by column: shard ({}, {}) "
      "lies on core (y {}, x {}), row_major wants (y {}, x {})",
      wrong->shardRow, wrong->shardCol, wrong->core.y, wrong->core.x, origin.y + wrong->shardRow,
      origin.x + wrong->shardCol);
}

// DEV-R5, height and width sharding: cores in row-major or column-major order.
static TtnnVerdict checkLineOrder(const TensorPlacement &placement, int64_t numShards) {
  int64_t rowBreak = 0, colBreak = 0;
  for (int64_t i = 1; i < numShards; ++i) {
    const PhysicalCore &a = placement.shards[i - 1].core, &b = placement.shards[i].core;
    if (!rowBreak && std::pair(a.y, a.x) >= std::pair(b.y, b.x))
      rowBreak = i;
    if (!colBreak && std::pair(a.x, a.y) >= std::pair(b.x, b.y))
      colBreak = i;
  }
  if (!rowBreak || !colBreak)
    return {};
  const PhysicalCore &a = placement.shards[rowBreak - 1].core, &b = placement.shards[rowBreak].core;
  return onlyExpressible(
      "DEV-R5: TTNN fills cores row by row or column by column: shard {} lies on core (y {}, x {}), after "
      "shard {} on core (y {}, x {})",
      rowBreak, b.y, b.x, rowBreak - 1, a.y, a.x);
}

static bool isIdentityOnOneChip(const WorkerGrid &grid) {
  const auto &results = grid.virtualToPhysical.results();
  return grid.rank() == 2 && results.size() == 3 && results[0].isConstant(0) && results[1] == AffineExpr::dim(0) &&
         results[2] == AffineExpr::dim(1);
}

// DEV-R7: what a bank has to hold fits into it, even when nothing else lies there.
static TtnnVerdict checkBanks(const TensorLayout &layout, const ChipDesc &chip, const TensorPlacement &placement) {
  Bytes fullest = 0;
  for (const ShardPlacement &shard : placement.shards)
    fullest = std::max(fullest, shard.bytes);
  for (const BankPlacement &bank : placement.banks)
    fullest = std::max(fullest, bank.bytes);
  Bytes usable = layout.isDram() ? chip.dramUnreservedEndBytes - chip.dramUnreservedBaseBytes : chip.usableL1Bytes();
  if (usable <= 0 || fullest <= usable) // 0: the descriptor does not say
    return {};
  return onlyExpressible("DEV-R7: {} of {} B {} larger than the {} B of {} that programs may use",
                         layout.isSharded() ? "a shard" : "the pages", fullest, layout.isSharded() ? "is" : "are",
                         usable, layout.isDram() ? "a DRAM channel" : "a core's L1");
}

TtnnVerdict ttnnRuns(const TensorSpec &tensor, const DeviceDesc &device, const SystemDesc &system,
                     const MeshDistribution &distribution, const TensorPlacement &placement) {
  const TensorLayout &layout = tensor.layout;
  // DEV-R1: the grid of one op lies on one chip; several chips run the same program.
  if (device.chipIds.size() > 1 && !isSpmd(device))
    return onlyExpressible(
        "DEV-R1: a TTNN op runs on the grid of one chip and the same on every chip of a mesh: grid {} "
        "spans {} chips",
        fmt::join(device.workerGrid.shape, "x"), device.chipIds.size());
  if (TtnnVerdict mesh = checkMesh(device, system); !mesh.runnable)
    return mesh;
  // DEV-R3: a tensor dimension is cut by one mesh dimension.
  const auto &cuts = distribution.tensorDims;
  for (size_t i = 0; i < cuts.size(); ++i)
    for (size_t j = i + 1; j < cuts.size(); ++j)
      if (cuts[i] && cuts[i] == cuts[j])
        return onlyExpressible("DEV-R3: tensor dimension {} is cut by mesh dimensions {} and {}", *cuts[i], i, j);
  // DEV-R4: DRAM buffers are interleaved, height- or width-sharded.
  if (layout.isDram() && layout.memoryLayout == MemoryLayout::BlockSharded)
    return onlyExpressible("DEV-R4: block_sharded is not supported in DRAM; use width_sharded, height_sharded or "
                           "interleaved");
  // DEV-R6: the chip knows the data type, and block formats exist in tiles alone.
  for (int64_t id : device.chipIds) {
    const std::vector<DataType> &types = system.chip(id).supportedDataTypes;
    DataType stored = layout.dataType == DataType::Bool ? DataType::BF16 : layout.dataType;
    if (std::find(types.begin(), types.end(), stored) == types.end())
      return onlyExpressible("DEV-R6: chip {} does not support {}", id, toString(layout.dataType));
  }
  if (!layout.isTiled() && isBlockFloat(layout.dataType))
    return onlyExpressible("DEV-R6: {} exists in tiles only, the layout is row_major", toString(layout.dataType));
  if (TtnnVerdict banks = checkBanks(layout, system.chip(device.chipIds.front()), placement); !banks.runnable)
    return banks;
  if (!layout.isSharded() || layout.isDram() || isIdentityOnOneChip(device.workerGrid))
    return {};
  int64_t numShards = static_cast<int64_t>(placement.shards.size() / placement.slices.size());
  return layout.memoryLayout == MemoryLayout::BlockSharded ? checkBlockOrder(placement, numShards)
                                                           : checkLineOrder(placement, numShards);
}

} // namespace alcove::device

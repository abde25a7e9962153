//===- MatmulConfig.cpp - Which matmul program runs, and its blocking -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Source: tt-metal matmul/device/matmul_op.cpp, restated; rules M1-M6 of docs/spec/OpModel.md.
//
//===----------------------------------------------------------------------===//
#include "MatmulConfig.h"
#include "Geometry.h"

#include <numeric>

using namespace alcove;
using namespace alcove::opmodel;

const char *opmodel::toString(MatmulKind kind) {
  static constexpr const char *names[] = {"multi_core",     "multi_core_reuse", "mcast_2d",
                                          "mcast_1d (in0)", "mcast_1d (in1)",   "dram_sharded"};
  return names[static_cast<int>(kind)];
}

/// What the buffers of a blocking take: both inputs twice, result and intermediate once.
static Bytes estimatedBytes(const MatmulProblem &p, int64_t blockM, int64_t blockN, int64_t blockK) {
  return 2 * blockK * (blockM * p.tileA + blockN * p.tileB) + blockM * blockN * (p.tileOut + p.tileIntermediate) +
         blockK * p.tileBias;
}

/// OM-M1: the largest square block of 16, 8, 4, 2, 1 tiles whose buffers fit.
static int64_t squareBlock(const MatmulProblem &p, int64_t blockK, Bytes freeL1Bytes) {
  for (int64_t block = 16; block > 1; block /= 2)
    if (estimatedBytes(p, block, block, blockK) < freeL1Bytes)
      return block;
  return 1;
}

/// Shrinks the block held at a time to the largest divisors that fit, then the K step.
static void shrinkToFit(const MatmulProblem &p, MatmulConfig &config, Bytes freeL1Bytes) {
  config.outBlockH = config.perCoreM;
  config.outBlockW = config.perCoreN;
  auto fits = [&] { return estimatedBytes(p, config.outBlockH, config.outBlockW, config.in0BlockW) < freeL1Bytes; };
  auto nextDivisor = [](int64_t of, int64_t below) { return largestDivisorUpTo(of, below - 1); };
  while (!fits() && (config.outBlockH > 1 || config.outBlockW > 1)) {
    if (config.outBlockH >= config.outBlockW)
      config.outBlockH = nextDivisor(config.perCoreM, config.outBlockH);
    else
      config.outBlockW = nextDivisor(config.perCoreN, config.outBlockW);
  }
  while (!fits() && config.in0BlockW > 1)
    config.in0BlockW = nextDivisor(p.k, config.in0BlockW);
}

static MatmulConfig make(MatmulKind kind, int64_t m, int64_t n, int64_t k, int64_t rows, int64_t cols) {
  MatmulConfig config;
  config.kind = kind;
  config.perCoreM = config.outBlockH = std::max<int64_t>(m, 1);
  config.perCoreN = config.outBlockW = std::max<int64_t>(n, 1);
  config.in0BlockW = std::max<int64_t>(k, 1);
  config.gridRows = rows;
  config.gridCols = cols;
  return config;
}

/// OM-M3: a shape is narrow when one side is 8 times the other, or a side is within one tile.
static bool isNarrow(int64_t mTiles, int64_t nTiles) {
  int64_t longer = std::max(mTiles, nTiles), shorter = std::min(mTiles, nTiles);
  return shorter <= 1 || longer > 8 * shorter;
}

/// One operand is passed along a line of all cores, the other stays with the core that has its rows or columns.
static MatmulConfig line(const MatmulProblem &p, bool in0, int64_t blockK, const ChipParameters &chip,
                         Bytes freeL1Bytes) {
  int64_t cores = chip.numCores();
  MatmulConfig config = make(in0 ? MatmulKind::Mcast1DIn0 : MatmulKind::Mcast1DIn1, in0 ? p.m : ceilDiv(p.m, cores),
                             in0 ? ceilDiv(p.n, cores) : p.n, blockK, chip.gridRows, chip.gridCols);
  shrinkToFit(p, config, freeL1Bytes);
  return config;
}

/// OM-M2, OM-M3: everything interleaved in DRAM uses the full grid, unless the blocks of 16 x 16 tiles are one row or
/// one column: a line of blocks has nobody to pass the other operand to. Seen in the profiler sheets: 64 x 16 and 64 x
/// 8 tiles run on 64 of 110 cores, and in the GEMM report, where 16 x 32 tiles take four times the time of a grid.
static MatmulConfig fullGrid2D(const MatmulProblem &p, const ChipParameters &chip, Bytes freeL1Bytes) {
  constexpr int64_t block = 16;
  int64_t step = p.k % 2 == 0 ? 2 : 1;
  if (isNarrow(p.m, p.n))
    return line(p, p.m <= p.n, step, chip, freeL1Bytes);
  int64_t rows = ceilDiv(p.m, block), cols = ceilDiv(p.n, block);
  if ((rows == 1) != (cols == 1) && rows <= chip.gridRows && cols <= chip.gridCols && step == 2)
    return line(p, rows == 1, step, chip, freeL1Bytes);
  int64_t k = p.k % chip.gridCols == 0 ? p.k / chip.gridCols : 1;
  MatmulConfig config = make(MatmulKind::Mcast2D, ceilDiv(p.m, chip.gridRows), ceilDiv(p.n, chip.gridCols), k,
                             chip.gridRows, chip.gridCols);
  shrinkToFit(p, config, freeL1Bytes);
  return config;
}

/// OM-M4: square blocks on as many cores as there are blocks; tile by tile when K is odd or there is one block.
/// More blocks than the grid has rows or columns find nobody to pass operands to: every core fetches what it needs, in
/// rounds when there are more blocks than cores. (The source's choice for that last case, tile by tile, would take 13
/// to 25 times what operands in DRAM take; measured were 2 to 7.7 times: tt-mlir #7702, tt-metal #56976.)
/// Narrow shapes are a line wherever they lie: a result in L1 is 1 to 6 % faster in decode (tt-mlir #8038).
/// A's batch stays apart unless the output is sharded: 32 x 128 x 256 times 256 x 1024 runs on the 32 columns of tiles
/// of one product.
static MatmulConfig simpleConfig(MatmulProblem p, const TensorLayout &out, const ChipParameters &chip,
                                 Bytes freeL1Bytes) {
  constexpr int64_t blockK = 2;
  MatmulConfig apart;
  apart.foldsBatch = out.isSharded();
  p.follow(apart);
  auto settle = [&](MatmulConfig config) {
    config.foldsBatch = apart.foldsBatch;
    return config;
  };
  int64_t block = squareBlock(p, blockK, freeL1Bytes);
  int64_t rows = ceilDiv(p.m, block), cols = ceilDiv(p.n, block);
  if (p.k % blockK == 0 && isNarrow(p.m, p.n))
    return settle(line(p, p.m <= p.n, blockK, chip, freeL1Bytes));
  if (p.k % blockK != 0 || (rows == 1 && cols == 1))
    return settle(make(MatmulKind::MultiCore, 1, 1, 1, chip.gridRows, chip.gridCols));
  if (rows > chip.gridRows || cols > chip.gridCols)
    return settle(make(MatmulKind::Reuse, block, block, blockK, chip.gridRows, chip.gridCols));
  if (rows > 1 && cols > 1)
    return settle(make(MatmulKind::Mcast2D, block, block, blockK, rows, cols));
  return settle(line(p, rows == 1, blockK, chip, freeL1Bytes));
}

/// OM-M5: A sharded: its shard fixes the block.
static MatmulConfig shardedConfig(const MatmulProblem &p, const TensorSpec &a, const ChipParameters &chip) {
  auto [shardHeight, shardWidth] = device::shardShape2D(a);
  int64_t shardM = ceilDiv(shardHeight, 32), shardK = ceilDiv(shardWidth, 32);
  int64_t k = std::gcd(shardK, p.k), cores = a.layout.numCores();
  int64_t m = p.m * p.batch;
  switch (a.layout.memoryLayout) {
  case MemoryLayout::WidthSharded:
    return make(MatmulKind::Mcast1DIn0, m, ceilDiv(p.n, cores), k, chip.gridRows, chip.gridCols);
  case MemoryLayout::HeightSharded:
    return make(MatmulKind::Mcast1DIn1, shardM, p.n, p.k, chip.gridRows, chip.gridCols);
  default:
    break;
  }
  bool gridMatches = ceilDiv(p.k, shardK) == a.layout.gridCols;
  return make(MatmulKind::Mcast2D, ceilDiv(m, a.layout.gridRows), ceilDiv(p.n, a.layout.gridCols), gridMatches ? k : 1,
              a.layout.gridRows, a.layout.gridCols);
}

MatmulConfig opmodel::automaticMatmulConfig(const MatmulProblem &p, const TensorSpec &a, const TensorSpec &b,
                                            const TensorLayout &out, const ChipParameters &chip, Bytes freeL1Bytes) {
  if (a.layout.isSharded())
    return shardedConfig(p, a, chip);
  // OM-M6: a batch of B runs the program of one product once per batch (the profiler sheets show the passing kernels on
  // the cores of one product).
  // But for narrow products, at least as many as there are cores: they go tile by tile over all cores (384 products of
  // 1 x 4 x 4 tiles were seen on 64 cores).
  if (p.batchedB && p.batch >= chip.numCores() && isNarrow(p.m, p.n))
    return make(MatmulKind::MultiCore, 1, 1, 1, chip.gridRows, chip.gridCols);
  auto inDram = [](const TensorLayout &layout) { return layout.isDram() && !layout.isSharded(); };
  if (inDram(a.layout) && inDram(b.layout) && inDram(out))
    return fullGrid2D(p, chip, freeL1Bytes);
  return simpleConfig(p, out, chip, freeL1Bytes);
}

std::optional<MatmulConfig> opmodel::givenMatmulConfig(Evaluation &e, const MatmulProblem &p) {
  std::string_view name = e.text("matmul_program_config");
  bool flattened = e.hasAttribute("matmul_program_config.per_core_m");
  if (name.empty() && !flattened)
    return std::nullopt;
  auto field = [&](const char *key, int64_t fallback) {
    int64_t value = e.integer(key, fallback);
    return value > 0 && value <= (int64_t(1) << 20) ? value : -1;
  };
  MatmulConfig config;
  config.given = true;
  config.foldsBatch = e.boolean("matmul_program_config.fuse_batch", true);
  config.transposeMcast = e.boolean("matmul_program_config.transpose_mcast", false);
  config.subblockH = field("matmul_program_config.out_subblock_h", 1);
  config.subblockW = field("matmul_program_config.out_subblock_w", 1);
  config.perCoreM = field("matmul_program_config.per_core_m", -1);
  config.perCoreN = field("matmul_program_config.per_core_n", -1);
  config.in0BlockW = field("matmul_program_config.in0_block_w", -1);
  config.outBlockH = field("matmul_program_config.out_block_h", config.perCoreM);
  config.outBlockW = field("matmul_program_config.out_block_w", config.perCoreN);
  if (std::min({config.perCoreM, config.perCoreN, config.in0BlockW, config.outBlockH, config.outBlockW,
                config.subblockH, config.subblockW}) < 0) {
    e.refuse("matmul.program-config",
             "per_core_m, per_core_n, in0_block_w, the out blocks and sub-blocks must be positive");
    return std::nullopt;
  }
  std::vector<int64_t> grid =
      e.integers("matmul_program_config.compute_with_storage_grid_size", {e.chip.gridCols, e.chip.gridRows});
  if (grid.size() != 2 || grid[0] <= 0 || grid[1] <= 0 || grid[0] > e.chip.gridCols || grid[1] > e.chip.gridRows) {
    e.refuse("matmul.program-config", "the config's grid exceeds the device's {}x{} cores", e.chip.gridCols,
             e.chip.gridRows);
    return std::nullopt;
  }
  config.gridCols = grid[0];
  config.gridRows = grid[1];
  bool in0 = e.boolean("matmul_program_config.mcast_in0", true);
  if (name.find("dram_sharded") != std::string_view::npos)
    config.kind = MatmulKind::DramSharded;
  else if (name.find("1d") != std::string_view::npos)
    config.kind = in0 ? MatmulKind::Mcast1DIn0 : MatmulKind::Mcast1DIn1;
  else if (name.find("multi_cast") != std::string_view::npos || name.find("mcast") != std::string_view::npos)
    config.kind = MatmulKind::Mcast2D;
  else
    config.kind = MatmulKind::Reuse;
  if (p.k % config.in0BlockW != 0) {
    e.refuse("matmul.k-not-divisible", "K = {} tiles is not a multiple of in0_block_w = {}", p.k, config.in0BlockW);
    return std::nullopt;
  }
  if (config.perCoreM % config.outBlockH != 0 || config.perCoreN % config.outBlockW != 0) {
    e.refuse("matmul.program-config", "out_block {}x{} does not divide per_core {}x{}", config.outBlockH,
             config.outBlockW, config.perCoreM, config.perCoreN);
    return std::nullopt;
  }
  return config;
}

//===- MatmulSchedule.cpp - How a matmul is spread over cores and time ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MatmulSchedule.h"

#include "../Constraints/MatmulConfig.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::time;
using Source = MatmulSchedule::Source;

std::pair<int64_t, int64_t> time::chooseSubblock(int64_t blockM, int64_t blockN, int64_t dstTiles) {
  // SUBBLOCK_HW_CHOICES of tt-metal's matmul_op.cpp.
  static constexpr std::array<std::pair<int, int>, 20> choices = {
      {{4, 2}, {2, 4}, {8, 1}, {1, 8}, {7, 1}, {1, 7}, {3, 2}, {2, 3}, {6, 1}, {1, 6},
       {5, 1}, {1, 5}, {2, 2}, {4, 1}, {1, 4}, {3, 1}, {1, 3}, {2, 1}, {1, 2}, {1, 1}}};
  for (auto [height, width] : choices)
    if (height * width <= dstTiles && blockM % height == 0 && blockN % width == 0)
      return {height, width};
  return {1, 1};
}

void time::keepPartials(const Context &context, MatmulSchedule &s) {
  // Partial sums are fp32 when the accumulator is; else the packer adds bf16, and travelling ones have the type of the
  // result.
  s.accumulatesInL1 = context.boolAttribute("compute_config.packer_l1_acc", true);
  s.partialTileBytes = fp32Accumulation(context) ? 4096 : s.accumulatesInL1 ? 2048 : s.outTileBytes;
}

bool time::fp32Accumulation(const Context &context) {
  return context.boolAttribute("compute_config.fp32_dest_acc_en", false);
}

namespace {

/// Tiles of DST with half of it being packed: the accumulator's 16-bit capacity is 16.
int64_t dstTiles(const Context &context) { return fp32Accumulation(context) ? 4 : 8; }

struct Problem {
  int64_t batch0 = 1, batch1 = 1, m = 1, k = 1, n = 1; ///< tiles
  TensorSpec in0, in1, out;
};

Problem problemOf(const Context &context) {
  Problem problem;
  problem.in0 = context.query.inputs[0];
  problem.in1 = context.query.inputs[1];
  problem.out = context.output();
  auto tiles = [](int64_t elements) { return ceilDiv(std::max<int64_t>(elements, 1), 32); };
  bool transposeA = context.boolAttribute("transpose_a", false),
       transposeB = context.boolAttribute("transpose_b", false);
  const auto &a = problem.in0.shape, &b = problem.in1.shape;
  problem.m = tiles(transposeA ? widthOf(a) : heightOf(a));
  problem.k = tiles(transposeA ? heightOf(a) : widthOf(a));
  problem.n = tiles(transposeB ? heightOf(b) : widthOf(b));
  problem.batch0 = std::max<int64_t>(1, matricesOf(a));
  problem.batch1 = std::max<int64_t>(1, matricesOf(b));
  if (problem.out.shape.empty())
    problem.out = problem.in0;
  return problem;
}

/// Largest block count p dividing `extent` such that `fits(extent / p)`; the smallest p is returned.
template <typename Fits>
int64_t smallestSplit(int64_t extent, Fits fits) {
  for (int64_t p = 1; p <= std::min<int64_t>(extent, 1024); ++p)
    if (extent % p == 0 && fits(extent / p))
      return p;
  return extent;
}

int64_t largestDivisor(int64_t value, int64_t limit) {
  for (int64_t d = std::clamp<int64_t>(limit, 1, std::min<int64_t>(value, 1024)); d > 1; --d)
    if (value % d == 0)
      return d;
  return 1;
}

double freeL1(const Context &context, const Problem &problem) {
  const ChipParameters &chip = context.chip;
  double bytes = static_cast<double>(chip.usableL1Bytes() - chip.l1SmallBytes - context.query.liveL1BytesPerCore);
  for (const TensorSpec *tensor : {&problem.in0, &problem.in1, &problem.out})
    bytes -= static_cast<double>(device::l1BytesPerCore(*tensor, chip.l1Banks));
  return bytes;
}

/// Source of an operand whose pages are spread, or whose shards are.
Source sourceOf(const TensorSpec &tensor) {
  return tensor.layout.isL1() && tensor.layout.isSharded() ? Source::Multicast : Source::Interleaved;
}

/// in0's shards are stacked rows: every core keeps its rows, in1 is passed round (1-D, "mcast in1").
void planHeightSharded(const Context &context, const Problem &problem, MatmulSchedule &s) {
  s.name = "1D, in1 multicast";
  auto [rows, width] = device::shardShape2D(problem.in0);
  s.blockM = std::max<int64_t>(1, ceilDiv(rows, 32));
  s.blockN = problem.n;
  s.blockK = problem.k;
  s.in0 = Source::Resident;
  s.cores = shardCores(problem.in0);
  // Products of a batched B are each core's own; else one core reads in1 for all.
  if (problem.batch1 == 1)
    s.in1Receivers = s.cores - 1;
  // With a core grid instead of a config the K step is K spread over the cores, one tile as a rule (tt-metal
  // create_matmul_1d_systolic_array_program_config).
  if (context.has("core_grid"))
    s.blockK = std::max<int64_t>(1, largestDivisor(problem.k, ceilDiv(problem.k, s.cores)));
  // A sub-block must span the width of a sharded output, else it degenerates to one tile.
  if (problem.out.layout.isSharded())
    s.subblockW = s.blockN <= dstTiles(context) ? s.blockN : 1;
  else
    std::tie(s.subblockH, s.subblockW) = chooseSubblock(s.blockM, s.blockN, dstTiles(context));
  // The whole K is one block; when the buffers do not fit beside the shards, the rows are cut and in0 is copied.
  double available = freeL1(context, problem);
  double in1Bytes = 2 * static_cast<double>(s.blockK * s.blockN) * s.in1TileBytes;
  s.passesM = smallestSplit(s.blockM, [&](int64_t block) {
    double cut = static_cast<double>(block);
    double in0Bytes = 2 * cut * static_cast<double>(s.blockK) * s.in0TileBytes;
    double outBytes = cut * static_cast<double>(s.blockN) * std::max(s.outTileBytes, 4096.0); // sums are kept in fp32
    return in0Bytes + in1Bytes + outBytes <= available;
  });
  s.blockM /= s.passesM;
}

/// Blocks of rows and columns on the grid, both operands passed on (2-D).
void planGrid(const Context &context, const Problem &problem, int64_t gridRows, int64_t gridCols, MatmulSchedule &s) {
  s.name = "2D";
  s.in0Receivers = gridCols - 1;
  s.in1Receivers = gridRows - 1;
  int64_t rows = problem.m * (problem.batch1 == 1 ? problem.batch0 : 1);
  int64_t perCoreM = ceilDiv(rows, gridRows), perCoreN = ceilDiv(problem.n, gridCols);
  s.cores = ceilDiv(rows, perCoreM) * ceilDiv(problem.n, perCoreN);
  s.in0 = sourceOf(problem.in0);
  s.in1 = sourceOf(problem.in1);
  double available = freeL1(context, problem);
  auto fits = [&](int64_t m, int64_t n, int64_t k) {
    double buffers = 2 * static_cast<double>(k) *
                     (static_cast<double>(m) * s.in0TileBytes + static_cast<double>(n) * s.in1TileBytes);
    double partials = static_cast<double>(m * n) * std::max(s.outTileBytes, 2048.0);
    double outs =
        problem.out.layout.isSharded() && problem.out.layout.isL1() ? 0 : static_cast<double>(m * n) * s.outTileBytes;
    return buffers + std::max(partials, outs) <= available;
  };
  // A core column's share of K; when the columns do not divide K, one tile at a time.
  s.blockK = problem.k % gridCols == 0 ? std::max<int64_t>(1, problem.k / gridCols) : 1;
  auto shrinkK = [&](int64_t m, int64_t n) {
    int64_t k = s.blockK;
    while (k > 2 && !fits(m, n, k))
      k = largestDivisor(problem.k, k - 1);
    return k;
  };
  // A square cut of the output block first keeps K blocks deep.
  int64_t cut = 1;
  while (cut < std::max(perCoreM, perCoreN) &&
         !fits(ceilDiv(perCoreM, cut), ceilDiv(perCoreN, cut), shrinkK(ceilDiv(perCoreM, cut), ceilDiv(perCoreN, cut))))
    cut *= 2;
  s.passesM = std::min(cut, perCoreM);
  s.passesN = std::min(cut, perCoreN);
  s.blockM = ceilDiv(perCoreM, s.passesM);
  s.blockN = ceilDiv(perCoreN, s.passesN);
  s.blockK = shrinkK(s.blockM, s.blockN);
  std::tie(s.subblockH, s.subblockW) = chooseSubblock(s.blockM, s.blockN, dstTiles(context));
}

/// Width shards: every core owns columns of the result, in0 is passed round in steps of two K tiles.
void planWidthSharded(const Context &context, const Problem &problem, MatmulSchedule &s) {
  int64_t cores = context.chip.numCores();
  s.name = "1D, in0 multicast";
  s.blockM = problem.m * (problem.batch1 == 1 ? problem.batch0 : 1);
  s.blockN = ceilDiv(problem.n, cores);
  s.cores = ceilDiv(problem.n, s.blockN);
  s.blockK = problem.k % 2 == 0 ? 2 : 1;
  s.in0 = sourceOf(problem.in0);
  s.in1 = sourceOf(problem.in1);
  s.in0Receivers = s.cores - 1;
  std::tie(s.subblockH, s.subblockW) = chooseSubblock(s.blockM, s.blockN, dstTiles(context));
}

/// Who passes an operand on: in0 along rows of cores and in1 along columns (2-D), or one of them to all (1-D).
void shareOperands(MatmulSchedule &s, bool in0ToAll, bool in1ToAll, int64_t rows, int64_t columns) {
  s.in0Receivers = in0ToAll ? s.cores - 1 : in1ToAll ? 0 : columns - 1;
  s.in1Receivers = in1ToAll ? s.cores - 1 : in0ToAll ? 0 : rows - 1;
}

/// Blocks that every core fetches for itself, several one after the other when there are more blocks than cores.
void fetchApart(const Context &context, int64_t blockRows, int64_t blockColumns, MatmulSchedule &s) {
  int64_t blocks = blockRows * blockColumns * s.batches;
  s.cores = std::min(context.chip.numCores(), blocks);
  s.batches = ceilDiv(blocks, s.cores);
  s.in0Receivers = s.in1Receivers = 0;
  s.in0Readers = blockColumns;
  s.in1Readers = blockRows;
}

/// A blocking of the backend as a schedule.
void follow(const Context &context, const MatmulProblem &problem, const MatmulConfig &config, MatmulSchedule &s) {
  int64_t cores = context.chip.numCores();
  s.name = toString(config.kind);
  s.batches = problem.batch;
  s.blockK = std::min(config.in0BlockW, problem.k);
  if (config.kind == MatmulKind::MultiCore) {
    // Tile by tile, each fetching its row and column.
    int64_t tiles = std::max<int64_t>(1, problem.m * problem.n * problem.batch);
    s.cores = std::min(cores, tiles);
    s.passesM = ceilDiv(tiles, s.cores);
    s.batches = 1;
    s.tileByTile = true;
    s.blockK = 1;
    return;
  }
  s.blockM = std::min(config.outBlockH, problem.m);
  s.blockN = std::min(config.outBlockW, problem.n);
  s.passesM = ceilDiv(std::min(config.perCoreM, problem.m), s.blockM);
  s.passesN = ceilDiv(std::min(config.perCoreN, problem.n), s.blockN);
  s.cores = std::min(cores, problem.blocks(config));
  shareOperands(s, config.kind == MatmulKind::Mcast1DIn0, config.kind == MatmulKind::Mcast1DIn1,
                ceilDiv(problem.m, config.perCoreM), ceilDiv(problem.n, config.perCoreN));
  if (config.kind == MatmulKind::Reuse)
    fetchApart(context, ceilDiv(problem.m, config.perCoreM), ceilDiv(problem.n, config.perCoreN), s);
  std::tie(s.subblockH, s.subblockW) = chooseSubblock(s.blockM, s.blockN, dstTiles(context));
}

/// Automatic choice without a program config. Interleaved operands: the backend's own rule, which the constraints half
/// has (M1-M6). Shards: what the sweeps show.
void planAutomatic(const Context &context, const Problem &problem, MatmulSchedule &s) {
  const TensorLayout &layout0 = problem.in0.layout;
  if (layout0.isL1() && layout0.memoryLayout == MemoryLayout::HeightSharded)
    return planHeightSharded(context, problem, s);
  if (layout0.isL1() && layout0.memoryLayout == MemoryLayout::BlockSharded)
    return planGrid(context, problem, layout0.gridRows, layout0.gridCols, s);
  if (layout0.isL1() && layout0.memoryLayout == MemoryLayout::WidthSharded)
    return planWidthSharded(context, problem, s);
  MatmulProblem p;
  p.batchedB = problem.batch1 > 1;
  p.batchA = p.batchedB ? 1 : problem.batch0;
  p.batch = p.batchedB ? std::max(problem.batch0, problem.batch1) : 1;
  p.m = problem.m * p.batchA;
  p.k = problem.k;
  p.n = problem.n;
  p.tileA = device::tileBytes(problem.in0.layout.dataType);
  p.tileB = device::tileBytes(problem.in1.layout.dataType);
  p.tileOut = p.tileIntermediate = device::tileBytes(problem.out.layout.dataType);
  TensorSpec spread = problem.in0;
  spread.layout.memoryLayout = MemoryLayout::Interleaved;
  Bytes freeBytes = context.chip.usableL1Bytes() - context.chip.l1SmallBytes -
                    std::clamp<Bytes>(context.query.liveL1BytesPerCore, 0, context.chip.l1BytesPerCore);
  MatmulConfig config = automaticMatmulConfig(p, spread, problem.in1, problem.out.layout, context.chip, freeBytes);
  p.follow(config);
  // A full grid cuts its blocks square when they do not fit (the larger GEMM rows), not to divisors of a prime share.
  if (config.kind == MatmulKind::Mcast2D && inDram(problem.in0) && inDram(problem.in1) && inDram(problem.out)) {
    s.batches = p.batch;
    return planGrid(context, problem, context.chip.gridRows, context.chip.gridCols, s);
  }
  follow(context, p, config, s);
  s.in0 = sourceOf(problem.in0);
  s.in1 = sourceOf(problem.in1);
}

/// minimal_matmul: blocks of fixed size on the whole grid; what sticks out of the operands is handled as well.
bool planMinimal(const Context &context, const Problem &problem, MatmulSchedule &s) {
  if (!context.has("minimal_matmul_config.k_block_size"))
    return false;
  auto field = [&](const char *name) {
    return std::clamp<int64_t>(context.intAttribute(std::string("minimal_matmul_config.") + name, 8), 1, 1024);
  };
  int64_t rows = problem.m * problem.batch0;
  int64_t perCoreM = ceilDiv(rows, context.chip.gridRows), perCoreN = ceilDiv(problem.n, context.chip.gridCols);
  s.name = "minimal";
  s.blockM = std::min(field("m_block_size"), perCoreM);
  s.blockN = field("n_block_size");
  s.blockK = field("k_block_size");
  s.passesM = ceilDiv(perCoreM, s.blockM);
  s.passesN = ceilDiv(perCoreN, s.blockN);
  s.cores = context.chip.numCores();
  s.in0Receivers = context.chip.gridCols - 1;
  s.in1Receivers = context.chip.gridRows - 1;
  s.subblockH = std::min(field("subblock_h"), s.blockM);
  s.subblockW = std::min(field("subblock_w"), s.blockN);
  s.in0 = sourceOf(problem.in0);
  s.in1 = sourceOf(problem.in1);
  return true;
}

/// Weights in shards, one per DRAM bank: the core next to a bank streams the bank's columns in K blocks and computes
/// them; in0 is passed to all of them from the cores that hold it; the result is handed to the cores that keep it.
/// Source: tt-metal matmul_op_multi_core_reuse_mcast_dram_sharded_program_factory.cpp.
void planDramSharded(const Context &context, const Problem &problem, MatmulSchedule &s) {
  s.name = "DRAM sharded";
  s.banks = context.chip.dramBanks;
  s.cores = std::min(s.banks, problem.n);
  s.blockM = problem.m * problem.batch0;
  s.blockN = ceilDiv(problem.n, s.banks);
  s.blockK = std::min(std::max<int64_t>(1, context.intAttribute("matmul_program_config.in0_block_w", 1)), problem.k);
  // The block is rounded up to whole sub-blocks: a prime width would be computed tile by tile.
  s.subblockW = 1;
  for (int64_t width = std::min(s.blockN, dstTiles(context)); width > 1; --width)
    if (roundUp(s.blockN, width) * 10 <= s.blockN * 11) {
      s.subblockW = width;
      break;
    }
  s.in0 = Source::Multicast;
  s.in1 = Source::Bank;
  s.in0Receivers = s.cores;
  s.in1InDram = true;
}

/// A program config in the attributes.
bool planFromConfig(const Context &context, const Problem &problem, MatmulSchedule &s) {
  if (!context.has("matmul_program_config.in0_block_w"))
    return false;
  auto field = [&](const char *name, int64_t fallback) {
    return std::max<int64_t>(1, context.intAttribute(std::string("matmul_program_config.") + name, fallback));
  };
  std::string kind = context.textAttribute("matmul_program_config", "");
  if (kind.find("dram_sharded") != std::string::npos) {
    planDramSharded(context, problem, s);
    return true;
  }
  int64_t rows =
      problem.m *
      (problem.batch1 == 1 && context.boolAttribute("matmul_program_config.fuse_batch", true) ? problem.batch0 : 1);
  int64_t perCoreM = field("per_core_m", rows), perCoreN = field("per_core_n", problem.n);
  s.blockK = std::min(field("in0_block_w", 1), problem.k);
  s.blockM = std::min(field("out_block_h", perCoreM), perCoreM);
  s.blockN = std::min(field("out_block_w", perCoreN), perCoreN);
  s.passesM = ceilDiv(perCoreM, s.blockM);
  s.passesN = ceilDiv(perCoreN, s.blockN);
  s.subblockH = std::min(field("out_subblock_h", 1), s.blockM);
  s.subblockW = std::min(field("out_subblock_w", 1), s.blockN);
  s.cores = std::min(context.chip.numCores(), ceilDiv(rows, perCoreM) * ceilDiv(problem.n, perCoreN));
  s.batches = rows == problem.m ? std::max(problem.batch0, problem.batch1) : 1;
  bool line = kind.find("1d") != std::string::npos || kind.find("1D") != std::string::npos;
  s.name = line ? "1D config" : "2D config";
  s.in0 = sourceOf(problem.in0);
  s.in1 = sourceOf(problem.in1);
  bool toAll = line && context.boolAttribute("matmul_program_config.mcast_in0", true);
  if (line && !toAll && problem.in0.layout.isSharded())
    s.in0 = Source::Resident;
  bool reuse = !line && kind.find("mcast") == std::string::npos && kind.find("multi_cast") == std::string::npos;
  shareOperands(s, toAll, line && !toAll, ceilDiv(rows, perCoreM), ceilDiv(problem.n, perCoreN));
  if (reuse)
    fetchApart(context, ceilDiv(rows, perCoreM), ceilDiv(problem.n, perCoreN), s);
  return true;
}

} // namespace

MatmulSchedule time::planMatmul(const Context &context) {
  Problem problem = problemOf(context);
  MatmulSchedule s;
  s.kTiles = problem.k;
  s.in0TileBytes = static_cast<double>(device::tileBytes(problem.in0.layout.dataType));
  s.in1TileBytes = static_cast<double>(device::tileBytes(problem.in1.layout.dataType));
  s.outTileBytes = static_cast<double>(device::tileBytes(problem.out.layout.dataType));
  s.fidelity = fidelityPhases(context.query, problem.in0.layout.dataType, problem.in1.layout.dataType);
  s.out = problem.out.layout.isL1() && problem.out.layout.isSharded() ? Source::Resident : Source::Interleaved;
  if (!planFromConfig(context, problem, s) && !planMinimal(context, problem, s))
    planAutomatic(context, problem, s);
  s.in0InDram = inDram(problem.in0);
  s.in1InDram = inDram(problem.in1);
  s.in1InBankShards = s.in1InDram && problem.in1.layout.isSharded();
  s.biasBytes = biasBytesInDram(context);
  if (context.query.inputs.size() > 2)
    s.biasTiles = static_cast<double>(s.blockN * s.passesN);
  double k = static_cast<double>(problem.k), batch0 = static_cast<double>(problem.batch0),
         batch1 = static_cast<double>(problem.batch1);
  auto readPages = [&](double pages, double tileBytes) {
    s.dramReadPages += pages;
    s.dramReadBytes += pages * tileBytes;
  };
  // Where every core fetches for itself, its blocks are counted by their readers.
  bool apart = s.in0Readers * s.in1Readers > 1;
  auto products = [&](double batch) { return apart ? batch : std::max(batch, static_cast<double>(s.batches)); };
  double fetched = std::max(batch0, batch1) * static_cast<double>(problem.m) * static_cast<double>(problem.n) * k;
  if (inDram(problem.in0) && s.tileByTile)
    readPages(fetched, s.in0TileBytes);
  else if (inDram(problem.in0))
    readPages(static_cast<double>(s.passesN * s.in0Readers) * products(batch0) * static_cast<double>(problem.m) * k,
              s.in0TileBytes);
  if (inDram(problem.in1) && s.tileByTile)
    readPages(fetched, s.in1TileBytes);
  else if (inDram(problem.in1))
    readPages(static_cast<double>(s.passesM * s.in1Readers) * products(batch1) * static_cast<double>(problem.n) * k,
              s.in1TileBytes); // a batch of A alone reads the weights again for every product
  if (inDram(problem.out))
    s.dramWriteBytes +=
        std::max(batch0, batch1) * static_cast<double>(problem.m) * static_cast<double>(problem.n) * s.outTileBytes;
  s.readsDram = s.dramReadBytes > 0;
  std::string activation =
      context.textAttribute("activation", context.textAttribute("matmul_program_config.fused_activation", ""));
  s.activationCycles = activation.empty() ? 0 : unaryCycles(context, activation);
  keepPartials(context, s);
  bool stacked = s.in0 == Source::Interleaved && inDram(problem.in0) && s.blockN == problem.n && s.cores > 1;
  if (stacked && context.chip.dramBanks > 0)
    s.bankConflict = std::sqrt(std::max(1.0, static_cast<double>(std::gcd(problem.k, context.chip.dramBanks)) /
                                                 static_cast<double>(s.blockK)));
  if (stacked && inDram(problem.out))
    s.writeConflict = context.p.matmulWriteLoss;
  return s;
}

//===- MatmulPrograms.cpp - Programs worth trying for a product -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MatmulPrograms.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;
using device::MemoryLayout;
using device::TensorLayout;

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

std::optional<MatmulTiles> transforms::matmulTilesOf(Operation *op) {
  ArrayRef<int64_t> a = shape::of(op->getOperand(0)), b = shape::of(op->getOperand(1));
  ArrayRef<int64_t> out = shape::of(op->getResult(0));
  if (a.size() < 2 || b.size() < 2 || out.size() < 2)
    return std::nullopt;
  int64_t batchB = 1, batch = 1;
  for (int64_t extent : b.drop_back(2))
    batchB *= extent;
  for (int64_t extent : out.drop_back(2))
    batch *= extent;
  bool transposeA = cast<BoolAttr>(op->getAttr("transpose_a")).getValue();
  int64_t k = transposeA ? a[a.size() - 2] : a.back();
  int64_t rows = ceilDiv(out[out.size() - 2], 32);
  if (batchB == 1)
    return MatmulTiles{1, rows * batch, ceilDiv(k, 32), ceilDiv(out.back(), 32)};
  return MatmulTiles{batch, rows, ceilDiv(k, 32), ceilDiv(out.back(), 32)};
}

int64_t transforms::maxSubblockTiles(Operation *op) {
  auto compute = op->getAttrOfType<ttnn::DeviceComputeKernelConfigAttr>("compute_config");
  int64_t tiles = 8;
  if (compute && compute.getBool("dst_full_sync_en").value_or(false))
    tiles *= 2;
  if (compute && compute.getBool("fp32_dest_acc_en").value_or(false))
    tiles /= 2;
  return tiles;
}

Attribute transforms::activationOf(Operation *op) {
  auto word = op->getAttrOfType<StringAttr>("activation");
  return word ? ttnn::UnaryWithParamAttr::get(op->getContext(), word, ArrayAttr()) : Attribute();
}

//===----------------------------------------------------------------------===//
// Configurations as attributes
//===----------------------------------------------------------------------===//

namespace {
/// Collects fields in the order they are written.
struct Fields {
  explicit Fields(MLIRContext *context) : builder(context) {}
  void integer(StringRef name, int64_t value) { list.set(name, builder.getI64IntegerAttr(value)); }
  void boolean(StringRef name, bool value) { list.set(name, builder.getBoolAttr(value)); }
  void grid(std::pair<int64_t, int64_t> grid) {
    list.set("compute_with_storage_grid_size", ttnn::CoreCoordAttr::get(builder.getContext(), grid.second, grid.first));
  }
  void activation(Attribute attribute) {
    if (attribute)
      list.set("fused_activation", attribute);
  }
  void perCore(const MatmulBlocks &blocks) {
    integer("per_core_m", blocks.perCoreM);
    integer("per_core_n", blocks.perCoreN);
  }
  void subblock(const MatmulBlocks &blocks) {
    integer("in0_block_w", blocks.in0BlockW);
    integer("out_subblock_h", blocks.subblockH);
    integer("out_subblock_w", blocks.subblockW);
  }
  void multicast(const MatmulBlocks &blocks) {
    subblock(blocks);
    integer("out_block_h", blocks.outBlockH ? blocks.outBlockH : blocks.perCoreM);
    integer("out_block_w", blocks.outBlockW ? blocks.outBlockW : blocks.perCoreN);
    perCore(blocks);
  }
  DictionaryAttr get() { return list.getDictionary(builder.getContext()); }
  Builder builder;
  NamedAttrList list;
};
} // namespace

Attribute transforms::multicast1D(MLIRContext *context, std::pair<int64_t, int64_t> grid, const MatmulBlocks &blocks,
                                  bool mcastIn0, bool fuseBatch, Attribute activation) {
  Fields fields(context);
  fields.grid(grid);
  fields.multicast(blocks);
  fields.boolean("fuse_batch", fuseBatch);
  fields.activation(activation);
  fields.boolean("mcast_in0", mcastIn0);
  fields.boolean("gather_in0", false);
  fields.list.set("hop_cores", ttnn::CoreRangeSetAttr::get(context, {}));
  fields.integer("num_global_cb_receivers", 0);
  fields.boolean("untilize_out", false);
  return ttnn::MatmulMultiCoreReuseMultiCast1DProgramConfigAttr::get(context, fields.get());
}

Attribute transforms::multicast2D(MLIRContext *context, std::pair<int64_t, int64_t> grid, const MatmulBlocks &blocks,
                                  bool fuseBatch, Attribute activation) {
  Fields fields(context);
  fields.grid(grid);
  fields.multicast(blocks);
  fields.boolean("transpose_mcast", false);
  fields.activation(activation);
  fields.boolean("fuse_batch", fuseBatch);
  return ttnn::MatmulMultiCoreReuseMultiCastProgramConfigAttr::get(context, fields.get());
}

static Attribute reuse(MLIRContext *context, std::pair<int64_t, int64_t> grid, const MatmulBlocks &blocks) {
  Fields fields(context);
  fields.grid(grid);
  fields.subblock(blocks);
  fields.perCore(blocks);
  return ttnn::MatmulMultiCoreReuseProgramConfigAttr::get(context, fields.get());
}

static Attribute dramSharded(MLIRContext *context, const MatmulBlocks &blocks, Attribute activation) {
  Fields fields(context);
  fields.integer("in0_block_w", blocks.in0BlockW);
  fields.perCore(blocks);
  fields.activation(activation);
  return ttnn::MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfigAttr::get(context, fields.get());
}

//===----------------------------------------------------------------------===//
// Block sizes
//===----------------------------------------------------------------------===//

namespace {

using Extents = SmallVector<int64_t, 8>;

void keep(Extents &extents, int64_t extent) {
  if (!llvm::is_contained(extents, extent))
    extents.push_back(extent);
}

class ProgramList {
public:
  ProgramList(Operation *op, const MatmulTiles &tiles, const ProgramRequest &request)
      : op(op), context(op->getContext()), tiles(tiles), request(request), in0(request.operands[0].layout),
        result(request.result.layout), activation(activationOf(op)), maxSubblock(maxSubblockTiles(op)) {}

  std::vector<OpProgram> run() {
    bool interleaved = !in0.isSharded() && !result.isSharded();
    MemoryLayout sharding = in0.isSharded() ? in0.memoryLayout : result.memoryLayout;
    bool oneRow = result.isSharded() ? result.gridRows == 1 : in0.gridRows == 1;
    bool oneColumn = result.isSharded() ? result.gridCols == 1 : in0.gridCols == 1;
    bool isBlock = sharding == MemoryLayout::BlockSharded && !interleaved;
    if (interleaved || sharding == MemoryLayout::WidthSharded || (isBlock && oneRow))
      passIn0();
    if (interleaved || sharding == MemoryLayout::HeightSharded || (isBlock && oneColumn))
      passIn1();
    if (interleaved || (isBlock && !oneRow && !oneColumn))
      passBoth();
    if (sharding != MemoryLayout::WidthSharded && !activation)
      passNothing();
    if (sharding == MemoryLayout::WidthSharded)
      fromBanks();
    return std::move(programs);
  }

private:
  // ---- Families ----
  void passIn0() {
    Extents columns;
    if (result.isSharded())
      columns.push_back(ceilDiv(tiles.n, result.gridCols));
    else
      columns = shares(tiles.n, cores());
    if (!in0.isSharded() && !result.isSharded() && tiles.m > tiles.n && tiles.n < cores() && !request.exhaustive)
      return; // too few columns for the cores
    for (int64_t perCoreN : columns)
      for (int64_t blockW : stepsOfK())
        for (auto [outBlockH, outBlockW] : outBlocks(tiles.m, perCoreN))
          addSubblocks({tiles.m, perCoreN, blockW, outBlockH, outBlockW}, [&](const MatmulBlocks &blocks) {
            return multicast1D(context, request.machine.workerGrid, blocks, true, fuses(), activation);
          });
  }

  void passIn1() {
    Extents rows;
    if (in0.isSharded())
      rows.push_back(shardRows());
    else if (result.isSharded())
      rows.push_back(ceilDiv(tiles.m, result.gridRows));
    else
      rows = shares(tiles.m, cores());
    if (!in0.isSharded() && !result.isSharded() && tiles.n > tiles.m && tiles.m < cores() && !request.exhaustive)
      return; // too few rows for the cores
    for (int64_t perCoreM : rows)
      for (int64_t blockW : stepsOfK())
        for (auto [outBlockH, outBlockW] : outBlocks(perCoreM, tiles.n))
          addSubblocks({perCoreM, tiles.n, blockW, outBlockH, outBlockW}, [&](const MatmulBlocks &blocks) {
            return multicast1D(context, request.machine.workerGrid, blocks, false, fuses(), activation);
          });
  }

  void passBoth() {
    auto [gridRows, gridCols] = request.machine.workerGrid;
    Extents rows = in0.isSharded()      ? Extents{shardRows()}
                   : result.isSharded() ? Extents{ceilDiv(tiles.m, result.gridRows)}
                                        : shares(tiles.m, gridRows);
    Extents columns = result.isSharded() ? Extents{ceilDiv(tiles.n, result.gridCols)} : shares(tiles.n, gridCols);
    for (int64_t perCoreM : rows)
      for (int64_t perCoreN : columns) {
        std::pair<int64_t, int64_t> grid{ceilDiv(tiles.m, perCoreM), ceilDiv(tiles.n, perCoreN)};
        if (in0.isSharded())
          grid.second = std::max(grid.second, in0.gridCols);
        // A line of cores has nobody to pass the other operand to.
        if (grid.first < 2 || grid.second < 2 || grid.first > gridRows || grid.second > gridCols)
          continue;
        for (int64_t blockW : stepsOfK())
          addGrid(grid, perCoreM, perCoreN, blockW);
      }
  }

  void addGrid(std::pair<int64_t, int64_t> grid, int64_t perCoreM, int64_t perCoreN, int64_t blockW) {
    for (auto [outBlockH, outBlockW] : outBlocks(perCoreM, perCoreN))
      addSubblocks({perCoreM, perCoreN, blockW, outBlockH, outBlockW},
                   [&](const MatmulBlocks &blocks) { return multicast2D(context, grid, blocks, fuses(), activation); });
  }

  void passNothing() {
    Extents rows = in0.isSharded()      ? Extents{shardRows()}
                   : result.isSharded() ? Extents{ceilDiv(tiles.m * tiles.batch, result.gridRows)}
                                        : parts(tiles.m);
    Extents columns = result.isSharded() ? Extents{ceilDiv(tiles.n, result.gridCols)} : parts(tiles.n);
    for (int64_t perCoreM : rows)
      for (int64_t perCoreN : columns) {
        // In many rounds every core fetches the same again and again.
        int64_t blocks = tiles.batch * ceilDiv(tiles.m, perCoreM) * ceilDiv(tiles.n, perCoreN);
        if (!request.exhaustive && tiles.batch == 1 && blocks > 2 * cores())
          continue;
        for (int64_t blockW : stepsOfK())
          addSubblocks({perCoreM, perCoreN, blockW, perCoreM, perCoreN},
                       [&](const MatmulBlocks &sizes) { return reuse(context, request.machine.workerGrid, sizes); });
      }
  }

  Extents parts(int64_t extent) const { return request.exhaustive ? divisors(extent) : halves(extent); }

  /// One row of tiles times weights that lie in one shard per bank; a bias lies as the weights do.
  void fromBanks() {
    bool stored = tiles.m == 1 && tiles.batch == 1 && in0.isL1() && in0.isSharded() && result.isL1() &&
                  tiles.n >= request.machine.dramChannels;
    for (size_t k = 1; k < request.operands.size(); ++k)
      stored &= request.constant[k];
    if (!stored || !result.isSharded() || cast<BoolAttr>(op->getAttr("transpose_a")).getValue() ||
        cast<BoolAttr>(op->getAttr("transpose_b")).getValue())
      return;
    OpProgram program;
    for (unsigned k = 1; k < request.operands.size(); ++k)
      program.constants.push_back({k, inBanks(request.operands[k])});
    MatmulBlocks blocks;
    blocks.perCoreN = ceilDiv(tiles.n, result.gridCols);
    for (int64_t blockW : divisors(tiles.k)) {
      blocks.in0BlockW = blockW;
      program.attributes = {named(dramSharded(context, blocks, activation))};
      programs.push_back(program);
    }
  }

  TensorLayout inBanks(const device::TensorSpec &spec) const {
    TensorLayout layout;
    layout.dataType = spec.layout.dataType;
    layout.memoryLayout = MemoryLayout::WidthSharded;
    layout.gridCols = request.machine.dramChannels;
    layout.cores = {{0, 0, request.machine.dramChannels - 1, 0}};
    return queries::canonical({spec.shape, layout}, request.machine);
  }

  // ---- Sizes ----
  int64_t cores() const { return request.machine.numBanks(); }
  bool fuses() const { return tiles.batch == 1; }
  int64_t shardRows() const { return ceilDiv(device::shardShape2D(request.operands[0]).first, 32); }

  /// Steps of K: divisors of K, or of in0's shard of it. Worth trying: the largest up to each power of two.
  Extents stepsOfK() const {
    int64_t extent = tiles.k;
    if (in0.isSharded())
      extent = std::gcd(tiles.k, ceilDiv(device::shardShape2D(request.operands[0]).second, 32));
    if (request.exhaustive)
      return divisors(extent);
    Extents steps;
    for (int64_t limit = 2; limit < 2 * extent && limit <= 64; limit *= 2)
      keep(steps, largestDivisor(extent, limit));
    keep(steps, extent);
    return steps;
  }

  static Extents divisors(int64_t value) {
    Extents found;
    for (int64_t divisor = 1; divisor <= value; ++divisor)
      if (value % divisor == 0)
        found.push_back(divisor);
    return found;
  }

  /// What one of `count` cores gets of `extent`, when all, half or a quarter of them work; half only when a core gets
  /// little. A share may stick out of the tensor: 504 tiles are cut into blocks of 8, 501 only into blocks of 3.
  Extents shares(int64_t extent, int64_t count) const {
    Extents shares;
    for (int64_t used = count; used >= 1; used = request.exhaustive ? used - 1 : used / 2) {
      int64_t share = ceilDiv(extent, used);
      keep(shares, share);
      if (share > maxSubblock)
        keep(shares, roundUp(share, maxSubblock));
      if (!request.exhaustive && (used * 4 <= count || share > maxSubblock))
        break;
    }
    return shares;
  }

  /// Parts of what a core computes that are held at a time: all rows, or all columns, and divisors of the others.
  SmallVector<std::pair<int64_t, int64_t>> outBlocks(int64_t perCoreM, int64_t perCoreN) const {
    SmallVector<std::pair<int64_t, int64_t>> blocks;
    if (request.exhaustive) {
      for (int64_t height : divisors(perCoreM))
        for (int64_t width : result.isSharded() ? Extents{perCoreN} : divisors(perCoreN))
          blocks.push_back({height, width});
      return blocks;
    }
    for (int64_t height : halves(perCoreM))
      blocks.push_back({height, perCoreN});
    for (int64_t width : result.isSharded() ? Extents{} : halves(perCoreN))
      if (width != perCoreN)
        blocks.push_back({perCoreM, width});
    return blocks;
  }

  /// The largest divisors up to an extent, its half, and so on.
  static Extents halves(int64_t extent) {
    Extents parts;
    for (int64_t limit = extent; limit >= 1 && parts.size() < 5; limit /= 2)
      keep(parts, largestDivisor(extent, limit));
    return parts;
  }

  /// The sub-blocks that lose least to changes of the register that stays, and those that lose least to their number.
  template <typename Make>
  void addSubblocks(MatmulBlocks blocks, Make make) {
    std::pair<int64_t, int64_t> longest{1, 1}, largest{1, 1};
    auto rank = [](std::pair<int64_t, int64_t> s) {
      return std::pair(std::max(s.first, s.second), s.first * s.second);
    };
    auto area = [](std::pair<int64_t, int64_t> s) {
      return std::pair(s.first * s.second, std::max(s.first, s.second));
    };
    for (int64_t height = 1; height <= std::min(maxSubblock, blocks.outBlockH); ++height)
      for (int64_t width = 1; width * height <= maxSubblock && width <= blocks.outBlockW; ++width) {
        if (blocks.outBlockH % height || blocks.outBlockW % width ||
            (result.isSharded() && height > 1 && width != blocks.outBlockW))
          continue;
        std::pair<int64_t, int64_t> subblock{height, width};
        longest = rank(subblock) > rank(longest) ? subblock : longest;
        largest = area(subblock) > area(largest) ? subblock : largest;
      }
    std::tie(blocks.subblockH, blocks.subblockW) = longest;
    programs.push_back({{named(make(blocks))}, {}});
    if (largest == longest)
      return;
    std::tie(blocks.subblockH, blocks.subblockW) = largest;
    programs.push_back({{named(make(blocks))}, {}});
  }

  NamedAttribute named(Attribute config) const { return {StringAttr::get(context, "matmul_program_config"), config}; }

  Operation *op;
  MLIRContext *context;
  const MatmulTiles &tiles;
  const ProgramRequest &request;
  const TensorLayout &in0, &result;
  Attribute activation;
  int64_t maxSubblock;
  std::vector<OpProgram> programs;
};

} // namespace

std::vector<OpProgram> transforms::matmulPrograms(Operation *op, const ProgramRequest &request) {
  std::optional<MatmulTiles> tiles = matmulTilesOf(op);
  if (!tiles || !request.result.layout.isTiled() || !request.operands[0].layout.isTiled())
    return {};
  return ProgramList(op, *tiles, request).run();
}

//===- Contraction.cpp - Matrix products, with and without bias ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources: tt-metal matmul/device/matmul_op_multi_core_reuse_mcast_{1d,2d}_program_factory.cpp and matmul_op.cpp
// (validate). Rules M1-M12 of docs/spec/OpModel.md.
//
//===----------------------------------------------------------------------===//
#include "Families.h"
#include "Geometry.h"
#include "MatmulConfig.h"

using namespace alcove;
using namespace alcove::opmodel;

namespace {

struct Operands {
  MatmulProblem problem;
  Shape shape; ///< of the result
};

/// OM-M7: inner dimensions agree, batches are equal or B has none.
bool readProblem(Evaluation &e, Operands &operands) {
  const TensorSpec &a = e.in(0), &b = e.in(1);
  if (!requireTiled(e, 0) || !requireTiled(e, 1))
    return false;
  if (a.shape.empty() || b.shape.empty())
    return e.refuse("matmul.rank", "matmul of a scalar");
  bool transposeA = e.boolean("transpose_a", false), transposeB = e.boolean("transpose_b", false);
  int64_t m = dimFromEnd(a.shape, transposeA ? 0 : 1), ka = dimFromEnd(a.shape, transposeA ? 1 : 0);
  int64_t kb = dimFromEnd(b.shape, transposeB ? 0 : 1), n = dimFromEnd(b.shape, transposeB ? 1 : 0);
  if (b.shape.size() == 1)
    std::swap(kb, n);
  if (ka != kb)
    return e.refuse("matmul.inner-dimension", "{} times {}: inner dimensions {} and {}", device::toString(a),
                    device::toString(b), ka, kb);
  int64_t batchA = batchOf(a.shape), batchB = batchOf(b.shape);
  if (batchB > 1)
    for (size_t i = 2; i < std::max(a.shape.size(), b.shape.size()); ++i)
      if (dimFromEnd(a.shape, i) != dimFromEnd(b.shape, i) && dimFromEnd(a.shape, i) != 1 &&
          dimFromEnd(b.shape, i) != 1)
        return e.refuse("matmul.batch", "batches of {} and {} differ", device::toString(a), device::toString(b));
  MatmulProblem &p = operands.problem;
  p.batchedB = batchB > 1;
  p.batchA = p.batchedB ? 1 : batchA;
  p.m = ceilDiv(m, 32) * p.batchA;
  p.k = ceilDiv(ka, 32);
  p.n = ceilDiv(n, 32);
  p.batch = p.batchedB ? std::max(batchA, batchB) : 1;
  p.tileA = tileOf(a);
  p.tileB = tileOf(b);
  operands.shape.assign(std::max({a.shape.size(), b.shape.size(), size_t(2)}), 1);
  size_t rank = operands.shape.size();
  for (size_t i = 2; i < rank; ++i)
    operands.shape[rank - 1 - i] = std::max(dimFromEnd(a.shape, i), dimFromEnd(b.shape, i));
  operands.shape[rank - 2] = m;
  operands.shape[rank - 1] = n;
  if (!boundedVolume(operands.shape))
    return e.refuse("shape.too-large", "the product is too large");
  if (e.hasOutput()) {
    if (volumeOf(e.out().shape) != volumeOf(operands.shape))
      return e.refuse("matmul.result-shape", "the result has {} elements, the product {}", volumeOf(e.out().shape),
                      volumeOf(operands.shape));
    operands.shape = e.out().shape;
  }
  return true;
}

/// OM-M8: what validate accepts of layouts.
bool checkLayouts(Evaluation &e, bool configGiven) {
  const TensorSpec &a = e.in(0), &b = e.in(1);
  const TensorLayout *hint = e.hint();
  bool dramWeights = b.layout.isDram() && b.layout.memoryLayout == MemoryLayout::WidthSharded && configGiven;
  if (b.layout.isSharded() && !dramWeights)
    return e.refuse("matmul.in1-sharded", "the second operand must be interleaved, it is {}",
                    device::toString(b.layout.memoryLayout));
  if (a.layout.isSharded() && a.layout.isDram())
    return e.refuse("matmul.in0-dram-sharded", "the first operand is sharded in DRAM");
  if (a.layout.isSharded() && hint && hint->isSharded() &&
      (hint->memoryLayout != a.layout.memoryLayout || hint->bufferType != a.layout.bufferType))
    return e.refuse("matmul.output-sharding", "a {} first operand gives the same or an interleaved output, not {} {}",
                    device::toString(a.layout.memoryLayout), device::toString(hint->bufferType),
                    device::toString(hint->memoryLayout));
  if (a.layout.isSharded() && (e.boolean("transpose_a", false)))
    return e.refuse("matmul.transpose-sharded", "a sharded operand cannot be transposed");
  if (hint && hint->isSharded() && hint->isDram())
    return e.refuse("matmul.output-sharding", "the output cannot be sharded in DRAM");
  return true;
}

/// OM-M9: the sharding that a program can write.
bool checkOutputSharding(Evaluation &e, const MatmulConfig &config, const TensorLayout &layout) {
  if (!layout.isSharded())
    return true;
  MemoryLayout expected = MemoryLayout::BlockSharded;
  bool columnOrRow = config.gridRows == 1 || config.gridCols == 1;
  switch (config.kind) {
  case MatmulKind::Mcast1DIn0:
  case MatmulKind::DramSharded:
    expected = MemoryLayout::WidthSharded;
    break;
  case MatmulKind::Mcast1DIn1:
    expected = MemoryLayout::HeightSharded;
    break;
  case MatmulKind::Mcast2D:
    break;
  case MatmulKind::Reuse:
    if (!config.given)
      return e.refuse("matmul.output-sharding", "blocks beyond the grid are written interleaved only");
    return layout.memoryLayout != MemoryLayout::WidthSharded ||
           e.refuse("matmul.output-sharding", "the reuse program writes height or block shards, not width shards");
  case MatmulKind::MultiCore:
    return e.refuse("matmul.output-sharding", "the multi-core program without reuse writes interleaved only");
  }
  bool ok = layout.memoryLayout == expected ||
            (config.kind != MatmulKind::Mcast2D && columnOrRow && layout.memoryLayout == MemoryLayout::BlockSharded);
  if (!ok)
    return e.refuse("matmul.output-sharding", "program {} writes {}, not {}", toString(config.kind),
                    device::toString(expected), device::toString(layout.memoryLayout));
  return true;
}

/// OM-M10: a sharded output lies in blocks of per_core_M x per_core_N tiles, one per core that has one.
TensorLayout shardedOutput(TensorLayout layout, const MatmulProblem &p, const MatmulConfig &config) {
  int64_t rows = ceilDiv(p.m * p.batch, config.perCoreM), cols = ceilDiv(p.n, config.perCoreN);
  layout.gridRows = layout.memoryLayout == MemoryLayout::WidthSharded ? 1 : rows;
  layout.gridCols = layout.memoryLayout == MemoryLayout::HeightSharded ? 1 : cols;
  layout.cores.clear();
  layout.shardShape = {config.perCoreM * 32, config.perCoreN * 32};
  // 56 x 56 tiles in blocks of 16 are 4 x 4 blocks: a block-sharded result has shards of 14 x 14 tiles.
  if (layout.memoryLayout == MemoryLayout::BlockSharded)
    layout.shardShape = {ceilDiv(p.m * p.batch, rows) * 32, ceilDiv(p.n, cols) * 32};
  return layout;
}

/// Keeps the request when it says the same shards, so that its placement survives.
TensorLayout settledOutput(const Evaluation &e, const TensorLayout &layout, const Shape &shape, const MatmulProblem &p,
                           const MatmulConfig &config) {
  TensorLayout produced = shardedOutput(layout, p, config);
  if (!isPartial(e) && e.hint() && sameMemory({shape, layout}, {shape, produced}))
    return layout;
  return produced;
}

/// OM-M11: circular buffers of the program; see the table in cb_formulas (matmul rows).
void buffers(Evaluation &e, const MatmulProblem &p, const MatmulConfig &config, const TensorLayout &out,
             const TensorSpec *fusedBias) {
  if (config.kind == MatmulKind::DramSharded)
    return dramShardedBuffers(e, p, config);
  if (config.kind == MatmulKind::MultiCore) {
    e.cb("in0", 2, p.tileA);
    e.cb("in1", 2, p.tileB);
    e.cb("out", 2, p.tileOut);
    return;
  }
  const TensorLayout &a = e.in(0).layout, &b = e.in(1).layout;
  int64_t steps = ceilDiv(p.k, config.in0BlockW) * p.batch;
  // A shard is a block where it lies; blocks smaller than the shard are copied out of it.
  bool in0Aliased = a.isSharded() && a.memoryLayout == MemoryLayout::HeightSharded &&
                    config.kind != MatmulKind::Mcast1DIn0 && config.outBlockH == config.perCoreM &&
                    (!config.given || config.in0BlockW == p.k);
  bool in1Aliased = b.isSharded() && b.isL1() && b.memoryLayout == MemoryLayout::WidthSharded;
  if (!in0Aliased)
    e.cb("in0", config.outBlockH * config.in0BlockW * (steps > 1 ? 2 : 1), p.tileA);
  if (!in1Aliased)
    e.cb("in1", config.outBlockW * config.in0BlockW * (steps > 1 ? 2 : 1), p.tileB);
  bool intermediateApart = p.tileIntermediate != p.tileOut || (out.isSharded() && config.perCoreM != config.outBlockH);
  if (!out.isSharded())
    e.cb("out", config.outBlockH * config.outBlockW, p.tileOut);
  if (intermediateApart)
    e.cb("intermediate", config.outBlockH * config.outBlockW, p.tileIntermediate);
  bool in0Sharded = a.isSharded() && a.memoryLayout != MemoryLayout::HeightSharded;
  if (in0Sharded)
    e.cb("shard semaphore page", 1, 64);
  if (fusedBias)
    e.cb("bias", config.outBlockW, tileOf(*fusedBias));
}

bool usesFp32Accumulation(const Evaluation &e) {
  return e.boolean("compute_config.fp32_dest_acc_en", false) && !e.boolean("compute_config.packer_l1_acc_off", false);
}

/// The product into result 0, or into a temporary when a separate add follows.
bool product(Evaluation &e, Operands &operands, const TensorSpec *bias, bool temporary, TensorLayout &produced) {
  MatmulProblem &p = operands.problem;
  // OM-M13: the backend's own choice is DRAM interleaved, whatever the operands are.
  TensorLayout fallback = dramInterleaved(e.in(0).layout.dataType);
  DataType type = requestedType(e, e.in(0).layout.dataType);
  TensorLayout layout = e.hint() ? withType(*e.hint(), type) : withType(fallback, type);
  layout.pageLayout = PageLayout::Tile;
  p.tileOut = tileBytes(type);
  // fp32 partial sums are kept apart when K takes several steps and the packer accumulates.
  bool fp32Partials = usesFp32Accumulation(e) && e.boolean("compute_config.packer_l1_acc", false);
  p.tileIntermediate = fp32Partials ? tileBytes(DataType::F32) : p.tileOut;
  std::optional<MatmulConfig> config = givenMatmulConfig(e, p);
  if (e.refused())
    return false;
  if (!checkLayouts(e, config.has_value()))
    return false;
  // OM-M12: free L1 is what the live tensors leave below the small-buffer region. The op's own operands do not count:
  // the query creates them without allocating.
  // But for the bias of linear, which is really there.
  Bytes freeBytes = e.freeL1Bytes();
  if (e.numInputs() > 2)
    freeBytes -= device::l1BytesPerCore(e.in(2), e.chip.l1Banks);
  p.tileBias = bias ? tileOf(*bias) : 0;
  if (!config)
    config = automaticMatmulConfig(p, e.in(0), e.in(1), layout, e.chip, freeBytes);
  p.follow(*config);
  if (config->kind == MatmulKind::DramSharded ? !checkDramSharded(e, p, *config)
                                              : config->given && !checkGivenConfig(e, p, *config))
    return false;
  if (!checkOutputSharding(e, *config, layout))
    return false;
  int64_t cores = config->gridRows * config->gridCols;
  if (config->kind != MatmulKind::MultiCore && config->kind != MatmulKind::Reuse && p.blocks(*config) > cores)
    return e.refuse("matmul.too-many-blocks", "{} blocks of {}x{} tiles on {} cores", p.blocks(*config),
                    config->perCoreM, config->perCoreN, cores);
  if (layout.isSharded())
    layout = settledOutput(e, layout, operands.shape, p, *config);
  if (e.explains())
    e.note(fmt::format("program {}: M x K x N = {} x {} x {} tiles, per core {} x {}, K step {}, {} blocks",
                       toString(config->kind), p.m, p.k, p.n, config->perCoreM, config->perCoreN, config->in0BlockW,
                       p.blocks(*config)));
  if (temporary)
    e.allocate("product", {operands.shape, layout});
  else
    e.produce(0, operands.shape, layout);
  buffers(e, p, *config, layout, bias);
  e.endProgram();
  produced = layout;
  return true;
}

} // namespace

bool opmodel::evaluateMatmul(Evaluation &e) {
  Operands operands;
  TensorLayout layout;
  return readProblem(e, operands) && product(e, operands, nullptr, false, layout);
}

/// The bias is added inside the matmul program when it is one row of tiles and nothing but DRAM is involved, or A is
/// sharded and the output in DRAM.
static bool fusesBias(const Evaluation &e) {
  if (e.text("matmul_program_config").find("dram_sharded") != std::string_view::npos)
    return true;
  const TensorSpec &bias = e.in(2);
  const TensorLayout *out = e.hint();
  auto inDram = [](const TensorLayout &layout) { return layout.isDram() && !layout.isSharded(); };
  bool outInDram = !out || inDram(*out);
  if (batchOf(bias.shape) != 1 || heightTiles(bias.shape) != 1)
    return false;
  if (e.in(0).layout.isSharded())
    return outInDram;
  return inDram(e.in(0).layout) && inDram(e.in(1).layout) && inDram(bias.layout) && outInDram;
}

bool opmodel::evaluateLinear(Evaluation &e) {
  Operands operands;
  TensorLayout layout;
  if (!readProblem(e, operands))
    return false;
  if (e.numInputs() < 3)
    return product(e, operands, nullptr, false, layout);
  const TensorSpec &bias = e.in(2);
  if (!requireTiled(e, 2))
    return false;
  if (dimFromEnd(bias.shape, 0) != dimFromEnd(operands.shape, 0) && dimFromEnd(bias.shape, 0) != 1)
    return e.refuse("linear.bias-shape", "bias {} does not fit a result {} wide", device::toString(bias),
                    dimFromEnd(operands.shape, 0));
  bool activationApart = !e.text("activation").empty() && e.text("matmul_program_config.fused_activation").empty();
  if (fusesBias(e) && !activationApart)
    return product(e, operands, &bias, false, layout);
  // Matmul, then a binary add that reads the product: both results are live.
  if (!product(e, operands, nullptr, true, layout))
    return false;
  // The product lies as its program makes it, the sum as it is asked for.
  if (e.hint() && !isPartial(e))
    layout = requested(e, layout, layout.dataType);
  e.produce(0, operands.shape, layout);
  bool native = layout.isSharded() && bias.layout.isSharded() && sameMemory(bias, {operands.shape, layout});
  if (!native) {
    Bytes tile = tileBytes(layout.dataType);
    e.cb("product", 2, tile);
    e.cb("bias", 2, tileOf(bias));
    e.cb("sum", 2, tile);
    if (dimFromEnd(bias.shape, 1) == 1 && dimFromEnd(operands.shape, 1) > 1)
      e.cb("row broadcast", 2, tileOf(bias));
    e.endProgram();
  }
  return true;
}

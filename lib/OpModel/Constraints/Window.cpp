//===- Window.cpp - Convolutions and the preparation of their weights -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources: tt-metal conv/conv2d/conv2d.cpp, conv2d_utils.cpp (determine_parallel_config,
// determine_conv_config_for_auto_shard), device/conv2d_op_program_factory_common.cpp (get_cb_info). Rules V1-V9 of
// docs/spec/OpModel.md.
//
//===----------------------------------------------------------------------===//
#include "Families.h"
#include "Geometry.h"
#include "SlidingWindow.h"

using namespace alcove;
using namespace alcove::opmodel;

namespace {

struct ConvProblem {
  SlidingWindow window;
  int64_t inChannels = 1, outChannels = 1, groups = 1;
  bool hasBias = false;
  bool isMatmul = false; ///< 1x1, stride 1, no padding: a matrix product
  DataType outType = DataType::BF16, weightType = DataType::BF16, activationType = DataType::BF16;
  bool tiledInput = false;
};

struct ConvKnobs {
  int64_t actBlockHOverride = 0;
  bool doubleBufferAct = false, doubleBufferWeights = false;
  bool fp32Accumulation = false, indicesInDram = false, rowMajorOutput = false;
};

/// How one sharding spreads the problem, and the buffers that follow.
struct ConvPlan {
  MemoryLayout sharding = MemoryLayout::HeightSharded;
  int64_t coresRows = 1, coresChannels = 1; ///< cores along output rows and along channels
  int64_t outRowsPerCore = 0, outTilesH = 0, outTilesW = 0;
  int64_t actBlockH = 0, actBlockW = 0; ///< tiles
  Bytes inputShard = 0, halo = 0, haloConfig = 0, indices = 0, outputShard = 0;
  Bytes weights = 0, act = 0, actTilized = 0, actRowMajor = 0, bias = 0, partials = 0;
  int64_t cores() const { return coresRows * coresChannels; }
  Bytes circularBuffers() const { return weights + act + actTilized + actRowMajor + bias + partials + 64; }
  Bytes peak() const {
    return std::max(inputShard + halo + haloConfig, halo + indices + outputShard + circularBuffers());
  }
};

/// OM-V3: channels of a core's input: whole tiles when tiled, else a multiple of 32, 16 or 8.
int64_t alignedChannels(int64_t channels, bool tiled) {
  if (tiled || channels % 32 == 0)
    return roundUp(channels, 32);
  return roundUp(channels, channels % 16 == 0 ? 16 : 8);
}

ConvPlan planFor(const ConvProblem &p, const ConvKnobs &knobs, MemoryLayout sharding, const ChipParameters &chip,
                 bool automatic) {
  ConvPlan plan;
  plan.sharding = sharding;
  int64_t rowTiles = ceilDiv(p.window.outputRows(), 32);
  int64_t inTiles = ceilDiv(p.inChannels, 32), outTiles = ceilDiv(p.outChannels, 32);
  int64_t narrower = std::min(inTiles, outTiles);
  // OM-V2: rows over all cores; rows over the grid's rows and channels over its columns; channels over all cores.
  if (sharding == MemoryLayout::HeightSharded) {
    plan.coresRows = closestCores(rowTiles, chip.numCores());
  } else if (sharding == MemoryLayout::BlockSharded) {
    plan.coresRows = closestCores(rowTiles, chip.gridRows);
    plan.coresChannels = closestCores(narrower, chip.gridCols);
  } else {
    plan.coresChannels = closestCores(narrower, chip.numCores());
  }
  plan.outTilesH = ceilDiv(rowTiles, plan.coresRows);
  plan.outTilesW = ceilDiv(outTiles, plan.coresChannels);
  plan.outRowsPerCore = plan.outTilesH * 32;
  int64_t channels = alignedChannels(ceilDiv(p.inChannels, plan.coresChannels), p.tiledInput);
  int64_t kernel = p.window.kernelHeight * p.window.kernelWidth;
  bool byKernelRow = sharding == MemoryLayout::HeightSharded;
  plan.actBlockW = ceilDiv(channels * (byKernelRow ? p.window.kernelWidth : kernel), 32);
  // OM-V4: an automatic sharding takes the smallest block; a given one takes the whole shard unless overridden.
  int64_t blockRows = knobs.actBlockHOverride > 0 ? knobs.actBlockHOverride / 32 : automatic ? 1 : plan.outTilesH;
  plan.actBlockH = std::clamp<int64_t>(blockRows, 1, plan.outTilesH);
  int64_t blocks = ceilDiv(plan.outTilesH, plan.actBlockH);
  Bytes actTile = tileBytes(p.activationType), weightTile = tileBytes(p.weightType), outTile = tileBytes(p.outType);
  Bytes scalar = p.activationType == DataType::F32 ? 4 : 2;
  // OM-V5: weights of one step; height-sharded cores with several blocks keep all kernel rows.
  int64_t weightCopies = byKernelRow && blocks > 1 ? p.window.kernelHeight : knobs.doubleBufferWeights ? 2 : 1;
  plan.weights = plan.outTilesW * plan.actBlockW * weightCopies * weightTile;
  plan.act = plan.actBlockH * plan.actBlockW * (knobs.doubleBufferAct ? 2 : 1) * actTile;
  plan.actTilized = plan.actBlockH * plan.actBlockW * actTile;
  if (!byKernelRow)
    plan.actRowMajor = plan.actBlockH * plan.actBlockW * actTile;
  plan.bias = p.hasBias ? plan.outTilesW * weightTile : 0;
  Bytes partialTile = knobs.fp32Accumulation ? tileBytes(DataType::F32) : outTile;
  if (partialTile != outTile || knobs.rowMajorOutput)
    plan.partials = plan.actBlockH * plan.outTilesW * partialTile;
  int64_t inRows = ceilDiv(p.window.inputRows(), plan.coresRows);
  plan.inputShard = p.tiledInput ? ceilDiv(inRows, 32) * ceilDiv(channels, 32) * actTile : inRows * channels * scalar;
  plan.halo = haloRows(p.window, plan.outRowsPerCore, plan.coresRows) * channels * scalar;
  plan.haloConfig = knobs.indicesInDram ? 0 : haloConfigBytes(p.window, plan.outRowsPerCore, inRows, p.tiledInput);
  plan.indices = knobs.indicesInDram ? 0 : readerIndexBytes(p.window, plan.outRowsPerCore, plan.actBlockH * 32);
  plan.outputShard = plan.outTilesH * plan.outTilesW * outTile;
  if (p.isMatmul) {
    // OM-V6: a 1x1 convolution reads its shard directly; the block is the whole K.
    plan.halo = plan.haloConfig = plan.indices = plan.act = plan.actTilized = plan.actRowMajor = 0;
    plan.weights =
        plan.outTilesW * ceilDiv(p.inChannels, 32 * plan.coresChannels) * weightTile * (plan.coresChannels > 1 ? 2 : 1);
    if (plan.coresChannels > 1)
      plan.act = 2 * plan.outTilesH * ceilDiv(p.inChannels, 32 * plan.coresChannels) * actTile;
  }
  return plan;
}

/// OM-V4: without a sharding given, the one that uses most cores, then the least L1; height first among equals.
ConvPlan automaticPlan(const ConvProblem &p, const ConvKnobs &knobs, const ChipParameters &chip) {
  ConvPlan best = planFor(p, knobs, MemoryLayout::HeightSharded, chip, true);
  for (MemoryLayout sharding : {MemoryLayout::BlockSharded, MemoryLayout::WidthSharded}) {
    ConvPlan plan = planFor(p, knobs, sharding, chip, true);
    if (plan.cores() > best.cores() || (plan.cores() == best.cores() && plan.peak() < best.peak()))
      best = plan;
  }
  return best;
}

/// The part of the window that one of `count` slices along the output's height (or width) covers, its halo included.
SlidingWindow sliceOf(SlidingWindow window, int64_t count, bool alongWidth) {
  auto cut = [&](int64_t &output, int64_t &input, int64_t kernel, int64_t stride, int64_t dilation) {
    output = ceilDiv(output, count);
    input = std::min(input, (output - 1) * stride + dilation * (kernel - 1) + 1);
  };
  if (alongWidth)
    cut(window.outputWidth, window.inputWidth, window.kernelWidth, window.strideWidth, window.dilationWidth);
  else
    cut(window.outputHeight, window.inputHeight, window.kernelHeight, window.strideHeight, window.dilationHeight);
  return window;
}

/// OM-V10: `asked` slices, or when none are asked for the fewest with which a slice fits L1 (all of it when none do).
ConvPlan slicedPlan(ConvProblem &p, const ConvKnobs &knobs, std::optional<MemoryLayout> sharding,
                    const ChipParameters &chip, int64_t asked, bool alongWidth) {
  const SlidingWindow whole = p.window;
  int64_t most = alongWidth ? whole.outputWidth : whole.outputHeight;
  ConvPlan plan;
  for (int64_t count = std::max<int64_t>(asked, 1); count <= std::max<int64_t>(most, 1); count += ceilDiv(count, 8)) {
    p.window = sliceOf(whole, count, alongWidth);
    plan = sharding ? planFor(p, knobs, *sharding, chip, false) : automaticPlan(p, knobs, chip);
    if (asked > 0 || plan.peak() <= chip.usableL1Bytes())
      return plan;
  }
  p.window = whole;
  return sharding ? planFor(p, knobs, *sharding, chip, false) : automaticPlan(p, knobs, chip);
}

bool readProblem(Evaluation &e, ConvProblem &p) {
  bool transposed = e.query.op == "conv_transpose2d";
  const TensorSpec &input = e.in(0);
  int64_t height = e.integer("input_height", 0), width = e.integer("input_width", 0);
  if (!readWindow(e, transposed, p.window))
    return false;
  p.inChannels = e.integer("in_channels", dimFromEnd(input.shape, 0));
  p.outChannels = e.integer("out_channels", dimFromEnd(e.in(1).shape, transposed ? 2 : 3));
  p.groups = e.integer("groups", 1);
  constexpr int64_t maxChannels = int64_t(1) << 20;
  if (p.inChannels <= 0 || p.outChannels <= 0 || p.inChannels > maxChannels || p.outChannels > maxChannels ||
      p.groups <= 0 || p.inChannels % p.groups != 0 || p.outChannels % p.groups != 0)
    return e.refuse("conv2d.channels", "{} channels to {} in {} groups", p.inChannels, p.outChannels, p.groups);
  // OM-V1: the input is batch x height x width rows of channels.
  int64_t rows = p.window.batch * height * width, volume = volumeOf(input.shape);
  if (dimFromEnd(input.shape, 0) != p.inChannels || volume / p.inChannels != rows)
    return e.refuse("conv2d.input-shape", "input {} is not {} rows of {} channels", device::toString(input), rows,
                    p.inChannels);
  // Products of the sizes stay in 64 bits.
  int64_t taps = p.window.kernelHeight * p.window.kernelWidth * p.inChannels;
  if (!boundedVolume({taps, p.window.outputRows()}, int64_t(1) << 48) ||
      !boundedVolume({taps, p.window.kernelHeight, p.outChannels}, int64_t(1) << 46) ||
      !boundedVolume({p.window.batch * (p.window.inputHeight + p.window.padTop + p.window.padBottom),
                      p.window.inputWidth + p.window.padLeft + p.window.padRight, p.inChannels},
                     int64_t(1) << 46) ||
      !boundedVolume({p.window.outputRows(), p.outChannels}))
    return e.refuse("shape.too-large", "the convolution is too large");
  if (e.in(1).shape.size() != 4)
    return e.refuse("conv2d.weight-rank", "the weight must have rank 4, it is {}", device::toString(e.in(1)));
  p.hasBias = e.numInputs() > 2;
  const SlidingWindow &w = p.window;
  p.isMatmul = !transposed && w.kernelHeight == 1 && w.kernelWidth == 1 && w.strideHeight == 1 && w.strideWidth == 1 &&
               w.padTop + w.padBottom + w.padLeft + w.padRight == 0 && p.groups == 1;
  p.tiledInput = input.layout.isTiled();
  p.activationType = input.layout.dataType == DataType::F32 ? DataType::F32 : DataType::BF16;
  p.outType = requestedType(e, DataType::BF16);
  std::string_view weights = e.text("conv2d_config.weights_dtype");
  p.weightType = device::parseDataType(std::string(weights)).value_or(e.in(1).layout.dataType);
  return true;
}

bool readKnobs(Evaluation &e, ConvKnobs &knobs) {
  knobs.actBlockHOverride = e.integer("conv2d_config.act_block_h_override", 0);
  if (knobs.actBlockHOverride < 0 || knobs.actBlockHOverride % 32 != 0)
    return e.refuse("conv2d.act-block-h", "act_block_h_override {} is not a multiple of 32", knobs.actBlockHOverride);
  knobs.doubleBufferAct = e.boolean("conv2d_config.enable_act_double_buffer", false);
  knobs.doubleBufferWeights = e.boolean("conv2d_config.enable_weights_double_buffer", false);
  knobs.fp32Accumulation = e.boolean("compute_config.fp32_dest_acc_en", false);
  knobs.indicesInDram = e.boolean("conv2d_config.config_tensors_in_dram", false);
  knobs.rowMajorOutput = e.text("conv2d_config.output_layout") == "row_major";
  return true;
}

std::optional<MemoryLayout> parseSharding(std::string_view text) {
  if (text == "height_sharded")
    return MemoryLayout::HeightSharded;
  if (text == "block_sharded")
    return MemoryLayout::BlockSharded;
  if (text == "width_sharded")
    return MemoryLayout::WidthSharded;
  return std::nullopt;
}

/// OM-V7: the sharding that config, input or request fix; nothing = automatic.
bool fixedSharding(Evaluation &e, std::optional<MemoryLayout> &sharding) {
  std::string_view text = e.text("conv2d_config.shard_layout");
  if (!text.empty()) {
    sharding = parseSharding(text);
    if (!sharding)
      return e.refuse("conv2d.shard-layout", "conv2d supports height, block or width sharding, not {}", text);
  }
  const TensorLayout &input = e.in(0).layout;
  if (input.isSharded() && input.isDram())
    return e.refuse("conv2d.dram-sharded", "the input is sharded in DRAM");
  if (input.isSharded() && !sharding)
    sharding = input.memoryLayout;
  const TensorLayout *hint = e.hint();
  if (!hint || !hint->isSharded())
    return true;
  if (hint->isDram())
    return e.refuse("conv2d.dram-sharded", "the output cannot be sharded in DRAM");
  if (sharding && *sharding != hint->memoryLayout)
    return e.refuse("conv2d.shard-type-mismatch", "the convolution is {}, the output {}", device::toString(*sharding),
                    device::toString(hint->memoryLayout));
  sharding = hint->memoryLayout;
  return true;
}

/// The layout in which the convolution leaves its output.
TensorLayout shardedOutput(const ConvProblem &p, const ConvPlan &plan, bool rowMajor, const ChipParameters &chip) {
  TensorLayout layout = l1Interleaved(p.outType, chip, rowMajor ? PageLayout::RowMajor : PageLayout::Tile);
  layout.memoryLayout = plan.sharding;
  layout.gridRows = plan.coresRows;
  layout.gridCols = plan.coresChannels;
  layout.shardShape = {plan.outTilesH * 32, plan.outTilesW * 32};
  return layout;
}

/// OM-V8: reshard, halo, convolution; the input's own shards stay with their owner. Returns the bytes that the library
/// holds until its result lies where it was asked for.
Bytes runPlan(Evaluation &e, const ConvProblem &p, const ConvPlan &plan) {
  bool ownShards = !e.in(0).layout.isSharded();
  Bytes shard = ownShards ? plan.inputShard : 0;
  if (e.explains())
    e.note(fmt::format("{}: {} x {} cores, {} x {} output tiles per core, act block {} x {} tiles",
                       device::toString(plan.sharding), plan.coresRows, plan.coresChannels, plan.outTilesH,
                       plan.outTilesW, plan.actBlockH, plan.actBlockW));
  e.allocateBytes("input shard", shard);
  if (plan.halo > 0) {
    e.allocateBytes("halo", plan.halo);
    e.allocateBytes("halo config", plan.haloConfig);
    Bytes stick = plan.halo / std::max<int64_t>(haloRows(p.window, plan.outRowsPerCore, plan.coresRows), 1);
    e.cb("padding rows", 2, stick);
    if (p.tiledInput)
      e.cb("untilized blocks", 2 * ceilDiv(stick, 64), tileBytes(p.activationType));
    e.endProgram();
    e.inputDone();
    e.release(shard + plan.haloConfig);
    if (e.boolean("conv2d_config.reallocate_halo_output", true)) // above the halo its input has gone
      e.moveUp();
    shard = plan.halo;
  }
  e.allocateBytes("reader indices", plan.indices);
  e.allocateBytes("output shard", plan.outputShard);
  e.cb("weights", 1, plan.weights);
  e.cb("activation", 1, plan.act);
  e.cb("activation in tiles", 1, plan.actTilized);
  e.cb("activation rows", 1, plan.actRowMajor);
  e.cb("partial sums", 1, plan.partials);
  e.cb("bias", 1, plan.bias);
  e.cb("scratch", 1, 64);
  e.endProgram();
  return shard + plan.indices;
}

/// OM-V6: an interleaved 1x1 convolution without a sharding is a plain matmul.
bool matmulConv(Evaluation &e, const ConvProblem &p, const Shape &shape) {
  TensorLayout layout = requested(e, interleavedLike(e.in(0).layout, p.outType, e.chip), p.outType);
  layout.pageLayout = PageLayout::Tile;
  e.produce(0, shape, layout);
  if (!p.tiledInput) {
    TensorSpec tiled{e.in(0).shape, withPage(e.in(0).layout, PageLayout::Tile)};
    Bytes bytes = e.allocate("tilized", tiled);
    e.cb("in, out", 2 * widthTiles(e.in(0).shape), tileBytes(p.activationType));
    e.endProgram();
    e.release(bytes);
  }
  int64_t m = ceilDiv(p.window.outputRows(), 32), k = ceilDiv(p.inChannels, 32), n = ceilDiv(p.outChannels, 32);
  int64_t perM = ceilDiv(m, e.chip.gridRows), perN = ceilDiv(n, e.chip.gridCols);
  int64_t step = k % e.chip.gridCols == 0 ? k / e.chip.gridCols : 1, buffers = k > step ? 2 : 1;
  e.cb("in0", perM * step * buffers, tileBytes(p.activationType));
  e.cb("in1", perN * step * buffers, tileBytes(p.weightType));
  e.cb("out", perM * perN, tileBytes(p.outType));
  e.cb("bias", p.hasBias ? perN : 0, tileBytes(p.weightType));
  e.endProgram();
  return true;
}

} // namespace

bool opmodel::evaluateConv2d(Evaluation &e) {
  ConvProblem p;
  ConvKnobs knobs;
  std::optional<MemoryLayout> sharding;
  if (!readProblem(e, p) || !readKnobs(e, knobs) || !fixedSharding(e, sharding))
    return false;
  Shape shape{1, 1, p.window.outputRows(), p.outChannels};
  // The backend computes the result's shape itself; an equal one under other dimensions is a view.
  if (e.hasOutput() && volumeOf(e.out().shape) == volumeOf(shape))
    shape = e.out().shape;
  if (p.isMatmul && !sharding)
    return matmulConv(e, p, shape);
  // OM-V9: an input in DRAM without an L1 slice config is worked on in slices and written back to DRAM, whatever is
  // asked, unless the request is sharded, which only the unsliced path can write. conv_transpose2d never slices.
  bool shardedHint = e.hint() && e.hint()->isSharded();
  std::string_view slices = e.text("conv2d_slice_config");
  if (slices.empty())
    slices = e.text("conv2d_slice_config.slice_type");
  bool unsliced = !e.in(0).layout.isDram() || shardedHint || e.query.op != "conv2d" ||
                  slices.find("l1_full") != std::string_view::npos;
  ConvPlan plan;
  if (unsliced)
    plan = sharding ? planFor(p, knobs, *sharding, e.chip, false) : automaticPlan(p, knobs, e.chip);
  else
    plan = slicedPlan(p, knobs, sharding, e.chip,
                      std::clamp<int64_t>(e.integer("conv2d_slice_config.num_slices", 0), 0, 1 << 16),
                      slices.find("dram_width") != std::string_view::npos);
  TensorLayout own = shardedOutput(p, plan, knobs.rowMajorOutput, e.chip);
  Bytes held = runPlan(e, p, plan);
  if (unsliced && (!e.hint() || shardedHint)) {
    // A request that says the same shards keeps its placement.
    e.release(held);
    bool same = e.hint() && !isPartial(e) && sameMemory({shape, *e.hint()}, {shape, own});
    e.record(0, shape, same ? withType(*e.hint(), p.outType) : own);
    return true;
  }
  TensorLayout layout = unsliced ? requested(e, own, p.outType) : dramInterleaved(p.outType);
  layout.pageLayout = own.pageLayout;
  e.produce(0, shape, layout);
  e.release(held + plan.outputShard);
  return true;
}

bool opmodel::evaluateConv3d(Evaluation &e) {
  if (!requireInterleaved(e, 0) || !requireInterleavedOutput(e))
    return false;
  if (!e.hasOutput())
    return e.refuse("conv3d.no-result", "the result's shape is needed");
  const TensorSpec &input = e.in(0);
  if (input.layout.isTiled())
    return e.refuse("conv3d.tiled-input", "conv3d takes row-major input");
  TensorLayout layout =
      requested(e, interleavedLike(input.layout, input.layout.dataType, e.chip), input.layout.dataType);
  layout.pageLayout = PageLayout::RowMajor;
  e.produce(0, e.out().shape, layout);
  std::vector<int64_t> kernel = e.integers("kernel_size", {1, 1, 1});
  int64_t taps = 1;
  for (int64_t size : kernel)
    if (size <= 0 || size > 64 || kernel.size() > 3)
      return e.refuse("window.attribute", "kernel size {}", size);
    else
      taps *= size;
  int64_t inBlock = std::min<int64_t>(dimFromEnd(input.shape, 0), 64);
  int64_t outBlock = std::min<int64_t>(dimFromEnd(e.out().shape, 0), 128);
  int64_t k = ceilDiv(taps * inBlock, 32), n = ceilDiv(outBlock, 32);
  Bytes tile = tileBytes(DataType::BF16);
  e.cb("vol2col rows and tiles", 2 * k, tile);
  e.cb("weights", k * n, tile);
  e.cb("partial sums, result", 2 * n, tile);
  e.endProgram();
  return true;
}

bool opmodel::evaluatePrepareConv(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  // Done on the host and sent to DRAM: nothing in L1, whatever is asked.
  if (input.layout.isSharded())
    return e.refuse("layout.sharded-input", "{} takes its operand interleaved", e.query.op);
  DataType type = requestedType(e, input.layout.dataType);
  TensorLayout layout = requested(e, dramInterleaved(type), type);
  if (layout.isSharded())
    return e.refuse("layout.sharded-output", "{} writes interleaved tensors", e.query.op);
  if (layout.isL1())
    layout = dramInterleaved(type, layout.pageLayout);
  e.produce(0, e.hasOutput() ? e.out().shape : input.shape, layout);
  return true;
}

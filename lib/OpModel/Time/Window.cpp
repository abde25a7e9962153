//===- Window.cpp - Time of halo, convolution and pooling --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A convolution of the IR is up to three device programs:
//
//   halo            every core collects the input sticks (pixels) that its output pixels look at
//   conv2d_program  window rows are gathered and tilized block by block, then multiplied with the weights:
//                     height sharded: weights come from DRAM once, while the first block row computes
//                     block sharded : weights and activations of every block are multicast
//   (the input is resharded first when it lies elsewhere)
//
//===----------------------------------------------------------------------===//
#include "MatmulSchedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::time;

namespace {

/// Sliding window of a convolution or pool.
struct Window {
  int64_t batch = 1, inHeight = 1, inWidth = 1;
  int64_t kernelH = 1, kernelW = 1, strideH = 1, strideW = 1, dilationH = 1, dilationW = 1;
  int64_t padTop = 0, padBottom = 0, padLeft = 0, padRight = 0;

  int64_t outHeight() const {
    return std::max<int64_t>(1, (inHeight + padTop + padBottom - dilationH * (kernelH - 1) - 1) / strideH + 1);
  }
  int64_t outWidth() const {
    return std::max<int64_t>(1, (inWidth + padLeft + padRight - dilationW * (kernelW - 1) - 1) / strideW + 1);
  }
  int64_t outPixels() const { return std::max<int64_t>(1, batch * outHeight() * outWidth()); }
  int64_t paddedWidth() const { return inWidth + padLeft + padRight; }
};

Window windowOf(const Context &context) {
  Window w;
  auto positive = [&](const char *name, int64_t fallback) {
    return std::clamp<int64_t>(context.intAttribute(name, fallback), 1, int64_t{1} << 30);
  };
  w.batch = positive("batch_size", 1);
  w.inHeight = positive("input_height", 1);
  w.inWidth = positive("input_width", 1);
  auto pair = [&](const char *name, int64_t &first, int64_t &second, int64_t least) {
    std::vector<int64_t> list = context.listAttribute(name);
    if (list.empty())
      return;
    first = std::clamp<int64_t>(list[0], least, 1 << 20);
    second = std::clamp<int64_t>(list[std::min<size_t>(1, list.size() - 1)], least, 1 << 20);
  };
  pair("kernel_size", w.kernelH, w.kernelW, 1);
  pair("stride", w.strideH, w.strideW, 1);
  pair("dilation", w.dilationH, w.dilationW, 1);
  std::vector<int64_t> padding = context.listAttribute("padding");
  for (int64_t &pad : padding)
    pad = std::clamp<int64_t>(pad, 0, 1 << 20);
  if (padding.size() == 4) {
    w.padTop = padding[0], w.padBottom = padding[1], w.padLeft = padding[2], w.padRight = padding[3];
  } else if (!padding.empty()) {
    w.padTop = w.padBottom = padding[0];
    w.padLeft = w.padRight = padding[std::min<size_t>(1, padding.size() - 1)];
  }
  return w;
}

/// Input sticks that one core's output pixels look at, and how many of them lie in another core.
struct HaloShare {
  int64_t sticks = 0, remote = 0, remoteAll = 0; ///< fullest core, most remote core, all cores
  int64_t pads = 0;                              ///< sticks of padding in the core that has most
};

HaloShare haloShare(const Window &w, int64_t cores, int64_t inSticksPerCore, int64_t outPixelsPerCore) {
  HaloShare share;
  int64_t paddedWidth = w.paddedWidth(), outWidth = w.outWidth(), outImage = w.outHeight() * outWidth;
  int64_t paddedImage = (w.inHeight + w.padTop + w.padBottom) * paddedWidth;
  cores = std::min<int64_t>(cores, 1024);
  for (int64_t core = 0; core < cores; ++core) {
    int64_t first = core * outPixelsPerCore, last = std::min(w.outPixels(), first + outPixelsPerCore) - 1;
    if (first > last)
      break;
    auto start = [&](int64_t pixel) {
      return pixel / outImage * paddedImage + pixel % outImage / outWidth * w.strideH * paddedWidth +
             pixel % outWidth * w.strideW;
    };
    int64_t from = start(first),
            to = start(last) + (w.kernelH - 1) * w.dilationH * paddedWidth + (w.kernelW - 1) * w.dilationW;
    share.sticks = std::max(share.sticks, to - from + 1);
    // Position of the range in the unpadded input, counted in sticks.
    auto unpadded = [&](int64_t position) {
      int64_t image = position / paddedImage, row = position % paddedImage / paddedWidth - w.padTop,
              column = position % paddedWidth - w.padLeft;
      row = std::clamp<int64_t>(row, 0, w.inHeight - 1);
      column = std::clamp<int64_t>(column, 0, w.inWidth - 1);
      return (std::min(image, w.batch - 1) * w.inHeight + row) * w.inWidth + column;
    };
    // Sticks of the input before a position.
    auto before = [&](int64_t position) {
      int64_t image = position / paddedImage, rest = position % paddedImage;
      int64_t row = rest / paddedWidth - w.padTop, column = rest % paddedWidth - w.padLeft;
      if (row < 0 || row >= w.inHeight)
        return (image * w.inHeight + (row < 0 ? 0 : w.inHeight)) * w.inWidth;
      return (image * w.inHeight + row) * w.inWidth + std::clamp<int64_t>(column, 0, w.inWidth);
    };
    share.pads = std::max(share.pads, to - from + 1 - (before(to + 1) - before(from)));
    int64_t low = unpadded(from), high = unpadded(to);
    int64_t own = std::min(high, (core + 1) * inSticksPerCore - 1) - std::max(low, core * inSticksPerCore) + 1;
    int64_t remote = high - low + 1 - std::max<int64_t>(0, own);
    share.remote = std::max(share.remote, remote);
    share.remoteAll += remote;
  }
  return share;
}

Runtime halo(const Context &context, const TensorSpec &in, const Window &window) {
  const TimeParameters &p = context.p;
  auto [shardHeight, shardWidth] = device::shardShape2D(in);
  shardHeight = std::max<int64_t>(1, shardHeight);
  shardWidth = std::max<int64_t>(1, shardWidth);
  int64_t height = std::max<int64_t>(1, device::physicalShape2D(in).first);
  int64_t rowCores = std::max<int64_t>(1, context.intAttribute("num_cores_nhw", ceilDiv(height, shardHeight)));
  int64_t columns = std::max<int64_t>(1, ceilDiv(std::max<int64_t>(1, device::physicalShape2D(in).second), shardWidth));
  int64_t outPerCore = ceilDiv(window.outPixels(), rowCores);
  if (context.boolAttribute("is_out_tiled", true))
    outPerCore = roundUp(outPerCore, 32);
  HaloShare share = haloShare(window, rowCores, shardHeight, outPerCore);
  int64_t sticks = context.intAttribute("max_out_nsticks_per_core", share.sticks);
  double stick = static_cast<double>(shardWidth) * (in.layout.isTiled() ? 2.0 : elementBytes(in.layout.dataType));
  double local = static_cast<double>(std::max<int64_t>(0, sticks - share.remote)) * stick /
                 (2 * p.localCopyBytesPerCycle); // both data movement cores copy
  double remote = std::max(static_cast<double>(share.remote) * stick / p.haloRemoteBytesPerCycle,
                           static_cast<double>(share.remoteAll * columns) * stick / p.haloChipBytesPerCycle);
  // Zeros come in runs from a zeroed region; any other padding is written stick by stick.
  double pads = context.boolAttribute("pads_with_zero", true) ? 0 : static_cast<double>(share.pads) * p.haloPadStick;
  double untilize = 0;
  if (in.layout.isTiled()) {
    // tt-metal untilize_with_halo: pack_untilize up to eight tiles wide, the slow unpacker beyond.
    constexpr int64_t widestPackUntilize = 8;
    double width = static_cast<double>(ceilDiv(shardWidth, 32));
    untilize =
        static_cast<double>(ceilDiv(shardHeight, 32)) *
        (p.untilizeRow + width * (ceilDiv(shardWidth, 32) > widestPackUntilize ? p.untilizeWideTile : p.tilePass));
  }
  Runtime runtime;
  runtime.launchNs = context.ns(p.launch);
  runtime.computeNs = context.ns(untilize);
  runtime.nocNs = context.ns(local + remote);
  runtime.totalNs = runtime.launchNs + std::max(runtime.computeNs, runtime.nocNs);
  runtime.nocNs += context.ns(pads);
  runtime.totalNs += context.ns(pads);
  runtime.totalNs += p.overlapLoss * std::min(runtime.computeNs, runtime.nocNs);
  runtime.cores = rowCores * columns;
  context.explain(fmt::format("halo: {} sticks of {:.0f} B per core, {} from other cores: local {:.0f}, remote {:.0f}, "
                              "pads {:.0f}, untilize {:.0f} cycles",
                              sticks, stick, share.remote, local, remote, pads, untilize));
  return runtime;
}

/// One convolution program in tiles: M x K times K x N.
struct ConvProgram {
  int64_t m = 1, k = 1, n = 1;    ///< per core: M, K of the whole sum, N
  int64_t blockH = 1, blockK = 1; ///< activation block
  int64_t subblockH = 1, subblockW = 1;
  int64_t cores = 1, fidelity = 1;
  bool blockSharded = false;
  int64_t ownKShare = 1; ///< block sharded: activation columns are spread over this many cores
  double weightTileBytes = 1088, outTileBytes = 2048, sticksPerTileRow = 32;
  double stickBytes = 64;
  double dramBytes = 0;
};

Runtime convProgram(const Context &context, const ConvProgram &c) {
  const TimeParameters &p = context.p;
  double hBlocks = static_cast<double>(ceilDiv(c.m, c.blockH)), kBlocks = static_cast<double>(ceilDiv(c.k, c.blockK));
  double blocks = hBlocks * kBlocks;
  MatmulSchedule s;
  s.blockM = c.blockH;
  s.blockN = c.n;
  s.blockK = c.blockK;
  s.kTiles = c.k;
  s.fidelity = c.fidelity;
  s.in1TileBytes = c.weightTileBytes;
  s.subblockH = c.subblockH;
  s.subblockW = c.subblockW;
  s.outTileBytes = c.outTileBytes;
  keepPartials(context, s);
  double products = matmulBlockCycles(context, s);
  double actTiles = static_cast<double>(c.blockH * c.blockK);
  double tilize = actTiles * p.tilePass / static_cast<double>(c.ownKShare);
  double gather = static_cast<double>(c.blockH) * 32 * c.sticksPerTileRow *
                  (p.readIssue + c.stickBytes / p.localCopyBytesPerCycle) / static_cast<double>(c.ownKShare);
  double weights =
      static_cast<double>(c.blockK * c.n) * std::max(p.matmulReadIssue, c.weightTileBytes / p.matmulReadBytesPerCycle);
  double compute = products + tilize + p.convBlock;
  double total = 0;
  bool weightsAhead = context.boolAttribute("conv2d_config.enable_weights_double_buffer", false);
  if (c.blockSharded) {
    double multicast = actTiles * 2048 / p.multicastBytesPerCycle;
    double step =
        std::max({compute, gather, multicast, weightsAhead ? weights : 0}) + (weightsAhead ? 0 : weights) + p.blockSync;
    total = blocks * step;
  } else {
    // Weights stay after the first block row. Without a second buffer a block of them is fetched, then used.
    double later = std::max(compute, gather);
    double first = weightsAhead ? std::max(later, weights) : later + weights;
    total = kBlocks * first + (blocks - kBlocks) * later;
  }
  Runtime runtime;
  runtime.launchNs = context.ns(p.launch);
  runtime.computeNs = context.ns(blocks * compute);
  double bound = context.dramBound(c.dramBytes, 0, c.weightTileBytes);
  runtime.dramNs = std::max(bound, context.ns(weights * kBlocks * (c.blockSharded ? hBlocks : 1)));
  runtime.nocNs = context.ns(gather * blocks);
  runtime.totalNs = runtime.launchNs + std::max(context.ns(total), bound);
  runtime.dramBytes = static_cast<Bytes>(c.dramBytes);
  runtime.cores = c.cores;
  context.explain(fmt::format("convolution: per core {}x{}x{} tiles, block {}x{}, {} blocks: products {:.0f}, tilize "
                              "{:.0f}, gather {:.0f}, weights {:.0f} cycles",
                              c.m, c.k, c.n, c.blockH, c.blockK, blocks, products, tilize, gather, weights));
  return runtime;
}

ConvProgram planConv(const Context &context, const Window &window, MemoryLayout layout, int64_t rowCores,
                     int64_t columnCores, int64_t inChannels, int64_t tilesGiven, int64_t outPixels,
                     int64_t outChannels, DataType weightType, DataType outType) {
  ConvProgram c;
  auto positive = [&](const char *name, int64_t fallback) {
    return std::max<int64_t>(1, context.intAttribute(name, fallback));
  };
  auto tiles = [](int64_t elements) { return ceilDiv(std::max<int64_t>(1, elements), 32); };
  c.blockSharded = layout == MemoryLayout::BlockSharded || layout == MemoryLayout::WidthSharded;
  int64_t kTiles = tilesGiven > 0 ? tilesGiven : tiles(window.kernelH * window.kernelW * inChannels);
  c.k = kTiles;
  c.m = positive("conv2d_parallelization.per_core_out_matrix_height_ntile", ceilDiv(tiles(outPixels), rowCores));
  c.n = positive("conv2d_parallelization.per_core_out_matrix_width_ntile",
                 c.blockSharded ? ceilDiv(tiles(outChannels), columnCores) : tiles(outChannels));
  c.ownKShare = c.blockSharded ? std::max<int64_t>(1, columnCores) : 1;
  int64_t override = context.intAttribute("conv2d_config.act_block_h_override", 0);
  c.blockH = std::min(c.m, positive("conv2d_block.act_block_h_ntiles", override > 0 ? override / 32 : c.m));
  int64_t windowRow = tiles(window.kernelW * inChannels / c.ownKShare);
  c.blockK = std::min(c.k, positive("conv2d_block.act_block_w_ntiles", windowRow));
  auto [subH, subW] = chooseSubblock(c.blockH, c.n, fp32Accumulation(context) ? 4 : 8);
  c.subblockH = positive("conv2d_block.out_subblock_h_ntiles", subH);
  c.subblockW = positive("conv2d_block.out_subblock_w_ntiles", subW);
  c.cores = rowCores * columnCores;
  c.fidelity = fidelityPhases(context.query, weightType, outType);
  c.outTileBytes = static_cast<double>(device::tileBytes(outType));
  c.weightTileBytes = static_cast<double>(device::tileBytes(weightType));
  // Consecutive pixels of a window row are one read unless dilated.
  double kernelRows = static_cast<double>(c.blockK) / static_cast<double>(std::max<int64_t>(1, windowRow));
  double reads = window.dilationW > 1 ? static_cast<double>(window.kernelW) : 1;
  c.sticksPerTileRow = std::max(1.0 / 64, kernelRows) * reads;
  c.stickBytes = static_cast<double>(c.blockK) * 64 / c.sticksPerTileRow;
  c.dramBytes = static_cast<double>(kTiles * tiles(outChannels)) * c.weightTileBytes *
                (c.blockSharded ? static_cast<double>(ceilDiv(c.m, c.blockH)) : 1);
  return c;
}

/// conv2d_program: input is halo output, weights are prepared (K x N).
Runtime convDeviceProgram(const Context &context, const TensorSpec &weights, const TensorSpec &out) {
  Window window = windowOf(context);
  auto tiles = [](int64_t elements) { return ceilDiv(std::max<int64_t>(1, elements), 32); };
  int64_t rowCores =
      std::max<int64_t>(1, context.intAttribute("conv2d_parallelization.num_cores_nhw", shardCores(out)));
  int64_t columnCores = std::max<int64_t>(1, context.intAttribute("conv2d_parallelization.num_cores_c", 1));
  int64_t kTiles = tiles(heightOf(weights.shape));
  int64_t channels =
      std::max<int64_t>(1, heightOf(weights.shape) / std::max<int64_t>(1, window.kernelH * window.kernelW));
  int64_t pixels = std::max<int64_t>(1, device::physicalShape2D(out).first);
  ConvProgram c = planConv(context, window, out.layout.memoryLayout, rowCores, columnCores, channels, kTiles, pixels,
                           widthOf(out.shape), weights.layout.dataType, out.layout.dataType);
  return convProgram(context, c);
}

/// The layout that a convolution works on when the input's is not a sharded one.
TensorSpec shardedInput(const Context &context, const TensorSpec &in, const Window &window) {
  if (in.layout.isL1() && in.layout.isSharded())
    return in;
  TensorSpec sharded = in;
  std::string wanted = context.textAttribute("conv2d_config.shard_layout", "height_sharded");
  int64_t cores = context.chip.numCores();
  sharded.layout.bufferType = BufferType::L1;
  sharded.layout.cores.clear();
  sharded.layout.shardShape.reset();
  if (wanted == "block_sharded") {
    sharded.layout.memoryLayout = MemoryLayout::BlockSharded;
    sharded.layout.gridRows = context.chip.gridRows;
    sharded.layout.gridCols = std::min(context.chip.gridCols, ceilDiv(std::max<int64_t>(1, widthOf(in.shape)), 32));
  } else {
    sharded.layout.memoryLayout = MemoryLayout::HeightSharded;
    sharded.layout.gridRows = std::min(cores, ceilDiv(window.outPixels(), 32));
    sharded.layout.gridCols = 1;
  }
  return sharded;
}

std::optional<Runtime> moved(const Context &context, const TensorSpec &from, const device::TensorLayout &layout) {
  Query move;
  move.op = "to_memory_config";
  move.inputs = {from};
  move.outputs = {{from.shape, from.layout.dataType, layout}};
  return resharding(Context(move, context.chip, context.p, context.why));
}

/// A program leaves its result in the shards of its input, `sharded`: the time from there to `out`.
std::optional<Runtime> outOfShards(const Context &context, const TensorSpec &sharded, const TensorSpec &out) {
  TensorSpec result = out;
  result.layout = sharded.layout;
  result.layout.pageLayout = out.layout.pageLayout;
  result.layout.dataType = out.layout.dataType;
  result.layout.shardShape.reset();
  return moved(context, result, out.layout);
}

/// conv2d of the IR: reshard if needed, halo, program.
std::optional<Runtime> conv2d(const Context &context, const TensorSpec &in, const TensorSpec &weights,
                              const TensorSpec &out) {
  Window window = windowOf(context);
  int64_t inChannels = std::max<int64_t>(1, context.intAttribute("in_channels", widthOf(in.shape)));
  int64_t outChannels = std::max<int64_t>(1, context.intAttribute("out_channels", widthOf(out.shape)));
  int64_t groups = std::max<int64_t>(1, context.intAttribute("groups", 1));
  TensorSpec sharded = shardedInput(context, in, window);
  Runtime total;
  auto add = [&](const Runtime &part) { total = sequence(total, part); };
  if (!(sharded == in)) {
    if (std::optional<Runtime> part = moved(context, in, sharded.layout))
      add(*part);
  }
  auto addOutput = [&] {
    if (out.layout.isSharded())
      return;
    if (std::optional<Runtime> part = outOfShards(context, sharded, out))
      add(*part);
  };
  // A 1x1 window without stride or padding is a matrix product of pixels and channels.
  bool pointwise = window.kernelH == 1 && window.kernelW == 1 && window.strideH == 1 && window.strideW == 1 &&
                   window.padTop + window.padBottom + window.padLeft + window.padRight == 0;
  if (pointwise && groups == 1) {
    Query product = context.query;
    product.op = "matmul";
    TensorSpec pixels = sharded, kernel = weights;
    pixels.shape = {1, 1, window.outPixels(), inChannels};
    pixels.layout.pageLayout = device::PageLayout::Tile;
    kernel.shape = {inChannels, outChannels};
    kernel.layout.pageLayout = device::PageLayout::Tile;
    kernel.layout.bufferType = BufferType::DRAM;
    kernel.layout.memoryLayout = MemoryLayout::Interleaved;
    TensorSpec result = sharded;
    result.shape = {1, 1, window.outPixels(), outChannels};
    result.layout.dataType = out.layout.dataType;
    result.layout.pageLayout = device::PageLayout::Tile;
    result.layout.shardShape.reset();
    product.inputs = {pixels, kernel};
    product.outputs = {{result.shape, result.layout.dataType, result.layout}};
    Context inner(product, context.chip, context.p, context.why);
    add(matmulRuntime(inner, planMatmul(inner)));
    addOutput();
    return total;
  }
  if (!pointwise)
    add(halo(context, sharded, window));
  auto [shardHeight, shardWidth] = device::shardShape2D(sharded);
  auto [height, width] = device::physicalShape2D(sharded);
  int64_t rowCores = std::max<int64_t>(1, ceilDiv(std::max<int64_t>(1, height), std::max<int64_t>(1, shardHeight)));
  int64_t columnCores = std::max<int64_t>(1, ceilDiv(std::max<int64_t>(1, width), std::max<int64_t>(1, shardWidth)));
  rowCores = std::min(rowCores, ceilDiv(window.outPixels(), 32));
  // Grouped convolutions run with weights padded by zeros to all input channels of a group's tile.
  int64_t effective = groups == 1 ? inChannels : std::min(inChannels, std::max<int64_t>(32, inChannels / groups));
  ConvProgram c = planConv(context, window, sharded.layout.memoryLayout, rowCores, columnCores, effective, 0,
                           window.outPixels(), outChannels, weights.layout.dataType, out.layout.dataType);
  add(convProgram(context, c));
  addOutput();
  return total;
}

/// Windows reduced one output pixel at a time, 32 channels together.
Runtime poolProgram(const Context &context, const TensorSpec &out, int64_t cores) {
  Window window = windowOf(context);
  double pixels = static_cast<double>(ceilDiv(window.outPixels(), std::max<int64_t>(1, cores)));
  // With width shards every core has all pixels of its channels.
  bool byWidth = out.layout.isL1() && out.layout.memoryLayout == MemoryLayout::WidthSharded;
  if (byWidth)
    pixels = static_cast<double>(window.outPixels());
  double channelTiles = static_cast<double>(tilesOf(byWidth ? device::shardShape2D(out).second : widthOf(out.shape)));
  double large = std::max(1.0, static_cast<double>(window.kernelH * window.kernelW) / 16);
  double indices = context.boolAttribute("return_indices", false) ? 4 : 1;
  Pipeline pipeline;
  pipeline.items = pixels;
  pipeline.cores = cores;
  pipeline.compute = context.ns(channelTiles * large * indices * context.p.poolWindow);
  return context.run(pipeline);
}

/// Each input row is written once per output row it feeds.
Runtime upsample(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  Pipeline pipeline;
  int64_t inPages = pageCount(in);
  pipeline.cores = in.layout.isSharded() ? shardCores(in) : std::min(context.chip.numCores(), inPages);
  double perIn = static_cast<double>(pageCount(out)) / static_cast<double>(inPages);
  pipeline.items = static_cast<double>(ceilDiv(inPages, pipeline.cores));
  pipeline.read =
      in.layout.isSharded() ? 0 : context.read({inDram(in) ? Place::Dram : Place::RemoteL1, 1, pageBytes(in), 1});
  pipeline.write = context.write({placeOf(out.layout), perIn, pageBytes(out), perIn});
  pipeline.readFromDram = inDram(in);
  pipeline.writeToDram = inDram(out);
  pipeline.dramReadBytes = inDram(in) ? bytesOf(in) : 0;
  pipeline.dramWriteBytes = inDram(out) ? bytesOf(out) : 0;
  return context.run(pipeline);
}

/// Four neighbours of every sampled point are read and blended.
Runtime gridSample(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  double stick = pageBytes(in);
  double points = std::max(1.0, bytesOf(out) / std::max(1.0, stick));
  Pipeline pipeline;
  pipeline.cores = context.chip.numCores();
  pipeline.items = std::ceil(points / static_cast<double>(pipeline.cores));
  pipeline.read =
      context.read({inDram(in) ? Place::Dram : Place::RemoteL1, 4, stick, 4}) + context.ns(context.p.gridSampleStick);
  pipeline.write = context.write({placeOf(out.layout), 1, stick, 1});
  pipeline.readFromDram = inDram(in);
  pipeline.writeToDram = inDram(out);
  pipeline.dramWriteBytes = inDram(out) ? bytesOf(out) : 0;
  return context.run(pipeline);
}

} // namespace

std::optional<Runtime> time::window(const Context &context) {
  const Query &query = context.query;
  const std::string &op = query.op;
  if (query.inputs.empty())
    return std::nullopt;
  const TensorSpec &in = query.inputs.front();
  TensorSpec out = context.output();
  if (op == "halo")
    return halo(context, in, windowOf(context));
  if (op == "conv2d_program" && query.inputs.size() >= 2)
    return convDeviceProgram(context, query.inputs[1], out);
  if ((op == "conv2d" || op == "conv_transpose2d" || op == "conv3d") && query.inputs.size() >= 2) {
    std::optional<Runtime> runtime = conv2d(context, in, query.inputs[1], out);
    if (runtime)
      runtime->dramBytes += biasBytesInDram(context);
    return runtime;
  }
  if (op == "pool2d_program")
    return poolProgram(context, out, shardCores(out));
  if (op == "max_pool2d" || op == "avg_pool2d" || op == "max_pool2d_with_indices") {
    Window window = windowOf(context);
    TensorSpec sharded = shardedInput(context, in, window);
    // A maximum pads with minus infinity.
    Query padded = context.query;
    padded.attributes["pads_with_zero"] = op == "avg_pool2d";
    Runtime total = halo(Context(padded, context.chip, context.p, context.why), sharded, window);
    if (!(sharded == in)) {
      if (std::optional<Runtime> part = moved(context, in, sharded.layout))
        total = sequence(*part, total);
    }
    total = sequence(total, poolProgram(context, out, shardCores(sharded)));
    if (out.layout.isSharded())
      return total;
    std::optional<Runtime> part = outOfShards(context, sharded, out);
    return part ? sequence(total, *part) : total;
  }
  if (op == "upsample")
    return upsample(context, in, out);
  if (op == "grid_sample")
    return gridSample(context, in, out);
  if (op.starts_with("prepare_conv"))
    return nothing(); // done once, on the host, before the model runs
  return std::nullopt;
}

//===- LayoutResharding.cpp - Time of moving a tensor to another layout ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between shards, every core reads its tiles from the cores that hold them; half of its reads go over each of the two
// networks. Routes are dimension-ordered on a torus (network 0: x then y, rising; network 1: y then x, falling), so
// the load of every link follows from the two layouts:
//
//   time = start + max over links, readers and sources of bytes / rate
//
//===----------------------------------------------------------------------===//
#include "Context.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::time;

namespace {

/// Network coordinates of the worker grid: Wormhole 10x12 with DRAM and Ethernet columns 0 and 5 and rows 0 and 6;
/// Blackhole 17x12 with columns 0, 8 and 9 and rows 0 and 1 in other use (tt-npe's device models).
struct Fabric {
  int64_t width, height;
  bool blackhole;
  int64_t x(int64_t column) const { return blackhole ? column + (column < 7 ? 1 : 3) : column + (column < 4 ? 1 : 2); }
  int64_t y(int64_t row) const { return blackhole ? row + 2 : row + (row < 5 ? 1 : 2); }
};

struct Loads {
  int64_t width, height;
  std::vector<double> bytes; ///< [network][axis][y][x]
  Loads(int64_t width, int64_t height) : width(width), height(height), bytes(static_cast<size_t>(4 * width * height)) {}
  double &at(int network, int axis, int64_t x, int64_t y) {
    return bytes[static_cast<size_t>(((network * 2 + axis) * height + y) * width + x)];
  }
  void route(int network, int64_t fromX, int64_t fromY, int64_t toX, int64_t toY, double amount) {
    auto walkX = [&](int64_t y) {
      for (int64_t x = fromX; x != toX; x = (x + (network == 0 ? 1 : width - 1)) % width)
        at(network, 0, x, y) += amount;
    };
    auto walkY = [&](int64_t x) {
      for (int64_t y = fromY; y != toY; y = (y + (network == 0 ? 1 : height - 1)) % height)
        at(network, 1, x, y) += amount;
    };
    if (network == 0) {
      walkX(fromY);
      walkY(toX);
    } else {
      walkY(fromX);
      walkX(toY);
    }
  }
  double worst() const { return *std::max_element(bytes.begin(), bytes.end()); }
};

/// Which core holds which block of the collapsed tensor.
struct ShardGrid {
  int64_t height = 1, width = 1; ///< shard, elements
  int64_t columns = 1, gridColumns = 1;
  MemoryLayout layout = MemoryLayout::HeightSharded;
  bool columnMajor = false;
  int64_t chipColumns = 8, chipRows = 8;

  /// (column, row) of the core of shard (i, j).
  std::pair<int64_t, int64_t> core(int64_t i, int64_t j) const {
    if (layout == MemoryLayout::BlockSharded) {
      auto pair = columnMajor ? std::pair{i, j} : std::pair{j, i};
      return {pair.first % chipColumns, pair.second % chipRows};
    }
    int64_t linear = i * columns + j;
    return {linear % gridColumns % chipColumns, linear / gridColumns % chipRows};
  }
};

ShardGrid shardGrid(const Context &context, const TensorSpec &tensor) {
  ShardGrid grid;
  auto [height, width] = device::shardShape2D(tensor);
  grid.height = std::max<int64_t>(1, height);
  grid.width = std::max<int64_t>(1, width);
  grid.columns =
      std::max<int64_t>(1, ceilDiv(std::max<int64_t>(1, device::physicalShape2D(tensor).second), grid.width));
  grid.layout = tensor.layout.memoryLayout;
  grid.columnMajor = tensor.layout.orientation == device::Orientation::ColMajor;
  grid.chipColumns = context.chip.gridCols;
  grid.chipRows = context.chip.gridRows;
  grid.gridColumns = context.chip.gridCols;
  // A placement given as one rectangle is filled row by row; a grid attribute gives the shape of that rectangle.
  if (tensor.layout.cores.size() == 1)
    grid.gridColumns = std::max<int64_t>(1, tensor.layout.cores[0].endX - tensor.layout.cores[0].startX + 1);
  return grid;
}

Runtime betweenShards(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  ShardGrid from = shardGrid(context, in), to = shardGrid(context, out);
  auto [height, width] = device::physicalShape2D(out);
  bool blackhole = context.chip.arch == Arch::Blackhole;
  Fabric fabric{blackhole ? 17 : 10, 12, blackhole};
  if (context.chip.gridCols > fabric.width - 3 || context.chip.gridRows > 10)
    fabric = {context.chip.gridCols + 3, context.chip.gridRows + 2, blackhole};
  Loads loads(fabric.width, fabric.height);
  double elementSize = elementBytes(out.layout.dataType);
  // Pieces are the intersections of source and target shards.
  int64_t toRows = ceilDiv(std::max<int64_t>(1, height), to.height),
          toColumns = ceilDiv(std::max<int64_t>(1, width), to.width);
  std::vector<double> sent(static_cast<size_t>(fabric.width * fabric.height)), received(sent.size());
  int64_t cores = toRows * toColumns;
  if (cores > 4096 || height <= 0 || width <= 0)
    return Runtime{};
  // Shards of a few elements would be billions of pieces: neighbours count as one until the pieces are few enough.
  constexpr int64_t mostPieces = 1 << 16;
  int64_t sourceHeight = from.height, sourceWidth = from.width;
  for (;;) {
    int64_t pieceRows = ceilDiv(height, sourceHeight) + 2 * toRows,
            pieceColumns = ceilDiv(width, sourceWidth) + 2 * toColumns;
    if (pieceRows <= mostPieces / pieceColumns)
      break;
    bool tall = ceilDiv(height, sourceHeight) > 1 && (pieceRows >= pieceColumns || sourceWidth >= width);
    (tall ? sourceHeight : sourceWidth) *= 2;
  }
  for (int64_t i = 0; i < toRows; ++i)
    for (int64_t j = 0; j < toColumns; ++j) {
      auto [column, row] = to.core(i, j);
      int64_t toX = fabric.x(column), toY = fabric.y(row);
      int64_t top = i * to.height, bottom = std::min(height, top + to.height);
      int64_t left = j * to.width, right = std::min(width, left + to.width);
      int64_t pageRows = out.layout.isTiled() ? 32 : 1;
      // Reads go page by page in row order: the first half over network 0, the rest over network 1, in runs of two.
      double pageElements = out.layout.isTiled() ? 1024 : static_cast<double>(right - left);
      double pages = static_cast<double>((bottom - top) * (right - left)) / pageElements, seen = 0;
      double firstHalf = 2 * std::ceil(pages / 4) * pageElements;
      // Pieces end at the borders of source shards and where the networks change.
      int64_t halfRows = bottom - top <= pageRows ? bottom - top : roundUp(ceilDiv(bottom - top, 2), pageRows);
      int64_t halfColumns = bottom - top <= pageRows ? roundUp(ceilDiv(right - left, 2), 32) : right - left;
      for (int64_t y = top; y < bottom;) {
        int64_t nextY =
            std::min({bottom, (y / sourceHeight + 1) * sourceHeight, y < top + halfRows ? top + halfRows : bottom});
        for (int64_t x = left; x < right;) {
          int64_t nextX = std::min(
              {right, (x / sourceWidth + 1) * sourceWidth, x < left + halfColumns ? left + halfColumns : right});
          auto [sourceColumn, sourceRow] = from.core(y / from.height, x / from.width);
          double elements = static_cast<double>((nextY - y) * (nextX - x));
          int64_t fromX = fabric.x(sourceColumn), fromY = fabric.y(sourceRow);
          double bytes = elements * elementSize;
          received[static_cast<size_t>(toY * fabric.width + toX)] += bytes;
          if (fromX != toX || fromY != toY) {
            sent[static_cast<size_t>(fromY * fabric.width + fromX)] += bytes;
            loads.route(seen < firstHalf ? 0 : 1, fromX, fromY, toX, toY, bytes);
          }
          seen += elements;
          x = nextX;
        }
        y = nextY;
      }
    }
  const TimeParameters &p = context.p;
  double link = loads.worst() / p.linkBytesPerCycle;
  double reader = *std::max_element(received.begin(), received.end()) / p.reshardReadBytesPerCycle;
  double source = *std::max_element(sent.begin(), sent.end()) / p.reshardSourceBytesPerCycle;
  Runtime runtime;
  runtime.launchNs = context.ns(p.reshardStart);
  runtime.nocNs = context.ns(std::max({link, reader, source}));
  runtime.totalNs = runtime.launchNs + runtime.nocNs;
  runtime.cores = cores;
  context.explain(fmt::format("busiest link {:.0f}, reader {:.0f}, source {:.0f} cycles", link, reader, source));
  return runtime;
}

/// One core's shard as pages: tiles, or sticks of the shard's width.
std::pair<double, double> shardPages(const TensorSpec &tensor) {
  auto [height, width] = device::shardShape2D(tensor);
  height = std::max<int64_t>(height, 1);
  width = std::max<int64_t>(width, 1);
  if (tensor.layout.isTiled())
    return {static_cast<double>(ceilDiv(height, 32) * ceilDiv(width, 32)),
            static_cast<double>(device::tileBytes(tensor.layout.dataType))};
  return {static_cast<double>(height), static_cast<double>(width) * elementBytes(tensor.layout.dataType)};
}

Runtime intoShards(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  const TimeParameters &p = context.p;
  auto [pages, bytes] = shardPages(out);
  if (out.layout.isTiled()) // tiles travel in the type they come in
    bytes = static_cast<double>(device::tileBytes(in.layout.dataType));
  Runtime runtime;
  runtime.cores = shardCores(out);
  runtime.launchNs = context.ns(inDram(in) ? p.reshardStart : p.l1ShardStart);
  double total = 0;
  bool isBlock = out.layout.memoryLayout == MemoryLayout::BlockSharded;
  int64_t columns = isBlock                        ? std::max<int64_t>(1, out.layout.gridCols)
                    : out.layout.cores.size() == 1 ? out.layout.cores[0].endX - out.layout.cores[0].startX + 1
                                                   : std::min(runtime.cores, context.chip.gridCols);
  if (out.layout.isTiled()) {
    // All tiles of the shard behind one barrier; a core, its column of the network and the banks share the work
    // (soft maximum: contention starts before saturation).
    double all = static_cast<double>(tileCount(out)) * bytes;
    double core = pages * bytes / (inDram(in) ? p.tileStreamBytesPerCycle : p.localCopyBytesPerCycle);
    double column = all / static_cast<double>(columns) / (inDram(in) ? p.columnBytesPerCycle : p.columnL1BytesPerCycle);
    double banks = inDram(in) ? context.dramBound(all, 0, bytes) * context.chip.clockGHz : 0;
    double soft = Context::softMaximum(core, Context::softMaximum(column, banks));
    total = context.ns(soft) + (inDram(in) ? p.dramLatencyNs : context.ns(p.l1Latency));
    runtime.dramNs = inDram(in) ? total : 0;
  } else {
    // Rows whose pieces start where the DRAM alignment wants them are all under way behind one barrier; else each goes
    // through a scratch page with barriers of its own. Blackhole always takes the slow way
    // (tt-metal's reader of rows that are not aligned).
    bool aligned = context.chip.dramAlignmentBytes <= 32 && static_cast<int64_t>(bytes) % 32 == 0;
    Place place = inDram(in) ? Place::Dram : Place::RemoteL1;
    total = aligned ? context.readSticks(place, pages, bytes, pages) : pages * p.stickBarrierNs;
    // Cores that hold whole rows start at one bank and follow each other; those of blocks share their columns' links.
    double together = isBlock ? p.columnL1BytesPerCycle * static_cast<double>(columns) : context.scatterRate();
    if (!inDram(in))
      total = Context::softMaximum(total, context.ns(bytesOf(out) / together));
    runtime.dramNs = inDram(in) ? std::max(total, context.dramBound(bytesOf(in), 0, pageBytes(in))) : 0;
    total = std::max(total, runtime.dramNs);
  }
  runtime.nocNs = inDram(in) ? 0 : total;
  runtime.dramBytes = inDram(in) ? static_cast<Bytes>(bytesOf(out)) : 0;
  runtime.totalNs = runtime.launchNs + total;
  return runtime;
}

/// `stickCycles`: what a stick costs beyond its write.
Runtime outOfShards(const Context &context, const TensorSpec &in, const TensorSpec &out, double stickCycles) {
  auto [pages, bytes] = shardPages(in);
  Pipeline pipeline;
  pipeline.cores = shardCores(in);
  // A cut into the middle of a tensor is written tile by tile; a whole shard behind one barrier.
  bool cut = stickCycles > 0;
  pipeline.movesOnly = true;
  if (!cut && in.layout.isTiled() && !inDram(out)) {
    // Into interleaved L1: a barrier per tile, and all cores meet on the network.
    double tile =
        context.ns(std::max(context.p.writeIssue, bytes / context.p.writeBytesPerCycle)) + context.p.writeLatencyNs;
    double all = static_cast<double>(pipeline.cores) * pages * bytes / context.scatterRate();
    pipeline.write = Context::softMaximum(pages * tile, context.ns(all));
    return context.run(pipeline);
  }
  pipeline.write = context.write({inDram(out) ? Place::Dram : Place::RemoteL1, pages, bytes,
                                  cut && in.layout.isTiled() ? 1 : pages}) +
                   (in.layout.isTiled() ? 0 : context.ns(pages * stickCycles));
  pipeline.writeToDram = inDram(out);
  pipeline.dramWriteBytes = inDram(out) ? bytesOf(in) : 0;
  return context.run(pipeline);
}

} // namespace

std::optional<Runtime> time::resharding(const Context &context) {
  const std::string &op = context.query.op;
  if (context.query.inputs.empty())
    return std::nullopt;
  const TensorSpec &in = context.query.inputs.front();
  TensorSpec out = context.output();
  bool fromShards = in.layout.isL1() && in.layout.isSharded(), toShards = out.layout.isL1() && out.layout.isSharded();
  if (op == "slice_write" && fromShards)
    return outOfShards(context, in, out, context.p.stickCopy);
  if (op == "padded_slice") {
    // Pages of the cut part into shards, untilized on the way when the input is tiled.
    TensorSpec landed = out;
    landed.layout.pageLayout = in.layout.pageLayout;
    auto [height, width] = device::shardShape2D(out);
    double sticks = static_cast<double>(std::max<int64_t>(1, height));
    double compute = sticks * context.p.stickCopy;
    if (in.layout.isTiled()) {
      // The writer picks the sticks out of untilized rows, one read each, and fills what they lack word by word.
      double tiles = static_cast<double>(ceilDiv(std::max<int64_t>(1, width), 32));
      double stick = static_cast<double>(std::max<int64_t>(1, width)) * elementBytes(out.layout.dataType);
      double lacking = static_cast<double>(std::max<int64_t>(0, widthOf(out.shape) - widthOf(in.shape)));
      double pick =
          std::max(context.p.readIssue, stick / context.p.readBytesPerCycle) + lacking * 2 * context.p.fillWord;
      // Columns that begin inside a tile are picked one by one: each waits for its own barrier.
      bool cutsTiles = width % 32 != 0 && width < widthOf(out.shape);
      if (cutsTiles)
        pick += context.p.localReadLatency;
      compute = std::max(std::ceil(sticks / 32) * (context.p.untilizeRow + tiles * context.p.tilePass), sticks * pick);
    }
    Runtime runtime;
    if (in.layout.isTiled())
      runtime = intoShards(context, in, landed);
    else
      runtime.launchNs = runtime.totalNs = context.ns(context.p.launch);
    runtime.cores = shardCores(out);
    runtime.computeNs = context.ns(compute);
    runtime.totalNs = std::max(runtime.totalNs, runtime.launchNs + runtime.computeNs);
    return runtime;
  }
  if (op != "to_memory_config" && op != "interleaved_to_sharded" && op != "sharded_to_interleaved" && op != "reshard" &&
      op != "interleaved_to_sharded_partial" && op != "sharded_to_interleaved_partial")
    return std::nullopt;
  if (in == out)
    return nothing();
  if (fromShards && toShards)
    return betweenShards(context, in, out);
  if (toShards)
    return intoShards(context, in, out);
  if (fromShards)
    return outOfShards(context, in, out, 0);
  // Interleaved to interleaved: a copy between memories.
  Pipeline pipeline;
  int64_t pages = pageCount(out);
  pipeline.cores = std::min(context.chip.numCores(), pages);
  pipeline.items = static_cast<double>(ceilDiv(pages, pipeline.cores));
  pipeline.read = context.read({inDram(in) ? Place::Dram : Place::RemoteL1, 1, pageBytes(in), 1});
  pipeline.write = context.write({inDram(out) ? Place::Dram : Place::RemoteL1, 1, pageBytes(out), 1});
  pipeline.readFromDram = inDram(in);
  pipeline.writeToDram = inDram(out);
  pipeline.dramReadBytes = inDram(in) ? bytesOf(in) : 0;
  pipeline.dramReadPageBytes = pageBytes(in);
  pipeline.dramWriteBytes = inDram(out) ? bytesOf(out) : 0;
  return context.run(pipeline);
}

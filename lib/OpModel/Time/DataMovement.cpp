//===- DataMovement.cpp - Time of ops that only rearrange -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whole pages stream; what crosses tile boundaries is moved line by line (16 elements of a face, one write each) by
// the data movement cores, and that is what such ops cost.
//
//===----------------------------------------------------------------------===//
#include "Context.h"

#include <algorithm>
#include <set>
#include <string>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::time;

namespace {

/// Page by page from `in` to `out`, `pages` in all, with `computeCycles` per page; the reader spends `walkCycles` to
/// find the next one.
Runtime streamPages(const Context &context, const TensorSpec &in, const TensorSpec &out, int64_t pages,
                    double computeCycles, double pagesPerBarrier = 1, double walkCycles = 0) {
  Pipeline pipeline;
  pages = std::max<int64_t>(pages, 1);
  pipeline.cores = std::min(context.chip.numCores(), pages);
  double perCore = static_cast<double>(ceilDiv(pages, pipeline.cores));
  double group = std::min(pagesPerBarrier, perCore);
  pipeline.items = std::max(1.0, perCore / group);
  Place from = inDram(in) ? Place::Dram : Place::RemoteL1, to = inDram(out) ? Place::Dram : Place::RemoteL1;
  double bytes = std::min(pageBytes(in), pageBytes(out));
  if (in.layout.isTiled())
    bytes = pageBytes(in);
  pipeline.read = context.read({from, group, bytes, group}) + context.ns(walkCycles * group);
  pipeline.write = context.write({to, group, pageBytes(out), group});
  pipeline.compute = context.ns(computeCycles * group);
  pipeline.readFromDram = from == Place::Dram;
  pipeline.writeToDram = to == Place::Dram;
  if (pipeline.readFromDram)
    pipeline.dramReadBytes = static_cast<double>(pages) * bytes;
  pipeline.dramReadPageBytes = bytes;
  if (pipeline.writeToDram)
    pipeline.dramWriteBytes = static_cast<double>(pages) * pageBytes(out);
  return context.run(pipeline);
}

/// Rows of tiles change places: every output tile is written line by line, its padding included; every input tile is
/// read once.
Runtime moveRows(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  int64_t inTiles = tileCount(in), outTiles = tileCount(out), cores = context.chip.numCores();
  Pipeline pipeline;
  pipeline.cores = std::min(cores, std::max(inTiles, outTiles));
  Place from = inDram(in) ? Place::Dram : Place::RemoteL1;
  double perCoreIn = static_cast<double>(ceilDiv(inTiles, cores)),
         perCoreOut = static_cast<double>(ceilDiv(outTiles, cores));
  pipeline.items = perCoreIn;
  pipeline.read = context.read({from, 1, pageBytes(in), 1});
  double lines = 64; // two faces wide, 32 rows
  pipeline.write = perCoreOut / perCoreIn * lines * context.p.lineWriteNs;
  pipeline.extraLaunchCycles = context.p.rowMoveStartNs * context.chip.clockGHz;
  pipeline.readFromDram = from == Place::Dram;
  pipeline.writeToDram = inDram(out);
  if (pipeline.readFromDram)
    pipeline.dramReadBytes = bytesOf(in);
  pipeline.dramReadPageBytes = pageBytes(in);
  if (pipeline.writeToDram)
    pipeline.dramWriteBytes = bytesOf(out);
  return context.run(pipeline);
}

/// Every core writes its share on its own, `cycles` for the chip's whole work.
Runtime scatteredWrites(const Context &context, const TensorSpec &in, const TensorSpec &out, double cycles) {
  Pipeline pipeline;
  pipeline.cores = context.chip.numCores();
  pipeline.items = 1;
  pipeline.write = context.ns(cycles / static_cast<double>(pipeline.cores));
  pipeline.writeToDram = inDram(out);
  pipeline.dramReadBytes = inDram(in) ? bytesOf(in) : 0;
  pipeline.dramReadPageBytes = pageBytes(in);
  pipeline.dramWriteBytes = inDram(out) ? bytesOf(out) : 0;
  return context.run(pipeline);
}

double elementsWritten(const TensorSpec &out) {
  return static_cast<double>(out.layout.isTiled() ? tileCount(out) * 1024 : volume(out.shape));
}

/// The last dimension moves: blocks of 32 x 32 are turned and written line by line; shorter sticks are shorter lines,
/// and tiles have lines of 16.
Runtime permuteLines(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  int64_t line = out.layout.isTiled() ? 16 : std::min<int64_t>({32, widthOf(in.shape), widthOf(out.shape)});
  double lines = elementsWritten(out) / static_cast<double>(std::max<int64_t>(1, line));
  return scatteredWrites(context, in, out, lines * context.p.gatherLine);
}

/// An index decides for every element: load it, load the value, store.
Runtime gatherElements(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  return scatteredWrites(context, in, out, elementsWritten(out) * 3 * context.p.fillWord);
}

/// Tiles of the input that the first output tile takes rows from, and rows that carry data.
std::pair<int64_t, int64_t> sourceTilesOfTile(const TensorSpec &in, const TensorSpec &out) {
  int64_t outWidth = std::max<int64_t>(1, widthOf(out.shape)), outRows = std::max<int64_t>(1, heightOf(out.shape));
  int64_t inWidth = std::max<int64_t>(1, widthOf(in.shape)), inRows = std::max<int64_t>(1, heightOf(in.shape));
  int64_t rows = std::min<int64_t>(32, outRows);
  std::set<std::tuple<int64_t, int64_t, int64_t>> tiles;
  for (int64_t row = 0; row < rows; ++row) {
    int64_t position = row * outWidth;
    int64_t line = position / inWidth;
    tiles.insert({line / inRows, line % inRows / 32, position % inWidth / 32});
  }
  return {static_cast<int64_t>(tiles.size()), rows};
}

Runtime reshape(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  if (isView(in, out))
    return nothing();
  if (!out.layout.isTiled() || !in.layout.isTiled()) {
    // Stick by stick through a scratch page; the smaller sticks decide.
    const TensorSpec &small = pageCount(in) > pageCount(out) ? in : out;
    return streamPages(context, small, small, pageCount(small), context.p.stickCopy);
  }
  auto [sources, rows] = sourceTilesOfTile(in, out);
  int64_t tiles = tileCount(out);
  Pipeline pipeline;
  pipeline.cores = std::min(context.chip.numCores(), tiles);
  pipeline.items = static_cast<double>(ceilDiv(tiles, pipeline.cores));
  Place from = inDram(in) ? Place::Dram : Place::RemoteL1;
  // Source tiles are fetched one by one, then the writer assembles the tile line by line.
  pipeline.read =
      context.read({from, static_cast<double>(sources), pageBytes(in), 1}) + context.ns(context.p.reshapeTile);
  pipeline.write = context.ns(static_cast<double>(rows) * 2 * context.p.gatherLine);
  double serial = pipeline.read + pipeline.write;
  pipeline.read = serial;
  pipeline.write = 0;
  pipeline.readFromDram = from == Place::Dram;
  pipeline.dramReadBytes = inDram(in) ? static_cast<double>(sources * tiles) * pageBytes(in) : 0;
  pipeline.dramWriteBytes = inDram(out) ? bytesOf(out) : 0;
  return context.run(pipeline);
}

/// Tiled slice and concat stream tiles; row-major ones copy sticks through a scratch page, many per barrier.
Runtime streamOrCopySticks(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  if (context.query.inputs.size() == 1 && in == out)
    return nothing();
  if (out.layout.isTiled())
    return streamPages(context, in, out, pageCount(out), 0, 1, context.p.readIssue);
  return streamPages(context, out, out, pageCount(out), context.p.stickCopy, 32);
}

/// Own shard into own shard, or pages.
Runtime copy(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  if (in.layout.isSharded() && in.layout.isL1() && out.layout.isSharded() && out.layout.isL1()) {
    Pipeline pipeline;
    auto [height, width] = device::shardShape2D(out);
    pipeline.cores = shardCores(out);
    double bytes = static_cast<double>(height) * static_cast<double>(width) * elementBytes(out.layout.dataType);
    pipeline.read = context.read({Place::LocalL1, 1, bytes, 1});
    pipeline.movesOnly = true;
    return context.run(pipeline);
  }
  if (context.query.op != "move" || inDram(in) || inDram(out))
    return streamPages(context, in, out, pageCount(out), 0);
  // Places may overlap: all cores have read before the first one writes.
  int64_t pages = pageCount(out);
  Pipeline pipeline;
  pipeline.cores = std::min(context.chip.numCores(), pages);
  double perCore = static_cast<double>(ceilDiv(pages, pipeline.cores));
  pipeline.read = context.read({Place::RemoteL1, perCore, pageBytes(in), 1});
  pipeline.write = context.write({Place::RemoteL1, perCore, pageBytes(out), 1});
  return context.run(pipeline);
}

Runtime transpose(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  int64_t rank = static_cast<int64_t>(in.shape.size());
  int64_t dim0 = context.intAttribute("dim0", rank - 2), dim1 = context.intAttribute("dim1", rank - 1);
  auto fromEnd = [&](int64_t dim) { return dim < 0 ? -dim : rank - dim; };
  int64_t low = std::min(fromEnd(dim0), fromEnd(dim1)), high = std::max(fromEnd(dim0), fromEnd(dim1));
  if (low == 1 && high == 2 && in.layout.isTiled())
    return streamPages(context, in, out, tileCount(out), context.p.tilePass);
  if (low >= 3)
    return streamPages(context, in, out, pageCount(out), 0);
  if (low == 2 && in.layout.isTiled())
    return moveRows(context, in, out);
  if (low == 2)
    return streamPages(context, in, out, pageCount(out), 0);
  return permuteLines(context, in, out);
}

/// Dimensions other than 1 stay in their order.
bool keepsOrder(const std::vector<int64_t> &order, const std::vector<int64_t> &shape) {
  int64_t last = -1;
  for (int64_t dim : order) {
    if (dim < 0 || dim >= static_cast<int64_t>(shape.size()))
      return false;
    if (shape[static_cast<size_t>(dim)] == 1)
      continue;
    if (dim < last)
      return false;
    last = dim;
  }
  return order.size() == shape.size();
}

Runtime permute(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  std::vector<int64_t> order = context.listAttribute("permutation");
  int64_t rank = static_cast<int64_t>(order.size());
  if (keepsOrder(order, in.shape) && isView(in, out))
    return nothing();
  if (rank < 2 || (order[rank - 1] == rank - 1 && order[rank - 2] == rank - 2))
    return streamPages(context, in, out, pageCount(out), 0);
  if (order[rank - 1] == rank - 1)
    return in.layout.isTiled() ? moveRows(context, in, out) : streamPages(context, in, out, pageCount(out), 0);
  bool swapsLastTwo = order[rank - 1] == rank - 2 && order[rank - 2] == rank - 1;
  if (swapsLastTwo && in.layout.isTiled())
    return streamPages(context, in, out, tileCount(out), context.p.tilePass);
  return permuteLines(context, in, out);
}

/// Rows of a table picked by an index tensor.
Runtime embedding(const Context &context, const TensorSpec &indices, const TensorSpec &table, const TensorSpec &out) {
  int64_t rows = std::max<int64_t>(1, volume(indices.shape));
  double stick = static_cast<double>(std::max<int64_t>(1, widthOf(table.shape))) * elementBytes(table.layout.dataType);
  Pipeline pipeline;
  // Work is split by rows of index tiles (32 indices), or by blocks of 32 of row-major indices.
  pipeline.cores = std::min(context.chip.numCores(), std::max<int64_t>(1, ceilDiv(rows, 16)));
  pipeline.items = static_cast<double>(ceilDiv(rows, pipeline.cores));
  pipeline.read = context.read({inDram(table) ? Place::Dram : Place::RemoteL1, 1, stick, 1});
  pipeline.write = context.write({inDram(out) ? Place::Dram : Place::RemoteL1, 1, stick, 1});
  pipeline.readFromDram = inDram(table);
  pipeline.dramReadBytes = inDram(table) ? static_cast<double>(rows) * stick : 0;
  pipeline.dramReadPageBytes = stick;
  pipeline.dramWriteBytes = inDram(out) ? static_cast<double>(rows) * stick : 0;
  return context.run(pipeline);
}

/// Constants: pages are written, nothing is read.
Runtime fill(const Context &context, const TensorSpec &out) {
  int64_t pages = pageCount(out);
  Pipeline pipeline;
  pipeline.cores = std::min(context.chip.numCores(), pages);
  pipeline.items = static_cast<double>(ceilDiv(pages, pipeline.cores));
  pipeline.write = context.write({inDram(out) ? Place::Dram : Place::RemoteL1, 1, pageBytes(out), 1});
  pipeline.writeToDram = inDram(out);
  pipeline.dramWriteBytes = inDram(out) ? bytesOf(out) : 0;
  return context.run(pipeline);
}

} // namespace

std::optional<Runtime> time::dataMovement(const Context &context) {
  const Query &query = context.query;
  const std::string &op = query.op;
  static const std::set<std::string> constants = {"full",     "zeros", "ones",      "empty",      "arange",
                                                  "constant", "rand",  "full_like", "zeros_like", "ones_like"};
  static const std::set<std::string> streams = {"concat",       "repeat",        "repeat_interleave", "pad",    "slice",
                                                "slice_static", "slice_dynamic", "mesh_partition",    "assign", "clone",
                                                "copy",         "split",         "fill_pad",          "scatter"};
  TensorSpec out = context.output();
  if (op == "empty" || op == "constant" || op == "deallocate" || op == "get_device")
    return nothing(); // allocation only, or loaded with the program
  if (constants.count(op))
    return fill(context, out);
  if (query.inputs.empty())
    return std::nullopt;
  const TensorSpec &in = query.inputs.front();
  if (op == "transpose")
    return transpose(context, in, out);
  if (op == "permute")
    return permute(context, in, out);
  if (op == "reshape")
    return reshape(context, in, out);
  if (op == "move" || op == "copy" || op == "clone" || op == "assign")
    return copy(context, in, out);
  if (op == "embedding" && query.inputs.size() >= 2)
    return embedding(context, in, query.inputs[1], out);
  if (op == "embedding_bw" && query.inputs.size() >= 3)
    return embedding(context, in, out, query.inputs[2]);
  if ((op == "gather" || op == "scatter") && query.inputs.size() >= 2)
    return gatherElements(context, in, out);
  if (streams.count(op))
    return streamOrCopySticks(context, in, out);
  return std::nullopt;
}

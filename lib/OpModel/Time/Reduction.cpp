//===- Reduction.cpp - Sums, extrema and choices along rows -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Reduction.h"

#include "alcove/OpModel/Releases.h"

#include <algorithm>
#include <bit>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::time;

namespace {

/// Streams of tiles, each reduced by one core from its first tile to its last.
struct Streams {
  int64_t count = 1, length = 1;
};

/// The reader fetches a tile, waits for it and hands it on: latency is paid for every tile.
Runtime reduceStreams(const Context &context, const TensorSpec &in, Streams streams) {
  double bytes = static_cast<double>(device::tileBytes(in.layout.dataType));
  Pipeline pipeline;
  pipeline.cores = std::min(context.chip.numCores(), streams.count);
  pipeline.items = static_cast<double>(ceilDiv(streams.count, pipeline.cores)) * static_cast<double>(streams.length);
  pipeline.read = inDram(in) ? context.p.reduceTileNs + context.ns(bytes / context.p.linkBytesPerCycle)
                             : context.read({Place::RemoteL1, 1, bytes, 1});
  pipeline.compute = context.ns(context.p.reduceTile);
  pipeline.readFromDram = inDram(in);
  pipeline.dramReadBytes = inDram(in) ? bytesOf(in) : 0;
  return context.run(pipeline);
}

/// Along H. Sums are cut into as many slices as leave no core idle, and what the slices give is summed by a second
/// program; maxima are not (tt-metal #56103).
Runtime reduceHeight(const Context &context, const TensorSpec &in) {
  Streams columns{std::max<int64_t>(1, tileCount(in) / std::max<int64_t>(1, tilesOf(heightOf(in.shape)))),
                  tilesOf(heightOf(in.shape))};
  Runtime whole = reduceStreams(context, in, columns);
  int64_t slices = std::min(context.chip.numCores() / columns.count, columns.length);
  bool sums = context.query.op == "sum" || context.query.op == "mean";
  if (!sums || slices < 2 || context.chip.kernelRelease < longRowsAreSplit)
    return whole;
  TensorSpec partial = in;
  partial.shape[partial.shape.size() - 2] = slices;
  Runtime cut = sequence(reduceStreams(context, in, {columns.count * slices, ceilDiv(columns.length, slices)}),
                         reduceStreams(context, partial, {columns.count, tilesOf(slices)}));
  cut.totalNs += context.p.reduceMergeNs;
  cut.nocNs += context.p.reduceMergeNs;
  return cut.totalNs < whole.totalNs ? cut : whole;
}

/// A step that the backend does by another op (OM-R3, OM-R4).
Runtime stepBy(const Context &context, std::string op, const TensorSpec &in, const TensorSpec &out,
               std::optional<Runtime> (*family)(const Context &), std::pair<int64_t, int64_t> dims = {-2, -1}) {
  Query query;
  query.op = std::move(op);
  query.inputs = {in};
  query.outputs = {{out.shape, out.layout.dataType, out.layout, false}};
  query.attributes["dim0"] = dims.first;
  query.attributes["dim1"] = dims.second;
  return family({query, context.chip, context.p, context.why}).value_or(nothing());
}

/// Dimensions that are reduced, last first; all of them when none is named.
std::vector<int64_t> reducedDims(const Context &context, int64_t rank) {
  std::vector<int64_t> dims = context.listAttribute(context.has("dim_arg") ? "dim_arg" : "dim");
  for (int64_t &dim : dims)
    dim += dim < 0 ? rank : 0;
  if (dims.empty())
    for (int64_t dim = 0; dim < rank; ++dim)
      dims.push_back(dim);
  std::erase_if(dims, [&](int64_t dim) { return dim < 0 || dim >= rank; });
  std::sort(dims.rbegin(), dims.rend());
  dims.erase(std::unique(dims.begin(), dims.end()), dims.end());
  return dims;
}

/// The width in tiles where the library sorts a row on several cores, otherwise nothing.
bool splitsTopK(const Context &context, int64_t width, int64_t rows) {
  constexpr int64_t least = 8192, newerLeast = 1024, limit = 65536;
  bool few = rows <= 2 && context.chip.kernelRelease >= longRowsAreSplit;
  return std::has_single_bit(static_cast<uint64_t>(width)) && width >= (few ? newerLeast : least) && width < limit;
}

} // namespace

Runtime time::reduction(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  TensorSpec now = in;
  now.layout.pageLayout = device::PageLayout::Tile;
  Runtime total;
  auto add = [&](const Runtime &step) { total = total.cores ? sequence(total, step) : step; };
  bool negated = context.query.op == "min";
  if (negated)
    add(stepBy(context, "neg", now, now, elementwise));
  int64_t rank = static_cast<int64_t>(in.shape.size());
  for (int64_t dim : reducedDims(context, rank)) {
    bool outer = dim + 2 < rank;
    if (dim + 1 == rank) {
      auto [rows, width] = tileShape(now);
      add(reduceStreams(context, now, {rows, width}));
      now.shape.back() = 1;
      continue;
    }
    size_t at = static_cast<size_t>(dim), height = static_cast<size_t>(rank - 2);
    if (outer) {
      TensorSpec moved = now;
      std::swap(moved.shape[at], moved.shape[height]);
      add(stepBy(context, "transpose", now, moved, shape, {dim, rank - 2}));
      now = moved;
    }
    add(reduceHeight(context, now));
    now.shape[height] = 1;
    if (outer) {
      TensorSpec moved = now;
      std::swap(moved.shape[at], moved.shape[height]);
      add(stepBy(context, "transpose", now, moved, shape, {dim, rank - 2}));
      now = moved;
    }
  }
  if (negated)
    add(stepBy(context, "neg", now, now, elementwise));
  // OM-R5: dimensions that go are a view, or one op more.
  if (TensorSpec dropped = now; now.shape != out.shape) {
    dropped.shape = out.shape;
    add(stepBy(context, "reshape", now, dropped, shape));
  }
  if (total.cores == 0)
    total = reduceStreams(context, now, {tileCount(now), 1});
  // The last program writes the result; every other one something of its size.
  double written = inDram(out) ? bytesOf(out) : 0;
  total.dramBytes += static_cast<Bytes>(written);
  total.totalNs = std::max(total.totalNs, total.launchNs + context.dramBound(inDram(in) ? bytesOf(in) : 0, written));
  return total;
}

Runtime time::argmax(const Context &context, const TensorSpec &in) {
  const TimeParameters &p = context.p;
  Pipeline pipeline;
  pipeline.movesOnly = true;
  pipeline.readFromDram = inDram(in);
  pipeline.dramReadBytes = inDram(in) ? bytesOf(in) : 0;
  pipeline.dramReadPageBytes = pageBytes(in);
  double elements = static_cast<double>(volume(in.shape));
  if (in.layout.isTiled()) {
    pipeline.compute = context.ns(elements * p.argmaxTileElement);
    pipeline.read = context.read(
        {inDram(in) ? Place::Dram : Place::RemoteL1, static_cast<double>(pageCount(in)), pageBytes(in), 1});
    return context.run(pipeline);
  }
  int64_t width = context.has("dim") ? std::max<int64_t>(1, widthOf(in.shape)) : std::max<int64_t>(1, volume(in.shape));
  int64_t granule = std::max<int64_t>(1, context.chip.dramAlignmentBytes /
                                             static_cast<int64_t>(std::ceil(elementBytes(in.layout.dataType))));
  pipeline.cores = std::min(context.chip.numCores(), ceilDiv(width, granule));
  // The cores of a row report to one, which merges them before the next row; what it waits for grows with the cores.
  double rows = elements / static_cast<double>(width), share = static_cast<double>(ceilDiv(width, pipeline.cores));
  double readers = context.chip.kernelRelease >= longRowsAreSplit ? 2 : 1;
  pipeline.compute = context.ns(
      rows * (p.argmaxRow + p.argmaxRowCore * static_cast<double>(pipeline.cores) + share * p.argmaxElement / readers));
  return context.run(pipeline);
}

Runtime time::topK(const Context &context, const TensorSpec &in) {
  const TimeParameters &p = context.p;
  int64_t rank = static_cast<int64_t>(in.shape.size()), dim = context.intAttribute("dim", -1);
  dim += dim < 0 ? rank : 0;
  bool last = dim < 0 || dim + 1 >= rank;
  int64_t width = std::max<int64_t>(1, last ? widthOf(in.shape) : in.shape[static_cast<size_t>(dim)]);
  // Another dimension than the last is transposed there first: its rows are all others.
  int64_t tiles = tilesOf(width), rows = last ? tileShape(in).first : tilesOf(volume(in.shape) / width);
  Pipeline pipeline;
  pipeline.readFromDram = inDram(in);
  pipeline.dramReadBytes = inDram(in) ? bytesOf(in) : 0;
  pipeline.cores = std::min(context.chip.numCores(), rows);
  pipeline.compute = context.ns(static_cast<double>(ceilDiv(rows, pipeline.cores) * tiles) * p.topKTile);
  double winners = static_cast<double>(tilesOf(context.intAttribute("k", 32)));
  if (splitsTopK(context, tiles * 32, rows))
    for (int64_t cores = 2; cores < context.chip.numCores() && cores * 2 <= tiles; cores *= 2) {
      double row =
          static_cast<double>(tiles / cores) * p.topKLocalTile + static_cast<double>(cores) * winners * p.topKMergeTile;
      double all = context.ns(static_cast<double>(rows) * row);
      if (all >= pipeline.compute)
        continue;
      pipeline.compute = all;
      pipeline.cores = cores + 1;
    }
  return context.run(pipeline);
}

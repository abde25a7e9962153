//===- Shape.cpp - Time of ops that only rearrange -------*- C++ -*-===//
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
#include "../Constraints/ThroughRows.h"
#include "Movement.h"

#include <algorithm>
#include <set>
#include <string>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::time;

namespace {

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

/// The last dimension moves: blocks of 32 x 32 are turned and written line by line; shorter sticks are shorter lines,
/// and tiles have lines of 16.
Runtime permuteLines(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  int64_t line = out.layout.isTiled() ? 16 : std::min<int64_t>({32, widthOf(in.shape), widthOf(out.shape)});
  double lines = elementsWritten(out) / static_cast<double>(std::max<int64_t>(1, line));
  return scatteredWrites(context, in, out, lines * context.p.gatherLine);
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
    return streamPages(context, inMemoryOf(in, small), inMemoryOf(out, small), pageCount(small), context.p.stickCopy);
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

/// Operands to rows, the same of rows, the result to tiles.
std::optional<Runtime> throughRows(const Context &context) {
  Query onRows = context.query;
  std::optional<Runtime> total = nothing();
  auto add = [&](std::optional<Runtime> part) {
    total = total && part ? std::optional(sequence(*total, *part)) : std::nullopt;
  };
  for (TensorSpec &input : onRows.inputs) {
    TensorSpec rows = asRows(input, context.chip);
    add(changeLayout(context, input, rows));
    input = rows;
  }
  TensorSpec out = context.output(), rows = asRows(out, context.chip);
  onRows.outputs = {{rows.shape, rows.layout.dataType, rows.layout}};
  add(shape(Context(onRows, context.chip, context.p, context.why)));
  add(changeLayout(context, rows, out));
  return total;
}

} // namespace

std::optional<Runtime> time::shape(const Context &context) {
  const Query &query = context.query;
  const std::string &op = query.op;
  static const std::set<std::string> streams = {"concat", "repeat",       "repeat_interleave", "pad",
                                                "slice",  "slice_static", "slice_dynamic",     "mesh_partition",
                                                "split",  "fill_pad"};
  if (query.inputs.empty())
    return std::nullopt;
  const TensorSpec &in = query.inputs.front();
  TensorSpec out = context.output();
  if (op == "transpose")
    return transpose(context, in, out);
  if (op == "permute")
    return permute(context, in, out);
  if (op == "reshape")
    return reshape(context, in, out);
  if (worksOnRows(query, context.attributes))
    return throughRows(context);
  if (streams.count(op))
    return streamOrCopySticks(context, in, out);
  return std::nullopt;
}

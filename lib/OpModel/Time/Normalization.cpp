//===- Normalization.cpp - Time of softmax, norms and reductions ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The item is a row of tiles, because nothing can be finished before the whole row has been seen; work is split by
// rows, so that a matrix of few rows leaves cores idle.
//
//===----------------------------------------------------------------------===//
#include "Reduction.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::time;

namespace {

/// Rows of tiles with `rowCycles` and `tileCycles`; reads and writes whole rows.
Runtime byRows(const Context &context, const TensorSpec &in, const TensorSpec &out, double rowCycles, double tileCycles,
               double startCycles = 0, double readsOfInput = 1) {
  TensorSpec tiled = in;
  tiled.layout.pageLayout = device::PageLayout::Tile;
  auto [rows, width] = tileShape(tiled);
  Pipeline pipeline;
  bool local = in.layout.isL1() && in.layout.isSharded();
  if (local) {
    auto [shardHeight, shardWidth] = device::shardShape2D(in);
    pipeline.cores = shardCores(in);
    rows = std::max<int64_t>(1, ceilDiv(shardHeight, 32));
    width = std::max<int64_t>(1, ceilDiv(shardWidth, 32));
    pipeline.items = static_cast<double>(rows);
  } else {
    pipeline.cores = std::min(context.chip.numCores(), rows);
    pipeline.items = static_cast<double>(ceilDiv(rows, pipeline.cores));
  }
  double tiles = static_cast<double>(width);
  pipeline.compute = context.ns(rowCycles + tiles * tileCycles);
  pipeline.extraLaunchCycles = startCycles;
  double tileSize = static_cast<double>(device::tileBytes(in.layout.dataType));
  if (!local) {
    Place from = inDram(in) ? Place::Dram : Place::RemoteL1;
    pipeline.read = context.read({from, tiles * readsOfInput, tileSize, std::min(tiles, 4.0)});
    pipeline.readFromDram = inDram(in);
    pipeline.dramReadBytes = inDram(in) ? bytesOf(in) * readsOfInput : 0;
  }
  if (!(out.layout.isL1() && out.layout.isSharded())) {
    double outTiles = std::max(1.0, static_cast<double>(tileCount(out)) /
                                        static_cast<double>(std::max<int64_t>(1, tileShape(tiled).first)));
    pipeline.write = context.write({inDram(out) ? Place::Dram : Place::RemoteL1, std::min(outTiles, tiles),
                                    static_cast<double>(device::tileBytes(out.layout.dataType)), 4});
    pipeline.writeToDram = inDram(out);
    pipeline.dramWriteBytes = inDram(out) ? bytesOf(out) : 0;
  }
  return context.run(pipeline);
}

/// Layer and RMS norm of interleaved tensors: rows of tiles, in steps of a few tiles; the reader fetches weights
/// between the tiles of the input, once per core. A row that does not fit the buffers is fetched once per pass.
Runtime normInterleaved(const Context &context, const TensorSpec &in, const TensorSpec &out, bool rms) {
  constexpr double step = 8; // tiles behind one barrier
  const TimeParameters &p = context.p;
  auto [rows, width] = tileShape(in);
  double tiles = static_cast<double>(width), bytes = static_cast<double>(device::tileBytes(in.layout.dataType));
  bool fp32 = context.boolAttribute("compute_config.fp32_dest_acc_en", false);
  double weights = static_cast<double>(context.query.inputs.size()) - 1;
  double buffers = tiles * ((2 + weights) * bytes + 2 * (fp32 ? 4096.0 : 2048.0));
  double passes = buffers > static_cast<double>(context.chip.usableL1Bytes()) ? (rms ? 2 : 3) : 1;
  Pipeline pipeline;
  pipeline.cores = std::min(context.chip.numCores(), rows);
  double perCore = static_cast<double>(ceilDiv(rows, pipeline.cores));
  double group = std::min(step, tiles);
  pipeline.items = perCore * tiles / group;
  double mathTile = (rms ? p.rmsTile : p.normTile) * (fp32 ? p.normFp32Factor : 1);
  pipeline.compute = context.ns(group * mathTile + p.normRow * group / tiles);
  pipeline.extraLaunchCycles = p.normFills * context.fillCycles();
  Place from = inDram(in) ? Place::Dram : Place::RemoteL1;
  pipeline.read = passes * context.read({from, group, bytes, group});
  pipeline.readFromDram = inDram(in);
  pipeline.dramReadBytes = inDram(in) ? passes * bytesOf(in) : 0;
  if (weights > 0) {
    const TensorSpec &weight = context.query.inputs[1];
    double tile = weight.layout.isTiled() ? static_cast<double>(device::tileBytes(weight.layout.dataType))
                                          : 32 * elementBytes(weight.layout.dataType);
    Place place = inDram(weight) ? Place::Dram : Place::RemoteL1;
    pipeline.read += weights * context.read({place, group, tile, group}) / perCore;
    // All cores want the same page of a bank at first.
    double bank = context.chip.dramPeakGBs / static_cast<double>(context.chip.dramBanks);
    if (inDram(weight)) {
      pipeline.extraLaunchCycles += static_cast<double>(pipeline.cores) * tile / bank * context.chip.clockGHz;
      pipeline.dramReadBytes += static_cast<double>(pipeline.cores) * weights * tiles * tile;
    }
  }
  pipeline.write = context.write({inDram(out) ? Place::Dram : Place::RemoteL1, group, bytes, group});
  pipeline.writeToDram = inDram(out);
  pipeline.dramWriteBytes = inDram(out) ? bytesOf(out) : 0;
  return context.run(pipeline);
}

/// On shards: every core sums its columns, the partial sums of a row are gathered from all cores that share it, and the
/// result is passed back.
Runtime normSharded(const Context &context, const TensorSpec &in, bool rms) {
  const TimeParameters &p = context.p;
  auto [height, width] = device::shardShape2D(in);
  double rows = static_cast<double>(std::max<int64_t>(1, ceilDiv(height, 32))),
         tiles = static_cast<double>(std::max<int64_t>(1, ceilDiv(width, 32)));
  double sharers = static_cast<double>(
      std::max<int64_t>(1, ceilDiv(std::max<int64_t>(1, widthOf(in.shape)), std::max<int64_t>(1, width))));
  Pipeline pipeline;
  pipeline.cores = shardCores(in);
  bool fp32 = context.boolAttribute("compute_config.fp32_dest_acc_en", false);
  pipeline.compute =
      context.ns(rows * (p.normRow / 2 + tiles * p.shardNormTile * (rms ? 1 : 1.4) * (fp32 ? p.normFp32Factor : 1)));
  if (sharers > 1)
    pipeline.extraLaunchCycles = p.shardNormStart + p.shardNormCore * sharers;
  return context.run(pipeline);
}

/// A sum over a dimension in front: for every output tile one input tile of each matrix, one after the other.
Runtime reduceMatrices(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  int64_t outTiles = tileCount(out), inTiles = tileCount(in);
  double bytes = static_cast<double>(device::tileBytes(in.layout.dataType));
  Pipeline pipeline;
  pipeline.cores = std::min(context.chip.numCores(), outTiles);
  pipeline.items = static_cast<double>(ceilDiv(inTiles, std::max<int64_t>(1, pipeline.cores)));
  pipeline.read = context.read({inDram(in) ? Place::Dram : Place::RemoteL1, 1, bytes, 1});
  pipeline.compute = context.ns(context.p.reduceTile);
  pipeline.readFromDram = inDram(in);
  pipeline.writeToDram = inDram(out);
  pipeline.dramReadBytes = inDram(in) ? bytesOf(in) : 0;
  pipeline.dramWriteBytes = inDram(out) ? bytesOf(out) : 0;
  return context.run(pipeline);
}

/// Tile streams along the dimension that is summed: each is one core's, from its first tile to its last.
Runtime accumulateTiles(const Context &context, const TensorSpec &in, const TensorSpec &out, int64_t along) {
  int64_t tiles = tileCount(in);
  int64_t streams = std::max<int64_t>(1, tiles / along);
  Pipeline pipeline;
  pipeline.cores = std::min(context.chip.numCores(), streams);
  pipeline.items = static_cast<double>(ceilDiv(streams, pipeline.cores) * along);
  double bytes = static_cast<double>(device::tileBytes(in.layout.dataType));
  pipeline.read = context.read({inDram(in) ? Place::Dram : Place::RemoteL1, 1, bytes, 1});
  pipeline.write = context.write({inDram(out) ? Place::Dram : Place::RemoteL1, 1, bytes, 1});
  pipeline.compute = context.ns(context.p.accumulateTile);
  pipeline.readFromDram = inDram(in);
  pipeline.writeToDram = inDram(out);
  pipeline.dramReadBytes = inDram(in) ? bytesOf(in) : 0;
  pipeline.dramWriteBytes = inDram(out) ? bytesOf(out) : 0;
  return context.run(pipeline);
}

/// Another program that the op runs; nothing where it has no time.
Runtime program(const Context &context, std::optional<Runtime> (*family)(const Context &), Query query,
                const TensorSpec &in, const TensorSpec &out) {
  query.inputs = {in};
  query.outputs = {{out.shape, out.layout.dataType, out.layout}};
  std::optional<Runtime> part = family(Context(query, context.chip, context.p, context.why));
  return part ? *part : nothing();
}

/// OM-R7: a dimension that lies within tiles changes places with the first of four, and back.
Runtime accumulate(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  TensorSpec four = in;
  four.shape.insert(four.shape.begin(), four.shape.size() < 4 ? 4 - four.shape.size() : 0, 1);
  int64_t rank = static_cast<int64_t>(in.shape.size()), dim = context.intAttribute("dim", 0);
  int64_t at = static_cast<int64_t>(four.shape.size()) - (dim < 0 ? -dim : rank - dim);
  if (at < 0 || at >= static_cast<int64_t>(four.shape.size()))
    return accumulateTiles(context, in, out, 1);
  int64_t along = std::max<int64_t>(1, four.shape[static_cast<size_t>(at)]);
  if (at < static_cast<int64_t>(four.shape.size()) - 2)
    return accumulateTiles(context, in, out, along);
  std::vector<int64_t> order(four.shape.size());
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[0], order[static_cast<size_t>(at)]);
  Query permute;
  permute.op = "permute";
  permute.attributes["permutation"] = order;
  TensorSpec turned = four, sums = out;
  std::swap(turned.shape[0], turned.shape[static_cast<size_t>(at)]);
  sums.shape = turned.shape;
  Runtime total = program(context, time::shape, permute, four, turned);
  total = sequence(total, accumulateTiles(context, turned, sums, along));
  return sequence(total, program(context, time::shape, permute, sums, {four.shape, out.layout}));
}

/// Cores of the op's core grid, all without one.
int64_t gridCores(const Context &context) {
  std::vector<int64_t> grid = context.listAttribute("core_grid");
  int64_t all = context.chip.numCores();
  if (grid.size() != 2 || grid[0] < 1 || grid[1] < 1 || grid[0] > all || grid[1] > all)
    return all;
  return std::min(all, grid[0] * grid[1]);
}

/// Each group is a masked pass over the core's rows of its channels; an interleaved input is fetched three times (mean,
/// variance, result), because nothing stays.
Runtime groupNorm(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  constexpr double passes = 3;
  int64_t groups = std::max<int64_t>(1, context.intAttribute("num_groups", 32));
  int64_t channels = std::max<int64_t>(1, widthOf(in.shape));
  bool local = in.layout.isL1() && in.layout.isSharded();
  auto [height, width] = device::shardShape2D(in);
  double columns = std::max(1.0, static_cast<double>(channels) /
                                     static_cast<double>(local ? std::max<int64_t>(1, width) : channels));
  double groupTiles = static_cast<double>(ceilDiv(ceilDiv(channels, groups), 32));
  Pipeline pipeline;
  pipeline.cores = local ? shardCores(in) : gridCores(context);
  double rows = static_cast<double>(local ? ceilDiv(std::max<int64_t>(1, height), 32)
                                          : ceilDiv(tileShape(in).first, pipeline.cores));
  pipeline.items = std::max(1.0, static_cast<double>(groups) / columns);
  // One core gathers the partial statistics of those that share the group's columns, one after the other, for the mean
  // and again for the variance.
  double sharers = std::max(1.0, static_cast<double>(pipeline.cores) / columns);
  pipeline.compute = context.ns(context.p.groupNormStart + 2 * sharers * (context.p.l1Latency + context.p.readIssue) +
                                rows * groupTiles * context.p.groupNormTile);
  if (!local) {
    // A pass waits for the statistics of the one before: fetching adds up.
    double tile = static_cast<double>(device::tileBytes(in.layout.dataType)), tiles = rows * groupTiles;
    pipeline.compute += passes * context.read({inDram(in) ? Place::Dram : Place::RemoteL1, tiles, tile, 1});
    pipeline.readFromDram = inDram(in);
    pipeline.dramReadBytes = inDram(in) ? passes * bytesOf(in) : 0;
  }
  if (!(out.layout.isL1() && out.layout.isSharded())) {
    pipeline.writeToDram = inDram(out);
    pipeline.dramWriteBytes = inDram(out) ? bytesOf(out) : 0;
  }
  return context.run(pipeline);
}

} // namespace

std::optional<Runtime> time::normalization(const Context &context) {
  static const std::set<std::string> streamed = {"sum", "mean", "max", "min"};
  static const std::set<std::string> reductions = {"sum",       "mean",       "max", "min", "prod",
                                                   "reduce_or", "reduce_and", "std", "var"};
  const std::string &op = context.query.op;
  if (context.query.inputs.empty())
    return std::nullopt;
  const TimeParameters &p = context.p;
  const TensorSpec &in = context.query.inputs.front();
  TensorSpec out = context.output();
  if (op == "softmax")
    return byRows(context, in, out, p.softmaxRow,
                  p.softmaxTile + (context.boolAttribute("compute_config.math_approx_mode", false)
                                       ? p.sfpuExpApproximate
                                       : p.sfpuExp),
                  p.softmaxFills * context.fillCycles());
  if (op == "layer_norm" || op == "rms_norm" || op == "distributed_rms_norm" || op == "distributed_layer_norm")
    return in.layout.isL1() && in.layout.isSharded() ? normSharded(context, in, !op.ends_with("layer_norm"))
                                                     : normInterleaved(context, in, out, !op.ends_with("layer_norm"));
  if (op == "argmax")
    return argmax(context, in);
  if (op == "fast_reduce_nc")
    return reduceMatrices(context, in, out);
  if (op == "batch_norm_inference" || op == "batch_norm_training" || op == "batch_norm")
    return byRows(context, in, out, 0, 3 * p.fpuBinary);
  if (op == "group_norm")
    return groupNorm(context, in, out);
  if (op == "cumsum" || op == "moreh_cumsum" || op == "cumprod" || op == "int_img")
    return accumulate(context, in, out);
  if (op == "topk")
    return topK(context, in);
  if (op == "sort") {
    // A bitonic network on w tiles has log(w) (log(w) + 1) / 2 stages, each past all tiles.
    double stages = std::ceil(std::log2(static_cast<double>(std::max<int64_t>(2, tileShape(in).second))));
    return byRows(context, in, out, p.softmaxRow, 4 * p.softmaxTile * stages * (stages + 1) / 2);
  }
  if (op == "global_avg_pool2d") {
    if (in.layout.isTiled())
      return byRows(context, in, out, 0, p.reduceTile);
    TensorSpec tiles = in; // OM-P5
    tiles.layout.pageLayout = device::PageLayout::Tile;
    Query tilize;
    tilize.op = "to_layout";
    return sequence(program(context, time::layout, tilize, in, tiles), byRows(context, tiles, out, 0, p.reduceTile));
  }
  if (streamed.count(op) && !(in.layout.isL1() && in.layout.isSharded()))
    return reduction(context, in, out);
  if (reductions.count(op))
    return byRows(context, in, out, 0, op == "prod" ? p.sfpuSimple : p.reduceTile);
  return std::nullopt;
}

//===- TileWalk.cpp - Sums over tiles and steps in closed form ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TileWalk.h"

#include "alcove/Base/Support/Units.h"

#include <algorithm>

namespace alcove::plan::schedule {

using Axis = GroupShape::Axis;

static bool holds(std::span<const int32_t> list, int32_t item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

/// The slices that count, with normalised axes and without residents and repetitions.
static std::vector<GroupShape::Slice> normalSlices(const GroupShape &shape, std::span<const int32_t> resident,
                                                   Splits splits) {
  std::vector<GroupShape::Slice> slices;
  for (GroupShape::Slice slice : shape.inputs) {
    if (holds(resident, slice.tensor))
      continue;
    auto normalise = [&](Axis axis, bool tiles) {
      return (axis == Axis::Tile && !tiles) || (axis == Axis::Depth && !splits.steps) ? Axis::Whole : axis;
    };
    slice.rows = normalise(slice.rows, splits.rows);
    slice.cols = normalise(slice.cols, splits.columns);
    slice.onlyLast = slice.onlyLast && splits.steps;
    auto same = std::find_if(slices.begin(), slices.end(), [&](const GroupShape::Slice &other) {
      return other.tensor == slice.tensor && other.rows == slice.rows && other.cols == slice.cols;
    });
    if (same == slices.end())
      slices.push_back(slice);
    else
      same->onlyLast &= slice.onlyLast;
  }
  return slices;
}

static void addWorkingSet(const Tensor &tensor, const GroupShape::Slice &slice, TrafficProfile &profile) {
  switch (slice.rows) {
  case Axis::Whole:
    if (slice.cols == Axis::Whole)
      profile.fixed += tensor.elements();
    else if (slice.cols == Axis::Tile)
      profile.perW += tensor.height;
    else
      profile.held += tensor.height;
    return;
  case Axis::Tile:
    if (slice.cols == Axis::Whole)
      profile.perH += tensor.width;
    else if (slice.cols == Axis::Tile)
      profile.perWH += 1;
    else
      profile.heldH += 1;
    return;
  case Axis::Depth:
    if (slice.cols == Axis::Whole)
      profile.held += tensor.width;
    else
      profile.heldW += 1;
    return;
  }
}

/// Loads of a slice: at every step, at the head of a tile, or at its tail.
static void addTraffic(const Tensor &tensor, const GroupShape::Slice &slice, TrafficProfile &profile) {
  if (slice.rows == Axis::Depth)
    slice.cols == Axis::Tile ? profile.streamW += 1 : profile.stream += tensor.width;
  else if (slice.cols == Axis::Depth)
    slice.rows == Axis::Tile ? profile.streamH += 1 : profile.stream += tensor.height;
  else if (slice.rows == Axis::Tile && slice.cols == Axis::Tile)
    profile.tailWH += 1;
  else if (slice.rows == Axis::Tile)
    (slice.onlyLast ? profile.tailH : profile.headH) += tensor.width;
  else if (slice.cols == Axis::Tile)
    (slice.onlyLast ? profile.tailW : profile.headW) += tensor.height;
  else
    (slice.onlyLast ? profile.tail : profile.once) += tensor.elements();
}

static bool isWhole(const GroupShape::Slice &slice) { return slice.rows == Axis::Whole && slice.cols == Axis::Whole; }

/// Can two different slices of one tensor have the same rows and columns at some steps? Not if one of them has a whole
/// axis where the other is split. (A whole slice that loads at the last step only belongs to a single tile.)
static bool mayCoincide(const GroupShape::Slice &a, const GroupShape::Slice &b) {
  return (a.rows == Axis::Whole) == (b.rows == Axis::Whole) && (a.cols == Axis::Whole) == (b.cols == Axis::Whole);
}

static void addFirstLoad(const Tensor &tensor, const GroupShape::Slice &slice, Splits splits, TrafficProfile &profile) {
  if (slice.onlyLast && splits.steps)
    return;
  bool tileRows = slice.rows == Axis::Tile, tileCols = slice.cols == Axis::Tile;
  if (slice.rows == Axis::Depth || slice.cols == Axis::Depth) {
    if (tileRows)
      profile.firstHK += 1;
    else if (tileCols)
      profile.firstWK += 1;
    else
      profile.firstK += slice.rows == Axis::Depth ? tensor.width : tensor.height;
  } else if (tileRows && tileCols) {
    profile.firstWH += 1;
  } else if (tileRows) {
    profile.firstH += tensor.width;
  } else {
    profile.firstW += tensor.height;
  }
}

/// Slices that may coincide load nothing, but for this: where one of them streams along the depth and all others load
/// at the last step of a tile, only the first step of the next tile can be spared.
static void addLeastTraffic(const Tensor &tensor, const std::vector<GroupShape::Slice> &slices, size_t i,
                            TrafficProfile &profile) {
  auto streams = [](const GroupShape::Slice &slice) { return slice.rows == Axis::Depth || slice.cols == Axis::Depth; };
  if (!streams(slices[i]) || slices[i].onlyLast)
    return;
  for (size_t j = 0; j != slices.size(); ++j)
    if (j != i && slices[j].tensor == slices[i].tensor && (streams(slices[j]) || !slices[j].onlyLast))
      return;
  addTraffic(tensor, slices[i], profile);
  if (slices[i].rows == Axis::Tile)
    profile.savedHK += 1;
  else if (slices[i].cols == Axis::Tile)
    profile.savedWK += 1;
  else
    profile.savedK += slices[i].rows == Axis::Depth ? tensor.width : tensor.height;
}

TrafficProfile profileOf(const OpGraph &graph, const GroupShape &shape, std::span<const int32_t> resident,
                         std::span<const int32_t> retained, Splits splits, const PricerOptions &options,
                         Meeting meeting) {
  TrafficProfile profile;
  for (std::span<const int32_t> whole : {resident, retained})
    for (int32_t t : whole)
      profile.fixed += options.freeResidents ? 0 : graph.tensor(t).elements();
  if (!resident.empty() && !retained.empty())
    profile.perWH += options.slackTiles;
  for (int32_t t : shape.outputs)
    if (!holds(retained, t)) {
      profile.perWH += 1;
      profile.tailWH += 1;
    }
  if (splits.steps)
    for (int32_t t : shape.accumulators)
      profile.perWH += !holds(retained, t);
  std::vector<GroupShape::Slice> slices = normalSlices(shape, resident, splits);
  for (size_t i = 0; i != slices.size(); ++i) {
    const Tensor &tensor = graph.tensor(slices[i].tensor);
    addWorkingSet(tensor, slices[i], profile);
    bool covered = false, coincides = false;
    for (size_t j = 0; j != slices.size(); ++j) {
      if (slices[j].tensor != slices[i].tensor)
        continue;
      covered |= j != i && isWhole(slices[j]) && !slices[j].onlyLast;
      for (size_t k = 0; k != j; ++k) // Any two slices of the tensor.
        coincides |= slices[k].tensor == slices[i].tensor && mayCoincide(slices[j], slices[k]);
    }
    if (coincides && meeting == Meeting::Irregular)
      profile.irregular.push_back(slices[i]);
    else if (coincides && meeting == Meeting::Optimistic)
      addLeastTraffic(tensor, slices, i, profile);
    else if (covered)
      addFirstLoad(tensor, slices[i], splits, profile);
    else
      addTraffic(tensor, slices[i], profile);
  }
  return profile;
}

/// Ranges of `a` and `b` in turn over one axis: the same length, or different lengths that end in the same remainder.
static bool axesMeet(Axis a, Axis b, int64_t extent, int64_t tile, int64_t depth) {
  if (a == b)
    return true;
  if (a == Axis::Whole || b == Axis::Whole)
    return false;
  return tile == depth || (ceilDiv(extent, tile) - 1) * tile == (ceilDiv(extent, depth) - 1) * depth;
}

bool coincideAt(const OpGraph &graph, const TrafficProfile &profile, Granularity g) {
  for (size_t i = 0; i != profile.irregular.size(); ++i)
    for (size_t j = 0; j != i; ++j) {
      const GroupShape::Slice &a = profile.irregular[i], &b = profile.irregular[j];
      const Tensor &tensor = graph.tensor(a.tensor);
      if (a.tensor == b.tensor && axesMeet(a.rows, b.rows, tensor.height, g.h, g.k) &&
          axesMeet(a.cols, b.cols, tensor.width, g.w, g.k))
        return true;
    }
  return false;
}

namespace {

/// Costs of the kinds of tiles of one group at one granularity.
class Tiles {
public:
  Tiles(const OpGraph &graph, const GroupShape &shape, const TrafficProfile &profile, Granularity g)
      : shape(shape), profile(profile), g(g), bandwidth(static_cast<double>(graph.bandwidth)),
        columns(ceilDiv(shape.gridWidth, g.w)), rows(ceilDiv(shape.gridHeight, g.h)),
        lastWidth(shape.gridWidth - (columns - 1) * g.w), lastHeight(shape.gridHeight - (rows - 1) * g.h),
        steps(shape.depth ? ceilDiv(shape.depth, g.k) : 1) {}

  /// From now on a tile costs at most what it costs at any depth up to g.k, with a last step up to `last`.
  void relax(int64_t last) { relaxedLast = static_cast<double>(last); }

  double tile(bool lastColumn, bool lastRow, bool columnChanged, bool rowChanged, bool first) const {
    double w = static_cast<double>(lastColumn ? lastWidth : g.w), h = static_cast<double>(lastRow ? lastHeight : g.h);
    double head = (first ? firstLoad(w, h) : 0) + (rowChanged ? static_cast<double>(profile.headH) * h : 0) +
                  (columnChanged ? static_cast<double>(profile.headW) * w : 0);
    double stream = streamOf(w, h);
    double tail = static_cast<double>(profile.tailWH) * w * h + static_cast<double>(profile.tailH) * h +
                  static_cast<double>(profile.tailW) * w + static_cast<double>(profile.tail);
    if (steps == 1)
      return step(1.0, true, head + tail);
    double k = static_cast<double>(g.k), depth = static_cast<double>(shape.depth);
    head -= k * (static_cast<double>(profile.savedHK) * h + static_cast<double>(profile.savedWK) * w +
                 static_cast<double>(profile.savedK));
    if (relaxedLast > 0) {
      double rate = std::max(shape.perDepth / depth, stream / bandwidth);
      return step(k / depth, false, head + k * stream) + step(relaxedLast / depth, true, relaxedLast * stream + tail) +
             rate * (depth - k - relaxedLast);
    }
    double last = static_cast<double>(shape.depth - (steps - 1) * g.k);
    double cost = step(k / depth, false, head + k * stream) + step(last / depth, true, last * stream + tail);
    if (steps > 2)
      cost += static_cast<double>(steps - 2) * step(k / depth, false, k * stream);
    return cost;
  }
  double firstLoad(double w, double h) const {
    double k = static_cast<double>(g.k);
    return static_cast<double>(profile.once) + static_cast<double>(profile.firstWH) * w * h +
           static_cast<double>(profile.firstH) * h + static_cast<double>(profile.firstW) * w +
           k * (static_cast<double>(profile.firstHK) * h + static_cast<double>(profile.firstWK) * w +
                static_cast<double>(profile.firstK));
  }
  double streamOf(double w, double h) const {
    return static_cast<double>(profile.streamH) * h + static_cast<double>(profile.streamW) * w +
           static_cast<double>(profile.stream);
  }
  double step(double share, bool isLast, double moved) const {
    double compute = shape.perStep + shape.perDepth * share + (isLast ? shape.perTile : 0);
    return std::max(compute, moved / bandwidth);
  }

  /// Rows of tiles one after the other. `transposed`: columns of tiles instead.
  double lines(bool transposed, bool snake, bool fromRight, bool fromBottom) const;
  double simulate(const OpGraph &graph, TileOrder order) const;

  const GroupShape &shape;
  const TrafficProfile &profile;
  Granularity g;
  double bandwidth;
  int64_t columns, rows, lastWidth, lastHeight, steps;
  double relaxedLast = 0;
};

} // namespace

double Tiles::lines(bool transposed, bool snake, bool fromRight, bool fromBottom) const {
  int64_t across = transposed ? rows : columns, count = transposed ? columns : rows;
  bool raggedAcross = transposed ? lastHeight != g.h : lastWidth != g.w;
  bool raggedLine = transposed ? lastWidth != g.w : lastHeight != g.h;
  bool startAtEnd = transposed ? fromBottom : fromRight, lastLineFirst = transposed ? fromRight : fromBottom;
  // `i`: ragged end of a line; `j`: ragged line; changed: along the line, to the next line.
  auto cost = [&](bool i, bool j, bool along, bool next, bool first) {
    return transposed ? tile(j, i, next, along, first) : tile(i, j, along, next, first);
  };
  // One line: its start, and the tiles after it.
  auto line = [&](bool atEnd, bool lastLine, bool first) {
    bool j = raggedLine && lastLine, jump = !snake && across > 1;
    double sum = cost(raggedAcross && (atEnd || across == 1), j, first || jump, true, first);
    if (across > 1) {
      bool raggedInside = raggedAcross && !atEnd;
      sum += static_cast<double>(across - 1 - raggedInside) * cost(false, j, true, false, false);
      if (raggedInside)
        sum += cost(true, j, true, false, false);
    }
    return sum;
  };
  double sum = line(startAtEnd, lastLineFirst || count == 1, true);
  if (count == 1)
    return sum;
  // Lines 1 … count-1: odd ones start at the other end of a snake; the ragged line is the last one or was the first.
  bool oddStart = snake ? !startAtEnd : startAtEnd;
  int64_t plain = count - 1 - !lastLineFirst, odd = (plain + 1) / 2, even = plain / 2;
  if (odd)
    sum += static_cast<double>(odd) * line(oddStart, false, false);
  if (even)
    sum += static_cast<double>(even) * line(startAtEnd, false, false);
  if (!lastLineFirst)
    sum += line((count - 1) % 2 ? oddStart : startAtEnd, true, false);
  return sum;
}

namespace {
struct Window {
  int32_t tensor;
  int64_t row0, row1, col0, col1;
  bool operator==(const Window &) const = default;
};
} // namespace

double Tiles::simulate(const OpGraph &graph, TileOrder order) const {
  std::optional<std::vector<int32_t>> sequence = tileSequence(order, columns, rows);
  std::vector<Window> before, now;
  int64_t oldColumn = -1, oldRow = -1;
  double sum = 0;
  for (int64_t n = 0; n != columns * rows; ++n) {
    int64_t index = sequence ? (*sequence)[static_cast<size_t>(n)] : n, column = index % columns, row = index / columns;
    double w = static_cast<double>(column == columns - 1 ? lastWidth : g.w);
    double h = static_cast<double>(row == rows - 1 ? lastHeight : g.h), stream = streamOf(w, h);
    for (int64_t s = 0; s != steps; ++s) {
      now.clear();
      double moved = 0;
      for (const GroupShape::Slice &slice : profile.irregular) {
        if (slice.onlyLast && s != steps - 1)
          continue;
        const Tensor &tensor = graph.tensor(slice.tensor);
        auto range = [&](Axis axis, int64_t extent, int64_t size, int64_t at) -> std::pair<int64_t, int64_t> {
          if (axis == Axis::Whole)
            return {0, extent};
          int64_t begin = axis == Axis::Tile ? at * size : s * g.k, length = axis == Axis::Tile ? size : g.k;
          return {std::min(extent, begin), std::min(extent, begin + length)};
        };
        auto [row0, row1] = range(slice.rows, tensor.height, g.h, row);
        auto [col0, col1] = range(slice.cols, tensor.width, g.w, column);
        Window region{slice.tensor, row0, row1, col0, col1}, whole{slice.tensor, 0, tensor.height, 0, tensor.width};
        if (std::find(now.begin(), now.end(), region) != now.end())
          continue;
        now.push_back(region);
        if (std::find(before.begin(), before.end(), region) == before.end() &&
            std::find(before.begin(), before.end(), whole) == before.end())
          moved += static_cast<double>((row1 - row0) * (col1 - col0));
      }
      std::swap(before, now);
      double depth = shape.depth ? static_cast<double>(std::min(g.k, shape.depth - s * g.k)) : 0;
      if (s == 0)
        moved += (n == 0 ? firstLoad(w, h) : 0) + (row != oldRow ? static_cast<double>(profile.headH) * h : 0) +
                 (column != oldColumn ? static_cast<double>(profile.headW) * w : 0);
      if (steps > 1)
        moved += depth * stream;
      bool isLast = s == steps - 1;
      if (isLast)
        moved += static_cast<double>(profile.tailWH) * w * h + static_cast<double>(profile.tailH) * h +
                 static_cast<double>(profile.tailW) * w + static_cast<double>(profile.tail);
      sum += step(shape.depth ? depth / static_cast<double>(shape.depth) : 1.0, isLast, moved);
    }
    oldColumn = column;
    oldRow = row;
  }
  return sum;
}

double walkLatency(const OpGraph &graph, const GroupShape &shape, const TrafficProfile &profile, Granularity g,
                   TileOrder order) {
  Tiles tiles(graph, shape, profile, g);
  if (!profile.irregular.empty())
    return tiles.simulate(graph, order);
  bool snake = order.kind != TileOrder::Kind::Raster;
  return tiles.lines(order.kind == TileOrder::Kind::ColumnSnake, snake, order.fromRight, order.fromBottom);
}

double leastWalk(const OpGraph &graph, const GroupShape &shape, const TrafficProfile &profile, Granularity g,
                 int64_t last, TileOrder order) {
  Tiles tiles(graph, shape, profile, g);
  tiles.relax(last);
  bool snake = order.kind != TileOrder::Kind::Raster;
  return tiles.lines(order.kind == TileOrder::Kind::ColumnSnake, snake, order.fromRight, order.fromBottom);
}

std::optional<std::vector<int32_t>> tileSequence(TileOrder order, int64_t columns, int64_t rows) {
  if (order.kind == TileOrder::Kind::Raster)
    return std::nullopt;
  bool byColumn = order.kind == TileOrder::Kind::ColumnSnake;
  int64_t lines = byColumn ? columns : rows, across = byColumn ? rows : columns;
  bool lineFlip = byColumn ? order.fromRight : order.fromBottom, flip = byColumn ? order.fromBottom : order.fromRight;
  std::vector<int32_t> sequence;
  sequence.reserve(static_cast<size_t>(lines * across));
  for (int64_t j = 0; j != lines; ++j)
    for (int64_t i = 0; i != across; ++i) {
      int64_t line = lineFlip ? lines - 1 - j : j;
      int64_t place = flip != (j % 2 == 1) ? across - 1 - i : i;
      sequence.push_back(static_cast<int32_t>(byColumn ? place * columns + line : line * columns + place));
    }
  return sequence;
}

} // namespace alcove::plan::schedule

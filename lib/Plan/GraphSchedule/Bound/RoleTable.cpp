//===- RoleTable.cpp - What each operation costs in each role -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RoleTable.h"

#include "alcove/Base/Support/Units.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace alcove::plan::schedule {

using Axis = GroupShape::Axis;

static constexpr double none = std::numeric_limits<double>::infinity();

static uint16_t bitOf(Role role) { return static_cast<uint16_t>(1u << static_cast<unsigned>(role)); }
static bool makesTile(Role role) { return role == Role::Leaf || role == Role::Tile; }

static Axis rowsOf(Role role) {
  switch (role) {
  case Role::DepthTile:
  case Role::DepthWhole:
    return Axis::Depth;
  case Role::WholeDepth:
  case Role::WholeTile:
  case Role::WholeWhole:
    return Axis::Whole;
  default:
    return Axis::Tile;
  }
}

static Axis colsOf(Role role) {
  switch (role) {
  case Role::TileDepth:
  case Role::WholeDepth:
    return Axis::Depth;
  case Role::TileWhole:
  case Role::DepthWhole:
  case Role::WholeWhole:
    return Axis::Whole;
  default:
    return Axis::Tile;
  }
}

static Role innerRole(Axis rows, Axis cols) {
  for (size_t r = static_cast<size_t>(Role::TileDepth); r != roleCount; ++r)
    if (rowsOf(static_cast<Role>(r)) == rows && colsOf(static_cast<Role>(r)) == cols)
      return static_cast<Role>(r);
  return Role::WholeWhole;
}

/// What an operation in `role` asks of its operand (`left`, `right`, or any of a pointwise operation).
static Role demandOf(const OpGraph::Op &op, Role role, bool left) {
  if (op.kind == OpKind::Pointwise)
    return makesTile(role) ? Role::Tile : role;
  if (makesTile(role))
    return left ? Role::TileDepth : Role::DepthTile;
  return left ? innerRole(rowsOf(role), Axis::Whole) : innerRole(Axis::Whole, colsOf(role));
}

RoleTable::RoleTable(const OpGraph &graph, const PricingBoundOptions &options)
    : entries(graph.size()), joinable(graph.size(), 0), severalDemands(graph.size(), 0), graph(graph),
      options(options) {}

bool RoleTable::excluded(int32_t maker, int32_t user, int32_t t) const {
  const OpGraph::Op &op = graph.op(user);
  if (graph.mustStore(t))
    return true;
  if (op.kind != OpKind::MatMul || graph.op(maker).kind != OpKind::Pointwise)
    return false;
  return (op.inputs[0] == t && op.depth > graph.nativeWidth) ||
         (op.inputs[1] == t && op.depth > std::min(graph.nativeHeight, graph.nativeWidth));
}

/// Backwards from everything that can leave with the tile.
void RoleTable::findRoles(size_t c) {
  const GridClass &grid = classes[c].grid;
  std::vector<uint16_t> &mask = roles[c];
  for (size_t i = graph.size(); i-- > 0;) {
    const OpGraph::Op &op = graph.ops[i];
    bool sized = std::all_of(op.outputs.begin(), op.outputs.end(), [&](int32_t t) {
      return graph.tensor(t).width == grid.width && graph.tensor(t).height == grid.height;
    });
    if (sized && (op.kind == OpKind::Pointwise || op.depth == grid.depth))
      mask[i] |= bitOf(Role::Leaf);
    else
      mask[i] &= static_cast<uint16_t>(~bitOf(Role::Tile));
    for (size_t r = 0; r != roleCount; ++r) {
      Role role = static_cast<Role>(r);
      if (!(mask[i] & bitOf(role)))
        continue;
      for (size_t n = 0; n != op.inputs.size(); ++n) {
        int32_t t = op.inputs[n], maker = graph.madeBy(t);
        if (maker >= 0 && !excluded(maker, static_cast<int32_t>(i), t))
          mask[static_cast<size_t>(maker)] |= bitOf(demandOf(op, role, n == 0));
      }
    }
  }
  // Forwards: roles whose operands fit at no tile. Smallest slices; what a maker inside could hand over is free.
  for (size_t i = 0; i != graph.size(); ++i)
    for (size_t r = 0; r != roleCount; ++r) {
      Role role = static_cast<Role>(r);
      if (!(mask[i] & bitOf(role)))
        continue;
      std::vector<Read> reads = readsOf(static_cast<int32_t>(i), role);
      double held = 0;
      for (const Read &read : reads)
        if (!handedOver(static_cast<int32_t>(i), read, c)) {
          double least = leastHold(read);
          held = &read != reads.data() && read.tensor == reads[0].tensor ? std::max(held, least) : held + least;
        }
      if (held > static_cast<double>(graph.capacity))
        mask[i] &= static_cast<uint16_t>(~bitOf(role));
    }
}

/// Elements of the smallest slice of the kind.
double RoleTable::leastHold(const Read &read) const {
  const Tensor &tensor = graph.tensor(read.tensor);
  return static_cast<double>(read.kind.rows == Axis::Whole ? tensor.height : 1) *
         static_cast<double>(read.kind.cols == Axis::Whole ? tensor.width : 1);
}

/// Could the maker of an operand stand inside and make the slice?
bool RoleTable::handedOver(int32_t o, const Read &read, size_t c) const {
  int32_t maker = graph.madeBy(read.tensor);
  return maker >= 0 && !excluded(maker, o, read.tensor) && (roles[c][static_cast<size_t>(maker)] & bitOf(read.demand));
}

/// Counts of tiles, exact at first and then in intervals that grow by a quarter or more.
static std::vector<TileInterval> intervalsOf(int64_t extent, int64_t limit, size_t most) {
  int64_t least = ceilDiv(extent, std::min(limit, extent));
  for (int64_t exact = 12, part = 6;; exact /= 2, part -= part > -2) {
    std::vector<TileInterval> list;
    for (int64_t count = least; count <= extent;) {
      int64_t step = part > 0 ? ceilDiv(count, part) : count << (1 - part);
      int64_t next = count < least + exact ? count + 1 : count + step;
      int64_t last = std::min(extent, next - 1);
      int64_t widest = count == 1 ? extent : (extent - 1) / (count - 1);
      list.push_back({count, ceilDiv(extent, last), std::min({widest, limit, extent})});
      count = next;
    }
    if (list.size() <= most || (exact == 0 && part == -2))
      return list;
  }
}

void RoleTable::makeCells(Class &entry, size_t perAxis) {
  std::vector<TileInterval> columns = intervalsOf(entry.grid.width, graph.nativeWidth, perAxis),
                            rows = intervalsOf(entry.grid.height, graph.nativeHeight, perAxis);
  for (const TileInterval &w : columns)
    for (const TileInterval &h : rows)
      for (bool split : {false, true}) {
        if (split ? entry.grid.depth < 2 : entry.grid.depth > graph.nativeWidth)
          continue;
        // A split depth leaves nothing to be kept from tile to tile but strips of inner MatMuls.
        for (bool columnSnake : {false, true})
          entry.cells.push_back({w, h, split, columnSnake});
      }
}

RoleTable::Kind RoleTable::normal(Kind kind, const TilingCell &cell) const {
  auto axis = [&](Axis a, int64_t count) {
    return (a == Axis::Tile && count == 1) || (a == Axis::Depth && !cell.split) ? Axis::Whole : a;
  };
  return {axis(kind.rows, cell.rows.count), axis(kind.cols, cell.columns.count)};
}

/// Elements that a slice holds at least; steps of depth 1.
double RoleTable::heldBy(int32_t t, Kind kind, const TilingCell &cell) const {
  const Tensor &tensor = graph.tensor(t);
  auto extent = [&](Axis a, int64_t whole, int64_t tile) {
    return static_cast<double>(a == Axis::Whole ? whole : a == Axis::Tile ? std::min(tile, whole) : 1);
  };
  return extent(kind.rows, tensor.height, cell.rows.least) * extent(kind.cols, tensor.width, cell.columns.least);
}

/// Elements that all loads of a slice move at least (GS-L6).
double RoleTable::movedBy(int32_t t, Kind kind, const TilingCell &cell) const {
  const Tensor &tensor = graph.tensor(t);
  double elements = static_cast<double>(tensor.elements());
  double columns = static_cast<double>(cell.columns.count), rows = static_cast<double>(cell.rows.count);
  if (kind.rows == Axis::Depth || kind.cols == Axis::Depth) // Nothing stays from tile to tile.
    return elements * (kind.rows == Axis::Tile ? columns : kind.cols == Axis::Tile ? rows : columns * rows);
  if (kind.rows == Axis::Tile && kind.cols == Axis::Whole && cell.columnSnake)
    return columns * elements - (columns - 1) * static_cast<double>(cell.rows.most) * static_cast<double>(tensor.width);
  if (kind.rows == Axis::Whole && kind.cols == Axis::Tile && !cell.columnSnake)
    return rows * elements - (rows - 1) * static_cast<double>(cell.columns.most) * static_cast<double>(tensor.height);
  return elements;
}

std::vector<RoleTable::Read> RoleTable::readsOf(int32_t o, Role role) const {
  const OpGraph::Op &op = graph.op(o);
  std::vector<Read> reads;
  for (size_t n = 0; n != op.inputs.size(); ++n) {
    Role demand = demandOf(op, role, n == 0);
    Read read{op.inputs[n], {rowsOf(demand), colsOf(demand)}, demand};
    reads.push_back(read);
  }
  return reads;
}

double RoleTable::computeOf(int32_t o, Role role, const Class &entry, const TilingCell &cell) const {
  const OpGraph::Op &op = graph.op(o);
  double tiles = static_cast<double>(cell.columns.count) * static_cast<double>(cell.rows.count);
  double share = static_cast<double>(op.baseCost) * tiles;
  if (makesTile(role))
    return share;
  double steps = 1;
  if (cell.split)
    steps = static_cast<double>(
        ceilDiv(entry.grid.depth, std::min(graph.nativeWidth, std::max<int64_t>(1, entry.grid.depth - 1))));
  if (op.kind == OpKind::Pointwise)
    return share * steps;
  const Tensor &out = graph.tensor(op.outputs[0]);
  Axis rows = rowsOf(role), cols = colsOf(role);
  if (rows != Axis::Tile)
    share *= static_cast<double>(ceilDiv(out.height, graph.nativeHeight));
  if (cols != Axis::Tile)
    share *= static_cast<double>(ceilDiv(out.width, graph.nativeWidth));
  return rows == Axis::Depth || cols == Axis::Depth ? share : share * steps;
}

/// What an operation holds that nobody else in any group holds as well: tiles it makes, inputs that only it reads.
double RoleTable::exclusiveHold(int32_t o, Role role, int32_t except, size_t c, const TilingCell &cell) const {
  const OpGraph::Op &op = graph.op(o);
  double tile = static_cast<double>(cell.columns.least) * static_cast<double>(cell.rows.least), held = 0;
  if (role == Role::Leaf)
    held += tile * static_cast<double>(op.outputs.size());
  else if (role == Role::Tile && op.kind == OpKind::MatMul && cell.split)
    held += tile;
  if (op.kind == OpKind::MatMul && op.inputs[0] == op.inputs[1])
    return held; // Two slices of one tensor may be one.
  for (const Read &read : readsOf(o, role)) {
    if (read.tensor != except && graph.usersOf(read.tensor).size() == 1 && !handedOver(o, read, c))
      held += heldBy(read.tensor, normal(read.kind, cell), cell);
  }
  return held;
}

/// What the readers of `t` hold at least, per cell of a class.
const std::vector<RoleTable::Sharing> &RoleTable::sharingOf(int32_t t, size_t c) {
  std::vector<Sharing> &list = sharings[{t, c}];
  if (!list.empty())
    return list;
  const Class &group = classes[c];
  list.resize(group.cells.size());
  Sharing common;
  std::map<int32_t, int64_t> meeting;
  for (int32_t user : graph.usersOf(t)) {
    uint16_t mask = roles[c][static_cast<size_t>(user)];
    if (mask)
      common.readers = std::max(common.readers, ++meeting[components[c][static_cast<size_t>(user)]]);
    for (size_t r = 0; r != roleCount; ++r)
      if (mask & bitOf(static_cast<Role>(r)))
        for (const Keepable &keepable : keepablesOf(user, static_cast<Role>(r))) {
          common.leastKept = std::min(common.leastKept, keepable.exclusive ? keepable.elements : 0);
          common.keepsOfOne = std::max(common.keepsOfOne, keepable.elements);
        }
  }
  for (size_t i = 0; i != list.size(); ++i) {
    Sharing &sharing = list[i] = common;
    const TilingCell &cell = group.cells[i];
    for (int32_t user : graph.usersOf(t)) {
      uint16_t mask = roles[c][static_cast<size_t>(user)];
      for (size_t r = 0; r != roleCount; ++r) {
        Role role = static_cast<Role>(r);
        if (!(mask & bitOf(role)))
          continue;
        sharing.other = std::min(sharing.other, exclusiveHold(user, role, t, c, cell));
        for (const Read &read : readsOf(user, role))
          if (read.tensor == t)
            sharing.slice = std::min(sharing.slice, heldBy(t, normal(read.kind, cell), cell));
          else if (graph.madeBy(read.tensor) >= 0 && graph.tensor(read.tensor).elements() <= graph.capacity)
            sharing.saved = std::max(sharing.saved, movedBy(read.tensor, normal(read.kind, cell), cell));
      }
    }
  }
  return list;
}

static double fitting(double room, double each, double readers) {
  return each > 0 ? std::clamp(std::floor(room / each), 1.0, readers) : readers;
}

/// Part of the loads of `t`, of `moved` elements, that one reader answers for when it keeps `kept` elements in fast
/// memory. The parts of all readers that fit one group together never exceed 1. Where keeping saves more than the even
/// split would ask for it, only those that keep something pay: few of them fit.
double RoleTable::shareOf(const Sharing &sharing, double moved, double kept) const {
  double readers = static_cast<double>(sharing.readers);
  if (readers <= 1)
    return 1;
  double room = static_cast<double>(graph.capacity) - sharing.slice;
  bool keepers = sharing.keepsOfOne > 0 && sharing.leastKept > 0 && std::isfinite(sharing.leastKept);
  if (keepers && sharing.saved > moved / fitting(room - sharing.leastKept, sharing.other, readers))
    return kept > 0 ? 1 / fitting(room, sharing.leastKept, readers) : 0;
  double most = fitting(room, sharing.other, readers);
  if (kept == 0)
    return 1 / most;
  // With m - 1 other keepers and n readers that keep nothing: all m pay what is left. What a keeper keeps may stand for
  // its own slices, but it holds no less than the others do.
  double others = std::isfinite(sharing.leastKept) ? sharing.leastKept : 0, left = 1;
  for (double m = 1; m <= most && (m == 1 || kept + (m - 1) * others <= room); ++m) {
    double space = std::max(0.0, room - kept - (m - 1) * others);
    double n = sharing.other > 0 ? std::floor(space / sharing.other) : readers;
    left = std::min(left, (1 - std::min(n, most - m) / most) / m);
  }
  return left;
}

/// Could a reader in the group (`o` in its `own` role) hold slices of `t` that spare this one's loads beyond the first?
bool RoleTable::conflicts(int32_t o, Role own, int32_t t, Kind kind, size_t c, const TilingCell &cell) const {
  for (int32_t user : graph.usersOf(t)) {
    uint16_t mask = user == o ? bitOf(own) : roles[c][static_cast<size_t>(user)];
    for (size_t r = 0; r != roleCount; ++r) {
      if (!(mask & bitOf(static_cast<Role>(r))))
        continue;
      for (const Read &read : readsOf(user, static_cast<Role>(r))) {
        if (read.tensor != t)
          continue;
        Kind other = normal(read.kind, cell);
        if (other == kind || leastHold({t, other, read.demand}) > static_cast<double>(graph.capacity))
          continue;
        bool whole = other.rows == Axis::Whole && other.cols == Axis::Whole;
        bool coincide = (other.rows == Axis::Whole) == (kind.rows == Axis::Whole) &&
                        (other.cols == Axis::Whole) == (kind.cols == Axis::Whole);
        if (whole || coincide)
          return true;
      }
    }
  }
  return false;
}

/// Tensors that could be kept whole in fast memory: operands that a group before retained, results that the next one
/// finds, be they used inside as well.
std::vector<RoleTable::Keepable> RoleTable::keepablesOf(int32_t o, Role role) const {
  const OpGraph::Op &op = graph.op(o);
  std::vector<Keepable> list;
  if (!options.retention)
    return list;
  auto add = [&](int32_t t, bool exclusive) {
    double elements = static_cast<double>(graph.tensor(t).elements());
    bool known = std::any_of(list.begin(), list.end(), [&](const Keepable &k) { return k.tensor == t; });
    if (elements <= static_cast<double>(graph.capacity) && !known)
      list.push_back({t, elements, exclusive});
  };
  for (int32_t t : op.inputs)
    if (graph.madeBy(t) >= 0)
      add(t, graph.usersOf(t).size() == 1);
  for (int32_t t : op.outputs)
    if (!graph.mustStore(t))
      add(t, true);
  return list;
}

/// How the reads of an entry behave in cells with the same axes split.
struct RoleTable::ReadPlan {
  Kind kind;
  bool conflict, skip;
};

void RoleTable::fillCell(int32_t o, RoleEntry &entry, size_t index, const std::vector<ReadPlan> &plans,
                         const std::vector<Read> &reads) {
  const Class &group = classes[static_cast<size_t>(entry.gridClass)];
  const TilingCell &cell = group.cells[index];
  const OpGraph::Op &op = graph.op(o);
  size_t cells = group.cells.size();
  double bandwidth = static_cast<double>(graph.bandwidth);
  double tile = static_cast<double>(cell.columns.least) * static_cast<double>(cell.rows.least);
  auto isKept = [&](int32_t t) { return std::find(entry.kept.begin(), entry.kept.end(), t) != entry.kept.end(); };
  double held = entry.keptElements, moved = 0;
  if (entry.role == Role::Tile && op.kind == OpKind::MatMul && cell.split && !isKept(op.outputs[0]))
    held += tile;
  for (int32_t t : op.outputs)
    if ((entry.role == Role::Leaf || graph.usersOf(t).empty()) && !isKept(t)) {
      held += entry.role == Role::Leaf ? tile : 0;
      moved += static_cast<double>(graph.tensor(t).elements());
    }
  // The margin keeps sums of rounded numbers below the true ones.
  const double margin = 1 - 1e-11;
  for (size_t n = 0; n != reads.size(); ++n) {
    int32_t t = reads[n].tensor, maker = graph.madeBy(t);
    bool inside = handedOver(o, reads[n], static_cast<size_t>(entry.gridClass));
    if (plans[n].skip || isKept(t))
      continue;
    double whole =
        plans[n].conflict ? static_cast<double>(graph.tensor(t).elements()) : movedBy(t, plans[n].kind, cell);
    double load = whole;
    if (graph.usersOf(t).size() > 1)
      load *= shareOf(sharingOf(t, static_cast<size_t>(entry.gridClass))[index], whole, entry.keptElements);
    if (!inside) {
      held += plans[n].conflict ? 0 : heldBy(t, plans[n].kind, cell);
      moved += load;
      continue;
    }
    for (size_t f = 0; f != entry.feeds.size(); ++f)
      if (entry.feeds[f].maker == maker)
        entry.load[f * cells + index] += (load / bandwidth * margin);
  }
  if (held > static_cast<double>(graph.capacity))
    return;
  entry.traffic[index] = (moved / bandwidth * margin);
  entry.compute[index] = (computeOf(o, entry.role, group, cell) * margin);
}

/// False if no cell holds it.
bool RoleTable::fill(int32_t o, RoleEntry &entry) {
  const OpGraph::Op &op = graph.op(o);
  const Class &group = classes[static_cast<size_t>(entry.gridClass)];
  size_t cells = group.cells.size(), c = static_cast<size_t>(entry.gridClass);
  std::vector<Read> reads = readsOf(o, entry.role);
  for (const Read &read : reads) {
    int32_t maker = graph.madeBy(read.tensor);
    bool kept = std::find(entry.kept.begin(), entry.kept.end(), read.tensor) != entry.kept.end();
    if (kept || !handedOver(o, read, c) ||
        std::any_of(entry.feeds.begin(), entry.feeds.end(), [&](const RoleFeed &f) { return f.maker == maker; }))
      continue;
    bool intoMatMul = op.kind == OpKind::MatMul && graph.op(maker).kind == OpKind::Pointwise;
    entry.feeds.push_back({maker, read.demand, intoMatMul});
  }
  entry.compute.assign(cells, none);
  entry.traffic.assign(cells, none);
  entry.load.assign(cells * entry.feeds.size(), 0);
  std::vector<ReadPlan> plans[8];
  bool any = false;
  for (size_t index = 0; index != cells; ++index) {
    const TilingCell &cell = group.cells[index];
    std::vector<ReadPlan> &plan =
        plans[(cell.columns.count > 1) * 4 + (cell.rows.count > 1) * 2 + static_cast<int>(cell.split)];
    if (plan.empty())
      for (const Read &read : reads) {
        Kind kind = normal(read.kind, cell);
        bool again = &read != reads.data() && reads[0].tensor == read.tensor; // Only MatMuls repeat an operand.
        bool conflict = conflicts(o, entry.role, read.tensor, kind, c, cell);
        // One slice of the repeated operand may spare the loads of the other: together they load the tensor once.
        bool spared = again && (conflict || plan.front().conflict || normal(reads[0].kind, cell) == kind);
        plan.push_back({kind, conflict, spared});
      }
    fillCell(o, entry, index, plan, reads);
    any |= entry.compute[index] < none;
  }
  return any;
}

/// One entry per set of tensors that could be kept; beyond four the others count as kept for nothing.
void RoleTable::addEntries(int32_t o, size_t c, Role role) {
  std::vector<Keepable> keepable = keepablesOf(o, role);
  size_t chosen = std::min<size_t>(keepable.size(), 4);
  for (size_t choice = 0; choice != size_t(1) << chosen; ++choice) {
    RoleEntry entry{static_cast<int32_t>(c), role, -1, {}, 0, {}, {}, {}, {}};
    for (size_t i = 0; i != keepable.size(); ++i)
      if (i >= chosen || choice >> i & 1) {
        entry.kept.push_back(keepable[i].tensor);
        entry.keptElements += i < chosen ? keepable[i].elements : 0;
      }
    if (entry.keptElements <= static_cast<double>(graph.capacity) && fill(o, entry))
      entries[static_cast<size_t>(o)].push_back(std::move(entry));
  }
}

/// Operations of a class that could meet: by an edge inside, or (unless groups are connected by results alone) at a
/// tensor that both read. Per operation the smallest one that it could meet, itself included.
std::vector<int32_t> RoleTable::componentsOf(size_t c) const {
  std::vector<int32_t> parent(graph.size());
  std::iota(parent.begin(), parent.end(), 0);
  auto root = [&](int32_t o) {
    while (parent[static_cast<size_t>(o)] != o)
      o = parent[static_cast<size_t>(o)] = parent[static_cast<size_t>(parent[static_cast<size_t>(o)])];
    return o;
  };
  auto join = [&](int32_t a, int32_t b) { parent[static_cast<size_t>(root(a))] = root(b); };
  for (size_t t = 0; t != graph.tensors.size(); ++t) {
    int32_t first = -1, maker = graph.producer[t];
    for (int32_t user : graph.users[t]) {
      if (!roles[c][static_cast<size_t>(user)])
        continue;
      if (first >= 0 && !options.byResults)
        join(user, first);
      first = user;
      if (maker >= 0 && roles[c][static_cast<size_t>(maker)] && !excluded(maker, user, static_cast<int32_t>(t)))
        join(user, maker);
    }
  }
  std::vector<int32_t> result(graph.size());
  for (size_t o = 0; o != graph.size(); ++o)
    result[o] = root(static_cast<int32_t>(o));
  return result;
}

/// Entries of one component of a class are a cluster.
void RoleTable::findClusters() {
  for (size_t c = 0; c != classes.size(); ++c) {
    std::map<int32_t, int32_t> number;
    for (size_t o = 0; o != graph.size(); ++o) {
      if (!roles[c][o])
        continue;
      auto [place, isNew] = number.try_emplace(components[c][o], static_cast<int32_t>(clusterSize.size()));
      if (isNew)
        clusterSize.push_back(0);
      ++clusterSize[static_cast<size_t>(place->second)];
      for (RoleEntry &entry : entries[o])
        if (entry.gridClass == static_cast<int32_t>(c))
          entry.cluster = place->second;
    }
  }
}

bool RoleTable::findClasses(const StopSignal &stop) {
  std::map<GridClass, size_t> known;
  for (const OpGraph::Op &op : graph.ops) {
    const Tensor &out = graph.tensor(op.outputs[0]);
    known.try_emplace({out.width, out.height, op.depth}, 0);
  }
  for (auto &[grid, index] : known) {
    index = classes.size();
    classes.push_back({grid, {}});
  }
  roles.assign(classes.size(), std::vector<uint16_t>(graph.size(), 0));
  for (size_t c = 0; c != classes.size(); ++c) {
    findRoles(c);
    if (stop())
      return false;
  }
  return true;
}

bool RoleTable::build(const StopSignal &stop) {
  if (!findClasses(stop))
    return false;
  std::vector<size_t> members(classes.size(), 0);
  for (size_t c = 0; c != classes.size(); ++c)
    for (uint16_t mask : roles[c])
      members[c] += static_cast<size_t>(__builtin_popcount(mask));
  for (size_t perAxis : {40u, 28u, 20u, 14u, 10u, 7u, 5u, 3u}) {
    size_t total = 0;
    for (size_t c = 0; c != classes.size(); ++c) {
      classes[c].cells.clear();
      makeCells(classes[c], perAxis);
      total += classes[c].cells.size() * members[c];
    }
    if (total <= options.entryLimit)
      break;
  }
  for (size_t c = 0; c != classes.size(); ++c)
    components.push_back(componentsOf(c));
  for (size_t o = 0; o != graph.size(); ++o) {
    const OpGraph::Op &op = graph.ops[o];
    for (int32_t t : op.outputs) {
      for (int32_t user : graph.usersOf(t)) {
        joinable[o] += !excluded(static_cast<int32_t>(o), user, t);
        severalDemands[o] |=
            graph.op(user).kind == OpKind::MatMul && graph.op(user).inputs[0] == graph.op(user).inputs[1];
      }
    }
    severalDemands[o] |= joinable[o] > 1;
    for (size_t c = 0; c != classes.size(); ++c)
      for (size_t r = 0; r != roleCount; ++r)
        if (roles[c][o] & bitOf(static_cast<Role>(r)))
          addEntries(static_cast<int32_t>(o), c, static_cast<Role>(r));
    if (stop())
      return false;
  }
  findClusters();
  return true;
}

} // namespace alcove::plan::schedule

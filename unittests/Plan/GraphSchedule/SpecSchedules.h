//===- SpecSchedules.h - Every schedule of a small problem ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Written from docs/spec/GraphSchedule.md alone, for problems whose operations have one result each: prices of groups
// step by step with numbered ranges, and shortest paths over memory states with every set of operations, every tile,
// depth and order and every set of retained tensors as a step. Shares no code with the policies, their pricer or the
// verifier. Left out is what the spec says that the policies leave out.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_PLAN_GRAPHSCHEDULE_SPECSCHEDULES_H
#define ALCOVE_UNITTESTS_PLAN_GRAPHSCHEDULE_SPECSCHEDULES_H

#include "alcove/Plan/GraphSchedule/Problem.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace alcove::plan::schedule::spec {

inline constexpr double never = std::numeric_limits<double>::infinity();

using Mask = uint32_t;

/// Which schedules there are.
struct Reading {
  bool recompute = true;
  /// --tiles=dividing: tiles divide the grid and depths the reduction; --strict: also one split MatMul, and no
  /// connection by what is read.
  bool dividing = false, strict = false;
  /// Every permutation of up to this many tiles, not only rows in order and the eight snakes.
  int64_t everyOrderOfTiles = 0;
};

/// What follows the walk along one axis: nothing, the tile, or the step of the reduction.
enum class Along : uint8_t { All, Tile, Step };
struct Slice {
  Along rows = Along::Tile, cols = Along::Tile;
};

/// One group at one granularity.
class GroupWalk {
public:
  GroupWalk(const Problem &problem, const Reading &reading, Mask group, Mask resident, Mask kept, Granularity g)
      : problem(problem), reading(reading), group(group), resident(resident), kept(kept), g(g) {
    valid = findGrid() && connected() && findDepth() && findSlices() && fits();
  }

  /// Latency of the cheapest order, or `never`.
  double cheapest() const {
    if (!valid)
      return never;
    double best = never;
    for (const std::vector<int64_t> &order : ordersOfTiles())
      best = std::min(best, latency(order));
    return best;
  }

private:
  struct Input {
    int32_t tensor;
    Slice slice;
    bool onlyLast;
  };
  struct Region {
    int32_t tensor;
    int64_t row0, row1, col0, col1;
    bool operator==(const Region &) const = default;
    int64_t elements() const { return (row1 - row0) * (col1 - col0); }
  };
  struct Place {
    int64_t column, row, step;
  };

  const Operation &op(size_t o) const { return problem.ops[o]; }
  const Tensor &result(size_t o) const { return tensor(op(o).outputs[0]); }
  const Tensor &tensor(int32_t t) const { return problem.tensors[static_cast<size_t>(t)]; }
  bool in(size_t o) const { return group >> o & 1; }
  int64_t reduction(size_t o) const { return tensor(op(o).inputs[0]).width; }
  bool reads(size_t reader, int32_t t) const {
    return std::find(op(reader).inputs.begin(), op(reader).inputs.end(), t) != op(reader).inputs.end();
  }
  int32_t makerOf(int32_t t) const {
    for (size_t o = 0; o != problem.ops.size(); ++o)
      if (op(o).outputs[0] == t)
        return static_cast<int32_t>(o);
    return -1;
  }
  bool readInside(size_t o) const {
    for (size_t r = 0; r != problem.ops.size(); ++r)
      if (in(r) && reads(r, op(o).outputs[0]))
        return true;
    return false;
  }
  static int64_t pieces(int64_t extent, int64_t size) { return (extent + size - 1) / size; }

  /// GS-S8, and that tiles are not larger than the grid.
  bool findGrid() {
    for (size_t o = 0; o != problem.ops.size(); ++o)
      if (in(o) && !readInside(o)) {
        if (width && (width != result(o).width || height != result(o).height))
          return false;
        width = result(o).width;
        height = result(o).height;
      }
    columns = pieces(width, g.w);
    rows = pieces(height, g.h);
    return g.w <= width && g.h <= height && (!divides() || (width % g.w == 0 && height % g.h == 0));
  }
  bool divides() const { return reading.dividing || reading.strict; }

  /// GS-S7.
  bool connected() const {
    Mask reached = group & (~group + 1);
    for (Mask before = 0; before != reached;) {
      before = reached;
      for (size_t a = 0; a != problem.ops.size(); ++a)
        for (size_t b = 0; b != problem.ops.size(); ++b)
          if (in(a) && in(b) && (reached >> a & 1) && touch(a, b))
            reached |= Mask(1) << b;
    }
    return reached == group;
  }
  bool touch(size_t a, size_t b) const {
    if (reads(a, op(b).outputs[0]) || reads(b, op(a).outputs[0]))
      return true;
    for (int32_t t : op(a).inputs)
      if (!reading.strict && reads(b, t))
        return true;
    return false;
  }

  /// What leaves through the tile; GS-S6, GS-S10.
  bool findDepth() {
    through.assign(problem.ops.size(), false);
    int32_t split = 0;
    for (size_t o = problem.ops.size(); o-- > 0;) {
      if (!in(o))
        continue;
      through[o] = !readInside(o);
      for (size_t r = o + 1; r != problem.ops.size(); ++r)
        if (in(r) && through[r] && op(r).kind == OpKind::Pointwise && reads(r, op(o).outputs[0]))
          through[o] = true;
      if (op(o).kind != OpKind::MatMul)
        continue;
      if (g.k > reduction(o))
        return false;
      if (through[o]) {
        if (depth && depth != reduction(o))
          return false;
        depth = reduction(o);
        ++split;
      }
    }
    steps = depth ? pieces(depth, g.k) : 1;
    return steps == 1 || !((divides() && depth % g.k) || (reading.strict && split > 1));
  }

  /// The slice at which everything is wanted, readers first; GS-S9, GS-S11.
  bool findSlices() {
    wanted.assign(problem.ops.size(), {});
    for (size_t o = problem.ops.size(); o-- > 0;) {
      if (!in(o))
        continue;
      std::vector<Slice> wishes;
      bool asOperand = false;
      if (!readInside(o))
        wishes.push_back({Along::Tile, Along::Tile});
      for (size_t r = o + 1; r != problem.ops.size(); ++r)
        for (size_t n = 0; in(r) && n != op(r).inputs.size(); ++n)
          if (op(r).inputs[n] == op(o).outputs[0]) {
            wishes.push_back(wishOf(r, n));
            asOperand |= op(r).kind == OpKind::MatMul || !through[r];
            if (op(o).kind == OpKind::Pointwise && op(r).kind == OpKind::MatMul &&
                ((n == 0 ? g.w : g.h) < reduction(r) || g.k != reduction(r) || steps != 1))
              return false;
          }
      for (const Slice &wish : wishes)
        if (!alwaysSame(result(o), wish, wishes[0]))
          return false;
      if (asOperand && through[o] && steps != 1)
        return false;
      wanted[o] = wishes[0];
      for (size_t n = 0; n != op(o).inputs.size(); ++n) {
        int32_t t = op(o).inputs[n], maker = makerOf(t);
        if (maker >= 0 && (in(static_cast<size_t>(maker)) || (resident >> maker & 1)))
          continue;
        inputs.push_back({t, wishOf(o, n), op(o).kind == OpKind::Pointwise && through[o]});
      }
    }
    return true;
  }
  Slice wishOf(size_t reader, size_t operand) const {
    if (op(reader).kind == OpKind::Pointwise)
      return wanted[reader];
    if (through[reader])
      return operand == 0 ? Slice{Along::Tile, Along::Step} : Slice{Along::Step, Along::Tile};
    return operand == 0 ? Slice{wanted[reader].rows, Along::All} : Slice{Along::All, wanted[reader].cols};
  }

  std::pair<int64_t, int64_t> range(Along along, int64_t extent, int64_t size, int64_t tile, int64_t step) const {
    if (along == Along::All)
      return {0, extent};
    int64_t begin = along == Along::Tile ? tile * size : step * g.k;
    return {std::min(extent, begin), std::min(extent, begin + (along == Along::Tile ? size : g.k))};
  }
  Region regionAt(int32_t t, const Slice &slice, const Place &at) const {
    auto [row0, row1] = range(slice.rows, tensor(t).height, g.h, at.row, at.step);
    auto [col0, col1] = range(slice.cols, tensor(t).width, g.w, at.column, at.step);
    return {t, row0, row1, col0, col1};
  }
  /// Is one the other at every tile and step?
  bool alwaysSame(const Tensor &shape, const Slice &a, const Slice &b) const {
    for (int64_t step = 0; step != steps; ++step) {
      for (int64_t row = 0; row != rows; ++row)
        if (range(a.rows, shape.height, g.h, row, step) != range(b.rows, shape.height, g.h, row, step))
          return false;
      for (int64_t column = 0; column != columns; ++column)
        if (range(a.cols, shape.width, g.w, column, step) != range(b.cols, shape.width, g.w, column, step))
          return false;
    }
    return true;
  }

  /// GS-S15, and two tiles to spare beside residents and retains.
  bool fits() const {
    int64_t held = resident && kept ? 2 * g.w * g.h : 0;
    for (size_t i = 0; i != inputs.size(); ++i) {
      bool again = false;
      for (size_t j = 0; j != i; ++j)
        again |= inputs[j].tensor == inputs[i].tensor &&
                 alwaysSame(tensor(inputs[i].tensor), inputs[i].slice, inputs[j].slice);
      if (!again)
        held += regionAt(inputs[i].tensor, inputs[i].slice, {0, 0, 0}).elements();
    }
    for (size_t o = 0; o != problem.ops.size(); ++o) {
      bool stays = kept >> o & 1;
      if (stays || (resident >> o & 1))
        held += result(o).elements() * (int64_t(stays) + int64_t(resident >> o & 1));
      bool output = in(o) && !readInside(o);
      bool accumulates = in(o) && !output && through[o] && op(o).kind == OpKind::MatMul && steps > 1;
      if (!stays && (output || accumulates))
        held += g.w * g.h;
    }
    return held <= problem.capacity;
  }

  /// GS-L1 to GS-L4.
  double computeAt(int64_t step) const {
    double sum = 0;
    bool last = step == steps - 1;
    for (size_t o = 0; o != problem.ops.size(); ++o) {
      if (!in(o))
        continue;
      double base = static_cast<double>(op(o).baseCost);
      if (through[o] && op(o).kind == OpKind::MatMul)
        base *= static_cast<double>(std::min(g.k, depth - step * g.k)) / static_cast<double>(depth);
      else if (op(o).kind == OpKind::Pointwise)
        base *= last;
      else
        base *= nativeTiles(wanted[o].rows, result(o).height, problem.nativeHeight, step) *
                nativeTiles(wanted[o].cols, result(o).width, problem.nativeWidth, step);
      sum += base;
    }
    return sum;
  }
  double nativeTiles(Along along, int64_t extent, int64_t native, int64_t step) const {
    if (along == Along::Tile)
      return 1;
    double tiles = static_cast<double>(pieces(extent, native));
    auto [begin, end] = range(along, extent, 0, 0, step);
    return tiles * static_cast<double>(end - begin) / static_cast<double>(extent);
  }

  /// GS-L5 to GS-L8.
  double latency(const std::vector<int64_t> &order) const {
    double sum = 0;
    std::vector<Region> before, now;
    for (int64_t tile : order)
      for (int64_t step = 0; step != steps; ++step) {
        Place at{tile % columns, tile / columns, step};
        bool last = step == steps - 1;
        int64_t moved = 0;
        now.clear();
        for (const Input &input : inputs) {
          Region region = regionAt(input.tensor, input.slice, at);
          if ((input.onlyLast && !last) || std::find(now.begin(), now.end(), region) != now.end())
            continue;
          now.push_back(region);
          bool there = std::any_of(before.begin(), before.end(), [&](const Region &old) {
            return old == region || (old.tensor == region.tensor && old.elements() == tensor(old.tensor).elements());
          });
          moved += there ? 0 : region.elements();
        }
        for (size_t o = 0; last && o != problem.ops.size(); ++o)
          if (in(o) && !readInside(o) && !(kept >> o & 1))
            moved += regionAt(op(o).outputs[0], {}, at).elements();
        sum += std::max(computeAt(step), static_cast<double>(moved) / static_cast<double>(problem.bandwidth));
        std::swap(before, now);
      }
    return sum;
  }

  std::set<std::vector<int64_t>> ordersOfTiles() const {
    std::set<std::vector<int64_t>> orders;
    std::vector<int64_t> order;
    for (int64_t tile = 0; tile != columns * rows; ++tile)
      order.push_back(tile);
    orders.insert(order);
    if (columns * rows <= reading.everyOrderOfTiles) {
      while (std::next_permutation(order.begin(), order.end()))
        orders.insert(order);
      return orders;
    }
    for (int corner = 0; corner != 4; ++corner)
      for (bool byColumn : {false, true}) {
        order.clear();
        int64_t lines = byColumn ? columns : rows, length = byColumn ? rows : columns;
        for (int64_t n = 0; n != lines; ++n)
          for (int64_t m = 0; m != length; ++m) {
            int64_t line = corner & 1 ? lines - 1 - n : n;
            int64_t along = (n % 2 == 1) != (corner >= 2) ? length - 1 - m : m;
            order.push_back(byColumn ? along * columns + line : line * columns + along);
          }
        orders.insert(order);
      }
    return orders;
  }

  const Problem &problem;
  const Reading &reading;
  Mask group, resident, kept;
  Granularity g;
  bool valid = false;
  int64_t width = 0, height = 0, columns = 0, rows = 0, depth = 0, steps = 1;
  std::vector<bool> through;
  std::vector<Slice> wanted;
  std::vector<Input> inputs;
};

/// Tensors are named by their makers.
struct Memory {
  Mask executed = 0, slow = 0, resident = 0, ephemeral = 0, readFromSlow = 0;
  auto operator<=>(const Memory &) const = default;
};

class Schedules {
public:
  Schedules(const Problem &problem, const Reading &reading) : problem(problem), reading(reading) {
    for (size_t o = 0; o != problem.ops.size(); ++o) {
      Mask users = 0;
      for (size_t u = 0; u != problem.ops.size(); ++u)
        for (int32_t t : problem.ops[u].inputs)
          if (t == problem.ops[o].outputs[0])
            users |= Mask(1) << u;
      usersOf.push_back(users);
    }
  }

  /// Latency of the best schedule, or `never`.
  double best() {
    Mask all = (Mask(1) << problem.ops.size()) - 1;
    std::map<Memory, double> cost;
    std::set<std::pair<double, Memory>> queue;
    cost[Memory()] = 0;
    queue.insert(std::pair(0.0, Memory()));
    while (!queue.empty()) {
      auto [here, state] = *queue.begin();
      queue.erase(queue.begin());
      if (cost[state] < here)
        continue;
      if (state.executed == all && finished(state))
        return here;
      for (Mask group = 1; group <= all; ++group)
        for (Mask kept = group;; kept = (kept - 1) & group) {
          if (auto [next, possible] = step(state, group, kept); possible) {
            double there = here + priceOf(group, state.resident, kept);
            auto [place, isNew] = cost.try_emplace(next, never);
            if (there < place->second) {
              place->second = there;
              queue.insert({there, next});
            }
          }
          if (!kept)
            break;
        }
    }
    return never;
  }

private:
  /// GS-S19.
  bool finished(const Memory &state) const {
    for (size_t o = 0; o != problem.ops.size(); ++o)
      if (!usersOf[o] && !(state.slow >> o & 1))
        return false;
    return true;
  }

  /// GS-S4, GS-S12 to GS-S14, GS-S17.
  std::pair<Memory, bool> step(const Memory &state, Mask group, Mask kept) const {
    Memory next = state;
    bool possible = reading.recompute || !(group & state.executed);
    next.executed |= group;
    next.resident = kept;
    for (size_t o = 0; o != problem.ops.size(); ++o) {
      Mask one = Mask(1) << o;
      if (group & one) {
        bool inside = usersOf[o] & group;
        if (!(kept & one))
          (inside ? next.ephemeral : next.slow) |= one;
      } else if ((usersOf[o] & group) && !(state.resident & one)) {
        possible &= (state.slow & one) != 0;
        next.readFromSlow |= one;
      }
    }
    return {next, possible && !(next.ephemeral & next.readFromSlow)};
  }

  double priceOf(Mask group, Mask resident, Mask kept) {
    auto [place, isNew] = prices.try_emplace({group, resident, kept}, never);
    if (isNew)
      for (int64_t w = 1; w <= problem.nativeWidth; ++w)
        for (int64_t h = 1; h <= problem.nativeHeight; ++h)
          for (int64_t k = 1; k <= problem.nativeWidth; ++k)
            place->second =
                std::min(place->second, GroupWalk(problem, reading, group, resident, kept, {w, h, k}).cheapest());
    return place->second;
  }

  const Problem &problem;
  Reading reading;
  std::vector<Mask> usersOf;
  std::map<std::tuple<Mask, Mask, Mask>, double> prices;
};

} // namespace alcove::plan::schedule::spec

#endif // ALCOVE_UNITTESTS_PLAN_GRAPHSCHEDULE_SPECSCHEDULES_H

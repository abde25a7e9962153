//===- LoopNests.cpp - Nests around one contraction, or two in one loop ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest is searched along the rows: for each size of theirs the widest columns that fit.
//
//===----------------------------------------------------------------------===//
#include "LoopNests.h"

#include <algorithm>
#include <cmath>

namespace alcove::plan {

namespace {

int64_t parts(int64_t extent, int64_t size) { return (extent + size - 1) / size; }

/// The distinct sizes of equal tiles, largest first.
std::vector<int64_t> sizesOf(int64_t extent) {
  std::vector<int64_t> sizes;
  for (int64_t count = 1; count <= extent;) {
    int64_t size = parts(extent, count);
    sizes.push_back(size);
    if (size == 1)
      break;
    // The first count with a smaller tile.
    count = parts(extent, size - 1);
  }
  return sizes;
}

/// What stays has its place; what does not passes element by element, beside a column of the other where both pass.
struct Passing {
  bool stays = false;
  double elementBytes = 1;
  int64_t column = 1;
};
double passing(Passing a, Passing b) {
  if (a.stays || b.stays)
    return (a.stays ? 0 : a.elementBytes) + (b.stays ? 0 : b.elementBytes);
  return std::min(a.elementBytes * static_cast<double>(a.column) + b.elementBytes,
                  b.elementBytes * static_cast<double>(b.column) + a.elementBytes);
}

class BlockNest {
public:
  BlockNest(const LoopBlock &block, double memory) : block(block), memory(memory) {
    for (const LoopBlock::Member &member : block.members) {
      widest = std::max(widest, member.columns);
      spill += 2 * member.resultBytes * static_cast<double>(block.rows * member.columns);
    }
  }

  double least() {
    std::array<int, 3> order{0, 1, 2};
    do {
      for (int loop = 0; loop < 3; ++loop)
        place[order[loop]] = loop;
      for (unsigned choice = 0; choice < 4u << block.members.size(); ++choice) {
        stays = choice;
        search();
      }
    } while (std::ranges::next_permutation(order).found);
    return best;
  }

private:
  enum Loop { M, N, K };

  bool operandStays() const { return (stays & 1) != 0; }
  bool sumsStay() const { return (stays & 2) != 0; }
  bool otherStays(size_t member) const { return (stays >> (2 + member) & 1) != 0; }
  /// A tensor that stays while `passing` turns has all of the loops inside of it, a tile of those outside.
  int64_t kept(Loop loop, Loop passing, int64_t tile, int64_t extent) const {
    return place[loop] > place[passing] ? extent : tile;
  }

  double footprint(int64_t rows, int64_t turns, int64_t depth) const {
    auto bytes = [](double elementBytes, int64_t a, int64_t b) {
      return elementBytes * static_cast<double>(a) * static_cast<double>(b);
    };
    double held = 0, largestPassing = 0, largestSum = 0, sums = 0;
    if (operandStays())
      held += bytes(block.elementBytes, kept(M, N, rows, block.rows), kept(K, N, depth, block.depth));
    for (size_t i = 0; i < block.members.size(); ++i) {
      const LoopBlock::Member &own = block.members[i];
      int64_t columns = parts(own.columns, turns);
      if (otherStays(i))
        held += bytes(own.elementBytes, kept(K, M, depth, block.depth), kept(N, M, columns, own.columns));
      largestPassing = std::max(largestPassing, passing({operandStays(), block.elementBytes, rows},
                                                        {otherStays(i), own.elementBytes, columns}));
      double sum = sumsStay() ? bytes(own.resultBytes, kept(M, K, rows, block.rows), kept(N, K, columns, own.columns))
                              : bytes(own.resultBytes, rows, columns);
      largestSum = std::max(largestSum, sum);
      sums += sum;
    }
    // What passes is shared by members that add up at the same time; where it stays they take turns.
    return held + largestPassing + (operandStays() ? largestSum : sums);
  }

  double cost(int64_t rows, int64_t turns, int64_t depth) const {
    double moved = operandStays() ? block.bytes : block.bytes * static_cast<double>(turns);
    for (size_t i = 0; i < block.members.size(); ++i)
      moved += block.members[i].bytes * static_cast<double>(otherStays(i) ? 1 : parts(block.rows, rows));
    return moved + (sumsStay() ? 0 : spill * static_cast<double>(parts(block.depth, depth) - 1));
  }

  void offer(int64_t rows, int64_t turns, int64_t depth) {
    if (footprint(rows, turns, depth) <= memory)
      best = std::min(best, cost(rows, turns, depth));
  }

  void search() {
    for (int64_t rows : sizesOf(block.rows)) {
      // Sizes below move no less.
      if (cost(rows, 1, block.depth) >= best)
        break;
      for (int64_t width : sizesOf(widest)) {
        int64_t turns = parts(widest, width);
        if (cost(rows, turns, block.depth) >= best)
          break;
        offer(rows, turns, block.depth);
        // The footprint is linear in the depth.
        double at1 = footprint(rows, turns, 1);
        if (block.depth == 1 || at1 > memory)
          continue;
        double step = footprint(rows, turns, 2) - at1;
        if (block.depth > 2 && !sumsStay() && step > 0) {
          double room = std::floor((memory - at1) / step);
          offer(rows, turns, static_cast<int64_t>(std::min(1 + room, static_cast<double>(block.depth - 1))));
        }
        offer(rows, turns, 1);
      }
    }
  }

  const LoopBlock &block;
  double memory, spill = 0, best = noNest;
  int64_t widest = 1;
  std::array<int, 3> place{};
  unsigned stays = 0;
};

class PairNest {
public:
  PairNest(const LoopPair &pair, double memory) : pair(pair), memory(memory) {}

  double least() {
    const std::vector<int64_t> rows = sizesOf(pair.m), columns = sizesOf(pair.n);
    for (order = MNH; order <= HNM; order = static_cast<Order>(order + 1))
      for (xStays = Off; xStays <= Always; xStays = static_cast<Stay>(xStays + 1))
        for (wStays = Off; wStays <= Always; wStays = static_cast<Stay>(wStays + 1))
          for (int others = 0; others < 16; ++others) {
            vStays = others & 1;
            yStays = others & 2;
            weightsStay = others & 4;
            rowsStay = others & 8;
            if ((weightsStay && !pair.made) || (rowsStay && !sharesRows()))
              continue;
            // Where both are the same, and what moves nothing needs no place to stay.
            if ((xStays == Within && order != NMH) || (wStays == Within && order != NHM) ||
                (xStays != Off && !moves(0) && !pair.made) || (wStays != Off && !moves(1)) || (vStays && !moves(2)))
              continue;
            for (uStays = Off; uStays <= (pair.second ? Always : Off); uStays = static_cast<Stay>(uStays + 1)) {
              if ((uStays == Within && order != NHM) || (uStays != Off && !moves(3)))
                continue;
              for (int64_t m : rows)
                for (int64_t n : columns)
                  if (!deeper(m, n))
                    break;
            }
          }
    return best;
  }

private:
  /// The loops around both, outermost first. The first is done again for each tile of n. That n passes while a tile in
  /// between stays is m or h outermost with n as one tile.
  enum Order { MNH, NMH, NHM, HNM };
  /// While all loops pass that a tensor does not move with, or while the innermost does and not while n passes.
  enum Stay { Off, Within, Always };

  bool moves(size_t operand) const {
    return pair.bytes[operand] > 0 ||
           std::ranges::any_of(pair.makings, [&](const LoopMaking &making) { return making.makes[operand]; });
  }

  double cost(int64_t m, int64_t n, int64_t h) const {
    auto count = [](int64_t extent, int64_t size) { return static_cast<double>(parts(extent, size)); };
    double rows = count(pair.m, m), columns = count(pair.n, n), between = count(pair.h, h);
    double result = pair.resultBytes * static_cast<double>(pair.m * pair.n);
    double xPasses = xStays == Always ? 1 : columns * (xStays == Within ? 1 : between);
    // All of x stays where rows are inside: then it may be made at once.
    double made = weightsStay || (xStays == Always && order != MNH) ? 1 : rows * xPasses;
    double x = pair.made ? pair.rowBytes + pair.weightBytes * made : pair.bytes[0] * xPasses;
    auto passesOf = [&](Stay stay) { return stay == Always ? 1 : columns * (stay == Within ? 1 : rows); };
    double wPasses = passesOf(wStays), vPasses = vStays ? 1 : rows, uPasses = passesOf(uStays);
    double moved = x + pair.bytes[1] * wPasses + pair.bytes[2] * vPasses + pair.bytes[3] * uPasses +
                   (yStays ? 0 : 2 * (between - 1) * result);
    for (const LoopMaking &making : pair.makings)
      moved += costOf(making, {xPasses, wPasses, vPasses, uPasses}, wStays == Off && !vStays ? rows : 1);
    return moved;
  }

  /// What has two readers in the loop may stay for both: for one of them alone what it makes would need less room.
  bool sharesRows() const {
    return std::ranges::any_of(pair.makings,
                               [](const LoopMaking &making) { return std::ranges::count(making.makes, true) > 1; });
  }

  /// Each time that something is made anew its weights pass, and the rows unless they stay: then at least as much moves as
  /// where it is made alone. All of it is made once. So are w and u, where one is made anew no more often than the other;
  /// w and v are in each of `turns`, and may share rows otherwise, too.
  double costOf(const LoopMaking &making, const std::array<double, 4> &passes, double turns) const {
    double weights = making.otherWeights, again = 0;
    for (size_t i = 0; i < passes.size(); ++i) {
      weights += making.weights[i] * passes[i];
      again += making.weights[i] * (passes[i] - 1);
    }
    if (rowsStay)
      return std::max(making.once + again, making.rowBytes + weights);
    double least = making.once + again;
    for (size_t i = 0; i < passes.size(); ++i)
      least = std::max(least, weights + passes[i] * (making.each[i] - making.weights[i]));
    if (size_t other = pair.second ? 3 : 2; making.makes[1] && making.makes[other]) {
      double together = pair.second ? std::min(passes[1], passes[3]) : turns;
      double both = weights + together * making.both;
      for (size_t i : {size_t(1), other})
        both -=
            making.weights[i] * passes[i] - (pair.second ? making.each[i] : making.weights[i]) * (passes[i] - together);
      least = std::max(least, both);
    }
    return least;
  }

  double footprint(int64_t m, int64_t n, int64_t h) const {
    auto bytes = [](double elementBytes, int64_t a, int64_t b) {
      return elementBytes * static_cast<double>(a) * static_cast<double>(b);
    };
    bool hInside = order == MNH || order == NMH;
    auto longOf = [&](Stay stay) { return order == HNM || stay == Within ? h : pair.h; };
    double x = 0, w = weightsStay ? pair.weightsHeld : 0, v = 0, y = 0;
    if (xStays != Off)
      x = bytes(pair.elementBytes[0], order == MNH || xStays == Within ? m : pair.m, pair.k);
    if (wStays != Off)
      w += bytes(pair.elementBytes[1], pair.k, longOf(wStays));
    if (vStays)
      v = bytes(pair.elementBytes[2], hInside ? pair.h : h, order == MNH ? pair.n : n);
    if (yStays)
      y = bytes(pair.resultBytes, hInside ? m : pair.m, order == HNM ? pair.n : n);
    for (const LoopMaking &making : pair.makings)
      if (rowsStay && std::ranges::count(making.makes, true) > 1)
        w += making.rowHeld * static_cast<double>(pair.second ? pair.k : hInside ? pair.h : h);
    if (uStays != Off)
      w += pair.wide * bytes(pair.elementBytes[3], pair.k, longOf(uStays));
    double first = passing({xStays != Off, pair.elementBytes[0], m}, {wStays != Off, pair.elementBytes[1], h});
    double second = passing({vStays, pair.elementBytes[2], h}, {yStays, pair.resultBytes, m});
    return bytes(pair.betweenBytes, m, h) + x + w + v + y + std::max(first, second);
  }

  /// The longest tiles in between that fit. False where nothing is gained with less of `n`.
  bool deeper(int64_t m, int64_t n) {
    if (cost(m, n, pair.h) >= best)
      return false;
    double at1 = footprint(m, n, 1);
    if (at1 > memory)
      return true;
    // It grows by a tile in between for each.
    double each = pair.betweenBytes * static_cast<double>(m);
    int64_t h = 1, most = static_cast<int64_t>(std::min((memory - at1) / each + 1, static_cast<double>(pair.h)));
    for (int64_t high = std::max<int64_t>(most, 1); h < high;) {
      int64_t middle = (h + high + 1) / 2;
      if (footprint(m, n, middle) <= memory)
        h = middle;
      else
        high = middle - 1;
    }
    best = std::min(best, cost(m, n, h));
    return true;
  }

  const LoopPair &pair;
  double memory, best = noNest;
  Order order = MNH;
  Stay xStays = Off, wStays = Off, uStays = Off;
  bool vStays = false, yStays = false, weightsStay = false, rowsStay = false;
};

} // namespace

double leastOf(const LoopBlock &block, double memory) { return BlockNest(block, memory).least(); }
double leastOf(const LoopPair &pair, double memory) { return PairNest(pair, memory).least(); }

} // namespace alcove::plan

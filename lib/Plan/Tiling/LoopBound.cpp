//===- LoopBound.cpp - What moves least, nest by nest and decision by decision ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of nests come first, each when a decision asks for it; then the least sum over the decisions of each
// connected part. A nest is searched along the rows: for each size of theirs the widest columns that fit.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Tiling/LoopBound.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <set>

namespace alcove::plan {

namespace {

constexpr double none = std::numeric_limits<double>::infinity();

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

/// One contraction, or several that share the operand with rows and depth. All bytes are of one element of the batch.
struct Block {
  struct Member {
    int64_t columns = 1;
    double bytes = 0, elementBytes = 1, resultBytes = 1;
  };
  int64_t rows = 1, depth = 1;
  double bytes = 0, elementBytes = 1;
  std::vector<Member> members;
};

class BlockNest {
public:
  BlockNest(const Block &block, double memory) : block(block), memory(memory) {
    for (const Block::Member &member : block.members) {
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
      const Block::Member &own = block.members[i];
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

  const Block &block;
  double memory, spill = 0, best = none;
  int64_t widest = 1;
  std::array<int, 3> place{};
  unsigned stays = 0;
};

/// first[m, h] = sum over k of x[m, k] w[k, h], used up by y[m, n] = sum over h of first[m, h] v[h, n].
struct Pair {
  int64_t m = 1, h = 1, k = 1, n = 1;
  /// Of one pass, and of an element: x, w, v; the result in between; the result.
  std::array<double, 3> bytes{}, elementBytes{};
  double betweenBytes = 1, resultBytes = 1;
  /// x is made in the same loop, of rows that are read once at least and of weights that pass for each of its tiles: all
  /// of a row of x is needed at once.
  bool made = false;
  double rowBytes = 0, weightBytes = 0, weightsHeld = 0;
};

class PairNest {
public:
  PairNest(const Pair &pair, double memory) : pair(pair), memory(memory) {}

  double least() {
    for (order = MNH; order <= HNM; order = static_cast<Order>(order + 1))
      for (xStays = Off; xStays <= Always; xStays = static_cast<Stay>(xStays + 1))
        for (wStays = Off; wStays <= Always; wStays = static_cast<Stay>(wStays + 1))
          for (int others = 0; others < (pair.made ? 8 : 4); ++others) {
            vStays = others & 1;
            yStays = others & 2;
            weightsStay = others & 4;
            // Where both are the same.
            if ((xStays == Within && order != NMH) || (wStays == Within && order != NHM))
              continue;
            for (int64_t m : sizesOf(pair.m))
              for (int64_t n : sizesOf(pair.n))
                if (!deeper(m, n))
                  break;
          }
    return best;
  }

private:
  /// The loops around both, outermost first. The first is done again for each tile of n. That n passes while a tile in
  /// between stays is m or h outermost with n as one tile.
  enum Order { MNH, NMH, NHM, HNM };
  /// While all loops pass that a tensor does not move with, or while the innermost does and not while n passes.
  enum Stay { Off, Within, Always };

  double cost(int64_t m, int64_t n, int64_t h) const {
    auto count = [](int64_t extent, int64_t size) { return static_cast<double>(parts(extent, size)); };
    double rows = count(pair.m, m), columns = count(pair.n, n), between = count(pair.h, h);
    double result = pair.resultBytes * static_cast<double>(pair.m * pair.n);
    double xPasses = xStays == Always ? 1 : columns * (xStays == Within ? 1 : between);
    // All of x stays where rows are inside: then it may be made at once.
    double made = weightsStay || (xStays == Always && order != MNH) ? 1 : rows * xPasses;
    double x = pair.made ? pair.rowBytes + pair.weightBytes * made : pair.bytes[0] * xPasses;
    return x + pair.bytes[1] * (wStays == Always ? 1 : columns * (wStays == Within ? 1 : rows)) +
           pair.bytes[2] * (vStays ? 1 : rows) + (yStays ? 0 : 2 * (between - 1) * result);
  }

  double footprint(int64_t m, int64_t n, int64_t h) const {
    auto bytes = [](double elementBytes, int64_t a, int64_t b) {
      return elementBytes * static_cast<double>(a) * static_cast<double>(b);
    };
    bool hInside = order == MNH || order == NMH;
    double x = 0, w = weightsStay ? pair.weightsHeld : 0, v = 0, y = 0;
    if (xStays != Off)
      x = bytes(pair.elementBytes[0], order == MNH || xStays == Within ? m : pair.m, pair.k);
    if (wStays != Off)
      w += bytes(pair.elementBytes[1], pair.k, order == HNM || wStays == Within ? h : pair.h);
    if (vStays)
      v = bytes(pair.elementBytes[2], hInside ? pair.h : h, order == MNH ? pair.n : n);
    if (yStays)
      y = bytes(pair.resultBytes, hInside ? m : pair.m, order == HNM ? pair.n : n);
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
    int64_t h = 1;
    for (int64_t high = pair.h; h < high;) {
      int64_t middle = (h + high + 1) / 2;
      if (footprint(m, n, middle) <= memory)
        h = middle;
      else
        high = middle - 1;
    }
    best = std::min(best, cost(m, n, h));
    return true;
  }

  const Pair &pair;
  double memory, best = none;
  Order order = MNH;
  Stay xStays = Off, wStays = Off;
  bool vStays = false, yStays = false, weightsStay = false;
};

/// A reader of a class, by contraction and side.
using Reader = std::array<int, 2>;

class LoopBounder {
public:
  explicit LoopBounder(const LoopProblem &problem) : problem(problem), part(problem.contractions.size()) {
    std::iota(part.begin(), part.end(), 0);
    needs();
    join();
    decide();
  }

  LoopCertificate run() {
    LoopCertificate certificate;
    certificate.decided.assign(decided.begin(), decided.end());
    certificate.bound = problem.outputBytes;
    // Of inputs that no contraction is known to read.
    std::vector<std::set<int>> readIn(problem.inputBytes.size());
    for (int i = 0; i < size(); ++i)
      for (const LoopOperand &operand : at(i).operands)
        if (operand.of >= 0)
          readIn[operand.of].insert(find(i));
    for (size_t c = 0; c < readIn.size(); ++c)
      if (readIn[c].empty())
        certificate.bound += problem.inputBytes[c];
    std::map<int, std::vector<int>> members;
    for (int i = 0; i < size(); ++i)
      members[find(i)].push_back(i);
    for (const auto &[root, own] : members) {
      inputs.clear();
      for (size_t c = 0; c < readIn.size(); ++c)
        if (readIn[c].size() == 1 && readIn[c].contains(root))
          inputs.push_back(static_cast<int>(c));
      certificate.bound += leastOf(own);
    }
    for (const auto &[key, value] : values)
      certificate.claims.push_back({key.members, key.pair, key.shared, key.free, value});
    return certificate;
  }

private:
  struct Key {
    std::vector<int> members;
    bool pair = false;
    int shared = -1;
    unsigned free = 0;
    auto operator<=>(const Key &) const = default;
  };

  int size() const { return static_cast<int>(problem.contractions.size()); }
  const LoopContraction &at(int contraction) const { return problem.contractions[contraction]; }
  int find(int i) const {
    while (part[i] != i)
      i = part[i];
    return i;
  }

  /// What each contraction needs, directly or not, itself included.
  void needs() {
    needed.resize(problem.contractions.size());
    for (int i = 0; i < size(); ++i) {
      needed[i] = {i};
      for (const LoopOperand &operand : at(i).operands)
        if (operand.from >= 0)
          needed[i].insert(needed[operand.from].begin(), needed[operand.from].end());
    }
  }

  /// `later` loads for itself whatever `earlier` loads: its operand comes from behind `earlier` and from slow memory.
  bool apart(Reader earlier, Reader later) const {
    int from = at(later[0]).operands[later[1]].from;
    return from >= 0 && needed[from].contains(earlier[0]);
  }
  bool mayShare(Reader a, Reader b) const { return !apart(a, b) && !apart(b, a); }

  /// Readers that may share are of one part.
  void join() {
    std::map<int, std::vector<Reader>> readers;
    for (int i = 0; i < size(); ++i)
      for (int side = 0; side < 2; ++side)
        if (at(i).operands[side].of >= 0)
          readers[at(i).operands[side].of].push_back({i, side});
    for (const auto &[of, own] : readers)
      for (size_t a = 0; a < own.size(); ++a)
        for (size_t b = 0; b < a; ++b)
          if (mayShare(own[a], own[b]))
            part[find(own[a][0])] = find(own[b][0]);
  }

  /// The largest results first, as long as the parts stay small.
  void decide() {
    std::vector<Reader> edges;
    for (int i = 0; i < size(); ++i)
      for (int side = 0; side < 2; ++side)
        if (const LoopOperand &operand = at(i).operands[side]; operand.from >= 0 && operand.bytes > 0)
          edges.push_back({i, side});
    std::ranges::stable_sort(edges, std::greater<>(), [&](Reader edge) {
      const LoopOperand &operand = at(edge[0]).operands[edge[1]];
      return (operand.link != LoopLink::None ? 2 : 1) * operand.bytes;
    });
    std::map<int, int> count;
    for (Reader edge : edges) {
      int to = find(edge[0]), from = find(at(edge[0]).operands[edge[1]].from);
      int together = count[to] + (to == from ? 0 : count[from]) + 1;
      if (together > mostDecisions)
        continue;
      part[from] = to;
      count[to] = together;
      decided.insert(edge);
    }
  }

  double valueOf(const Key &key) {
    auto [found, fresh] = values.try_emplace(key, 0);
    if (fresh)
      found->second = key.pair ? pairValue(key) : blockValue(key);
    return found->second;
  }

  /// The side of `contraction` that reads `shared`; its left one where it is alone.
  int sideOf(int contraction, int shared) const {
    return shared < 0 || at(contraction).operands[0].of == shared ? 0 : 1;
  }

  double blockValue(const Key &key) const {
    Block block;
    for (size_t i = 0; i < key.members.size(); ++i) {
      const LoopContraction &own = at(key.members[i]);
      int side = sideOf(key.members[i], key.shared);
      const LoopOperand &shared = own.operands[side], &other = own.operands[1 - side];
      double batch = static_cast<double>(own.batch);
      block.rows = side == 0 ? own.rows : own.columns;
      block.depth = own.depth;
      if (i == 0)
        block.bytes = key.free & 1 ? 0 : shared.bytes / batch;
      block.elementBytes = i == 0 ? shared.elementBytes : std::min(block.elementBytes, shared.elementBytes);
      block.members.push_back({side == 0 ? own.columns : own.rows, key.free >> (1 + i) & 1 ? 0 : other.bytes / batch,
                               other.elementBytes, own.elementBytes});
    }
    double least = BlockNest(block, problem.memory).least();
    // Nothing fits: no plan, and nothing is claimed.
    return least == none ? 0 : least * static_cast<double>(at(key.members[0]).batch);
  }

  double pairValue(const Key &key) const {
    int firstAt = key.members[key.members.size() - 2];
    const LoopContraction &first = at(firstAt), &second = at(key.members.back());
    int side = second.operands[0].from == firstAt && second.operands[0].link != LoopLink::None ? 0 : 1;
    bool straight = second.operands[side].link == LoopLink::Straight;
    double batch = static_cast<double>(first.batch);
    Pair pair;
    pair.m = straight ? first.rows : first.columns;
    pair.h = straight ? first.columns : first.rows;
    pair.k = first.depth;
    pair.n = side == 0 ? second.columns : second.rows;
    const LoopOperand *operands[] = {&first.operands[straight ? 0 : 1], &first.operands[straight ? 1 : 0],
                                     &second.operands[1 - side]};
    for (int i = 0; i < 3; ++i) {
      pair.bytes[i] = key.free >> i & 1 ? 0 : operands[i]->bytes / batch;
      pair.elementBytes[i] = operands[i]->elementBytes;
    }
    if (key.members.size() == 3) {
      const LoopContraction &before = at(key.members[0]);
      int weights = operands[0]->link == LoopLink::Straight ? 1 : 0;
      pair.made = true;
      pair.bytes[0] = 0;
      pair.rowBytes = key.free & 8 ? 0 : before.operands[1 - weights].bytes / batch;
      pair.weightBytes = key.free & 16 ? 0 : before.operands[weights].bytes / batch;
      pair.weightsHeld =
          before.operands[weights].elementBytes * static_cast<double>(pair.k) * static_cast<double>(before.depth);
    }
    pair.betweenBytes = std::min(first.elementBytes, second.operands[side].elementBytes);
    pair.resultBytes = second.elementBytes;
    double least = PairNest(pair, problem.memory).least();
    return least == none ? 0 : least * batch;
  }

  /// The least over all decisions of one part.
  double leastOf(const std::vector<int> &members) {
    std::vector<Reader> edges;
    for (Reader edge : decided)
      if (std::ranges::binary_search(members, edge[0]))
        edges.push_back(edge);
    double least = none;
    for (unsigned state = 0; state < 1u << edges.size(); ++state) {
      fused.clear();
      std::set<int> stored;
      for (size_t i = 0; i < edges.size(); ++i)
        if (state >> i & 1)
          fused.push_back(edges[i]);
        else
          stored.insert(at(edges[i][0]).operands[edges[i][1]].from);
      double fixed = 0;
      for (int contraction : stored)
        fixed += at(contraction).storeBytes;
      if (fixed < least)
        least = std::min(least, fixed + leastSharing(members));
    }
    return least;
  }

  bool moves(Reader reader) const {
    const LoopOperand &operand = at(reader[0]).operands[reader[1]];
    if (operand.bytes <= 0)
      return false;
    return operand.from < 0 || (decided.contains(reader) && !std::ranges::count(fused, reader));
  }

  /// Readers whose loads are their own or shared, and of others that might be shared one; then the least over the ways
  /// to share.
  double leastSharing(const std::vector<int> &members) {
    charged.clear();
    std::map<int, std::vector<Reader>> readers;
    for (int i : members)
      for (int side = 0; side < 2; ++side)
        if (Reader reader{i, side}; moves(reader))
          readers[at(i).operands[side].of].push_back(reader);
    std::vector<std::vector<Reader>> sets;
    std::set<int> inSets;
    for (auto &[of, own] : readers) {
      std::vector<std::vector<Reader>> groups;
      for (Reader reader : own) {
        std::vector<Reader> joined{reader};
        std::erase_if(groups, [&](const std::vector<Reader> &group) {
          bool shares = std::ranges::any_of(group, [&](Reader other) { return mayShare(reader, other); });
          if (shares)
            joined.insert(joined.begin(), group.begin(), group.end());
          return shares;
        });
        groups.push_back(std::move(joined));
      }
      for (std::vector<Reader> &group : groups)
        std::ranges::sort(group);
      std::ranges::sort(groups);
      for (std::vector<Reader> &group : groups) {
        if (group.size() > 1)
          std::erase_if(group, [&](Reader reader) { return !inSets.insert(reader[0]).second; });
        if (group.empty())
          continue;
        if (!alike(group))
          group.resize(1);
        charged.insert(group.begin(), group.end());
        if (group.size() > 1)
          sets.push_back(group);
      }
    }
    shared.clear();
    for (const std::vector<Reader> &set : sets)
      shared.insert(set.begin(), set.end());
    double uncharged = 0;
    for (int c : inputs)
      if (std::ranges::none_of(charged, [&](Reader reader) { return at(reader[0]).operands[reader[1]].of == c; }))
        uncharged += problem.inputBytes[c];
    std::vector<std::vector<int>> blocks;
    return uncharged + leastPartition(members, sets, 0, 0, blocks);
  }

  bool alike(const std::vector<Reader> &group) const {
    auto shape = [&](Reader reader) {
      const LoopContraction &own = at(reader[0]);
      return std::array<int64_t, 3>{own.batch, reader[1] == 0 ? own.rows : own.columns, own.depth};
    };
    for (Reader a : group)
      for (Reader b : group)
        if (shape(a) != shape(b) || (a != b && (a[0] == b[0] || !mayShare(a, b))))
          return false;
    return group.size() <= mostSharers;
  }

  double leastPartition(const std::vector<int> &members, const std::vector<std::vector<Reader>> &sets, size_t set,
                        size_t next, std::vector<std::vector<int>> &blocks) {
    if (set == sets.size())
      return mostOfPairs(members, blocks);
    if (next == sets[set].size())
      return leastPartition(members, sets, set + 1, 0, blocks);
    Reader reader = sets[set][next];
    double least = none;
    for (size_t b = 0; b < blocks.size(); ++b) {
      if (!std::ranges::any_of(sets[set], [&](Reader other) { return other[0] == blocks[b][0]; }))
        continue;
      blocks[b].push_back(reader[0]);
      least = std::min(least, leastPartition(members, sets, set, next + 1, blocks));
      blocks[b].pop_back();
    }
    blocks.push_back({reader[0]});
    least = std::min(least, leastPartition(members, sets, set, next + 1, blocks));
    blocks.pop_back();
    return least;
  }

  /// Each contraction counts in its block or in one pair of a fused edge; the ways are all valid, the best is taken.
  double mostOfPairs(const std::vector<int> &members, const std::vector<std::vector<int>> &blocks) {
    std::vector<Reader> linked;
    for (Reader edge : fused)
      if (const LoopOperand &operand = at(edge[0]).operands[edge[1]];
          operand.link != LoopLink::None && at(operand.from).batch == at(edge[0]).batch)
        linked.push_back(edge);
    std::set<int> used;
    std::function<double(size_t)> most = [&](size_t next) -> double {
      if (next == linked.size())
        return valueOfBlocks(members, blocks, used);
      double without = most(next + 1);
      int second = linked[next][0], first = at(second).operands[linked[next][1]].from;
      if (used.contains(first) || used.contains(second))
        return without;
      used.insert({first, second});
      Key key = pairKey(first, second, linked[next][1]);
      double with = valueOf(key) + most(next + 1);
      // Where the first's kept operand is made in the loop, too.
      Reader kept{first, at(second).operands[linked[next][1]].link == LoopLink::Straight ? 0 : 1};
      if (int before = at(first).operands[kept[1]].from; std::ranges::count(linked, kept) && !used.contains(before)) {
        int weights = at(first).operands[kept[1]].link == LoopLink::Straight ? 1 : 0;
        key.members.insert(key.members.begin(), before);
        key.free |= 1 | (pays({before, 1 - weights}) ? 0 : 8) | (pays({before, weights}) ? 0 : 16);
        used.insert(before);
        with = std::max(with, valueOf(key) + most(next + 1));
        used.erase(before);
      }
      used.erase(first);
      used.erase(second);
      return std::max(with, without);
    };
    return most(0);
  }

  /// What a pair reads and others might share is left to them.
  Key pairKey(int first, int second, int side) const {
    bool straight = at(second).operands[side].link == LoopLink::Straight;
    Key key{{first, second}, true, -1, 0};
    Reader readers[] = {{first, straight ? 0 : 1}, {first, straight ? 1 : 0}, {second, 1 - side}};
    for (unsigned i = 0; i < 3; ++i)
      if (!pays(readers[i]))
        key.free |= 1u << i;
    return key;
  }
  bool pays(Reader reader) const { return charged.contains(reader) && !shared.contains(reader); }

  double valueOfBlocks(const std::vector<int> &members, const std::vector<std::vector<int>> &blocks,
                       const std::set<int> &used) {
    double value = 0;
    std::set<int> inBlocks = used;
    auto add = [&](std::vector<int> own) {
      std::ranges::sort(own);
      Key key{own, false, own.size() > 1 ? sharedClass(own) : -1, 0};
      key.free |= !charged.contains({own[0], sideOf(own[0], key.shared)});
      for (size_t i = 0; i < own.size(); ++i)
        if (!charged.contains({own[i], 1 - sideOf(own[i], key.shared)}))
          key.free |= 2u << i;
      value += valueOf(key);
    };
    for (const std::vector<int> &block : blocks) {
      std::vector<int> own;
      for (int member : block)
        if (!used.contains(member))
          own.push_back(member);
      inBlocks.insert(own.begin(), own.end());
      if (!own.empty())
        add(own);
    }
    for (int member : members)
      if (!inBlocks.contains(member))
        add({member});
    return value;
  }

  /// The class that the members of a block read together.
  int sharedClass(const std::vector<int> &own) const {
    for (int side = 0; side < 2; ++side)
      if (shared.contains({own[0], side}))
        return at(own[0]).operands[side].of;
    return -1;
  }

  const LoopProblem &problem;
  /// Connected parts: by shared loads and by decisions.
  std::vector<int> part;
  std::vector<std::set<int>> needed;
  std::set<Reader> decided;
  std::map<Key, double> values;
  /// Of the part that is looked at: inputs that it alone reads; the decision, and the readers that pay in it, alone or
  /// together.
  std::vector<int> inputs;
  std::vector<Reader> fused;
  std::set<Reader> charged, shared;
};

} // namespace

LoopCertificate boundLoops(const LoopProblem &problem) { return LoopBounder(problem).run(); }

} // namespace alcove::plan

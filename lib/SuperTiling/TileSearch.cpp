//===- TileSearch.cpp - Which loops of a group to tile, and how finely ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/TileSearch.h"

#include <algorithm>
#include <functional>
#include <set>

using namespace mlir;

namespace alcove::supertiling {

llvm::SmallVector<int64_t, 16> tileSizes(int64_t extent, size_t count, ArrayRef<int64_t> seams) {
  std::set<int64_t, std::greater<>> all;
  // Sizes above sqrt(N) are N/1, N/2, ...; below it every integer occurs.
  for (int64_t k = 1; k <= extent && k <= 4096; ++k) {
    int64_t size = ceilDiv(extent, k);
    all.insert(size);
    if (size <= k)
      break;
  }
  for (int64_t size = 1; size <= std::min<int64_t>(extent, 4096) && size * size <= extent; ++size)
    all.insert(ceilDiv(extent, ceilDiv(extent, size)));
  for (int64_t seam : seams)
    for (int64_t factor = 1; factor <= 64 && seam * factor < extent; factor *= 2)
      all.insert(seam * factor);
  all.insert(1);
  std::vector<int64_t> sizes(all.begin(), all.end());
  if (sizes.size() <= count)
    return llvm::SmallVector<int64_t, 16>(sizes.begin(), sizes.end());
  // One candidate per slot of equal ratio, in each slot a divisor if there is one, else the largest.
  llvm::SmallVector<int64_t, 16> chosen{sizes.front()};
  double slot = std::pow(static_cast<double>(extent), 1.0 / static_cast<double>(count - 1));
  double floor = static_cast<double>(extent) / slot;
  size_t i = 1;
  while (i + 1 < sizes.size()) {
    int64_t best = 0;
    bool bestEven = false;
    for (; i + 1 < sizes.size() && static_cast<double>(sizes[i]) >= floor; ++i) {
      bool even = extent % sizes[i] == 0 || llvm::any_of(seams, [&](int64_t s) { return sizes[i] % s == 0; });
      if (best == 0 || (even && !bestEven)) {
        best = sizes[i];
        bestEven = even;
      }
    }
    if (best)
      chosen.push_back(best);
    floor /= slot;
  }
  chosen.push_back(sizes.back());
  return chosen;
}

namespace {

class Searcher {
public:
  Searcher(const GroupModel &group, const TileSearchOptions &options, int64_t &work)
      : group(group), root(group.root()), options(options), work(work), limit(work + options.limit) {}

  TileChoice run() {
    choose(/*reductions=*/false);
    if (!loops.empty())
      search();
    // The cost jumps where the body leaves the inner cache: the largest tile below that is a candidate of its own.
    if (choice.feasible && group.innerMemory() > 0) {
      capacity = group.innerMemory();
      choose(/*reductions=*/false);
      search();
      capacity = group.available();
    }
    bool more = options.reductions && llvm::any_of(llvm::enumerate(root.parallel), [&](auto loop) {
                  return !loop.value() && root.tileable[loop.index()];
                });
    // Splitting a reduction is the only way out when one parallel point is too large, and pays for deep contractions.
    if (more && (!choice.feasible || root.opClass == OpClass::Matmul || root.opClass == OpClass::Conv)) {
      choose(/*reductions=*/true);
      search();
    }
    return std::move(choice);
  }

private:
  void choose(bool reductions) {
    loops.clear();
    for (unsigned loop = 0; loop < root.extents.size(); ++loop)
      if (root.tileable[loop] && (root.parallel[loop] || reductions))
        loops.push_back(loop);
    llvm::sort(loops, [&](unsigned a, unsigned b) {
      return root.extents[a] != root.extents[b] ? root.extents[a] > root.extents[b] : a < b;
    });
    if (loops.size() > maxTiledLoops)
      loops.resize(maxTiledLoops);
    llvm::sort(loops);
    static constexpr size_t perLoop[] = {512, 512, 40, 14, 8, 6, 5};
    sizes.clear();
    llvm::SmallVector<int64_t, 4> seams = group.seams();
    for (unsigned loop : loops) {
      sizes.push_back(tileSizes(root.extents[loop], perLoop[loops.size()], seams));
      // The extent is unknown: only a real tile bounds the loop.
      if (root.dynamic[loop])
        llvm::erase_if(sizes.back(), [](int64_t size) { return size > 4096; });
    }
  }

  Evaluation evaluate() {
    ++work;
    return group.evaluate(tile);
  }

  bool fits(const Evaluation &evaluation) const { return evaluation.valid && evaluation.footprint <= capacity; }

  void offer(const Evaluation &evaluation) {
    if (!fits(evaluation))
      return;
    double cost = evaluation.cost;
    // A remainder tile is a second shape for every operation of the body.
    for (unsigned loop = 0; loop < tile.size(); ++loop)
      if (root.extents[loop] % tile[loop] != 0)
        cost *= 1.02;
    if (choice.feasible && cost >= best)
      return;
    best = cost;
    choice.feasible = true;
    choice.tile.assign(tile.begin(), tile.end());
    choice.evaluation = evaluation;
  }

  void search() {
    tile.assign(root.extents.begin(), root.extents.end());
    for (unsigned loop : loops)
      tile[loop] = 1;
    Evaluation smallest = evaluate();
    // A concatenation has no part of its joined dimension: the loop over that one stays whole.
    for (size_t i = 0; i < loops.size() && !smallest.valid; ++i) {
      tile[loops[i]] = root.extents[loops[i]];
      if (loops.size() > 1 && !root.dynamic[loops[i]] && evaluate().valid) {
        loops.erase(loops.begin() + i);
        sizes.erase(sizes.begin() + i);
        return search();
      }
      tile[loops[i]] = 1;
    }
    if (!choice.smallest.valid || smallest.valid) {
      choice.smallestTile.assign(tile.begin(), tile.end());
      choice.smallest = smallest;
    }
    if (!fits(smallest))
      return;
    offer(smallest);
    for (auto [loop, candidates] : llvm::zip_equal(loops, sizes))
      tile[loop] = candidates.front();
    descend(0);
  }

  void descend(size_t depth) {
    unsigned loop = loops[depth];
    ArrayRef<int64_t> candidates = sizes[depth];
    if (depth + 1 == loops.size())
      return bisect(loop, candidates);
    for (int64_t size : candidates) {
      if (work >= limit)
        break;
      tile[loop] = size;
      for (size_t rest = depth + 1; rest < loops.size(); ++rest)
        tile[loops[rest]] = sizes[rest].front();
      Evaluation bound = evaluate();
      // What does not fit the inner cache says nothing about smaller tiles that do.
      double least = bound.cost - (capacity < group.available() ? bound.spill : 0);
      if (bound.valid && choice.feasible && least >= best)
        break;
      if (fits(bound)) {
        offer(bound);
        break; // Nothing smaller is cheaper.
      }
      for (size_t rest = depth + 1; rest < loops.size(); ++rest)
        tile[loops[rest]] = 1;
      if (fits(evaluate()))
        descend(depth + 1);
    }
    tile[loop] = candidates.front();
  }

  /// Largest candidate that fits, and its two smaller neighbours: a divisor among them may cost less.
  void bisect(unsigned loop, ArrayRef<int64_t> candidates) {
    size_t low = 0, high = candidates.size();
    while (low < high) {
      size_t middle = (low + high) / 2;
      tile[loop] = candidates[middle];
      if (fits(evaluate()))
        high = middle;
      else
        low = middle + 1;
    }
    for (size_t i = low; i < std::min(low + 3, candidates.size()); ++i) {
      tile[loop] = candidates[i];
      offer(evaluate());
    }
    tile[loop] = candidates.front();
  }

  const GroupModel &group;
  const Node &root;
  const TileSearchOptions &options;
  int64_t &work;
  int64_t limit;
  Bytes capacity = group.available();
  llvm::SmallVector<unsigned, 6> loops;
  std::vector<llvm::SmallVector<int64_t, 16>> sizes;
  llvm::SmallVector<int64_t, 6> tile;
  TileChoice choice;
  double best = 0;
};

} // namespace

TileChoice searchTile(const GroupModel &group, const TileSearchOptions &options, int64_t &work) {
  return Searcher(group, options, work).run();
}

} // namespace alcove::supertiling

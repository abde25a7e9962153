//===- ProductSearch.cpp - The tile of one product that moves least -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every distinct size ceil(N / k) of every parallel loop is a candidate, outer loops first:
//
//   m: 1024 512 342 ...     n: from the largest that fits beside m down      k: 1, and the largest panel that fits
//
// A tile of m moves no less with the whole of the other loops: where that is no better than the best, no smaller m is.
// Along the last loop traffic falls with the size, but for a last, smaller tile, whose loop loads once more what stays:
// below a divisor that moves more than the best no size is better.
//
//===----------------------------------------------------------------------===//
#include "TileSearch.h"

#include <algorithm>

namespace alcove::plan::tiling {

namespace {

/// Sizes of one loop; more loops have thinner lists, so that the search ends.
constexpr size_t mostSizes[] = {4096, 4096, 512, 48};

class ProductSearcher {
public:
  ProductSearcher(const GroupModel &group, double ceiling, int64_t limit, int64_t &work, TileChoice &choice)
      : group(group), ceiling(ceiling), extents(group.searchLoops()), work(work), limit(limit), choice(choice) {
    if (choice.feasible)
      best = rank(choice.evaluation, std::span(choice.tile).first(std::min(choice.tile.size(), extents.size())));
    for (const SearchLoop &loop : extents)
      tile.push_back(loop.extent);
  }

  void run() {
    size_t outer = group.root().extents.size();
    for (unsigned loop = 0; loop < outer; ++loop)
      if (extents[loop].tileable && extents[loop].parallel)
        loops.push_back(loop);
    for (unsigned loop = static_cast<unsigned>(outer); loop < extents.size(); ++loop)
      panels.push_back(loop);
    // Divisors: a smaller last panel would be a loop of its own.
    for (unsigned loop : panels) {
      panelSizes.push_back(tileSizes(extents[loop].extent, mostSizes[1], {}));
      std::erase_if(panelSizes.back(), [&](int64_t size) { return extents[loop].extent % size != 0; });
    }
    if (loops.empty() || loops.size() >= std::size(mostSizes) || panels.size() > 1)
      return;
    for (unsigned loop : loops)
      sizes.push_back(tileSizes(extents[loop].extent, mostSizes[loops.size()], {}));
    for (size_t i = 0; i < panels.size(); ++i)
      tile[panels[i]] = 1;
    descend(0);
  }

private:
  Evaluation evaluate() {
    ++work;
    return group.evaluate(tile);
  }
  bool fits(const Evaluation &evaluation) const {
    return evaluation.valid && evaluation.footprint <= group.available();
  }

  void descend(size_t depth) {
    unsigned loop = loops[depth];
    if (depth + 1 == loops.size())
      return along(loop, sizes[depth]);
    for (int64_t size : sizes[depth]) {
      tile[loop] = size;
      for (size_t rest = depth + 1; rest < loops.size(); ++rest)
        tile[loops[rest]] = extents[loops[rest]].extent;
      // Also where nothing is cut, which is no loop.
      Evaluation bound = unlimited.evaluate(tile);
      ++work;
      if ((bound.valid && aim(bound) > most()) || work > limit)
        break;
      descend(depth + 1);
    }
    tile[loop] = extents[loop].extent;
  }

  void along(unsigned loop, std::span<const int64_t> candidates) {
    auto tooLarge = [&](int64_t size) {
      tile[loop] = size;
      Evaluation evaluation = evaluate();
      return evaluation.valid && evaluation.footprint > group.available();
    };
    auto first = std::ranges::partition_point(candidates, tooLarge);
    for (auto size = first; size != candidates.end() && work <= limit; ++size) {
      tile[loop] = *size;
      Evaluation evaluation = evaluate();
      bool worse = aim(evaluation) > most();
      if (worse && fits(evaluation) && extents[loop].extent % *size == 0)
        break;
      if (worse || !fits(evaluation))
        continue;
      offer(evaluation);
      if (!panels.empty())
        widen();
    }
    tile[loop] = extents[loop].extent;
  }

  /// Panels as wide as fit: fewer of them for the same bytes.
  void widen() {
    unsigned loop = panels[0];
    auto tooLarge = [&](int64_t size) {
      tile[loop] = size;
      return !fits(evaluate());
    };
    auto first = std::ranges::partition_point(panelSizes[0], tooLarge);
    for (auto size = first; size != panelSizes[0].end() && size - first < 3; ++size) {
      tile[loop] = *size;
      if (Evaluation evaluation = evaluate(); fits(evaluation))
        offer(evaluation);
    }
    tile[loop] = 1;
  }

  /// A smaller last tile is a second shape for the operation.
  std::pair<double, double> rank(const Evaluation &evaluation, std::span<const int64_t> at) const {
    double cost = evaluation.cost;
    for (size_t loop = 0; loop < at.size(); ++loop)
      cost *= extents[loop].extent % at[loop] != 0 ? group.remainderFactor() : 1;
    return alone ? std::pair(evaluation.traffic, cost) : std::pair(cost, evaluation.traffic);
  }

  /// With others in the loop what is done again counts, too.
  double aim(const Evaluation &evaluation) const { return alone ? evaluation.traffic : evaluation.cost; }
  /// What is above is of no use.
  double most() const { return std::min(ceiling, choice.feasible ? aim(choice.evaluation) : ceiling); }

  void offer(const Evaluation &evaluation) {
    std::pair<double, double> own = rank(evaluation, tile);
    if (choice.feasible && own >= best)
      return;
    best = own;
    choice.feasible = true;
    choice.cores = group.corePositions();
    choice.tile = tile;
    choice.evaluation = evaluation;
  }

  const GroupModel &group;
  const bool alone = group.size() == 1;
  const double ceiling;
  GroupModel unlimited = group.unlimited();
  std::vector<SearchLoop> extents;
  int64_t &work;
  const int64_t limit;
  TileChoice &choice;
  std::vector<unsigned> loops, panels;
  std::vector<std::vector<int64_t>> sizes, panelSizes;
  std::vector<int64_t> tile;
  std::pair<double, double> best;
};

} // namespace

void searchProduct(const GroupModel &group, double ceiling, int64_t &work, TileChoice &choice) {
  std::vector<int> cores = group.coreCandidates();
  bool alone = group.size() == 1,
       one = alone ? group.root().contracts() : cores.size() == 1 && group.isProduct(cores[0]);
  if (!one || group.root().isDynamic())
    return;
  // With others in the loop it is one of many candidates; convolutions mostly have more loops than there are lists for.
  constexpr int64_t mostWork = 2000;
  int64_t limit = alone ? std::numeric_limits<int64_t>::max() : work + mostWork;
  ProductSearcher(group, ceiling, limit, work, choice).run();
  for (int core : cores)
    ProductSearcher(group.withCores({core}), ceiling, limit, work, choice).run();
}

} // namespace alcove::plan::tiling

//===- CacheSearch.cpp - Tiles by their time on a CPU ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search by traffic has bounds and proposes a tile; what caches and threads cost has steps (sets, levels,
// iterations for each thread) and no bound: from the proposal the time goes downhill.
//
//===----------------------------------------------------------------------===//
#include "TileSearch.h"

#include <algorithm>
#include <set>

namespace alcove::plan::tiling {

namespace {

class Climber {
public:
  Climber(const GroupModel &group, int64_t limit, int64_t &work, TileChoice &choice)
      : group(group), work(work), end(work + limit), choice(choice), loops(group.searchLoops()) {
    std::vector<int64_t> seams = group.seams();
    constexpr size_t perLoop = 40;
    for (unsigned loop = 0; loop < loops.size(); ++loop) {
      bool panel = loop >= group.root().extents.size();
      sizes.push_back(loops[loop].tileable && (loops[loop].parallel || panel)
                          ? tileSizes(loops[loop].extent, perLoop, seams)
                          : std::vector<int64_t>{});
    }
  }

  void run() {
    choice.evaluation.cost = group.cacheCost(choice.tile, choice.evaluation);
    for (double before = 0; before != choice.evaluation.cost && work < end;) {
      before = choice.evaluation.cost;
      for (unsigned a = 0; a < loops.size(); ++a)
        for (unsigned b = 0; b < loops.size() && work < end; ++b)
          for (int move : {-8, -4, -2, -1, 1, 2, 4, 8})
            tryMove(a, move, b);
    }
  }

private:
  /// The size `move` places on in the list of `loop`; the list descends.
  int64_t moved(unsigned loop, int move) const {
    const auto &list = sizes[loop];
    auto here = std::lower_bound(list.begin(), list.end(), choice.tile[loop], std::greater<>()) - list.begin();
    auto place = std::clamp<std::ptrdiff_t>(here + move, 0, static_cast<std::ptrdiff_t>(list.size()) - 1);
    return list[place];
  }

  /// Loop `a` moves, and `b`, where it is another one, against it.
  void tryMove(unsigned a, int move, unsigned b) {
    if (sizes[a].empty() || sizes[b].empty() || work >= end)
      return;
    std::vector<int64_t> tile(choice.tile.begin(), choice.tile.end());
    tile[a] = moved(a, move);
    if (a != b)
      tile[b] = moved(b, -move);
    if (!seen.insert(std::vector<int64_t>(tile.begin(), tile.end())).second)
      return;
    ++work;
    Evaluation evaluation = group.evaluate(tile);
    if (!evaluation.valid || evaluation.footprint > group.available())
      return;
    evaluation.cost = group.cacheCost(tile, evaluation);
    if (evaluation.cost >= choice.evaluation.cost * (1 - 1e-9))
      return;
    choice.tile = tile;
    choice.evaluation = evaluation;
  }

  const GroupModel &group;
  int64_t &work;
  int64_t end;
  TileChoice &choice;
  std::vector<SearchLoop> loops;
  std::vector<std::vector<int64_t>> sizes;
  std::set<std::vector<int64_t>> seen;
};

} // namespace

/// Reductions of `core` one step at a time: the loops inside of a panel then run along the results. The tile of
/// `choice`, halved until it fits.
static TileChoice stepByStep(const GroupModel &group, int core, const TileChoice &choice, int64_t &work) {
  GroupModel own = group.withCores({core});
  size_t outer = group.root().extents.size();
  TileChoice found;
  found.cores = own.corePositions();
  found.tile.assign(choice.tile.begin(), choice.tile.begin() + outer);
  auto loops = own.searchLoops();
  found.tile.resize(loops.size(), 1);
  for (bool whole = true;;) {
    ++work;
    found.evaluation = own.evaluate(found.tile);
    found.feasible = found.evaluation.valid && found.evaluation.footprint <= own.available();
    // What is not cut at all has no loop for the panels to be in.
    if (found.feasible || (!found.evaluation.valid && !whole))
      return found;
    whole = false;
    size_t largest = outer;
    for (size_t loop = 0; loop < outer; ++loop)
      if (loops[loop].tileable && loops[loop].parallel && found.tile[loop] > 1 &&
          (largest == outer || found.tile[loop] > found.tile[largest]))
        largest = loop;
    if (largest == outer)
      return found;
    found.tile[largest] = ceilDiv(found.tile[largest], 2);
  }
}

void improveOnCaches(const GroupModel &group, int64_t limit, int64_t &work, TileChoice &choice) {
  auto climb = [&](TileChoice &from) {
    GroupModel own = group.withCoresAt(from.cores);
    Climber(own, limit, work, from).run();
  };
  TileChoice start = choice;
  climb(choice);
  constexpr size_t mostCores = 2;
  auto cores = group.coreCandidates();
  cores.resize(std::min(cores.size(), mostCores));
  for (int core : cores) {
    TileChoice other = stepByStep(group, core, start, work);
    if (!other.feasible)
      continue;
    climb(other);
    if (other.evaluation.cost < choice.evaluation.cost)
      choice = std::move(other);
  }
}

} // namespace alcove::plan::tiling

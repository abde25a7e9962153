//===- GroupBody.h - The body of a fused loop, without building it ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the tiles of a group's results ask of its other members, each as often as its tiles differ (build), and what
// that holds, moves and computes (sum, price).
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_TILING_GROUPBODY_H
#define ALCOVE_LIB_PLAN_TILING_GROUPBODY_H

#include "GroupModel.h"

#include "alcove/Plan/Tiling/CacheCost.h"

#include <boost/container/small_vector.hpp>

#include <array>
#include <functional>
#include <limits>

namespace alcove::plan::tiling {

/// Short ones need no allocation: a search evaluates thousands of tiles.
template <typename T, size_t N>
using SmallVector = boost::container::small_vector<T, N>;

/// One dimension of a tile: iteration (k_0, k_1, ...) of the tiled loops covers [start + sum k_i step_i, + size).
struct TileDim {
  int64_t size = 1;
  int64_t start = 0;
  std::array<int64_t, maxTiledLoops> step{};
  /// False when the cover is a bound and not the set that is read (views cut across their seams).
  bool exact = true;
  bool operator==(const TileDim &) const = default;
};
using Tile = SmallVector<TileDim, 4>;

/// Tiled loops of the body, outermost first.
using LoopOrder = SmallVector<unsigned, maxTiledLoops>;

struct TiledLoop {
  unsigned loop = 0;
  int64_t size = 0;
  int64_t extent = 0;
  int64_t trips = 0;
  bool reduction = false;
  /// A panel loop inside the body: of which core, from 1 on.
  int inner = 0;
  /// It turns around what runs with the panels of `core`, 0: with none.
  bool isAround(int core) const { return inner == 0 || inner == core; }
};

/// One member for one demanded tile. Time runs backward: the root is at 0, producers have larger times.
struct Instance {
  int node = -1;
  Tile loops;
  /// The demanded tile of the result; only of views and joins.
  Tile demand;
  int time = -1;
  int lastUse = std::numeric_limits<int>::max();
  /// By result, where there are several.
  SmallVector<int, 3> lastUses;
  int lastUseOf(size_t result) const { return lastUses.empty() ? lastUse : std::max(lastUse, lastUses[result]); }
  unsigned uses = 0;
  /// By result: the reader at `lastUse` starts its own from it, in one buffer; it is read otherwise, too.
  uint64_t starts = 0, shown = 0;
  /// Of these results all other reads are over when what starts from them does (SUT-H19).
  uint64_t over = 0;
  uint64_t startsAlone() const { return starts & (~shown | over); }
  /// Runs once for each panel of which core, from 1 on; 0: in front of the panels.
  int inner = 0;
  /// A reader needs all of it, whatever moves.
  bool whole = false;
  /// Reduces the rows of a softmax panel by panel: runs with each, its result is held across them.
  bool carried = false;
  /// The tile of each result; only of structured nodes.
  SmallVector<Tile, 1> results;
};

/// A tile of a tensor in slow memory that the body reads.
struct Load {
  int tensor = -1;
  Tile tile;
  Bytes bytes = 0;
  const Access *access = nullptr;
  int firstUse = 0;
  int lastUse = 0;
  /// Read into the buffer of the result that it initializes.
  bool shared = false;
  /// Read once for each panel of which core.
  int inner = 0;
  /// Its slice is of what the loops carry, and equal to no other.
  bool carried = false;
  /// It would stay while panels pass, or in the only iteration: `shared` where all other reads are over (SUT-H19).
  bool waits = false;
  unsigned uses = 1;
};

/// What a member does with a tile: it reads it, starts a result from it that stays in the body, or one that leaves.
enum class TileUse { Input, Init, Destination };

/// Bytes that pass between the memories, without the repeats that the order of the loops makes.
struct Transfer {
  double bytes = 0;
  double runs = 0;
  /// Bit i: the tile does not move with loop i.
  unsigned still = 0;
  int inner = 0;
};

/// A buffer of the body.
struct Held {
  Bytes bytes = 0;
  int first = 0;
  int last = 0;
  unsigned still = 0;
  int inner = 0;
  /// It may stay from one iteration to the next: a load, or partial sums.
  bool load = false;
  bool accumulates = false;
  /// Its contents go to slow memory.
  bool stored = false;
  /// What it is the buffer of: a result of an instance with those that start it, or a load.
  int instance = -1, number = -1;
};

/// SUT-H17: members at the end of the body that run in strips of their tiles, one strip of all of them after the other.
struct Strips {
  /// Of the root, and the points of its tile along it.
  unsigned loop = 0;
  int64_t points = 1;
  /// By instance: its own loop that moves with the strips, -1: it runs in front of them. By load: it comes in strips.
  SmallVector<int, 32> loopOf;
  SmallVector<char, 32> comes;
  /// By instance, bit i: strips work on result i; by load: they work on it.
  SmallVector<uint64_t, 32> holds;
  SmallVector<char, 32> holdsLoad;
  /// By time: when it is, with all that runs in front of the strips behind (time runs backward) what runs in them.
  SmallVector<int, 32> when;
  /// Steps that run in strips.
  int steps = 0;
  int64_t members = 0;
  /// Bit i: something that comes in strips does not move with loop i; where that is the innermost one, it cannot stay.
  unsigned still = 0;
};

/// By instance and by load: how many uses move with the strips; by instance: which of its loops then does, -1: none.
struct AskedInStrips {
  SmallVector<unsigned, 32> of, ofLoad;
  SmallVector<int, 32> loop;
};

inline bool invariantIn(const Tile &tile, unsigned position) {
  return std::ranges::all_of(tile, [&](const TileDim &dim) { return dim.step[position] == 0; });
}

inline Bytes tileBytes(const Tile &tile, Bytes elementBytes) {
  for (const TileDim &dim : tile)
    elementBytes = saturatingMul(elementBytes, dim.size);
  return elementBytes;
}

/// The body of the loop for one choice of tile sizes.
struct GroupModel::Body {
  const GroupModel &group;
  const Problem &graph;
  TilesOfOne tilesOfOne = TilesOfOne::AsFound;
  /// Overlapping tiles of one tensor were made one.
  bool joined = false;
  SmallVector<TiledLoop, maxTiledLoops> loops;
  bool reductionTiled = false;
  /// The loop around it has one iteration.
  bool onlyTile = false;
  std::vector<Instance> instances;
  /// Per member, indices into `instances`.
  std::vector<SmallVector<int, 2>> ofMember;
  std::vector<Load> loads;
  int time = 0;
  /// Steps of a panel loop: the core and what runs inside with it.
  struct PanelTime {
    int core = -1;
    int end = -1;
  };
  SmallVector<PanelTime, 4> panelTimes;
  std::vector<char> expanded;
  /// Summed once, priced for every order of the loops.
  SmallVector<Transfer, 16> transfers;
  SmallVector<Held, 24> held;
  Bytes heldInside = 0;
  double operations = 0, steps = 0, remainders = 0, moved = 0, gathered = 0;
  /// Ways to run in strips, found when a tile does not fit without.
  mutable std::optional<SmallVector<Strips, 2>> stripWays;

  explicit Body(const GroupModel &group, TilesOfOne tilesOfOne = TilesOfOne::AsFound)
      : group(group), graph(group.graph), tilesOfOne(tilesOfOne), ofMember(group.members.size()),
        expanded(group.members.size(), 0) {
    // Growth would move every tile in it.
    instances.reserve(2 * group.members.size() + 4);
    loads.reserve(2 * group.members.size() + 4);
  }

  bool build(std::span<const int64_t> tile);
  bool buildAround(std::span<const int64_t> tile, std::optional<unsigned> only);
  bool addRoot(std::span<const int64_t> tile, std::optional<unsigned> only);
  bool addPanels(std::span<const int64_t> sizes);
  SmallVector<int, 16> expansionOrder() const;
  void putInFrontOfPanels();
  bool movesWithPanels(const Tile &tile, int of) const;
  bool carries(int node) const {
    return group.softmax && (node == group.softmax->maximum || node == group.softmax->sum) &&
           std::ranges::any_of(loops, [](const TiledLoop &loop) { return loop.inner != 0; });
  }
  /// Which core `node` is, from 1 on; 0: none.
  int numberOfCore(int node) const {
    auto found = std::ranges::find(group.coreNodes, node);
    return found == group.coreNodes.end() ? 0 : static_cast<int>(found - group.coreNodes.begin()) + 1;
  }
  int runsWithPanels(const Instance &instance) const {
    return instance.inner != 0 ? instance.inner : instance.carried ? 1 : numberOfCore(instance.node);
  }
  /// When the only core runs, -1 without one.
  int coreTime() const { return panelTimes.empty() ? -1 : panelTimes[0].core; }
  void panel(Instance &instance, int of, std::optional<unsigned> row) const;
  bool addsUpInPanels(const Instance &instance, const Access &result) const;
  std::optional<Tile> hullOf(const Tile &a, const Tile &b) const;
  void joinInstances(int member);
  void joinLoads();
  int64_t placeOf(const Instance &instance) const;
  bool isOverAtStart(const Instance &instance, size_t result) const;
  bool isOverAtStart(const Load &load) const;
  bool readersAreOver(const Instance &last, const std::function<bool(const Access &)> &reads) const;
  void findOver();
  bool isReadBeside(const Access &access) const;
  bool expand(int index);
  bool expandStructured(int index);
  bool expandMovement(int index);
  /// SUT-H16: what moves with a loop of one iteration and what does not are one.
  bool mayNeedWhole() const { return onlyTile && tilesOfOne != TilesOfOne::AsFound; }
  bool sameTile(const Tile &a, const Tile &b) const;
  bool demand(const Access &access, const Tile &tile, int time, TileUse use, int fromInner = 0);
  void load(const Access &access, const Tile &tile, int time, TileUse use, int inner);
  Tile accessTile(const Access &access, const Tile &loops) const;
  Tile sourceOfExpand(const Node &node, const Tile &result) const;
  Tile sourceOfCollapse(const Node &node, const Tile &result) const;
  std::optional<Tile> sourceOfSlice(const Node &node, const Tile &result) const;

  /// The loop assembles the whole result in slow memory.
  bool isStored(int node, size_t result) const {
    return node == group.members.back() || (contains(group.yields, node) && group.handsOn(node, result));
  }
  int memberOf(int node) const {
    auto found = std::lower_bound(group.members.begin(), group.members.end(), node);
    return found != group.members.end() && *found == node ? static_cast<int>(found - group.members.begin()) : -1;
  }
  double missing(const TileDim &dim, unsigned which) const;
  double within(const TileDim &dim, unsigned which, int64_t extent) const;
  double total(const Tile &tile, std::span<const int64_t> shape = {}) const;
  unsigned still(const Tile &tile) const;
  unsigned peeled(const LoopOrder &order) const;
  double reloads(const Transfer &transfer, const LoopOrder &order, unsigned peeled, bool resident) const;
  double tripsOf(int inner) const;
  double numTiles() const;
  bool partitions(const Tile &tile, const Access &result) const;
  std::optional<Strips> stripsAlong(unsigned loop) const;
  bool mayRunInStrips(const Instance &instance, unsigned loop, int64_t points) const;
  bool takeMembers(std::span<const char> barred, Strips &strips, AskedInStrips &asked) const;
  bool takeLoads(const AskedInStrips &asked, Strips &strips) const;
  bool followStrips(int index, const Strips &strips, AskedInStrips &asked) const;
  bool startsInFront(int index, const Strips &strips) const;
  void holdForStrips(int index, Strips &strips) const;
  void orderStrips(Strips &strips) const;
  const SmallVector<Strips, 2> &waysOfStrips() const;
  double begun() const;
  void sum();
  void sumBuffers();
  void sumWork();
  void sumInner();
  Bytes footprint(const LoopOrder &order, bool resident, const Strips *strips = nullptr, int64_t points = 0) const;
  std::vector<LoopOrder> orders() const;
  OrderSums sumsOf(const LoopOrder &order) const;
  bool leavesRoomFor(const Strips &strips, const LoopOrder &order, bool resident) const;
  bool fitInStrips(const LoopOrder &order, Evaluation &evaluation) const;
  bool fitInStrips(const LoopOrder &order, const Strips &strips, Evaluation &evaluation) const;
  void addTransfer(const Tile &tile, const Access &access, int inner);
  double remainderLoops(const Node &node, const Tile &nodeLoops) const;
  Bytes reloadDistance(const Tile &tile, const LoopOrder &order) const;
  CacheTime memberTime(const Instance &instance, const LoopOrder &order, Bytes inBody) const;
  bool hasUnknownSizes() const;
  double threadShare(const LoopOrder &order) const;
  double cacheCost(const Evaluation &evaluation) const;
  MovedSums move(const LoopOrder &order, unsigned peeled, bool resident) const;
  double stepsInStrips(const Evaluation &evaluation) const;
  std::vector<TimeDim> timeDims(const Tile &tile, std::span<const int> positions) const;
  TimeTransfer timeTransfer(const Tile &tile, const Access &access, int inner, std::span<const int> positions) const;
  void addTimes(TimeNest &nest, std::span<const int> positions, const Machine &machine, bool resident) const;
};

} // namespace alcove::plan::tiling

#endif // ALCOVE_LIB_PLAN_TILING_GROUPBODY_H

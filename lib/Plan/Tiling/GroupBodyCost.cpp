//===- GroupBodyCost.cpp - What the body of a fused loop holds, moves and computes ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GroupBody.h"

#include <cmath>

namespace alcove::plan::tiling {

/// Bit i: loop i moves several dimensions at once, as along a diagonal.
static unsigned loopsOfSeveralDims(const Tile &tile) {
  unsigned once = 0, often = 0;
  for (const TileDim &dim : tile)
    for (unsigned i = 0; i < dim.step.size(); ++i) {
      unsigned bit = dim.step[i] != 0 ? 1u << i : 0;
      often |= once & bit;
      once |= bit;
    }
  return often;
}

/// Positions that the last tile along loop `which` is short of; of a view that shows rows, whole ones.
double GroupModel::Body::missing(const TileDim &dim, unsigned which) const {
  const TiledLoop &loop = loops[which];
  double points = static_cast<double>(loop.trips) * loop.size - loop.extent;
  return std::floor(points * static_cast<double>(dim.step[which]) / static_cast<double>(loop.size) + 1e-9);
}

/// Positions of all tiles along `dim`, which loop `which` moves, without what a padding stands for.
double GroupModel::Body::within(const TileDim &dim, unsigned which, int64_t extent) const {
  if (!dim.exact || dim.size >= extent)
    return std::numeric_limits<double>::infinity();
  int64_t trips = loops[which].trips, step = dim.step[which];
  auto partOf = [&](int64_t trip) {
    int64_t size = dim.size - (trip + 1 == trips ? static_cast<int64_t>(missing(dim, which)) : 0);
    int64_t from = dim.start + trip * step;
    return std::max<int64_t>(std::min(from + size, extent) - std::max<int64_t>(from, 0), 0);
  };
  double sum = 0;
  int64_t first = 0, end = trips;
  for (; first < end && dim.start + first * step < 0; ++first)
    sum += static_cast<double>(partOf(first));
  for (; end > first && (end == trips || dim.start + (end - 1) * step + dim.size > extent); --end)
    sum += static_cast<double>(partOf(end - 1));
  return sum + static_cast<double>(end - first) * static_cast<double>(dim.size);
}

double GroupModel::Body::total(const Tile &tile, std::span<const int64_t> shape) const {
  double product = 1;
  unsigned shared = loopsOfSeveralDims(tile);
  for (unsigned i = 0; i < loops.size(); ++i)
    if (shared >> i & 1)
      product *= static_cast<double>(loops[i].trips);
  for (size_t d = 0; d < tile.size(); ++d) {
    const TileDim &dim = tile[d];
    unsigned moving = 0, which = 0;
    double trips = 1;
    for (unsigned i = 0; i < loops.size(); ++i)
      if (dim.step[i] != 0 && (shared >> i & 1) == 0) {
        ++moving;
        which = i;
        trips *= static_cast<double>(loops[i].trips);
      }
    double along = trips * static_cast<double>(dim.size);
    if (moving == 1) {
      along -= missing(dim, which);
      // Tiles side by side read no position twice, where a padding leaves them less than their step too. Rows that a
      // view shows parts of are in several tiles.
      if (d < shape.size() && dim.step[which] >= dim.size && dim.exact)
        along = std::min(along, static_cast<double>(shape[d]));
      if (d < shape.size())
        along = std::min(along, within(dim, which, shape[d]));
    }
    product *= along;
  }
  return product;
}

unsigned GroupModel::Body::still(const Tile &tile) const {
  unsigned moving = 0;
  for (const TileDim &dim : tile)
    for (unsigned i = 0; i < loops.size(); ++i)
      moving |= unsigned(dim.step[i] != 0) << i;
  return ~moving;
}

/// Bit i: the last, smaller tile of loop i runs in a loop of its own (ApplyPlan.cpp splits from the outside).
unsigned GroupModel::Body::peeled(const LoopOrder &order) const {
  unsigned found = 0, around = 0, own = 0;
  int inner = 0;
  for (unsigned i : order) {
    own = loops[i].inner == inner ? own : 0;
    inner = loops[i].inner;
    if (around + own >= maxPeels || loops[i].trips <= 1 || loops[i].extent % loops[i].size == 0)
      continue;
    found |= 1u << i;
    ++(inner == 0 ? around : own);
  }
  return found;
}

double GroupModel::Body::reloads(const Transfer &transfer, const LoopOrder &order, unsigned peeled,
                                 bool resident) const {
  double factor = 1;
  bool stays = resident;
  for (unsigned i : std::views::reverse(order)) {
    // The panels pass while the tiles of the body stay.
    if (!loops[i].isAround(transfer.inner))
      continue;
    if (!(transfer.still >> i & 1)) {
      stays = false;
      continue;
    }
    if (!stays)
      factor *= static_cast<double>(loops[i].trips);
    // What stays in the one loop is loaded again for the other, and then for both in every turn of the loops around.
    if (stays && (peeled >> i & 1)) {
      factor *= 2;
      stays = false;
    }
  }
  return factor;
}

/// Executions of the body, or of a panel loop within.
double GroupModel::Body::tripsOf(int inner) const {
  double trips = 1;
  for (const TiledLoop &loop : loops)
    if (loop.isAround(inner))
      trips *= static_cast<double>(loop.trips);
  return trips;
}

double GroupModel::Body::numTiles() const {
  double tiles = panelTimes.empty() ? tripsOf(0) : 0;
  for (int core = 1; core <= static_cast<int>(panelTimes.size()); ++core)
    tiles += tripsOf(core);
  return tiles;
}

bool GroupModel::Body::partitions(const Tile &tile, const Access &result) const {
  SmallVector<unsigned, maxTiledLoops> seen(loops.size(), 0);
  for (size_t d = 0; d < tile.size(); ++d) {
    const TileDim &dim = tile[d];
    int64_t extent = result.shape[d];
    unsigned moving = 0;
    for (unsigned i = 0; i < loops.size(); ++i)
      if (dim.step[i] != 0) {
        ++moving;
        ++seen[i];
        // SUT-H1: steps wider than the tile leave gaps, narrower ones write twice.
        if (dim.step[i] != dim.size || loops[i].trips != ceilDiv(extent, dim.size) || loops[i].reduction)
          return false;
      }
    if (!dim.exact || dim.start != 0 || moving > 1 || (moving == 0 && dim.size != extent))
      return false;
  }
  // SUT-H3: a loop that the tile does not follow would revisit it.
  for (unsigned i = 0; i < loops.size(); ++i)
    if (seen[i] != (loops[i].inner != 0 ? 0u : 1u))
      return false;
  return true;
}

void GroupModel::Body::sum() {
  sumBuffers();
  sumWork();
  sumInner();
}

void GroupModel::Body::sumBuffers() {
  for (size_t number = 0; number < loads.size(); ++number) {
    const Load &load = loads[number];
    addTransfer(load.tile, *load.access, load.inner);
    if (!load.shared)
      held.push_back({load.bytes, load.firstUse, load.lastUse, still(load.tile), load.inner, true, false});
    if (!load.shared)
      held.back().number = static_cast<int>(number);
  }
  SmallVector<const Instance *, 8> inits;
  for (const Instance &instance : instances)
    if (instance.startsAlone() != 0)
      inits.push_back(&instance);
  for (const Instance &instance : instances) {
    const Node &node = graph.nodes[instance.node];
    bool isRoot = instance.node == group.members.back();
    if (node.isView())
      continue;
    // A destination computed by the group starts the life of the result, and so does the destination of that one.
    int last = instance.time;
    for (bool longer = !inits.empty(); longer;) {
      longer = false;
      for (const Instance *init : inits)
        if (init->lastUse == last && init->time > last) {
          last = init->time;
          longer = true;
        }
    }
    // So does one that is loaded, from its first reader on.
    if (auto load = std::ranges::find_if(loads, [&](const Load &load) { return load.shared && load.firstUse == last; });
        load != loads.end())
      last = load->lastUse;
    for (size_t number = 0; number < node.results.size(); ++number) {
      if (instance.startsAlone() >> std::min<size_t>(number, 63) & 1)
        continue;
      const Access &result = node.results[number];
      Bytes bytes = tileBytes(node.hasModel() ? instance.results[number] : instance.demand, result.elementBytes);
      // What adds up in panels is held across them.
      int inner = isStored(instance.node, number) ? 0 : instance.inner;
      held.push_back({bytes, std::min(instance.lastUseOf(number), instance.time), last, 0, inner, false,
                      isRoot && reductionTiled, isRoot || contains(group.yields, instance.node)});
      held.back().instance = static_cast<int>(&instance - instances.data());
      held.back().number = static_cast<int>(std::min<size_t>(number, 63));
      // The maximum before, which becomes the factor, and the one that is subtracted.
      if (instance.carried && instance.node == group.softmax->maximum)
        held.push_back({2 * bytes, coreTime(), instance.time, 0, 0, false, false});
      if (!isRoot)
        heldInside = saturatingAdd(heldInside, bytes);
    }
  }
}

/// Results to slow memory, operations and steps.
void GroupModel::Body::sumWork() {
  for (const Instance &instance : instances) {
    const Node &node = graph.nodes[instance.node];
    int inner = runsWithPanels(instance);
    steps += node.isView() ? 0 : tripsOf(inner);
    if (!node.hasModel())
      continue;
    if (!node.attached) {
      double points = total(instance.loops, node.extents);
      for (unsigned i = 0; i < loops.size(); ++i)
        if (invariantIn(instance.loops, i) && loops[i].isAround(inner))
          points *= static_cast<double>(loops[i].trips);
      operations += points * node.opsPerPoint;
      gathered += points * static_cast<double>(node.gatheredBytesPerPoint);
      // What is accumulated is scaled for every panel.
      if (group.softmax && coreTime() == instance.time && carries(group.softmax->sum))
        operations += total(instance.results[0]) * tripsOf(1) / tripsOf(0);
    }
    for (size_t number = 0; number < node.results.size(); ++number)
      if (isStored(instance.node, number))
        addTransfer(instance.results[number], node.results[number], 0);
  }
  for (int member : group.members) {
    double points = graph.nodes[member].hasModel() ? graph.nodes[member].opsPerPoint : 0;
    for (int64_t extent : graph.nodes[member].extents)
      points *= static_cast<double>(extent);
    operations -= points;
  }
}

/// With strips of `points` points, where there are some.
Bytes GroupModel::Body::footprint(const LoopOrder &order, bool resident, const Strips *strips, int64_t points) const {
  // The innermost loop around the panels, and of the panels of each core.
  auto innermost = [&](int inner) {
    auto found = std::ranges::find_if(order | std::views::reverse, [&](unsigned i) { return loops[i].inner == inner; });
    return *found;
  };
  SmallVector<Bytes, 32> change(time + 1, 0);
  Bytes total = 0;
  auto outlasts = [&](const Held &buffer) {
    unsigned loop = innermost(buffer.inner);
    return loops[loop].trips > 1 && (buffer.still >> loop & 1) != 0;
  };
  auto panelsOf = [&](size_t core) {
    auto [begin, end] = panelTimes[core];
    return strips ? std::pair(strips->when[begin], strips->when[end]) : std::pair(begin, end);
  };
  for (const Held &buffer : held) {
    bool stays = resident && (buffer.load ? outlasts(buffer) : buffer.accumulates);
    int first = std::max(buffer.first, 0), last = buffer.last;
    Bytes bytes = buffer.bytes;
    if (strips) {
      auto inside = [&](int at) { return strips->when[at] < strips->steps; };
      bool parts = buffer.load ? strips->comes[buffer.number] != 0
                               : buffer.instance >= 0 && strips->loopOf[buffer.instance] >= 0 && inside(last);
      bytes = parts ? bytes / strips->points * points : bytes;
      // What is whole stays for all strips.
      bool needed = buffer.load ? strips->holdsLoad[buffer.number] != 0
                                : buffer.instance >= 0 && (strips->holds[buffer.instance] >> buffer.number & 1) != 0;
      first = !parts && needed ? 0 : strips->when[first];
      last = !parts && inside(last) ? strips->steps - 1 : strips->when[last];
    }
    if (stays)
      std::tie(first, last) = std::pair(0, time - 1);
    // What stands outside the panel loop and is needed while it runs is held for all of it.
    for (size_t core = 0; core < panelTimes.size(); ++core)
      if (auto [begin, end] = panelsOf(core);
          buffer.inner != static_cast<int>(core) + 1 && first <= end && last >= begin) {
        first = std::min(first, begin);
        last = std::max(last, end);
      }
    change[first] = saturatingAdd(change[first], bytes);
    change[last + 1] -= bytes;
    total = saturatingAdd(total, buffer.bytes);
  }
  Bytes peak = 0, now = 0;
  for (Bytes delta : change) {
    now = saturatingAdd(now, delta);
    peak = std::max(peak, now);
  }
  // A marked group becomes one operation: its inputs and its result are held together.
  if (group.sharesMark)
    peak = std::max(peak, total - heldInside);
  // SUT-J10: the second buffers of what is loaded and stored.
  for (const Held &buffer : held)
    if (group.costs.doubleBuffered && (buffer.load || buffer.stored))
      peak = saturatingAdd(peak, buffer.bytes);
  return peak;
}

/// What comes in `strips` and would have to stay leaves no room for them, as sums while a reduction passes.
bool GroupModel::Body::leavesRoomFor(const Strips &strips, const LoopOrder &order, bool resident) const {
  if (resident && reductionTiled)
    return false;
  unsigned innermost =
      *std::ranges::find_if(order | std::views::reverse, [&](unsigned i) { return loops[i].inner == 0; });
  return !(resident && loops[innermost].trips > 1 && (strips.still >> innermost & 1) != 0);
}

/// What does not depend on the memory and on prices.
OrderSums GroupModel::Body::sumsOf(const LoopOrder &order) const {
  OrderSums sums;
  for (unsigned i : order)
    if (!loops[i].inner)
      sums.order[sums.loops++] = static_cast<unsigned char>(loops[i].loop);
  for (bool resident : {true, false}) {
    sums.whole[resident ? 0 : 1] = footprint(order, resident);
    Bytes &least = sums.inStrips[resident ? 0 : 1] = std::numeric_limits<Bytes>::max();
    for (const Strips &strips : waysOfStrips())
      if (strips.points >= 2 && leavesRoomFor(strips, order, resident))
        least = std::min(least, footprint(order, resident, &strips, 1));
  }
  unsigned split = peeled(order);
  sums.ragged = split != 0;
  sums.stays = move(order, split, /*resident=*/true);
  sums.again = move(order, split, /*resident=*/false);
  sums.even = sums.ragged ? move(order, 0, /*resident=*/true) : sums.stays;
  return sums;
}

bool GroupModel::Body::fitInStrips(const LoopOrder &order, Evaluation &evaluation) const {
  return std::ranges::any_of(waysOfStrips(), [&](const Strips &strips) {
    return leavesRoomFor(strips, order, evaluation.resident) && fitInStrips(order, strips, evaluation);
  });
}

/// The widest strips that fit and divide the tile.
bool GroupModel::Body::fitInStrips(const LoopOrder &order, const Strips &strips, Evaluation &evaluation) const {
  auto fits = [&](int64_t points) { return footprint(order, evaluation.resident, &strips, points) <= group.capacity; };
  if (strips.points < 2 || !fits(1))
    return false;
  SmallVector<int64_t, 32> sizes;
  for (int64_t size = 1; size < strips.points; ++size)
    if (strips.points % size == 0)
      sizes.push_back(size);
  evaluation.stripSize = *(std::ranges::partition_point(sizes, fits) - 1);
  evaluation.stripLoop = static_cast<int>(strips.loop);
  evaluation.footprint = footprint(order, evaluation.resident, &strips, evaluation.stripSize);
  for (size_t member = 0; member < group.members.size(); ++member)
    if (ofMember[member].size() == 1 && strips.loopOf[ofMember[member][0]] >= 0)
      evaluation.inStrips.push_back(static_cast<int>(member));
  return true;
}

void GroupModel::Body::addTransfer(const Tile &tile, const Access &access, int inner) {
  double elements = total(tile, access.shape);
  // Contiguous run: the whole inner dimensions and the first partial one outside them.
  double run = 1;
  for (size_t d = tile.size(); d-- > 0;) {
    run *= static_cast<double>(tile[d].size);
    if (tile[d].size != access.shape[d])
      break;
  }
  transfers.push_back(
      {elements * static_cast<double>(access.elementBytes), elements / std::max(run, 1.0), still(tile), inner});
}

/// Inner loops of one step that end in a scalar remainder, for `points` executions of its body. The innermost dimension
/// is the longest among its tensors.
double GroupModel::Body::remainderLoops(const Node &node, const Tile &nodeLoops) const {
  double points = 1;
  for (const TileDim &dim : nodeLoops)
    points *= static_cast<double>(dim.size);
  int64_t longest = 1;
  for (std::span<const Access> accesses : {std::span(node.inputs), std::span(node.results)})
    for (const Access &access : accesses)
      if (!access.dims.empty())
        longest = std::max(longest, accessTile(access, nodeLoops).back().size);
  return longest % group.costs.lanes == 0 ? 0 : points / static_cast<double>(longest);
}

/// Remainders of inner loops beyond those of the untiled program, and the bytes between the local memory and the cache
/// inside it.
void GroupModel::Body::sumInner() {
  if (group.costs.bytesPerRemainder == 0 && group.costs.innerMemory == 0)
    return;
  for (const Instance &instance : instances) {
    const Node &node = graph.nodes[instance.node];
    if (!node.hasModel() || node.attached)
      continue;
    double tiles = tripsOf(runsWithPanels(instance));
    if (!node.contracts())
      remainders += tiles * remainderLoops(node, instance.loops);
    for (std::span<const Access> accesses : {std::span(node.inputs), std::span(node.results)})
      for (const Access &access : accesses)
        if (access.initOf < 0 || access.read)
          moved += tiles * static_cast<double>(tileBytes(accessTile(access, instance.loops), access.elementBytes));
  }
  for (int member : group.members) {
    const Node &node = graph.nodes[member];
    if (!node.hasModel() || node.contracts())
      continue;
    Tile whole(node.extents.size());
    for (unsigned loop = 0; loop < whole.size(); ++loop)
      whole[loop].size = node.extents[loop];
    remainders -= remainderLoops(node, whole);
  }
}

/// Bytes and runs, with the loops in `peeled` split.
MovedSums GroupModel::Body::move(const LoopOrder &order, unsigned peeled, bool resident) const {
  MovedSums sums{gathered, 0};
  for (const Transfer &transfer : transfers) {
    double repeats = reloads(transfer, order, peeled, resident);
    sums.traffic += transfer.bytes * repeats;
    sums.runs += transfer.runs * repeats;
  }
  return sums;
}

/// Steps that strips add.
double GroupModel::Body::stepsInStrips(const Evaluation &evaluation) const {
  return static_cast<double>(instances[0].loops[evaluation.stripLoop].size / evaluation.stripSize - 1) *
         static_cast<double>(evaluation.inStrips.size()) * tripsOf(0);
}

} // namespace alcove::plan::tiling

//===- CacheCost.cpp - What operations and tile loops cost on a CPU -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GroupBody.h"

#include <algorithm>
#include <numeric>

namespace alcove::plan::tiling {

namespace {

/// The size along dimension `d` of what `access` touches in the loops from `first` on.
int64_t sizeAlong(const Access &access, size_t d, std::span<const int64_t> sizes, size_t first) {
  int64_t size = access.dims[d].whole ? access.shape[d] : 1;
  for (const AccessTerm &term : access.dims[d].terms)
    if (term.loop >= first)
      size = saturatingAdd(size, saturatingMul(std::abs(term.coefficient), sizes[term.loop] - 1));
  return std::min(size, access.shape[d]);
}

/// Bytes of the cache lines that `access` touches in the loops from `first` on, and `held`: those that they take from
/// `level` where rows meet in the same sets.
struct Lines {
  double bytes = 0;
  double held = 0;
};

Lines linesOf(const Access &access, bool packed, std::span<const int64_t> sizes, size_t first,
              const CachePrices &caches, const CacheLevel &level) {
  // Rows that are whole in their tensor lie side by side.
  int64_t run = access.elementBytes, rows = 1, stride = 0, reach = access.elementBytes;
  for (size_t d = access.dims.size(); d-- > 0;) {
    int64_t size = sizeAlong(access, d, sizes, first);
    int64_t extent = packed ? sizeAlong(access, d, sizes, 0) : access.shape[d];
    if (rows == 1 && run == reach) {
      run = saturatingMul(run, size);
    } else {
      if (rows == 1 && size > 1)
        stride = reach;
      rows = saturatingMul(rows, size);
    }
    reach = saturatingMul(reach, extent);
  }
  int64_t perRow = ceilDiv(run, caches.lineBytes) * caches.lineBytes;
  double bytes = static_cast<double>(rows) * static_cast<double>(perRow);
  if (stride == 0 || level.wayBytes == 0)
    return {bytes, bytes};
  // Rows that start in different sets, times what a row covers.
  int64_t starts = std::min(rows, level.wayBytes / std::gcd(stride, level.wayBytes));
  double sets =
      std::min(static_cast<double>(starts) * static_cast<double>(perRow), static_cast<double>(level.wayBytes));
  // As many lines in each of their sets as there are ways, or more: they push each other out of the cache.
  bool crowded = bytes / sets >= static_cast<double>(level.bytes) / static_cast<double>(level.wayBytes);
  return {bytes, crowded ? bytes * static_cast<double>(level.wayBytes) / sets : bytes};
}

/// A destination that is read is the result.
template <typename Visit>
void forEachTensor(const Node &node, Visit visit) {
  for (const Access &input : node.inputs)
    if (input.initOf < 0)
      visit(input, 1.0);
  // What is stored is brought in first, and goes out.
  for (const Access &result : node.results)
    visit(result, 2.0);
}

/// The innermost loop that is still one when short sums inside of it are unrolled; the number of loops when none is.
size_t innermostLoop(const Node &node, std::span<const int64_t> sizes, const CachePrices &caches) {
  double operations = node.opsPerPoint + static_cast<double>(node.inputs.size());
  for (size_t loop = sizes.size(); loop-- > 0;) {
    operations *= static_cast<double>(sizes[loop]);
    if (sizes[loop] > 1 && (node.parallel[loop] || operations > caches.unrolledOps))
      return loop;
  }
  return sizes.size();
}

/// Neighbours in `loop` are not neighbours in memory.
bool isStrided(const Access &access, size_t loop) {
  bool moves = false;
  for (size_t d = 0; d < access.dims.size(); ++d)
    for (const AccessTerm &term : access.dims[d].terms)
      if (term.loop == loop) {
        moves = true;
        if (d + 1 == access.dims.size() && term.coefficient == 1)
          return false;
      }
  return moves;
}

/// Of one loop point in vector code: sums are multiplied and added at once.
double vectorTime(const Node &node, const CachePrices &caches) {
  bool sums = std::ranges::find(node.parallel, false) != node.parallel.end();
  return node.opsPerPoint / caches.opsPerByte / (sums ? 2 : 1);
}

/// Operations of one core, one after the other or in vectors along loop `inner`.
double computeTime(const Node &node, std::span<const int64_t> sizes, size_t inner, const CachePrices &caches) {
  double points = 1, starts = 1, unrolled = 1;
  for (size_t loop = 0; loop < sizes.size(); ++loop) {
    auto size = static_cast<double>(sizes[loop]);
    points *= size;
    starts *= loop < inner && inner < sizes.size() ? size : 1;
    unrolled *= loop > inner && !node.parallel[loop] ? size : 1;
  }
  double perPoint = vectorTime(node, caches);
  bool summing = inner < sizes.size() && !node.parallel[inner];
  if (summing && node.serialSum)
    perPoint = std::max(perPoint, caches.bytesPerSerialSum);
  else if (inner < sizes.size())
    perPoint *= static_cast<double>((sizes[inner] / caches.lanes + sizes[inner] % caches.lanes) * caches.lanes) /
                static_cast<double>(sizes[inner]);
  // What a step of a vector loop multiplies is in as many registers.
  if (!summing && unrolled > caches.registers)
    perPoint *= 1.25;
  for (const Access &input : node.inputs)
    if (inner < sizes.size() && input.initOf < 0 && isStrided(input, inner))
      perPoint += caches.bytesPerStridedLoad;
  return points * perPoint + starts * caches.bytesPerInnerLoop;
}

/// Bytes that come from behind a cache: one after the other, and from line to line, which nothing fetches ahead.
struct Missed {
  double streamed = 0;
  double awaited = 0;
};

/// `capacity` of the cache is left for what is touched again; loop `inner` is the innermost one.
Missed missed(const Node &node, std::span<const int64_t> sizes, const std::function<Touch(const Access &)> &touchOf,
              const CachePrices &caches, const CacheLevel &level, double capacity, size_t inner) {
  auto heldBy = [&](size_t first) {
    double bytes = 0;
    forEachTensor(node, [&](const Access &access, double) {
      bytes += linesOf(access, touchOf(access).packed, sizes, first, caches, level).held;
    });
    return bytes;
  };
  // Loops from `around` on bring in what they touch once: the iterations of the outermost of them share lines.
  size_t around = sizes.size();
  while (around > 0 && heldBy(around - 1) <= capacity)
    --around;
  around = around > 0 ? around - 1 : 0;
  double times = 1;
  for (size_t loop = 0; loop < around; ++loop)
    times *= static_cast<double>(sizes[loop]);
  Missed bytes;
  forEachTensor(node, [&](const Access &access, double ways) {
    Touch touch = touchOf(access);
    if (times > 1 || touch.distance > level.bytes)
      (inner < sizes.size() && isStrided(access, inner) ? bytes.awaited : bytes.streamed) +=
          ways * times * linesOf(access, touch.packed, sizes, around, caches, level).bytes;
  });
  return bytes;
}

/// The results of `node` are sums of products that stay in registers.
bool hasRegisterTiles(const Node &node, const CachePrices &caches) {
  auto isFloat = [](const Access &access) { return access.elementKind == ElementKind::F32 && !access.dims.empty(); };
  return caches.contractionOpsPerByte > 0 && node.contracts() && node.results.size() == 1 && isFloat(node.results[0]) &&
         std::ranges::all_of(node.inputs, isFloat);
}

/// Along the last dimension of the result run the lanes; eight sums in flight, which are loaded and stored once; what
/// the lanes read is packed; every tensor is moved once.
CacheTime registerTileTime(const Node &node, std::span<const int64_t> sizes,
                           const std::function<Touch(const Access &)> &touchOf, const CachePrices &caches) {
  const AccessDim &last = node.results[0].dims.back();
  size_t lanesLoop = last.terms.empty() ? sizes.size() : last.terms[0].loop;
  double points = 1, rows = 1, depth = 1;
  for (size_t loop = 0; loop < sizes.size(); ++loop) {
    auto size = static_cast<double>(sizes[loop]);
    points *= size;
    (node.parallel[loop] ? rows : depth) *= loop == lanesLoop ? 1 : size;
  }
  CacheTime time;
  time.compute = points * node.opsPerPoint / caches.contractionOpsPerByte;
  if (lanesLoop < sizes.size()) {
    int64_t lanes = caches.contractionLanes, size = sizes[lanesLoop];
    time.compute *= static_cast<double>(ceilDiv(size, lanes) * lanes) / static_cast<double>(size);
  }
  constexpr double sumsInFlight = 8;
  time.compute *= (1 + sumsInFlight / depth) * std::max(1.0, sumsInFlight / rows);
  time.compute += caches.bytesPerInnerLoop;
  for (const Access &input : node.inputs) {
    bool read = input.initOf < 0 && std::ranges::any_of(
                                        input.dims,
                                        [&](const AccessDim &dim) {
                                          return std::ranges::any_of(dim.terms, [&](const AccessTerm &term) {
                                            return term.loop == lanesLoop;
                                          });
                                        });
    CacheLevel everywhere;
    if (read)
      time.compute += 0.5 * linesOf(input, true, sizes, 0, caches, everywhere).bytes;
  }
  for (const CacheLevel &level : caches.levels)
    forEachTensor(node, [&](const Access &access, double ways) {
      Touch touch = touchOf(access);
      if (touch.distance > level.bytes)
        (&level == &caches.levels.back() ? time.slow : time.moved) +=
            ways * linesOf(access, touch.packed, sizes, 0, caches, level).bytes * level.missPrice;
    });
  return time;
}

} // namespace

CacheTime cacheTime(const Node &node, std::span<const int64_t> sizes,
                    const std::function<Touch(const Access &)> &touchOf, const CachePrices &caches) {
  if (hasRegisterTiles(node, caches))
    return registerTileTime(node, sizes, touchOf, caches);
  CacheTime time;
  size_t inner = innermostLoop(node, sizes, caches);
  time.compute = computeTime(node, sizes, inner, caches);
  // Something else passes through all the time, and replacement is not quite least recently used: what just fits is
  // half there.
  for (const CacheLevel &level : caches.levels)
    for (double share : {1.0, 0.75}) {
      double capacity = share * static_cast<double>(level.bytes);
      Missed bytes = missed(node, sizes, touchOf, caches, level, capacity, inner);
      (&level == &caches.levels.back() ? time.slow : time.moved) += 0.5 * bytes.streamed * level.missPrice;
      time.compute += 0.5 * bytes.awaited * level.missPrice * caches.waiting;
    }
  return time;
}

double leastCost(const Node &node, const CachePrices &caches) {
  double perPoint =
      hasRegisterTiles(node, caches) ? node.opsPerPoint / caches.contractionOpsPerByte : vectorTime(node, caches);
  double cost = node.hasModel() && !node.attached ? perPoint : 0;
  for (int64_t extent : node.extents)
    cost *= static_cast<double>(extent);
  return cost / caches.threads;
}

/// `bytes` of a concatenation, an element at a time.
static CacheTime copyTime(double bytes, Bytes elementBytes, Bytes from, Bytes to, const CachePrices &caches) {
  CacheTime time;
  time.compute = bytes / static_cast<double>(elementBytes) / caches.opsPerByte;
  for (const CacheLevel &level : caches.levels) {
    double ways = (from > level.bytes ? 1 : 0) + (to > level.bytes ? 2 : 0);
    (&level == &caches.levels.back() ? time.slow : time.moved) += ways * bytes * level.missPrice;
  }
  return time;
}

double untiledCost(const Node &node, const CachePrices &caches) {
  if (node.kind == NodeKind::Concat) {
    const Access &result = node.results[0];
    Bytes from = 0;
    for (const Access &input : node.inputs)
      from = std::max(from, input.distance);
    return copyTime(static_cast<double>(accessBytes(result)), result.elementBytes, from, result.distance, caches)
        .total();
  }
  // Nothing is known of an operation without loops: it costs the same wherever it stands.
  if (!node.isCompute() || node.extents.empty())
    return 0;
  return cacheTime(
             node, node.extents, [](const Access &access) { return Touch{access.distance, false}; }, caches)
      .total();
}

/// The tensor whose memory a value shows.
static int shown(const Problem &graph, const Access &access) { return shownBy(graph, access).tensor; }

void measureDistances(Problem &graph) {
  std::map<int, Bytes> touchedAt;
  Bytes all = 0, clock = 0;
  for (const Node &node : graph.nodes)
    for (std::span<const Access> accesses :
         {std::span<const Access>(node.inputs), std::span<const Access>(node.results)})
      for (const Access &access : accesses)
        if (!node.isView() && access.initOf < 0 && touchedAt.try_emplace(shown(graph, access), -1).second)
          all = saturatingAdd(all, accessBytes(access));
  for (Node &node : graph.nodes) {
    if (node.isView())
      continue;
    Bytes before = clock;
    for (Access &input : node.inputs) {
      Bytes &last = touchedAt[shown(graph, input)];
      input.distance = last < 0 ? all : std::min(all, before - last);
      if (input.initOf < 0)
        clock = saturatingAdd(clock, accessBytes(input));
    }
    for (Access &result : node.results) {
      result.distance = all;
      clock = saturatingAdd(clock, accessBytes(result));
    }
    for (const Access &input : node.inputs)
      touchedAt[shown(graph, input)] = before;
    for (const Access &result : node.results)
      touchedAt[result.tensor] = before;
  }
}

/// Bytes touched between two loads of a tile that stays in some outer loop.
Bytes GroupModel::Body::reloadDistance(const Tile &tile, const LoopOrder &order) const {
  unsigned stays = still(tile);
  size_t outer = order.size();
  while (outer > 0 && !(stays >> order[outer - 1] & 1))
    --outer;
  if (outer == 0)
    return std::numeric_limits<Bytes>::max();
  double bytes = 0;
  for (const Transfer &transfer : transfers) {
    double share = transfer.bytes;
    for (size_t i = 0; i < outer; ++i)
      if (!(transfer.still >> order[i] & 1))
        share /= static_cast<double>(loops[order[i]].trips);
    bytes += share;
  }
  return static_cast<Bytes>(bytes);
}

CacheTime GroupModel::Body::memberTime(const Instance &instance, const LoopOrder &order, Bytes inBody) const {
  const Node &node = graph.nodes[instance.node];
  if (node.kind == NodeKind::Concat)
    return copyTime(static_cast<double>(tileBytes(instance.demand, node.results[0].elementBytes)) *
                        tripsOf(instance.inner),
                    node.results[0].elementBytes, inBody, inBody, group.costs.caches);
  std::vector<int64_t> sizes;
  double runs = tripsOf(runsWithPanels(instance)), points = 1;
  for (const TileDim &dim : instance.loops) {
    sizes.push_back(dim.size);
    points *= static_cast<double>(dim.size);
  }
  bool leaves = instance.node == group.members.back() || contains(group.yields, instance.node);
  auto touchOf = [&](const Access &access) {
    bool result = &access >= node.results.data() && &access < node.results.data() + node.results.size();
    bool inside =
        result ? !leaves
               : access.producer >= 0 && (memberOf(access.producer) >= 0 || graph.nodes[access.producer].attached);
    if (inside)
      return Touch{inBody, true};
    if (result)
      return Touch{access.distance, false};
    return Touch{std::min(access.distance, std::max(inBody, reloadDistance(accessTile(access, instance.loops), order))),
                 false};
  };
  CacheTime time = cacheTime(node, sizes, touchOf, group.costs.caches);
  // The last tiles are short.
  double all = total(instance.loops);
  for (unsigned i = 0; i < loops.size(); ++i)
    if (invariantIn(instance.loops, i) && loops[i].isAround(runsWithPanels(instance)))
      all *= static_cast<double>(loops[i].trips);
  double times = std::min(runs, all / points);
  time.compute *= times;
  time.moved *= times;
  time.slow *= times;
  return time;
}

/// A padding has no constant size where the loops cut what is padded, nor has a view that is cut across its seams: the
/// code behind it is not vector code.
bool GroupModel::Body::hasUnknownSizes() const {
  return std::ranges::any_of(instances,
                             [&](const Instance &instance) {
                               const Node &node = graph.nodes[instance.node];
                               auto inexact = [](const TileDim &dim) { return !dim.exact; };
                               if (std::ranges::any_of(instance.loops, inexact) ||
                                   std::ranges::any_of(instance.demand, inexact))
                                 return true;
                               if (node.kind != NodeKind::Pad)
                                 return false;
                               for (size_t loop = 0; loop < instance.loops.size(); ++loop)
                                 if (node.inputs[0].shape[loop] != node.results[0].shape[loop] &&
                                     instance.loops[loop].size < node.extents[loop])
                                   return true;
                               return false;
                             }) ||
         std::ranges::any_of(loads, [](const Load &load) {
           return std::ranges::any_of(load.tile, [](const TileDim &dim) { return !dim.exact; });
         });
}

/// A sum that may not be reassociated stays in its order: a reduction is cut only where those around it run step by
/// step.
static bool keepsOrder(const Node &node, const Tile &loops) {
  bool stepwise = true;
  for (size_t loop = 0; loop < loops.size() && node.serialSum; ++loop) {
    if (node.parallel[loop])
      continue;
    if (loops[loop].size < node.extents[loop] && !stepwise)
      return false;
    stepwise &= loops[loop].size == 1;
  }
  return true;
}

/// Share of the whole time that one thread has: the iterations of the outermost loop, and its last, smaller tile after
/// them. 1: nothing is shared.
double GroupModel::Body::threadShare(const LoopOrder &order) const {
  const TiledLoop &loop = loops[order[0]];
  int threads = group.costs.caches.threads;
  if (threads <= 1 || loop.reduction || loop.inner != 0)
    return 1;
  int64_t whole = loop.extent / loop.size;
  bool ragged = whole > 0 && loop.extent % loop.size != 0;
  return std::min(1.0,
                  static_cast<double>(ceilDiv(whole, threads) * loop.size + (ragged ? loop.extent % loop.size : 0)) /
                      static_cast<double>(loop.extent));
}

double GroupModel::Body::cacheCost(const Evaluation &evaluation) const {
  const CachePrices &caches = group.costs.caches;
  LoopOrder order;
  for (unsigned wanted : evaluation.order)
    for (unsigned i = 0; i < loops.size(); ++i)
      if (loops[i].inner == 0 && loops[i].loop == wanted)
        order.push_back(i);
  // One iteration is no loop: canonicalization folds it away.
  if (order.empty() || std::ranges::all_of(loops, [](const TiledLoop &loop) { return loop.trips == 1; }))
    return std::numeric_limits<double>::infinity();
  for (const Instance &instance : instances)
    if (graph.nodes[instance.node].hasModel() && !keepsOrder(graph.nodes[instance.node], instance.loops))
      return std::numeric_limits<double>::infinity();
  double share = threadShare(order), starts = 0;
  // A loop that the threads do not share keeps its operations from being shared one by one.
  if (share == 1 && caches.threads > 1)
    return std::numeric_limits<double>::infinity();
  if (share < 1)
    starts = caches.bytesPerParallelLoop * (loops[order[0]].extent % loops[order[0]].size != 0 ? 2 : 1);
  double slowShare = share < 1 ? std::max(share, 1 / caches.sharedStreams) : 1;
  double cost = 0;
  bool unknownSizes = hasUnknownSizes();
  for (const Instance &instance : instances) {
    if (graph.nodes[instance.node].isView())
      continue;
    CacheTime time = memberTime(instance, order, evaluation.footprint);
    if (unknownSizes)
      time.compute *= caches.opsPerByte / group.costs.opsPerByte;
    cost += CacheTime::overlapped(share * time.compute, share * time.moved + slowShare * time.slow);
  }
  const CostModel &costs = group.costs;
  double inside = evaluation.extraOps / costs.opsPerByte + evaluation.tiles * costs.bytesPerTile +
                  steps * costs.bytesPerStep + std::max(remainders, 0.0) * costs.bytesPerRemainder;
  return cost + share * inside + starts;
}

std::string GroupModel::cacheStructure() const {
  std::string text = "#" + std::to_string(capacity);
  auto add = [&](const Access &access) {
    text += static_cast<char>('a' + std::ranges::count_if(costs.caches.levels, [&](const CacheLevel &level) {
                                return access.distance > level.bytes;
                              }));
  };
  for (int member : members) {
    const Node &node = graph.nodes[member];
    text += (node.serialSum ? "#s" : "#") + std::to_string(node.opsPerPoint);
    std::ranges::for_each(node.inputs, add);
    std::ranges::for_each(node.results, add);
  }
  return text;
}

double GroupModel::cacheCost(std::span<const int64_t> tile, const Evaluation &evaluation) const {
  Body body(*this);
  if (!evaluation.valid || !body.build(tile))
    return std::numeric_limits<double>::infinity();
  body.sum();
  return body.cacheCost(evaluation);
}

} // namespace alcove::plan::tiling

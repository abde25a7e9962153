//===- GroupBody.cpp - What a tile of a group asks of its members ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GroupBody.h"

#include <numeric>

namespace alcove::plan::tiling {

/// Instances of one member beyond which a group is not worth pricing: each is a copy of the member in the body.
static constexpr size_t maxInstances = 8;

Tile GroupModel::Body::accessTile(const Access &access, const Tile &nodeLoops) const {
  Tile tile(access.dims.size());
  for (size_t d = 0; d < tile.size(); ++d) {
    TileDim &dim = tile[d];
    if (access.dims[d].whole) {
      dim.size = access.shape[d];
      continue;
    }
    if (access.dims[d].isLoop()) {
      dim = nodeLoops[access.dims[d].terms[0].loop];
    } else {
      dim.start = access.dims[d].constant;
      for (const AccessTerm &term : access.dims[d].terms) {
        const TileDim &loop = nodeLoops[term.loop];
        dim.size = saturatingAdd(dim.size, saturatingMul(term.coefficient, loop.size - 1));
        dim.start += term.coefficient * loop.start;
        for (unsigned i = 0; i < loops.size(); ++i)
          dim.step[i] += term.coefficient * loop.step[i];
        dim.exact &= loop.exact;
      }
    }
    // All of it, whatever a padding reads around it.
    bool moves = std::ranges::any_of(dim.step, [](int64_t step) { return step != 0; });
    if (tilesOfOne != TilesOfOne::AsFound && !moves && dim.start <= 0 && dim.size >= access.shape[d] - dim.start)
      dim.start = 0;
    dim.size = std::min(dim.size, access.shape[d]);
  }
  return tile;
}

/// SUT-H15: the least tile around both, where they move alike and it is no larger than they are together.
std::optional<Tile> GroupModel::Body::hullOf(const Tile &a, const Tile &b) const {
  Tile hull = a;
  double own = 1, other = 1, all = 1;
  for (size_t d = 0; d < a.size(); ++d) {
    if (a[d].step != b[d].step || !a[d].exact || !b[d].exact)
      return std::nullopt;
    hull[d].start = std::min(a[d].start, b[d].start);
    hull[d].size = std::max(a[d].start + a[d].size, b[d].start + b[d].size) - hull[d].start;
    own *= static_cast<double>(a[d].size);
    other *= static_cast<double>(b[d].size);
    all *= static_cast<double>(hull[d].size);
  }
  if (all > own + other)
    return std::nullopt;
  return hull;
}

/// All that is asked of `member` is known: tiles that overlap become one.
void GroupModel::Body::joinInstances(int member) {
  const Node &node = graph.nodes[group.members[member]];
  if (tilesOfOne != TilesOfOne::Joined || !node.hasModel() || node.results.size() != 1)
    return;
  SmallVector<int, 2> &own = ofMember[member];
  for (size_t i = 0; i < own.size(); ++i)
    for (size_t j = i + 1; j < own.size(); ++j) {
      Instance &kept = instances[own[i]], &gone = instances[own[j]];
      std::optional<Tile> hull;
      if (kept.inner == gone.inner && kept.starts == 0 && gone.starts == 0)
        hull = hullOf(kept.loops, gone.loops);
      if (!hull)
        continue;
      kept.loops = std::move(*hull);
      for (size_t loop = 0; loop < kept.loops.size(); ++loop)
        kept.loops[loop].size = std::min(kept.loops[loop].size, node.extents[loop]);
      kept.lastUse = std::min(kept.lastUse, gone.lastUse);
      kept.uses += gone.uses;
      int erased = own[j];
      own.erase(own.begin() + j);
      instances.erase(instances.begin() + erased);
      for (SmallVector<int, 2> &indices : ofMember)
        for (int &index : indices)
          index -= index > erased ? 1 : 0;
      joined = true;
      // What was apart from the smaller tile may overlap with the larger one.
      i = static_cast<size_t>(-1);
      break;
    }
}

void GroupModel::Body::joinLoads() {
  for (size_t i = 0; tilesOfOne == TilesOfOne::Joined && i < loads.size(); ++i)
    for (size_t j = i + 1; j < loads.size(); ++j) {
      Load &kept = loads[i], &gone = loads[j];
      std::optional<Tile> hull;
      if (kept.tensor == gone.tensor && kept.inner == gone.inner && !kept.shared && !gone.shared)
        hull = hullOf(kept.tile, gone.tile);
      if (!hull)
        continue;
      kept.tile = std::move(*hull);
      for (size_t d = 0; d < kept.tile.size(); ++d)
        kept.tile[d].size = std::min(kept.tile[d].size, kept.access->shape[d]);
      kept.bytes = tileBytes(kept.tile, kept.access->elementBytes);
      kept.firstUse = std::min(kept.firstUse, gone.firstUse);
      kept.lastUse = std::max(kept.lastUse, gone.lastUse);
      kept.uses += gone.uses;
      loads.erase(loads.begin() + j);
      joined = true;
      i = static_cast<size_t>(-1);
      break;
    }
}

bool GroupModel::Body::addRoot(std::span<const int64_t> tile, std::optional<unsigned> only) {
  const Node &root = group.root();
  Instance instance;
  instance.node = group.members.back();
  instance.loops.resize(root.extents.size());
  for (unsigned loop = 0; loop < root.extents.size(); ++loop) {
    TileDim &dim = instance.loops[loop];
    dim.size = std::min(tile[loop], root.extents[loop]);
    if (dim.size >= root.extents[loop])
      continue;
    if (loops.size() == maxTiledLoops)
      return false;
    dim.step[loops.size()] = dim.size;
    loops.push_back({loop, dim.size, root.extents[loop], ceilDiv(root.extents[loop], dim.size), !root.parallel[loop]});
    reductionTiled |= !root.parallel[loop];
  }
  if (loops.empty() && !only)
    return false;
  onlyTile = loops.empty();
  if (onlyTile) {
    int64_t size = instance.loops[*only].size;
    instance.loops[*only].step[0] = size;
    loops.push_back({*only, size, size, 1, false});
  }
  instance.lastUse = 0;
  instances.push_back(std::move(instance));
  ofMember.back().push_back(0);
  return true;
}

/// The loops of the panels; without one the group is as it is without a core.
bool GroupModel::Body::addPanels(std::span<const int64_t> sizes) {
  if (group.coreNodes.empty())
    return true;
  // One level of accumulation for each member: in slow memory around the body, or inside it. Sums in slow memory begin in
  // no tensor that others read.
  bool beside = std::ranges::any_of(group.root().inputs,
                                    [&](const Access &input) { return input.initOf >= 0 && isReadBeside(input); });
  if ((reductionTiled && (beside || !group.mayBeCutAroundPanels())) || (group.coreNodes.size() > 1 && !mayNeedWhole()))
    return false;
  panelTimes.resize(group.coreNodes.size());
  for (size_t p = 0; p < group.panels.size(); ++p) {
    auto [core, loop] = group.panels[p];
    int64_t size = sizes[p], extent = graph.nodes[group.coreNodes[core]].extents[loop];
    if (size >= extent)
      continue;
    if (loops.size() == maxTiledLoops)
      return false;
    loops.push_back({loop, size, extent, ceilDiv(extent, size), true, core + 1});
  }
  return true;
}

bool GroupModel::Body::movesWithPanels(const Tile &tile, int of) const {
  for (unsigned i = 0; i < loops.size(); ++i)
    if (loops[i].inner == of && !invariantIn(tile, i))
      return true;
  return false;
}

/// Last first; what the core reads comes directly in front of the core, where the panel loop runs.
SmallVector<int, 16> GroupModel::Body::expansionOrder() const {
  SmallVector<int, 16> order, rest;
  SmallVector<char, 16> below(group.members.size(), 0);
  for (int member = static_cast<int>(group.members.size()); member-- > 0;) {
    int node = group.members[member];
    bool core = numberOfCore(node) != 0;
    if (core || below[member])
      for (const Access &input : graph.nodes[node].inputs)
        if (int producer = input.producer < 0 ? -1 : memberOf(input.producer);
            producer >= 0 && (input.initOf < 0 || (!core && input.read)))
          below[producer] = 1;
    bool behind = group.coreNodes.empty() || node >= group.coreNodes.back();
    (behind || below[member] ? order : rest).push_back(member);
  }
  order.insert(order.end(), rest.begin(), rest.end());
  return order;
}

/// A root that is not cut is the only tile of a loop with one iteration: what the group computes in between, or what its
/// panels add up, stays in local memory.
bool GroupModel::Body::build(std::span<const int64_t> tile) {
  size_t outer = group.root().extents.size();
  bool panels = !std::ranges::equal(tile.subspan(outer), group.panels, [&](int64_t size, PanelLoop panel) {
    return size >= graph.nodes[group.coreNodes[panel.core]].extents[panel.loop];
  });
  std::vector<unsigned> onlyLoops;
  if (std::ranges::equal(tile.first(outer), group.root().extents) && (group.members.size() > 1 || panels))
    onlyLoops = group.root().onlyTileLoops();
  if (onlyLoops.empty())
    return buildAround(tile, std::nullopt);
  return std::ranges::any_of(onlyLoops, [&](unsigned only) {
    loops.clear();
    instances.clear();
    loads.clear();
    ofMember.assign(group.members.size(), {});
    expanded.assign(group.members.size(), 0);
    time = 0;
    panelTimes.clear();
    joined = false;
    return buildAround(tile, only);
  });
}

bool GroupModel::Body::buildAround(std::span<const int64_t> tile, std::optional<unsigned> only) {
  size_t outer = group.root().extents.size();
  if (!addRoot(tile.first(outer), only) || !addPanels(tile.subspan(outer)))
    return false;
  for (int member : expansionOrder()) {
    joinInstances(member);
    if (ofMember[member].empty() || ofMember[member].size() > maxInstances)
      return false;
    for (size_t i = 0; i < ofMember[member].size(); ++i)
      if (!expand(ofMember[member][i]))
        return false;
    expanded[member] = 1;
  }
  joinLoads();
  for (const Instance &instance : instances)
    if (int of = runsWithPanels(instance); of != 0)
      panelTimes[of - 1].end = std::max(panelTimes[of - 1].end, instance.time);
  findOver();
  // One after the other, the last core first.
  for (size_t core = 1; core < panelTimes.size(); ++core)
    if (panelTimes[core].end >= panelTimes[core - 1].core)
      return false;
  putInFrontOfPanels();
  for (int yielded : group.yields) {
    int member = memberOf(yielded);
    if (member < 0 || ofMember[member].size() != 1)
      return false;
    const Instance &instance = instances[ofMember[member][0]];
    if (instance.whole)
      return false;
    const std::vector<Access> &made = graph.nodes[yielded].results;
    for (size_t number = 0; number < made.size(); ++number) {
      if (!group.handsOn(yielded, number))
        continue;
      if (!partitions(accessTile(made[number], instance.loops), made[number]) ||
          (instance.inner != 0 && !addsUpInPanels(instance, made[number])))
        return false;
    }
  }
  return true;
}

/// What stands between members that run in panels and does not is done in front of their loop.
void GroupModel::Body::putInFrontOfPanels() {
  SmallVector<int, 32> when(time);
  std::iota(when.begin(), when.end(), 0);
  for (int core = 0; core < static_cast<int>(panelTimes.size()); ++core) {
    auto &[begin, end] = panelTimes[core];
    SmallVector<char, 32> inside(time, 0);
    for (const Instance &instance : instances)
      inside[instance.time] = runsWithPanels(instance) == core + 1;
    int next = begin, last = end;
    for (bool in : {true, false})
      for (int at = begin; at <= last; ++at)
        if ((inside[at] != 0) == in)
          when[at] = next++;
    end = begin + static_cast<int>(std::ranges::count(inside, 1)) - 1;
  }
  // What is used by members of both kinds is held for all of them.
  auto earliest = [&](int from, int to) { return *std::min_element(&when[from], &when[to] + 1); };
  auto latest = [&](int from, int to) { return *std::max_element(&when[from], &when[to] + 1); };
  for (Instance &instance : instances) {
    auto move = [&](int &lastUse) {
      if (lastUse < time)
        lastUse = instance.starts != 0 ? when[lastUse] : earliest(lastUse, instance.time);
    };
    move(instance.lastUse);
    std::ranges::for_each(instance.lastUses, move);
  }
  for (Instance &instance : instances)
    instance.time = when[instance.time];
  for (Load &load : loads) {
    int last = latest(load.firstUse, load.lastUse);
    load.firstUse = load.shared ? when[load.firstUse] : earliest(load.firstUse, load.lastUse);
    load.lastUse = last;
  }
}

/// SUT-H14: the panels bring each point that `result` reduces once, while its tile stays.
bool GroupModel::Body::addsUpInPanels(const Instance &instance, const Access &result) const {
  const Node &node = graph.nodes[instance.node];
  SmallVector<unsigned, maxTiledLoops> moved(loops.size(), 0);
  for (unsigned loop = 0; loop < instance.loops.size(); ++loop) {
    const TileDim &dim = instance.loops[loop];
    if (std::ranges::any_of(result.dims, [&](const AccessDim &kept) { return kept.terms[0].loop == loop; }))
      continue;
    unsigned moving = 0;
    for (unsigned i = 0; i < loops.size(); ++i)
      if (dim.step[i] != 0) {
        ++moving;
        ++moved[i];
        if (dim.step[i] != dim.size || loops[i].trips != ceilDiv(node.extents[loop], dim.size))
          return false;
      }
    if (!dim.exact || dim.start != 0 || moving > 1 || (moving == 0 && dim.size != node.extents[loop]))
      return false;
  }
  for (unsigned i = 0; i < loops.size(); ++i)
    if (moved[i] != (loops[i].inner == instance.inner ? 1u : 0u))
      return false;
  return true;
}

bool GroupModel::Body::expand(int index) {
  instances[index].time = time++;
  return graph.nodes[instances[index].node].hasModel() ? expandStructured(index) : expandMovement(index);
}

/// The loops of the panels of a core; all of them one loop, `row`, where it is given.
void GroupModel::Body::panel(Instance &instance, int of, std::optional<unsigned> row) const {
  for (unsigned i = 0; i < loops.size(); ++i)
    if (loops[i].inner == of) {
      TileDim &dim = instance.loops[row.value_or(loops[i].loop)];
      dim.size = loops[i].size;
      dim.step[i] = loops[i].size;
    }
}

bool GroupModel::Body::expandStructured(int index) {
  const Node &node = graph.nodes[instances[index].node];
  bool isRoot = index == 0;
  if (int core = numberOfCore(instances[index].node); core != 0) {
    // Two of one core would be two panel loops, and one in the panels of another a loop inside of a loop.
    if (panelTimes[core - 1].core >= 0 || instances[index].inner != 0)
      return false;
    panelTimes[core - 1].core = instances[index].time;
    panel(instances[index], core, std::nullopt);
  } else if (carries(instances[index].node)) {
    instances[index].carried = true;
    panel(instances[index], 1, group.softmax->row);
  }
  int inner = runsWithPanels(instances[index]);
  // Copies: `instances` grows below.
  Tile nodeLoops = instances[index].loops;
  int now = instances[index].time;
  for (unsigned loop = 0; loop < nodeLoops.size(); ++loop)
    if (nodeLoops[loop].size < node.extents[loop] && !node.tileable[loop] && !isRoot)
      return false;
  for (const Access &result : node.results)
    instances[index].results.push_back(accessTile(result, nodeLoops));
  for (const Access &input : node.inputs) {
    Tile tile = accessTile(input, nodeLoops);
    if (input.initOf >= 0 && isRoot && reductionTiled) {
      if (!input.read)
        continue;
      // SUT-H2: a destination filled inside a reduction loop would start over in every iteration.
      load(input, tile, now, TileUse::Destination, false);
      continue;
    }
    TileUse use = input.initOf < 0                                                        ? TileUse::Input
                  : isStored(instances[index].node, input.initOf) && !isReadBeside(input) ? TileUse::Destination
                                                                                          : TileUse::Init;
    if (!demand(input, tile, now, use, inner))
      return false;
  }
  return true;
}

bool GroupModel::Body::sameTile(const Tile &a, const Tile &b) const {
  const bool whole = mayNeedWhole();
  return std::ranges::equal(a, b, [&](const TileDim &one, const TileDim &other) {
    return whole ? one.size == other.size && one.start == other.start && one.exact == other.exact &&
                       std::equal(one.step.begin() + 1, one.step.end(), other.step.begin() + 1)
                 : one == other;
  });
}

/// Equal slices of a tensor are one. What is computed in place over it holds it from its first reader on; one that also
/// stays across a loop, or that is read again behind that, is copied for it.
void GroupModel::Body::load(const Access &access, const Tile &tile, int now, TileUse use, int inner) {
  bool carried = use == TileUse::Destination;
  for (Load &load : loads)
    if (!carried && !load.carried && load.tensor == access.tensor && sameTile(load.tile, tile)) {
      load.lastUse = std::max(load.lastUse, now);
      ++load.uses;
      for (unsigned i = 0; i < loops.size(); ++i) {
        bool turns = tilesOfOne == TilesOfOne::AsFound || (loops[i].trips > 1 && loops[i].inner == 0);
        load.shared &= !turns || !invariantIn(tile, i);
        load.waits |= !turns && invariantIn(tile, i);
      }
      return;
    }
  loads.push_back({access.tensor, tile, tileBytes(tile, access.elementBytes), &access, now, now, use != TileUse::Input,
                   inner, carried});
}

bool GroupModel::Body::demand(const Access &access, const Tile &tile, int now, TileUse use, int fromInner) {
  bool asInit = use != TileUse::Input;
  int inner = fromInner != 0 && movesWithPanels(tile, fromInner) ? fromInner : 0;
  int producer = access.producer;
  int member = producer < 0 ? -1 : memberOf(producer);
  bool attached = producer >= 0 && graph.nodes[producer].attached;
  if (member < 0 && !attached) {
    if (asInit && !access.read)
      return true;
    load(access, tile, now, use, inner);
    return true;
  }
  if (member >= 0 && expanded[member])
    return false;
  const Node &node = graph.nodes[producer];
  bool invariant = true;
  for (unsigned i = 0; i < loops.size(); ++i)
    invariant &= invariantIn(tile, i);
  // A producer that every iteration needs whole belongs in front of the loop, unless there is one iteration.
  if (invariant && !attached && !mayNeedWhole())
    return false;
  if (node.hasModel() && !node.fusable)
    return false;
  const uint64_t result = uint64_t(1) << std::min(access.producerResult, 63);
  Instance &wanted = instances.emplace_back();
  wanted.node = producer;
  if (node.hasModel()) {
    wanted.loops.resize(node.extents.size());
    for (unsigned loop = 0; loop < node.extents.size(); ++loop)
      wanted.loops[loop].size = node.extents[loop];
    const std::vector<AccessDim> &dims = node.results[access.producerResult].dims;
    for (size_t d = 0; d < dims.size(); ++d)
      wanted.loops[dims[d].terms[0].loop] = tile[d];
  }
  if (!node.hasModel())
    wanted.demand = tile;
  if (!attached)
    for (int existing : ofMember[member])
      if (sameTile(instances[existing].loops, wanted.loops) &&
          (node.hasModel() || sameTile(instances[existing].demand, wanted.demand))) {
        // Only what starts results of one reader lives as long as these.
        bool first = ((instances[existing].starts | instances[existing].shown) & result) == 0;
        (asInit && first && instances[existing].lastUse == now ? instances[existing].starts
                                                               : instances[existing].shown) |= result;
        instances[existing].whole |= invariant;
        instances[existing].lastUse = std::min(instances[existing].lastUse, now);
        if (!instances[existing].lastUses.empty())
          instances[existing].lastUses[access.producerResult] =
              std::min(instances[existing].lastUses[access.producerResult], now);
        ++instances[existing].uses;
        instances.pop_back();
        return true;
      }
  wanted.lastUse = now;
  if (node.results.size() > 1) {
    // One that nothing reads is stored with the others.
    wanted.lastUses.assign(node.results.size(), std::numeric_limits<int>::max());
    wanted.lastUses[access.producerResult] = now;
  }
  wanted.uses = 1;
  (asInit ? wanted.starts : wanted.shown) = result;
  wanted.inner = inner;
  wanted.whole = invariant;
  if (!attached) {
    ofMember[member].push_back(static_cast<int>(instances.size()) - 1);
    return true;
  }
  instances.back().time = time++;
  for (const Access &result : node.results)
    instances.back().results.push_back(accessTile(result, instances.back().loops));
  return true;
}

Tile GroupModel::Body::sourceOfExpand(const Node &node, const Tile &result) const {
  Tile source;
  const std::vector<int64_t> &shape = node.results[0].shape;
  for (const std::vector<int> &parts : node.movement.parts) {
    TileDim dim;
    int64_t stride = 1;
    for (int part : parts)
      stride *= shape[part];
    size_t position = 0;
    // Leading parts of size 1 select, the first larger one is a range of whole rows below it.
    for (; position < parts.size(); ++position) {
      const TileDim &piece = result[parts[position]];
      stride /= shape[parts[position]];
      dim.start += piece.start * stride;
      for (unsigned i = 0; i < loops.size(); ++i)
        dim.step[i] += piece.step[i] * stride;
      dim.exact &= piece.exact;
      dim.size = piece.size * stride;
      if (piece.size > 1)
        break;
    }
    for (size_t rest = position + 1; rest < parts.size(); ++rest)
      dim.exact &= result[parts[rest]].size == shape[parts[rest]];
    source.push_back(dim);
  }
  return source;
}

Tile GroupModel::Body::sourceOfCollapse(const Node &node, const Tile &result) const {
  const std::vector<int64_t> &shape = node.inputs[0].shape;
  Tile source(shape.size());
  for (size_t d = 0; d < result.size(); ++d) {
    const std::vector<int> &parts = node.movement.parts[d];
    const TileDim &piece = result[d];
    size_t lead = 0;
    while (lead + 1 < parts.size() && shape[parts[lead]] == 1)
      ++lead;
    int64_t inner = 1;
    for (size_t rest = lead + 1; rest < parts.size(); ++rest) {
      inner *= shape[parts[rest]];
      source[parts[rest]].size = shape[parts[rest]];
      source[parts[rest]].exact = piece.exact;
    }
    TileDim &dim = source[parts[lead]];
    bool aligned = piece.exact && piece.start % inner == 0 && piece.size % inner == 0;
    for (unsigned i = 0; i < loops.size(); ++i)
      aligned &= piece.step[i] % inner == 0;
    dim = piece;
    dim.start = piece.start / inner;
    // Rows at the seams are in the tiles on both sides: steps are not longer than they are.
    for (unsigned i = 0; i < loops.size(); ++i)
      dim.step[i] = piece.step[i] == 0 ? 0 : std::max<int64_t>(piece.step[i] / inner, 1);
    dim.size = aligned ? piece.size / inner : std::min(shape[parts[lead]], (piece.size + inner - 2) / inner + 1);
    if (piece.size == shape[parts[lead]] * inner)
      dim.size = shape[parts[lead]];
    dim.exact = aligned;
  }
  return source;
}

std::optional<Tile> GroupModel::Body::sourceOfSlice(const Node &node, const Tile &result) const {
  Tile source;
  const Movement &slice = node.movement;
  size_t next = 0;
  for (size_t d = 0; d < slice.offsets.size(); ++d) {
    TileDim dim;
    dim.start = slice.offsets[d];
    if (!slice.dropped[d]) {
      if (slice.strides[d] != 1)
        return std::nullopt;
      dim = result[next++];
      dim.start += slice.offsets[d];
    }
    source.push_back(dim);
  }
  return source;
}

bool GroupModel::Body::expandMovement(int index) {
  const Node &node = graph.nodes[instances[index].node];
  Tile result = instances[index].demand;
  // A view has no buffer: what it shows lives as long as the view is used.
  int until = node.isView() ? instances[index].lastUse : instances[index].time;
  std::optional<Tile> source;
  switch (node.kind) {
  case NodeKind::Expand:
    source = sourceOfExpand(node, result);
    break;
  case NodeKind::Collapse:
    source = sourceOfCollapse(node, result);
    break;
  case NodeKind::Slice:
    source = sourceOfSlice(node, result);
    break;
  case NodeKind::Concat: {
    unsigned joined = node.movement.joined;
    if (result[joined].size != node.results[0].shape[joined])
      return false;
    for (const Access &input : node.inputs) {
      Tile part = result;
      part[joined].size = input.shape[joined];
      if (!demand(input, part, until, TileUse::Input, instances[index].inner))
        return false;
    }
    return true;
  }
  default:
    return false;
  }
  return source && demand(node.inputs[0], *source, until, TileUse::Input, instances[index].inner);
}

} // namespace alcove::plan::tiling

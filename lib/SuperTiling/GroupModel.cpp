//===- GroupModel.cpp - What a fused loop costs, without building it ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/GroupModel.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <algorithm>
#include <limits>

using namespace mlir;

namespace alcove::supertiling {

namespace {

/// Instances of one member beyond which a group is not worth pricing: each is a copy of the member in the body.
constexpr size_t maxInstances = 8;

struct TiledLoop {
  unsigned loop = 0;
  int64_t size = 0;
  int64_t extent = 0;
  int64_t trips = 0;
  bool reduction = false;
  /// A panel loop of the core, inside the body.
  bool inner = false;
};

/// One member for one demanded tile. Time runs backward: the root is at 0, producers have larger times.
struct Instance {
  int node = -1;
  Tile loops;
  /// Of views: the demanded tile of the result.
  Tile demand;
  int time = -1;
  int lastUse = std::numeric_limits<int>::max();
  unsigned uses = 0;
  /// The result lives in the buffer of its consumer's result.
  bool shared = false;
  /// Runs once for each panel of the core.
  bool inner = false;
  /// Reduces the rows of a softmax panel by panel: runs with each, its result is held across them.
  bool carried = false;
  /// Of structured nodes: the tile of each result.
  llvm::SmallVector<Tile, 1> results;
};

/// A tile of a tensor in slow memory that the body reads.
struct Load {
  Value value;
  Tile tile;
  Bytes bytes = 0;
  const Access *access = nullptr;
  int firstUse = 0;
  int lastUse = 0;
  /// Read into the buffer of the result that it initializes.
  bool shared = false;
  /// Read once for each panel of the core.
  bool inner = false;
};

/// Bytes that pass between the memories, without the repeats that the order of the loops makes.
struct Transfer {
  double bytes = 0;
  double runs = 0;
  /// Bit i: the tile does not move with loop i.
  unsigned still = 0;
  bool inner = false;
};

/// A buffer of the body.
struct Held {
  Bytes bytes = 0;
  int first = 0;
  int last = 0;
  unsigned still = 0;
  bool inner = false;
  /// It may stay from one iteration to the next: a load, or partial sums.
  bool load = false;
  bool accumulates = false;
};

bool invariantIn(const Tile &tile, unsigned position) {
  return llvm::all_of(tile, [&](const TileDim &dim) { return dim.step[position] == 0; });
}

bool contracts(const Node &node) { return node.opClass == OpClass::Matmul || node.opClass == OpClass::Conv; }

Bytes tileBytes(const Tile &tile, Bytes elementBytes) {
  for (const TileDim &dim : tile)
    elementBytes = saturatingMul(elementBytes, dim.size);
  return elementBytes;
}

} // namespace

/// The body of the loop for one choice of tile sizes.
struct GroupModel::Body {
  const GroupModel &group;
  const TilingGraph &graph;
  llvm::SmallVector<TiledLoop, maxTiledLoops> loops;
  bool reductionTiled = false;
  std::vector<Instance> instances;
  /// Per member, indices into `instances`.
  std::vector<llvm::SmallVector<int, 2>> ofMember;
  std::vector<Load> loads;
  int time = 0;
  /// Steps of the panel loop: the core and what runs inside with it.
  int coreTime = -1, panelEnd = -1;
  std::vector<char> expanded;
  /// Summed once, priced for every order of the loops.
  llvm::SmallVector<Transfer, 16> transfers;
  llvm::SmallVector<Held, 24> held;
  Bytes heldInside = 0;
  double operations = 0, steps = 0, remainders = 0, moved = 0;

  explicit Body(const GroupModel &group)
      : group(group), graph(group.graph), ofMember(group.members.size()), expanded(group.members.size(), 0) {
    // Growth would move every tile in it.
    instances.reserve(2 * group.members.size() + 4);
    loads.reserve(2 * group.members.size() + 4);
  }

  bool build(ArrayRef<int64_t> tile);
  bool addRoot(ArrayRef<int64_t> tile);
  bool addPanels(ArrayRef<int64_t> sizes);
  llvm::SmallVector<int, 16> expansionOrder() const;
  bool movesWithPanels(const Tile &tile) const;
  bool carries(int node) const {
    return group.softmax && (node == group.softmax->maximum || node == group.softmax->sum) &&
           llvm::any_of(loops, [](const TiledLoop &loop) { return loop.inner; });
  }
  bool runsWithPanels(const Instance &instance) const {
    return instance.inner || instance.carried || instance.node == group.coreNode;
  }
  void panel(Instance &instance, std::optional<unsigned> row) const;
  bool expand(int index);
  bool expandStructured(int index);
  bool expandMovement(int index);
  bool demand(const Access &access, Tile tile, int time, bool asInit, bool fromInner = false);
  std::optional<Tile> accessTile(const Access &access, const Tile &loops) const;
  std::optional<Tile> sourceOfExpand(tensor::ExpandShapeOp op, const Tile &result) const;
  std::optional<Tile> sourceOfCollapse(tensor::CollapseShapeOp op, const Tile &result) const;
  std::optional<Tile> sourceOfSlice(tensor::ExtractSliceOp op, const Tile &result) const;

  int memberOf(int node) const {
    auto found = std::lower_bound(group.members.begin(), group.members.end(), node);
    return found != group.members.end() && *found == node ? static_cast<int>(found - group.members.begin()) : -1;
  }
  double total(const Tile &tile) const;
  unsigned still(const Tile &tile) const;
  double reloads(unsigned still, ArrayRef<unsigned> order, bool resident, bool inner) const;
  double tripsOf(bool inner) const;
  bool partitions(const Tile &tile, const Access &result) const;
  void sum();
  void sumBuffers();
  void sumWork();
  void sumInner();
  Bytes footprint(ArrayRef<unsigned> order, bool resident) const;
  void addTransfer(const Tile &tile, const Access &access, bool inner);
  double remainderLoops(const Node &node, const Tile &nodeLoops) const;
  double innerCost(Evaluation &evaluation) const;
  void price(ArrayRef<unsigned> order, Evaluation &evaluation) const;
};

std::optional<Tile> GroupModel::Body::accessTile(const Access &access, const Tile &nodeLoops) const {
  Tile tile(access.dims.size());
  for (auto [dim, access_, extent] : llvm::zip_equal(tile, access.dims, access.shape)) {
    if (access_.whole) {
      dim.size = extent;
      continue;
    }
    dim.start = access_.constant;
    for (const AccessTerm &term : access_.terms) {
      const TileDim &loop = nodeLoops[term.loop];
      dim.size = saturatingAdd(dim.size, saturatingMul(term.coefficient, loop.size - 1));
      dim.start += term.coefficient * loop.start;
      for (unsigned i = 0; i < loops.size(); ++i)
        dim.step[i] += term.coefficient * loop.step[i];
      dim.exact &= loop.exact;
    }
    dim.size = std::min(dim.size, extent);
  }
  return tile;
}

bool GroupModel::Body::addRoot(ArrayRef<int64_t> tile) {
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
  instance.lastUse = 0;
  instances.push_back(std::move(instance));
  ofMember.back().push_back(0);
  return !loops.empty();
}

/// The loops of the panels; without one the group is as it is without a core.
bool GroupModel::Body::addPanels(ArrayRef<int64_t> sizes) {
  if (group.coreNode < 0)
    return true;
  // One level of accumulation: in slow memory around the body, or inside it.
  if (reductionTiled)
    return false;
  const Node &core = graph.nodes[group.coreNode];
  for (auto [loop, size] : llvm::zip_equal(group.coreLoops(), sizes)) {
    if (size >= core.extents[loop])
      continue;
    if (loops.size() == maxTiledLoops)
      return false;
    loops.push_back({loop, size, core.extents[loop], ceilDiv(core.extents[loop], size), true, true});
  }
  return true;
}

bool GroupModel::Body::movesWithPanels(const Tile &tile) const {
  for (unsigned i = 0; i < loops.size(); ++i)
    if (loops[i].inner && !invariantIn(tile, i))
      return true;
  return false;
}

/// Last first; what the core reads comes directly in front of the core, where the panel loop runs.
llvm::SmallVector<int, 16> GroupModel::Body::expansionOrder() const {
  llvm::SmallVector<int, 16> order, rest;
  llvm::SmallVector<char, 16> below(group.members.size(), 0);
  for (int member = static_cast<int>(group.members.size()); member-- > 0;) {
    int node = group.members[member];
    bool core = node == group.coreNode;
    if (core || below[member])
      for (const Access &input : graph.nodes[node].inputs)
        if (int producer = input.producer < 0 ? -1 : memberOf(input.producer); producer >= 0 && input.initOf < 0)
          below[producer] = 1;
    (group.coreNode < 0 || node >= group.coreNode || below[member] ? order : rest).push_back(member);
  }
  order.append(rest.begin(), rest.end());
  return order;
}

bool GroupModel::Body::build(ArrayRef<int64_t> tile) {
  size_t outer = group.root().extents.size();
  if (!addRoot(tile.take_front(outer)) || !addPanels(tile.drop_front(outer)))
    return false;
  for (int member : expansionOrder()) {
    if (ofMember[member].empty() || ofMember[member].size() > maxInstances)
      return false;
    for (size_t i = 0; i < ofMember[member].size(); ++i)
      if (!expand(ofMember[member][i]))
        return false;
    expanded[member] = 1;
  }
  for (const Instance &instance : instances)
    if (runsWithPanels(instance))
      panelEnd = std::max(panelEnd, instance.time);
  for (int yielded : group.yields) {
    int member = memberOf(yielded);
    if (member < 0 || ofMember[member].size() != 1)
      return false;
    const Instance &instance = instances[ofMember[member][0]];
    for (const Access &result : graph.nodes[yielded].results) {
      auto resultTile = accessTile(result, instance.loops);
      if (!resultTile || !partitions(*resultTile, result))
        return false;
    }
  }
  return true;
}

bool GroupModel::Body::expand(int index) {
  instances[index].time = time++;
  return graph.nodes[instances[index].node].hasModel() ? expandStructured(index) : expandMovement(index);
}

/// The loops of the panels; all of them one loop, `row`, where it is given.
void GroupModel::Body::panel(Instance &instance, std::optional<unsigned> row) const {
  for (unsigned i = 0; i < loops.size(); ++i)
    if (loops[i].inner) {
      TileDim &dim = instance.loops[row.value_or(loops[i].loop)];
      dim.size = loops[i].size;
      dim.step[i] = loops[i].size;
    }
}

bool GroupModel::Body::expandStructured(int index) {
  const Node &node = graph.nodes[instances[index].node];
  bool isRoot = index == 0, isCore = instances[index].node == group.coreNode;
  if (isCore) {
    // Two cores would be two panel loops.
    if (coreTime >= 0)
      return false;
    coreTime = instances[index].time;
    panel(instances[index], std::nullopt);
  } else if (carries(instances[index].node)) {
    instances[index].carried = true;
    panel(instances[index], group.softmax->row);
  }
  bool inner = runsWithPanels(instances[index]);
  // Copies: `instances` grows below.
  Tile nodeLoops = instances[index].loops;
  int now = instances[index].time;
  for (unsigned loop = 0; loop < nodeLoops.size(); ++loop)
    if (nodeLoops[loop].size < node.extents[loop] && !node.tileable[loop] && !isRoot)
      return false;
  for (const Access &result : node.results)
    instances[index].results.push_back(*accessTile(result, nodeLoops));
  for (const Access &input : node.inputs) {
    auto tile = accessTile(input, nodeLoops);
    if (!tile)
      return false;
    if (input.initOf >= 0 && isRoot && reductionTiled) {
      // SUT-H2: a destination filled inside a reduction loop would start over in every iteration.
      loads.push_back({input.value, *tile, tileBytes(*tile, input.elementBytes), &input, now, now, true});
      continue;
    }
    if (!demand(input, std::move(*tile), now, input.initOf >= 0, inner))
      return false;
  }
  return true;
}

bool GroupModel::Body::demand(const Access &access, Tile tile, int now, bool asInit, bool fromInner) {
  bool inner = fromInner && movesWithPanels(tile);
  int producer = access.producer;
  int member = producer < 0 ? -1 : memberOf(producer);
  bool attached = producer >= 0 && graph.nodes[producer].attached;
  if (member < 0 && !attached) {
    if (asInit && !access.read)
      return true;
    for (Load &load : loads)
      if (load.value == access.value && load.tile == tile && !load.shared && !asInit) {
        load.lastUse = std::max(load.lastUse, now);
        return true;
      }
    loads.push_back({access.value, tile, tileBytes(tile, access.elementBytes), &access, now, now, asInit, inner});
    return true;
  }
  if (member >= 0 && expanded[member])
    return false;
  const Node &node = graph.nodes[producer];
  bool invariant = true;
  for (unsigned i = 0; i < loops.size(); ++i)
    invariant &= invariantIn(tile, i);
  // A producer that every iteration needs whole belongs in front of the loop.
  if (invariant && !attached)
    return false;
  Instance wanted;
  wanted.node = producer;
  if (node.hasModel()) {
    if (!node.fusable)
      return false;
    wanted.loops.resize(node.extents.size());
    for (unsigned loop = 0; loop < node.extents.size(); ++loop)
      wanted.loops[loop].size = node.extents[loop];
    for (auto [dim, tileDim] : llvm::zip_equal(node.results[access.producerResult].dims, tile))
      wanted.loops[dim.terms[0].loop] = tileDim;
  }
  wanted.demand = std::move(tile);
  if (!attached)
    for (int existing : ofMember[member])
      if (instances[existing].loops == wanted.loops &&
          (node.hasModel() || instances[existing].demand == wanted.demand)) {
        instances[existing].lastUse = std::min(instances[existing].lastUse, now);
        ++instances[existing].uses;
        return true;
      }
  wanted.lastUse = now;
  wanted.uses = 1;
  wanted.shared = asInit;
  wanted.inner = inner;
  instances.push_back(std::move(wanted));
  if (!attached) {
    ofMember[member].push_back(static_cast<int>(instances.size()) - 1);
    return true;
  }
  instances.back().time = time++;
  for (const Access &result : node.results)
    instances.back().results.push_back(*accessTile(result, instances.back().loops));
  return true;
}

std::optional<Tile> GroupModel::Body::sourceOfExpand(tensor::ExpandShapeOp op, const Tile &result) const {
  Tile source;
  ArrayRef<int64_t> shape = op.getResultType().getShape();
  for (const ReassociationIndices &parts : op.getReassociationIndices()) {
    TileDim dim;
    int64_t stride = 1;
    for (int64_t part : parts)
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

std::optional<Tile> GroupModel::Body::sourceOfCollapse(tensor::CollapseShapeOp op, const Tile &result) const {
  ArrayRef<int64_t> shape = op.getSrcType().getShape();
  Tile source(shape.size());
  for (auto [parts, piece] : llvm::zip_equal(op.getReassociationIndices(), result)) {
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
    for (unsigned i = 0; i < loops.size(); ++i)
      dim.step[i] = ceilDiv(piece.step[i], inner);
    dim.size = aligned ? piece.size / inner : std::min(shape[parts[lead]], (piece.size + inner - 2) / inner + 1);
    if (piece.size == shape[parts[lead]] * inner)
      dim.size = shape[parts[lead]];
    dim.exact = aligned;
  }
  return source;
}

std::optional<Tile> GroupModel::Body::sourceOfSlice(tensor::ExtractSliceOp op, const Tile &result) const {
  Tile source;
  llvm::SmallBitVector dropped = op.getDroppedDims();
  size_t next = 0;
  for (int64_t d = 0; d < op.getSourceType().getRank(); ++d) {
    TileDim dim;
    dim.start = op.getStaticOffsets()[d];
    if (!dropped[d]) {
      if (op.getStaticStrides()[d] != 1)
        return std::nullopt;
      dim = result[next++];
      dim.start += op.getStaticOffsets()[d];
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
    source = sourceOfExpand(cast<tensor::ExpandShapeOp>(node.op), result);
    break;
  case NodeKind::Collapse:
    source = sourceOfCollapse(cast<tensor::CollapseShapeOp>(node.op), result);
    break;
  case NodeKind::Slice:
    source = sourceOfSlice(cast<tensor::ExtractSliceOp>(node.op), result);
    break;
  case NodeKind::Concat: {
    auto concat = cast<tensor::ConcatOp>(node.op);
    uint64_t joined = concat.getDim();
    if (result[joined].size != node.results[0].shape[joined])
      return false;
    for (const Access &input : node.inputs) {
      Tile part = result;
      part[joined].size = input.shape[joined];
      if (!demand(input, part, until, false, instances[index].inner))
        return false;
    }
    return true;
  }
  default:
    return false;
  }
  return source && demand(node.inputs[0], std::move(*source), until, false, instances[index].inner);
}

double GroupModel::Body::total(const Tile &tile) const {
  double product = 1;
  for (const TileDim &dim : tile) {
    unsigned moving = 0, which = 0;
    double trips = 1;
    for (unsigned i = 0; i < loops.size(); ++i)
      if (dim.step[i] != 0) {
        ++moving;
        which = i;
        trips *= static_cast<double>(loops[i].trips);
      }
    double along = trips * static_cast<double>(dim.size);
    if (moving == 1) {
      // The last tile is short by `missing` loop points.
      const TiledLoop &loop = loops[which];
      double missing = static_cast<double>(loop.trips) * loop.size - loop.extent;
      along -= missing * static_cast<double>(dim.step[which]) / static_cast<double>(loop.size);
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

double GroupModel::Body::reloads(unsigned still, ArrayRef<unsigned> order, bool resident, bool inner) const {
  double factor = 1;
  bool inside = false;
  for (unsigned i : llvm::reverse(order)) {
    // The panels pass while the tiles of the body stay.
    if (loops[i].inner && !inner)
      continue;
    bool invariant = still >> i & 1;
    inside |= !invariant;
    if (invariant && (inside || !resident))
      factor *= static_cast<double>(loops[i].trips);
  }
  return factor;
}

/// Executions of the body, or of the panel loop within.
double GroupModel::Body::tripsOf(bool inner) const {
  double trips = 1;
  for (const TiledLoop &loop : loops)
    if (inner || !loop.inner)
      trips *= static_cast<double>(loop.trips);
  return trips;
}

bool GroupModel::Body::partitions(const Tile &tile, const Access &result) const {
  llvm::SmallVector<unsigned, maxTiledLoops> seen(loops.size(), 0);
  for (auto [dim, extent] : llvm::zip_equal(tile, result.shape)) {
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
  return llvm::all_of(llvm::zip_equal(seen, loops),
                      [](auto pair) { return std::get<0>(pair) == (std::get<1>(pair).inner ? 0u : 1u); });
}

void GroupModel::Body::sum() {
  sumBuffers();
  sumWork();
  sumInner();
}

void GroupModel::Body::sumBuffers() {
  for (const Load &load : loads) {
    addTransfer(load.tile, *load.access, load.inner);
    if (!load.shared)
      held.push_back({load.bytes, load.firstUse, load.lastUse, still(load.tile), load.inner, true, false});
  }
  for (const Instance &instance : instances) {
    const Node &node = graph.nodes[instance.node];
    bool isRoot = instance.node == group.members.back();
    if (node.isView() || (instance.shared && instance.uses == 1))
      continue;
    int last = instance.time;
    // A destination computed by the group starts the life of the result.
    for (const Instance &init : instances)
      if (init.shared && init.uses == 1 && init.lastUse == instance.time)
        last = std::max(last, init.time);
    for (auto [number, result] : llvm::enumerate(node.results)) {
      Bytes bytes = tileBytes(node.hasModel() ? instance.results[number] : instance.demand, result.elementBytes);
      held.push_back({bytes, instance.lastUse, last, 0, instance.inner, false, isRoot && reductionTiled});
      // The maximum before, which becomes the factor, and the one that is subtracted.
      if (instance.carried && instance.node == group.softmax->maximum)
        held.push_back({2 * bytes, coreTime, instance.time, 0, false, false, false});
      if (!isRoot)
        heldInside = saturatingAdd(heldInside, bytes);
    }
  }
}

/// Results to slow memory, operations and steps.
void GroupModel::Body::sumWork() {
  for (const Instance &instance : instances) {
    const Node &node = graph.nodes[instance.node];
    bool inner = runsWithPanels(instance);
    steps += node.isView() ? 0 : tripsOf(inner);
    if (!node.hasModel())
      continue;
    if (!node.attached) {
      double points = total(instance.loops);
      for (unsigned i = 0; i < loops.size(); ++i)
        if (invariantIn(instance.loops, i) && (inner || !loops[i].inner))
          points *= static_cast<double>(loops[i].trips);
      operations += points * node.opsPerPoint;
      // What is accumulated is scaled for every panel.
      if (group.softmax && coreTime == instance.time && carries(group.softmax->sum))
        operations += total(instance.results[0]) * tripsOf(true) / tripsOf(false);
    }
    if (instance.node == group.members.back() || llvm::is_contained(group.yields, instance.node))
      for (auto [number, result] : llvm::enumerate(node.results))
        addTransfer(instance.results[number], result, false);
  }
  for (int member : group.members) {
    double points = graph.nodes[member].hasModel() ? graph.nodes[member].opsPerPoint : 0;
    for (int64_t extent : graph.nodes[member].extents)
      points *= static_cast<double>(extent);
    operations -= points;
  }
}

Bytes GroupModel::Body::footprint(ArrayRef<unsigned> order, bool resident) const {
  unsigned outermostInner = order.size();
  while (outermostInner > 0 && loops[order[outermostInner - 1]].inner)
    --outermostInner;
  llvm::SmallVector<Bytes, 32> change(time + 1, 0);
  Bytes total = 0;
  for (const Held &buffer : held) {
    bool stays =
        resident && (buffer.load ? buffer.still >> (buffer.inner ? order.back() : order[outermostInner - 1]) & 1
                                 : buffer.accumulates);
    int first = stays ? 0 : std::max(buffer.first, 0), last = stays ? time - 1 : buffer.last;
    // What stands outside the panel loop and is needed while it runs is held for all of it.
    if (coreTime >= 0 && !buffer.inner && first <= panelEnd && last >= coreTime) {
      first = std::min(first, coreTime);
      last = std::max(last, panelEnd);
    }
    change[first] = saturatingAdd(change[first], buffer.bytes);
    change[last + 1] -= buffer.bytes;
    total = saturatingAdd(total, buffer.bytes);
  }
  Bytes peak = 0, now = 0;
  for (Bytes delta : change) {
    now = saturatingAdd(now, delta);
    peak = std::max(peak, now);
  }
  // A marked group becomes one operation: its inputs and its result are held together.
  return group.sharesMark ? std::max(peak, total - heldInside) : peak;
}

void GroupModel::Body::addTransfer(const Tile &tile, const Access &access, bool inner) {
  double elements = total(tile);
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
  for (ArrayRef<Access> accesses : {ArrayRef<Access>(node.inputs), ArrayRef<Access>(node.results)})
    for (const Access &access : accesses)
      if (!access.dims.empty())
        longest = std::max(longest, accessTile(access, nodeLoops)->back().size);
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
    if (!contracts(node))
      remainders += tiles * remainderLoops(node, instance.loops);
    for (ArrayRef<Access> accesses : {ArrayRef<Access>(node.inputs), ArrayRef<Access>(node.results)})
      for (const Access &access : accesses)
        if (access.initOf < 0 || access.read)
          moved += tiles * static_cast<double>(tileBytes(*accessTile(access, instance.loops), access.elementBytes));
  }
  for (int member : group.members) {
    const Node &node = graph.nodes[member];
    if (!node.hasModel() || contracts(node))
      continue;
    Tile whole(node.extents.size());
    for (unsigned loop = 0; loop < whole.size(); ++loop)
      whole[loop].size = node.extents[loop];
    remainders -= remainderLoops(node, whole);
  }
}

double GroupModel::Body::innerCost(Evaluation &evaluation) const {
  const CostModel &costs = group.costs;
  bool spills = costs.innerMemory > 0 && evaluation.footprint > costs.innerMemory;
  evaluation.spill = spills ? moved * costs.innerBytePrice : 0;
  return std::max(remainders, 0.0) * costs.bytesPerRemainder + evaluation.spill;
}

void GroupModel::Body::price(ArrayRef<unsigned> order, Evaluation &evaluation) const {
  double runs = 0;
  for (const Transfer &transfer : transfers) {
    double repeats = reloads(transfer.still, order, evaluation.resident, transfer.inner);
    evaluation.traffic += transfer.bytes * repeats;
    runs += transfer.runs * repeats;
  }
  evaluation.tiles = tripsOf(true);
  evaluation.extraOps = std::max(operations, 0.0);
  const CostModel &costs = group.costs;
  evaluation.cost = evaluation.traffic + evaluation.extraOps / costs.opsPerByte + runs * costs.bytesPerRun +
                    evaluation.tiles * costs.bytesPerTile + steps * costs.bytesPerStep + innerCost(evaluation);
}

GroupModel::GroupModel(const TilingGraph &graph, ArrayRef<int> members, ArrayRef<int> yields, const CostModel &costs,
                       const Budget &budget, int core)
    : graph(graph), members(members), yields(yields), costs(costs), coreNode(core) {
  capacity = graph.available(members.back(), members, budget);
  for (int member : members)
    if (graph.nodes[member].isCompute())
      capacity = std::min(capacity, graph.available(member, members, budget));
  if (core >= 0 && carriesSoftmax(core))
    softmax = &*graph.nodes[core].softmax;
  for (int64_t mark : root().marks)
    sharesMark |= members.size() > 1 && llvm::all_of(members, [&](int member) {
                    return graph.nodes[member].isView() || llvm::is_contained(graph.nodes[member].marks, mark);
                  });
}

bool GroupModel::carriesSoftmax(int node) const {
  const std::optional<SoftmaxParts> &parts = graph.nodes[node].softmax;
  return parts && llvm::all_of(parts->all(), [&](int part) { return llvm::is_contained(members, part); }) &&
         llvm::none_of(parts->all(), [&](int part) { return llvm::is_contained(yields, part); });
}

GroupModel GroupModel::withCore(int core) const {
  GroupModel copy = *this;
  copy.coreNode = core;
  copy.softmax = core >= 0 && carriesSoftmax(core) ? &*graph.nodes[core].softmax : nullptr;
  return copy;
}

GroupModel GroupModel::unlimited() const {
  GroupModel copy = *this;
  copy.capacity = std::numeric_limits<Bytes>::max();
  return copy;
}

llvm::SmallVector<unsigned, 4> GroupModel::coreLoops() const {
  return coreNode < 0 ? llvm::SmallVector<unsigned, 4>{} : graph.nodes[coreNode].panelLoops();
}

llvm::SmallVector<int, 4> GroupModel::coreCandidates() const {
  llvm::SmallVector<int, 4> contractions, others;
  for (int member : members) {
    const Node &node = graph.nodes[member];
    if (node.kind != NodeKind::Structured || !node.fusable || node.attached || withCore(member).coreLoops().empty())
      continue;
    (contracts(node) ? contractions : others).push_back(member);
  }
  return contractions.empty() && others.size() == 1 ? others : contractions;
}

llvm::SmallVector<SearchLoop, 8> GroupModel::searchLoops() const {
  llvm::SmallVector<SearchLoop, 8> found;
  for (unsigned loop = 0; loop < root().extents.size(); ++loop)
    found.push_back({root().extents[loop], root().tileable[loop], root().parallel[loop], root().dynamic[loop]});
  for (unsigned loop : coreLoops())
    found.push_back({graph.nodes[coreNode].extents[loop], true, false, false});
  return found;
}

std::string GroupModel::structure() const {
  std::string text = sharesMark ? "m" : "";
  llvm::DenseMap<Value, unsigned> outside;
  for (int member : members) {
    const Node &node = graph.nodes[member];
    text += '|';
    text += node.signature;
    for (const Access &input : node.inputs) {
      int found = input.producer < 0 ? -1 : Body(*this).memberOf(input.producer);
      if (found >= 0)
        text += " m" + std::to_string(found) + '.' + std::to_string(input.producerResult);
      else if (input.producer >= 0 && graph.nodes[input.producer].attached)
        text += " f";
      else
        text += " x" + std::to_string(outside.try_emplace(input.value, outside.size()).first->second);
    }
    if (llvm::is_contained(yields, member))
      text += " y";
    if (carriesSoftmax(member))
      text += " s";
  }
  return text;
}

llvm::SmallVector<int64_t, 4> GroupModel::seams() const {
  llvm::SmallVector<int64_t, 4> found;
  auto add = [&](ArrayRef<int64_t> shape, const SmallVector<ReassociationIndices> &groups) {
    for (const ReassociationIndices &parts : groups) {
      int64_t inner = 1;
      for (size_t i = parts.size(); i-- > 1;) {
        inner *= shape[parts[i]];
        if (inner > 1 && !llvm::is_contained(found, inner))
          found.push_back(inner);
      }
    }
  };
  for (int member : members) {
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(graph.nodes[member].op))
      add(collapse.getSrcType().getShape(), collapse.getReassociationIndices());
    else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(graph.nodes[member].op))
      add(expand.getResultType().getShape(), expand.getReassociationIndices());
  }
  return found;
}

Evaluation GroupModel::evaluate(ArrayRef<int64_t> tile) const {
  Evaluation best;
  Body body(*this);
  if (!body.build(tile))
    return best;
  body.sum();
  // Parallel loops outside, reduction loops inside: partial sums then leave fast memory once.
  llvm::SmallVector<unsigned, maxTiledLoops> parallel, reduction;
  for (unsigned i = 0; i < body.loops.size(); ++i)
    (body.loops[i].reduction ? reduction : parallel).push_back(i);
  size_t rotations = reduction.empty() || coreNode >= 0 ? parallel.size() : 1;
  for (size_t r = 0; r < rotations; ++r) {
    llvm::SmallVector<unsigned, maxTiledLoops> order = parallel;
    if (rotations > 1) {
      // Loop r innermost, the others in their own order.
      unsigned inner = order[rotations - 1 - r];
      order.erase(llvm::find(order, inner));
      order.push_back(inner);
    }
    order.append(reduction.begin(), reduction.end());
    Evaluation candidate;
    candidate.valid = true;
    candidate.footprint = body.footprint(order, true);
    if (candidate.footprint > capacity) {
      candidate.resident = false;
      candidate.footprint = body.footprint(order, false);
    }
    body.price(order, candidate);
    for (unsigned i : order)
      if (!body.loops[i].inner)
        candidate.order.push_back(body.loops[i].loop);
    bool fits = candidate.footprint <= capacity, bestFits = best.valid && best.footprint <= capacity;
    if (!best.valid || (fits && !bestFits) || (fits == bestFits && candidate.cost < best.cost))
      best = std::move(candidate);
  }
  return best;
}

} // namespace alcove::supertiling

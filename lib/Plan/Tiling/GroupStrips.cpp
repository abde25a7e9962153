//===- GroupStrips.cpp - The end of a body in strips of its tile ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SUT-H17: what the root reads point by point along one of its loops is made point by point, too, and so on backward.
// All of it runs strip by strip behind the other members, whose tiles stay for all strips:
//
//   for heads                     tile of 2 heads
//     q, k, v = x * weights       in front of the strips, all rows
//     for rows                    strips of 32 rows
//       softmax(q[rows] * k) * v  moves with the strips
//
//===----------------------------------------------------------------------===//
#include "GroupBody.h"

namespace alcove::plan::tiling {

/// How an access moves with one loop of its node: not at all, one dimension point by point, or in another way.
enum class Follow { Still, Along, Otherwise };

static std::pair<Follow, size_t> followOf(const Access &access, unsigned loop) {
  std::pair<Follow, size_t> found{Follow::Still, 0};
  for (size_t d = 0; d < access.dims.size(); ++d) {
    const AccessDim &dim = access.dims[d];
    if (dim.whole || std::ranges::none_of(dim.terms, [&](const AccessTerm &term) { return term.loop == loop; }))
      continue;
    bool along = found.first == Follow::Still && dim.isLoop();
    found = {along ? Follow::Along : Follow::Otherwise, d};
  }
  return found;
}

/// Products by weights that the strips would hold all the time run in front of them.
bool GroupModel::Body::mayRunInStrips(const Instance &instance, unsigned loop, int64_t points) const {
  const Node &node = graph.nodes[instance.node];
  bool isRoot = instance.node == group.members.back();
  if (node.kind != NodeKind::Structured || node.results.size() != 1 || instance.inner != 0 || instance.whole ||
      runsWithPanels(instance) != 0 || (!isRoot && contains(group.yields, instance.node)))
    return false;
  const TileDim &dim = instance.loops[loop];
  if (!node.parallel[loop] || !node.tileable[loop] || dim.size != points || !dim.exact || node.dynamic[loop])
    return false;
  return isRoot || std::ranges::none_of(node.inputs, [&](const Access &input) {
           bool loaded = memberOf(input.producer) < 0 && (input.producer < 0 || !graph.nodes[input.producer].attached);
           return loaded && ((input.initOf >= 0 && input.read) ||
                             (node.contracts() && input.initOf < 0 && followOf(input, loop).first == Follow::Still));
         });
}

/// Adds what instance `index` asks for in strips. False where strips would load something that is held whole, too.
bool GroupModel::Body::followStrips(int index, const Strips &strips, AskedInStrips &asked) const {
  const Instance &instance = instances[index];
  for (const Access &input : graph.nodes[instance.node].inputs) {
    int member = input.producer < 0 ? -1 : memberOf(input.producer);
    bool filled = input.producer >= 0 && graph.nodes[input.producer].attached;
    auto [follow, along] = followOf(input, strips.loopOf[index]);
    if (follow == Follow::Still || filled || (input.initOf >= 0 && member < 0))
      continue;
    if (member >= 0) {
      const Node &producer = graph.nodes[input.producer];
      if (follow != Follow::Along || !producer.hasModel() || ofMember[member].size() != 1)
        continue;
      int of = ofMember[member][0];
      int loop = static_cast<int>(producer.results[input.producerResult].dims[along].terms[0].loop);
      asked.loop[of] = asked.of[of]++ == 0 || asked.loop[of] == loop ? loop : -1;
      continue;
    }
    Tile tile = accessTile(input, instance.loops);
    auto load = std::ranges::find_if(
        loads, [&](const Load &load) { return load.tensor == input.tensor && sameTile(load.tile, tile); });
    if (follow != Follow::Along || load == loads.end())
      return false;
    ++asked.ofLoad[load - loads.begin()];
  }
  return true;
}

/// The result is begun in a tile that is made in front of the strips.
bool GroupModel::Body::startsInFront(int index, const Strips &strips) const {
  for (const Access &input : graph.nodes[instances[index].node].inputs) {
    int member = input.initOf < 0 || input.producer < 0 ? -1 : memberOf(input.producer);
    if (member < 0)
      continue;
    for (int init : ofMember[member])
      if (instances[init].startsAlone() != 0 && strips.loopOf[init] < 0)
        return true;
  }
  return false;
}

/// What instance `index` reads is held while strips run, also through views.
void GroupModel::Body::holdForStrips(int index, Strips &strips) const {
  for (const Access &input : graph.nodes[instances[index].node].inputs) {
    int member = input.producer < 0 ? -1 : memberOf(input.producer);
    for (size_t load = 0; member < 0 && load < loads.size(); ++load)
      if (loads[load].tensor == input.tensor)
        strips.holdsLoad[load] = 1;
    for (size_t i = 0; member >= 0 && i < ofMember[member].size(); ++i) {
      int of = ofMember[member][i];
      strips.holds[of] |= uint64_t(1) << std::min(input.producerResult, 63);
      if (strips.loopOf[of] < 0 && !graph.nodes[instances[of].node].hasModel())
        holdForStrips(of, strips);
    }
  }
}

/// Behind each other: the strips, with the fills that begin what they add up, and all that runs in front of them.
void GroupModel::Body::orderStrips(Strips &strips) const {
  SmallVector<char, 32> inside(time, 0);
  for (size_t i = 0; i < instances.size(); ++i)
    inside[instances[i].time] = strips.loopOf[i] >= 0;
  for (const Instance &instance : instances)
    if (graph.nodes[instance.node].attached && instance.starts != 0 && inside[instance.lastUse])
      inside[instance.time] = 1;
  strips.when.resize(time);
  for (bool in : {true, false})
    for (int at = 0, next = in ? 0 : strips.steps; at < time; ++at)
      if ((inside[at] != 0) == in) {
        strips.when[at] = next++;
        strips.steps = in ? next : strips.steps;
      }
}

/// From the root backward, without those that are barred. False where the root cannot run in strips.
bool GroupModel::Body::takeMembers(std::span<const char> barred, Strips &strips, AskedInStrips &asked) const {
  strips.loopOf.assign(instances.size(), -1);
  asked.of.assign(instances.size(), 0);
  asked.loop.assign(instances.size(), -1);
  asked.ofLoad.assign(loads.size(), 0);
  asked.of[0] = instances[0].uses;
  asked.loop[0] = static_cast<int>(strips.loop);
  for (size_t member = group.members.size(); member-- > 0;) {
    if (ofMember[member].size() != 1)
      continue;
    int of = ofMember[member][0], loop = asked.loop[of];
    if (loop < 0 || barred[of] || asked.of[of] != instances[of].uses ||
        !mayRunInStrips(instances[of], static_cast<unsigned>(loop), strips.points))
      continue;
    strips.loopOf[of] = loop;
    ++strips.members;
    if (!followStrips(of, strips, asked))
      return false;
  }
  return strips.loopOf[0] >= 0;
}

/// False where something would come in strips and whole.
bool GroupModel::Body::takeLoads(const AskedInStrips &asked, Strips &strips) const {
  strips.comes.assign(loads.size(), 0);
  for (size_t i = 0; i < loads.size(); ++i) {
    if (asked.ofLoad[i] == 0)
      continue;
    if (asked.ofLoad[i] != loads[i].uses || loads[i].shared || loads[i].inner != 0)
      return false;
    strips.still |= still(loads[i].tile);
    strips.comes[i] = 1;
  }
  return true;
}

std::optional<Strips> GroupModel::Body::stripsAlong(unsigned loop) const {
  std::vector<char> barred(instances.size(), 0);
  for (bool again = true; again;) {
    Strips strips;
    AskedInStrips asked;
    strips.loop = loop;
    strips.points = instances[0].loops[loop].size;
    if (!takeMembers(barred, strips, asked))
      return std::nullopt;
    again = false;
    for (size_t i = 1; i < instances.size(); ++i)
      if (strips.loopOf[i] >= 0 && startsInFront(static_cast<int>(i), strips))
        again = barred[i] = 1;
    if (again)
      continue;
    // With nothing in front they are tiles.
    bool alone = std::ranges::all_of(instances, [&](const Instance &instance) {
      const Node &node = graph.nodes[instance.node];
      return node.attached || node.isView() || strips.loopOf[&instance - instances.data()] >= 0;
    });
    if (alone)
      return std::nullopt;
    bool smaller = strips.members > 1 || !startsInFront(0, strips);
    if (!takeLoads(asked, strips) || (!smaller && std::ranges::find(strips.comes, 1) == strips.comes.end()))
      return std::nullopt;
    strips.holds.assign(instances.size(), 0);
    strips.holdsLoad.assign(loads.size(), 0);
    for (size_t i = 0; i < instances.size(); ++i) {
      if (strips.loopOf[i] < 0)
        continue;
      strips.holds[i] = ~uint64_t(0);
      holdForStrips(static_cast<int>(i), strips);
    }
    // Strips would read what something in front of them is written over.
    for (size_t i = 0; i < instances.size(); ++i)
      if (strips.loopOf[i] < 0 && (strips.holds[i] & instances[i].over) != 0)
        return std::nullopt;
    for (size_t i = 0; i < loads.size(); ++i)
      if (loads[i].shared && loads[i].waits && strips.holdsLoad[i] != 0)
        return std::nullopt;
    orderStrips(strips);
    return strips;
  }
  return std::nullopt;
}

/// SUT-H20: where one loop of the root's reduction is cut, its first tile begins the sums.
double GroupModel::Body::begun() const {
  auto isCut = [](const TiledLoop &loop) { return loop.reduction && loop.inner == 0; };
  double bytes = 0;
  if (std::ranges::count_if(loops, isCut) == 1)
    for (const Access &input : group.root().inputs)
      if (input.initOf >= 0 && input.read && input.producer >= 0 && graph.nodes[input.producer].attached)
        bytes += static_cast<double>(accessBytes(input));
  return bytes;
}

/// Along the first dimension of the result of which a tile has several points, and along its longest one.
const SmallVector<Strips, 2> &GroupModel::Body::waysOfStrips() const {
  if (stripWays)
    return *stripWays;
  stripWays.emplace();
  const Node &root = group.root();
  if (!group.costs.strips || group.members.size() < 2 || root.results.size() != 1)
    return *stripWays;
  int first = -1, longest = -1;
  for (const AccessDim &dim : root.results[0].dims) {
    if (!dim.isLoop())
      return *stripWays;
    int loop = static_cast<int>(dim.terms[0].loop);
    int64_t size = instances[0].loops[loop].size;
    first = first < 0 && size > 1 ? loop : first;
    longest = longest < 0 || size > instances[0].loops[longest].size ? loop : longest;
  }
  for (int loop : {first, longest == first ? -1 : longest})
    if (loop >= 0)
      if (std::optional<Strips> strips = stripsAlong(static_cast<unsigned>(loop)))
        stripWays->push_back(std::move(*strips));
  return *stripWays;
}

} // namespace alcove::plan::tiling

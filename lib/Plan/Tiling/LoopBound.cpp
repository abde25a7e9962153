//===- LoopBound.cpp - What moves least, decision by decision -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of nests come first, each when a decision asks for it; then the least sum over the decisions of each
// connected part.
//
//===----------------------------------------------------------------------===//
#include "LoopNests.h"

#include "alcove/Plan/Tiling/LoopBound.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>

namespace alcove::plan {

namespace {

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
      certificate.claims.push_back({key.members, key.pair, key.shared, key.free, value, key.made, key.makers});
    return certificate;
  }

private:
  struct Key {
    std::vector<int> members;
    bool pair = false;
    int shared = -1;
    unsigned free = 0, made = 0;
    std::vector<LoopMakers> makers;
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
    LoopBlock block;
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
    double least = plan::leastOf(block, problem.memory);
    // Nothing fits: no plan, and nothing is claimed.
    return least == noNest ? 0 : least * static_cast<double>(at(key.members[0]).batch);
  }

  /// Bytes of making operands of a pair by `block`, of one element of the batch.
  LoopMaking makingOf(const Key &key, const LoopMakers &makers, const std::vector<Reader> &readers, double batch) {
    LoopMaking making;
    const auto &[block, shared] = makers;
    auto value = [&, shared = shared](std::vector<int> own) {
      return valueOf({own, false, own.size() > 1 ? shared : -1, 0, 0, {}}) / batch;
    };
    making.once = value(block);
    const LoopContraction &any = at(block[0]);
    const LoopOperand &rows = any.operands[sideOf(block[0], shared)];
    making.rowBytes = rows.bytes / batch;
    making.rowHeld = rows.bytes / static_cast<double>(any.rows);
    std::vector<int> both;
    for (int maker : block) {
      double weights = at(maker).operands[1 - sideOf(maker, shared)].bytes / batch;
      bool makes = false;
      for (unsigned i = 0; i < readers.size(); ++i) {
        const LoopOperand &operand = at(readers[i][0]).operands[readers[i][1]];
        if (!(key.made >> i & 1) || operand.from != maker)
          continue;
        makes = making.makes[i] = true;
        making.each[i] = value({maker});
        making.weights[i] = weights;
        if (i > 0)
          both.push_back(maker);
      }
      making.otherWeights += makes ? 0 : weights;
    }
    std::ranges::sort(both);
    if (both.size() == 2)
      making.both = value(both);
    return making;
  }

  double pairValue(const Key &key) {
    int firstAt = key.members[key.members.size() - 2];
    const LoopContraction &first = at(firstAt), &second = at(key.members.back());
    int side = second.operands[0].from == firstAt && isPair({key.members.back(), 0}) ? 0 : 1;
    bool straight = second.operands[side].link != LoopLink::Crossed,
         joined = second.operands[side].link == LoopLink::Joined;
    double batch = joined ? 1 : static_cast<double>(first.batch);
    LoopPair pair;
    pair.m = straight ? first.rows : first.columns;
    pair.h = joined ? second.depth : straight ? first.columns : first.rows;
    pair.k = first.depth;
    pair.n = side == 0 ? second.columns : second.rows;
    std::vector<Reader> readers = readersOf(key, side);
    for (unsigned i = 0; i < readers.size(); ++i) {
      const LoopOperand &operand = at(readers[i][0]).operands[readers[i][1]];
      pair.bytes[i] = (key.free | key.made) >> i & 1 ? 0 : operand.bytes / batch;
      pair.elementBytes[i] = operand.elementBytes;
    }
    for (const LoopMakers &block : key.makers)
      pair.makings.push_back(makingOf(key, block, readers, batch));
    if (key.members.size() == 3 && joined) {
      pair.second = true;
      pair.wide = static_cast<double>(at(key.members[0]).depth) / static_cast<double>(first.columns);
    } else if (key.members.size() == 3) {
      const LoopContraction &before = at(key.members[0]);
      int weights = at(firstAt).operands[readers[0][1]].link == LoopLink::Straight ? 1 : 0;
      pair.made = true;
      pair.bytes[0] = 0;
      pair.rowBytes = key.free & 8 ? 0 : before.operands[1 - weights].bytes / batch;
      pair.weightBytes = key.free & 16 ? 0 : before.operands[weights].bytes / batch;
      pair.weightsHeld =
          before.operands[weights].elementBytes * static_cast<double>(pair.k) * static_cast<double>(before.depth);
    }
    pair.betweenBytes = std::min(first.elementBytes, second.operands[side].elementBytes);
    pair.resultBytes = second.elementBytes;
    double least = plan::leastOf(pair, problem.memory);
    return least == noNest ? 0 : least * batch;
  }

  /// The least over all decisions of one part.
  double leastOf(const std::vector<int> &members) {
    std::vector<Reader> edges;
    for (Reader edge : decided)
      if (std::ranges::binary_search(members, edge[0]))
        edges.push_back(edge);
    double least = noNest;
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
    double uncharged = ofAddends(members);
    for (int c : inputs)
      if (std::ranges::none_of(charged, [&](Reader reader) { return at(reader[0]).operands[reader[1]].of == c; }))
        uncharged += problem.inputBytes[c];
    std::vector<std::vector<int>> blocks;
    return uncharged + leastPartition(members, sets, 0, 0, blocks);
  }

  /// A tensor that is read beside the result of a contraction is read again where everything that reads or makes it is in
  /// another loop: some operand on the way from there comes from slow memory.
  double ofAddends(const std::vector<int> &members) const {
    double bytes = 0;
    for (const LoopAddend &addend : problem.addends) {
      if (!std::ranges::binary_search(members, addend.beside))
        continue;
      bool read = false, again = addend.from < 0 || torn(addend.from, addend.beside, members), stored = false;
      for (int i = 0; i < size(); ++i)
        for (int side = 0; side < 2; ++side) {
          const LoopOperand &operand = at(i).operands[side];
          if (operand.from != addend.from || (addend.from < 0 && operand.of != addend.of))
            continue;
          // What is not decided may be loaded in the same loop.
          bool made = std::ranges::count(fused, Reader{i, side}) > 0;
          read |= charged.contains({i, side});
          stored |= operand.from >= 0 && decided.contains({i, side}) && !made;
          again &= made || torn(i, addend.beside, members);
        }
      if (!again || (addend.from < 0 && !read))
        continue;
      if (addend.from < 0) {
        bytes += addend.bytes;
        continue;
      }
      // It is stored for that, unless it is for others; or what makes it runs again.
      double store = stored ? 0 : at(addend.from).storeBytes, repeated = 0;
      for (const LoopOperand &operand : at(addend.from).operands)
        repeated += operand.from < 0 ? operand.bytes : 0;
      bytes += std::min(addend.bytes + store, repeated);
    }
    return bytes;
  }

  /// Some operand between both is in slow memory, by a decision of this part: they are not in one loop.
  bool torn(int earlier, int later, const std::vector<int> &members) const {
    for (int side = 0; side < 2; ++side) {
      int from = at(later).operands[side].from;
      if (from < 0 || !needed[from].contains(earlier))
        continue;
      bool apart = std::ranges::binary_search(members, later) && decided.contains({later, side}) &&
                   !std::ranges::count(fused, Reader{later, side});
      if (apart || torn(earlier, from, members))
        return true;
    }
    return false;
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
    double least = noNest;
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
      if (isPair(edge))
        linked.push_back(edge);
    std::set<int> used, open;
    std::function<double(size_t)> most = [&](size_t next) -> double {
      if (next == linked.size())
        return std::ranges::includes(used, open) ? valueOfBlocks(members, blocks, used) : -noNest;
      double best = most(next + 1);
      int second = linked[next][0], first = at(second).operands[linked[next][1]].from;
      if (used.contains(first) || used.contains(second) || open.contains(second))
        return best;
      for (Key &key : pairsOf(first, second, linked[next][1], linked, blocks, used, open)) {
        std::set<int> usedBefore = used, openBefore = open;
        used.insert(key.members.begin(), key.members.end());
        for (const LoopMakers &block : key.makers)
          used.insert(block.members.begin(), block.members.end());
        double own = valueOf(key);
        best = std::max(best, own + most(next + 1));
        // What the second reads for itself may count in a pair that it leads.
        if (at(second).operands[linked[next][1]].link == LoopLink::Joined && !(key.made & 4)) {
          used.erase(second);
          open.insert(second);
          key.free |= 4;
          own = valueOf(key);
          best = std::max(best, own + most(next + 1));
        }
        used = std::move(usedBefore);
        open = std::move(openBefore);
      }
      return best;
    };
    return most(0);
  }

  /// Two linked contractions whose loops a pair may have.
  bool isPair(Reader edge) const {
    const LoopOperand &operand = at(edge[0]).operands[edge[1]];
    if (operand.link == LoopLink::Joined)
      return at(edge[0]).batch == 1;
    return (operand.link == LoopLink::Straight || operand.link == LoopLink::Crossed) &&
           at(operand.from).batch == at(edge[0]).batch;
  }

  /// x, w and v of a pair; of three, where the last joins what the second has, what the first makes x of for all rows.
  std::vector<Reader> readersOf(const Key &key, int side) const {
    int first = key.members[key.members.size() - 2], second = key.members.back();
    LoopLink link = at(second).operands[side].link;
    int kept = link != LoopLink::Crossed ? 0 : 1;
    std::vector<Reader> readers{{first, kept}, {first, 1 - kept}, {second, 1 - side}};
    if (link == LoopLink::Joined && key.members.size() == 3)
      readers.push_back({key.members[0], at(first).operands[kept].link == LoopLink::Straight ? 1 : 0});
    return readers;
  }

  /// The claims that there may be of a linked operand: the two, with those that make what they read, and with one in front
  /// of the two. What a pair reads and others might share is left to them. Where the second joins what the first has one by
  /// one, x is not the same for all of the loop in between, and counts as nothing.
  std::vector<Key> pairsOf(int first, int second, int side, const std::vector<Reader> &linked,
                           const std::vector<std::vector<int>> &blocks, const std::set<int> &used,
                           const std::set<int> &open) const {
    LoopLink link = at(second).operands[side].link;
    bool joined = link == LoopLink::Joined;
    auto keyOf = [&](std::vector<int> members) {
      Key key{std::move(members), true, -1, joined ? 1u : 0, 0, {}};
      std::vector<Reader> readers = readersOf(key, side);
      for (unsigned i = 0; i < readers.size(); ++i)
        key.free |= pays(readers[i]) ? 0 : 1u << i;
      return key;
    };
    std::vector<Key> keys{keyOf({first, second})};
    // Where the first's kept operand is made in the loop, too.
    Reader kept{first, link != LoopLink::Crossed ? 0 : 1};
    const LoopOperand &before = at(first).operands[kept[1]];
    if (std::ranges::count(linked, kept) && !used.contains(before.from) && before.link != LoopLink::Joined) {
      keys.push_back(keyOf({before.from, first, second}));
      int weights = before.link == LoopLink::Straight ? 1 : 0;
      if (!joined)
        keys.back().free |= 1 | (pays({before.from, 1 - weights}) ? 0 : 8) | (pays({before.from, weights}) ? 0 : 16);
    }
    for (size_t i = 0, count = keys.size(); i < count; ++i)
      if (Key key = keys[i]; (key.members.size() == 2 || joined) && addMakers(key, side, blocks, used, open))
        keys.push_back(std::move(key));
    return keys;
  }

  /// Making the result again costs what making it once does: whatever might stay for that, the result needs no more room.
  static bool costsEachTime(const LoopContraction &own, double elementBytes) {
    double result = static_cast<double>(own.rows) * static_cast<double>(own.columns) * elementBytes;
    return own.batch == 1 && result <= own.operands[0].bytes && result <= own.operands[1].bytes;
  }

  /// The operands of a pair that contractions from slow memory make in the same loop.
  bool addMakers(Key &key, int side, const std::vector<std::vector<int>> &blocks, const std::set<int> &used,
                 const std::set<int> &open) const {
    std::vector<Reader> readers = readersOf(key, side);
    std::map<std::vector<int>, std::vector<unsigned>> makers;
    std::set<int> seen(key.members.begin(), key.members.end());
    for (unsigned i = at(key.members.back()).operands[side].link == LoopLink::Joined ? 1 : 0; i < readers.size(); ++i) {
      int maker = at(readers[i][0]).operands[readers[i][1]].from;
      if (maker < 0 || !seen.insert(maker).second || !std::ranges::count(fused, readers[i]))
        continue;
      if (!costsEachTime(at(maker), at(readers[i][0]).operands[readers[i][1]].elementBytes))
        continue;
      std::vector<int> block{maker};
      for (const std::vector<int> &other : blocks)
        if (std::ranges::count(other, maker))
          block = other;
      std::ranges::sort(block);
      bool all = std::ranges::all_of(block, [&](int member) {
        return !used.contains(member) && !open.contains(member) && !std::ranges::count(key.members, member) &&
               charged.contains({member, 0}) && charged.contains({member, 1});
      });
      if (all)
        makers[block].push_back(i);
    }
    for (auto &[block, made] : makers) {
      int shared = block.size() > 1 ? sharedClass(block) : -1;
      // Two of them may keep the rows that they share: which part of these is held the links say.
      bool joined = at(key.members.back()).operands[side].link == LoopLink::Joined;
      bool rows =
          made.size() < 2 || std::ranges::all_of(
                                 made,
                                 [&](unsigned i) {
                                   const LoopOperand &operand = at(readers[i][0]).operands[readers[i][1]];
                                   bool summed = i == (joined ? 1 : 2);
                                   return sideOf(operand.from, shared) == 0 &&
                                          (operand.link == (summed ? LoopLink::Crossed : LoopLink::Straight) ||
                                           operand.link == (summed ? LoopLink::SplitCrossed : LoopLink::SplitStraight));
                                 });
      if (!rows)
        continue;
      key.makers.push_back({block, shared});
      for (unsigned i : made) {
        key.made |= 1u << i;
        key.free &= ~(1u << i);
      }
    }
    std::ranges::sort(key.makers);
    return key.made != 0;
  }

  bool pays(Reader reader) const { return charged.contains(reader) && !shared.contains(reader); }

  double valueOfBlocks(const std::vector<int> &members, const std::vector<std::vector<int>> &blocks,
                       const std::set<int> &used) {
    double value = 0;
    std::set<int> inBlocks = used;
    auto add = [&](std::vector<int> own) {
      std::ranges::sort(own);
      Key key{own, false, own.size() > 1 ? sharedClass(own) : -1, 0, 0, {}};
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

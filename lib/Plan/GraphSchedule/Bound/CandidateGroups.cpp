//===- CandidateGroups.cpp - All groups that could be subgraphs -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Downset/OpMaskBits.h"
#include "RoleTable.h"

#include <algorithm>
#include <numeric>

namespace alcove::plan::schedule {

namespace {

/// Connected sets class by class (grid and depth), so that only operations with a role in the class are met. A set is
/// cut with everything above it once a member that cannot leave with the tile has no reader left to take its result.
class Enumeration {
public:
  Enumeration(GroupPricer &pricer, const CandidateOptions &options, const StopSignal &stop, CandidateSet &result)
      : pricer(pricer), graph(pricer.graph()), options(options), stop(stop), result(result), table(graph, bounding),
        before(ancestorsOf(graph)), after(graph.size(), 0) {
    for (size_t o = graph.size(); o-- > 0;)
      for (int32_t t : graph.ops[o].outputs)
        for (int32_t user : graph.usersOf(t))
          after[o] |= after[static_cast<size_t>(user)] | bit(static_cast<size_t>(user));
    for (const OpGraph::Op &op : graph.ops) {
      int32_t t = op.outputs[0];
      OpMask mask = 0;
      for (int32_t user : graph.usersOf(t))
        mask |= bit(static_cast<size_t>(user));
      readers.push_back(mask);
      keepable.push_back(options.retention && graph.tensor(t).elements() < graph.capacity);
    }
    spareCost = options.incumbent;
    for (double share : options.startShares)
      spareCost -= share;
  }

  void run() {
    result.complete = table.findClasses(stop);
    for (size_t c = 0; c != table.classes.size() && result.complete; ++c) {
      enterClass(c);
      for (OpMask rest = members; rest && result.complete; rest &= rest - 1) {
        size_t o = lowest(rest);
        OpMask higher = o + 1 >= 128 ? 0 : (~OpMask(0) << (o + 1)) & members;
        grow(bit(o), near[o] & higher, near[o] | bit(o), higher);
      }
    }
  }

private:
  void enterClass(size_t c) {
    grid = table.classes[c].grid;
    members = leaves = 0;
    near.assign(graph.size(), 0);
    excluded.assign(graph.size(), 0);
    takers.assign(graph.size(), 0);
    for (size_t o = 0; o != graph.size(); ++o) {
      members |= table.roles[c][o] ? bit(o) : 0;
      leaves |= table.roles[c][o] & 1u << static_cast<unsigned>(Role::Leaf) ? bit(o) : 0;
    }
    for (size_t t = 0; t != graph.tensors.size(); ++t) {
      int32_t maker = graph.producer[t];
      OpMask all = maker >= 0 ? bit(static_cast<size_t>(maker)) : 0;
      for (int32_t user : graph.users[t])
        all |= bit(static_cast<size_t>(user));
      for (OpMask rest = all & members; rest; rest &= rest - 1)
        near[lowest(rest)] |= all & members;
      if (maker >= 0)
        meet(static_cast<int32_t>(t), maker);
    }
  }

  void meet(int32_t t, int32_t maker) {
    for (int32_t user : graph.usersOf(t))
      if (table.excluded(maker, user, t)) {
        excluded[static_cast<size_t>(maker)] |= bit(static_cast<size_t>(user));
        excluded[static_cast<size_t>(user)] |= bit(static_cast<size_t>(maker));
      } else {
        takers[static_cast<size_t>(maker)] |= bit(static_cast<size_t>(user)) & members;
      }
  }

  /// Could the set or one above it be of use? Every member needs a way out: with the tile, or to a reader that is or
  /// may come inside. What lies between two members and cannot come inside any more must run before the group, and so
  /// must the members that it depends on: they run twice, which only pays if their shares fit below the incumbent.
  bool alive(OpMask set, OpMask reachable) {
    OpMask under = 0, over = 0;
    for (OpMask rest = set; rest; rest &= rest - 1) {
      size_t o = lowest(rest);
      if (!(leaves & bit(o)) && !(takers[o] & reachable))
        return false;
      under |= before[o];
      over |= after[o];
    }
    OpMask between = under & over & ~reachable;
    if (!options.recompute)
      return !between;
    if (options.startShares.size() != graph.size())
      return true;
    OpMask twice = 0;
    for (OpMask rest = between; rest; rest &= rest - 1)
      twice |= before[lowest(rest)];
    double spare = spareCost;
    for (OpMask rest = set; rest && spare > 0; rest &= rest - 1) {
      size_t o = lowest(rest);
      bool ephemeral = (readers[o] & set) && (readers[o] & ~reachable) && !keepable[o];
      spare -= (twice & bit(o)) || ephemeral ? options.startShares[o] : 0;
    }
    result.narrowed |= spare <= 0;
    return spare > 0;
  }

  void grow(OpMask set, OpMask extension, OpMask closed, OpMask higher) {
    if (++result.visited > options.visitLimit || (result.visited % 64 == 0 && stop())) {
      result.complete = false;
      return;
    }
    OpMask reachable = set | extension | (higher & ~closed);
    if (!alive(set, reachable))
      return;
    add(set);
    while (extension && result.complete) {
      size_t next = lowest(extension);
      extension &= extension - 1;
      if (!(excluded[next] & set))
        grow(set | bit(next), extension | (near[next] & ~closed & higher), closed | near[next], higher);
      reachable &= ~bit(next);
      if (!alive(set, reachable))
        return;
    }
  }

  void add(OpMask set) {
    if (!options.recompute) { // Convex: nothing outside lies between two members.
      OpMask under = 0, over = 0;
      for (OpMask rest = set; rest; rest &= rest - 1) {
        under |= before[lowest(rest)];
        over |= after[lowest(rest)];
      }
      if (under & over & ~set)
        return;
    }
    CandidateGroup group{set, 0, 0, 0, 0};
    list.clear();
    for (OpMask rest = set; rest; rest &= rest - 1) {
      size_t o = lowest(rest);
      list.push_back(static_cast<int32_t>(o));
      for (int32_t t : graph.ops[o].inputs)
        if (int32_t maker = graph.madeBy(t); maker >= 0 && !(set & bit(static_cast<size_t>(maker))))
          group.inputMakers |= bit(static_cast<size_t>(maker));
      bool inside = false;
      for (int32_t user : graph.usersOf(graph.ops[o].outputs[0]))
        inside |= (set & bit(static_cast<size_t>(user))) != 0;
      (inside ? group.internal : group.outer) |= bit(o);
    }
    const GroupShape &shape = pricer.trialShape(list);
    if (shape.broken || shape.depth != grid.depth || shape.gridWidth != grid.width || shape.gridHeight != grid.height)
      return;
    group.price = pricer.price(list, {}, {}).cost;
    if (group.price < std::numeric_limits<double>::infinity())
      result.groups.push_back(group);
  }

  GroupPricer &pricer;
  const OpGraph &graph;
  const CandidateOptions &options;
  const StopSignal &stop;
  CandidateSet &result;
  PricingBoundOptions bounding;
  RoleTable table;
  std::vector<OpMask> before, after, readers;
  std::vector<char> keepable;
  /// What a schedule may cost above the start shares before it is worse than the incumbent.
  double spareCost = 0;
  /// Of the class at hand; `takers` may read the result of an operation inside.
  GridClass grid{0, 0, 0};
  OpMask members = 0, leaves = 0;
  std::vector<OpMask> near, excluded, takers;
  std::vector<int32_t> list;
};

} // namespace

CandidateSet enumerateGroups(GroupPricer &pricer, const CandidateOptions &options, const StopSignal &stop) {
  CandidateSet result;
  const OpGraph &graph = pricer.graph();
  bool oneResultEach = std::all_of(graph.ops.begin(), graph.ops.end(), [](auto &op) { return op.outputs.size() == 1; });
  if (graph.size() <= 128 && oneResultEach)
    Enumeration(pricer, options, stop, result).run();
  return result;
}

} // namespace alcove::plan::schedule

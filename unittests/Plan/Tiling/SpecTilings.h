//===- SpecTilings.h - Every tiling of a small block ------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Written from the specification alone: of the plans of docs/spec/TrafficBound.md, in which an operation reads an operand
// always from slow memory or always from its producer in the same loop and sums run in one chain, every one that cuts
// the schedule into intervals, with every tile of every loop, every order of loops and every choice of what stays in fast
// memory from one iteration to the next. Iterations are walked box by box. Shares no code with planner, bound, model of
// groups or verifier.
//
// A step holds as little as it can: an operand that does not stay passes element by element, beside the column of the
// other one where both pass. So a memory in which no real loop would run has tilings here; a bound must hold for them.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_PLAN_TILING_SPECTILINGS_H
#define ALCOVE_UNITTESTS_PLAN_TILING_SPECTILINGS_H

#include "alcove/Plan/Tiling/Problem.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>

namespace alcove::plan::tiling::spec {

inline constexpr int64_t never = std::numeric_limits<int64_t>::max();

/// Positions [low, high) of each dimension.
struct Box {
  std::vector<std::pair<int64_t, int64_t>> sides;
  bool operator==(const Box &) const = default;

  int64_t elements() const {
    int64_t product = 1;
    for (auto [low, high] : sides)
      product *= std::max<int64_t>(high - low, 0);
    return product;
  }
  int64_t inCommon(const Box &other) const {
    Box both = *this;
    for (size_t d = 0; d < sides.size(); ++d)
      both.sides[d] = {std::max(sides[d].first, other.sides[d].first),
                       std::min(sides[d].second, other.sides[d].second)};
    return both.elements();
  }
  void include(const Box &other) {
    if (sides.empty())
      sides = other.sides;
    for (size_t d = 0; d < sides.size(); ++d)
      sides[d] = {std::min(sides[d].first, other.sides[d].first), std::max(sides[d].second, other.sides[d].second)};
  }
};

/// What an access touches while the loops of its node run over `loops`.
inline Box touched(const Access &access, const Box &loops) {
  Box box;
  for (size_t d = 0; d < access.dims.size(); ++d) {
    int64_t low = access.dims[d].constant, high = low;
    for (const AccessTerm &term : access.dims[d].terms) {
      low += term.coefficient * loops.sides[term.loop].first;
      high += term.coefficient * (loops.sides[term.loop].second - 1);
    }
    box.sides.push_back({low, high + 1});
  }
  return box;
}

/// The loops that all of a node, or a part of its result, takes.
inline Box loopsOf(const Node &node, const Box *result = nullptr) {
  Box loops;
  for (int64_t extent : node.extents)
    loops.sides.push_back({0, extent});
  for (size_t d = 0; result && d < result->sides.size(); ++d)
    loops.sides[node.results[0].dims[d].terms[0].loop] = result->sides[d];
  return loops;
}

/// One interval of the schedule as one nest around its last operation.
class Nest {
public:
  Nest(const Problem &problem, std::vector<int> members, int64_t memory)
      : nodes(problem.nodes), members(std::move(members)), memory(memory) {
    for (size_t m = 0; m < this->members.size(); ++m) {
      const Node &node = nodeOf(m);
      used.push_back(node.escapes);
      for (int user : node.users)
        used.back() = used.back() || placeOf(user) < 0;
      for (size_t i = 0; i < node.inputs.size(); ++i)
        if (node.inputs[i].initOf < 0 && placeOf(node.inputs[i].producer) < 0)
          reads.push_back({m, &node.inputs[i]});
    }
  }

  /// Elements that the best tiling moves, `never` without one. Nothing that costs `limit` or more is looked for.
  int64_t best(int64_t limit = never) {
    found = limit;
    for (size_t m = 0; m + 1 < members.size(); ++m)
      if (!isReadInside(m))
        return never;
    tile.assign(root().extents.size(), 1);
    tryTiles(0);
    return found == limit ? never : found;
  }

private:
  struct Read {
    size_t member;
    const Access *access;
  };
  /// One iteration: the loops of each member, what it makes of its result, and what each read touches.
  struct Iteration {
    std::vector<Box> loops, results, touched;
  };

  const Node &nodeOf(size_t m) const { return nodes[members[m]]; }
  const Node &root() const { return nodes[members.back()]; }
  size_t last() const { return members.size() - 1; }
  int placeOf(int node) const {
    auto at = std::ranges::find(members, node);
    return at == members.end() || node < 0 ? -1 : static_cast<int>(at - members.begin());
  }
  bool isReadInside(size_t m) const {
    return std::ranges::any_of(nodeOf(m).users, [&](int user) { return placeOf(user) >= 0; });
  }
  static bool sums(const Node &node) { return std::ranges::find(node.parallel, false) != node.parallel.end(); }
  /// Sums over more than what the tile of the root has at once.
  bool isCutAlongSums() const {
    for (size_t loop = 0; loop < tile.size(); ++loop)
      if (!root().parallel[loop] && tile[loop] < root().extents[loop])
        return true;
    return false;
  }

  void tryTiles(size_t loop) {
    if (loop == tile.size())
      return tryStays();
    for (tile[loop] = 1; tile[loop] <= root().extents[loop]; ++tile[loop])
      tryTiles(loop + 1);
    tile[loop] = 1;
  }

  void tryStays() {
    Iteration first = iterationAt(std::vector<int64_t>(tile.size(), 0));
    std::vector<size_t> order;
    for (size_t loop = 0; loop < tile.size(); ++loop)
      if (tile[loop] < root().extents[loop])
        order.push_back(loop);
    size_t choices = reads.size() + last();
    for (uint32_t mask = 0; mask < (1u << choices); ++mask) {
      stays = mask;
      // The first tile is the largest.
      if (held(first) > memory)
        continue;
      do
        walk(order);
      while (std::next_permutation(order.begin(), order.end()));
    }
  }
  bool readStays(size_t read) const { return stays >> read & 1; }
  bool resultStays(size_t m) const { return stays >> (reads.size() + m) & 1; }

  Iteration iterationAt(const std::vector<int64_t> &at) const {
    Iteration now;
    now.loops.resize(members.size());
    now.results.resize(members.size());
    now.touched.resize(reads.size());
    for (size_t loop = 0; loop < tile.size(); ++loop)
      now.loops.back().sides.push_back({at[loop], std::min(at[loop] + tile[loop], root().extents[loop])});
    for (size_t m = members.size(); m-- > 0;) {
      const Node &node = nodeOf(m);
      if (m != last())
        now.loops[m] = loopsOf(node, &now.results[m]);
      now.results[m] = touched(node.results[0], now.loops[m]);
      for (const Access &input : node.inputs)
        if (int producer = placeOf(input.producer); input.initOf < 0 && producer >= 0)
          now.results[producer].include(touched(input, now.loops[m]));
    }
    for (size_t r = 0; r < reads.size(); ++r)
      now.touched[r] = touched(*reads[r].access, now.loops[reads[r].member]);
    return now;
  }

  /// The part of an operand that one point of the sums touches.
  Box columnOf(const Read &read, const Iteration &now) const {
    Box loops = now.loops[read.member];
    for (size_t loop = 0; loop < loops.sides.size(); ++loop)
      if (!nodeOf(read.member).parallel[loop])
        loops.sides[loop].second = loops.sides[loop].first + 1;
    return touched(*read.access, loops);
  }

  /// What passes by while a member runs: one element of each operand; of a contraction whose operands both pass, a column
  /// of one of them. Windows that overlap are held whole.
  int64_t passing(size_t m, const Iteration &now) const {
    const Node &node = nodeOf(m);
    std::vector<int64_t> columns;
    for (size_t r = 0; r < reads.size(); ++r)
      if (reads[r].member == m && !readStays(r))
        columns.push_back(sums(node) && !node.contracts() ? now.touched[r].elements()
                                                          : columnOf(reads[r], now).elements());
    if (sums(node) && !node.contracts())
      return std::accumulate(columns.begin(), columns.end(), int64_t(0));
    if (node.contracts() && columns.size() == 2)
      return std::min(columns[0], columns[1]) + 1;
    return static_cast<int64_t>(columns.size());
  }

  /// Elements in fast memory in the step that needs most.
  int64_t held(const Iteration &now) const {
    int64_t always = 0, most = 0;
    std::set<std::pair<int, std::vector<std::pair<int64_t, int64_t>>>> once;
    for (size_t r = 0; r < reads.size(); ++r)
      if (readStays(r) && once.insert({reads[r].access->tensor, now.touched[r].sides}).second)
        always += now.touched[r].elements();
    for (size_t m = 0; m < last(); ++m)
      always += resultStays(m) ? now.results[m].elements() : 0;
    bool accumulates = isCutAlongSums();
    always += accumulates ? now.results.back().elements() : 0;
    for (size_t step = 0; step < members.size(); ++step) {
      int64_t live = always + passing(step, now);
      for (size_t m = 0; m < last(); ++m)
        if (!resultStays(m) && m <= step && lastReader(m) >= step && !(m == step && takesPlaceOfOperand(m, now)))
          live += now.results[m].elements();
      if (step == last() && !accumulates)
        live += sums(root()) ? now.results.back().elements() : 1;
      most = std::max(most, live);
    }
    return most;
  }
  size_t lastReader(size_t m) const {
    size_t reader = 0;
    for (int user : nodeOf(m).users)
      reader = std::max<size_t>(reader, static_cast<size_t>(std::max(placeOf(user), 0)));
    return reader;
  }
  /// Element by element over an operand that nobody reads any more.
  bool takesPlaceOfOperand(size_t m, const Iteration &now) const {
    for (const Access &input : nodeOf(m).inputs)
      if (int producer = placeOf(input.producer); !sums(nodeOf(m)) && producer >= 0 &&
                                                  !resultStays(static_cast<size_t>(producer)) &&
                                                  lastReader(static_cast<size_t>(producer)) == m &&
                                                  now.results[static_cast<size_t>(producer)] == now.results[m])
        return true;
    return false;
  }

  /// Elements that come from slow memory for a read that does not stay: each point of the sums brings its column.
  int64_t streamed(size_t r, const Iteration &now) const {
    const Node &node = nodeOf(reads[r].member);
    if (!node.contracts())
      return now.touched[r].elements();
    int64_t points = 1;
    for (size_t loop = 0; loop < node.extents.size(); ++loop)
      if (auto [low, high] = now.loops[reads[r].member].sides[loop]; !node.parallel[loop])
        points *= high - low;
    return points * columnOf(reads[r], now).elements();
  }

  void walk(const std::vector<size_t> &order) {
    std::vector<int64_t> at(tile.size(), 0);
    std::vector<Box> kept(reads.size()), made(members.size());
    std::vector<std::set<std::vector<int64_t>>> stored(members.size());
    int64_t moved = 0;
    for (bool more = true; more && moved < found;) {
      Iteration now = iterationAt(at);
      moved += step(now, kept, made, stored);
      more = false;
      for (size_t depth = order.size(); depth-- > 0 && !more;) {
        at[order[depth]] += tile[order[depth]];
        more = at[order[depth]] < root().extents[order[depth]];
        if (!more)
          at[order[depth]] = 0;
      }
    }
    // The last sums.
    moved += made.back().elements();
    for (size_t m = 0; m < last(); ++m)
      if (used[m] &&
          static_cast<int64_t>(stored[m].size()) < Box(touched(nodeOf(m).results[0], loopsOf(nodeOf(m)))).elements())
        return; // what others read is not all computed
    found = std::min(found, moved);
  }

  int64_t step(const Iteration &now, std::vector<Box> &kept, std::vector<Box> &made,
               std::vector<std::set<std::vector<int64_t>>> &stored) const {
    std::vector<char> runs(members.size(), 0);
    runs.back() = 1;
    for (size_t m = last(); m-- > 0;)
      if (!(resultStays(m) && made[m] == now.results[m]))
        for (int user : nodeOf(m).users)
          runs[m] |= placeOf(user) >= 0 && runs[static_cast<size_t>(placeOf(user))];
    int64_t moved = 0;
    std::vector<Box> before = kept;
    for (size_t r = 0; r < reads.size(); ++r) {
      if (!runs[reads[r].member])
        continue;
      if (!readStays(r)) {
        moved += streamed(r, now);
        continue;
      }
      int64_t here = 0;
      for (size_t other = 0; other < reads.size(); ++other)
        if (readStays(other) && reads[other].access->tensor == reads[r].access->tensor)
          for (const Box *box : {&before[other], &kept[other]})
            if (!box->sides.empty())
              here = std::max(here, box->inCommon(now.touched[r]));
      moved += now.touched[r].elements() - here;
      kept[r] = now.touched[r];
    }
    for (size_t m = 0; m < last(); ++m)
      if (runs[m]) {
        made[m] = now.results[m];
        if (used[m])
          moved += store(now.results[m], stored[m]);
      }
    if (made.back() != now.results.back()) {
      moved += made.back().sides.empty() ? 0 : made.back().elements();
      moved += sumsBegan(now) ? now.results.back().elements() : 0;
      made.back() = now.results.back();
    }
    return moved;
  }
  bool sumsBegan(const Iteration &now) const {
    for (size_t loop = 0; loop < tile.size(); ++loop)
      if (!root().parallel[loop] && now.loops.back().sides[loop].first > 0)
        return true;
    return false;
  }
  static int64_t store(const Box &box, std::set<std::vector<int64_t>> &stored) {
    std::vector<int64_t> at;
    for (auto [low, high] : box.sides)
      at.push_back(low);
    for (size_t d = 0; d < at.size();) {
      stored.insert(at);
      for (d = 0; d < at.size() && ++at[d] == box.sides[d].second; ++d)
        at[d] = box.sides[d].first;
    }
    return box.elements();
  }

  const std::vector<Node> &nodes;
  std::vector<int> members;
  int64_t memory;
  /// By member: somebody outside reads its result.
  std::vector<char> used;
  /// What comes from slow memory.
  std::vector<Read> reads;
  std::vector<int64_t> tile;
  uint32_t stays = 0;
  int64_t found = never;
};

/// Elements that the best tiling of a block moves within `memory` elements of fast memory; `never` without one.
inline int64_t leastTraffic(const Problem &problem, int64_t memory) {
  std::vector<int> schedule;
  for (size_t n = 0; n < problem.nodes.size(); ++n)
    if (!problem.nodes[n].attached)
      schedule.push_back(static_cast<int>(n));
  std::vector<int64_t> best(schedule.size() + 1, never);
  best[0] = 0;
  for (size_t end = 1; end <= schedule.size(); ++end)
    for (size_t begin = end; begin-- > 0;) {
      if (best[begin] == never)
        continue;
      std::vector<int> members(schedule.begin() + static_cast<ptrdiff_t>(begin),
                               schedule.begin() + static_cast<ptrdiff_t>(end));
      int64_t limit = best[end] == never ? never : best[end] - best[begin];
      if (int64_t own = limit <= 0 ? never : Nest(problem, std::move(members), memory).best(limit); own != never)
        best[end] = std::min(best[end], best[begin] + own);
    }
  return best.back();
}

} // namespace alcove::plan::tiling::spec

#endif // ALCOVE_UNITTESTS_PLAN_TILING_SPECTILINGS_H

//===- VerifyLoopBound.cpp - A bound for tile loops, recomputed -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A claim says that no nest moves less. It is refuted by one that does and fits: of every two tile sizes the third is
// the smallest that still moves less than claimed, and what is left to see is that this does not fit.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Tiling/LoopBound.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace alcove::plan {

Status check(const LoopProblem &problem) {
  auto size = [](double value) { return std::isfinite(value) && value >= 0; };
  int classes = static_cast<int>(problem.inputBytes.size()), count = static_cast<int>(problem.contractions.size());
  if (!(problem.memory > 0) || !std::isfinite(problem.memory) || !size(problem.outputBytes))
    return Error{fmt::format("LB-P1: memory {} and outputs {} are no sizes", problem.memory, problem.outputBytes)};
  for (double bytes : problem.inputBytes)
    if (!size(bytes))
      return Error{fmt::format("LB-P1: an input has {} bytes", bytes)};
  for (int i = 0; i < count; ++i) {
    const LoopContraction &own = problem.contractions[i];
    for (int64_t extent : {own.batch, own.rows, own.columns, own.depth})
      if (extent < 1 || extent > int64_t(1) << 40)
        return Error{fmt::format("LB-P1: contractions[{}]: {} is no extent", i, extent)};
    if (!(own.elementBytes > 0) || !size(own.elementBytes) || !size(own.storeBytes))
      return Error{fmt::format("LB-P1: contractions[{}]: a size is negative or not finite", i)};
    for (const LoopOperand &operand : own.operands) {
      if (operand.of < -1 || operand.of >= classes || operand.from < -1 || operand.from >= i)
        return Error{fmt::format("LB-P1: contractions[{}]: class {} of {}, from contraction {}", i, operand.of, classes,
                                 operand.from)};
      if (!(operand.elementBytes > 0) || !size(operand.elementBytes) || !size(operand.bytes) ||
          (operand.bytes > 0 && operand.of < 0))
        return Error{fmt::format("LB-P1: contractions[{}]: {} bytes of class {}", i, operand.bytes, operand.of)};
      if (operand.link != LoopLink::None && operand.from < 0)
        return Error{fmt::format("LB-P1: contractions[{}]: linked to nothing", i)};
    }
  }
  return {};
}

namespace {

int64_t ceilOf(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// Every number of equal tiles once, with the least size that makes it.
std::vector<int64_t> tileCounts(int64_t extent) {
  std::vector<int64_t> counts;
  for (int64_t size = extent; size >= 1;) {
    int64_t count = ceilOf(extent, size);
    counts.push_back(count);
    // The largest size with more tiles: below the least with as many.
    size = ceilOf(extent, count) - 1;
  }
  return counts;
}

/// The most of something that costs `each` beyond the first within `left`; -1: not even the first.
int64_t mostWithin(double left, double each, int64_t limit) {
  if (left <= 0)
    return 0;
  if (each <= 0)
    return limit;
  double more = std::ceil(left / each) - 1;
  return std::min<int64_t>(limit, 1 + static_cast<int64_t>(std::min(more, 1e15)));
}

/// One tensor of a nest: which of the loops 0, 1, 2 it has, and which it does not.
struct NestTensor {
  int a, b, missing;
  double pass, element;
};

class ClaimChecker {
public:
  ClaimChecker(const LoopProblem &problem, const LoopClaim &claim) : problem(problem), claim(claim) {}

  /// LB-C2, LB-C3
  Status run() const {
    int count = static_cast<int>(problem.contractions.size());
    if (claim.members.empty() || !std::is_sorted(claim.members.begin(), claim.members.end()) ||
        std::adjacent_find(claim.members.begin(), claim.members.end()) != claim.members.end() ||
        claim.members.front() < 0 || claim.members.back() >= count || !std::isfinite(claim.bytes))
      return Error{"LB-C1: a claim names contractions that do not exist, or twice, or no number"};
    return claim.pair ? pair() : block();
  }

private:
  const LoopContraction &member(size_t i) const { return problem.contractions[claim.members[i]]; }
  double freeOr(unsigned bit, double bytes) const { return (claim.free >> bit & 1) != 0 ? 0 : bytes; }

  Status block() const {
    size_t count = claim.members.size();
    if (count > mostSharers)
      return Error{fmt::format("LB-C1: {} contractions in one block", count)};
    std::vector<int> sides;
    for (size_t i = 0; i < count; ++i) {
      bool left = count == 1 || member(i).operands[0].of == claim.shared;
      if (count > 1 && (claim.shared < 0 || (!left && member(i).operands[1].of != claim.shared)))
        return Error{fmt::format("LB-C1: contraction {} does not read class {}", claim.members[i], claim.shared)};
      sides.push_back(left ? 0 : 1);
      const LoopContraction &own = member(i), &first = member(0);
      if (own.batch != first.batch || own.depth != first.depth ||
          (left ? own.rows : own.columns) != (sides[0] == 0 ? first.rows : first.columns))
        return Error{fmt::format("LB-C1: contractions {} and {} read parts of other shapes", claim.members[0],
                                 claim.members[i])};
    }
    double batch = static_cast<double>(member(0).batch), target = claim.bytes / batch * (1 - 1e-9);
    int64_t rows = sides[0] == 0 ? member(0).rows : member(0).columns, depth = member(0).depth;
    double operandPass = freeOr(0, member(0).operands[sides[0]].bytes / batch), operandElement = HUGE_VAL;
    int64_t most = 0;
    std::vector<int64_t> columns;
    std::vector<NestTensor> others, results;
    for (size_t i = 0; i < count; ++i) {
      const LoopContraction &own = member(i);
      const LoopOperand &other = own.operands[1 - sides[i]];
      columns.push_back(sides[i] == 0 ? own.columns : own.rows);
      most = std::max(most, columns.back());
      operandElement = std::min(operandElement, own.operands[sides[i]].elementBytes);
      others.push_back({2, 1, 0, freeOr(static_cast<unsigned>(i) + 1, other.bytes / batch), other.elementBytes});
      results.push_back(
          {0, 1, 2, own.elementBytes * static_cast<double>(rows) * static_cast<double>(columns[i]), own.elementBytes});
    }
    const NestTensor operand{0, 2, 1, operandPass, operandElement};
    // Loops: rows, columns, depth. The order, outermost first, by the place of each.
    static constexpr int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {2, 0, 1}, {1, 2, 0}, {2, 1, 0}};
    const std::vector<int64_t> rowCounts = tileCounts(rows), turnCounts = tileCounts(most);
    for (const auto &place : orders)
      for (unsigned held = 0; held < 4u << count; ++held) {
        bool keepsOperand = held & 1, keepsResults = held & 2;
        double respill = 0;
        for (const NestTensor &result : results)
          respill += keepsResults ? 0 : 2 * result.pass;
        for (int64_t rowTiles : rowCounts) {
          double paid = 0;
          for (size_t i = 0; i < count; ++i)
            paid += others[i].pass * (held >> (2 + i) & 1 ? 1.0 : static_cast<double>(rowTiles));
          for (int64_t turns : turnCounts) {
            double left = target - paid - operand.pass * (keepsOperand ? 1.0 : static_cast<double>(turns));
            int64_t depthTiles = mostWithin(left, respill, depth);
            if (depthTiles < 1)
              break;
            // More tiles of the depth hold less.
            for (int64_t tiles : {depthTiles}) {
              const int64_t sizes[3] = {ceilOf(rows, rowTiles), 0, ceilOf(depth, tiles)};
              auto buffer = [&](const NestTensor &tensor, bool kept, int64_t width, int64_t wide) {
                double bytes = tensor.element;
                for (int loop : {tensor.a, tensor.b}) {
                  int64_t whole = loop == 0 ? rows : loop == 1 ? wide : depth, part = loop == 1 ? width : sizes[loop];
                  bytes *= static_cast<double>(kept && place[loop] > place[tensor.missing] ? whole : part);
                }
                return bytes;
              };
              double fast = keepsOperand ? buffer(operand, true, 0, 0) : 0, stream = 0, oneResult = 0, allResults = 0;
              for (size_t i = 0; i < count; ++i) {
                int64_t width = ceilOf(columns[i], turns);
                bool kept = held >> (2 + i) & 1;
                fast += kept ? buffer(others[i], true, width, columns[i]) : 0;
                // One element of what passes; where both operands pass, a row or a column of one of them.
                double both = (keepsOperand ? 0 : operand.element) + (kept ? 0 : others[i].element);
                if (!keepsOperand && !kept)
                  both += std::min(operand.element * static_cast<double>(sizes[0] - 1),
                                   others[i].element * static_cast<double>(width - 1));
                stream = std::max(stream, both);
                double result = buffer(results[i], keepsResults, width, columns[i]);
                oneResult = std::max(oneResult, result);
                allResults += result;
              }
              if (fast + stream + (keepsOperand ? oneResult : allResults) <= problem.memory)
                return Error{fmt::format("LB-C2: contraction {}: {} tiles of rows, {} of columns and {} of depth fit "
                                         "and move less than {} B",
                                         claim.members[0], rowTiles, turns, tiles, claim.bytes)};
            }
          }
        }
      }
    return {};
  }

  Status pair() const {
    if (claim.members.size() != 2 && claim.members.size() != 3)
      return Error{fmt::format("LB-C1: a pair of {}", claim.members.size())};
    size_t at = claim.members.size() - 2;
    const LoopContraction &first = member(at), &second = member(at + 1);
    int side = -1;
    for (int s = 1; s >= 0; --s)
      if (second.operands[s].from == claim.members[at] && second.operands[s].link != LoopLink::None)
        side = s;
    if (side < 0 || first.batch != second.batch)
      return Error{fmt::format("LB-C1: contraction {} is not linked to {}", claim.members[at + 1], claim.members[at])};
    bool straight = second.operands[side].link == LoopLink::Straight;
    int64_t kept = straight ? first.rows : first.columns, summed = straight ? first.columns : first.rows;
    if ((side == 0 ? second.rows : second.columns) != kept || second.depth != summed)
      return Error{fmt::format("LB-C1: contractions {} and {} are linked by other extents", claim.members[at],
                               claim.members[at + 1])};
    int64_t free = side == 0 ? second.columns : second.rows, depth = first.depth;
    double batch = static_cast<double>(first.batch), target = claim.bytes / batch * (1 - 1e-9);
    const LoopOperand &x = first.operands[straight ? 0 : 1], &w = first.operands[straight ? 1 : 0],
                      &v = second.operands[1 - side];
    double passX = freeOr(0, x.bytes / batch), passW = freeOr(1, w.bytes / batch), passV = freeOr(2, v.bytes / batch);
    // Three: x is made of rows, read once at least, and of weights that pass for each tile of rows, or stay whole.
    double rowPass = 0, weightPass = 0, weightsWhole = 0;
    if (at == 1) {
      const LoopContraction &before = member(0);
      bool along = x.link == LoopLink::Straight;
      if (x.from != claim.members[0] || x.link == LoopLink::None || before.batch != first.batch ||
          (along ? before.rows : before.columns) != kept || (along ? before.columns : before.rows) != depth)
        return Error{
            fmt::format("LB-C1: contraction {} does not make what {} keeps", claim.members[0], claim.members[1])};
      const LoopOperand &weights = before.operands[along ? 1 : 0];
      rowPass = freeOr(3, before.operands[along ? 0 : 1].bytes / batch);
      weightPass = freeOr(4, weights.bytes / batch);
      weightsWhole = weights.elementBytes * static_cast<double>(depth) * static_cast<double>(before.depth);
      passX = 0;
    }
    double element = std::min(first.elementBytes, second.operands[side].elementBytes);
    auto area = [](double bytes, int64_t a, int64_t b) {
      return bytes * static_cast<double>(a) * static_cast<double>(b);
    };
    double passY = area(second.elementBytes, kept, free);
    const std::vector<int64_t> keptCounts = tileCounts(kept), freeCounts = tileCounts(free);
    // Loops around both, outermost first: kept, free, summed; free, kept, summed; free, summed, kept; summed, free, kept.
    static constexpr int places[4][3] = {{0, 1, 2}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
    for (const auto &place : places)
      for (unsigned held = 0; held < (at == 1 ? 128u : 64u); ++held) {
        const int onKept = place[0], onFree = place[1], onSummed = place[2];
        // x and w are still in two loops: they stay in both, or in the inner one where the free loop is the outer one.
        bool keepX = held & 1, keepW = held & 2, keepV = held & 4, keepY = held & 8;
        bool xAcrossFree = !(held & 16), wAcrossFree = !(held & 32);
        if ((!xAcrossFree && !(keepX && onFree < onSummed)) || (!wAcrossFree && !(keepW && onFree < onKept)))
          continue;
        int xOuter = xAcrossFree ? std::min(onFree, onSummed) : onSummed;
        int wOuter = wAcrossFree ? std::min(onFree, onKept) : onKept;
        for (int64_t rows : keptCounts)
          for (int64_t turns : freeCounts) {
            double r = static_cast<double>(rows), t = static_cast<double>(turns);
            // What does not depend on the tiles in between, and what each of them but the first adds.
            double once = passX * (keepX && xAcrossFree ? 1 : t) + passV * (keepV ? 1 : r) +
                          passW * (keepW ? (wAcrossFree ? 1 : t) : r * t);
            double each = (keepX ? 0 : passX * t) + (keepY ? 0 : 2 * passY);
            // Each time that a tile of x is made all weights pass; all of x is made once.
            bool keepWeights = held & 64, xWhole = keepX && onKept > xOuter;
            double times =
                keepWeights || (xWhole && xAcrossFree) ? 1 : (xWhole ? 1 : r) * (keepX && xAcrossFree ? 1 : t);
            once += rowPass + weightPass * times;
            each += keepX || keepWeights ? 0 : weightPass * r * t;
            int64_t between = mostWithin(target - once, each, summed);
            if (between < 1)
              break;
            int64_t m = ceilOf(kept, rows), n = ceilOf(free, turns), h = ceilOf(summed, between);
            double stays = area(element, m, h) + (keepWeights ? weightsWhole : 0);
            stays += keepX ? area(x.elementBytes, onKept > xOuter ? kept : m, depth) : 0;
            stays += keepW ? area(w.elementBytes, onSummed > wOuter ? summed : h, depth) : 0;
            stays += keepV ? area(v.elementBytes, onSummed > onKept ? summed : h, onFree > onKept ? free : n) : 0;
            stays += keepY ? area(second.elementBytes, onKept > onSummed ? kept : m, onFree > onSummed ? free : n) : 0;
            double whileFirst = (keepX ? 0 : x.elementBytes) + (keepW ? 0 : w.elementBytes);
            if (!keepX && !keepW)
              whileFirst += std::min(area(x.elementBytes, m - 1, 1), area(w.elementBytes, h - 1, 1));
            double whileSecond = (keepV ? 0 : v.elementBytes) + (keepY ? 0 : second.elementBytes);
            if (!keepV && !keepY)
              whileSecond += std::min(area(v.elementBytes, h - 1, 1), area(second.elementBytes, m - 1, 1));
            if (stays + std::max(whileFirst, whileSecond) <= problem.memory)
              return Error{fmt::format("LB-C3: contractions {} and {}: {} x {} x {} tiles fit and move less than {} B",
                                       claim.members[at], claim.members[at + 1], rows, between, turns, claim.bytes)};
          }
      }
    return {};
  }

  const LoopProblem &problem;
  const LoopClaim &claim;
};

/// Adds claims up over all decisions.
class SumChecker {
public:
  SumChecker(const LoopProblem &problem, const LoopCertificate &certificate)
      : problem(problem), certificate(certificate), count(static_cast<int>(problem.contractions.size())) {}

  /// LB-C4, LB-C5, LB-C6
  Status run() {
    decidedAt.assign(2 * count, 0);
    behind.assign(count, std::vector<char>(count, 0));
    for (int i = 0; i < count; ++i) {
      behind[i][i] = 1;
      for (const LoopOperand &operand : problem.contractions[i].operands)
        for (int other = 0; operand.from >= 0 && other < i; ++other)
          behind[i][other] |= behind[operand.from][other];
    }
    for (const LoopClaim &claim : certificate.claims)
      claims[{claim.pair, claim.members}].push_back(&claim);
    for (auto [reader, side] : certificate.decided) {
      if (reader < 0 || reader >= count || side < 0 || side > 1 || operand(2 * reader + side).from < 0 ||
          decidedAt[2 * reader + side]++)
        return Error{fmt::format("LB-C4: nothing to decide of operand {} of contraction {}, or twice", side, reader)};
    }
    findParts();
    double bytes = problem.outputBytes;
    for (size_t c = 0; c < problem.inputBytes.size(); ++c) {
      bool read = false;
      for (int o = 0; o < 2 * count; ++o)
        read |= operand(o).of == static_cast<int>(c);
      bytes += read ? 0 : problem.inputBytes[c];
    }
    for (int root = 0; root < count; ++root) {
      if (part[root] != root)
        continue;
      mine.clear();
      for (int i = root; i < count; ++i)
        if (part[i] == root)
          mine.insert(mine.end(), {2 * i, 2 * i + 1});
      std::vector<int> edges;
      for (int o : mine)
        if (decidedAt[o])
          edges.push_back(o);
      if (edges.size() > mostDecisions)
        return Error{fmt::format("LB-C4: {} decisions in one part", edges.size())};
      double least = HUGE_VAL;
      fusedAt.assign(2 * count, 0);
      for (uint64_t state = 0; state < uint64_t(1) << edges.size(); ++state) {
        for (size_t e = 0; e < edges.size(); ++e)
          fusedAt[edges[e]] = static_cast<char>(state >> e & 1);
        least = std::min(least, ofState(root));
      }
      bytes += least;
    }
    // LB-C6, up to the rounding of a sum.
    if (!(certificate.bound <= bytes + 1e-9 * std::fabs(bytes)))
      return Error{fmt::format("LB-C6: the bound {} is above what the claims add up to, {}", certificate.bound, bytes)};
    return {};
  }

private:
  const LoopOperand &operand(int o) const { return problem.contractions[o / 2].operands[o % 2]; }

  /// `later` stands behind `earlier`, and between them something goes through slow memory if `later` is loaded.
  bool ordered(int earlier, int later) const {
    return operand(later).from >= 0 && behind[operand(later).from][earlier / 2] != 0;
  }
  bool maySharePair(int a, int b) const {
    return operand(a).of == operand(b).of && operand(a).of >= 0 && !ordered(a, b) && !ordered(b, a);
  }

  void findParts() {
    part.resize(count);
    for (int i = 0; i < count; ++i)
      part[i] = i;
    auto unite = [&](int a, int b) {
      int from = std::max(part[a], part[b]), to = std::min(part[a], part[b]);
      for (int &own : part)
        own = own == from ? to : own;
    };
    for (int o = 0; o < 2 * count; ++o) {
      if (decidedAt[o])
        unite(o / 2, operand(o).from);
      for (int other = 0; other < o; ++other)
        if (maySharePair(o, other))
          unite(o / 2, other / 2);
    }
    // The part that alone reads a class.
    home.assign(problem.inputBytes.size(), -1);
    for (int o = 0; o < 2 * count; ++o)
      if (int c = operand(o).of; c >= 0)
        home[c] = home[c] == -1 || home[c] == part[o / 2] ? part[o / 2] : -2;
  }

  bool loaded(int o) const { return operand(o).bytes > 0 && (operand(o).from < 0 || (decidedAt[o] && !fusedAt[o])); }

  double claimed(const std::vector<int> &members, bool pair, int shared, unsigned free) const {
    double most = 0;
    auto found = claims.find({pair, members});
    for (size_t i = 0; found != claims.end() && i < found->second.size(); ++i)
      // What moves more of its own moves no less.
      if (const LoopClaim &claim = *found->second[i];
          (members.size() < 2 || pair || claim.shared == shared) && (free & ~claim.free) == 0)
        most = std::max(most, claim.bytes);
    return most;
  }

  double ofState(int root) {
    double bytes = 0;
    std::vector<char> stored(count, 0);
    for (int o : mine)
      if (decidedAt[o] && !fusedAt[o] && !stored[operand(o).from]++)
        bytes += problem.contractions[operand(o).from].storeBytes;
    // LB-C5: who pays for what is loaded: 0 nobody, 1 the reader, 2 readers together or apart.
    pays.assign(2 * count, 0);
    std::vector<char> taken(count, 0);
    std::vector<std::vector<int>> sets;
    std::map<int, std::vector<int>> readers;
    for (int o : mine)
      if (loaded(o))
        readers[operand(o).of].push_back(o);
    for (auto &[c, open] : readers) {
      while (!open.empty()) {
        std::vector<int> set{open[0]};
        open.erase(open.begin());
        for (size_t at = 0; at < set.size(); ++at)
          for (size_t i = 0; i < open.size();)
            if (maySharePair(set[at], open[i])) {
              set.push_back(open[i]);
              open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
            } else {
              ++i;
            }
        std::sort(set.begin(), set.end());
        if (set.size() == 1) {
          pays[set[0]] = 1;
          continue;
        }
        std::vector<int> rest;
        for (int o : set)
          if (!taken[o / 2]++)
            rest.push_back(o);
        if (rest.size() > 1 && !similar(rest))
          rest.resize(1);
        for (int o : rest)
          pays[o] = rest.size() > 1 ? 2 : 1;
        if (rest.size() > 1)
          sets.push_back(rest);
      }
    }
    std::vector<char> paid(problem.inputBytes.size(), 0);
    for (int o : mine)
      if (operand(o).of >= 0 && pays[o])
        paid[operand(o).of] = 1;
    for (int o : mine)
      if (int c = operand(o).of; c >= 0 && home[c] == root && !paid[c]++)
        bytes += problem.inputBytes[c];
    blockOf.assign(count, -1);
    inPair.assign(count, 0);
    return bytes + leastShared(sets, 0, 0, 0);
  }

  bool similar(const std::vector<int> &set) const {
    if (set.size() > mostSharers)
      return false;
    auto kept = [&](int o) {
      return o % 2 == 0 ? problem.contractions[o / 2].rows : problem.contractions[o / 2].columns;
    };
    for (int a : set)
      for (int b : set) {
        const LoopContraction &one = problem.contractions[a / 2], &other = problem.contractions[b / 2];
        if (kept(a) != kept(b) || one.depth != other.depth || one.batch != other.batch ||
            (a != b && !maySharePair(a, b)))
          return false;
      }
    return true;
  }

  /// Every way to put the readers of each set into blocks, numbered from `first` on.
  double leastShared(const std::vector<std::vector<int>> &sets, size_t set, size_t next, int first) {
    if (set == sets.size())
      return mostPaired(0);
    if (next == sets[set].size()) {
      int last = first;
      for (int o : sets[set])
        last = std::max(last, blockOf[o / 2] + 1);
      return leastShared(sets, set + 1, 0, last);
    }
    int end = first;
    for (size_t i = 0; i < next; ++i)
      end = std::max(end, blockOf[sets[set][i] / 2] + 1);
    double least = HUGE_VAL;
    for (int block = first; block <= end; ++block) {
      blockOf[sets[set][next] / 2] = block;
      least = std::min(least, leastShared(sets, set, next + 1, first));
    }
    blockOf[sets[set][next] / 2] = -1;
    return least;
  }

  /// The best way to count fused operands, from that at `at` of `mine` on, as pairs.
  double mostPaired(size_t at) {
    size_t size = mine.size();
    while (at < size && !(fusedAt[mine[at]] && operand(mine[at]).link != LoopLink::None))
      ++at;
    if (at == size)
      return singly();
    double most = mostPaired(at + 1);
    int o = mine[at], second = o / 2, first = operand(o).from;
    if (inPair[first] || inPair[second] || problem.contractions[first].batch != problem.contractions[second].batch)
      return most;
    bool straight = operand(o).link == LoopLink::Straight;
    const int reads[3] = {2 * first + (straight ? 0 : 1), 2 * first + (straight ? 1 : 0), 2 * second + 1 - o % 2};
    unsigned free = 0;
    for (unsigned i = 0; i < 3; ++i)
      free |= pays[reads[i]] == 1 ? 0 : 1u << i;
    double own = claimed({first, second}, true, -1, free);
    inPair[first] = inPair[second] = 1;
    most = std::max(most, own + mostPaired(at + 1));
    // The kept operand is made by a third in the loop.
    if (int before = operand(reads[0]).from; fusedAt[reads[0]] && operand(reads[0]).link != LoopLink::None &&
                                             !inPair[before] &&
                                             problem.contractions[before].batch == problem.contractions[first].batch) {
      bool along = operand(reads[0]).link == LoopLink::Straight;
      free |=
          1 | (pays[2 * before + (along ? 0 : 1)] == 1 ? 0 : 8) | (pays[2 * before + (along ? 1 : 0)] == 1 ? 0 : 16);
      inPair[before] = 1;
      most = std::max(most, claimed({before, first, second}, true, -1, free) + mostPaired(at + 1));
      inPair[before] = 0;
    }
    inPair[first] = inPair[second] = 0;
    return most;
  }

  double singly() const {
    double bytes = 0;
    std::vector<char> done = inPair;
    for (size_t m = 0; m < mine.size(); m += 2) {
      int i = mine[m] / 2;
      if (done[i])
        continue;
      std::vector<int> members;
      for (size_t n = m; n < mine.size(); n += 2)
        if (int other = mine[n] / 2; !done[other] && (other == i || (blockOf[i] >= 0 && blockOf[other] == blockOf[i])))
          members.push_back(other);
      int shared = -1;
      if (members.size() > 1)
        for (int side : {1, 0})
          if (pays[2 * i + side] == 2)
            shared = operand(2 * i + side).of;
      unsigned free = 0;
      for (size_t k = 0; k < members.size(); ++k) {
        done[members[k]] = 1;
        int side = shared < 0 || operand(2 * members[k]).of == shared ? 0 : 1;
        free |= k == 0 && !pays[2 * members[k] + side] ? 1 : 0;
        free |= pays[2 * members[k] + 1 - side] ? 0 : 2u << k;
      }
      bytes += claimed(members, false, shared, free);
    }
    return bytes;
  }

  const LoopProblem &problem;
  const LoopCertificate &certificate;
  int count;
  std::map<std::pair<bool, std::vector<int>>, std::vector<const LoopClaim *>> claims;
  std::vector<std::vector<char>> behind;
  /// Of contractions: their part and their block. Of classes: the part that alone reads it. Operands, by contraction and
  /// side, of the part that is looked at.
  std::vector<int> part, blockOf, home, mine;
  /// Of operands, and whether a contraction counts in a pair.
  std::vector<char> decidedAt, fusedAt, pays, inPair;
};

} // namespace

Status verify(const LoopProblem &problem, const LoopCertificate &certificate) {
  ALCOVE_RETURN_IF_ERROR(check(problem));
  for (const LoopClaim &claim : certificate.claims)
    ALCOVE_RETURN_IF_ERROR(ClaimChecker(problem, claim).run());
  return SumChecker(problem, certificate).run();
}

} // namespace alcove::plan

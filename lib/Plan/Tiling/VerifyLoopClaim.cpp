//===- VerifyLoopClaim.cpp - What some contractions move, recomputed ------===//
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
#include "VerifyLoopClaim.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace alcove::plan {

PairReads readsOfPair(const LoopProblem &problem, int first, int second, int side) {
  const LoopOperand &between = problem.contractions[second].operands[side];
  int kept = between.link == LoopLink::Crossed ? 1 : 0;
  const LoopOperand &x = problem.contractions[first].operands[kept];
  PairReads reads{{{first, kept}, {first, 1 - kept}, {second, 1 - side}, {second, 1 - side}}};
  if (between.link == LoopLink::Joined && (x.link == LoopLink::Straight || x.link == LoopLink::Crossed))
    reads[3] = {x.from, x.link == LoopLink::Straight ? 1 : 0};
  return reads;
}

/// Side `side` of `second` reads the result of a contraction in whose loops it may be.
bool isPair(const LoopProblem &problem, int second, int side) {
  const LoopContraction &own = problem.contractions[second];
  const LoopOperand &operand = own.operands[side];
  switch (operand.link) {
  case LoopLink::Straight:
  case LoopLink::Crossed:
    return problem.contractions[operand.from].batch == own.batch;
  case LoopLink::Joined:
    return own.batch == 1;
  case LoopLink::None:
  case LoopLink::SplitStraight:
  case LoopLink::SplitCrossed:
    return false;
  }
  return false;
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
  ClaimChecker(const LoopProblem &problem, const LoopCertificate &certificate, const LoopClaim &claim)
      : problem(problem), certificate(certificate), claim(claim) {}

  /// LB-C2, LB-C3
  Status run() const {
    int count = static_cast<int>(problem.contractions.size());
    if (claim.members.empty() || !std::is_sorted(claim.members.begin(), claim.members.end()) ||
        std::adjacent_find(claim.members.begin(), claim.members.end()) != claim.members.end() ||
        claim.members.front() < 0 || claim.members.back() >= count || !std::isfinite(claim.bytes))
      return Error{"LB-C1: a claim names contractions that do not exist, or twice, or no number"};
    if (!claim.pair && (claim.made != 0 || !claim.makers.empty()))
      return Error{"LB-C1: a block has makers"};
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
            const int64_t sizes[3] = {ceilOf(rows, rowTiles), 0, ceilOf(depth, depthTiles)};
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
                                       claim.members[0], rowTiles, turns, depthTiles, claim.bytes)};
          }
        }
      }
    return {};
  }

  /// What the makers of a block move.
  struct Maker {
    /// All once; w together with v, or u; the weights of those that make nothing here; the rows, and one of them in fast
    /// memory.
    double all = 0, both = 0, others = 0, rows = 0, rowHeld = 0;
    /// By operand; -1: not made here.
    std::array<double, 4> alone{-1, -1, -1, -1}, weights{};
    int makes() const {
      int count = 0;
      for (double bytes : alone)
        count += bytes >= 0;
      return count;
    }
    double least(const std::array<double, 4> &passes, double turns, bool keepRows, bool joined) const {
      double each = others, beyond = 0, bytes = 0;
      for (size_t i = 0; i < 4; ++i) {
        each += weights[i] * passes[i];
        beyond += weights[i] * (passes[i] - 1);
      }
      bytes = all + beyond;
      if (keepRows)
        return std::max(bytes, each + rows);
      for (size_t i = 0; i < 4; ++i)
        if (alone[i] >= 0)
          bytes = std::max(bytes, each + (alone[i] - weights[i]) * passes[i]);
      size_t other = joined ? 3 : 2;
      if (alone[1] < 0 || alone[other] < 0)
        return bytes;
      // Joined, one of both is made with the other or alone; else those beyond may share rows.
      double rest = each - weights[1] * passes[1] - weights[other] * passes[other];
      if (joined) {
        double most = std::max(passes[1], passes[other]), least = std::min(passes[1], passes[other]);
        return std::max(bytes, rest + both * least + alone[passes[1] > passes[other] ? 1 : other] * (most - least));
      }
      return std::max(bytes, rest + both * turns + weights[1] * (passes[1] - turns) +
                                 weights[other] * (passes[other] - turns));
    }
  };

  Status pair() const {
    if (claim.members.size() != 2 && claim.members.size() != 3)
      return Error{fmt::format("LB-C1: a pair of {}", claim.members.size())};
    size_t at = claim.members.size() - 2;
    const LoopContraction &first = member(at), &second = member(at + 1);
    int side = -1;
    for (int s = 1; s >= 0; --s)
      if (second.operands[s].from == claim.members[at] && isPair(problem, claim.members[at + 1], s))
        side = s;
    if (side < 0)
      return Error{fmt::format("LB-C1: contraction {} is not linked to {}", claim.members[at + 1], claim.members[at])};
    bool straight = second.operands[side].link != LoopLink::Crossed,
         joined = second.operands[side].link == LoopLink::Joined;
    // Joined, x is not the same for all of the loop in between.
    if (joined && !(claim.free & 1))
      return Error{fmt::format("LB-C1: contraction {} joins results of {}, whose rows count", claim.members[at + 1],
                               claim.members[at])};
    int64_t kept = straight ? first.rows : first.columns, summed = straight ? first.columns : first.rows;
    summed *= joined ? first.batch : 1;
    if ((side == 0 ? second.rows : second.columns) != kept || second.depth != summed)
      return Error{fmt::format("LB-C1: contractions {} and {} are linked by other extents", claim.members[at],
                               claim.members[at + 1])};
    int64_t free = side == 0 ? second.columns : second.rows, depth = first.depth;
    double batch = joined ? 1 : static_cast<double>(first.batch), target = claim.bytes / batch * (1 - 1e-9);
    const LoopOperand &x = first.operands[straight ? 0 : 1], &w = first.operands[straight ? 1 : 0],
                      &v = second.operands[1 - side];
    auto passOf = [&](unsigned bit, const LoopOperand &own) {
      return (claim.made >> bit & 1) != 0 ? 0 : freeOr(bit, own.bytes / batch);
    };
    double passX = passOf(0, x), passW = passOf(1, w), passV = passOf(2, v);
    // Three: x is made of rows, read once at least, and of weights that pass for each tile of rows, or stay whole. Joined, u
    // moves with the loops that w moves with; of less than one of those that are joined it would take as much.
    const PairReads reads = readsOfPair(problem, claim.members[at], claim.members[at + 1], side);
    double rowPass = 0, weightPass = 0, weightsWhole = 0, passU = 0, elementU = 0;
    const bool hasU = joined && at == 1;
    if (hasU) {
      if (x.from != claim.members[0] || !isPair(problem, claim.members[1], straight ? 0 : 1) ||
          x.link == LoopLink::Joined)
        return Error{
            fmt::format("LB-C1: contraction {} does not make what {} keeps", claim.members[0], claim.members[1])};
      const LoopOperand &u = problem.contractions[reads[3][0]].operands[reads[3][1]];
      passU = claim.made & 8 ? 0 : freeOr(3, u.bytes);
      elementU = u.elementBytes * static_cast<double>(member(0).depth) /
                 static_cast<double>(straight ? first.columns : first.rows);
    } else if (at == 1) {
      const LoopContraction &before = member(0);
      if (claim.made != 0 || !claim.makers.empty())
        return Error{"LB-C1: three contractions have makers"};
      bool along = x.link == LoopLink::Straight;
      if (x.from != claim.members[0] || !isPair(problem, claim.members[1], straight ? 0 : 1) ||
          before.batch != first.batch || (along ? before.rows : before.columns) != kept ||
          (along ? before.columns : before.rows) != depth)
        return Error{
            fmt::format("LB-C1: contraction {} does not make what {} keeps", claim.members[0], claim.members[1])};
      const LoopOperand &weights = before.operands[along ? 1 : 0];
      rowPass = freeOr(3, before.operands[along ? 0 : 1].bytes / batch);
      weightPass = freeOr(4, weights.bytes / batch);
      weightsWhole = weights.elementBytes * static_cast<double>(depth) * static_cast<double>(before.depth);
      passX = 0;
    }
    std::vector<Maker> makers;
    ALCOVE_RETURN_IF_ERROR(findMakers(reads, hasU, joined, makers));
    double element = std::min(first.elementBytes, second.operands[side].elementBytes);
    return nothingLess({at,      first,      second,       x,        w,       v,     kept,   summed,
                        free,    depth,      batch,        target,   passX,   passW, passV,  passU,
                        rowPass, weightPass, weightsWhole, elementU, element, hasU,  joined, std::move(makers)});
  }

  /// The loops of a pair: y = (x w) v. x lies along kept and depth, w along summed and depth, v along summed and free.
  struct PairNest {
    size_t at; ///< of the claim's members: the first of the pair
    const LoopContraction &first, &second;
    const LoopOperand &x, &w, &v;
    int64_t kept, summed, free, depth;
    double batch, target;                     ///< bytes of one of the batch
    double passX, passW, passV, passU;        ///< bytes of all of an operand
    double rowPass, weightPass, weightsWhole; ///< of what makes x, where that is in the loop
    double elementU, element;                 ///< bytes of one of u, and of what is in between
    bool hasU, joined;
    std::vector<Maker> makers;
  };

  /// No tiles of the pair fit and move less than its target.
  Status nothingLess(const PairNest &nest) const {
    const auto &[at, first, second, x, w, v, kept, summed, free, depth, batch, target, passX, passW, passV, passU,
                 rowPass, weightPass, weightsWhole, elementU, element, hasU, joined, makers] = nest;
    auto area = [](double bytes, int64_t a, int64_t b) {
      return bytes * static_cast<double>(a) * static_cast<double>(b);
    };
    bool mayKeepRows = false;
    for (const Maker &maker : makers)
      mayKeepRows |= maker.makes() > 1;
    // What moves nothing has no reason to stay: it would take at least as much as where it passes.
    auto idle = [&](unsigned bit, double pass) { return pass <= 0 && (claim.made >> bit & 1) == 0; };
    const unsigned useless = (idle(0, passX) && (at == 0 || hasU) ? 1u : 0u) | (idle(1, passW) ? 2u : 0u) |
                             (idle(2, passV) ? 4u : 0u) | (idle(3, passU) ? 256u : 0u);
    double passY = area(second.elementBytes, kept, free);
    const std::vector<int64_t> keptCounts = tileCounts(kept), freeCounts = tileCounts(free);
    // Loops around both, outermost first: kept, free, summed; free, kept, summed; free, summed, kept; summed, free, kept.
    static constexpr int places[4][3] = {{0, 1, 2}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
    for (const auto &place : places)
      for (unsigned held = 0; held < 1024u; ++held) {
        const bool keepWeights = held & 64, keepRows = held & 128, keepU = held & 256, uAcrossFree = !(held & 512);
        if ((keepWeights && (at == 0 || hasU)) || (keepRows && !mayKeepRows) || (keepU && !hasU) || (held & useless) ||
            (!uAcrossFree && !(keepU && place[1] < place[0])))
          continue;
        const int onKept = place[0], onFree = place[1], onSummed = place[2];
        // x and w are still in two loops: they stay in both, or in the inner one where the free loop is the outer one.
        bool keepX = held & 1, keepW = held & 2, keepV = held & 4, keepY = held & 8;
        bool xAcrossFree = !(held & 16), wAcrossFree = !(held & 32);
        if ((!xAcrossFree && !(keepX && onFree < onSummed)) || (!wAcrossFree && !(keepW && onFree < onKept)))
          continue;
        int xOuter = xAcrossFree ? std::min(onFree, onSummed) : onSummed;
        int wOuter = wAcrossFree ? std::min(onFree, onKept) : onKept;
        int uOuter = uAcrossFree ? std::min(onFree, onKept) : onKept;
        for (int64_t rows : keptCounts)
          for (int64_t turns : freeCounts) {
            double r = static_cast<double>(rows), t = static_cast<double>(turns);
            // What does not depend on the tiles in between, and what each of them but the first adds.
            double once = passX * (keepX && xAcrossFree ? 1 : t) + passV * (keepV ? 1 : r) +
                          passW * (keepW ? (wAcrossFree ? 1 : t) : r * t) +
                          passU * (keepU ? (uAcrossFree ? 1 : t) : r * t);
            double each = (keepX ? 0 : passX * t) + (keepY ? 0 : 2 * passY);
            // Each time that a tile of x is made all weights pass; all of x is made once.
            bool xWhole = keepX && onKept > xOuter;
            double times =
                keepWeights || (xWhole && xAcrossFree) ? 1 : (xWhole ? 1 : r) * (keepX && xAcrossFree ? 1 : t);
            once += rowPass + weightPass * times;
            each += keepX || keepWeights ? 0 : weightPass * r * t;
            auto making = [&](int64_t tiles) {
              double px = keepX ? (xAcrossFree ? 1 : t) : t * static_cast<double>(tiles), pv = keepV ? 1 : r, bytes = 0;
              double pw = keepW ? (wAcrossFree ? 1 : t) : r * t, pu = keepU ? (uAcrossFree ? 1 : t) : r * t;
              for (const Maker &maker : makers)
                bytes += maker.least({px, pw, pv, pu}, keepW || keepV ? 1 : r, keepRows, joined) / batch;
              return bytes;
            };
            int64_t m = ceilOf(kept, rows), n = ceilOf(free, turns);
            auto fits = [&](int64_t tiles) {
              int64_t h = ceilOf(summed, tiles);
              double stays = area(element, m, h) + (keepWeights ? weightsWhole : 0);
              for (const Maker &maker : makers)
                stays += keepRows && maker.makes() > 1 ? area(maker.rowHeld,
                                                              joined              ? depth
                                                              : onSummed > onKept ? summed
                                                                                  : h,
                                                              1)
                                                       : 0;
              stays += keepX ? area(x.elementBytes, onKept > xOuter ? kept : m, depth) : 0;
              stays += keepW ? area(w.elementBytes, onSummed > wOuter ? summed : h, depth) : 0;
              stays += keepU ? area(elementU, onSummed > uOuter ? summed : h, depth) : 0;
              stays += keepV ? area(v.elementBytes, onSummed > onKept ? summed : h, onFree > onKept ? free : n) : 0;
              stays +=
                  keepY ? area(second.elementBytes, onKept > onSummed ? kept : m, onFree > onSummed ? free : n) : 0;
              double whileFirst = (keepX ? 0 : x.elementBytes) + (keepW ? 0 : w.elementBytes);
              if (!keepX && !keepW)
                whileFirst += std::min(area(x.elementBytes, m - 1, 1), area(w.elementBytes, h - 1, 1));
              double whileSecond = (keepV ? 0 : v.elementBytes) + (keepY ? 0 : second.elementBytes);
              if (!keepV && !keepY)
                whileSecond += std::min(area(v.elementBytes, h - 1, 1), area(second.elementBytes, m - 1, 1));
              return stays + std::max(whileFirst, whileSecond) <= problem.memory;
            };
            // What is made costs no less with more tiles, and these hold less: the most that are below the target.
            double least = makers.empty() ? 0 : making(1);
            int64_t between = mostWithin(target - once - least, each, summed);
            if (between < 1)
              break;
            if (!fits(between))
              continue;
            for (int64_t low = makers.empty() ? between : 1; low < between;) {
              int64_t middle = low + (between - low + 1) / 2;
              if (once + each * static_cast<double>(middle - 1) + making(middle) < target)
                low = middle;
              else
                between = middle - 1;
            }
            if (fits(between))
              return Error{fmt::format("LB-C{}: contractions {} and {}: {} x {} x {} tiles fit and move less than {} B",
                                       makers.empty() ? 3 : 7, claim.members[at], claim.members[at + 1], rows, between,
                                       turns, claim.bytes)};
          }
      }
    return {};
  }

  /// What the certificate claims of a block whose operands all count.
  double claimedOf(const std::vector<int> &members, int shared) const {
    double most = 0;
    for (const LoopClaim &other : certificate.claims)
      if (!other.pair && other.members == members && (members.size() == 1 || other.shared == shared))
        most = std::max(most, other.bytes);
    return most;
  }

  Status findMakers(const PairReads &reads, bool hasU, bool joined, std::vector<Maker> &makers) const {
    auto operandOf = [&](const std::array<int, 2> &read) -> const LoopOperand & {
      return problem.contractions[read[0]].operands[read[1]];
    };
    std::vector<int> named = claim.members;
    unsigned made = 0;
    const unsigned operands = hasU ? 4 : 3;
    if (claim.made & (claim.free | ~((1u << operands) - 1)))
      return Error{"LB-C1: an operand is made and free"};
    for (const LoopMakers &block : claim.makers) {
      Maker found;
      std::vector<int> both;
      if (block.members.empty() || !std::is_sorted(block.members.begin(), block.members.end()) ||
          block.members.front() < 0 || block.members.back() >= static_cast<int>(problem.contractions.size()) ||
          (block.members.size() == 1) != (block.shared < 0))
        return Error{"LB-C1: makers that do not exist, or share nothing"};
      for (int maker : block.members) {
        if (std::find(named.begin(), named.end(), maker) != named.end())
          return Error{fmt::format("LB-C1: contraction {} counts twice", maker)};
        named.push_back(maker);
        const LoopContraction &own = problem.contractions[maker];
        int side = block.shared < 0 || own.operands[0].of == block.shared ? 0 : 1;
        if (block.shared >= 0 && own.operands[side].of != block.shared)
          return Error{fmt::format("LB-C1: contraction {} does not read class {}", maker, block.shared)};
        double weights = own.operands[1 - side].bytes;
        found.rows = own.operands[side].bytes;
        found.rowHeld = found.rows / static_cast<double>(own.rows);
        bool makes = false;
        for (unsigned i = 0; i < operands; ++i)
          if (claim.made >> i & 1 && operandOf(reads[i]).from == maker) {
            // Whatever stays to make it again, the result would need no more room.
            double result =
                static_cast<double>(own.rows) * static_cast<double>(own.columns) * operandOf(reads[i]).elementBytes;
            if (makes || own.batch != 1 || result > std::min(own.operands[0].bytes, own.operands[1].bytes))
              return Error{fmt::format("LB-C1: making the result of contraction {} again may cost less", maker)};
            makes = true;
            made |= 1u << i;
            found.alone[i] = claimedOf({maker}, -1);
            found.weights[i] = weights;
            if (i > 0)
              both.push_back(maker);
          }
        found.others += makes ? 0 : weights;
      }
      found.all = claimedOf(block.members, block.shared);
      std::sort(both.begin(), both.end());
      found.both = both.size() == 2 ? claimedOf(both, block.shared) : 0;
      // Rows that stay for two of them are those of the loop in between.
      for (unsigned i = 0; i < operands && found.makes() > 1; ++i)
        if (found.alone[i] >= 0)
          if (const LoopOperand &operand = operandOf(reads[i]);
              problem.contractions[operand.from].operands[0].of != block.shared ||
              !keepsRows(operand, problem.contractions[reads[i][0]], reads[i][1], i == (joined ? 1u : 2u)))
            return Error{fmt::format("LB-C1: rows of contraction {} are not those of what it makes", operand.from)};
      makers.push_back(found);
    }
    if (made != claim.made)
      return Error{"LB-C1: an operand is made by nobody"};
    return {};
  }

  /// The rows of what makes an operand are the dimension that the reader keeps, or sums over.
  bool keepsRows(const LoopOperand &operand, const LoopContraction &reader, int side, bool summed) const {
    const LoopContraction &maker = problem.contractions[operand.from];
    int64_t kept = side == 0 ? reader.rows : reader.columns;
    bool link = summed ? operand.link == LoopLink::Crossed || operand.link == LoopLink::SplitCrossed
                       : operand.link == LoopLink::Straight || operand.link == LoopLink::SplitStraight;
    return link && maker.rows == (summed ? reader.depth : kept);
  }

  const LoopProblem &problem;
  const LoopCertificate &certificate;
  const LoopClaim &claim;
};

} // namespace

Status checkClaim(const LoopProblem &problem, const LoopCertificate &certificate, const LoopClaim &claim) {
  return ClaimChecker(problem, certificate, claim).run();
}

} // namespace alcove::plan

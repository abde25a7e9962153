//===- Checker.h - The judge of lower bounds --------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plays the steps of a certificate on its own copy of the problem. Nothing here comes from the solver's kernel: labels
// are the problem's candidates, times are the problem's times, sums are 128 bits wide and checked, and every step is
// tested before it is believed. What is too large for exact sums is refused, never cut.
//
//   LayoutCheckLoad        the problem, bytes over time, which times say something of their own
//   LayoutCheckReductions  steps that remove labels, edges and nodes
//   LayoutCheckDual        bounds and reduced costs from multipliers and potentials
//   LayoutCheckSearch      enumerations
//   LayoutCheckBound       the order of the steps, branches
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_CERTIFICATE_CHECKER_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_CERTIFICATE_CHECKER_H

#include "alcove/Plan/LayoutChoice/Certificate.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace alcove::plan::certificate {

using Wide = __int128;

/// Rule LC-C5 bounds the costs of the problem, not those that steps make of them.
inline constexpr int64_t noPair = INT64_MAX;
inline constexpr int64_t mostPairCost = int64_t(1) << 62;

/// Sums and products of 128 bits that remember whether one of them did not fit.
class Exact {
public:
  Wide sum(Wide a, Wide b) {
    Wide result;
    broken |= __builtin_add_overflow(a, b, &result);
    return result;
  }
  Wide difference(Wide a, Wide b) {
    Wide result;
    broken |= __builtin_sub_overflow(a, b, &result);
    return result;
  }
  /// a * 2^bits, 0 <= bits <= 60.
  Wide scaled(Wide a, int bits) {
    constexpr Wide most = Wide(1) << 66;
    broken |= a >= most || a <= -most;
    return broken ? 0 : a * (Wide(1) << bits);
  }
  /// a * b, when a is the sum of some numbers of 63 bits.
  Wide product(Wide a, int64_t b) {
    broken |= a > INT64_MAX || a < -INT64_MAX;
    return broken ? 0 : a * b;
  }
  void refuse() { broken = true; }
  bool fits() const { return !broken; }

private:
  bool broken = false;
};

struct Piece {
  int64_t begin, end;
  std::vector<Bytes> bytes; ///< per candidate of the node
};

/// Indices of `times` between which the bytes of a node do not change.
struct Stretch {
  size_t first, last;
  std::vector<Bytes> bytes; ///< per candidate
};

struct Item {
  bool alive = true;
  std::vector<char> has; ///< per candidate
  std::vector<Wide> cost;
  std::vector<Stretch> usage; ///< ascending, disjoint
  std::set<int32_t> near;
};

struct SearchModel;

class Checker {
public:
  Checker(const LayoutChoice &problem, const LayoutCertificate &certificate, size_t maxStates)
      : problem(problem), certificate(certificate), maxStates(maxStates) {
    load();
  }

  Result<Cost> run();

private:
  static const char *nameOf(ProofStep::Kind kind) {
    static const char *names[] = {"arc",  "capacity", "conflict", "dominated", "contract",  "separable", "eliminate",
                                  "dual", "bound",    "search",   "branch",    "otherwise", "join",      "relax"};
    return names[static_cast<size_t>(kind)];
  }
  static std::pair<int32_t, int32_t> key(int32_t a, int32_t b) { return {std::min(a, b), std::max(a, b)}; }

  void load();
  void loadPieces();
  void markNeeded(const std::vector<std::vector<Piece>> &pieces);
  void dropImplied();
  std::pair<Bytes, Bytes> differences(int32_t n, size_t q, size_t r) const;
  template <typename CostAt>
  void addEdge(int32_t a, int32_t b, CostAt costAt) {
    std::vector<int64_t> &matrix = edges[key(a, b)];
    size_t rows = items[std::min(a, b)].has.size(), columns = items[std::max(a, b)].has.size();
    if (matrix.empty())
      matrix.assign(rows * columns, 0);
    for (size_t s = 0; s < rows; ++s)
      for (size_t t = 0; t < columns; ++t) {
        int64_t more = a < b ? costAt(static_cast<int32_t>(s), static_cast<int32_t>(t))
                             : costAt(static_cast<int32_t>(t), static_cast<int32_t>(s));
        int64_t &cost = matrix[s * columns + t];
        cost = cost == noPair || more == noPair ? noPair : finite(Wide(cost) + more);
      }
    items[a].near.insert(b);
    items[b].near.insert(a);
  }
  /// A finite cost of a pair, exactly, or the whole check is given up.
  int64_t finite(Wide cost) {
    if (cost < mostPairCost && cost > -mostPairCost)
      return static_cast<int64_t>(cost);
    tooLarge = true;
    return 0;
  }
  /// noPair = impossible; every other value is finite.
  int64_t pairCost(int32_t i, int32_t s, int32_t j, int32_t t) const {
    const std::vector<int64_t> &matrix = edges.at(key(i, j));
    return i < j ? matrix[static_cast<size_t>(s) * items[j].has.size() + t]
                 : matrix[static_cast<size_t>(t) * items[i].has.size() + s];
  }
  void dropEdge(int32_t a, int32_t b);
  std::vector<int32_t> labelsOf(int32_t i) const;
  bool valid(int32_t i) const { return i >= 0 && i < static_cast<int32_t>(items.size()) && items[i].alive; }
  bool valid(int32_t i, int32_t s) const {
    return valid(i) && s >= 0 && s < static_cast<int32_t>(items[i].has.size()) && items[i].has[s];
  }
  void removeLabel(int32_t i, int32_t s);
  size_t indexOf(int64_t time) const { return std::lower_bound(times.begin(), times.end(), time) - times.begin(); }

  static void addUsage(std::vector<Stretch> &usage, Stretch more);
  /// Calls f(first, last, bytes per candidate) for the stretches of `times` in which the node's bytes do not change.
  template <typename Visit>
  void stretches(int32_t i, Visit visit) const {
    for (const Stretch &stretch : items[i].usage)
      visit(stretch.first, stretch.last, stretch.bytes);
  }
  std::pair<Bytes, Bytes> rangeOf(int32_t i, const std::vector<Bytes> &bytes) const;
  void profile(std::vector<Bytes> &least, std::vector<Bytes> &most) const;
  std::string play(const ProofStep &step);
  void settle();
  std::string playBranch(int32_t i, int32_t half);
  std::string playOtherwise();
  std::string playJoin();
  void enterHalf(bool first);
  std::string playArc(int32_t i, int32_t s);
  std::string playCapacity(int32_t i, int32_t s);
  std::string playConflict(int32_t i, int32_t j);
  std::string playDominated(int32_t i, int32_t s, int32_t t);
  bool cannotBind(size_t first, size_t last);
  std::string playContract(int32_t j, int32_t i);
  std::string playSeparable(int32_t i, int32_t j);
  std::string playEliminate(int32_t j);
  std::string keepLeastBytes(int32_t j);
  void eliminateFixed(int32_t j, int32_t label, const std::vector<int32_t> &others);
  void eliminateLeaf(int32_t j, const std::vector<int32_t> &labels, const std::vector<int32_t> &others);
  void eliminateBetween(int32_t j, const std::vector<int32_t> &labels, int32_t i, int32_t k);
  std::string playDual(int32_t index);
  std::string playRelax(int32_t index);
  const DualCertificate *dualAt(int32_t index, std::string &reason) const;
  std::string loadPrices(const DualCertificate &dual, Wide &bound);
  std::string loadPotentials(const DualCertificate &dual);
  void priceNodes(Exact &exact);
  std::vector<Wide> priceOfBytes(const Item &item, Exact &exact) const;
  bool priceEdge(std::pair<int32_t, int32_t> ends, const DualCertificate::Potential *given, int shift, Exact &exact,
                 Wide &bound);
  void forgetDual();
  Bytes goneAt(int64_t time) const;
  /// Greatest reduced cost, under the last dual, of an assignment cheaper than `target`.
  Wide limitFor(Cost target, Exact &exact) const {
    return exact.difference(exact.scaled(Wide(target) - 1, scaleBits), scaledBound);
  }

  std::string playBound(int32_t i, int32_t s);
  std::string playSearch(int32_t index, int32_t bounds);
  std::vector<int32_t> labelsWithin(int32_t i, int64_t within) const;
  void addWindows(SearchModel &model) const;
  void addLinks(SearchModel &model, const std::vector<size_t> &position) const;
  struct BranchState {
    int32_t node;
    std::set<int32_t> taken;
    size_t entries;
    std::vector<Item> items; ///< at the branch, until its second half
    std::map<std::pair<int32_t, int32_t>, std::vector<int64_t>> edges;
    std::vector<Bytes> gone;
    std::vector<char> needed;
    Wide constant;
    Cost proved, first; ///< before the branch, by the first half
    bool conditional, conditionalAfter;
    bool second = false;
  };
  static constexpr size_t maxHeldEntries = size_t(1) << 27;
  const LayoutChoice &problem;
  const LayoutCertificate &certificate;
  size_t maxStates, states = 0; ///< transitions of searches: allowed, made
  std::vector<Item> items;
  std::map<std::pair<int32_t, int32_t>, std::vector<int64_t>> edges;
  std::vector<int64_t> times;
  std::vector<char> needed;
  std::vector<Bytes> gone; ///< steps of the least bytes of eliminated nodes, per time
  std::vector<Bytes> least, most, mostKnown;
  bool profileFresh = false;
  bool impossible = false, conditional = false;
  bool tooLarge = false; ///< a cost that would not be exact
  bool joined = false;   ///< a join ended what was left here
  std::vector<BranchState> branches;
  size_t heldEntries = 0;
  Wide constant = 0;
  Cost proved = -infiniteCost;
  int scaleBits = 0;
  Wide scaledBound = 0;
  std::vector<std::pair<int64_t, int64_t>> prices; ///< by time
  std::vector<Wide> priceSums;                     ///< of the prices before each, and of all
  std::vector<std::vector<Wide>> node;
  std::map<std::pair<int32_t, int32_t>, const DualCertificate::Potential *> potentials; ///< while a dual is played
  /// `never` marks pairs that are impossible; finite reduced costs stay below it or the dual is refused.
  std::map<std::pair<int32_t, int32_t>, std::vector<Wide>> edgeReducedCost;
  static constexpr Wide never = Wide(1) << 126;
};

} // namespace alcove::plan::certificate

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_CERTIFICATE_CHECKER_H

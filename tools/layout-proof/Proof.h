//===- Proof.h - The state of a proof, step by step -------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   rows    the stretches between neighbouring times at which some buffer begins or ends:
//
//           time     0     5     9        20          a node lives in rows [first, last), its bytes by candidate
//           row      |  0  |  1  |   2    |
//
// State is what is left of the problem: nodes with the candidates that are left, edges, rows. Dual is the last dual.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_LAYOUT_PROOF_PROOF_H
#define ALCOVE_TOOLS_LAYOUT_PROOF_PROOF_H

#include "LayoutProof.h"

#include <map>
#include <memory>
#include <optional>
#include <set>

namespace layoutproof {

using Int = __int128;
using MaybeInt = std::optional<Int>;

[[noreturn]] inline void no(const char *why) { throw Rejected{why}; }

/// Exact or not at all.
inline Int plus(Int a, Int b) {
  Int sum;
  if (__builtin_add_overflow(a, b, &sum))
    no("not checked: a sum needs more than 128 bits");
  return sum;
}
inline Int minus(Int a, Int b) {
  Int sum;
  if (__builtin_sub_overflow(a, b, &sum))
    no("not checked: a sum needs more than 128 bits");
  return sum;
}
/// a * 2^bits.
inline Int shifted(Int a, int bits) {
  Int most = Int(1) << (126 - bits);
  if (a >= most || a <= -most)
    no("not checked: a number needs more than 128 bits");
  return a * (Int(1) << bits);
}
/// For costs of pairs that steps make: exact below 2^62, refused above.
int64_t exactCost(Int cost);
/// The lesser one, where nothing is more than everything.
inline void lower(MaybeInt &least, Int value) { least = std::min(least.value_or(value), value); }

using Pair = std::pair<int32_t, int32_t>;
inline Pair pairOf(int32_t a, int32_t b) { return {std::min(a, b), std::max(a, b)}; }

/// Costs of pairs, rows = candidates of the smaller node; an empty entry is an impossible pair.
using Table = std::vector<std::optional<int64_t>>;

struct Stretch {
  size_t first, last;         ///< rows
  std::vector<int64_t> bytes; ///< per candidate
};
/// Stretches that may overlap, cut where one begins or ends.
std::vector<Stretch> disjoint(std::vector<Stretch> pieces, size_t candidates);

struct Item {
  bool alive = true;
  std::vector<char> left; ///< per candidate
  std::vector<Int> cost;
  std::vector<Stretch> usage; ///< ascending, disjoint
  std::set<int32_t> near;

  std::vector<int32_t> labels() const;
  /// Least and greatest bytes of the candidates that are left.
  std::pair<int64_t, int64_t> range(const Stretch &stretch) const;
};

struct State {
  State() = default;
  explicit State(const Problem &problem);

  /// A node, and a label of it, that are left.
  Item &item(int32_t i);
  Item &item(int32_t i, int32_t s);
  size_t columns(int32_t i, int32_t j) const { return items[static_cast<size_t>(std::max(i, j))].left.size(); }
  /// Place of a pair of labels in the edge's table.
  size_t entry(int32_t i, size_t s, int32_t j, size_t t) const {
    return (i < j ? s : t) * columns(i, j) + (i < j ? t : s);
  }
  std::optional<int64_t> pairCost(int32_t i, size_t s, int32_t j, size_t t) const {
    return (*edges.at(pairOf(i, j)))[entry(i, s, j, t)];
  }
  void needEdge(int32_t i, int32_t j);
  void addTable(int32_t a, int32_t b, const Table &rowsOfA);
  void dropEdge(int32_t a, int32_t b);
  void remove(int32_t i, int32_t s);
  bool lacksPartner(int32_t i, int32_t s) const;

  std::vector<int64_t> times; ///< where rows begin, and the end
  std::vector<Item> items;
  std::map<Pair, std::shared_ptr<const Table>> edges;
  std::vector<int64_t> fixed; ///< per row, of nodes that are gone
  std::vector<char> dropped;  ///< rows that another row implies
  Int constant = 0;
  bool conditional = false; ///< something was removed because of the target
  bool impossible = false;
};

struct DualState {
  bool present = false;
  int scaleBits = 0;
  Int bound = 0;                             ///< scaled
  std::vector<std::pair<int64_t, Int>> rows; ///< row, price
  std::vector<std::vector<Int>> node;        ///< excess per candidate
  std::map<Pair, std::vector<MaybeInt>> edge;
};

class Proof {
public:
  Proof(const Problem &problem, const Certificate &certificate, uint64_t maxStates);
  int64_t run();

private:
  struct Branch {
    State state; ///< at the branch, until its second half
    int32_t node;
    std::set<int32_t> taken;
    int64_t proved, first = -infiniteCost;
    bool conditionalAfter = false, second = false;
    size_t size;
  };

  // Rows.cpp
  void profile();
  void implyRows();
  bool cannotBind(size_t first, size_t last);
  // Reductions.cpp
  void arc(int32_t i, int32_t s);
  void capacity(int32_t i, int32_t s);
  void conflict(int32_t i, int32_t j);
  void dominated(int32_t i, int32_t s, int32_t t);
  void contract(int32_t j, int32_t i);
  void separable(int32_t i, int32_t j);
  void eliminate(int32_t j);
  void leave(int32_t j);
  // Bounds.cpp
  const Certificate::Dual &dualAt(int32_t index) const;
  void dual(int32_t index);
  void relax(int32_t index);
  void addPrices(const Certificate::Dual &given);
  std::map<Pair, std::vector<Int>> addPotentials(const Certificate::Dual &given);
  void addEdges(const std::map<Pair, std::vector<Int>> &moved);
  void addNodes();
  void bound(int32_t i, int32_t s);
  void search(int32_t index, int32_t help);
  Int limitOf(int64_t target) const;
  // Branches.cpp
  void play(const Certificate::Step &step);
  void branch(int32_t i, int32_t half);
  void otherwise();
  void join();
  void settle();
  void enter(int32_t node, const std::set<int32_t> &taken, bool first);

  const Certificate &certificate;
  int64_t room; ///< the capacity
  uint64_t maxStates, states = 0;
  State state;
  DualState last;
  bool profiled = false, fresh = false; ///< low and high are there; nothing but pairs changed since
  std::vector<int64_t> low, high;       ///< per row; low only rises, high only falls
  std::vector<Branch> branches;
  bool joined = false;
  int64_t proved = -infiniteCost;
};

/// Whether every assignment of what is left has an excess of at least limit + 1; Search.cpp.
bool nothingWithin(const State &state, const DualState &dual, const std::vector<int64_t> &low, int64_t capacity,
                   const std::vector<int32_t> &order, int64_t limit, const Certificate::Help *help, uint64_t &states,
                   uint64_t maxStates);

} // namespace layoutproof

#endif // ALCOVE_TOOLS_LAYOUT_PROOF_PROOF_H

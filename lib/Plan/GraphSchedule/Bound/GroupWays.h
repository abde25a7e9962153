//===- GroupWays.h - What a group costs with what is kept around it -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_GRAPHSCHEDULE_BOUND_GROUPWAYS_H
#define ALCOVE_LIB_PLAN_GRAPHSCHEDULE_BOUND_GROUPWAYS_H

#include "../Downset/OpMaskBits.h"

namespace alcove::plan::schedule {

/// The ways to run one group: which results it finds in fast memory, which of its own it keeps there, and the price.
/// Results are named by their makers.
class GroupWays {
public:
  struct Way {
    OpMask found, kept;
    double price;
  };
  /// Results that may be kept by the group, and those that it must keep because whoever reads them later cannot make
  /// them again (without recomputation). `impossible`: such a result does not fit.
  GroupWays(GroupPricer &pricer, const CandidateGroup &group, bool retention, bool recompute);

  /// No way is cheaper: everything kept for nothing. One price.
  double quick() const { return least; }
  /// All ways that fit, without prices. Of more than `mostWays` one stands for all: `standsForAll`.
  template <typename Visit>
  void forChoices(const OpGraph &graph, Visit &&visit) const {
    choose(graph, {findable, keepable & ~forced}, {0, forced}, room, visit);
  }
  bool standsForAll() const { return tooMany; }
  bool impossible() const { return broken; }
  OpMask mayFind() const { return findable; }
  OpMask mayKeep() const { return keepable; }
  /// Priced once, infinite where no granularity is left.
  double priceOf(GroupPricer &pricer, const CandidateGroup &group, OpMask found, OpMask kept);

private:
  static constexpr size_t mostWays = 128;
  using Choice = std::pair<OpMask, OpMask>;

  static bool countWays(const OpGraph &graph, OpMask find, OpMask keep, int64_t room, size_t &ways);
  static int64_t sizeOf(const OpGraph &graph, OpMask set) {
    return graph.tensor(graph.ops[lowest(set)].outputs[0]).elements();
  }
  template <typename Visit>
  static void choose(const OpGraph &graph, Choice open, Choice taken, int64_t room, Visit &visit) {
    bool finding = open.first != 0;
    OpMask &rest = finding ? open.first : open.second;
    if (!rest)
      return visit(taken.first, taken.second);
    OpMask one = bit(lowest(rest));
    rest ^= one;
    choose(graph, open, taken, room, visit);
    (finding ? taken.first : taken.second) |= one;
    if (int64_t left = room - sizeOf(graph, one); left >= 0)
      choose(graph, open, taken, left, visit);
  }

  OpMask findable = 0, keepable = 0, forced = 0;
  int64_t room = 0;
  bool broken = false, tooMany = false;
  double least = 0;
  std::vector<Way> priced;
};

} // namespace alcove::plan::schedule

#endif // ALCOVE_LIB_PLAN_GRAPHSCHEDULE_BOUND_GROUPWAYS_H

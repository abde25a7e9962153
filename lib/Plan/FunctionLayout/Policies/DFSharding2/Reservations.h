//===- Reservations.h - Results that stay in L1, tried and taken -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that DFSharding2 decides behind the chain solver is a Change: results that stay in L1, and ops that get
// another configuration because of them. A change is made as a whole or not at all:
//
//      chain A: a0 -> a1 ----+            change: a1 stays as it was made
//      chain C: c0 -> c1 --+ |
//                          v v            every reader accepts it (DS2-1)
//      chain B:            add -> b1      every step from a1 to its last reader has room (DS2-2)
//                                         nothing gets slower (DS2-3)
//                                         the op behind the join, b1, would have room for a1 besides (DS2-4)
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_DFSHARDING2_RESERVATIONS_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_DFSHARDING2_RESERVATIONS_H

#include "Timeline.h"

namespace alcove::plan {

struct Change {
  struct Kept {
    int32_t tensor = -1;
    int32_t layout = -1; ///< it is copied to, behind its producer; -1 = it stays as it was made
  };
  struct Configured {
    int32_t op = -1, config = -1;
    bool spill = false; ///< its result goes to its base layout
  };
  std::vector<Kept> kept;
  std::vector<Configured> configured;
  /// Fragmentation: `behind` must have room for `reserve` bytes more; -1 = no such check.
  int32_t behind = -1;
  Bytes reserve = 0;
};

/// Why a change was not made.
struct Refusal {
  enum class Kind : uint8_t { Excluded, NotAccepted, NoConversion, NoRoom, Slower, Fragmented };
  Kind kind = Kind::NotAccepted;
  int32_t op = -1;
  std::string text; ///< with the op and both values
};

class Reservations {
public:
  Reservations(ChainPlan &plan, const Exclusions &exclusions, const FunctionPolicyOptions &options)
      : plan(plan), problem(plan.problem), exclusions(exclusions), options(options), timeline(plan) {}

  /// Makes the change when rules DS2-1..DS2-4 allow it; else leaves everything as it was and says why.
  std::optional<Refusal> attempt(const Change &change);
  /// Takes over new decisions about `ops`; a refusal when a conversion of theirs does not exist or has no room (DS2-5).
  /// The decisions stay as they are in either case.
  std::optional<Refusal> admit(const std::vector<int32_t> &ops);

  /// How often the tensor is read or returned.
  int64_t useCount(int32_t tensor) const;
  /// The result of a completed chain's end, when it goes to DRAM so far and may stay; else -1.
  int32_t openEnd(const Chain &chain) const;
  /// Layout of the tensor's kind interleaved in L1, paged as the base is; -1 = none.
  int32_t l1Interleaved(int32_t tensor) const;
  std::string nameOf(int32_t op) const;

  int64_t count(std::string_view action, int32_t op, std::string detail);
  /// Writes down why the result of `op` goes to DRAM.
  void leaveInDram(int32_t op, const std::string &why);

  ChainPlan &plan;
  const FunctionLayout &problem;
  const Exclusions &exclusions;
  const FunctionPolicyOptions &options;
  std::map<std::string, int64_t, std::less<>> counts;

private:
  std::vector<int32_t> opsOf(const Change &change) const;
  std::optional<Refusal> apply(const Change &change, const std::vector<int32_t> &ops);
  std::optional<Refusal> letRead(int32_t op, const std::vector<int32_t> &moved);
  bool mayRead(int32_t op, size_t operand) const;
  std::optional<Refusal> checkConversions(int32_t op) const;
  std::optional<Refusal> checkConsumed(int32_t op) const;
  std::optional<Refusal> checkRoom(const std::vector<int32_t> &ops, const std::vector<int32_t> &tensors) const;
  std::optional<Refusal> checkFragmentation(const Change &change);
  Picoseconds timeOf(const std::vector<int32_t> &ops) const;

  Timeline timeline;
};

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_DFSHARDING2_RESERVATIONS_H
